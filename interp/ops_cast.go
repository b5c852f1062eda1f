package interp

import (
	"math"

	"tawa/dialects/arith"
	"tawa/dialects/tt"
	"tawa/ir"
)

func castOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		arith.ExtUI:       intCast(func(v int64, from, _ elem) int64 { return int64(from.unsigned(v)) }),
		arith.IndexCastUI: intCast(func(v int64, from, to elem) int64 { return to.wrap(int64(from.unsigned(v))) }),
		arith.ExtSI:       same(),
		arith.TruncI:      intCast(func(v int64, _, to elem) int64 { return to.wrap(v) }),
		arith.IndexCast:   intCast(func(v int64, _, to elem) int64 { return to.wrap(v) }),
		arith.ExtF:        same(),
		arith.TruncF:      plain(compileTruncF),
		arith.UIToFP:      toFloat(func(v int64, from elem) float64 { return float64(from.unsigned(v)) }),
		arith.SIToFP:      toFloat(func(v int64, _ elem) float64 { return float64(v) }),
		arith.FPToSI:      toInt(floatToSigned),
		arith.FPToUI:      toInt(floatToUnsigned),
		arith.Bitcast:     plain(compileBitcast),
		tt.Bitcast:        plain(compileBitcast),
		tt.IntToPtr:       same(),
		tt.PtrToInt:       same(),
		tt.FpToFp:         plain(compileFpToFp),
	}
}

// same hands the value on: its representation is the same in both types.
func same() meaning {
	return plain(func(*compiler, *ir.Operation) step {
		return func(_ *agent, in, out []Value) error {
			out[0] = in[0].read()
			return nil
		}
	})
}

func intCast(f func(v int64, from, to elem) int64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		from, to := c.elem(op, op.Operand(0).Type()), c.elem(op, op.Result(0).Type())
		return func(_ *agent, in, out []Value) error {
			dst, x := out[0].setInts(in[0].t), in[0].ints()
			for i := range dst {
				dst[i] = f(x[i], from, to)
			}
			return nil
		}
	})
}

func toFloat(f func(v int64, from elem) float64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		from, to := c.elem(op, op.Operand(0).Type()), c.elem(op, op.Result(0).Type())
		return func(_ *agent, in, out []Value) error {
			dst, x := out[0].setFloats(in[0].t), in[0].ints()
			for i := range dst {
				dst[i] = f(x[i], from)
			}
			to.rounded(dst)
			return nil
		}
	})
}

func toInt(f func(v float64, to elem) int64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		to := c.elem(op, op.Result(0).Type())
		return func(_ *agent, in, out []Value) error {
			dst, x := out[0].setInts(in[0].t), in[0].floats()
			for i := range dst {
				dst[i] = to.wrap(f(x[i], to))
			}
			return nil
		}
	})
}

// floatToSigned rounds towards zero; what does not fit becomes the nearest that does, NaN becomes 0, as in PTX.
func floatToSigned(v float64, to elem) int64 {
	limit := math.Ldexp(1, to.width-1)
	switch {
	case v != v:
		return 0
	case v >= limit:
		return int64(uint64(1)<<(to.width-1) - 1)
	case v < -limit:
		return -1 << (to.width - 1)
	}
	return int64(v)
}

func floatToUnsigned(v float64, to elem) int64 {
	limit := math.Ldexp(1, to.width)
	switch {
	case v != v || v <= 0:
		return 0
	case v >= limit:
		return -1
	}
	return int64(uint64(v))
}

// The values of arith's rounding mode that can be interpreted.
const (
	toNearestEven = 0
	towardZero    = 3
)

func compileTruncF(c *compiler, op *ir.Operation) step {
	e := c.elem(op, op.Result(0).Type())
	if mode, ok := op.IntAttr("roundingmode"); ok && mode != toNearestEven {
		if mode == towardZero {
			return castFloats(func(v float64) float64 { return e.roundTo(v, true) })
		}
		return c.errorf(op, "only rounding to nearest even and towards zero can be interpreted")
	}
	return castFloats(e.round)
}

// compileFpToFp saturates in formats of 8 bits, as cvt.satfinite does.
func compileFpToFp(c *compiler, op *ir.Operation) step {
	e := c.elem(op, op.Result(0).Type())
	mode, given := op.IntAttr("rounding")
	switch {
	case given && mode == tt.RTZ:
		return castFloats(func(v float64) float64 { return e.roundTo(v, true) })
	case e.width == 8:
		return castFloats(func(v float64) float64 { return e.saturate(v) })
	}
	return castFloats(e.round)
}

func castFloats(f func(v float64) float64) step {
	return func(_ *agent, in, out []Value) error {
		dst, x := out[0].setFloats(in[0].t), in[0].floats()
		for i := range dst {
			dst[i] = f(x[i])
		}
		return nil
	}
}

func compileBitcast(c *compiler, op *ir.Operation) step {
	from, to := c.elem(op, op.Operand(0).Type()), c.elem(op, op.Result(0).Type())
	return func(_ *agent, in, out []Value) error {
		n := len(in[0].ints())
		if from.isFloat() {
			n = len(in[0].floats())
		}
		var bits func(i int) uint64
		if from.isFloat() {
			x := in[0].floats()
			bits = func(i int) uint64 { return from.bits(0, x[i]) }
		} else {
			x := in[0].ints()
			bits = func(i int) uint64 { return from.unsigned(x[i]) }
		}
		if to.isFloat() {
			dst := out[0].setFloats(in[0].t)
			for i := range n {
				_, dst[i] = to.value(bits(i))
			}
			return nil
		}
		dst := out[0].setInts(in[0].t)
		for i := range n {
			dst[i], _ = to.value(bits(i))
		}
		return nil
	}
}
