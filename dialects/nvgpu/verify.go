package nvgpu

import (
	"slices"

	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

func isMemDesc(t ir.Type) bool    { _, ok := t.(*ttg.MemDescType); return ok }
func isTensorDesc(t ir.Type) bool { _, ok := t.(*tt.DescType); return ok }

// shapeOf returns shape and element type of a tensor or memory descriptor.
func shapeOf(t ir.Type) ([]int64, ir.Type) {
	if m, ok := t.(*ttg.MemDescType); ok {
		return m.Shape, m.Elem
	}
	shape, _ := ir.ShapeOf(t)
	return shape, ir.ElementType(t)
}

func verifyDot(op *ir.Operation, r ir.Reporter) bool {
	a, ea := shapeOf(op.Operand(0).Type())
	b, eb := shapeOf(op.Operand(1).Type())
	d, _ := shapeOf(op.Result(0).Type())
	switch {
	case len(a) != 2 || len(b) != 2 || len(d) != 2:
		return r.Errorf("multiplies matrices")
	case a[1] != b[0] || a[0] != d[0] || b[1] != d[1]:
		return r.Errorf("can't multiply %dx%d by %dx%d to %dx%d", a[0], a[1], b[0], b[1], d[0], d[1])
	case ir.BitWidth(ea) != ir.BitWidth(eb) || ir.BitWidth(ea) > 8 && ea != eb:
		return r.Errorf("can't multiply '%s' by '%s'", ir.TypeString(ea), ir.TypeString(eb))
	}
	return true
}

// ImpreciseSpan is the number of elements along K after which a dot of 8-bit floats,
// tt.dot or nvgpu.dot_issue, adds what the tensor core has summed up, with few bits, to
// its accumulator with all bits; 0 if it need not.
func ImpreciseSpan(dot *ir.Operation) int64 {
	shape, elem := shapeOf(dot.Operand(0).Type())
	_, acc := shapeOf(dot.Result(0).Type())
	span, _ := dot.IntAttr("maxNumImpreciseAcc")
	if f, ok := elem.(*ir.FloatType); !ok || ir.BitWidth(f) != 8 || ir.BitWidth(acc) != 32 || span > shape[1] {
		return 0
	}
	return max(span, 1)
}

func verifyDotWait(op *ir.Operation, r ir.Reporter) bool {
	if op.NumOperands() != op.NumResults() {
		return r.Errorf("has %d operands, but %d results", op.NumOperands(), op.NumResults())
	}
	for i, v := range op.Operands() {
		if v.Type() != op.Result(i).Type() {
			return r.Errorf("result #%d must have the type of operand #%d", i, i)
		}
	}
	return verifyPendings(op, r)
}

func verifyPendings(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("pendings"); n < 0 {
		return r.Errorf("can't leave %d pending", n)
	}
	return true
}

func isBarrier(t ir.Type, rank int) bool {
	m := t.(*ttg.MemDescType)
	return m.Elem == t.Context().I64() && len(m.Shape) == rank && m.Shape[rank-1] == 1
}

func verifyInit(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("count"); n < 1 || n >= 1<<20 {
		return r.Errorf("a phase takes 1 to 1048575 arrivals, not %d", n)
	}
	return verifyBarriers(op, r)
}

func verifyBarriers(op *ir.Operation, r ir.Reporter) bool {
	if t := op.Operand(0).Type(); !isBarrier(t, 2) && !isBarrier(t, 1) {
		return r.Errorf("needs an array of barriers, Nx1xi64, not '%s'", ir.TypeString(t))
	}
	return true
}

func verifyOneBarrier(v *ir.Value, r ir.Reporter) bool {
	if !isBarrier(v.Type(), 1) {
		return r.Errorf("needs one barrier, 1xi64, not '%s'", ir.TypeString(v.Type()))
	}
	return true
}

func verifyBarrierOp(op *ir.Operation, r ir.Reporter) bool { return verifyOneBarrier(op.Operand(0), r) }

func verifyCTAs(op *ir.Operation, r ir.Reporter) bool {
	if n := CTAs(op); n&(n-1) != 0 || n < 1 || n > 8 {
		return r.Errorf("a cluster has 1, 2, 4 or 8 CTAs, not %d", n)
	}
	return true
}

func verifyArrive(op *ir.Operation, r ir.Reporter) bool {
	return verifyBarrierOp(op, r) && verifyCTAs(op, r)
}

func verifyExpect(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("bytes"); n < 0 || n >= 1<<20 {
		return r.Errorf("a phase takes 0 to 1048575 bytes, not %d", n)
	}
	return verifyBarrierOp(op, r)
}

func verifyBarrierID(op *ir.Operation, r ir.Reporter) bool {
	if id, _ := op.IntAttr("id"); id < 1 || id > 15 {
		return r.Errorf("named barriers are 1 to 15, not %d", id)
	}
	return true
}

func verifyTurn(op *ir.Operation, r ir.Reporter) bool {
	first, _ := op.IntAttr("barrier")
	number, _ := op.IntAttr("number")
	groups, _ := op.IntAttr("groups")
	switch {
	case groups < 2 || number < 0 || number >= groups:
		return r.Errorf("number %d is none of %d warp groups that take turns", number, groups)
	case first < 1 || first+groups > 16:
		return r.Errorf("named barriers are 1 to 15, not %d to %d", first, first+groups-1)
	}
	return true
}

// verifyTile checks that a tile has the shape and element type of the descriptor's
// blocks, and that there is a coordinate for each dimension.
func verifyTile(op *ir.Operation, tile *ir.Value, coords int, r ir.Reporter) bool {
	block := op.Operand(0).Type().(*tt.DescType).Block
	shape, elem := shapeOf(tile.Type())
	switch {
	case coords != len(block.Shape):
		return r.Errorf("has %d coordinates for blocks of rank %d", coords, len(block.Shape))
	case !slices.Equal(shape, block.Shape) || ir.BitWidth(elem) != ir.BitWidth(block.Elem):
		return r.Errorf("tile '%s' is no block of '%s'", ir.TypeString(tile.Type()), ir.TypeString(op.Operand(0).Type()))
	}
	return true
}

func verifyLoad(op *ir.Operation, r ir.Reporter) bool {
	n := op.NumOperands()
	return verifyTile(op, op.Operand(n-2), n-3, r) && verifyOneBarrier(op.Operand(n-1), r) && verifyCTAs(op, r)
}

func verifyStore(op *ir.Operation, r ir.Reporter) bool {
	n := op.NumOperands()
	return verifyTile(op, op.Operand(n-1), n-2, r)
}

func verifyStoreTile(op *ir.Operation, r ir.Reporter) bool {
	if id, _ := op.IntAttr("barrier"); id < 1 || id > 15 {
		return r.Errorf("named barriers are 1 to 15, not %d", id)
	}
	n := op.NumOperands()
	return verifyTile(op, op.Operand(n-2), n-3, r)
}
