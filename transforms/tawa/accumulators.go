package tawa

import (
	"slices"

	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/ir"
)

// Accumulators is the number of 32-bit words that the dots of one block keep in the
// registers of all threads at once: what a loop carries of them, and each result that is
// not added to in place, for which the accumulator comes from another dot or from the
// round before, and which is not summed up in parts.
func Accumulators(dots []*ir.Operation) int64 {
	perBlock := map[*ir.Block]int64{}
	most := int64(0)
	for _, d := range dots {
		b := d.Block()
		if _, seen := perBlock[b]; !seen {
			perBlock[b] = carried(b, dots)
		}
		if !inPlace(d, dots) || nvgpu.ImpreciseSpan(d) > 0 {
			perBlock[b] += words(d.Result(0))
		}
		most = max(most, perBlock[b])
	}
	return most
}

func words(v *ir.Value) int64 {
	t := v.Type().(*ir.RankedTensorType)
	return ir.NumElements(t.Shape) * int64(max(ir.BitWidth(t.Elem), 32)) / 32
}

// carried is the words of what a loop hands to its next round that comes from its dots.
func carried(body *ir.Block, dots []*ir.Operation) int64 {
	if !isBody(body) {
		return 0
	}
	total := int64(0)
	seen := map[*ir.Value]bool{}
	for _, v := range body.Last().Operands() {
		fromDot := func(w *ir.Value) bool { return slices.Contains(dots, w.Def()) }
		if !seen[v] && comesFrom(v, body, fromDot, map[*ir.Value]bool{}) {
			total += words(v)
		}
		seen[v] = true
	}
	return total
}

// inPlace reports whether a dot adds to what is counted already.
func inPlace(dot *ir.Operation, dots []*ir.Operation) bool {
	b := dot.Block()
	counted := func(w *ir.Value) bool {
		return slices.Contains(dots, w.Def()) || isBody(b) && w.Def() == nil && w.ArgBlock() == b
	}
	return comesFrom(dot.Operand(2), b, counted, map[*ir.Value]bool{})
}

// isBody reports whether a block is what a loop repeats.
func isBody(b *ir.Block) bool { return b.Parent().Is(scf.For, scf.While) }

// comesFrom reports whether a tensor is, or is computed element by element in the block
// from, one that ok accepts.
func comesFrom(v *ir.Value, b *ir.Block, ok func(*ir.Value) bool, seen map[*ir.Value]bool) bool {
	if _, tensor := v.Type().(*ir.RankedTensorType); !tensor || seen[v] {
		return false
	}
	seen[v] = true
	if ok(v) {
		return true
	}
	op := v.Def()
	return op != nil && op.Block() == b && op.Has(ir.Elementwise) &&
		slices.ContainsFunc(op.Operands(), func(w *ir.Value) bool { return comesFrom(w, b, ok, seen) })
}
