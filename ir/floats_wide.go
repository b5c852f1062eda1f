package ir

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

// The two formats of more than 64 bits: f128 is IEEE binary128; f80 is x87's extended format, of which the top bit of
// the mantissa is written out.

// exact is ±n·2^exp, or what is not finite.
type exact struct {
	negative, special bool
	n                 *big.Int
	exp               int
}

// explicitOne says that the one in front of the mantissa is written out.
func (f *FloatFormat) explicitOne() bool { return f.Bits == 80 }

// canonical gives the pattern that stands for a value: in f80 patterns whose top mantissa bit contradicts the
// exponent are NaNs.
func (f *FloatFormat) canonical(bits, high uint64) (uint64, uint64) {
	if !f.explicitOne() {
		return bits, high
	}
	if e := high & 0x7fff; e != 0 && bits>>63 == 0 {
		high |= 0x7fff
	} else if e == 0 && bits>>63 == 1 {
		high |= 1 // as large as the smallest normal number, which is what it is then
	}
	return bits, high
}

// decodeWide takes a pattern of more than 64 bits apart.
func (f *FloatFormat) decodeWide(bits, high uint64) exact {
	fraction := f.Man
	if f.explicitOne() {
		fraction++ // with the one in front
	}
	all := new(big.Int).Or(new(big.Int).Lsh(new(big.Int).SetUint64(high), 64), new(big.Int).SetUint64(bits))
	e := int(new(big.Int).Rsh(all, uint(fraction)).Uint64()) & (1<<f.Exp - 1)
	v := exact{
		negative: all.Bit(f.Bits-1) == 1, special: e == 1<<f.Exp-1,
		n: new(big.Int).And(all, ones(fraction)), exp: max(e, 1) - f.Bias - f.Man,
	}
	if e > 0 && !f.explicitOne() {
		v.n.SetBit(v.n, f.Man, 1)
	}
	return v
}

// encodeWide gives the pattern of a number, which these formats hold exactly.
func (f *FloatFormat) encodeWide(v float64) (bits, high uint64) {
	e, m := 1<<f.Exp-1, new(big.Int)
	switch {
	case math.IsInf(v, 0):
	case math.IsNaN(v):
		m.SetBit(m, f.Man-1, 1)
	case v == 0:
		e = 0
	default:
		frac, exp := math.Frexp(math.Abs(v))
		m.Lsh(m.SetUint64(uint64(math.Ldexp(frac, 53))), uint(f.Man-52))
		e = exp - 1 + f.Bias
	}
	if f.explicitOne() && e != 0 {
		m.SetBit(m, f.Man, 1)
	} else {
		m.SetBit(m, f.Man, 0)
	}
	fraction := f.Bits - 1 - f.Exp
	m.Or(m, new(big.Int).Lsh(big.NewInt(int64(e)), uint(fraction)))
	if math.Signbit(v) {
		m.SetBit(m, f.Bits-1, 1)
	}
	return new(big.Int).And(m, ones(64)).Uint64(), new(big.Int).Rsh(m, 64).Uint64()
}

// float64 is the nearest number of that type.
func (v exact) float64() float64 {
	if v.special {
		return math.NaN()
	}
	r, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(v.n), v.exp).Float64()
	if v.negative {
		return -r
	}
	return r
}

// formatWide is FormatFloat for all formats.
func formatWide(t *FloatType, bits, high uint64) string {
	f := t.Format
	if f.Bits <= 64 {
		return FormatFloat(t, bits)
	}
	hex := func() string {
		if high == 0 {
			return fmt.Sprintf("0x%X", bits)
		}
		return fmt.Sprintf("0x%X%016X", high, bits)
	}
	v := f.decodeWide(bits, high)
	if v.special {
		return hex()
	}
	if s := v.decimal(6).scientific(6, 'e', 2); v.is(s, f) {
		return s
	}
	s := v.decimal(f.digits()).plain(f.digits())
	if !strings.Contains(s, ".") {
		return hex()
	}
	return s
}

// is reports whether a decimal rounds to v in the format.
func (v exact) is(s string, f *FloatFormat) bool {
	r, _ := new(big.Rat).SetString(s)
	if r.Sign() == 0 || v.n.Sign() == 0 {
		return r.Sign() == 0 && v.n.Sign() == 0
	}
	r.Abs(r)
	// In units of the last place of v, r must be nearer than half a unit, or half of one with an even n.
	unit := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), uint(max(v.exp, -v.exp))))
	if v.exp < 0 {
		unit.Inv(unit)
	}
	r.Quo(r, unit)
	off := r.Sub(r, new(big.Rat).SetInt(v.n))
	half := big.NewRat(1, 2)
	if off.Sign() < 0 {
		off.Abs(off)
		if v.n.BitLen() == f.Man+1 && v.n.TrailingZeroBits() == uint(f.Man) {
			half = big.NewRat(1, 4) // below a power of two units are half as large
		}
	}
	c := off.Cmp(half)
	return c < 0 || c == 0 && v.n.Bit(0) == 0
}
