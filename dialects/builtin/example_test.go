package builtin_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/dialects/func"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// Attributes of a function's arguments are set by number.
func Example() {
	r := ir.NewRegistry()
	funcd.Register(r)
	c := ir.NewContext(r)
	sink := &diag.Sink{}
	text := "func.func private @f(i32 {my.even}, i64) -> i32"
	module, ok := parser.Parse(c, diag.NewFile("f.mlir", []byte(text)), sink)
	if !ok {
		fmt.Println(sink.All())
		return
	}
	f := ir.LookupSymbol(module, "f")
	fmt.Println(builtin.IsDeclaration(f), builtin.ArgAttr(f, 0, "my.even") != nil, builtin.ArgAttr(f, 1, "my.even") != nil)
	builtin.SetArgAttr(f, 1, "my.size", c.I32Attr(8))
	fmt.Println(printer.String(f, printer.Options{}))
	// Output:
	// true true false
	// func.func private @f(i32 {my.even}, i64 {my.size = 8 : i32}) -> i32
}
