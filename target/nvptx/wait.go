package nvptx

import (
	"fmt"

	"tawa/dialects/nvgpu"
	"tawa/ir"
	"tawa/llvmir"
)

// lowerDotWait ties the accumulators that the wait completes, so that nothing
// reads them before it. Those still in flight must not be touched: they are passed on.
// What is no dot's result is computed before the wait.
func lowerDotWait(l *lowering, op *ir.Operation) bool {
	pendings, _ := op.IntAttr("pendings")
	var ready []int
	for i, v := range op.Operands() {
		if isComputed(v) {
			l.computeFirst(l.get(v))
			l.set(op.Result(i), l.get(v)...)
		} else if pendings == 0 || completes(op, v, op.Result(i), int(pendings)) {
			ready = append(ready, i)
		} else {
			l.set(op.Result(i), l.get(v)...)
		}
	}
	var counts []int
	a := l.effect()
	for _, i := range ready {
		acc := l.get(op.Operand(i))
		if acc[0].Type.Bits() < 32 {
			acc = l.words(acc)
		}
		a.InOut(acc...)
		counts = append(counts, len(acc))
	}
	out := a.Emit(fmt.Sprintf("wgmma.wait_group.sync.aligned %d;", pendings))
	for k, i := range ready {
		l.set(op.Result(i), l.unpackAccumulators(out[:counts[k]], op.Result(i))...)
		out = out[counts[k]:]
	}
	return true
}

// completes reports whether a wait that leaves some dots pending completes v: at
// least that many dots were issued after it. Where the block does not show that, the
// uses do: a value in flight goes only to other dots and waits.
func completes(wait *ir.Operation, v, result *ir.Value, pendings int) bool {
	issue := nvgpu.DotIssue
	if def := v.Def(); def != nil && def.Is(issue) && def.Block() == wait.Block() {
		later := 0
		for op := def.Next(); op != wait && op != nil; op = op.Next() {
			if op.Is(issue) {
				later++
			}
		}
		return later >= pendings
	}
	for user := range result.Users() {
		if !user.Is(issue, wait.Name()) && !user.Has(ir.Terminator) {
			return true
		}
	}
	return false
}

// isComputed reports whether v is surely no accumulator: an op other than a dot, a wait
// or control flow makes it.
func isComputed(v *ir.Value) bool {
	def := v.Def()
	return def != nil && !def.Is(nvgpu.DotIssue, nvgpu.DotWait) && def.NumRegions() == 0 && !isZero(v)
}

// computeFirst keeps ptxas from waiting before values are computed. It moves
// wgmma.wait_group up as far as it can, in front of all arithmetic that could run
// under the dots, but not across accesses of memory. So a load that, as
// ptxas can't know, hardly ever happens depends on the values, at most four of them.
func (l *lowering) computeFirst(vals []value) {
	const most = 4
	var words []value
	if last := vals[len(vals)-1]; last.Type == llvmir.I8 {
		// Four bytes may be what the next dot reads, which must not be made while this one is in flight.
		words = []value{l.Cast(llvmir.SExt, last, llvmir.I32)}
	} else {
		words = l.words(vals)
	}
	if words[0].Type.Bits() != 32 {
		return
	}
	a := l.effect()
	text := "{ .reg .pred P; .reg .b32 A; "
	for i := range min(most, len(words)) {
		w := a.In(words[(i+1)*len(words)/min(most, len(words))-1])
		if i == 0 {
			text += "setp.eq.b32 P, " + w + ", -1; "
		} else {
			text += "setp.eq.or.b32 P, " + w + ", -1, P; "
		}
	}
	a.Emit(text + "@P ld.volatile.shared.b32 A, [" + a.In(l.smem) + "]; }")
}
