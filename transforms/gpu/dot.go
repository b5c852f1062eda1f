package gpu

import (
	"tawa/dialects/arith"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// lowerDots makes each plain dot an asynchronous one that is waited for at once,
// and puts the operands of all dots where wgmma can read them: in shared memory, or
// A in registers if it was computed of another dot's result or of shared memory.
//
// Buffers are those that hold what a load put into them until it runs again.
func (a *assignment) lowerDots(fn *ir.Operation, buffers map[*ir.Value]*ir.Value, st reporter) bool {
	ok := true
	for _, op := range a.ops {
		if !op.Is(tt.Dot, nvgpu.DotIssue) {
			continue
		}
		if text := dotFault(op); text != "" {
			ok = st.Errorf(op, "%s", text)
			continue
		}
		for i := range 2 {
			x := op.Operand(i)
			if view := viewOf(op, x, buffers); view != nil {
				x = view
			}
			if i == 0 && tensorOf(x) != nil && a.inRegisters(op, x) {
				continue
			}
			op.SetOperand(i, inShared(op, x, i))
		}
		if op.Is(tt.Dot) {
			issueAndWait(op)
		}
	}
	eraseDead(fn)
	return ok
}

// inRegisters reports whether operand A, a tensor, stays where it is. What is computed
// of shared memory is loaded from there as the dot needs it; if that is in the dot's loop,
// the dot is waited for before its registers are written anew.
func (a *assignment) inRegisters(dot *ir.Operation, v *ir.Value) bool {
	if a.fromDot(v) {
		return true
	}
	if !computedOfShared(v) {
		return false
	}
	if v.IsArg() || v.Def().ParentOf(scf.For, scf.While) == dot.ParentOf(scf.For, scf.While) {
		waitForAll(dot)
	}
	return true
}

// computedOfShared reports whether v is computed, element by element, of tensors in
// shared memory and of equal elements, in a loop that carries it too.
func computedOfShared(v *ir.Value) bool { return ofShared(v, map[*ir.Value]bool{}) }

func ofShared(v *ir.Value, seen map[*ir.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	op := v.Def()
	carried := func(loop *ir.Operation, i int) bool {
		return loop.Is(scf.For) && i >= 0 && ofShared(loop.Operand(3+i), seen) && ofShared(loop.Region(0).First().Last().Operand(i), seen)
	}
	switch {
	case op == nil:
		return carried(v.ArgBlock().Parent(), v.Index()-1)
	case op.Is(scf.For):
		return carried(op, v.Index())
	case op.Is(nvgpu.DotWait):
		return ofShared(op.Operand(v.Index()), seen)
	case op.Is(ttg.LocalLoad, tt.Splat, arith.Constant):
		return true
	case !op.Has(ir.Elementwise) || !op.IsPure():
		return false
	}
	for _, w := range op.Operands() {
		if tensorOf(w) != nil && !ofShared(w, seen) {
			return false
		}
	}
	return true
}

// viewOf returns the view of a buffer that holds v, made before the dot, or nil.
func viewOf(dot *ir.Operation, v *ir.Value, buffers map[*ir.Value]*ir.Value) *ir.Value {
	if m := buffers[v]; m != nil {
		return m
	}
	if op := v.Def(); op != nil && op.Is(tt.Trans) {
		if m := viewOf(dot, op.Operand(0), buffers); m != nil {
			return ir.Before(dot).Value(ttg.MemDescTrans, []*ir.Value{m}, nil, ir.A("order", op.Attr("order")))
		}
	}
	return nil
}

// dotFault says why wgmma can't compute the dot, "" if it can.
func dotFault(op *ir.Operation) string {
	x, y, d := operandElement(op, 0), operandElement(op, 1), ir.ElementType(op.Result(0).Type())
	precision, _ := op.IntAttr("inputPrecision")
	float8 := func(t ir.Type) bool { n := ir.TypeString(t); return n == "f8E4M3FN" || n == "f8E5M2" }
	ctx := op.Context()
	half := x == y && (x == ir.Type(ctx.F16()) || x == ir.Type(ctx.BF16()))
	integers := x == ir.Type(ctx.I8()) && y == x && d == ir.Type(ctx.I32())
	switch {
	case len(tensorOf(op.Result(0)).Shape) != 2:
		return "a batched dot has no lowering"
	case x == ir.Type(ctx.F32()) && y == x && precision != tt.PrecisionTF32:
		return "a dot of f32 operands needs inputPrecision = tf32 on this target"
	case d != ir.Type(ctx.F32()) && !integers && !(half && d == x && x == ir.Type(ctx.F16())):
		return "wgmma has no accumulator of type " + ir.TypeString(d) + " for these operands"
	case half, float8(x) && float8(y), x == ir.Type(ctx.F32()) && y == x, integers:
		return ""
	}
	return "wgmma does not multiply " + ir.TypeString(x) + " by " + ir.TypeString(y)
}

// inShared returns operand i of the dot as a view of shared memory that wgmma can
// read: itself, or a copy. What is not 16 bits wide must have K as the fast dimension.
func inShared(dot *ir.Operation, v *ir.Value, i int) *ir.Value {
	b := ir.Before(dot)
	t := tensorOf(v)
	if t == nil {
		m := v.Type().(*ttg.MemDescType)
		if ir.BitWidth(m.Elem) == 16 || kIsFast(m, i) {
			return v
		}
		v = b.Value(ttg.LocalLoad, []*ir.Value{v}, []ir.Type{b.Context().Tensor(m.Shape, m.Elem, nil)})
		t = tensorOf(v)
	}
	waitForAll(dot)
	if op := v.Def(); op != nil && op.Is(tt.Trans) { // transposed by being read the other way
		m := inShared(dot, op.Operand(0), 1-i)
		return b.Value(ttg.MemDescTrans, []*ir.Value{m}, nil, ir.A("order", op.Attr("order")))
	}
	transposed := i == 1 && ir.BitWidth(t.Elem) != 16 // else rows, of which A's run along K
	enc := sharedFor(t.Shape, t.Elem, transposed)
	return b.Value(ttg.LocalAlloc, []*ir.Value{v}, []ir.Type{ttg.MemDesc(t.Shape, t.Elem, enc, false)})
}

// waitForAll lets no dot stay in flight beyond the next wait: it reads a buffer
// that is written anew when the program comes back to it.
func waitForAll(dot *ir.Operation) {
	for u := range dot.Result(0).Users() {
		if u.Is(nvgpu.DotWait) {
			u.SetAttr("pendings", dot.Context().I32Attr(0))
		}
	}
}

// kIsFast reports whether operand i, A[M,K] or B[K,N], has consecutive elements along K.
func kIsFast(m *ttg.MemDescType, i int) bool {
	return isTransposed(m.Encoding) == (i == 1)
}

// issueAndWait replaces a plain dot. A zero accumulator is not read.
func issueAndWait(dot *ir.Operation) {
	b := ir.Before(dot)
	operands := dot.Operands()
	if isZero(operands[2]) {
		operands = append(operands, b.Value(arith.Constant, nil, []ir.Type{b.Context().I1()}, ir.A("value", b.Context().Bool(false))))
	}
	var attrs []ir.NamedAttr
	for _, name := range []string{"inputPrecision", "maxNumImpreciseAcc"} {
		attrs = append(attrs, ir.A(name, dot.Attr(name)))
	}
	d := b.Value(nvgpu.DotIssue, operands, dot.ResultTypes(), attrs...)
	w := b.Value(nvgpu.DotWait, []*ir.Value{d}, nil, ir.A("pendings", b.Context().I32Attr(0)))
	w.SetName(dot.Result(0).Name())
	dot.ReplaceWith(w)
}

// isZero reports whether v is a constant of zeros (not minus zeros).
func isZero(v *ir.Value) bool {
	if v.Def() == nil || !v.Def().Is(arith.Constant) {
		return false
	}
	d, ok := v.Def().Attr("value").(*ir.DenseElementsAttr)
	if !ok {
		return false
	}
	s, ok := d.SplatValue()
	return ok && ir.ScalarBits(s) == 0
}
