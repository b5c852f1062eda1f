package emu

import (
	"encoding/binary"
	"math/bits"

	"tawa/ptx"
)

// decoders are the instructions that are more than a function of one lane.
var decoders = mergeDecoders(memoryOps, controlOps, warpOps, barrierOps, mbarrierOps, copyOps, wgmmaOps)

func mergeDecoders(tables ...map[string]func(d *decoder)) map[string]func(d *decoder) {
	all := map[string]func(d *decoder){}
	for _, t := range tables {
		for name, f := range t {
			all[name] = f
		}
	}
	return all
}

var memoryOps = map[string]func(d *decoder){
	"ld":           decodeLoad,
	"ld.global.nc": decodeLoad,
	"ldu":          decodeLoad,
	"st":           decodeStore,
	"mov":          decodeMove,
	"cvta":         decodeCvta,
	"isspacep":     decodeIsspacep,
	"atom":         decodeAtomic,
	"red":          decodeAtomic,
	"mapa":         decodeMapa,
	"getctarank":   decodeGetctarank,
}

// locate finds the bytes behind an address, checks bounds and alignment and, in shared memory, records the access.
// nil means that a report was filed.
func (w *warp) locate(in *inst, lane int, space ptx.Space, addr uint64, n int, write bool) []byte {
	m, lanes := w.m(), uint32(1)<<lane
	if space == ptx.Generic {
		space, addr = window(addr)
	} else if space == ptx.Param && addr >= paramWindow {
		addr -= paramWindow
	}
	if align := min(uint64(n), 16); addr&(align-1) != 0 {
		m.report(Misaligned, w, in, lanes, "%s address 0x%x is not a multiple of %d", space, addr, align)
		return nil
	}
	verb := "read"
	if write {
		verb = "write"
	}
	switch space {
	case ptx.Global, ptx.Const:
		b, err := m.globals.at(addr, n)
		if err != nil {
			m.report(OutOfBounds, w, in, lanes, "%s of %d bytes at global address %v", verb, n, err)
		} else if write {
			w.wroteGlobal(in, lane, addr, n)
		}
		return b
	case ptx.Shared:
		t, off, err := w.sharedAddr(uint32(addr))
		if err != nil || addr>>32 != 0 || !t.shared.inside(off, n) {
			m.report(OutOfBounds, w, in, lanes, "%s of %d bytes at shared address 0x%x; the CTA has 0x%x to 0x%x", verb, n, addr, sharedBase, len(w.cta.shared.data))
			return nil
		}
		a := access{w: w, in: in, lanes: lanes, self: w.now(), after: &w.order, what: in.src0.Op}
		t.touchedBy(w, in)
		t.shared.touch(&a, off, n, write)
		return t.shared.data[off : int(off)+n]
	}
	block := m.params
	if space == ptx.Local {
		block = w.local(lane)
	}
	if addr > uint64(len(block)) || uint64(n) > uint64(len(block))-addr {
		m.report(OutOfBounds, w, in, lanes, "%s of %d bytes at %s offset %d of %d", verb, n, space, addr, len(block))
		return nil
	}
	return block[addr : addr+uint64(n)]
}

// window cuts a generic address into state space and address.
func window(addr uint64) (ptx.Space, uint64) {
	switch {
	case sharedWindow <= addr && addr < sharedWindow+windowSize:
		return ptx.Shared, addr - sharedWindow
	case paramWindow <= addr && addr < paramWindow+windowSize:
		return ptx.Param, addr - paramWindow
	case localWindow <= addr && addr < localWindow+windowSize:
		return ptx.Local, addr - localWindow
	}
	return ptx.Global, addr
}

func windowOf(space ptx.Space) uint64 {
	switch space {
	case ptx.Shared:
		return sharedWindow
	case ptx.Param:
		return paramWindow
	case ptx.Local:
		return localWindow
	}
	return 0
}

func (w *warp) local(lane int) []byte {
	if w.locals == nil {
		w.locals = make([][]byte, 32)
		for l := range w.locals {
			w.locals[l] = make([]byte, w.m().prog.locals)
		}
	}
	return w.locals[lane]
}

// at is the address of a lane.
func (a *address) at(w *warp, lane int) uint64 { return w.rows[a.base][lane] + a.off }

func load(b []byte) uint64 {
	switch len(b) {
	case 1:
		return uint64(b[0])
	case 2:
		return uint64(binary.LittleEndian.Uint16(b))
	case 4:
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func store(b []byte, v uint64) {
	switch len(b) {
	case 1:
		b[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(b, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(b, uint32(v))
	default:
		binary.LittleEndian.PutUint64(b, v)
	}
}

// vectorFits says that the operand has as many elements as the instruction's .v2, .v4 or .v8.
func (d *decoder) vectorFits(n int) {
	want := 1
	for _, m := range d.in.Mods {
		if m == "v2" || m == "v4" || m == "v8" {
			want = int(m[1] - '0')
		}
	}
	if n != want {
		d.fail("`%s` moves %d values, these are %d", d.in.Name(), want, n)
	}
	if t := d.in.Type(); t.Size() > 8 || t == ptx.Pred {
		d.fail("the emulator has no access of type .%s", t)
	}
}

func decodeLoad(d *decoder) {
	o := d.out
	o.list = d.dests(&d.in.Args[0])
	d.addAddress(1, d.space())
	d.vectorFits(len(o.list))
	t := d.in.Type()
	o.size, o.visible = t.Size(), true
	o.data = extend(t)
	if t.Signed() {
		o.data = d.fill(t)
		if v := &d.in.Args[0]; v.Kind == ptx.Vector && v.Elems[0].Kind == ptx.Register {
			e, tr := extend(t), truncate(d.p.fn.Regs[v.Elems[0].Reg].Type)
			o.data = func(v uint64) uint64 { return tr(e(v)) }
		}
	}
	if o.mem[0].space == ptx.Param {
		o.visible = false
	}
	o.exec = execLoad
}

func execLoad(w *warp, in *inst, mask uint32) status {
	a, n, ext := &in.mem[0], in.size, in.data.(func(uint64) uint64)
	for m := mask; m != 0; m &= m - 1 {
		l := onlyBit(m)
		b := w.locate(in, l, a.space, a.at(w, l), n*len(in.list), false)
		if b == nil {
			return next
		}
		for i, r := range in.list {
			w.rows[r][l] = ext(load(b[i*n : (i+1)*n]))
		}
	}
	return next
}

func decodeStore(d *decoder) {
	o := d.out
	d.addAddress(0, d.space())
	o.list = d.sources(&d.in.Args[1])
	d.vectorFits(len(o.list))
	o.size, o.visible = d.in.Type().Size(), true
	o.exec = execStore
}

func execStore(w *warp, in *inst, mask uint32) status {
	a, n := &in.mem[0], in.size
	for m := mask; m != 0; m &= m - 1 {
		l := onlyBit(m)
		b := w.locate(in, l, a.space, a.at(w, l), n*len(in.list), true)
		if b == nil {
			return next
		}
		for i, r := range in.list {
			store(b[i*n:(i+1)*n], w.rows[r][l])
		}
	}
	return next
}

// decodeMove is mov: of a value, and of a vector that is packed or unpacked.
func decodeMove(d *decoder) {
	o, to, from := d.out, &d.in.Args[0], &d.in.Args[1]
	tr := truncate(d.in.Type())
	switch {
	case to.Kind == ptx.Vector && from.Kind == ptx.Vector:
		return
	case to.Kind == ptx.Vector:
		o.list, o.src = d.dests(to), []int32{d.source(from)}
		o.size = 8 * d.in.Type().Size() / len(o.list)
		o.exec = execUnpack
	case from.Kind == ptx.Vector:
		o.d, o.list = d.dest(to), d.sources(from)
		o.size = 8 * d.in.Type().Size() / len(o.list)
		o.exec = execPack
	case from.Kind == ptx.Special && (from.Name == "clock" || from.Name == "clock64" || from.Name == "clock_hi" || from.Name[:min(len(from.Name), 11)] == "globaltimer"):
		o.d = d.dest(to)
		o.exec = execClock
	default:
		d.take(d.in.Args)
		o.src = append(o.src, d.p.zero, d.p.zero)
		o.lane = func(a, _, _ uint64) uint64 { return tr(a) }
		o.exec = execLanes
	}
}

func execUnpack(w *warp, in *inst, mask uint32) status {
	for m := mask; m != 0; m &= m - 1 {
		l := onlyBit(m)
		v := w.rows[in.src[0]][l]
		for i, r := range in.list {
			w.rows[r][l] = v >> (i * in.size) & (1<<in.size - 1)
		}
	}
	return next
}

func execPack(w *warp, in *inst, mask uint32) status {
	for m := mask; m != 0; m &= m - 1 {
		l := onlyBit(m)
		var v uint64
		for i, r := range in.list {
			v |= w.rows[r][l] & (1<<in.size - 1) << (i * in.size)
		}
		w.rows[in.d][l] = v
	}
	return next
}

func execClock(w *warp, in *inst, mask uint32) status {
	for m := mask; m != 0; m &= m - 1 {
		w.rows[in.d][onlyBit(m)] = uint64(w.time)
	}
	return next
}

// decodeCvta converts between an address in a window and a generic address.
func decodeCvta(d *decoder) {
	base := windowOf(d.space())
	if d.in.Has("to") {
		base = -base
	}
	d.take(d.in.Args)
	d.out.src = append(d.out.src, d.p.zero, d.p.zero)
	d.out.lane = func(a, _, _ uint64) uint64 { return a + base }
	d.out.exec = execLanes
}

func decodeIsspacep(d *decoder) {
	want := d.space()
	d.take(d.in.Args)
	d.out.src = append(d.out.src, d.p.zero, d.p.zero)
	d.out.lane = func(a, _, _ uint64) uint64 {
		space, _ := window(a)
		return boolean(space == want)
	}
	d.out.exec = execLanes
}

func decodeMapa(d *decoder) {
	d.take(d.in.Args)
	generic := !d.in.Has("shared::cluster")
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		for m := mask; m != 0; m &= m - 1 {
			l := onlyBit(m)
			a, rank := w.rows[in.src[0]][l], w.rows[in.src[1]][l]
			if rank >= uint64(len(w.cta.cluster.ctas)) {
				w.m().report(OutOfBounds, w, in, 1<<l, "mapa names CTA %d of a cluster of %d", rank, len(w.cta.cluster.ctas))
				return next
			}
			v := uint64(mapShared(uint32(a), int(rank)))
			if generic {
				v += sharedWindow
			}
			w.rows[in.d][l] = v
		}
		return next
	}
}

func decodeGetctarank(d *decoder) {
	d.take(d.in.Args)
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		for m := mask; m != 0; m &= m - 1 {
			l := onlyBit(m)
			rank := uint32(w.rows[in.src[0]][l]) >> 24
			if rank == 0 {
				rank = uint32(w.cta.rank) + 1
			}
			w.rows[in.d][l] = uint64(rank - 1)
		}
		return next
	}
}

// atomics are the operations of atom and red on extended values.
var atomics = map[string]func(old, v uint64) uint64{
	"exch": func(_, v uint64) uint64 { return v },
	"and":  func(o, v uint64) uint64 { return o & v },
	"or":   func(o, v uint64) uint64 { return o | v },
	"xor":  func(o, v uint64) uint64 { return o ^ v },
	"inc": func(o, v uint64) uint64 {
		if o >= v {
			return 0
		}
		return o + 1
	},
	"dec": func(o, v uint64) uint64 {
		if o == 0 || o > v {
			return v
		}
		return o - 1
	},
}

// decodeAtomic is atom and red. Lanes go one after the other, in their order.
func decodeAtomic(d *decoder) {
	o, args := d.out, d.in.Args
	if d.in.Op == "atom" {
		o.d = d.dest(&args[0])
		args = args[1:]
	}
	o.mem = append(o.mem, d.address(&args[0], d.space()))
	o.list = d.sources(&args[1])
	if len(args) > 2 && d.in.Has("cas") {
		o.src = []int32{d.source(&args[2])}
	}
	t := d.in.Type()
	o.size, o.visible = t.Size(), true
	f := atomicFunc(d)
	if f == nil || t.Size() > 8 {
		return
	}
	tr := truncate(t)
	o.exec = func(w *warp, in *inst, mask uint32) status {
		for m := mask; m != 0; m &= m - 1 {
			if !w.atomic(in, onlyBit(m), f, tr) {
				return next
			}
		}
		return next
	}
}

// atomicFunc computes the new value of an atomic from the old one and the operand.
func atomicFunc(d *decoder) laneFunc {
	for _, m := range d.in.Mods {
		if f, ok := atomics[m]; ok {
			e := extend(d.in.Type())
			return func(a, b, _ uint64) uint64 { return f(e(a), e(b)) }
		}
		switch m {
		case "add", "min", "max":
			return scalars[m](d)
		case "cas":
			return func(a, b, c uint64) uint64 {
				if a == b {
					return c
				}
				return a
			}
		}
	}
	return nil
}

// atomic runs one lane. Shared memory counts as written, but atomics do not race with each other.
func (w *warp) atomic(in *inst, l int, f laneFunc, tr func(uint64) uint64) bool {
	a := &in.mem[0]
	space, addr := a.space, a.at(w, l)
	if space == ptx.Generic {
		space, addr = window(addr)
	}
	for i, r := range in.list {
		b := w.atomicBytes(in, l, space, addr+uint64(i*in.size))
		if b == nil {
			return false
		}
		old, third := load(b), uint64(0)
		if len(in.src) > 0 {
			third = w.rows[in.src[0]][l]
		}
		store(b, tr(f(old, tr(w.rows[r][l]), tr(third))))
		w.rows[in.d][l] = old
	}
	return true
}

func (w *warp) atomicBytes(in *inst, l int, space ptx.Space, addr uint64) []byte {
	if space != ptx.Shared {
		return w.locate(in, l, space, addr, in.size, true)
	}
	t, off, err := w.sharedAddr(uint32(addr))
	switch {
	case err != nil || !t.shared.inside(off, in.size):
		w.m().report(OutOfBounds, w, in, 1<<l, "atomic at shared address 0x%x", addr)
		return nil
	case off&uint32(in.size-1) != 0:
		w.m().report(Misaligned, w, in, 1<<l, "shared address 0x%x is not a multiple of %d", addr, in.size)
		return nil
	}
	t.touchedBy(w, in)
	return t.shared.data[off : int(off)+in.size]
}

// ones counts the lanes of a mask.
func ones(mask uint32) int { return bits.OnesCount32(mask) }
