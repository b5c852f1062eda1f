package nvptx

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"tawa/dialects/nvgpu"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
	"tawa/llvmir"
)

// wgmmaRows are the asynchronous dots.
func wgmmaRows() map[string]lowerFunc {
	return map[string]lowerFunc{"nvgpu.dot_issue": lowerDotIssue, "nvgpu.dot_wait": lowerDotWait}
}

// wgmmaTypes names the element types of operands (PTX ISA, wgmma.mma_async).
var wgmmaTypes = map[string]string{
	"f16": "f16", "bf16": "bf16", "f32": "tf32", "f8E4M3FN": "e4m3", "f8E5M2": "e5m2", "i8": "s8",
}

// wgmmaResults names the types of accumulators.
var wgmmaResults = map[string]string{"f16": "f16", "f32": "f32", "i32": "s32"}

// dot is a dot as the instructions of one warp group see it: m64nNkK, repeated
// over mReps rows of 64, nReps columns of N and kReps slices of 32 bytes.
type dot struct {
	n, k                int
	mReps, nReps, kReps int
	mWarps, nWarps      int
	in, out             string // element types
	transA, transB      bool   // operand in shared memory with the other dimension fastest
}

func lowerDotIssue(l *lowering, op *ir.Operation) bool {
	d, ok := l.planDot(op)
	if !ok {
		return false
	}
	acc, useC, zero := l.accumulators(op)
	if span := nvgpu.ImpreciseSpan(op); span > 0 {
		return l.dotInParts(op, d, max(int(span)/d.k, 1), acc, useC, zero)
	}
	out, ok := l.slices(op, d, 0, d.kReps, acc, useC, zero, "")
	return ok && l.set(op.Result(0), l.unpackAccumulators(out, op.Result(0))...)
}

// dotInParts sums up a few slices of K at a time, and adds these sums with all
// bits: the tensor core keeps fewer of them between slices of 8-bit floats. Nothing is
// left in flight.
func (l *lowering) dotInParts(op *ir.Operation, d dot, per int, acc []value, useC value, zero bool) bool {
	const wait = " wgmma.wait_group.sync.aligned 0;"
	if !zero {
		a := l.effect()
		a.InOut(acc...)
		acc = a.Emit(wait[1:]) // it may come from a dot in flight
	}
	if useC.Valid() && !zero {
		for i := range acc {
			acc[i] = l.Select(useC, acc[i], llvmir.F32(0))
		}
	}
	sum, ok := repeat(llvmir.Undef(acc[0].Type), len(acc)), true
	for s := 0; s < d.kReps; s += per {
		// The registers of the last sum are those of the next, which does not read them.
		if sum, ok = l.slices(op, d, s, min(s+per, d.kReps), sum, value{}, true, wait); !ok {
			return false
		}
		total := slices.Clone(sum)
		if s > 0 || !zero {
			for i := range total {
				total[i] = l.Bin(llvmir.FAdd, acc[i], sum[i])
			}
		}
		acc = total
	}
	return l.set(op.Result(0), acc...)
}

// slices is the statement of a dot over the slices from..to-1 of K.
func (l *lowering) slices(op *ir.Operation, d dot, from, to int, acc []value, useC value, zero bool, then string) ([]value, bool) {
	a := l.effect()
	refs := a.InOut(acc...)
	aRefs, ok := l.operandA(a, op, d)
	if !ok {
		return nil, false
	}
	bRefs := l.descriptors(a, op.Operand(1), d, 1)
	first := "1"
	switch {
	case zero:
		first = "0"
	case useC.Valid():
		first = a.In(useC)
	}
	text := []string{"wgmma.fence.sync.aligned;"}
	per := len(refs) / (d.mReps * d.nReps)
	for i := range d.mReps {
		for j := range d.nReps {
			regs := refs[(i*d.nReps+j)*per:][:per]
			for s := from; s < to; s++ {
				use := "1"
				if s == from {
					use = first
				}
				text = append(text, d.instruction(regs, aRefs[i*d.kReps+s], bRefs[j*d.kReps+s], use, op.Operand(0)))
			}
		}
	}
	return a.Emit(strings.Join(append(text, "wgmma.commit_group.sync.aligned;"), " ") + then), true
}

// planDot reads the shapes off the types.
func (l *lowering) planDot(op *ir.Operation) (dot, bool) {
	var d dot
	res := op.Result(0).Type().(*ir.RankedTensorType)
	mma, ok := res.Encoding.(*ttg.NvidiaMMAAttr)
	if !ok || mma.Major != 3 {
		return d, l.fail(op, "has a result that is no accumulator of wgmma: %s", ir.TypeString(res))
	}
	elem := ir.ElementType(elementSource(op.Operand(0).Type()))
	d.in, d.out = wgmmaTypes[ir.TypeString(elem)], wgmmaResults[ir.TypeString(res.Elem)]
	other := wgmmaTypes[ir.TypeString(ir.ElementType(elementSource(op.Operand(1).Type())))]
	if d.in == "" || d.out == "" || other == "" {
		return d, l.fail(op, "has element types that wgmma does not take: %s", ir.TypeString(elem))
	}
	size := ir.BitWidth(elem) / 8
	d.k = 32 / size
	d.n, d.mWarps, d.nWarps = int(mma.InstrShape[1]), int(mma.WarpsPerCTA[0]), int(mma.WarpsPerCTA[1])
	k := shapeOf(op.Operand(0).Type())[1]
	d.mReps, d.nReps, d.kReps = int(res.Shape[0])/(16*d.mWarps), int(res.Shape[1])/(d.n*d.nWarps), int(k)/d.k
	if d.mWarps%4 != 0 || d.mReps == 0 || d.nReps == 0 || d.kReps == 0 {
		return d, l.fail(op, "has a tile smaller than one m64n%dk%d instruction of each warp group", d.n, d.k)
	}
	if m, ok := op.Operand(0).Type().(*ttg.MemDescType); ok {
		d.transA = transposed(m)
	}
	m, ok := op.Operand(1).Type().(*ttg.MemDescType)
	if !ok {
		return d, l.fail(op, "has operand B in registers; wgmma reads it from shared memory only")
	}
	d.transB = !transposed(m)
	if (d.transA || d.transB) && size != 2 {
		return d, l.fail(op, "has an operand of %d-bit elements with M or N as the fastest dimension; wgmma transposes 16-bit elements only", 8*size)
	}
	for i, fast := range []bool{d.transA, d.transB} {
		if m, ok := op.Operand(i).Type().(*ttg.MemDescType); ok && swizzleOf(m) == 0 && (!fast || m.Shape[i]*int64(size) != chunk) {
			return d, l.fail(op, "has operand #%d, '%s', in memory without a swizzle, where wgmma reads only rows of %d bytes along M or N", i, ir.TypeString(m), chunk)
		}
	}
	if other != d.in {
		d.in += "." + other
	} else {
		d.in += "." + d.in
	}
	return d, true
}

// elementSource is a tensor type, or the same of a memory descriptor.
func elementSource(t ir.Type) ir.Type {
	if m, ok := t.(*ttg.MemDescType); ok {
		return t.Context().Tensor(m.Shape, m.Elem, nil)
	}
	return t
}

func shapeOf(t ir.Type) []int64 {
	s, _ := ir.ShapeOf(elementSource(t))
	return s
}

// transposed reports whether a buffer has its first dimension fastest.
func transposed(m *ttg.MemDescType) bool {
	e, ok := m.Encoding.(*ttg.NVMMASharedAttr)
	return ok && e.Transposed
}

// accumulators is C as the instruction holds it: 32-bit floats and integers one
// each, 16-bit floats in pairs; and whether it is used, none for always. A zero that
// the program shows is not read.
func (l *lowering) accumulators(op *ir.Operation) (acc []value, useC value, zero bool) {
	acc = l.get(op.Operand(2))
	if acc[0].Type.Bits() < 32 {
		acc = l.words(acc)
	}
	if use := l.optional(op, 3); use != nil {
		useC = use[0]
	}
	switch n, ok := useC.Int(); {
	case ok && n == 0, isZero(op.Operand(2)):
		return repeat(llvmir.Undef(acc[0].Type), len(acc)), useC, true
	case ok:
		return acc, value{}, false
	}
	return acc, useC, false
}

// isZero reports whether a tensor is the constant zero.
func isZero(v *ir.Value) bool {
	def := v.Def()
	if def == nil || !def.Is(ir.Op("arith.constant")) {
		return false
	}
	dense, _ := def.Attr("value").(*ir.DenseElementsAttr)
	return dense != nil && dense.Splat && dense.Bits(0) == 0
}

func (l *lowering) unpackAccumulators(acc []value, res *ir.Value) []value {
	t := l.elem(res)
	if t.Bits() == 32 {
		return acc
	}
	return l.ofWords(acc, t, 2*len(acc))
}

// instruction is one wgmma. Integer forms have no signs of the operands, and only
// 16-bit forms say which operands are transposed.
func (d dot) instruction(regs []string, a, b, useC string, aOperand *ir.Value) string {
	tail := ", 1, 1"
	if strings.HasPrefix(d.in, "s8") {
		tail = ""
	}
	if d.k == 16 {
		if !ir.IsTensor(aOperand.Type()) {
			tail += fmt.Sprintf(", %d", bit(d.transA))
		}
		tail += fmt.Sprintf(", %d", bit(d.transB))
	}
	return fmt.Sprintf("wgmma.mma_async.sync.aligned.m64n%dk%d.%s.%s {%s}, %s, %s, %s%s;", d.n, d.k, d.out, d.in, strings.Join(regs, ","), a, b, useC, tail)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// operandA is the placeholders of A by row block and slice: descriptors, or four
// registers each.
func (l *lowering) operandA(a *llvmir.Asm, op *ir.Operation, d dot) ([]string, bool) {
	v := op.Operand(0)
	if !ir.IsTensor(v.Type()) {
		return l.descriptors(a, v, d, 0), true
	}
	t := v.Type().(*ir.RankedTensorType)
	width := 4 / sizeOf(l.elem(v))
	want := layout.Must(layout.DotOperand(t.Shape, 0, []int{d.mWarps, d.nWarps}, []int{16, d.n, d.k}, width))
	plan := layout.ConversionPlan(tensorLayout(t), want)
	if plan.Kind > layout.ConvertRegisters {
		return nil, l.fail(op, "has operand A in registers in a layout that is not that of wgmma: %s", ir.TypeString(t))
	}
	words := l.words(pick(l.get(v), plan.Regs))
	var refs []string
	for i := 0; i < len(words); i += 4 {
		var four []string
		for _, w := range words[i : i+4] {
			four = append(four, a.In(w))
		}
		refs = append(refs, "{"+strings.Join(four, ", ")+"}")
	}
	return refs, true
}

// chunk is the bytes that a swizzle keeps together.
const chunk = 16

// swizzleOf is the width in bytes over which a buffer's rows are swizzled, 0 for none.
func swizzleOf(m *ttg.MemDescType) int {
	if e, ok := m.Encoding.(*ttg.NVMMASharedAttr); ok {
		return int(e.SwizzleBytes)
	}
	return 0
}

// swizzleCodes is the swizzle in a matrix descriptor by its bytes.
var swizzleCodes = map[int]int64{0: 0, 128: 1, 64: 2, 32: 3}

// descriptors is the placeholders of an operand in shared memory by block and
// slice. The descriptor of the warp group's first block is computed; the others
// differ by a constant, since all start at multiples of 8 rows.
func (l *lowering) descriptors(a *llvmir.Asm, v *ir.Value, d dot, operand int) []string {
	m := v.Type().(*ttg.MemDescType)
	size := sizeOf(mustScalar(m.Elem))
	inverse := sharedLayout(m).Invert()
	offset := func(mn, k int) int {
		at := map[string]int{layout.Dim(operand): mn, layout.Dim(1 - operand): k}
		return inverse.Apply(at)[layout.Offset] * size
	}
	reps, step, group := d.mReps, 16*d.mWarps, l.LShr(l.And(l.warp, ci(d.mWarps-1)), ci(2))
	groups, groupStep := d.mWarps/4, 64
	if operand == 1 {
		reps, step, group = d.nReps, d.n*d.nWarps, l.LShr(l.warp, ci(bits.TrailingZeros(uint(d.mWarps))))
		groups, groupStep = d.nWarps, d.n
	}
	var bases []int
	for g := 1; g < groups; g *= 2 {
		bases = append(bases, offset(g*groupStep, 0))
	}
	addr := l.one(v)
	if len(bases) > 0 {
		addr = l.Add(addr, l.xorBits(group, bases))
	}
	desc := l.Or(l.Cast(llvmir.ZExt, l.LShr(addr, ci(4)), llvmir.I64), llvmir.CI64(descriptorBits(m, operand, size)))
	var refs []string
	for i := range reps {
		for s := range d.kReps {
			refs = append(refs, a.In(l.Add(desc, llvmir.CI64(int64(offset(i*step, s*d.k)>>4)))))
		}
	}
	return refs
}

// descriptorBits is all of a matrix descriptor but the address (PTX ISA, "matrix
// descriptor"): bits 16-29 the leading, 32-45 the stride byte offset over 16, 62-63
// the swizzle. The stride is from 8 rows of the swizzle's width to the next 8. The
// leading offset is read only where M or N is the fastest dimension: from one panel of
// the swizzle's width to the next. Without a swizzle, of rows of 16 bytes, it is what
// leads from 8 rows of K to the next.
func descriptorBits(m *ttg.MemDescType, operand, size int) int64 {
	width := swizzleOf(m)
	if width == 0 {
		return (8 * chunk >> 4) << 16
	}
	leading := int64(1)
	if fastIsK := transposed(m) == (operand == 1); !fastIsK {
		shape := bufferShape(m)
		leading = shape[1-operand] * int64(width) >> 4
	}
	return swizzleCodes[width]<<62 | int64(8*width>>4)<<32 | leading<<16
}
