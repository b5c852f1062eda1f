package tt

import (
	"slices"

	"tawa/ir"
)

func verifyMakeRange(op *ir.Operation, r ir.Reporter) bool {
	start, _ := op.IntAttr("start")
	end, _ := op.IntAttr("end")
	t := TensorOf(op.Result(0).Type())
	switch {
	case start >= end:
		return r.Errorf("start %d must be less than end %d", start, end)
	case len(t.Shape) != 1:
		return r.Errorf("result must be a tensor of rank 1, but is '%s'", ir.TypeString(t))
	case t.Shape[0] != end-start:
		return r.Errorf("result must have %d elements, from %d to %d, but has %d", end-start, start, end, t.Shape[0])
	}
	return true
}

func verifySplat(op *ir.Operation, r ir.Reporter) bool {
	from, to := ir.ElementType(op.Operand(0).Type()), ir.ElementType(op.Result(0).Type())
	if from != to {
		return r.Errorf("can't make a tensor of '%s' of a value of '%s'", ir.TypeString(to), ir.TypeString(from))
	}
	return true
}

func verifyUnsplat(op *ir.Operation, r ir.Reporter) bool {
	if n := ir.NumElements(TensorOf(op.Operand(0).Type()).Shape); n != 1 {
		return r.Errorf("requires a tensor of one element, but it has %d", n)
	}
	return true
}

func verifyBroadcast(op *ir.Operation, r ir.Reporter) bool {
	from, to := TensorOf(op.Operand(0).Type()), TensorOf(op.Result(0).Type())
	if from.Elem != to.Elem {
		return r.Errorf("requires one element type, but has '%s' and '%s'", ir.TypeString(from.Elem), ir.TypeString(to.Elem))
	}
	if len(from.Shape) != len(to.Shape) {
		return r.Errorf("requires one rank, but has %d and %d", len(from.Shape), len(to.Shape))
	}
	for d, n := range from.Shape {
		if n != to.Shape[d] && n != 1 {
			return r.Errorf("can't broadcast dimension %d from %d to %d: only a size of 1 is repeated", d, n, to.Shape[d])
		}
	}
	return true
}

func verifyReshape(op *ir.Operation, r ir.Reporter) bool {
	from, to := TensorOf(op.Operand(0).Type()), TensorOf(op.Result(0).Type())
	if from.Elem != to.Elem {
		return r.Errorf("requires one element type, but has '%s' and '%s'", ir.TypeString(from.Elem), ir.TypeString(to.Elem))
	}
	if a, b := ir.NumElements(from.Shape), ir.NumElements(to.Shape); a != b {
		return r.Errorf("requires the number of elements to stay, but it goes from %d to %d", a, b)
	}
	if op.Attr("allow_reorder") != nil {
		return true
	}
	kept, err := Change{Op: Reshape, From: from.Shape, To: to.Shape}.changed(from)
	if err != nil {
		return r.Errorf("%s", err)
	}
	if !sameEncoding(to.Shape, kept.Encoding, to.Encoding) {
		return r.Errorf("the encoding of the result must be '%s', but is '%s'", ir.AttrString(kept.Encoding), ir.AttrString(to.Encoding))
	}
	return true
}

func verifyCat(op *ir.Operation, r ir.Reporter) bool {
	from, to := TensorOf(op.Operand(0).Type()), TensorOf(op.Result(0).Type())
	if from.Elem != to.Elem {
		return r.Errorf("requires one element type, but has '%s' and '%s'", ir.TypeString(from.Elem), ir.TypeString(to.Elem))
	}
	if len(from.Shape) != 1 || len(to.Shape) != 1 || to.Shape[0] != 2*from.Shape[0] {
		return r.Errorf("requires tensors of rank 1 and a result of twice the size, but goes from '%s' to '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	return true
}

func verifyHistogram(op *ir.Operation, r ir.Reporter) bool {
	for _, v := range []*ir.Value{op.Operand(0), op.Result(0)} {
		if t := TensorOf(v.Type()); len(t.Shape) != 1 {
			return r.Errorf("requires tensors of rank 1, but has '%s'", ir.TypeString(t))
		}
	}
	return true
}

func verifyDot(op *ir.Operation, r ir.Reporter) bool {
	a, b, d := TensorOf(op.Operand(0).Type()), TensorOf(op.Operand(1).Type()), TensorOf(op.Result(0).Type())
	if ir.BitWidth(a.Elem) != ir.BitWidth(b.Elem) || ir.IsFloat(a.Elem) != ir.IsFloat(b.Elem) {
		return r.Errorf("requires operands of one kind and width, but a has '%s' and b '%s'", ir.TypeString(a.Elem), ir.TypeString(b.Elem))
	}
	if ir.IsFloat(a.Elem) != ir.IsFloat(d.Elem) {
		return r.Errorf("can't accumulate products of '%s' in '%s'", ir.TypeString(a.Elem), ir.TypeString(d.Elem))
	}
	if enc, ok := a.Encoding.(DotOperand); ok {
		if err := enc.GoesWith(op, b.Encoding, d.Encoding); err != nil {
			return r.Errorf("%s", err)
		}
	}
	if a.Encoding == nil != (b.Encoding == nil) || a.Encoding != nil && d.Encoding == nil {
		return r.Errorf("requires encodings of all tensors or of none")
	}
	return VerifyDotShapes(a.Shape, b.Shape, d.Shape, r)
}

// VerifyDotShapes checks [batch,] M×K · K×N → M×N.
func VerifyDotShapes(a, b, d []int64, r ir.Reporter) bool {
	n := len(d)
	if n < 2 || n > 3 || len(a) != n || len(b) != n {
		return r.Errorf("requires operands and result of rank 2 or of rank 3, but they have ranks %d, %d and %d", len(a), len(b), n)
	}
	switch {
	case n == 3 && (a[0] != d[0] || b[0] != d[0]):
		return r.Errorf("requires one batch size, but has %d, %d and %d", a[0], b[0], d[0])
	case a[n-1] != b[n-2]:
		return r.Errorf("can't multiply: a has %d columns, but b has %d rows", a[n-1], b[n-2])
	case a[n-2] != d[n-2] || b[n-1] != d[n-1]:
		return r.Errorf("requires a result of %d×%d, but it is %d×%d", a[n-2], b[n-1], d[n-2], d[n-1])
	}
	return true
}

// scaleGroup is the number of elements along K that share a scale.
const scaleGroup = 32

func verifyDotScaled(op *ir.Operation, r ir.Reporter) bool {
	a, b := TensorOf(op.Operand(0).Type()), TensorOf(op.Operand(1).Type())
	d := TensorOf(op.Result(0).Type())
	n := len(d.Shape)
	if len(a.Shape) != n || len(b.Shape) != n || n < 2 {
		return r.Errorf("requires operands and result of rank 2 or of rank 3, but they have ranks %d, %d and %d", len(a.Shape), len(b.Shape), n)
	}
	as, bs := slices.Clone(a.Shape), slices.Clone(b.Shape)
	unpack(op, "a_elem_type", "lhs_k_pack", as, n-1, n-2)
	unpack(op, "b_elem_type", "rhs_k_pack", bs, n-2, n-1)
	if !VerifyDotShapes(as, bs, d.Shape, r) {
		return false
	}
	k := as[n-1]
	return verifyScale(op, r, "a_scale", as[n-2], k) && verifyScale(op, r, "b_scale", bs[n-1], k)
}

// unpack doubles the extent along which a 4-bit operand is packed two to a byte.
func unpack(op *ir.Operation, elem, pack string, shape []int64, k, other int) {
	const e2m1 = 4
	if v, _ := op.IntAttr(elem); v != e2m1 {
		return
	}
	if v, _ := op.IntAttr(pack); v != 0 {
		shape[k] *= 2
	} else {
		shape[other] *= 2
	}
}

func verifyScale(op *ir.Operation, r ir.Reporter, name string, outer, k int64) bool {
	for _, v := range op.NamedOperands(name) {
		s := TensorOf(v.Type()).Shape
		if n := len(s); n < 2 || s[n-2] != outer || s[n-1] != k/scaleGroup && s[n-1] != k/(scaleGroup/2) {
			return r.Errorf("%s must have a row for each of %d and a scale for each group along K, %d, but is '%s'", name, outer, k, ir.TypeString(v.Type()))
		}
	}
	return true
}

// These follow from the inference of result types alone.

func verifyExpandDims(op *ir.Operation, r ir.Reporter) bool {
	return inference(inferExpandDims).verify(op, r)
}

func verifyTrans(op *ir.Operation, r ir.Reporter) bool { return inference(inferTrans).verify(op, r) }

// verifyJoin goes back from the result, since several encodings of it have the operands' as their halves.
func verifyJoin(op *ir.Operation, r ir.Reporter) bool {
	src, result := TensorOf(op.Operand(0).Type()), TensorOf(op.Result(0).Type())
	joined := src.Context().Tensor(append(slices.Clone(src.Shape), 2), src.Elem, result.Encoding)
	if joined != result || result.Encoding == nil && src.Encoding != nil {
		return r.Errorf("requires a result of shape %v with an encoding if the operands have one, but it is '%s'", joined.Shape, ir.TypeString(result))
	}
	half, err := oneType(result, Change{Op: Split, To: src.Shape})
	if err != nil {
		return r.Errorf("%s", err)
	}
	if !sameTensor(half[0], src) {
		return r.Errorf("a half of the result is '%s', but the operands are '%s'", ir.TypeString(half[0]), ir.TypeString(src))
	}
	return true
}

func verifySplit(op *ir.Operation, r ir.Reporter) bool { return inference(inferSplit).verify(op, r) }

func verifyGather(op *ir.Operation, r ir.Reporter) bool { return inference(inferGather).verify(op, r) }
