package layout_test

import (
	"fmt"

	"tawa/layout"
)

// The accumulator of one warp group, and where it lands in a tile that TMA stores.
func Example() {
	acc := layout.Must(layout.NvidiaMMAv3([]int64{64, 16}, []int{4, 1}, []int{16, 16, 16}))
	fmt.Println(acc)
	fmt.Println("register 2, lane 5, warp 1 holds", acc.At(2, 5, 1))

	tile := layout.Must(layout.NVMMAShared([]int64{64, 16}, 32, false, 16))
	addr := layout.SharedAddress(acc, tile)
	fmt.Println("at offset", addr.Of(2, 5, 1))
	m, ok := layout.StMatrixTile(addr, 16)
	fmt.Println("stmatrix:", ok, m.Count, m.Instrs[0].Words)
	// Output:
	// register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [[16, 0], [32, 0]], block = [] -> dim0 = 64, dim1 = 16
	// register 2, lane 5, warp 1 holds [25 2]
	// at offset 402
	// stmatrix: true 4 [[0 1] [2 3] [4 5] [6 7]]
}
