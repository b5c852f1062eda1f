// Package math holds MLIR's dialect of mathematical functions on integers and
// floats, element by element.
//
// A fold computes functions whose value is exact or correctly rounded (absf, sqrt,
// roundings, bit counts) for every format, others only for formats of at most 32
// bits: computed in 64 bits and rounded once more. What would give NaN is not folded.
package math

import (
	"math"

	"tawa/dialects/arith"
	"tawa/ir"
)

// The ops.
var (
	AbsF      = ir.Op("math.absf")
	AbsI      = ir.Op("math.absi")
	Acos      = ir.Op("math.acos")
	Acosh     = ir.Op("math.acosh")
	Asin      = ir.Op("math.asin")
	Asinh     = ir.Op("math.asinh")
	Atan      = ir.Op("math.atan")
	Atanh     = ir.Op("math.atanh")
	Atan2     = ir.Op("math.atan2")
	Cbrt      = ir.Op("math.cbrt")
	Ceil      = ir.Op("math.ceil")
	ClampF    = ir.Op("math.clampf")
	CopySign  = ir.Op("math.copysign")
	Cos       = ir.Op("math.cos")
	Cosh      = ir.Op("math.cosh")
	CtLz      = ir.Op("math.ctlz")
	CtPop     = ir.Op("math.ctpop")
	CtTz      = ir.Op("math.cttz")
	Erf       = ir.Op("math.erf")
	Erfc      = ir.Op("math.erfc")
	Exp       = ir.Op("math.exp")
	Exp2      = ir.Op("math.exp2")
	ExpM1     = ir.Op("math.expm1")
	FPowI     = ir.Op("math.fpowi")
	Floor     = ir.Op("math.floor")
	Fma       = ir.Op("math.fma")
	IPowI     = ir.Op("math.ipowi")
	IsFinite  = ir.Op("math.isfinite")
	IsInf     = ir.Op("math.isinf")
	IsNaN     = ir.Op("math.isnan")
	IsNormal  = ir.Op("math.isnormal")
	Log       = ir.Op("math.log")
	Log10     = ir.Op("math.log10")
	Log1p     = ir.Op("math.log1p")
	Log2      = ir.Op("math.log2")
	PowF      = ir.Op("math.powf")
	Round     = ir.Op("math.round")
	RoundEven = ir.Op("math.roundeven")
	Rsqrt     = ir.Op("math.rsqrt")
	Sin       = ir.Op("math.sin")
	SinCos    = ir.Op("math.sincos")
	Sinh      = ir.Op("math.sinh")
	Sqrt      = ir.Op("math.sqrt")
	Tan       = ir.Op("math.tan")
	Tanh      = ir.Op("math.tanh")
	Trunc     = ir.Op("math.trunc")
)

const (
	elementwise = ir.Pure | ir.Elementwise
	uniform     = elementwise | ir.SameOperandsAndResultType
	fastMath    = " (`fastmath` `` $fastmath^)? attr-dict `:` "
)

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "math", Summary: "mathematical functions"}) {
		return
	}
	arith.Register(r)
	registerUnary(r)
	registerIntegers(r)
	registerOthers(r)
}

func floats(names ...string) []ir.Operand {
	out := make([]ir.Operand, len(names))
	for i, n := range names {
		out[i] = ir.Operand{Name: n, Type: ir.AnyFloatLike}
	}
	return out
}

func integers(names ...string) []ir.Operand {
	out := make([]ir.Operand, len(names))
	for i, n := range names {
		out[i] = ir.Operand{Name: n, Type: ir.AnyIntegerLike}
	}
	return out
}

// float is an op on floats of one type, with a fold.
func float(summary, format string, fold foldFunc, operands ...string) ir.OpDef {
	return ir.OpDef{
		Summary:  summary,
		Operands: floats(operands...),
		Results:  floats("result"),
		Attrs:    []ir.Attr{arith.FastMathColumn},
		Traits:   uniform,
		Format:   format + fastMath + "type($result)",
		Fold:     fold,
	}
}

func registerUnary(r *ir.Registry) {
	unary := func(n *ir.OpName, summary string, fold foldFunc) {
		r.Define(n, float(summary, "$operand", fold, "operand"))
	}
	unary(AbsF, "the absolute value", foldBits(func(f *ir.FloatFormat, in []uint64) uint64 { return in[0] &^ signBit(f) }))
	unary(Ceil, "the least integer that is not smaller", foldExact(math.Ceil))
	unary(Floor, "the largest integer that is not larger", foldExact(math.Floor))
	unary(Trunc, "the integer towards zero", foldExact(math.Trunc))
	unary(Round, "the nearest integer, a half away from zero", foldExact(math.Round))
	unary(RoundEven, "the nearest integer, a half to the even one", foldExact(math.RoundToEven))
	unary(Sqrt, "the square root", foldExact(math.Sqrt))
	unary(Rsqrt, "the reciprocal of the square root", foldRounded(func(x float64) float64 { return 1 / math.Sqrt(x) }))
	unary(Cbrt, "the cube root", foldRounded(math.Cbrt))
	unary(Exp, "e to the power of x", foldRounded(math.Exp))
	unary(Exp2, "2 to the power of x", foldRounded(math.Exp2))
	unary(ExpM1, "e to the power of x, less 1", foldRounded(math.Expm1))
	unary(Log, "the natural logarithm", foldRounded(math.Log))
	unary(Log2, "the logarithm to base 2", foldRounded(math.Log2))
	unary(Log10, "the logarithm to base 10", foldRounded(math.Log10))
	unary(Log1p, "the natural logarithm of 1 + x", foldRounded(math.Log1p))
	unary(Sin, "the sine", foldRounded(math.Sin))
	unary(Cos, "the cosine", foldRounded(math.Cos))
	unary(Tan, "the tangent", foldRounded(math.Tan))
	unary(Asin, "the inverse of the sine", foldRounded(math.Asin))
	unary(Acos, "the inverse of the cosine", foldRounded(math.Acos))
	unary(Atan, "the inverse of the tangent", foldRounded(math.Atan))
	unary(Sinh, "the hyperbolic sine", foldRounded(math.Sinh))
	unary(Cosh, "the hyperbolic cosine", foldRounded(math.Cosh))
	unary(Tanh, "the hyperbolic tangent", foldRounded(math.Tanh))
	unary(Asinh, "the inverse of the hyperbolic sine", foldRounded(math.Asinh))
	unary(Acosh, "the inverse of the hyperbolic cosine", foldRounded(math.Acosh))
	unary(Atanh, "the inverse of the hyperbolic tangent", foldRounded(math.Atanh))
	unary(Erf, "the error function", foldRounded(math.Erf))
	unary(Erfc, "1 less the error function", foldRounded(math.Erfc))
}

func registerIntegers(r *ir.Registry) {
	unary := func(n *ir.OpName, summary string, f func(w int, bits uint64) uint64) {
		r.Define(n, ir.OpDef{
			Summary:  summary,
			Operands: integers("operand"),
			Results:  integers("result"),
			Traits:   uniform,
			Format:   "$operand attr-dict `:` type($result)",
			Fold:     foldInteger(f),
		})
	}
	unary(AbsI, "the absolute value, of the least number itself", absInteger)
	unary(CtLz, "the number of zeros from the top bit down", leadingZeros)
	unary(CtTz, "the number of zeros from the bottom bit up", trailingZeros)
	unary(CtPop, "the number of ones", population)
	r.Define(IPowI, ir.OpDef{
		Summary:  "a signed integer to the power of another",
		Operands: integers("lhs", "rhs"),
		Results:  integers("result"),
		Traits:   uniform,
		Format:   "$lhs `,` $rhs attr-dict `:` type($result)",
		Fold:     foldIntegerPower,
	})
}

func registerOthers(r *ir.Registry) {
	r.Define(CopySign, float("the first with the sign of the second", "$lhs `,` $rhs",
		foldBits(func(f *ir.FloatFormat, in []uint64) uint64 { return in[0]&^signBit(f) | in[1]&signBit(f) }), "lhs", "rhs"))
	r.Define(PowF, float("the first to the power of the second", "$lhs `,` $rhs", foldRounded2(math.Pow), "lhs", "rhs"))
	r.Define(Atan2, float("the angle of the point (second, first)", "$lhs `,` $rhs", foldRounded2(math.Atan2), "lhs", "rhs"))
	r.Define(Fma, float("a·b + c, rounded once", "$a `,` $b `,` $c", nil, "a", "b", "c"))
	r.Define(ClampF, float("the value, or the bound that it is beyond", "$value `to` ` ` `[` $min `,` $max `]`", nil, "value", "min", "max"))
	fpowi := float("a float to the power of an integer", "$lhs `,` $rhs", nil, "lhs")
	fpowi.Operands = append(fpowi.Operands, integers("rhs")...)
	fpowi.Traits = elementwise
	fpowi.TypeRules = []ir.TypeRule{{To: "result", From: "lhs", Summary: "all of {lhs, result} have same type"}}
	fpowi.Format = "$lhs `,` $rhs" + fastMath + "type($lhs) `,` type($rhs)"
	r.Define(FPowI, fpowi)
	r.Define(SinCos, ir.OpDef{
		Summary:    "the sine and the cosine",
		Operands:   floats("operand"),
		Results:    floats("sin", "cos"),
		Attrs:      []ir.Attr{arith.FastMathColumn},
		Traits:     uniform,
		Format:     "$operand" + fastMath + "type($operand)",
		ResultName: func(op *ir.Operation, i int) string { return op.Def().Results[i].Name },
	})
	class := func(n *ir.OpName, summary string, is func(f *ir.FloatFormat, v float64) bool) {
		r.Define(n, ir.OpDef{
			Summary:   summary,
			Operands:  floats("operand"),
			Results:   []ir.Result{{Name: "result", Type: ir.BoolLike}},
			Attrs:     []ir.Attr{arith.FastMathColumn},
			TypeRules: []ir.TypeRule{{To: "result", From: "operand", Map: arith.BoolLike, Summary: "result type has i1 element type and same shape as operands"}},
			Traits:    elementwise,
			Format:    "$operand attr-dict `:` type($operand)",
			Fold:      foldClass(is),
		})
	}
	class(IsFinite, "whether it is neither infinite nor NaN", func(_ *ir.FloatFormat, v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) })
	class(IsInf, "whether it is infinite", func(_ *ir.FloatFormat, v float64) bool { return math.IsInf(v, 0) })
	class(IsNaN, "whether it is NaN", func(_ *ir.FloatFormat, v float64) bool { return math.IsNaN(v) })
	class(IsNormal, "whether it is finite and neither zero nor subnormal", isNormal)
}

func signBit(f *ir.FloatFormat) uint64 { return 1 << (f.Bits - 1) }
