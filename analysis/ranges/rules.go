package ranges

import (
	"math/big"
	"math/bits"

	"tawa/dialects/arith"
	"tawa/dialects/tt"
	"tawa/ir"
)

type rule func(op *ir.Operation, in []Range) Range

// rules is what ops with one integer result do.
var rules = table()

func table() map[*ir.OpName]rule {
	rules := map[*ir.OpName]rule{
		arith.Constant:    constant,
		arith.AddI:        monotone((*big.Int).Add),
		arith.SubI:        monotone((*big.Int).Sub),
		arith.MulI:        monotone((*big.Int).Mul),
		arith.DivSI:       signedDivision((*big.Int).Quo),
		arith.FloorDivSI:  signedDivision(floorDiv),
		arith.CeilDivSI:   signedDivision(ceilDiv),
		arith.DivUI:       unsigned(divideUnsigned),
		arith.CeilDivUI:   unsigned(ceilDivideUnsigned),
		arith.RemUI:       binary(remainderUnsigned),
		arith.RemSI:       binary(remainderSigned),
		arith.AndI:        unsigned(func(a, b Range) (lo, hi uint64) { return 0, min(a.UMax, b.UMax) }),
		arith.OrI:         unsigned(func(a, b Range) (lo, hi uint64) { return max(a.UMin, b.UMin), ones(a.UMax | b.UMax) }),
		arith.XOrI:        unsigned(func(a, b Range) (lo, hi uint64) { return 0, ones(a.UMax | b.UMax) }),
		arith.ShLI:        shift(func(a, b Range) Range { return corners(a, b, shiftLeft) }),
		arith.ShRUI:       shift(func(a, b Range) Range { return Unsigned(a.Width, a.UMin>>b.UMax, a.UMax>>b.UMin) }),
		arith.ShRSI:       shift(func(a, b Range) Range { return signedCorners(a, b, shiftRight) }),
		arith.MinSI:       binary(func(a, b Range) Range { return Signed(a.Width, min(a.SMin, b.SMin), min(a.SMax, b.SMax)) }),
		arith.MaxSI:       binary(func(a, b Range) Range { return Signed(a.Width, max(a.SMin, b.SMin), max(a.SMax, b.SMax)) }),
		arith.MinUI:       unsigned(func(a, b Range) (lo, hi uint64) { return min(a.UMin, b.UMin), min(a.UMax, b.UMax) }),
		arith.MaxUI:       unsigned(func(a, b Range) (lo, hi uint64) { return max(a.UMin, b.UMin), max(a.UMax, b.UMax) }),
		arith.ExtUI:       func(op *ir.Operation, in []Range) Range { return Unsigned(widthOf(op), in[0].UMin, in[0].UMax) },
		arith.ExtSI:       func(op *ir.Operation, in []Range) Range { return Signed(widthOf(op), in[0].SMin, in[0].SMax) },
		arith.TruncI:      truncate,
		arith.IndexCast:   func(op *ir.Operation, in []Range) Range { return resize(op, in, true) },
		arith.IndexCastUI: func(op *ir.Operation, in []Range) Range { return resize(op, in, false) },
		arith.CmpI:        compare,
		arith.Select:      choose,

		tt.MakeRange:      makeRange,
		tt.GetProgramId:   func(*ir.Operation, []Range) Range { return Signed(32, 0, 1<<31-2) },
		tt.GetNumPrograms: func(*ir.Operation, []Range) Range { return Signed(32, 1, 1<<31-1) },
	}
	for _, n := range []*ir.OpName{tt.Splat, tt.ExpandDims, tt.Broadcast, tt.Reshape, tt.Trans} {
		rules[n] = func(_ *ir.Operation, in []Range) Range { return in[0] }
	}
	return rules
}

func widthOf(op *ir.Operation) int { return width(op.Result(0).Type()) }

func binary(f func(a, b Range) Range) rule {
	return func(_ *ir.Operation, in []Range) Range { return f(in[0], in[1]) }
}

// unsigned is a rule that gives bounds read without a sign; lo > hi says nothing.
func unsigned(f func(a, b Range) (lo, hi uint64)) rule {
	return binary(func(a, b Range) Range {
		lo, hi := f(a, b)
		if lo > hi || hi > Full(a.Width).UMax {
			return Full(a.Width)
		}
		return Unsigned(a.Width, lo, hi)
	})
}

func monotone(f func(z, x, y *big.Int) *big.Int) rule {
	return binary(func(a, b Range) Range {
		return corners(a, b, func(x, y *big.Int) *big.Int { return f(new(big.Int), x, y) })
	})
}

// signedDivision needs a divisor that is never zero and of one sign, since else it is not monotone.
func signedDivision(f func(z, x, y *big.Int) *big.Int) rule {
	return binary(func(a, b Range) Range {
		if b.SMin <= 0 && b.SMax >= 0 {
			return Full(a.Width)
		}
		return signedCorners(a, b, func(x, y *big.Int) *big.Int { return f(new(big.Int), x, y) })
	})
}

func floorDiv(z, x, y *big.Int) *big.Int {
	r := new(big.Int)
	z.QuoRem(x, y, r)
	if r.Sign() != 0 && r.Sign() != y.Sign() {
		z.Sub(z, big.NewInt(1))
	}
	return z
}

func ceilDiv(z, x, y *big.Int) *big.Int {
	r := new(big.Int)
	z.QuoRem(x, y, r)
	if r.Sign() != 0 && r.Sign() == y.Sign() {
		z.Add(z, big.NewInt(1))
	}
	return z
}

func divideUnsigned(a, b Range) (lo, hi uint64) {
	if b.UMin == 0 {
		return 1, 0
	}
	return a.UMin / b.UMax, a.UMax / b.UMin
}

func ceilDivideUnsigned(a, b Range) (lo, hi uint64) {
	if b.UMin == 0 {
		return 1, 0
	}
	up := func(x, y uint64) uint64 {
		if x%y != 0 {
			return x/y + 1
		}
		return x / y
	}
	return up(a.UMin, b.UMax), up(a.UMax, b.UMin)
}

func remainderUnsigned(a, b Range) Range {
	switch {
	case b.UMax == 0:
		return Full(a.Width)
	case a.UMax < b.UMin:
		return a
	}
	return Unsigned(a.Width, 0, min(a.UMax, b.UMax-1))
}

// remainderSigned has the sign of the dividend and is smaller than the divisor.
func remainderSigned(a, b Range) Range {
	if b.SMin == Full(b.Width).SMin || b.SMin == 0 && b.SMax == 0 {
		return Full(a.Width)
	}
	m := max(b.SMax, -b.SMin) - 1
	if a.SMin >= 0 && b.SMin > 0 && a.SMax < b.SMin {
		return a
	}
	return Signed(a.Width, max(min(a.SMin, 0), -m), min(max(a.SMax, 0), m))
}

// ones is the largest number of as many bits as v has.
func ones(v uint64) uint64 { return 1<<bits.Len64(v) - 1 }

// shift needs an amount below the width; any other makes poison.
func shift(f func(a, b Range) Range) rule {
	return binary(func(a, b Range) Range {
		if b.UMax >= uint64(a.Width) {
			return Full(a.Width)
		}
		return f(a, b)
	})
}

func shiftLeft(x, y *big.Int) *big.Int  { return new(big.Int).Lsh(x, uint(y.Uint64())) }
func shiftRight(x, y *big.Int) *big.Int { return new(big.Int).Rsh(x, uint(y.Uint64())) }

func truncate(op *ir.Operation, in []Range) Range {
	w, a := widthOf(op), in[0]
	out := Full(w)
	if a.SMin >= out.SMin && a.SMax <= out.SMax {
		out = out.Meet(Signed(w, a.SMin, a.SMax))
	}
	if a.UMax <= Full(w).UMax {
		out = out.Meet(Unsigned(w, a.UMin, a.UMax))
	}
	return out
}

func resize(op *ir.Operation, in []Range, signed bool) Range {
	switch w := widthOf(op); {
	case w < in[0].Width:
		return truncate(op, in)
	case signed:
		return Signed(w, in[0].SMin, in[0].SMax)
	default:
		return Unsigned(w, in[0].UMin, in[0].UMax)
	}
}

// constant bounds the elements of a constant.
func constant(op *ir.Operation, _ []Range) Range {
	w := widthOf(op)
	one := func(bits uint64) Range { b := bits & Full(w).UMax; return Unsigned(w, b, b) }
	switch a := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		return one(uint64(a.Value))
	case *ir.DenseElementsAttr:
		n := a.Len()
		if a.Splat {
			n = 1
		}
		if n == 0 {
			return Full(w)
		}
		r := one(a.Bits(0))
		for i := 1; i < n; i++ {
			r = r.Join(one(a.Bits(i)))
		}
		return r
	}
	return Full(w)
}

// compare decides a comparison by the bounds, if they do.
func compare(op *ir.Operation, in []Range) Range {
	p, _ := op.IntAttr("predicate")
	a, b := in[0], in[1]
	if a.Width == 0 {
		return Full(1)
	}
	yes := func(ok bool) int {
		if ok {
			return 1
		}
		return 0
	}
	decided := 0 // 1 true, -1 false
	switch p {
	case arith.EQ, arith.NE:
		x, okX := a.Constant()
		y, okY := b.Constant()
		disjoint := a.SMax < b.SMin || b.SMax < a.SMin || a.UMax < b.UMin || b.UMax < a.UMin
		if decided = yes(okX && okY && x == y) - yes(disjoint); p == arith.NE {
			decided = -decided
		}
	case arith.SLT:
		decided = yes(a.SMax < b.SMin) - yes(a.SMin >= b.SMax)
	case arith.SLE:
		decided = yes(a.SMax <= b.SMin) - yes(a.SMin > b.SMax)
	case arith.SGT:
		decided = yes(a.SMin > b.SMax) - yes(a.SMax <= b.SMin)
	case arith.SGE:
		decided = yes(a.SMin >= b.SMax) - yes(a.SMax < b.SMin)
	case arith.ULT:
		decided = yes(a.UMax < b.UMin) - yes(a.UMin >= b.UMax)
	case arith.ULE:
		decided = yes(a.UMax <= b.UMin) - yes(a.UMin > b.UMax)
	case arith.UGT:
		decided = yes(a.UMin > b.UMax) - yes(a.UMax <= b.UMin)
	case arith.UGE:
		decided = yes(a.UMin >= b.UMax) - yes(a.UMax < b.UMin)
	}
	switch decided {
	case 1:
		return Unsigned(1, 1, 1)
	case -1:
		return Unsigned(1, 0, 0)
	}
	return Full(1)
}

func choose(_ *ir.Operation, in []Range) Range {
	if c, ok := in[0].Constant(); ok && c != 0 {
		return in[1]
	} else if ok {
		return in[2]
	}
	return in[1].Join(in[2])
}

// makeRange counts from start up to, but not including, end.
func makeRange(op *ir.Operation, _ []Range) Range {
	lo, _ := op.IntAttr("start")
	hi, _ := op.IntAttr("end")
	if lo >= hi {
		return Full(widthOf(op))
	}
	return Signed(widthOf(op), lo, hi-1)
}
