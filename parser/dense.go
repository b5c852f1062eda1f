package parser

import (
	"encoding/hex"
	"slices"
	"strings"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// elements are the nested lists of a dense attribute, whose type comes after them. The two parts of a complex number
// are two literals.
type elements struct {
	literals []literal
	shape    []int64  // of the lists, outermost first; empty for one element
	text     *literal // a string that stands for all: the bytes of numbers, "0x…", or an element
}

// denseElements reads `dense<…> : type`.
func (p *parser) denseElements(t ir.Type) (ir.Attribute, bool) {
	span := p.Span()
	p.next()
	if !p.want(asm.Less) {
		return nil, false
	}
	var e elements
	if !p.is(asm.Greater) && !p.elements(&e, true) || !p.want(asm.Greater) {
		return nil, false
	}
	t, ok := p.elementsType(span, t)
	if !ok {
		return nil, false
	}
	return p.makeElements(span, &e, t)
}

// elementsType reads `: type`, if t is nil, of elements: shaped and static.
func (p *parser) elementsType(span diag.Span, t ir.Type) (ir.Type, bool) {
	if t == nil {
		ok := p.want(asm.Colon)
		if ok {
			t, ok = p.Type()
		}
		if !ok {
			return nil, false
		}
	}
	switch shape, ok := ir.ShapeOf(t); {
	case !ok && !isUnranked(t):
		return nil, p.fail(span, "elements are of a shaped type, not '%s'", ir.TypeString(t))
	case !ok || slices.Contains(shape, ir.Dynamic):
		return nil, p.fail(span, "elements have a static shape, not type '%s'", ir.TypeString(t))
	}
	return t, true
}

func isUnranked(t ir.Type) bool {
	switch t.(type) {
	case *ir.UnrankedTensorType, *ir.UnrankedMemRefType:
		return true
	}
	return false
}

// elementCount multiplies the extents, bounded so that nothing overflows.
func elementCount(shape []int64) (n int64, small bool) {
	if slices.Contains(shape, 0) {
		return 0, true
	}
	n = 1
	for _, d := range shape {
		if d > 0 && n > 1<<48/d {
			return 0, false
		}
		n *= d
	}
	return n, true
}

// elements reads what stands in the brackets; a lone string is taken for all elements if that is allowed.
func (p *parser) elements(e *elements, lone bool) bool {
	if lone && p.is(asm.String) {
		l, _ := p.elementLiteral()
		e.text = &l
		return true
	}
	if !p.is(asm.LSquare) {
		return p.element(e)
	}
	shape, ok := p.elementList(e)
	e.shape = shape
	return ok
}

// elementList reads `[…]` and gives its shape.
func (p *parser) elementList(e *elements) (shape []int64, ok bool) {
	if !p.enter() {
		return nil, false
	}
	defer p.leave()
	n := int64(0)
	var inner []int64
	ok = p.List("[", "]", func() bool {
		var sub []int64
		ok := false
		if p.is(asm.LSquare) {
			sub, ok = p.elementList(e)
		} else {
			ok = p.element(e)
		}
		if n++; ok && n > 1 && !slices.Equal(sub, inner) {
			return p.fail(diag.Span{}, "this element has shape %v, those before have %v", sub, inner)
		}
		inner = sub
		return ok
	})
	return append([]int64{n}, inner...), ok
}

// element reads a number, a truth value, a string or a complex number `(re, im)`.
func (p *parser) element(e *elements) bool {
	if !p.is(asm.LParen) {
		l, ok := p.elementLiteral()
		e.literals = append(e.literals, l)
		return ok
	}
	if !p.enter() {
		return false
	}
	defer p.leave()
	p.next()
	return p.element(e) && p.want(asm.Comma) && p.element(e) && p.want(asm.RParen)
}

func (p *parser) elementLiteral() (literal, bool) {
	if p.is(asm.String) {
		l := literal{span: p.Span(), kind: asm.String}
		l.text, _ = p.Quoted()
		return l, true
	}
	negative := p.is(asm.Minus)
	if !negative && !p.is(asm.Integer) && !p.is(asm.Float) && !p.word("true") && !p.word("false") {
		return literal{}, p.fail(diag.Span{}, "expected an element: a number, true, false, a string or a complex number")
	}
	return p.literal()
}

// makeElements makes the attribute of type t of what was read.
func (p *parser) makeElements(span diag.Span, e *elements, t ir.Type) (ir.Attribute, bool) {
	shape, _ := ir.ShapeOf(t)
	elem := ir.ElementType(t)
	part, parts := elem, int64(1)
	if c, ok := elem.(*ir.ComplexType); ok {
		part, parts = c.Elem, 2
	}
	number := ir.IsInteger(part) || ir.IsFloat(part) || ir.IsIndex(part)
	if e.text != nil && number {
		return p.rawElements(span, e.text, t)
	}
	n, small := elementCount(shape)
	switch {
	case len(e.shape) > 0 && !slices.Equal(e.shape, shape):
		return nil, p.fail(span, "the elements have shape %v, the type has %v", e.shape, shape)
	case e.text == nil && len(e.literals) == 0 && (n > 0 || !small):
		return nil, p.fail(span, "no elements, but type '%s' has some", ir.TypeString(t))
	case !number:
		return p.stringElements(span, e, t)
	case len(e.shape) == 0 && len(e.literals) > 0 && int64(len(e.literals)) != parts,
		len(e.shape) > 0 && int64(len(e.literals)) != n*parts:
		return nil, p.fail(span, "%d numbers are no elements of type '%s'", len(e.literals), ir.TypeString(elem))
	}
	return p.numberElements(e, t, part)
}

func (p *parser) numberElements(e *elements, t, part ir.Type) (ir.Attribute, bool) {
	if part == ir.ElementType(t) && ir.BitWidth(part) <= 64 {
		bits := make([]uint64, len(e.literals))
		for i, l := range e.literals {
			var ok bool
			if bits[i], ok = p.elementBits(l, part); !ok {
				return nil, false
			}
		}
		return p.ctx.DenseBits(t, bits...), true
	}
	var data []byte
	for _, l := range e.literals {
		if l.kind == asm.String {
			return nil, p.notANumber(l, part)
		}
		a, ok := p.scalar(l, part)
		if !ok {
			return nil, false
		}
		data = ir.AppendElement(data, a)
	}
	return p.ctx.DenseData(t, string(data)), true
}

func (p *parser) elementBits(l literal, t ir.Type) (uint64, bool) {
	if l.kind == asm.String {
		return 0, p.notANumber(l, t)
	}
	return p.bits(l, t)
}

func (p *parser) notANumber(l literal, t ir.Type) bool {
	return p.fail(l.span, "expected an element of type '%s', but parsed a string", ir.TypeString(t))
}

// stringElements makes elements of a type that is no number's.
func (p *parser) stringElements(span diag.Span, e *elements, t ir.Type) (ir.Attribute, bool) {
	if e.text != nil {
		return p.ctx.DenseStrings(t, e.text.text), true
	}
	var values []string
	for _, l := range e.literals {
		if l.kind != asm.String {
			return nil, p.fail(span, "expected elements of type '%s' as strings, got %s", ir.TypeString(ir.ElementType(t)), l.text)
		}
		values = append(values, l.text)
	}
	return p.ctx.DenseStrings(t, values...), true
}

// rawElements reads the bytes of all elements, or of one for all, little endian; i1 is packed into bits there.
func (p *parser) rawElements(span diag.Span, text *literal, t ir.Type) (ir.Attribute, bool) {
	digits, found := strings.CutPrefix(text.text, "0x")
	raw, err := hex.DecodeString(digits)
	if !found || err != nil {
		return nil, p.fail(text.span, "expected \"0x…\" with an even number of hexadecimal digits")
	}
	shape, _ := ir.ShapeOf(t)
	n, small := elementCount(shape)
	elem := ir.ElementType(t)
	if ir.BitWidth(elem) == 1 {
		return p.rawBits(span, raw, t, n)
	}
	size, have := int64(ir.ElementBytes(elem)), int64(len(raw))
	if have != size && (have != n*size || !small) {
		return nil, p.fail(span, "%d bytes are no %d elements of %d bytes", have, n, size)
	}
	return p.ctx.DenseData(t, string(raw)), true
}

func (p *parser) rawBits(span diag.Span, raw []byte, t ir.Type, n int64) (ir.Attribute, bool) {
	have := int64(len(raw))
	if have == 1 && (raw[0] == 0 || raw[0] == 0xff) {
		return p.ctx.DenseBits(t, uint64(raw[0]&1)), true
	}
	if have != (n+7)/8 {
		return nil, p.fail(span, "%d bytes are no %d elements of one bit", have, n)
	}
	bits := make([]uint64, n)
	for i := range bits {
		bits[i] = uint64(raw[i/8]>>(i%8)) & 1
	}
	return p.ctx.DenseBits(t, bits...), true
}

// sparse reads `sparse<indices, values> : type`.
func (p *parser) sparse(t ir.Type) (ir.Attribute, bool) {
	span := p.Span()
	p.next()
	if !p.want(asm.Less) {
		return nil, false
	}
	var indices, values elements
	nothing := p.accept(asm.Greater)
	indicesSpan := p.Span()
	if !nothing && (!p.elements(&indices, false) || !p.want(asm.Comma)) {
		return nil, false
	}
	valuesSpan := p.Span()
	if !nothing && (!p.elements(&values, true) || !p.want(asm.Greater)) {
		return nil, false
	}
	t, ok := p.elementsType(span, t)
	if !ok {
		return nil, false
	}
	shape, _ := ir.ShapeOf(t)
	rows := indices.shape
	if rank := int64(len(shape)); nothing {
		rows, indices.shape, values.shape = []int64{0, rank}, []int64{0, rank}, []int64{0}
	} else if len(rows) == 0 { // one number for all of one row
		rows = []int64{1, rank}
	}
	count := values.shape
	if len(count) == 0 { // one value for all
		count = rows[:1]
	}
	at, ok := p.makeElements(indicesSpan, &indices, p.ctx.Tensor(rows, p.ctx.I64(), nil))
	if !ok {
		return nil, false
	}
	v, ok := p.makeElements(valuesSpan, &values, p.ctx.Tensor(count, ir.ElementType(t), nil))
	if !ok {
		return nil, false
	}
	index := at.(*ir.DenseElementsAttr)
	if !p.checkSparse(span, index, count, shape) {
		return nil, false
	}
	return p.ctx.Sparse(t, index, v), true
}

// checkSparse says what is wrong with indices N×rank of values N.
func (p *parser) checkSparse(span diag.Span, index *ir.DenseElementsAttr, values, shape []int64) bool {
	rows, _ := ir.ShapeOf(index.Type)
	rank := int64(len(shape))
	switch {
	case len(values) != 1:
		return p.fail(span, "expected values in one dimension, got %d", len(values))
	case len(rows) == 2 && rows[1] != rank, len(rows) == 1 && rank != 1, len(rows) > 2:
		return p.fail(span, "indices of shape %v do not index the shape %v", rows, shape)
	case rows[0] != values[0]:
		return p.fail(span, "expected as many values as indices: %d indices, %d values", rows[0], values[0])
	}
	for i := range index.Len() {
		v := int64(index.Bits(i))
		if extent := shape[int64(i)%max(rank, 1)]; v < 0 || v >= extent {
			return p.fail(span, "sparse index #%d, which is %d, is outside the shape %v", int64(i)/rank, v, shape)
		}
	}
	return true
}
