package parser

import (
	"math"
	"strconv"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// stringAttr reads a string with its type, if it has one.
func (p *parser) stringAttr(t ir.Type) (ir.Attribute, bool) {
	s, _ := p.Quoted()
	if t == nil {
		if !p.accept(asm.Colon) {
			return p.ctx.Str(s), true
		}
		var ok bool
		if t, ok = p.Type(); !ok {
			return nil, false
		}
	}
	return p.ctx.TypedStr(s, t), true
}

// strided reads `strided<[4, ?], offset: 2>`.
func (p *parser) strided() (ir.Attribute, bool) {
	p.next()
	if !p.want(asm.Less) {
		return nil, false
	}
	var strides []int64
	ok := p.List("[", "]", func() bool {
		v, ok := p.stride()
		strides = append(strides, v)
		return ok
	})
	if !ok {
		return nil, false
	}
	if p.accept(asm.Greater) {
		return p.ctx.StridedLayout(strides, 0), true
	}
	if !p.want(asm.Comma) || !p.Keyword("offset") || !p.want(asm.Colon) {
		return nil, false
	}
	offset, ok := p.stride()
	if !ok {
		return nil, false
	}
	return p.ctx.StridedLayout(strides, offset), p.want(asm.Greater)
}

func (p *parser) stride() (int64, bool) {
	if p.accept(asm.Question) {
		return ir.Dynamic, true
	}
	span, negative := p.Span(), p.accept(asm.Minus)
	v, ok := p.unsigned()
	if !ok || v > math.MaxInt64 {
		return 0, p.fail(span, "expected a 64-bit signed integer or '?'")
	}
	p.next()
	if negative {
		return -int64(v), true
	}
	return int64(v), true
}

// unsigned is the integer at the current token, if it has at most 64 bits.
func (p *parser) unsigned() (v uint64, ok bool) {
	if !p.is(asm.Integer) {
		return 0, false
	}
	l := literal{text: string(p.text())}
	text, base := l.digits()
	v, err := strconv.ParseUint(text, base, 64)
	return v, err == nil
}

// distinctAttr reads `distinct[0]<value>`. One number is one attribute in all the text.
func (p *parser) distinctAttr(t ir.Type) (ir.Attribute, bool) {
	span := p.Span()
	p.next()
	if !p.want(asm.LSquare) {
		return nil, false
	}
	if !p.is(asm.Integer) {
		return nil, p.expected("the number of a distinct attribute")
	}
	id, ok := p.unsigned()
	p.next()
	if !ok {
		return nil, p.fail(diag.Span{}, "expected an unsigned 64-bit integer")
	}
	if !p.want(asm.RSquare) || !p.want(asm.Less) {
		return nil, false
	}
	var value ir.Attribute = p.ctx.Unit()
	if !p.is(asm.Greater) {
		if value, ok = p.Attr(t); !ok {
			return nil, false
		}
	}
	if !p.want(asm.Greater) {
		return nil, false
	}
	a, ok := p.shared.distinctOf(id, func() *ir.DistinctAttr { return p.ctx.Distinct(value) })
	if ok && a.Value != value {
		return nil, p.fail(span, "distinct[%d] holds '%s' elsewhere", id, ir.AttrString(a.Value))
	}
	return a, true
}

// denseResource reads `dense_resource<key> : type`.
func (p *parser) denseResource(t ir.Type) (ir.Attribute, bool) {
	span := p.Span()
	p.next()
	if !p.want(asm.Less) {
		return nil, false
	}
	key, ok := p.resourceKey()
	if !ok || !p.want(asm.Greater) {
		return nil, false
	}
	if t == nil {
		span = p.Span()
		if !p.want(asm.Colon) {
			return nil, false
		}
		if t, ok = p.Type(); !ok {
			return nil, false
		}
	}
	if _, shaped := ir.ShapeOf(t); !shaped && !isUnranked(t) {
		return nil, p.fail(span, "a resource is of a shaped type, not '%s'", ir.TypeString(t))
	}
	return p.ctx.DenseResource(t, p.shared.resource(p.ctx, key)), true
}

// resourceKey takes a bare word or a string.
func (p *parser) resourceKey() (string, bool) {
	switch p.tok.Kind {
	case asm.String:
		return p.Quoted()
	case asm.Ident:
		return p.AnyKeyword()
	}
	return "", p.expected("the key of a resource")
}
