package tt

import (
	"math/bits"

	"tawa/ir"
)

func value(v *ir.Value) []ir.FoldResult        { return []ir.FoldResult{{Value: v}} }
func attribute(a ir.Attribute) []ir.FoldResult { return []ir.FoldResult{{Attr: a}} }

// splatOf returns a scalar constant, or the element that all of a tensor's equal; else nil.
func splatOf(a ir.Attribute) ir.Attribute {
	switch a := a.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr:
		return a
	case *ir.DenseElementsAttr:
		if v, ok := a.SplatValue(); ok {
			return v
		}
	}
	return nil
}

// intSplat returns a constant integer, or the integer that all elements of a tensor equal.
func intSplat(a ir.Attribute) (int64, bool) {
	i, ok := splatOf(a).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return i.Value, true
}

// retyped gives the elements of a constant to another type with as many elements,
// or with any number if they are all equal.
func retyped(a ir.Attribute, t ir.Type) []ir.FoldResult {
	d, ok := a.(*ir.DenseElementsAttr)
	if !ok {
		return nil
	}
	return attribute(ir.UniqueAttr(t.Context(), &ir.DenseElementsAttr{Type: t, Data: d.Data, Splat: d.Splat}))
}

func foldBitcast(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return value(op.Operand(0))
	}
	return nil
}

// foldFpToFp folds a cast to the same type, and of a constant that the result holds
// exactly: how others are rounded and saturated is the hardware's.
func foldFpToFp(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	t := op.Result(0).Type()
	if op.Operand(0).Type() == t {
		return value(op.Operand(0))
	}
	f, ok := splatOf(operands[0]).(*ir.FloatAttr)
	if !ok {
		return nil
	}
	to := t.Context().FloatAttr(ir.ElementType(t).(*ir.FloatType), f.Value())
	if to.Value() != f.Value() {
		return nil
	}
	if ir.IsTensor(t) {
		return attribute(t.Context().Splat(t, to))
	}
	return attribute(to)
}

func foldMulhi(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	t := op.Result(0).Type()
	width := ir.BitWidth(ir.ElementType(t))
	x, okX := splatOf(operands[0]).(*ir.IntegerAttr)
	y, okY := splatOf(operands[1]).(*ir.IntegerAttr)
	if !okX || !okY {
		return nil
	}
	hi, lo := bits.Mul64(ir.ScalarBits(x), ir.ScalarBits(y))
	if width < 64 {
		hi = lo >> width
	}
	product := t.Context().Int(ir.ElementType(t), int64(hi))
	if ir.IsTensor(t) {
		return attribute(t.Context().Splat(t, product))
	}
	return attribute(product)
}

func foldAddPtr(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	if v, ok := intSplat(operands[1]); ok && v == 0 {
		return value(op.Operand(0))
	}
	return nil
}

func foldAdvance(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	for _, offset := range operands[1:] {
		if v, ok := intSplat(offset); !ok || v != 0 {
			return nil
		}
	}
	return value(op.Operand(0))
}

func foldMakeRange(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	start, _ := op.IntAttr("start")
	if end, _ := op.IntAttr("end"); end != start+1 {
		return nil
	}
	return attribute(op.Context().Splat(op.Result(0).Type(), op.Context().I32Attr(start)))
}

func foldSplat(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	if v := splatOf(operands[0]); v != nil {
		return attribute(op.Context().Splat(op.Result(0).Type(), v))
	}
	return nil
}

func foldUnsplat(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	if def := op.Operand(0).Def(); def != nil && def.Is(Splat) && def.Operand(0).Type() == op.Result(0).Type() {
		return value(def.Operand(0))
	}
	if v := splatOf(operands[0]); v != nil {
		return attribute(v)
	}
	return nil
}

// foldShapeOfSplat gives a constant of equal elements the type of the result.
func foldShapeOfSplat(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	if splatOf(operands[0]) == nil {
		return nil
	}
	return retyped(operands[0], op.Result(0).Type())
}

func foldBroadcast(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return value(op.Operand(0))
	}
	return foldShapeOfSplat(op, operands)
}

func foldReshape(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() && op.Attr("allow_reorder") == nil {
		return value(op.Operand(0))
	}
	return retyped(operands[0], op.Result(0).Type())
}

func foldTrans(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	order := op.Ints("order")
	if isIdentity(order) && op.Operand(0).Type() == op.Result(0).Type() {
		return value(op.Operand(0))
	}
	d, ok := operands[0].(*ir.DenseElementsAttr)
	if !ok {
		return nil
	}
	if d.Splat {
		return retyped(d, op.Result(0).Type())
	}
	return attribute(permuted(d, TensorOf(op.Result(0).Type()), order))
}

func isIdentity(order []int64) bool {
	for i, v := range order {
		if v != int64(i) {
			return false
		}
	}
	return true
}

// permuted moves the elements of a constant as tt.trans does.
func permuted(d *ir.DenseElementsAttr, to *ir.RankedTensorType, order []int64) ir.Attribute {
	shape, _ := ir.ShapeOf(d.Type)
	strides := make([]int64, len(shape))
	for i, n := len(shape)-1, int64(1); i >= 0; i-- {
		strides[i] = n
		n *= shape[i]
	}
	out := make([]uint64, d.Len())
	for i := range out {
		from, rest := int64(0), int64(i)
		for dim := len(shape) - 1; dim >= 0; dim-- {
			from += rest % to.Shape[dim] * strides[order[dim]]
			rest /= to.Shape[dim]
		}
		out[i] = d.Bits(int(from))
	}
	return to.Context().DenseBits(to, out...)
}

// foldJoin undoes a split; foldSplit a join.
func foldJoin(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	a, b := op.Operand(0), op.Operand(1)
	def := a.Def()
	if def == nil || !def.Is(Split) || b.Def() != def || a.Index() != 0 || b.Index() != 1 {
		return nil
	}
	if def.Operand(0).Type() != op.Result(0).Type() {
		return nil
	}
	return value(def.Operand(0))
}

func foldSplit(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	def := op.Operand(0).Def()
	if def == nil || !def.Is(Join) || def.Operand(0).Type() != op.Result(0).Type() {
		return nil
	}
	return []ir.FoldResult{{Value: def.Operand(0)}, {Value: def.Operand(1)}}
}
