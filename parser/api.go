package parser

import (
	"math"
	"strconv"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// The small methods of ir.AsmParser.

func kindOf(punct string) asm.Kind {
	if len(punct) == 1 {
		if k := asm.ByteKind(punct[0]); k != asm.EOF {
			return k
		}
	}
	k, ok := asm.PunctuationKind(punct)
	if !ok || k == asm.Ident {
		panic("parser: no punctuation: " + punct)
	}
	return k
}

// Punct takes a punctuation mark.
func (p *parser) Punct(s string) bool { return p.want(kindOf(s)) }

// OptionalPunct takes a punctuation mark if it is there.
func (p *parser) OptionalPunct(s string) bool { return p.accept(kindOf(s)) }

// Keyword takes the word kw.
func (p *parser) Keyword(kw string) bool {
	return p.acceptWord(kw) || p.expected("'"+kw+"'")
}

// OptionalKeyword takes the word kw if it is there.
func (p *parser) OptionalKeyword(kw string) bool { return p.acceptWord(kw) }

// AnyKeyword takes a word.
func (p *parser) AnyKeyword() (string, bool) {
	w, ok := p.OptionalAnyKeyword()
	if !ok {
		return "", p.expected("a keyword")
	}
	return w, true
}

// OptionalAnyKeyword takes a word if there is one.
func (p *parser) OptionalAnyKeyword() (string, bool) {
	if !p.is(asm.Ident) {
		return "", false
	}
	w := p.keep()
	p.next()
	return w, true
}

// Integer takes a number with an optional minus.
func (p *parser) Integer() (int64, bool) {
	start, negative := int(p.tok.Start), p.accept(asm.Minus)
	if !p.is(asm.Integer) {
		return 0, p.expected("an integer")
	}
	v, fits := p.unsigned()
	p.next()
	switch {
	case !fits || v > math.MaxInt64+1 || !negative && v > math.MaxInt64:
		return 0, p.fail(p.since(start), "this integer does not fit into 64 bits")
	case negative:
		return -int64(v), true
	}
	return int64(v), true
}

// OptionalInteger takes a number if there is one.
func (p *parser) OptionalInteger() (int64, bool) {
	if !p.is(asm.Integer) && !p.is(asm.Minus) {
		return 0, false
	}
	return p.Integer()
}

// Quoted takes a string.
func (p *parser) Quoted() (string, bool) {
	s, ok := p.OptionalQuoted()
	if !ok {
		return "", p.expected("a string")
	}
	return s, true
}

// OptionalQuoted takes a string if there is one.
func (p *parser) OptionalQuoted() (string, bool) {
	if !p.is(asm.String) {
		return "", false
	}
	s := p.unquote()
	p.next()
	return s, true
}

// Symbol takes @name.
func (p *parser) Symbol() (string, bool) {
	s, ok := p.OptionalSymbol()
	if !ok {
		return "", p.expected("a symbol name")
	}
	return s, true
}

// OptionalSymbol takes @name if it is there.
func (p *parser) OptionalSymbol() (string, bool) {
	if !p.is(asm.SymbolName) {
		return "", false
	}
	if p.index != nil {
		p.index.Symbol(p.Span())
	}
	name := p.text()[1:]
	var s string
	if name[0] == '"' {
		s = asm.Unquote(name)
	} else {
		s = p.keep()[1:]
	}
	p.next()
	return s, true
}

// List reads `open elem, … close`, which may be empty; without delimiters at least one elem.
func (p *parser) List(open, close string, elem func() bool) bool {
	if open != "" {
		if !p.Punct(open) {
			return false
		}
		if p.OptionalPunct(close) {
			return true
		}
	}
	for {
		if !elem() {
			return false
		}
		if !p.accept(asm.Comma) {
			break
		}
	}
	return open == "" || p.accept(kindOf(close)) || p.expected("',' or '"+close+"'")
}

// Operand takes %name or %name#number.
func (p *parser) Operand() (ir.UnresolvedOperand, bool) {
	u, present := p.OptionalOperand()
	if !present {
		return u, p.expected("an SSA operand")
	}
	return u, u.Number >= 0
}

// OptionalOperand takes an operand if there is one.
func (p *parser) OptionalOperand() (u ir.UnresolvedOperand, present bool) {
	if !p.is(asm.ValueName) {
		return u, false
	}
	u = ir.UnresolvedOperand{Name: p.view()[1:], Span: p.Span()}
	p.next()
	if p.is(asm.HashName) && int(p.tok.Start) == u.Span.End {
		n, err := strconv.ParseUint(string(p.text()[1:]), 10, 31)
		if err != nil {
			p.Errorf(diag.Span{}, "expected a result number after '#'")
		}
		u.Number = int(n)
		u.Span.End = int(p.tok.End)
		p.next()
	}
	return u, true
}

// Operands reads operands separated by commas; there may be none.
func (p *parser) Operands() ([]ir.UnresolvedOperand, bool) {
	return p.appendOperands(nil)
}

func (p *parser) appendOperands(us []ir.UnresolvedOperand) ([]ir.UnresolvedOperand, bool) {
	if !p.is(asm.ValueName) {
		return us, true
	}
	for {
		u, ok := p.Operand()
		if !ok {
			return us, false
		}
		us = append(us, u)
		if !p.accept(asm.Comma) {
			return us, true
		}
	}
}

// Resolve adds an operand of type t to the state.
func (p *parser) Resolve(u ir.UnresolvedOperand, t ir.Type, st *ir.OperationState) bool {
	v, ok := p.use(u, t)
	if ok {
		st.Operands = append(st.Operands, v)
	}
	return ok
}

// ResolveAll adds operands of these types; span is where the types stand.
func (p *parser) ResolveAll(us []ir.UnresolvedOperand, ts []ir.Type, span diag.Span, st *ir.OperationState) bool {
	if len(us) != len(ts) {
		return p.fail(span, "%d operands present, but expected %d", len(us), len(ts))
	}
	ok := true
	for i, u := range us {
		ok = p.Resolve(u, ts[i], st) && ok
	}
	return ok
}

// Argument takes `%name[: type][ {attrs}][ loc(…)]`.
func (p *parser) Argument(withType, withAttrs bool) (ir.Argument, bool) {
	var a ir.Argument
	u, ok := p.Operand()
	if !ok {
		return a, false
	}
	a.Operand, a.Loc = u, p.at(u.Span)
	if u.Span.End-u.Span.Start != len(u.Name)+1 {
		return a, p.fail(u.Span, "the name of an argument has no result number")
	}
	if withType {
		if !p.want(asm.Colon) {
			return a, false
		}
		if a.Type, ok = p.Type(); !ok {
			return a, false
		}
	}
	if withAttrs && p.is(asm.LBrace) {
		entries, ok := p.dict()
		if !ok {
			return a, false
		}
		a.Attrs = p.ctx.Dict(entries...)
	}
	return a, p.OptionalLocation(&a.Loc)
}
