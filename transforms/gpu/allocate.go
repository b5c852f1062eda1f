package gpu

import (
	"fmt"
	"slices"
	"strings"

	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
	"tawa/pass"
	"tawa/transforms/tawa"
)

// Allocate gives every buffer its place in shared memory, and every warp group its
// number and its registers.
//
// A buffer that is written where it is made (with a source, or the scratch of a
// conversion or reduction) may lie where another one was, because all warps of its
// role meet before they write it; so may a buffer that one copy fills lie where another
// such was, for they meet before the copy. Buffers of different roles, which nothing keeps
// apart in time, never share, nor do those that are filled at times of their own.
type Allocate struct{}

// Info names the pass.
func (*Allocate) Info() pass.Info {
	return pass.Info{
		Name: "allocate-shared-memory", Summary: "place buffers in shared memory, number warp groups, share out registers",
		Anchor: builtin.Module,
	}
}

const (
	// OffsetAttr is the place in shared memory of an op's buffer or scratch, in bytes.
	OffsetAttr  = "allocation.offset"
	sharedAttr  = "ttg.shared"
	swizzleRows = 1024 // bytes after which every swizzle repeats
)

// Run works on each function; shared memory is that of the largest.
func (*Allocate) Run(module *ir.Operation, st *pass.State) bool {
	ok, most, scratch := true, int64(0), int64(0)
	for fn := range module.Region(0).Entry().Ops() {
		if !fn.Is(tt.Func) || builtin.IsDeclaration(fn) {
			continue
		}
		m := &memory{}
		m.collect(fn)
		total := m.place()
		if total > tawa.SharedBytes {
			ok = st.Errorf(fn, "the kernel needs %d bytes of shared memory, but may have %d: %s", total, tawa.SharedBytes, m.summary())
		}
		most = max(most, total)
		scratch = max(scratch, placeTensorMaps(fn))
	}
	module.SetAttr(sharedAttr, module.Context().I32Attr(most))
	setScratch(module, scratch)
	return assignWarps(module, st) && ok
}

// buffer is a piece of shared memory and the ops, by number, between which it is needed.
type buffer struct {
	op          *ir.Operation
	size, align int64
	first, last int
	role        int
	pinned      bool // filled at times of its own
	loaded      bool // filled by copies that all warps wait for, where it is made
	ring        bool // captured by a partition
	over        bool // may lie over the rings
	offset      int64
}

func (b *buffer) end() int64 { return b.offset + b.size }

// conflicts reports whether two buffers must not share memory.
func (b *buffer) conflicts(c *buffer) bool {
	return b.pinned || c.pinned || b.loaded != c.loaded || b.role != c.role || b.first <= c.last && c.first <= b.last
}

type memory struct {
	numbers map[*ir.Operation]int // in order of the text
	ends    map[*ir.Operation]int // number of the last op inside
	waits   []int                 // numbers of waits for all dots
	buffers []*buffer
}

func (m *memory) collect(fn *ir.Operation) {
	m.numbers, m.ends = map[*ir.Operation]int{}, map[*ir.Operation]int{}
	var ops []*ir.Operation
	fn.Walk(func(op *ir.Operation) bool {
		m.numbers[op] = len(ops)
		ops = append(ops, op)
		if n, _ := op.IntAttr("pendings"); op.Is(nvgpu.DotWait) && n == 0 {
			m.waits = append(m.waits, m.numbers[op])
		}
		return true
	})
	fn.WalkPost(func(op *ir.Operation) {
		m.ends[op] = m.numbers[op]
		for _, r := range op.Regions() {
			if !r.Empty() && r.Last().Last() != nil {
				m.ends[op] = m.ends[r.Last().Last()]
			}
		}
	})
	for _, op := range ops {
		if b := m.bufferOf(op); b != nil {
			b.op, b.first, b.role = op, m.numbers[op], roleOf(op.Block())
			b.last = max(b.last, b.first)
			m.buffers = append(m.buffers, b)
		}
	}
}

// bufferOf is the shared memory that op needs, nil for none.
func (m *memory) bufferOf(op *ir.Operation) *buffer {
	switch {
	case op.Is(ttg.LocalAlloc):
		v := op.Result(0)
		t := v.Type().(*ttg.MemDescType)
		b := &buffer{size: ir.NumElements(t.Shape) * elementBytes(t.Elem), align: 16, pinned: op.NumOperands() == 0}
		if _, swizzled := t.Encoding.(*ttg.NVMMASharedAttr); swizzled {
			b.align = swizzleRows
		}
		for _, u := range uses(v) {
			if u.Is(nvgpu.TMALoad) && u.Block() == op.Block() && !isBarrierArray(v) {
				b.pinned, b.loaded = false, true
			}
			b.ring = b.ring || u.Is(ttg.WarpSpecialize) && !isBarrierArray(v)
			b.last = max(b.last, m.released(u, op))
		}
		b.over = op.Attr(OverRingAttr) != nil
		b.pinned = b.pinned || b.ring
		return b
	case op.Is(nvgpu.TensorMapAlloc):
		return &buffer{size: nvgpu.TensorMapBytes, align: nvgpu.TensorMapBytes, pinned: true}
	case op.Is(ttg.ConvertLayout):
		if n := conversionBytes(op); n > 0 {
			return &buffer{size: n, align: 16}
		}
	case op.Is(tt.Reduce):
		if n := reductionBytes(op); n > 0 {
			return &buffer{size: n, align: 16}
		}
	case op.Is(tt.AtomicRMW, tt.AtomicCAS) && tensorOf(op.Result(0)) == nil && !op.Result(0).Unused():
		return &buffer{size: elementBytes(op.Result(0).Type()), align: 16}
	}
	return nil
}

// released is the number of the op after which user no longer reads a buffer made
// by alloc: a dot has read it when all dots are waited for, and what happens in a
// loop lasts until its end.
func (m *memory) released(user, alloc *ir.Operation) int {
	last := m.ends[user]
	if user.Is(nvgpu.DotIssue) {
		i, _ := slices.BinarySearch(m.waits, last)
		if i == len(m.waits) {
			return len(m.numbers)
		}
		last = m.waits[i]
	}
	for p := user.Parent(); p != nil && !p.IsAncestorOf(alloc); p = p.Parent() {
		last = max(last, m.ends[p])
	}
	return last
}

// elementBytes is the size of an element in memory: a bit takes a byte, a pointer eight.
func elementBytes(t ir.Type) int64 {
	if _, ptr := t.(*tt.PtrType); ptr {
		return 8
	}
	return int64(max(ir.BitWidth(t)/8, 1))
}

// conversionBytes is the scratch of a conversion that moves elements between warps.
func conversionBytes(op *ir.Operation) int64 {
	t := tensorOf(op.Operand(0))
	src, dst := linear(t), linear(tensorOf(op.Result(0)))
	bytes := elementBytes(t.Elem)
	if !layout.ConversionPlan(src, dst).ThroughMemory(int(8 * bytes)) {
		return 0
	}
	return int64(layout.ScratchFor(src, dst, int(8*bytes)).Shared.TotalInSize()) * bytes
}

// reductionBytes is the scratch of a reduction across warps: each result element
// once for each warp that has a part of it, for each operand.
func reductionBytes(op *ir.Operation) int64 {
	total := int64(0)
	for _, v := range op.Operands() {
		t := tensorOf(v)
		l := linear(t)
		parts := int64(1)
		for _, c := range l.Coords(layout.Warp, layout.Dim(axisOf(op))) {
			if c != 0 {
				parts *= 2
			}
		}
		if parts > 1 {
			total += parts * ir.NumElements(t.Shape) / t.Shape[axisOf(op)] * elementBytes(t.Elem)
		}
	}
	return total
}

func linear(t *ir.RankedTensorType) layout.Layout {
	return layout.Must(ttg.ToLinear(t.Shape, t.Encoding))
}

// place gives offsets: rings first, then by falling alignment, each at the lowest
// place that nothing in conflict has. It returns the size of it all.
func (m *memory) place() int64 {
	slices.SortStableFunc(m.buffers, func(a, b *buffer) int {
		if a.ring != b.ring {
			return map[bool]int{true: -1, false: 1}[a.ring]
		}
		return int(b.align - a.align)
	})
	var placed []*buffer
	rings, total := int64(0), int64(0)
	next := int64(0) // of what lies over the rings
	for _, b := range m.buffers {
		if b.over && next+b.size <= rings {
			b.offset = next
			next += align(b.size, swizzleRows)
		} else {
			b.offset = lowest(b, placed)
			placed = append(placed, b)
		}
		if b.ring {
			rings = max(rings, b.end())
		}
		total = max(total, b.end())
		b.op.SetAttr(OffsetAttr, b.op.Context().I32Attr(b.offset))
	}
	return total
}

func align(n, to int64) int64 { return (n + to - 1) / to * to }

func lowest(b *buffer, placed []*buffer) int64 {
	at := int64(0)
	for moved := true; moved; {
		moved = false
		for _, c := range placed {
			if b.conflicts(c) && at < c.end() && c.offset < at+b.size {
				at, moved = align(c.end(), b.align), true
			}
		}
	}
	return at
}

// summary says what takes the shared memory.
func (m *memory) summary() string {
	var parts []string
	for _, b := range m.buffers {
		what := b.op.Name().String()
		if b.op.Is(ttg.LocalAlloc) {
			what = ir.TypeString(b.op.Result(0).Type())
		}
		if b.size >= swizzleRows {
			parts = append(parts, fmt.Sprintf("%d for %s", b.size, what))
		}
	}
	return strings.Join(parts, ", ")
}
