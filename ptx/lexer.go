package ptx

import (
	"tawa/diag"
)

type tokenKind uint8

const (
	tokEOF tokenKind = iota
	tokWord
	tokNumber
	tokString
	tokPunct
)

// token is a word (`%r1`, `.reg`, `add.s32`, `shared::cta` parts included), a number, a string or one mark.
type token struct {
	kind       tokenKind
	start, end int
}

// lexer cuts PTX text into tokens. A word holds letters, digits, `_ $ %`, and dots where they join it to more of it.
type lexer struct {
	file *diag.File
	src  []byte
	pos  int
	tok  token
	end  int // where the token before tok ended
}

func newLexer(file *diag.File) *lexer {
	l := &lexer{file: file, src: file.Src}
	l.next()
	return l
}

func (l *lexer) text() string { return string(l.src[l.tok.start:l.tok.end]) }

func (l *lexer) span() diag.Span {
	return diag.Span{File: l.file, Start: l.tok.start, End: max(l.tok.end, l.tok.start)}
}

// from is the span from start to the end of the token before the current one.
func (l *lexer) from(start int) diag.Span {
	return diag.Span{File: l.file, Start: start, End: max(start, l.end)}
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || isDigit(c) || c == '_' || c == '$' || c == '%'
}

func (l *lexer) at(i int) byte {
	if i < len(l.src) {
		return l.src[i]
	}
	return 0
}

// skip passes white space and comments.
func (l *lexer) skip() {
	for l.pos < len(l.src) {
		switch c := l.src[l.pos]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v':
			l.pos++
		case c == '/' && l.at(l.pos+1) == '/':
			for l.pos < len(l.src) && l.src[l.pos] != '\n' {
				l.pos++
			}
		case c == '/' && l.at(l.pos+1) == '*':
			l.pos += 2
			for l.pos < len(l.src) && !(l.src[l.pos] == '*' && l.at(l.pos+1) == '/') {
				l.pos++
			}
			l.pos = min(l.pos+2, len(l.src))
		default:
			return
		}
	}
}

func (l *lexer) next() {
	l.end = l.tok.end
	l.skip()
	start := l.pos
	if start >= len(l.src) {
		l.tok = token{tokEOF, start, start}
		return
	}
	kind := tokPunct
	switch c := l.src[start]; {
	case isDigit(c):
		kind = tokNumber
		l.number()
	case isWord(c) || c == '.' && isWord(l.at(start+1)):
		kind = tokWord
		l.word()
	case c == '"':
		kind = tokString
		l.pos++
		for l.pos < len(l.src) && l.src[l.pos] != '"' && l.src[l.pos] != '\n' {
			l.pos++
		}
		l.pos = min(l.pos+1, len(l.src))
	default:
		l.pos++
	}
	l.tok = token{kind, start, l.pos}
}

// word passes `add.rn.f32`, `.shared::cluster`, `%tid.x`.
func (l *lexer) word() {
	l.pos++
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		switch {
		case isWord(c):
			l.pos++
		case c == '.' && isWord(l.at(l.pos+1)):
			l.pos += 2
		case c == ':' && l.at(l.pos+1) == ':' && isWord(l.at(l.pos+2)):
			l.pos += 3
		default:
			return
		}
	}
}

// number passes `12`, `0x7770U`, `0f3F800000`, `1.5e-3`.
func (l *lexer) number() {
	for l.pos < len(l.src) {
		c := l.src[l.pos]
		exponent := (c == '+' || c == '-') && (l.src[l.pos-1] == 'e' || l.src[l.pos-1] == 'E') && l.decimalSoFar()
		if !isWord(c) && c != '.' && !exponent {
			return
		}
		l.pos++
	}
}

// decimalSoFar says that the number before the exponent's sign is a decimal one, as in `1.5e-3` but not `0x1e-3`.
func (l *lexer) decimalSoFar() bool {
	for i := l.pos - 2; i >= 0 && (isWord(l.src[i]) || l.src[i] == '.'); i-- {
		if !isDigit(l.src[i]) && l.src[i] != '.' {
			return false
		}
	}
	return true
}
