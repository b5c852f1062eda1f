package lsp

import (
	"errors"
	"slices"
	"strings"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
	"tawa/printer"
)

// rendering is a program printed, and the index of that text.
type rendering struct {
	text  string
	chunk *chunk
}

// render prints the module of a chunk, whose text the names of aliases come from. A module that the parser made is not
// printed around its ops; comments about the predecessors of blocks are left out.
func (c *config) render(ch *chunk) (*rendering, error) {
	opts := printer.Options{DebugInfo: ch.hasLocations(), Aliases: ch.index.aliasNames()}
	r := c.reread(respell(printer.String(ch.module, opts)+"\n", ch.file.Src))
	r = c.reread(r.without(r.commentSpans()))
	if r.chunk.module != nil && ch.implicit() {
		if o := r.chunk.index.byOp[r.chunk.module]; o != nil {
			r = c.reread(unwrap(r.text, o, r.chunk.index.byRegion[r.chunk.module.Region(0)]))
			r = c.reread(r.without(r.unusedAliases(ch)))
		}
	}
	switch {
	case !r.chunk.sound():
		return nil, errors.New("what was printed can't be read back")
	case opts.DebugInfo && strings.Contains(r.text, string(asm.AppendQuoted(nil, ch.file.Name))):
		return nil, errors.New("some ops or arguments have locations and others have none")
	}
	return r, nil
}

// without is the text with some parts cut out.
func (r *rendering) without(parts []span) string {
	var b strings.Builder
	at := 0
	for _, p := range parts {
		b.WriteString(r.text[at:p.start])
		at = p.end
	}
	return b.String() + r.text[at:]
}

// commentSpans are the comments, with the white space before them.
func (r *rendering) commentSpans() []span {
	var list []span
	for _, c := range r.chunk.comments() {
		if c.text != "" {
			list = append(list, span{c.prevEnd, c.off + len(c.text)})
		}
	}
	return list
}

// unusedAliases are the lines of those that the source has not: of the location of a module that is not printed.
func (r *rendering) unusedAliases(source *chunk) []span {
	var list []span
	for _, it := range r.chunk.index.items {
		if it.kind == aliasItem && it.defined && len(it.uses) == 0 && source.index.byAlias[it.name] == nil {
			list = append(list, span{it.definition.start, it.definition.end + 1})
		}
	}
	slices.SortFunc(list, func(a, b span) int { return a.start - b.start })
	return list
}

// respell writes strings and quoted symbols as the source does, if it has the same: printing escapes all letters that are
// not ASCII.
func respell(text string, source []byte) string {
	spelt := map[string]string{} // by the printed form
	quoted(source, func(tok asm.Token) {
		s := string(source[tok.Start:tok.End])
		at := strings.IndexByte(s, '"')
		printed := s[:at] + string(asm.AppendQuoted(nil, asm.Unquote([]byte(s[at:]))))
		if printed != s && spelt[printed] == "" {
			spelt[printed] = s
		}
	})
	if len(spelt) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	quoted([]byte(text), func(tok asm.Token) {
		if s := spelt[text[tok.Start:tok.End]]; s != "" {
			b.WriteString(text[at:tok.Start] + s)
			at = int(tok.End)
		}
	})
	return b.String() + text[at:]
}

// quoted calls f for each string and quoted symbol of a text.
func quoted(src []byte, f func(asm.Token)) {
	lex := asm.NewLexer(src)
	for tok := lex.Next(); tok.Kind != asm.EOF; tok = lex.Next() {
		if tok.Kind == asm.String || tok.Kind == asm.SymbolName && src[tok.Start+1] == '"' {
			f(tok)
		}
	}
}

func (c *config) reread(text string) *rendering {
	return &rendering{text, c.read(diag.NewFile("<printed>", []byte(text)), 0)}
}

// unwrap is a printed module's body, two columns to the left, with the aliases around the module.
func unwrap(text string, module *opInfo, body *regionInfo) string {
	inside := strings.TrimPrefix(strings.ReplaceAll(text[body.start+1:body.end-1], "\n  ", "\n"), "\n")
	return text[:module.start] + inside + strings.TrimPrefix(text[module.end:], "\n")
}

// aliasNames are the names of the aliases that the text of a chunk defines, but for those of types that it also spells:
// i32 is not to become !element everywhere.
func (ix *index) aliasNames() map[any]string {
	names := map[any]string{}
	for _, it := range ix.items { // in the order of their first mention, so that the same one wins each time
		var meaning any
		switch {
		case it.kind != aliasItem:
			continue
		case it.attr != nil:
			meaning = it.attr
		case it.typ != nil && !ix.spells(ir.TypeString(it.typ), it.definition):
			meaning = it.typ
		default:
			continue
		}
		if _, taken := names[meaning]; !taken {
			names[meaning] = it.name
		}
	}
	return names
}

// spells says whether the text has a word outside of a place.
func (ix *index) spells(word string, except span) bool {
	inside := func(text string) bool {
		for at := 0; ; {
			n := strings.Index(text[at:], word)
			if n < 0 {
				return false
			}
			from, to := at+n, at+n+len(word)
			if (from == 0 || !wordByte(text[from-1])) && (to == len(text) || !wordByte(text[to])) {
				return true
			}
			at = to
		}
	}
	return inside(ix.src[:except.start-ix.base]) || inside(ix.src[except.end-ix.base:])
}

func wordByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// hasLocations says whether the text spells locations.
func (ch *chunk) hasLocations() bool {
	lex := asm.NewLexer(ch.file.Src)
	for before := (asm.Token{}); ; {
		tok := lex.Next()
		switch {
		case tok.Kind == asm.EOF:
			return false
		case tok.Kind == asm.LParen && before.Kind == asm.Ident && string(ch.file.Src[before.Start:before.End]) == "loc":
			return true
		}
		before = tok
	}
}

// pairing maps the parts of a program to those of the same program parsed again.
type pairing struct {
	ops     map[*ir.Operation]*ir.Operation
	blocks  map[*ir.Block]*ir.Block
	regions map[*ir.Region]*ir.Region
}

// pair walks two programs of the same form side by side; ok is false if they are not.
func pair(a, b *ir.Operation) (p *pairing, ok bool) {
	p = &pairing{map[*ir.Operation]*ir.Operation{}, map[*ir.Block]*ir.Block{}, map[*ir.Region]*ir.Region{}}
	return p, p.op(a, b)
}

func (p *pairing) op(a, b *ir.Operation) bool {
	if a.Name() != b.Name() || a.NumRegions() != b.NumRegions() {
		return false
	}
	p.ops[a] = b
	for i, r := range a.Regions() {
		if !p.region(r, b.Region(i)) {
			return false
		}
	}
	return true
}

func (p *pairing) region(a, b *ir.Region) bool {
	p.regions[a] = b
	x, y := a.First(), b.First()
	for ; x != nil && y != nil; x, y = x.Next(), y.Next() {
		p.blocks[x] = y
		o, q := x.First(), y.First()
		for ; o != nil && q != nil; o, q = o.Next(), q.Next() {
			if !p.op(o, q) {
				return false
			}
		}
		if o != nil || q != nil {
			return false
		}
	}
	return x == nil && y == nil
}
