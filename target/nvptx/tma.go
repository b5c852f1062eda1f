package nvptx

import (
	"fmt"
	"slices"

	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
	"tawa/llvmir"
)

// tmaRows are the copies of tiles between global and shared memory.
func tmaRows() map[string]lowerFunc {
	return map[string]lowerFunc{
		"nvgpu.tma.load": lowerTMALoad, "nvgpu.tma.store": lowerTMAStore,
		"nvgpu.tma.store_tile": lowerTMAStoreTile, "nvgpu.tma.store_wait": lowerTMAStoreWait,
	}
}

// descriptor is what is known of a tensor descriptor while compiling.
type descriptor struct {
	box      []int // what one copy moves, outermost dimension first
	block    *ir.RankedTensorType
	template value // the shared memory in which the kernel makes its tensor maps; none for those of the host
}

// hostDescriptor recognises a descriptor argument. Its box is the attribute tawa.box, or
// the widest that TMA takes.
func (l *lowering) hostDescriptor(fn *ir.Operation, arg *ir.Value) (*descriptor, bool) {
	t, ok := arg.Type().(*tt.DescType)
	if !ok {
		return nil, false
	}
	return newDescriptor(t, argAttr(fn, arg.Index(), "tawa.box")), true
}

func newDescriptor(t *tt.DescType, box ir.Attribute) *descriptor {
	d := &descriptor{block: t.Block}
	if list, ok := box.(*ir.DenseArrayAttr); ok {
		for _, n := range list.Values {
			d.box = append(d.box, int(n))
		}
		return d
	}
	for _, n := range t.Block.Shape {
		d.box = append(d.box, int(min(n, 256)))
	}
	inner := &d.box[len(d.box)-1]
	*inner = min(*inner, max(d.span(), 128)/d.elemSize())
	return d
}

// argAttr is an attribute of a function's argument, or nil.
func argAttr(fn *ir.Operation, i int, name string) ir.Attribute {
	list, ok := fn.Attr("arg_attrs").(*ir.ArrayAttr)
	if !ok || i >= len(list.Values) {
		return nil
	}
	dict, _ := list.Values[i].(*ir.DictAttr)
	if dict == nil {
		return nil
	}
	for _, e := range dict.Entries {
		if e.Name == name {
			return e.Value
		}
	}
	return nil
}

func (d *descriptor) elemSize() int { return max(1, ir.BitWidth(d.block.Elem)/8) }

// span is the swizzle of the shared memory in bytes, 0 for none.
func (d *descriptor) span() int {
	if e, ok := d.block.Encoding.(*ttg.NVMMASharedAttr); ok {
		return int(e.SwizzleBytes)
	}
	return 0
}

// elemTypes are the numbers of element types in a tensor map as the chip has it (PTX
// ISA, tensormap.replace .elemtype), which the launcher translates to the driver's: the
// two differ from 8 on. Types that are only moved go as unsigned integers of their size.
var elemTypes = map[string]int{"f16": 6, "f32": 7, "f64": 9, "bf16": 10}

func (d *descriptor) meta() TensorDesc {
	code, ok := 0, false
	if f, isFloat := d.block.Elem.(*ir.FloatType); isFloat {
		code, ok = elemTypes[f.Name], elemTypes[f.Name] != 0
	}
	if !ok {
		code = map[int]int{1: 0, 2: 1, 4: 2, 8: 4}[d.elemSize()]
	}
	return TensorDesc{
		Swizzle:  map[int]int{0: 0, 32: 1, 64: 2, 128: 3}[d.span()],
		ElemSize: d.elemSize(), ElemType: code, BlockSize: d.box,
	}
}

// boxes calls f with the coordinates of each box of a tile within it.
func (d *descriptor) boxes(shape []int64, f func(at []int)) {
	at := make([]int, len(shape))
	for {
		f(slices.Clone(at))
		k := len(at) - 1
		for ; k >= 0; k-- {
			if at[k] += d.box[k]; at[k] < int(shape[k]) {
				break
			}
			at[k] = 0
		}
		if k < 0 {
			return
		}
	}
}

// tile is the operands that all copies have: descriptor, coordinates, buffer.
type tile struct {
	desc   *descriptor
	ptr    value
	coords []value
}

func (l *lowering) tile(op *ir.Operation) (tile, bool) {
	d := l.descs[op.Operand(0)]
	if d == nil {
		return tile{}, l.fail(op, "has a descriptor that is neither an argument of the kernel nor made by it")
	}
	t := tile{desc: d, ptr: l.generic(op.Operand(0))}
	for _, v := range op.OperandGroup(1) {
		t.coords = append(t.coords, l.one(v))
	}
	if len(t.coords) != len(d.box) {
		return tile{}, l.fail(op, "has %d coordinates for a box of rank %d", len(t.coords), len(d.box))
	}
	return t, true
}

// at is the operands `[desc, {c0, c1}]` of a copy at an offset within the tile;
// the chip takes coordinates innermost first.
func (l *lowering) at(a *llvmir.Asm, t tile, offset func(k int) value) string {
	ptr := a.In(t.ptr)
	var refs []string
	for k := len(t.coords) - 1; k >= 0; k-- {
		refs = append(refs, a.In(l.Add(t.coords[k], offset(k))))
	}
	return fmt.Sprintf("[%s, {%s}]", ptr, join(refs))
}

// boxAddress is where a box of a tile lies in its buffer: its first row, from which
// the chip swizzles by the bits of the address itself.
func (l *lowering) boxAddress(m *ttg.MemDescType, base value, at []int) value {
	return l.Add(base, ci(boxOffset(m, at)))
}

func boxOffset(m *ttg.MemDescType, at []int) int {
	coords := map[string]int{}
	for d, c := range at {
		coords[layout.Dim(d)] = c
	}
	offset := sharedLayout(m).Invert().Apply(coords)[layout.Offset] * sizeOf(mustScalar(m.Elem))
	if span := swizzleOf(m); span > 0 {
		offset &^= span - 1
	}
	return offset
}

func constants(list []int) func(i int) value { return func(i int) value { return ci(list[i]) } }

func lowerTMALoad(l *lowering, op *ir.Operation) bool {
	t, ok := l.tile(op)
	if !ok {
		return false
	}
	dst, bar := op.OperandGroup(2)[0], l.one(op.OperandGroup(3)[0])
	m := dst.Type().(*ttg.MemDescType)
	if n := nvgpu.CTAs(op); n > 1 {
		return l.multicast(op, t, n)
	}
	t.desc.boxes(m.Shape, func(at []int) {
		a := l.effect()
		p := guard(a, l.leader())
		smem := a.In(l.boxAddress(m, l.one(dst), at))
		from := l.at(a, t, constants(at))
		a.Emit(fmt.Sprintf("%scp.async.bulk.tensor.%dd.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%s], %s, [%s];",
			p, len(at), smem, from, a.In(bar)))
	})
	return true
}

// storeBox starts the copy of one box from shared memory.
func (l *lowering) storeBox(t tile, at []int, smem, pred value) {
	a := l.effect()
	p := guard(a, pred)
	to := l.at(a, t, constants(at))
	a.Emit(fmt.Sprintf("%scp.async.bulk.tensor.%dd.global.shared::cta.tile.bulk_group %s, [%s];", p, len(at), to, a.In(smem)))
}

func (l *lowering) commitStores(pred value) {
	a := l.effect()
	a.Emit(guard(a, pred) + "cp.async.bulk.commit_group;")
}

func (l *lowering) waitStores(pending int, pred value) {
	a := l.effect()
	a.Emit(fmt.Sprintf("%scp.async.bulk.wait_group.read %d;", guard(a, pred), pending))
}

func lowerTMAStore(l *lowering, op *ir.Operation) bool {
	t, ok := l.tile(op)
	if !ok {
		return false
	}
	src := op.OperandGroup(2)[0]
	m := src.Type().(*ttg.MemDescType)
	t.desc.boxes(m.Shape, func(at []int) { l.storeBox(t, at, l.boxAddress(m, l.one(src), at), l.leader()) })
	l.commitStores(l.leader())
	return true
}

// lowerTMAStoreWait waits in every thread that may have started stores: the first
// one of each warp group. One without stores does not wait.
func lowerTMAStoreWait(l *lowering, op *ir.Operation) bool {
	n, _ := op.IntAttr("pendings")
	l.waitStores(int(n), l.groupLead())
	return true
}

// groupLead is true in the first thread of each warp group; none where one thread runs.
func (g *gen) groupLead() value {
	if g.single {
		return value{}
	}
	return g.ICmp(llvmir.EQ, g.And(g.tid, ci(127)), ci(0))
}

// lowerTMAStoreTile stores a tile of registers through staging buffers of one box
// each: every warp group by itself, so that no group waits for another.
func lowerTMAStoreTile(l *lowering, op *ir.Operation) bool {
	t, ok := l.tile(op)
	if !ok {
		return false
	}
	src, staging := op.OperandGroup(2)[0], op.OperandGroup(3)[0]
	m := staging.Type().(*ttg.MemDescType)
	parts, ok := splitTile(tensorLayout(src.Type()), t.desc.box)
	if !ok {
		return l.fail(op, "can't store %s by warp groups in boxes of %v", ir.TypeString(src.Type()), t.desc.box)
	}
	id, _ := op.IntAttr("barrier")
	groups := l.warps / 4
	buffers := int(m.Shape[0]) / groups
	group := l.LShr(l.warp, ci(2))
	lead := l.groupLead()
	bytes := bufferBytes(m.Shape[1:], m.Elem)
	mine := l.Add(l.one(staging), l.Mul(group, ci(buffers*bytes)))
	sub := *l.gen // the threads of one warp group
	sub.warp, sub.warps, sub.bar = l.And(l.warp, ci(3)), 4, l.Add(group, ci(int(id)))
	for d, bases := range parts.group {
		t.coords[d] = l.Add(t.coords[d], l.xorBits(group, bases))
	}
	shared := layout.Must(ttg.ToLinear(m.Shape[1:], m.Encoding))
	for i, box := range parts.boxes {
		buffer := l.Add(mine, ci(i%buffers*bytes))
		l.waitStores(buffers-1, lead)
		sub.sync()
		sub.storeTensor(pick(l.get(src), box.regs), parts.layout, shared, buffer)
		l.effectf("fence.proxy.async.shared::cta;")
		sub.sync()
		l.storeBox(t, box.at, buffer, lead)
		l.commitStores(lead)
	}
	return true
}

// groupTile is a tile split over warp groups and boxes.
type groupTile struct {
	layout layout.Layout // of one box, over the 4 warps of a group
	boxes  []groupBox
	group  [][]int // by dimension: what the bits of the group's number add to the coordinate
}

// groupBox is one box of a warp group: its registers, and where it begins.
type groupBox struct {
	regs []int
	at   []int
}

// splitTile takes the registers that move within a box apart from those that
// choose one.
func splitTile(l layout.Layout, box []int) (groupTile, bool) {
	var t groupTile
	dims := make([]layout.Out, len(box))
	for d, n := range box {
		dims[d] = layout.Out{Name: layout.Dim(d), Size: n}
	}
	inside := func(b []int) bool {
		for d, c := range b {
			if c >= box[d] {
				return false
			}
		}
		return true
	}
	var inner, outer []int
	var innerBases [][]int
	for i, b := range l.Bases(layout.Register) {
		if inside(b) {
			inner, innerBases = append(inner, i), append(innerBases, b)
		} else {
			outer = append(outer, i)
		}
	}
	warps := l.Bases(layout.Warp)
	if len(warps) < 2 || len(l.OutDims()) != len(box) {
		return t, false
	}
	var err error
	t.layout, err = layout.New([]layout.In{
		{Name: layout.Register, Bases: innerBases}, {Name: layout.Lane, Bases: l.Bases(layout.Lane)},
		{Name: layout.Warp, Bases: warps[:2]}, {Name: layout.Block},
	}, dims)
	if err != nil || !t.layout.IsSurjective() {
		return t, false
	}
	t.group = make([][]int, len(box))
	for _, b := range warps[2:] {
		for d, c := range b {
			if c%box[d] != 0 {
				return t, false
			}
			t.group[d] = append(t.group[d], c)
		}
	}
	for i := range 1 << len(outer) {
		base := spread(outer, i)
		b := groupBox{at: l.At(base)}
		for d, c := range b.at {
			if c%box[d] != 0 {
				return t, false
			}
		}
		for k := range 1 << len(inner) {
			b.regs = append(b.regs, base|spread(inner, k))
		}
		t.boxes = append(t.boxes, b)
	}
	return t, true
}
