package emu

import (
	"fmt"

	"tawa/ptx"
)

// The limits of an mbarrier's counts.
const (
	maxArrivals = 1<<20 - 1
	maxTx       = 1<<20 - 1
)

// mbarrier is the state behind the eight bytes of an mbarrier object.
type mbarrier struct {
	cta      *cta
	addr     uint32
	count    int // arrivals of a phase
	pending  int // arrivals that this phase still lacks
	tx       int // bytes that this phase still lacks
	index    int // of the current phase
	order    order
	last     order // what the arrivals of the completed phases have seen
	agent    agent // its copies: those of phase i are done at clock i+1
	flying   int   // copies of the current phase that are not complete
	time     int64 // model time of the last arrival or copy
	lastTime int64 // model time at which the last phase completed

	init   epoch
	initPC int
	ever   map[*warp]int // warps that have arrived and where
	now    map[*warp]int // arrivals in this phase

	copier   *warp // who issued the last copy for it, where, and the step at which it is done
	copyInst *inst
	lastCopy epoch
}

var mbarrierOps = map[string]func(d *decoder){
	"mbarrier.init":              perLane(0, 1, true, mbarInit),
	"mbarrier.inval":             perLane(0, 0, true, mbarInval),
	"mbarrier.arrive":            decodeArrive,
	"mbarrier.arrive.noComplete": decodeArrive,
	"mbarrier.arrive_drop":       decodeArrive,
	"mbarrier.arrive.expect_tx":  decodeArrive,
	"mbarrier.expect_tx":         perLane(0, 1, false, func(w *warp, in *inst, l int, b *mbarrier, n uint64) { b.expect(w, in, l, int(uint32(n))) }),
	"mbarrier.complete_tx":       perLane(0, 1, false, func(w *warp, in *inst, l int, b *mbarrier, n uint64) { b.completeTx(w, in, int(uint32(n))) }),
	"mbarrier.test_wait":         decodeWait,
	"mbarrier.test_wait.parity":  decodeWait,
	"mbarrier.try_wait":          decodeWait,
	"mbarrier.try_wait.parity":   decodeWait,
}

// barrierAddress finds the CTA and offset of an mbarrier, ok is false after a report.
func (w *warp) barrierAddress(in *inst, l int, a *address) (t *cta, off uint32, ok bool) {
	m, addr := w.m(), a.at(w, l)
	if a.space == ptx.Generic {
		var space ptx.Space
		if space, addr = window(addr); space != ptx.Shared {
			m.report(BarrierMisuse, w, in, 1<<l, "0x%x is no shared address of an mbarrier", addr)
			return nil, 0, false
		}
	}
	t, off, err := w.sharedAddr(uint32(addr))
	switch {
	case err != nil || !t.shared.inside(off, 8):
		m.report(OutOfBounds, w, in, 1<<l, "mbarrier at shared address 0x%x; the CTA has 0x%x to 0x%x", addr, sharedBase, len(w.cta.shared.data))
		return nil, 0, false
	case off%8 != 0:
		m.report(Misaligned, w, in, 1<<l, "mbarrier at shared address 0x%x, which is not a multiple of 8", addr)
		return nil, 0, false
	}
	return t, off, true
}

// barrierAt finds the mbarrier; nil after a report.
func (w *warp) barrierAt(in *inst, l int, a *address) *mbarrier {
	t, off, ok := w.barrierAddress(in, l, a)
	if !ok {
		return nil
	}
	b := t.shared.bars[off]
	if b == nil {
		w.m().report(BarrierMisuse, w, in, 1<<l, "no mbarrier is initialized at shared address 0x%x", off)
		return nil
	}
	if b.init.agent != w.self && !w.order.generic.saw(b.init) {
		r := w.m().report(Race, w, in, 1<<l, "the mbarrier at 0x%x is used without an order after its initialization", off)
		w.m().noteInst(r, b.initPC, "initialized here by %s", w.cta.cluster.agents[b.init.agent].name)
	}
	return b
}

// perLane decodes an instruction on an mbarrier in operand mem with a count in operand arg, and runs f for each lane.
// With raw, the barrier need not be there yet.
func perLane(mem, arg int, raw bool, f func(w *warp, in *inst, l int, b *mbarrier, n uint64)) func(d *decoder) {
	return func(d *decoder) {
		d.addAddress(mem, d.space())
		if arg > 0 {
			d.takeSources(d.in.Args[arg : arg+1])
		} else {
			d.out.src = []int32{d.p.zero}
		}
		d.out.visible = true
		d.out.exec = func(w *warp, in *inst, mask uint32) status {
			for m := mask; m != 0 && !w.m().stopped; m &= m - 1 {
				l := onlyBit(m)
				var b *mbarrier
				if !raw {
					if b = w.barrierAt(in, l, &in.mem[0]); b == nil {
						return next
					}
				}
				f(w, in, l, b, w.rows[in.src[0]][l])
			}
			return next
		}
	}
}

func mbarInit(w *warp, in *inst, l int, _ *mbarrier, n uint64) {
	m := w.m()
	t, off, ok := w.barrierAddress(in, l, &in.mem[0])
	if !ok {
		return
	}
	count := int(uint32(n))
	if count < 1 || count > maxArrivals {
		m.report(BarrierMisuse, w, in, 1<<l, "an mbarrier of %d arrivals: the count must be from 1 to %d", count, maxArrivals)
		return
	}
	if old := t.shared.bars[off]; old != nil {
		r := m.report(BarrierReinit, w, in, 1<<l, "the mbarrier at 0x%x is initialized again without mbarrier.inval", off)
		m.noteInst(r, old.initPC, "it was initialized here")
		t.shared.mark(off, false)
	}
	a := access{w: w, in: in, lanes: 1 << l, self: w.now(), after: &w.order, what: in.src0.Op}
	t.shared.touch(&a, off, 8, true)
	t.shared.mark(off, true)
	b := &mbarrier{cta: t, addr: off, count: count, pending: count, init: w.now(), initPC: in.pc,
		ever: map[*warp]int{}, now: map[*warp]int{}}
	b.agent = w.cta.cluster.newAgent(copyAgent, fmt.Sprintf("a bulk copy for the mbarrier at 0x%x", off))
	t.shared.bars[off] = b
	m.progress++
}

func mbarInval(w *warp, in *inst, l int, _ *mbarrier, _ uint64) {
	b := w.barrierAt(in, l, &in.mem[0])
	if b == nil {
		return
	}
	if b.flying > 0 {
		w.m().report(BarrierReinit, w, in, 1<<l, "the mbarrier at 0x%x is invalidated while %d copies for it are under way", b.addr, b.flying)
	}
	delete(b.cta.shared.bars, b.addr)
	b.cta.shared.mark(b.addr, false)
	a := access{w: w, in: in, lanes: 1 << l, self: w.now(), after: &w.order, what: in.src0.Op}
	b.cta.shared.touch(&a, b.addr, 8, true)
}

// decodeArrive is arrive, arrive.expect_tx, arrive_drop.
func decodeArrive(d *decoder) {
	args, o := d.in.Args, d.out
	o.d = d.dest(&args[0])
	d.addAddress(1, d.space())
	d.takeSources(args[2:])
	o.visible = true
	expects, drops := d.in.Op == "mbarrier.arrive.expect_tx", d.in.Op == "mbarrier.arrive_drop"
	o.exec = func(w *warp, in *inst, mask uint32) status {
		w.checkTogether(in, mask)
		for m := mask; m != 0 && !w.m().stopped; m &= m - 1 {
			l := onlyBit(m)
			b := w.barrierAt(in, l, &in.mem[0])
			if b == nil {
				return next
			}
			n := 1
			if len(in.src) > 0 {
				n = int(uint32(w.rows[in.src[0]][l]))
			}
			w.rows[in.d][l] = uint64(b.index)
			if expects {
				b.expect(w, in, l, n)
				n = 1
			}
			if drops {
				b.count -= n
			}
			b.arrive(w, in, l, n)
		}
		return next
	}
}

// checkTogether reports an arrival that speaks for other lanes of the warp, which may still be at their accesses: the lanes of
// a warp run in lockstep here, but no rule of PTX makes them.
func (w *warp) checkTogether(in *inst, mask uint32) {
	if others := w.loose &^ mask; others != 0 && !w.m().cfg.Lenient {
		w.m().report(Race, w, in, mask, "lanes %08x arrive, lanes %08x have accessed shared memory since the warp last came together (bar.warp.sync)", mask, others)
	}
}

// expect raises the bytes that the phase waits for.
func (b *mbarrier) expect(w *warp, in *inst, l, n int) {
	b.tx += n
	if n < 0 || b.tx > maxTx {
		w.m().report(Transactions, w, in, 1<<l, "the mbarrier at 0x%x expects %d bytes, more than %d", b.addr, b.tx, maxTx)
	}
}

// arrive counts n arrivals of the warp.
func (b *mbarrier) arrive(w *warp, in *inst, l, n int) {
	m := w.m()
	b.cta.touchedBy(w, in)
	if in.src0.Has("relaxed") || m.cfg.Strict && b.cta != w.cta && !in.src0.Has("cluster") {
		w.tick()
	} else {
		w.release(&b.order)
	}
	b.time = max(b.time, w.time)
	b.ever[w] = in.pc
	b.now[w] += n
	m.progress++
	if n < 1 || n > b.pending {
		r := m.report(ArrivalOverflow, w, in, 1<<l, "%d arrivals at the mbarrier at 0x%x, which waits for %d of %d in phase %d", n, b.addr, b.pending, b.count, b.index)
		m.noteInst(r, b.initPC, "initialized here for %d arrivals", b.count)
		m.stopped = true
		return
	}
	b.pending -= n
	b.check(w, in)
}

// completeTx counts bytes that a copy has written.
func (b *mbarrier) completeTx(w *warp, in *inst, n int) {
	b.tx -= n
	w.m().progress++
	if b.tx < -maxTx {
		w.m().report(Transactions, w, in, 0, "the mbarrier at 0x%x received %d bytes more than were expected", b.addr, -b.tx)
		return
	}
	b.check(w, in)
}

// check completes the phase when nothing is missing.
func (b *mbarrier) check(w *warp, in *inst) {
	if b.pending != 0 || b.tx != 0 {
		return
	}
	if b.flying > 0 {
		r := w.m().report(Transactions, w, in, 0, "phase %d of the mbarrier at 0x%x completes while %d copies for it are under way: fewer bytes were expected than are copied", b.index, b.addr, b.flying)
		w.m().noteInst(r, b.copyInst.pc, "the last copy was issued here by warp %d", b.copier.id)
		return
	}
	b.order.generic.set(b.agent, uint32(b.index+1))
	b.last, b.lastTime = *b.order.clone(), b.time
	b.index++
	b.pending = b.count
	clear(b.now)
}

// passed says whether the phase of the given parity has completed.
func (b *mbarrier) passed(parity uint32) bool { return uint32(b.index)&1 != parity&1 }

// decodeWait is test_wait and try_wait. try_wait blocks until the phase is over; test_wait answers at once.
func decodeWait(d *decoder) {
	args, o := d.in.Args, d.out
	o.d = d.dest(&args[0])
	d.addAddress(1, d.space())
	d.takeSources(args[2:3])
	o.visible = true
	parity := d.in.Op == "mbarrier.test_wait.parity" || d.in.Op == "mbarrier.try_wait.parity"
	blocks := d.in.Op == "mbarrier.try_wait" || d.in.Op == "mbarrier.try_wait.parity"
	over := func(b *mbarrier, v uint64) bool {
		if parity {
			return b.passed(uint32(v))
		}
		return b.index != int(v)
	}
	o.exec = func(w *warp, in *inst, mask uint32) status {
		first := onlyBit(mask)
		b := w.barrierAt(in, first, &in.mem[0])
		if b == nil {
			return next
		}
		v := w.rows[in.src[0]][first]
		if !w.uniform(in, mask) {
			return w.waitEach(in, mask, over)
		}
		pass := func() { w.pass(in, b); w.fill(in.d, mask, 1) }
		what := waiting{text: "mbarrier", bar: b, parity: uint32(v) & 1}
		switch {
		case over(b, v):
			pass()
		case blocks:
			return w.wait(in, what, func() bool { return over(b, v) }, pass)
		default:
			w.fill(in.d, mask, 0)
			w.poll(in, what)
		}
		return next
	}
}

// pass takes over what the completed phase has seen.
func (w *warp) pass(in *inst, b *mbarrier) {
	if !in.src0.Has("relaxed") {
		w.acquire(&b.last)
	}
	w.reach(b.lastTime)
}

// uniform says that all active lanes wait for the same phase of the same barrier.
func (w *warp) uniform(in *inst, mask uint32) bool {
	a, v := &w.rows[in.mem[0].base], &w.rows[in.src[0]]
	first := onlyBit(mask)
	for m := mask; m != 0; m &= m - 1 {
		if l := onlyBit(m); a[l] != a[first] || v[l] != v[first] {
			return false
		}
	}
	return true
}

// waitEach answers every lane at once.
func (w *warp) waitEach(in *inst, mask uint32, over func(b *mbarrier, v uint64) bool) status {
	for m := mask; m != 0; m &= m - 1 {
		l := onlyBit(m)
		b := w.barrierAt(in, l, &in.mem[0])
		if b == nil {
			return next
		}
		v := w.rows[in.src[0]][l]
		ok := over(b, v)
		w.rows[in.d][l] = boolean(ok)
		if ok {
			w.pass(in, b)
		} else {
			w.poll(in, waiting{text: "mbarrier", bar: b, parity: uint32(v) & 1})
		}
	}
	return next
}

// poll notes that the warp asked in vain and lets others run.
func (w *warp) poll(in *inst, what waiting) {
	w.tired, w.polling, w.pollPC = true, &what, in.pc
}
