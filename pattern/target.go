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

type rule func(op *ir.Operation) bool

func always(*ir.Operation) bool { return true }
func never(*ir.Operation) bool  { return false }

// NewTarget returns a target without rules.
func NewTarget() *Target {
	return &Target{map[*ir.OpName]rule{}, map[string]rule{}, map[*ir.OpName]bool{}}
}

// Legal and Illegal give ops a rule; LegalIf one that looks at the op.
func (t *Target) Legal(names ...*ir.OpName) *Target   { return t.LegalIf(always, names...) }
func (t *Target) Illegal(names ...*ir.OpName) *Target { return t.LegalIf(never, names...) }

// LegalIf makes ops legal where f returns true, and illegal elsewhere.
func (t *Target) LegalIf(f func(*ir.Operation) bool, names ...*ir.OpName) *Target {
	for _, n := range names {
		t.ops[n] = f
	}
	return t
}

// LegalDialects and IllegalDialects give whole dialects a rule.
func (t *Target) LegalDialects(names ...string) *Target {
	return t.LegalDialectsIf(always, names...)
}

// IllegalDialects makes all ops of the dialects illegal that have no rule of their own.
func (t *Target) IllegalDialects(names ...string) *Target {
	return t.LegalDialectsIf(never, names...)
}

// LegalDialectsIf is LegalIf for the ops of dialects that have no rule of their own.
func (t *Target) LegalDialectsIf(f func(*ir.Operation) bool, names ...string) *Target {
	for _, n := range names {
		t.dialects[n] = f
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
	r, known := t.ops[op.Name()]
	if !known {
		r, known = t.dialects[op.Name().Dialect()]
	}
	return known && r(op), known
}
