package parser

import (
	"encoding/hex"
	"strings"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// elements are the nested lists of a dense attribute, whose type comes after them.
type elements struct {
	literals []literal
	shape    []int64
	known    bool // shape is known
	raw      string
	isRaw    bool // "0x…", all elements as bytes
}

// denseElements reads `dense<…> : type`.
func (p *parser) denseElements(t ir.Type) (ir.Attribute, bool) {
	start := int(p.tok.Start)
	p.next()
	if !p.want(asm.Less) {
		return nil, false
	}
	var e elements
	if !p.is(asm.Greater) && !p.elements(&e) || !p.want(asm.Greater) {
		return nil, false
	}
	if t == nil {
		ok := p.want(asm.Colon)
		if ok {
			t, ok = p.Type()
		}
		if !ok {
			return nil, false
		}
	}
	span := p.since(start)
	shape, ok := ir.ShapeOf(t)
	elem := ir.ElementType(t)
	n, static := elementCount(shape)
	switch {
	case !ok || !static:
		return nil, p.fail(span, "dense elements have a static shape, not type '%s'", ir.TypeString(t))
	case !ir.IsInteger(elem) && !ir.IsFloat(elem) && !ir.IsIndex(elem) || ir.BitWidth(elem) > 64:
		return nil, p.fail(span, "dense elements are integers or floats of at most 64 bits, not '%s'", ir.TypeString(elem))
	case e.isRaw:
		return p.rawElements(span, &e, t, n)
	}
	return p.listElements(span, &e, t, shape, n)
}

// elementCount multiplies the extents, bounded so that nothing overflows.
func elementCount(shape []int64) (n int64, static bool) {
	n = 1
	for _, d := range shape {
		if d < 0 || d > 0 && n > 1<<48/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

func (p *parser) elements(e *elements) bool {
	if p.is(asm.String) {
		span := p.Span()
		text, _ := p.Quoted()
		digits, found := strings.CutPrefix(text, "0x")
		raw, err := hex.DecodeString(digits)
		if !found || err != nil {
			return p.fail(span, "expected \"0x…\" with an even number of hexadecimal digits")
		}
		e.raw, e.isRaw = string(raw), true
		return true
	}
	if p.is(asm.LSquare) {
		return p.elementList(e, 0)
	}
	l, ok := p.literal()
	e.literals = append(e.literals, l)
	return ok
}

// elementList reads `[…]` at a level of nesting; all lists of a level are equally long.
func (p *parser) elementList(e *elements, level int) bool {
	if !p.enter() {
		return false
	}
	defer p.leave()
	if !e.known {
		e.shape = append(e.shape, -1)
	}
	span := p.Span()
	n := int64(0)
	ok := p.List("[", "]", func() bool {
		n++
		if p.is(asm.LSquare) {
			if e.known && level+1 >= len(e.shape) {
				return p.fail(diag.Span{}, "expected an element, as the lists before have at this depth")
			}
			return p.elementList(e, level+1)
		}
		if level+1 < len(e.shape) {
			return p.expected("'[', as the lists before have at this depth")
		}
		e.known = true
		l, ok := p.literal()
		e.literals = append(e.literals, l)
		return ok
	})
	if !ok {
		return false
	}
	e.known = true
	if e.shape[level] < 0 {
		e.shape[level] = n
	} else if e.shape[level] != n {
		return p.fail(span, "this list has %d elements, those before have %d", n, e.shape[level])
	}
	return true
}

func (p *parser) listElements(span diag.Span, e *elements, t ir.Type, shape []int64, n int64) (ir.Attribute, bool) {
	splat := len(e.literals) == 1 && len(e.shape) == 0
	switch {
	case len(e.literals) == 0 && n == 0: // dense<>
	case !splat && !equalShape(e.shape, shape):
		return nil, p.fail(span, "the lists have shape %v, the type has %v", e.shape, shape)
	case splat && n == 0:
		return nil, p.fail(span, "a type without elements has no value for all of them: write dense<>")
	}
	bits := make([]uint64, len(e.literals))
	for i, l := range e.literals {
		b, ok := p.bits(l, ir.ElementType(t))
		if !ok {
			return nil, false
		}
		bits[i] = maskTo(b, ir.ElementType(t))
	}
	return p.ctx.DenseBits(t, bits...), true
}

func equalShape(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func maskTo(bits uint64, elem ir.Type) uint64 {
	if w := ir.BitWidth(elem); w > 0 && w < 64 {
		return bits & (1<<w - 1)
	}
	return bits
}

// rawElements reads the bytes of all elements, or of one for all, little endian; i1 is packed into bits there.
func (p *parser) rawElements(span diag.Span, e *elements, t ir.Type, n int64) (ir.Attribute, bool) {
	elem := ir.ElementType(t)
	size := int64(ir.ElementBytes(elem))
	if ir.BitWidth(elem) == 1 {
		return p.rawBits(span, e, t, n)
	}
	have := int64(len(e.raw))
	if have != n*size && have != size || n == 0 && have != 0 {
		return nil, p.fail(span, "%d bytes are no %d elements of %d bytes", have, n, size)
	}
	bits := make([]uint64, have/size)
	for i := range bits {
		for j := range int(size) {
			bits[i] |= uint64(e.raw[i*int(size)+j]) << (8 * j)
		}
		bits[i] = maskTo(bits[i], elem)
	}
	return p.ctx.DenseBits(t, bits...), true
}

func (p *parser) rawBits(span diag.Span, e *elements, t ir.Type, n int64) (ir.Attribute, bool) {
	have := int64(len(e.raw))
	if have == 1 && n != 0 && (e.raw[0] == 0 || e.raw[0] == 0xff) {
		return p.ctx.DenseBits(t, uint64(e.raw[0]&1)), true
	}
	if have != (n+7)/8 {
		return nil, p.fail(span, "%d bytes are no %d elements of one bit", have, n)
	}
	bits := make([]uint64, n)
	for i := range bits {
		bits[i] = uint64(e.raw[i/8]>>(i%8)) & 1
	}
	return p.ctx.DenseBits(t, bits...), true
}
