package emu

import (
	"fmt"
	"math/bits"
)

// quantum is how many instructions a warp runs at most before another has a turn.
const quantum = 1 << 14

// historyLength is how many visible steps of a warp a report shows.
const historyLength = 6

// warp is 32 threads in lockstep.
type warp struct {
	cta   *cta
	group *warpGroup
	id    int // in the CTA
	rows  []row
	live  uint32 // threads that have not exited

	splits []*split // threads by program counter; one as a rule
	tired  bool     // it polled without success, or its quantum is over
	spent  int      // instructions of its quantum

	polling      *waiting // what it polled last without success
	pollPC       int
	clusterPhase *phase // of the cluster barrier, between arrive and wait

	self    agent
	order   order
	cpAsync cpAsyncState

	written []uint32 // by register: when it was written last
	flight  []uint32 // by register: the wgmma group that may still write or read it, 0 if none
	flights int      // registers in flight
	loose   uint32   // lanes that have accessed shared memory since the warp last came together
	seq     uint32   // instructions so far
	fenced  uint32   // seq at the last wgmma.fence
	regs    int      // registers a thread, as setmaxnreg left them
	resized *inst    // the last setmaxnreg
	wgmma   wgmmaState
	stores  map[int]*storeState // by lane
	locals  [][]byte            // by lane

	acquired map[*mapLine]acquired

	past [historyLength]int // instructions that others could notice
	np   int
	time int64
}

// split is the threads of a warp that stand at one instruction.
type split struct {
	pc     int
	mask   uint32
	parked bool     // it waits for other threads of the warp
	block  *blocker // it waits for another agent
}

// blocker is what a split waits for.
type blocker struct {
	ready func() bool
	then  func() // runs when it is ready, before the split goes on
	what  waiting
}

// waiting describes a wait, for the deadlock report.
type waiting struct {
	text    string
	bar     *mbarrier
	parity  uint32
	nb      *namedBarrier
	cluster bool       // the cluster barrier
	need    int        // registers
	group   *warpGroup // its wgmma group target
	target  int
	since   int64
}

func newWarp(t *cta, id int) *warp {
	m := t.cluster.m
	w := &warp{cta: t, id: id, regs: m.registers}
	w.rows = make([]row, m.prog.regs+len(m.prog.rows))
	for i, value := range m.prog.rows {
		for l := range 32 {
			w.rows[m.prog.regs+i][l] = value(w, l)
		}
	}
	threads := min(m.threads-32*id, 32)
	w.live = uint32(1<<threads - 1)
	w.splits = []*split{{mask: w.live}}
	name := fmt.Sprintf("warp %d", id)
	if len(t.cluster.ctas) > 1 {
		name = fmt.Sprintf("warp %d of CTA %d", id, t.rank)
	}
	w.self = t.cluster.newAgent(warpAgent, name)
	w.order.generic.set(w.self, 1)
	w.written = make([]uint32, m.prog.regs)
	w.flight = make([]uint32, m.prog.regs)
	return w
}

func (w *warp) m() *machine { return w.cta.cluster.m }

// tid is the thread index of a lane.
func (w *warp) tid(lane int) [3]int {
	b, t := w.m().block, 32*w.id+lane
	return [3]int{t % b[0], t / b[0] % b[1], t / (b[0] * b[1])}
}

// now is the warp's current step.
func (w *warp) now() epoch { return epoch{w.self, w.order.generic.at(w.self)} }

// tick starts a new step: what comes is not covered by what others have seen so far.
func (w *warp) tick() { w.order.generic.set(w.self, w.order.generic.at(w.self)+1) }

// release hands what w has seen to a synchronisation object.
func (w *warp) release(o *order) {
	o.join(&w.order)
	w.tick()
}

// acquire takes over what a synchronisation object has seen.
func (w *warp) acquire(o *order) { w.order.join(o) }

// proxyFence makes all that w has seen visible to the async proxy.
func (w *warp) proxyFence() {
	w.order.async.join(w.order.generic)
	w.tick()
}

func (w *warp) runnable() bool {
	for _, s := range w.splits {
		if !s.parked && (s.block == nil || s.block.ready()) {
			return true
		}
	}
	return false
}

// pick is the split to run next: the lowest program counter among those that can go on.
func (w *warp) pick() *split {
	var best *split
	for _, s := range w.splits {
		if s.parked || s.block != nil && !s.block.ready() {
			continue
		}
		if best == nil || s.pc < best.pc {
			best = s
		}
	}
	if best != nil && best.block != nil {
		b := best.block
		best.block = nil
		b.then()
		w.m().event("wait", b.what.text, w, &w.m().prog.code[best.pc], b.what.since, w.time)
		best.pc++
		w.merge(best)
	}
	return best
}

// run executes instructions until the warp blocks, another warp should have a turn or the run is over.
func (w *warp) run() {
	m := w.m()
	for ; w.spent < quantum; w.spent++ {
		s := w.pick()
		if s == nil {
			w.checkParked()
			return
		}
		if w.step(s) || m.stopped || w.live == 0 || w.tired {
			return
		}
	}
	w.tired = true
}

// step executes one instruction of a split; true means that another warp should have a turn.
func (w *warp) step(s *split) bool {
	m := w.m()
	in := &m.prog.code[s.pc]
	if in.gather != alone && !w.gathered(s, in) {
		s.parked = true
		return false
	}
	if in.gather != alone {
		w.loose = 0
	}
	mask := s.mask
	if in.pred >= 0 {
		mask &= w.predicate(in)
	}
	w.seq++
	m.stats.WarpInstructions++
	m.stats.ThreadInstructions += int64(bits.OnesCount32(mask))
	if m.stats.WarpInstructions > m.budget {
		m.report(Limit, w, in, s.mask, "the launch has executed %d warp instructions", m.budget)
		return true
	}
	if mask == 0 {
		s.pc++
		w.merge(s)
		return false
	}
	if in.gather == aligned && mask != s.mask {
		m.report(Divergence, w, in, mask, "an .aligned instruction runs under a guard that only lanes %08x of %08x meet", mask, s.mask)
		return true
	}
	if w.flights > 0 {
		w.checkFlight(in, mask)
	}
	if in.visible {
		w.past[w.np%historyLength] = s.pc
		w.np++
	}
	w.time++
	w.polling = nil
	switch in.exec(w, in, mask) {
	case next:
		for _, r := range in.defs {
			w.written[r] = w.seq
		}
		s.pc++
		w.merge(s)
	case blocked:
		return true
	}
	return in.visible && m.cfg.Schedule.Mode != InOrder && m.rng.IntN(4) == 0
}

// predicate is the mask of lanes that meet the guard.
func (w *warp) predicate(in *inst) uint32 {
	var mask uint32
	for l, v := range &w.rows[in.pred] {
		mask |= uint32(v&1) << l
	}
	if in.predNot {
		mask = ^mask
	}
	return mask
}

// merge joins the split with others that stand at the same instruction.
func (w *warp) merge(s *split) {
	if len(w.splits) == 1 {
		return
	}
	kept := w.splits[:0]
	for _, o := range w.splits {
		if o != s && o.pc == s.pc && o.block == nil {
			s.mask |= o.mask
			s.parked = false
			continue
		}
		kept = append(kept, o)
	}
	w.splits = kept
}

// gathered says whether all threads that the instruction needs stand at it.
func (w *warp) gathered(s *split, in *inst) bool {
	need := w.live
	if in.gather == members {
		need &= uint32(w.rows[in.src[in.maskAt]][onlyBit(s.mask)])
	}
	return need&^s.mask == 0
}

// checkParked reports threads that wait for others of their warp that can never come.
func (w *warp) checkParked() {
	for _, s := range w.splits {
		if !s.parked {
			return
		}
	}
	if len(w.splits) == 0 {
		return
	}
	s := w.splits[0]
	in := &w.m().prog.code[s.pc]
	r := w.m().report(Divergence, w, in, s.mask, "lanes %08x wait here for the others of their warp, lanes %08x", s.mask, w.live&^s.mask)
	for _, o := range w.splits[1:] {
		w.m().noteInst(r, o.pc, "lanes %08x are here", o.mask)
	}
}

// current is the split that executes: the one at the instruction with these lanes.
func (w *warp) current(in *inst) *split {
	for _, s := range w.splits {
		if s.pc == in.pc && s.block == nil {
			return s
		}
	}
	return nil
}

// wait blocks the executing split.
func (w *warp) wait(in *inst, what waiting, ready func() bool, then func()) status {
	what.since = w.time
	w.current(in).block = &blocker{ready, then, what}
	return blocked
}

func execBranch(w *warp, in *inst, mask uint32) status {
	s := w.current(in)
	if mask != s.mask {
		s.mask &^= mask
		s.pc++
		w.merge(s)
		s = &split{mask: mask}
		w.splits = append(w.splits, s)
	}
	s.pc = in.target
	w.merge(s)
	return jumped
}

func execExit(w *warp, in *inst, mask uint32) status {
	s := w.current(in)
	w.exiting(in, mask)
	w.live &^= mask
	w.cta.cluster.checkBarrier() // which may have waited for this warp only
	s.mask &^= mask
	s.pc++
	if s.mask != 0 {
		w.merge(s)
	} else {
		kept := w.splits[:0]
		for _, o := range w.splits {
			if o != s {
				kept = append(kept, o)
			}
		}
		w.splits = kept
	}
	for _, o := range w.splits {
		o.parked = false
	}
	return jumped
}

// history are the warp's last visible steps, oldest first.
func (w *warp) history() []string {
	var lines []string
	for i := max(0, w.np-historyLength); i < w.np; i++ {
		in := &w.m().prog.code[w.past[i%historyLength]]
		lines = append(lines, fmt.Sprintf("%s: %s", locOf(in.src0), w.m().text(in)))
	}
	return lines
}
