package tawa

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/scf"
	"tawa/ir"
)

// position is where access i of a ring of D slots goes: slot = i mod D and the
// parity phase = (i div D) & 1.
type position struct{ slot, phase *ir.Value }

// counter is an index of rings of that depth.
type counter struct {
	index *ir.Value
	depth int64
}

// counters turns the indices of one role's rings into positions. An index that is
// counted up through loops and branches gets slot and phase carried beside it; any
// other is divided.
type counters struct {
	home    *ir.Block // the role's block: what is defined outside is divided there
	consts  *constants
	tracked map[counter]bool
	at      map[counter]position
	// access is called for each op that is no control flow.
	access func(op *ir.Operation)
}

// offset splits an index that is another one plus or minus a constant.
func offset(v *ir.Value) (base *ir.Value, n int64, ok bool) {
	op := v.Def()
	if op == nil || !op.Is(arith.AddI, arith.SubI) {
		return nil, 0, false
	}
	n, ok = constantInt(op.Operand(1))
	if op.Is(arith.SubI) {
		n = -n
	}
	return op.Operand(0), n, ok
}

// track marks what an index is counted from.
func (c *counters) track(v *ir.Value, depth int64) {
	key := counter{v, depth}
	if c.tracked[key] {
		return
	}
	c.tracked[key] = true
	if op := v.Def(); op != nil {
		switch {
		case isControl(op) && c.inside(op):
			for _, s := range resultSources(op, v.Index()) {
				c.track(s, depth)
			}
		default:
			if base, _, ok := offset(v); ok {
				c.track(base, depth)
			}
		}
		return
	}
	if op := v.ArgBlock().Parent(); isControl(op) && c.inside(op) && !(op.Is(scf.For) && v.Index() == 0) {
		for _, s := range argSources(v) {
			c.track(s, depth)
		}
	}
}

func (c *counters) inside(op *ir.Operation) bool {
	return c.home.Parent().IsAncestorOf(op) && c.home.Parent() != op
}

// position returns slot and phase of an index, computing them where the index is defined.
func (c *counters) position(v *ir.Value, depth int64) position {
	key := counter{v, depth}
	if p, ok := c.at[key]; ok {
		return p
	}
	p := c.compute(v, depth)
	c.at[key] = p
	return p
}

func (c *counters) compute(v *ir.Value, depth int64) position {
	if n, ok := constantInt(v); ok {
		return c.constant(n, depth)
	}
	b := c.after(v)
	if base, n, ok := offset(v); ok && c.inside(v.Def()) {
		return c.step(b, c.position(base, depth), n, depth)
	}
	d := c.consts.i32(depth)
	round := b.Value(arith.DivUI, []*ir.Value{v, d}, nil)
	return position{
		slot:  b.Value(arith.RemUI, []*ir.Value{v, d}, nil),
		phase: b.Value(arith.AndI, []*ir.Value{round, c.consts.i32(1)}, nil),
	}
}

func (c *counters) constant(n, depth int64) position {
	u := int64(uint32(n))
	return position{c.consts.i32(u % depth), c.consts.i32(u / depth & 1)}
}

// after returns a builder behind the definition of v, at the start of the role for
// what comes from outside.
func (c *counters) after(v *ir.Value) *ir.Builder {
	if op := v.Def(); op != nil && c.inside(op) {
		return ir.After(op)
	}
	block := c.home
	if v.Def() == nil && c.inside(v.ArgBlock().Parent()) {
		block = v.ArgBlock()
	}
	for op := block.First(); ; op = op.Next() {
		if !op.Has(ir.ConstantLike) {
			return ir.Before(op)
		}
	}
}

// step moves a position by n accesses.
func (c *counters) step(b *ir.Builder, p position, n, depth int64) position {
	rounds, rest := n/depth, n%depth
	out := p
	if rest != 0 {
		var past *ir.Value
		d, zero := c.consts.i32(depth), c.consts.i32(0)
		add, sub := arith.AddI, arith.SubI
		if rest < 0 {
			add, sub = sub, add
		}
		moved := b.Value(add, []*ir.Value{p.slot, c.consts.i32(max(rest, -rest))}, nil)
		wrapped := zero
		if rest == 1 {
			past = compare(b, arith.EQ, moved, d)
		} else {
			wrapped = b.Value(sub, []*ir.Value{moved, d}, nil)
			pred, bound := arith.SGE, d
			if rest < 0 {
				pred, bound = arith.SLT, zero
			}
			past = compare(b, pred, moved, bound)
		}
		out.slot = b.Value(arith.Select, []*ir.Value{past, wrapped, moved}, []ir.Type{b.Context().I32()})
		flip := b.Value(arith.ExtUI, []*ir.Value{past}, []ir.Type{b.Context().I32()})
		out.phase = b.Value(arith.XOrI, []*ir.Value{p.phase, flip}, nil)
	}
	if rounds%2 != 0 {
		out.phase = b.Value(arith.XOrI, []*ir.Value{out.phase, c.consts.i32(1)}, nil)
	}
	out.phase.SetName("phase")
	if out.slot != p.slot {
		out.slot.SetName("slot")
	}
	return out
}

// block lowers the accesses of a block and of what is inside, in program order.
func (c *counters) block(b *ir.Block) {
	for _, op := range slices.Collect(b.Ops()) {
		switch {
		case op.Erased(): // with an access before it
		case isControl(op):
			c.control(op)
		default:
			c.access(op)
		}
	}
}

// carriedCounter is an index that control flow carries as value number i.
type carriedCounter struct {
	i     int
	depth int64
}

// width is the number of values that carry the position: of a ring of one slot the
// slot is no news.
func (k carriedCounter) width() int {
	if k.depth == 1 {
		return 1
	}
	return 2
}

func width(which []carriedCounter) int {
	n := 0
	for _, k := range which {
		n += k.width()
	}
	return n
}

// find lists the numbers i of which one of the lists has a tracked value, depths in ascending order.
func (c *counters) find(lists ...[]*ir.Value) []carriedCounter {
	var out []carriedCounter
	for i := range lists[0] {
		for d := int64(1); d <= c.maxDepth(); d++ {
			if slices.ContainsFunc(lists, func(vs []*ir.Value) bool { return c.tracked[counter{vs[i], d}] }) {
				out = append(out, carriedCounter{i, d})
			}
		}
	}
	return out
}

func (c *counters) maxDepth() int64 {
	most := int64(0)
	for k := range c.tracked {
		most = max(most, k.depth)
	}
	return most
}

// positions lists slot and phase of those of vs that are carried.
func (c *counters) positions(vs []*ir.Value, which []carriedCounter) []*ir.Value {
	var out []*ir.Value
	for _, k := range which {
		p := c.position(vs[k.i], k.depth)
		if k.width() == 2 {
			out = append(out, p.slot)
		}
		out = append(out, p.phase)
	}
	return out
}

// bind says that the last of added stand for the positions of vs.
func (c *counters) bind(vs []*ir.Value, which []carriedCounter, added []*ir.Value) {
	added = added[len(added)-width(which):]
	for _, k := range which {
		p := position{slot: c.consts.i32(0), phase: added[k.width()-1]}
		if k.width() == 2 {
			p.slot = added[0]
			p.slot.SetName("slot")
		}
		p.phase.SetName("phase")
		added = added[k.width():]
		c.tracked[counter{vs[k.i], k.depth}] = true
		c.at[counter{vs[k.i], k.depth}] = p
	}
}

func (c *counters) addArgs(b *ir.Block, n int) {
	for range n {
		b.AddArg(b.Parent().Context().I32(), b.Parent().Loc)
	}
}

func (c *counters) addOperands(op *ir.Operation, vs []*ir.Value) {
	if len(vs) > 0 {
		op.SetOperands(append(op.Operands(), vs...))
	}
}

// control carries positions through a control flow op and lowers its regions. The
// op is made again with more operands and results.
func (c *counters) control(op *ir.Operation) {
	var results []carriedCounter
	switch {
	case op.Is(scf.For):
		body := op.Region(0).First()
		results = c.find(body.Args()[1:]) // a carried value is tracked as a whole
		op = c.remake(op, c.positions(op.Operands()[3:], results), width(results))
		c.addArgs(body, width(results))
		c.bind(body.Args()[1:], results, body.Args())
		c.block(body)
		c.addOperands(body.Last(), c.positions(body.Last().Operands(), results))
	case op.Is(scf.If):
		results = c.find(op.Results())
		op = c.remake(op, nil, width(results))
		for _, r := range op.Regions() {
			if b := r.First(); b != nil {
				c.block(b)
				c.addOperands(b.Last(), c.positions(b.Last().Operands(), results))
			}
		}
	case op.Is(scf.While):
		before, after := op.Region(0).First(), op.Region(1).First()
		args := c.find(before.Args())
		results = c.find(op.Results(), after.Args())
		op = c.remake(op, c.positions(op.Operands(), args), width(results))
		c.addArgs(before, width(args))
		c.bind(before.Args(), args, before.Args())
		c.block(before)
		c.addOperands(before.Last(), c.positions(before.Last().Operands()[1:], results))
		c.addArgs(after, width(results))
		c.bind(after.Args(), results, after.Args())
		c.block(after)
		c.addOperands(after.Last(), c.positions(after.Last().Operands(), args))
	}
	c.bind(op.Results(), results, op.Results())
}

// remake makes op again with further operands, and more i32 results.
func (c *counters) remake(op *ir.Operation, operands []*ir.Value, more int) *ir.Operation {
	if len(operands) == 0 && more == 0 {
		return op
	}
	st := &ir.OperationState{Name: op.Name(), Loc: op.Loc, Operands: append(op.Operands(), operands...)}
	st.Attrs = append(op.Inherent(), op.Discardable()...)
	st.Results = op.ResultTypes()
	for range more {
		st.Results = append(st.Results, op.Context().I32())
	}
	for range op.Regions() {
		st.NewRegion()
	}
	n := ir.Before(op).CreateState(st)
	for i, r := range op.Regions() {
		n.Region(i).TakeBlocks(r)
	}
	for i, r := range op.Results() {
		for d := int64(1); d <= c.maxDepth(); d++ {
			if c.tracked[counter{r, d}] {
				c.tracked[counter{n.Result(i), d}] = true
			}
		}
		n.Result(i).SetName(r.Name())
		r.ReplaceAllUses(n.Result(i))
	}
	op.Erase()
	return n
}
