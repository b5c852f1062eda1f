package lit_test

import (
	"io"
	"testing"

	"tawa/driver"
	"tawa/lit"
)

// TestLit runs every lit file in process.
func TestLit(t *testing.T) {
	reg := driver.All()
	lit.Run(t, lit.Tools{
		"tawa-opt": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			return driver.Main(reg, args, stdin, stdout, stderr)
		},
		"tawa-run": func(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
			return driver.RunMain(reg, args, stdin, stdout, stderr)
		},
	}, ".")
}
