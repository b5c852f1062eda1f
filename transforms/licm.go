package transforms

import (
	"tawa/dialects/builtin"
	"tawa/ir"
	"tawa/pass"
)

// LICM moves ops out of loops that compute the same in each iteration and do nothing
// else: those without effects, whose operands come from outside the loop. A loop may run no
// iteration, so a division stays where its divisor may be zero. An op in a
// nested region of the body is not looked at, for it may never run.
type LICM struct {
	Hoisted pass.Statistic `stat:"num-hoisted" help:"ops moved out of a loop"`
}

// Info names the pass.
func (*LICM) Info() pass.Info {
	return pass.Info{
		Name:        "loop-invariant-code-motion",
		Summary:     "hoist ops out of loops that compute the same in each iteration",
		Description: "Works on every op that is a loop, inner loops first, so that an op leaves all loops that it can.",
	}
}

// Run works on the loops inside root.
func (p *LICM) Run(root *ir.Operation, st *pass.State) bool {
	root.WalkPost(func(op *ir.Operation) {
		_, ok := builtin.LoopLike.Of(op)
		if !ok && !op.Has(ir.Loop) || op == root {
			return
		}
		hoisted := 0
		for _, r := range op.Regions() {
			hoisted += hoist(op, r)
		}
		if hoisted > 0 {
			p.Hoisted.Add(hoisted)
			st.Passedf(op, "hoisted %d ops out of the loop", hoisted)
		}
	})
	st.Preserve(Dominators)
	return true
}

// hoist moves what it can before the loop; an op that moved may let its users follow.
func hoist(loop *ir.Operation, r *ir.Region) (n int) {
	for b := range r.Blocks() {
		for op := range b.Ops() {
			if !op.Has(ir.Terminator) && invariant(op, loop) && builtin.MayRunAnywhere(op) {
				op.MoveBefore(loop)
				n++
			}
		}
	}
	return n
}

// invariant reports whether everything that op uses, also inside, is defined outside the loop or in op.
func invariant(op, loop *ir.Operation) bool {
	ok := true
	op.Walk(func(inner *ir.Operation) bool {
		for _, v := range inner.Operands() {
			if r := v.Region(); isWithin(r, loop) && !isWithin(r, op) {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// isWithin reports whether a region is one of op's or nested in one.
func isWithin(r *ir.Region, op *ir.Operation) bool {
	for ; r != nil; r = r.Owner().Block().Region() {
		if r.Owner() == op {
			return true
		}
		if r.Owner() == nil || r.Owner().Block() == nil {
			return false
		}
	}
	return false
}
