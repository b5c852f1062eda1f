package arith

import "tawa/ir"

// sumWithConstant returns the other operand of x + k, x - k or k - x, where the sum
// is sign·x + k.
func sumWithConstant(op *ir.Operation) (x *ir.Value, sign int, k ir.Attribute) {
	l, r := constantOf(op.Operand(0)), constantOf(op.Operand(1))
	switch {
	case op.Is(AddI) && r != nil && l == nil:
		return op.Operand(0), 1, r
	case op.Is(SubI) && r != nil && l == nil:
		return op.Operand(0), 1, combine(SubI, r.Context().Int(ir.ElementType(ir.TypeOfAttr(r)), 0), r)
	case op.Is(SubI) && l != nil && r == nil:
		return op.Operand(1), -1, l
	}
	return nil, 0, nil
}

// combine computes a op b of constants, either of which may be one number for all elements.
func combine(name *ir.OpName, a, b ir.Attribute) ir.Attribute {
	t := ir.TypeOfAttr(b)
	if _, shaped := ir.ShapeOf(t); shaped {
		if _, dense := a.(*ir.DenseElementsAttr); !dense {
			a = t.Context().Splat(t, a)
		}
	}
	return Elementwise(t, func(in []uint64) (uint64, bool) {
		switch name {
		case AddI:
			return in[0] + in[1], true
		case SubI:
			return in[0] - in[1], true
		}
		return in[0] * in[1], true
	}, a, b)
}

// addConstants collects the constants of two sums or differences in one.
func addConstants(root *ir.OpName) []ir.Pattern {
	return []ir.Pattern{{Name: root.String() + "-constants", Root: root, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		y, outer, k2 := sumWithConstant(op)
		if y == nil || k2 == nil || y.Def() == nil || !y.Def().Is(AddI, SubI) {
			return false
		}
		x, inner, k1 := sumWithConstant(y.Def())
		if x == nil || k1 == nil {
			return false
		}
		// outer·(inner·x + k1) + k2
		combiner := AddI
		if outer < 0 {
			combiner, k1, k2 = SubI, k2, k1
		}
		k := combine(combiner, k1, k2)
		if k == nil {
			return false
		}
		if op.Is(SubI) && y.Def().Is(SubI) && inner > 0 && outer > 0 {
			k = combine(SubI, k.Context().Int(ir.ElementType(ir.TypeOfAttr(k)), 0), k)
			r.ReplaceOp(op, SubI, []*ir.Value{x, Of(r.Builder(), k)}, op.ResultTypes())
			return true
		}
		c := Of(r.Builder(), k)
		if inner*outer > 0 {
			r.ReplaceOp(op, AddI, []*ir.Value{x, c}, op.ResultTypes())
		} else {
			r.ReplaceOp(op, SubI, []*ir.Value{c, x}, op.ResultTypes())
		}
		return true
	}}}
}

// mulConstants: (x · a) · b is x · (a · b).
var mulConstants = ir.Pattern{Name: "muli-constants", Root: MulI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	inner := definedBy(op.Operand(0), MulI)
	if inner == nil {
		return false
	}
	a, b := constantOf(inner.Operand(1)), constantOf(op.Operand(1))
	if a == nil || b == nil {
		return false
	}
	k := combine(MulI, a, b)
	if k == nil {
		return false
	}
	r.ReplaceOp(op, MulI, []*ir.Value{inner.Operand(0), Of(r.Builder(), k)}, op.ResultTypes())
	return true
}}

// notOfCompare: a comparison whose outcome is inverted is the inverted comparison.
var notOfCompare = ir.Pattern{Name: "not-of-compare", Root: XOrI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	cmp := definedBy(op.Operand(0), CmpI)
	if cmp == nil || !isInt(constantOf(op.Operand(1)), -1) {
		return false
	}
	p := op.Context().I64Attr(inverted[predicate(cmp)])
	r.ReplaceOp(op, CmpI, cmp.Operands(), op.ResultTypes(), ir.A("predicate", p))
	return true
}}

// signOfUnsigned: what was extended with zeros has no sign to extend.
var signOfUnsigned = ir.Pattern{Name: "extsi-of-extui", Root: ExtSI, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	inner := definedBy(op.Operand(0), ExtUI)
	if inner == nil {
		return false
	}
	r.ReplaceOp(op, ExtUI, inner.Operands(), op.ResultTypes())
	return true
}}

// notOf returns x if v is x with all bits inverted.
func notOf(v *ir.Value) *ir.Value {
	if x := definedBy(v, XOrI); x != nil && isInt(constantOf(x.Operand(1)), -1) {
		return x.Operand(0)
	}
	return nil
}

var selectPatterns = []ir.Pattern{
	{Name: "select-of-not", Root: Select, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		x := notOf(op.Operand(0))
		if x == nil {
			return false
		}
		r.ReplaceOp(op, Select, []*ir.Value{x, op.Operand(2), op.Operand(1)}, op.ResultTypes())
		return true
	}},
	{Name: "select-of-select", Root: Select, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		for i := 1; i <= 2; i++ {
			inner := definedBy(op.Operand(i), Select)
			if inner != nil && inner.Operand(0) == op.Operand(0) {
				r.Modify(op, func() { op.SetOperand(i, inner.Operand(i)) })
				return true
			}
		}
		return false
	}},
	{Name: "select-is-extension", Root: Select, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		cond, t := op.Operand(0), op.Result(0).Type()
		a, aok := splatInt(constantOf(op.Operand(1)))
		b, bok := splatInt(constantOf(op.Operand(2)))
		if !aok || !bok || BoolLike(t) != cond.Type() || ir.IsIndex(ir.ElementType(t)) {
			return false
		}
		switch {
		case t == cond.Type() && a == 0 && b == -1:
			r.ReplaceOp(op, XOrI, []*ir.Value{cond, Of(r.Builder(), IntAttr(t, -1))}, op.ResultTypes())
		case t != cond.Type() && a == 1 && b == 0:
			r.ReplaceOp(op, ExtUI, []*ir.Value{cond}, op.ResultTypes())
		default:
			return false
		}
		return true
	}},
}
