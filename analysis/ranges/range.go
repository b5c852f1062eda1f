// Package ranges bounds the values of integers: of index as 64 bits, of a tensor or vector
// those of all its elements. It is a data-flow analysis, so it sees through branches,
// loops (of which it knows the counters) and calls.
//
//	r := ranges.New(module)
//	r.At(v) // signed [0, 127] unsigned [0, 127]
//
// What ops do is a table for the dialects of the project; others attach Infer.
package ranges

import (
	"fmt"
	"math/big"
)

// Range is what an integer of Width bits may be, read with and without a sign. Both hold; bounds are inclusive.
type Range struct {
	Width      int
	SMin, SMax int64
	UMin, UMax uint64
}

// Full is the range of all integers of w bits.
func Full(w int) Range {
	return Range{w, -1 << (w - 1), 1<<(w-1) - 1, 0, ^uint64(0) >> (64 - w)}
}

// Signed is the range from lo to hi, read with a sign; Unsigned the same without one.
func Signed(w int, lo, hi int64) Range {
	r := Full(w)
	r.SMin, r.SMax = lo, hi
	if lo >= 0 || hi < 0 {
		r.UMin, r.UMax = r.bits(lo), r.bits(hi)
	}
	return r
}

// Unsigned is the range from lo to hi, read without a sign.
func Unsigned(w int, lo, hi uint64) Range {
	r := Full(w)
	r.UMin, r.UMax = lo, hi
	if lo>>(w-1) == hi>>(w-1) {
		r.SMin, r.SMax = r.signed(lo), r.signed(hi)
	}
	return r
}

func (r Range) bits(v int64) uint64   { return uint64(v) & (^uint64(0) >> (64 - r.Width)) }
func (r Range) signed(v uint64) int64 { return int64(v) << (64 - r.Width) >> (64 - r.Width) }

// Constant returns the only value in the range, read with a sign.
func (r Range) Constant() (v int64, ok bool) {
	switch {
	case r.SMin == r.SMax:
		return r.SMin, true
	case r.UMin == r.UMax:
		return r.signed(r.UMin), true
	}
	return 0, false
}

// Join is the smallest range that holds both.
func (r Range) Join(o Range) Range {
	return Range{r.Width, min(r.SMin, o.SMin), max(r.SMax, o.SMax), min(r.UMin, o.UMin), max(r.UMax, o.UMax)}
}

// Meet is what is in both ranges, r if that is nothing. Each reading sharpens the other.
func (r Range) Meet(o Range) Range {
	m := r.overlap(o)
	m = m.overlap(Signed(m.Width, m.SMin, m.SMax))
	return m.overlap(Unsigned(m.Width, m.UMin, m.UMax))
}

func (r Range) overlap(o Range) Range {
	m := Range{r.Width, max(r.SMin, o.SMin), min(r.SMax, o.SMax), max(r.UMin, o.UMin), min(r.UMax, o.UMax)}
	if m.SMin > m.SMax || m.UMin > m.UMax {
		return r
	}
	return m
}

// String implements fmt.Stringer.
func (r Range) String() string {
	return fmt.Sprintf("signed [%d, %d] unsigned [%d, %d]", r.SMin, r.SMax, r.UMin, r.UMax)
}

// corners bounds an operation that is monotone in each operand: its extremes are those of the
// bounds. A reading in which a result does not fit says nothing.
func corners(a, b Range, f func(x, y *big.Int) *big.Int) Range {
	w, out := a.Width, Full(a.Width)
	if lo, hi := extremes(signedBounds(a), signedBounds(b), f); fits(lo, hi, out.SMin, out.SMax) {
		out = out.Meet(Signed(w, lo.Int64(), hi.Int64()))
	}
	lo, hi := extremes(unsignedBounds(a), unsignedBounds(b), f)
	if lo.Sign() >= 0 && hi.Cmp(new(big.Int).SetUint64(^uint64(0)>>(64-w))) <= 0 {
		out = out.Meet(Unsigned(w, lo.Uint64(), hi.Uint64()))
	}
	return out
}

// signedCorners is corners for an operation that reads its operands with a sign only.
func signedCorners(a, b Range, f func(x, y *big.Int) *big.Int) Range {
	out := Full(a.Width)
	if lo, hi := extremes(signedBounds(a), signedBounds(b), f); fits(lo, hi, out.SMin, out.SMax) {
		return Signed(a.Width, lo.Int64(), hi.Int64())
	}
	return out
}

func fits(lo, hi *big.Int, smin, smax int64) bool {
	return lo.IsInt64() && hi.IsInt64() && lo.Int64() >= smin && hi.Int64() <= smax
}

func signedBounds(r Range) [2]*big.Int { return [2]*big.Int{big.NewInt(r.SMin), big.NewInt(r.SMax)} }

func unsignedBounds(r Range) [2]*big.Int {
	return [2]*big.Int{new(big.Int).SetUint64(r.UMin), new(big.Int).SetUint64(r.UMax)}
}

func extremes(a, b [2]*big.Int, f func(x, y *big.Int) *big.Int) (lo, hi *big.Int) {
	for _, x := range a {
		for _, y := range b {
			v := f(x, y)
			if lo == nil || v.Cmp(lo) < 0 {
				lo = v
			}
			if hi == nil || v.Cmp(hi) > 0 {
				hi = v
			}
		}
	}
	return lo, hi
}
