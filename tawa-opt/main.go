// Command tawa-opt reads MLIR text, runs passes and writes MLIR, LLVM IR, PTX or a cubin.
package main

import (
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

// collectFrom begins to collect garbage when there is more memory in use than a run over that many bytes of input should
// need: most of it lives to the end, so that collecting earlier frees little.
func collectFrom(input int) {
	debug.SetMemoryLimit(124<<20 + 9*int64(input))
	runtime.SetFinalizer(&[1]*int{}, func(any) { // at the end of the first collection
		debug.SetMemoryLimit(math.MaxInt64)
		debug.SetGCPercent(40)
	})
}
