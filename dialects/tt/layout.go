package tt

import "tawa/ir"

// Layout is implemented by tensor encodings that can say what ops that change a
// tensor's shape make of them. Shapes are those of the tensors without and with the
// change; an error says why there is no such encoding.
type Layout interface {
	ir.Attribute
	// DropAxis is the encoding after a reduction along axis.
	DropAxis(axis int) (ir.Attribute, error)
	// InsertAxis is the encoding from which DropAxis(axis) makes this one.
	InsertAxis(axis int) (ir.Attribute, error)
	// Permute makes dimension i what was dimension order[i].
	Permute(shape []int64, order []int64) (ir.Attribute, error)
	// Reshape keeps each element where it is, numbered in row-major order.
	Reshape(from, to []int64) (ir.Attribute, error)
	// Join adds a last dimension of size two to a tensor of that shape, both elements in
	// one thread; Split removes the last dimension of a tensor of that shape.
	Join(shape []int64) (ir.Attribute, error)
	Split(shape []int64) (ir.Attribute, error)
	// Same reports whether both encodings place the elements of shape alike.
	Same(shape []int64, other ir.Attribute) bool
}

// changed applies f to an encoding, nil included.
func changed(enc ir.Attribute, f func(Layout) (ir.Attribute, error)) (ir.Attribute, error) {
	l, ok := enc.(Layout)
	if !ok {
		return enc, nil
	}
	return f(l)
}

// sameEncoding compares encodings of a tensor of that shape.
func sameEncoding(shape []int64, a, b ir.Attribute) bool {
	if a == b {
		return true
	}
	l, ok := a.(Layout)
	return ok && b != nil && l.Same(shape, b)
}
