package tawa

import (
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/builtin"
	"tawa/dialects/gpu"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
)

// ArefLower replaces rings by buffers in shared memory and mbarriers. Each slot has a
// full barrier, on which the producer's copies complete, and an empty barrier, on which
// consumers arrive: one elected thread of each warp group if only asynchronous dots read
// the slot, else one of each warp. A put waits for empty, a get for full; slot and parity
// are counted along instead of divided. A tt.dot on views becomes an asynchronous dot that
// is waited for at once, so that the pass also works without tawa-pipeline before it.
type ArefLower struct{}

// Info names the pass.
func (*ArefLower) Info() pass.Info {
	return pass.Info{
		Name: "aref-lower", Anchor: builtin.Module, Dialects: []string{"arith", "gpu", "nvgpu", "scf", "ttg"},
		Summary: "replace rings of asynchronous references by shared memory, mbarriers and TMA copies",
	}
}

// Run lowers the rings of all functions.
func (*ArefLower) Run(module *ir.Operation, st *pass.State) bool {
	warps := int64(warpsPerGroup)
	if n, ok := module.IntAttr(ttg.NumWarpsAttr); ok {
		warps = n
	}
	for fn := range module.Region(0).First().Ops() {
		if !fn.Has(ir.FunctionLike) || builtin.IsDeclaration(fn) {
			continue
		}
		l := &lowering{fn: fn, st: st}
		if !l.collect(warps) || !l.lowerTurns() || len(l.rings) > 0 && !l.run() {
			return false
		}
	}
	return true
}

// channel is a ring being lowered.
type channel struct {
	create         *ir.Operation
	ring           *aref.RingType
	puts, gets     []*access
	releases       []*access
	copies, stores bool  // whether puts start TMA copies, or store registers
	maps           bool  // whether slots hold tensor maps
	shared         bool  // whether each slot has one of several consumers
	drains         bool  // whether copies of stores must be waited for before a slot is given back
	ctas           int64 // of a cluster that fill the slots together, else 1
	scope          int64
	buffers        []*ir.Value
	full, empty    *ir.Value
}

// access is an aref op, the role that it is in, and the channel of its ring.
type access struct {
	op   *ir.Operation
	role *role
	of   *channel
}

// role is a region of warps: the function outside of the roles, the default region
// or a partition.
type role struct {
	block  *ir.Block
	warps  int64
	number int // of a partition, else -1
	consts *constants
	// local gives what a value from outside is called in the role.
	local map[*ir.Value]*ir.Value
}

func (r *role) see(v *ir.Value) *ir.Value {
	if w := r.local[v]; w != nil {
		return w
	}
	return v
}

type lowering struct {
	fn       *ir.Operation
	st       *pass.State
	rings    []*channel
	roles    []*role
	specs    []*ir.Operation
	accesses map[*ir.Operation]*access
}

// collect finds the rings of the function and all accesses.
func (l *lowering) collect(warps int64) bool {
	l.accesses = map[*ir.Operation]*access{}
	body := l.fn.Region(0).First()
	outer := newConstants(body, l.fn.Loc)
	main := &role{block: body, warps: warps, number: -1, consts: outer}
	l.roles = append(l.roles, main)
	var creates []*ir.Operation
	owner := map[*ir.Operation]*role{l.fn: main}
	l.fn.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(aref.Create):
			creates = append(creates, op)
		case op.Is(ttg.WarpSpecialize):
			l.specs = append(l.specs, op)
			def := &role{block: op.Region(0).First(), warps: warps, number: -1, consts: outer}
			l.roles = append(l.roles, def)
			owner[op] = def
			for i, region := range ttg.Partitions(op) {
				b := region.First()
				r := &role{block: b, warps: ttg.PartitionNumWarps(op)[i], number: i, local: map[*ir.Value]*ir.Value{}}
				r.consts = newConstants(b, op.Loc)
				l.roles = append(l.roles, r)
				owner[region.Owner()] = r
			}
		}
		return true
	})
	for _, c := range creates {
		ch := &channel{create: c, ring: c.Result(0).Type().(*aref.RingType), ctas: aref.Cluster(c)}
		l.rings = append(l.rings, ch)
		if !l.addUses(ch, c.Result(0)) {
			return false
		}
	}
	return true
}

// addUses adds the accesses of a ring through v, and through what captures it.
func (l *lowering) addUses(ch *channel, v *ir.Value) bool {
	for _, u := range slices.Collect(v.Uses()) {
		op := u.Owner()
		if op.Is(ttg.WarpSpecialize) {
			for _, region := range ttg.Partitions(op) {
				if !l.addUses(ch, region.First().Arg(u.Index())) {
					return false
				}
			}
			continue
		}
		role, around := l.roleOf(op)
		if role == nil {
			return l.st.Errorf(op, "is in '%s', but the slots of a ring are counted only through scf.for, scf.if and scf.while", around.Name())
		}
		if op.Is(aref.Skip) {
			ch.shared = true
			op.Erase()
			continue
		}
		a := &access{op, role, ch}
		l.accesses[op] = a
		switch {
		case op.Is(aref.Put):
			ch.puts = append(ch.puts, a)
		case op.Is(aref.Get):
			ch.gets = append(ch.gets, a)
		case op.Is(aref.Consumed):
			ch.releases = append(ch.releases, a)
		}
	}
	return true
}

// roleOf returns the role of an op, or nil and the op around it that is no structured control flow.
func (l *lowering) roleOf(op *ir.Operation) (*role, *ir.Operation) {
	for {
		for _, r := range l.roles {
			if r.block == op.Block() {
				return r, nil
			}
		}
		if op = op.Parent(); !isControl(op) {
			return nil, op
		}
	}
}

func (l *lowering) run() bool {
	if !l.check() {
		return false
	}
	l.finishDots()
	for _, ch := range l.rings {
		l.classify(ch)
	}
	l.allocate()
	for _, r := range l.roles {
		l.lowerRole(r)
	}
	l.dropRings()
	predicateArrivals(l.fn)
	for _, r := range l.roles[1:] {
		sweep(r.block.Region())
	}
	return true
}

// predicateArrivals gives an arrival that is alone in the body of an scf.if the
// condition as its predicate: one instruction, and no branch.
func predicateArrivals(fn *ir.Operation) {
	fn.WalkPost(func(op *ir.Operation) {
		if !op.Is(scf.If) || op.NumResults() > 0 || !op.Region(1).Empty() {
			return
		}
		then := slices.Collect(op.Region(0).First().Ops())
		if len(then) != 3 || !then[0].Is(ttg.MemDescIndex) || !then[1].Is(nvgpu.MBarrierArrive) || then[1].NumOperands() > 1 {
			return
		}
		then[0].MoveBefore(op)
		then[1].MoveBefore(op)
		then[1].AppendOperand(op.Operand(0))
		op.Erase()
	})
}

// check compares what each role holds with what the ring has, and adds up the
// shared memory.
func (l *lowering) check() bool {
	total := int64(0)
	for _, ch := range l.rings {
		if !l.checkMaps(ch) || !l.checkShares(ch) {
			return false
		}
		total += slotBytes(ch.ring.Payload, ch.ring.Depth)
		for _, a := range ch.releases {
			_, n, ok := offset(a.op.Operand(1))
			if ok && -n >= ch.ring.Depth && enclosingLoop(a.op) != nil {
				return l.st.Errorf(a.op, "the slot of %d accesses ago is given back here, but the ring has %d: the producer would wait for ever; a ring of at least %d is needed",
					-n, ch.ring.Depth, 1-n)
			}
		}
	}
	extra := staging(l.fn, l.storing())
	if total+extra > SharedBytes {
		return l.st.Errorf(l.fn, "the rings need %d bytes of shared memory and the epilogue %d, together %d, but a kernel may have %d", total, extra, total+extra, SharedBytes)
	}
	return true
}

// storing is the number of warp groups of the roles that store tiles.
func (l *lowering) storing() int {
	groups := int64(0)
	for _, r := range l.roles[1:] {
		stores := false
		for op := range r.block.Ops() {
			stores = stores || Holds(op, tt.DescriptorStore, tt.DescriptorReduce)
		}
		if stores {
			groups += r.warps / warpsPerGroup
		}
	}
	return int(max(groups, 1))
}

// finishDots makes the remaining dots on views asynchronous.
func (l *lowering) finishDots() {
	var dots []*ir.Operation
	l.fn.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.Dot) && (viewOf(op.Operand(0)) != nil || viewOf(op.Operand(1)) != nil) && checkDot(op) == "" {
			dots = append(dots, op)
		}
		return true
	})
	for _, d := range dots {
		finishDot(d, nil)
	}
}

// classify settles how a channel's slots are filled and given back.
func (l *lowering) classify(ch *channel) {
	if ch.maps {
		ch.scope, ch.drains = nvgpu.PerWarpGroup, ch.storesThrough()
		return
	}
	for _, a := range ch.puts {
		for _, v := range a.op.Operands()[2:] {
			if isCopy(v) {
				ch.copies = true
			} else {
				ch.stores = true
			}
		}
	}
	ch.scope = nvgpu.PerWarpGroup
	for _, a := range ch.gets {
		for _, v := range a.op.Results() {
			if !onlyDots(v) {
				ch.scope = nvgpu.PerWarp
			}
		}
	}
}

// isCopy reports whether a value that is put can be loaded into the slot directly.
func isCopy(v *ir.Value) bool {
	return v.Def() != nil && v.Def().Is(tt.DescriptorLoad) && v.OneUse()
}

// onlyDots reports whether only asynchronous dots read a view.
func onlyDots(v *ir.Value) bool {
	for u := range v.Uses() {
		switch op := u.Owner(); {
		case InMemory(u):
		case op.Is(tt.Trans) && onlyDots(op.Result(0)):
		default:
			return false
		}
	}
	return true
}

// arrivals are the arrivals that complete a phase of the full and empty barriers. Consumers
// that share a ring have as many warps each.
func (ch *channel) arrivals() (full, empty int64) {
	if ch.copies {
		full++
	}
	if ch.stores && len(ch.puts) > 0 {
		full += ch.puts[0].role.warps
	}
	seen := map[*role]bool{}
	for _, a := range ch.releases {
		if seen[a.role] {
			continue
		}
		seen[a.role] = true
		n := a.role.warps
		if ch.scope == nvgpu.PerWarpGroup {
			n = max(n/warpsPerGroup, 1)
		}
		if ch.shared {
			empty = max(empty, n)
		} else {
			empty += n
		}
	}
	return max(full, 1), max(empty, 1) * ch.ctas
}

// allocate makes buffers and barriers in the place of the rings.
func (l *lowering) allocate() {
	var last *ir.Operation
	for _, ch := range l.rings {
		b := ir.Before(ch.create)
		full, empty := ch.arrivals()
		ch.allocBuffers(b)
		ch.full, ch.empty = allocBarriers(b, ch.ring.Depth, "full"), allocBarriers(b, ch.ring.Depth, "empty")
		b.Create(nvgpu.MBarrierInit, []*ir.Value{ch.full}, []ir.Type{}, ir.A("count", b.Context().I32Attr(full)))
		last = b.Create(nvgpu.MBarrierInit, []*ir.Value{ch.empty}, []ir.Type{}, ir.A("count", b.Context().I32Attr(empty)))
		for _, spec := range l.specs {
			l.capture(spec, append([]*ir.Value{ch.full, ch.empty}, ch.buffers...))
		}
	}
	b := ir.After(last)
	b.Create(nvgpu.FenceBarrierInit, nil, []ir.Type{})
	if n := l.cluster(); n > 1 {
		l.together(b, n)
		return
	}
	b.Create(gpu.Barrier, nil, []ir.Type{})
}

// releasedBy reports whether a role gives slots back.
func (ch *channel) releasedBy(r *role) bool {
	return slices.ContainsFunc(ch.releases, func(a *access) bool { return a.role == r })
}

// cluster is the number of CTAs that fill rings together, or 1.
func (l *lowering) cluster() int64 {
	n := int64(1)
	for _, ch := range l.rings {
		n = max(n, ch.ctas)
	}
	return n
}

// together makes the CTAs of a cluster meet where their barriers are made, before another one arrives at them, and at
// the end: a CTA stays until the last arrival from another one. Roles that have ended by then have arrived.
func (l *lowering) together(b *ir.Builder, n int64) {
	l.fn.SetAttr(nvgpu.Cluster, b.Context().I32Attr(n))
	b.Create(nvgpu.ClusterBarrier, nil, []ir.Type{})
	ir.Before(l.fn.Region(0).First().Last()).Create(nvgpu.ClusterBarrier, nil, []ir.Type{})
	for _, r := range l.roles {
		if r.number >= 0 && slices.ContainsFunc(l.rings, func(ch *channel) bool { return ch.ctas > 1 && ch.releasedBy(r) }) {
			ir.Before(r.block.Last()).Create(nvgpu.ClusterBarrier, nil, []ir.Type{})
		}
	}
}

// allocBuffers makes a buffer for each type that the slots hold.
func (ch *channel) allocBuffers(b *ir.Builder) {
	if ch.maps {
		ch.allocMaps(b)
		return
	}
	for _, t := range ch.ring.Payload {
		tile := t.(*ir.RankedTensorType)
		v := allocBuffer(b, append([]int64{ch.ring.Depth}, tile.Shape...), tile.Elem, TileEncoding(tile))
		v.SetName("buffer")
		ch.buffers = append(ch.buffers, v)
	}
}

// capture makes values known to the partitions.
func (l *lowering) capture(spec *ir.Operation, vs []*ir.Value) {
	for _, v := range vs {
		args := ttg.AddCapture(spec, v)
		for _, r := range l.roles {
			if r.number >= 0 && r.block.Parent().Parent() == spec {
				args[r.number].SetName(v.Name())
				r.local[v] = args[r.number]
			}
		}
	}
}

func allocBuffer(b *ir.Builder, shape []int64, elem ir.Type, encoding ir.Attribute) *ir.Value {
	return b.Value(ttg.LocalAlloc, nil, []ir.Type{ttg.MemDesc(shape, elem, encoding, true)})
}

func allocBarriers(b *ir.Builder, depth int64, name string) *ir.Value {
	c := b.Context()
	v := allocBuffer(b, []int64{depth, 1}, c.I64(), ttg.SwizzledShared(c, 1, 1, 1, []int64{0}))
	v.SetName(name)
	return v
}

// TileEncoding is the encoding of a tile that TMA copies and wgmma reads: rows in
// panels of 128, 64 or 32 bytes, the widest that a row fills, swizzled over that
// width. What has no rows is not swizzled.
func TileEncoding(t *ir.RankedTensorType) ir.Attribute {
	bits := int64(ir.BitWidth(t.Elem))
	row := t.Shape[len(t.Shape)-1] * bits / 8
	swizzle := int64(0)
	for _, w := range []int64{32, 64, 128} {
		if row >= w && len(t.Shape) > 1 {
			swizzle = w
		}
	}
	return ttg.NVMMAShared(t.Context(), swizzle, false, bits, len(t.Shape))
}

// lowerRole lowers the accesses of one role.
func (l *lowering) lowerRole(r *role) {
	c := &counters{home: r.block, consts: r.consts, tracked: map[counter]bool{}, at: map[counter]position{}}
	used := false
	for _, ch := range l.rings {
		for _, a := range slices.Concat(ch.puts, ch.gets, ch.releases) {
			if a.role == r {
				c.track(a.op.Operand(1), ch.ring.Depth)
				used = true
			}
		}
	}
	if !used {
		return
	}
	c.access = func(op *ir.Operation) {
		if a := l.accesses[op]; a != nil {
			l.lower(a, c.position(op.Operand(1), a.of.ring.Depth))
		}
	}
	c.block(r.block)
}

// lower replaces one access.
func (l *lowering) lower(a *access, at position) {
	e := &emitter{b: ir.Before(a.op), role: a.role, ch: a.of, at: at}
	switch {
	case a.op.Is(aref.Put):
		e.put(a.op)
	case a.op.Is(aref.Get):
		e.get(a.op)
	default:
		e.release(a.op)
	}
}

// dropRings erases the rings and the captures of them.
func (l *lowering) dropRings() {
	for _, ch := range l.rings {
		for _, spec := range l.specs {
			if i := slices.Index(spec.Operands(), ch.create.Result(0)); i >= 0 {
				ttg.RemoveCapture(spec, i)
			}
		}
		ch.create.Erase()
	}
}

// sweep makes a region again without what nothing uses, values that loops carry in
// circles included.
func sweep(region *ir.Region) {
	owner, old := region.Owner(), region.First()
	var roots []*ir.Operation
	for op := range old.Ops() {
		switch {
		case isControl(op):
			roots = append(roots, effects(op)...)
		case !op.Has(ir.Terminator) && !op.OnlyReads():
			roots = append(roots, op)
		}
	}
	s := sliceOf(owner, roots, func(*ir.Operation) bool { return false })
	s.needAll(old.Last().Operands())
	s.close()
	r := &rebuilder{slice: s, m: ir.NewMapping(), inside: func(*ir.Operation) []*ring { return nil }}
	r.emit = r.clone
	fresh := ir.NewBlock()
	region.Append(fresh)
	for _, a := range old.Args() {
		n := fresh.AddArg(a.Type(), a.Loc())
		n.SetName(a.Name())
		r.m.Map(a, n)
	}
	b := ir.AtEnd(owner.Context(), fresh, owner.Loc)
	r.block(old, b)
	b.Insert(old.Last().Clone(r.m))
	old.Erase()
}
