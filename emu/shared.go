package emu

import "fmt"

// sharedBase is the first address of dynamic shared memory: the first kilobyte belongs to the system, as on the GPU.
const sharedBase = 1024

// cellBytes is how many bytes share one record of accesses, until some of them are accessed alone.
const cellBytes = 16

// shared is the shared memory of a CTA, with a record of who touched what last.
type shared struct {
	data  []byte // by shared address; nothing lies below sharedBase
	cells []cell
	bars  map[uint32]*mbarrier
}

// cell is the record of 16 bytes, or of one byte inside `bytes`.
type cell struct {
	write   epoch // the last write
	writer  int32 // its instruction
	barrier bool  // an mbarrier lives here
	reads   []readRecord
	bytes   *[cellBytes]cell
}

// readRecord is the last read of one agent since the last write.
type readRecord struct {
	epoch
	pc int32
}

func newShared(size int) *shared {
	top := (sharedBase + size + cellBytes - 1) &^ (cellBytes - 1)
	return &shared{data: make([]byte, top), cells: make([]cell, top/cellBytes), bars: map[uint32]*mbarrier{}}
}

func (s *shared) inside(addr uint32, n int) bool {
	return addr >= sharedBase && int64(addr)+int64(n) <= int64(len(s.data))
}

// access is one access to shared memory, or a set of them: who, at which step, after what.
type access struct {
	w     *warp
	in    *inst
	lanes uint32
	self  epoch
	after *order
	async bool
	late  bool // self is no step of after's owner: what self has read is not covered by its order
	what  string
}

// touch checks and records a read or a write of n bytes that lie inside.
func (s *shared) touch(a *access, addr uint32, n int, write bool) {
	if a.self.agent == a.w.self {
		a.w.loose |= a.lanes
	}
	for n > 0 {
		c := &s.cells[addr/cellBytes]
		off := int(addr % cellBytes)
		k := min(n, cellBytes-off)
		if k == cellBytes && c.bytes == nil {
			c.touch(a, addr, write)
		} else {
			s.touchBytes(c, a, addr, off, k, write)
		}
		addr += uint32(k)
		n -= k
	}
}

func (s *shared) touchBytes(c *cell, a *access, addr uint32, off, k int, write bool) {
	if c.bytes == nil {
		c.bytes = &[cellBytes]cell{}
		for i := range c.bytes {
			c.bytes[i] = *c
			c.bytes[i].reads = append([]readRecord(nil), c.reads...)
			c.bytes[i].bytes = nil
		}
	}
	for i := off; i < off+k; i++ {
		c.bytes[i].touch(a, addr+uint32(i-off), write)
	}
	if write && k == cellBytes {
		*c = c.bytes[0]
		c.bytes = nil
	}
}

func (c *cell) touch(a *access, addr uint32, write bool) {
	if c.barrier {
		a.w.m().report(BarrierMisuse, a.w, a.in, a.lanes, "%s touches the mbarrier at 0x%x as memory", a.what, addr&^7)
	}
	if c.write.clock == 0 {
		if !write {
			a.w.m().report(Uninitialized, a.w, a.in, a.lanes, "%s reads shared memory at 0x%x that nothing has written", a.what, addr)
		}
	} else if c.write.agent != a.self.agent || a.late {
		c.afterWrite(a, addr, write)
	}
	if write {
		c.afterReads(a, addr)
		c.write, c.writer, c.reads = a.self, int32(a.in.pc), c.reads[:0]
		return
	}
	c.record(a)
}

// afterWrite checks that the access is ordered after the last write, in its own proxy.
func (c *cell) afterWrite(a *access, addr uint32, write bool) {
	m, who := a.w.m(), &a.w.cta.cluster.agents[c.write.agent]
	verb := "reads"
	if write {
		verb = "writes"
	}
	switch {
	case a.after.generic.saw(c.write):
		if a.async && who.generic() && !a.after.async.saw(c.write) && !(m.cfg.Lenient && who.kind == cpAsyncAgent) {
			r := m.report(ProxyFence, a.w, a.in, a.lanes,
				"%s %s shared memory at 0x%x through the async proxy; %s wrote it and no fence.proxy.async lies between", a.what, verb, addr, who.name)
			m.noteInst(r, int(c.writer), "written here")
		}
	case who.kind == copyAgent || who.kind == cpAsyncAgent:
		r := m.report(PendingWrite, a.w, a.in, a.lanes, "%s %s shared memory at 0x%x that %s may still write", a.what, verb, addr, who.name)
		m.noteInst(r, int(c.writer), "the copy was issued here")
	default:
		r := m.report(Race, a.w, a.in, a.lanes, "%s %s shared memory at 0x%x without an order after the write of %s", a.what, verb, addr, who.name)
		m.noteInst(r, int(c.writer), "written here")
	}
}

// afterReads checks that a write is ordered after the reads of what it overwrites.
func (c *cell) afterReads(a *access, addr uint32) {
	for _, r := range c.reads {
		if r.agent == a.self.agent || a.after.generic.saw(r.epoch) {
			continue
		}
		who := &a.w.cta.cluster.agents[r.agent]
		kind, text := Race, "%s overwrites shared memory at 0x%x without an order after the read of %s"
		if who.kind == wgmmaAgent || who.kind == storeAgent {
			kind, text = PendingRead, "%s overwrites shared memory at 0x%x that %s may still read"
		}
		rep := a.w.m().report(kind, a.w, a.in, a.lanes, text, a.what, addr, who.name)
		a.w.m().noteInst(rep, int(r.pc), "read here")
	}
}

// record notes a read; reads that lie before it are dropped, because who is after this one is after them.
func (c *cell) record(a *access) {
	kept := c.reads[:0]
	for _, r := range c.reads {
		if r.agent == a.self.agent || !a.late && a.after.generic.saw(r.epoch) {
			continue
		}
		kept = append(kept, r)
	}
	c.reads = append(kept, readRecord{a.self, int32(a.in.pc)})
}

// mark sets or clears the sign that an mbarrier lives at addr.
func (s *shared) mark(addr uint32, on bool) {
	c := &s.cells[addr/cellBytes]
	if c.bytes == nil {
		c.bytes = &[cellBytes]cell{}
		for i := range c.bytes {
			c.bytes[i] = *c
			c.bytes[i].reads, c.bytes[i].bytes = nil, nil
		}
	}
	for i := range 8 {
		c.bytes[addr%cellBytes+uint32(i)].barrier = on
	}
}

// sharedAddr finds the CTA and the offset behind an address of the cluster's window: rank + 1 in bits 24 to 31, or
// zero there for the own CTA.
func (w *warp) sharedAddr(addr uint32) (*cta, uint32, error) {
	rank := int(addr >> 24)
	if rank == 0 {
		return w.cta, addr, nil
	}
	c := w.cta.cluster
	if rank > len(c.ctas) {
		return nil, 0, fmt.Errorf("shared address 0x%x names CTA %d of a cluster of %d", addr, rank-1, len(c.ctas))
	}
	return c.ctas[rank-1], addr & 0xffffff, nil
}

// mapShared is the cluster address of addr in the CTA of the given rank (mapa).
func mapShared(addr uint32, rank int) uint32 { return addr&0xffffff | uint32(rank+1)<<24 }
