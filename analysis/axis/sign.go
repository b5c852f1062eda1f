package axis

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/llvm"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// maxSteps bounds how far back nonNegative looks.
const maxSteps = 8

// nonNegative reports whether v is computed, in at most depth steps, of numbers that
// are not negative. Signed division rounds towards zero, so that runs below zero
// come apart. Overflow is no concern: what indexes memory has none.
func nonNegative(v *ir.Value, depth int) bool {
	op := v.Def()
	if depth == 0 {
		return false
	}
	if op == nil {
		return counts(v, depth) || assumed(v, isNonNegative)
	}
	all := func(vs ...*ir.Value) bool {
		for _, x := range vs {
			if !nonNegative(x, depth-1) {
				return false
			}
		}
		return true
	}
	switch op.Name() {
	case tt.GetProgramId, tt.GetNumPrograms:
		return true
	case tt.MakeRange:
		start, _ := op.IntAttr("start")
		return start >= 0
	case arith.Constant:
		n, ok := op.IntAttr("value")
		return ok && n >= 0
	case arith.AddI, arith.MulI, arith.DivSI, arith.MinSI, arith.ExtSI, tt.Splat, tt.Broadcast, tt.ExpandDims:
		return all(op.Operands()...)
	case arith.RemSI, arith.DivUI: // the sign is that of the dividend; no more than the dividend
		return all(op.Operand(0))
	case arith.RemUI: // less than the divisor
		return all(op.Operand(1))
	case arith.Select:
		return all(op.Operand(1), op.Operand(2))
	}
	return assumed(v, isNonNegative)
}

// counts reports whether v is the counter of a loop that begins with a number that is not negative.
func counts(v *ir.Value, depth int) bool {
	op := v.ArgBlock().Parent()
	loop, ok := builtin.LoopLike.Of(op)
	if !ok || loop.InductionVar(op) != v {
		return false
	}
	lower, _, _ := loop.Bounds(op)
	return nonNegative(lower, depth-1)
}

// assumed reports whether every program says of v, by llvm.intr.assume, what a condition on it means.
func assumed(v *ir.Value, means func(v *ir.Value, cmp *ir.Operation) bool) bool {
	for cmp := range v.Users() {
		if !cmp.Is(arith.CmpI) || !means(v, cmp) {
			continue
		}
		for user := range cmp.Result(0).Users() {
			if user.Is(llvm.Assume) && everywhere(user) {
				return true
			}
		}
	}
	return false
}

// everywhere reports whether every program runs op: it stands at the top of the function, or of the part that the roles' part is.
func everywhere(op *ir.Operation) bool {
	p := op.Parent()
	if p.Is(ttg.WarpSpecialize) {
		op, p = p, p.Parent()
	}
	return p.Has(ir.FunctionLike) && op.Block() == p.Region(0).First()
}

// isNonNegative recognises v ≥ n and v > n − 1 with n ≥ 0.
func isNonNegative(v *ir.Value, cmp *ir.Operation) bool {
	n, ok := number(cmp.Operand(1))
	pred, _ := cmp.IntAttr("predicate")
	return ok && cmp.Operand(0) == v && (pred == arith.SGE && n >= 0 || pred == arith.SGT && n >= -1)
}

// multiple is the power of two by which the kernel assumes that v is divisible, v mod n = 0.
func multiple(v *ir.Value) int64 {
	most := int64(1)
	for rem := range v.Users() {
		if !rem.Is(arith.RemSI, arith.RemUI) || rem.Operand(0) != v {
			continue
		}
		n, ok := number(rem.Operand(1))
		if ok && n > 0 && assumed(rem.Result(0), isZero) {
			most = max(most, pow2(n))
		}
	}
	return most
}

func isZero(v *ir.Value, cmp *ir.Operation) bool {
	n, ok := number(cmp.Operand(1))
	pred, _ := cmp.IntAttr("predicate")
	return ok && n == 0 && cmp.Operand(0) == v && pred == arith.EQ
}
