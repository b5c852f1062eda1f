package memref_test

import (
	"fmt"

	"tawa/dialects/memref"
	"tawa/ir"
)

// The type of a part of a buffer has the strides of the whole.
func Example() {
	r := ir.NewRegistry()
	memref.Register(r)
	c := ir.NewContext(r)
	whole := c.MemRef([]int64{8, 16}, c.F32(), nil, nil)
	part := memref.SubViewType(whole, []int64{1, 2}, []int64{4, 4}, []int64{1, 2})
	fmt.Println(ir.TypeString(part))
	// Output: memref<4x4xf32, strided<[16, 2], offset: 18>>
}
