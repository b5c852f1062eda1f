package ttg

import (
	"fmt"
	"math/bits"
	"slices"

	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/layout"
)

// fits checks the rank of a tensor and the warps that run op.
func fits(a Distributed, op *ir.Operation, shape []int64) error {
	if a.Rank() != len(shape) {
		return fmt.Errorf("has rank %d, but its encoding is of rank %d", len(shape), a.Rank())
	}
	n, declared := declaredNumWarps(op)
	if !declared {
		return nil
	}
	if a.NumWarps() != n {
		return fmt.Errorf("lies in %d warps, but %d warps run the op", a.NumWarps(), n)
	}
	if n := ThreadsPerWarp(op); a.NumThreads() != n {
		return fmt.Errorf("lies in %d threads of a warp, but a warp has %d", a.NumThreads(), n)
	}
	if n := NumCTAs(op); a.NumCTAs() != n {
		return fmt.Errorf("lies in %d CTAs, but a cluster has %d", a.NumCTAs(), n)
	}
	return nil
}

func memDescOf(v *ir.Value) *MemDescType { return v.Type().(*MemDescType) }

func verifyConvert(op *ir.Operation, r ir.Reporter) bool {
	from, to := tt.TensorOf(op.Operand(0).Type()), tt.TensorOf(op.Result(0).Type())
	if from.Elem != to.Elem {
		return r.Errorf("requires one element type, but has '%s' and '%s'", ir.TypeString(from.Elem), ir.TypeString(to.Elem))
	}
	if op.Attr("force_warp_shuffle") == nil {
		return true
	}
	a, errA := ToLinear(from.Shape, from.Encoding)
	b, errB := ToLinear(to.Shape, to.Encoding)
	if errA != nil || errB != nil {
		return true
	}
	for _, in := range []string{layout.Warp, layout.Block} {
		if !slices.EqualFunc(a.Bases(in), b.Bases(in), func(x, y []int) bool { return slices.Equal(x, y) }) {
			return r.Errorf("requires a conversion within each warp where force_warp_shuffle is said")
		}
	}
	return true
}

func verifyFp4ToFp(op *ir.Operation, r ir.Reporter) bool {
	from, to := tt.TensorOf(op.Operand(0).Type()), tt.TensorOf(op.Result(0).Type())
	axis, _ := op.IntAttr("axis")
	if axis < 0 || axis >= int64(len(from.Shape)) {
		return r.Errorf("axis %d is outside of [0, %d)", axis, len(from.Shape))
	}
	want := slices.Clone(from.Shape)
	want[axis] *= 2
	if ir.BitWidth(from.Elem) != 8 || !slices.Equal(want, to.Shape) {
		return r.Errorf("requires bytes and a result of twice the extent along axis %d, but goes from '%s' to '%s'",
			axis, ir.TypeString(from), ir.TypeString(to))
	}
	if _, linear := from.Encoding.(*LinearAttr); !linear || to.Encoding == nil {
		return true
	}
	a, errA := Unpacked(from.Shape, from.Encoding, int(axis))
	b, errB := ToLinear(to.Shape, to.Encoding)
	if errA == nil && errB == nil && !a.Equal(b) {
		return r.Errorf("requires a result in which a thread has the halves of its bytes next to each other, but goes from '%s' to '%s'",
			ir.TypeString(from), ir.TypeString(to))
	}
	return true
}

// Unpacked is the layout of what bytes of that shape and encoding hold, two values each: next to each other along
// axis, in one thread. Those of a blocked encoding make its blocks larger.
func Unpacked(shape []int64, encoding ir.Attribute, axis int) (layout.Layout, error) {
	if e, ok := encoding.(*BlockedAttr); ok && e.Rank() == len(shape) {
		wide, sizes := *e, slices.Clone(e.SizePerThread)
		sizes[axis] *= 2
		wide.Unique, wide.SizePerThread = ir.Unique{}, sizes
		shape = slices.Clone(shape)
		shape[axis] *= 2
		return wide.Linear(shape)
	}
	l, err := ToLinear(shape, encoding)
	if err != nil {
		return l, err
	}
	return layout.Identity1D(2, layout.Register, layout.Dim(axis)).Mul(l).TransposeOuts(l.OutDims()...), nil
}

func verifyMask(op *ir.Operation, r ir.Reporter) bool {
	b := op.Region(0).First()
	if b == nil || b.Terminator() == nil || !b.Terminator().Is(MaskReturn) {
		return r.Errorf("requires a region that ends with '%s'", MaskReturn)
	}
	if !slices.EqualFunc(b.Terminator().Operands(), op.Results(), func(a, b *ir.Value) bool { return a.Type() == b.Type() }) {
		return r.Errorf("requires its region to return (%s)", ir.TypeStrings(op.ResultTypes()))
	}
	return true
}

// VerifyContents checks that a tensor and a buffer have one shape and element type.
func VerifyContents(r ir.Reporter, t *ir.RankedTensorType, m *MemDescType) bool {
	if !slices.Equal(t.Shape, m.Shape) || t.Elem != m.Elem {
		return r.Errorf("requires a tensor and a buffer of one shape and element type, but has '%s' and '%s'", ir.TypeString(t), ir.TypeString(m))
	}
	return true
}

// VerifyMutable checks that a buffer may be written to.
func VerifyMutable(r ir.Reporter, m *MemDescType) bool {
	if !m.Mutable {
		return r.Errorf("can't write to '%s', which is not mutable", ir.TypeString(m))
	}
	return true
}

func verifyAlloc(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Result(0))
	if !slices.Equal(m.Shape, m.AllocShape) {
		return r.Errorf("the result must be the whole allocation, but it is '%s'", ir.TypeString(m))
	}
	if ir.IsInteger(m.Elem) && ir.BitWidth(m.Elem)%8 != 0 {
		return r.Errorf("element type bit width must be a multiple of 8, but the elements are '%s'", ir.TypeString(m.Elem))
	}
	if op.NumOperands() == 0 {
		if !m.Mutable {
			return r.Errorf("has no source, so that the result must be mutable")
		}
		return true
	}
	return VerifyContents(r, tt.TensorOf(op.Operand(0).Type()), m)
}

func verifyLocalLoad(op *ir.Operation, r ir.Reporter) bool {
	return VerifyContents(r, tt.TensorOf(op.Result(0).Type()), memDescOf(op.Operand(0)))
}

func verifyLocalStore(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Operand(1))
	return VerifyMutable(r, m) && VerifyContents(r, tt.TensorOf(op.Operand(0).Type()), m)
}

// verifyLocalGather checks gather, and scatter, whose values stand where gather has its result.
func verifyLocalGather(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Operand(0))
	var t *ir.RankedTensorType
	if op.Is(LocalScatter) || op.Is(LocalAtomicScatterRMW) {
		t = tt.TensorOf(op.NamedOperands("values")[0].Type())
		if !VerifyMutable(r, m) {
			return false
		}
		if !tt.NumberTensor.Ok(t) {
			return r.Errorf("requires values that are integers or floats, but they are '%s'", ir.TypeString(t))
		}
	} else {
		t = tt.TensorOf(op.Result(0).Type())
	}
	return VerifyIndices(op, r, m, t)
}

// VerifyIndices checks the operand 'indices' and the attribute 'axis' of an op that picks the elements t of a buffer.
func VerifyIndices(op *ir.Operation, r ir.Reporter, m *MemDescType, t *ir.RankedTensorType) bool {
	idx := tt.TensorOf(op.NamedOperands("indices")[0].Type())
	axis, _ := op.IntAttr("axis")
	switch {
	case axis < 0 || axis >= int64(len(m.Shape)):
		return r.Errorf("axis %d is outside of [0, %d)", axis, len(m.Shape))
	case !slices.Equal(idx.Shape, t.Shape) || idx.Encoding != t.Encoding:
		return r.Errorf("requires indices of the shape and encoding of '%s', but they are '%s'", ir.TypeString(t), ir.TypeString(idx))
	case t.Elem != m.Elem || len(t.Shape) != len(m.Shape):
		return r.Errorf("requires a tensor of the rank and element type of '%s', but it is '%s'", ir.TypeString(m), ir.TypeString(t))
	}
	return true
}

func verifyAsyncCopy(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Operand(1))
	src := tt.TensorOf(tt.ValueType(op.Operand(0).Type()))
	if src == nil {
		return r.Errorf("requires a tensor of pointers")
	}
	if len(op.OperandGroup(3)) > 0 && len(op.OperandGroup(2)) == 0 {
		return r.Errorf("has a value for masked elements, but no mask")
	}
	return VerifyMutable(r, m) && VerifyContents(r, src, m)
}

func verifyAsyncWait(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("num"); n < 0 {
		return r.Errorf("num must not be negative, but is %d", n)
	}
	return true
}

func verifyScratch(op *ir.Operation, r ir.Reporter) bool {
	bytes, _ := op.IntAttr("nbytes")
	align, _ := op.IntAttr("alignment")
	if bytes < 1 || !powerOfTwo(align) {
		return r.Errorf("requires a positive size and an alignment that is a power of two, but has %d and %d", bytes, align)
	}
	return true
}

// viewOf checks what all views share: the element type, the memory and the right to write.
func viewOf(r ir.Reporter, from, to *MemDescType) bool {
	switch {
	case from.Elem != to.Elem:
		return r.Errorf("requires one element type, but has '%s' and '%s'", ir.TypeString(from.Elem), ir.TypeString(to.Elem))
	case from.Space != to.Space || to.Mutable && !from.Mutable:
		return r.Errorf("requires a result in the same memory, and no more mutable than the source, but goes from '%s' to '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	return true
}

func verifyIndex(op *ir.Operation, r ir.Reporter) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Result(0))
	if !viewOf(r, from, to) {
		return false
	}
	if lead := len(from.Shape) - from.bufferRank(); lead > 0 && from.isPart() {
		return r.Errorf("requires whole buffers to choose from, but those of '%s' are parts", ir.TypeString(from))
	}
	want := from.Shape[1:]
	if len(from.Shape) == 1 { // an element of a row of scalars stays a row, of one
		want = []int64{1}
	}
	if !slices.Equal(want, to.Shape) {
		return r.Errorf("requires a result of one of the buffers in '%s', but it is '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	if !oneOf(from, to) {
		return r.Errorf("requires the encoding of the source, '%s', or what is left of it for one of the buffers, but the result has '%s'",
			ir.AttrString(from.Encoding), ir.AttrString(to.Encoding))
	}
	if !slices.Equal(to.Shape, to.AllocShape) {
		return r.Errorf("requires a result that counts as a buffer of its own, but it is a part of %s", dims(to.AllocShape))
	}
	return true
}

// oneOf reports whether to has the encoding of one of the buffers in from: where the encoding has a dimension that
// counts the buffers, that of one is another of its kind without it.
func oneOf(from, to *MemDescType) bool {
	a, ok := from.Encoding.(Shared)
	if from.Encoding == to.Encoding || !ok {
		return from.Encoding == to.Encoding
	}
	b, ok := to.Encoding.(Shared)
	return ok && a.AttrName() == b.AttrName() && a.Rank() == len(from.Shape) && b.Rank() == len(to.Shape)
}

func inferIndex(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
	m, ok := firstMemDesc(st)
	if !ok || len(m.Shape) < 2 {
		return nil, false
	}
	return []ir.Type{MemDescView(m.Shape[1:], m.Elem, m.Encoding, m.Space, m.Mutable, m.Shape[1:])}, true
}

func firstMemDesc(st *ir.OperationState) (*MemDescType, bool) {
	if len(st.Operands) == 0 {
		return nil, false
	}
	m, ok := st.Operands[0].Type().(*MemDescType)
	return m, ok
}

func verifySubslice(op *ir.Operation, r ir.Reporter) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Result(0))
	offsets := op.Ints("offsets")
	if !viewOf(r, from, to) {
		return false
	}
	if len(from.Shape) != len(to.Shape) || len(offsets) != len(to.Shape) || from.Encoding != to.Encoding {
		return r.Errorf("requires a result and offsets of the rank, and a result of the encoding, of '%s', but it is '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	buffers := 0 // dimensions that count buffers, of which any run is a part
	if enc, ok := from.Encoding.(Shared); ok {
		buffers = max(0, len(from.Shape)-enc.Rank())
	}
	if slices.Equal(from.Shape, to.Shape) {
		if slices.ContainsFunc(offsets, func(n int64) bool { return n != 0 }) {
			return r.Errorf("requires offsets of zero where the slice is the whole source")
		}
		return true
	}
	if n, want := numCTAs(from.Encoding), NumCTAs(op); n > 0 && n != want {
		return r.Errorf("can't take a part of a buffer that lies in %d CTAs where a cluster has %d", n, want)
	}
	if _, padded := from.Encoding.(*PaddedAttr); padded && buffers > 0 {
		return r.Errorf("can't take a part of rows of padded buffers")
	}
	if !wholeSwizzles(r, from, to) {
		return false
	}
	for d, at := range offsets {
		unaligned := d >= buffers && at%to.Shape[d] != 0
		if at < 0 || unaligned || at+to.Shape[d] > from.Shape[d] {
			return r.Errorf("the slice of %d at offset %d along dimension %d is no aligned part of %d", to.Shape[d], at, d, from.Shape[d])
		}
	}
	return true
}

// wholeSwizzles checks that a slice does not cut what the encoding permutes: a step from
// slice to slice must be a step in memory.
func wholeSwizzles(r ir.Reporter, from, to *MemDescType) bool {
	enc, ok := from.Encoding.(Shared)
	if !ok || enc.Rank() != len(from.Shape) {
		return true
	}
	l, err := enc.Linear(from.Shape)
	if err != nil {
		return true
	}
	inverse := l.PseudoInvert()
	for d, n := range to.Shape {
		for bit, step := range steps(inverse, layout.Dim(d)) {
			if int64(1)<<bit < n {
				continue
			}
			if step>>32 != 0 && !slices.Equal(from.AllocShape, to.AllocShape) {
				return r.Errorf("the slice of %d along dimension %d leaves CTAs out, so that it must count as a part of %s", n, d, dims(from.AllocShape))
			}
			if bits.OnesCount64(step) != 1 {
				return r.Errorf("the slice of %d along dimension %d cuts the swizzle of '%s'", n, d, ir.AttrString(from.Encoding))
			}
		}
	}
	return true
}

// steps are where the powers of two along a dimension lie: the offset, and above it the number of the CTA.
func steps(inverse layout.Layout, dim string) []uint64 {
	var out []uint64
	for _, offset := range inverse.Coords(dim, layout.Offset) {
		out = append(out, uint64(offset))
	}
	if inverse.HasOut(layout.Block) {
		for i, block := range inverse.Coords(dim, layout.Block) {
			out[i] |= uint64(block) << 32
		}
	}
	return out
}

func verifyTrans(op *ir.Operation, r ir.Reporter) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Result(0))
	order := op.Ints("order")
	if !viewOf(r, from, to) {
		return false
	}
	if !tt.IsPermutation(order, len(from.Shape)) {
		return r.Errorf("order must be a permutation of the %d dimensions", len(from.Shape))
	}
	if shape := permuted(from.Shape, order); !slices.Equal(shape, to.Shape) {
		return r.Errorf("requires a result of shape %s, but it has %s", dims(shape), dims(to.Shape))
	}
	return samePlaces(op, r, func(l layout.Layout) layout.Layout { return l.Permute(narrow(order)...) })
}

func permuted(vs, order []int64) []int64 {
	out := make([]int64, len(vs))
	for i, d := range order {
		out[i] = vs[d]
	}
	return out
}

// samePlaces checks that the result's encoding places elements as the source's does
// after f. Encodings of buffers that lead, or without a linear form, are not checked.
func samePlaces(op *ir.Operation, r ir.Reporter, f func(layout.Layout) layout.Layout) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Result(0))
	enc, ok := from.Encoding.(Shared)
	if !ok || enc.Rank() != len(from.Shape) {
		return true
	}
	a, err := ToLinear(from.Shape, from.Encoding)
	if err != nil {
		return true
	}
	if b, err := ToLinear(to.Shape, to.Encoding); err != nil || !f(a).Equal(b) {
		return r.Errorf("the encoding of the result, '%s', does not place the elements as that of the source, '%s', does",
			ir.AttrString(to.Encoding), ir.AttrString(from.Encoding))
	}
	return true
}

func verifyMemDescReshape(op *ir.Operation, r ir.Reporter) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Result(0))
	if !viewOf(r, from, to) {
		return false
	}
	if a, b := product(from.Shape), product(to.Shape); a != b {
		return r.Errorf("requires the number of elements to stay, but it goes from %d to %d", a, b)
	}
	return samePlaces(op, r, func(l layout.Layout) layout.Layout { return l.Reshape(to.Shape...) })
}

func inferTrans(c *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
	m, ok := firstMemDesc(st)
	order, isArray := st.Attr("order").(*ir.DenseArrayAttr)
	if !ok || !isArray || !tt.IsPermutation(order.Values, len(m.Shape)) {
		return nil, false
	}
	enc, ok := TransposeShared(m.Encoding, m.Shape, order.Values)
	if !ok {
		return nil, false
	}
	lead := m.AllocShape[:len(m.AllocShape)-len(m.Shape)]
	alloc := slices.Concat(lead, permuted(m.AllocShape[len(lead):], order.Values))
	return []ir.Type{MemDescView(permuted(m.Shape, order.Values), m.Elem, enc, m.Space, m.Mutable, alloc)}, true
}

// TransposeShared returns the encoding of a buffer of that shape seen with permuted dimensions.
func TransposeShared(enc ir.Attribute, shape, order []int64) (ir.Attribute, bool) {
	switch e := enc.(type) {
	case *SwizzledSharedAttr:
		if len(e.Order) != len(order) {
			return nil, false
		}
		fast := make([]int64, len(order))
		for i, d := range e.Order {
			fast[i] = int64(slices.Index(order, d))
		}
		t := swizzle{Vec: e.Vec, PerPhase: e.PerPhase, MaxPhase: e.MaxPhase, Order: fast, CGA: e.CGA.permute(order)}
		return ir.UniqueAttr(e.Context(), &SwizzledSharedAttr{swizzle: t}), true
	case *NVMMASharedAttr:
		n := len(order)
		flip := n >= 2 && order[n-1] == int64(n-2) && order[n-2] == int64(n-1)
		if !flip || !slices.IsSorted(order[:n-2]) {
			return nil, false
		}
		t := *e
		t.Unique, t.Transposed, t.CGA = ir.Unique{}, !e.Transposed, e.CGA.permute(order)
		return ir.UniqueAttr(e.Context(), &t), true
	}
	l, err := ToLinear(shape, enc)
	if err != nil {
		return nil, false
	}
	align := int64(16)
	if s, ok := enc.(*SharedLinearAttr); ok {
		align = s.Alignment
	}
	l = l.Permute(narrow(order)...)
	return ir.UniqueAttr(enc.Context(), &SharedLinearAttr{
		Offset: wide2(l.Bases(layout.Offset)), Block: wide2(l.Bases(layout.Block)), Alignment: align,
	}), true
}
