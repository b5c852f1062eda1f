package transforms

import (
	"tawa/ir"
	"tawa/pass"
)

// TopologicalSort puts definitions before uses in blocks where the order says nothing:
// graph regions, such as a module's body. Ops that are not in each other's way keep
// their order; in a circle the op that stood first goes first.
type TopologicalSort struct{}

// Info names the pass.
func (*TopologicalSort) Info() pass.Info {
	return pass.Info{Name: "topological-sort", Summary: "put definitions before uses where the order of ops is free"}
}

// Run works on root and everything inside.
func (*TopologicalSort) Run(root *ir.Operation, st *pass.State) bool {
	st.Preserve(Dominators, CallGraph, Symbols)
	root.Walk(func(op *ir.Operation) bool {
		if op.Has(ir.GraphRegion) || op.Def() == nil {
			for _, r := range op.Regions() {
				if r.OneBlock() {
					sortBlock(r.First())
				}
			}
		}
		return true
	})
	return true
}

// sortBlock schedules each op once all that it waits for is; where all wait in a circle, the first one.
func sortBlock(b *ir.Block) {
	waits := map[*ir.Operation]map[*ir.Operation]bool{}
	users := map[*ir.Operation][]*ir.Operation{}
	var left []*ir.Operation
	for op := range b.Ops() {
		left = append(left, op)
		waits[op] = map[*ir.Operation]bool{}
		op.Walk(func(inner *ir.Operation) bool {
			for _, v := range inner.Operands() {
				def := v.Def()
				if def != nil && def.Block() == b && def != op && !waits[op][def] {
					waits[op][def] = true
					users[def] = append(users[def], op)
				}
			}
			return true
		})
	}
	schedule := func(op *ir.Operation) {
		op.Remove()
		b.Append(op)
		for _, u := range users[op] {
			delete(waits[u], op)
		}
	}
	for len(left) > 0 {
		rest := left[:0:0]
		for _, op := range left {
			if len(waits[op]) == 0 {
				schedule(op)
			} else {
				rest = append(rest, op)
			}
		}
		if len(rest) == len(left) {
			schedule(rest[0])
			rest = rest[1:]
		}
		left = rest
	}
}
