package emu

import (
	"math"
	"math/bits"

	"tawa/emu/tensor"
	"tawa/ptx"
)

// laneFunc computes one lane. Inputs may have garbage above the type's width; the result is zero-extended.
type laneFunc func(a, b, c uint64) uint64

// scalars are the instructions that compute each lane alone: a maker of the lane's function for the modifiers, which
// gives nil for a form that does not exist.
var scalars = mergeTables(integers, logic, floats, conversions)

func mergeTables(tables ...map[string]func(d *decoder) laneFunc) map[string]func(d *decoder) laneFunc {
	all := map[string]func(d *decoder) laneFunc{}
	for _, t := range tables {
		for name, f := range t {
			all[name] = f
		}
	}
	return all
}

func (d *decoder) scalar(maker func(d *decoder) laneFunc) {
	d.take(d.in.Args)
	if d.out.lane = maker(d); d.out.lane == nil {
		return
	}
	if n := d.out.not; n > 0 {
		f := d.out.lane
		d.out.lane = func(a, b, c uint64) uint64 {
			switch n {
			case 1:
				a ^= 1
			case 2:
				b ^= 1
			default:
				c ^= 1
			}
			return f(a, b, c)
		}
	}
	for len(d.out.src) < 3 {
		d.out.src = append(d.out.src, d.p.zero)
	}
	d.out.exec = execLanes
}

// execLanes runs a lane's function over the active lanes.
func execLanes(w *warp, in *inst, mask uint32) status {
	d, a, b, c := &w.rows[in.d], &w.rows[in.src[0]], &w.rows[in.src[1]], &w.rows[in.src[2]]
	f := in.lane
	if mask == allLanes {
		for l := range d {
			d[l] = f(a[l], b[l], c[l])
		}
		return next
	}
	for m := mask; m != 0; m &= m - 1 {
		l := bits.TrailingZeros32(m) & 31
		d[l] = f(a[l], b[l], c[l])
	}
	return next
}

const allLanes = 0xffffffff

// extend reads a value of an integer type: sign- or zero-extended.
func extend(t ptx.Type) func(uint64) uint64 {
	switch t {
	case ptx.S8:
		return func(v uint64) uint64 { return uint64(int64(int8(v))) }
	case ptx.S16:
		return func(v uint64) uint64 { return uint64(int64(int16(v))) }
	case ptx.S32:
		return func(v uint64) uint64 { return uint64(int64(int32(v))) }
	case ptx.U8, ptx.B8:
		return func(v uint64) uint64 { return uint64(uint8(v)) }
	case ptx.U16, ptx.B16, ptx.F16, ptx.BF16:
		return func(v uint64) uint64 { return uint64(uint16(v)) }
	case ptx.U32, ptx.B32, ptx.F32, ptx.F16x2, ptx.BF16x2:
		return func(v uint64) uint64 { return uint64(uint32(v)) }
	case ptx.Pred:
		return func(v uint64) uint64 { return v & 1 }
	}
	return func(v uint64) uint64 { return v }
}

// truncate cuts a value to the width of a type.
func truncate(t ptx.Type) func(uint64) uint64 { return extend(unsigned(t)) }

func unsigned(t ptx.Type) ptx.Type {
	switch t {
	case ptx.S8:
		return ptx.U8
	case ptx.S16:
		return ptx.U16
	case ptx.S32:
		return ptx.U32
	case ptx.S64:
		return ptx.U64
	}
	return t
}

// integer makes the lane's function of an operation on extended integers. The 32-bit forms, which nearly all are,
// have no inner calls but f.
func integer(t ptx.Type, f laneFunc) laneFunc {
	switch t {
	case ptx.S32:
		return func(a, b, c uint64) uint64 {
			return uint64(uint32(f(uint64(int64(int32(a))), uint64(int64(int32(b))), uint64(int64(int32(c))))))
		}
	case ptx.U32, ptx.B32:
		return func(a, b, c uint64) uint64 {
			return uint64(uint32(f(uint64(uint32(a)), uint64(uint32(b)), uint64(uint32(c)))))
		}
	case ptx.U64, ptx.S64, ptx.B64:
		return f
	case ptx.S16, ptx.U16, ptx.B16, ptx.Pred:
		e, tr := extend(t), truncate(t)
		return func(a, b, c uint64) uint64 { return tr(f(e(a), e(b), e(c))) }
	}
	return nil
}

func bitWidth(t ptx.Type) uint { return uint(8 * t.Size()) }

// plain is an integer instruction with one meaning for all widths; signed is its signed form, nil if it is the same.
func plain(unsignedForm, signedForm laneFunc) func(d *decoder) laneFunc {
	return func(d *decoder) laneFunc {
		t := d.in.Type()
		if d.in.Has("sat") && t != ptx.S32 {
			return nil
		}
		f := unsignedForm
		if signedForm != nil && t.Signed() {
			f = signedForm
		}
		if d.in.Has("sat") {
			g := f
			f = func(a, b, c uint64) uint64 {
				return uint64(min(max(int64(g(a, b, c)), math.MinInt32), math.MaxInt32))
			}
		}
		return integer(t, f)
	}
}

// either picks the float or the integer table by the instruction's type.
func either(ints, flts func(d *decoder) laneFunc) func(d *decoder) laneFunc {
	return func(d *decoder) laneFunc {
		if d.in.Type().Float() {
			return flts(d)
		}
		return ints(d)
	}
}

var integers = map[string]func(d *decoder) laneFunc{
	"add": either(plain(func(a, b, _ uint64) uint64 { return a + b }, nil), floatAdd),
	"sub": either(plain(func(a, b, _ uint64) uint64 { return a - b }, nil), floatSub),
	"neg": either(plain(func(a, _, _ uint64) uint64 { return -a }, nil), floatNeg),
	"abs": either(plain(nil, func(a, _, _ uint64) uint64 { return uint64(max(int64(a), -int64(a))) }), floatAbs),
	"min": either(plain(func(a, b, _ uint64) uint64 { return min(a, b) },
		func(a, b, _ uint64) uint64 { return uint64(min(int64(a), int64(b))) }), floatMin),
	"max": either(plain(func(a, b, _ uint64) uint64 { return max(a, b) },
		func(a, b, _ uint64) uint64 { return uint64(max(int64(a), int64(b))) }), floatMax),
	"mul": either(func(d *decoder) laneFunc { return product(d, false) }, floatMul),
	"mad": either(func(d *decoder) laneFunc { return product(d, true) }, floatFma),
	"div": either(plain(func(a, b, _ uint64) uint64 { return divide(a, b) }, func(a, b, _ uint64) uint64 { return divideSigned(a, b) }), floatDiv),
	"rem": plain(func(a, b, _ uint64) uint64 { return remainder(a, b, divide) }, func(a, b, _ uint64) uint64 { return remainder(a, b, divideSigned) }),
	"sad": plain(func(a, b, c uint64) uint64 { return c + max(a, b) - min(a, b) },
		func(a, b, c uint64) uint64 { return c + uint64(max(int64(a), int64(b))-min(int64(a), int64(b))) }),
	"mul24": func(d *decoder) laneFunc {
		t := d.in.Type()
		return integer(t, func(a, b, _ uint64) uint64 {
			x, y := int64(a<<40)>>40, int64(b<<40)>>40
			if !t.Signed() {
				x, y = int64(a&0xffffff), int64(b&0xffffff)
			}
			if d.in.Has("hi") {
				return uint64(x*y) >> 16
			}
			return uint64(x * y)
		})
	},
	"popc":  count(func(a uint64) uint64 { return uint64(bits.OnesCount64(a)) }),
	"clz":   clz,
	"bfind": bfind,
	"bfe":   bfe,
	"brev":  brev,
	"dp4a":  dp4a,
}

// divide is unsigned division; by zero it gives all ones, as the GPU does.
func divide(a, b uint64) uint64 {
	if b == 0 {
		return math.MaxUint64
	}
	return a / b
}

func divideSigned(a, b uint64) uint64 {
	if b == 0 {
		return math.MaxUint64
	}
	if int64(b) == -1 {
		return -a
	}
	return uint64(int64(a) / int64(b))
}

func remainder(a, b uint64, divide func(a, b uint64) uint64) uint64 {
	if b == 0 {
		return math.MaxUint64
	}
	return a - divide(a, b)*b
}

// product is mul and mad: lo, hi and wide.
func product(d *decoder, add bool) laneFunc {
	t := d.in.Type()
	e, width := extend(t), bitWidth(t)
	plus := func(x, c uint64) uint64 {
		if add {
			return x + c
		}
		return x
	}
	switch {
	case d.in.Has("lo"):
		return integer(t, func(a, b, c uint64) uint64 { return plus(a*b, c) })
	case d.in.Has("wide"):
		tr := truncate(ptx.U64)
		if width == 16 {
			tr = truncate(ptx.U32)
		}
		return func(a, b, c uint64) uint64 { return tr(plus(e(a)*e(b), c)) }
	case width == 64:
		return func(a, b, c uint64) uint64 {
			hi, _ := bits.Mul64(a, b)
			if t.Signed() {
				hi -= a&uint64(int64(b)>>63) + b&uint64(int64(a)>>63)
			}
			return plus(hi, c)
		}
	}
	tr := truncate(t)
	return func(a, b, c uint64) uint64 { return tr(plus(uint64(int64(e(a)*e(b))>>width), c)) }
}

func count(f func(uint64) uint64) func(d *decoder) laneFunc {
	return func(d *decoder) laneFunc {
		e := extend(unsigned(d.in.Type()))
		return func(a, _, _ uint64) uint64 { return f(e(a)) }
	}
}

func clz(d *decoder) laneFunc {
	t := d.in.Type()
	return func(a, _, _ uint64) uint64 {
		return uint64(bits.LeadingZeros64(extend(t)(a))) - uint64(64-bitWidth(t))
	}
}

func bfind(d *decoder) laneFunc {
	t := d.in.Type()
	e, shift := extend(t), d.in.Has("shiftamt")
	return func(a, _, _ uint64) uint64 {
		v := e(a)
		if t.Signed() && int64(v) < 0 {
			v = ^v
		}
		n := bits.Len64(v) - 1
		if n >= 0 && shift {
			n = int(bitWidth(t)) - 1 - n
		}
		return uint64(uint32(int32(n)))
	}
}

func bfe(d *decoder) laneFunc {
	t := d.in.Type()
	e, tr, width := extend(t), truncate(t), uint64(bitWidth(t))
	return func(a, b, c uint64) uint64 {
		pos, n := b&0xff, c&0xff
		v := e(a)
		if n == 0 {
			return 0
		}
		top := min(pos+n-1, width-1)
		var field uint64
		if pos < width {
			field = tr(a) >> pos
			field &= 1<<min(n, width-pos) - 1
		}
		if t.Signed() && v>>top&1 == 1 {
			if have := min(n, width-min(pos, width)); have < 64 {
				field |= math.MaxUint64 << have
			}
		}
		return tr(field)
	}
}

func brev(d *decoder) laneFunc {
	width := bitWidth(d.in.Type())
	return func(a, _, _ uint64) uint64 { return bits.Reverse64(a) >> (64 - width) }
}

func dp4a(d *decoder) laneFunc {
	signs := [2]bool{}
	types := 0
	for _, m := range d.in.Mods {
		if t := ptx.ParseType(m); t != ptx.NoType && types < 2 {
			signs[types] = t.Signed()
			types++
		}
	}
	part := func(v uint64, i int, signed bool) int64 {
		if signed {
			return int64(int8(v >> (8 * i)))
		}
		return int64(uint8(v >> (8 * i)))
	}
	return func(a, b, c uint64) uint64 {
		sum := int64(int32(c))
		for i := range 4 {
			sum += part(a, i, signs[0]) * part(b, i, signs[1])
		}
		return uint64(uint32(sum))
	}
}

// round reads the rounding modifier; nearest even is the default.
func (d *decoder) round() tensor.Round {
	switch {
	case d.in.Has("rz") || d.in.Has("rzi"):
		return tensor.RZ
	case d.in.Has("rm") || d.in.Has("rmi"):
		return tensor.RM
	case d.in.Has("rp") || d.in.Has("rpi"):
		return tensor.RP
	case d.in.Has("rna"):
		return tensor.RNA
	}
	return tensor.RN
}
