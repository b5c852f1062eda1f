package parser

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// Type reads a type.
func (p *parser) Type() (ir.Type, bool) {
	t, present, ok := p.OptionalType()
	if !present {
		return nil, p.expected("a type")
	}
	return t, ok
}

// OptionalType reads a type if there is one.
func (p *parser) OptionalType() (t ir.Type, present, ok bool) {
	switch p.tok.Kind {
	case asm.TypeName, asm.Ident:
	case asm.LParen:
		f, ok := p.FunctionType()
		if !ok {
			return nil, true, false
		}
		return f, true, true
	default:
		return nil, false, false
	}
	start, end := int(p.tok.Start), p.typeEnd()
	if known, ok := p.types[string(p.src[start:end])]; ok {
		p.seek(end)
		return known.typ, true, p.spell(known.size)
	}
	before := p.spelled
	if !p.enter() {
		return nil, true, false
	}
	if p.is(asm.TypeName) {
		t, ok = p.dialectType()
		present = true
	} else {
		t, present, ok = p.builtinType()
	}
	p.leave()
	if ok && p.prevEnd == end && p.index == nil { // an index hears of each alias
		p.types[string(p.src[start:end])] = readType{t, p.spelled - before}
	}
	return t, present, ok
}

// typeEnd guesses where the type at the current token ends: behind the brackets that follow the name at once. Long
// types are not guessed, so that nested ones are not looked through again at each level.
func (p *parser) typeEnd() int {
	end := int(p.tok.End)
	if end >= len(p.src) || p.src[end] != '<' {
		return end
	}
	depth := 0
	for i := end; i < min(len(p.src), end+200); i++ {
		switch p.src[i] {
		case '<':
			depth++
		case '>':
			if p.src[i-1] == '-' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\n', '/':
			return end
		}
	}
	return end
}

func (p *parser) builtinType() (t ir.Type, present, ok bool) {
	name := p.text()
	if t := p.scalarType(name); t != nil {
		p.next()
		return t, true, true
	}
	if width, sign, ok := integerType(name); ok {
		if width < 1 || width > 1<<24-1 {
			return nil, true, p.fail(diag.Span{}, "the width of an integer type is 1 to %d bits", 1<<24-1)
		}
		p.next()
		return p.ctx.Integer(width, sign), true, true
	}
	var read func() (ir.Type, bool)
	switch string(name) {
	case "tensor":
		read = p.tensorType
	case "vector":
		read = p.vectorType
	case "memref":
		read = p.memrefType
	case "complex":
		read = p.complexType
	case "tuple":
		read = p.tupleType
	default:
		return nil, false, false
	}
	p.next()
	if !p.want(asm.Less) {
		return nil, true, false
	}
	t, ok = read()
	return t, true, ok && p.want(asm.Greater)
}

func (p *parser) scalarType(name []byte) ir.Type {
	switch string(name) {
	case "index":
		return p.ctx.Index()
	case "none":
		return p.ctx.None()
	}
	if t := p.ctx.Float(string(name)); t != nil {
		return t
	}
	return nil
}

// integerType recognizes i32, si8 and ui16.
func integerType(name []byte) (width int, sign ir.Signedness, ok bool) {
	digits, isInt := bytes.CutPrefix(name, []byte("i"))
	switch {
	case isInt:
	case bytes.HasPrefix(name, []byte("si")):
		digits, sign = name[2:], ir.Signed
	case bytes.HasPrefix(name, []byte("ui")):
		digits, sign = name[2:], ir.Unsigned
	default:
		return 0, 0, false
	}
	if len(digits) == 0 || digits[0] == '0' {
		return 0, 0, false
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, 0, false
		}
	}
	width, err := strconv.Atoi(string(digits))
	if err != nil {
		width = 1 << 30 // out of range, which the caller reports
	}
	return width, sign, true
}

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

func (p *parser) tensorType() (ir.Type, bool) {
	if p.accept(asm.Star) {
		if !p.afterX() {
			return nil, false
		}
		elem, ok := p.elementType()
		if !ok {
			return nil, false
		}
		return p.ctx.UnrankedTensor(elem), true
	}
	shape, ok := p.Shape(true)
	if !ok {
		return nil, false
	}
	elem, ok := p.elementType()
	if !ok {
		return nil, false
	}
	var encoding ir.Attribute
	if p.accept(asm.Comma) {
		if encoding, ok = p.Attr(nil); !ok {
			return nil, false
		}
	}
	return p.ctx.Tensor(shape, elem, encoding), true
}

// elementType reads the element type of a shaped type.
func (p *parser) elementType() (ir.Type, bool) {
	span := p.Span()
	t, ok := p.Type()
	if !ok {
		return nil, false
	}
	switch t.(type) {
	case *ir.FunctionType, *ir.TupleType, *ir.NoneType, *ir.RankedTensorType, *ir.UnrankedTensorType:
		return nil, p.fail(span, "'%s' can't be an element type", ir.TypeString(t))
	}
	return t, true
}

func (p *parser) vectorType() (ir.Type, bool) {
	var shape []int64
	var scalable []bool
	some := false
	for p.is(asm.Integer) || p.is(asm.LSquare) {
		bracket := p.accept(asm.LSquare)
		if !p.is(asm.Integer) {
			return nil, p.expected("an extent")
		}
		span := p.Span()
		n, ok := p.extent()
		if !ok || bracket && !p.want(asm.RSquare) {
			return nil, false
		}
		if n < 1 {
			return nil, p.fail(span, "the extents of a vector are positive")
		}
		shape, scalable, some = append(shape, n), append(scalable, bracket), some || bracket
		if !p.afterX() {
			return nil, false
		}
	}
	span := p.Span()
	elem, ok := p.Type()
	if !ok {
		return nil, false
	}
	if !ir.IsInteger(elem) && !ir.IsFloat(elem) && !ir.IsIndex(elem) && strings.HasPrefix(elem.TypeName(), "builtin.") {
		return nil, p.fail(span, "the elements of a vector are integer, index or float, not '%s'", ir.TypeString(elem))
	}
	if !some {
		scalable = nil
	}
	return p.ctx.Vector(shape, scalable, elem), true
}

func (p *parser) memrefType() (ir.Type, bool) {
	if p.accept(asm.Star) {
		return p.unrankedMemref()
	}
	shape, ok := p.Shape(true)
	if !ok {
		return nil, false
	}
	elem, ok := p.elementType()
	if !ok {
		return nil, false
	}
	var layout, space ir.Attribute
	for p.accept(asm.Comma) {
		span := p.Span()
		a, ok := p.Attr(nil)
		if !ok {
			return nil, false
		}
		text, opaque := a.(*ir.OpaqueAttr)
		isLayout := opaque && text.Dialect == "builtin" && (strings.HasPrefix(text.Body, "affine_map") || strings.HasPrefix(text.Body, "strided"))
		switch {
		case isLayout && layout == nil && space == nil:
			layout = a
		case !isLayout && space == nil:
			space = a
		default:
			return nil, p.fail(span, "a memref has at most a layout and then a memory space")
		}
	}
	return p.ctx.MemRef(shape, elem, layout, space), true
}

// unrankedMemref reads what follows `memref<*`.
func (p *parser) unrankedMemref() (ir.Type, bool) {
	if !p.afterX() {
		return nil, false
	}
	elem, ok := p.elementType()
	if !ok {
		return nil, false
	}
	var space ir.Attribute
	if p.accept(asm.Comma) {
		if space, ok = p.Attr(nil); !ok {
			return nil, false
		}
	}
	return p.ctx.UnrankedMemRef(elem, space), true
}

func (p *parser) complexType() (ir.Type, bool) {
	span := p.Span()
	elem, ok := p.Type()
	if !ok {
		return nil, false
	}
	if !ir.IsInteger(elem) && !ir.IsFloat(elem) {
		return nil, p.fail(span, "the parts of a complex are integer or float")
	}
	return p.ctx.Complex(elem), true
}

func (p *parser) tupleType() (ir.Type, bool) {
	if p.is(asm.Greater) {
		return p.ctx.Tuple(nil), true
	}
	ts, ok := p.TypeList()
	return p.ctx.Tuple(ts), ok
}

// TypeList reads types separated by commas, at least one.
func (p *parser) TypeList() ([]ir.Type, bool) {
	var ts []ir.Type
	for {
		t, ok := p.Type()
		if !ok {
			return nil, false
		}
		ts = append(ts, t)
		if !p.accept(asm.Comma) {
			return ts, true
		}
	}
}

// parenTypes reads `(types)`, which may be empty.
func (p *parser) parenTypes() ([]ir.Type, bool) {
	if !p.want(asm.LParen) {
		return nil, false
	}
	if p.accept(asm.RParen) {
		return nil, true
	}
	ts, ok := p.TypeList()
	return ts, ok && p.want(asm.RParen)
}

// resultTypes reads what follows `->`: one type or a list in parentheses.
func (p *parser) resultTypes() ([]ir.Type, bool) {
	if p.is(asm.LParen) {
		return p.parenTypes()
	}
	t, ok := p.Type()
	return []ir.Type{t}, ok
}

// FunctionType reads `(types) -> types`.
func (p *parser) FunctionType() (*ir.FunctionType, bool) {
	if !p.enter() {
		return nil, false
	}
	defer p.leave()
	in, ok := p.parenTypes()
	if !ok || !p.want(asm.Arrow) {
		return nil, false
	}
	out, ok := p.resultTypes()
	if !ok {
		return nil, false
	}
	return p.ctx.Function(in, out), true
}

// dialectType reads `!dialect.mnemonic…` or an alias.
func (p *parser) dialectType() (ir.Type, bool) {
	span, name := p.Span(), string(p.text()[1:])
	dialect, mnemonic, dotted := strings.Cut(name, ".")
	if !dotted {
		a, ok := p.useAlias()
		if !ok {
			return nil, false
		}
		return a.typ, true
	}
	r := p.ctx.Registry
	if parse := r.TypeParser(name); parse != nil {
		p.next()
		return parse(p)
	}
	if !p.unregistered(span, "type", name, dialect, r.TypeNames()) {
		return nil, false
	}
	body, ok := p.opaqueBody(mnemonic)
	if !ok {
		return nil, false
	}
	return p.ctx.OpaqueType(dialect, body), true
}

// unregistered reports a type or attribute that no dialect has, unless such are allowed.
func (p *parser) unregistered(span diag.Span, what, name, dialect string, known []string) bool {
	registered := p.ctx.Registry.LookupDialect(dialect) != nil
	if p.ctx.AllowUnregistered && !registered {
		return true
	}
	var d *diag.Diagnostic
	if registered {
		d = p.Errorf(span, "unknown %s '%s' in dialect '%s'", what, name, dialect)
	} else {
		d = p.Errorf(span, "%s '%s' is of an unregistered dialect", what, name)
		d.Hint("--allow-unregistered-dialect lets it pass as it is")
	}
	if near, ok := diag.Nearest(name, slices.Values(known)); ok {
		d.Hint("did you mean '%s'?", near)
	}
	return false
}

// opaqueBody takes the name and the brackets that follow it at once, as text.
func (p *parser) opaqueBody(mnemonic string) (string, bool) {
	end := int(p.tok.End)
	p.next()
	if int(p.tok.Start) != end || !p.is(asm.Less) {
		return mnemonic, true
	}
	ok := p.balanced()
	return mnemonic + string(p.src[end:p.prevEnd]), ok
}

// ShortType reads a type, or only what follows `!dialect.mnemonic` of it.
func (p *parser) ShortType(name string) (ir.Type, bool) {
	if p.is(asm.Less) {
		parse := p.ctx.Registry.TypeParser(name)
		if parse == nil {
			panic("parser: no type " + name)
		}
		return parse(p)
	}
	return p.Type()
}
