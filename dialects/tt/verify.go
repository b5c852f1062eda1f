package tt

import (
	"slices"

	"tawa/ir"
)

// MaxElements is the most elements that a tensor may have.
const MaxElements = 1 << 20

// VerifyTensors checks that the tensors of an op have a power of two of elements in
// each dimension, at most MaxElements, and encodings that fit.
func VerifyTensors(op *ir.Operation, r ir.Reporter) bool {
	for i := range op.NumOperands() {
		if t := TensorOf(op.Operand(i).Type()); t != nil && !tensorFits(t, op, r, "operand", i) {
			return false
		}
	}
	for i := range op.NumResults() {
		switch t := op.Result(i).Type().(type) {
		case *ir.RankedTensorType:
			if !tensorFits(t, op, r, "result", i) {
				return false
			}
		case Buffer:
			if err := t.Fits(op); err != nil {
				return r.Errorf("result #%d %s", i, err)
			}
		}
	}
	return true
}

func tensorFits(t *ir.RankedTensorType, op *ir.Operation, r ir.Reporter, what string, i int) bool {
	for _, n := range t.Shape {
		if n < 1 || n&(n-1) != 0 {
			return r.Errorf("%s #%d has the extent %d in '%s', but each must be a power of two", what, i, max(n, 0), ir.TypeString(t))
		}
	}
	if n := ir.NumElements(t.Shape); n > MaxElements || n < 1 {
		return r.Errorf("%s #%d has %d elements in '%s', but a tensor may have at most %d", what, i, n, ir.TypeString(t), MaxElements)
	}
	l, ok := t.Encoding.(Layout)
	if !ok {
		return true
	}
	if err := l.Fits(op, t.Shape); err != nil {
		return r.Errorf("%s #%d %s", what, i, err)
	}
	return true
}

func verifyFpToFp(op *ir.Operation, r ir.Reporter) bool {
	from, to := ir.ElementType(op.Operand(0).Type()), ir.ElementType(op.Result(0).Type())
	if ir.BitWidth(to) < ir.BitWidth(from) && op.Attr("rounding") == nil {
		return r.Errorf("requires a rounding mode, since '%s' is narrower than '%s'", ir.TypeString(to), ir.TypeString(from))
	}
	return true
}

func verifyBitcast(op *ir.Operation, r ir.Reporter) bool {
	from, to := ir.ElementType(op.Operand(0).Type()), ir.ElementType(op.Result(0).Type())
	if isPtr(from) != isPtr(to) {
		return r.Errorf("can't cast '%s' to '%s': one is a pointer and the other is not", ir.TypeString(from), ir.TypeString(to))
	}
	if ir.BitWidth(from) != ir.BitWidth(to) {
		return r.Errorf("can't cast '%s' to '%s': the widths differ", ir.TypeString(from), ir.TypeString(to))
	}
	return true
}

func verifyInlineAsm(op *ir.Operation, r ir.Reporter) bool {
	packed, _ := op.IntAttr("packed_element")
	if packed < 1 {
		return r.Errorf("packed_element must be positive, but is %d", packed)
	}
	for _, v := range append(op.Operands(), op.Results()...) {
		if t := TensorOf(v.Type()); t != nil && ir.NumElements(t.Shape)%packed != 0 {
			return r.Errorf("packed_element %d does not divide the number of elements, %d", packed, ir.NumElements(t.Shape))
		}
	}
	return true
}

func verifyMapElementwise(op *ir.Operation, r ir.Reporter) bool {
	pack, _ := op.IntAttr("pack")
	if pack < 1 {
		return r.Errorf("pack must be positive, but is %d", pack)
	}
	if op.Region(0).Empty() {
		return r.Errorf("requires a region that is not empty")
	}
	var want, returned []ir.Type
	for _, v := range op.Operands() {
		want = append(want, slices.Repeat([]ir.Type{ir.ElementType(v.Type())}, int(pack))...)
	}
	for _, v := range op.Results() {
		returned = append(returned, slices.Repeat([]ir.Type{ir.ElementType(v.Type())}, int(pack))...)
	}
	if !typesAre(op.Region(0).First().Args(), want) {
		return r.Errorf("requires region arguments of types (%s)", ir.TypeStrings(want))
	}
	for b := range op.Region(0).Blocks() {
		if t := b.Terminator(); t != nil && t.Is(MapElementwiseReturn) && !typesAre(t.Operands(), returned) {
			return ir.Reporter{Sink: r.Sink, Op: t}.Errorf("must return (%s), of the results of '%s'", ir.TypeStrings(returned), MapElementwise)
		}
		for inner := range b.Ops() {
			if inner.Effects()&ir.WritesMemory != 0 {
				return ir.Reporter{Sink: r.Sink, Op: inner}.Errorf("can't be inside '%s', since it writes memory", MapElementwise)
			}
		}
	}
	return true
}

func typesAre(vs []*ir.Value, ts []ir.Type) bool {
	return slices.EqualFunc(vs, ts, func(v *ir.Value, t ir.Type) bool { return v.Type() == t })
}

func verifyReduce(op *ir.Operation, r ir.Reporter) bool {
	return verifyCombine(op, r, ReduceReturn) && inference(inferReduce).verify(op, r)
}

func verifyScan(op *ir.Operation, r ir.Reporter) bool {
	return verifyCombine(op, r, ScanReturn) && inference(inferScan).verify(op, r)
}

// verifyCombine checks that the region takes two elements of each operand and returns one of each.
func verifyCombine(op *ir.Operation, r ir.Reporter, end *ir.OpName) bool {
	if op.NumOperands() == 0 || op.NumResults() != op.NumOperands() {
		return r.Errorf("requires at least one operand and as many results as operands, but has %d and %d", op.NumOperands(), op.NumResults())
	}
	var elems []ir.Type
	first := TensorOf(op.Operand(0).Type())
	for _, v := range op.Operands() {
		t := TensorOf(v.Type())
		if !slices.Equal(t.Shape, first.Shape) || t.Encoding != first.Encoding {
			return r.Errorf("requires operands of one shape and encoding")
		}
		elems = append(elems, t.Elem)
	}
	if op.Region(0).Empty() {
		return r.Errorf("requires a region with one block")
	}
	b := op.Region(0).First()
	if !typesAre(b.Args(), append(slices.Clone(elems), elems...)) {
		return r.Errorf("requires region arguments of types (%s), twice", ir.TypeStrings(elems))
	}
	t := b.Terminator()
	if t == nil || !t.Is(end) {
		return r.Errorf("requires a region that ends with '%s'", end)
	}
	if !typesAre(t.Operands(), elems) {
		return r.Errorf("requires its region to return (%s)", ir.TypeStrings(elems))
	}
	return true
}

func verifyPrint(op *ir.Operation, r ir.Reporter) bool {
	if n := len(op.Ints("isSigned")); n < op.NumOperands() {
		return r.Errorf("has %d operands, but isSigned tells only of %d", op.NumOperands(), n)
	}
	return true
}
