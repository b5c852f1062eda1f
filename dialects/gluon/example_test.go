package gluon_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/gluon"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// Example reads and prints an op.
func Example() {
	registry := ir.NewRegistry()
	gluon.Register(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(registry), diag.NewFile("kernel.mlir", []byte(`
tt.func private @f(tensor<128xf32, #gluon.auto_encoding>)
`)), &sink)
	if ok {
		fmt.Print(printer.String(module, printer.Options{}))
	}
	// Output:
	// module {
	//   tt.func private @f(tensor<128xf32, #gluon.auto_encoding>)
	// }
}
