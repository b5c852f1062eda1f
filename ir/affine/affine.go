// Package affine holds affine expressions, maps and sets: integer functions of dimensions d0, d1, … and symbols
// s0, s1, … built from +, *, mod, floordiv and ceildiv, where one factor, and every divisor, is free of dimensions.
//
// Expressions are immutable, and simplified as they are built, by the rules that MLIR applies in building its own, so
// that both print the same text for the same input.
package affine

import (
	"math"
	"math/bits"
)

// Kind is what an expression is.
type Kind uint8

// The kinds. The operators come last.
const (
	Dim Kind = iota
	Symbol
	Constant
	Add
	Mul
	Mod
	FloorDiv
	CeilDiv
)

// Expr is an expression. Two are equal as Equal says; pointers need not be.
type Expr struct {
	kind     Kind
	symbolic bool  // has no dimension in it
	value    int64 // position of a dimension or symbol; the constant
	lhs, rhs *Expr
	hash     uint64 // of the structure
	divisor  int64  // a number that divides every value; 0 of the constant 0
	depth    int
}

// NewDim returns the dimension d<i>, NewSymbol the symbol s<i>, NewConstant a number.
func NewDim(i int) *Expr { return leaf(Dim, int64(i), 1) }

// NewSymbol returns s<i>.
func NewSymbol(i int) *Expr { return leaf(Symbol, int64(i), 1) }

// NewConstant returns v.
func NewConstant(v int64) *Expr { return leaf(Constant, v, magnitude(v)) }

func leaf(k Kind, v, divisor int64) *Expr {
	return &Expr{kind: k, symbolic: k != Dim, value: v, hash: mix(uint64(k)+1, uint64(v)), divisor: divisor, depth: 1}
}

// node makes an operation as it is.
func node(k Kind, l, r *Expr) *Expr {
	e := &Expr{kind: k, symbolic: l.symbolic && r.symbolic, lhs: l, rhs: r, depth: max(l.depth, r.depth) + 1}
	e.hash = mix(mix(uint64(k)+1, l.hash), r.hash)
	switch k {
	case Mul:
		e.divisor = magnitude(l.divisor * r.divisor)
	case Add, Mod:
		e.divisor = gcd(l.divisor, r.divisor)
	default:
		e.divisor = 1
		if r.kind == Constant && r.value != 0 && l.divisor%r.value == 0 {
			e.divisor = max(1, magnitude(l.divisor/r.value))
		}
	}
	return e
}

func mix(h, v uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9E3779B97F4A7C15, v^0xD1B54A32D192ED03)
	return hi ^ bits.RotateLeft64(lo, 29) + h
}

func magnitude(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return magnitude(a)
}

// Kind says what e is.
func (e *Expr) Kind() Kind { return e.kind }

// Value is the position of a dimension or symbol, or the constant.
func (e *Expr) Value() int64 { return e.value }

// Operands are the sides of an operation.
func (e *Expr) Operands() (lhs, rhs *Expr) { return e.lhs, e.rhs }

// Depth is the number of operations one inside another, and 1 for the leaf.
func (e *Expr) Depth() int { return e.depth }

// Symbolic reports whether no dimension is in e.
func (e *Expr) Symbolic() bool { return e.symbolic }

// Equal reports whether e and f are the same expression.
func (e *Expr) Equal(f *Expr) bool {
	switch {
	case e == f:
		return true
	case e.hash != f.hash || e.kind != f.kind || e.value != f.value:
		return false
	}
	return e.lhs == nil || e.lhs.Equal(f.lhs) && e.rhs.Equal(f.rhs)
}

func (e *Expr) isConstant(v int64) bool { return e.kind == Constant && e.value == v }

// constantRight returns the left side and the constant of `x op constant`.
func (e *Expr) constantRight(op Kind) (x *Expr, c int64, ok bool) {
	if e.kind != op || e.rhs.kind != Constant {
		return nil, 0, false
	}
	return e.lhs, e.rhs.value, true
}

// Neg returns -e.
func (e *Expr) Neg() *Expr { return e.Mul(NewConstant(-1)) }

// Sub returns e - f.
func (e *Expr) Sub(f *Expr) *Expr { return e.Add(f.Neg()) }

// Add returns e + f. Symbols go to the right of dimensions and constants to the right of all; multiples of one
// expression are collected.
func (e *Expr) Add(f *Expr) *Expr {
	switch {
	case e.kind == Constant && f.kind == Constant:
		if sum := e.value + f.value; (sum > e.value) == (f.value > 0) {
			return NewConstant(sum)
		}
		return node(Add, e, f)
	case e.kind == Constant, e.symbolic && !f.symbolic:
		return f.Add(e)
	case f.isConstant(0):
		return e
	}
	x, c, plusConstant := e.constantRight(Add)
	if plusConstant && f.kind == Constant {
		return x.Add(NewConstant(c + f.value))
	}
	u, m := e.multiple()
	v, n := f.multiple()
	switch {
	case u.Equal(v):
		return u.Mul(NewConstant(m + n))
	case plusConstant:
		return x.Add(f).Add(NewConstant(c))
	}
	if q := remainderOf(e, f); q != nil {
		return e.Mod(q)
	}
	return node(Add, e, f)
}

// multiple splits e into u * m.
func (e *Expr) multiple() (u *Expr, m int64) {
	if x, c, ok := e.constantRight(Mul); ok {
		return x, c
	}
	return e, 1
}

// remainderOf returns q if f is -(e floordiv q) * q, so that e + f is e mod q.
func remainderOf(e, f *Expr) *Expr {
	if f.kind != Mul {
		return nil
	}
	quotient, by := f.lhs, f.rhs
	if quotient.kind == Mul && by.isConstant(-1) { // ((e floordiv q) * q) * -1
		if d := quotient.lhs; d.kind == FloorDiv && d.rhs.Equal(quotient.rhs) && d.lhs.Equal(e) {
			return d.rhs
		}
		return nil
	}
	if quotient.kind != FloorDiv || !quotient.lhs.Equal(e) {
		return nil
	}
	if q := quotient.rhs; q.kind == Constant && q.value > 0 && by.isConstant(-q.value) {
		return q
	}
	return nil
}

// Mul returns e * f, of which one has no dimension; constants go to the right of all.
func (e *Expr) Mul(f *Expr) *Expr {
	switch {
	case e.kind == Constant && f.kind == Constant:
		if product, ok := multiply(e.value, f.value); ok {
			return NewConstant(product)
		}
		return node(Mul, e, f)
	case !f.symbolic, e.kind == Constant:
		return f.Mul(e)
	case f.isConstant(1):
		return e
	case f.isConstant(0):
		return f
	}
	if x, c, ok := e.constantRight(Mul); ok {
		if f.kind == Constant {
			return x.Mul(NewConstant(c * f.value))
		}
		return x.Mul(f).Mul(NewConstant(c))
	}
	return node(Mul, e, f)
}

func multiply(a, b int64) (product int64, ok bool) {
	if a == 0 || b == 0 {
		return 0, true
	}
	product = a * b
	overflows := a == -1 && b == math.MinInt64 || b == -1 && a == math.MinInt64 || product/b != a
	return product, !overflows
}

// Mod returns e mod f, which is not negative. A divisor that is no positive constant leaves it as it is.
func (e *Expr) Mod(f *Expr) *Expr {
	if f.kind != Constant || f.value < 1 {
		return node(Mod, e, f)
	}
	c := f.value
	switch {
	case e.kind == Constant:
		return NewConstant(modulo(e.value, c))
	case e.divisor%c == 0:
		return NewConstant(0)
	case e.kind == Add && e.lhs.divisor%c == 0:
		return e.rhs.Mod(f)
	case e.kind == Add && e.rhs.divisor%c == 0:
		return e.lhs.Mod(f)
	}
	if x, m, ok := e.constantRight(Mod); ok && m >= 1 && m%c == 0 {
		return x.Mod(f)
	}
	return node(Mod, e, f)
}

func modulo(a, c int64) int64 {
	if m := a % c; m < 0 {
		return m + c
	} else {
		return m
	}
}

// FloorDiv returns the quotient rounded down. A divisor that is no constant, or 0, leaves it as it is.
func (e *Expr) FloorDiv(f *Expr) *Expr {
	if q := e.exactly(FloorDiv, f); q != nil {
		return q
	}
	if f.kind == Constant && f.value != 0 && e.kind == Add &&
		(e.lhs.divisor%f.value == 0 || e.rhs.divisor%f.value == 0) {
		return e.lhs.FloorDiv(f).Add(e.rhs.FloorDiv(f))
	}
	return node(FloorDiv, e, f)
}

// CeilDiv returns the quotient rounded up, as FloorDiv does.
func (e *Expr) CeilDiv(f *Expr) *Expr {
	if q := e.exactly(CeilDiv, f); q != nil {
		return q
	}
	return node(CeilDiv, e, f)
}

// exactly returns e divided by f where that is a constant or needs no rounding, or nil.
func (e *Expr) exactly(k Kind, f *Expr) *Expr {
	if f.kind != Constant || f.value == 0 {
		return nil
	}
	c := f.value
	switch {
	case e.kind == Constant:
		if e.value == math.MinInt64 && c == -1 {
			return nil
		}
		return NewConstant(quotient(k, e.value, c))
	case c == 1:
		return e
	}
	if x, m, ok := e.constantRight(Mul); ok && m%c == 0 {
		return x.Mul(NewConstant(m / c))
	}
	return nil
}

func quotient(k Kind, a, b int64) int64 {
	q := a / b
	exact, negative := a%b == 0, (a < 0) != (b < 0)
	switch {
	case k == FloorDiv && negative && !exact:
		return q - 1
	case k == CeilDiv && !negative && !exact:
		return q + 1
	}
	return q
}

// Eval gives the value for these dimensions and symbols; ok is false if it divides by 0 or takes a remainder by
// what is not positive.
func (e *Expr) Eval(dims, symbols []int64) (v int64, ok bool) {
	switch e.kind {
	case Dim:
		return dims[e.value], true
	case Symbol:
		return symbols[e.value], true
	case Constant:
		return e.value, true
	}
	l, ok := e.lhs.Eval(dims, symbols)
	r, rok := e.rhs.Eval(dims, symbols)
	if !ok || !rok {
		return 0, false
	}
	switch e.kind {
	case Add:
		return l + r, true
	case Mul:
		return l * r, true
	case Mod:
		if r < 1 {
			return 0, false
		}
		return modulo(l, r), true
	}
	if r == 0 {
		return 0, false
	}
	return quotient(e.kind, l, r), true
}
