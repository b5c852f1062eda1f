package tensor

import "math"

// model says how a tensor core adds up one element of D: in groups along K,
//
//		c ← cut(c + Σ products of the group)
//
//	  - a product is exact, and its exponent is the sum of its factors' exponents, not normalised;
//	    a subnormal factor has the smallest normal exponent, a zero none;
//	  - every term (c too) is cut toward zero to frac bits below the largest exponent among the
//	    terms that are not zero; the sum of the cut terms is exact;
//	  - the result keeps man bits of mantissa, cut toward zero; D in f16 is rounded to nearest;
//	  - a result that is or becomes zero is +0, one too large infinite; subnormal results stay;
//	  - infinities and NaNs act as in IEEE arithmetic, every NaN is 0x7fffffff (f16 0x7fff).
//
// All of it is measured: 64 campaigns of 2048 random dot products for each type of wgmma, and as
// many for mma.sync, agree with an H200 in every bit (TestRecordedWgmmaSums, TestRecordedMma).
// One instruction is one group for every type but fp8 in mma.sync (see runFP8).
type model struct {
	group int // products that are added at once
	frac  int
	man   int
}

var (
	modelHalf = model{group: 16, frac: 25, man: 23}
	modelTF32 = model{group: 8, frac: 25, man: 23}
	modelFP8  = model{group: 32, frac: 13, man: 13}
)

func modelOf(a Elem) *model {
	switch a {
	case TF32:
		return &modelTF32
	case E4M3, E5M2:
		return &modelFP8
	}
	return &modelHalf
}

// scale returns 2^e for an exponent in the range of normal float64.
func scale(e int) float64 { return math.Float64frombits(uint64(1023+e) << 52) }

// single cuts v to the mantissa that the model keeps and returns it as a float32. A result that
// vanishes is +0, and one out of range infinite.
func (m *model) single(v float64) uint32 {
	bits := math.Float64bits(v) &^ (1<<(52-m.man) - 1)
	v = math.Float64frombits(bits)
	if e := int(bits>>52&2047) - 1023; e >= -126 && e <= 127 {
		return math.Float32bits(float32(v))
	}
	if math.Abs(v) >= 0x1p128 {
		return uint32(bits>>63<<31) | 0x7f800000
	}
	return positiveZero(uint32(formatF32.encode(v, RZ, false)), 31)
}

// half rounds v to f16, to nearest.
func half(v float64) uint32 { return positiveZero(uint32(F64ToF16(v, RN)), 15) }

// positiveZero clears the sign, at bit sign, of a zero.
func positiveZero(bits uint32, sign int) uint32 {
	if bits == 1<<sign {
		return 0
	}
	return bits
}
