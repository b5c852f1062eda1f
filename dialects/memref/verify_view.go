package memref

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

func verifyCast(op *ir.Operation, r ir.Reporter) bool {
	if a, b := op.Operand(0).Type(), op.Result(0).Type(); !castable(a, b) {
		return r.Errorf("operand type '%s' and result type '%s' are cast incompatible", ir.TypeString(a), ir.TypeString(b))
	}
	return true
}

// castable reports whether a and b may be the same buffer.
func castable(a, b ir.Type) bool {
	if ir.ElementType(a) != ir.ElementType(b) || spaceOf(a) != spaceOf(b) {
		return false
	}
	x, okX := a.(*ir.MemRefType)
	y, okY := b.(*ir.MemRefType)
	if !okX || !okY {
		return okX || okY // not from unranked to unranked
	}
	if !agreeAll(x.Shape, y.Shape) {
		return false
	}
	if x.Layout == y.Layout {
		return true
	}
	s, okS := StridesOf(x)
	t, okT := StridesOf(y)
	return okS && okT && agree(s.Offset, t.Offset) && stridesAgree(s.Strides, t.Strides, x.Shape)
}

// stridesAgree leaves out dimensions of one element, whose stride says nothing.
func stridesAgree(a, b, shape []int64) bool {
	for i := range a {
		if shape[i] != 1 && !agree(a[i], b[i]) {
			return false
		}
	}
	return true
}

func spaceOf(t ir.Type) ir.Attribute {
	switch t := t.(type) {
	case *ir.MemRefType:
		return t.Space
	case *ir.UnrankedMemRefType:
		return t.Space
	}
	return nil
}

func verifyMemorySpaceCast(op *ir.Operation, r ir.Reporter) bool {
	a, b := op.Operand(0).Type(), op.Result(0).Type()
	if withSpace(a, spaceOf(b)) != b {
		return r.Errorf("operand type '%s' and result type '%s' are cast incompatible: only the memory space may differ", ir.TypeString(a), ir.TypeString(b))
	}
	return true
}

func withSpace(t ir.Type, space ir.Attribute) ir.Type {
	c := t.Context()
	if m, ok := t.(*ir.MemRefType); ok {
		return c.MemRef(m.Shape, m.Elem, m.Layout, space)
	}
	return c.UnrankedMemRef(ir.ElementType(t), space)
}

// lists returns the numbers of a view's offsets, sizes and strides.
func lists(op *ir.Operation) (offsets, sizes, strides []int64) {
	return op.Ints("static_offsets"), op.Ints("static_sizes"), op.Ints("static_strides")
}

func verifyReinterpretCast(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type(), op.Result(0).Type().(*ir.MemRefType)
	offsets, sizes, strides := lists(op)
	switch {
	case spaceOf(from) != to.Space:
		return r.Errorf("different memory spaces specified for source type '%s' and result memref type '%s'", ir.TypeString(from), ir.TypeString(to))
	case ir.ElementType(from) != to.Elem:
		return r.Errorf("different element types specified for source type '%s' and result memref type '%s'", ir.TypeString(from), ir.TypeString(to))
	case !builtin.VerifyMixed(r, "offset", op.OperandGroup(1), offsets, 1),
		!builtin.VerifyMixed(r, "size", op.OperandGroup(2), sizes, len(to.Shape)),
		!builtin.VerifyMixed(r, "stride", op.OperandGroup(3), strides, len(to.Shape)):
		return false
	}
	for i, n := range sizes {
		if !fits1(n, to.Shape[i]) {
			return r.Errorf("expected result type with size = %d instead of %d in dim = %d", n, to.Shape[i], i)
		}
	}
	layout, ok := StridesOf(to)
	if !ok {
		return r.Errorf("expected result type to have strided layout but found '%s'", ir.TypeString(to))
	}
	if !fits1(offsets[0], layout.Offset) {
		return r.Errorf("expected result type with offset = %s instead of %s", spell(offsets[0]), spell(layout.Offset))
	}
	for i, n := range strides {
		if !fits1(n, layout.Strides[i]) {
			return r.Errorf("expected result type with stride = %s instead of %s in dim = %d", spell(n), spell(layout.Strides[i]), i)
		}
	}
	return true
}

// fits1 reports whether what is known of a type says what is given.
func fits1(given, said int64) bool { return given == said || said == ir.Dynamic || given == ir.Dynamic }

func verifyReshape(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	if ir.ElementType(from) != ir.ElementType(to) {
		return r.Errorf("element types of source and destination memref types should be the same: '%s', '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	n := shapeOf(op.Operand(1))[0]
	shape, ranked := ir.ShapeOf(to)
	switch {
	case ranked && n == ir.Dynamic:
		return r.Errorf("cannot use shape operand with dynamic length to reshape to statically-ranked memref type")
	case ranked && n != int64(len(shape)):
		return r.Errorf("length of shape operand (%d) differs from the result's memref rank (%d)", n, len(shape))
	}
	return true
}

// SubViewType is the type of a part of t that keeps all dimensions, nil if t has no strides.
func SubViewType(t *ir.MemRefType, offsets, sizes, strides []int64) *ir.MemRefType {
	s, ok := StridesOf(t)
	if !ok {
		return nil
	}
	out := Strides{Strides: make([]int64, len(sizes)), Offset: s.Offset}
	for i := range sizes {
		out.Offset = add(out.Offset, mul(offsets[i], s.Strides[i]))
		out.Strides[i] = mul(s.Strides[i], strides[i])
	}
	return WithStrides(t, sizes, out)
}

func verifySubView(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	offsets, sizes, strides := lists(op)
	rank := len(from.Shape)
	switch {
	case from.Space != to.Space:
		return r.Errorf("different memory spaces specified for base memref type '%s' and subview memref type '%s'", ir.TypeString(from), ir.TypeString(to))
	case !builtin.VerifyMixed(r, "offset", op.OperandGroup(1), offsets, rank),
		!builtin.VerifyMixed(r, "size", op.OperandGroup(2), sizes, rank),
		!builtin.VerifyMixed(r, "stride", op.OperandGroup(3), strides, rank):
		return false
	}
	full := SubViewType(from, offsets, sizes, strides)
	if full == nil {
		return r.Errorf("base type '%s' is not strided", ir.TypeString(from))
	}
	if !reducedTo(full, to) {
		return r.Errorf("expected result type to be '%s' or a rank-reduced version, not '%s'", ir.TypeString(full), ir.TypeString(to))
	}
	return outOfBounds(r, from.Shape, offsets, sizes, strides)
}

// outOfBounds checks a part against the extents that are known.
func outOfBounds(r ir.Reporter, shape, offsets, sizes, strides []int64) bool {
	for i, n := range shape {
		if n == ir.Dynamic || offsets[i] == ir.Dynamic {
			continue
		}
		if offsets[i] < 0 || offsets[i] >= n && sizes[i] != 0 {
			return r.Errorf("offset %d is out-of-bounds: %d >= %d", i, offsets[i], n)
		}
		if sizes[i] == ir.Dynamic || strides[i] == ir.Dynamic || sizes[i] == 0 {
			continue
		}
		if last := offsets[i] + (sizes[i]-1)*strides[i]; last >= n {
			return r.Errorf("runs out-of-bounds along dimension %d: %d >= %d", i, last, n)
		}
	}
	return true
}

// reducedTo reports whether to is full with some dimensions of one element left out.
func reducedTo(full, to *ir.MemRefType) bool {
	if full.Elem != to.Elem {
		return false
	}
	a, _ := StridesOf(full)
	b, ok := StridesOf(to)
	if !ok || a.Offset != b.Offset {
		return false
	}
	return matchDims(full.Shape, a.Strides, to.Shape, b.Strides)
}

// matchDims drops dimensions of one element until shapes and strides are the same.
func matchDims(shape, strides, want, wantStrides []int64) bool {
	if len(shape) < len(want) {
		return false
	}
	if len(shape) == 0 {
		return true
	}
	if len(want) > 0 && shape[0] == want[0] && (strides[0] == wantStrides[0] || shape[0] == 1) && matchDims(shape[1:], strides[1:], want[1:], wantStrides[1:]) {
		return true
	}
	return shape[0] == 1 && matchDims(shape[1:], strides[1:], want, wantStrides)
}

func verifyView(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	switch {
	case to.Layout != nil:
		return r.Errorf("unsupported map for result memref type '%s'", ir.TypeString(to))
	case from.Layout != nil:
		return r.Errorf("unsupported map for base memref type '%s'", ir.TypeString(from))
	case from.Space != to.Space:
		return r.Errorf("different memory spaces specified for base memref type '%s' and view memref type '%s'", ir.TypeString(from), ir.TypeString(to))
	case builtin.CountDynamic(to.Shape) != op.NumOperands()-2:
		return r.Errorf("incorrect number of size operands (%d) for type '%s'", op.NumOperands()-2, ir.TypeString(to))
	}
	return true
}

func verifyTranspose(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	m, ok := builtin.ProjectionOf(op.Attr("permutation"))
	if !ok || m.Dims != len(from.Shape) || !m.Permutation() {
		return r.Errorf("expected a permutation map of the rank of '%s'", ir.TypeString(from))
	}
	want := TransposedType(from, m.Results)
	if want == nil || to.Elem != from.Elem || to.Space != from.Space || !sameLayout(want, to) {
		return r.Errorf("result type '%s' is not equivalent to the transposed one", ir.TypeString(to))
	}
	return true
}

// TransposedType is t with dimension i being perm[i] of before; nil if t has no strides.
func TransposedType(t *ir.MemRefType, perm []int64) *ir.MemRefType {
	s, ok := StridesOf(t)
	if !ok {
		return nil
	}
	shape, out := make([]int64, len(perm)), Strides{Strides: make([]int64, len(perm)), Offset: s.Offset}
	for i, p := range perm {
		shape[i], out.Strides[i] = t.Shape[p], s.Strides[p]
	}
	return WithStrides(t, shape, out)
}

// sameLayout compares shapes and, where the second has them, strides.
func sameLayout(a, b *ir.MemRefType) bool {
	s, _ := StridesOf(a)
	t, ok := StridesOf(b)
	return slices.Equal(a.Shape, b.Shape) && (!ok || s.Offset == t.Offset && slices.Equal(s.Strides, t.Strides))
}

func verifyExpandShape(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	if !verifyGroups(op, r, from, to) {
		return false
	}
	static := op.Ints("static_output_shape")
	if !builtin.VerifyMixed(r, "output shape", op.OperandGroup(1), static, len(to.Shape)) {
		return false
	}
	if !slices.Equal(static, to.Shape) {
		return r.Errorf("the output shape is not that of the result type '%s'", ir.TypeString(to))
	}
	return true
}

func verifyCollapseShape(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	return verifyGroups(op, r, to, from)
}

// verifyGroups checks a reassociation of the dimensions of the longer shape.
func verifyGroups(op *ir.Operation, r ir.Reporter, short, long *ir.MemRefType) bool {
	groups, _ := groupsOf(op.Attr("reassociation"))
	if len(short.Shape) > len(long.Shape) {
		return r.Errorf("has source rank %d and result rank %d, and this is not the one that it makes larger", len(short.Shape), len(long.Shape))
	}
	if len(groups) != len(short.Shape) {
		return r.Errorf("has %d groups of dimensions for rank %d", len(groups), len(short.Shape))
	}
	next := int64(0)
	for i, g := range groups {
		size := int64(1)
		for _, d := range g {
			if d != next || d >= int64(len(long.Shape)) {
				return r.Errorf("expected the groups to be the dimensions in order, but dimension %d is in group %d", d, i)
			}
			size, next = mul(size, long.Shape[d]), next+1
		}
		if !agree(size, short.Shape[i]) || (size == ir.Dynamic) != (short.Shape[i] == ir.Dynamic) {
			return r.Errorf("dimension %d of rank-%d type has the extent %s, but its group makes %s", i, len(short.Shape), spell(short.Shape[i]), spell(size))
		}
	}
	if next != int64(len(long.Shape)) {
		return r.Errorf("the groups leave out dimension %d", next)
	}
	if long.Elem != short.Elem || long.Space != short.Space {
		return r.Errorf("element types or memory spaces of '%s' and '%s' differ", ir.TypeString(short), ir.TypeString(long))
	}
	return true
}
