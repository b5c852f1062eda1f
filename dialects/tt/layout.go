package tt

import "tawa/ir"

// Change is what an op does to the shape of a tensor.
type Change struct {
	// Op is one of Reduce, ExpandDims, Trans, Reshape, Join and Split.
	Op *ir.OpName
	// From and To are the shapes before and after.
	From, To []int64
	// Axis is that of Reduce and ExpandDims, Order that of Trans.
	Axis  int
	Order []int64
}

// Layout is implemented by tensor encodings that can say what becomes of them.
type Layout interface {
	ir.Attribute
	// After is the encoding with which each element stays where it is; the error says
	// why there is none.
	After(Change) (ir.Attribute, error)
	// Same reports whether both encodings place the elements of a shape alike, as far as is known.
	Same(shape []int64, other ir.Attribute) bool
	// Fits says why a tensor of that shape can't have the encoding at op: its rank, or the
	// number of warps that run op.
	Fits(op *ir.Operation, shape []int64) error
}

// Buffer is implemented by types of what lies in a memory of the chip.
type Buffer interface {
	ir.Type
	// Fits says why op can't make a value of that type.
	Fits(op *ir.Operation) error
}

// DotOperand is implemented by encodings of operands of a dot.
type DotOperand interface {
	// GoesWith says why a, of this encoding, can't be multiplied with b to give d.
	GoesWith(dot *ir.Operation, b, d ir.Attribute) error
}

// changed returns the tensor type after a change; a tensor without encoding stays so.
func (c Change) changed(src *ir.RankedTensorType) (*ir.RankedTensorType, error) {
	enc := src.Encoding
	if l, ok := enc.(Layout); ok {
		var err error
		if enc, err = l.After(c); err != nil {
			return nil, err
		}
	}
	return src.Context().Tensor(c.To, src.Elem, enc), nil
}

// sameEncoding compares encodings of a tensor of that shape.
func sameEncoding(shape []int64, a, b ir.Attribute) bool {
	if a == b {
		return true
	}
	l, ok := a.(Layout)
	return ok && b != nil && l.Same(shape, b)
}
