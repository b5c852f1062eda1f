package tt

import (
	"tawa/ir"
)

// operandDef returns the op that defines operand i of op if it is of that name, else nil.
func operandDef(op *ir.Operation, i int, name *ir.OpName) *ir.Operation {
	if def := op.Operand(i).Def(); def != nil && def.Is(name) {
		return def
	}
	return nil
}

// ofSplat makes an op on a splat the splat of its result type.
func ofSplat(name string, root *ir.OpName) ir.Pattern {
	return ir.Pattern{Name: name, Root: root, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		splat := operandDef(op, 0, Splat)
		if splat == nil {
			return false
		}
		r.ReplaceOp(op, Splat, splat.Operands(), op.ResultTypes())
		return true
	}}
}

func broadcastPatterns() []ir.Pattern {
	return []ir.Pattern{
		ofSplat("broadcast-of-splat", Broadcast),
		{Name: "broadcast-of-broadcast", Root: Broadcast, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			inner := operandDef(op, 0, Broadcast)
			if inner == nil {
				return false
			}
			r.ReplaceOp(op, Broadcast, inner.Operands(), op.ResultTypes())
			return true
		}},
	}
}

func expandDimsPatterns() []ir.Pattern {
	return []ir.Pattern{
		ofSplat("expand-dims-of-splat", ExpandDims),
		{Name: "expand-dims-of-broadcast", Root: ExpandDims, Match: expandBeforeBroadcast},
	}
}

// expandBeforeBroadcast exchanges expand_dims(broadcast(x)), so that less is expanded.
func expandBeforeBroadcast(op *ir.Operation, r ir.Rewriter) bool {
	inner := operandDef(op, 0, Broadcast)
	if inner == nil {
		return false
	}
	axis := ir.A("axis", op.Attr("axis"))
	st := &ir.OperationState{Name: ExpandDims, Operands: inner.Operands(), Attrs: []ir.NamedAttr{axis}}
	ts, err := inferExpandDims(st)
	if err != nil || TensorOf(ts[0]).Encoding != TensorOf(op.Result(0).Type()).Encoding {
		return false
	}
	narrow := r.Builder().Value(ExpandDims, inner.Operands(), ts, axis)
	r.ReplaceOp(op, Broadcast, []*ir.Value{narrow}, op.ResultTypes())
	return true
}

func reshapePatterns() []ir.Pattern {
	return []ir.Pattern{
		ofSplat("reshape-of-splat", Reshape),
		{Name: "reshape-of-reshape", Root: Reshape, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			inner := operandDef(op, 0, Reshape)
			if inner == nil || op.Attr("efficient_layout") != nil {
				return false
			}
			var attrs []ir.NamedAttr
			if op.Attr("allow_reorder") != nil || inner.Attr("allow_reorder") != nil {
				attrs = append(attrs, ir.A("allow_reorder", op.Context().Unit()))
			}
			r.ReplaceOp(op, Reshape, inner.Operands(), op.ResultTypes(), attrs...)
			return true
		}},
	}
}

func transPatterns() []ir.Pattern {
	return []ir.Pattern{
		ofSplat("trans-of-splat", Trans),
		{Name: "trans-of-trans", Root: Trans, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			inner := operandDef(op, 0, Trans)
			if inner == nil {
				return false
			}
			outer, first := op.Ints("order"), inner.Ints("order")
			order := make([]int64, len(outer))
			for i, d := range outer {
				order[i] = first[d]
			}
			r.ReplaceOp(op, Trans, inner.Operands(), op.ResultTypes(), ir.A("order", op.Context().I32Array(order...)))
			return true
		}},
	}
}

// constantMask returns the one truth value of a constant mask.
func constantMask(v *ir.Value) (mask, ok bool) {
	def := v.Def()
	if def == nil {
		return false, false
	}
	if def.Is(Splat) {
		return constantMask(def.Operand(0))
	}
	if !def.Has(ir.ConstantLike) {
		return false, false
	}
	n, ok := intSplat(def.Attr("value"))
	return n != 0, ok
}

func loadPatterns() []ir.Pattern {
	return []ir.Pattern{{Name: "load-with-constant-mask", Root: Load, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		mask := op.OptionalOperand(1)
		if mask == nil {
			return false
		}
		all, ok := constantMask(mask)
		switch {
		case !ok:
			return false
		case all:
			r.Modify(op, func() {
				op.SetOperands(op.Operands()[:1])
				op.SetAttr(ir.OperandSegmentSizes, op.Context().I32Array(1, 0, 0))
			})
			return true
		}
		other := op.OptionalOperand(2)
		if other == nil { // the result is undefined
			return false
		}
		r.Replace(op, other)
		return true
	}}}
}

func storePatterns() []ir.Pattern {
	return []ir.Pattern{{Name: "store-with-constant-mask", Root: Store, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		mask := op.OptionalOperand(2)
		if mask == nil {
			return false
		}
		all, ok := constantMask(mask)
		switch {
		case !ok:
			return false
		case all:
			r.Modify(op, func() { op.SetOperands(op.Operands()[:2]) })
		default:
			r.Erase(op)
		}
		return true
	}}}
}
