// Command tawa-opt reads MLIR text, runs passes and writes MLIR, LLVM IR, PTX or a cubin.
package main

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"runtime/debug"

	"tawa/driver"
)

func main() {
	reg := driver.All()
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(-1)
		reg.OnInput = collectFrom
	}
	os.Exit(driver.Main(reg, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// collectFrom begins to collect garbage when there is more memory in use than a run over that text should
// need: most of it lives to the end, so that collecting earlier frees little. Printing back takes 410 to 730 bytes a line
// of the eight shapes of bench/core/gen_ir.py, canonicalize 480 to 910; lines of the generic form are twice as long.
func collectFrom(input []byte) {
	lines := bytes.Count(input, []byte("\n"))
	debug.SetMemoryLimit(124<<20 + int64(min(9*len(input), 400*lines)))
	runtime.SetFinalizer(&[1]*int{}, func(any) { // at the end of the first collection
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(40)
	})
}
