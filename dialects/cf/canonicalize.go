package cf

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// replaceByBranch ends the block by a plain branch to successor i of op.
func replaceByBranch(op *ir.Operation, r ir.Rewriter, i int) bool {
	r.Builder().CreateState(&ir.OperationState{Name: Branch, Loc: op.Loc,
		Operands: builtin.SuccessorOperands(op, i), Successors: []*ir.Block{op.Successors()[i]}})
	region, left := op.Block().Region(), slices.Clone(op.Successors())
	r.Erase(op)
	eraseAbandoned(region, left, r)
	return true
}

// eraseAbandoned erases those of the blocks to which no branch leads any more, and then those that only they led to;
// the rest of the region is looked at only if a loop that nothing enters uses a value of theirs.
func eraseAbandoned(region *ir.Region, blocks []*ir.Block, r ir.Rewriter) {
	var gone []*ir.Block
	seen := map[*ir.Block]bool{}
	for len(blocks) > 0 {
		b := blocks[len(blocks)-1]
		blocks = blocks[:len(blocks)-1]
		if b == region.First() || b.HasPredecessors() || seen[b] {
			continue
		}
		seen[b] = true
		gone = append(gone, b)
		if b.Last() != nil {
			blocks = append(blocks, b.Last().Successors()...)
		}
		b.DropAllReferences()
	}
	for _, b := range gone {
		if usedElsewhere(b) {
			eraseUnreachable(region, r)
			return
		}
	}
	for _, b := range gone {
		for op := range b.Ops() {
			r.Erase(op)
		}
		b.Remove()
	}
}

// usedElsewhere reports whether something uses a value of b, whose own ops use nothing any more.
func usedElsewhere(b *ir.Block) bool {
	used := func(v *ir.Value) bool { return !v.Unused() }
	if slices.ContainsFunc(b.Args(), used) {
		return true
	}
	for op := range b.Ops() {
		if !op.Unused() {
			return true
		}
	}
	return false
}

// eraseUnreachable removes the blocks that no branch from the entry leads to. Since
// they may use each other's values, all uses go before the first op does.
func eraseUnreachable(region *ir.Region, r ir.Rewriter) {
	reached := map[*ir.Block]bool{}
	var reach func(b *ir.Block)
	reach = func(b *ir.Block) {
		if reached[b] {
			return
		}
		reached[b] = true
		if b.Last() != nil {
			for _, s := range b.Last().Successors() {
				reach(s)
			}
		}
	}
	reach(region.First())
	for b := range region.Blocks() {
		if !reached[b] {
			b.DropAllReferences()
		}
	}
	for b := range region.Blocks() {
		if !reached[b] {
			for op := range b.Ops() {
				r.Erase(op)
			}
			b.Remove()
		}
	}
}

// sameTarget reports whether successors i and j are one block and get the same values.
func sameTarget(op *ir.Operation, i, j int) bool {
	if op.Successors()[i] != op.Successors()[j] {
		return false
	}
	a, b := builtin.SuccessorOperands(op, i), builtin.SuccessorOperands(op, j)
	for k := range a {
		if a[k] != b[k] {
			return false
		}
	}
	return true
}

var assertPatterns = []ir.Pattern{{Name: "assert-holds", Root: Assert, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	if c, ok := arith.ConstInt(op.Operand(0)); !ok || c == 0 {
		return false
	}
	r.Erase(op)
	return true
}}}

// branchPatterns: a block is put behind its only predecessor.
var branchPatterns = []ir.Pattern{{Name: "branch-to-only-successor", Root: Branch, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	b := op.Successors()[0]
	if b == op.Block() || b.Region().First() == b || len(b.Predecessors()) != 1 {
		return false
	}
	r.InlineBefore(b, op, op.Operands()...)
	r.Erase(op)
	return true
}}, {Name: "branch-pass-through", Root: Branch, Match: passThrough}}

var condBranchPatterns = []ir.Pattern{
	{Name: "cond-branch-constant", Root: CondBranch, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		c, ok := arith.ConstInt(op.Operand(0))
		if !ok {
			return false
		}
		if c != 0 {
			return replaceByBranch(op, r, 0)
		}
		return replaceByBranch(op, r, 1)
	}},
	{Name: "cond-branch-same-target", Root: CondBranch, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		return sameTarget(op, 0, 1) && replaceByBranch(op, r, 0)
	}},
	{Name: "cond-branch-pass-through", Root: CondBranch, Match: passThrough},
	{Name: "cond-branch-select", Root: CondBranch, Match: selectOperands},
	{Name: "cond-branch-known", Root: CondBranch, Match: knownFromBranch},
	{Name: "cond-branch-condition", Root: CondBranch, Match: propagateCondition},
	{Name: "cond-branch-unreachable", Root: CondBranch, Match: avoidUnreachable},
}

var switchPatterns = []ir.Pattern{
	{Name: "switch-constant", Root: Switch, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		v, ok := arith.ConstInt(op.Operand(0))
		if !ok {
			return false
		}
		values, _ := op.Attr("case_values").(*ir.DenseElementsAttr)
		for i := 1; i < len(op.Successors()); i++ {
			if values.At(i-1).(*ir.IntegerAttr).Value == v {
				return replaceByBranch(op, r, i)
			}
		}
		return replaceByBranch(op, r, 0)
	}},
	{Name: "switch-like-default", Root: Switch, Match: dropCases},
	{Name: "switch-pass-through", Root: Switch, Match: passThrough},
}
