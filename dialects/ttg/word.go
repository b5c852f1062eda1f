package ttg

import (
	"slices"
	"strings"

	"tawa/ir"
)

// WordAttr is `#dialect.name<word>`: one of the words of an enumeration that is an attribute of its own.
type WordAttr struct {
	ir.AttrBase
	Name, Word string
}

// AttrName, Key and Print implement ir.Attribute.
func (a *WordAttr) AttrName() string { return a.Name }
func (a *WordAttr) Key(k *ir.Key)    { k.Str(a.Word) }
func (a *WordAttr) Print(p ir.AsmPrinter) {
	p.Str("<" + a.Word + ">")
}

// DefineWords adds the attribute `#name<…>` of these words.
func DefineWords(r *ir.Registry, name string, words ...string) {
	r.DefineAttr(name, func(p ir.AsmParser) (ir.Attribute, bool) {
		if !p.Punct("<") {
			return nil, false
		}
		span := p.Span()
		word, ok := p.AnyKeyword()
		if !ok {
			return nil, false
		}
		if !slices.Contains(words, word) {
			p.Errorf(span, "'%s' is no word of #%s", word, name).Hint("they are %s", strings.Join(words, ", "))
			return nil, false
		}
		return ir.UniqueAttr(p.Context(), &WordAttr{Name: name, Word: word}), p.Punct(">")
	})
}

// WordKind allows the words of `#name<…>`.
func WordKind(name string) *ir.AttrConstraint {
	return &ir.AttrConstraint{Summary: "#" + name, Ok: func(a ir.Attribute) bool {
		w, ok := a.(*WordAttr)
		return ok && w.Name == name
	}}
}
