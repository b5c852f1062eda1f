package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// TypeString returns the spelling of a type, without aliases.
func TypeString(t Type) string {
	if t == nil {
		return "<<null type>>"
	}
	p := &textPrinter{ctx: t.Context()}
	p.Type(t)
	return p.String()
}

// AttrString returns the spelling of an attribute, without aliases.
func AttrString(a Attribute) string {
	if a == nil {
		return "<<null attribute>>"
	}
	p := &textPrinter{ctx: a.Context()}
	p.Attr(a)
	return p.String()
}

// TypeStrings joins spellings by ", ".
func TypeStrings(ts []Type) string {
	var out []string
	for _, t := range ts {
		out = append(out, TypeString(t))
	}
	return strings.Join(out, ", ")
}

// textPrinter prints types and attributes; it has no operations to print.
type textPrinter struct {
	distinct   map[*DistinctAttr]int
	AsmPrinter // nil: the methods for operations are not called by types and attributes
	strings.Builder
	ctx *Context
}

func (p *textPrinter) Context() *Context { return p.ctx }
func (p *textPrinter) Str(s string)      { p.WriteString(s) }
func (p *textPrinter) Int(v int64)       { p.WriteString(strconv.FormatInt(v, 10)) }
func (p *textPrinter) Quoted(s string)   { p.WriteString(Quote(s)) }

func (p *textPrinter) KeywordOrString(s string) { p.WriteString(KeywordOrQuote(s)) }
func (p *textPrinter) Symbol(name string)       { p.WriteString(SymbolString(name)) }

func (p *textPrinter) Type(t Type) {
	if head, dialect := TypeHead(t); dialect {
		p.WriteString(head)
	}
	t.Print(p)
}

func (p *textPrinter) ShortType(t Type) { t.Print(p) }

func (p *textPrinter) Attr(a Attribute) {
	if l, ok := a.(LocationAttr); ok {
		p.WriteString("loc(")
		l.Print(p)
		p.WriteString(")")
		return
	}
	PrintAttr(p, a)
}

func (p *textPrinter) AttrNoType(a Attribute) { PrintAttrNoType(p, a) }

func (*textPrinter) Limits() Limits { return DefaultLimits }

// DistinctNumber counts as they come.
func (p *textPrinter) DistinctNumber(a *DistinctAttr) int {
	n, ok := p.distinct[a]
	if !ok {
		if p.distinct == nil {
			p.distinct = map[*DistinctAttr]int{}
		}
		n = len(p.distinct)
		p.distinct[a] = n
	}
	return n
}

func (p *textPrinter) LocationRef(l LocationAttr) { l.Print(p) }

// String resolves the ambiguity of the embedded types.
func (p *textPrinter) String() string { return p.Builder.String() }

// Enclosed is implemented by attributes that are written `#dialect<mnemonic body>`
// and, in the assembly form of an op, as the body alone.
type Enclosed interface{ IsEnclosed() }

// PrintAttr writes an attribute with its head.
func PrintAttr(p AsmPrinter, a Attribute) {
	head, dialect := AttrHead(a)
	_, enclosed := a.(Enclosed)
	switch {
	case enclosed:
		p.Str(strings.Replace(head, ".", "<", 1))
		a.Print(p)
		p.Str(">")
		return
	case dialect:
		p.Str(head)
	}
	a.Print(p)
}

// PrintAttrNoType writes an attribute, and of a number or dense elements not their type.
func PrintAttrNoType(p AsmPrinter, a Attribute) {
	switch a := a.(type) {
	case *IntegerAttr:
		a.PrintValue(p)
	case *FloatAttr:
		a.PrintValue(p)
	case *DenseElementsAttr:
		a.PrintValue(p)
	default:
		p.Attr(a)
	}
}

// TypeHead returns `!dialect.mnemonic` of a dialect type, or false for a builtin one.
func TypeHead(t Type) (string, bool) {
	n := t.TypeName()
	return "!" + n, !strings.HasPrefix(n, "builtin.")
}

// AttrHead returns `#dialect.mnemonic` of a dialect attribute, or false for a builtin one.
func AttrHead(a Attribute) (string, bool) {
	n := a.AttrName()
	if strings.HasPrefix(n, "builtin.") {
		return "", false
	}
	return "#" + n, true
}

// Quote writes s as a string literal: printable ASCII as it is, quote and
// backslash escaped, other bytes as two hexadecimal digits.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '\\':
			b.WriteString(`\\`)
		case c >= 0x20 && c < 0x7f && c != '"':
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "\\%02X", c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// KeywordOrQuote writes s bare if it is a bare identifier, else quoted.
func KeywordOrQuote(s string) string {
	if isBareID(s) {
		return s
	}
	return Quote(s)
}

// SymbolString writes @s or @"s".
func SymbolString(s string) string {
	if isBareID(s) {
		return "@" + s
	}
	return "@" + Quote(s)
}

func isBareID(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '$' || c == '.')) {
			return false
		}
	}
	return s != ""
}
