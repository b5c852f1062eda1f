package nvptx

import (
	"fmt"

	"tawa/dialects/nvgpu"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/llvmir"
)

// barrierRows are the ops by which threads wait for each other and for copies.
func barrierRows() map[string]lowerFunc {
	return map[string]lowerFunc{
		"nvgpu.mbarrier.init":       lowerBarrierInit,
		"nvgpu.mbarrier.inval":      lowerBarrierInval,
		"nvgpu.mbarrier.wait":       lowerBarrierWait,
		"nvgpu.mbarrier.expect":     lowerBarrierExpect,
		"nvgpu.mbarrier.arrive":     lowerBarrierArrive,
		"nvgpu.fence.mbarrier_init": statement("fence.mbarrier_init.release.cluster;"),
		"nvgpu.fence.async_shared":  statement("fence.proxy.async.shared::cta;"),
		"nvgpu.barrier":             lowerNamedBarrier,
		"nvgpu.turn.open":           lowerTurnOpen,
		"nvgpu.turn.take":           lowerTurnTake,
		"nvgpu.turn.pass":           lowerTurnPass,
		"nvgpu.cluster_barrier":     statement("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;"),
		"gpu.barrier":               lowerSync,
		"ttg.barrier":               lowerSync,
		"ttg.local_barrier":         lowerSync,
	}
}

func lowerSync(l *lowering, _ *ir.Operation) bool {
	l.sync()
	return true
}

func statement(text string) lowerFunc {
	return func(l *lowering, _ *ir.Operation) bool {
		l.effectf("%s", text)
		return true
	}
}

// leader is the predicate of what one thread of the region does; none where the
// region is run by one.
func (g *gen) leader() value {
	if g.single {
		return value{}
	}
	return g.lead
}

func lowerBarrierInit(l *lowering, op *ir.Operation) bool {
	m := op.Operand(0).Type().(*ttg.MemDescType)
	count, _ := op.IntAttr("count")
	for i := range int(ir.NumElements(m.Shape)) {
		a := l.effect()
		p := guard(a, l.leader())
		a.Emit(fmt.Sprintf("%smbarrier.init.shared::cta.b64 [%s+%d], %d;", p, a.In(l.one(op.Operand(0))), 8*i, count))
	}
	return true
}

func lowerBarrierInval(l *lowering, op *ir.Operation) bool {
	m := op.Operand(0).Type().(*ttg.MemDescType)
	for i := range int(ir.NumElements(m.Shape)) {
		a := l.effect()
		p := guard(a, l.leader())
		a.Emit(fmt.Sprintf("%smbarrier.inval.shared::cta.b64 [%s+%d];", p, a.In(l.one(op.Operand(0))), 8*i))
	}
	return true
}

// lowerBarrierWait tries until the phase of the parity is complete; the hardware
// suspends the thread in each try for a while.
func lowerBarrierWait(l *lowering, op *ir.Operation) bool {
	a := l.effect()
	bar, parity := a.In(l.one(op.Operand(0))), a.In(l.one(op.Operand(1)))
	a.Emit(fmt.Sprintf("{ .reg .pred P; WAIT: mbarrier.try_wait.parity.shared::cta.b64 P, [%s], %s; "+
		"@P bra.uni DONE; bra.uni WAIT; DONE: }", bar, parity))
	return true
}

func lowerBarrierExpect(l *lowering, op *ir.Operation) bool {
	bytes, _ := op.IntAttr("bytes")
	a := l.effect()
	p := guard(a, l.leader())
	a.Emit(fmt.Sprintf("%smbarrier.arrive.expect_tx.shared::cta.b64 _, [%s], %d;", p, a.In(l.one(op.Operand(0))), bytes))
	return true
}

func lowerBarrierArrive(l *lowering, op *ir.Operation) bool {
	scope, _ := op.IntAttr("scope")
	ctas := nvgpu.CTAs(op)
	pred, rank := value{}, value{}
	if !l.single {
		switch scope {
		case nvgpu.PerWarpGroup:
			rank = l.And(l.tid, ci(127))
		case nvgpu.PerWarp:
			l.effectf("bar.warp.sync -1;")
			rank = l.lane
		}
	}
	switch {
	case rank.Valid() && ctas > 1: // the first threads arrive, each in the CTA of its number
		pred = l.ICmp(llvmir.ULT, rank, ci(ctas))
	case rank.Valid():
		pred = l.ICmp(llvmir.EQ, rank, ci(0))
	}
	if cond := l.optional(op, 1); cond != nil {
		pred = l.both(pred, cond[0])
	}
	if l.only.Valid() {
		pred = l.both(pred, l.only)
	}
	bar := l.one(op.Operand(0))
	switch {
	case ctas == 1:
		a := l.effect()
		p := guard(a, pred)
		a.Emit(fmt.Sprintf("%smbarrier.arrive.shared::cta.b64 _, [%s];", p, a.In(bar)))
	case rank.Valid():
		l.arriveAt(bar, rank, pred)
	default:
		for i := range ctas {
			l.arriveAt(bar, ci(i), pred)
		}
	}
	return true
}

// arriveAt arrives at the barrier at the same place in another CTA of the cluster.
func (l *lowering) arriveAt(bar, rank, pred value) {
	a := l.effect()
	p := guard(a, pred)
	a.Emit(fmt.Sprintf("{ .reg .b32 R; %smapa.shared::cluster.u32 R, %s, %s; %smbarrier.arrive.shared::cluster.b64 _, [R]; }", p, a.In(bar), a.In(rank), p))
}

func lowerNamedBarrier(l *lowering, op *ir.Operation) bool {
	id, _ := op.IntAttr("id")
	l.effectf("bar.sync %d, %d;", id, 32*l.warps)
	return true
}

// turn is an order of warp groups: the named barrier of number 0, the number of the region's
// first warp group, and how many there are.
type turn struct{ barrier, number, groups int }

func turnOf(op *ir.Operation) turn {
	barrier, _ := op.IntAttr("barrier")
	number, _ := op.IntAttr("number")
	groups, _ := op.IntAttr("groups")
	return turn{int(barrier), int(number), int(groups)}
}

// threads are those that meet at a barrier: those of two warp groups.
const turnThreads = 2 * 128

func lowerTurnTake(l *lowering, op *ir.Operation) bool {
	t := turnOf(op)
	if l.warps <= 4 {
		l.effectf("bar.sync %d, %d;", t.barrier+t.number, turnThreads)
		return true
	}
	a := l.effect()
	a.Emit(fmt.Sprintf("bar.sync %s, %d;", a.In(l.Add(l.group(), ci(t.barrier+t.number))), turnThreads))
	return true
}

func lowerTurnPass(l *lowering, op *ir.Operation) bool {
	t := turnOf(op)
	if l.warps <= 4 {
		l.effectf("bar.arrive %d, %d;", t.barrier+(t.number+1)%t.groups, turnThreads)
		return true
	}
	next := l.Add(l.group(), ci(t.number+1))
	next = l.Add(l.Select(l.ICmp(llvmir.EQ, next, ci(t.groups)), ci(0), next), ci(t.barrier))
	a := l.effect()
	a.Emit(fmt.Sprintf("bar.arrive %s, %d;", a.In(next), turnThreads))
	return true
}

// lowerTurnOpen lets the warp group with the last number arrive for that with the first turn.
func lowerTurnOpen(l *lowering, op *ir.Operation) bool {
	t := turnOf(op)
	last := value{}
	if l.warps > 4 {
		last = l.ICmp(llvmir.EQ, l.Add(l.group(), ci(t.number+1)), ci(t.groups))
	}
	a := l.effect()
	p := guard(a, last)
	a.Emit(fmt.Sprintf("%sbar.arrive %d, %d;", p, t.barrier, turnThreads))
	return true
}

// group is the number of the warp group in its region.
func (l *lowering) group() value { return l.LShr(l.warp, ci(2)) }
