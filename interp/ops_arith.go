package interp

import (
	"errors"
	"math"
	"math/bits"

	"tawa/dialects/arith"
	"tawa/dialects/tt"
	"tawa/ir"
)

var errDivision = errors.New("division by zero")

func integerOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		arith.AddI:       signed(func(a, b int64) int64 { return a + b }),
		arith.SubI:       signed(func(a, b int64) int64 { return a - b }),
		arith.MulI:       signed(func(a, b int64) int64 { return a * b }),
		arith.AndI:       signed(func(a, b int64) int64 { return a & b }),
		arith.OrI:        signed(func(a, b int64) int64 { return a | b }),
		arith.XOrI:       signed(func(a, b int64) int64 { return a ^ b }),
		arith.MaxSI:      signed(func(a, b int64) int64 { return max(a, b) }),
		arith.MinSI:      signed(func(a, b int64) int64 { return min(a, b) }),
		arith.MaxUI:      unsigned(func(a, b uint64) uint64 { return max(a, b) }),
		arith.MinUI:      unsigned(func(a, b uint64) uint64 { return min(a, b) }),
		arith.DivSI:      dividing(signed(func(a, b int64) int64 { return a / b })),
		arith.RemSI:      dividing(signed(func(a, b int64) int64 { return a % b })),
		arith.FloorDivSI: dividing(signed(func(a, b int64) int64 { return floorDiv(a, b) })),
		arith.CeilDivSI:  dividing(signed(ceilDiv)),
		arith.DivUI:      dividing(unsigned(func(a, b uint64) uint64 { return a / b })),
		arith.RemUI:      dividing(unsigned(func(a, b uint64) uint64 { return a % b })),
		arith.CeilDivUI:  dividing(unsigned(ceilDivUnsigned)),
		arith.ShLI:       shift(func(a, by int64, _ elem) int64 { return a << by }),
		arith.ShRSI:      shift(func(a, by int64, _ elem) int64 { return a >> by }),
		arith.ShRUI:      shift(func(a, by int64, e elem) int64 { return int64(e.unsigned(a) >> by) }),

		tt.MulhiUI:          wide(false, func(a, b int64, e elem) (int64, int64) { _, hi := mulUnsigned(a, b, e); return hi, 0 }),
		arith.MulUIExtended: wide(false, mulUnsigned),
		arith.MulSIExtended: wide(false, mulSigned),
		arith.AddUIExtended: wide(true, addCarry),

		arith.CmpI: plain(compileCmpI),
	}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func ceilDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}

func ceilDivUnsigned(a, b uint64) uint64 {
	if a%b != 0 {
		return a/b + 1
	}
	return a / b
}

// signed lifts a function of sign-extended integers to all elements.
func signed(f func(a, b int64) int64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		e := c.elem(op, op.Result(0).Type())
		types := []elem{e, e}
		return func(_ *agent, in, out []Value) error {
			like := lanes(in, types)
			dst, x, y := out[0].setInts(like), in[0].ints(), in[1].ints()
			for i := range dst {
				dst[i] = e.wrap(f(x[i], y[i]))
			}
			return nil
		}
	})
}

// unsigned lifts a function of zero-extended integers.
func unsigned(f func(a, b uint64) uint64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		e := c.elem(op, op.Result(0).Type())
		types := []elem{e, e}
		return func(_ *agent, in, out []Value) error {
			like := lanes(in, types)
			dst, x, y := out[0].setInts(like), in[0].ints(), in[1].ints()
			for i := range dst {
				dst[i] = e.wrap(int64(f(e.unsigned(x[i]), e.unsigned(y[i]))))
			}
			return nil
		}
	})
}

// dividing guards an op against zero divisors.
func dividing(m meaning) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		divide := m.compile(c, op)
		return func(a *agent, in, out []Value) error {
			for _, d := range in[1].ints() {
				if d == 0 {
					return errDivision
				}
			}
			return divide(a, in, out)
		}
	})
}

// shift lifts a shift; an amount of the width or more gives poison, 0.
func shift(f func(a, by int64, e elem) int64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		e := c.elem(op, op.Result(0).Type())
		types := []elem{e, e}
		return func(_ *agent, in, out []Value) error {
			like := lanes(in, types)
			dst, x, y := out[0].setInts(like), in[0].ints(), in[1].ints()
			for i := range dst {
				if y[i] < 0 || y[i] >= int64(e.width) {
					dst[i] = 0
					continue
				}
				dst[i] = e.wrap(f(x[i], y[i], e))
			}
			return nil
		}
	})
}

// wide lifts a function with two results; the second is an i1 if carry is set, and is dropped if the op has one result.
func wide(carry bool, f func(a, b int64, e elem) (int64, int64)) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		e := c.elem(op, op.Result(0).Type())
		types := []elem{e, e}
		return func(_ *agent, in, out []Value) error {
			like := lanes(in, types)
			var spare Value
			second := &spare
			if len(out) > 1 {
				second = &out[1]
			}
			lo, hi := out[0].setInts(like), second.setInts(like)
			x, y := in[0].ints(), in[1].ints()
			for i := range lo {
				l, h := f(x[i], y[i], e)
				lo[i], hi[i] = e.wrap(l), h
				if !carry {
					hi[i] = e.wrap(h)
				}
			}
			return nil
		}
	})
}

func mulUnsigned(a, b int64, e elem) (lo, hi int64) {
	h, l := bits.Mul64(e.unsigned(a), e.unsigned(b))
	if e.width == 64 {
		return int64(l), int64(h)
	}
	return int64(l), int64(l>>e.width | h<<(64-e.width))
}

func mulSigned(a, b int64, e elem) (lo, hi int64) {
	h, l := bits.Mul64(uint64(a), uint64(b))
	h -= uint64(a>>63&b) + uint64(b>>63&a)
	if e.width == 64 {
		return int64(l), int64(h)
	}
	return int64(l), int64(l>>e.width | h<<(64-e.width))
}

func addCarry(a, b int64, e elem) (sum, carry int64) {
	s, c := bits.Add64(e.unsigned(a), e.unsigned(b), 0)
	if e.width < 64 {
		c = s >> e.width & 1
	}
	return int64(s), truth(c != 0)
}

// compareInts are the predicates of arith.cmpi, in their order; the unsigned ones compare zero-extended values.
var compareInts = []func(a, b int64) bool{
	func(a, b int64) bool { return a == b }, func(a, b int64) bool { return a != b },
	func(a, b int64) bool { return a < b }, func(a, b int64) bool { return a <= b },
	func(a, b int64) bool { return a > b }, func(a, b int64) bool { return a >= b },
	func(a, b int64) bool { return uint64(a) < uint64(b) }, func(a, b int64) bool { return uint64(a) <= uint64(b) },
	func(a, b int64) bool { return uint64(a) > uint64(b) }, func(a, b int64) bool { return uint64(a) >= uint64(b) },
}

// compileCmpI needs no zero extension: sign-extended values compare as unsigned ones of their width do.
func compileCmpI(c *compiler, op *ir.Operation) step {
	e := c.elem(op, op.Operand(0).Type())
	types := []elem{e, e}
	p, _ := op.IntAttr("predicate")
	f := compareInts[p]
	return func(_ *agent, in, out []Value) error {
		like := lanes(in, types)
		dst, x, y := out[0].setInts(like), in[0].ints(), in[1].ints()
		for i := range dst {
			dst[i] = truth(f(x[i], y[i]))
		}
		return nil
	}
}

func floatOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		arith.AddF:     float2(func(a, b float64) float64 { return a + b }),
		arith.SubF:     float2(func(a, b float64) float64 { return a - b }),
		arith.MulF:     float2(func(a, b float64) float64 { return a * b }),
		arith.DivF:     float2(func(a, b float64) float64 { return a / b }),
		tt.PreciseDivF: float2(func(a, b float64) float64 { return a / b }),
		arith.RemF:     float2(math.Mod),
		arith.MaximumF: float2(math.Max),
		arith.MinimumF: float2(math.Min),
		arith.MaxNumF:  float2(maxNum),
		arith.MinNumF:  float2(func(a, b float64) float64 { return -maxNum(-a, -b) }),
		arith.NegF:     float1(func(a float64) float64 { return -a }),
		arith.CmpF:     plain(compileCmpF),
		tt.ClampF:      plain(compileClamp),
	}
}

// maxNum is the larger, the other where one is NaN.
func maxNum(a, b float64) float64 {
	switch {
	case a != a:
		return b
	case b != b:
		return a
	}
	return math.Max(a, b)
}

// float2 lifts a function of two floats, rounding the result.
func float2(f func(a, b float64) float64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		e := c.elem(op, op.Result(0).Type())
		types := []elem{e, e}
		return func(_ *agent, in, out []Value) error {
			like := lanes(in, types)
			dst, x, y := out[0].setFloats(like), in[0].floats(), in[1].floats()
			for i := range dst {
				dst[i] = f(x[i], y[i])
			}
			e.rounded(dst)
			return nil
		}
	})
}

// float1 lifts a function of a float.
func float1(f func(a float64) float64) meaning {
	return plain(func(c *compiler, op *ir.Operation) step {
		e := c.elem(op, op.Result(0).Type())
		return func(_ *agent, in, out []Value) error {
			dst, x := out[0].setFloats(in[0].t), in[0].floats()
			for i := range dst {
				dst[i] = f(x[i])
			}
			e.rounded(dst)
			return nil
		}
	})
}

func compileCmpF(c *compiler, op *ir.Operation) step {
	e := c.elem(op, op.Operand(0).Type())
	types := []elem{e, e}
	p, _ := op.IntAttr("predicate")
	return func(_ *agent, in, out []Value) error {
		like := lanes(in, types)
		dst, x, y := out[0].setInts(like), in[0].floats(), in[1].floats()
		for i := range dst {
			dst[i] = truth(arith.CompareFloats(p, x[i], y[i]))
		}
		return nil
	}
}

func compileClamp(c *compiler, op *ir.Operation) step {
	e := c.elem(op, op.Result(0).Type())
	types := []elem{e, e, e}
	p, _ := op.IntAttr("propagateNan")
	return func(_ *agent, in, out []Value) error {
		like := lanes(in, types)
		dst, x, lo, hi := out[0].setFloats(like), in[0].floats(), in[1].floats(), in[2].floats()
		for i := range dst {
			if p != 0 {
				dst[i] = math.Min(math.Max(x[i], lo[i]), hi[i])
			} else {
				dst[i] = -maxNum(-maxNum(x[i], lo[i]), -hi[i])
			}
		}
		return nil
	}
}
