package parser

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// Attr reads an attribute; t, if not nil, is the type of a number, which then has none of its own.
func (p *parser) Attr(t ir.Type) (ir.Attribute, bool) {
	a, present, ok := p.OptionalAttr(t)
	if !present {
		return nil, p.expected("an attribute")
	}
	return a, ok
}

// OptionalAttr reads an attribute if there is one.
func (p *parser) OptionalAttr(t ir.Type) (a ir.Attribute, present, ok bool) {
	if !p.enter() {
		return nil, true, false
	}
	defer p.leave()
	switch p.tok.Kind {
	case asm.HashName:
		a, ok = p.hashAttr()
	case asm.SymbolName:
		a, ok = p.symbolRef()
	case asm.LSquare:
		a, ok = p.arrayAttr()
	case asm.LBrace:
		a, ok = p.dictAttr()
	case asm.String:
		s, _ := p.Quoted()
		a, ok = p.ctx.Str(s), true
	case asm.Integer, asm.Float, asm.Minus:
		a, ok = p.number(t)
	case asm.Ident:
		if a, present, ok = p.wordAttr(t); present {
			return a, true, ok
		}
		return p.typeAttr()
	case asm.TypeName, asm.LParen:
		return p.typeAttr()
	default:
		return nil, false, false
	}
	return a, true, ok
}

func (p *parser) typeAttr() (ir.Attribute, bool, bool) {
	t, present, ok := p.OptionalType()
	if !present || !ok {
		return nil, present, false
	}
	return p.ctx.TypeAttr(t), true, true
}

// wordAttr reads the attributes that begin with a word of their own.
func (p *parser) wordAttr(t ir.Type) (a ir.Attribute, present, ok bool) {
	switch string(p.text()) {
	case "true", "false":
		b := p.word("true")
		p.next()
		return p.ctx.Bool(b), true, true
	case "unit":
		p.next()
		return p.ctx.Unit(), true, true
	case "loc":
		p.ctx.WantAlias()
		a, ok = p.locAttr()
	case "array":
		a, ok = p.denseArray()
	case "dense":
		a, ok = p.denseElements(t)
	case "affine_map", "affine_set", "strided":
		a, ok = p.builtinText(false)
	case "dense_resource", "sparse", "distinct", "opaque":
		a, ok = p.builtinText(true)
	default:
		return nil, false, false
	}
	return a, true, ok
}

// builtinText keeps a builtin attribute that needs no meaning here as its text, with `: type` behind it if typed.
func (p *parser) builtinText(typed bool) (ir.Attribute, bool) {
	start := int(p.tok.Start)
	p.next()
	if p.is(asm.LSquare) && !p.balanced() { // distinct[0]<…>
		return nil, false
	}
	if !p.is(asm.Less) {
		return nil, p.expected("'<'")
	}
	if !p.balanced() {
		return nil, false
	}
	if typed && p.accept(asm.Colon) {
		if _, ok := p.Type(); !ok {
			return nil, false
		}
	}
	return p.ctx.Opaque("builtin", string(p.src[start:p.prevEnd])), true
}

// hashAttr reads `#dialect.mnemonic…` or an alias.
func (p *parser) hashAttr() (ir.Attribute, bool) {
	span, name := p.Span(), string(p.text()[1:])
	dialect, mnemonic, dotted := strings.Cut(name, ".")
	r := p.ctx.Registry
	if !dotted && int(p.tok.End) < len(p.src) && p.src[p.tok.End] == '<' && r.LookupDialect(name) != nil {
		return p.enclosedAttr(name)
	}
	if !dotted {
		a, ok := p.useAlias()
		if !ok {
			return nil, false
		}
		return a.attr, true
	}
	if parse := r.AttrParser(name); parse != nil {
		p.next()
		return parse(p)
	}
	if !p.unregistered(span, "attribute", name, dialect, r.AttrNames()) {
		return nil, false
	}
	body, ok := p.opaqueBody(mnemonic)
	if !ok {
		return nil, false
	}
	return p.ctx.Opaque(dialect, body), true
}

// enclosedAttr reads `#dialect<mnemonic body>`.
func (p *parser) enclosedAttr(dialect string) (ir.Attribute, bool) {
	p.next()
	p.next()
	span := p.Span()
	mnemonic, ok := p.AnyKeyword()
	if !ok {
		return nil, false
	}
	parse := p.ctx.Registry.AttrParser(dialect + "." + mnemonic)
	if parse == nil {
		return nil, p.fail(span, "'%s' is not registered as an attribute of the dialect '%s'", mnemonic, dialect)
	}
	a, ok := parse(p)
	return a, ok && p.want(asm.Greater)
}

// symbolRef reads `@root::@nested`.
func (p *parser) symbolRef() (ir.Attribute, bool) {
	root, ok := p.Symbol()
	if !ok {
		return nil, false
	}
	var nested []string
	for p.accept(asm.ColonColon) {
		name, ok := p.Symbol()
		if !ok {
			return nil, false
		}
		nested = append(nested, name)
	}
	return p.ctx.SymbolRef(root, nested...), true
}

func (p *parser) arrayAttr() (ir.Attribute, bool) {
	var values []ir.Attribute
	ok := p.List("[", "]", func() bool {
		a, ok := p.Attr(nil)
		values = append(values, a)
		return ok
	})
	if !ok {
		return nil, false
	}
	return p.ctx.Array(values...), true
}

func (p *parser) dictAttr() (ir.Attribute, bool) {
	entries, ok := p.dict()
	if !ok {
		return nil, false
	}
	return p.ctx.Dict(entries...), true
}

// dict reads `{name = value, unit}`.
func (p *parser) dict() ([]ir.NamedAttr, bool) {
	var entries []ir.NamedAttr
	ok := p.List("{", "}", func() bool {
		span := p.Span()
		var name string
		switch p.tok.Kind {
		case asm.Ident:
			name = string(p.text())
			p.next()
		case asm.String:
			name, _ = p.Quoted()
		}
		if name == "" {
			return p.fail(span, "expected the name of an attribute")
		}
		if slices.ContainsFunc(entries, func(e ir.NamedAttr) bool { return e.Name == name }) {
			return p.fail(span, "duplicate key '%s' in dictionary attribute", name)
		}
		var value ir.Attribute = p.ctx.Unit()
		if p.accept(asm.Equal) {
			var ok bool
			if value, ok = p.Attr(nil); !ok {
				return false
			}
		}
		entries = append(entries, ir.NamedAttr{Name: name, Value: value})
		return true
	})
	return entries, ok
}

// AttrDict takes `{…}` if it is there, or `attributes {…}`.
func (p *parser) AttrDict(st *ir.OperationState, keyword bool) bool {
	if keyword {
		if !p.acceptWord("attributes") {
			return true
		}
	} else if !p.is(asm.LBrace) {
		return true
	}
	span := p.Span()
	entries, ok := p.dict()
	if !ok {
		return false
	}
	for _, e := range entries {
		if st.Attr(e.Name) != nil {
			return p.fail(span, "attribute '%s' is given twice", e.Name)
		}
		st.Attrs = append(st.Attrs, e)
	}
	return true
}

// literal is a number as it stands in the text.
type literal struct {
	span     diag.Span
	kind     asm.Kind // Integer, Float or Ident for true and false
	negative bool
	text     string
}

func (l *literal) hex() bool { return len(l.text) > 1 && l.text[1] == 'x' }

// literal takes a number with an optional minus, or true or false.
func (p *parser) literal() (literal, bool) {
	l := literal{span: p.Span(), negative: p.accept(asm.Minus), kind: p.tok.Kind, text: string(p.text())}
	boolean := l.kind == asm.Ident && !l.negative && (l.text == "true" || l.text == "false")
	if l.kind != asm.Integer && l.kind != asm.Float && !boolean {
		return l, p.expected("a number")
	}
	p.next()
	l.span.End = p.prevEnd
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
	bits, ok := p.bits(l, t)
	if !ok {
		return nil, false
	}
	if f, float := t.(*ir.FloatType); float {
		return p.ctx.FloatBits(f, bits), true
	}
	return p.ctx.Int(t, int64(bits)), true
}

// bits gives the bit pattern of a literal in a scalar type.
func (p *parser) bits(l literal, t ir.Type) (uint64, bool) {
	switch t := t.(type) {
	case *ir.FloatType:
		return p.floatBits(l, t)
	case *ir.IntegerType, *ir.IndexType:
		return p.intBits(l, t)
	}
	return 0, p.fail(l.span, "a number can't be of type '%s'", ir.TypeString(t))
}

func (p *parser) intBits(l literal, t ir.Type) (uint64, bool) {
	width := ir.BitWidth(t)
	if ir.IsIndex(t) {
		width = 64
	}
	switch {
	case l.kind == asm.Ident:
		if width != 1 {
			return 0, p.fail(l.span, "'%s' is of type i1, not '%s'", l.text, ir.TypeString(t))
		}
		return map[string]uint64{"true": 1}[l.text], true
	case l.kind == asm.Float:
		return 0, p.fail(l.span, "a float can't be of type '%s'", ir.TypeString(t))
	}
	base, digits := 10, l.text
	if l.hex() {
		base, digits = 16, l.text[2:]
	}
	v, _ := new(big.Int).SetString(digits, base)
	sign := ir.Signed // of an index
	if i, ok := t.(*ir.IntegerType); ok {
		sign = i.Sign
	}
	half := new(big.Int).Lsh(big.NewInt(1), uint(width-1))
	switch {
	case v.BitLen() > width,
		l.negative && (sign == ir.Unsigned || v.Cmp(half) > 0),
		!l.negative && sign == ir.Signed && v.Cmp(half) >= 0:
		return 0, p.fail(l.span, "integer constant out of range for type '%s'", ir.TypeString(t))
	case v.BitLen() > 64, width > 64 && v.BitLen() == 64:
		return 0, p.fail(l.span, "integer constants have at most 64 bits")
	case l.negative:
		return -v.Uint64(), true
	}
	return v.Uint64(), true
}

func (p *parser) floatBits(l literal, t *ir.FloatType) (uint64, bool) {
	if t.Format.Bits > 64 {
		return 0, p.fail(l.span, "constants of type '%s' are not computed with", t.Name)
	}
	if l.kind == asm.Integer && l.hex() {
		v, err := strconv.ParseUint(l.text[2:], 16, 64)
		if err != nil || l.negative || t.Format.Bits < 64 && v>>t.Format.Bits != 0 {
			return 0, p.fail(l.span, "hexadecimal float constant out of range for type '%s'", t.Name)
		}
		return v, true
	}
	if l.kind != asm.Float {
		return 0, p.fail(l.span, "expected a float with a decimal point or a bit pattern 0x… for type '%s'", t.Name)
	}
	v, err := strconv.ParseFloat(l.text, 64)
	if err != nil && !math.IsInf(v, 0) {
		return 0, p.fail(l.span, "malformed float")
	}
	if l.negative {
		v = -v
	}
	return t.Format.Encode(v), true
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
	if w := ir.BitWidth(elem); w == 0 || w > 64 {
		return nil, p.fail(span, "the elements of a dense array are integers or floats of at most 64 bits")
	}
	var values []int64
	if p.accept(asm.Colon) {
		for {
			l, ok := p.literal()
			if !ok {
				return nil, false
			}
			bits, ok := p.bits(l, elem)
			if !ok {
				return nil, false
			}
			values = append(values, ir.WrapInt(elem, int64(bits)))
			if !p.accept(asm.Comma) {
				break
			}
		}
	}
	return p.ctx.DenseArray(elem, values...), p.want(asm.Greater)
}
