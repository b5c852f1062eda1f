package vector

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

func verifyLoad(op *ir.Operation, r ir.Reporter) bool {
	return verifyAccess(r, op.Operand(0).Type().(*ir.MemRefType), op.NumOperands()-1, vectorType(op.Result(0)))
}

func verifyStore(op *ir.Operation, r ir.Reporter) bool {
	return verifyAccess(r, op.Operand(1).Type().(*ir.MemRefType), op.NumOperands()-2, vectorType(op.Operand(0)))
}

func verifyAccess(r ir.Reporter, m *ir.MemRefType, indices int, v *ir.VectorType) bool {
	if indices != len(m.Shape) {
		return r.Errorf("requires %d indices for '%s', but has %d", len(m.Shape), str(m), indices)
	}
	if inner, ok := m.Elem.(*ir.VectorType); ok && inner == v {
		return true
	}
	if m.Elem != v.Elem {
		return r.Errorf("base and value element types should match: '%s' and '%s'", str(m), str(v))
	}
	return true
}

// verifyMasked checks an access with a mask; the operands mask and value are counted from the end.
func verifyMasked(base, mask, value int) func(*ir.Operation, ir.Reporter) bool {
	return func(op *ir.Operation, r ir.Reporter) bool {
		n := op.NumOperands()
		shape, _ := ir.ShapeOf(op.Operand(base).Type())
		m, v := vectorType(op.Operand(n+mask)), vectorType(op.Operand(n+value))
		indices := n - 3
		if op.Is(Gather, Scatter) {
			indices--
			if at := vectorType(op.Operand(n - 3)); !slices.Equal(at.Shape, v.Shape) {
				return r.Errorf("expected as many offsets as elements: '%s' for '%s'", str(at), str(v))
			}
		}
		switch {
		case ir.ElementType(op.Operand(base).Type()) != v.Elem:
			return r.Errorf("base and value element type should match: '%s' and '%s'", str(op.Operand(base).Type()), str(v))
		case indices != len(shape):
			return r.Errorf("requires %d indices for '%s', but has %d", len(shape), str(op.Operand(base).Type()), indices)
		case !slices.Equal(m.Shape, v.Shape):
			return r.Errorf("expected the mask to have the shape of the value: '%s' for '%s'", str(m), str(v))
		}
		return true
	}
}

func verifyTransferRead(op *ir.Operation, r ir.Reporter) bool {
	if pad, elem := op.OperandGroup(2)[0].Type(), ir.ElementType(op.Operand(0).Type()); pad != elem {
		return r.Errorf("requires formal padding and source of the same elemental type: '%s' and '%s'", str(pad), str(elem))
	}
	return verifyTransfer(op, r, op.Operand(0).Type(), vectorType(op.Result(0)), len(op.OperandGroup(1)))
}

func verifyTransferWrite(op *ir.Operation, r ir.Reporter) bool {
	m, ok := builtin.ProjectionOf(op.Attr("permutation_map"))
	if ok && slices.Contains(m.Results, builtin.Zero) {
		return r.Errorf("should not have broadcast dimensions")
	}
	if tensor := ir.IsTensor(op.Operand(1).Type()); tensor != (op.NumResults() == 1) || tensor && op.Result(0).Type() != op.Operand(1).Type() {
		return r.Errorf("gives the tensor that it writes into, and nothing if it writes to memory")
	}
	return verifyTransfer(op, r, op.Operand(1).Type(), vectorType(op.Operand(0)), len(op.OperandGroup(2)))
}

func verifyTransfer(op *ir.Operation, r ir.Reporter, source ir.Type, v *ir.VectorType, indices int) bool {
	shape, _ := ir.ShapeOf(source)
	if indices != len(shape) {
		return r.Errorf("requires %d indices for '%s', but has %d", len(shape), str(source), indices)
	}
	bounds := op.Attr("in_bounds").(*ir.ArrayAttr)
	m, ok := builtin.ProjectionOf(op.Attr("permutation_map"))
	if !ok {
		return r.Errorf("requires a projected permutation_map (at most one dim or the zero constant can appear in each result)")
	}
	rank := len(v.Shape)
	if inner, vectors := ir.ElementType(source).(*ir.VectorType); vectors {
		rank -= len(inner.Shape)
	} else if v.Elem != ir.ElementType(source) {
		return r.Errorf("requires the element type of '%s' to be that of '%s'", str(source), str(v))
	}
	switch {
	case m.Dims != len(shape):
		return r.Errorf("requires a permutation_map with input dims of the same rank as the source type: %d for %d", m.Dims, len(shape))
	case len(m.Results) != rank:
		return r.Errorf("requires a permutation_map with result dims of the same rank as the vector type: %d for %d", len(m.Results), rank)
	case len(bounds.Values) != len(m.Results):
		return r.Errorf("expects the in_bounds attr of same rank as permutation_map results: %d for %d", len(bounds.Values), len(m.Results))
	}
	if mask := op.OptionalOperand(3); mask != nil && mask.Type() != ir.Type(maskType(v, m)) {
		return r.Errorf("inferred mask type '%s' and mask operand type '%s' don't match", str(maskType(v, m)), str(mask.Type()))
	}
	return true
}
