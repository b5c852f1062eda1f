package parser

import (
	"bytes"
	"slices"
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
		if width > 1<<24-1 {
			return nil, true, p.fail(diag.Span{}, "the width of an integer type is at most %d bits", 1<<24-1)
		}
		p.next()
		return p.ctx.Integer(width, sign), true, true
	}
	span := p.Span()
	var read func(diag.Span) (ir.Type, bool)
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
	t, ok = read(span)
	return t, true, ok
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
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, 0, false
		}
		width = min(width*10+int(c-'0'), 1<<30) // out of range, which the caller reports
	}
	return width, sign, len(digits) > 0
}

// TypeList reads types separated by commas, at least one.
func (p *parser) TypeList() ([]ir.Type, bool) {
	return p.appendTypes(nil)
}

func (p *parser) appendTypes(ts []ir.Type) ([]ir.Type, bool) {
	for {
		t, ok := p.Type()
		if !ok {
			return ts, false
		}
		ts = append(ts, t)
		if !p.accept(asm.Comma) {
			return ts, true
		}
	}
}

// parenTypes reads `(types)`, which may be empty.
func (p *parser) parenTypes() ([]ir.Type, bool) { return p.appendParenTypes(nil) }

func (p *parser) appendParenTypes(ts []ir.Type) ([]ir.Type, bool) {
	if !p.want(asm.LParen) {
		return ts, false
	}
	if p.accept(asm.RParen) {
		return ts, true
	}
	ts, ok := p.appendTypes(ts)
	return ts, ok && p.want(asm.RParen)
}

// resultTypes reads what follows `->`: one type or a list in parentheses.
func (p *parser) resultTypes() ([]ir.Type, bool) { return p.appendResultTypes(nil) }

func (p *parser) appendResultTypes(ts []ir.Type) ([]ir.Type, bool) {
	if p.is(asm.LParen) {
		return p.appendParenTypes(ts)
	}
	t, ok := p.Type()
	return append(ts, t), ok
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

// dialectType reads an alias, `!dialect.mnemonic…` or `!dialect<…>`.
func (p *parser) dialectType() (ir.Type, bool) {
	span, name := p.Span(), string(p.text()[1:])
	dialect, mnemonic, dotted := strings.Cut(name, ".")
	r := p.ctx.Registry
	if !dotted && !p.bracketFollows() {
		a, ok := p.useAlias()
		if !ok {
			return nil, false
		}
		return a.typ, true
	}
	if !dotted && r.LookupDialect(name) != nil {
		return enclosed(p, "a type", name, r.TypeParser)
	}
	if parse := r.TypeParser(name); parse != nil {
		p.next()
		return parse(p)
	}
	if !p.unregistered(span, "type", name, dialect, r.TypeNames()) {
		return nil, false
	}
	body, ok := p.opaqueBody(mnemonic, dotted)
	if !ok {
		return nil, false
	}
	return p.ctx.OpaqueType(dialect, body), true
}

// unregistered reports a type or attribute that no dialect has, unless such are allowed.
func (p *parser) unregistered(span diag.Span, what, name, dialect string, known []string) bool {
	registered := p.ctx.Registry.IsWhole(dialect)
	if p.ctx.AllowUnregistered && !registered {
		return isNamespace(dialect) || p.fail(p.behindDot(span), "'%s' can't be the name of a dialect", dialect)
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

// isNamespace says whether a name can be that of a dialect: letters, digits, _ and $, the first no digit or $.
func isNamespace(name string) bool {
	return asm.IsBareIdent(name) && strings.IndexByte(name, '.') < 0
}

// behindDot is what follows the first dot in a span, where MLIR reports what is wrong with the dialect before it.
func (p *parser) behindDot(span diag.Span) diag.Span {
	if i := bytes.IndexByte(p.src[span.Start:span.End], '.'); i >= 0 {
		span.Start += i + 1
	}
	return span
}

// opaqueBody takes the name of an opaque type or attribute, and the brackets that follow it at once, as text: `bar`,
// `bar<x>`, or without a mnemonic what is between the brackets.
func (p *parser) opaqueBody(mnemonic string, dotted bool) (string, bool) {
	brackets := p.bracketFollows()
	p.next()
	if !brackets {
		return mnemonic, true
	}
	start := int(p.tok.Start)
	end, ok := p.symbolBody()
	if !ok {
		return "", false
	}
	p.seek(end)
	if !dotted {
		return string(p.src[start+1 : end-1]), true
	}
	return mnemonic + string(p.src[start:end]), true
}

// symbolBody finds the end of the brackets that open at the current token. All bytes may stand in them, but brackets
// come in pairs, outside of strings.
func (p *parser) symbolBody() (end int, ok bool) {
	var open []byte
	i := int(p.tok.Start)
	unbalanced := func() (int, bool) {
		return 0, p.fail(diag.Span{}, "unbalanced '%c' in the text of a dialect's type or attribute", open[len(open)-1])
	}
	for i < len(p.src) {
		c := p.src[i]
		i++
		switch c {
		case 0:
			return unbalanced()
		case '<', '[', '(', '{':
			if len(open) == maxDepth {
				return 0, p.fail(diag.Span{}, "nested deeper than %d levels", maxDepth)
			}
			open = append(open, c)
		case '-':
			if i < len(p.src) && p.src[i] == '>' {
				i++
			}
		case '>', ']', ')', '}':
			if opening[c] != open[len(open)-1] {
				return unbalanced()
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i, true
			}
		case '"':
			lex := asm.NewLexer(p.src)
			lex.SetPos(i - 1)
			s := lex.Next()
			if s.Kind != asm.String {
				return 0, p.fail(p.span(int(s.Start), int(s.End)), "%s", lex.Problem)
			}
			i = int(s.End)
		}
	}
	return unbalanced()
}

var opening = [256]byte{'>': '<', ']': '[', ')': '(', '}': '{'}

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
