// Package printer writes operations in MLIR's textual form: custom forms by the rows' assembly formats or Print
// functions, the generic form for all others; aliases and locations as MLIR places and numbers them; SSA names
// that keep what the input called them.
package printer

import (
	"bytes"
	"io"
	"strconv"

	"tawa/asm"
	"tawa/ir"
)

// Options choose among the forms. The zero Options give custom forms with names and without locations.
type Options struct {
	Generic    bool // --mlir-print-op-generic: the generic form of every op
	DebugInfo  bool // --mlir-print-debuginfo: locations
	NoSSANames bool // --mlir-print-ssa-names=false: MLIR's own names, not those of the input
	// Limits are those of --mlir-elide-elementsattrs-if-larger, --mlir-print-elementsattrs-with-hex-if-larger and
	// --mlir-elide-resource-strings-if-larger; nil for ir.DefaultLimits. What is left out can't be read back.
	Limits *ir.Limits
	// Aliases are names, with their # or !, for attributes and types in place of those that they ask for. All names in it
	// are taken, used or not. Editors keep those of the source with it.
	Aliases map[any]string

	// The rest is for reading only, not for reading back.
	PrettyDebugInfo bool // --mlir-pretty-debuginfo: locations for people
	LocalScope      bool // --mlir-print-local-scope: no aliases; this can be read back
	UniqueSSAIDs    bool // --mlir-print-unique-ssa-ids: no name twice, also in regions side by side
	SkipRegions     bool // --mlir-print-skip-regions: `{...}`
	ValueUsers      bool // --mlir-print-value-users: comments that say who uses what
	NameLocPrefix   bool // --mlir-use-nameloc-as-prefix: names out of named locations
}

// Print writes op, with the aliases that it needs around it, and a final newline.
//
// Isolated operations that are no symbol tables, such as functions, are printed by ir.Context.Workers goroutines. Printing
// sets the marks of values and blocks; so an operation, or two in one function, must not be printed twice at a time.
func Print(w io.Writer, op *ir.Operation, opts Options) error {
	p := &printer{ctx: op.Context(), opts: opts, types: &typeCache{}}
	if p.ctx.MayAlias() || !opts.LocalScope && (opts.DebugInfo || len(opts.Aliases) > 0) {
		p.aliases = p.collectAliases(op)
	}
	p.names = nameValues(op, opts)
	return p.write(w, op)
}

// String is the text that Print writes, without the final newline.
func String(op *ir.Operation, opts Options) string {
	var text bytes.Buffer
	Print(&text, op, opts) // a Buffer takes everything
	return string(text.Bytes()[:text.Len()-1])
}

// collectAliases prints op once to see what wants an alias, in which order; the names are known only after it.
func (p *printer) collectAliases(op *ir.Operation) *aliases {
	first := &printer{ctx: p.ctx, opts: p.opts, collect: &collector{}}
	first.topLevel(op)
	if !first.collect.found {
		return nil
	}
	if p.opts.LocalScope {
		first.collect.dropAliases()
	}
	return first.collect.number(p.opts.Aliases)
}

// printer implements ir.AsmPrinter.
type printer struct {
	ctx     *ir.Context
	opts    Options
	buf     []byte
	indent  int
	dialect string // that may be left out of op names here
	names   *names // nil in the first run
	types   *typeCache
	collect *collector // not nil in the first run
	aliases *aliases   // not nil in the second run, if something wants an alias
	holes   *[]hole    // where to leave operations out for other goroutines; nil: nowhere
	drain   func()     // may write out buf and empty it; nil: only at the end
}

var _ ir.AsmPrinter = (*printer)(nil)

func (p *printer) topLevel(op *ir.Operation) {
	p.dialect = "builtin"
	p.op(op)
	p.byte('\n')
}

func (p *printer) byte(c byte)          { p.buf = append(p.buf, c) }
func (p *printer) Context() *ir.Context { return p.ctx }
func (p *printer) Str(s string)         { p.buf = append(p.buf, s...) }
func (p *printer) Int(v int64)          { p.buf = strconv.AppendInt(p.buf, v, 10) }
func (p *printer) Quoted(s string)      { p.buf = asm.AppendQuoted(p.buf, s) }
func (p *printer) Symbol(name string)   { p.buf = asm.AppendSymbol(p.buf, name) }
func (p *printer) ShortType(t ir.Type)  { p.visitType(t, true) }
func (p *printer) Type(t ir.Type)       { p.visitType(t, false) }

func (p *printer) KeywordOrString(s string) { p.buf = asm.AppendKey(p.buf, s) }

// Operand writes %name.
func (p *printer) Operand(v *ir.Value) {
	if p.names != nil {
		p.buf = p.names.append(p.buf, v)
	}
}

// Successor writes ^bb and a number.
func (p *printer) Successor(b *ir.Block) {
	if p.names != nil {
		p.buf = p.names.appendBlock(p.buf, b)
	}
}

// typeCache remembers the text of types, in a place for each that is chosen by its number.
type typeCache [256]struct {
	t    ir.Type
	text string
}

// visitType writes a type, behind its alias if it has one; the text of each type is made once.
func (p *printer) visitType(t ir.Type, short bool) {
	if t == nil {
		p.Str("<<NULL TYPE>>")
		return
	}
	switch {
	case p.collect != nil:
		p.collect.visit(t, p.aliasOf(t), true, false, func() { p.wholeType(t, short) })
		return
	case short:
		p.wholeType(t, true)
		return
	}
	known := &p.types[ir.IDOf(t)%uint32(len(p.types))]
	if known.t == t {
		p.Str(known.text)
		return
	}
	text, ok := p.aliases.name(t)
	if ok {
		p.Str(text)
	} else {
		start := len(p.buf)
		p.wholeType(t, false)
		text = string(p.buf[start:])
	}
	known.t, known.text = t, text
}

func (p *printer) wholeType(t ir.Type, short bool) {
	if head, dialect := ir.TypeHead(t); dialect && !short {
		p.Str(head)
	}
	t.Print(p)
}

// Attr writes an attribute, behind its alias if it has one.
func (p *printer) Attr(a ir.Attribute) {
	switch a := a.(type) {
	case nil:
		p.Str("<<NULL ATTRIBUTE>>")
		return
	case ir.LocationAttr:
		p.locationAttr(a)
		return
	case *ir.IntegerAttr, *ir.StringAttr, *ir.UnitAttr, *ir.FloatAttr: // never behind an alias
		a.Print(p)
		return
	}
	if p.collect != nil {
		p.collect.visit(a, p.aliasOf(a), false, false, func() { p.wholeAttr(a) })
	} else if name, ok := p.aliases.name(a); ok {
		p.Str(name)
	} else {
		p.wholeAttr(a)
	}
}

func (p *printer) wholeAttr(a ir.Attribute) {
	if l, ok := a.(ir.LocationAttr); ok {
		p.Str("loc(")
		l.Print(p)
		p.byte(')')
		return
	}
	ir.PrintAttr(p, a)
}

// AttrNoType writes an attribute, and of a number not its type.
func (p *printer) AttrNoType(a ir.Attribute) {
	ir.PrintAttrNoType(p, a)
}

// locationAttr writes a location as an attribute: by its alias alone, or as `loc(…)`.
func (p *printer) locationAttr(l ir.LocationAttr) {
	_, named := p.aliases.name(l)
	if !named {
		p.Str("loc(")
	}
	p.location(l, false)
	if !named {
		p.byte(')')
	}
}

// LocationRef writes a location inside another.
func (p *printer) LocationRef(l ir.LocationAttr) {
	p.location(l, p.collect != nil && p.collect.deferrable())
}

// location writes l behind its alias, or whole. In the first run deferrable says that its alias may be defined
// after the operation.
func (p *printer) location(l ir.LocationAttr, deferrable bool) {
	if p.collect != nil {
		p.collect.found = true
		p.collect.visit(l, "loc", false, deferrable, func() { l.Print(p) })
		return
	}
	if name, ok := p.aliases.name(l); ok {
		p.Str(name)
		return
	}
	l.Print(p)
}

// trailing writes ` loc(…)` behind an op or argument, the outermost location by its alias only if allowed.
func (p *printer) trailing(l ir.Location, alias bool) {
	if !p.opts.DebugInfo {
		return
	}
	attr := l.Attr()
	if attr == nil {
		attr = p.whereRead(l)
	}
	if p.opts.PrettyDebugInfo {
		p.byte(' ')
		p.prettyLocation(attr)
		return
	}
	p.Str(" loc(")
	switch {
	case alias || p.collect != nil:
		p.location(attr, alias)
	default:
		attr.Print(p)
	}
	p.byte(')')
}

// whereRead is the location of something that the input gave none.
func (p *printer) whereRead(l ir.Location) ir.LocationAttr {
	if !l.Span().Known() {
		return p.ctx.UnknownLoc()
	}
	line, col := l.Span().Position()
	return p.ctx.FileLineCol(l.Span().File.Name, line, col)
}

func (p *printer) Operands(vs []*ir.Value) {
	for i, v := range vs {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(v)
	}
}

func (p *printer) Types(vs []*ir.Value) {
	for i, v := range vs {
		if i > 0 {
			p.Str(", ")
		}
		p.Type(v.Type())
	}
}

func (p *printer) Argument(v *ir.Value, attrs *ir.DictAttr) {
	p.Operand(v)
	p.Str(": ")
	p.Type(v.Type())
	if attrs != nil && len(attrs.Entries) > 0 {
		p.byte(' ')
		ir.PrintDict(p, attrs.Entries)
	}
	p.trailing(v.Loc(), false)
}

// Newline begins a line at the current indent.
func (p *printer) Newline() {
	p.byte('\n')
	p.pad()
}

func (p *printer) pad() {
	for range p.indent {
		p.Str("  ")
	}
}
