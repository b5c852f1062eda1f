package ttng

import (
	"slices"

	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

func memDescOf(v *ir.Value) *ttg.MemDescType { return v.Type().(*ttg.MemDescType) }

// named returns the memory descriptor of the operand of that name.
func named(op *ir.Operation, name string) *ttg.MemDescType {
	return memDescOf(op.NamedOperands(name)[0])
}

func tensorOf(t ir.Type) *ir.RankedTensorType {
	r, _ := t.(*ir.RankedTensorType)
	return r
}

// isBarrier checks the buffer of an mbarrier: one 64-bit number for each CTA that shares it.
func isBarrier(r ir.Reporter, m *ttg.MemDescType) bool {
	if len(m.Shape) != 1 || !ir.IsSignless(m.Elem) || ir.BitWidth(m.Elem) != 64 {
		return r.Errorf("requires an mbarrier, a descriptor of 1xi64, but has '%s'", ir.TypeString(m))
	}
	return true
}

func verifyBarrier(op *ir.Operation, r ir.Reporter) bool {
	return isBarrier(r, memDescOf(op.Operand(0)))
}

func verifyArrive(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("count"); n < 1 {
		return r.Errorf("requires a positive count, but has %d", n)
	}
	return verifyBarrier(op, r)
}

func verifyInitBarrier(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("count"); n < 1 {
		return r.Errorf("count must be greater than or equal to 1, but is %d", n)
	}
	return verifyBarrier(op, r)
}

// verifyMeeting checks an op at which all warps of the cluster meet, not some of a group.
func verifyMeeting(op *ir.Operation, r ir.Reporter) bool {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Is(ttg.WarpSpecialize) {
			return r.Errorf("cannot be used inside '%s'", ttg.WarpSpecialize)
		}
	}
	return verifyCluster(op, r)
}

// verifyCluster checks that there are CTAs to talk to.
func verifyCluster(op *ir.Operation, r ir.Reporter) bool {
	if n := ttg.NumCTAs(op); n < 2 {
		return r.Errorf("requires a cluster, ttg.num-ctas of more than one")
	}
	return true
}

const warpsOfGroup = 4

func verifyWarpGroupDot(op *ir.Operation, r ir.Reporter) bool {
	d := tensorOf(op.Result(0).Type())
	if mma, ok := d.Encoding.(*ttg.NvidiaMMAAttr); !ok || mma.Major != 3 {
		return r.Errorf("requires a result with the encoding of a wgmma accumulator, but it is '%s'", ir.TypeString(d))
	}
	if !isOperandB(memDescOf(op.Operand(1)).Encoding) {
		return r.Errorf("requires b in an nvmma_shared buffer, but it is '%s'", ir.TypeString(op.Operand(1).Type()))
	}
	if n := ttg.NumWarps(op); n%warpsOfGroup != 0 {
		return r.Errorf("requires whole groups of %d warps, but %d warps run it", warpsOfGroup, n)
	}
	if len(d.Shape) != 2 || d.Shape[0]%64 != 0 || d.Shape[1]%8 != 0 {
		return r.Errorf("requires a result of rank 2 with a multiple of 64 rows and of 8 columns, but it is '%s'", ir.TypeString(d))
	}
	return verifyOperandA(op, r)
}

func isOperandB(a ir.Attribute) bool {
	switch a.(type) {
	case *ttg.NVMMASharedAttr, *ttg.SharedLinearAttr:
		return true
	}
	return false
}

// verifyOperandA checks that a lies in shared memory, or in registers with a word of elements along K in each.
func verifyOperandA(op *ir.Operation, r ir.Reporter) bool {
	a := tensorOf(op.Operand(0).Type())
	if a == nil {
		if !isOperandB(memDescOf(op.Operand(0)).Encoding) {
			return r.Errorf("requires a in an nvmma_shared buffer or in registers, but it is '%s'", ir.TypeString(op.Operand(0).Type()))
		}
		return true
	}
	enc, ok := a.Encoding.(*ttg.DotOperandAttr)
	if !ok {
		return r.Errorf("requires a in an nvmma_shared buffer or in registers as a dot operand, but it is '%s'", ir.TypeString(a))
	}
	if want := int64(32 / ir.BitWidth(a.Elem)); enc.KWidth != want {
		return r.Errorf("requires a kWidth of %d of a in registers, but it is %d", want, enc.KWidth)
	}
	return true
}

func verifyDotWait(op *ir.Operation, r ir.Reporter) bool {
	if op.NumOperands() == 0 {
		return r.Errorf("requires a dot to wait for")
	}
	return true
}

func verifyTMALoad(op *ir.Operation, r ir.Reporter) bool {
	m := named(op, "result")
	if !verifyCoords(op, r) {
		return false
	}
	if !isBarrier(r, named(op, "barrier")) || !writable(r, m) {
		return false
	}
	enc, ok := m.Encoding.(*ttg.NVMMASharedAttr)
	if !ok {
		return r.Errorf("requires an nvmma_shared destination, but it is '%s'", ir.TypeString(m))
	}
	if enc.Transposed {
		return r.Errorf("can't transpose: the encoding of the destination is '%s'", ir.AttrString(enc))
	}
	return true
}

// verifyCoords checks the coordinates, and the offsets of the filter in the mode of
// convolutions (im2col): one for each dimension between the batch and the channels.
func verifyCoords(op *ir.Operation, r ir.Reporter) bool {
	n, offsets := len(op.NamedOperands("coord")), len(op.NamedOperands("offsets"))
	if n < 1 || n > 5 {
		return r.Errorf("requires 1 to 5 coordinates, but has %d", n)
	}
	mode, _ := op.IntAttr("tensorMode")
	switch im2col := mode != 0 || isIm2Col(op.Operand(0).Type()); {
	case !im2col && offsets > 0:
		return r.Errorf("has offsets, which only im2col takes")
	case im2col && n < 3:
		return r.Errorf("requires at least 3 coordinates for im2col, but has %d", n)
	case im2col && offsets != n-2:
		return r.Errorf("requires %d offsets for im2col with %d coordinates, but has %d", n-2, n, offsets)
	}
	return true
}

func writable(r ir.Reporter, m *ttg.MemDescType) bool {
	if !m.Mutable {
		return r.Errorf("can't write to '%s', which is not mutable", ir.TypeString(m))
	}
	return true
}

func verifyTMAGather(op *ir.Operation, r ir.Reporter) bool {
	m := named(op, "result")
	return isBarrier(r, named(op, "barrier")) && writable(r, m) && rowsFit(op, r, m)
}

func verifyTMAScatter(op *ir.Operation, r ir.Reporter) bool { return rowsFit(op, r, named(op, "src")) }

// rowsFit checks that a buffer has one row for each offset.
func rowsFit(op *ir.Operation, r ir.Reporter, m *ttg.MemDescType) bool {
	xs := tensorOf(op.NamedOperands("x_offsets")[0].Type())
	desc, ok := op.Operand(0).Type().(*tt.DescType)
	if !ok {
		return true
	}
	if n := len(m.Shape); len(xs.Shape) != 1 || n != 2 || m.Shape[0] != xs.Shape[0] || m.Shape[1] != desc.Block.Shape[len(desc.Block.Shape)-1] {
		return r.Errorf("requires a row of the descriptor's block for each offset, but the buffer is '%s'", ir.TypeString(m))
	}
	return true
}

func verifyTensormapCreate(op *ir.Operation, r ir.Reporter) bool {
	rank := len(op.NamedOperands("box_dim"))
	for name, want := range map[string]int{"global_dim": rank, "global_stride": rank - 1, "element_stride": rank} {
		if n := len(op.NamedOperands(name)); n != want {
			return r.Errorf("requires %d numbers of %s for a box of rank %d, but has %d", want, name, rank, n)
		}
	}
	return true
}

func inTensorMemory(a ir.Attribute) bool {
	switch a.(type) {
	case *TMEMAttr, *TMEMScalesAttr:
		return true
	}
	return false
}

func verifyTMEMAlloc(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Result(0))
	if !inTensorMemory(m.Encoding) {
		return r.Errorf("requires an encoding of tensor memory, but the result is '%s'", ir.TypeString(m))
	}
	if op.NumOperands() > 0 {
		return sameContents(r, tensorOf(op.Operand(0).Type()), m)
	}
	if !m.Mutable {
		return r.Errorf("has no source, so that the result must be mutable")
	}
	return true
}

// sameContents checks that a tensor and a buffer have one shape and element type.
func sameContents(r ir.Reporter, t *ir.RankedTensorType, m *ttg.MemDescType) bool {
	if !slices.Equal(t.Shape, m.Shape) || t.Elem != m.Elem {
		return r.Errorf("requires a tensor and a buffer of one shape and element type, but has '%s' and '%s'", ir.TypeString(t), ir.TypeString(m))
	}
	return true
}

func verifyTMEMLoad(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Operand(0))
	if _, ok := m.Encoding.(*TMEMAttr); !ok {
		return r.Errorf("requires a source in tensor memory, but it is '%s'", ir.TypeString(m))
	}
	for _, name := range []string{"abs", "NaN"} {
		if op.Attr(name) != nil && (op.Attr("redOp") == nil || !ir.IsFloat(m.Elem)) {
			return r.Errorf("requires a redOp of floats where %s is said", name)
		}
	}
	return sameContents(r, tensorOf(op.Result(0).Type()), m)
}

func verifyTMEMStore(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Operand(0))
	if !inTensorMemory(m.Encoding) {
		return r.Errorf("requires a destination in tensor memory, but it is '%s'", ir.TypeString(m))
	}
	return writable(r, m) && sameContents(r, tensorOf(op.NamedOperands("src")[0].Type()), m)
}

func verifyTMEMSubslice(op *ir.Operation, r ir.Reporter) bool {
	from, ok := memDescOf(op.Operand(0)).Encoding.(*TMEMAttr)
	to, too := memDescOf(op.Result(0)).Encoding.(*TMEMAttr)
	if !ok || !too || from.BlockM != to.BlockM || from.ColStride != to.ColStride {
		return r.Errorf("requires a source and a result in tensor memory with one number of rows a block and one stride of columns")
	}
	if rank := len(memDescOf(op.Result(0)).Shape); rank != 2 {
		return r.Errorf("requires a result of rank 2, not %d", rank)
	}
	if op.Attr("N") == nil == (op.Attr("offset") == nil) {
		return r.Errorf("requires where the slice begins, N or offset")
	}
	return true
}

func verifyTMEMCopy(op *ir.Operation, r ir.Reporter) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Operand(1))
	if _, ok := from.Space.(*ttg.SharedMemoryAttr); !ok {
		return r.Errorf("requires a source in shared memory, but it is '%s'", ir.TypeString(from))
	}
	return writable(r, to)
}
