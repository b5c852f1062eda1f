package tawa

import (
	"math"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/llvm"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/pass"
)

// Persist makes the programs of a kernel resident: as many as the machine has
// multiprocessors walk the tiles of all, so that the next tile is being loaded while one is
// stored, and nothing is set up anew. The body of the function becomes that of a loop over
// linear program numbers,
//
//	for tile = number; tile < product of the grid; tile += sms
//
// in which tt.get_program_id is the coordinate of the tile. The grid stays as it is launched:
// programs with a number from sms on have nothing to do.
type Persist struct {
	Force bool `opt:"force" help:"also where it does not pay: programs of unequal work, rings that would lose slots"`
	SMs   int  `opt:"sms" help:"resident programs: the multiprocessors of the machine"`
}

// DefaultSMs are the multiprocessors of an H100 or H200 in its SXM form.
const DefaultSMs = 132

// tilesAttr marks the loop over tiles. Programs are independent of one another, so its iterations are.
const tilesAttr = "tawa.tiles"

// Info names the pass.
func (*Persist) Info() pass.Info {
	return pass.Info{
		Name: "tawa-persist", Anchor: builtin.Module, Dialects: []string{"arith", "scf", "tt"},
		Summary: "make resident programs walk the tiles of all",
		Description: "Only kernels that tawa-partition will split are changed. Those that walk tiles themselves, whose programs " +
			"may wait for one another, or, without 'force', whose programs have unequal work, stay as they are; a remark says why.",
	}
}

// Run wraps the kernels that gain by it.
func (p *Persist) Run(module *ir.Operation, st *pass.State) bool {
	if p.SMs < 1 {
		return st.Errorf(module, "sms=%d: at least 1 is needed", p.SMs)
	}
	for fn := range module.Region(0).First().Ops() {
		if !IsKernel(fn) {
			continue
		}
		chosen := choose(fn, "persistent", -1)
		plan, why := makePlan(fn, false)
		if why != nil || chosen == 0 && !p.Force {
			continue // tawa-partition or tawa-choose says it
		}
		if why = notPersistent(plan); why == nil && !p.Force && chosen < 1 {
			why = gainsNothing(plan)
		}
		if why != nil {
			st.Missedf(why.at, "not persistent: %s", why.text)
			continue
		}
		w := walk{fn: fn, sms: p.SMs, rows: groupedRows(plan, p.SMs)}
		loop := w.wrap()
		st.Passedf(loop, "persistent: %s", w.order())
	}
	return true
}

// notPersistent says why resident programs can't do the work of others, or nil.
func notPersistent(p *plan) *reason {
	for _, op := range effects(p.fn) {
		if enclosingLoop(op) != nil {
			return &reason{op, "its programs walk several tiles already"}
		}
	}
	var why *reason
	p.fn.Walk(func(op *ir.Operation) bool {
		if why == nil && op != p.fn && mayWait(op) {
			why = &reason{op, "its programs may wait for one another"}
		}
		return why == nil
	})
	return why
}

// mayWait reports whether a program may wait there for another one: it calls what is not
// known here, polls memory, or goes on by what an atomic operation returns.
func mayWait(op *ir.Operation) bool {
	switch {
	case op.Is(tt.Call, scf.While, tt.AtomicCAS):
		return true
	case op.Is(tt.AtomicRMW):
		return !op.Result(0).Unused()
	case isControl(op), op.Has(ir.Terminator):
		return false
	}
	return synchronizes(op) || op.Is(tt.Load) && !op.OnlyReads()
}

// gainsNothing says why resident programs would be no faster, or nil.
func gainsNothing(p *plan) *reason {
	for _, d := range p.dots {
		for loop := enclosingLoop(d); loop != nil; loop = enclosingLoop(loop) {
			if isOffset(loop) {
				continue
			}
			for _, bound := range loop.Operands()[:3] {
				if of := needed(p.fn, bound); of.reads || of.axes != [3]bool{} {
					return &reason{loop, "programs have unequal work, which the hardware spreads better as they end"}
				}
			}
		}
	}
	n, err := chooseConsumers(p.dots, -1, 0)
	if err != nil {
		return &reason{p.fn, err.Error()}
	}
	p.consumers = n
	alone := sharedOf(p)
	walking := alone
	for _, op := range effects(p.fn) {
		if op.Is(tt.DescriptorStore, tt.DescriptorReduce) {
			walking.fixed = alone.fixed + int64(n)*StagingBuffers*StagingPanel
		}
	}
	before, _ := chooseDepth(alone, -1, 0, 1)
	after, err := chooseDepth(walking, -1, 0, 1)
	if err != nil || after < min(before, leastDepth) {
		return &reason{p.fn, "beside panels for the stores too few slots of the rings would fit"}
	}
	return nil
}

// leastDepth is the number of slots with which a tile is on its way while another is used.
const leastDepth = 2

// needs is what a value, or an op, is computed from.
type needs struct {
	axes  [3]bool // the program's number along each
	reads bool    // memory
}

func needed(fn *ir.Operation, v *ir.Value) needs {
	s := newSlice(fn, func(*ir.Operation) bool { return false })
	s.need(v)
	s.close()
	return s.needs()
}

func (s *slice) needs() needs {
	var n needs
	for op := range s.ops {
		if axis, ok := op.IntAttr("axis"); ok && op.Is(tt.GetProgramId) {
			n.axes[axis] = true
		}
		n.reads = n.reads || op.Has(ir.ReadsMemory)
	}
	return n
}

// groupedRows is the number of tiles along x that are walked before the next along y, 0 for
// all. Where one operand of a dot depends on x and the other on y, the tiles that are being
// worked on at a time read least if they form a square, counted in rows of the operands.
// Kernels that put their tiles in an order of their own read both by one axis.
func groupedRows(p *plan, sms int) int64 {
	var rows [2]int64
	for _, g := range p.groups {
		if !g.deep() {
			continue
		}
		for _, l := range g.makers {
			axes := sliceOf(p.fn, []*ir.Operation{l}, func(*ir.Operation) bool { return false }).needs().axes
			t := l.Result(0).Type().(*ir.RankedTensorType)
			for i := range rows {
				if axes[i] && !axes[1-i] {
					rows[i] = ir.NumElements(t.Shape)
				}
			}
		}
	}
	if rows[0] == 0 || rows[1] == 0 {
		return 0
	}
	side := math.Sqrt(float64(sms) * float64(rows[1]) / float64(rows[0]))
	return 1 << int(math.Round(math.Log2(max(side, 1))))
}

// walk makes a function walk tiles.
type walk struct {
	fn   *ir.Operation
	sms  int
	rows int64 // tiles along x that are walked together, 0: all
}

func (w *walk) order() string {
	if w.rows > 0 {
		return count(w.sms, "program") + " walk the tiles, " + count(int(w.rows), "row") + " at a time"
	}
	return count(w.sms, "program") + " walk the tiles in the order of their numbers"
}

// wrap moves the body into the loop, which it returns. What is the same for all tiles stays before it.
func (w *walk) wrap() *ir.Operation {
	body := w.fn.Region(0).First()
	end := body.Last()
	var rest, ids []*ir.Operation
	w.fn.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.GetProgramId) {
			ids = append(ids, op)
		}
		return true
	})
	inside := map[*ir.Operation]bool{}
	for op := body.First(); op != end; op = op.Next() {
		if !hoistable(op, inside) {
			inside[op] = true
			rest = append(rest, op)
		}
	}
	b := ir.Before(end)
	b.Loc = w.fn.Loc
	grid := w.grid(b)
	loop := w.loop(b, grid)
	w.coordinates(loop, grid, ids)
	for _, op := range rest {
		op.MoveBefore(loop.Region(0).First().Last())
	}
	for _, op := range ids {
		op.Erase()
	}
	return loop
}

// hoistable reports whether an op at the top is a constant, or computes or says something of scalars that no tile changes.
func hoistable(op *ir.Operation, inside map[*ir.Operation]bool) bool {
	switch {
	case op.Has(ir.ConstantLike):
		return true
	case op.Is(llvm.Assume): // of a number of the launch every program says it
	case !op.IsPure() || op.NumRegions() > 0 || op.Is(tt.GetProgramId):
		return false
	}
	for _, r := range op.Results() {
		if ir.IsTensor(r.Type()) {
			return false
		}
	}
	for _, v := range op.Operands() {
		if v.Def() != nil && inside[v.Def()] {
			return false
		}
	}
	return true
}

// grid is the number of programs along each axis.
func (w *walk) grid(b *ir.Builder) (n [3]*ir.Value) {
	for axis := range n {
		n[axis] = w.program(b, tt.GetNumPrograms, axis)
		n[axis].SetName("programs_" + "xyz"[axis:axis+1])
	}
	return n
}

func (w *walk) program(b *ir.Builder, name *ir.OpName, axis int) *ir.Value {
	ctx := b.Context()
	return b.Value(name, nil, []ir.Type{ctx.I32()}, ir.A("axis", ctx.I32Attr(int64(axis))))
}

func named(v *ir.Value, name string) *ir.Value {
	v.SetName(name)
	return v
}

// loop makes the loop without its body. The hardware starts programs with x growing fastest.
func (w *walk) loop(b *ir.Builder, grid [3]*ir.Value) *ir.Operation {
	ctx := b.Context()
	a := arithmetic{b}
	number := a.add(w.program(b, tt.GetProgramId, 0),
		a.mul(grid[0], a.add(w.program(b, tt.GetProgramId, 1), a.mul(grid[1], w.program(b, tt.GetProgramId, 2)))))
	number.SetName("number")
	all := named(a.mul(grid[0], a.mul(grid[1], grid[2])), "all")
	sms := i32(b, w.sms)
	isResident := compare(b, arith.SLT, number, sms)
	upper := named(b.Value(arith.Select, []*ir.Value{isResident, all, i32(b, 0)}, []ir.Type{ctx.I32()}), "last")
	st := &ir.OperationState{Name: scf.For, Loc: b.Loc, Operands: []*ir.Value{number, upper, sms}, Results: []ir.Type{}}
	st.Attrs = []ir.NamedAttr{ir.A(tilesAttr, ctx.Unit())}
	st.NewRegion()
	loop := b.CreateState(st)
	body := loop.Region(0).Entry()
	body.AddArg(ctx.I32(), b.Loc).SetName("tile")
	ir.AtEnd(ctx, body, b.Loc).Create(scf.Yield, nil, []ir.Type{})
	w.fn.SetAttr(nvgpu.Resident, ctx.I32Attr(int64(w.sms)))
	return loop
}

// coordinates puts the tile's place in the grid where the program's was asked for. z is
// outermost. Axes that nobody asks for are walked as well: what the kernel does there, it does again.
func (w *walk) coordinates(loop *ir.Operation, grid [3]*ir.Value, ids []*ir.Operation) {
	var asked [3]bool
	for _, op := range ids {
		axis, _ := op.IntAttr("axis")
		asked[axis] = true
	}
	outside := arithmetic{ir.Before(loop)}
	a := arithmetic{ir.Before(loop.Region(0).First().Last())}
	outside.Loc, a.Loc = loop.Loc, loop.Loc
	tile := loop.Region(0).First().Arg(0)
	var at [3]*ir.Value
	if asked[1] || asked[2] {
		plane := outside.mul(grid[0], grid[1])
		at[2] = a.div(tile, plane)
		tile = a.sub(tile, a.mul(at[2], plane))
	}
	switch {
	case w.rows > 0:
		rows := i32(outside.Builder, int(w.rows))
		width := named(outside.mul(grid[1], rows), "width")
		group := a.div(tile, width)
		first := a.mul(group, rows)
		high := a.Value(arith.MinSI, []*ir.Value{a.sub(grid[0], first), rows}, nil)
		in := a.sub(tile, a.mul(group, width))
		at[1] = a.div(in, high)
		at[0] = a.add(first, a.sub(in, a.mul(at[1], high)))
	case asked[1]:
		at[1] = a.div(tile, grid[0])
		at[0] = a.sub(tile, a.mul(at[1], grid[0]))
	case asked[0]:
		at[0] = a.Value(arith.RemUI, []*ir.Value{tile, grid[0]}, nil)
	}
	for _, op := range ids {
		axis, _ := op.IntAttr("axis")
		if at[axis].Name() == "" {
			at[axis].SetName(op.Result(0).Name())
		}
		op.Result(0).ReplaceAllUses(at[axis])
	}
}

// arithmetic makes operations on i32 that are not negative.
type arithmetic struct{ *ir.Builder }

func (a arithmetic) add(x, y *ir.Value) *ir.Value {
	return a.Value(arith.AddI, []*ir.Value{x, y}, nil)
}
func (a arithmetic) sub(x, y *ir.Value) *ir.Value {
	return a.Value(arith.SubI, []*ir.Value{x, y}, nil)
}
func (a arithmetic) mul(x, y *ir.Value) *ir.Value {
	return a.Value(arith.MulI, []*ir.Value{x, y}, nil)
}
func (a arithmetic) div(x, y *ir.Value) *ir.Value {
	return a.Value(arith.DivUI, []*ir.Value{x, y}, nil)
}
