package nvgpu

import (
	"tawa/dialects/ttg"
	"tawa/ir"
)

// NamedBarriers are those of a CTA; number 0 is that of all its warps.
const NamedBarriers = 16

// RegionBarrier is the named barrier at which the warps of region n of ttg.warp_specialize
// meet, the default region being 0.
func RegionBarrier(n int) int64 { return int64(NamedBarriers - 1 - n) }

// FreeBarriers returns the first of n consecutive named barriers that nothing in the kernel
// around op uses, and whether there are so many. Stores of one region share theirs.
func FreeBarriers(op *ir.Operation, n int64) (first int64, ok bool) {
	return free(op, n, nil)
}

// FreeStoreBarriers is FreeBarriers for a TMAStoreTile in place of op.
func FreeStoreBarriers(op *ir.Operation, n int64) (first int64, ok bool) {
	return free(op, n, regionAround(op))
}

func free(op *ir.Operation, n int64, sharing *ir.Region) (int64, bool) {
	fn := op
	for fn.Parent() != nil && !fn.Has(ir.FunctionLike) {
		fn = fn.Parent()
	}
	taken := [NamedBarriers + 1]bool{0: true, NamedBarriers: true}
	take := func(from, n int64) {
		for id := from; id < from+n; id++ {
			taken[id] = true
		}
	}
	fn.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(Barrier):
			id, _ := op.IntAttr("id")
			take(id, 1)
		case op.Is(TurnOpen, TurnTake, TurnPass):
			first, _ := op.IntAttr("barrier")
			groups, _ := op.IntAttr("groups")
			take(first, groups)
		case op.Is(TMAStoreTile) && regionAround(op) != sharing:
			first, _ := op.IntAttr("barrier")
			take(first, ttg.NumWarps(op)/warpsPerGroup)
		case op.Is(ttg.WarpSpecialize):
			for i := range 1 + len(ttg.Partitions(op)) {
				take(RegionBarrier(i), 1)
			}
		}
		return true
	})
	for first, run := int64(1), int64(0); first+run < NamedBarriers; {
		if taken[first+run] {
			first, run = first+run+1, 0
			continue
		}
		if run++; run == n {
			return first, true
		}
	}
	return 0, false
}

const warpsPerGroup = 4

// regionAround is the region of warps that runs op: of ttg.warp_specialize or of the function.
func regionAround(op *ir.Operation) *ir.Region {
	r := op.Block().Region()
	for o := r.Owner(); !o.Is(ttg.WarpSpecialize, ttg.WarpSpecializePartitions) && !o.Has(ir.FunctionLike); o = r.Owner() {
		r = o.Block().Region()
	}
	return r
}
