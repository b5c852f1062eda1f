package gpu_test

import (
	"fmt"

	"tawa/dialects/gpu"
	"tawa/ir"
)

// A barrier is not dead, though it has no results.
func Example() {
	r := ir.NewRegistry()
	gpu.Register(r)
	barrier := ir.NewBuilder(ir.NewContext(r)).Create(gpu.Barrier, nil, nil)
	fmt.Println(barrier.IsPure(), barrier.IsDead())
	// Output: false false
}
