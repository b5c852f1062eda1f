package vector

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

var (
	maps = &ir.AttrConstraint{Summary: "array of affine maps", Ok: func(a ir.Attribute) bool {
		list, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(list.Values, func(m ir.Attribute) bool { return !builtin.IsMap(m) })
	}}
	iterators = &ir.AttrConstraint{Summary: "Iterator type should be an enum.", Ok: func(a ir.Attribute) bool {
		list, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(list.Values, func(v ir.Attribute) bool { _, ok := iteratorKinds.Word(v); return !ok })
	}}
	mapKind  = &ir.AttrConstraint{Summary: "AffineMap attribute", Ok: builtin.IsMap}
	boolList = &ir.AttrConstraint{Summary: "1-bit boolean array attribute", Ok: func(a ir.Attribute) bool {
		list, ok := a.(*ir.ArrayAttr)
		return ok && !slices.ContainsFunc(list.Values, func(v ir.Attribute) bool { return !ir.BoolAttrKind.Ok(v) })
	}}
)

// kindOf is the name of the combination of a reduction.
func kindOf(op *ir.Operation) string {
	word, _ := combining.Word(op.Attr("kind"))
	return word
}

// combines reports whether elements of type t can be combined so.
func combines(kind string, t ir.Type) bool {
	switch kind {
	case "add", "mul":
		return ir.IsInteger(t) || ir.IsIndex(t) || ir.IsFloat(t)
	case "minnumf", "maxnumf", "minimumf", "maximumf":
		return ir.IsFloat(t)
	}
	return ir.IsInteger(t) || ir.IsIndex(t)
}

func verifyKind(op *ir.Operation, r ir.Reporter, t ir.Type) bool {
	if kind := kindOf(op); !combines(kind, t) {
		return r.Errorf("unsupported reduction type '%s' for kind '%s'", str(t), kind)
	}
	return true
}

func verifyReduction(op *ir.Operation, r ir.Reporter) bool {
	v := vectorType(op.Operand(0))
	if len(v.Shape) > 1 {
		return r.Errorf("unsupported reduction rank: %d", len(v.Shape))
	}
	if op.Result(0).Type() != v.Elem {
		return r.Errorf("gives an element of '%s', not '%s'", str(v), str(op.Result(0).Type()))
	}
	return verifyKind(op, r, v.Elem)
}

// without is the type of v with these dimensions reduced, an element if none is left.
func without(v *ir.VectorType, dims []int64) ir.Type {
	var shape []int64
	var scalable []bool
	for i, n := range v.Shape {
		if !slices.Contains(dims, int64(i)) {
			shape, scalable = append(shape, n), append(scalable, scalableAt(v, i))
		}
	}
	if !slices.Contains(scalable, true) {
		scalable = nil
	}
	if shape == nil {
		return v.Elem
	}
	return v.Context().Vector(shape, scalable, v.Elem)
}

func verifyMultiReduction(op *ir.Operation, r ir.Reporter) bool {
	v, dims := vectorType(op.Operand(0)), op.Ints("reduction_dims")
	for _, d := range dims {
		if d < 0 || d >= int64(len(v.Shape)) {
			return r.Errorf("there is no dimension %d of '%s' to reduce", d, str(v))
		}
	}
	if want := without(v, dims); !fitsPart(op.Result(0).Type(), want) {
		return r.Errorf("destination type '%s' is incompatible with source type '%s': it is '%s'", str(op.Result(0).Type()), str(v), str(want))
	}
	return verifyKind(op, r, v.Elem)
}

func verifyScan(op *ir.Operation, r ir.Reporter) bool {
	v, initial := vectorType(op.Operand(0)), vectorType(op.Operand(1))
	d, _ := op.IntAttr("reduction_dim")
	if d < 0 || d >= int64(len(v.Shape)) {
		return r.Errorf("reduction dimension %d has to be less than %d", d, len(v.Shape))
	}
	if want := without(v, []int64{d}); len(v.Shape) != len(initial.Shape)+1 || len(v.Shape) > 1 && want != ir.Type(initial) {
		return r.Errorf("incompatible input/initial value shapes: '%s' and '%s'", str(v), str(initial))
	}
	return verifyKind(op, r, v.Elem)
}

func verifyOuterProduct(op *ir.Operation, r ir.Reporter) bool {
	l, rhs, to := vectorType(op.Operand(0)), op.Operand(1).Type(), vectorType(op.Result(0))
	v, ok := rhs.(*ir.VectorType)
	switch {
	case len(l.Shape) != 1 || ok && len(v.Shape) != 1:
		return r.Errorf("expected 1-d vector for operand #1 and #2, not '%s' and '%s'", str(l), str(rhs))
	case ir.ElementType(rhs) != l.Elem || to != productType(l, rhs):
		return r.Errorf("expected the product of '%s' and '%s' to be '%s', not '%s'", str(l), str(rhs), str(productType(l, rhs)), str(to))
	case op.NumOperands() == 3 && op.Operand(2).Type() != ir.Type(to):
		return r.Errorf("expected operand #3 of same type as result type")
	}
	return verifyKind(op, r, l.Elem)
}

// verifyContraction checks that maps and iterators fit each other and the shapes.
func verifyContraction(op *ir.Operation, r ir.Reporter) bool {
	kinds := op.Attr("iterator_types").(*ir.ArrayAttr).Values
	list := op.Attr("indexing_maps").(*ir.ArrayAttr).Values
	if len(list) != 3 {
		return r.Errorf("expected an indexing map for each vector operand: 3, not %d", len(list))
	}
	extents := make([]int64, len(kinds))
	for i, a := range list {
		m, ok := builtin.ProjectionOf(a)
		shape, _ := ir.ShapeOf(op.Operand(i).Type())
		switch {
		case !ok || slices.Contains(m.Results, builtin.Zero):
			return r.Errorf("expected indexing map %d to be a projected permutation of its inputs", i)
		case m.Dims != len(kinds):
			return r.Errorf("expected indexing map %d to have %d number of inputs", i, len(kinds))
		case len(m.Results) != len(shape):
			return r.Errorf("expected indexing map %d to have %d number of outputs", i, len(shape))
		}
		for j, d := range m.Results {
			if extents[d] != 0 && extents[d] != shape[j] {
				return r.Errorf("invalid dimension size: iterator %d has the extents %d and %d", d, extents[d], shape[j])
			}
			extents[d] = shape[j]
		}
	}
	if ir.ElementType(op.Operand(0).Type()) == nil || !combines(kindOf(op), ir.ElementType(op.Operand(2).Type())) {
		return r.Errorf("unsupported contraction type '%s' for kind '%s'", str(op.Operand(2).Type()), kindOf(op))
	}
	return true
}

func verifyConstantMask(op *ir.Operation, r ir.Reporter) bool {
	v, sizes := vectorType(op.Result(0)), op.Ints("mask_dim_sizes")
	if len(v.Shape) == 0 && len(sizes) == 1 && sizes[0] >= 0 && sizes[0] <= 1 {
		return true
	}
	if len(sizes) != len(v.Shape) {
		return r.Errorf("must specify array attr of size equal vector result rank: %d for '%s'", len(sizes), str(v))
	}
	zeros := 0
	for i, n := range sizes {
		if n < 0 || n > v.Shape[i] {
			return r.Errorf("array attr of size out of bounds of vector result dimension size: %d of %d", n, v.Shape[i])
		}
		if n == 0 {
			zeros++
		}
	}
	if zeros > 0 && zeros != len(sizes) {
		return r.Errorf("expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim")
	}
	return true
}

func verifyCreateMask(op *ir.Operation, r ir.Reporter) bool {
	if v := vectorType(op.Result(0)); op.NumOperands() != max(len(v.Shape), 1) {
		return r.Errorf("must specify an operand for each result vector dimension: %d for '%s'", op.NumOperands(), str(v))
	}
	return true
}
