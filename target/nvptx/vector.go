package nvptx

import (
	"tawa/ir"
	"tawa/layout"
)

// vectorWidth is how many consecutive registers of a tensor of pointers one
// access covers: as many as hold consecutive elements and have consecutive,
// aligned addresses under one mask.
func (l *lowering) vectorWidth(ptr *ir.Value, mask []*ir.Value) int {
	if !ir.IsTensor(ptr.Type()) {
		return 1
	}
	var m *ir.Value
	if len(mask) > 0 {
		m = mask[0]
	}
	order, vec := l.axis.Access(ptr, m)
	return min(vec, tensorLayout(ptr.Type()).Contiguity(layout.Dim(order[0])))
}
