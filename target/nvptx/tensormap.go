package nvptx

import (
	"fmt"
	"slices"
	"strings"

	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/llvmir"
)

// tensorMapRows are the tensor maps that the kernel writes. A template in shared memory,
// where its fields are replaced quickly, is copied to a place in global memory, from where
// the copy engine reads it.
func tensorMapRows() map[string]lowerFunc {
	return map[string]lowerFunc{
		"nvgpu.tensormap.alloc": lowerMapAlloc, "nvgpu.tensormap.slot": lowerMapSlot, "nvgpu.tensormap.make": lowerMapMake,
		"nvgpu.tensormap.release": lowerMapRelease, "nvgpu.tensormap.acquire": lowerMapAcquire,
	}
}

// scratchOffsetAttr is the place of an op's memory in the program's part of the global scratch memory.
const scratchOffsetAttr = "ttg.global_scratch_memory_offset"

// programScratch is the global scratch memory of this program.
func (l *lowering) programScratch(offset int) value {
	at := l.Mul(l.Cast(llvmir.ZExt, l.programNumber(), llvmir.I64), llvmir.CI64(int64(l.meta.GlobalScratchSize)))
	return l.GEP(llvmir.I8, l.globalScratch, true, l.Add(at, llvmir.CI64(int64(offset))))
}

// replacement is one field of a tensor map and its value.
type replacement struct {
	field string
	index int // of the dimension, innermost first; -1 for fields without
	bits  int
	value string // an operand or a number
}

// replace is the statement that replaces the field in the map at a shared address.
func (r replacement) replace(at string) string {
	index := ""
	if r.index >= 0 {
		index = fmt.Sprintf("%d, ", r.index)
	}
	return fmt.Sprintf("tensormap.replace.tile.%s.shared::cta.b1024.b%d [%s], %s%s;", r.field, r.bits, at, index, r.value)
}

// constant are the fields that all maps of a descriptor have in common.
func (d *descriptor) constant(padding int64) []replacement {
	meta := d.meta()
	fill := 0
	if padding == tt.PadNaN {
		fill = 1
	}
	number := func(field string, index, n int) replacement { return replacement{field, index, 32, fmt.Sprint(n)} }
	out := []replacement{number("rank", -1, len(d.box)-1)}
	for i, n := range slices.Backward(d.box) {
		dim := len(d.box) - 1 - i
		out = append(out, number("box_dim", dim, n), number("element_stride", dim, 1))
	}
	return append(out, number("elemtype", -1, meta.ElemType), number("interleave_layout", -1, 0),
		number("swizzle_mode", -1, meta.Swizzle), number("fill_mode", -1, fill))
}

// lowerMapAlloc writes the template: zeros, then what does not change.
func lowerMapAlloc(l *lowering, op *ir.Operation) bool {
	template, ok := l.scratch(op)
	offset, placed := op.IntAttr(scratchOffsetAttr)
	if !ok || !placed {
		return l.fail(op, "has no memory: run --allocate-shared-memory before")
	}
	d := newDescriptor(op.Result(0).Type().(*tt.DescType), op.Attr("tawa.box"))
	d.template = template
	l.descs[op.Result(0)] = d
	padding, _ := op.IntAttr("padding")
	a := l.effect()
	p, at := guard(a, l.leader()), a.In(template)
	var list []string
	for i := 0; i < nvgpu.TensorMapBytes; i += 16 {
		list = append(list, fmt.Sprintf("st.shared.v4.b32 [%s+%d], {0, 0, 0, 0};", at, i))
	}
	for _, r := range d.constant(padding) {
		list = append(list, r.replace(at))
	}
	a.Emit(p + strings.Join(list, " "+p))
	return l.set(op.Result(0), l.programScratch(int(offset)))
}

func lowerMapSlot(l *lowering, op *ir.Operation) bool {
	l.descs[op.Result(0)] = l.descs[op.Operand(0)]
	at := l.Mul(l.one(op.Operand(1)), ci(nvgpu.TensorMapBytes))
	return l.set(op.Result(0), l.GEP(llvmir.I8, l.one(op.Operand(0)), true, at))
}

// lowerMapMake replaces what makes the tensor in the template and copies that. Dimensions
// are counted from the innermost, whose stride is implied; strides are bytes.
func lowerMapMake(l *lowering, op *ir.Operation) bool {
	d := l.descs[op.Operand(0)]
	shape, strides := op.OperandGroup(2), op.OperandGroup(3)
	a := l.effect()
	p, at, to := guard(a, l.leader()), a.In(d.template), a.In(l.one(op.Operand(0)))
	fields := []replacement{{"global_address", -1, 64, a.In(l.one(op.Operand(1)))}}
	for i := range shape {
		k := len(shape) - 1 - i
		fields = append(fields, replacement{"global_dim", i, 32, a.In(l.one(shape[k]))})
		if i > 0 {
			bytes := l.Mul(l.one(strides[k]), llvmir.CI64(int64(d.elemSize())))
			fields = append(fields, replacement{"global_stride", i - 1, 64, a.In(bytes)})
		}
	}
	var list []string
	for _, f := range fields {
		list = append(list, f.replace(at))
	}
	words := func(i int) string { return fmt.Sprintf("{w%d, w%d, w%d, w%d}", i, i+1, i+2, i+3) }
	for i := 0; i < nvgpu.TensorMapBytes/4; i += 4 {
		list = append(list, fmt.Sprintf("ld.shared.v4.b32 %s, [%s+%d];", words(i), at, 4*i))
	}
	for i := 0; i < nvgpu.TensorMapBytes/4; i += 4 {
		list = append(list, fmt.Sprintf("st.global.v4.b32 [%s+%d], %s;", to, 4*i, words(i)))
	}
	a.Emit(fmt.Sprintf("{ .reg .b32 w<%d>; %s }", nvgpu.TensorMapBytes/4, p+strings.Join(list, " "+p)))
	return true
}

func lowerMapRelease(l *lowering, _ *ir.Operation) bool {
	a := l.effect()
	a.Emit(guard(a, l.leader()) + "fence.proxy.tensormap::generic.release.gpu;")
	return true
}

// lowerMapAcquire fences in every thread that may start copies by the map.
func lowerMapAcquire(l *lowering, op *ir.Operation) bool {
	a := l.effect()
	a.Emit(fmt.Sprintf("%sfence.proxy.tensormap::generic.acquire.gpu [%s], %d;", guard(a, l.groupLead()), a.In(l.generic(op.Operand(0))), nvgpu.TensorMapBytes))
	return true
}

// generic is the generic address of a tensor map, as the copy engine takes it.
func (l *lowering) generic(desc *ir.Value) value {
	return l.Cast(llvmir.AddrSpaceCast, l.one(desc), llvmir.Ptr)
}
