package memref

import (
	"slices"
	"strconv"

	"tawa/ir"
)

// Strides are the distances of neighbours along each dimension and the place of the
// first element, in elements; ir.Dynamic where they are not known.
type Strides struct {
	Strides []int64
	Offset  int64
}

// RowMajor are the strides of a dense buffer.
func RowMajor(shape []int64) Strides {
	s := Strides{Strides: make([]int64, len(shape))}
	stride := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		s.Strides[i] = stride
		stride = mul(stride, shape[i])
	}
	return s
}

// mul and add compute with ir.Dynamic as the unknown.
func mul(a, b int64) int64 {
	switch {
	case a == 0 || b == 0:
		return 0
	case a == ir.Dynamic || b == ir.Dynamic:
		return ir.Dynamic
	}
	return a * b
}

func add(a, b int64) int64 {
	if a == ir.Dynamic || b == ir.Dynamic {
		return ir.Dynamic
	}
	return a + b
}

// StridesOf returns the strides of a memref, false if its layout is not strided.
func StridesOf(t *ir.MemRefType) (Strides, bool) {
	if t.Layout == nil {
		return RowMajor(t.Shape), true
	}
	l, ok := t.Layout.(*ir.StridedLayoutAttr)
	if !ok {
		return Strides{}, false
	}
	return Strides{Strides: l.Strides, Offset: l.Offset}, true
}

// WithStrides returns the memref of a shape with these strides.
func WithStrides(t *ir.MemRefType, shape []int64, s Strides) *ir.MemRefType {
	c := t.Context()
	return c.MemRef(shape, t.Elem, stridedAttr(c, shape, s), t.Space)
}

// stridedAttr is the layout with these strides, nil if they are those of a dense buffer.
func stridedAttr(c *ir.Context, shape []int64, s Strides) ir.Attribute {
	if dense := RowMajor(shape); s.Offset == 0 && slices.Equal(dense.Strides, s.Strides) && !slices.Contains(s.Strides, ir.Dynamic) {
		return nil
	}
	return c.StridedLayout(s.Strides, s.Offset)
}

// agree reports whether a and b are equal or one is not known.
func agree(a, b int64) bool { return a == b || a == ir.Dynamic || b == ir.Dynamic }

func agreeAll(a, b []int64) bool {
	return slices.EqualFunc(a, b, agree)
}

// fits reports whether b is a, or a with more left open.
func fits(a, b []int64) bool {
	return slices.EqualFunc(a, b, func(x, y int64) bool { return x == y || y == ir.Dynamic })
}

func spell(n int64) string {
	if n == ir.Dynamic {
		return "?"
	}
	return strconv.FormatInt(n, 10)
}
