package emu

import (
	"math"

	"tawa/emu/tensor"
	"tawa/ptx"
)

// codec reads and writes the floats of one type. A float64 holds every f16, bf16 and f32 exactly.
type codec struct {
	load  func(v uint64) float64
	store func(f float64, r tensor.Round) uint64
	tiny  float64 // the smallest normal number
}

var codecs = map[ptx.Type]codec{
	ptx.F16: {func(v uint64) float64 { return float64(tensor.F16ToF32(uint16(v))) },
		func(f float64, r tensor.Round) uint64 { return uint64(tensor.F64ToF16(f, r)) }, 0x1p-14},
	ptx.BF16: {func(v uint64) float64 { return float64(tensor.BF16ToF32(uint16(v))) },
		func(f float64, r tensor.Round) uint64 { return uint64(tensor.F64ToBF16(f, r)) }, 0x1p-126},
	ptx.F32: {func(v uint64) float64 { return float64(math.Float32frombits(uint32(v))) }, storeF32, 0x1p-126},
	ptx.F64: {func(v uint64) float64 { return math.Float64frombits(v) },
		func(f float64, _ tensor.Round) uint64 { return math.Float64bits(f) }, 0x1p-1022},
}

func storeF32(f float64, r tensor.Round) uint64 {
	if f != f {
		return nan32
	}
	if r == tensor.RN {
		return uint64(math.Float32bits(float32(f)))
	}
	return uint64(math.Float32bits(tensor.F64ToF32(f, r)))
}

// nan32 is what f32 instructions give for a NaN.
const nan32 = 0x7fffffff

// addOdd is a + b rounded to odd in float64: rounded once more to a shorter type, in any mode, it gives what the exact
// sum gives.
func addOdd(a, b float64) float64 {
	s := a + b
	if math.IsInf(s, 0) || s != s {
		return s
	}
	t := s - a
	e := (a - (s - t)) + (b - t)
	if e == 0 {
		return s
	}
	bits := math.Float64bits(s)
	if (e > 0) != (s > 0) {
		bits--
	}
	return math.Float64frombits(bits | 1)
}

// addDown is addOdd for rounding toward minus infinity, where terms that cancel give -0.
func addDown(a, b float64) float64 {
	s := addOdd(a, b)
	if s == 0 && (math.Signbit(a) || math.Signbit(b)) {
		return math.Copysign(0, -1)
	}
	return s
}

// sum is addition before the rounding of the instruction.
func sum(d *decoder) func(a, b float64) float64 {
	if d.round() == tensor.RM {
		return addDown
	}
	return addOdd
}

// float is an instruction on floats: f on exact values, then one rounding, flushing and saturation as the modifiers say.
func float(d *decoder, f func(a, b, c float64) float64) laneFunc {
	t := d.in.Type()
	switch t {
	case ptx.F16x2:
		return halves(floatLane(d, ptx.F16, f))
	case ptx.BF16x2:
		return halves(floatLane(d, ptx.BF16, f))
	}
	return floatLane(d, t, f)
}

// halves applies a 16-bit function to both halves.
func halves(f laneFunc) laneFunc {
	if f == nil {
		return nil
	}
	return func(a, b, c uint64) uint64 { return f(a, b, c) | f(a>>16, b>>16, c>>16)<<16 }
}

func floatLane(d *decoder, t ptx.Type, f func(a, b, c float64) float64) laneFunc {
	k, ok := codecs[t]
	r := d.round()
	if !ok || t == ptx.F64 && r != tensor.RN {
		return nil
	}
	load, store := k.load, k.store
	ftz, sat, relu := d.in.Has("ftz"), d.in.Has("sat"), d.in.Has("relu")
	if ftz {
		inner := load
		load = func(v uint64) float64 { return flush(inner(v), k.tiny) }
	}
	if !ftz && !sat && !relu {
		return func(a, b, c uint64) uint64 { return store(f(load(a), load(b), load(c)), r) }
	}
	return func(a, b, c uint64) uint64 {
		v := store(f(load(a), load(b), load(c)), r)
		x := k.load(v)
		switch {
		case sat && !(x > 0), relu && x <= 0: // -0 and, with .sat, a NaN become 0
			return 0
		case sat && x > 1:
			return store(1, r)
		case ftz && x != 0 && math.Abs(x) < k.tiny:
			return store(flush(x, k.tiny), r)
		}
		return v
	}
}

func flush(x, tiny float64) float64 {
	if math.Abs(x) < tiny {
		return math.Copysign(0, x)
	}
	return x
}

// f32 is a float instruction with a shortcut for the plain f32 form.
func f32(d *decoder, quick func(a, b, c float32) float32, f func(a, b, c float64) float64) laneFunc {
	if d.in.Type() != ptx.F32 || d.round() != tensor.RN || d.in.Has("ftz") || d.in.Has("sat") {
		return float(d, f)
	}
	return func(a, b, c uint64) uint64 {
		x := quick(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)), math.Float32frombits(uint32(c)))
		if x != x {
			return nan32
		}
		return uint64(math.Float32bits(x))
	}
}

func floatAdd(d *decoder) laneFunc {
	if d.in.Type() == ptx.F64 {
		return float(d, func(a, b, _ float64) float64 { return a + b })
	}
	add := sum(d)
	return f32(d, func(a, b, _ float32) float32 { return a + b }, func(a, b, _ float64) float64 { return add(a, b) })
}

func floatSub(d *decoder) laneFunc {
	if d.in.Type() == ptx.F64 {
		return float(d, func(a, b, _ float64) float64 { return a - b })
	}
	add := sum(d)
	return f32(d, func(a, b, _ float32) float32 { return a - b }, func(a, b, _ float64) float64 { return add(a, -b) })
}

func floatMul(d *decoder) laneFunc {
	return f32(d, func(a, b, _ float32) float32 { return a * b }, func(a, b, _ float64) float64 { return a * b })
}

func floatFma(d *decoder) laneFunc {
	if d.in.Type() == ptx.F64 {
		return float(d, math.FMA)
	}
	add := sum(d)
	return float(d, func(a, b, c float64) float64 { return add(a*b, c) }) // float64 holds the product exactly
}

// sign works on the sign bit; a NaN of a type shorter than f64 becomes the canonical one.
func sign(d *decoder, f func(v, sign uint64) uint64) laneFunc {
	one := func(t ptx.Type) laneFunc {
		k, width, flushes := codecs[t], bitWidth(t), d.in.Has("ftz")
		return func(a, _, _ uint64) uint64 {
			x := k.load(a)
			switch {
			case x != x && t != ptx.F64:
				return k.store(x, tensor.RN)
			case flushes:
				a = k.store(flush(x, k.tiny), tensor.RN)
			}
			return f(a, 1<<(width-1)) & (1<<(width-1)<<1 - 1)
		}
	}
	switch t := d.in.Type(); t {
	case ptx.F16x2:
		return halves(one(ptx.F16))
	case ptx.BF16x2:
		return halves(one(ptx.BF16))
	default:
		return one(t)
	}
}

func floatNeg(d *decoder) laneFunc {
	return sign(d, func(v, s uint64) uint64 { return v ^ s })
}

func floatAbs(d *decoder) laneFunc {
	return sign(d, func(v, s uint64) uint64 { return v &^ s })
}

// extreme is min and max: a NaN gives way to a number unless .NaN is there, and -0 is less than +0.
func extreme(d *decoder, less bool) laneFunc {
	if d.in.Has("xorsign") {
		return nil
	}
	keep := d.in.Has("NaN")
	return float(d, func(a, b, _ float64) float64 {
		switch {
		case a != a || b != b:
			if keep || a != a && b != b {
				return math.NaN()
			}
			if a != a {
				return b
			}
			return a
		case a == b:
			if math.Signbit(a) == less {
				return a
			}
			return b
		case (a < b) == less:
			return a
		}
		return b
	})
}

func floatMin(d *decoder) laneFunc { return extreme(d, true) }
func floatMax(d *decoder) laneFunc { return extreme(d, false) }

// floatDiv: a float64 quotient of f32 operands rounds to the right f32; div.full and div.approx have functions of their
// own in package tensor.
func floatDiv(d *decoder) laneFunc {
	switch {
	case d.in.Type() == ptx.F32 && (d.in.Has("full") || d.in.Has("approx")):
		ftz, quotient := d.in.Has("ftz"), tensor.DivFull
		if d.in.Has("approx") {
			quotient = tensor.DivApprox
		}
		return single(func(a, b float32) float32 { return quotient(a, b, ftz) })
	case d.round() != tensor.RN:
		return nil
	}
	return float(d, func(a, b, _ float64) float64 { return a / b })
}

// single is a function of float32 values.
func single(f func(a, b float32) float32) laneFunc {
	return func(a, b, _ uint64) uint64 {
		x := f(math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b)))
		if x != x {
			return nan32
		}
		return uint64(math.Float32bits(x))
	}
}

// approximate is a function with an approximate f32 form and, where exact is not nil, a correctly rounded one.
func approximate(approx func(x float32, ftz bool) float32, exact func(x float64) float64) func(d *decoder) laneFunc {
	return func(d *decoder) laneFunc {
		ftz := d.in.Has("ftz")
		quick := single(func(a, _ float32) float32 { return approx(a, ftz) })
		switch t := d.in.Type(); {
		case t == ptx.F32 && d.in.Has("approx"):
			return quick
		case t == ptx.F16 || t == ptx.BF16:
			return shortApprox(d, t, approx)
		case t == ptx.F16x2:
			return halves(shortApprox(d, ptx.F16, approx))
		case t == ptx.BF16x2:
			return halves(shortApprox(d, ptx.BF16, approx))
		case exact == nil || d.round() != tensor.RN:
			return nil
		}
		return float(d, func(a, _, _ float64) float64 { return exact(a) })
	}
}

// shortApprox is the f16 or bf16 form, which goes by way of f32. An H200 cuts the result off, though it overflows to
// infinity.
func shortApprox(d *decoder, t ptx.Type, approx func(x float32, ftz bool) float32) laneFunc {
	k, ftz, limit := codecs[t], d.in.Has("ftz"), math.Inf(1)
	if t == ptx.F16 {
		limit = 0x1p16
	}
	return func(a, _, _ uint64) uint64 {
		x, r := float64(approx(float32(k.load(a)), ftz)), tensor.RN
		if math.Abs(x) < limit {
			r = tensor.RZ
		}
		return k.store(x, r)
	}
}

var floats = map[string]func(d *decoder) laneFunc{
	"fma":   floatFma,
	"ex2":   approximate(tensor.Ex2, nil),
	"lg2":   approximate(tensor.Lg2, nil),
	"sin":   approximate(tensor.Sin, nil),
	"cos":   approximate(tensor.Cos, nil),
	"rsqrt": approximate(tensor.Rsqrt, nil),
	"rcp":   approximate(tensor.Rcp, func(x float64) float64 { return 1 / x }),
	"sqrt":  approximate(tensor.Sqrt, math.Sqrt),
	"tanh":  approximate(func(x float32, _ bool) float32 { return tensor.Tanh(x) }, nil),
	"copysign": func(d *decoder) laneFunc {
		width := bitWidth(d.in.Type())
		return func(a, b, _ uint64) uint64 {
			s := uint64(1) << (width - 1)
			return (b&^s | a&s) & (s<<1 - 1)
		}
	},
	"testp": testp,
}

func testp(d *decoder) laneFunc {
	k, ok := codecs[d.in.Type()]
	if !ok {
		return nil
	}
	tests := map[string]func(x float64) bool{
		"finite":     func(x float64) bool { return !math.IsInf(x, 0) && x == x },
		"infinite":   func(x float64) bool { return math.IsInf(x, 0) },
		"number":     func(x float64) bool { return x == x },
		"notanumber": func(x float64) bool { return x != x },
		"normal":     func(x float64) bool { return (x == 0 || math.Abs(x) >= k.tiny) && !math.IsInf(x, 0) },
		"subnormal":  func(x float64) bool { return x != 0 && math.Abs(x) < k.tiny },
	}
	f := tests[d.in.Mods[0]]
	return func(a, _, _ uint64) uint64 { return boolean(f(k.load(a))) }
}

func boolean(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}
