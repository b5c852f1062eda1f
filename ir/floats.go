package ir

import (
	"math"
)

// FloatFormat describes a binary floating-point format: sign, exponent,
// mantissa from the top bit down. The 8-bit formats are those of the OCP 8-bit
// specification (E4M3 without infinities and with one NaN pattern per sign is
// the FN kind; FNUZ has one zero and one NaN, the bit pattern of −0).
type FloatFormat struct {
	Bits, Exp, Man int
	Bias           int
	Kind           NonFinite
}

// NonFinite says how a format spells what is not finite.
type NonFinite int

// IEEE has infinities and NaNs in the top exponent; FN has only all-ones as NaN;
// FNUZ has the pattern of −0 as its only NaN; Finite has neither.
const (
	IEEE NonFinite = iota
	FN
	FNUZ
	Finite
)

// FloatFormats maps the spelling of a type to its format. tf32 is stored in 19
// bits. The wide formats f80 and f128 are read and printed, but Encode and Decode are for the others.
var FloatFormats = map[string]*FloatFormat{
	"f16":           {16, 5, 10, 15, IEEE},
	"bf16":          {16, 8, 7, 127, IEEE},
	"f32":           {32, 8, 23, 127, IEEE},
	"f64":           {64, 11, 52, 1023, IEEE},
	"tf32":          {19, 8, 10, 127, IEEE},
	"f80":           {80, 15, 63, 16383, IEEE},
	"f128":          {128, 15, 112, 16383, IEEE},
	"f8E5M2":        {8, 5, 2, 15, IEEE},
	"f8E4M3":        {8, 4, 3, 7, IEEE},
	"f8E3M4":        {8, 3, 4, 3, IEEE},
	"f8E4M3FN":      {8, 4, 3, 7, FN},
	"f8E5M2FNUZ":    {8, 5, 2, 16, FNUZ},
	"f8E4M3FNUZ":    {8, 4, 3, 8, FNUZ},
	"f8E4M3B11FNUZ": {8, 4, 3, 11, FNUZ},
	"f6E2M3FN":      {6, 2, 3, 1, Finite},
	"f6E3M2FN":      {6, 3, 2, 3, Finite},
	"f4E2M1FN":      {4, 2, 1, 1, Finite},
	"f8E8M0FNU":     {8, 8, 0, 127, FN},
}

// Decode returns the value of a bit pattern.
func (f *FloatFormat) Decode(b uint64) float64 {
	switch {
	case f.Bits == 64:
		return math.Float64frombits(b)
	case f.Bits == 32:
		return float64(math.Float32frombits(uint32(b)))
	case f.Man == 0: // a scale: power of two without sign
		if b == 255 {
			return math.NaN()
		}
		return math.Ldexp(1, int(b)-f.Bias)
	}
	neg := b>>(f.Bits-1)&1 == 1
	e := int(b>>f.Man) & (1<<f.Exp - 1)
	m := b & (1<<f.Man - 1)
	top := 1<<f.Exp - 1
	var v float64
	switch {
	case f.Kind == IEEE && e == top && m == 0:
		v = math.Inf(1)
	case f.Kind == IEEE && e == top,
		f.Kind == FN && e == top && m == 1<<f.Man-1,
		f.Kind == FNUZ && neg && e == 0 && m == 0:
		return math.NaN()
	case e == 0:
		v = math.Ldexp(float64(m), 1-f.Bias-f.Man)
	default:
		v = math.Ldexp(float64(m|1<<f.Man), e-f.Bias-f.Man)
	}
	if neg {
		v = -v
	}
	return v
}

// maxFinite is the largest exponent and mantissa of a finite value.
func (f *FloatFormat) maxFinite() (e int, m uint64) {
	top, all := 1<<f.Exp-1, uint64(1)<<f.Man-1
	switch f.Kind {
	case IEEE:
		return top - 1, all
	case FN:
		return top, all - 1
	}
	return top, all
}

func (f *FloatFormat) nan(neg bool) uint64 {
	s := uint64(0)
	if neg {
		s = 1 << (f.Bits - 1)
	}
	switch f.Kind {
	case FN:
		return s | (1<<(f.Bits-1) - 1)
	case FNUZ:
		return 1 << (f.Bits - 1)
	case Finite:
		e, m := f.maxFinite()
		return s | uint64(e)<<f.Man | m
	}
	return s | uint64(1<<f.Exp-1)<<f.Man | 1<<(f.Man-1)
}

// Encode rounds to nearest even. What is too large becomes infinity in an IEEE
// format, NaN in FN and FNUZ formats, and the largest value in a finite one.
func (f *FloatFormat) Encode(v float64) uint64 { return f.encode(v, false) }

// EncodeSaturating is Encode with the largest finite value in place of overflow;
// NaN stays NaN. It is what cvt.satfinite computes.
func (f *FloatFormat) EncodeSaturating(v float64) uint64 { return f.encode(v, true) }

func (f *FloatFormat) encode(v float64, saturate bool) uint64 {
	switch {
	case f.Bits == 64:
		return math.Float64bits(v)
	case f.Bits == 32 && !saturate:
		return uint64(math.Float32bits(float32(v)))
	case f.Man == 0:
		return encodeScale(f, v)
	case math.IsNaN(v):
		return f.nan(math.Signbit(v))
	}
	sign := uint64(0)
	if math.Signbit(v) {
		sign = 1 << (f.Bits - 1)
	}
	a := math.Abs(v)
	if a == 0 {
		if f.Kind == FNUZ {
			return 0
		}
		return sign
	}
	if math.IsInf(a, 0) {
		return f.overflow(sign, saturate)
	}
	frac, exp := math.Frexp(a) // a = frac·2^exp, frac in [0.5, 1)
	e := exp - 1 + f.Bias
	shift := f.Man
	if e < 1 {
		shift, e = f.Man-(1-e), 0
	}
	m := roundEven(math.Ldexp(frac*2, shift))
	if e == 0 {
		if m == 0 && f.Kind == FNUZ {
			return 0
		}
		return sign | m // a carry into the exponent is the smallest normal value
	}
	if m == 1<<(f.Man+1) {
		m, e = m>>1, e+1
	}
	m &= 1<<f.Man - 1
	if me, mm := f.maxFinite(); e > me || e == me && m > mm {
		return f.overflow(sign, saturate)
	}
	return sign | uint64(e)<<f.Man | m
}

func (f *FloatFormat) overflow(sign uint64, saturate bool) uint64 {
	if saturate || f.Kind == Finite {
		e, m := f.maxFinite()
		return sign | uint64(e)<<f.Man | m
	}
	if f.Kind == IEEE {
		return sign | uint64(1<<f.Exp-1)<<f.Man
	}
	return f.nan(sign != 0)
}

func encodeScale(f *FloatFormat, v float64) uint64 {
	switch {
	case math.IsNaN(v) || v < 0:
		return 255
	case v == 0:
		return 0 // the smallest there is
	}
	frac, e := math.Frexp(v)
	if frac >= 0.75 { // half way between powers of two, of which the upper one is the even one
		e++
	}
	if e = e - 1 + f.Bias; e > 254 {
		return 255
	}
	return uint64(max(e, 0))
}

func roundEven(v float64) uint64 { return uint64(math.RoundToEven(v)) }
