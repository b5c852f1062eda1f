package tawa

import (
	"fmt"
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
)

// PingPong gives each of two consumers whole tiles, in turn, so that one stores its tile while
// the other multiplies. Both walk all tiles, and what is put for a tile of the other's they skip:
//
//	for tile …:
//	  if mine:  take main; K loop; pass main; wait for the dots; take epilogue; store; pass epilogue
//	  else:     K loop that only skips
//	  mine = not mine
//
// The producer fills the ring as before, tile after tile. Main loops have their turns, so that
// the ring is emptied in its order, and epilogues theirs.
type PingPong struct {
	Force bool `opt:"force" help:"wherever it is right: it has not been measured to pay"`
}

// Info names the pass.
func (*PingPong) Info() pass.Info {
	return pass.Info{
		Name: "tawa-ping-pong", Anchor: builtin.Module, Dialects: []string{"aref", "arith", "scf", "ttg"},
		Summary: "let two consumers take whole tiles in turn, so that one stores while the other multiplies",
		Description: "Of kernels that walk tiles in a loop, whose tile fits in the registers of one warp group; it works on what " +
			"tawa-pipeline leaves. A remark says why another kernel stays as it is.",
	}
}

// Run rewrites the kernels with roles.
func (p *PingPong) Run(module *ir.Operation, st *pass.State) bool {
	var specs []*ir.Operation
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(ttg.WarpSpecialize) {
			specs = append(specs, op)
		}
		return true
	})
	for _, spec := range specs {
		w := &tileWalk{spec: spec}
		why := w.find()
		switch {
		case why == nil && !p.Force:
			why = &reason{w.loop, "it has not been measured to be faster"}
		case why == nil && len(specs) > 1 && ttg.NumWarps(spec) != warpsPerGroup:
			why = &reason{spec, "another kernel of the module needs more warps for a tile"}
		}
		if why != nil {
			st.Missedf(why.at, "consumers share each tile: %s", why.text)
			continue
		}
		w.split()
		module.SetAttr(ttg.NumWarpsAttr, module.Context().I32Attr(warpsPerGroup))
		st.Passedf(w.loop, "2 consumers take whole tiles in turn: one stores its tile while the other multiplies")
		w.loop.Erase()
	}
	return true
}

// pingPongConsumers are as many as have something to do: one multiplies, one stores.
const pingPongConsumers = 2

// tileWalk is the loop over tiles of a consumer.
type tileWalk struct {
	spec, loop *ir.Operation
	// always are the ops of the body that both consumers run for each tile: scalars that are
	// carried on. counted are the numbers of carried values that count what goes through rings.
	always  *slice
	counted []int
	// The first and the last op of the main loop and of the epilogue.
	main, epilogue [2]*ir.Operation
}

func (w *tileWalk) body() *ir.Block { return w.loop.Region(0).First() }

// find finds the loop over tiles and what is done for each, or why it can't be done in turn.
func (w *tileWalk) find() *reason {
	if len(ttg.Partitions(w.spec)) != 1 {
		return &reason{w.spec, "there is a third role, and no room for a fourth"}
	}
	for op := range ttg.DefaultRegion(w.spec).First().Ops() {
		if op.Is(scf.For) && Holds(op, aref.Get) && slices.ContainsFunc(effects(op), stores) {
			w.loop = op
			break
		}
	}
	if w.loop == nil {
		return &reason{w.spec, "its programs make one tile each"}
	}
	for op := range ttg.DefaultRegion(w.spec).First().Ops() {
		if op != w.loop && holdsEffects(op) {
			return &reason{op, "this is done once, not for each tile"}
		}
	}
	if why := w.findParts(); why != nil {
		return why
	}
	if why := w.findCarried(); why != nil {
		return why
	}
	return w.room()
}

// holdsEffects reports whether op, or one inside, must be done exactly as often as it stands there.
func holdsEffects(op *ir.Operation) bool {
	return !op.Has(ir.Terminator) && !op.OnlyReads() && !isControl(op) || isControl(op) && len(effects(op)) > 0
}

// stores are the ops by which a tile may leave; the order of those of different tiles does not matter.
func stores(op *ir.Operation) bool {
	return op.Is(tt.Store, tt.DescriptorStore) || op.Is(tt.AtomicRMW) && op.Result(0).Unused() && !synchronizes(op)
}

// findParts finds main loop and epilogue.
func (w *tileWalk) findParts() *reason {
	for op := range w.body().Ops() {
		if Holds(op, nvgpu.DotIssue) {
			w.main[1] = op
		}
	}
	if w.main[1] == nil {
		return &reason{w.loop, "the dots of its tiles are not issued in it"}
	}
	past := false
	for op := range w.body().Ops() {
		switch {
		case Holds(op, aref.Get, nvgpu.DotIssue) && !past:
			if w.main[0] == nil {
				w.main[0] = op
			}
		case Holds(op, aref.Get), slices.ContainsFunc(effects(op), stores) || stores(op):
			if w.epilogue[0] == nil {
				w.epilogue[0] = op
			}
			w.epilogue[1] = op
		}
		past = past || op == w.main[1]
	}
	var why *reason
	w.loop.Walk(func(op *ir.Operation) bool {
		known := op.Is(aref.Get, aref.Consumed, nvgpu.DotIssue, nvgpu.DotWait) || stores(op)
		switch {
		case why != nil || op == w.loop || isControl(op):
		case stores(op) && enclosingLoop(op) != w.loop:
			why = &reason{op, "its tiles are walked by several loops"}
		case holdsEffects(op) && !known:
			why = &reason{op, fmt.Sprintf("'%s' may depend on what is done for the tile before", op.Name())}
		}
		return why == nil
	})
	switch {
	case why != nil:
		return why
	case w.epilogue[0].IsBefore(w.main[1]) || w.epilogue[0] == w.main[1]:
		return &reason{w.epilogue[0], "this is stored before the last dot of the tile"}
	}
	for op := w.main[0]; ; op = op.Next() {
		if computes(op) {
			return &reason{op, "tiles are computed on between dots, and the other consumer would wait meanwhile"}
		}
		if op == w.main[1] {
			break
		}
	}
	return w.independent()
}

// independent says what a tile may read of what another one stores, or nil.
func (w *tileWalk) independent() *reason {
	if w.loop.Attr(tilesAttr) != nil {
		return nil
	}
	for _, effect := range effects(w.loop) {
		var why *reason
		w.loop.Walk(func(op *ir.Operation) bool {
			if stores(effect) && op.Is(tt.Load, tt.DescriptorLoad) && mayAlias(effect, op) {
				why = &reason{op, "this may read what is stored for the tile before"}
			}
			return why == nil
		})
		if why != nil {
			return why
		}
	}
	return nil
}

// findCarried settles which carried values count accesses; the others are scalars that both compute.
func (w *tileWalk) findCarried() *reason {
	w.always = newSlice(w.loop, func(*ir.Operation) bool { return false })
	for i, y := range w.body().Last().Operands() {
		s := newSlice(w.loop, func(*ir.Operation) bool { return false })
		s.need(y)
		s.close()
		counts, dots, changes := false, false, false
		for op := range s.ops {
			counts = counts || Holds(op, aref.Get)
			dots = dots || op.Is(nvgpu.DotIssue, nvgpu.DotWait)
			changes = changes || holdsEffects(op) && !isControl(op)
		}
		switch {
		case ir.IsTensor(y.Type()) || dots:
			return &reason{w.loop, "what is computed for a tile is carried on to the next"}
		case changes:
			return &reason{w.loop, "what is carried on depends on what is done for a tile"}
		case counts:
			w.counted = append(w.counted, i)
		default:
			w.always.need(y)
		}
	}
	w.always.close()
	return nil
}

// room says what a whole tile for each of two consumers lacks, or nil.
func (w *tileWalk) room() *reason {
	var dots []*ir.Operation
	w.loop.Walk(func(op *ir.Operation) bool {
		if op.Is(nvgpu.DotIssue) {
			dots = append(dots, op)
		}
		return true
	})
	if need, have := inFlight(dots)/threadsPerGroup, accumulatorLimit(pingPongConsumers); need > have {
		return &reason{dots[0], fmt.Sprintf("a whole tile takes %d accumulator registers a thread of one warp group, which has %d", need, have)}
	}
	total := staging(w.spec.ParentOf(tt.Func), pingPongConsumers)
	for op := range w.spec.Block().Ops() {
		if op.Is(aref.Create) {
			r := op.Result(0).Type().(*aref.RingType)
			total += slotBytes(r.Payload, r.Depth)
		}
	}
	if total > SharedBytes {
		return &reason{w.spec, fmt.Sprintf("the rings and the panels for the stores of two tiles are %d bytes of shared memory, of %d; max-depth bounds the rings", total, SharedBytes)}
	}
	return nil
}

// inFlight is the number of 32-bit words that the dots of one block compute.
func inFlight(dots []*ir.Operation) int64 {
	perBlock := map[*ir.Block]int64{}
	most := int64(0)
	for _, d := range dots {
		if from := d.Operand(2).Def(); from == nil || from.Block() != d.Block() || !slices.Contains(dots, from) {
			perBlock[d.Block()] += words(d.Result(0))
		}
		most = max(most, perBlock[d.Block()])
	}
	return most
}

// split makes the second consumer a partition and lets both take turns. The loop as it was is left unused.
func (w *tileWalk) split() {
	ctx := w.spec.Context()
	b := ir.Before(w.spec)
	b.Loc = w.loop.Loc
	var turns [2]*ir.Value
	for i, name := range []string{"mainloops", "epilogues"} {
		turns[i] = named(b.Value(aref.Turns, nil, []ir.Type{aref.TurnsOf(ctx, pingPongConsumers)}), name)
	}
	region := ttg.AddPartition(w.spec, warpsPerGroup)
	w.spec.SetAttr(requestedRegisters, ctx.I32Array(producerRegisters, registers(pingPongConsumers, producerRegisters)))

	m := ir.NewMapping()
	second := ir.AtEnd(ctx, region.First(), w.spec.Loc)
	w.capture(second, m, region, turns[:])
	for op := range ttg.DefaultRegion(w.spec).First().Ops() {
		switch {
		case op == w.loop:
			w.walk(second, m, turns, 1)
		case !op.Has(ir.Terminator):
			second.Insert(op.Clone(m))
		}
	}
	second.Loc = w.spec.Loc
	second.Create(ttg.WarpReturn, nil, []ir.Type{})

	first := w.walk(ir.Before(w.loop), ir.NewMapping(), turns, 0)
	for i, r := range w.loop.Results() {
		r.ReplaceAllUses(first.Result(i))
	}
}

// capture makes what the default region uses from outside known to a partition: constants are made again.
func (w *tileWalk) capture(b *ir.Builder, m *ir.Mapping, region *ir.Region, more []*ir.Value) {
	inside := ttg.DefaultRegion(w.spec)
	use := func(v *ir.Value) {
		switch at := v.Block().Region(); {
		case m.Contains(v) || at == inside || inside.Contains(at):
		case v.Def() != nil && v.Def().Has(ir.ConstantLike):
			b.Insert(v.Def().Clone(m))
		default:
			i := slices.Index(w.spec.Operands(), v)
			if i < 0 {
				i = w.spec.NumOperands()
				ttg.AddCapture(w.spec, v)
			}
			m.Map(v, region.First().Arg(i))
		}
	}
	for _, v := range more {
		use(v)
	}
	for top := range inside.First().Ops() {
		for _, v := range inputs(top) {
			use(v)
		}
	}
}

// walk makes the loop of one consumer.
func (w *tileWalk) walk(b *ir.Builder, m *ir.Mapping, turns [2]*ir.Value, number int64) *ir.Operation {
	ctx := b.Context()
	b.Loc = w.loop.Loc
	bit := func(b *ir.Builder, on bool) *ir.Value {
		return b.Value(arith.Constant, nil, []ir.Type{ctx.I1()}, ir.A("value", ctx.Bool(on)))
	}
	on, off := bit(b, true), bit(b, false)
	st := &ir.OperationState{Name: scf.For, Loc: w.loop.Loc, Results: append(w.loop.ResultTypes(), ctx.I1())}
	st.Attrs = append(w.loop.Inherent(), w.loop.Discardable()...)
	for _, v := range w.loop.Operands() {
		st.Operands = append(st.Operands, m.Lookup(v))
	}
	st.Operands = append(st.Operands, []*ir.Value{on, off}[number])
	st.NewRegion()
	loop := b.CreateState(st)
	for i, r := range w.loop.Results() {
		loop.Result(i).SetName(r.Name())
		m.Map(r, loop.Result(i))
	}
	block := loop.Region(0).Entry()
	for _, a := range w.body().Args() {
		m.Map(a, named(block.AddArg(a.Type(), a.Loc()), a.Name()))
	}
	mine := named(block.AddArg(ctx.I1(), w.loop.Loc), "mine")

	in := ir.AtEnd(ctx, block, w.loop.Loc)
	for op := range w.body().Ops() {
		if w.always.ops[op] {
			in.Insert(op.Clone(m))
		}
	}
	counts := w.tile(in, m, mine, turns, number)
	var yields []*ir.Value
	for i, y := range w.body().Last().Operands() {
		if k := slices.Index(w.counted, i); k >= 0 {
			yields = append(yields, counts.Result(k))
		} else {
			yields = append(yields, m.Lookup(y))
		}
	}
	in.Loc = w.loop.Loc
	in.Create(scf.Yield, append(yields, in.Value(arith.XOrI, []*ir.Value{mine, on}, nil)), []ir.Type{})
	return loop
}

// tile makes what a consumer does for a tile, its own or another's, and gives on the counts.
func (w *tileWalk) tile(b *ir.Builder, m *ir.Mapping, mine *ir.Value, turns [2]*ir.Value, number int64) *ir.Operation {
	yields := pick(w.body().Last().Operands(), w.counted)
	types := []ir.Type{}
	for _, y := range yields {
		types = append(types, y.Type())
	}
	b.Loc = w.loop.Loc
	choice := b.Create(scf.If, []*ir.Value{mine}, types)
	for i, y := range yields {
		choice.Result(i).SetName(y.Name())
	}
	skipped := w.skip(ir.AtEnd(b.Context(), choice.Region(1).Entry(), w.loop.Loc), m, yields)
	own := ir.AtEnd(b.Context(), choice.Region(0).Entry(), w.loop.Loc)
	at := func(name *ir.OpName, i int) { takeTurn(own, name, m.Lookup(turns[i]), number) }
	for op := range w.body().Ops() {
		if w.always.ops[op] || op.Has(ir.Terminator) {
			continue
		}
		own.Loc = op.Loc
		for i, part := range [][2]*ir.Operation{w.main, w.epilogue} {
			if op == part[0] {
				at(aref.Take, i)
			}
		}
		own.Insert(op.Clone(m))
		for i, part := range [][2]*ir.Operation{w.main, w.epilogue} {
			if op == part[1] {
				at(aref.Pass, i)
			}
		}
	}
	own.Create(scf.Yield, lookup(m, yields), []ir.Type{})
	ir.AtEnd(b.Context(), choice.Region(1).Entry(), w.loop.Loc).Create(scf.Yield, skipped, []ir.Type{})
	return choice
}

// skip makes the control flow around the gets of a tile, which skips them, and returns the counts.
func (w *tileWalk) skip(b *ir.Builder, m *ir.Mapping, yields []*ir.Value) []*ir.Value {
	var gets []*ir.Operation
	w.loop.Walk(func(op *ir.Operation) bool {
		if op.Is(aref.Get) {
			gets = append(gets, op)
		}
		return true
	})
	s := newSlice(w.loop, func(*ir.Operation) bool { return false })
	for _, op := range gets {
		s.keep(op)
	}
	s.needAll(yields)
	s.close()
	for op := range w.always.ops {
		delete(s.ops, op)
	}
	r := &rebuilder{slice: s, m: m, inside: func(*ir.Operation) []*ring { return nil }}
	r.emit = func(b *ir.Builder, op *ir.Operation) {
		if op.Is(aref.Get) {
			b.Create(aref.Skip, r.lookup(op.Operands()), []ir.Type{})
			return
		}
		r.clone(b, op)
	}
	r.block(w.body(), b)
	return r.lookup(yields)
}
