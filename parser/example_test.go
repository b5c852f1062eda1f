package parser_test

import (
	"fmt"
	"os"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

func Example() {
	ctx := ir.NewContext(testRegistry())
	file := diag.NewFile("in.mlir", []byte(`
test.func @double(%x: i32) {
  %sum = test.add %x, %x : i32
  test.return %sum : i32
}`))
	var sink diag.Sink
	module, ok := parser.Parse(ctx, file, &sink)
	if !ok {
		for _, d := range sink.All() {
			diag.Render(os.Stderr, d, false)
		}
		return
	}
	printer.Print(os.Stdout, module, printer.Options{Generic: true})
	// Output:
	// "builtin.module"() ({
	//   "test.func"() <{sym_name = "double"}> ({
	//   ^bb0(%x: i32):
	//     %sum = "test.add"(%x, %x) : (i32, i32) -> i32
	//     "test.return"(%sum) : (i32) -> ()
	//   }) : () -> ()
	// }) : () -> ()
}

func ExampleParse_diagnostics() {
	ctx := ir.NewContext(testRegistry())
	file := diag.NewFile("in.mlir", []byte("test.func @f(%x: i32) {\n  %y = test.ad %x, %x : i32\n  test.return %z : i32\n}\n"))
	var sink diag.Sink
	_, ok := parser.Parse(ctx, file, &sink)
	fmt.Println(ok)
	for _, d := range sink.All() {
		diag.Render(os.Stdout, d, false)
	}
	// Output:
	// false
	// in.mlir:2:8: error: custom op 'test.ad' is unknown
	//   %y = test.ad %x, %x : i32
	//        ^~~~~~~
	// hint: did you mean 'test.add'?
	// in.mlir:3:15: error: use of undeclared SSA value name '%z'
	//   test.return %z : i32
	//               ^~
	// hint: did you mean '%x'?
}
