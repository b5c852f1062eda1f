package emu

import (
	"fmt"

	"tawa/emu/tensor"
	"tawa/ptx"
)

// warpGroup is four warps whose first has a rank that is a multiple of four.
type warpGroup struct {
	cta      *cta
	index    int
	warps    []*warp
	produces bool  // it has issued bulk loads
	agent    agent // its wgmma groups, where they complete for all four warps at once
}

// wgmmaState is a warp's share of the wgmma groups.
type wgmmaState struct {
	open      []*wgmmaOp
	groups    [][]*wgmmaOp // committed and not complete
	committed int
	completed int
	waited    int   // groups that this warp has waited for
	agent     agent // with Strict: the warp's own
	end       int64 // model time at which the last completed group ended
}

// wgmmaOp is one warp's share of one wgmma.
type wgmmaOp struct {
	run  func() error
	end  int64   // model time
	regs []int32 // in flight
	in   *inst
}

// wgmmaInst is a decoded wgmma.mma_async.
type wgmmaInst struct {
	tensor.Wgmma
	d, a         []int32
	aDesc, bDesc int32
	scale        int32
}

var wgmmaOps = map[string]func(d *decoder){
	"wgmma.fence":        wgmmaSimple(execWgmmaFence),
	"wgmma.commit_group": wgmmaSimple(execWgmmaCommit),
	"wgmma.wait_group": func(d *decoder) {
		wgmmaSimple(execWgmmaWait)(d)
		if d.out.imm = d.imm(0); d.out.imm < 0 || d.out.imm > 7 {
			d.fail("wgmma.wait_group takes a number from 0 to 7")
		}
	},
	"wgmma.mma_async": decodeWgmma,
}

func wgmmaSimple(exec func(w *warp, in *inst, mask uint32) status) func(d *decoder) {
	return func(d *decoder) { d.out.exec, d.out.visible, d.out.gather = exec, true, aligned }
}

func decodeWgmma(d *decoder) {
	shape, err := tensor.ParseWgmma(append([]string{"mma_async"}, d.in.Mods...))
	if err != nil {
		d.fail("%v", err)
		return
	}
	g, args, o := &wgmmaInst{Wgmma: shape}, d.in.Args, d.out
	o.gather, o.visible, o.data = aligned, true, g
	g.d = d.dests(&args[0])
	o.defs = nil // they are written when the group completes
	g.ARegs = args[1].Kind == ptx.Vector
	if g.ARegs {
		g.a = d.sources(&args[1])
	} else {
		g.aDesc = d.source(&args[1])
	}
	g.bDesc = d.source(&args[2])
	g.scale = d.p.one
	if args[3].Kind == ptx.Register {
		g.scale = d.source(&args[3])
	} else if args[3].Bits == 0 {
		g.scale = d.p.zero
	}
	o.uses = nil // checkWgmma looks after the registers
	d.wgmmaImmediates(g, args[4:])
	if len(g.d) != g.DRegs() || g.ARegs && len(g.a) != 4 {
		d.fail("`%s` takes %d registers of D and, if A is in registers, 4 of A", d.in.Name(), g.DRegs())
	}
	o.exec = execWgmma
}

// wgmmaImmediates reads imm-scale-a, imm-scale-b and the transpositions of operands in shared memory.
func (d *decoder) wgmmaImmediates(g *wgmmaInst, imms []ptx.Operand) {
	get := func(i int, allowed ...int64) int64 {
		v := int64(imms[i].Bits)
		for _, a := range allowed {
			if v == a {
				return v
			}
		}
		d.fail("immediate %d of `%s` is %d, allowed are %v", i+1, d.in.Op, v, allowed)
		return 0
	}
	if len(imms) == 0 {
		return
	}
	want := 2
	if g.A.Bits() == 16 {
		want = 4
		if g.ARegs {
			want = 3
		}
	}
	if g.A.Integer() {
		want = 0
	}
	if len(imms) != want {
		d.fail("`%s` takes %d immediates here, these are %d", d.in.Op, want, len(imms))
		return
	}
	g.NegA, g.NegB = get(0, 1, -1) < 0, get(1, 1, -1) < 0
	switch want {
	case 3:
		g.TransB = get(2, 0, 1) == 1
	case 4:
		g.TransA, g.TransB = get(2, 0, 1) == 1, get(3, 0, 1) == 1
	}
}

// wgmmaEpoch is the step at which the group that is open now completes.
func (w *warp) wgmmaEpoch() epoch { return epoch{*w.wgmmaAgent(), uint32(w.wgmma.committed + 1)} }

func (w *warp) wgmmaAgent() *agent {
	a, name := &w.group.agent, fmt.Sprintf("a wgmma of warp group %d", w.group.index)
	if w.m().cfg.Strict {
		a, name = &w.wgmma.agent, fmt.Sprintf("a wgmma of warp %d", w.id)
	}
	if *a == 0 {
		*a = w.cta.cluster.newAgent(wgmmaAgent, name)
	}
	return a
}

func execWgmmaFence(w *warp, in *inst, mask uint32) status {
	w.fenced = w.seq
	return next
}

// execWgmma issues a warp's share: it checks registers, descriptors and shared memory and computes when its group
// completes.
func execWgmma(w *warp, in *inst, mask uint32) status {
	g, m := in.data.(*wgmmaInst), w.m()
	if len(w.group.warps) != 4 {
		m.report(Divergence, w, in, mask, "wgmma needs a whole warp group, this one has %d warps", len(w.group.warps))
		return next
	}
	scaleD := w.rows[g.scale][0] != 0
	w.checkWgmma(in, g, mask, scaleD)
	var desc [2]uint64
	for i, r := range []int32{g.aDesc, g.bDesc} {
		if i == 0 && g.ARegs {
			continue
		}
		if desc[i] = w.rows[r][0]; !w.descriptor(in, g, r, i == 1) {
			return next
		}
	}
	var a []*row
	if g.ARegs {
		a = w.pointers(g.a)
	}
	d, smem, id := w.pointers(g.d), w.cta.shared.data, w.id&3
	op := &wgmmaOp{in: in, regs: append(append([]int32(nil), g.d...), g.a...)}
	op.run = func() error { return g.Run(id, d, a, desc[0], desc[1], smem, scaleD) }
	w.wgmma.open = append(w.wgmma.open, op)
	w.fly(g)
	m.stats.Wgmmas++
	op.end = w.wgmmaTime(g.N)
	m.event("wgmma", in.src0.Mods[2], w, in, w.time, op.end)
	return next
}

// fly marks the registers of a wgmma as in flight: 2·group+1 for D, 2·group for A.
func (w *warp) fly(g *wgmmaInst) {
	group := uint32(w.wgmma.committed + 1)
	set := func(regs []int32, v uint32) {
		for _, r := range regs {
			if int(r) >= len(w.flight) {
				continue
			}
			if w.flight[r] == 0 {
				w.flights++
			}
			w.flight[r] = max(w.flight[r]|v&1, v)
		}
	}
	set(g.d, 2*group+1)
	set(g.a, 2*group)
}

// checkWgmma checks that D and A may be used: fenced since they were written, and D not read before it was written.
func (w *warp) checkWgmma(in *inst, g *wgmmaInst, mask uint32, scaleD bool) {
	m := w.m()
	if w.fenced == 0 {
		m.report(Accumulator, w, in, mask, "no wgmma.fence before the first wgmma")
		return
	}
	for i, r := range append(append([]int32(nil), g.d...), g.a...) {
		if int(r) >= len(w.written) {
			continue
		}
		name, isD := m.prog.fn.Regs[r].Name, i < len(g.d)
		switch {
		case w.written[r] > w.fenced:
			m.report(Accumulator, w, in, mask, "register %s of the wgmma was written after the last wgmma.fence", name)
			return
		case !isD && w.flight[r]&1 != 0:
			m.report(Accumulator, w, in, mask, "register %s of A is the accumulator of a wgmma that has not been waited for", name)
			return
		case isD && scaleD && w.written[r] == 0 && w.flight[r] == 0:
			m.report(Uninitialized, w, in, mask, "the wgmma adds to register %s, which nothing has written", name)
			return
		}
	}
}

// descriptor checks one matrix descriptor and records the reads; false after a report.
func (w *warp) descriptor(in *inst, g *wgmmaInst, r int32, isB bool) bool {
	m, desc := w.m(), w.rows[r][0]
	name := "A"
	if isB {
		name = "B"
	}
	for _, v := range w.rows[r] {
		if v != desc {
			m.report(BadDescriptor, w, in, allLanes, "the descriptor of %s differs between lanes: %#x and %#x", name, desc, v)
			return false
		}
	}
	if text := g.Check(desc, isB); text != "" {
		m.report(BadDescriptor, w, in, allLanes, "descriptor %#x of %s: %s", desc, name, text)
		return false
	}
	a := access{w: w, in: in, lanes: allLanes, self: w.wgmmaEpoch(), after: &w.order, async: true, late: true, what: "wgmma"}
	ok := true
	g.Chunks(desc, isB, w.id&3, func(addr uint32) {
		switch {
		case !ok:
		case !w.cta.shared.inside(addr, cellBytes):
			m.report(OutOfBounds, w, in, allLanes, "descriptor %#x of %s reaches shared address 0x%x; the CTA has 0x%x to 0x%x", desc, name, addr, sharedBase, len(w.cta.shared.data))
			ok = false
		default:
			w.cta.shared.touch(&a, addr, cellBytes, false)
		}
	})
	return ok
}

func execWgmmaCommit(w *warp, in *inst, _ uint32) status {
	s := &w.wgmma
	s.groups = append(s.groups, s.open)
	s.open = nil
	s.committed++
	return next
}

// execWgmmaWait waits until at most imm groups are pending. Unless Strict, a group completes for the four warps at
// once, so all four must have committed it.
func execWgmmaWait(w *warp, in *inst, _ uint32) status {
	target := w.wgmma.committed - int(in.imm)
	if target <= w.wgmma.waited {
		return next
	}
	ready := func() bool {
		if w.m().cfg.Strict {
			return true
		}
		for _, o := range w.group.warps {
			if o.wgmma.committed < target {
				return false
			}
		}
		return true
	}
	pass := func() { w.wgmmaDone(in, target) }
	if ready() {
		pass()
		return next
	}
	return w.wait(in, waiting{text: fmt.Sprintf("wgmma group %d of all four warps of its warp group", target), group: w.group, target: target}, ready, pass)
}

// wgmmaDone completes groups up to target and frees this warp's registers of them.
func (w *warp) wgmmaDone(in *inst, target int) {
	warps := w.group.warps
	if w.m().cfg.Strict {
		warps = []*warp{w}
	}
	for _, o := range warps {
		for o.wgmma.completed < target {
			o.completeGroup()
		}
	}
	w.wgmma.waited = target
	w.reach(w.wgmma.end)
	w.order.generic.set(*w.wgmmaAgent(), uint32(target))
	for r, v := range w.flight {
		if v != 0 && int(v/2) <= target {
			w.flight[r] = 0
			w.flights--
			w.written[r] = max(w.written[r], 1)
		}
	}
}

// completeAny completes the oldest group that all four warps have committed; with Strict, one warp's share of it.
func (g *warpGroup) completeAny() {
	ready := func(w *warp) bool { return w.wgmma.completed < w.wgmma.committed }
	if g.cta.cluster.m.cfg.Strict {
		if w := g.warps[g.cta.cluster.m.rng.IntN(len(g.warps))]; ready(w) {
			w.completeGroup()
		}
		return
	}
	for _, w := range g.warps {
		if !ready(w) {
			return
		}
	}
	for _, w := range g.warps {
		w.completeGroup()
	}
}

// completeGroup computes the oldest committed group of a warp.
func (w *warp) completeGroup() {
	s := &w.wgmma
	for _, op := range s.groups[0] {
		s.end = max(s.end, op.end)
		if err := op.run(); err != nil {
			w.m().report(OutOfBounds, w, op.in, allLanes, "wgmma: %v", err)
		}
	}
	s.groups = s.groups[1:]
	s.completed++
}

// checkFlight reports the use of registers that a pending wgmma writes, or writes to those that it reads.
func (w *warp) checkFlight(in *inst, mask uint32) {
	for _, r := range in.uses {
		if int(r) < len(w.flight) && w.flight[r]&1 != 0 {
			w.m().report(Accumulator, w, in, mask, "register %s is read while a wgmma that has not been waited for may still write it", w.m().prog.fn.Regs[r].Name)
			return
		}
	}
	for _, r := range in.defs {
		if int(r) < len(w.flight) && w.flight[r] != 0 {
			w.m().report(Accumulator, w, in, mask, "register %s is written while a wgmma that has not been waited for uses it", w.m().prog.fn.Regs[r].Name)
			return
		}
	}
}

// wgmmaAtExit reports groups that nobody has waited for.
func (w *warp) wgmmaAtExit(in *inst) {
	s := &w.wgmma
	if n := s.committed - s.waited; n > 0 || len(s.open) > 0 {
		w.m().report(PendingAtExit, w, in, w.live, "the warp exits with %d wgmma groups that it has not waited for", n+min(len(s.open), 1))
	}
}
