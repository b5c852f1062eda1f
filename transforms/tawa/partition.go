package tawa

import (
	"fmt"
	"slices"

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
//
// Tiles that have to be rearranged or converted before a dot can read them from shared
// memory are tile statements of a third role, the transformer, which gets them from the
// producer and puts them into rings of their own.
type Partition struct {
	Depth     int `opt:"depth" help:"slots of a ring that feeds a dot in a loop; -1: as many as fit, up to 4"`
	MaxDepth  int `opt:"max-depth" help:"bound of the automatic depth; -1: none but tt.num_stages"`
	MMADepth  int `opt:"mma-depth" help:"iterations of dots that tawa-pipeline will keep in flight; the automatic depth is two more if it can"`
	Consumers int `opt:"consumers" help:"consumer warp groups; -1: the fewest with at most 128 accumulator registers a thread"`
	NumWarps  int `opt:"num-warps" help:"warps that compute; may raise the automatic number of consumers; -1: the module's ttg.num-warps"`
	Transform int `opt:"transform" help:"a role for tiles that dots can't read as they are loaded: 0: none; -1: where there are such tiles"`
}

// Info names the pass.
func (*Partition) Info() pass.Info {
	return pass.Info{
		Name: "tawa-partition", Anchor: builtin.Module, Dialects: []string{"aref", "arith", "ttg"},
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
		plan, ok := p.of(op).plan(module, op, st)
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
		if !p.of(plan.fn).split(plan, st) {
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

// of is the pass with the options that were chosen for a kernel.
func (p *Partition) of(fn *ir.Operation) *Partition {
	q := *p
	q.Depth, q.MMADepth = choose(fn, "depth", p.Depth), choose(fn, "mma-depth", p.MMADepth)
	q.Consumers, q.Transform = choose(fn, "consumers", p.Consumers), choose(fn, "transform", p.Transform)
	return &q
}

// plan plans one function; nil without an error where it stays as it is.
func (p *Partition) plan(module, fn *ir.Operation, st *pass.State) (*plan, bool) {
	atLeast := p.NumWarps
	if n, has := module.IntAttr(ttg.NumWarpsAttr); has && atLeast < 0 {
		atLeast = int(n)
	}
	for _, transform := range []bool{p.Transform != 0, false} {
		plan, why := makePlan(fn, transform)
		if why == nil {
			for _, d := range plan.dots {
				if text := checkDot(d); text != "" {
					why = &reason{d, text}
				}
			}
		}
		if why != nil {
			plan.restore()
			st.Missedf(why.at, "not specialized: %s", why.text)
			return nil, true
		}
		n, err := chooseConsumers(plan.dots, p.Consumers, atLeast/warpsPerGroup)
		if err == nil {
			plan.consumers = n
		}
		if text := p.crowded(plan, err); text != "" {
			plan.restore()
			st.Missedf(fn, "no role for tiles that are transformed: %s", text)
			continue
		}
		for _, s := range plan.skipped {
			st.Missedf(s.load, "stays with the consumers: %s", s.why)
		}
		switch {
		case err != nil && p.Consumers > 0:
			return nil, st.Errorf(fn, "%v", err)
		case err != nil:
			st.Missedf(fn, "not specialized: %v", err)
			return nil, true
		}
		return plan, true
	}
	panic("tawa-partition: a plan without a transformer is crowded by one")
}

// crowded says why there is no room for a plan's transformer, or "".
func (p *Partition) crowded(plan *plan, err error) string {
	if plan.transformer == nil {
		return ""
	}
	if err != nil {
		return err.Error()
	}
	have := registers(int64(plan.consumers), plan.otherRegisters()...) - otherRegisters
	if need := Accumulators(plan.dots) / threadsPerGroup / int64(plan.consumers); need > have {
		return fmt.Sprintf("it would leave the consumers' threads %d registers for accumulators, which need %d", have, need)
	}
	if d, err := p.depth(plan); err != nil || d < 2 {
		return fmt.Sprintf("there is no room in shared memory for two slots of %d bytes and %d bytes beside them", sharedOf(plan).slot, sharedOf(plan).fixed)
	}
	return ""
}

// depth is the number of slots of the plan's deep rings.
func (p *Partition) depth(plan *plan) (int64, error) {
	limit := int64(p.MaxDepth)
	for _, r := range plan.rings {
		if n := r.stageCap(); n > 0 && (limit <= 0 || n < limit) {
			limit = n
		}
	}
	return chooseDepth(sharedOf(plan), int64(p.Depth), limit, int64(p.MMADepth))
}

// split rewrites the function by its plan.
func (p *Partition) split(plan *plan, st *pass.State) bool {
	depth, err := p.depth(plan)
	switch {
	case err != nil && p.Depth > 0:
		return st.Errorf(plan.fn, "%v", err)
	case err != nil:
		st.Missedf(plan.fn, "not specialized: %v", err)
		return true
	}
	for _, r := range plan.rings {
		r.depth = r.slots(depth)
	}
	s := splitter{plan: plan, body: plan.fn.Region(0).First()}
	s.run()
	roles := "a producer and "
	if plan.transformer != nil {
		roles = "a producer, a transformer and "
	}
	st.Passedf(plan.fn, "split into %s%s, rings of %s", roles, count(plan.consumers, "consumer"), count(int(depth), "slot"))
	for _, t := range plan.transformed {
		st.Passedf(t.dot, "a role of its own %s", t.what())
	}
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
		b.Loc = r.groups[0].makers[0].Loc
		r.value = b.Value(aref.Create, nil, []ir.Type{aref.Ring(b.Context(), r.depth, r.payload)}, r.cluster()...)
		r.value.SetName("ring")
	}
	b.Loc = s.fn.Loc
	captures := s.captures()
	partitions := s.partitions()
	s.spec = ttg.BuildWarpSpecialize(b, captures, nil, slices.Repeat([]int64{warpsPerGroup}, len(partitions)))
	if s.transformer != nil {
		s.spec.SetAttr(requestedRegisters, b.Context().I32Array(s.otherRegisters()...))
	}
	s.makeConsumer()
	for i, role := range partitions {
		s.makePartition(ttg.Partitions(s.spec)[i].First(), role, captures)
	}
	for i := len(captures) - 1; i >= 0; i-- {
		if !slices.ContainsFunc(ttg.Partitions(s.spec), func(r *ir.Region) bool { return !r.First().Arg(i).Unused() }) {
			ttg.RemoveCapture(s.spec, i)
		}
	}
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

// inPartition reports whether a role beside the consumers runs op.
func (s *splitter) inPartition(op *ir.Operation) bool {
	return slices.ContainsFunc(s.partitions(), func(role *slice) bool { return role.ops[op] })
}

// sharable reports whether op computes scalars that several roles need from others that stay.
func (s *splitter) sharable(op *ir.Operation) bool {
	if !s.inPartition(op) || !s.consumer.ops[op] || isControl(op) || op.NumRegions() > 0 || s.consumer.leaf(op) {
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

// captures are the rings and the values from before the roles part that partitions use.
func (s *splitter) captures() []*ir.Value {
	var out []*ir.Value
	for _, r := range s.rings {
		out = append(out, r.value)
	}
	seen := map[*ir.Value]bool{}
	s.fn.Walk(func(op *ir.Operation) bool {
		if op == s.fn || op.Block() == s.body && (s.shared[op] || !s.inPartition(op)) {
			return op == s.fn
		}
		for _, v := range op.Operands() {
			if !seen[v] && s.isOuter(v) && slices.ContainsFunc(s.partitions(), func(role *slice) bool { return role.values[v] }) {
				seen[v] = true
				out = append(out, v)
			}
		}
		return true
	})
	return out
}

// isOuter reports whether a partition must capture v: an argument of the function
// or a shared scalar, but no constant, which the partition makes again.
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
	if len(g.ring.groups) > 1 || enclosingLoop(g.makers[0]) != nil {
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
	block := s.spec.Region(0).Entry()
	b := ir.AtEnd(s.fn.Context(), block, s.fn.Loc)
	s.roleCode(s.consumer, ir.NewMapping(), top, b)
	b.Create(ttg.WarpYield, nil, []ir.Type{})
}

// roleCode makes the code of a role: its ops, and around them the accesses of rings.
func (s *splitter) roleCode(role *slice, m *ir.Mapping, consts *constants, b *ir.Builder) {
	inside := func(op *ir.Operation) []*ring { return s.ringsInside(op, role) }
	r := &rebuilder{slice: role, m: m, inside: inside, current: s.counters(consts)}
	r.emit = func(b *ir.Builder, op *ir.Operation) {
		if !role.leaf(op) {
			r.clone(b, op)
		}
		for _, g := range s.groups {
			if g.by == role && g.makers[len(g.makers)-1] == op {
				s.emitPut(r, b, g)
				s.advance(r, b, g, consts)
			}
		}
	}
	r.before = func(b *ir.Builder, op *ir.Operation) {
		for _, g := range s.groups {
			if g.to == role && g.first == op {
				s.emitGet(r, b, g)
			}
		}
	}
	r.after = func(b *ir.Builder, op *ir.Operation) {
		for _, g := range s.groups {
			if g.to == role && g.last == op {
				b.Create(aref.Consumed, []*ir.Value{m.Lookup(g.ring.value), r.current[g.ring]}, []ir.Type{})
				s.advance(r, b, g, consts)
			}
		}
	}
	r.block(s.body, b)
	b.Loc = s.fn.Loc
}

func (s *splitter) emitPut(r *rebuilder, b *ir.Builder, g *group) {
	operands := []*ir.Value{r.m.Lookup(g.ring.value), r.current[g.ring]}
	for _, op := range g.makers {
		operands = append(operands, r.m.Lookup(op.Result(0)))
	}
	b.Create(aref.Put, operands, []ir.Type{})
}

func (s *splitter) emitGet(r *rebuilder, b *ir.Builder, g *group) {
	b.Loc = g.makers[0].Loc
	get := b.Create(aref.Get, []*ir.Value{r.m.Lookup(g.ring.value), r.current[g.ring]}, nil)
	for i, op := range g.makers {
		get.Result(i).SetName(op.Result(0).Name())
		r.m.Map(op.Result(0), get.Result(i))
	}
}

// makePartition makes the block of a role beside the consumers.
func (s *splitter) makePartition(block *ir.Block, role *slice, captures []*ir.Value) {
	b := ir.AtEnd(s.fn.Context(), block, s.fn.Loc)
	m := ir.NewMapping()
	for i, v := range captures {
		m.Map(v, block.Arg(i))
		block.Arg(i).SetName(v.Name())
	}
	consts := newConstants(block, s.fn.Loc)
	for op := range s.body.Ops() {
		if isScalarConstant(op) && role.ops[op] && s.usedIn(role, op.Result(0)) {
			consts.loc = op.Loc
			c := consts.of(op.Attr("value"))
			c.SetName(op.Result(0).Name())
			m.Map(op.Result(0), c)
			delete(role.ops, op)
		}
	}
	for op := range s.shared {
		delete(role.ops, op)
	}
	consts.i32(1)
	s.roleCode(role, m, consts, b)
	b.Create(ttg.WarpReturn, nil, []ir.Type{})
}

// usedIn reports whether something in a role that is not shared uses a constant.
func (s *splitter) usedIn(role *slice, v *ir.Value) bool {
	for user := range v.Users() {
		if !s.shared[user] && (role.ops[user] || user.Has(ir.Terminator)) {
			return true
		}
	}
	return false
}
