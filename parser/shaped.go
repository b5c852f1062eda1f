package parser

import (
	"strconv"
	"strings"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// The types with brackets. Each is read behind its `<`; span is its name, where a type that is none is reported.

// afterX takes the x that separates the parts of a shape: the rest of the identifier is a token of its own.
func (p *parser) afterX() bool {
	if !p.is(asm.Ident) || p.text()[0] != 'x' {
		return p.expected("'x' in a shape")
	}
	p.seek(int(p.tok.Start) + 1)
	return true
}

// extent takes a number of a shape. `0x4` is there no hexadecimal number but 0, x, 4.
func (p *parser) extent() (int64, bool) {
	text := p.text()
	if len(text) > 1 && text[1] == 'x' {
		p.seek(int(p.tok.Start) + 1)
		return 0, true
	}
	n, err := strconv.ParseInt(string(text), 10, 64)
	if err != nil {
		return 0, p.fail(diag.Span{}, "this extent is too large")
	}
	p.next()
	return n, true
}

// Shape reads `2x?x`.
func (p *parser) Shape(dynamic bool) ([]int64, bool) {
	var shape []int64
	for {
		switch {
		case p.is(asm.Integer):
			n, ok := p.extent()
			if !ok {
				return nil, false
			}
			shape = append(shape, n)
		case p.is(asm.Question):
			if !dynamic {
				return nil, p.fail(diag.Span{}, "this shape must be static")
			}
			p.next()
			shape = append(shape, ir.Dynamic)
		default:
			return shape, true
		}
		if !p.afterX() {
			return nil, false
		}
	}
}

// shape reads `*x`, which has no rank, or `2x?x`.
func (p *parser) shape() (shape []int64, ranked, ok bool) {
	if p.accept(asm.Star) {
		return nil, false, p.afterX()
	}
	shape, ok = p.Shape(true)
	return shape, true, ok
}

// elementType reads an element type that allowed accepts.
func (p *parser) elementType(of string, allowed func(ir.Type) bool) (ir.Type, bool) {
	span := p.Span()
	t, ok := p.Type()
	if ok && !allowed(t) {
		return nil, p.fail(span, "'%s' can't be an element type of a %s", ir.TypeString(t), of)
	}
	return t, ok
}

func isBuiltin(t ir.Type) bool { return strings.HasPrefix(t.TypeName(), "builtin.") }

// inTensor, inMemref and inVector say what elements these types can have: numbers, and types of dialects.
func inTensor(t ir.Type) bool {
	switch t.(type) {
	case *ir.VectorType, *ir.ComplexType, *ir.OpaqueType:
		return true
	}
	return inVector(t)
}

func inMemref(t ir.Type) bool {
	switch t.(type) {
	case *ir.MemRefType, *ir.UnrankedMemRefType, *ir.VectorType, *ir.ComplexType:
		return true
	}
	return inVector(t)
}

func inVector(t ir.Type) bool {
	return ir.IsInteger(t) || ir.IsFloat(t) || ir.IsIndex(t) || !isBuiltin(t)
}

func (p *parser) tensorType(diag.Span) (ir.Type, bool) {
	shape, ranked, ok := p.shape()
	if !ok {
		return nil, false
	}
	elem, ok := p.elementType("tensor", inTensor)
	if !ok {
		return nil, false
	}
	var encoding ir.Attribute
	if p.accept(asm.Comma) {
		a, present, ok := p.OptionalAttr(nil)
		if present && !ok {
			return nil, false
		}
		encoding = a
	}
	switch {
	case !p.want(asm.Greater):
		return nil, false
	case ranked:
		return p.ctx.Tensor(shape, elem, encoding), true
	case encoding != nil:
		return nil, p.fail(diag.Span{}, "a tensor without rank has no encoding")
	}
	return p.ctx.UnrankedTensor(elem), true
}

func (p *parser) vectorType(name diag.Span) (ir.Type, bool) {
	var shape []int64
	var scalable []bool
	some, empty := false, false
	for p.is(asm.Integer) || p.is(asm.LSquare) {
		bracket := p.accept(asm.LSquare)
		if !p.is(asm.Integer) {
			return nil, p.fail(diag.Span{}, "expected an extent")
		}
		n, ok := p.extent()
		if !ok || bracket && !p.want(asm.RSquare) {
			return nil, false
		}
		shape, scalable = append(shape, n), append(scalable, bracket)
		some, empty = some || bracket, empty || n < 1
		if !p.afterX() {
			return nil, false
		}
	}
	elem, ok := p.Type()
	switch {
	case !ok || !p.want(asm.Greater):
		return nil, false
	case !inVector(elem):
		return nil, p.fail(name, "the elements of a vector are integer, index or float, not '%s'", ir.TypeString(elem))
	case empty:
		return nil, p.fail(name, "the extents of a vector are positive")
	}
	if !some {
		scalable = nil
	}
	return p.ctx.Vector(shape, scalable, elem), true
}

func (p *parser) memrefType(name diag.Span) (ir.Type, bool) {
	shape, ranked, ok := p.shape()
	if !ok {
		return nil, false
	}
	elem, ok := p.elementType("memref", inMemref)
	if !ok {
		return nil, false
	}
	layout, space, ok := p.layoutAndSpace(ranked)
	if !ok {
		return nil, false
	}
	if rank, some := ir.IsLayout(layout); some && rank != len(shape) {
		return nil, p.fail(name, "the layout is for rank %d, the memref has rank %d", rank, len(shape))
	}
	if !isSpace(space) {
		return nil, p.fail(name, "a memory space is an integer, a string, a dictionary or an attribute of a dialect, not '%s'", ir.AttrString(space))
	}
	if !ranked {
		return p.ctx.UnrankedMemRef(elem, space), true
	}
	return p.ctx.MemRef(shape, elem, layout, space), true
}

// layoutAndSpace reads `, layout, space>`, both of which may be missing. Of several layouts the last counts.
func (p *parser) layoutAndSpace(ranked bool) (layout, space ir.Attribute, ok bool) {
	if p.accept(asm.Greater) {
		return nil, nil, true
	}
	if !p.want(asm.Comma) {
		return nil, nil, false
	}
	for {
		a, ok := p.Attr(nil)
		if !ok {
			return nil, nil, false
		}
		_, isLayout := ir.IsLayout(a)
		switch {
		case isLayout && !ranked:
			return nil, nil, p.fail(diag.Span{}, "a memref without rank has no layout")
		case isLayout && space != nil:
			return nil, nil, p.fail(diag.Span{}, "the memory space of a memref stands behind its layout")
		case isLayout:
			layout = a
		case space != nil:
			return nil, nil, p.fail(diag.Span{}, "a memref has one memory space")
		default:
			space = a
		}
		if !p.accept(asm.Comma) {
			return layout, space, p.want(asm.Greater)
		}
	}
}

func isSpace(a ir.Attribute) bool {
	switch a.(type) {
	case nil, *ir.IntegerAttr, *ir.StringAttr, *ir.DictAttr:
		return true
	}
	return !strings.HasPrefix(a.AttrName(), "builtin.")
}

func (p *parser) complexType(diag.Span) (ir.Type, bool) {
	span := p.Span()
	elem, ok := p.Type()
	switch {
	case !ok || !p.want(asm.Greater):
		return nil, false
	case !ir.IsInteger(elem) && !ir.IsFloat(elem):
		return nil, p.fail(span, "the parts of a complex are integer or float")
	}
	return p.ctx.Complex(elem), true
}

func (p *parser) tupleType(diag.Span) (ir.Type, bool) {
	if p.accept(asm.Greater) {
		return p.ctx.Tuple(nil), true
	}
	ts, ok := p.TypeList()
	return p.ctx.Tuple(ts), ok && p.want(asm.Greater)
}
