// Package asm is what reading and printing MLIR's text have in common: tokens and the lexer, quoting of
// strings, and the declarative assembly-format language of op rows, compiled once into steps that package
// parser runs forwards and package printer runs backwards.
//
// The lexical grammar is MLIR's language reference; the format language is the one of its operation
// definition specification.
package asm

// Kind is the kind of a token.
type Kind uint8

// The kinds. A prefixed name includes its prefix.
const (
	EOF Kind = iota
	Invalid
	Ident      // arith.addi, i32, x8xf32
	SymbolName // @f, @"any text"
	ValueName  // %x, %12
	HashName   // #map, #1 (also the number after a value name)
	TypeName   // !ty, !tt.ptr
	BlockName  // ^bb0
	Integer    // 12, 0xFF
	Float      // 1.5, 2.0e-3
	String     // "text", with its quotes
	Arrow      // ->
	Colon
	ColonColon
	Comma
	Equal
	Question
	Star
	Plus
	Minus
	Bar
	Slash
	Ellipsis // ...
	LParen
	RParen
	LBrace
	RBrace
	LSquare
	RSquare
	Less
	Greater
	MetaBegin // {-#
	MetaEnd   // #-}
)

var kindNames = [...]string{
	EOF: "end of input", Invalid: "invalid text", Ident: "identifier", SymbolName: "symbol name", ValueName: "SSA value",
	HashName: "attribute name", TypeName: "type name", BlockName: "block name", Integer: "integer", Float: "float", String: "string",
	Arrow: "'->'", Colon: "':'", ColonColon: "'::'", Comma: "','", Equal: "'='", Question: "'?'", Star: "'*'", Plus: "'+'",
	Minus: "'-'", Bar: "'|'", Slash: "'/'", Ellipsis: "'...'", LParen: "'('", RParen: "')'", LBrace: "'{'", RBrace: "'}'",
	LSquare: "'['", RSquare: "']'", Less: "'<'", Greater: "'>'", MetaBegin: "'{-#'", MetaEnd: "'#-}'",
}

// String names the kind as a diagnostic does.
func (k Kind) String() string { return kindNames[k] }

// Token is a half-open range [Start, End) of the source with its kind.
type Token struct {
	Kind       Kind
	Start, End uint32
}

// punctuation gives the kind of a punctuation text.
var punctuation = map[string]Kind{
	"->": Arrow, ":": Colon, "::": ColonColon, ",": Comma, "=": Equal, "?": Question, "*": Star, "+": Plus, "-": Minus,
	"|": Bar, "/": Slash, "...": Ellipsis, "(": LParen, ")": RParen, "{": LBrace, "}": RBrace, "[": LSquare, "]": RSquare,
	"<": Less, ">": Greater,
}

// PunctuationKind gives the kind of a punctuation text such as `->`, Ident for a keyword, and false for
// text that is neither.
func PunctuationKind(text string) (Kind, bool) {
	if k, ok := punctuation[text]; ok {
		return k, true
	}
	l := NewLexer([]byte(text))
	if t := l.Next(); t.Kind == Ident && int(t.End) == len(text) {
		return Ident, true
	}
	return Invalid, false
}
