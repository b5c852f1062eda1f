package gpu

import "tawa/ir"

// barrierPatterns: of barriers with nothing between them one is enough.
var barrierPatterns = []ir.Pattern{{Name: "barrier-twice", Root: Barrier, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	if next := op.Next(); next == nil || !next.Is(Barrier) {
		return false
	}
	r.Erase(op)
	return true
}}}

// waitPatterns: waiting for a wait is waiting for what it waits for.
var waitPatterns = []ir.Pattern{
	{Name: "wait-for-wait", Root: Wait, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		for i, v := range op.Operands() {
			d := v.Def()
			if d == nil || !d.Is(Wait) {
				continue
			}
			rest := append(append(op.Operands()[:i:i], d.Operands()...), op.Operands()[i+1:]...)
			r.Modify(op, func() { op.SetOperands(rest) })
			return true
		}
		return false
	}},
	{Name: "wait-for-nothing", Root: Wait, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		switch {
		case op.NumResults() == 0 && op.NumOperands() == 0:
			r.Erase(op)
		case op.NumResults() == 1 && op.Result(0).Unused():
			r.Erase(op)
		case op.NumResults() == 1 && op.NumOperands() == 1:
			r.Replace(op, op.Operand(0))
		default:
			return false
		}
		return true
	}},
}

// memcpyPatterns: what is written into a buffer that nothing else reads need not be.
var memcpyPatterns = []ir.Pattern{{Name: "memcpy-to-itself", Root: Memcpy, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	n := op.NumOperands()
	if op.Operand(n-2) != op.Operand(n-1) || n > 3 {
		return false
	}
	switch {
	case n == 2 && op.NumResults() == 0:
		r.Erase(op)
	case n == 3 && op.NumResults() == 1:
		r.Replace(op, op.Operand(0))
	default:
		return false
	}
	return true
}}}
