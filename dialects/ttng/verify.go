package ttng

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

func memDescOf(v *ir.Value) *ttg.MemDescType { return v.Type().(*ttg.MemDescType) }

// named returns the memory descriptor of the operand of that name.
func named(op *ir.Operation, name string) *ttg.MemDescType {
	return memDescOf(op.NamedOperands(name)[0])
}

func intOr(op *ir.Operation, name string, value int64) int64 {
	if n, ok := op.IntAttr(name); ok {
		return n
	}
	return value
}

const warpsOfGroup = 4

func verifyWarpGroupDot(op *ir.Operation, r ir.Reporter) bool {
	d := tt.TensorOf(op.Result(0).Type())
	if mma, ok := d.Encoding.(*ttg.NvidiaMMAAttr); !ok || mma.Major != 3 {
		return r.Errorf("requires a result with the encoding of a wgmma accumulator, but it is '%s'", ir.TypeString(d))
	}
	if !isOperandB(memDescOf(op.Operand(1)).Encoding) {
		return r.Errorf("requires b in an nvmma_shared buffer, but it is '%s'", ir.TypeString(op.Operand(1).Type()))
	}
	if n := ttg.NumWarps(op); n%warpsOfGroup != 0 {
		return r.Errorf("requires whole groups of %d warps, but %d warps run it", warpsOfGroup, n)
	}
	if len(d.Shape) != 2 || d.Shape[0]%64 != 0 || d.Shape[1]%8 != 0 {
		return r.Errorf("requires a result of rank 2 with a multiple of 64 rows and of 8 columns, but it is '%s'", ir.TypeString(d))
	}
	return verifyOperandA(op, r)
}

func isOperandB(a ir.Attribute) bool {
	switch a.(type) {
	case *ttg.NVMMASharedAttr, *ttg.SharedLinearAttr:
		return true
	}
	return false
}

// verifyOperandA checks that a lies in shared memory, or in registers with a word of elements along K in each.
func verifyOperandA(op *ir.Operation, r ir.Reporter) bool {
	a := tt.TensorOf(op.Operand(0).Type())
	if a == nil {
		if !isOperandB(memDescOf(op.Operand(0)).Encoding) {
			return r.Errorf("requires a in an nvmma_shared buffer or in registers, but it is '%s'", ir.TypeString(op.Operand(0).Type()))
		}
		return true
	}
	enc, ok := a.Encoding.(*ttg.DotOperandAttr)
	if !ok {
		return r.Errorf("requires a in an nvmma_shared buffer or in registers as a dot operand, but it is '%s'", ir.TypeString(a))
	}
	if want := int64(32 / ir.BitWidth(a.Elem)); enc.KWidth != want {
		return r.Errorf("requires a kWidth of %d of a in registers, but it is %d", want, enc.KWidth)
	}
	return true
}

func verifyDotWait(op *ir.Operation, r ir.Reporter) bool {
	if op.NumOperands() == 0 {
		return r.Errorf("requires a dot to wait for")
	}
	return true
}

func verifyTensormapCreate(op *ir.Operation, r ir.Reporter) bool {
	rank := len(op.NamedOperands("box_dim"))
	for _, group := range []struct {
		name string
		want int
	}{{"global_dim", rank}, {"global_stride", rank - 1}, {"element_stride", rank}} {
		if n := len(op.NamedOperands(group.name)); n != group.want {
			return r.Errorf("requires %d numbers of %s for a box of rank %d, but has %d", group.want, group.name, rank, n)
		}
	}
	return true
}
