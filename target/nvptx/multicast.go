package nvptx

import (
	"fmt"

	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/llvmir"
)

// multicast starts the copies of a tile to all n CTAs of the cluster: this CTA's share of the boxes, which is the next
// one for the next CTA. A copy lies at the same place in each, and its bytes complete on the barrier at the same place.
func (l *lowering) multicast(op *ir.Operation, t tile, n int) bool {
	dst, bar := op.OperandGroup(2)[0], l.one(op.OperandGroup(3)[0])
	m := dst.Type().(*ttg.MemDescType)
	var boxes [][]int
	t.desc.boxes(m.Shape, func(at []int) { boxes = append(boxes, at) })
	if len(boxes)%n != 0 {
		return l.fail(op, "moves a tile in %d boxes, which %d CTAs can't share", len(boxes), n)
	}
	rank := l.Intrinsic("llvm.nvvm.read.ptx.sreg.cluster.ctarank")
	share := len(boxes) / n
	for i := range share {
		of := func(f func(at []int) int) value { // what is at[i] in this CTA, at[i + share] in the next
			var list []int
			for r := range n {
				list = append(list, f(boxes[i+r*share]))
			}
			return l.byRank(rank, list)
		}
		a := l.effect()
		p := guard(a, l.leader())
		smem := a.In(l.Add(l.one(dst), of(func(at []int) int { return boxOffset(m, at) })))
		from := l.at(a, t, func(k int) value { return of(func(at []int) int { return at[k] }) })
		a.Emit(fmt.Sprintf("%scp.async.bulk.tensor.%dd.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%s], %s, [%s], %s;",
			p, len(t.coords), smem, from, a.In(bar), a.In(llvmir.ConstInt(llvmir.I16, 1<<n-1))))
	}
	return true
}

// byRank is the number in the list at the CTA's rank.
func (l *lowering) byRank(rank value, list []int) value {
	v := ci(list[0])
	for r, n := range list[1:] {
		if n != list[0] {
			v = l.Select(l.ICmp(llvmir.EQ, rank, ci(r+1)), ci(n), v)
		}
	}
	return v
}
