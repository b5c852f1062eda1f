package pattern

import (
	"slices"

	"tawa/ir"
)

// Walk applies the patterns once to each op inside root, in order, operands
// before users; ops that a pattern makes are not visited. It does not fold.
// Use it where one sweep is enough.
func Walk(root *ir.Operation, patterns []ir.Pattern) (changed bool) {
	d := newDriver(root, NewSet(patterns, &Config{}), Config{})
	var ops []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op != root {
			ops = append(ops, op)
		}
		return true
	})
	for _, op := range ops {
		if !op.Erased() && op.Block() != nil && !d.control.Exhausted() {
			changed = d.visit(op) || changed
		}
	}
	d.empty()
	return changed
}

// Canonicalizations collects the patterns of all rows of the registry, each with op and dialect as labels.
func Canonicalizations(r *ir.Registry) []ir.Pattern {
	var out []ir.Pattern
	for _, def := range r.Ops() {
		for _, p := range def.Canonicalize {
			if p.Root == nil {
				p.Root = def.Name()
			}
			p.Labels = append(slices.Clone(p.Labels), def.Name().String(), def.Name().Dialect())
			out = append(out, p)
		}
	}
	return out
}
