package axis

import (
	"tawa/dialects/builtin"
	"tawa/dialects/scf"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// AnalyzeCluster looks at a kernel whose programs run in clusters of n, a power of two, along x. What Info says of the
// elements of a tensor it says here of a scalar in the programs of a cluster, the one with the lowest number first: the
// number of the program is a run of n that begins at a multiple of n, what all compute alike is constant. Loops are
// compared iteration by iteration. That n divides the number of programs along x is taken for granted.
//
// What is known of tensors is as Analyze knows it, but says nothing of other programs.
func AnalyzeCluster(fn *ir.Operation, n int64) *Analysis { return analyze(fn, n) }

// Same reports whether a scalar is the same in all programs of a cluster.
func (a *Analysis) Same(v *ir.Value) bool { return !ir.IsTensor(v.Type()) && a.same(a.Of(v)) }

func (a *Analysis) same(i Info) bool { return i.Const[0] >= a.ranks }

// Together reports whether all programs of a cluster take the same way through a loop or a branch, as often.
func (a *Analysis) Together(op *ir.Operation) bool {
	if loop, ok := builtin.LoopLike.Of(op); ok && loop.InductionVar(op) != nil {
		return a.sameTrips(loop.Bounds(op))
	}
	return op.NumRegions() == 0 || op.Is(scf.If) && a.Same(op.Operand(0))
}

// sameTrips compares how often the programs run a counted loop. Where the counters run side by side from a multiple of
// n on, in steps of multiples, to a multiple, either all are below it or none is.
func (a *Analysis) sameTrips(lower, upper, step *ir.Value) bool {
	from, to, by := a.Of(lower), a.Of(upper), a.Of(step)
	if !a.same(to) || !a.same(by) {
		return false
	}
	return a.same(from) || from.Contig[0] >= a.ranks && min(from.Div[0], to.Div[0], by.Div[0]) >= a.ranks
}

// programID is the number of the program: along x the programs of a cluster have successive ones.
func programID(a *Analysis, op *ir.Operation) Info {
	if axis, _ := op.IntAttr("axis"); axis == 0 {
		return Info{[]int64{a.ranks}, []int64{a.ranks}, []int64{1}}
	}
	return a.uniform(op.Result(0).Type(), 1)
}

// numPrograms is the size of the grid, of which clusters are a part.
func numPrograms(a *Analysis, op *ir.Operation) Info {
	if axis, _ := op.IntAttr("axis"); axis == 0 {
		return a.uniform(op.Result(0).Type(), a.ranks)
	}
	return a.uniform(op.Result(0).Type(), 1)
}

// sameInAll is a scalar computed by an op without a rule: the same if all that it is computed from is.
func (a *Analysis) sameInAll(op *ir.Operation, r *ir.Value) Info {
	if !op.IsPure() || op.NumRegions() > 0 {
		return a.unknown(r.Type())
	}
	for _, v := range op.Operands() {
		if !a.Same(v) {
			return a.unknown(r.Type())
		}
	}
	return a.uniform(r.Type(), 1)
}

// argument is an argument of a kernel: all programs get the same.
func (a *Analysis) argument(v *ir.Value) Info {
	if ir.IsTensor(v.Type()) {
		return a.unknown(v.Type())
	}
	return a.uniform(v.Type(), multiple(v))
}

// entering is an argument of a region that no control flow is known of; that of a role is what it captures.
func (a *Analysis) entering(v *ir.Value) Info {
	if outer := ttg.TraceCapture(v); outer != v && a.ranks > 1 {
		return a.Of(outer)
	}
	return a.unknown(v.Type())
}
