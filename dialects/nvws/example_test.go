package nvws_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/nvws"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// Example reads and prints an op.
func Example() {
	registry := ir.NewRegistry()
	nvws.Register(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(registry), diag.NewFile("kernel.mlir", []byte(`
tt.func @k(%i: i32) {
  %t = nvws.create_token {numBuffers = 3 : i32, loadType = 2 : i32} : tensor<3x!nvws.token>
  nvws.producer_commit %t, %i : tensor<3x!nvws.token>, i32
  tt.return
}
`)), &sink)
	if ok {
		fmt.Print(printer.String(module, printer.Options{}))
	}
	// Output:
	// module {
	//   tt.func @k(%i: i32) {
	//     %t = nvws.create_token {loadType = 2 : i32, numBuffers = 3 : i32} : tensor<3x!nvws.token>
	//     nvws.producer_commit %t, %i : tensor<3x!nvws.token>, i32
	//     tt.return
	//   }
	// }
}
