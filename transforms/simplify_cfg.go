package transforms

import (
	"tawa/dialects/builtin"
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// SimplifyCFG simplifies control flow between blocks until nothing changes: erases blocks
// that nothing leads to and arguments that nothing needs, replaces arguments that always get
// the same value, makes one of equal blocks, appends a block to its only predecessor
// and lets branches skip blocks that only branch on.
type SimplifyCFG struct{}

// Info names the pass.
func (*SimplifyCFG) Info() pass.Info {
	return pass.Info{Name: "simplify-cfg", Summary: "merge, skip and erase blocks, and their arguments"}
}

// Run works on all regions inside root.
func (*SimplifyCFG) Run(root *ir.Operation, _ *pass.State) bool {
	for changed := true; changed; {
		changed = pattern.SimplifyRegions(root, pattern.Aggressive, nil)
		root.WalkPost(func(op *ir.Operation) {
			for _, r := range op.Regions() {
				if !r.Empty() && !r.OneBlock() {
					changed = mergeChains(r) || changed
					changed = skipForwarders(r) || changed
				}
			}
		})
	}
	return true
}

// jump returns the block to which a plain branch always goes, or nil.
func jump(op *ir.Operation) *ir.Block {
	if op == nil || len(op.Successors()) != 1 || op.NumResults() > 0 || !op.IsPure() {
		return nil
	}
	b, ok := builtin.BranchOp.Of(op)
	if !ok {
		return nil
	}
	if lo, hi := b.SuccessorRange(op, 0); lo != 0 || hi != op.NumOperands() {
		return nil
	}
	return op.Successors()[0]
}

// predecessorCounts counts the branches to each block.
func predecessorCounts(r *ir.Region) map[*ir.Block]int {
	n := map[*ir.Block]int{}
	for b := range r.Blocks() {
		if b.Last() != nil {
			for _, s := range b.Last().Successors() {
				n[s]++
			}
		}
	}
	return n
}

// mergeChains appends blocks to their only predecessor, where that always goes there.
func mergeChains(r *ir.Region) (changed bool) {
	preds := predecessorCounts(r)
	for b := r.First(); b != nil; {
		next := jump(b.Last())
		if next == nil || next == b || next == r.First() || preds[next] != 1 {
			b = b.Next()
			continue
		}
		end := b.Last()
		for i, a := range next.Args() {
			a.ReplaceAllUses(end.Operand(i))
		}
		end.Erase()
		for op := range next.Ops() {
			op.Remove()
			b.Append(op)
		}
		next.Remove()
		changed = true
	}
	return changed
}

// skipForwarders sends plain branches past blocks that hold nothing but a plain branch of
// their arguments and of values that reach the block.
func skipForwarders(r *ir.Region) (changed bool) {
	for b := range r.Blocks() {
		via := jump(b.Last())
		if via == nil || via == b || via.First() != via.Last() {
			continue
		}
		to := jump(via.Last())
		if to == nil || to == via || !onlyForwarded(via) {
			continue
		}
		end := b.Last()
		handed := via.Last().Operands()
		for i, v := range handed {
			if v.ArgBlock() == via {
				handed[i] = end.Operand(v.Index())
			}
		}
		end.SetOperands(handed)
		end.SetSuccessor(0, to)
		changed = true
	}
	return changed
}

// onlyForwarded reports whether the arguments of b are used by its terminator alone, so
// that it need not dominate what follows.
func onlyForwarded(b *ir.Block) bool {
	for _, a := range b.Args() {
		for u := range a.Users() {
			if u != b.Last() {
				return false
			}
		}
	}
	return true
}
