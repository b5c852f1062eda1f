package parser

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"sync"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// shared is what all parts of a file have in common, whoever reads them.
type shared struct {
	mu        sync.Mutex
	distinct  map[uint64]*ir.DistinctAttr
	resources map[string]*ir.Resource
}

// distinctOf gives the attribute of that number, which found says was there before.
func (s *shared) distinctOf(id uint64, make func() *ir.DistinctAttr) (a *ir.DistinctAttr, found bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, found = s.distinct[id]; found {
		return a, true
	}
	if s.distinct == nil {
		s.distinct = map[uint64]*ir.DistinctAttr{}
	}
	a = make()
	s.distinct[id] = a
	return a, false
}

// resource gives the resource that the file calls key.
func (s *shared) resource(ctx *ir.Context, key string) *ir.Resource {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.resources[key]; r != nil {
		return r
	}
	if s.resources == nil {
		s.resources = map[string]*ir.Resource{}
	}
	r := ctx.NewResource(key)
	s.resources[key] = r
	return r
}

// metadata reads `{-# … #-}`: resources of dialects, of which builtin has blobs, and of tools. It says whether the
// section was read to its end.
func (p *parser) metadata() bool {
	p.next()
	if p.accept(asm.MetaEnd) {
		return true
	}
	return p.entries(func() bool {
		span, section := p.Span(), string(p.text())
		if !p.is(asm.Ident) {
			if p.is(asm.EOF) && p.tok.Start > 0 { // as in MLIR, the last character of the file
				span = p.span(int(p.tok.Start)-1, int(p.tok.Start))
			}
			return p.expectedAt(span, "dialect_resources or external_resources")
		}
		p.next()
		if !p.want(asm.Colon) {
			return false
		}
		switch section {
		case "dialect_resources":
			return p.braced(p.dialectResources)
		case "external_resources":
			return p.braced(p.externalResources)
		}
		d := p.Errorf(span, "unknown key '%s' in the metadata of a file", section)
		if near, ok := diag.Nearest(section, func(yield func(string) bool) {
			_ = yield("dialect_resources") && yield("external_resources")
		}); ok {
			d.Hint("did you mean '%s'?", near)
		}
		return false
	}) && p.want(asm.MetaEnd)
}

// entries reads what commas separate.
func (p *parser) entries(entry func() bool) bool {
	for {
		if !entry() {
			return false
		}
		if !p.accept(asm.Comma) {
			return true
		}
	}
}

// braced reads `{entry, …}`, which may be empty.
func (p *parser) braced(entry func() bool) bool { return p.List("{", "}", entry) }

// dialectResources reads `builtin: {key: "0x…"}`.
func (p *parser) dialectResources() bool {
	span := p.Span()
	if !p.is(asm.Ident) {
		return p.expectedAt(span, "the name of a dialect")
	}
	dialect, _ := p.AnyKeyword()
	if !p.want(asm.Colon) {
		return false
	}
	if dialect != "builtin" && p.ctx.Registry.LookupDialect(dialect) == nil {
		return p.fail(span, "dialect '%s' is unknown", dialect)
	}
	return p.braced(func() bool {
		span := p.Span()
		key, ok := p.resourceKey()
		if ok && dialect != "builtin" {
			return p.fail(span, "dialect '%s' has no resources", dialect)
		}
		return ok && p.want(asm.Colon) && p.blob(key)
	})
}

// blob reads "0x…": four bytes of alignment, then the data.
func (p *parser) blob(key string) bool {
	span := p.Span()
	text, ok := p.OptionalQuoted()
	if !ok {
		return p.fail(span, "expected a string of hexadecimal digits for resource '%s'", key)
	}
	digits, found := strings.CutPrefix(text, "0x")
	raw, err := hex.DecodeString(digits)
	if !found || err != nil {
		return p.fail(span, "expected \"0x…\" with an even number of hexadecimal digits for resource '%s'", key)
	}
	if len(raw) < 4 {
		return p.fail(span, "resource '%s' does not begin with an alignment of four bytes", key)
	}
	align := binary.LittleEndian.Uint32(raw)
	if align&(align-1) != 0 {
		return p.fail(span, "the alignment of resource '%s' is no power of two", key)
	}
	if len(raw) == 4 {
		align = 0 // nothing has no alignment
	}
	r := p.shared.resource(p.ctx, key)
	r.Align, r.Data, r.Defined = align, string(raw[4:]), true
	return true
}

// externalResources reads `tool: {key: value}`, whose values are strings, true and false.
func (p *parser) externalResources() bool {
	name, ok := p.resourceKey()
	if !ok || !p.want(asm.Colon) {
		return false
	}
	s := ir.ExternalResources{Name: name}
	ok = p.braced(func() bool {
		key, ok := p.resourceKey()
		if !ok || !p.want(asm.Colon) {
			return false
		}
		if !p.is(asm.String) && !p.word("true") && !p.word("false") {
			return p.fail(diag.Span{}, "expected a string, true or false for key '%s'", key)
		}
		text := string(p.text())
		if p.is(asm.String) {
			text = ir.Quote(asm.Unquote(p.text()))
		}
		p.next()
		s.Entries = append(s.Entries, ir.ExternalResource{Key: key, Text: text})
		return true
	})
	if ok {
		p.ctx.AddExternal(s)
	}
	return ok
}
