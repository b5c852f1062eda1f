package arith

import (
	"math/bits"

	"tawa/ir"
)

// width is the number of bits of an integer or float; an index has 64.
func width(t ir.Type) int {
	if ir.IsIndex(t) {
		return 64
	}
	return ir.BitWidth(t)
}

// ints are the operands of an op on integers of w bits: sign-extended, and zero-extended.
type ints struct {
	w      int
	a, b   int64
	ua, ub uint64
}

// intFunc computes an op, or refuses where it is undefined.
type intFunc func(x ints) (int64, bool)

func signExtend(v uint64, w int) int64 { return int64(v<<(64-w)) >> (64 - w) }

// intConst folds constants.
func intConst(f intFunc) rule {
	return func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
		t := op.Result(0).Type()
		w := width(ir.ElementType(t))
		if w > 64 {
			return nil
		}
		return toAttr(Elementwise(t, func(in []uint64) (uint64, bool) {
			a, b := mask(in[0], w), mask(in[1], w)
			v, ok := f(ints{w, signExtend(a, w), signExtend(b, w), a, b})
			return uint64(v), ok
		}, c...))
	}
}

func addInt(x ints) (int64, bool)  { return x.a + x.b, true }
func subInt(x ints) (int64, bool)  { return x.a - x.b, true }
func mulInt(x ints) (int64, bool)  { return x.a * x.b, true }
func andInt(x ints) (int64, bool)  { return x.a & x.b, true }
func orInt(x ints) (int64, bool)   { return x.a | x.b, true }
func xorInt(x ints) (int64, bool)  { return x.a ^ x.b, true }
func maxInt(x ints) (int64, bool)  { return max(x.a, x.b), true }
func minInt(x ints) (int64, bool)  { return min(x.a, x.b), true }
func maxUInt(x ints) (int64, bool) { return int64(max(x.ua, x.ub)), true }
func minUInt(x ints) (int64, bool) { return int64(min(x.ua, x.ub)), true }

func divUnsigned(x ints) (int64, bool) {
	if x.ub == 0 {
		return 0, false
	}
	return int64(x.ua / x.ub), true
}

func ceilDivUnsigned(x ints) (int64, bool) {
	if x.ub == 0 {
		return 0, false
	}
	q := x.ua / x.ub
	if x.ua%x.ub != 0 {
		q++
	}
	return int64(q), true
}

func remUnsigned(x ints) (int64, bool) {
	if x.ub == 0 {
		return 0, false
	}
	return int64(x.ua % x.ub), true
}

// divides reports whether a signed division is defined: not by zero, not the
// least number by −1.
func (x ints) divides() bool { return x.b != 0 && !(x.b == -1 && x.a == minSigned(x.w)) }

// divSigned rounds towards zero (0), up (1) or down (−1).
func divSigned(round int) intFunc {
	return func(x ints) (int64, bool) {
		if !x.divides() {
			return 0, false
		}
		q := x.a / x.b
		positive := x.a < 0 == (x.b < 0)
		if x.a%x.b != 0 && (round > 0 && positive || round < 0 && !positive) {
			q += int64(round)
		}
		return q, true
	}
}

func remSigned(x ints) (int64, bool) {
	if !x.divides() {
		return 0, false
	}
	return x.a % x.b, true
}

func shiftLeft(x ints) (int64, bool)        { return x.a << x.ub, x.ub < uint64(x.w) }
func shiftRight(x ints) (int64, bool)       { return int64(x.ua >> x.ub), x.ub < uint64(x.w) }
func shiftRightSigned(x ints) (int64, bool) { return x.a >> x.ub, x.ub < uint64(x.w) }

func mulHighUnsigned(x ints) (int64, bool) {
	hi, lo := bits.Mul64(x.ua, x.ub)
	return highHalf(hi, lo, x.w), true
}

func mulHighSigned(x ints) (int64, bool) {
	hi, lo := bits.Mul64(uint64(x.a), uint64(x.b))
	if x.a < 0 {
		hi -= uint64(x.b)
	}
	if x.b < 0 {
		hi -= uint64(x.a)
	}
	return highHalf(hi, lo, x.w), true
}

// highHalf returns the bits from w up of a product of 128 bits.
func highHalf(hi, lo uint64, w int) int64 {
	if w == 64 {
		return int64(hi)
	}
	return int64(hi<<(64-w) | lo>>w)
}

// CompareInts evaluates a predicate of arith.cmpi on integers of w bits.
func CompareInts(predicate int64, w int, a, b uint64) bool {
	ua, ub := mask(a, w), mask(b, w)
	sa, sb := signExtend(ua, w), signExtend(ub, w)
	switch predicate {
	case EQ:
		return ua == ub
	case NE:
		return ua != ub
	case SLT:
		return sa < sb
	case SLE:
		return sa <= sb
	case SGT:
		return sa > sb
	case SGE:
		return sa >= sb
	case ULT:
		return ua < ub
	case ULE:
		return ua <= ub
	case UGT:
		return ua > ub
	}
	return ua >= ub
}

// swapped[p] holds for (b, a) if p holds for (a, b); inverted[p] if p does not.
var (
	swapped  = [...]int64{EQ: EQ, NE: NE, SLT: SGT, SLE: SGE, SGT: SLT, SGE: SLE, ULT: UGT, ULE: UGE, UGT: ULT, UGE: ULE}
	inverted = [...]int64{EQ: NE, NE: EQ, SLT: SGE, SLE: SGT, SGT: SLE, SGE: SLT, ULT: UGE, ULE: UGT, UGT: ULE, UGE: ULT}
)

func predicate(op *ir.Operation) int64 {
	p, _ := op.IntAttr("predicate")
	return p
}

// cmpConstantRight moves a constant to the right and turns the predicate round.
func cmpConstantRight(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	if !exchange(op, c) {
		return nil
	}
	op.SetAttr("predicate", op.Context().I64Attr(swapped[predicate(op)]))
	return toValue(op.Result(0))
}

func cmpSame(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	if op.Operand(0) != op.Operand(1) {
		return nil
	}
	return boolean(op, CompareInts(predicate(op), 64, 0, 0))
}

func boolean(op *ir.Operation, v bool) *ir.FoldResult {
	if v {
		return constantLike(op.Result(0).Type(), -1)
	}
	return constantLike(op.Result(0).Type(), 0)
}

// cmpBool: a bit compared with a constant may be the bit itself, also behind an extension.
func cmpBool(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	x := op.Operand(0)
	v, ok := splatInt(c[1])
	if !ok {
		return nil
	}
	for _, ext := range []*ir.OpName{ExtSI, ExtUI} {
		if d := definedBy(x, ext); d != nil && v == 0 {
			x = d.Operand(0)
			break
		}
	}
	if x.Type() != op.Result(0).Type() {
		return nil
	}
	if p := predicate(op); p == EQ && v != 0 || p == NE && v == 0 {
		return toValue(x)
	}
	return nil
}

func cmpConst(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	w := width(ir.ElementType(op.Operand(0).Type()))
	return toAttr(Elementwise(op.Result(0).Type(), func(in []uint64) (uint64, bool) {
		if CompareInts(predicate(op), w, in[0], in[1]) {
			return 1, w <= 64
		}
		return 0, w <= 64
	}, c...))
}

// andTwice: (x & y) & x is x & y.
func andTwice(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	for i := range 2 {
		and := definedBy(op.Operand(i), AndI)
		for j := 0; and != nil && j < 2; j++ {
			if and.Operand(j) == op.Operand(1-i) {
				return toValue(and.Result(0))
			}
		}
	}
	return nil
}

// quotientOfProduct: (x · y) / y is x if the product does not wrap around.
func quotientOfProduct(flag uint32) rule {
	return func(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
		mul := definedBy(op.Operand(0), MulI)
		if mul == nil {
			return nil
		}
		if f, ok := mul.Attr("overflowFlags").(*FlagsAttr); !ok || f.Bits&flag == 0 {
			return nil
		}
		for i := range 2 {
			if mul.Operand(i) == op.Operand(1) {
				return toValue(mul.Operand(1 - i))
			}
		}
		return nil
	}
}
