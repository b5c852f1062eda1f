package ir

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// FormatFloat writes a value of a format of at most 64 bits as MLIR does: in six digits if they read back
// exactly, in as many as the format can need if not, and as hexadecimal bits where
// it is not finite or where the digits would look like an integer.
func FormatFloat(t *FloatType, bits uint64) string {
	f := t.Format
	v := f.Decode(bits)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return hexBits(bits)
	}
	if s, ok := shortDecimal(v); ok {
		return s
	}
	if s := newDecimal(v, 6).scientific(6, 'e', 2); f.parse(s) == bits {
		return s
	}
	s := newDecimal(v, f.digits()).plain(f.digits())
	if !strings.Contains(s, ".") {
		return hexBits(bits)
	}
	return s
}

// shortDecimal writes a value that six digits write exactly, without the detour by big numbers. A small multiple of 1/64
// has at most 15 digits, and these are then the shortest that read back.
func shortDecimal(v float64) (string, bool) {
	const least, digits = 1.0 / 64, 6
	if n := v / least; n != math.Trunc(n) || math.Abs(v) >= 1e9 {
		return "", false
	}
	var buf [24]byte
	s := strconv.AppendFloat(buf[:0], v, 'e', -1, 64)
	e := bytes.IndexByte(s, 'e')
	mantissa := string(s[:e])
	places := len(strings.TrimLeft(mantissa, "-")) - 2 // behind the first digit and the point
	switch {
	case places >= digits:
		return "", false
	case places < 0:
		mantissa += "."
		places = 0
	}
	return mantissa + "000000"[places:] + string(s[e:]), true
}

// digits is how many decimal digits the format can need.
func (f *FloatFormat) digits() int { return 2 + (f.Man+1)*59/196 }

func (f *FloatFormat) parse(s string) uint64 {
	size := 64
	if f.Bits == 32 {
		size = 32 // rounds once
	}
	v, _ := strconv.ParseFloat(s, size)
	return f.Encode(v)
}

func hexBits(bits uint64) string { return fmt.Sprintf("0x%X", bits) }

// decimal is ±digits·10^exp, digits without zeros at the end ("0" for zero).
type decimal struct {
	negative bool
	digits   string
	exp      int
}

// newDecimal writes v in at most precision digits, with the errors of LLVM's
// APFloat: of the exact digits some that are certainly not wanted are cut off, and
// what remains is rounded, a half up.
func newDecimal(v float64, precision int) decimal {
	if v == 0 {
		return decimal{negative: math.Signbit(v), digits: "0"}
	}
	frac, e := math.Frexp(math.Abs(v))
	n := new(big.Int).SetUint64(uint64(math.Ldexp(frac, 53)))
	return exact{negative: v < 0, n: n, exp: e - 53}.decimal(precision)
}

// decimal is what newDecimal does.
func (v exact) decimal(precision int) decimal {
	d := decimal{negative: v.negative, digits: "0"}
	if v.n.Sign() == 0 {
		return d
	}
	n, e := new(big.Int).Set(v.n), v.exp
	zeros := int(n.TrailingZeroBits())
	n.Rsh(n, uint(zeros))
	if e += zeros; e > 0 {
		n.Lsh(n, uint(e))
	} else { // n·2^e is n·5^−e·10^e
		n.Mul(n, power(5, -e))
		d.exp = e
	}
	if surplus := n.BitLen() - (precision*196+58)/59; surplus > 0 { // 59/196 is log10(2) from below
		cut := surplus * 59 / 196
		n.Quo(n, power(10, cut))
		d.exp += cut
	}
	d.round(n.String(), precision)
	return d
}

func power(base, exp int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exp)), nil)
}

// round takes the first digits of s.
func (d *decimal) round(s string, precision int) {
	if cut := len(s) - precision; cut > 0 {
		d.exp += cut
		up := s[precision] >= '5'
		s = s[:precision]
		if up {
			n, _ := new(big.Int).SetString(s, 10)
			s = n.Add(n, big.NewInt(1)).String()
		}
	}
	d.digits = strings.TrimRight(s, "0")
	d.exp += len(s) - len(d.digits)
}

func (d decimal) sign() string {
	if d.negative {
		return "-"
	}
	return ""
}

// scientific writes d.ddd, with zeros up to so many places, and an exponent of at least so many digits.
func (d decimal) scientific(places int, letter byte, least int) string {
	exp := d.exp + len(d.digits) - 1
	rest := d.digits[1:]
	if n := places - len(rest); n > 0 {
		rest += strings.Repeat("0", n)
	}
	return fmt.Sprintf("%s%c.%s%c%+0*d", d.sign(), d.digits[0], rest, letter, least+1, exp)
}

// plain writes the number without an exponent where at most three zeros of padding
// result and no digits are invented, else in scientific notation.
func (d decimal) plain(precision int) string {
	const maxPadding = 3
	whole := len(d.digits) + d.exp // digits before the point
	switch {
	case d.exp >= 0 && d.exp <= maxPadding && whole <= precision:
		return d.sign() + d.digits + strings.Repeat("0", d.exp)
	case d.exp < 0 && whole > 0:
		return d.sign() + d.digits[:whole] + "." + d.digits[whole:]
	case d.exp < 0 && 1-whole <= maxPadding:
		return d.sign() + "0." + strings.Repeat("0", -whole) + d.digits
	}
	return d.scientific(1, 'E', 1)
}
