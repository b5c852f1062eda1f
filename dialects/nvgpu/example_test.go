package nvgpu_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/nvgpu"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
)

func Example() {
	registry := ir.NewRegistry()
	nvgpu.Register(registry)
	ctx := ir.NewContext(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ctx, diag.NewFile("kernel.mlir", []byte(`
tt.func @kernel() {
  nvgpu.barrier {id = 16 : i32}
  tt.return
}`)), &sink)
	if ok && !verify.Verify(module, &sink) {
		fmt.Println(sink.All()[0].Message)
	}
	// Output: 'nvgpu.barrier' op named barriers are 1 to 15, not 16
}
