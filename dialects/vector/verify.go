package vector

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

func str(t ir.Type) string { return ir.TypeString(t) }

// scalableAt reports whether a dimension is a multiple of vscale.
func scalableAt(v *ir.VectorType, i int) bool { return i < len(v.Scalable) && v.Scalable[i] }

func isScalable(v *ir.VectorType) bool { return slices.Contains(v.Scalable, true) }

// part is the type of v with the first n dimensions chosen: a vector, or an element.
func part(v *ir.VectorType, n int) ir.Type {
	if n >= len(v.Shape) {
		return v.Elem
	}
	var scalable []bool
	if len(v.Scalable) > n && slices.Contains(v.Scalable[n:], true) {
		scalable = v.Scalable[n:]
	}
	return v.Context().Vector(v.Shape[n:], scalable, v.Elem)
}

// fitsPart allows vectors without dimensions, or of one element, for an element.
func fitsPart(t, want ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return t == want || ok && v.Elem == want && ir.NumElements(v.Shape) == 1
}

func verifyBroadcast(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type(), vectorType(op.Result(0))
	if why := cannotBroadcast(from, to); why != "" {
		return r.Errorf("%s: '%s' to '%s'", why, str(from), str(to))
	}
	return true
}

func cannotBroadcast(from ir.Type, to *ir.VectorType) string {
	v, ok := from.(*ir.VectorType)
	switch {
	case ir.ElementType(from) != to.Elem:
		return "source and result have different element types"
	case !ok:
		return ""
	case len(v.Shape) > len(to.Shape):
		return "source rank higher than destination rank"
	}
	lead := len(to.Shape) - len(v.Shape)
	for i, n := range v.Shape {
		m := to.Shape[lead+i]
		if n != m && n != 1 || n == m && scalableAt(v, i) != scalableAt(to, lead+i) {
			return "dimension mismatch"
		}
	}
	return ""
}

// verifyPosition checks numbers and operands against the first dimensions of v.
func verifyPosition(op *ir.Operation, r ir.Reporter, v *ir.VectorType, dynamic int) bool {
	at := op.Ints("static_position")
	if n := builtin.CountDynamic(at); n != dynamic {
		return r.Errorf("mismatch between dynamic and static positions: %d operands for %d", dynamic, n)
	}
	if len(at) > len(v.Shape) {
		return r.Errorf("expected position attribute of rank no greater than vector rank, but has %d numbers for '%s'", len(at), str(v))
	}
	for i, n := range at {
		if n != ir.Dynamic && (n < -1 || n >= v.Shape[i]) {
			return r.Errorf("expected position attribute #%d to be a non-negative integer smaller than the corresponding vector dimension, or -1, but got %d", i+1, n)
		}
	}
	return true
}

func verifyExtract(op *ir.Operation, r ir.Reporter) bool {
	v := vectorType(op.Operand(0))
	if !verifyPosition(op, r, v, op.NumOperands()-1) {
		return false
	}
	if want := part(v, len(op.Ints("static_position"))); !fitsPart(op.Result(0).Type(), want) {
		return r.Errorf("inferred type(s) '%s' are incompatible with return type(s) of operation '%s'", str(want), str(op.Result(0).Type()))
	}
	return true
}

func verifyInsert(op *ir.Operation, r ir.Reporter) bool {
	v := vectorType(op.Operand(1))
	if !verifyPosition(op, r, v, op.NumOperands()-2) {
		return false
	}
	if want := part(v, len(op.Ints("static_position"))); !fitsPart(op.Operand(0).Type(), want) {
		return r.Errorf("expected a value of type '%s' at this position, but got '%s'", str(want), str(op.Operand(0).Type()))
	}
	return true
}

func verifyFromElements(op *ir.Operation, r ir.Reporter) bool {
	v := vectorType(op.Result(0))
	if n := ir.NumElements(v.Shape); n != int64(op.NumOperands()) || isScalable(v) {
		return r.Errorf("number of elements of '%s' is not that of the operands, %d", str(v), op.NumOperands())
	}
	return true
}

func inferToElements(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
	v, ok := st.Operands[0].Type().(*ir.VectorType)
	if !ok {
		return nil, false
	}
	ts := make([]ir.Type, ir.NumElements(v.Shape))
	for i := range ts {
		ts[i] = v.Elem
	}
	return ts, true
}

func verifyToElements(op *ir.Operation, r ir.Reporter) bool {
	v := vectorType(op.Operand(0))
	if n := ir.NumElements(v.Shape); n != int64(op.NumResults()) || isScalable(v) {
		return r.Errorf("has %d results for the elements of '%s'", op.NumResults(), str(v))
	}
	return true
}

func verifyStep(op *ir.Operation, r ir.Reporter) bool {
	if v := vectorType(op.Result(0)); len(v.Shape) != 1 {
		return r.Errorf("gives a vector of one dimension, not '%s'", str(v))
	}
	return true
}

func verifyPrint(op *ir.Operation, r ir.Reporter) bool {
	if op.NumOperands() > 0 && op.Attr("stringLiteral") != nil {
		return r.Errorf("prints a value or a text, not both")
	}
	return true
}

func verifyExtractStridedSlice(op *ir.Operation, r ir.Reporter) bool {
	v := vectorType(op.Operand(0))
	offsets, _ := numbersOf(op.Attr("offsets"))
	sizes, _ := numbersOf(op.Attr("sizes"))
	strides, _ := numbersOf(op.Attr("strides"))
	if len(offsets) != len(sizes) || len(offsets) != len(strides) {
		return r.Errorf("expected offsets, sizes and strides attributes of same size")
	}
	if len(offsets) > len(v.Shape) {
		return r.Errorf("expected offsets attribute of rank no greater than vector rank")
	}
	shape := slices.Clone(v.Shape)
	for i, n := range offsets {
		if strides[i] != 1 {
			return r.Errorf("expected strides to be 1, but got %d", strides[i])
		}
		if n < 0 || n >= v.Shape[i] || sizes[i] < 1 || n+sizes[i] > v.Shape[i] {
			return r.Errorf("expected the slice to lie in dimension %d of '%s', but it is %d elements from %d on", i, str(v), sizes[i], n)
		}
		shape[i] = sizes[i]
	}
	if to := vectorType(op.Result(0)); to.Elem != v.Elem || !slices.Equal(to.Shape, shape) {
		return r.Errorf("expected result type to be '%s'", str(v.Context().Vector(shape, v.Scalable, v.Elem)))
	}
	return true
}

func verifyInsertStridedSlice(op *ir.Operation, r ir.Reporter) bool {
	src, dst := vectorType(op.Operand(0)), vectorType(op.Operand(1))
	offsets, _ := numbersOf(op.Attr("offsets"))
	strides, _ := numbersOf(op.Attr("strides"))
	switch {
	case len(offsets) != len(dst.Shape):
		return r.Errorf("expected offsets of same size as destination vector rank")
	case len(strides) != len(src.Shape):
		return r.Errorf("expected strides of same size as source vector rank")
	case len(src.Shape) > len(dst.Shape):
		return r.Errorf("expected source rank to be no greater than destination rank")
	case src.Elem != dst.Elem:
		return r.Errorf("expected source and destination of one element type, not '%s' and '%s'", str(src), str(dst))
	}
	lead := len(dst.Shape) - len(src.Shape)
	for i, n := range offsets {
		size := int64(1)
		if i >= lead {
			size = src.Shape[i-lead]
			if strides[i-lead] != 1 {
				return r.Errorf("expected strides to be 1, but got %d", strides[i-lead])
			}
		}
		if n < 0 || n+size > dst.Shape[i] {
			return r.Errorf("expected the slice to lie in dimension %d of '%s', but it is %d elements from %d on", i, str(dst), size, n)
		}
	}
	return true
}

// verifyScalable checks a part of fixed length of the operand number whole.
func verifyScalable(whole int) func(*ir.Operation, ir.Reporter) bool {
	return func(op *ir.Operation, r ir.Reporter) bool {
		all, some := vectorType(op.Operand(whole)), vectorType(op.Result(0))
		if whole == 1 {
			some = vectorType(op.Operand(0))
		}
		at, _ := op.IntAttr("pos")
		if len(all.Shape) != 1 || len(some.Shape) != 1 || !isScalable(all) || all.Elem != some.Elem {
			return r.Errorf("takes a scalable vector and a part of one dimension and the same element type, not '%s' and '%s'", str(all), str(some))
		}
		if at%some.Shape[0] != 0 {
			return r.Errorf("position %d is not a multiple of the part's length, %d", at, some.Shape[0])
		}
		return true
	}
}

func verifyBitCast(op *ir.Operation, r ir.Reporter) bool {
	a, b := vectorType(op.Operand(0)), vectorType(op.Result(0))
	if len(a.Shape) != len(b.Shape) {
		return r.Errorf("failed to verify that all of {source, result} have same rank")
	}
	for i := range len(a.Shape) - 1 {
		if a.Shape[i] != b.Shape[i] {
			return r.Errorf("dimension size mismatch at: %d", i)
		}
	}
	if bits(a) != bits(b) {
		return r.Errorf("source/result bitwidth of the minor 1-D vectors must be equal: %d and %d bits", bits(a), bits(b))
	}
	return true
}

// bits is the width of the innermost row.
func bits(v *ir.VectorType) int64 {
	n := int64(width(v.Elem))
	if len(v.Shape) > 0 {
		n *= v.Shape[len(v.Shape)-1]
	}
	return n
}

func width(t ir.Type) int {
	if ir.IsIndex(t) {
		return 64
	}
	return ir.BitWidth(t)
}

func verifyShapeCast(op *ir.Operation, r ir.Reporter) bool {
	a, b := vectorType(op.Operand(0)), vectorType(op.Result(0))
	switch {
	case a.Elem != b.Elem:
		return r.Errorf("has different source and result element types: '%s' and '%s'", str(a), str(b))
	case ir.NumElements(a.Shape) != ir.NumElements(b.Shape):
		return r.Errorf("has different source and result element counts: '%s' and '%s'", str(a), str(b))
	case countScalable(a) != countScalable(b):
		return r.Errorf("has different source and result scalable dimensions: '%s' and '%s'", str(a), str(b))
	}
	return true
}

func countScalable(v *ir.VectorType) (n int) {
	for _, s := range v.Scalable {
		if s {
			n++
		}
	}
	return n
}

func verifyTypeCast(op *ir.Operation, r ir.Reporter) bool {
	a, b := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	v, ok := b.Elem.(*ir.VectorType)
	if !ok || len(b.Shape) != 0 || v.Elem != a.Elem || !slices.Equal(v.Shape, a.Shape) || a.Space != b.Space || a.Layout != nil {
		return r.Errorf("gives a buffer of one vector with the shape and element type of '%s', not '%s'", str(a), str(b))
	}
	return true
}

func isPermutation(p []int64) bool {
	sorted := slices.Sorted(slices.Values(p))
	for i, v := range sorted {
		if v != int64(i) {
			return false
		}
	}
	return true
}

func verifyTranspose(op *ir.Operation, r ir.Reporter) bool {
	a, b, perm := vectorType(op.Operand(0)), vectorType(op.Result(0)), op.Ints("permutation")
	if len(a.Shape) != len(b.Shape) || len(perm) != len(a.Shape) {
		return r.Errorf("vector result rank mismatch or transposition length mismatch: '%s', '%s' and %d", str(a), str(b), len(perm))
	}
	if !isPermutation(perm) {
		return r.Errorf("the permutation has a number twice or out of range")
	}
	for i, p := range perm {
		if b.Shape[i] != a.Shape[p] || scalableAt(b, i) != scalableAt(a, int(p)) || a.Elem != b.Elem {
			return r.Errorf("dimension size mismatch: '%s' is not '%s' transposed", str(b), str(a))
		}
	}
	return true
}

func inferShuffle(c *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
	v, ok := st.Operands[0].Type().(*ir.VectorType)
	mask, given := st.Attr("mask").(*ir.DenseArrayAttr)
	if !ok || !given {
		return nil, false
	}
	shape := []int64{int64(len(mask.Values))}
	if len(v.Shape) > 0 {
		shape = append(shape, v.Shape[1:]...)
	}
	return []ir.Type{c.Vector(shape, nil, v.Elem)}, true
}

func verifyShuffle(op *ir.Operation, r ir.Reporter) bool {
	a, b, to := vectorType(op.Operand(0)), vectorType(op.Operand(1)), vectorType(op.Result(0))
	mask := op.Ints("mask")
	switch {
	case isScalable(a), isScalable(b):
		return r.Errorf("takes no scalable vectors")
	case len(a.Shape) != len(b.Shape) || a.Elem != b.Elem || len(a.Shape) > 1 && !slices.Equal(a.Shape[1:], b.Shape[1:]):
		return r.Errorf("rank or trailing dimensions mismatch: '%s' and '%s'", str(a), str(b))
	case to.Elem != a.Elem || to.Shape[0] != int64(len(mask)):
		return r.Errorf("mask length mismatch: %d for '%s'", len(mask), str(to))
	}
	n := leading(a) + leading(b)
	for i, m := range mask {
		if m < -1 || m >= n {
			return r.Errorf("mask index #%d out of range: %d of %d", i+1, m, n)
		}
	}
	return true
}

// leading is the number of parts that a shuffle takes of v.
func leading(v *ir.VectorType) int64 {
	if len(v.Shape) == 0 {
		return 1
	}
	return v.Shape[0]
}

func verifyInterleave(op *ir.Operation, r ir.Reporter) bool {
	a, b := vectorType(op.Operand(0)), vectorType(op.Result(0))
	if !twice(a, b) {
		return r.Errorf("gives a vector twice as long as '%s', not '%s'", str(a), str(b))
	}
	return true
}

func verifyDeinterleave(op *ir.Operation, r ir.Reporter) bool {
	a, b := vectorType(op.Operand(0)), vectorType(op.Result(0))
	if !twice(b, a) {
		return r.Errorf("gives vectors half as long as '%s', not '%s'", str(a), str(b))
	}
	return true
}

// twice reports whether b is a with twice as many elements in the last dimension.
func twice(a, b *ir.VectorType) bool {
	if len(b.Shape) == 0 || a.Elem != b.Elem {
		return false
	}
	shape := slices.Clone(a.Shape)
	if len(shape) == 0 {
		shape = []int64{1}
	}
	shape[len(shape)-1] *= 2
	return slices.Equal(shape, b.Shape)
}
