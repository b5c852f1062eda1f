package nvptx

import (
	"fmt"

	"tawa/ir"
	"tawa/llvmir"
)

// 8-bit floats travel as i8 and are converted in pairs, because the chip has
// only such instructions (cvt…x2).

func conversionRows() map[string]lowerFunc {
	return map[string]lowerFunc{
		"arith.truncf": convertFloats,
		"arith.extf":   convertFloats,
		"tt.fp_to_fp":  convertFloats,
	}
}

// fp8 names the 8-bit floats that the chip converts, as PTX spells them.
var fp8 = map[string]string{"f8E4M3FN": "e4m3", "f8E5M2": "e5m2"}

func convertFloats(l *lowering, op *ir.Operation) bool {
	from, to := floatName(op.Operand(0)), floatName(op.Result(0))
	x := l.get(op.Operand(0))
	if n, ok := op.IntAttr("rounding"); ok && n == 0 && to != "f16" && to != "bf16" {
		return l.fail(op, "has rounding rtz to %s; only f16 and bf16 are rounded towards zero", to)
	} else if ok && n == 0 {
		return l.set(op.Result(0), l.truncateToZero(l.widen(x, from), l.elem(op.Result(0)))...)
	}
	if fp8[to] == "" && narrow(to) || fp8[from] == "" && narrow(from) {
		return l.fail(op, "converts %s to %s, which sm_90 can't", from, to)
	}
	if fp8[to] != "" {
		return l.set(op.Result(0), l.toFP8(l.widen(x, from), fp8[to])...)
	}
	if fp8[from] != "" {
		x = l.fromFP8(x, fp8[from])
		from = "f16"
	}
	return l.set(op.Result(0), l.resizeFloats(x, l.elem(op.Result(0)))...)
}

// narrow reports whether a float type has 8 bits or fewer.
func narrow(name string) bool {
	return len(name) > 2 && name[0] == 'f' && (name[1] == '8' || name[1] == '4' || name[1] == '6') && name != "f64"
}

func floatName(v *ir.Value) string {
	if f, ok := ir.ElementType(v.Type()).(*ir.FloatType); ok {
		return f.Name
	}
	return ""
}

func (l *lowering) resizeFloats(x []value, t *llvmir.Type) []value {
	out := make([]value, len(x))
	for i, v := range x {
		switch {
		case v.Type.Equal(t):
			out[i] = v
		case v.Type.Bits() == 16 && t.Bits() == 16: // half and bfloat, through f32
			out[i] = l.Cast(llvmir.FPTrunc, l.Cast(llvmir.FPExt, v, llvmir.Float), t)
		case v.Type.Bits() > t.Bits():
			out[i] = l.Cast(llvmir.FPTrunc, v, t)
		default:
			out[i] = l.Cast(llvmir.FPExt, v, t)
		}
	}
	return out
}

// widen is floats of any type as f32.
func (l *lowering) widen(x []value, from string) []value {
	if fp8[from] != "" {
		x = l.fromFP8(x, fp8[from])
	}
	return l.resizeFloats(x, llvmir.Float)
}

// truncateToZero rounds f32 towards zero.
func (l *lowering) truncateToZero(x []value, t *llvmir.Type) []value {
	name := map[*llvmir.Type]string{llvmir.Half: "f16", llvmir.BFloat: "bf16"}[t]
	out := make([]value, len(x))
	for i, v := range x {
		a := l.Asm()
		d := a.Out(t)
		out[i] = a.Emit(fmt.Sprintf("cvt.rz.%s.f32 %s, %s;", name, d, a.In(v)))[0]
	}
	return out
}

// toFP8 rounds f32 to nearest even and saturates. The first source of the
// instruction goes to the upper byte.
func (l *lowering) toFP8(x []value, name string) []value {
	out := make([]value, 0, len(x)+1)
	for i := 0; i < len(x); i += 2 {
		a := l.Asm()
		d := a.Out(llvmir.I16)
		pair := a.Emit(fmt.Sprintf("cvt.rn.satfinite.%sx2.f32 %s, %s, %s;", name, d, a.In(x[min(i+1, len(x)-1)]), a.In(x[i])))[0]
		out = append(out, l.bytes(pair)...)
	}
	return out[:len(x)]
}

// fromFP8 gives f16, which holds every 8-bit float exactly.
func (l *lowering) fromFP8(x []value, name string) []value {
	out := make([]value, 0, len(x)+1)
	for i := 0; i < len(x); i += 2 {
		pair := l.Cast(llvmir.BitCast, l.Pack(x[i], x[min(i+1, len(x)-1)]), llvmir.I16)
		a := l.Asm()
		d := a.Out(llvmir.I32)
		words := a.Emit(fmt.Sprintf("cvt.rn.f16x2.%sx2 %s, %s;", name, d, a.In(pair)))
		out = append(out, l.ofWords(words, llvmir.Half, 2)...)
	}
	return out[:len(x)]
}
