package emu

import (
	"tawa/emu/tensor"
	"tawa/ptx"
)

// warpOps are the instructions whose threads exchange values or act together.
var warpOps = map[string]func(d *decoder){
	"shfl.sync":     decodeShuffle,
	"vote.sync":     decodeVote,
	"match.any":     decodeMatch,
	"match.all":     decodeMatch,
	"redux.sync":    decodeRedux,
	"elect.sync":    decodeElect,
	"activemask":    decodeActivemask,
	"bar.warp.sync": decodeWarpSync,
	"ldmatrix":      decodeLdmatrix,
	"stmatrix":      decodeStmatrix,
	"movmatrix":     decodeMovmatrix,
	"mma.sync":      decodeMma,
}

// together makes the instruction wait for the threads of the mask in source i.
func (d *decoder) together(i int) {
	d.out.gather, d.out.maskAt = members, i
}

func decodeWarpSync(d *decoder) {
	d.takeSources(d.in.Args)
	d.together(0)
	d.out.exec = execNothing
}

func decodeActivemask(d *decoder) {
	d.take(d.in.Args)
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		w.fill(in.d, mask, uint64(mask))
		return next
	}
}

// fill writes one value to the active lanes of a row.
func (w *warp) fill(r int32, mask uint32, v uint64) {
	for m := mask; m != 0; m &= m - 1 {
		w.rows[r][onlyBit(m)] = v
	}
}

// decodeShuffle: d|p, a, b, c, membermask. c holds the clamp in bits 0-4 and the segment mask in bits 8-12.
func decodeShuffle(d *decoder) {
	d.take(d.in.Args)
	d.together(3)
	mode := d.in.Mods[0]
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		from := w.rows[in.src[0]]
		for m := mask; m != 0; m &= m - 1 {
			l := onlyBit(m)
			j, ok := shuffleLane(mode, l, int(w.rows[in.src[1]][l]&31), uint32(w.rows[in.src[2]][l]))
			if !ok {
				j = l
			}
			if mask>>j&1 == 0 {
				w.m().report(Divergence, w, in, 1<<l, "lane %d reads lane %d, which does not take part in the shuffle", l, j)
				continue
			}
			w.rows[in.d][l], w.rows[in.d2][l] = from[j]&0xffffffff, boolean(ok)
		}
		return next
	}
}

func shuffleLane(mode string, l, b int, c uint32) (j int, ok bool) {
	clamp, seg := int(c&31), int(c>>8&31)
	top := l&seg | clamp&^seg
	switch mode {
	case "up":
		j = l - b
		return j, j >= top
	case "down":
		j = l + b
	case "bfly":
		j = l ^ b
	default:
		j = l&seg | b&^seg
	}
	return j & 31, j <= top
}

func decodeVote(d *decoder) {
	d.take(d.in.Args)
	d.together(1)
	mode, flip := d.in.Mods[0], boolean(d.out.not > 0)
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		var yes uint32
		for m := mask; m != 0; m &= m - 1 {
			l := onlyBit(m)
			yes |= uint32(w.rows[in.src[0]][l]^flip) & 1 << l
		}
		v := uint64(yes)
		switch mode {
		case "all":
			v = boolean(yes == mask)
		case "any":
			v = boolean(yes != 0)
		case "uni":
			v = boolean(yes == 0 || yes == mask)
		}
		w.fill(in.d, mask, v)
		return next
	}
}

func decodeMatch(d *decoder) {
	d.take(d.in.Args)
	d.together(1)
	every := d.in.Op == "match.all"
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		values := w.rows[in.src[0]]
		for m := mask; m != 0; m &= m - 1 {
			l := onlyBit(m)
			var same uint32
			for k := mask; k != 0; k &= k - 1 {
				if i := onlyBit(k); values[i] == values[l] {
					same |= 1 << i
				}
			}
			if every && same != mask {
				same = 0
			}
			w.rows[in.d][l], w.rows[in.d2][l] = uint64(same), boolean(same != 0)
		}
		return next
	}
}

func decodeRedux(d *decoder) {
	d.take(d.in.Args)
	d.together(1)
	f := atomicFunc(d)
	if f == nil {
		return
	}
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		first := onlyBit(mask)
		v := w.rows[in.src[0]][first]
		for m := mask & (mask - 1); m != 0; m &= m - 1 {
			v = f(v, w.rows[in.src[0]][onlyBit(m)], 0)
		}
		w.fill(in.d, mask, v)
		return next
	}
}

// decodeElect chooses the lowest lane, as the hardware does.
func decodeElect(d *decoder) {
	d.take(d.in.Args)
	d.together(0)
	d.out.exec = func(w *warp, in *inst, mask uint32) status {
		leader := onlyBit(mask)
		w.fill(in.d, mask, uint64(leader))
		w.fill(in.d2, mask, 0)
		w.rows[in.d2][leader] = 1
		return next
	}
}

// pointers are the rows of a list.
func (w *warp) pointers(list []int32) []*row {
	rows := make([]*row, len(list))
	for i, r := range list {
		rows[i] = &w.rows[r]
	}
	return rows
}

// matrixRow is the bytes of one row of an 8x8 matrix of 16-bit values.
const matrixRow = 16

// decodeMatrix reads what ldmatrix and stmatrix have in common.
func decodeMatrix(d *decoder, mem int) *tensor.Matrix {
	x, err := tensor.ParseMatrix(d.in.Mods)
	if err != nil {
		d.fail("%v", err)
		return nil
	}
	d.out.gather, d.out.visible = aligned, true
	d.addAddress(mem, d.space())
	return &x
}

func decodeLdmatrix(d *decoder) {
	d.out.list = d.dests(&d.in.Args[0])
	x := decodeMatrix(d, 1)
	if x == nil || len(d.out.list) != x.Num {
		return
	}
	d.out.exec = func(w *warp, in *inst, _ uint32) status {
		if addr := w.matrixAddresses(in, x, false); addr != nil {
			x.Load(w.pointers(in.list), addr, w.cta.shared.data)
		}
		return next
	}
}

func decodeStmatrix(d *decoder) {
	x := decodeMatrix(d, 0)
	d.out.list = d.sources(&d.in.Args[1])
	if x == nil || len(d.out.list) != x.Num {
		return
	}
	d.out.exec = func(w *warp, in *inst, _ uint32) status {
		if addr := w.matrixAddresses(in, x, true); addr != nil {
			x.Store(w.pointers(in.list), addr, w.cta.shared.data)
		}
		return next
	}
}

// matrixAddresses checks the row addresses of the lanes that give one, nil after a report.
func (w *warp) matrixAddresses(in *inst, x *tensor.Matrix, write bool) *row {
	var addr row
	for l := range 8 * x.Num {
		a := in.mem[0].at(w, l)
		if in.mem[0].space == ptx.Generic {
			a -= sharedWindow
		}
		if a>>24 != 0 {
			w.m().report(OutOfBounds, w, in, 1<<l, "matrix row at 0x%x is not in the CTA's shared memory", a)
			return nil
		}
		if w.locate(in, l, ptx.Shared, a, matrixRow, write) == nil {
			return nil
		}
		addr[l] = a
	}
	return &addr
}

func decodeMovmatrix(d *decoder) {
	d.take(d.in.Args)
	d.out.gather = aligned
	d.out.exec = func(w *warp, in *inst, _ uint32) status {
		from := w.rows[in.src[0]]
		tensor.Movmatrix(&w.rows[in.d], &from)
		return next
	}
}

func decodeMma(d *decoder) {
	x, err := tensor.ParseMma(append([]string{"sync"}, d.in.Mods...))
	if err != nil {
		d.fail("%v", err)
		return
	}
	d.out.gather = aligned
	to := d.dests(&d.in.Args[0])
	a, b, c := d.sources(&d.in.Args[1]), d.sources(&d.in.Args[2]), d.sources(&d.in.Args[3])
	nd, na, nb := x.Regs()
	if len(to) != nd || len(a) != na || len(b) != nb || len(c) != nd {
		d.fail("`%s` takes vectors of %d, %d, %d and %d registers", d.in.Name(), nd, na, nb, nd)
		return
	}
	d.out.exec = func(w *warp, _ *inst, _ uint32) status {
		x.Run(w.pointers(to), w.pointers(a), w.pointers(b), w.pointers(c))
		return next
	}
}
