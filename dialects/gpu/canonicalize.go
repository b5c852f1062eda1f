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

// memcpyPatterns: a copy from a buffer to itself changes nothing, and nobody sees one into a new buffer that is only freed.
var memcpyPatterns = []ir.Pattern{
	{Name: "memcpy-to-itself", Root: Memcpy, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		n := op.NumOperands()
		return op.Operand(n-2) == op.Operand(n-1) && dropCopy(op, r)
	}},
	{Name: "memcpy-to-nobody", Root: Memcpy, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		to := op.Operand(op.NumOperands() - 2)
		if d := to.Def(); d == nil || !d.Is(Alloc, memrefAlloc) {
			return false
		}
		for user := range to.Users() {
			if user != op && !user.Is(Dealloc, memrefDealloc) {
				return false
			}
		}
		return dropCopy(op, r)
	}},
}

var memrefAlloc, memrefDealloc = ir.Op("memref.alloc"), ir.Op("memref.dealloc")

// dropCopy erases a copy; who waits for it waits for what it waited for, of which there must be one.
func dropCopy(op *ir.Operation, r ir.Rewriter) bool {
	switch n := op.NumOperands(); {
	case n == 2 && op.NumResults() == 0:
		r.Erase(op)
	case n == 3 && op.NumResults() == 1:
		r.Replace(op, op.Operand(0))
	default:
		return false
	}
	return true
}
