package dataflow

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Dense is the domain of a dense analysis: a fact holds at a place in the program, and
// each op changes it.
type Dense[T any] interface {
	Join(a, b T) T
	Equal(a, b T) bool
	// Edge is what holds where control comes from (backward: goes to) a place that the
	// analysis can't see, such as the start of a function.
	Edge() T
	// Transfer returns what holds after op (backward: before it). Ops with known control
	// flow into their regions are passed too, with what holds as control reaches them.
	Transfer(op *ir.Operation, fact T) T
}

// Places is the result of a dense analysis.
type Places[T any] struct {
	before, after map[*ir.Operation]T
}

// Before and After return what holds before and after op; ok is false if control never
// gets there (backward: never ends from there).
func (p *Places[T]) Before(op *ir.Operation) (fact T, ok bool) {
	fact, ok = p.before[op]
	return fact, ok
}

// After is Before for the place behind op.
func (p *Places[T]) After(op *ir.Operation) (fact T, ok bool) {
	fact, ok = p.after[op]
	return fact, ok
}

// Reach says which blocks control may reach; a Forward does.
type Reach interface{ Live(b *ir.Block) bool }

// dense is what both directions share: blocks wait, and are run through as a whole.
type dense[T any] struct {
	*Places[T]
	domain Dense[T]
	reach  Reach               // nil: all
	edge   map[*ir.Block]T     // at the end of the block where the walk begins
	beside map[*ir.Operation]T // on the far side of an op with regions
	queue  []*ir.Block
	queued map[*ir.Block]bool
}

func newDense[T any](domain Dense[T], reach Reach) *dense[T] {
	return &dense[T]{
		Places: &Places[T]{map[*ir.Operation]T{}, map[*ir.Operation]T{}}, domain: domain, reach: reach,
		edge: map[*ir.Block]T{}, beside: map[*ir.Operation]T{}, queued: map[*ir.Block]bool{},
	}
}

func (d *dense[T]) run(visit func(*ir.Block)) *Places[T] {
	for len(d.queue) > 0 {
		b := d.queue[0]
		d.queue = d.queue[1:]
		delete(d.queued, b)
		visit(b)
	}
	return d.Places
}

func (d *dense[T]) push(b *ir.Block) {
	if b != nil && !d.queued[b] && (d.reach == nil || d.reach.Live(b)) {
		d.queued[b] = true
		d.queue = append(d.queue, b)
	}
}

// enter joins a fact into the edge of a block.
func (d *dense[T]) enter(b *ir.Block, fact T) {
	old, known := d.edge[b]
	if known {
		fact = d.domain.Join(old, fact)
	}
	if !known || !d.domain.Equal(old, fact) {
		d.edge[b] = fact
		d.push(b)
	}
}

// pass joins a fact into the far side of an op with regions.
func (d *dense[T]) pass(op *ir.Operation, fact T) {
	old, known := d.beside[op]
	if known {
		fact = d.domain.Join(old, fact)
	}
	if !known || !d.domain.Equal(old, fact) {
		d.beside[op] = fact
		d.push(op.Block())
	}
}

// RunDenseForward analyses what is inside root, in the order of control. Reach, if not
// nil, leaves out dead blocks.
func RunDenseForward[T any](root *ir.Operation, domain Dense[T], reach Reach) *Places[T] {
	d := newDense(domain, reach)
	for _, r := range root.Regions() {
		if !r.Empty() {
			d.enter(r.First(), domain.Edge())
		}
	}
	return d.run(d.forward)
}

func (d *dense[T]) forward(b *ir.Block) {
	fact, ok := d.edge[b]
	if !ok {
		return
	}
	for op := range b.Ops() {
		d.before[op] = fact
		fact = d.domain.Transfer(op, fact)
		if op.NumRegions() > 0 {
			if fact, ok = d.throughRegions(op, fact); !ok {
				return // the far side is not reached yet
			}
		}
		d.after[op] = fact
	}
	last := b.Last()
	if last == nil {
		return
	}
	for _, s := range last.Successors() {
		d.enter(s, fact)
	}
	d.along(last.Parent(), last, fact)
}

// throughRegions sends a fact into op's regions and returns what comes out.
func (d *dense[T]) throughRegions(op *ir.Operation, fact T) (T, bool) {
	if _, ok := builtin.RegionBranch.Of(op); ok {
		d.along(op, op, fact)
		out, reached := d.beside[op]
		return out, reached
	}
	for _, r := range op.Regions() {
		if !r.Empty() {
			d.enter(r.First(), d.domain.Edge())
		}
	}
	return fact, true
}

// along sends a fact along the region edges of op that begin at point.
func (d *dense[T]) along(op, point *ir.Operation, fact T) {
	if op == nil {
		return
	}
	flow, ok := builtin.RegionBranch.Of(op)
	if !ok {
		return
	}
	for _, e := range flow.Edges(op) {
		switch {
		case e.Point != point:
		case e.To == builtin.Outside:
			d.pass(op, fact)
		case !op.Region(e.To).Empty():
			d.enter(op.Region(e.To).First(), fact)
		}
	}
}

// RunDenseBackward analyses what is inside root against the order of control.
func RunDenseBackward[T any](root *ir.Operation, domain Dense[T], reach Reach) *Places[T] {
	d := newDense(domain, reach)
	back := &backward[T]{dense: d, preds: map[*ir.Block][]*ir.Block{}}
	root.Walk(func(op *ir.Operation) bool {
		for _, s := range op.Successors() {
			back.preds[s] = append(back.preds[s], op.Block())
		}
		if op != root {
			d.push(op.Block())
		}
		return true
	})
	return d.run(back.visit)
}

type backward[T any] struct {
	*dense[T]
	preds map[*ir.Block][]*ir.Block
}

// visit runs through a block from its end. What holds at its start is kept in edge.
func (d *backward[T]) visit(b *ir.Block) {
	last := b.Last()
	if last == nil {
		return
	}
	fact, ok := d.atEnd(last)
	if !ok {
		return
	}
	for op := last; op != nil; op = op.Prev() {
		if op.NumRegions() > 0 {
			d.after[op] = fact
			if fact, ok = d.regionsBackward(op, fact); !ok {
				return
			}
		} else {
			d.after[op] = fact
		}
		fact = d.domain.Transfer(op, fact)
		d.before[op] = fact
	}
	d.reached(b, fact)
}

// reached notes what holds at the start of b and queues what leads there.
func (d *backward[T]) reached(b *ir.Block, fact T) {
	old, known := d.edge[b]
	if known {
		fact = d.domain.Join(old, fact)
		if d.domain.Equal(old, fact) {
			return
		}
	}
	d.edge[b] = fact
	for _, p := range d.preds[b] {
		d.push(p)
	}
	if op := b.Parent(); op != nil && b == b.Region().First() {
		d.push(op.Block())
		for _, r := range op.Regions() {
			for inner := range r.Blocks() {
				d.push(inner)
			}
		}
	}
}

// atEnd joins what holds where control goes from a terminator.
func (d *backward[T]) atEnd(last *ir.Operation) (fact T, ok bool) {
	add := func(f T, known bool) {
		if known && ok {
			fact = d.domain.Join(fact, f)
		} else if known {
			fact, ok = f, true
		}
	}
	for _, s := range last.Successors() {
		f, known := d.edge[s]
		add(f, known)
	}
	if len(last.Successors()) > 0 {
		return fact, ok
	}
	parent := last.Parent()
	flow, known := builtin.RegionBranch.Of(parent)
	if !known {
		return d.domain.Edge(), true
	}
	for _, e := range flow.Edges(parent) {
		if e.Point == last {
			f, known := d.target(parent, e)
			add(f, known)
		}
	}
	return fact, ok
}

// target is what holds where an edge leads.
func (d *backward[T]) target(op *ir.Operation, e builtin.RegionEdge) (fact T, ok bool) {
	if e.To == builtin.Outside {
		fact, ok = d.after[op]
		return fact, ok
	}
	fact, ok = d.edge[op.Region(e.To).First()]
	return fact, ok
}

// regionsBackward returns what holds as control reaches op, from what holds behind it.
func (d *backward[T]) regionsBackward(op *ir.Operation, behind T) (fact T, ok bool) {
	flow, known := builtin.RegionBranch.Of(op)
	if !known {
		return behind, true
	}
	for _, r := range op.Regions() { // what holds behind op may have changed
		for b := range r.Blocks() {
			if _, done := d.before[op]; !done {
				d.push(b)
			}
		}
	}
	if old, known := d.beside[op]; !known || !d.domain.Equal(old, behind) {
		d.beside[op] = behind
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				d.push(b)
			}
		}
	}
	for _, e := range flow.Edges(op) {
		if e.Point != op {
			continue
		}
		f, known := d.target(op, e)
		if known && ok {
			fact = d.domain.Join(fact, f)
		} else if known {
			fact, ok = f, true
		}
	}
	return fact, ok
}
