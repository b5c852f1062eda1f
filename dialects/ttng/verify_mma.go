package ttng

import (
	"slices"
	"strings"

	"tawa/dialects/tt"
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
	if !verifyAccumulator(r, d) {
		return false
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
	barriers := op.NamedOperands("barriers")
	if op.Attr("is_async") == nil && len(barriers) > 0 {
		return r.Errorf("has barriers, but is not asynchronous")
	}
	d, ok := named(op, "d").Encoding.(*TMEMAttr)
	older := ok && d.Cluster.ctas() == 0 // up to 3.7 the CTAs of a cluster shared barriers
	for _, b := range barriers {
		if !isBarrier(r, memDescOf(b)) || !older && !ofEachCTA(op, r, memDescOf(b)) {
			return false
		}
	}
	return true
}

func verifyAccumulator(r ir.Reporter, d *ttg.MemDescType) bool {
	enc, ok := d.Encoding.(*TMEMAttr)
	if !ok {
		return r.Errorf("requires an accumulator in tensor memory, but it is '%s'", ir.TypeString(d))
	}
	if enc.FP4Padded {
		return r.Errorf("can't accumulate in fp4Padded tensor memory, '%s'", ir.TypeString(d))
	}
	return true
}

func verifyMMAScaled(op *ir.Operation, r ir.Reporter) bool {
	if !verifySynchronous(op, r) || !verifyAccumulator(r, named(op, "d")) {
		return false
	}
	kind := func(name string) string {
		n, _ := op.IntAttr(name)
		return tt.ScaledElemKind.Enum[n]
	}
	return verifyScaledA(r, named(op, "a"), kind("a_type"), kind("b_type")) &&
		verifyScaleOrder(op, r, "a_scale", packedRows(op) && kind("a_type") == "e2m1" && kind("b_type") == "e2m1") &&
		verifyScaleOrder(op, r, "b_scale", false)
}

// verifyScaledA checks a left operand in tensor memory: elements of 8 bits, or of 4 in bytes, which lie as those of the right
// operand have it.
func verifyScaledA(r ir.Reporter, a *ttg.MemDescType, kind, other string) bool {
	enc, ok := a.Encoding.(*TMEMAttr)
	if !ok {
		return true
	}
	bytes := []string{"e4m3", "e5m2"}
	elem := ir.TypeString(a.Elem)
	switch {
	case kind == "e2m1" && strings.HasPrefix(elem, "f8"):
		return r.Errorf("requires bytes for a of e2m1, but has '%s'", elem)
	case kind == "e2m1" && elem == "i8" && slices.Contains(bytes, other) != enc.FP4Padded:
		return r.Errorf("requires a of e2m1 to be fp4Padded where b has elements of 8 bits, and only there, but has '%s'", ir.TypeString(a))
	case kind != "e2m1" && (!slices.Contains(bytes, kind) || !slices.Contains([]string{"f8E4M3FN", "f8E5M2"}, elem)):
		return r.Errorf("can't multiply a of '%s' as %s in tensor memory", elem, kind)
	}
	return true
}

// packedRows reports whether the target has the tensor cores of Rubin, which want the scales of a 4-bit a along K first.
func packedRows(op *ir.Operation) bool { return target(op) == "cuda:107" }

// target is the chip that the module names, "" if none.
func target(op *ir.Operation) string {
	for p := op; p != nil; p = p.Parent() {
		if name := p.StrAttr(ttg.TargetAttr); name != "" {
			return name
		}
	}
	return ""
}

// verifyScaleOrder checks which blocks of scales come first, where there are several both ways.
func verifyScaleOrder(op *ir.Operation, r ir.Reporter, name string, kThenMN bool) bool {
	m := named(op, name)
	enc, ok := m.Encoding.(*TMEMScalesAttr)
	if !ok || len(m.Shape) != 2 {
		return true
	}
	several := m.Shape[0] > 128 && m.Shape[1] > 4
	if enc.KThenMN != kThenMN && (several || enc.KThenMN) {
		return r.Errorf("requires scales with another blockRepOrder, but %s is '%s'", name, ir.TypeString(m))
	}
	return true
}
