package memref

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

var (
	affineMap = &ir.AttrConstraint{Summary: "AffineMap attribute", Ok: builtin.IsMap}
	// reassociation says which dimensions of the longer shape make each of the shorter one.
	reassociation = &ir.AttrConstraint{Summary: "Array of 64-bit integer array attributes", Ok: func(a ir.Attribute) bool {
		_, ok := groupsOf(a)
		return ok
	}}
	memrefTypeAttr = &ir.AttrConstraint{Summary: "memref type attribute", Ok: func(a ir.Attribute) bool {
		t, ok := a.(*ir.TypeAttr)
		return ok && isRanked(t.Type)
	}}
)

// groupsOf reads `[[0, 1], [2]]`.
func groupsOf(a ir.Attribute) (groups [][]int64, ok bool) {
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil, false
	}
	for _, g := range list.Values {
		inner, ok := g.(*ir.ArrayAttr)
		if !ok {
			return nil, false
		}
		group := []int64{}
		for _, v := range inner.Values {
			if !ir.I64AttrKind.Ok(v) {
				return nil, false
			}
			group = append(group, v.(*ir.IntegerAttr).Value)
		}
		groups = append(groups, group)
	}
	return groups, true
}

func verifyAlloc(op *ir.Operation, r ir.Reporter) bool {
	t := op.Result(0).Type().(*ir.MemRefType)
	if n := builtin.CountDynamic(t.Shape); n != len(op.OperandGroup(0)) {
		return r.Errorf("dimension operand count (%d) does not equal memref dynamic dimension count (%d)", len(op.OperandGroup(0)), n)
	}
	if n := builtin.MapSymbols(t.Layout); n != len(op.OperandGroup(1)) {
		return r.Errorf("symbol operand count (%d) does not equal memref symbol count (%d)", len(op.OperandGroup(1)), n)
	}
	return true
}

func verifyScope(op *ir.Operation, r ir.Reporter) bool {
	body := op.Region(0).First()
	if body == nil || body.Terminator() == nil {
		return r.Errorf("has an empty body")
	}
	if end := body.Terminator(); !slices.Equal(op.ResultTypes(), ir.TypesOf(end.Operands())) {
		return r.Errorf("has %d results that are not the %d values that its body hands over", op.NumResults(), end.NumOperands())
	}
	return true
}

func verifyRealloc(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	given := op.OptionalOperand(1) != nil
	switch {
	case len(from.Shape) != 1 || len(to.Shape) != 1:
		return r.Errorf("takes and gives a 1-D memref, but has '%s' and '%s'", ir.TypeString(from), ir.TypeString(to))
	case from.Elem != to.Elem:
		return r.Errorf("element types '%s' and '%s' differ", ir.TypeString(from.Elem), ir.TypeString(to.Elem))
	case from.Space != to.Space:
		return r.Errorf("memory spaces of '%s' and '%s' differ", ir.TypeString(from), ir.TypeString(to))
	case given != (to.Shape[0] == ir.Dynamic):
		return r.Errorf("a size is given exactly if that of the result, '%s', is dynamic", ir.TypeString(to))
	}
	return true
}

// verifyIndices checks that the operands from first on are an index for each dimension.
func verifyIndices(memref, first int) func(*ir.Operation, ir.Reporter) bool {
	return func(op *ir.Operation, r ir.Reporter) bool {
		if rank, n := len(shapeOf(op.Operand(memref))), op.NumOperands()-first; rank != n {
			return r.Errorf("incorrect number of indices, expected %d but got %d", rank, n)
		}
		return true
	}
}

func verifyCopy(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type(), op.Operand(1).Type()
	a, okA := ir.ShapeOf(from)
	b, okB := ir.ShapeOf(to)
	if ir.ElementType(from) != ir.ElementType(to) {
		return r.Errorf("requires the same element type for all operands: '%s' and '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	if okA && okB && !agreeAll(a, b) {
		return r.Errorf("requires the same shape for all operands: '%s' and '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	return true
}

func verifyAtomic(op *ir.Operation, r ir.Reporter) bool {
	if !verifyIndices(1, 2)(op, r) {
		return false
	}
	kind, _ := op.IntAttr("kind")
	t := op.Operand(0).Type()
	switch kind {
	case addF, maximumF, minimumF, mulF, maxNumF, minNumF:
		if !ir.IsFloat(t) {
			return r.Errorf("with a kind for floats expects a floating-point type, not '%s'", ir.TypeString(t))
		}
	case addI, maxS, maxU, minS, minU, mulI, orI, andI, xorI:
		if !ir.IsInteger(t) {
			return r.Errorf("with a kind for integers expects an integer type, not '%s'", ir.TypeString(t))
		}
	}
	return true
}

func verifyGenericAtomic(op *ir.Operation, r ir.Reporter) bool {
	if !verifyIndices(0, 1)(op, r) {
		return false
	}
	body := op.Region(0).First()
	if body == nil || len(body.Args()) != 1 || body.Arg(0).Type() != op.Result(0).Type() {
		return r.Errorf("expects a body with one argument, of type '%s'", ir.TypeString(op.Result(0).Type()))
	}
	ok := true
	op.Walk(func(inner *ir.Operation) bool {
		if ok && inner != op && !inner.IsPure() {
			ok = ir.Reporter{Sink: r.Sink, Op: inner}.Errorf("has side effects, which the body of '%s' must not have", op.Name())
		}
		return ok
	})
	return ok
}

func verifyAtomicYield(op *ir.Operation, r ir.Reporter) bool {
	if want, got := op.Parent().Result(0).Type(), op.Operand(0).Type(); want != got {
		return r.Errorf("types mismatch between yield ('%s') and its parent ('%s')", ir.TypeString(got), ir.TypeString(want))
	}
	return true
}

func verifyAssumeAlignment(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("alignment"); n <= 0 || n&(n-1) != 0 {
		return r.Errorf("alignment must be power of 2, but is %d", n)
	}
	return true
}

func verifyDistinctObjects(op *ir.Operation, r ir.Reporter) bool {
	if op.NumOperands() == 0 {
		return r.Errorf("expected at least one operand")
	}
	if !slices.Equal(ir.TypesOf(op.Operands()), op.ResultTypes()) {
		return r.Errorf("operand types and result types must match")
	}
	return true
}

// verifyGlobal checks the value against the type.
func verifyGlobal(op *ir.Operation, r ir.Reporter) bool {
	t := op.Attr("type").(*ir.TypeAttr).Type.(*ir.MemRefType)
	if slices.Contains(t.Shape, ir.Dynamic) {
		return r.Errorf("type should be static shaped memref, but got '%s'", ir.TypeString(t))
	}
	switch v := op.Attr("initial_value").(type) {
	case nil, *ir.UnitAttr:
	default:
		got := ir.TypeOfAttr(v)
		if want := t.Context().Tensor(t.Shape, t.Elem, nil); got != ir.Type(want) {
			return r.Errorf("initial value should be an elements attribute of type '%s'", ir.TypeString(want))
		}
	}
	return true
}

func verifyGetGlobal(op *ir.Operation, r ir.Reporter) bool {
	ref := op.Attr("name").(*ir.SymbolRefAttr)
	g := ir.ResolveSymbol(op, ref)
	if g == nil || !g.Is(Global) {
		return r.Errorf("'%s' does not reference a valid global memref", ref.Root)
	}
	if want := g.Attr("type").(*ir.TypeAttr).Type; want != op.Result(0).Type() {
		return r.Errorf("result type '%s' does not match type '%s' of the global memref '%s'", ir.TypeString(op.Result(0).Type()), ir.TypeString(want), ref.Root)
	}
	return true
}

func verifyMetadata(op *ir.Operation, r ir.Reporter) bool {
	t, base := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	if n := 2 + 2*len(t.Shape); op.NumResults() != n {
		return r.Errorf("gives %d results for a memref of rank %d: a buffer, an offset, and a size and a stride for each dimension", op.NumResults(), len(t.Shape))
	}
	if len(base.Shape) != 0 || base.Elem != t.Elem || base.Space != t.Space {
		return r.Errorf("the buffer of '%s' has no dimension and the same element type and memory space, it is not '%s'", ir.TypeString(t), ir.TypeString(base))
	}
	return true
}

// dimIsThere reports whether a memref.dim asks for a dimension that the buffer is known to have.
func dimIsThere(op *ir.Operation) bool {
	t, ranked := op.Operand(0).Type().(*ir.MemRefType)
	n, known := arith.ConstInt(op.Operand(1))
	return ranked && known && n >= 0 && n < int64(len(t.Shape))
}
