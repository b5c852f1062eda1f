package builtin

import (
	"slices"
	"strings"

	"tawa/ir"
)

// Keywords is an enumeration of a dialect, whose values are attributes
// `#vector.kind<add>` or, if it is enclosed, `#gpu<dim x>`.
type Keywords struct {
	Name     string // dialect.mnemonic
	Words    []string
	Enclosed bool
}

// KeywordAttr is a value of an enumeration. In assembly forms it is `<add>` or ` x`.
type KeywordAttr struct {
	ir.AttrBase
	Of   *Keywords
	Word string
}

// enclosed is a value that is written inside of its dialect's brackets.
type enclosed struct {
	ir.AttrBase
	of   *Keywords
	word string
}

// AttrName and Key implement ir.Attribute.
func (a *KeywordAttr) AttrName() string { return a.Of.Name }
func (a *KeywordAttr) Key(k *ir.Key)    { k.Str(a.Word) }

// Print writes `<add>`.
func (a *KeywordAttr) Print(p ir.AsmPrinter) { p.Str("<" + a.Word + ">") }

func (a *enclosed) AttrName() string      { return a.of.Name }
func (a *enclosed) Key(k *ir.Key)         { k.Str(a.word) }
func (a *enclosed) Print(p ir.AsmPrinter) { p.Str(" " + a.word) }
func (*enclosed) IsEnclosed()             {}

// Attr returns the value of that name.
func (k *Keywords) Attr(c *ir.Context, word string) ir.Attribute {
	if k.Enclosed {
		return ir.UniqueAttr(c, &enclosed{of: k, word: word})
	}
	return ir.UniqueAttr(c, &KeywordAttr{Of: k, Word: word})
}

// Word returns the name of a value of the enumeration.
func (k *Keywords) Word(a ir.Attribute) (string, bool) {
	switch a := a.(type) {
	case *KeywordAttr:
		return a.Word, a.Of == k
	case *enclosed:
		return a.word, a.of == k
	}
	return "", false
}

// Kind constrains attributes to values of the enumeration.
func (k *Keywords) Kind(summary string) *ir.AttrConstraint {
	return &ir.AttrConstraint{Summary: summary, Short: k.Name, Ok: func(a ir.Attribute) bool { _, ok := k.Word(a); return ok }}
}

// Register adds the parser.
func (k *Keywords) Register(r *ir.Registry) { r.DefineAttr(k.Name, k.Parse) }

// Parse takes what Print of a value writes.
func (k *Keywords) Parse(p ir.AsmParser) (ir.Attribute, bool) {
	if !k.Enclosed && !p.Punct("<") {
		return nil, false
	}
	span := p.Span()
	word, ok := p.AnyKeyword()
	if !ok {
		return nil, false
	}
	if !slices.Contains(k.Words, word) {
		p.Errorf(span, "expected one of: %s", strings.Join(k.Words, ", "))
		return nil, false
	}
	return k.Attr(p.Context(), word), k.Enclosed || p.Punct(">")
}
