package transforms

import (
	"tawa/analysis/dataflow"
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// SCCP is sparse conditional constant propagation: values that are the same in every run
// become constants. It sees through branches, regions and calls of private functions, and
// looks only at what control may reach; what it does not reach it leaves alone.
type SCCP struct{}

// Info names the pass.
func (*SCCP) Info() pass.Info {
	return pass.Info{Name: "sccp", Summary: "sparse conditional constant propagation"}
}

// Run works on everything inside root.
func (*SCCP) Run(root *ir.Operation, _ *pass.State) bool {
	facts := dataflow.Constants(root)
	s := &sccp{facts: facts, constants: pattern.NewConstants(nil)}
	var ops []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op != root && facts.Live(op.Block()) {
			ops = append(ops, op)
		}
		return true
	})
	ops = unify(ops, s.constants)
	for _, op := range ops {
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				if facts.Live(b) && b.First() != nil {
					s.arguments(b)
				}
			}
		}
	}
	for _, op := range ops {
		s.results(op)
	}
	return true
}

type sccp struct {
	facts     *dataflow.Forward[dataflow.Const]
	constants *pattern.Constants
}

func (s *sccp) arguments(b *ir.Block) {
	for _, a := range b.Args() {
		s.replace(a, b.First())
	}
}

// results replaces what op computes, and erases op if nothing needs it then.
func (s *sccp) results(op *ir.Operation) {
	replaced := false
	for _, r := range op.Results() {
		replaced = s.replace(r, op) || replaced
	}
	if replaced && op.IsDead() {
		op.Erase()
	}
}

// replace makes the users of a constant value use a constant op, made at home of op.
func (s *sccp) replace(v *ir.Value, op *ir.Operation) bool {
	value := s.facts.Constant(v)
	if value == nil || v.Unused() {
		return value != nil && v.Unused()
	}
	k := s.constants.Get(op, value, v.Type())
	if k == nil {
		return false
	}
	v.ReplaceAllUses(k)
	return true
}
