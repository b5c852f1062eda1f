package gpu

import (
	"fmt"
	"math"
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/transforms/tawa"
)

var nan = math.NaN()

const (
	lanes         = 32
	warpRows      = 16  // rows of one warp in a wgmma
	warpsPerGroup = 4   // warps of a warp group, which run a wgmma together
	maxColumns    = 256 // columns of one wgmma
	minColumns    = 8
	instrBits     = 256 // bits along K of one wgmma

	otherRegisters = 24 // of a thread, beside the accumulators of a dot
)

// accumulator is the layout of a dot's result.
func (a *assignment) accumulator(dot *ir.Operation) (ir.Attribute, error) {
	t := tensorOf(dot.Result(0))
	if len(t.Shape) != 2 {
		return nil, fmt.Errorf("a batched dot has no lowering")
	}
	warps, rows, cols := a.warps(dot), t.Shape[0], t.Shape[1]
	switch {
	case warps%warpsPerGroup != 0:
		return nil, fmt.Errorf("a dot needs warp groups of %d warps, but runs on %d warps", warpsPerGroup, warps)
	case rows < warpsPerGroup*warpRows:
		return nil, fmt.Errorf("the dot's %d rows are fewer than the %d of a warp group", rows, warpsPerGroup*warpRows)
	case cols < minColumns:
		return nil, fmt.Errorf("the dot's %d columns are fewer than the %d of an instruction", cols, minColumns)
	}
	threads := int64(warps * lanes)
	if need, have := rows*cols/threads, min(registerFile/threads, 255); need+otherRegisters > have {
		return nil, fmt.Errorf("the dot's %d accumulators are %d registers of each thread of %d warps, which has %d for all: a smaller tile is needed",
			rows*cols, need, warps, have)
	}
	k := instrBits / int64(ir.BitWidth(operandElement(dot, 0)))
	if have := operandShape(dot, 0)[1]; have < k {
		return nil, fmt.Errorf("the dot's K of %d is less than the %d of an instruction", have, k)
	}
	return accumulatorFor(t.Shape, warps, k, a.ctx), nil
}

func operandElement(op *ir.Operation, i int) ir.Type {
	if m, ok := op.Operand(i).Type().(*ttg.MemDescType); ok {
		return m.Elem
	}
	return ir.ElementType(op.Operand(i).Type())
}

func operandShape(op *ir.Operation, i int) []int64 {
	if m, ok := op.Operand(i).Type().(*ttg.MemDescType); ok {
		return m.Shape
	}
	return tensorOf(op.Operand(i)).Shape
}

// accumulatorFor spreads the warps over the rows, those that are too many over the
// columns, and takes the widest instruction that divides a warp group's columns.
func accumulatorFor(shape []int64, warps int, k int64, ctx *ir.Context) ir.Attribute {
	along := []int64{int64(warps), 1}
	for along[0] > warpsPerGroup && along[0]*warpRows > shape[0] {
		along[0], along[1] = along[0]/2, along[1]*2
	}
	n := max(min(shape[1]/along[1], maxColumns), minColumns)
	return ttg.WGMMA(ctx, along, n, k)
}

func isMMA(enc ir.Attribute) bool { _, ok := enc.(*ttg.NvidiaMMAAttr); return ok }

// ofDot reports whether an encoding is made from an accumulator's.
func ofDot(enc ir.Attribute) bool {
	switch e := enc.(type) {
	case *ttg.SliceAttr:
		return ofDot(e.Parent)
	case *ttg.DotOperandAttr:
		return true
	}
	return isMMA(enc)
}

func instrK(enc ir.Attribute) int64 { return enc.(*ttg.NvidiaMMAAttr).InstrShape[2] }

// dotOperand is the layout of operand A in registers for an accumulator.
func dotOperand(acc ir.Attribute, a *ir.RankedTensorType) ir.Attribute {
	mma, ok := acc.(*ttg.NvidiaMMAAttr)
	if !ok || a == nil {
		return nil
	}
	return ttg.DotOperand(0, mma, max(32/int64(ir.BitWidth(a.Elem)), 1))
}

// sharedFor is the encoding in which TMA and wgmma share a buffer; transposed, the
// last dimension but one is the fast one. Vectors are plain.
func sharedFor(shape []int64, elem ir.Type, transposed bool) ir.Attribute {
	ctx, rank := elem.Context(), len(shape)
	if rank == 1 {
		return vectorEncoding(ctx)
	}
	if !transposed {
		return tawa.TileEncoding(ctx.Tensor(shape, elem, nil))
	}
	rows := slices.Clone(shape)
	rows[rank-2], rows[rank-1] = rows[rank-1], rows[rank-2]
	e := tawa.TileEncoding(ctx.Tensor(rows, elem, nil)).(*ttg.NVMMASharedAttr)
	return ttg.NVMMAShared(ctx, e.SwizzleBytes, true, e.ElemBits, rank)
}

func isTransposed(enc ir.Attribute) bool {
	e, ok := enc.(*ttg.NVMMASharedAttr)
	return ok && e.Transposed
}

// vectorEncoding is the encoding of vectors, mbarriers among them.
func vectorEncoding(ctx *ir.Context) ir.Attribute {
	return ttg.SwizzledShared(ctx, 1, 1, 1, []int64{0})
}

// coalesced is the layout in which a load or store takes the longest pieces, and
// the threads of a warp consecutive ones.
func (a *assignment) coalesced(op *ir.Operation) ir.Attribute {
	t := tensorOf(op.Operand(0))
	order, vec := a.axis.Access(op.Operand(0), maskOf(op))
	if op.Is(tt.AtomicRMW, tt.AtomicCAS) {
		vec = 1
	}
	return blocked(t, a.warps(op), order, int64(vec))
}

// defaultBlocked is the layout of tensors that nothing says anything about: pieces of
// 128 bits, as shared memory is read best.
func defaultBlocked(t *ir.RankedTensorType, warps int) ir.Attribute {
	return blocked(t, warps, identityOrder(len(t.Shape)), 16/elementBytes(t.Elem))
}

// blocked gives each thread vec elements along order[0], fewer if threads would be
// left without any, and spreads lanes and then warps along order.
func blocked(t *ir.RankedTensorType, warps int, order []int, vec int64) ir.Attribute {
	rank := len(t.Shape)
	threads := int64(lanes * warps)
	vec = max(min(vec, t.Shape[order[0]], ir.NumElements(t.Shape)/threads), 1)
	size, lane, warp := ones(rank), ones(rank), ones(rank)
	size[order[0]] = vec
	spread := func(out []int64, n int64) {
		for _, d := range order {
			room := max(t.Shape[d]/(size[d]*lane[d]*warp[d]), 1)
			take := min(room, n)
			out[d] *= take
			n /= take
		}
		out[order[rank-1]] *= n
	}
	spread(lane, lanes)
	spread(warp, int64(warps))
	wide := make([]int64, rank)
	for i, d := range order {
		wide[i] = int64(d)
	}
	return ttg.Blocked(t.Context(), size, lane, warp, wide)
}

func ones(n int) []int64 {
	out := make([]int64, n)
	for i := range out {
		out[i] = 1
	}
	return out
}

// constantI32 makes a constant at the builder's place.
func constantI32(b *ir.Builder, v int64) *ir.Value {
	return b.Value(arith.Constant, nil, []ir.Type{b.Context().I32()}, ir.A("value", b.Context().I32Attr(v)))
}
