package diag

import (
	"bytes"
	"fmt"
	"sort"
	"strings"
	"sync"
)

// File is one source text. Src must not change after NewFile.
type File struct {
	Name string
	Src  []byte

	before int // lines of the whole file that lie before Src, see Split
	at     *[2]int
	once   sync.Once
	starts []int
}

// NewFile makes a file of the given name and text.
func NewFile(name string, src []byte) *File { return &File{Name: name, Src: src} }

// Position gives line and column (both from 1, the column in bytes) of the offset off. An offset outside Src
// is taken as the nearest one inside. The line table is built on first use, so a file without diagnostics
// costs nothing.
func (f *File) Position(off int) (line, col int) {
	if f.at != nil {
		return f.at[0], f.at[1]
	}
	f.once.Do(f.index)
	off = min(max(off, 0), len(f.Src))
	i := sort.SearchInts(f.starts, off+1) - 1
	return f.before + i + 1, off - f.starts[i] + 1
}

func (f *File) index() {
	f.starts = append(make([]int, 0, 1+bytes.Count(f.Src, newline)), 0)
	for i, c := range f.Src {
		if c == '\n' {
			f.starts = append(f.starts, i+1)
		}
	}
}

var newline = []byte{'\n'}

// lineAround gives the text of the line that holds off, without its end, and the offset where it starts.
func (f *File) lineAround(off int) (text []byte, start int) {
	off = min(max(off, 0), len(f.Src))
	_, col := f.Position(off)
	start = off - (col - 1)
	text = f.Src[start:]
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	return bytes.TrimSuffix(text, []byte{'\r'}), start
}

// Split cuts the file at the lines that start with marker (`// -----` for --split-input-file). The parts share
// Src and keep the line numbers of the whole.
func (f *File) Split(marker string) []*File {
	var parts []*File
	start, line, first := 0, f.before, f.before
	for off := 0; off < len(f.Src); {
		next := len(f.Src)
		if n := bytes.IndexByte(f.Src[off:], '\n'); n >= 0 {
			next = off + n + 1
		}
		line++
		if bytes.HasPrefix(f.Src[off:next], []byte(marker)) {
			parts = append(parts, &File{Name: f.Name, Src: f.Src[start:off:off], before: first})
			start, first = next, line
		}
		off = next
	}
	return append(parts, &File{Name: f.Name, Src: f.Src[start:], before: first})
}

// Span is a half-open range of bytes [Start, End) of a file. The zero Span says that the place is unknown.
type Span struct {
	File       *File
	Start, End int
}

// At is the span of a position in a file whose text is not at hand, such as a `loc("kernel.py":7:3)`.
func At(name string, line, col int) Span {
	return Span{File: &File{Name: name, at: &[2]int{line, col}}}
}

// Known says whether the span has a file.
func (s Span) Known() bool { return s.File != nil }

// Position is the line and column where the span starts, 0 and 0 if it is unknown.
func (s Span) Position() (line, col int) {
	if s.File == nil {
		return 0, 0
	}
	return s.File.Position(s.Start)
}

// String is `file:line:col`, as it stands before a message.
func (s Span) String() string {
	if s.File == nil {
		return "<unknown>:0"
	}
	line, col := s.Position()
	return fmt.Sprintf("%s:%d:%d", s.File.Name, line, col)
}

// Text is the source that the span covers.
func (s Span) Text() string {
	if s.File == nil {
		return ""
	}
	start := min(max(s.Start, 0), len(s.File.Src))
	end := min(max(s.End, start), len(s.File.Src))
	return strings.ToValidUTF8(string(s.File.Src[start:end]), "\uFFFD")
}
