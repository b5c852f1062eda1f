package diag

import (
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWidth is how many characters of a source line are shown; a longer line is cut around the caret.
const maxWidth = 160

// ANSI sequences of the coloured form.
const (
	bold  = "\x1b[1m"
	reset = "\x1b[0m"
	green = "\x1b[1;32m"
)

var labelColor = map[string]string{
	"error": "\x1b[1;31m", "warning": "\x1b[1;35m", "remark": "\x1b[1;34m", "note": "\x1b[1;36m", "hint": "\x1b[1;36m",
}

// Render writes d as mlir-opt does: `file:line:col: error: text`, the source line, a caret with tildes under
// the span, then each note in the same form. A remark ends in the name of its pass.
func Render(w io.Writer, d *Diagnostic, color bool) error {
	if d.Severity == Output {
		_, err := io.WriteString(w, d.Message)
		return err
	}
	var b strings.Builder
	message := d.Message
	if d.Pass != "" {
		message += " [" + d.Pass + "]"
	}
	renderOne(&b, d.Span, d.Severity.String(), message, color)
	for _, n := range d.Notes {
		label := "note"
		if n.Hint {
			label = "hint"
		}
		renderOne(&b, n.Span, label, n.Message, color)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func renderOne(b *strings.Builder, span Span, label, message string, color bool) {
	paint := func(code, text string) string {
		if !color {
			return text
		}
		return code + text + reset
	}
	if span.Known() || label != "hint" {
		b.WriteString(paint(bold, span.String()+":"))
		b.WriteByte(' ')
	}
	b.WriteString(paint(labelColor[label], label+":"))
	b.WriteByte(' ')
	b.WriteString(message)
	b.WriteByte('\n')
	if span.File == nil || span.File.Src == nil {
		return
	}
	source, underline := excerpt(span)
	b.WriteString(source)
	b.WriteByte('\n')
	if i := strings.IndexByte(underline, '^'); color {
		b.WriteString(underline[:i] + paint(green, underline[i:]))
	} else {
		b.WriteString(underline)
	}
	b.WriteByte('\n')
}

// excerpt gives the line of the span and the line with the caret below it. Tabs stay tabs in both, other
// control characters and bytes that are no UTF-8 become U+FFFD, so both lines have the same columns.
func excerpt(span Span) (source, underline string) {
	text, start := span.File.lineAround(span.Start)
	from := min(max(span.Start-start, 0), len(text))
	to := min(max(span.End-start, from+1), max(len(text), from+1))
	text, before, after := window(text, from)
	from, to = from-before, to-before
	var line, marks []rune
	caret := -1
	for off := 0; off < len(text) || caret < 0; {
		r, size := rune(' '), 1
		if off < len(text) {
			r, size = utf8.DecodeRune(text[off:])
		}
		if r != '\t' && unicode.IsControl(r) {
			r = utf8.RuneError
		}
		mark := ' '
		switch {
		case caret < 0 && off+size > from:
			mark, caret = '^', len(line)
		case off >= from && off < to:
			mark = '~'
		case r == '\t':
			mark = '\t'
		}
		if r == '\t' && mark != '\t' { // under the span a tab would tear the tildes apart
			r = ' '
		}
		line, marks = append(line, r), append(marks, mark)
		off += size
	}
	return cut(line, marks, caret, before > 0, after > 0)
}

// window keeps the bytes around at from which cut takes its characters, and tells how many it leaves out
// before and after them: of a line of a megabyte no more is looked at.
func window(text []byte, at int) (kept []byte, before, after int) {
	const reach = maxWidth * utf8.UTFMax
	lo, hi := max(0, at-reach), min(len(text), at+reach)
	for lo > 0 && lo < len(text) && !utf8.RuneStart(text[lo]) && at-lo < reach+utf8.UTFMax {
		lo--
	}
	return text[lo:hi], lo, len(text) - hi
}

// cut keeps maxWidth characters around the caret and writes "..." where something is missing, also what was
// left out before.
func cut(line, marks []rune, caret int, before, after bool) (source, underline string) {
	lo, hi := 0, len(line)
	if len(line) > maxWidth {
		lo = max(0, min(caret-maxWidth/2, len(line)-maxWidth))
		hi = lo + maxWidth
	}
	source, underline = string(line[lo:hi]), string(marks[lo:hi])
	if lo > 0 || before {
		source, underline = "..."+source, "   "+underline
	}
	if hi < len(line) || after {
		source += "..."
	}
	return strings.TrimRight(source, " "), strings.TrimRight(underline, " \t")
}
