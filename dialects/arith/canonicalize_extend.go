package arith

import "tawa/ir"

// sameExtension returns the operands of two extensions of one kind and from one type.
func sameExtension(op *ir.Operation, ext *ir.OpName) (a, b *ir.Value) {
	l, r := definedBy(op.Operand(0), ext), definedBy(op.Operand(1), ext)
	if l == nil || r == nil || l.Operand(0).Type() != r.Operand(0).Type() {
		return nil, nil
	}
	return l.Operand(0), r.Operand(0)
}

// ofExtensions: a bitwise op on two extended values is extended itself.
func ofExtensions(root *ir.OpName) []ir.Pattern {
	var list []ir.Pattern
	for _, ext := range []*ir.OpName{ExtUI, ExtSI} {
		list = append(list, ir.Pattern{Name: root.String() + "-of-" + ext.String(), Root: root, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			a, b := sameExtension(op, ext)
			if a == nil {
				return false
			}
			narrow := r.Builder().Value(root, []*ir.Value{a, b}, []ir.Type{a.Type()})
			r.ReplaceOp(op, ext, []*ir.Value{narrow}, op.ResultTypes())
			return true
		}})
	}
	return list
}

// compareExtended: extended values compare as the values do.
var compareExtended = []ir.Pattern{
	{Name: "cmpi-of-extsi", Root: CmpI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		return compareNarrow(op, r, ExtSI, func(p int64) bool { return p < ULT })
	}},
	{Name: "cmpi-of-extui", Root: CmpI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		return compareNarrow(op, r, ExtUI, func(p int64) bool { return p == EQ || p == NE || p >= ULT })
	}},
}

func compareNarrow(op *ir.Operation, r ir.Rewriter, ext *ir.OpName, keeps func(int64) bool) bool {
	a, b := sameExtension(op, ext)
	if a == nil || !keeps(predicate(op)) {
		return false
	}
	r.ReplaceOp(op, CmpI, []*ir.Value{a, b}, op.ResultTypes(), ir.A("predicate", op.Attr("predicate")))
	return true
}

// truncExtended: of what was extended from fewer bits, a narrower extension is enough.
func truncExtended(ext *ir.OpName) ir.Pattern {
	return ir.Pattern{Name: "trunci-of-" + ext.String(), Root: TruncI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		d := definedBy(op.Operand(0), ext)
		if d == nil || width(ir.ElementType(d.Operand(0).Type())) >= width(ir.ElementType(op.Result(0).Type())) {
			return false
		}
		r.ReplaceOp(op, ext, d.Operands(), op.ResultTypes())
		return true
	}}
}

// truncOfShift: where the sign that was shifted in is cut off, zeros do as well. With zeros what is cut off need not be
// the sign of the rest, so nsw does not hold any more.
var truncOfShift = ir.Pattern{Name: "trunci-of-shrsi", Root: TruncI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	d := definedBy(op.Operand(0), ShRSI)
	if d == nil {
		return false
	}
	n, ok := splatInt(constantOf(d.Operand(1)))
	wide, narrow := width(ir.ElementType(d.Result(0).Type())), width(ir.ElementType(op.Result(0).Type()))
	if !ok || n < 0 || n > int64(wide-narrow) {
		return false
	}
	shifted := r.Builder().Value(ShRUI, d.Operands(), d.ResultTypes())
	r.ReplaceOp(op, TruncI, []*ir.Value{shifted}, op.ResultTypes(), ir.A("overflowFlags", Overflow(op.Context(), op.Attr("overflowFlags").(*FlagsAttr).Bits&^NoSignedWrap)))
	return true
}}

// castOfExtension: an index is made of the value before it was extended.
func castOfExtension(root, ext *ir.OpName) ir.Pattern {
	return ir.Pattern{Name: root.String() + "-of-" + ext.String(), Root: root, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		d := definedBy(op.Operand(0), ext)
		if d == nil {
			return false
		}
		r.ReplaceOp(op, root, d.Operands(), op.ResultTypes())
		return true
	}}
}

// negatedProduct: x + y·(-1) is x - y.
var negatedProduct = ir.Pattern{Name: "addi-of-negated", Root: AddI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	for i := range 2 {
		m := definedBy(op.Operand(1-i), MulI)
		if m != nil && isInt(constantOf(m.Operand(1)), -1) {
			r.ReplaceOp(op, SubI, []*ir.Value{op.Operand(i), m.Operand(0)}, op.ResultTypes())
			return true
		}
	}
	return false
}}

// differenceLess: (a - b) - a is 0 - b.
var differenceLess = ir.Pattern{Name: "subi-of-difference", Root: SubI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	d := definedBy(op.Operand(0), SubI)
	t := op.Result(0).Type()
	if d == nil || d.Operand(0) != op.Operand(1) || constantLike(t, 0) == nil {
		return false
	}
	r.ReplaceOp(op, SubI, []*ir.Value{Of(r.Builder(), IntAttr(t, 0)), d.Operand(1)}, op.ResultTypes())
	return true
}}

// lowHalf: where nobody asks for the upper half or the carry, a plain op is enough.
func lowHalf(root, plain *ir.OpName) ir.Pattern {
	return ir.Pattern{Name: root.String() + "-to-" + plain.String(), Root: root, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if !op.Result(1).Unused() || op.Result(0).Unused() {
			return false
		}
		b := r.Builder()
		low := b.Value(plain, op.Operands(), []ir.Type{op.Result(0).Type()})
		r.ReplaceUses(op.Result(0), low)
		r.Erase(op)
		return true
	}}
}

// ofNegated: two signs cancel out in a product or quotient.
func ofNegated(root *ir.OpName) ir.Pattern {
	return ir.Pattern{Name: root.String() + "-of-negf", Root: root, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		a, b := definedBy(op.Operand(0), NegF), definedBy(op.Operand(1), NegF)
		if a == nil || b == nil {
			return false
		}
		r.ReplaceOp(op, root, []*ir.Value{a.Operand(0), b.Operand(0)}, op.ResultTypes(), ir.A("fastmath", op.Attr("fastmath")))
		return true
	}}
}

// partOfSelect: inside a selection by a condition, an and (or an or) with it is decided.
//
//	select(p and q, select(p, a, b), c) is select(p and q, a, c)
//	select(p or q, c, select(p, a, b)) is select(p or q, c, b)
var partOfSelect = ir.Pattern{Name: "select-of-implied", Root: Select, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	for i, logic := range []*ir.OpName{AndI, OrI} {
		both, inner := definedBy(op.Operand(0), logic), definedBy(op.Operand(i+1), Select)
		if both == nil || inner == nil || !ir.I1.Ok(op.Operand(0).Type()) {
			continue
		}
		for _, part := range both.Operands() {
			if part == inner.Operand(0) {
				r.Modify(op, func() { op.SetOperand(i+1, inner.Operand(i+1)) })
				return true
			}
		}
	}
	return false
}}
