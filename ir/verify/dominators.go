package verify

import "tawa/ir"

// Dominators answers, for all regions inside an op, whether a value reaches an op. It computes the Dominance of a region when
// that is first needed, and holds while blocks and branches stay as they are; ops may come, go and move.
type Dominators struct{ of map[*ir.Region]*Dominance }

// NewDominators returns the dominators of the regions inside op.
func NewDominators(*ir.Operation) *Dominators {
	return &Dominators{map[*ir.Region]*Dominance{}}
}

// Of returns the dominance of the blocks of a region.
func (d *Dominators) Of(r *ir.Region) *Dominance {
	known := d.of[r]
	if known == nil {
		known = NewDominance(r)
		d.of[r] = known
	}
	return known
}

// Reaches reports whether user, or an op around it, stands where v is defined: behind its definition, in a block that
// this dominates, or anywhere in a graph region. Isolation is not looked at.
func (d *Dominators) Reaches(v *ir.Value, user *ir.Operation) bool {
	home := v.Block()
	for user != nil && user.Block() != nil && user.Block().Region() != home.Region() {
		user = user.Parent()
	}
	switch {
	case user == nil || user.Block() == nil:
		return false
	case user.Block() != home:
		return d.Of(home.Region()).Dominates(home, user.Block())
	}
	return v.IsArg() || anyOrder(home.Region()) || v.Def().IsBefore(user)
}

// anyOrder reports whether the order of ops in the region says nothing: in a graph, and in the one block of an op that is
// not known.
func anyOrder(r *ir.Region) bool {
	return r.Owner().Def() == nil && r.OneBlock() || r.Owner().Has(ir.GraphRegion)
}
