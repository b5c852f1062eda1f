package scf

import (
	"slices"

	"tawa/ir"
)

var parallelPatterns = []ir.Pattern{
	{Name: "parallel-trips", Root: Parallel, Match: simplifyParallelTrips},
	{Name: "parallel-nested", Root: Parallel, Match: mergeNestedParallel},
}

// simplifyParallelTrips removes a loop without iterations, and the dimensions that have a single one.
func simplifyParallelTrips(op *ir.Operation, r ir.Rewriter) bool {
	lower, upper, step, inits := op.OperandGroup(0), op.OperandGroup(1), op.OperandGroup(2), op.OperandGroup(3)
	once := make([]bool, len(lower))
	for i := range lower {
		n, ok := trips(lower[i], upper[i], step[i], false)
		if ok && n == 0 {
			r.Replace(op, inits...)
			return true
		}
		once[i] = ok && n == 1
	}
	body := op.Region(0).First()
	switch count(once) {
	case 0:
		return false
	case len(once):
		inlineParallel(op, body, r, lower, inits)
		return true
	}
	for i := len(once) - 1; i >= 0; i-- {
		if once[i] {
			r.ReplaceUses(body.Arg(i), lower[i])
			body.EraseArg(i)
		}
	}
	rebuildParallel(op, r, op.Region(0), [3][]*ir.Value{without(lower, once), without(upper, once), without(step, once)}, inits)
	return true
}

// inlineParallel replaces a loop of one iteration by its body and one step of each reduction.
func inlineParallel(op *ir.Operation, body *ir.Block, r ir.Rewriter, at, inits []*ir.Value) {
	reduce := body.Terminator()
	r.InlineBefore(body, op, at...)
	results := make([]*ir.Value, len(inits))
	for i, region := range reduce.Regions() {
		step := region.First()
		end := step.Terminator()
		r.InlineBefore(step, reduce, inits[i], reduce.Operand(i))
		results[i] = end.Operand(0)
		r.Erase(end)
	}
	r.Erase(reduce)
	r.Replace(op, results...)
}

// rebuildParallel makes op anew with these bounds and steps and with the body of a region.
func rebuildParallel(op *ir.Operation, r ir.Rewriter, body *ir.Region, bounds [3][]*ir.Value, inits []*ir.Value) {
	n := len(bounds[0])
	st := &ir.OperationState{Name: Parallel, Loc: op.Loc, Attrs: op.Discardable(), Results: op.ResultTypes(),
		Operands: slices.Concat(bounds[0], bounds[1], bounds[2], inits), SegmentSizes: []int{n, n, n, len(inits)}}
	st.NewRegion().TakeBlocks(body)
	r.Replace(op, r.Builder().CreateState(st).Results()...)
}

// mergeNestedParallel makes one loop of two, if nothing but the inner one is in the outer one and its bounds are known outside.
func mergeNestedParallel(op *ir.Operation, r ir.Rewriter) bool {
	body := op.Region(0).First()
	inner := body.First()
	if !inner.Is(Parallel) || inner.Next() != body.Terminator() || op.NumResults()+inner.NumResults() > 0 ||
		len(op.Discardable())+len(inner.Discardable()) > 0 {
		return false
	}
	for _, v := range inner.Operands() {
		if inside(v, op) {
			return false
		}
	}
	into := inner.Region(0).First()
	for i, a := range body.Args() {
		to := into.InsertArg(i, a.Type(), a.Loc())
		to.SetName(a.Name())
		r.ReplaceUses(a, to)
	}
	var bounds [3][]*ir.Value
	for i := range bounds {
		bounds[i] = append(op.OperandGroup(i), inner.OperandGroup(i)...)
	}
	rebuildParallel(op, r, inner.Region(0), bounds, nil)
	return true
}
