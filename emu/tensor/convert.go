package tensor

import "math"

// Round is a rounding mode of PTX.
type Round uint8

const (
	RN  Round = iota // to nearest, ties to even
	RZ               // toward zero
	RM               // toward minus infinity
	RP               // toward plus infinity
	RNA              // to nearest, ties away from zero (tf32 only in PTX)
)

// format is a binary float format: sign, exp bits, man bits, with subnormals.
type format struct {
	exp, man int
	finite   bool   // no infinities; the only NaN is all ones (e4m3)
	nan      uint64 // what the instructions give for a NaN
}

var (
	formatF16  = format{exp: 5, man: 10, nan: 0x7fff}
	formatBF16 = format{exp: 8, man: 7, nan: 0x7fff}
	formatTF32 = format{exp: 8, man: 10, nan: 0x3ffff}
	formatF32  = format{exp: 8, man: 23, nan: 0x7fffffff}
	formatE4M3 = format{exp: 4, man: 3, finite: true, nan: 0x7f}
	formatE5M2 = format{exp: 5, man: 2, nan: 0x7f}
)

func (f *format) bias() int    { return 1<<(f.exp-1) - 1 }
func (f *format) sign() uint64 { return 1 << (f.exp + f.man) }
func (f *format) inf() uint64  { return (1<<f.exp - 1) << f.man }

// max returns the largest finite magnitude.
func (f *format) max() uint64 {
	if f.finite {
		return f.nan - 1
	}
	return f.inf() - 1
}

// beyond is the result for a magnitude too large for the format: infinity, the largest finite
// number, or NaN where the format has no infinity.
func (f *format) beyond(negative bool, r Round, sat bool) uint64 {
	toward := r == RZ || r == RM && !negative || r == RP && negative
	switch {
	case sat || toward:
		return f.max()
	case f.finite:
		return f.nan
	}
	return f.inf()
}

// encode rounds v once to the format. With sat, values out of range and infinities become the
// largest finite number (.satfinite); a NaN is the format's canonical NaN, without sign.
func (f *format) encode(v float64, r Round, sat bool) uint64 {
	if v != v {
		return f.nan
	}
	bits := math.Float64bits(v)
	negative := bits>>63 != 0
	magnitude := f.magnitude(bits&^(1<<63), negative, r, sat)
	if negative {
		magnitude |= f.sign()
	}
	return magnitude
}

// magnitude rounds the non-negative float64 with these bits.
func (f *format) magnitude(bits uint64, negative bool, r Round, sat bool) uint64 {
	const man64, bias64 = 52, 1023
	exp := int(bits >> man64)
	if exp == 2047 {
		return f.beyond(negative, RN, sat) // an infinity stays one in every mode
	}
	m := bits & (1<<man64 - 1)
	if exp == 0 {
		exp = 1
	} else {
		m |= 1 << man64
	}
	e := exp - bias64 // v = m * 2^(e-52), m < 2^53
	emin := 1 - f.bias()
	drop := man64 - f.man
	if e < emin {
		drop += emin - e
		e = emin
	}
	kept := roundShift(m, drop, negative, r)
	// kept < 2^(man+1) or, rounded up, equal to it: carries run into the exponent field by themselves.
	result := uint64(e-emin)<<f.man + kept
	if result > f.max() {
		return f.beyond(negative, r, sat)
	}
	return result
}

// roundShift returns m >> drop, rounded; m < 2^53.
func roundShift(m uint64, drop int, negative bool, r Round) uint64 {
	if drop <= 0 {
		return m << -drop
	}
	if drop > 60 {
		drop, m = 60, min(m, 1) // only whether anything is lost counts
	}
	kept, lost, half := m>>drop, m&(1<<drop-1), uint64(1)<<(drop-1)
	up := false
	switch r {
	case RN:
		up = lost > half || lost == half && kept&1 != 0
	case RNA:
		up = lost >= half
	case RM:
		up = negative && lost != 0
	case RP:
		up = !negative && lost != 0
	}
	if up {
		kept++
	}
	return kept
}

// decode returns the value of the bits, exactly.
func (f *format) decode(bits uint64) float64 {
	sign := 1.0
	if bits&f.sign() != 0 {
		sign = -1
	}
	bits &= f.sign() - 1
	if f.finite && bits == f.nan || !f.finite && bits > f.inf() {
		return math.NaN()
	}
	if !f.finite && bits == f.inf() {
		return math.Inf(int(sign))
	}
	e, m := int(bits>>f.man), bits&(1<<f.man-1)
	if e == 0 {
		e = 1
	} else {
		m |= 1 << f.man
	}
	return sign * math.Ldexp(float64(m), e-f.bias()-f.man)
}

// canonicalNaN is the NaN that float32 instructions give.
var canonicalNaN = math.Float32frombits(uint32(formatF32.nan))

// F16ToF32 converts exactly; NaNs become the canonical 0x7fffffff.
func F16ToF32(h uint16) float32 {
	sign := uint32(h&0x8000) << 16
	e, m := uint32(h>>10&31), uint32(h&0x3ff)
	switch {
	case e == 31 && m != 0:
		return canonicalNaN
	case e == 31:
		return math.Float32frombits(sign | 0x7f800000)
	case e == 0:
		v := float32(m) * 0x1p-24
		return math.Float32frombits(sign | math.Float32bits(v))
	}
	return math.Float32frombits(sign | (e+112)<<23 | m<<13)
}

// BF16ToF32 converts exactly: a bf16 is the upper half of a float32.
func BF16ToF32(h uint16) float32 { return math.Float32frombits(uint32(h) << 16) }

// E4M3ToF32 converts exactly (1.4.3, no infinities, NaN is 0x7f and 0xff).
func E4M3ToF32(b uint8) float32 { return e4m3Values[b] }

// E5M2ToF32 converts exactly (1.5.2, the upper byte of an f16).
func E5M2ToF32(b uint8) float32 { return F16ToF32(uint16(b) << 8) }

var e4m3Values = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(formatE4M3.decode(uint64(i)))
		if t[i] != t[i] {
			t[i] = canonicalNaN
		}
	}
	return
}()

// F32ToF16 is cvt.{rn,rz,…}.f16.f32; sat is .satfinite.
func F32ToF16(f float32, r Round, sat bool) uint16 {
	return uint16(formatF16.encode(float64(f), r, sat))
}

// F32ToBF16 is cvt.{rn,rz}.bf16.f32; sat is .satfinite.
func F32ToBF16(f float32, r Round, sat bool) uint16 {
	return uint16(formatBF16.encode(float64(f), r, sat))
}

// F64ToF16 rounds once; an exact float64 result of f16 operands so becomes the f16 one.
func F64ToF16(f float64, r Round) uint16 { return uint16(formatF16.encode(f, r, false)) }

// F64ToBF16 rounds once.
func F64ToBF16(f float64, r Round) uint16 { return uint16(formatBF16.encode(f, r, false)) }

// F32ToE4M3 is the conversion of each half of cvt.rn.satfinite.e4m3x2.f32. PTX has it with
// .satfinite only; without sat, a value out of range becomes NaN.
func F32ToE4M3(f float32, sat bool) uint8 { return uint8(formatE4M3.encode(float64(f), RN, sat)) }

// F32ToE5M2 is the conversion of each half of cvt.rn.satfinite.e5m2x2.f32.
func F32ToE5M2(f float32, sat bool) uint8 { return uint8(formatE5M2.encode(float64(f), RN, sat)) }

// F32ToTF32 is cvt.{rna,rn,rz}.tf32.f32: a float32 whose 13 low bits are zero. A NaN becomes
// 0x7fffe000, but .rna only cuts its payload.
func F32ToTF32(f float32, r Round) uint32 {
	if f != f && r == RNA {
		return math.Float32bits(f) &^ 0x1fff
	}
	return uint32(formatTF32.encode(float64(f), r, false)) << 13
}

// F64ToF32 rounds once, in every mode.
func F64ToF32(f float64, r Round) float32 {
	if r == RN {
		if f != f {
			return canonicalNaN
		}
		return float32(f)
	}
	return math.Float32frombits(uint32(formatF32.encode(f, r, false)))
}
