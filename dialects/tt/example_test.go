package tt_test

import (
	"fmt"

	"tawa/dialects/tt"
	"tawa/ir"
)

// A load through a tensor of pointers: its type follows from the pointer.
func Example() {
	r := ir.NewRegistry()
	tt.Register(r)
	c := ir.NewContext(r)
	block := ir.NewBlock()
	ptrs := block.AddArg(c.Tensor([]int64{128}, tt.Ptr(c.F16()), nil), ir.Location{})
	b := ir.AtEnd(c, block, ir.Location{})
	load := b.Value(tt.Load, []*ir.Value{ptrs}, nil, ir.Segments(c, 1, 0, 0))
	wide := b.Value(tt.ExpandDims, []*ir.Value{load}, nil, ir.A("axis", c.I32Attr(1)))
	fmt.Println(ir.TypeString(ptrs.Type()))
	fmt.Println(ir.TypeString(load.Type()))
	fmt.Println(ir.TypeString(wide.Type()))
	// Output:
	// tensor<128x!tt.ptr<f16>>
	// tensor<128xf16>
	// tensor<128x1xf16>
}
