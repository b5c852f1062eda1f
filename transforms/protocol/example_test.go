package protocol_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/ir"
	"tawa/parser"
	"tawa/pass"
	"tawa/transforms/protocol"
)

func Example() {
	registry, passes := ir.NewRegistry(), pass.NewRegistry()
	aref.Register(registry)
	arith.Register(registry)
	protocol.Register(passes)
	var sink diag.Sink
	module, _ := parser.Parse(ir.NewContext(registry), diag.NewFile("ring.mlir", []byte(`
module attributes {"ttg.num-warps" = 4 : i32} {
  tt.func @never_put() {
    %ring = aref.create : !aref.ring<1 x (tensor<64x64xf16>)>
    %i = arith.constant 0 : i32
    %v = aref.get %ring[%i] : !aref.ring<1 x (tensor<64x64xf16>)>
    tt.return
  }
}
`)), &sink)
	pass.ParsePipeline(passes, "builtin.module(aref-verify)", &sink).Run(module, &sink)
	fmt.Println(sink.All()[0].Message)
	// Output: deadlock: the default region waits in 'aref.get' of %ring[0], slot 0: it is empty, and needs put 0, but nobody does that
}
