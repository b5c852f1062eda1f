package tawa

import (
	"fmt"

	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
)

// Partition splits kernels into a producer and cooperating consumers. It walks
// backwards from the ops with effects: what addresses, coordinates and loop control
// are computed from are iteration statements, what dots and the epilogue work on are
// tile statements. The producer runs the loads and the iteration statements that they
// need, the consumers everything else; cheap scalars that both need are computed twice,
// or once before the roles part. Both run the same loops, and a ring of asynchronous
// references carries the tiles.
type Partition struct {
	Depth     int `opt:"depth" help:"slots of a ring that feeds a dot in a loop; -1: as many as fit, up to 4"`
	MaxDepth  int `opt:"max-depth" help:"bound of the automatic depth; -1: none but tt.num_stages"`
	MMADepth  int `opt:"mma-depth" help:"iterations of dots that tawa-pipeline will keep in flight; the automatic depth is two more if it can"`
	Consumers int `opt:"consumers" help:"consumer warp groups; -1: the fewest with at most 128 accumulator registers a thread"`
	NumWarps  int `opt:"num-warps" help:"warps that compute; may raise the automatic number of consumers; -1: the module's ttg.num-warps"`
}

// Info names the pass.
func (*Partition) Info() pass.Info {
	return pass.Info{
		Name: "tawa-partition", Anchor: builtin.Module,
		Summary:     "split kernels into a producer and consumers that talk through rings of asynchronous references",
		Description: "A function without a dot, or of which no load can run ahead, is left as it is; a remark says why.",
	}
}

// Run splits the kernels of a module.
func (p *Partition) Run(module *ir.Operation, st *pass.State) bool {
	if !p.checkOptions(module, st) {
		return false
	}
	var plans []*plan
	for op := range module.Region(0).First().Ops() {
		if !op.Is(tt.Func) || builtin.IsDeclaration(op) {
			continue
		}
		plan, ok := p.plan(module, op, st)
		if !ok {
			return false
		}
		if plan != nil {
			plans = append(plans, plan)
		}
	}
	consumers := 0
	for _, plan := range plans {
		consumers = max(consumers, plan.consumers)
	}
	for _, plan := range plans {
		if _, err := chooseConsumers(plan.dots, consumers, 0); err != nil {
			st.Missedf(plan.fn, "not specialized: %v", err)
			continue
		}
		plan.consumers = consumers
		if !p.split(plan, st) {
			return false
		}
		module.SetAttr(ttg.NumWarpsAttr, module.Context().I32Attr(int64(consumers*warpsPerGroup)))
	}
	return true
}

func (p *Partition) checkOptions(module *ir.Operation, st *pass.State) bool {
	for _, o := range []struct {
		name  string
		value int
	}{{"depth", p.Depth}, {"max-depth", p.MaxDepth}, {"consumers", p.Consumers}} {
		if o.value == 0 || o.value < -1 {
			return st.Errorf(module, "%s=%d: at least 1 is needed, or -1 for an automatic choice", o.name, o.value)
		}
	}
	if p.NumWarps != -1 && (p.NumWarps < 1 || p.NumWarps&(p.NumWarps-1) != 0) {
		return st.Errorf(module, "num-warps=%d is no power of two", p.NumWarps)
	}
	return true
}

// plan plans one function; nil without an error where it stays as it is.
func (p *Partition) plan(module, fn *ir.Operation, st *pass.State) (plan *plan, ok bool) {
	plan, why := makePlan(fn)
	if why == nil {
		for _, d := range plan.dots {
			if text := checkDot(d); text != "" {
				why = &reason{d, text}
			}
		}
	}
	if why != nil {
		st.Missedf(why.at, "not specialized: %s", why.text)
		return nil, true
	}
	for _, s := range plan.skipped {
		st.Missedf(s.load, "stays with the consumers: %s", s.why)
	}
	atLeast := p.NumWarps
	if n, has := module.IntAttr(ttg.NumWarpsAttr); has && atLeast < 0 {
		atLeast = int(n)
	}
	n, err := chooseConsumers(plan.dots, p.Consumers, atLeast/warpsPerGroup)
	switch {
	case err != nil && p.Consumers > 0:
		return nil, st.Errorf(fn, "%v", err)
	case err != nil:
		st.Missedf(fn, "not specialized: %v", err)
		return nil, true
	}
	plan.consumers = n
	return plan, true
}

// split rewrites the function by its plan.
func (p *Partition) split(plan *plan, st *pass.State) bool {
	limit := int64(p.MaxDepth)
	for _, r := range plan.rings {
		if n := r.stageCap(); n > 0 && (limit <= 0 || n < limit) {
			limit = n
		}
	}
	depth, err := chooseDepth(sharedOf(plan), int64(p.Depth), limit, int64(p.MMADepth))
	switch {
	case err != nil && p.Depth > 0:
		return st.Errorf(plan.fn, "%v", err)
	case err != nil:
		st.Missedf(plan.fn, "not specialized: %v", err)
		return true
	}
	for _, r := range plan.rings {
		r.depth = 1
		if r.groups[0].deep() {
			r.depth = depth
		}
	}
	s := splitter{plan: plan, body: plan.fn.Region(0).First()}
	s.run()
	st.Passedf(plan.fn, "split into a producer and %s, rings of %s", count(plan.consumers, "consumer"), count(int(depth), "slot"))
	return true
}

func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// splitter rewrites a function.
type splitter struct {
	*plan
	body *ir.Block
	// shared are ops at the top that stay before the roles part.
	shared map[*ir.Operation]bool
	spec   *ir.Operation
}

func (s *splitter) run() {
	old := s.markShared()
	b := ir.Before(s.body.Last())
	for _, r := range s.rings {
		b.Loc = r.groups[0].loads[0].Loc
		r.value = b.Value(aref.Create, nil, []ir.Type{aref.Ring(b.Context(), r.depth, r.payload)})
		r.value.SetName("ring")
	}
	b.Loc = s.fn.Loc
	captures := s.captures()
	s.spec = ttg.BuildWarpSpecialize(b, captures, nil, []int64{warpsPerGroup})
	s.makeConsumer()
	s.makeProducer(captures)
	for i := len(old) - 1; i >= 0; i-- {
		old[i].Erase()
	}
}

// markShared settles what stays before the roles part, scalars that both need and
// constants of the consumers, and returns the other ops at the top but the last.
func (s *splitter) markShared() (rest []*ir.Operation) {
	s.shared = map[*ir.Operation]bool{}
	var constants []*ir.Operation
	for op := range s.body.Ops() {
		switch {
		case op == s.body.Last():
		case isScalarConstant(op):
			constants = append(constants, op)
		case s.sharable(op):
			s.shared[op] = true
		default:
			rest = append(rest, op)
		}
	}
	for _, op := range constants {
		used := s.consumer.ops[op]
		for user := range op.Result(0).Users() {
			used = used || s.shared[user]
		}
		if used {
			s.shared[op] = true
		} else {
			rest = append([]*ir.Operation{op}, rest...)
		}
	}
	return rest
}

func isScalarConstant(op *ir.Operation) bool {
	return op.Has(ir.ConstantLike) && !ir.IsTensor(op.Result(0).Type())
}

// sharable reports whether op computes scalars that both roles need from others that stay.
func (s *splitter) sharable(op *ir.Operation) bool {
	if !s.producer.ops[op] || !s.consumer.ops[op] || isControl(op) || op.NumRegions() > 0 {
		return false
	}
	for _, r := range op.Results() {
		if ir.IsTensor(r.Type()) {
			return false
		}
	}
	for _, v := range op.Operands() {
		if d := v.Def(); d != nil && !s.shared[d] && !(isScalarConstant(d) && d.Block() == s.body) {
			return false
		}
	}
	return true
}

// captures are the rings and the values from before the roles part that the producer uses.
func (s *splitter) captures() []*ir.Value {
	var out []*ir.Value
	for _, r := range s.rings {
		out = append(out, r.value)
	}
	seen := map[*ir.Value]bool{}
	s.fn.Walk(func(op *ir.Operation) bool {
		if op == s.fn || op.Block() == s.body && (s.shared[op] || !s.producer.ops[op]) {
			return op == s.fn
		}
		for _, v := range op.Operands() {
			if s.producer.values[v] && !seen[v] && s.isOuter(v) {
				seen[v] = true
				out = append(out, v)
			}
		}
		return true
	})
	return out
}

// isOuter reports whether the producer must capture v: an argument of the function
// or a shared scalar, but no constant, which the producer makes again.
func (s *splitter) isOuter(v *ir.Value) bool {
	if v.Def() == nil {
		return v.ArgBlock() == s.body
	}
	return s.shared[v.Def()] && !isScalarConstant(v.Def())
}

// constants makes constants at the start of a block, each once.
type constants struct {
	block *ir.Block
	loc   ir.Location
	last  *ir.Operation
	known map[ir.Attribute]*ir.Value
}

func newConstants(block *ir.Block, loc ir.Location) *constants {
	return &constants{block: block, loc: loc, known: map[ir.Attribute]*ir.Value{}}
}

func (c *constants) i32(n int64) *ir.Value { return c.of(c.block.Parent().Context().I32Attr(n)) }

func (c *constants) of(a ir.Attribute) *ir.Value {
	if c.known[a] == nil {
		b := ir.AtStart(a.Context(), c.block, c.loc)
		if c.last != nil {
			b.SetAfter(c.last)
		}
		c.last = b.Create(arith.Constant, nil, []ir.Type{ir.TypeOfAttr(a)}, ir.A("value", a))
		c.known[a] = c.last.Result(0)
	}
	return c.known[a]
}

// counters are the rings' indices of one role, at zero.
func (s *splitter) counters(c *constants) map[*ring]*ir.Value {
	out := map[*ring]*ir.Value{}
	for _, r := range s.rings {
		out[r] = c.i32(0)
	}
	return out
}

// advance counts one access of a ring, if another can follow.
func (s *splitter) advance(r *rebuilder, b *ir.Builder, g *group, c *constants) {
	if len(g.ring.groups) > 1 || enclosingLoop(g.loads[0]) != nil {
		r.current[g.ring] = b.Value(arith.AddI, []*ir.Value{r.current[g.ring], c.i32(1)}, nil)
		r.current[g.ring].SetName(counterName)
	}
}

func (s *splitter) makeConsumer() {
	top := newConstants(s.body, s.fn.Loc)
	for op := range s.body.Ops() {
		if s.shared[op] && isScalarConstant(op) {
			top.known[op.Attr("value")] = op.Result(0)
		}
	}
	for op := range s.shared {
		delete(s.consumer.ops, op)
	}
	r := &rebuilder{slice: s.consumer, m: ir.NewMapping(), inside: s.ringsInside, current: s.counters(top)}
	r.emit = func(b *ir.Builder, op *ir.Operation) {
		if !s.consumer.leaf(op) {
			r.clone(b, op)
		}
	}
	r.before = func(b *ir.Builder, op *ir.Operation) {
		for _, g := range s.groups {
			if g.first == op {
				s.emitGet(r, b, g)
			}
		}
	}
	r.after = func(b *ir.Builder, op *ir.Operation) {
		for _, g := range s.groups {
			if g.last == op {
				b.Create(aref.Consumed, []*ir.Value{g.ring.value, r.current[g.ring]}, []ir.Type{})
				s.advance(r, b, g, top)
			}
		}
	}
	block := s.spec.Region(0).Entry()
	b := ir.AtEnd(s.fn.Context(), block, s.fn.Loc)
	r.block(s.body, b)
	b.Loc = s.fn.Loc
	b.Create(ttg.WarpYield, nil, []ir.Type{})
}

func (s *splitter) emitGet(r *rebuilder, b *ir.Builder, g *group) {
	b.Loc = g.loads[0].Loc
	get := b.Create(aref.Get, []*ir.Value{g.ring.value, r.current[g.ring]}, nil)
	for i, l := range g.loads {
		get.Result(i).SetName(l.Result(0).Name())
		r.m.Map(l.Result(0), get.Result(i))
	}
}

func (s *splitter) makeProducer(captures []*ir.Value) {
	block := ttg.Partitions(s.spec)[0].First()
	b := ir.AtEnd(s.fn.Context(), block, s.fn.Loc)
	m := ir.NewMapping()
	for i, v := range captures {
		m.Map(v, block.Arg(i))
		block.Arg(i).SetName(v.Name())
	}
	consts := newConstants(block, s.fn.Loc)
	for op := range s.body.Ops() {
		if isScalarConstant(op) && s.producer.ops[op] && s.usedInProducer(op.Result(0)) {
			consts.loc = op.Loc
			c := consts.of(op.Attr("value"))
			c.SetName(op.Result(0).Name())
			m.Map(op.Result(0), c)
			delete(s.producer.ops, op)
		}
	}
	for op := range s.shared {
		delete(s.producer.ops, op)
	}
	r := &rebuilder{slice: s.producer, m: m, inside: s.ringsInside, current: s.counters(consts)}
	consts.i32(1)
	end := map[*ir.Operation]*group{}
	for _, g := range s.groups {
		end[g.loads[len(g.loads)-1]] = g
	}
	r.emit = func(b *ir.Builder, op *ir.Operation) {
		r.clone(b, op)
		if g := end[op]; g != nil {
			operands := []*ir.Value{m.Lookup(g.ring.value), r.current[g.ring]}
			for _, l := range g.loads {
				operands = append(operands, m.Lookup(l.Result(0)))
			}
			b.Create(aref.Put, operands, []ir.Type{})
			s.advance(r, b, g, consts)
		}
	}
	r.block(s.body, b)
	b.Loc = s.fn.Loc
	b.Create(ttg.WarpReturn, nil, []ir.Type{})
	for i := len(captures) - 1; i >= 0; i-- {
		if block.Arg(i).Unused() {
			ttg.RemoveCapture(s.spec, i)
		}
	}
}

// usedInProducer reports whether something that is not shared uses a constant.
func (s *splitter) usedInProducer(v *ir.Value) bool {
	for user := range v.Users() {
		if !s.shared[user] && (s.producer.ops[user] || user.Has(ir.Terminator)) {
			return true
		}
	}
	return false
}
