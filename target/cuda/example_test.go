package cuda_test

import (
	"fmt"

	"tawa/target/cuda"
)

// A tile of f16 with rows of 128 bytes fills the swizzle; twice as wide it has no swizzle.
func Example() {
	tile := cuda.TensorMap{
		Type: 6, ElemSize: 2, Shape: []int64{256, 1024}, Strides: []int64{1024, 1}, Box: []int{128, 64}, Swizzle: 3,
	}
	fmt.Println(tile.Check())
	tile.Box = []int{128, 128}
	fmt.Println(tile.Check())
	// Output:
	// <nil>
	// a row of the box has 256 bytes, more than the 128 of the swizzle
}
