package tti

import (
	"slices"

	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

func tensorOf(t ir.Type) *ir.RankedTensorType {
	r, _ := t.(*ir.RankedTensorType)
	return r
}

func verifyBuffers(op *ir.Operation, r ir.Reporter) bool {
	if a, b := len(op.Ints("offsets")), len(op.Ints("lengths")); a != b {
		return r.Errorf("requires a length for each offset, but has %d offsets and %d lengths", a, b)
	}
	return true
}

// verifyPayload checks that an integer has the width of the float that it stands for, in the same place.
func verifyPayload(op *ir.Operation, r ir.Reporter) bool {
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	if ir.BitWidth(ir.ElementType(from)) != ir.BitWidth(ir.ElementType(to)) {
		return r.Errorf("requires an integer and a float of one width, but has '%s' and '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	if a, b := tensorOf(from), tensorOf(to); a != nil && b != nil && a.Encoding != b.Encoding {
		return r.Errorf("requires one encoding, but has '%s' and '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	return true
}

func verifyGather(op *ir.Operation, r ir.Reporter) bool {
	m, result := op.Operand(0).Type().(*ttg.MemDescType), tensorOf(op.Result(0).Type())
	idx, offsets := tensorOf(op.NamedOperands("indices")[0].Type()), op.NamedOperands("offsets")
	axis, _ := op.IntAttr("axis")
	switch {
	case axis < 0 || axis >= int64(len(m.Shape)):
		return r.Errorf("axis %d is outside of [0, %d)", axis, len(m.Shape))
	case len(offsets) != len(m.Shape):
		return r.Errorf("requires an offset for each of %d dimensions, but has %d", len(m.Shape), len(offsets))
	case !slices.Equal(idx.Shape, result.Shape) || idx.Encoding != result.Encoding:
		return r.Errorf("requires indices of the shape and encoding of '%s', but they are '%s'", ir.TypeString(result), ir.TypeString(idx))
	case result.Elem != m.Elem || len(result.Shape) != len(m.Shape):
		return r.Errorf("requires a result of the rank and element type of '%s', but it is '%s'", ir.TypeString(m), ir.TypeString(result))
	}
	return true
}

// verifyDotI8 checks that the encodings are those of one instruction of version 2.
func verifyDotI8(op *ir.Operation, r ir.Reporter) bool {
	a, b, d := tensorOf(op.Operand(0).Type()), tensorOf(op.Operand(1).Type()), tensorOf(op.Result(0).Type())
	mma, ok := d.Encoding.(*ttg.NvidiaMMAAttr)
	x, isX := a.Encoding.(*ttg.DotOperandAttr)
	y, isY := b.Encoding.(*ttg.DotOperandAttr)
	if !ok || mma.Major != 2 || !isX || !isY {
		return r.Errorf("requires an nvidia_mma result of version 2 and its operands, but has '%s', '%s' and '%s'",
			ir.TypeString(a), ir.TypeString(b), ir.TypeString(d))
	}
	if x.Parent != ttg.Distributed(mma) || y.Parent != ttg.Distributed(mma) || x.OpIdx != 0 || y.OpIdx != 1 || x.KWidth != y.KWidth {
		return r.Errorf("requires operands of the encoding of the result, '%s', with one kWidth", ir.AttrString(mma))
	}
	return tt.VerifyDotShapes(a.Shape, b.Shape, d.Shape, r)
}
