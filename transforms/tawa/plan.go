package tawa

import (
	"fmt"
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/tt"
	"tawa/ir"
)

// group is a set of tiles that go through one slot: they are first used by the same
// dot in the same iteration.
type group struct {
	makers []*ir.Operation // loads, or what computes a tile; in one block, in program order
	dot    *ir.Operation   // nil if no dot of that block uses them
	ring   *ring
	by, to *slice // the role that puts the tiles, and that which gets them
	via    *slice // of descriptors: a role that makes tiles that it gets of what it loads through them; may be nil
	// first and last are the ops, in that block, around whose run the role that
	// gets the tiles holds the slot.
	first, last *ir.Operation
}

// ring is a channel, used by one group or by groups of successive loops.
type ring struct {
	payload []ir.Type
	depth   int64
	groups  []*group
	value   *ir.Value // what aref.create gives
}

// cluster says, as the attribute of aref.create, by how many CTAs the ring is filled together: those that load one of its tiles alike.
func (r *ring) cluster() []ir.NamedAttr {
	for _, g := range r.groups {
		for _, op := range g.makers {
			if n := op.Attr(aref.Multicast); n != nil {
				return []ir.NamedAttr{ir.A("cluster", n)}
			}
		}
	}
	return nil
}

// maps reports whether the group is one of descriptors that the kernel makes.
func (g *group) maps() bool { return g.makers[0].Is(tt.MakeTensorDesc) }

// deep reports whether the slots of a group's ring are worth multiplying: its
// tiles feed a dot in the same iteration of a loop.
func (g *group) deep() bool { return g.dot != nil && enclosingLoop(g.makers[0]) != nil }

// plan is how a function is split.
type plan struct {
	fn     *ir.Operation
	dots   []*ir.Operation
	groups []*group
	rings  []*ring
	// producer, transformer and consumer are what each role runs; there need be no transformer.
	producer, transformer, consumer *slice
	transformed                     []*transformed
	consumers                       int
	skipped                         []skipped
}

// partitions are the roles beside the consumers.
func (p *plan) partitions() []*slice {
	if p.transformer == nil {
		return []*slice{p.producer}
	}
	return []*slice{p.producer, p.transformer}
}

// skipped is a load that stays with the consumers, and why.
type skipped struct {
	load *ir.Operation
	why  string
}

// reason is why a function can't be split, at an op.
type reason struct {
	at   *ir.Operation
	text string
}

// makePlan finds what the producer can load, what a transformer can compute of it if
// there may be one, and all roles. A reason says that there is nothing to split.
func makePlan(fn *ir.Operation, transform bool) (*plan, *reason) {
	p := &plan{fn: fn}
	body := fn.Region(0)
	if !body.OneBlock() || body.First().Last().NumOperands() > 0 {
		return nil, &reason{fn, "it is no kernel of structured control flow"}
	}
	specialized := false
	fn.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.Dot) {
			p.dots = append(p.dots, op)
		}
		specialized = specialized || op.Name().String() == "ttg.warp_specialize"
		return true
	})
	switch {
	case specialized:
		return nil, &reason{fn, "it has warp groups already"}
	case len(p.dots) == 0:
		return nil, &reason{fn, "it has no dot"}
	}
	if transform {
		p.findTransformed()
	}
	p.findGroups()
	if !slices.ContainsFunc(p.groups, (*group).deep) {
		r := &reason{p.dots[0], "no tile for this dot can be loaded asynchronously in a loop"}
		if len(p.skipped) > 0 {
			r = &reason{p.skipped[0].load, p.skipped[0].why}
		}
		return p, r
	}
	p.makeRings()
	return p, nil
}

// findGroups settles the loads of the producer and the tiles of the transformer: one that
// would make its role depend on a consumer is taken out, and all is done again.
func (p *plan) findGroups() {
	var candidates []*ir.Operation
	p.fn.Walk(func(op *ir.Operation) bool {
		if p.isCandidate(op) {
			candidates = append(candidates, op)
		}
		return true
	})
	for {
		taken := map[*ir.Operation]bool{}
		for _, op := range candidates {
			taken[op] = true
		}
		tiles := p.tiles()
		p.consumer = sliceOf(p.fn, effects(p.fn), func(op *ir.Operation) bool { return taken[op] || slices.Contains(tiles, op) })
		p.transformer = nil
		if len(tiles) > 0 {
			p.transformer = sliceOf(p.fn, tiles, func(op *ir.Operation) bool { return taken[op] })
		}
		if p.dropTransformed(taken) {
			continue
		}
		before := len(candidates)
		candidates = slices.DeleteFunc(candidates, func(op *ir.Operation) bool {
			if p.taker(op) == nil && !accessedBy(op, taken) {
				return true // nobody needs it
			}
			why := p.dependence(op, taken)
			if why != "" {
				p.skipped = append(p.skipped, skipped{op, why})
			}
			return why != ""
		})
		if len(candidates) == before {
			break
		}
	}
	p.producer = sliceOf(p.fn, candidates, func(*ir.Operation) bool { return false })
	p.group(candidates, p.producer)
	p.group(p.tiles(), p.transformer)
}

// taker is the role that needs what op makes, nil if none does.
func (p *plan) taker(op *ir.Operation) *slice {
	switch {
	case p.consumer.ops[op]:
		return p.consumer
	case p.transformer != nil && p.transformer.ops[op]:
		return p.transformer
	}
	return nil
}

// isCandidate reports whether op makes a descriptor or loads a tile that could be
// loaded ahead: through a descriptor, or in a loop through pointers for a dot.
func (p *plan) isCandidate(op *ir.Operation) bool {
	for q := op.Parent(); q != p.fn; q = q.Parent() {
		if q == nil || !isControl(q) {
			return false
		}
	}
	if op.Is(tt.MakeTensorDesc) {
		return onlyAccessed(op.Result(0))
	}
	if !op.Is(tt.DescriptorLoad, tt.Load) || !ir.IsTensor(op.Result(0).Type()) || !op.OnlyReads() {
		return false
	}
	if escapes(op.Result(0)) {
		return false
	}
	return op.Is(tt.DescriptorLoad) || enclosingLoop(op) != nil && firstDot(op) != nil
}

// escapes reports whether a tile, or a view of it, leaves its block as a value.
func escapes(v *ir.Value) bool {
	for user := range v.Users() {
		if user.Has(ir.Terminator) || user.Is(tt.Trans) && escapes(user.Result(0)) {
			return true
		}
	}
	return false
}

// firstDot returns the first dot, in the block of the load, that its tile reaches as A or B.
func firstDot(load *ir.Operation) *ir.Operation {
	var first *ir.Operation
	seen := map[*ir.Operation]bool{}
	var follow func(v *ir.Value)
	follow = func(v *ir.Value) {
		for u := range v.Uses() {
			op := u.Owner()
			switch {
			case op.Block() != load.Block() || seen[op]:
			case op.Is(tt.Dot):
				if u.Index() < 2 && (first == nil || op.IsBefore(first)) {
					first = op
				}
			case op.IsPure() && !isControl(op) && op.NumResults() == 1:
				seen[op] = true
				follow(op.Result(0))
			}
		}
	}
	follow(load.Result(0))
	return first
}

// dependence says why a role beside the consumers can't run the load, or what computes
// of loads, by itself, or "".
func (p *plan) dependence(load *ir.Operation, taken map[*ir.Operation]bool) string {
	needs := sliceOf(p.fn, []*ir.Operation{load}, func(*ir.Operation) bool { return false })
	why := ""
	p.fn.Walk(func(op *ir.Operation) bool {
		switch {
		case why != "" || !needs.ops[op] || op == load || isControl(op):
		case op.Is(tt.Dot):
			why = "what this load needs is computed by a dot"
		case !op.OnlyReads():
			why = fmt.Sprintf("what this load needs comes from '%s', which has side effects", op.Name())
		}
		return true
	})
	if why != "" {
		return why
	}
	for _, effect := range effects(p.fn) {
		if why := conflict(effect, load, needs); why != "" {
			return why
		}
	}
	return ""
}

// conflict says why a load, with the reads that its address needs, must not run
// ahead of an op with effects, or "".
func conflict(effect, load *ir.Operation, needs *slice) string {
	if mayPrecede(effect, load) && synchronizes(effect) {
		return fmt.Sprintf("this load must wait for '%s'", effect.Name())
	}
	for op := range needs.ops {
		if op.Is(tt.Load, tt.DescriptorLoad) && mayPrecede(effect, op) && mayAlias(effect, op) {
			return fmt.Sprintf("this load may read what '%s' has written", effect.Name())
		}
	}
	return ""
}

// group puts tiles that one role makes for the same dot together, those that the dot reads
// where they lie and those that are transformed for it apart, since their slots are free at
// different times; unless one of them is used before the
// next is made: the consumer would wait for a put that the producer, itself waiting
// for the consumer in between, may never reach.
func (p *plan) group(makers []*ir.Operation, by *slice) {
	type use struct {
		dot  *ir.Operation
		to   *slice
		view bool
	}
	byUse := map[use]*group{}
	p.groupDescriptors(makers)
	for _, op := range makers {
		if op.Is(tt.MakeTensorDesc) {
			continue
		}
		dot, to := firstDot(op), p.consumer
		if by == p.producer {
			to = p.taker(op)
		}
		of := use{dot, to, reads(dot, op.Result(0))}
		g := byUse[of]
		if dot == nil || g == nil || g.first.IsBefore(op) {
			g = &group{dot: dot, by: by, to: to}
			p.groups = append(p.groups, g)
			byUse[of] = g
		}
		g.makers = append(g.makers, op)
		g.hold(op)
	}
}

// reads reports whether a dot multiplies a tile, or a view of it.
func reads(dot *ir.Operation, tile *ir.Value) bool {
	for user := range tile.Users() {
		if user == dot || user.Is(tt.Trans) && reads(dot, user.Result(0)) {
			return true
		}
	}
	return false
}

// hold extends the first and the last op of the role that needs the slot to the
// users of a tile; a view of it is as good as the tile. A slot of descriptors is
// needed until what others have made of them has come.
func (g *group) hold(maker *ir.Operation) {
	block := maker.Block()
	var follow func(v *ir.Value)
	follow = func(v *ir.Value) {
		for user := range v.Users() {
			if between := g.via != nil && g.via.ops[user]; between && user.NumResults() == 1 {
				follow(user.Result(0))
			}
			if !g.to.ops[user] {
				continue
			}
			at := user
			for at.Block() != block {
				at = at.Parent()
			}
			if g.first == nil || at.IsBefore(g.first) {
				g.first = at
			}
			if g.last == nil || g.last.IsBefore(at) {
				g.last = at
			}
			if user.Is(tt.Trans) || g.maps() && g.to.leaf(user) {
				follow(user.Result(0))
			}
		}
	}
	follow(maker.Result(0))
}

// makeRings gives each group a ring; groups of successive loops that load the same
// things share one.
func (p *plan) makeRings() {
	for _, g := range p.groups {
		for _, r := range p.rings {
			if r.takes(g) {
				g.ring = r
			}
		}
		if g.ring == nil {
			g.ring = &ring{}
			for _, l := range g.makers {
				g.ring.payload = append(g.ring.payload, l.Result(0).Type())
			}
			p.rings = append(p.rings, g.ring)
		}
		g.ring.groups = append(g.ring.groups, g)
	}
}

// takes reports whether a group can use the ring: its tiles are made by the same role as those
// of the ring's groups, from the same memory, and its slots are given back before or after theirs.
func (r *ring) takes(g *group) bool {
	if !g.deep() {
		return false
	}
	for _, have := range r.groups {
		if !have.deep() || have.by != g.by || have.to != g.to || len(have.makers) != len(g.makers) || nested(have, g) {
			return false
		}
		for i, l := range have.makers {
			if !sameSource(l, g.makers[i]) {
				return false
			}
		}
	}
	return true
}

// nested reports whether the block of one group is around, or the same as, that of the other.
func nested(a, b *group) bool {
	ra, rb := a.makers[0].Block().Region(), b.makers[0].Block().Region()
	return ra.Contains(rb) || rb.Contains(ra)
}

func sameSource(a, b *ir.Operation) bool {
	if a.Name() != b.Name() || a.Result(0).Type() != b.Result(0).Type() {
		return false
	}
	switch {
	case a.Is(tt.DescriptorLoad):
		return a.Operand(0) == b.Operand(0)
	case !a.Is(tt.Load):
		return sameOperands(a, b)
	}
	oa, ob := origins(a.Operand(0)), origins(b.Operand(0))
	for o := range oa {
		if !ob[o] {
			return false
		}
	}
	return len(oa) == len(ob)
}

// sameOperands reports whether the operands of two ops are the same or have the same source.
func sameOperands(a, b *ir.Operation) bool {
	for i, v := range a.Operands() {
		w := b.Operand(i)
		if v != w && (v.Def() == nil || w.Def() == nil || !sameSource(v.Def(), w.Def())) {
			return false
		}
	}
	return true
}

// ringsInside lists, for a control flow op of the function, the rings that a role uses in
// its regions, in the order of the plan.
func (p *plan) ringsInside(op *ir.Operation, role *slice) []*ring {
	var out []*ring
	for _, r := range p.rings {
		if slices.ContainsFunc(r.groups, func(g *group) bool { return (g.by == role || g.to == role) && op.IsAncestorOf(g.makers[0]) }) {
			out = append(out, r)
		}
	}
	return out
}

// stageCap is the least tt.num_stages of the loops around the ring's loads, 0 if there is none.
func (r *ring) stageCap() int64 {
	least := int64(0)
	for _, g := range r.groups {
		for l := enclosingLoop(g.makers[0]); l != nil; l = enclosingLoop(l) {
			if n, ok := l.IntAttr("tt.num_stages"); ok && (least == 0 || n < least) {
				least = n
			}
		}
	}
	return max(least, 0)
}
