package ir

import (
	"fmt"
	"slices"

	"tawa/diag"
)

// AsmPrinter is what types, attributes and rows print through; package printer
// implements it, and TypeString and AttrString have a small one of their own.
type AsmPrinter interface {
	Context() *Context
	// Str writes text as it is, Int a decimal number.
	Str(s string)
	Int(v int64)
	// Quoted writes s in quotes with escapes, KeywordOrString bare if it can be,
	// Symbol as @name or @"name".
	Quoted(s string)
	KeywordOrString(s string)
	Symbol(name string)
	// Type writes a type, behind its alias if it has one. ShortType leaves out
	// the `!dialect.mnemonic` of a dialect type: `<f16>`.
	Type(t Type)
	ShortType(t Type)
	// Attr writes an attribute; AttrNoType leaves out `: type` of numbers.
	Attr(a Attribute)
	AttrNoType(a Attribute)
	// Limits says when elements are not written out one by one.
	Limits() Limits
	// DistinctNumber is the number of a distinct attribute in this text.
	DistinctNumber(a *DistinctAttr) int
	// LocationRef writes a location inside another: behind its alias or whole, without `loc`.
	LocationRef(l LocationAttr)

	// The rest is for operations.

	// Operand writes %name; Operands a comma-separated list.
	Operand(v *Value)
	Operands(vs []*Value)
	// Types writes the comma-separated types of vs.
	Types(vs []*Value)
	// Successor writes ^label.
	Successor(b *Block)
	// Argument writes `%name: type {attrs} loc(...)` of a block argument; attrs may be
	// nil, the location is written only if locations are.
	Argument(v *Value, attrs *DictAttr)
	// Region writes ` {` to `}`; entry arguments and terminator only if asked for.
	Region(r *Region, entryArgs, terminator bool)
	// Op writes an op of a region inside of the line, without its results.
	Op(op *Operation)
	// AttrDict writes ` {…}` with all attributes but the elided and defaulted ones,
	// nothing if none is left; keyword puts ` attributes` before it.
	AttrDict(op *Operation, keyword bool, elided ...string)
	// Newline begins a line at the current indent.
	Newline()
}

// UnresolvedOperand is an operand of which the type is not known yet: %name#number.
type UnresolvedOperand struct {
	Name   string
	Number int
	Span   diag.Span
}

// Argument is a declared region argument. Attrs and Loc may be unset.
type Argument struct {
	Operand UnresolvedOperand
	Type    Type
	Attrs   *DictAttr
	Loc     Location
}

// AsmParser is what types, attributes and rows parse through; package parser
// implements it. Methods that return ok have reported the error if it is false;
// those called Optional… report nothing when the thing is not there.
type AsmParser interface {
	Context() *Context
	// Span is the next token's place. Errorf reports there if span has no file.
	Span() diag.Span
	Errorf(span diag.Span, format string, args ...any) *diag.Diagnostic

	// Punct takes punctuation or operators: ( ) { } [ ] < > , : = -> * + - ? |
	Punct(s string) bool
	OptionalPunct(s string) bool
	// Keyword takes the bare word kw; AnyKeyword takes and returns any bare word.
	Keyword(kw string) bool
	OptionalKeyword(kw string) bool
	AnyKeyword() (string, bool)
	OptionalAnyKeyword() (string, bool)
	// Integer takes a decimal or hexadecimal number with an optional minus.
	Integer() (int64, bool)
	OptionalInteger() (int64, bool)
	// Quoted takes a string literal and returns it unescaped.
	Quoted() (string, bool)
	OptionalQuoted() (string, bool)
	// Symbol takes @name.
	Symbol() (string, bool)
	OptionalSymbol() (string, bool)
	// List parses open elem, elem… close; with empty delimiters a list of at least one.
	List(open, close string, elem func() bool) bool

	// Type takes a type; ShortType also the form without head that ShortType prints,
	// for the dialect type `dialect.mnemonic`.
	Type() (Type, bool)
	OptionalType() (t Type, present, ok bool)
	ShortType(name string) (Type, bool)
	// FunctionType takes `(types) -> types`.
	FunctionType() (*FunctionType, bool)
	// TypeList takes types separated by commas, at least one.
	TypeList() ([]Type, bool)
	// Shape takes `2x?x` with the last x and, if allowed, dynamic extents.
	Shape(dynamic bool) ([]int64, bool)
	// Attr takes an attribute; t, if not nil, is the type of a number without one.
	Attr(t Type) (Attribute, bool)
	OptionalAttr(t Type) (a Attribute, present, ok bool)
	// AffineMap takes `(d0) -> (d0)`, the inside of an affine_map.
	AffineMap() (Attribute, bool)
	// AttrDict takes `{…}` if there, with `attributes` before it if keyword is set,
	// and adds the entries to the state.
	AttrDict(st *OperationState, keyword bool) bool
	// OptionalLocation takes ` loc(...)` if there.
	OptionalLocation(into *Location) bool

	// Operand takes %name; Operands a comma-separated list, which may be empty.
	Operand() (UnresolvedOperand, bool)
	OptionalOperand() (u UnresolvedOperand, present bool)
	Operands() ([]UnresolvedOperand, bool)
	// Resolve adds the operands, of the given type(s), to the state.
	Resolve(u UnresolvedOperand, t Type, st *OperationState) bool
	ResolveAll(us []UnresolvedOperand, ts []Type, span diag.Span, st *OperationState) bool
	// Argument takes %name[: type][ {attrs}][ loc(...)].
	Argument(withType, withAttrs bool) (Argument, bool)
	// Region takes `{…}` into r, with these entry arguments in scope.
	Region(r *Region, args []Argument) bool
	OptionalRegion(r *Region, args []Argument) (present, ok bool)
	// EnsureTerminator adds the row's ImplicitTerminator to blocks that end without one.
	EnsureTerminator(r *Region, terminator *OpName)
	// Successor takes ^label.
	Successor() (*Block, bool)
}

// Reporter reports what a verifier found, at an op.
type Reporter struct {
	Sink *diag.Sink
	Op   *Operation
}

// Errorf reports `'dialect.op' op text` at the op and returns false.
func (r Reporter) Errorf(format string, args ...any) bool {
	r.Diag(format, args...)
	return false
}

// Diag is Errorf, returning the diagnostic for notes.
func (r Reporter) Diag(format string, args ...any) *diag.Diagnostic {
	message := "'" + r.Op.info.name.name + "' op " + fmt.Sprintf(format, args...)
	return r.Sink.Add(&diag.Diagnostic{Span: r.Op.Loc.Span(), Message: message, Op: r.Op})
}

// Listener hears of each change that goes through a builder or rewriter.
type Listener interface {
	Inserted(op *Operation)
	Modified(op *Operation)
	// Replaced is called before the uses change, Erased before op goes.
	Replaced(op *Operation, with []*Value)
	Erased(op *Operation)
}

// Rewriter is how a pattern changes the program, so that the driver knows of it.
type Rewriter interface {
	// Builder inserts before the matched op, with its location.
	Builder() *Builder
	// Replace makes the users of op use values, and erases op.
	Replace(op *Operation, values ...*Value)
	// ReplaceOp makes an op before op and replaces op by its results, which have the types of op's if results is nil.
	ReplaceOp(op *Operation, name *OpName, operands []*Value, results []Type, attrs ...NamedAttr) *Operation
	// Erase erases op, whose results are unused.
	Erase(op *Operation)
	// Modify runs f, which changes op in place.
	Modify(op *Operation, f func())
	// ReplaceUses makes the users of v use w.
	ReplaceUses(v, w *Value)
	// InlineBefore moves the ops of b before op, its arguments replaced by args; b is erased.
	InlineBefore(b *Block, op *Operation, args ...*Value)
}

// Pattern rewrites ops. Root nil matches any op. Of several patterns for an op
// the one with the highest Benefit is tried first, then the one listed first.
type Pattern struct {
	Name    string
	Labels  []string // names of groups, by which it can be switched on and off too
	Root    *OpName
	Benefit int
	// Match changes the program through the rewriter and returns true, or
	// changes nothing and returns false.
	Match func(op *Operation, r Rewriter) bool
}

// Is reports whether that is the pattern's name or one of its labels.
func (p *Pattern) Is(name string) bool { return p.Name == name || slices.Contains(p.Labels, name) }
