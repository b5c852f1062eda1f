package emu

import (
	"fmt"

	"tawa/ptx"
)

// phase is one use of a barrier: what those who arrived have seen, and whether all have.
type phase struct {
	order order
	done  bool
	time  int64 // model time of the last arrival
	votes votes // of bar.red
}

// namedBarrier is one of the sixteen barriers of a CTA.
type namedBarrier struct {
	id       int
	expected int // threads, 0 while nobody has arrived
	arrived  int
	first    int // the instruction that set expected
	who      []*warp
	phase    *phase
	ever     map[*warp]int // warps that have used it and where
}

// votes are what the threads of a bar.red said.
type votes struct{ threads, yes int }

var barrierOps = map[string]func(d *decoder){
	"bar.sync":               decodeBarrier,
	"bar.arrive":             decodeBarrier,
	"bar.red":                decodeBarrierReduce,
	"barrier.sync":           decodeBarrier,
	"barrier.arrive":         decodeBarrier,
	"barrier.cluster.arrive": decodeClusterArrive,
	"barrier.cluster.wait":   decodeClusterWait,
}

func decodeBarrier(d *decoder) {
	d.takeSources(d.in.Args)
	d.out.gather, d.out.visible = aligned, true
	sync := d.in.Op == "bar.sync" || d.in.Op == "barrier.sync"
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		b, p := w.arriveNamed(in, mask, in.src, votes{})
		if b == nil || !sync {
			return next
		}
		return w.waitPhase(in, b, p, func() {})
	}
}

// decodeBarrierReduce is bar.red: a vote over all threads of the barrier.
func decodeBarrierReduce(d *decoder) {
	args := d.in.Args
	d.out.d = d.dest(&args[0])
	d.takeSources(args[1:])
	d.out.gather, d.out.visible = aligned, true
	mode, flip := d.in.Mods[0], boolean(d.out.not > 0)
	n := len(d.out.src) - 1
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		var yes uint32
		for m := mask; m != 0; m &= m - 1 {
			l := onlyBit(m)
			yes |= uint32(w.rows[in.src[n]][l]&1^flip) << l
		}
		b, p := w.arriveNamed(in, mask, in.src[:n], votes{ones(mask), ones(yes)})
		if b == nil {
			return next
		}
		return w.waitPhase(in, b, p, func() {
			v := map[string]uint64{"popc": uint64(p.votes.yes), "and": boolean(p.votes.yes == p.votes.threads), "or": boolean(p.votes.yes > 0)}[mode]
			w.fill(in.d, mask, v)
		})
	}
}

// waitPhase waits for the phase and takes over what those who arrived have seen.
func (w *warp) waitPhase(in *inst, b *namedBarrier, p *phase, then func()) status {
	pass := func() { w.acquire(&p.order); w.reach(p.time); then() }
	if p.done {
		pass()
		return next
	}
	return w.wait(in, waiting{text: fmt.Sprintf("named barrier %d", b.id), nb: b}, func() bool { return p.done }, pass)
}

// arriveNamed counts the warp at the barrier of sources id and count; nil means that a report was filed.
func (w *warp) arriveNamed(in *inst, mask uint32, src []int32, vote votes) (*namedBarrier, *phase) {
	m, l := w.m(), onlyBit(mask)
	id, n := int(w.rows[src[0]][l]&0xffffffff), (m.threads+31)&^31
	if len(src) > 1 {
		n = int(w.rows[src[1]][l] & 0xffffffff)
	}
	switch {
	case id > 15:
		m.report(BarrierMisuse, w, in, mask, "there is no named barrier %d, only 0 to 15", id)
		return nil, nil
	case n == 0 || n%32 != 0 || n > (m.threads+31)&^31:
		m.report(BarrierMisuse, w, in, mask, "a barrier of %d threads: the count must be a multiple of 32 from 32 to the CTA's %d", n, m.threads)
		return nil, nil
	}
	b := &w.cta.named[id]
	if b.phase == nil {
		*b = namedBarrier{id: id, phase: &phase{}, ever: map[*warp]int{}}
	}
	if b.arrived == 0 {
		b.expected, b.first = n, in.pc
	} else if b.expected != n {
		r := m.report(BarrierMisuse, w, in, mask, "named barrier %d is used with %d threads here and with %d by others", id, n, b.expected)
		m.noteInst(r, b.first, "the others are here")
		return nil, nil
	}
	for _, o := range b.who {
		if o == w {
			m.report(BarrierMisuse, w, in, mask, "warp %d arrives twice at named barrier %d before it completes", w.id, id)
			return nil, nil
		}
	}
	b.phase.votes.threads += vote.threads
	b.phase.votes.yes += vote.yes
	b.arrived += 32
	b.who = append(b.who, w)
	b.ever[w] = in.pc
	w.release(&b.phase.order)
	p := b.phase
	p.time = max(p.time, w.time)
	if b.arrived == b.expected {
		p.done = true
		b.phase = &phase{}
		b.arrived, b.who = 0, nil
		m.progress++
	}
	return b, p
}

// clusterBarrier is the barrier of all threads of a cluster.
type clusterBarrier struct {
	phase   *phase
	arrived map[*warp]int
}

func decodeClusterArrive(d *decoder) {
	relaxed := d.in.Has("relaxed")
	d.out.gather, d.out.visible = aligned, true
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		b := &w.cta.cluster.barrier
		if b.phase == nil {
			b.phase, b.arrived = &phase{}, map[*warp]int{}
		}
		if w.clusterPhase != nil {
			w.m().report(BarrierMisuse, w, in, mask, "barrier.cluster.arrive twice without a wait between")
			return next
		}
		if !relaxed {
			w.release(&b.phase.order)
		}
		w.clusterPhase = b.phase
		b.arrived[w] = in.pc
		w.cta.cluster.checkBarrier()
		return next
	}
}

// checkBarrier completes the cluster barrier when every warp that has not exited has arrived.
func (c *cluster) checkBarrier() {
	b := &c.barrier
	if b.phase == nil || len(b.arrived) == 0 {
		return
	}
	for _, w := range c.warps {
		if _, ok := b.arrived[w]; !ok && w.live != 0 {
			return
		}
	}
	b.phase.done = true
	b.phase, b.arrived = &phase{}, map[*warp]int{}
	c.m.progress++
}

func decodeClusterWait(d *decoder) {
	d.out.gather, d.out.visible = aligned, true
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		p := w.clusterPhase
		if p == nil {
			w.m().report(BarrierMisuse, w, in, mask, "barrier.cluster.wait without an arrive before")
			return next
		}
		pass := func() { w.acquire(&p.order); w.clusterPhase = nil }
		if p.done {
			pass()
			return next
		}
		return w.wait(in, waiting{text: "the cluster barrier", cluster: true}, func() bool { return p.done }, pass)
	}
}

// sharedSpace is where barrier addresses point.
const sharedSpace = ptx.Shared
