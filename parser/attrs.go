package parser

import (
	"slices"
	"strings"

	"tawa/asm"
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
		a, ok = p.hashAttr(t)
	case asm.SymbolName:
		a, ok = p.symbolRef()
	case asm.LSquare:
		a, ok = p.arrayAttr()
	case asm.LBrace:
		a, ok = p.dictAttr()
	case asm.String:
		a, ok = p.stringAttr(t)
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
	case "affine_map", "affine_set":
		a, ok = p.affineAttr()
	case "strided":
		a, ok = p.strided()
	case "dense_resource":
		a, ok = p.denseResource(t)
	case "sparse":
		a, ok = p.sparse(t)
	case "distinct":
		a, ok = p.distinctAttr(t)
	default:
		return nil, false, false
	}
	return a, true, ok
}

// hashAttr reads an alias, `#dialect.mnemonic…` or `#dialect<…>`; t, if not nil, is the type of an attribute of a
// dialect that is not registered.
func (p *parser) hashAttr(t ir.Type) (ir.Attribute, bool) {
	span, name := p.Span(), string(p.text()[1:])
	dialect, mnemonic, dotted := strings.Cut(name, ".")
	r := p.ctx.Registry
	if !dotted && !p.bracketFollows() {
		a, ok := p.useAlias()
		if !ok {
			return nil, false
		}
		return a.attr, true
	}
	if !dotted && r.LookupDialect(name) != nil {
		return enclosed(p, "an attribute", name, r.AttrParser)
	}
	if parse := r.AttrParser(name); parse != nil {
		p.next()
		return parse(p)
	}
	if !p.unregistered(span, "attribute", name, dialect, r.AttrNames()) {
		return nil, false
	}
	body, ok := p.opaqueBody(mnemonic, dotted)
	if !ok {
		return nil, false
	}
	if t == nil && p.accept(asm.Colon) {
		if t, ok = p.Type(); !ok {
			return nil, false
		}
	}
	return p.ctx.TypedOpaque(dialect, body, t), true
}

// bracketFollows says whether < comes right behind the current token.
func (p *parser) bracketFollows() bool { return int(p.tok.End) < len(p.src) && p.src[p.tok.End] == '<' }

// enclosed reads `#dialect<mnemonic body>` or `!dialect<mnemonic body>`; what is the one or the other, of which find gives the
// parsers.
func enclosed[T any, P ~func(ir.AsmParser) (T, bool)](p *parser, what, dialect string, find func(string) P) (t T, ok bool) {
	p.next()
	p.next()
	span := p.Span()
	mnemonic, ok := p.AnyKeyword()
	if !ok {
		return t, false
	}
	parse := find(dialect + "." + mnemonic)
	if parse == nil {
		return t, p.fail(span, "'%s' is not registered as %s of the dialect '%s'", mnemonic, what, dialect)
	}
	t, ok = parse(p)
	return t, ok && p.want(asm.Greater)
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
	base := len(p.arrayStack) // those of the arrays around this one are below
	defer func() { p.arrayStack = p.arrayStack[:base] }()
	ok := p.List("[", "]", func() bool {
		a, ok := p.Attr(nil)
		p.arrayStack = append(p.arrayStack, a)
		return ok
	})
	if !ok {
		return nil, false
	}
	return p.ctx.Array(slices.Clone(p.arrayStack[base:])...), true
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
	base := len(p.dictStack) // those of the dictionaries around this one are below
	defer func() { p.dictStack = p.dictStack[:base] }()
	var many map[string]bool // the names, when there are more than a few
	seen := func(name string) bool {
		entries := p.dictStack[base:]
		if len(entries) < 16 {
			return slices.ContainsFunc(entries, func(e ir.NamedAttr) bool { return e.Name == name })
		}
		if many == nil {
			many = map[string]bool{}
			for _, e := range entries {
				many[e.Name] = true
			}
		}
		old := many[name]
		many[name] = true
		return old
	}
	ok := p.List("{", "}", func() bool {
		span := p.Span()
		var name string
		switch p.tok.Kind {
		case asm.Ident:
			name = p.keep()
			p.next()
		case asm.String:
			name, _ = p.Quoted()
		}
		if name == "" {
			return p.fail(span, "expected the name of an attribute")
		}
		if seen(name) {
			return p.fail(span, "duplicate key '%s' in dictionary attribute", name)
		}
		var value ir.Attribute = p.ctx.Unit()
		if p.accept(asm.Equal) {
			var ok bool
			if value, ok = p.Attr(nil); !ok {
				return false
			}
		}
		p.dictStack = append(p.dictStack, ir.NamedAttr{Name: name, Value: value})
		return true
	})
	return slices.Clone(p.dictStack[base:]), ok
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
