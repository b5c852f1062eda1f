package math

import (
	"math"
	"math/bits"

	"tawa/dialects/arith"
	"tawa/dialects/ub"
	"tawa/ir"
)

type foldFunc = func(op *ir.Operation, c []ir.Attribute) []ir.FoldResult

// fold computes each element by f from the bit patterns of the operands'.
func fold(op *ir.Operation, c []ir.Attribute, f func(in []uint64) (uint64, bool)) []ir.FoldResult {
	for _, a := range c {
		if ub.IsPoison(a) {
			return []ir.FoldResult{{Attr: a}}
		}
	}
	if a := arith.Elementwise(op.Result(0).Type(), f, c...); a != nil {
		return []ir.FoldResult{{Attr: a}}
	}
	return nil
}

// format returns the format of the first operand, nil if it has more than max bits.
func format(op *ir.Operation, max int) *ir.FloatFormat {
	t, ok := ir.ElementType(op.Operand(0).Type()).(*ir.FloatType)
	if !ok || t.Format.Bits > max {
		return nil
	}
	return t.Format
}

// foldBits works on the bits, so that NaNs keep theirs. Formats without a sign or
// without a negative zero are left alone.
func foldBits(compute func(f *ir.FloatFormat, in []uint64) uint64) foldFunc {
	return func(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
		f := format(op, 64)
		if f == nil || f.Man == 0 || f.Kind == ir.FNUZ {
			return nil
		}
		return fold(op, c, func(in []uint64) (uint64, bool) { return compute(f, in), true })
	}
}

// foldFloats computes in f64 and rounds, where neither operands nor result are NaN.
func foldFloats(maxBits int, compute func(x []float64) float64) foldFunc {
	return func(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
		f := format(op, maxBits)
		if f == nil {
			return nil
		}
		x := make([]float64, len(c))
		return fold(op, c, func(in []uint64) (uint64, bool) {
			for i, b := range in {
				if x[i] = f.Decode(b); math.IsNaN(x[i]) {
					return 0, false
				}
			}
			v := compute(x)
			return f.Encode(v), !math.IsNaN(v)
		})
	}
}

// foldExact is for functions that f64 computes with a single rounding.
func foldExact(f func(float64) float64) foldFunc {
	return foldFloats(64, func(x []float64) float64 { return f(x[0]) })
}

// foldRounded is for functions that f64 computes to within a few units in the last place.
func foldRounded(f func(float64) float64) foldFunc {
	return foldFloats(32, func(x []float64) float64 { return f(x[0]) })
}

func foldRounded2(f func(a, b float64) float64) foldFunc {
	return foldFloats(32, func(x []float64) float64 { return f(x[0], x[1]) })
}

func foldClass(is func(f *ir.FloatFormat, v float64) bool) foldFunc {
	return func(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
		f := format(op, 64)
		if f == nil {
			return nil
		}
		return fold(op, c, func(in []uint64) (uint64, bool) {
			if is(f, f.Decode(in[0])) {
				return 1, true
			}
			return 0, true
		})
	}
}

func isNormal(f *ir.FloatFormat, v float64) bool {
	return !math.IsNaN(v) && !math.IsInf(v, 0) && math.Abs(v) >= math.Ldexp(1, 1-f.Bias)
}

// width is the number of bits of the elements; an index has 64.
func width(t ir.Type) int {
	if e := ir.ElementType(t); !ir.IsIndex(e) {
		return ir.BitWidth(e)
	}
	return 64
}

func foldInteger(f func(w int, bits uint64) uint64) foldFunc {
	return func(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
		w := width(op.Result(0).Type())
		if w > 64 {
			return nil
		}
		return fold(op, c, func(in []uint64) (uint64, bool) { return f(w, in[0]<<(64-w)>>(64-w)), true })
	}
}

func absInteger(w int, v uint64) uint64 {
	if v>>(w-1) != 0 {
		return -v
	}
	return v
}

func leadingZeros(w int, v uint64) uint64 { return uint64(bits.LeadingZeros64(v) - (64 - w)) }
func trailingZeros(w int, v uint64) uint64 {
	return uint64(min(bits.TrailingZeros64(v), w))
}
func population(_ int, v uint64) uint64 { return uint64(bits.OnesCount64(v)) }

// foldIntegerPower wraps as multiplication does. A negative exponent is the power of
// the reciprocal: 1 and −1 have one, zero none, and others give 0.
func foldIntegerPower(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	w := width(op.Result(0).Type())
	if w > 64 {
		return nil
	}
	return fold(op, c, func(in []uint64) (uint64, bool) {
		base, exp := int64(in[0]<<(64-w))>>(64-w), int64(in[1]<<(64-w))>>(64-w)
		if exp < 0 {
			switch base {
			case 0:
				return 0, false
			case 1:
				return 1, true
			case -1:
				return uint64(1 - 2*(exp&1)), true
			}
			return 0, true
		}
		out := int64(1)
		for ; exp > 0; exp >>= 1 {
			if exp&1 != 0 {
				out *= base
			}
			base *= base
		}
		return uint64(out), true
	})
}
