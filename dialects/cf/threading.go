package cf

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/ub"
	"tawa/ir"
)

// edge is where a branch goes to, and what it hands over.
type edge struct {
	to       *ir.Block
	operands []*ir.Value
}

func edgesOf(op *ir.Operation) []edge {
	var list []edge
	for i, to := range op.Successors() {
		list = append(list, edge{to, builtin.SuccessorOperands(op, i)})
	}
	return list
}

// branchesOnly reports whether a block is nothing but a plain branch.
func branchesOnly(b *ir.Block) bool {
	return b.First() != nil && b.First() == b.Last() && b.First().Is(Branch)
}

// threaded is the edge that an edge leads to if its block is only a branch somewhere else, that uses up its arguments.
func (e edge) threaded() (edge, bool) {
	last := e.to.Last()
	if !branchesOnly(e.to) || inRing(e.to) {
		return e, false
	}
	for _, a := range e.to.Args() {
		for user := range a.Users() {
			if user != last {
				return e, false
			}
		}
	}
	through := edge{to: last.Successors()[0], operands: slices.Clone(last.Operands())}
	for i, v := range through.operands {
		if v.IsArg() && v.ArgBlock() == e.to {
			through.operands[i] = e.operands[v.Index()]
		}
	}
	return through, true
}

// inRing reports whether blocks that are only branches lead from b round in a ring, which has no end to go straight to.
func inRing(b *ir.Block) bool {
	seen := map[*ir.Block]bool{}
	for b.First() != nil && b.First().Is(Branch) {
		if seen[b] {
			return true
		}
		seen[b] = true
		b = b.First().Successors()[0]
	}
	return false
}

// redirect replaces a branch by one with other edges.
func redirect(op *ir.Operation, r ir.Rewriter, edges []edge) {
	st := &ir.OperationState{Name: op.Name(), Loc: op.Loc, Attrs: slices.Concat(op.Inherent(), op.Discardable())}
	first := 0 // operand of an edge
	if !op.Is(Branch) {
		first = 1
		st.SegmentSizes = []int{1, 0, 0}
	}
	st.Operands = slices.Clone(op.Operands()[:first])
	for i, e := range edges {
		st.Successors = append(st.Successors, e.to)
		st.Operands = append(st.Operands, e.operands...)
		if first > 0 {
			st.SegmentSizes[min(i, 1)+1] += len(e.operands)
		}
	}
	if op.Is(Switch) {
		st.AddAttr("case_operand_segments", op.Context().I32Array(lengths(edges[1:])...))
	}
	r.Builder().CreateState(st)
	r.Erase(op)
}

func lengths(edges []edge) []int64 {
	list := make([]int64, len(edges))
	for i, e := range edges {
		list[i] = int64(len(e.operands))
	}
	return list
}

// passThrough goes straight to where blocks that are only branches go.
func passThrough(op *ir.Operation, r ir.Rewriter) bool {
	if !slices.ContainsFunc(op.Successors(), branchesOnly) {
		return false
	}
	edges, any := edgesOf(op), false
	for i, e := range edges {
		through, ok := e.threaded()
		edges[i], any = through, any || ok
	}
	if any {
		redirect(op, r, edges)
	}
	return any
}

// selectOperands makes a plain branch of one whose edges both lead to a block that has no others: what it hands over
// is selected.
func selectOperands(op *ir.Operation, r ir.Rewriter) bool {
	to := op.Successors()[0]
	if to != op.Successors()[1] || len(to.Predecessors()) != 1 {
		return false
	}
	edges := edgesOf(op)
	var operands []*ir.Value
	for i, v := range edges[0].operands {
		if w := edges[1].operands[i]; v != w {
			v = r.Builder().Create(arith.Select, []*ir.Value{op.Operand(0), v, w}, []ir.Type{v.Type()}).Result(0)
		}
		operands = append(operands, v)
	}
	r.Builder().CreateState(&ir.OperationState{Name: Branch, Loc: op.Loc, Operands: operands, Successors: []*ir.Block{to}})
	r.Erase(op)
	return true
}

// soleEdge is the branch whose edge i is the only one into b, if there is such.
func soleEdge(b *ir.Block) (branch *ir.Operation, i int) {
	if b == b.Region().First() {
		return nil, 0
	}
	for from, n := range b.Edges() {
		if branch != nil {
			return nil, 0
		}
		branch, i = from, n
	}
	return branch, i
}

// knownFromBranch decides a branch in a block that is only reached if its condition was true, or only if it was false.
func knownFromBranch(op *ir.Operation, r ir.Rewriter) bool {
	before, i := soleEdge(op.Block())
	if before == nil || !before.Is(CondBranch) || before.Operand(0) != op.Operand(0) {
		return false
	}
	return replaceByBranch(op, r, i)
}

// propagateCondition makes a constant of the condition where it is used in a block that only one edge of op leads to.
func propagateCondition(op *ir.Operation, r ir.Rewriter) bool {
	changed := false
	for i, to := range op.Successors() {
		if branch, _ := soleEdge(to); branch != op {
			continue
		}
		condition := op.Operand(0)
		var constant *ir.Value
		for user := range to.Ops() { // of its uses there may be as many as there are branches
			for j := range user.NumOperands() {
				if user.Operand(j) != condition {
					continue
				}
				if constant == nil {
					constant = r.Builder().Create(arith.Constant, nil, []ir.Type{condition.Type()},
						ir.NamedAttr{Name: "value", Value: op.Context().Bool(i == 0)}).Result(0)
				}
				r.Modify(user, func() { user.SetOperand(j, constant) })
				changed = true
			}
		}
	}
	return changed
}

// avoidUnreachable goes the other way if one leads to what is never reached.
func avoidUnreachable(op *ir.Operation, r ir.Rewriter) bool {
	for i, to := range op.Successors() {
		if first := to.First(); first != nil && first.Is(ub.Unreachable) {
			return replaceByBranch(op, r, 1-i)
		}
	}
	return false
}

// dropCases leaves out the cases of a switch that do what the default does.
func dropCases(op *ir.Operation, r ir.Rewriter) bool {
	if !slices.Contains(op.Successors()[1:], op.Successors()[0]) {
		return false
	}
	edges := edgesOf(op)
	values, _ := op.Attr("case_values").(*ir.DenseElementsAttr)
	kept := edges[:1:1]
	var bits []uint64
	for i, e := range edges[1:] {
		if e.to != edges[0].to || !slices.Equal(e.operands, edges[0].operands) {
			kept = append(kept, e)
			bits = append(bits, ir.ScalarBits(values.At(i)))
		}
	}
	if len(kept) == len(edges) {
		return false
	}
	if len(bits) == 0 {
		return replaceByBranch(op, r, 0)
	}
	c := op.Context()
	t := c.Vector([]int64{int64(len(bits))}, nil, op.Operand(0).Type())
	r.Modify(op, func() { op.SetAttr("case_values", c.DenseBits(t, bits...)) })
	redirect(op, r, kept)
	return true
}
