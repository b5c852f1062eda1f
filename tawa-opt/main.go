// Command tawa-opt reads MLIR text, runs passes and writes MLIR, LLVM IR, PTX or a cubin.
package main

import (
	"os"
	"runtime/debug"

	"tawa/driver"
)

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800) // a compiler is a batch program: memory for time, most of which lives to the end anyway
	}
	os.Exit(driver.Main(driver.All(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
