package tensor

import "math"

// The approximate functions on float32. ftz flushes subnormal inputs and results to zero of the
// same sign, as .ftz does.

func flush(x float32, ftz bool) float32 {
	if b := math.Float32bits(x); ftz && b&0x7f800000 == 0 {
		return math.Float32frombits(b & 0x80000000)
	}
	return x
}

// approximate rounds f(x) to float32.
func approximate(x float32, ftz bool, f func(float64) float64) float32 {
	v := f(float64(flush(x, ftz)))
	if v != v {
		return canonicalNaN
	}
	return flush(float32(v), ftz)
}

// Ex2 is ex2.approx{.ftz}.f32, 2^x.
func Ex2(x float32, ftz bool) float32 { return approximate(x, ftz, math.Exp2) }

// Lg2 is lg2.approx{.ftz}.f32, log2(x).
func Lg2(x float32, ftz bool) float32 { return approximate(x, ftz, math.Log2) }

// Rcp is rcp.approx{.ftz}.f32, 1/x.
func Rcp(x float32, ftz bool) float32 {
	return approximate(x, ftz, func(x float64) float64 { return 1 / x })
}

// Rsqrt is rsqrt.approx{.ftz}.f32, 1/√x.
func Rsqrt(x float32, ftz bool) float32 {
	return approximate(x, ftz, func(x float64) float64 { return 1 / math.Sqrt(x) })
}

// Sqrt is sqrt.approx{.ftz}.f32.
func Sqrt(x float32, ftz bool) float32 { return approximate(x, ftz, math.Sqrt) }

// Tanh is tanh.approx.f32.
func Tanh(x float32) float32 { return approximate(x, false, math.Tanh) }

// Sin is sin.approx{.ftz}.f32.
func Sin(x float32, ftz bool) float32 { return approximate(x, ftz, math.Sin) }

// Cos is cos.approx{.ftz}.f32.
func Cos(x float32, ftz bool) float32 { return approximate(x, ftz, math.Cos) }

// DivFull is div.full{.ftz}.f32.
func DivFull(a, b float32, ftz bool) float32 {
	return approximate(a, ftz, func(a float64) float64 { return a / float64(flush(b, ftz)) })
}
