package interp

import (
	gomath "math"
	"math/bits"

	"tawa/dialects/math"
	"tawa/dialects/tt"
	"tawa/ir"
)

func mathOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		math.AbsF: float1(gomath.Abs), math.Ceil: float1(gomath.Ceil), math.Floor: float1(gomath.Floor), math.Trunc: float1(gomath.Trunc),
		math.Round: float1(gomath.Round), math.RoundEven: float1(gomath.RoundToEven),
		math.Exp: float1(gomath.Exp), math.Exp2: float1(gomath.Exp2), math.ExpM1: float1(gomath.Expm1),
		math.Log: float1(gomath.Log), math.Log2: float1(gomath.Log2), math.Log10: float1(gomath.Log10), math.Log1p: float1(gomath.Log1p),
		math.Sqrt: float1(gomath.Sqrt), tt.PreciseSqrt: float1(gomath.Sqrt), math.Cbrt: float1(gomath.Cbrt),
		math.Rsqrt: float1(func(a float64) float64 { return 1 / gomath.Sqrt(a) }),
		math.Sin:   float1(gomath.Sin), math.Cos: float1(gomath.Cos), math.Tan: float1(gomath.Tan),
		math.Asin: float1(gomath.Asin), math.Acos: float1(gomath.Acos), math.Atan: float1(gomath.Atan),
		math.Sinh: float1(gomath.Sinh), math.Cosh: float1(gomath.Cosh), math.Tanh: float1(gomath.Tanh),
		math.Asinh: float1(gomath.Asinh), math.Acosh: float1(gomath.Acosh), math.Atanh: float1(gomath.Atanh),
		math.Erf: float1(gomath.Erf), math.Erfc: float1(gomath.Erfc),
		math.Atan2: float2(gomath.Atan2), math.PowF: float2(gomath.Pow), math.CopySign: float2(gomath.Copysign),
		math.Fma:   float3(gomath.FMA),
		math.IsNaN: test(func(a float64) bool { return a != a }), math.IsInf: test(func(a float64) bool { return gomath.IsInf(a, 0) }),
		math.IsFinite: test(func(a float64) bool { return a-a == 0 }),
		math.AbsI:     bitwise(func(a int64, _ elem) int64 { return max(a, -a) }),
		math.CtLz:     bitwise(func(a int64, e elem) int64 { return int64(bits.LeadingZeros64(e.unsigned(a)) - 64 + e.width) }),
		math.CtTz:     bitwise(func(a int64, e elem) int64 { return int64(min(bits.TrailingZeros64(e.unsigned(a)), e.width)) }),
		math.CtPop:    bitwise(func(a int64, e elem) int64 { return int64(bits.OnesCount64(e.unsigned(a))) }),
	}
}

// float3 lifts a function of three floats.
func float3(f func(a, b, c float64) float64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		e := c.elem(op, op.Result(0).Type())
		types := []elem{e, e, e}
		return func(_ *agent, in, out []Value) error {
			like := lanes(in, types)
			dst, x, y, z := out[0].setFloats(like), in[0].floats(), in[1].floats(), in[2].floats()
			for i := range dst {
				dst[i] = f(x[i], y[i], z[i])
			}
			e.rounded(dst)
			return nil
		}
	})
}

// test lifts a predicate of a float.
func test(f func(a float64) bool) meaning {
	return plain(func(*compiler, *ir.Operation) step {
		return func(_ *agent, in, out []Value) error {
			dst, x := out[0].setInts(in[0].t), in[0].floats()
			for i := range dst {
				dst[i] = truth(f(x[i]))
			}
			return nil
		}
	})
}

// bitwise lifts a function of an integer.
func bitwise(f func(a int64, e elem) int64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		e := c.elem(op, op.Result(0).Type())
		return func(_ *agent, in, out []Value) error {
			dst, x := out[0].setInts(in[0].t), in[0].ints()
			for i := range dst {
				dst[i] = e.wrap(f(x[i], e))
			}
			return nil
		}
	})
}
