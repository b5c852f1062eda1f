package tti

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

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
	if a, b := tt.TensorOf(from), tt.TensorOf(to); a != nil && b != nil && a.Encoding != b.Encoding {
		return r.Errorf("requires one encoding, but has '%s' and '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	return true
}

func verifyGather(op *ir.Operation, r ir.Reporter) bool {
	m := op.Operand(0).Type().(*ttg.MemDescType)
	if n := len(op.NamedOperands("offsets")); n != len(m.Shape) {
		return r.Errorf("requires an offset for each of %d dimensions, but has %d", len(m.Shape), n)
	}
	return ttg.VerifyIndices(op, r, m, tt.TensorOf(op.Result(0).Type()))
}

// verifyDotI8 checks that the encodings are those of one instruction of version 2.
func verifyDotI8(op *ir.Operation, r ir.Reporter) bool {
	a, b, d := tt.TensorOf(op.Operand(0).Type()), tt.TensorOf(op.Operand(1).Type()), tt.TensorOf(op.Result(0).Type())
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
