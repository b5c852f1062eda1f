package verify

import "tawa/ir"

// Dominance answers whether a definition reaches a use. It is built for one
// region and holds while its blocks and branches stay as they are.
type Dominance struct {
	number map[*ir.Block]int // reverse postorder of the reachable blocks
	blocks []*ir.Block
	idom   []int
}

// NewDominance computes the immediate dominators of the region's blocks by the
// iterative algorithm over reverse postorder (Cooper, Harvey, Kennedy 2001).
func NewDominance(r *ir.Region) *Dominance {
	d := &Dominance{number: map[*ir.Block]int{}}
	if r.Empty() {
		return d
	}
	d.order(r.First())
	preds := make([][]int, len(d.blocks))
	for i, b := range d.blocks {
		if b.Last() == nil {
			continue
		}
		for _, s := range b.Last().Successors() {
			preds[d.number[s]] = append(preds[d.number[s]], i)
		}
	}
	d.idom = make([]int, len(d.blocks))
	for i := range d.idom {
		d.idom[i] = -1
	}
	d.idom[0] = 0
	for changed := true; changed; {
		changed = false
		for i := 1; i < len(d.blocks); i++ {
			best := -1
			for _, p := range preds[i] {
				if d.idom[p] < 0 {
					continue
				}
				if best < 0 {
					best = p
				} else {
					best = d.meet(best, p)
				}
			}
			if best != d.idom[i] {
				d.idom[i], changed = best, true
			}
		}
	}
	return d
}

// order numbers the blocks reachable from entry in reverse postorder.
func (d *Dominance) order(entry *ir.Block) {
	type frame struct {
		b    *ir.Block
		next int
	}
	seen := map[*ir.Block]bool{entry: true}
	stack := []frame{{entry, 0}}
	var post []*ir.Block
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		var succs []*ir.Block
		if f.b.Last() != nil {
			succs = f.b.Last().Successors()
		}
		if f.next < len(succs) {
			s := succs[f.next]
			f.next++
			if !seen[s] {
				seen[s] = true
				stack = append(stack, frame{s, 0})
			}
			continue
		}
		post = append(post, f.b)
		stack = stack[:len(stack)-1]
	}
	for i := len(post) - 1; i >= 0; i-- {
		d.number[post[i]] = len(d.blocks)
		d.blocks = append(d.blocks, post[i])
	}
}

func (d *Dominance) meet(a, b int) int {
	for a != b {
		for a > b {
			a = d.idom[a]
		}
		for b > a {
			b = d.idom[b]
		}
	}
	return a
}

// Dominates reports whether every way to b leads through a. A block that cannot
// be reached is dominated by all.
func (d *Dominance) Dominates(a, b *ir.Block) bool {
	nb, ok := d.number[b]
	if !ok {
		return true
	}
	na, ok := d.number[a]
	if !ok {
		return false
	}
	for nb > na {
		nb = d.idom[nb]
	}
	return na == nb
}

// ValueDominates reports whether v is defined wherever op, in the region of the
// dominance or nested in it, may use it.
func (d *Dominance) ValueDominates(v *ir.Value, op *ir.Operation) bool {
	home := v.Block()
	if home == nil {
		return false
	}
	for op != nil && op.Block() != nil && op.Block().Region() != home.Region() {
		op = op.Parent()
	}
	if op == nil || op.Block() == nil {
		return false
	}
	if op.Block() == home {
		return v.IsArg() || v.Def() != op && v.Def().IsBefore(op)
	}
	return d.Dominates(home, op.Block())
}

// dominance checks the uses whose definition is in this region, from the ops in
// it and in the regions nested in them.
func (v *verifier) dominance(region *ir.Region) bool {
	d := NewDominance(region)
	ok := true
	for b := range region.Blocks() {
		if _, reachable := d.number[b]; !reachable {
			continue
		}
		for op := range b.Ops() {
			op.Walk(func(user *ir.Operation) bool {
				for i, x := range user.Operands() {
					ok = v.use(d, region, user, i, x) && ok
				}
				return true
			})
		}
	}
	return ok
}

func (v *verifier) use(d *Dominance, region *ir.Region, user *ir.Operation, i int, x *ir.Value) bool {
	r := ir.Reporter{Sink: v.sink, Op: user}
	if x == nil {
		return r.Errorf("operand #%d is null", i)
	}
	if x.Region() != region {
		if user.Block().Region() == region && x.Region() != nil && !x.Region().Contains(region) {
			return r.Errorf("operand #%d uses a value that is defined in a region not around it", i)
		}
		return true
	}
	for p := user.Parent(); p != nil && p.Block() != nil && p != region.Owner(); p = p.Parent() {
		if p.Has(ir.IsolatedFromAbove) {
			r.Diag("using value defined outside the region").Note(p.Span(), "required by region isolation constraints")
			return false
		}
	}
	graph := region.Owner().Def() == nil || region.Owner().Has(ir.GraphRegion)
	if !graph && !d.ValueDominates(x, user) {
		r.Diag("operand #%d does not dominate this use", i).Note(x.Loc().Span, "%s is defined here", describe(x))
		return false
	}
	return true
}
