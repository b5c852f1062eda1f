package tawa

import (
	"tawa/dialects/arith"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
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

// residentRegisters is what a thread may have of a left operand that stays.
const residentRegisters = 16

// resident reports whether a tile, got before a loop in which a dot has it as its left operand, is held
// in registers: where a transformer loads and stores too, shared memory is what is short, and
// a dot that reads only one operand there takes less of it.
func resident(tile *ir.Value) bool {
	spec := tile.Def().ParentOf(ttg.WarpSpecialize)
	if spec == nil || len(ttg.Partitions(spec)) < 2 || registersOf(tile, max(1, int64(ttg.NumWarps(tile.Def()))/warpsPerGroup)) > residentRegisters {
		return false
	}
	for u := range tile.Uses() {
		if u.Owner().Is(nvgpu.DotIssue) && u.Index() == 0 && enclosingLoop(u.Owner()) != enclosingLoop(tile.Def()) {
			return true
		}
	}
	return false
}

// InMemory reports whether a use of a view of a slot is an asynchronous dot that reads it there.
func InMemory(u *ir.Use) bool {
	if !u.Owner().Is(nvgpu.DotIssue) || u.Index() > 1 || !readable(u.Owner(), u.Index()) {
		return false
	}
	get := viewOf(u.Value())
	return u.Index() == 1 || u.Value().Def() != get || !resident(u.Value())
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
