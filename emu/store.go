package emu

import (
	"fmt"
)

// storeState is the bulk groups of one thread: copies that read shared memory.
type storeState struct {
	agent  agent // group i has read its bytes at clock i
	open   []*bulkStore
	groups [][]*bulkStore // committed; index 0 is group `first`+1
	first  int            // groups that have left the list
	read   int            // groups whose reads the thread has waited for
	pc     int            // the last store
}

// bulkStore is one bulk store in two steps.
type bulkStore struct {
	read, write *pendingOp
	end         int64 // model time
}

func (w *warp) storesOf(l int) *storeState {
	if w.stores == nil {
		w.stores = map[int]*storeState{}
	}
	s := w.stores[l]
	if s == nil {
		s = &storeState{agent: w.cta.cluster.newAgent(storeAgent, fmt.Sprintf("a bulk store of warp %d, lane %d", w.id, l))}
		w.stores[l] = s
	}
	return s
}

// simpleLanes is an instruction on the bulk groups of each thread.
func simpleLanes(f func(s *storeState)) func(d *decoder) {
	return func(d *decoder) {
		d.out.visible = true
		d.out.exec = eachLane(func(w *warp, _ *inst, l int) { f(w.storesOf(l)) })
	}
}

// commit closes the open group, empty or not.
func (s *storeState) commit() {
	s.groups = append(s.groups, s.open)
	s.open = nil
}

func decodeBulkWait(d *decoder) {
	d.out.imm, d.out.visible = d.imm(0), true
	reads := d.in.Has("read")
	d.out.exec = eachLane(func(w *warp, in *inst, l int) { w.storesOf(l).wait(w, int(in.imm), reads) })
}

// wait lets all groups but the last n happen: their reads, or all of them.
func (s *storeState) wait(w *warp, n int, reads bool) {
	done := len(s.groups) - n
	for i := 0; i < done; i++ {
		for _, op := range s.groups[i] {
			w.reach(op.end)
			w.cta.cluster.force(op.read)
			if !reads {
				w.cta.cluster.force(op.write)
			}
		}
	}
	if done > 0 {
		s.read = max(s.read, s.first+done)
		w.order.generic.set(s.agent, uint32(s.read))
		if !reads {
			s.groups = s.groups[done:]
			s.first += done
		}
	}
}

// atExit reports stores whose reads the thread has not waited for.
func (s *storeState) atExit(w *warp, in *inst, l int) {
	if n := s.first + len(s.groups) - s.read; n > 0 || len(s.open) > 0 {
		r := w.m().report(PendingAtExit, w, in, 1<<l, "lane %d exits while %d of its bulk store groups may still read shared memory", l, n+len(s.open))
		w.m().noteInst(r, s.pc, "the last store was issued here")
	}
}

func execTensorStore(w *warp, in *inst, mask uint32) status {
	for m := mask; m != 0 && !w.m().stopped; m &= m - 1 {
		w.tensorStore(in, onlyBit(m), in.data.(*tensorCopy))
	}
	return next
}

// tensorStore issues one lane's store or reduction.
func (w *warp) tensorStore(in *inst, l int, c *tensorCopy) {
	m := w.m()
	tm, coords := w.tensorMap(in, l, c)
	if tm == nil {
		return
	}
	t, off, err := w.sharedAddr(uint32(c.shared.at(w, l)))
	if err != nil || t != w.cta {
		m.report(OutOfBounds, w, in, 1<<l, "a bulk store reads shared address 0x%x, which is not in its CTA", c.shared.at(w, l))
		return
	}
	if !w.box(in, l, t, off, tm) {
		return
	}
	w.beginStore(in, l, t, run{off, tm.Footprint()}, boxRuns(tm, coords, off), fmt.Sprintf("store to %v", coords), func(from []byte) {
		tm.Walk(coords, off, func(smem uint32, global uint64, n int, inside bool) {
			if !inside || m.stopped {
				return
			}
			to, err := m.globals.at(global, n)
			if err != nil {
				m.report(OutOfBounds, w, in, 1<<l, "a box at %v writes global address %v", coords, err)
				return
			}
			part := from[smem-off : int(smem-off)+n]
			if c.reduce == "" {
				copy(to, part)
			} else if err := tm.Reduce(c.reduce, to, part); err != nil {
				m.report(Unsupported, w, in, 1<<l, "%v", err)
			}
		})
	})
}

// bulkStore issues one lane's plain bulk store.
func (w *warp) bulkStore(in *inst, l int) {
	m, n, global := w.m(), int(uint32(w.rows[in.src[0]][l])), in.mem[0].at(w, l)
	t, off, err := w.sharedAddr(uint32(in.mem[1].at(w, l)))
	if err != nil || t != w.cta || !w.bulkSize(in, l, t, off, global, n) {
		return
	}
	w.beginStore(in, l, t, run{off, n}, []run{{off, n}}, "bulk store", func(from []byte) {
		to, err := m.globals.at(global, n)
		if err != nil {
			m.report(OutOfBounds, w, in, 1<<l, "a bulk copy writes global address %v", err)
			return
		}
		copy(to, from)
	})
}

// beginStore records that a store reads the runs, which lie in all, and makes its two steps pending.
func (w *warp) beginStore(in *inst, l int, t *cta, all run, runs []run, name string, write func(from []byte)) {
	s, c, begin, end := w.storesOf(l), w.cta.cluster, w.time, w.copyTime(all.n)
	s.pc = in.pc
	if c, tensor := in.data.(*tensorCopy); tensor {
		w.usesMap(in, l, c.tmap.at(w, l), epoch{s.agent, uint32(s.first + len(s.groups) + 1)})
	}
	a := access{w: w, in: in, lanes: 1 << l, self: epoch{s.agent, uint32(s.first + len(s.groups) + 1)}, after: &w.order, async: true, late: true, what: in.src0.Op}
	for _, r := range runs {
		t.shared.touch(&a, r.at, r.n, false)
	}
	w.m().stats.Copies++
	var bytes []byte
	op := &bulkStore{end: end}
	op.write = &pendingOp{run: func() {
		c.force(op.read)
		write(bytes)
		w.m().event("store", name, w, in, begin, end)
	}}
	op.read = c.start(&pendingOp{run: func() {
		bytes = append(bytes, t.shared.data[all.at:int(all.at)+all.n]...)
		if !op.write.done {
			c.start(op.write)
		}
	}})
	s.open = append(s.open, op)
}

// cpAsyncState is the cp.async copies of a warp. Its threads commit and wait together in the kernels we know, so the
// groups are counted by warp.
type cpAsyncState struct {
	agent  agent
	step   int // copies issued now are done at clock step+1
	open   []*pendingOp
	groups []cpGroup
}

type cpGroup struct {
	ops  []*pendingOp
	step int
}

// decodeCpAsync: [shared], [global], bytes{, bytes to read, the rest is zero}.
func decodeCpAsync(d *decoder) {
	o, args := d.out, d.in.Args
	o.mem = []address{d.address(&args[0], d.space()), d.address(&args[1], 0)}
	o.mem[0].space, o.mem[1].space = sharedSpace, 1
	o.imm = d.imm(2)
	o.src = []int32{d.p.constant(uint64(o.imm))}
	if len(args) > 3 {
		o.src[0] = d.source(&args[3])
	}
	o.visible = true
	if n := o.imm; n != 16 && (d.in.Has("cg") || n != 4 && n != 8) {
		d.fail("cp.async copies 4, 8 or 16 bytes (.cg only 16), this is %d", n)
	}
	o.exec = execCpAsync
}

func execCpAsync(w *warp, in *inst, mask uint32) status {
	m, s, n := w.m(), &w.cpAsync, int(in.imm)
	if s.agent == 0 {
		s.agent = w.cta.cluster.newAgent(cpAsyncAgent, fmt.Sprintf("a cp.async of warp %d", w.id))
	}
	type lane struct{ to, from []byte }
	var lanes []lane
	for k := mask; k != 0; k &= k - 1 {
		l := onlyBit(k)
		to, from, size := in.mem[0].at(w, l), in.mem[1].at(w, l), int(uint32(w.rows[in.src[0]][l]))
		t, off, err := w.sharedAddr(uint32(to))
		if err != nil || t != w.cta || !t.shared.inside(off, n) {
			m.report(OutOfBounds, w, in, 1<<l, "cp.async of %d bytes to shared address 0x%x", n, to)
			return next
		}
		if off%uint32(n) != 0 || size > 0 && from%uint64(n) != 0 || size > n {
			m.report(Misaligned, w, in, 1<<l, "cp.async of %d bytes (%d read) from 0x%x to 0x%x", n, size, from, to)
			return next
		}
		var src []byte
		if size > 0 {
			if src, err = m.globals.at(from, size); err != nil {
				m.report(OutOfBounds, w, in, 1<<l, "cp.async reads global address %v", err)
				return next
			}
		}
		a := access{w: w, in: in, lanes: 1 << l, self: epoch{s.agent, uint32(s.step + 1)}, after: &w.order, late: true, what: "cp.async"}
		t.shared.touch(&a, off, n, true)
		lanes = append(lanes, lane{t.shared.data[off : int(off)+n], src})
	}
	s.open = append(s.open, w.cta.cluster.start(&pendingOp{run: func() {
		for _, l := range lanes {
			clear(l.to[copy(l.to, l.from):])
		}
	}}))
	return next
}

func execCpCommit(w *warp, _ *inst, _ uint32) status {
	s := &w.cpAsync
	s.step++
	s.groups = append(s.groups, cpGroup{s.open, s.step})
	s.open = nil
	return next
}

func decodeCpWait(d *decoder) {
	all := d.in.Op == "cp.async.wait_all"
	if !all {
		d.out.imm = d.imm(0)
	}
	d.out.visible = true
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		if all {
			execCpCommit(w, in, mask)
		}
		w.cpAsync.wait(w, int(in.imm))
		return next
	}
}

// wait lets all groups but the last n happen.
func (s *cpAsyncState) wait(w *warp, n int) {
	for len(s.groups) > n {
		g := s.groups[0]
		for _, op := range g.ops {
			w.cta.cluster.force(op)
		}
		w.order.generic.set(s.agent, uint32(g.step))
		s.groups = s.groups[1:]
	}
}

// cpAsyncArrive arrives when all cp.async before it are done. Without .noinc the arrival is added to those that the
// phase waits for.
func cpAsyncArrive(w *warp, in *inst, l int, b *mbarrier, _ uint64) {
	s := &w.cpAsync
	var before []*pendingOp
	for _, g := range s.groups {
		before = append(before, g.ops...)
	}
	before = append(before, s.open...)
	s.step++
	seen := w.order.clone()
	seen.generic.set(s.agent, uint32(s.step))
	w.tick()
	if !in.src0.Has("noinc") {
		b.pending++
	}
	w.cta.cluster.start(&pendingOp{run: func() {
		for _, op := range before {
			w.cta.cluster.force(op)
		}
		b.order.join(seen)
		b.arrive(w, in, l, 1)
	}})
}
