package main

import "io"

type passReport struct{}

func comparePasses(name string, files []*file, passes []string, o *oracle, c *config) *passReport {
	return nil
}
func (*passReport) print(io.Writer, *config) {}
