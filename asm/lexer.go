package asm

import "bytes"

// Classes of bytes, as bits.
const (
	letter  = 1 << iota // and _
	digit               // 0-9
	hex                 // 0-9 a-f A-F
	idPunct             // $ . -
	dash                // - alone, which a bare identifier cannot hold
	space               // blank, tab, carriage return, newline
)

var classes = func() (t [256]uint8) {
	for c := range 256 {
		switch {
		case c >= '0' && c <= '9':
			t[c] = digit | hex
		case c >= 'a' && c <= 'f', c >= 'A' && c <= 'F':
			t[c] = letter | hex
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_':
			t[c] = letter
		case c == '$' || c == '.':
			t[c] = idPunct
		case c == '-':
			t[c] = idPunct | dash
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			t[c] = space
		}
	}
	return t
}()

// Lexer cuts a source into tokens. It works on bytes alone and stops at no input: what is no token is Invalid,
// and Problem says why.
type Lexer struct {
	src     []byte
	pos     int
	Problem string // of the last Invalid token
}

// NewLexer makes a lexer at the start of src, which must be shorter than 4 GiB.
func NewLexer(src []byte) Lexer { return Lexer{src: src} }

// Pos is the offset where the next token is looked for.
func (l *Lexer) Pos() int { return l.pos }

// SetPos moves the lexer to an offset: a shape such as `4x8xf32` is read piece by piece out of what were other tokens.
func (l *Lexer) SetPos(pos int) { l.pos = pos }

// Next reads a token, after white space and comments.
func (l *Lexer) Next() Token {
	src, pos := l.src, l.pos
	for pos < len(src) {
		c := src[pos]
		class := classes[c]
		switch {
		case class&space != 0:
			pos++
			continue
		case class&letter != 0:
			start := pos
			for pos++; pos < len(src) && bareClass(src[pos]); pos++ {
			}
			l.pos = pos
			return Token{Ident, uint32(start), uint32(pos)}
		case class&digit != 0:
			return l.number(pos)
		case c == '/' && pos+1 < len(src) && src[pos+1] == '/':
			n := bytes.IndexByte(src[pos:], '\n')
			if n < 0 {
				pos = len(src)
			} else {
				pos += n + 1
			}
			continue
		}
		return l.symbol(c, pos)
	}
	l.pos = len(src)
	return Token{EOF, uint32(pos), uint32(pos)}
}

func bareClass(c byte) bool {
	class := classes[c]
	return class&(letter|digit|idPunct) != 0 && class&dash == 0
}

// single maps the bytes that are a token by themselves, when nothing longer begins with them.
var single = [256]Kind{
	',': Comma, '=': Equal, '?': Question, '*': Star, '+': Plus, '|': Bar, '/': Slash, '(': LParen, ')': RParen,
	'{': LBrace, '}': RBrace, '[': LSquare, ']': RSquare, '<': Less, '>': Greater, ':': Colon, '-': Minus,
}

// ByteKind is the kind of a punctuation mark of one byte, EOF if c is none.
func ByteKind(c byte) Kind { return single[c] }

// symbol reads a token that begins with neither letter nor digit.
func (l *Lexer) symbol(c byte, pos int) Token {
	switch c {
	case '%':
		return l.suffixed(ValueName, pos, "%")
	case '^':
		return l.suffixed(BlockName, pos, "^")
	case '!':
		return l.suffixed(TypeName, pos, "!")
	case '#':
		if l.has(pos, "#-}") {
			return l.token(MetaEnd, pos, 3)
		}
		return l.suffixed(HashName, pos, "#")
	case '@':
		return l.at(pos)
	case '"':
		return l.quoted(String, pos, pos)
	case '-':
		if l.has(pos, "->") {
			return l.token(Arrow, pos, 2)
		}
	case ':':
		if l.has(pos, "::") {
			return l.token(ColonColon, pos, 2)
		}
	case '{':
		if l.has(pos, "{-#") {
			return l.token(MetaBegin, pos, 3)
		}
	case '.':
		if l.has(pos, "...") {
			return l.token(Ellipsis, pos, 3)
		}
	}
	if k := single[c]; k != EOF {
		return l.token(k, pos, 1)
	}
	return l.invalid(pos, 1, "unexpected character")
}

func (l *Lexer) has(pos int, text string) bool {
	return len(l.src)-pos >= len(text) && string(l.src[pos:pos+len(text)]) == text
}

func (l *Lexer) token(k Kind, pos, n int) Token {
	l.pos = pos + n
	return Token{k, uint32(pos), uint32(l.pos)}
}

func (l *Lexer) invalid(pos, n int, problem string) Token {
	l.Problem = problem
	return l.token(Invalid, pos, n)
}

// suffixed reads a prefix and digits, or letters, digits and $ . - not beginning with a digit.
func (l *Lexer) suffixed(k Kind, start int, prefix string) Token {
	src, pos := l.src, start+1
	switch {
	case pos < len(src) && classes[src[pos]]&digit != 0:
		for pos++; pos < len(src) && classes[src[pos]]&digit != 0; pos++ {
		}
	case pos < len(src) && classes[src[pos]]&(letter|idPunct) != 0:
		for pos++; pos < len(src) && classes[src[pos]]&(letter|digit|idPunct) != 0; pos++ {
		}
	default:
		return l.invalid(start, 1, "expected a name after '"+prefix+"'")
	}
	l.pos = pos
	return Token{k, uint32(start), uint32(pos)}
}

// at reads a symbol name: @ and a bare identifier or a string.
func (l *Lexer) at(start int) Token {
	src, pos := l.src, start+1
	if pos < len(src) && src[pos] == '"' {
		return l.quoted(SymbolName, start, pos)
	}
	if pos >= len(src) || classes[src[pos]]&letter == 0 {
		return l.invalid(start, 1, "expected a name after '@'")
	}
	for pos++; pos < len(src) && bareClass(src[pos]); pos++ {
	}
	return l.token(SymbolName, start, pos-start)
}

// quoted reads a string whose opening quote is at quote, as part of a token that begins at start.
func (l *Lexer) quoted(k Kind, start, quote int) Token {
	src := l.src
	badEscape := false
	for pos := quote + 1; pos < len(src); pos++ {
		switch src[pos] {
		case '"':
			if badEscape {
				return l.invalid(start, pos+1-start, `unknown escape in string: after \ comes one of " \ n t or two hexadecimal digits`)
			}
			return l.token(k, start, pos+1-start)
		case '\n':
			return l.invalid(start, pos-start, "string is not closed on its line")
		case '\\':
			n := escapeLen(src[pos+1:])
			badEscape = badEscape || n == 0
			pos += n
		}
	}
	return l.invalid(start, len(src)-start, "string is not closed")
}

// escapeLen is the length of what follows a backslash, 0 if it is no escape.
func escapeLen(s []byte) int {
	if len(s) == 0 {
		return 0
	}
	switch s[0] {
	case '"', '\\', 'n', 't':
		return 1
	}
	if len(s) >= 2 && classes[s[0]]&classes[s[1]]&hex != 0 {
		return 2
	}
	return 0
}

// number reads an integer, decimal or 0x…, or a float, which has a decimal point.
func (l *Lexer) number(start int) Token {
	src, pos := l.src, start+1
	if src[start] == '0' && pos+1 < len(src) && src[pos] == 'x' && classes[src[pos+1]]&hex != 0 {
		for pos++; pos < len(src) && classes[src[pos]]&hex != 0; pos++ {
		}
		return l.token(Integer, start, pos-start)
	}
	pos = l.digits(pos)
	if pos >= len(src) || src[pos] != '.' {
		return l.token(Integer, start, pos-start)
	}
	pos = l.digits(pos + 1)
	if pos < len(src) && (src[pos] == 'e' || src[pos] == 'E') {
		exp := pos + 1
		if exp < len(src) && (src[exp] == '+' || src[exp] == '-') {
			exp++
		}
		if end := l.digits(exp); end > exp {
			pos = end
		}
	}
	return l.token(Float, start, pos-start)
}

func (l *Lexer) digits(pos int) int {
	for pos < len(l.src) && classes[l.src[pos]]&digit != 0 {
		pos++
	}
	return pos
}
