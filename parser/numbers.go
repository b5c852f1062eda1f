package parser

import (
	"math"
	"math/big"
	"strconv"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// literal is a number as it stands in the text.
type literal struct {
	span     diag.Span // of the number, without a minus before it
	kind     asm.Kind  // Integer, Float, or Ident for true and false
	negative bool
	text     string
}

func (l *literal) hex() bool { return len(l.text) > 1 && l.text[1] == 'x' }

func (l *literal) boolean() bool { return l.kind == asm.Ident }

// digits is the text and base of an integer.
func (l *literal) digits() (text string, base int) {
	if l.hex() {
		return l.text[2:], 16
	}
	return l.text, 10
}

// literal takes a number with an optional minus, or true or false.
func (p *parser) literal() (literal, bool) {
	l := literal{negative: p.accept(asm.Minus), kind: p.tok.Kind}
	if l.kind != asm.Integer && l.kind != asm.Float && (l.negative || !p.word("true") && !p.word("false")) {
		return l, p.expected("a number")
	}
	l.span, l.text = p.Span(), p.view()
	p.next()
	return l, true
}

// number reads a number and, if t is nil, `: type`; without it integers are i64 and floats f64.
func (p *parser) number(t ir.Type) (ir.Attribute, bool) {
	l, ok := p.literal()
	if !ok {
		return nil, false
	}
	switch {
	case t != nil:
	case p.accept(asm.Colon):
		if t, ok = p.Type(); !ok {
			return nil, false
		}
	case l.kind == asm.Float:
		t = p.ctx.F64()
	default:
		t = p.ctx.I64()
	}
	if _, float := t.(*ir.FloatType); !float && l.kind == asm.Float {
		return nil, p.fail(diag.Span{}, "floating point value not valid for type '%s'", ir.TypeString(t))
	}
	return p.scalar(l, t)
}

// scalar makes the attribute of a literal in a type, whatever its width.
func (p *parser) scalar(l literal, t ir.Type) (ir.Attribute, bool) {
	switch s := t.(type) {
	case *ir.FloatType:
		bits, high, ok := p.floatBits(l, s)
		if !ok {
			return nil, false
		}
		return p.ctx.WideFloat(s, bits, high), true
	case *ir.IntegerType, *ir.IndexType:
		if ir.BitWidth(t) > 64 {
			v, ok := p.bigInt(l, t)
			if !ok {
				return nil, false
			}
			return p.ctx.BigInt(t, v), true
		}
		bits, ok := p.intBits(l, t)
		if !ok {
			return nil, false
		}
		return p.ctx.Int(t, int64(bits)), true
	}
	return nil, p.fail(l.span, "a number can't be of type '%s'", ir.TypeString(t))
}

// bits gives the bit pattern of a literal in a scalar type of at most 64 bits.
func (p *parser) bits(l literal, t ir.Type) (uint64, bool) {
	if f, ok := t.(*ir.FloatType); ok {
		bits, _, ok := p.floatBits(l, f)
		return bits, ok
	}
	return p.intBits(l, t)
}

// intForm refuses what no integer of that type can look like.
func (p *parser) intForm(l literal, t ir.Type) bool {
	i, _ := t.(*ir.IntegerType)
	switch {
	case l.boolean() && ir.BitWidth(t) != 1:
		return p.fail(l.span, "'%s' is of type i1, not '%s'", l.text, ir.TypeString(t))
	case l.kind == asm.Float:
		return p.fail(l.span, "expected an integer, but parsed a float")
	case l.negative && i != nil && i.Sign == ir.Unsigned:
		return p.fail(l.span, "a negative number can't be of the unsigned type '%s'", ir.TypeString(t))
	}
	return true
}

func (p *parser) outOfRange(l literal, t ir.Type) bool {
	return p.fail(l.span, "integer constant out of range for type '%s'", ir.TypeString(t))
}

// intBits gives an integer of at most 64 bits, wrapped to the width but not sign-extended.
func (p *parser) intBits(l literal, t ir.Type) (uint64, bool) {
	switch {
	case !p.intForm(l, t):
		return 0, false
	case l.boolean():
		if l.text == "true" {
			return 1, true
		}
		return 0, true
	}
	width, sign := 64, ir.Signed // of an index
	if i, ok := t.(*ir.IntegerType); ok {
		width, sign = i.Width, i.Sign
	}
	text, base := l.digits()
	v, err := strconv.ParseUint(text, base, 64)
	if err != nil || width < 64 && v>>width != 0 {
		return 0, p.outOfRange(l, t)
	}
	signed := width > 0 && v>>(width-1) != 0 // as a signed number it would be negative
	switch {
	case l.negative:
		if v = -v & (1<<width - 1); width == 0 || v>>(width-1) == 0 {
			return 0, p.outOfRange(l, t)
		}
	case sign == ir.Signed && signed:
		return 0, p.outOfRange(l, t)
	}
	return v, true
}

// bigInt gives an integer of any width.
func (p *parser) bigInt(l literal, t ir.Type) (*big.Int, bool) {
	if !p.intForm(l, t) {
		return nil, false
	}
	text, base := l.digits()
	v, _ := new(big.Int).SetString(text, base)
	width := ir.BitWidth(t)
	half := new(big.Int).Lsh(big.NewInt(1), uint(width-1))
	switch {
	case v.BitLen() > width,
		l.negative && (v.Sign() == 0 || v.Cmp(half) > 0),
		!l.negative && t.(*ir.IntegerType).Sign == ir.Signed && v.Cmp(half) >= 0:
		return nil, p.outOfRange(l, t)
	case l.negative:
		v.Neg(v)
	}
	return v, true
}

// floatBits gives the bit pattern of a float, of which hexadecimal digits are the bits and others a value.
func (p *parser) floatBits(l literal, t *ir.FloatType) (bits, high uint64, ok bool) {
	if l.kind == asm.Integer && l.hex() {
		return p.hexFloat(l, t)
	}
	if l.boolean() {
		return 0, 0, p.fail(l.span, "expected a float for type '%s', but parsed '%s'", t.Name, l.text)
	}
	if l.kind != asm.Float {
		p.Errorf(l.span, "unexpected decimal integer for a floating point value of type '%s'", t.Name).
			Hint("a trailing dot makes it a float: %s.", l.text)
		return 0, 0, false
	}
	v, _ := strconv.ParseFloat(l.text, 64) // what is too large is infinite, as in MLIR
	if l.negative {
		v = -v
	}
	a := p.ctx.FloatAttr(t, v)
	return a.Bits, a.High, true
}

func (p *parser) hexFloat(l literal, t *ir.FloatType) (bits, high uint64, ok bool) {
	if l.negative {
		return 0, 0, p.fail(l.span, "a hexadecimal float has no minus: the sign is one of its bits")
	}
	v, _ := new(big.Int).SetString(l.text[2:], 16)
	if v.BitLen() > t.Format.Bits {
		return 0, 0, p.fail(l.span, "hexadecimal float constant out of range for type '%s'", t.Name)
	}
	mask := new(big.Int).SetUint64(math.MaxUint64)
	return new(big.Int).And(v, mask).Uint64(), new(big.Int).Rsh(v, 64).Uint64(), true
}

// denseArray reads `array<i32: 1, 2>`.
func (p *parser) denseArray() (ir.Attribute, bool) {
	p.next()
	if !p.want(asm.Less) {
		return nil, false
	}
	span := p.Span()
	elem, ok := p.Type()
	if !ok {
		return nil, false
	}
	switch width := ir.BitWidth(elem); {
	case !ir.IsInteger(elem) && !ir.IsFloat(elem):
		return nil, p.fail(span, "expected an integer or float type, got '%s'", ir.TypeString(elem))
	case width != 1 && width%8 != 0:
		return nil, p.fail(span, "the width of the elements of a dense array is 1 or a multiple of 8 bits")
	}
	if p.accept(asm.Greater) {
		return p.ctx.DenseArray(elem), true
	}
	if !p.want(asm.Colon) {
		return nil, false
	}
	var values []int64
	for {
		if values, ok = p.arrayElement(values, elem); !ok {
			return nil, false
		}
		if !p.accept(asm.Comma) {
			break
		}
	}
	return p.ctx.DenseArray(elem, values...), p.want(asm.Greater)
}

// arrayElement reads one number of a dense array. What is wrong with an integer is reported behind it, and negative
// numbers wrap to unsigned ones, as in MLIR.
func (p *parser) arrayElement(values []int64, elem ir.Type) ([]int64, bool) {
	if !p.is(asm.Minus) && !p.is(asm.Integer) && !p.is(asm.Float) && !p.word("true") && !p.word("false") {
		return nil, p.fail(diag.Span{}, "expected a number of type '%s'", ir.TypeString(elem))
	}
	l, ok := p.literal()
	if !ok {
		return nil, false
	}
	width := ir.BitWidth(elem)
	if width == 1 && !l.boolean() && !ir.IsFloat(elem) {
		return nil, p.fail(diag.Span{}, "expected 'true' or 'false' for type '%s'", ir.TypeString(elem))
	}
	if l.kind == asm.Integer && !ir.IsFloat(elem) {
		l.span = p.Span()
		if i := elem.(*ir.IntegerType); i.Sign == ir.Unsigned {
			elem = p.ctx.Integer(i.Width, ir.Signless)
		}
	}
	if width <= 64 {
		bits, ok := p.bits(l, elem)
		return append(values, ir.WrapInt(elem, int64(bits))), ok
	}
	a, ok := p.scalar(l, elem)
	if !ok {
		return nil, false
	}
	return append(values, ir.Words(a)...), true
}
