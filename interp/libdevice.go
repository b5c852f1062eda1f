package interp

import (
	"math"
	"strings"

	"tawa/dialects/tt"
	"tawa/ir"
)

// The functions of NVIDIA's libdevice that have a meaning here, by their name
// without `__nv_` and, for f32, the `f` at the end.
var (
	libdevice1 = map[string]func(float64) float64{
		"acos": math.Acos, "acosh": math.Acosh, "asin": math.Asin, "asinh": math.Asinh, "atan": math.Atan, "atanh": math.Atanh,
		"cbrt": math.Cbrt, "ceil": math.Ceil, "cos": math.Cos, "cosh": math.Cosh, "erf": math.Erf, "erfc": math.Erfc,
		"exp": math.Exp, "exp2": math.Exp2, "expm1": math.Expm1, "fabs": math.Abs, "floor": math.Floor,
		"log": math.Log, "log10": math.Log10, "log1p": math.Log1p, "log2": math.Log2, "rint": math.RoundToEven, "round": math.Round,
		"rsqrt": func(a float64) float64 { return 1 / math.Sqrt(a) }, "sin": math.Sin, "sinh": math.Sinh, "sqrt": math.Sqrt,
		"tan": math.Tan, "tanh": math.Tanh, "trunc": math.Trunc,
	}
	libdevice2 = map[string]func(a, b float64) float64{
		"atan2": math.Atan2, "copysign": math.Copysign, "fmod": math.Mod, "hypot": math.Hypot, "pow": math.Pow,
		"fmax": maxNum, "fmin": func(a, b float64) float64 { return -maxNum(-a, -b) },
	}
	libdevice3 = map[string]func(a, b, c float64) float64{"fma": math.FMA}
)

func libdeviceOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{tt.ExternElementwise: plain(compileExtern)}
}

func compileExtern(c *compiler, op *ir.Operation) step {
	symbol := op.StrAttr("symbol")
	name := strings.TrimPrefix(symbol, "__nv_")
	for _, v := range append(op.Operands(), op.Result(0)) {
		e := c.elem(op, v.Type())
		if !e.isFloat() || e != c.elem(op, op.Result(0).Type()) {
			return c.errorf(op, "'%s' can't be interpreted on these types", symbol)
		}
		if e.width == 32 && v == op.Result(0) {
			name = strings.TrimSuffix(name, "f")
		}
	}
	switch f1, f2, f3 := libdevice1[name], libdevice2[name], libdevice3[name]; {
	case f1 != nil && op.NumOperands() == 1:
		return float1(f1).compile(c, op)
	case f2 != nil && op.NumOperands() == 2:
		return float2(f2).compile(c, op)
	case f3 != nil && op.NumOperands() == 3:
		return float3(f3).compile(c, op)
	}
	return c.errorf(op, "the function '%s' can't be interpreted", symbol)
}
