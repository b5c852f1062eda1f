package cost

import (
	"fmt"

	"tawa/dialects/aref"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/transforms/tawa"
)

// kind is what a step of a role is.
type kind uint8

const (
	put     kind = iota // wait until the next slot of a ring is empty and fill it
	get                 // wait until the next slot of a ring is full
	release             // give back the oldest slot of a ring that is held
	issue               // start a dot
	wait                // wait until at most n dots are in flight
	work                // compute on CUDA cores
	load                // wait for data from global memory
	store               // write to global memory
	skip                // another consumer gets and gives back the next slot of a ring
	take                // wait for the turn of number n
	pass                // give the turn of number n to the next
	sample              // an iteration of the outermost loop begins or, with n = 1, the loop has ended
)

// step is what a role does with the others or with a shared unit.
type step struct {
	kind  kind
	ring  int
	n     int
	bytes float64 // of put: by TMA; of load and store
	plain float64 // of put: bytes that the role itself loads and stores; of store: bytes that may be on their way when it goes on
	work  float64 // clocks of CUDA cores; of wait: until the warp group goes on
	dot   dot
}

// role is the steps of a warp group, or of each of several that do the same.
type role struct {
	name   string
	copies int
	steps  []step
	scale  float64                   // iterations of the outermost loop for each that is in steps
	loaded map[*ir.Operation]float64 // bytes that each load copies in these steps
}

// place is a program of the grid.
type place struct {
	program, grid [3]int64
	outer         map[*ir.Value]*ir.Value // of what a partition captures
	known         scalars                 // of the function, for roles that come later
	assumed       map[string]bool
	control       map[*ir.Value]bool
	probe         probe // what is loaded is noted there, and all loops have one iteration; may be nil
	turns         map[*ir.Value]int
}

// assume notes that the number of iterations of a loop was not known.
func (p *place) assume(loop *ir.Operation, trips int64) {
	of := "a loop"
	if isOuter(loop) {
		of = "an outer loop"
	}
	p.assumed[fmt.Sprintf("%d iterations of %s", trips, of)] = true
}

const (
	maxSamples = 12   // iterations of an outermost loop around others that are looked at
	maxTrips   = 4096 // of other loops, and of loops whose condition is computed in them
)

// tracer walks the code of a role.
type tracer struct {
	m       *Machine
	known   scalars
	at      *place
	rings   map[*ir.Value]int
	share   float64 // of a tensor's elements: one in so many is the role's
	depth   int
	role    *role
	code    map[*ir.Block][]item
	carried []pair
	sampled bool    // there was an outermost loop
	pending float64 // clocks of CUDA cores since the last step
}

// traceProgram returns the roles of a program, and the rings' depths.
func (m *Machine) traceProgram(fn *ir.Operation, launch Launch, at *place) (roles []*role, depths []int) {
	at.known = scalars{}
	for i, v := range fn.Region(0).First().Args() {
		if n, ok := launch.argument(i, v); ok && isInteger(v) {
			at.known[v] = n
		}
	}
	t := &tracer{m: m, known: at.known, at: at, rings: map[*ir.Value]int{}, share: 1, code: map[*ir.Block][]item{}, role: &role{name: "start", copies: 1, scale: 1}}
	for op := range fn.Region(0).First().Ops() {
		switch { // the work before the roles part is little
		case op.Is(aref.Create):
			t.rings[op.Result(0)] = len(depths)
			depths = append(depths, int(op.Result(0).Type().(*aref.RingType).Depth))
		case op.Is(ttg.WarpSpecialize):
			roles = t.specialized(op)
		case t.follows(op):
			t.op(op)
		}
	}
	return roles, depths
}

func (l Launch) argument(i int, v *ir.Value) (int64, bool) {
	if n, ok := l.Args[number(i)]; ok {
		return n, true
	}
	n, ok := l.Args[v.Name()]
	return n, ok && v.Name() != ""
}

// specialized traces the roles. Partitions come first: what is assumed of their loops holds for
// the consumers, who may have taken them apart.
func (t *tracer) specialized(op *ir.Operation) []*role {
	var roles []*role
	names := []string{"producer", "transformer"}
	for i, r := range ttg.Partitions(op) {
		block := r.First()
		known, rings := scalars{}, map[*ir.Value]int{}
		t.at.outer = map[*ir.Value]*ir.Value{}
		for j, v := range op.Operands() {
			arg := block.Arg(j)
			t.at.outer[arg] = v
			if n, ok := t.known.lookup(v); ok {
				known[arg] = n
			}
			if n, ok := t.rings[v]; ok {
				rings[arg] = n
			}
		}
		name, groups := names[min(i, 1)], int64(1)
		if multiplies(r) {
			name, groups = "consumer", max(1, ttg.PartitionNumWarps(op)[i]/4)
		}
		p := &tracer{m: t.m, known: known, at: t.at, rings: rings, share: float64(groups), code: map[*ir.Block][]item{}, role: &role{name: name, copies: int(groups), scale: 1}}
		p.block(block)
		p.flush()
		for arg, v := range t.at.outer {
			if n, ok := p.known[arg]; ok {
				t.known[v] = n
			}
		}
		roles = append(roles, p.role)
	}
	if t.at.probe != nil {
		return roles // consumers load nothing that others do
	}
	consumers := max(1, ttg.NumWarps(op)/4)
	c := &tracer{m: t.m, known: t.known, at: t.at, rings: t.rings, share: float64(consumers), code: map[*ir.Block][]item{},
		role: &role{name: "consumer", copies: int(consumers), scale: 1}}
	c.block(ttg.DefaultRegion(op).First())
	c.flush()
	return append(roles, c.role)
}

// multiplies reports whether a role has dots.
func multiplies(r *ir.Region) bool {
	for op := range r.First().Ops() {
		if tawa.Holds(op, nvgpu.DotIssue, tt.Dot) {
			return true
		}
	}
	return false
}

// add appends a step, after the work that comes before it.
func (t *tracer) add(s step) {
	t.flush()
	t.role.steps = append(t.role.steps, s)
}

func (t *tracer) flush() {
	if t.pending > 0 {
		t.role.steps = append(t.role.steps, step{kind: work, work: t.pending})
		t.pending = 0
	}
}

// item is an op that a role has to be followed through, and the clocks of CUDA cores of the ops before it.
type item struct {
	op   *ir.Operation // nil at the end
	work float64
}

func (t *tracer) block(b *ir.Block) {
	for _, i := range t.items(b) {
		t.pending += i.work
		if i.op != nil {
			t.op(i.op)
		}
	}
}

// items are those of a block, which is looked at once.
func (t *tracer) items(b *ir.Block) []item {
	if list, ok := t.code[b]; ok {
		return list
	}
	var list []item
	work := 0.0
	for op := range b.Ops() {
		if t.follows(op) {
			list = append(list, item{op, work})
			work = 0
		} else {
			work += t.m.clocks(op, t.share)
		}
	}
	list = append(list, item{nil, work})
	t.code[b] = list
	return list
}

// follows reports whether an op is more to a role than work of CUDA cores.
func (t *tracer) follows(op *ir.Operation) bool {
	if op.NumResults() == 1 && t.at.control[op.Result(0)] {
		return !op.Has(ir.ConstantLike)
	}
	return op.Is(scf.For, scf.If, scf.While, aref.Put, aref.Get, aref.Consumed, aref.Skip, aref.Take, aref.Pass, nvgpu.DotIssue, nvgpu.DotWait,
		tt.Dot, tt.DescriptorStore, tt.DescriptorReduce, tt.Store, tt.AtomicRMW) ||
		op.Is(tt.Load) && t.share > 1 && ir.IsTensor(op.Result(0).Type())
}

func (t *tracer) op(op *ir.Operation) {
	switch {
	case op.Is(scf.For):
		t.loop(op)
	case op.Is(scf.If):
		t.branch(op)
	case op.Is(scf.While):
		t.while(op)
	case op.Is(aref.Put):
		t.put(op)
	case op.Is(aref.Get):
		t.add(step{kind: get, ring: t.rings[op.Operand(0)]})
		t.pending += t.fromSlot(op)
	case op.Is(aref.Consumed):
		t.add(step{kind: release, ring: t.rings[op.Operand(0)]})
	case op.Is(aref.Skip):
		t.add(step{kind: skip, ring: t.rings[op.Operand(0)]})
	case op.Is(aref.Take, aref.Pass):
		n, _ := op.IntAttr("number")
		k := take
		if op.Is(aref.Pass) {
			k = pass
		}
		t.add(step{kind: k, ring: t.turns(op.Operand(0)), n: int(n)})
	case op.Is(nvgpu.DotIssue), op.Is(tt.Dot):
		t.dot(op)
	case op.Is(nvgpu.DotWait):
		n, _ := op.IntAttr("pendings")
		s := step{kind: wait, n: int(n)}
		if d := op.Operand(0).Def(); d != nil && d.Is(scf.For) {
			s.work = t.m.Drain
		}
		t.add(s)
	case op.Is(tt.DescriptorStore, tt.DescriptorReduce):
		t.store(op, bytesOf(op.Operand(1)))
	case op.Is(tt.Store, tt.AtomicRMW):
		t.add(step{kind: store, bytes: bytesOf(op.Operand(1)) / t.share, plain: 1e9})
	case op.Is(tt.Load) && ir.IsTensor(op.Result(0).Type()):
		t.add(step{kind: load, bytes: bytesOf(op.Result(0)) / t.share})
	default:
		t.known.evaluate(op, t.at)
	}
}

// turns is the number of an order among those of the program; it is known by how many take part.
func (t *tracer) turns(v *ir.Value) int {
	of := v
	if outer, ok := t.at.outer[v]; ok {
		of = outer
	}
	if t.at.turns == nil {
		t.at.turns = map[*ir.Value]int{}
	}
	if _, ok := t.at.turns[of]; !ok {
		t.at.turns[of] = len(t.at.turns)
	}
	return t.at.turns[of]
}

// put fills a slot: what a load makes there and then is copied, all else is stored from registers.
func (t *tracer) put(op *ir.Operation) {
	s := step{kind: put, ring: t.rings[op.Operand(0)]}
	for _, v := range op.Operands()[2:] {
		switch {
		case !ir.IsTensor(v.Type()):
		case v.Def() != nil && v.Def().Is(tt.DescriptorLoad):
			s.bytes += bytesOf(v) / shared(v.Def())
			if t.at.probe != nil {
				t.at.probe.see(v.Def(), t.known)
			}
			if t.role.loaded == nil {
				t.role.loaded = map[*ir.Operation]float64{}
			}
			t.role.loaded[v.Def()] += bytesOf(v) / shared(v.Def())
		case v.Def() != nil && v.Def().Is(tt.Load):
			s.plain += bytesOf(v)
		default:
			t.pending += bytesOf(v) / t.m.SharedBytes * 2 / t.m.VectorEfficiency
		}
	}
	t.add(s)
}

// shared is how many CTAs have part in a copy, each of which loads as much of it.
func shared(load *ir.Operation) float64 {
	if n, ok := load.IntAttr(aref.Multicast); ok {
		return float64(n)
	}
	return 1
}

// fromSlot are the clocks in which what is not multiplied where it lies comes to registers.
func (t *tracer) fromSlot(get *ir.Operation) float64 {
	sum := 0.0
	for _, v := range get.Results() {
		if !ir.IsTensor(v.Type()) || v.Unused() || multiplied(v) {
			continue
		}
		sum += bytesOf(v) / t.share / t.m.SharedBytes / t.m.VectorEfficiency
	}
	return sum
}

// rewritten reports whether CUDA cores compute an accumulator between dots.
func rewritten(c *ir.Value) bool {
	d := c.Def()
	if d == nil && c.ArgBlock().Parent().Is(scf.For) && c.Index() > 0 {
		d = c.ArgBlock().Last().Operand(c.Index() - 1).Def()
	}
	return d != nil && d.Has(ir.Elementwise) && !d.Has(ir.ConstantLike) && d.Attr(nvgpu.SkipOnes) == nil
}

// multiplied reports whether a tile, or a view of it, is only read by dots, where it lies.
func multiplied(v *ir.Value) bool {
	for u := range v.Uses() {
		if !tawa.InMemory(u) && !(u.Owner().Is(tt.Trans) && multiplied(u.Owner().Result(0))) {
			return false
		}
	}
	return true
}

// ofSlot reports whether a dot's left operand is a tile of a ring.
func ofSlot(v *ir.Value) bool {
	for v.Def() != nil && v.Def().Is(tt.Trans) {
		v = v.Def().Operand(0)
	}
	return v.Def() != nil && v.Def().Is(aref.Get)
}

// dot starts a dot. A right operand that can't be read where it lies is copied first, and all
// consumers meet.
func (t *tracer) dot(op *ir.Operation) {
	a, b := op.Operand(0), op.Operand(1)
	if tawa.ThroughMemory(op) {
		t.pending += bytesOf(b)/t.share*4/t.m.SharedBytes/t.m.VectorEfficiency + t.m.Meet
	}
	d := t.m.dotOf(a, b, !ofSlot(a), t.share)
	if rewritten(op.Operand(2)) {
		d.reload = t.m.Reload * elementsOf(op.Operand(2)) / t.share / 128
	}
	t.add(step{kind: issue, dot: d})
	if op.Is(tt.Dot) {
		t.add(step{kind: wait})
	}
}

// store writes a tile through shared memory: where another follows, all but the panels of
// which it has its own have to be read before.
func (t *tracer) store(op *ir.Operation, bytes float64) {
	t.pending += bytes / t.share / t.m.SharedBytes / t.m.VectorEfficiency
	s := step{kind: store, bytes: bytes / t.share}
	if op.ParentOf(scf.For, scf.While) != nil {
		s.plain = tawa.StagingBuffers * tawa.StagingPanel
	}
	t.add(s)
}

// loop walks the iterations. Of an outermost loop of many it takes some at equal distances.
func (t *tracer) loop(op *ir.Operation) {
	body := op.Region(0).First()
	lower, step0, trips := t.known.bounds(op, t.at)
	for i, v := range op.Operands()[3:] {
		t.known.copy(body.Arg(1+i), v)
	}
	outermost := t.depth == 0 && !t.sampled && (isOuter(op) || trips > maxTrips)
	count := min(trips, maxTrips)
	switch {
	case outermost:
		t.sampled = true
		if isOuter(op) {
			count = min(trips, maxSamples)
		}
		if count > 0 {
			t.role.scale = float64(trips) / float64(count)
		}
	case count < trips:
		t.at.assumed[fmt.Sprintf("no more than %d iterations of a loop", maxTrips)] = true
	}
	if t.at.probe != nil {
		count = min(count, 1)
	}
	t.depth++
	for i := range count {
		if outermost {
			t.add(step{kind: sample})
		}
		at := i
		if count < trips && count > 1 {
			at = i * (trips - 1) / (count - 1)
		}
		t.known[body.Arg(0)] = lower + at*step0
		t.block(body)
		t.carry(body.Last().Operands(), body.Args()[1:])
	}
	t.depth--
	if outermost {
		t.add(step{kind: sample, n: 1})
	}
	for i, r := range op.Results() {
		if count > 0 {
			t.known.copy(r, body.Arg(1+i))
		} else {
			t.known.copy(r, op.Operand(3+i))
		}
	}
}

// pair is a scalar that is bound when all others of its kind have been looked up.
type pair struct {
	to *ir.Value
	n  int64
	ok bool
}

// carry binds values to what others are, all at a time.
func (t *tracer) carry(from, to []*ir.Value) {
	t.carried = t.carried[:0]
	for i, v := range to {
		if t.at.control[v] {
			n, ok := t.known.lookup(from[i])
			t.carried = append(t.carried, pair{v, n, ok})
		}
	}
	for _, p := range t.carried {
		t.known.bind(p.to, p.n, p.ok)
	}
}

// branch walks the region that is taken; where nothing says which, the first.
func (t *tracer) branch(op *ir.Operation) {
	r := op.Region(0)
	if c, ok := t.known.lookup(op.Operand(0)); ok && c&1 == 0 {
		r = op.Region(1)
	}
	if r.Empty() {
		return
	}
	t.block(r.First())
	t.carry(r.First().Last().Operands(), op.Results())
}

// while walks a loop for as long as its condition is known to hold, or for as often as is assumed.
func (t *tracer) while(op *ir.Operation) {
	before, after := op.Region(0).First(), op.Region(1).First()
	t.carry(op.Operands(), before.Args())
	for i := 0; ; i++ {
		t.block(before)
		cond := before.Last()
		c, known := t.known.lookup(cond.Operand(0))
		t.carry(cond.Operands()[1:], op.Results())
		switch {
		case known && c&1 == 0:
			return
		case !known && i == AssumedTiles, i == maxTrips:
			t.at.assumed[fmt.Sprintf("%d iterations of a loop", i)] = true
			return
		}
		t.carry(cond.Operands()[1:], after.Args())
		t.block(after)
		t.carry(after.Last().Operands(), before.Args())
	}
}
