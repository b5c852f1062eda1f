package scf

import (
	"slices"

	"tawa/dialects/cf"
	"tawa/ir"
)

var executeRegionPatterns = slices.Concat([]ir.Pattern{
	{Name: "execute-region-one-block", Root: ExecuteRegion, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if op.Attr("no_inline") != nil || !op.Region(0).OneBlock() || !op.Region(0).First().Terminator().Is(Yield) {
			return false
		}
		inline(op, op.Region(0).First(), r)
		return true
	}},
	{Name: "execute-region-blocks", Root: ExecuteRegion, Match: inlineBlocks},
	{Name: "execute-region-unused-results", Root: ExecuteRegion, Match: dropUnusedResults},
}, carriedPatterns(ExecuteRegion))

// inlineBlocks puts the blocks of a region into the function or the region around it, between what comes before op and what comes after;
// its yields branch there.
func inlineBlocks(op *ir.Operation, r ir.Rewriter) bool {
	region, around := op.Region(0), op.Parent()
	if op.Attr("no_inline") != nil || region.Empty() || region.OneBlock() || !(around.Has(ir.FunctionLike) || around.Is(ExecuteRegion)) {
		return false
	}
	before := op.Block()
	first := region.First()
	var rest []*ir.Block
	for b := first.Next(); b != nil; b = b.Next() {
		rest = append(rest, b)
	}
	r.InlineBefore(first, op)
	after := before.SplitBefore(op)
	at := before
	for _, b := range rest {
		b.Remove()
		at.Region().InsertAfter(b, at)
		at = b
	}
	for _, res := range op.Results() {
		after.AddArg(res.Type(), op.Loc).SetName(res.Name())
	}
	for _, b := range append(rest, before) {
		if end := b.Terminator(); end != nil && end.Is(Yield) {
			builder := ir.Before(end)
			builder.Listener = r.Builder().Listener
			builder.CreateState(&ir.OperationState{Name: cf.Branch, Loc: end.Loc, Operands: end.Operands(), Results: []ir.Type{}, Successors: []*ir.Block{after}})
			r.Erase(end)
		}
	}
	r.Replace(op, after.Args()...)
	return true
}
