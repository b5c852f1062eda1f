package aref_test

import (
	"fmt"

	"tawa/diag"
	"tawa/dialects/aref"
	"tawa/ir"
	"tawa/parser"
)

func Example() {
	registry := ir.NewRegistry()
	aref.Register(registry)
	ctx := ir.NewContext(registry)
	var sink diag.Sink
	module, ok := parser.Parse(ctx, diag.NewFile("ring.mlir", []byte(
		"%r = aref.create : !aref.ring<3 x (tensor<128x64xf16>, tensor<256x64xf16>)>")), &sink)
	if !ok {
		fmt.Println(sink.All()[0].Message)
		return
	}
	ring := module.Region(0).First().First().Result(0).Type().(*aref.RingType)
	fmt.Println(ring.Depth, "slots of", ring.SlotBytes(), "bytes")
	// Output: 3 slots of 49152 bytes
}
