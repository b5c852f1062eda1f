package scf

import (
	"cmp"
	"slices"
	"strings"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// carriedPatterns find what of the values that an op carries into its regions and out of it is not needed: of
// those that are always equal one is, and one that is always the same value from outside is that value.
// Nobody uses the others afterwards, and the op's other patterns drop them.
func carriedPatterns(name *ir.OpName) []ir.Pattern {
	short := strings.ReplaceAll(strings.TrimPrefix(name.String(), "scf."), "_", "-")
	return []ir.Pattern{
		{Name: short + "-equal-values", Root: name, Match: equalInputs},
		{Name: short + "-outer-values", Root: name, Match: outerInputs},
	}
}

// edgesByTarget are the edges of an op, those to the same target together; the first are those that lead out.
func edgesByTarget(op *ir.Operation) [][]builtin.RegionEdge {
	flow, _ := builtin.RegionBranch.Of(op)
	all := slices.DeleteFunc(flow.Edges(op), func(e builtin.RegionEdge) bool { return len(e.Inputs) == 0 })
	slices.SortStableFunc(all, func(a, b builtin.RegionEdge) int { return cmp.Compare(a.To, b.To) })
	targets := make([][]builtin.RegionEdge, 1+op.NumRegions())
	for len(all) > 0 {
		n := 1
		for n < len(all) && all[n].To == all[0].To {
			n++
		}
		targets[all[0].To-builtin.Outside], all = all[:n], all[n:]
	}
	return targets
}

func equalInputs(op *ir.Operation, r ir.Rewriter) bool {
	changed := false
	for _, edges := range edgesByTarget(op) {
		if len(edges) == 0 {
			continue
		}
		inputs := edges[0].Inputs
		for j := range inputs {
			if i := equalTo(edges, j); i < j && !inputs[j].Unused() {
				r.Modify(op, func() { r.ReplaceUses(inputs[j], inputs[i]) })
				changed = true
			}
		}
	}
	return changed
}

// equalTo is the first input that gets what input j gets along every edge.
func equalTo(edges []builtin.RegionEdge, j int) int {
next:
	for i := range j {
		for _, e := range edges {
			if e.Operands[i] != e.Operands[j] {
				continue next
			}
		}
		return i
	}
	return j
}

func outerInputs(op *ir.Operation, r ir.Rewriter) bool {
	targets, changed := edgesByTarget(op), false
	for _, edges := range targets {
		if len(edges) == 0 {
			continue
		}
		for i, input := range edges[0].Inputs {
			if v := outer(op, targets, edges, i); v != nil && !input.Unused() {
				r.Modify(op, func() { r.ReplaceUses(input, v) })
				changed = true
			}
		}
	}
	return changed
}

// outer is the value from outside of op that input i gets along all edges, or nil. What it gets from itself does not count.
func outer(op *ir.Operation, targets [][]builtin.RegionEdge, edges []builtin.RegionEdge, i int) *ir.Value {
	var v *ir.Value
	for _, e := range edges {
		from := e.Operands[i]
		if w := onlySource(op, targets, from); w != nil {
			from = w
		}
		switch {
		case from == e.Inputs[i] || from == v:
		case v != nil || inside(from, op):
			return nil
		default:
			v = from
		}
	}
	return v
}

// onlySource is what an argument of a region gets, if a single edge leads there: the after region of a loop has what its condition hands over.
func onlySource(op *ir.Operation, targets [][]builtin.RegionEdge, v *ir.Value) *ir.Value {
	if v.Block() == nil || v.Block().Parent() != op {
		return nil
	}
	if edges := targets[1+v.Region().Index()]; len(edges) == 1 && v.Index() < len(edges[0].Inputs) && edges[0].Inputs[v.Index()] == v {
		return edges[0].Operands[v.Index()]
	}
	return nil
}

// dropUnusedResults removes the results that nobody uses.
func dropUnusedResults(op *ir.Operation, r ir.Rewriter) bool {
	drop := make([]bool, op.NumResults())
	for i, res := range op.Results() {
		drop[i] = res.Unused()
	}
	return count(drop) > 0 && dropResults(op, r, drop, op.Results())
}

// dropResults removes results of an op whose regions yield them; instead stands for them.
func dropResults(op *ir.Operation, r ir.Rewriter, drop []bool, instead []*ir.Value) bool {
	for _, region := range op.Regions() {
		for b := range region.Blocks() {
			if end := b.Terminator(); end != nil && end.Is(Yield) {
				r.Modify(end, func() { end.SetOperands(without(end.Operands(), drop)) })
			}
		}
	}
	rebuild(op, r, op.Operands(), drop, instead)
	return true
}

// dropUnusedInits removes what an scf.while carries into its first region, if nobody there uses it.
func dropUnusedInits(op *ir.Operation, r ir.Rewriter) bool {
	before, end := op.Region(0).First(), op.Region(1).First().Terminator()
	drop := make([]bool, len(before.Args()))
	for i, a := range before.Args() {
		drop[i] = a.Unused()
	}
	if count(drop) == 0 {
		return false
	}
	r.Modify(end, func() { end.SetOperands(without(end.Operands(), drop)) })
	for i := len(drop) - 1; i >= 0; i-- {
		if drop[i] {
			before.EraseArg(i)
		}
	}
	rebuild(op, r, without(op.Operands(), drop), make([]bool, op.NumResults()), nil)
	return true
}
