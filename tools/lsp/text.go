package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

// text is a document's source with its line table. Offsets are bytes; positions of the protocol are lines and UTF-16
// code units, both from 0.
type text struct {
	src   string
	lines []int // where lines start
}

func newText(src string) *text {
	t := &text{src: src, lines: append(make([]int, 0, 1+strings.Count(src, "\n")), 0)}
	for i := 0; i < len(src); i++ {
		if c := src[i]; c == '\n' || c == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// lineEnd is where the text of a line ends, its line break excluded.
func (t *text) lineEnd(line int) int {
	if line+1 == len(t.lines) {
		return len(t.src)
	}
	end := t.lines[line+1] - 1
	if end > t.lines[line] && t.src[end] == '\n' && t.src[end-1] == '\r' {
		end--
	}
	return end
}

// offset is the byte at a position; positions outside of the text or of a line are taken as the nearest one inside.
func (t *text) offset(p protocol.Position) int {
	line := int(p.Line)
	if line >= len(t.lines) {
		return len(t.src)
	}
	off, end := t.lines[line], t.lineEnd(line)
	for units := int(p.Character); units > 0 && off < end; {
		r, size := utf8.DecodeRuneInString(t.src[off:end])
		if units -= utf16Len(r); units < 0 {
			break // inside of a surrogate pair
		}
		off += size
	}
	return off
}

// position is the inverse of offset.
func (t *text) position(off int) protocol.Position {
	off = min(max(off, 0), len(t.src))
	line := sort.SearchInts(t.lines, off+1) - 1
	units := 0
	for _, r := range t.src[t.lines[line]:off] {
		units += utf16Len(r)
	}
	return protocol.Position{Line: protocol.UInteger(line), Character: protocol.UInteger(units)}
}

func utf16Len(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

func (t *text) rangeOf(s span) protocol.Range {
	return protocol.Range{Start: t.position(s.start), End: t.position(s.end)}
}

// apply is the text after the changes of a didChange notification, each of which is meant for the text after the one
// before it.
func (t *text) apply(changes []any) *text {
	for _, change := range changes {
		switch c := change.(type) {
		case protocol.TextDocumentContentChangeEventWhole:
			t = newText(c.Text)
		case protocol.TextDocumentContentChangeEvent:
			start, end := t.offset(c.Range.Start), t.offset(c.Range.End)
			if end < start {
				start, end = end, start
			}
			t = newText(t.src[:start] + c.Text + t.src[end:])
		}
	}
	return t
}

// span is a half-open range of bytes of the document.
type span struct{ start, end int }

func (s span) text(t *text) string { return t.src[s.start:s.end] }
func (s span) holds(off int) bool  { return s.start <= off && off < s.end }
