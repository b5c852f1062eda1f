package cluster_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/parser"
	"tawa/pass"
	"tawa/transforms/cluster"
)

// Programs of one column y load the same rows.
func Example() {
	registry := ir.NewRegistry()
	nvgpu.Register(registry)
	scf.Register(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(registry), diag.NewFile("loads.mlir", []byte(`
tt.func public @loads(%desc: !tt.tensordesc<tensor<64x64xf16>>, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %x = tt.get_program_id x : i32
  %y = tt.get_program_id y : i32
  scf.for %k = %c0 to %n step %c64 : i32 {
    %own = tt.descriptor_load %desc[%x, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %shared = tt.descriptor_load %desc[%y, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
  }
  tt.return
}`)), &sink)
	m := pass.NewManager(builtin.Module)
	m.Add(&cluster.Multicast{Cluster: 2})
	ok = ok && m.Run(module, &sink)
	if !ok {
		fmt.Println(sink.All()[0].Message)
		return
	}
	module.Walk(func(op *ir.Operation) bool {
		if n, marked := op.IntAttr("tawa.multicast"); marked {
			fmt.Println(op.Result(0).Name(), "is loaded by", n, "programs together")
		}
		return true
	})
	// Output: shared is loaded by 2 programs together
}
