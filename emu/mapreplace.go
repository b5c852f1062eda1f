package emu

import (
	"tawa/emu/tensor"
	"tawa/ptx"
)

const tensorMapBytes = 128

// decodeMapReplace is tensormap.replace: [map], {index,} value. All of the map is read and written: it must be initialized.
func decodeMapReplace(d *decoder) {
	d.addAddress(0, d.space())
	d.takeSources(d.in.Args[1:])
	d.out.visible = true
	field := d.in.Mods[1]
	d.out.exec = eachLane(func(w *warp, in *inst, l int) {
		if w.mapBytes(in, l, &in.mem[0], false) == nil {
			return
		}
		b := w.mapBytes(in, l, &in.mem[0], true)
		if b == nil {
			return
		}
		index, value := uint64(0), w.rows[in.src[len(in.src)-1]][l]
		if len(in.src) > 1 {
			index = w.rows[in.src[0]][l]
		}
		if err := tensor.ReplaceField(b, field, int(uint32(index)), value); err != nil {
			w.m().report(BadDescriptor, w, in, 1<<l, "%v", err)
		}
	})
}

// decodeMapCopy is tensormap.cp_fenceproxy: a map goes from shared to global memory.
func decodeMapCopy(d *decoder) {
	d.addAddress(0, ptx.Global)
	d.addAddress(1, ptx.Shared)
	if d.imm(2) != tensorMapBytes {
		d.fail("`%s` copies 128 bytes", d.in.Op)
	}
	d.out.visible, d.out.gather = true, aligned
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		l := onlyBit(mask)
		from := w.mapBytes(in, l, &in.mem[1], false)
		to := w.mapBytes(in, l, &in.mem[0], true)
		if from != nil && to != nil {
			copy(to, from)
			w.releaseMaps()
		}
		return next
	}
}

// mapBytes are the bytes of a tensor map in global or shared memory; nil after a report.
func (w *warp) mapBytes(in *inst, l int, a *address, write bool) []byte {
	addr := a.at(w, l)
	if addr%64 != 0 {
		w.m().report(Misaligned, w, in, 1<<l, "tensor map at 0x%x, which is not a multiple of 64", addr)
		return nil
	}
	return w.locate(in, l, a.space, addr, tensorMapBytes, write)
}

// mapLine is a tensor map's worth of global memory: who wrote it last, and the copies that have used it since.
type mapLine struct {
	write  epoch
	writer int
	reads  []readRecord
}

// acquired is the write of a tensor map that lanes of a warp have acquired.
type acquired struct {
	epoch
	lanes uint32
}

// decodeMapFence is fence.proxy.tensormap: a release of all that the thread has written and seen, or an acquire of one map.
func decodeMapFence(d *decoder) {
	d.out.visible = true
	if d.in.Has("release") {
		d.out.exec = eachLane(func(w *warp, _ *inst, _ int) { w.releaseMaps() })
		return
	}
	if len(d.in.Args) != 2 || d.imm(1) != tensorMapBytes {
		d.fail("`%s` acquires a tensor map of 128 bytes", d.in.Name())
		return
	}
	d.addAddress(0, ptx.Generic)
	d.out.exec = eachLane(func(w *warp, in *inst, l int) { w.acquireMap(in.mem[0].at(w, l), 1<<l) })
}

// releaseMaps makes all that w has seen visible to those that acquire it as a tensor map.
func (w *warp) releaseMaps() {
	w.order.maps.join(w.order.generic)
	w.tick()
}

// acquireMap lets lanes use the map as it was last written, if that was released and they are after it.
func (w *warp) acquireMap(addr uint64, lanes uint32) {
	line := w.cta.cluster.lines[addr/tensorMapBytes]
	if line == nil || !w.order.generic.saw(line.write) || !w.order.maps.saw(line.write) {
		return
	}
	if w.acquired == nil {
		w.acquired = map[*mapLine]acquired{}
	}
	if a := w.acquired[line]; a.epoch == line.write {
		lanes |= a.lanes
	}
	w.acquired[line] = acquired{line.write, lanes}
}

// wroteGlobal notes a write of n bytes of global memory, and reports one of a tensor map that copies may still use.
func (w *warp) wroteGlobal(in *inst, l int, addr uint64, n int) {
	c := w.cta.cluster
	if !w.m().prog.mapsWritten || n == 0 {
		return
	}
	for at := addr / tensorMapBytes; at <= (addr+uint64(n)-1)/tensorMapBytes; at++ {
		line := c.lines[at]
		if line == nil {
			line = &mapLine{}
			c.lines[at] = line
		}
		for _, r := range line.reads {
			if !w.order.generic.saw(r.epoch) {
				rep := w.m().report(PendingRead, w, in, 1<<l, "%s overwrites the tensor map at 0x%x that %s may still use", in.src0.Op, at*tensorMapBytes, c.agents[r.agent].name)
				w.m().noteInst(rep, int(r.pc), "used here")
			}
		}
		line.write, line.writer, line.reads = w.now(), in.pc, line.reads[:0]
	}
}

// usesMap notes a copy's use, until done, of a tensor map in global memory, and reports one of a write not acquired.
func (w *warp) usesMap(in *inst, l int, addr uint64, done epoch) {
	m := w.m()
	line := w.cta.cluster.lines[addr/tensorMapBytes]
	if line == nil {
		return
	}
	a, released := w.acquired[line], w.order.maps.saw(line.write)
	if m.cfg.Lenient {
		a.lanes, a.epoch = allLanes, w.cta.acquiredBy(line)
	}
	switch {
	case !w.order.generic.saw(line.write):
		r := m.report(Race, w, in, 1<<l, "a copy uses the tensor map at 0x%x without an order after its last write", addr)
		m.noteInst(r, line.writer, "written here")
	case !released:
		r := m.report(ProxyFence, w, in, 1<<l, "a copy uses the tensor map at 0x%x; no fence.proxy.tensormap release follows its last write", addr)
		m.noteInst(r, line.writer, "written here")
	case a.epoch != line.write || a.lanes>>l&1 == 0:
		r := m.report(ProxyFence, w, in, 1<<l, "a copy uses the tensor map at 0x%x; its thread has not acquired it by fence.proxy.tensormap since its last write", addr)
		m.noteInst(r, line.writer, "written here")
	}
	for i, r := range line.reads {
		if r.agent == done.agent {
			line.reads[i] = readRecord{done, int32(in.pc)}
			return
		}
	}
	line.reads = append(line.reads, readRecord{done, int32(in.pc)})
}

// acquiredBy is the write that any warp of the CTA has acquired, the last one if it is among them.
func (t *cta) acquiredBy(line *mapLine) epoch {
	for _, w := range t.warps {
		if a := w.acquired[line]; a.epoch == line.write {
			return a.epoch
		}
	}
	return epoch{}
}
