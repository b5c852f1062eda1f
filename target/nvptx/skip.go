package nvptx

import (
	"slices"

	"tawa/dialects/nvgpu"
	"tawa/ir"
	"tawa/llvmir"
)

// worthSkipping is the number of products from which on a vote and a branch pay.
const worthSkipping = 16

// lowerMulF multiplies element by element. A product that is marked as one with factors that are
// mostly one is left out by warps in which all of them are: x·1 is x.
func lowerMulF(l *lowering, op *ir.Operation) bool {
	x, y := l.get(op.Operand(0)), l.get(op.Operand(1))
	if op.Attr(nvgpu.SkipOnes) == nil || len(x) < worthSkipping || l.single || x[0].Type != llvmir.Float {
		return each(bin(llvmir.FMul))(l, op)
	}
	factors := distinct(y)
	if other := distinct(x); len(other) < len(factors) {
		x, y, factors = y, x, other
	}
	one := llvmir.F32(1)
	some := llvmir.Bool(false)
	for _, f := range factors {
		some = l.Or(some, l.FCmp(llvmir.UNE, f, one))
	}
	multiply, done := l.fn.Block("rescale"), l.fn.Block("rescale.end")
	before := l.Here()
	l.CondBr(l.Intrinsic("llvm.nvvm.vote.any.sync", ci(-1), some), multiply, done)
	l.At(multiply)
	products := make([]value, len(x))
	for i := range x {
		products[i] = l.Bin(llvmir.FMul, x[i], y[i])
	}
	l.Br(done)
	l.At(done)
	merged := l.phis([]*ir.Value{op.Result(0)})
	enter(merged, [][]value{x}, before)
	enter(merged, [][]value{products}, multiply)
	return true
}

// distinct are values without those that are the same.
func distinct(vals []value) []value {
	var out []value
	for _, v := range vals {
		if !slices.ContainsFunc(out, v.Equal) {
			out = append(out, v)
		}
	}
	return out
}
