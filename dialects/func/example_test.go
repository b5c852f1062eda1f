package funcd_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/func"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/printer"
)

// In a function the dialect's name may be left out.
func Example() {
	r := ir.NewRegistry()
	funcd.Register(r)
	sink := &diag.Sink{}
	text := "func.func @id(%x: f32) -> f32 { func.return %x : f32 }"
	module, ok := parser.Parse(ir.NewContext(r), diag.NewFile("id.mlir", []byte(text)), sink)
	if !ok || !verify.Verify(module, sink) {
		fmt.Println(sink.All())
		return
	}
	fmt.Println(printer.String(ir.LookupSymbol(module, "id"), printer.Options{}))
	// Output:
	// func.func @id(%x: f32) -> f32 {
	//   return %x : f32
	// }
}
