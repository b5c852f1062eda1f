package ttng

import (
	"slices"
	"strings"

	"tawa/dialects/ttg"
	"tawa/ir"
)

// accumulators are the element types in which Blackwell's tensor cores sum products of operands of a type.
var accumulators = map[string][]string{
	"f32": {"f32"}, "tf32": {"f32"}, "bf16": {"f32"}, "f16": {"f16", "f32"},
	"f8E4M3FN": {"f16", "f32"}, "f8E5M2": {"f16", "f32"}, "i8": {"i32"},
}

// verifyMMA checks the element types, and that a synchronous dot has no barriers.
func verifyMMA(op *ir.Operation, r ir.Reporter) bool {
	if !verifySynchronous(op, r) {
		return false
	}
	a, b, d := memDescOf(op.Operand(0)), memDescOf(op.Operand(1)), memDescOf(op.Operand(2))
	if _, ok := d.Encoding.(*TMEMAttr); !ok {
		return r.Errorf("requires an accumulator in tensor memory, but it is '%s'", ir.TypeString(d))
	}
	if _, ok := a.Encoding.(*TMEMAttr); !ok && !isOperandB(a.Encoding) || !isOperandB(b.Encoding) {
		return r.Errorf("requires operands in nvmma_shared buffers, a may be in tensor memory, but they are '%s' and '%s'", ir.TypeString(a), ir.TypeString(b))
	}
	for _, m := range []*ttg.MemDescType{a, b} {
		allowed, known := accumulators[ir.TypeString(m.Elem)]
		if known && !slices.Contains(allowed, ir.TypeString(d.Elem)) {
			return r.Errorf("can't sum products of '%s' in '%s', but in %s", ir.TypeString(m.Elem), ir.TypeString(d.Elem), strings.Join(allowed, " or "))
		}
	}
	return true
}

func verifySynchronous(op *ir.Operation, r ir.Reporter) bool {
	if op.Attr("is_async") == nil && len(op.NamedOperands("barriers")) > 0 {
		return r.Errorf("has barriers, but is not asynchronous")
	}
	return true
}
