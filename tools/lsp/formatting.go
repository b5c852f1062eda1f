package lsp

import (
	"errors"
	"slices"
	"strings"

	"github.com/tliron/glsp"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"tawa/ir"
	"tawa/printer"
)

// formatting prints each program of the document as the tool does, with the names of values, blocks and aliases, the
// comments and single empty lines of the source. Programs with errors, and those of which the printed text would lack
// something, are refused.
func (v *view) formatting(_ *glsp.Context, params *protocol.DocumentFormattingParams) ([]protocol.TextEdit, error) {
	s, done, err := v.hold(params.TextDocument)
	if err != nil {
		return nil, err
	}
	defer done()
	edits := []protocol.TextEdit{}
	for _, c := range s.chunks {
		text, err := s.config.format(c)
		if err != nil {
			line := s.text.position(c.base).Line + 1
			if len(s.chunks) > 1 {
				return nil, failed("not formatted, for the program at line %d: %v", line, err)
			}
			return nil, failed("not formatted: %v", err)
		}
		if edit, ok := s.replace(span{c.base, c.end()}, text); ok {
			edits = append(edits, edit)
		}
	}
	return edits, nil
}

// replace is the edit that gives a span another text, without the lines at both ends that stay.
func (s *snapshot) replace(sp span, text string) (protocol.TextEdit, bool) {
	old := sp.text(s.text)
	if old == text {
		return protocol.TextEdit{}, false
	}
	n := 0
	for {
		i := strings.IndexByte(old[n:], '\n') + 1
		if i == 0 || !strings.HasPrefix(text[n:], old[n:n+i]) {
			break
		}
		n += i
	}
	m := 0
	for {
		i := strings.LastIndexByte(strings.TrimSuffix(old[n:len(old)-m], "\n"), '\n') + 1 + n
		k := len(text) - (len(old) - i) // where the tail begins in text
		if i >= len(old)-m || i <= n || k < n || !strings.HasSuffix(text, old[i:]) || k > 0 && text[k-1] != '\n' {
			break
		}
		m = len(old) - i
	}
	return protocol.TextEdit{
		Range: s.text.rangeOf(span{sp.start + n, sp.end - m}), NewText: text[n : len(text)-m],
	}, true
}

// format is the text of a program as it should be, or why it is not formatted.
func (c *config) format(ch *chunk) (string, error) {
	src := string(ch.file.Src)
	if !ch.sound() {
		return "", errors.New("it has errors")
	}
	if len(ch.index.ops) == 0 {
		return src, nil
	}
	r, err := c.render(ch)
	if err != nil {
		return "", err
	}
	p, ok := pair(ch.module, r.chunk.module)
	if !ok {
		return "", errors.New("it is not the same after printing")
	}
	text := transfer(ch, r, p)
	return text, c.same(ch, text)
}

// same makes sure that a formatted text is the program that it was and has all comments.
func (c *config) same(before *chunk, text string) error {
	after := c.reread(text).chunk
	if !after.sound() {
		return errors.New("what was printed can't be read back")
	}
	opts := printer.Options{DebugInfo: true, LocalScope: true}
	if before.hasLocations() && printer.String(before.module, opts) != printer.String(after.module, opts) {
		return errors.New("it is not the same after printing")
	}
	opts.DebugInfo = false
	if printer.String(before.module, opts) != printer.String(after.module, opts) {
		return errors.New("it is not the same after printing")
	}
	if !slices.Equal(commentTexts(before), commentTexts(after)) {
		return errors.New("comments would be lost")
	}
	return nil
}

func commentTexts(ch *chunk) []string {
	var list []string
	for _, c := range ch.comments() {
		// Two at the end of one line, as those of lines that became one, are one comment.
		for part := range strings.SplitSeq(c.text, "//") {
			if part = strings.TrimSpace(part); part != "" {
				list = append(list, part)
			}
		}
	}
	slices.Sort(list)
	return list
}

// nameOf is how a message calls an op.
func nameOf(op *ir.Operation) string {
	if name := ir.SymbolName(op); name != "" {
		return op.Name().String() + " @" + name
	}
	return op.Name().String()
}
