package tawa

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// emitter writes what one access becomes.
type emitter struct {
	b    *ir.Builder
	role *role
	ch   *channel
	at   position
}

// slot is the view of the slot of a buffer or of an array of barriers.
func (e *emitter) slot(buffer *ir.Value) *ir.Value {
	t := buffer.Type().(*ttg.MemDescType)
	view := ttg.MemDescView(t.Shape[1:], t.Elem, t.Encoding, t.Space, t.Mutable, t.Shape[1:])
	v := e.b.Value(ttg.MemDescIndex, []*ir.Value{e.role.see(buffer), e.at.slot}, []ir.Type{view})
	v.SetName(buffer.Name())
	return v
}

func (e *emitter) do(name *ir.OpName, operands []*ir.Value, attrs ...ir.NamedAttr) {
	e.b.Create(name, operands, []ir.Type{}, attrs...)
}

func (e *emitter) arrive(barrier *ir.Value, scope, ctas int64) {
	e.do(nvgpu.MBarrierArrive, []*ir.Value{barrier}, append(reaching(e.b, ctas), ir.A("scope", e.b.Context().I32Attr(scope)))...)
}

// reaching says of an op how many CTAs of the cluster it reaches.
func reaching(b *ir.Builder, ctas int64) []ir.NamedAttr {
	if ctas == 1 {
		return nil
	}
	return []ir.NamedAttr{ir.A("ctas", b.Context().I32Attr(ctas))}
}

// put waits until the slot is empty, starts its copies and stores its register tiles.
func (e *emitter) put(op *ir.Operation) {
	parity := e.b.Value(arith.XOrI, []*ir.Value{e.at.phase, e.role.consts.i32(1)}, nil)
	e.do(nvgpu.MBarrierWait, []*ir.Value{e.slot(e.ch.empty), parity})
	if e.ch.maps {
		e.putMaps(op)
		return
	}
	full := e.slot(e.ch.full)
	values := op.Operands()[2:]
	bytes := int64(0)
	for _, v := range values {
		if isCopy(v) {
			shape, _ := ir.ShapeOf(v.Type())
			bytes += ir.NumElements(shape) * int64(ir.BitWidth(ir.ElementType(v.Type()))) / 8
		}
	}
	if e.ch.copies {
		e.do(nvgpu.MBarrierExpect, []*ir.Value{full}, ir.A("bytes", e.b.Context().I32Attr(bytes)))
	}
	var loads []*ir.Operation
	for i, v := range values {
		view := e.slot(e.ch.buffers[i])
		if !isCopy(v) {
			e.do(ttg.LocalStore, []*ir.Value{v, view})
			continue
		}
		load := v.Def()
		loads = append(loads, load)
		e.b.Loc = load.Loc
		block := load.Operand(0).Type().(*tt.DescType).Block
		shared := sharedBy(load, e.ch)
		e.do(nvgpu.TMALoad, slices.Concat(load.Operands(), []*ir.Value{e.asBlock(view, block), full}), reaching(e.b, shared)...)
		setDescriptor(load.Operand(0), TileEncoding(block))
		if shared > 1 {
			setShares(load.Operand(0), shared)
		}
		e.b.Loc = op.Loc
	}
	if e.ch.stores {
		e.do(nvgpu.FenceAsyncShared, nil)
		e.arrive(full, nvgpu.PerWarp, 1)
	}
	op.Erase()
	for _, load := range loads {
		load.Erase()
	}
}

// asBlock views the place of a tile as a block of its descriptor, which may have more
// dimensions of size one in front.
func (e *emitter) asBlock(view *ir.Value, block *ir.RankedTensorType) *ir.Value {
	t := view.Type().(*ttg.MemDescType)
	if len(t.Shape) == len(block.Shape) {
		return view
	}
	as := ttg.MemDescView(block.Shape, t.Elem, TileEncoding(block), t.Space, t.Mutable, block.Shape)
	return e.b.Value(ttg.MemDescReshape, []*ir.Value{view}, []ir.Type{as})
}

// get waits until the slot is full; what reads its values reads the slot.
func (e *emitter) get(op *ir.Operation) {
	e.do(nvgpu.MBarrierWait, []*ir.Value{e.slot(e.ch.full), e.at.phase})
	if e.ch.maps {
		e.getMaps(op)
		op.Erase()
		return
	}
	for i, v := range op.Results() {
		if v.Unused() {
			continue
		}
		view := e.slot(e.ch.buffers[i])
		view.SetName(v.Name())
		readFrom(v, view)
	}
	op.Erase()
}

func (e *emitter) release(op *ir.Operation) {
	if e.ch.drains {
		e.do(nvgpu.TMAStoreWait, nil, ir.A("pendings", e.b.Context().I32Attr(0)))
	}
	e.arrive(e.slot(e.ch.empty), e.ch.scope, e.ch.ctas)
	op.Erase()
}

// readFrom makes the users of a tile read its memory: dots directly, transpositions
// through a transposed view, all others through one load to registers. Where a tile stays in
// registers for dots, each loop around them has a load of its own, so that it stays no longer.
func readFrom(v, memory *ir.Value) {
	var others, direct []*ir.Use
	loops := map[*ir.Operation][]*ir.Use{}
	var order []*ir.Operation // of loops, so that the same uses come first each time
	for u := range v.Uses() {
		switch op := u.Owner(); {
		case InMemory(u):
			direct = append(direct, u)
		case op.Is(tt.Trans):
			b := ir.Before(op)
			view := b.Value(ttg.MemDescTrans, []*ir.Value{memory}, nil, ir.A("order", op.Attr("order")))
			view.SetName(op.Result(0).Name())
			readFrom(op.Result(0), view)
			op.Erase()
		case op.Is(nvgpu.DotIssue):
			at := inBlock(memory.Block(), op)
			if loops[at] == nil {
				order = append(order, at)
			}
			loops[at] = append(loops[at], u)
		default:
			others = append(others, u)
		}
	}
	for _, u := range direct {
		u.Set(memory)
	}
	for _, at := range order {
		loadTo(loops[at], memory, v, at)
	}
	if len(others) > 0 {
		loadTo(others, memory, v, firstIn(memory.Block(), others))
	}
}

// loadTo loads a tile from memory before an op, for some of its uses.
func loadTo(uses []*ir.Use, memory, v *ir.Value, at *ir.Operation) {
	tile := ir.Before(at).Value(ttg.LocalLoad, []*ir.Value{memory}, []ir.Type{v.Type()})
	tile.SetName(v.Name())
	for _, u := range uses {
		u.Set(tile)
	}
}

// inBlock is the op of a block that is, or is around, op.
func inBlock(block *ir.Block, op *ir.Operation) *ir.Operation {
	for op.Block() != block {
		op = op.Parent()
	}
	return op
}

// firstIn returns the first op of a block that is, or is around, one of the users.
func firstIn(block *ir.Block, uses []*ir.Use) *ir.Operation {
	var first *ir.Operation
	for _, u := range uses {
		op := inBlock(block, u.Owner())
		if first == nil || op.IsBefore(first) {
			first = op
		}
	}
	return first
}

// BoxAttr is the attribute, of a descriptor argument or of the op that makes a
// descriptor, with the box that one TMA copy moves, outermost dimension first.
const BoxAttr = "tawa.box"

// Box is the box of a descriptor of such blocks: at most a panel wide, at most 256
// elements in each dimension.
func Box(block *ir.RankedTensorType) []int64 {
	box := slices.Clone(block.Shape)
	last := len(box) - 1
	for i := range box {
		box[i] = min(box[i], 256)
	}
	if e, ok := TileEncoding(block).(*ttg.NVMMASharedAttr); ok && e.SwizzleBytes > 0 {
		box[last] = min(box[last], e.SwizzleBytes*8/int64(ir.BitWidth(block.Elem)))
	}
	return box
}

// setDescriptor gives a descriptor the encoding of the tiles that are loaded through
// it, wherever it comes from and goes, and its box.
func setDescriptor(v *ir.Value, encoding ir.Attribute) {
	t := v.Type().(*tt.DescType)
	if t.Block.Encoding == encoding {
		return
	}
	v.SetType(tt.TensorDesc(v.Type().Context().Tensor(t.Block.Shape, t.Block.Elem, encoding)))
	box := v.Type().Context().I32Array(Box(t.Block)...)
	op := v.Def()
	switch {
	case op == nil && v.ArgBlock().Parent().Has(ir.FunctionLike):
		fn := v.ArgBlock().Parent()
		ft := builtin.FunctionType(fn)
		inputs := slices.Clone(ft.Inputs)
		inputs[v.Index()] = v.Type()
		builtin.SetFunctionType(fn, inputs, ft.Results)
		builtin.SetArgAttr(fn, v.Index(), BoxAttr, box)
	case op != nil && op.Is(tt.MakeTensorDesc, nvgpu.TensorMapAlloc):
		op.SetAttr(BoxAttr, box)
	}
	for _, w := range sameDescriptor(v) {
		setDescriptor(w, encoding)
	}
}

// sameDescriptor lists the values that control flow and captures equate with a descriptor.
func sameDescriptor(v *ir.Value) []*ir.Value {
	var out []*ir.Value
	if op := v.Def(); op != nil && isControl(op) {
		out = append(out, resultSources(op, v.Index())...)
	} else if op != nil && op.Is(nvgpu.TensorMapSlot) {
		out = append(out, op.Operand(0))
	} else if op == nil {
		switch p := v.ArgBlock().Parent(); {
		case isControl(p):
			out = append(out, argSources(v)...)
		case p.Is(ttg.WarpSpecializePartitions):
			out = append(out, ttg.TraceCapture(v))
		}
	}
	for u := range v.Uses() {
		out = append(out, receivers(u)...)
	}
	return out
}

// receivers are the values that a use hands its value to.
func receivers(u *ir.Use) []*ir.Value {
	op := u.Owner()
	var of []*ir.Value
	switch {
	case op.Is(ttg.WarpSpecialize):
		for _, region := range ttg.Partitions(op) {
			of = append(of, region.First().Arg(u.Index()))
		}
		return of
	case op.Is(nvgpu.TensorMapSlot):
		return op.Results()
	case isControl(op):
		of = slices.Concat(op.Results(), op.Region(0).First().Args())
	case op.Has(ir.Terminator) && isControl(op.Parent()):
		for _, region := range op.Parent().Regions() {
			if !region.Empty() {
				of = append(of, region.First().Args()...)
			}
		}
		of = append(of, op.Parent().Results()...)
	}
	return slices.DeleteFunc(of, func(v *ir.Value) bool { return !slices.Contains(sourcesOf(v), u.Value()) })
}

// sourcesOf are the values that control flow may give a result or argument.
func sourcesOf(v *ir.Value) []*ir.Value {
	if v.Def() != nil {
		return resultSources(v.Def(), v.Index())
	}
	return argSources(v)
}
