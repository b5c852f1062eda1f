package ttg_test

import (
	"fmt"

	"tawa/dialects/ttg"
	"tawa/ir"
)

// The layout of an encoding says which elements a thread holds.
func ExampleToLinear() {
	r := ir.NewRegistry()
	ttg.Register(r)
	c := ir.NewContext(r)
	enc := ttg.Blocked(c, []int64{1, 2}, []int64{8, 4}, []int64{2, 1}, []int64{1, 0})
	l, err := ttg.ToLinear([]int64{16, 8}, enc)
	fmt.Println(ir.AttrString(enc))
	fmt.Println(l, err)
	fmt.Println("register 1 of lane 5 in warp 1:", l.At(1, 5, 1))
	// Output:
	// #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [8, 4], warpsPerCTA = [2, 1], order = [1, 0]}>
	// register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[8, 0]], block = [] -> dim0 = 16, dim1 = 8 <nil>
	// register 1 of lane 5 in warp 1: [9 3]
}
