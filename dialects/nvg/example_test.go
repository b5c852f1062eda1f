package nvg_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/nvg"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// Example reads and prints an op.
func Example() {
	registry := ir.NewRegistry()
	nvg.Register(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(registry), diag.NewFile("kernel.mlir", []byte(`
llvm.func @k() -> i32 {
  %id = nvg.cluster_id
  llvm.return %id : i32
}
`)), &sink)
	if ok {
		fmt.Print(printer.String(module, printer.Options{}))
	}
	// Output:
	// module {
	//   llvm.func @k() -> i32 {
	//     %id = nvg.cluster_id
	//     llvm.return %id : i32
	//   }
	// }
}
