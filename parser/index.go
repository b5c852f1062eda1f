package parser

import (
	"tawa/diag"
	"tawa/ir"
)

// Options say what else Parse is to do.
type Options struct {
	// Index, unless nil, hears where the names of the text are defined and used; then the text is read in one go,
	// from its beginning to its end. Editors need it (tools/lsp); normal runs pay a comparison with nil a name.
	Index Index
}

// Index hears of names in the order in which the parser meets them. What it hears of a text with mistakes is right
// as far as it goes: operations that have an error are left out, those around and inside them are not.
//
// Spans of names include the sigil: %x, %x#1, ^bb0, #map, !t, @f.
type Index interface {
	// DefineValue says that a name stands for these values: the results of an op that share it, or an argument.
	DefineValue(name diag.Span, values []*ir.Value)
	// UseValue is an operand. Where the definition comes later v stands for it until ResolveValue.
	UseValue(name diag.Span, v *ir.Value)
	// ResolveValue says which value a stand-in stood for.
	ResolveValue(standIn, v *ir.Value)
	// DefineBlock and UseBlock are a label before its block, and as a successor.
	DefineBlock(label diag.Span, b *ir.Block)
	UseBlock(label diag.Span, b *ir.Block)
	// DefineAlias says what the alias means; definition ends where its attribute or type does. The one of a that is
	// no nil is set.
	DefineAlias(name, definition diag.Span, a ir.Attribute, t ir.Type)
	// UseAlias is #name or !name anywhere else.
	UseAlias(name diag.Span)
	// Symbol is @name, both where it is defined and in references.
	Symbol(name diag.Span)
	// Region is `{…}` with its braces, of an op with that row, which may be nil; it comes after what is inside. A region
	// that is not closed ends where the text does.
	Region(braces diag.Span, r *ir.Region, row *ir.OpDef)
	// Op is an operation from its first result to its last token, and the span of its name alone. It comes after the
	// regions of the op and before the definition of its results.
	Op(op *ir.Operation, whole, name diag.Span)
}

// Parse is the function Parse with these options.
func (o Options) Parse(ctx *ir.Context, file *diag.File, sink *diag.Sink) (module *ir.Operation, ok bool) {
	return parse(ctx, file, sink, o.Index)
}
