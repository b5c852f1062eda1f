package power_test

import (
	"fmt"

	"power-opt/power"

	"tawa/diag"
	funcd "tawa/dialects/func"
	"tawa/ir"
	"tawa/parser"
	"tawa/pass"
	"tawa/printer"
)

// The pass without the command line: read, run, print.
func ExampleExpand() {
	reg := ir.NewRegistry()
	funcd.Register(reg)
	power.Register(reg)
	var sink diag.Sink
	program := diag.NewFile("cube.mlir", []byte(`
func.func @cube(%x: i32) -> i32 {
  %y = power.pow %x, 3 : i32
  return %y : i32
}`))
	module, ok := parser.Parse(ir.NewContext(reg), program, &sink)
	if !ok {
		return
	}
	p := power.NewExpand()
	p.Run(module, pass.NewState(p, &sink))
	fmt.Print(printer.String(module, printer.Options{}))
	// Output:
	// module {
	//   func.func @cube(%x: i32) -> i32 {
	//     %0 = arith.muli %x, %x : i32
	//     %y = arith.muli %x, %0 : i32
	//     return %y : i32
	//   }
	// }
}
