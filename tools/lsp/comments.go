package lsp

import (
	"slices"
	"sort"
	"strings"

	"tawa/asm"
)

// comment is a comment of the source, or an empty line, which text is "" for.
type comment struct {
	text    string
	off     int      // in the chunk
	own     bool     // on a line of its own
	first   bool     // before the first token
	before  asm.Kind // the token before it
	prevEnd int      // and where that ends
}

// comments lists the comments of a chunk, and the places with empty lines that are worth keeping: not at the beginning or
// the end of a region or of the text.
func (ch *chunk) comments() []comment {
	var list []comment
	src := string(ch.file.Src)
	lex := asm.NewLexer(ch.file.Src)
	before, prevEnd := asm.EOF, 0
	for {
		tok := lex.Next()
		at := prevEnd
		for at < int(tok.Start) {
			n := strings.IndexByte(src[at:tok.Start], '/')
			gap, end := src[at:tok.Start], int(tok.Start)
			if n >= 0 {
				gap, end = src[at:at+n], at+n
			}
			if strings.Count(gap, "\n") > 1 && (before != asm.EOF || len(list) > 0) {
				list = append(list, comment{off: end, own: true, first: before == asm.EOF, before: before, prevEnd: prevEnd})
			}
			if n < 0 {
				break
			}
			line := len(src)
			if i := strings.IndexByte(src[end:], '\n'); i >= 0 {
				line = end + i
			}
			list = append(list, comment{
				text: strings.TrimRight(src[end:line], " \t\r"), off: end, before: before, prevEnd: prevEnd, first: before == asm.EOF,
				own: before == asm.EOF || strings.Contains(src[prevEnd:end], "\n"),
			})
			at = line
		}
		switch n := len(list); tok.Kind {
		case asm.RBrace, asm.EOF, asm.MetaBegin: // printing makes the line before {-#
			if n > 0 && list[n-1].text == "" && list[n-1].off == int(tok.Start) {
				list = list[:n-1]
			}
		}
		if tok.Kind == asm.EOF {
			return slices.DeleteFunc(list, func(c comment) bool { return c.text == "" && c.before == asm.LBrace })
		}
		before, prevEnd = tok.Kind, int(tok.End)
	}
}

// insertion is text to be put into a rendering.
type insertion struct {
	off  int
	text string
}

// transfer puts the comments of a chunk into its rendering: those on lines of their own before the op, label, alias or
// closing brace that they stood before, those at the end of a line at the end of the line that now has what they stood
// behind. Aliases that nothing uses are kept at the beginning.
func transfer(ch *chunk, r *rendering, p *pairing) string {
	t := &transferrer{ch: ch, r: r, p: p}
	t.collectAnchors()
	comments := ch.comments()
	for _, c := range comments {
		if c.first {
			t.put(0, c.text+"\n")
		}
	}
	for _, it := range ch.index.items {
		if it.kind == aliasItem && it.defined && r.chunk.index.byAlias[it.name] == nil {
			t.put(0, ch.index.text(it.definition)+"\n")
		}
	}
	for _, c := range comments {
		switch off := ch.base + c.off; {
		case c.first:
		case c.own:
			t.ownLine(c.text, off)
		default:
			t.trailing(c, off)
		}
	}
	return t.apply()
}

type transferrer struct {
	ch      *chunk
	r       *rendering
	p       *pairing
	anchors []anchor
	list    []insertion
}

// anchor is a place in the source that begins a line when printed; to is that place, if there is one.
type anchor struct {
	off     int
	to      func() (off int, ok bool)
	closing bool // of a region
}

func (t *transferrer) put(off int, text string) { t.list = append(t.list, insertion{off, text}) }

func (t *transferrer) collectAnchors() {
	for _, o := range t.ch.index.ops {
		t.anchors = append(t.anchors, anchor{off: o.start, to: func() (int, bool) {
			to := t.r.chunk.index.byOp[t.p.ops[o.op]]
			if to == nil {
				return 0, false
			}
			return to.start, true
		}})
	}
	for _, region := range t.ch.index.regions {
		t.anchors = append(t.anchors, anchor{off: region.end - 1, closing: true, to: func() (int, bool) {
			to := t.r.chunk.index.byRegion[t.p.regions[region.region]]
			if to == nil {
				return 0, false
			}
			return to.end - 1, true
		}})
	}
	for _, it := range t.ch.index.items {
		if !it.defined || it.kind != aliasItem && it.kind != blockItem {
			continue
		}
		t.anchors = append(t.anchors, anchor{off: it.def.start, to: func() (int, bool) { return t.definition(it) }})
	}
	slices.SortStableFunc(t.anchors, func(a, b anchor) int { return a.off - b.off })
}

// definition is where the rendering has a label or an alias.
func (t *transferrer) definition(it *item) (int, bool) {
	to := t.r.chunk.index.byAlias[it.name]
	if it.kind == blockItem {
		to = t.r.chunk.index.byBlock[t.p.blocks[it.block]]
	}
	if to == nil || !to.defined {
		return 0, false
	}
	return to.def.start, true
}

// ownLine puts a comment before the line of the next thing that is printed too; one between the tokens of an op before
// that op.
func (t *transferrer) ownLine(text string, off int) {
	if o := t.ch.index.opAt(off); o != nil {
		if r := t.ch.index.regionAt(off); r == nil || r.start < o.start {
			off = o.start
		}
	}
	i := sort.Search(len(t.anchors), func(i int) bool { return t.anchors[i].off >= off })
	for ; i < len(t.anchors); i++ {
		to, ok := t.anchors[i].to()
		if !ok {
			continue
		}
		start := strings.LastIndexByte(t.r.text[:to], '\n') + 1
		line := t.r.text[start:to]
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		if t.anchors[i].closing && indent == line {
			indent += "  "
		}
		if text == "" {
			indent = ""
		}
		t.put(start, indent+text+"\n")
		return
	}
	t.put(len(t.r.text), text+"\n")
}

// trailing puts a comment behind the line of what it stood behind.
func (t *transferrer) trailing(c comment, off int) {
	to, ok := t.behind(c)
	if !ok {
		t.ownLine(c.text, off)
		return
	}
	end := len(t.r.text)
	if n := strings.IndexByte(t.r.text[to:], '\n'); n >= 0 {
		end = to + n
	}
	t.put(end, " "+c.text)
}

// behind is where the rendering has the token that a comment stood behind, or what that belongs to.
func (t *transferrer) behind(c comment) (off int, ok bool) {
	from, to := t.ch.index, t.r.chunk.index
	end := t.ch.base + c.prevEnd
	if c.before == asm.LBrace {
		if rs := from.regionsFrom(end - 1); len(rs) > 0 && rs[0].start == end-1 {
			if r := to.byRegion[t.p.regions[rs[0].region]]; r != nil {
				return r.start, true
			}
		}
	}
	line := strings.LastIndexByte(string(t.ch.file.Src[:c.prevEnd]), '\n') + 1 + t.ch.base
	for _, it := range from.items {
		if it.defined && (it.kind == aliasItem || it.kind == blockItem) && line <= it.def.start && it.def.start < end {
			return t.definition(it)
		}
	}
	o := from.opAt(end - 1)
	if o == nil {
		return 0, false
	}
	there := to.byOp[t.p.ops[o.op]]
	switch {
	case there == nil:
		return 0, false
	case o.end == end:
		return there.end, true
	}
	return there.start, true
}

func (t *transferrer) apply() string {
	slices.SortStableFunc(t.list, func(a, b insertion) int { return a.off - b.off })
	var b strings.Builder
	at := 0
	for _, in := range t.list {
		b.WriteString(t.r.text[at:in.off])
		b.WriteString(in.text)
		at = in.off
	}
	b.WriteString(t.r.text[at:])
	return b.String()
}
