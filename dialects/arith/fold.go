package arith

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/dialects/ub"
	"tawa/ir"
)

// rule is one way to fold an op with one result; nil if it does not apply.
type rule func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult

func toValue(v *ir.Value) *ir.FoldResult { return &ir.FoldResult{Value: v} }

// toAttr folds to a constant, if there is one.
func toAttr(a ir.Attribute) *ir.FoldResult {
	if a == nil {
		return nil
	}
	return &ir.FoldResult{Attr: a}
}

// folds makes the fold of a row: poison in gives poison, a constant of a
// commutative op goes to the right, and then the first rule that applies counts.
func folds(rules ...rule) func(*ir.Operation, []ir.Attribute) []ir.FoldResult {
	return func(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
		for _, a := range c {
			if ub.IsPoison(a) {
				return []ir.FoldResult{{Attr: a}}
			}
		}
		moved := op.Has(ir.Commutative) && exchange(op, c)
		for _, rule := range rules {
			if f := rule(op, c); f != nil {
				return []ir.FoldResult{*f}
			}
		}
		if moved {
			return []ir.FoldResult{{Value: op.Result(0)}}
		}
		return nil
	}
}

// exchange moves a constant from the left to the right.
func exchange(op *ir.Operation, c []ir.Attribute) bool {
	if c[0] == nil || c[1] != nil {
		return false
	}
	l, r := op.Operand(0), op.Operand(1)
	op.SetOperand(0, r)
	op.SetOperand(1, l)
	c[0], c[1] = nil, c[0]
	return true
}

// Elementwise computes a constant of type t from constants: f gets the bit
// patterns of one element of each, and may refuse. It returns nil if an operand is
// not a constant number, or one of more than 64 bits.
func Elementwise(t ir.Type, f func(in []uint64) (bits uint64, ok bool), c ...ir.Attribute) ir.Attribute {
	if !fitsWord(t) || slices.ContainsFunc(c, func(a ir.Attribute) bool { return a != nil && !fitsWord(ir.TypeOfAttr(a)) }) {
		return nil
	}
	in := make([]uint64, len(c))
	if _, shaped := ir.ShapeOf(t); !shaped {
		for i, a := range c {
			switch a.(type) {
			case *ir.IntegerAttr, *ir.FloatAttr:
				in[i] = ir.ScalarBits(a)
			default:
				return nil
			}
		}
		bits, ok := f(in)
		if !ok {
			return nil
		}
		return scalar(t, bits)
	}
	return denseElementwise(t, f, c, in)
}

// fitsWord reports whether numbers of a type, or elements of it, have at most 64 bits.
func fitsWord(t ir.Type) bool {
	if t == nil {
		return false
	}
	elem := ir.ElementType(t)
	return ir.IsIndex(elem) || (ir.IsInteger(elem) || ir.IsFloat(elem)) && ir.BitWidth(elem) <= 64
}

func denseElementwise(t ir.Type, f func(in []uint64) (bits uint64, ok bool), c []ir.Attribute, in []uint64) ir.Attribute {
	n, dense := 1, make([]*ir.DenseElementsAttr, len(c))
	for i, a := range c {
		d, ok := a.(*ir.DenseElementsAttr)
		if !ok {
			return nil
		}
		if dense[i] = d; !d.Splat {
			n = d.Len()
		}
	}
	w := ir.BitWidth(ir.ElementType(t))
	out := make([]uint64, n)
	for j := range out {
		for i, d := range dense {
			in[i] = d.Bits(j)
		}
		bits, ok := f(in)
		if !ok {
			return nil
		}
		out[j] = mask(bits, w)
	}
	return t.Context().DenseBits(t, out...)
}

func scalar(t ir.Type, bits uint64) ir.Attribute {
	if f, ok := t.(*ir.FloatType); ok {
		return t.Context().FloatBits(f, mask(bits, f.Format.Bits))
	}
	return t.Context().Int(t, int64(bits))
}

func mask(bits uint64, w int) uint64 {
	if w <= 0 || w >= 64 {
		return bits
	}
	return bits & (1<<w - 1)
}

// splat returns the number that a constant is, or that all its elements are.
func splat(a ir.Attribute) ir.Attribute {
	if d, ok := a.(*ir.DenseElementsAttr); ok {
		a, _ = d.SplatValue()
	}
	return a
}

func splatInt(a ir.Attribute) (int64, bool) {
	i, ok := splat(a).(*ir.IntegerAttr)
	if !ok || i.Big != nil {
		return 0, false
	}
	return i.Value, true
}

func isInt(a ir.Attribute, v int64) bool {
	x, ok := splatInt(a)
	return ok && x == v
}

// definedBy returns the op of that name that makes v, or nil.
func definedBy(v *ir.Value, name *ir.OpName) *ir.Operation {
	if v.Def() != nil && v.Def().Is(name) {
		return v.Def()
	}
	return nil
}

func constantOf(v *ir.Value) ir.Attribute {
	if d := definedBy(v, Constant); d != nil {
		return d.Attr("value")
	}
	return nil
}

// The rules that several ops share.

// rightIdentity: x op k is x.
func rightIdentity(k int64) rule {
	return func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
		if v, ok := splatInt(c[1]); ok && v == ir.WrapInt(ir.ElementType(op.Result(0).Type()), k) {
			return toValue(op.Operand(0))
		}
		return nil
	}
}

// rightAbsorbs: x op k is k.
func rightAbsorbs(k int64) rule {
	return func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
		if isInt(c[1], k) {
			return toAttr(c[1])
		}
		return nil
	}
}

func sameGivesSame(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	if op.Operand(0) == op.Operand(1) {
		return toValue(op.Operand(0))
	}
	return nil
}

func sameGivesZero(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	if op.Operand(0) == op.Operand(1) {
		return zeroOf(op)
	}
	return nil
}

// zeroOf is zero, if the type has a static shape.
func zeroOf(op *ir.Operation) *ir.FoldResult { return constantLike(op.Result(0).Type(), 0) }

func constantLike(t ir.Type, v int64) *ir.FoldResult {
	if shape, ok := ir.ShapeOf(t); ok {
		for _, n := range shape {
			if n == ir.Dynamic {
				return nil
			}
		}
	}
	if _, unranked := t.(*ir.UnrankedTensorType); unranked {
		return nil
	}
	return toAttr(IntAttr(t, v))
}

// remByOne: the remainder by one is zero.
func remByOne(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
	if v, ok := splatInt(c[1]); ok && v == ir.WrapInt(ir.ElementType(op.Result(0).Type()), 1) {
		return zeroOf(op)
	}
	return nil
}

// addOfSub: (a - b) + b is a.
func addOfSub(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	for i := range 2 {
		if sub := definedBy(op.Operand(i), SubI); sub != nil && sub.Operand(1) == op.Operand(1-i) {
			return toValue(sub.Operand(0))
		}
	}
	return nil
}

// subOfAdd: (a + b) - b is a, (a + b) - a is b.
func subOfAdd(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	add := definedBy(op.Operand(0), AddI)
	for i := 0; add != nil && i < 2; i++ {
		if add.Operand(i) == op.Operand(1) {
			return toValue(add.Operand(1 - i))
		}
	}
	return nil
}

// withComplement: x op ~x is k, where ~x is an exclusive or with ones.
func withComplement(k int64) rule {
	return func(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
		for i := range 2 {
			not := definedBy(op.Operand(i), XOrI)
			if not != nil && not.Operand(0) == op.Operand(1-i) && isInt(constantOf(not.Operand(1)), -1) {
				return constantLike(op.Result(0).Type(), k)
			}
		}
		return nil
	}
}

// xorTwice: (x ^ a) ^ a is x.
func xorTwice(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	for i := range 2 {
		xor := definedBy(op.Operand(i), XOrI)
		for j := 0; xor != nil && j < 2; j++ {
			if xor.Operand(j) == op.Operand(1-i) {
				return toValue(xor.Operand(1 - j))
			}
		}
	}
	return nil
}

// extremes: x op absorbing is absorbing, x op neutral is x.
func extremes(absorbing, neutral func(w int) int64) rule {
	return func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
		v, ok := splatInt(c[1])
		t := ir.ElementType(op.Result(0).Type())
		if !ok || !fitsWord(t) {
			return nil
		}
		switch v {
		case absorbing(width(t)):
			return toAttr(c[1])
		case neutral(width(t)):
			return toValue(op.Operand(0))
		}
		return nil
	}
}

func zero(int) int64        { return 0 }
func maxUnsigned(int) int64 { return -1 } // all ones
func minSigned(w int) int64 { return -1 << (w - 1) }
func maxSigned(w int) int64 { return ^minSigned(w) }

// foldAddExtended computes the sum and carry of constants; x + 0 has no carry.
func foldAddExtended(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	if carry := constantLike(op.Result(1).Type(), 0); isInt(c[1], 0) && carry != nil {
		return []ir.FoldResult{{Value: op.Operand(0)}, *carry}
	}
	t := op.Result(0).Type()
	w := width(ir.ElementType(t))
	sum := Elementwise(t, func(in []uint64) (uint64, bool) { return in[0] + in[1], true }, c...)
	carry := Elementwise(op.Result(1).Type(), func(in []uint64) (uint64, bool) {
		if mask(in[0]+in[1], w) < in[0] {
			return 1, true
		}
		return 0, true
	}, c...)
	if sum == nil || carry == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: sum}, {Attr: carry}}
}

// foldMulExtended computes both halves of the product of constants.
func foldMulExtended(high intFunc) func(*ir.Operation, []ir.Attribute) []ir.FoldResult {
	return func(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
		lo, hi := intConst(mulInt)(op, c), intConst(high)(op, c)
		if lo == nil || hi == nil {
			return nil
		}
		return []ir.FoldResult{*lo, *hi}
	}
}

// foldSelect chooses if the condition or both values allow.
func foldSelect(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	cond, a, b := op.Operand(0), op.Operand(1), op.Operand(2)
	one := func(f *ir.FoldResult) []ir.FoldResult { return []ir.FoldResult{*f} }
	switch {
	case a == b, isInt(c[0], -1), ub.IsPoison(c[2]):
		return one(toValue(a))
	case isInt(c[0], 0), ub.IsPoison(c[1]):
		return one(toValue(b))
	case ub.IsPoison(c[0]):
		return one(toAttr(c[0]))
	case cond.Type() == op.Result(0).Type() && isInt(c[1], -1) && isInt(c[2], 0):
		return one(toValue(cond))
	}
	if cmp := definedBy(cond, CmpI); cmp != nil {
		l, r := cmp.Operand(0), cmp.Operand(1)
		p, _ := cmp.IntAttr("predicate")
		if l == a && r == b || l == b && r == a {
			switch p {
			case EQ:
				return one(toValue(b))
			case NE:
				return one(toValue(a))
			}
		}
	}
	if _, dense := c[0].(*ir.DenseElementsAttr); dense {
		v := Elementwise(op.Result(0).Type(), func(in []uint64) (uint64, bool) {
			if in[0] != 0 {
				return in[1], true
			}
			return in[2], true
		}, c...)
		if v != nil {
			return one(toAttr(v))
		}
	}
	return nil
}

// divisorIsSafe says of a division whether it is defined for every dividend: the divisor is a constant without zeros,
// and without -1 if the division is signed, for that overflows.
func divisorIsSafe(signed bool) builtin.Speculation {
	safe := func(a ir.Attribute) bool {
		n, ok := a.(*ir.IntegerAttr)
		v := int64(0)
		if ok {
			v = ir.WrapInt(n.Type, n.Value)
		}
		return v != 0 && !(signed && v == -1)
	}
	return func(op *ir.Operation) bool {
		divisor := constantOf(op.Operand(1))
		dense, ok := divisor.(*ir.DenseElementsAttr)
		switch {
		case !ok:
			return safe(divisor)
		case dense.Splat:
			return safe(dense.At(0))
		}
		for i := range dense.Len() {
			if !safe(dense.At(i)) {
				return false
			}
		}
		return true
	}
}
