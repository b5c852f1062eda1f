package nvgpu

import "tawa/ir"

// constantBool returns the value of a constant i1.
func constantBool(v *ir.Value) (value, ok bool) {
	if v.Def() == nil || !v.Def().Has(ir.ConstantLike) {
		return false, false
	}
	i, ok := v.Def().IntAttr("value")
	return i != 0, ok
}

// alwaysUseC drops a useC that is true.
var alwaysUseC = ir.Pattern{
	Name: "always use C", Root: DotIssue,
	Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if op.NumOperands() < 4 {
			return false
		}
		if v, ok := constantBool(op.Operand(3)); !ok || !v {
			return false
		}
		r.Modify(op, func() { op.SetOperands(op.Operands()[:3]) })
		return true
	},
}

// constantPredicate drops a predicate that is true, and an arrival that never happens.
var constantPredicate = ir.Pattern{
	Name: "constant predicate", Root: MBarrierArrive,
	Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if op.NumOperands() < 2 {
			return false
		}
		v, ok := constantBool(op.Operand(1))
		switch {
		case !ok:
			return false
		case v:
			r.Modify(op, func() { op.SetOperands(op.Operands()[:1]) })
		default:
			r.Erase(op)
		}
		return true
	},
}
