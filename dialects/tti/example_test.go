package tti_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/tti"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// Example reads and prints an op.
func Example() {
	registry := ir.NewRegistry()
	tti.Register(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(registry), diag.NewFile("kernel.mlir", []byte(`
tt.func @k(%lock: !tt.ptr<i32>) {
  tti.experimental_lock_acquire %lock : !tt.ptr<i32>
  tt.return
}
`)), &sink)
	if ok {
		fmt.Print(printer.String(module, printer.Options{}))
	}
	// Output:
	// module {
	//   tt.func @k(%lock: !tt.ptr<i32>) {
	//     tti.experimental_lock_acquire %lock : !tt.ptr<i32>
	//     tt.return
	//   }
	// }
}
