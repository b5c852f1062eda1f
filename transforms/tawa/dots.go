package tawa

import (
	"tawa/dialects/arith"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/ir"
)

// isZero reports whether v is a constant tensor of zeros (of a float: +0).
func isZero(v *ir.Value) bool {
	if v.Def() == nil || !v.Def().Has(ir.ConstantLike) {
		return false
	}
	d, ok := v.Def().Attr("value").(*ir.DenseElementsAttr)
	return ok && d.Splat && d.Bits(0) == 0
}

// readable reports whether an asynchronous dot can read operand i, a view of a slot,
// where it lies: elements of 16 bits in either order, others only if the slot's rows
// run along K.
func readable(dot *ir.Operation, i int) bool {
	v := dot.Operand(i)
	if ir.BitWidth(ir.ElementType(v.Type())) == 16 {
		return true
	}
	alongK := i == 0
	for v.Def() != nil && v.Def().Is(tt.Trans) {
		alongK = !alongK
		v = v.Def().Operand(0)
	}
	return alongK
}

// issueDot puts an asynchronous dot in the place of a tt.dot, before it; useC may be nil.
func issueDot(b *ir.Builder, dot, useC *ir.Value) *ir.Value {
	op := dot.Def()
	operands := op.Operands()
	if useC != nil {
		operands = append(operands, useC)
	}
	d := b.Value(nvgpu.DotIssue, operands, []ir.Type{dot.Type()},
		ir.A("inputPrecision", op.Attr("inputPrecision")), ir.A("maxNumImpreciseAcc", op.Attr("maxNumImpreciseAcc")))
	d.SetName(dot.Name())
	return d
}

// waitFor waits until at most pendings dots are in flight and gives the values on.
func waitFor(b *ir.Builder, values []*ir.Value, pendings int) []*ir.Value {
	w := b.Create(nvgpu.DotWait, values, nil, ir.A("pendings", b.Context().I32Attr(int64(pendings))))
	for i, r := range w.Results() {
		r.SetName(values[i].Name())
	}
	return w.Results()
}

// finishDot replaces a tt.dot by an asynchronous one that is waited for at once. An
// accumulator of zeros is not added; useC, if not nil, says when the accumulator is.
func finishDot(dot *ir.Operation, useC *ir.Value) {
	b := ir.Before(dot)
	if useC == nil && isZero(dot.Operand(2)) {
		useC = never(b)
	}
	dot.ReplaceWith(waitFor(b, []*ir.Value{issueDot(b, dot.Result(0), useC)}, 0)...)
}

// never is false.
func never(b *ir.Builder) *ir.Value {
	return b.Value(arith.Constant, nil, []ir.Type{b.Context().I1()}, ir.A("value", b.Context().Bool(false)))
}
