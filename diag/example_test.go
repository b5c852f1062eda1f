package diag_test

import (
	"os"
	"slices"

	"tawa/diag"
)

func Example() {
	file := diag.NewFile("in.mlir", []byte("%0 = arith.adid %a, %b : i32\n"))
	var sink diag.Sink
	d := sink.Errorf(diag.Span{File: file, Start: 5, End: 15}, "unknown op 'arith.adid'")
	if near, ok := diag.Nearest("arith.adid", slices.Values([]string{"arith.addi", "arith.subi"})); ok {
		d.Hint("did you mean '%s'?", near)
	}
	for _, d := range sink.All() {
		diag.Render(os.Stdout, d, false)
	}
	// Output:
	// in.mlir:1:6: error: unknown op 'arith.adid'
	// %0 = arith.adid %a, %b : i32
	//      ^~~~~~~~~~
	// hint: did you mean 'arith.addi'?
}
