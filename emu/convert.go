package emu

import (
	"math"

	"tawa/emu/tensor"
	"tawa/ptx"
)

var conversions = map[string]func(d *decoder) laneFunc{"cvt": cvt}

// cvt finds the conversion from its two types, the first the destination's.
func cvt(d *decoder) laneFunc {
	var types []string
	for _, m := range d.in.Mods {
		if ptx.ParseType(m) != ptx.NoType || m == "e4m3x2" || m == "e5m2x2" || m == "tf32" {
			types = append(types, m)
		}
	}
	if len(types) != 2 {
		return nil
	}
	if f := packed(d, types[0], types[1]); f != nil {
		return f
	}
	to, from := ptx.ParseType(types[0]), ptx.ParseType(types[1])
	_, toFloat := codecs[to]
	_, fromFloat := codecs[from]
	switch {
	case to == ptx.NoType || from == ptx.NoType:
		return nil
	case toFloat && fromFloat:
		return floatToFloat(d, to, from)
	case toFloat:
		return intToFloat(d, to, from)
	case fromFloat:
		return floatToInt(d, to, from)
	}
	return intToInt(d, to, from)
}

// fill extends a value of type t to the destination register.
func (d *decoder) fill(t ptx.Type) func(uint64) uint64 {
	reg := t
	if o := &d.in.Args[0]; o.Kind == ptx.Register {
		reg = d.p.fn.Regs[o.Reg].Type
	}
	e, tr := extend(t), truncate(reg)
	return func(v uint64) uint64 { return tr(e(v)) }
}

// limits is the range of an integer type.
func limits(t ptx.Type) (lo, hi float64) {
	w := float64(bitWidth(t))
	if t.Signed() {
		return -math.Exp2(w - 1), math.Exp2(w-1) - 1
	}
	return 0, math.Exp2(w) - 1
}

func intToInt(d *decoder, to, from ptx.Type) laneFunc {
	e, fill := extend(from), d.fill(to)
	if !d.in.Has("sat") {
		return func(a, _, _ uint64) uint64 { return fill(e(a)) }
	}
	lo, hi := limits(to)
	return func(a, _, _ uint64) uint64 {
		v := e(a)
		x := float64(v)
		if from.Signed() {
			x = float64(int64(v))
		}
		switch {
		case x < lo:
			return fill(uint64(int64(lo)))
		case x > hi:
			return fill(1<<bitWidth(to)>>boolean(to.Signed()) - 1)
		}
		return fill(v)
	}
}

func intToFloat(d *decoder, to, from ptx.Type) laneFunc {
	e, k, r := extend(from), codecs[to], d.round()
	if to == ptx.F64 {
		if r != tensor.RN {
			return nil
		}
		return func(a, _, _ uint64) uint64 {
			if v := e(a); from.Signed() {
				return math.Float64bits(float64(int64(v)))
			} else {
				return math.Float64bits(float64(v))
			}
		}
	}
	return func(a, _, _ uint64) uint64 {
		v := e(a)
		high := float64(v >> 32)
		if from.Signed() {
			high = float64(int64(v) >> 32)
		}
		return k.store(addOdd(high*0x1p32, float64(uint32(v))), r)
	}
}

// toInteger rounds to an integer as the rounding mode says.
func toInteger(x float64, r tensor.Round) float64 {
	switch r {
	case tensor.RZ:
		return math.Trunc(x)
	case tensor.RM:
		return math.Floor(x)
	case tensor.RP:
		return math.Ceil(x)
	}
	return math.RoundToEven(x)
}

// floatToInt clamps to the destination's range; a NaN gives 0, or the sign bit for 64-bit destinations.
func floatToInt(d *decoder, to, from ptx.Type) laneFunc {
	k, r, fill, ftz := codecs[from], d.round(), d.fill(to), d.in.Has("ftz")
	lo, hi := limits(to)
	return func(a, _, _ uint64) uint64 {
		x := k.load(a)
		if ftz {
			x = flush(x, k.tiny)
		}
		if x != x {
			if bitWidth(to) == 64 {
				return 1 << 63
			}
			return 0
		}
		x = toInteger(x, r)
		switch {
		case x <= lo:
			return fill(uint64(int64(lo)))
		case x >= hi:
			return fill(1<<(bitWidth(to)-uint(boolean(to.Signed()))) - 1)
		case to == ptx.U64:
			return uint64(x)
		}
		return fill(uint64(int64(x)))
	}
}

func floatToFloat(d *decoder, to, from ptx.Type) laneFunc {
	in, out, r := codecs[from], codecs[to], d.round()
	whole := d.in.Has("rni") || d.in.Has("rzi") || d.in.Has("rmi") || d.in.Has("rpi")
	ftz, sat := d.in.Has("ftz"), d.in.Has("sat")
	if to == ptx.F64 && from == ptx.F64 && !whole && !sat {
		return func(a, _, _ uint64) uint64 { return a }
	}
	if to == ptx.F32 && from == ptx.BF16 && !ftz && !sat {
		return func(a, _, _ uint64) uint64 { return uint64(uint16(a)) << 16 } // NaNs keep their bits
	}
	return func(a, _, _ uint64) uint64 {
		x := in.load(a)
		if ftz {
			x = flush(x, in.tiny)
		}
		if whole {
			x = math.Copysign(toInteger(x, r), x)
		}
		if sat && !(x > 0) { // NaNs too
			return 0
		}
		if sat {
			x = min(x, 1)
		}
		v := out.store(x, r)
		if y := out.load(v); ftz && y != 0 && math.Abs(y) < out.tiny {
			v = out.store(math.Copysign(0, y), r)
		}
		return v
	}
}

// packed are the conversions to and from pairs, and to tf32; nil if this is none of them.
func packed(d *decoder, to, from string) laneFunc {
	r, sat, relu := d.round(), d.in.Has("satfinite"), d.in.Has("relu")
	single := func(v uint64) float32 {
		f := math.Float32frombits(uint32(v))
		if relu && !(f > 0) && f == f {
			return 0
		}
		return f
	}
	narrow := map[string]func(f float32) uint64{
		"f16x2":  func(f float32) uint64 { return uint64(tensor.F32ToF16(f, r, sat)) },
		"bf16x2": func(f float32) uint64 { return uint64(tensor.F32ToBF16(f, r, sat)) },
		"f16":    func(f float32) uint64 { return uint64(tensor.F32ToF16(f, r, sat)) },
		"bf16":   func(f float32) uint64 { return uint64(tensor.F32ToBF16(f, r, sat)) },
		"e4m3x2": func(f float32) uint64 { return uint64(tensor.F32ToE4M3(f, sat)) },
		"e5m2x2": func(f float32) uint64 { return uint64(tensor.F32ToE5M2(f, sat)) },
	}
	width := map[string]int{"f16x2": 16, "bf16x2": 16, "e4m3x2": 8, "e5m2x2": 8}
	wide := map[string]func(v uint64) float32{
		"f16x2":  func(v uint64) float32 { return tensor.F16ToF32(uint16(v)) },
		"e4m3x2": func(v uint64) float32 { return tensor.E4M3ToF32(uint8(v)) },
		"e5m2x2": func(v uint64) float32 { return tensor.E5M2ToF32(uint8(v)) },
	}
	switch {
	case to == "tf32":
		return func(a, _, _ uint64) uint64 { return uint64(tensor.F32ToTF32(single(a), r)) }
	case from == "f32" && width[to] > 0 && len(d.in.Args) == 3:
		f, w := narrow[to], width[to]
		return func(a, b, _ uint64) uint64 { return f(single(b)) | f(single(a))<<w }
	case from == "f32" && (sat || relu) && narrow[to] != nil && len(d.in.Args) == 2:
		f := narrow[to]
		return func(a, _, _ uint64) uint64 { return f(single(a)) }
	case width[to] > 0 && wide[from] != nil:
		f, g, w, u := narrow[to], wide[from], width[to], width[from]
		return func(a, _, _ uint64) uint64 {
			lo, hi := g(a), g(a>>u)
			if relu {
				lo, hi = max(lo, 0), max(hi, 0)
			}
			return f(lo) | f(hi)<<w
		}
	}
	return nil
}
