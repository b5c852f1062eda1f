package emu

import (
	"tawa/emu/tensor"
	"tawa/ptx"
)

const tensorMapBytes = 128

// decodeMapReplace is tensormap.replace: [map], {index,} value. The map is in the form that package tensor gives it.
func decodeMapReplace(d *decoder) {
	d.addAddress(0, d.space())
	d.takeSources(d.in.Args[1:])
	d.out.visible = true
	field := d.in.Mods[1]
	d.out.exec = eachLane(func(w *warp, in *inst, l int) {
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
