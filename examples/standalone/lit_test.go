package main

import (
	"io"
	"testing"

	"tawa/driver"
	"tawa/lit"
)

// TestLit runs each file under lit as its RUN lines say, in this process.
func TestLit(t *testing.T) {
	reg := registry()
	lit.Run(t, lit.Tools{
		"power-opt": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			return driver.Main(reg, args, stdin, stdout, stderr)
		},
	}, "lit")
}
