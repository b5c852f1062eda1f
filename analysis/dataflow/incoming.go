package dataflow

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Incoming returns the values that v may be, as control hands them over: to a block
// argument by branches, to arguments and results of ops with regions by their edges. Known is
// false if v may also come from elsewhere: an argument of a function, what an op computes.
func Incoming(v *ir.Value) (from []*ir.Value, known bool) {
	if def := v.Def(); def != nil {
		return alongEdges(def, v)
	}
	b := v.ArgBlock()
	if b.Region() == nil || b.Parent() == nil {
		return nil, false
	}
	if b == b.Region().First() {
		return alongEdges(b.Parent(), v)
	}
	for _, p := range b.Predecessors() {
		for i, s := range p.Last().Successors() {
			if s != b {
				continue
			}
			vs := builtin.SuccessorOperands(p.Last(), i)
			if v.Index() >= len(vs) {
				return from, false
			}
			from = append(from, vs[v.Index()])
		}
	}
	return from, true
}

func alongEdges(op *ir.Operation, v *ir.Value) (from []*ir.Value, known bool) {
	flow, ok := builtin.RegionBranch.Of(op)
	if !ok {
		return nil, false
	}
	for _, e := range flow.Edges(op) {
		for i, in := range e.Inputs {
			if in == v {
				from = append(from, e.Operands[i])
			}
		}
	}
	return from, len(from) > 0
}

// Outgoing returns the values that may become v's value, as control hands it over: the reverse of Incoming.
func Outgoing(v *ir.Value) (to []*ir.Value) {
	for u := range v.Uses() {
		op := u.Owner()
		if branch, ok := builtin.BranchOp.Of(op); ok {
			for i, s := range op.Successors() {
				if lo, hi := branch.SuccessorRange(op, i); u.Index() >= lo && u.Index() < hi {
					to = append(to, s.Arg(u.Index()-lo))
				}
			}
		}
		for _, e := range edgesAt(op) {
			if first := firstOperand(op, e.Operands); first >= 0 && u.Index() >= first {
				to = append(to, e.Inputs[u.Index()-first])
			}
		}
	}
	return to
}
