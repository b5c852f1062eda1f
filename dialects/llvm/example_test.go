package llvm_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/llvm"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// Example reads and prints an op.
func Example() {
	registry := ir.NewRegistry()
	llvm.Register(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(registry), diag.NewFile("kernel.mlir", []byte(`
llvm.func @f(!llvm.struct<(!llvm.ptr<3>, f32)>) -> i32
`)), &sink)
	if ok {
		fmt.Print(printer.String(module, printer.Options{}))
	}
	// Output:
	// module {
	//   llvm.func @f(!llvm.struct<(ptr<3>, f32)>) -> i32
	// }
}
