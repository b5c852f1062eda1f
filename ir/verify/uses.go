package verify

import "tawa/ir"

// uses checks that definitions reach their uses, for everything inside an op.
type uses struct {
	*verifier
	root   *ir.Operation
	levels []level // the regions around the op that is checked, outermost first
	ok     bool
}

// level is a region that is being walked.
type level struct {
	region *ir.Region
	free   bool       // definitions may stand anywhere: a graph region, or a block that is never reached
	dom    *Dominance // nil of a region with one block
}

// uses checks what is inside root, but for what is inside isolated ops, which were checked by themselves.
func (v *verifier) uses(root *ir.Operation) bool {
	u := &uses{verifier: v, root: root, ok: true}
	for _, r := range root.Regions() {
		u.walk(r)
	}
	return u.ok
}

func (u *uses) walk(r *ir.Region) {
	graph := anyOrder(r)
	l := level{region: r, free: graph}
	if !r.Empty() && !r.OneBlock() {
		l.dom = NewDominance(r)
	}
	top := len(u.levels)
	u.levels = append(u.levels, l)
	for b := r.First(); b != nil; b = b.Next() {
		u.levels[top].free = graph || l.dom != nil && !l.dom.Reachable(b)
		for op := b.First(); op != nil; op = op.Next() {
			for i := range op.NumOperands() {
				if !u.reaches(op, b, op.Operand(i)) {
					u.report(op, i)
				}
			}
			if op.Has(ir.IsolatedFromAbove) {
				continue
			}
			for _, inner := range op.Regions() {
				u.walk(inner)
			}
		}
	}
	u.levels = u.levels[:top]
}

// reaches reports whether x may be used by user, which is in b.
func (u *uses) reaches(user *ir.Operation, b *ir.Block, x *ir.Value) bool {
	if x == nil {
		return false
	}
	home := x.Block()
	if home == b {
		return x.IsArg() || u.levels[len(u.levels)-1].free || x.Def() != user && x.Def().IsBefore(user)
	}
	if home == nil {
		return true
	}
	for i := len(u.levels) - 1; i >= 0; i-- {
		l := &u.levels[i]
		if l.region == home.Region() {
			switch {
			case l.free || home == b && x.IsArg():
				return true
			case home == b:
				return x.Def() != user && x.Def().IsBefore(user)
			}
			return l.dom.Dominates(home, b)
		}
		user = l.region.Owner()
		if b = user.Block(); b == home {
			return u.enclosing(i, user, x)
		}
	}
	return !u.root.Has(ir.IsolatedFromAbove) && home.Region().Contains(u.levels[0].region)
}

// enclosing is reaches for an op around the user that is in the same block as the definition; it owns region i.
func (u *uses) enclosing(i int, owner *ir.Operation, x *ir.Value) bool {
	if i == 0 { // the block is outside of all that is checked
		return !u.root.Has(ir.IsolatedFromAbove)
	}
	return x.IsArg() || u.levels[i-1].free || x.Def() != owner && x.Def().IsBefore(owner)
}

// report says why operand i of user is wrong.
func (u *uses) report(user *ir.Operation, i int) {
	u.ok = false
	r := ir.Reporter{Sink: u.sink, Op: user}
	x := user.Operand(i)
	switch {
	case x == nil:
		r.Errorf("operand #%d is null", i)
	case u.inside(x):
		r.Diag("operand #%d does not dominate this use", i).Note(x.Loc().Span(), "%s is defined here", describe(x))
	case x.Region().Contains(u.levels[0].region):
		r.Diag("using value defined outside the region").Note(u.root.Span(), "required by region isolation constraints")
	default:
		r.Errorf("operand #%d uses a value that is defined in a region not around it", i)
	}
}

// inside reports whether x is defined in one of the regions around the user.
func (u *uses) inside(x *ir.Value) bool {
	for _, l := range u.levels {
		if l.region == x.Region() {
			return true
		}
	}
	return false
}
