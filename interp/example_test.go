package interp_test

import (
	"fmt"
	"os"

	"tawa/diag"
	"tawa/interp"
	"tawa/parser"
)

// A kernel that doubles four numbers, run on a buffer.
func Example() {
	const text = `
tt.func @double(%p: !tt.ptr<f16>) {
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %base = tt.splat %p : !tt.ptr<f16> -> tensor<4x!tt.ptr<f16>>
  %ptrs = tt.addptr %base, %i : tensor<4x!tt.ptr<f16>>, tensor<4xi32>
  %x = tt.load %ptrs : tensor<4x!tt.ptr<f16>>
  %y = arith.addf %x, %x : tensor<4xf16>
  tt.store %ptrs, %y : tensor<4x!tt.ptr<f16>>
  tt.return
}`
	var sink diag.Sink
	module, ok := parser.Parse(newContext(), diag.NewFile("double.mlir", []byte(text)), &sink)
	if ok {
		var memory interp.Memory
		b := memory.Alloc("p", module.Context().F16(), 4)
		for i := range b.Len() {
			b.SetFloat(i, float64(i)+0.5)
		}
		interp.Run(module, interp.Config{Memory: &memory, Args: []interp.Arg{interp.Pointer(b)}}, &sink)
		fmt.Println(b.Floats())
	}
	for _, d := range sink.All() {
		diag.Render(os.Stdout, d, false)
	}
	// Output: [1 3 5 7]
}
