package tawa

import (
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/builtin"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// sharedBy is the number of CTAs of a cluster that copy a tile together, 1 where each copies its own.
func sharedBy(load *ir.Operation, ch *channel) int64 {
	if n, ok := load.IntAttr(aref.Multicast); ok && n == ch.ctas {
		return n
	}
	return 1
}

// checkShares refuses what CTAs of a cluster can't do together.
func (l *lowering) checkShares(ch *channel) bool {
	if ch.ctas == 1 {
		return true
	}
	for _, a := range ch.puts {
		for _, v := range a.op.Operands()[2:] {
			if !isCopy(v) || sharedBy(v.Def(), ch) == 1 {
				continue
			}
			load := v.Def()
			if why := CannotShare(load, ch.ctas); why != "" {
				return l.st.Errorf(load, "is to be done by %d CTAs together, but %s", ch.ctas, why)
			}
		}
	}
	return true
}

// CannotShare says why n CTAs of a cluster can't copy a tile together, each a part of it, or "".
func CannotShare(load *ir.Operation, n int64) string {
	desc := ttg.TraceCapture(load.Operand(0))
	if desc.Def() != nil || !desc.ArgBlock().Parent().Has(ir.FunctionLike) {
		return "its descriptor is no argument of the kernel"
	}
	if SharedBox(desc.Type().(*tt.DescType).Block, n) == nil {
		return "its tile does not come apart into boxes of eight rows"
	}
	return ""
}

// SharedBox is the box of a descriptor whose blocks n CTAs copy together, an equal number of boxes each: the widest of
// which the outer dimensions, halved, give so many. Its rows are a multiple of eight, after which every swizzle
// repeats. It is nil if there is none.
func SharedBox(block *ir.RankedTensorType, n int64) []int64 {
	box := Box(block)
	last := len(box) - 1
	for boxes(block, box)%n != 0 {
		d := slices.IndexFunc(box[:last], func(n int64) bool { return n%2 == 0 })
		if d < 0 || ir.NumElements(box[:last])/2%8 != 0 {
			return nil
		}
		box[d] /= 2
	}
	return box
}

func boxes(block *ir.RankedTensorType, box []int64) int64 {
	n := int64(1)
	for d := range box {
		n *= (block.Shape[d] + box[d] - 1) / box[d]
	}
	return n
}

// setShares makes the box of a descriptor, an argument of the kernel, one that n CTAs can share.
func setShares(v *ir.Value, n int64) {
	v = ttg.TraceCapture(v)
	builtin.SetArgAttr(v.ArgBlock().Parent(), v.Index(), BoxAttr, v.Type().Context().I32Array(SharedBox(v.Type().(*tt.DescType).Block, n)...))
}
