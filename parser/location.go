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
	l, ok := p.locAttr()
	if ok {
		*into = p.arena.WithAttr(*into, l.(ir.LocationAttr))
	}
	return ok
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
		return p.fileOrName()
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

// fileOrName reads `"file":line` or `"file":line:column`, the latter with `to :column` or `to line:column` behind it, or `"name"(child)`.
func (p *parser) fileOrName() (ir.LocationAttr, bool) {
	text, _ := p.Quoted()
	switch {
	case p.accept(asm.LParen):
		child, ok := p.location()
		if !ok || !p.want(asm.RParen) {
			return nil, false
		}
		return p.ctx.NameLoc(text, child), true
	case !p.accept(asm.Colon):
		return p.ctx.NameLoc(text, nil), true
	}
	line, ok := p.lineNumber()
	if !ok {
		return nil, false
	}
	if !p.accept(asm.Colon) {
		return p.ctx.FileLineCol(text, line, 0), true
	}
	col, ok := p.lineNumber()
	if !ok {
		return nil, false
	}
	if !p.acceptWord("to") {
		return p.ctx.FileLineCol(text, line, col), true
	}
	endLine := line
	if p.is(asm.Integer) {
		if endLine, ok = p.lineNumber(); !ok {
			return nil, false
		}
	}
	if !p.want(asm.Colon) {
		return nil, false
	}
	endCol, ok := p.lineNumber()
	return p.ctx.FileRange(text, line, col, endLine, endCol), ok
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
