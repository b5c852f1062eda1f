package tensor

import "math"

// The approximate functions on float32, bit for bit as an H200 computes them.
//
// The unit behind rcp, rsqrt, sqrt, lg2 and ex2 divides a binade of its input into 64 (rcp: 128)
// segments and evaluates c0 + c1·x + c2·x² in fixed point on the rest x of the mantissa, where the
// square leaves out the partial products of its low columns (the design of Oberman and Siu, "A
// High-Performance Area-Efficient Multifunction Interpolator", 2005). The coefficients were
// found by fitting the results over whole binades; each segment agrees in every bit.
// The unit itself flushes subnormal inputs and results to zero; the forms without .ftz scale
// around it, as the assembler expands them.

// quadratic is a segment: c0 in 2^-18, c1 and c2 in 2^-1 units in the last place of the result.
type quadratic struct{ c0, c1, c2 int64 }

const fraction = 18 // bits of a unit in the last place that the sums carry

// interpolate evaluates the table at a mantissa of 23 bits.
func interpolate(table []quadratic, mantissa uint32) int64 {
	width := 16 // of x
	if len(table) == 64 {
		width = 17
	}
	q := &table[mantissa>>width]
	x := mantissa & (1<<width - 1)
	return q.c0 + q.c1*int64(x)<<(17-width) + q.c2*int64(truncatedSquare(x, width))<<2
}

// truncatedSquare returns the upper 15 bits of x², x of width bits, summed without the partial
// products in the columns below.
func truncatedSquare(x uint32, width int) uint32 {
	cut := 2*width - 15
	sum := uint64(0)
	for i := range width {
		if x>>i&1 == 0 {
			continue
		}
		if 2*i >= cut {
			sum += 1 << (2 * i)
		}
		from := max(i+1, cut-1-i) // partners j > i with i+j+1 >= cut
		sum += uint64(x) >> from << (from + i + 1)
	}
	return uint32(sum >> cut)
}

const (
	signBit  = 1 << 31
	infinity = 0x7f800000
	one      = 0x3f800000
)

// flush makes a subnormal zero, keeping its sign, if ftz.
func flush(x float32, ftz bool) float32 {
	if b := math.Float32bits(x); ftz && b&infinity == 0 {
		return math.Float32frombits(b & signBit)
	}
	return x
}

// parts splits a normal float32.
func parts(x float32) (exp int, mantissa uint32) {
	b := math.Float32bits(x)
	return int(b>>23&255) - 127, b & (1<<23 - 1)
}

// assemble returns the float32 with these bits, given that the exponent may leave the range:
// then infinity, or zero for what would be subnormal.
func assemble(bits int64) float32 {
	switch {
	case bits < 1<<23:
		return 0
	case bits >= infinity:
		bits = infinity
	}
	return math.Float32frombits(uint32(bits))
}

// unitRcp, unitRsqrt, … are the unit's functions, with flushing.
func unitRcp(x float32) float32 {
	x = flush(x, true)
	switch {
	case x != x:
		return canonicalNaN
	case x == 0 || x-x != 0:
		return 1 / x
	}
	e, m := parts(x)
	y := assemble(0x3f000000 + interpolate(rcpTable[:], m)>>fraction - int64(e)<<23)
	return float32(math.Copysign(float64(y), float64(x)))
}

// root evaluates a table for even exponents and one for odd ones; scale is what a step of two in
// the exponent adds to that of the result.
func root(x float32, even, odd []quadratic, base int64, scale int) float32 {
	e, m := parts(x)
	table := even
	if e&1 != 0 {
		table = odd
	}
	return assemble(base + interpolate(table, m)>>fraction + int64(e>>1*scale)<<23)
}

func unitRsqrt(x float32) float32 {
	x = flush(x, true)
	switch {
	case x == 0:
		return 1 / x
	case x != x || x < 0:
		return canonicalNaN
	case x-x != 0:
		return 0
	}
	if e, m := parts(x); m == 0 && e&1 == 0 {
		return math.Float32frombits(uint32(127-e/2) << 23) // a power of 4 is exact
	}
	return root(x, rsqrtTable[:], rsqrtTable2[:], 0x3f000000, -1)
}

func unitSqrt(x float32) float32 {
	x = flush(x, true)
	switch {
	case x == 0:
		return x
	case x != x || x < 0:
		return canonicalNaN
	case x-x != 0:
		return x
	}
	return root(x, sqrtTable[:], sqrtTable2[:], 0x3f800000, 1)
}

func unitLg2(x float32) float32 {
	x = flush(x, true)
	switch {
	case x == 0:
		return float32(math.Inf(-1))
	case x != x || x < 0:
		return canonicalNaN
	case x-x != 0:
		return x
	case x == 1:
		return 0
	}
	e, m := parts(x)
	const unit = 36 // fixed point of the logarithm
	sum := int64(e)<<unit + interpolate(lg2Table[:], m)>>(23+fraction-unit)
	sign := sum >> 63 // a negative sum is inverted without adding 1
	sum ^= sign
	v := float64(sum) / (1 << unit)
	v = math.Float64frombits(math.Float64bits(v)&^(1<<29-1) | uint64(sign)&(1<<63)) // cut to a float32
	return float32(v)
}

func unitEx2(x float32) float32 {
	x = flush(x, true)
	switch {
	case x != x:
		return canonicalNaN
	case x >= 128:
		return float32(math.Inf(1))
	case x < -127:
		return 0
	}
	fixed := int64(math.Abs(float64(x)) * (1 << 23)) // fraction bits beyond 23 are cut
	if x < 0 {
		if fixed&(1<<23-1) != 0 {
			fixed = ^fixed // without adding 1, unless the fraction is 0
		} else {
			fixed = -fixed
		}
	}
	return assemble(one + fixed>>23<<23 + interpolate(ex2Table[:], uint32(fixed&(1<<23-1)))>>fraction)
}

const (
	smallest = 0x1p-126 // normal number
	large    = 0x1p126
)

// Rcp is rcp.approx{.ftz}.f32, 1/x: at most 1 unit in the last place off.
func Rcp(x float32, ftz bool) float32 {
	if ftz {
		return unitRcp(x)
	}
	scale := float32(1)
	switch a := math.Abs(float64(x)); {
	case a > large:
		scale = 0x1p-2
	case a < smallest:
		scale = 0x1p24
	}
	return canonical(unitRcp(x*scale) * scale)
}

// Rsqrt is rsqrt.approx{.ftz}.f32, 1/√x: relative error at most 2^-22.9.
func Rsqrt(x float32, ftz bool) float32 {
	if !ftz && math.Abs(float64(x)) < smallest {
		return canonical(unitRsqrt(x*0x1p24) * 0x1p12)
	}
	return unitRsqrt(x)
}

// Sqrt is sqrt.approx{.ftz}.f32: relative error at most 2^-23.
func Sqrt(x float32, ftz bool) float32 {
	if !ftz && math.Abs(float64(x)) < smallest {
		return canonical(unitSqrt(x*0x1p24) * 0x1p-12)
	}
	return unitSqrt(x)
}

// Lg2 is lg2.approx{.ftz}.f32, log2(x): absolute error at most 2^-22 near 1, relative elsewhere.
func Lg2(x float32, ftz bool) float32 {
	if !ftz && math.Abs(float64(x)) < smallest {
		return canonical(unitLg2(x*0x1p24) - 24)
	}
	return unitLg2(x)
}

// Ex2 is ex2.approx{.ftz}.f32, 2^x: relative error at most 2^-22.
func Ex2(x float32, ftz bool) float32 {
	if !ftz && x < -126 {
		y := unitEx2(x * 0.5)
		return y * y
	}
	return unitEx2(x)
}

// DivFull is div.full{.ftz}.f32, a times the scaled rcp of b: at most 2 units in the last place.
func DivFull(a, b float32, ftz bool) float32 {
	a, b = flush(a, ftz), flush(b, ftz)
	switch m := math.Abs(float64(b)); {
	case m > large:
		a, b = flush(a*0x1p-2, ftz), b*0x1p-2
	case m < smallest && !ftz:
		a, b = a*0x1p24, b*0x1p24
	}
	return canonical(flush(unitRcp(b)*a, ftz))
}

// DivApprox is div.approx{.ftz}.f32: zero where |b| is above 2^126.
func DivApprox(a, b float32, ftz bool) float32 {
	a = flush(a, ftz)
	if !ftz && math.Abs(float64(b)) < smallest {
		a, b = a*0x1p24, b*0x1p24
	}
	return canonical(flush(unitRcp(b)*a, ftz))
}

// canonical replaces a NaN by the one that instructions give.
func canonical(x float32) float32 {
	if x != x {
		return canonicalNaN
	}
	return x
}

// Tanh is tanh.approx.f32; the machine's may differ by a relative 2^-11.
func Tanh(x float32) float32 { return canonical(float32(math.Tanh(float64(x)))) }

// Sin is sin.approx{.ftz}.f32; the machine's may differ by 2^-20.
func Sin(x float32, ftz bool) float32 { return circular(x, ftz, math.Sin) }

// Cos is cos.approx{.ftz}.f32; the machine's may differ by 2^-20.
func Cos(x float32, ftz bool) float32 { return circular(x, ftz, math.Cos) }

// circular turns x into turns by a product that is cut to float32, as the assembler does; so
// large x lose their phase.
func circular(x float32, ftz bool, f func(float64) float64) float32 {
	const turn = 0x1.45f306p-3 // 1/2π in float32
	turns := float64(flush(F64ToF32(float64(flush(x, ftz))*turn, RZ), ftz))
	return canonical(float32(f(2 * math.Pi * (turns - math.Trunc(turns)))))
}
