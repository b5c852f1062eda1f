package arith

import (
	"math"

	"tawa/ir"
)

var (
	negativeZero     = math.Copysign(0, -1)
	infinity         = math.Inf(1)
	negativeInfinity = math.Inf(-1)
)

// splatFloat returns the float that a constant is, or that all its elements are.
func splatFloat(a ir.Attribute) (float64, bool) {
	f, ok := splat(a).(*ir.FloatAttr)
	if !ok || f.Type.Format.Bits > 64 {
		return 0, false
	}
	return f.Value(), true
}

// floatIdentity: x op k is x, k with that sign.
func floatIdentity(k float64) rule {
	return func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
		if v, ok := splatFloat(c[1]); ok && v == k && math.Signbit(v) == math.Signbit(k) {
			return toValue(op.Operand(0))
		}
		return nil
	}
}

// mulByZero: x · 0 is 0 where neither NaN nor the sign of zero matters.
func mulByZero(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	if v, ok := splatFloat(c[1]); ok && v == 0 && HasFlags(op, NoNaNs|NoSignedZeros) {
		return toAttr(c[1])
	}
	return nil
}

// otherThanNaN: the larger or smaller of x and NaN is x.
func otherThanNaN(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	if v, ok := splatFloat(c[1]); ok && math.IsNaN(v) {
		return toValue(op.Operand(0))
	}
	return nil
}

func negTwice(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	if neg := definedBy(op.Operand(0), NegF); neg != nil {
		return toValue(neg.Operand(0))
	}
	return nil
}

// format returns the float format of the elements of t, nil if it has none that is computed with.
func format(t ir.Type) *ir.FloatFormat {
	f, ok := ir.ElementType(t).(*ir.FloatType)
	if !ok || f.Format.Bits > 64 {
		return nil
	}
	return f.Format
}

func negConst(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	f := format(op.Result(0).Type())
	if f == nil || f.Kind == ir.FNUZ || f.Man == 0 {
		return nil
	}
	return toAttr(Elementwise(op.Result(0).Type(), func(in []uint64) (uint64, bool) {
		return in[0] ^ 1<<(f.Bits-1), true
	}, c...))
}

// FloatConst computes a constant of type t from float constants of that type. All
// formats but f64 are computed in f64 and rounded once more, which is exact for
// sums, products, quotients and square roots, since f64 has more than twice their
// digits. A NaN operand gives that NaN, made quiet. A format without NaN and infinity
// has no constant where one is the result.
func FloatConst(t ir.Type, compute func(x []float64) float64, c ...ir.Attribute) ir.Attribute {
	f := format(t)
	if f == nil {
		return nil
	}
	x := make([]float64, len(c))
	return Elementwise(t, func(in []uint64) (uint64, bool) {
		for i, b := range in {
			if x[i] = f.Decode(b); math.IsNaN(x[i]) {
				return quiet(f, b), true
			}
		}
		v := compute(x)
		return encode(f, v), f.Kind != ir.Finite || !math.IsNaN(v) && !math.IsInf(v, 0)
	}, c...)
}

// quiet sets the bit that makes a NaN a quiet one.
func quiet(f *ir.FloatFormat, bits uint64) uint64 {
	if f.Kind == ir.IEEE {
		bits |= 1 << (f.Man - 1)
	}
	return bits
}

// encode rounds v; a NaN is the positive quiet one without payload, whatever the machine made.
func encode(f *ir.FloatFormat, v float64) uint64 {
	switch {
	case !math.IsNaN(v):
		return f.Encode(v)
	case f.Kind == ir.IEEE:
		return uint64(1<<f.Exp-1)<<f.Man | 1<<(f.Man-1)
	}
	return f.Encode(math.Copysign(math.NaN(), 1))
}

func floatConst(compute func(a, b float64) float64) rule {
	return func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
		return toAttr(FloatConst(op.Result(0).Type(), func(x []float64) float64 { return compute(x[0], x[1]) }, c...))
	}
}

func addFloat(a, b float64) float64 { return a + b }
func subFloat(a, b float64) float64 { return a - b }
func mulFloat(a, b float64) float64 { return a * b }
func divFloat(a, b float64) float64 { return a / b }
func remFloat(a, b float64) float64 { return math.Mod(a, b) }

// extremeConst computes maximumf, minimumf (NaN wins) and maxnumf, minnumf (NaN loses); of zeros the negative one is smaller.
func extremeConst(largest, nanWins bool) rule {
	return func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
		f := format(op.Result(0).Type())
		if f == nil {
			return nil
		}
		return toAttr(Elementwise(op.Result(0).Type(), func(in []uint64) (uint64, bool) {
			a, b := f.Decode(in[0]), f.Decode(in[1])
			switch {
			case math.IsNaN(a) && nanWins:
				return quiet(f, in[0]), true
			case math.IsNaN(b) && nanWins:
				return quiet(f, in[1]), true
			case math.IsNaN(a):
				return in[1], true
			case math.IsNaN(b):
				return in[0], true
			}
			aLarger := a > b || a == b && !math.Signbit(a)
			if aLarger == largest {
				return in[0], true
			}
			return in[1], true
		}, c...))
	}
}

// CompareFloats evaluates a predicate of arith.cmpf.
func CompareFloats(predicate int64, a, b float64) bool {
	if math.IsNaN(a) || math.IsNaN(b) {
		return predicate >= FUEQ
	}
	switch predicate {
	case FOEQ, FUEQ:
		return a == b
	case FOGT, FUGT:
		return a > b
	case FOGE, FUGE:
		return a >= b
	case FOLT, FULT:
		return a < b
	case FOLE, FULE:
		return a <= b
	case FONE, FUNE:
		return a != b
	}
	return predicate == FORD || predicate == FTrue
}

// cmpFTrivial decides without the operands, or because one is NaN.
func cmpFTrivial(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	p := predicate(op)
	if p == FFalse || p == FTrue {
		return boolean(op, p == FTrue)
	}
	for _, a := range c {
		if v, ok := splatFloat(a); ok && math.IsNaN(v) {
			return boolean(op, CompareFloats(p, v, v))
		}
	}
	return nil
}

func cmpFConst(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	f := format(op.Operand(0).Type())
	if f == nil {
		return nil
	}
	return toAttr(Elementwise(op.Result(0).Type(), func(in []uint64) (uint64, bool) {
		if CompareFloats(predicate(op), f.Decode(in[0]), f.Decode(in[1])) {
			return 1, true
		}
		return 0, true
	}, c...))
}
