package ttng_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/ttng"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// The spelling of a newer release is read, that of 3.6 is printed.
func Example() {
	registry := ir.NewRegistry()
	ttng.Register(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(registry), diag.NewFile("kernel.mlir", []byte(`
tt.func private @kernel(!tt.tensordesc<64x32xf16>)
`)), &sink)
	if ok {
		fmt.Print(printer.String(module, printer.Options{}))
	}
	// Output:
	// module {
	//   tt.func private @kernel(!tt.tensordesc<tensor<64x32xf16>>)
	// }
}
