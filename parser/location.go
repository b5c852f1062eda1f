package parser

import (
	"maps"
	"math"
	"slices"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// OptionalLocation takes `loc(…)` if it is there.
func (p *parser) OptionalLocation(into *ir.Location) bool {
	if !p.word("loc") {
		return true
	}
	p.next()
	if !p.want(asm.LParen) {
		return false
	}
	if !p.is(asm.String) {
		l, ok := p.location()
		*into = p.arena.WithAttr(*into, l)
		return ok && p.want(asm.RParen)
	}
	name, file, ok := p.nameOrFile()
	if name != nil {
		*into = p.arena.WithAttr(*into, name)
	} else {
		*into = p.arena.WithFile(p.ctx, *into, file)
	}
	return ok && p.want(asm.RParen)
}

// locAttr reads `loc(…)`.
func (p *parser) locAttr() (ir.Attribute, bool) {
	p.next()
	if !p.want(asm.LParen) {
		return nil, false
	}
	l, ok := p.location()
	return l, ok && p.want(asm.RParen)
}

// location reads what stands in the parentheses of `loc(…)`.
func (p *parser) location() (ir.LocationAttr, bool) {
	if !p.enter() {
		return nil, false
	}
	defer p.leave()
	switch {
	case p.is(asm.String):
		name, file, ok := p.nameOrFile()
		if name != nil || !ok {
			return name, ok
		}
		return p.ctx.FileRange(file.File, file.Line, file.Col, file.EndLine, file.EndCol), true
	case p.is(asm.HashName):
		return p.locationAlias()
	case p.acceptWord("unknown"):
		return p.ctx.UnknownLoc(), true
	case p.acceptWord("callsite"):
		return p.callSite()
	case p.acceptWord("fused"):
		return p.fused()
	}
	return nil, p.expected("a location: \"file\":line:column, \"name\", callsite, fused, unknown or an alias")
}

// locationAlias takes #name. A missing definition does not break the operation; it is reported at the end, unless the
// text was cut off and the definitions with it.
func (p *parser) locationAlias() (ir.LocationAttr, bool) {
	span := p.Span()
	if name := string(p.text()); p.aliases[name] == nil {
		if p.missing == nil {
			p.missing = map[string]diag.Span{}
		}
		if _, again := p.missing[name]; !again {
			p.missing[name] = span
		}
		p.next()
		return p.ctx.UnknownLoc(), true
	}
	a, ok := p.hashAttr(nil)
	if !ok {
		return nil, false
	}
	l, ok := a.(ir.LocationAttr)
	if !ok {
		return nil, p.fail(span, "this attribute is no location")
	}
	return l, true
}

// nameOrFile reads `"name"(child)`, or `"file":line` or `"file":line:column`, the latter with `to :column` or `to line:column` behind it.
func (p *parser) nameOrFile() (name ir.LocationAttr, file ir.FileLineColLoc, ok bool) {
	text, _ := p.Quoted()
	switch {
	case p.accept(asm.LParen):
		child, ok := p.location()
		if !ok || !p.want(asm.RParen) {
			return nil, file, false
		}
		return p.ctx.NameLoc(text, child), file, true
	case !p.accept(asm.Colon):
		return p.ctx.NameLoc(text, nil), file, true
	}
	file.File = text
	if file.Line, ok = p.lineNumber(); !ok {
		return nil, file, false
	}
	file.EndLine = file.Line
	if !p.accept(asm.Colon) {
		return nil, file, true
	}
	if file.Col, ok = p.lineNumber(); !ok {
		return nil, file, false
	}
	file.EndCol = file.Col
	if !p.acceptWord("to") {
		return nil, file, true
	}
	if p.is(asm.Integer) {
		if file.EndLine, ok = p.lineNumber(); !ok {
			return nil, file, false
		}
	}
	if !p.want(asm.Colon) {
		return nil, file, false
	}
	file.EndCol, ok = p.lineNumber()
	return nil, file, ok
}

func (p *parser) lineNumber() (int, bool) {
	if !p.is(asm.Integer) {
		return 0, p.expected("a line or column number")
	}
	n, ok := p.unsigned()
	if !ok || n > math.MaxUint32 {
		return 0, p.fail(diag.Span{}, "line and column numbers are below 2^32")
	}
	p.next()
	return int(n), true
}

func (p *parser) callSite() (ir.LocationAttr, bool) {
	if !p.want(asm.LParen) {
		return nil, false
	}
	callee, ok := p.location()
	if !ok || !p.Keyword("at") {
		return nil, false
	}
	caller, ok := p.location()
	if !ok || !p.want(asm.RParen) {
		return nil, false
	}
	return p.ctx.CallSite(callee, caller), true
}

func (p *parser) fused() (ir.LocationAttr, bool) {
	var metadata ir.Attribute
	if p.accept(asm.Less) {
		var ok bool
		if metadata, ok = p.Attr(nil); !ok || !p.want(asm.Greater) {
			return nil, false
		}
	}
	var locs []ir.LocationAttr
	ok := p.List("[", "]", func() bool {
		l, ok := p.location()
		locs = append(locs, l)
		return ok
	})
	if !ok {
		return nil, false
	}
	return p.ctx.Fused(locs, metadata), true
}

// reportMissing reports the location aliases that have no definition, each where it is first used.
func (p *parser) reportMissing() {
	if p.ended {
		return
	}
	names := slices.SortedFunc(maps.Keys(p.missing), func(a, b string) int { return p.missing[a].Start - p.missing[b].Start })
	for _, name := range names {
		p.Errorf(p.missing[name], "undefined alias '%s'", name)
	}
}
