package tt

import (
	"slices"

	"tawa/ir"
)

func verifyLoad(op *ir.Operation, r ir.Reporter) bool {
	if len(op.OperandGroup(2)) > 0 && len(op.OperandGroup(1)) == 0 {
		return r.Errorf("has a value for masked elements, but no mask")
	}
	if op.Attr("padding") != nil && !IsBlockPtr(op.Operand(0).Type()) {
		return r.Errorf("pads only what a pointer to a tensor gives")
	}
	return verifyBoundary(op, r)
}

// verifyBoundary checks the dimensions whose bounds are to be checked.
func verifyBoundary(op *ir.Operation, r ir.Reporter) bool {
	dims := op.Ints("boundaryCheck")
	if len(dims) == 0 {
		return true
	}
	t := op.Operand(0).Type()
	if !IsBlockPtr(t) {
		return r.Errorf("checks bounds only of a pointer to a tensor")
	}
	rank := len(TensorOf(Pointee(t)).Shape)
	for i, d := range dims {
		if d < 0 || d >= int64(rank) || slices.Contains(dims[:i], d) {
			return r.Errorf("boundaryCheck must name dimensions of [0, %d), each once", rank)
		}
	}
	return true
}

func verifyAtomicRMW(op *ir.Operation, r ir.Reporter) bool {
	kind, _ := op.IntAttr("atomic_rmw_op")
	elem := ir.ElementType(op.Result(0).Type())
	name := RMWKind.Enum[kind]
	switch {
	case kind == RMWExch:
		return true
	case ir.IsFloat(elem) != (kind == RMWFAdd):
		return r.Errorf("'%s' does not combine values of '%s'", name, ir.TypeString(elem))
	}
	return true
}

func verifyMakeTensorPtr(op *ir.Operation, r ir.Reporter) bool {
	rank := len(TensorOf(Pointee(op.Result(0).Type())).Shape)
	for i, name := range []string{"shape", "strides", "offsets"} {
		if n := len(op.OperandGroup(i + 1)); n != rank {
			return r.Errorf("requires %s of %d dimensions, but it has %d", name, rank, n)
		}
	}
	if !IsPermutation(op.Ints("order"), rank) {
		return r.Errorf("order must be a permutation of the %d dimensions", rank)
	}
	return true
}

func verifyAdvance(op *ir.Operation, r ir.Reporter) bool {
	rank := len(TensorOf(Pointee(op.Result(0).Type())).Shape)
	if n := op.NumOperands() - 1; n != rank {
		return r.Errorf("requires %d offsets, but has %d", rank, n)
	}
	return true
}

func verifyMakeTensorDesc(op *ir.Operation, r ir.Reporter) bool {
	block := op.Result(0).Type().(*DescType).Block
	if base := Pointee(op.Operand(0).Type()); base != signless(block.Elem) && base != block.Elem {
		return r.Errorf("the base points to '%s', but the blocks hold '%s'", ir.TypeString(base), ir.TypeString(block.Elem))
	}
	for i, name := range []string{"shape", "strides"} {
		if n := len(op.OperandGroup(i + 1)); n != len(block.Shape) {
			return r.Errorf("requires a %s of %d dimensions, but it has %d", name, len(block.Shape), n)
		}
	}
	return true
}

func verifyDescriptorLoad(op *ir.Operation, r ir.Reporter) bool {
	return verifyBlock(op, r, op.Operand(0).Type().(*DescType), TensorOf(op.Result(0).Type()), op.NumOperands()-1)
}

func verifyDescriptorStore(op *ir.Operation, r ir.Reporter) bool {
	return verifyBlock(op, r, op.Operand(0).Type().(*DescType), TensorOf(op.Operand(1).Type()), op.NumOperands()-2)
}

// verifyBlock checks a tensor and the number of indices against a descriptor. The
// tensor may lack leading dimensions of size one.
func verifyBlock(op *ir.Operation, r ir.Reporter, d *DescType, t *ir.RankedTensorType, indices int) bool {
	if rank := len(d.Block.Shape); indices != rank {
		return r.Errorf("requires %d indices for '%s', but has %d", rank, ir.TypeString(d), indices)
	}
	shape := d.Block.Shape
	for len(shape) > len(t.Shape) && shape[0] == 1 {
		shape = shape[1:]
	}
	if !slices.Equal(shape, t.Shape) || signless(d.Block.Elem) != t.Elem {
		return r.Errorf("the tensor '%s' is no block of '%s'", ir.TypeString(t), ir.TypeString(d))
	}
	return true
}

// verifyDescriptorGather checks gather and scatter: blocks are rows, one for each of x_offsets.
func verifyDescriptorGather(op *ir.Operation, r ir.Reporter) bool {
	d := op.Operand(0).Type().(*DescType)
	offsets := TensorOf(op.Operand(1).Type())
	t := TensorOf(op.Operand(op.NumOperands() - 1).Type())
	if op.NumResults() > 0 {
		t = TensorOf(op.Result(0).Type())
	}
	const leastRows = 8
	switch block := d.Block.Shape; {
	case len(block) != 2 || block[0] != 1:
		return r.Errorf("requires blocks of one row, but they are '%s'", ir.TypeString(d.Block))
	case len(offsets.Shape) != 1 || offsets.Shape[0] < leastRows:
		return r.Errorf("requires x_offsets of rank 1 and at least %d elements, but they are '%s'", leastRows, ir.TypeString(offsets))
	case len(t.Shape) != 2 || t.Shape[0] != offsets.Shape[0] || t.Shape[1] != block[1] || t.Elem != signless(d.Block.Elem):
		return r.Errorf("requires a tensor of %d×%d elements of '%s', but it is '%s'",
			offsets.Shape[0], block[1], ir.TypeString(signless(d.Block.Elem)), ir.TypeString(t))
	}
	return true
}

func verifyAtomicPoll(op *ir.Operation, r ir.Reporter) bool {
	if p, t := Pointee(op.Operand(0).Type()), op.Operand(1).Type(); p != t || !isInt(t) {
		return r.Errorf("requires an integer that the pointer points to, but compares '%s' with '%s'", ir.TypeString(p), ir.TypeString(t))
	}
	return true
}
