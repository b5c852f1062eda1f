package parser

import (
	"bytes"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// alias is a definition `#name = attribute` or `!name = type`. It is read when it is first used, wherever in the
// file it stands: locations are used before they are defined.
type alias struct {
	name  diag.Span
	value int // offset of what follows `=`
	end   int // offset behind it, once read
	size  int // attributes and types in it
	state aliasState
	attr  ir.Attribute
	typ   ir.Type
}

type aliasState uint8

const (
	unread aliasState = iota
	reading
	good
	bad
)

// scanAliases finds the definitions: they begin a line, and nothing else of that form can.
func (p *parser) scanAliases() {
	p.aliases = map[string]*alias{}
	for off := 0; off < len(p.src); {
		next := len(p.src)
		if n := bytes.IndexByte(p.src[off:], '\n'); n >= 0 {
			next = off + n + 1
		}
		for off < next && (p.src[off] == ' ' || p.src[off] == '\t') {
			off++
		}
		if off < next && (p.src[off] == '#' || p.src[off] == '!') {
			p.scanAlias(off)
		}
		off = next
	}
}

func (p *parser) scanAlias(off int) {
	lex := asm.NewLexer(p.src)
	lex.SetPos(off)
	name, eq := lex.Next(), lex.Next()
	if name.Kind != asm.HashName && name.Kind != asm.TypeName || eq.Kind != asm.Equal {
		return
	}
	key := string(p.src[name.Start:name.End])
	if p.aliases[key] == nil {
		p.aliases[key] = &alias{name: p.span(int(name.Start), int(name.End)), value: int(eq.End)}
	}
}

// definition takes an alias definition if there is one.
func (p *parser) definition() bool {
	if !p.is(asm.HashName) && !p.is(asm.TypeName) {
		return false
	}
	span := p.Span()
	if bytes.IndexByte(p.text(), '.') >= 0 {
		p.Errorf(span, "the name of an alias has no dot, as that of a dialect's attribute or type has")
		p.skipLine()
		return true
	}
	a := p.aliases[string(p.text())]
	switch {
	case a == nil:
		p.Errorf(span, "expected an operation or a definition `%s = …` on a line of its own", p.text())
		p.skipLine()
	case a.name.Start != span.Start:
		p.Errorf(span, "redefinition of '%s'", p.text()).Note(a.name, "first defined here")
		p.skipLine()
	default:
		p.resolve(a)
		if a.state == bad {
			p.skipLine()
			break
		}
		p.seek(a.end)
	}
	return true
}

// skipLine goes to the first token of the next line.
func (p *parser) skipLine() {
	n := bytes.IndexByte(p.src[p.tok.Start:], '\n')
	if n < 0 {
		p.seek(len(p.src))
		return
	}
	p.seek(int(p.tok.Start) + n)
}

// resolve reads an alias that has not been read.
func (p *parser) resolve(a *alias) {
	if a.state != unread {
		return
	}
	a.state = reading
	tok, prevEnd, lex, spelled := p.tok, p.prevEnd, p.lex, p.spelled
	p.spelled = 0
	p.seek(a.value)
	ok := false
	if p.src[a.name.Start] == '#' {
		a.attr, ok = p.Attr(nil)
	} else {
		a.typ, ok = p.Type()
	}
	a.end, a.size = p.prevEnd, p.spelled
	p.tok, p.prevEnd, p.lex, p.spelled = tok, prevEnd, lex, spelled
	a.state = good
	if !ok {
		a.state = bad
	} else if p.index != nil {
		p.index.DefineAlias(a.name, p.span(a.name.Start, a.end), a.attr, a.typ)
	}
}

// useAlias takes the current #name or !name.
func (p *parser) useAlias() (*alias, bool) {
	span, name := p.Span(), string(p.text())
	if p.index != nil {
		p.index.UseAlias(span)
	}
	a := p.aliases[name]
	if a == nil {
		d := p.Errorf(span, "undefined alias '%s'", name)
		if near, ok := diag.Nearest(name, func(yield func(string) bool) {
			for n := range p.aliases {
				if n[0] == name[0] && !yield(n) {
					return
				}
			}
		}); ok {
			d.Hint("did you mean '%s'?", near)
		}
		return nil, false
	}
	if !p.enter() {
		return nil, false
	}
	p.resolve(a)
	p.leave()
	if !p.spell(a.size) {
		return nil, false
	}
	p.next()
	switch a.state {
	case reading:
		return nil, p.fail(span, "alias '%s' is defined by itself", name)
	case bad:
		// The definition has its own diagnostic; this use makes the operation fail without another.
		return nil, false
	}
	return a, true
}
