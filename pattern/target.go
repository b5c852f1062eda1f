package pattern

import "tawa/ir"

// Target says which ops a conversion may leave. An op's own rule goes before that of
// its dialect; an op without a rule is unknown: a partial conversion leaves it alone,
// a full one must convert it.
type Target struct {
	ops      map[*ir.OpName]rule
	dialects map[string]rule
	whole    map[*ir.OpName]bool
}

type rule struct {
	legal func(op *ir.Operation) bool
	never bool // legal, whatever the op
}

func always(*ir.Operation) bool { return true }
func never(*ir.Operation) bool  { return false }

// NewTarget returns a target without rules.
func NewTarget() *Target {
	return &Target{map[*ir.OpName]rule{}, map[string]rule{}, map[*ir.OpName]bool{}}
}

// Legal and Illegal give ops a rule; LegalIf one that looks at the op.
func (t *Target) Legal(names ...*ir.OpName) *Target   { return t.set(rule{legal: always}, names) }
func (t *Target) Illegal(names ...*ir.OpName) *Target { return t.set(rule{never, true}, names) }

// LegalIf makes ops legal where f returns true, and illegal elsewhere.
func (t *Target) LegalIf(f func(*ir.Operation) bool, names ...*ir.OpName) *Target {
	return t.set(rule{legal: f}, names)
}

func (t *Target) set(r rule, names []*ir.OpName) *Target {
	for _, n := range names {
		t.ops[n] = r
	}
	return t
}

// LegalDialects and IllegalDialects give whole dialects a rule.
func (t *Target) LegalDialects(names ...string) *Target {
	return t.LegalDialectsIf(always, names...)
}

// IllegalDialects makes all ops of the dialects illegal that have no rule of their own.
func (t *Target) IllegalDialects(names ...string) *Target {
	return t.setDialects(rule{never, true}, names)
}

// LegalDialectsIf is LegalIf for the ops of dialects that have no rule of their own.
func (t *Target) LegalDialectsIf(f func(*ir.Operation) bool, names ...string) *Target {
	return t.setDialects(rule{legal: f}, names)
}

func (t *Target) setDialects(r rule, names []string) *Target {
	for _, n := range names {
		t.dialects[n] = r
	}
	return t
}

// LegalWhole makes what is inside legal ops of these names legal too.
func (t *Target) LegalWhole(names ...*ir.OpName) *Target {
	for _, n := range names {
		t.whole[n] = true
	}
	return t
}

// IsLegal returns whether op may stay; known is false if no rule says so.
func (t *Target) IsLegal(op *ir.Operation) (legal, known bool) {
	r, known := t.rule(op.Name())
	return known && r.legal(op), known
}

func (t *Target) rule(n *ir.OpName) (r rule, known bool) {
	if r, known = t.ops[n]; !known {
		r, known = t.dialects[n.Dialect()]
	}
	return r, known
}
