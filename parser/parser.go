// Package parser reads MLIR's textual form: generic and custom forms of operations, the builtin types and
// attributes and those of dialects, locations, aliases in any order.
//
// A mistake is a diagnostic with its place; parsing goes on at the next operation, so that a run reports several.
// No input makes the parser panic or recurse deeper than a fixed bound.
package parser

import (
	"fmt"
	"math"
	"unsafe"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

const (
	// maxDepth bounds how deep regions, types, attributes and locations may be nested.
	maxDepth = 10_000
	// maxSpelled bounds how many attributes and types the uses of aliases stand for, beyond what a text of this length
	// can spell itself: forty aliases, each of which names the one before twice, stand for a trillion.
	maxSpelled = 1 << 24
	// maxErrors is how many errors of one file are reported.
	maxErrors = 50
)

var moduleOp = ir.Op("builtin.module")

// Parse reads a file. The operations at its top level are put into a builtin.module, unless there is exactly
// one and it is a module. If ok is false the errors are in the sink and there is no module.
func Parse(ctx *ir.Context, file *diag.File, sink *diag.Sink) (module *ir.Operation, ok bool) {
	return parse(ctx, file, sink, nil)
}

func parse(ctx *ir.Context, file *diag.File, sink *diag.Sink, index Index) (module *ir.Operation, ok bool) {
	if index == nil {
		if module, ok = parseParallel(ctx, file, sink); ok {
			return module, true
		}
	}
	p := newParser(ctx, file, sink)
	if p == nil {
		return nil, false
	}
	p.index = index
	return p.topLevel()
}

// newParser makes a parser at the first token, nil if the file can't be read.
func newParser(ctx *ir.Context, file *diag.File, sink *diag.Sink) *parser {
	if len(file.Src) >= math.MaxUint32 {
		sink.Errorf(diag.Span{File: file}, "a file of 4 GiB or more can't be read")
		return nil
	}
	p := &parser{
		ctx: ctx, file: file, src: file.Src, str: unsafe.String(unsafe.SliceData(file.Src), len(file.Src)), // a file does not change
		sink: sink, before: sink.Errors(),
		lex: asm.NewLexer(file.Src), dialect: "builtin",
		shared: &shared{}, rows: map[string]*ir.OpDef{}, words: map[string]string{}, types: map[string]readType{},
	}
	p.origin = ir.LocationAt(diag.Span{File: file})
	p.scanAliases()
	p.next()
	return p
}

// parser implements ir.AsmParser.
type parser struct {
	ctx    *ir.Context
	file   *diag.File
	origin ir.Location // that others of the file are made of
	src    []byte
	str    string // src
	sink   *diag.Sink
	before int // errors in the sink when this file began

	lex     asm.Lexer
	tok     asm.Token
	prevEnd int  // where the token before tok ends
	depth   int  // of nesting
	spelled int  // attributes and types read, those that aliases stand for included
	stop    bool // too deep, too large or too many errors: unwind
	ended   bool // something is missing at the end of the text, which has been reported

	dialect    string // that may be left out of op names here
	def        *ir.OpDef
	scope      *scope
	spare      *scope                 // closed ones, by their parent
	readers    []*formatReader        // that are not in use
	results    []resultName           // of the ops being read, the innermost last
	states     []*opState             // that are not in use
	operands   []ir.UnresolvedOperand // of the generic ops being read
	dictStack  []ir.NamedAttr         // of the dictionaries being read
	arrayStack []ir.Attribute         // of the arrays being read
	typeList   []ir.Type              // those of one of them
	arena      ir.Arena
	blocks     map[string]*blockRef // labels of the region being read
	aliases    map[string]*alias
	later      *[]body              // of functions, postponed; nil if they are read where they stand
	missing    map[string]diag.Span // location aliases without a definition
	rows       map[string]*ir.OpDef // rows met so far
	words      map[string]string    // names of attributes met so far
	types      map[string]readType  // by spelling
	index      Index                // nil in normal runs
	shared     *shared
}

// readType is a type and how many attributes and types are in it.
type readType struct {
	typ  ir.Type
	size int
}

var _ ir.AsmParser = (*parser)(nil)

func (p *parser) topLevel() (*ir.Operation, bool) {
	st := &ir.OperationState{Name: moduleOp, Loc: p.origin.WithAttr(p.ctx.FileLineCol(p.file.Name, 0, 0))} // as MLIR has it
	body := st.NewRegion()
	block := ir.NewBlock()
	body.Append(block)
	p.openScope()
	for p.tok.Kind != asm.EOF && !p.stop {
		switch {
		case p.definition():
		case p.is(asm.MetaBegin):
			if !p.metadata() {
				p.stop = true
			}
		case p.is(asm.RBrace):
			p.Errorf(diag.Span{}, "'}' closes nothing")
			p.next()
		default:
			p.blockOp(block)
		}
	}
	p.checkLabels()
	p.closeScope()
	p.reportMissing()
	if p.failed() {
		return nil, false
	}
	if only := block.First(); only != nil && only == block.Last() && only.Is(moduleOp) {
		only.Remove()
		return only, true
	}
	return ir.Create(p.ctx, st), true
}

func (p *parser) failed() bool { return p.sink.Errors() > p.before }

// next moves to the next token.
func (p *parser) next() {
	p.prevEnd = int(p.tok.End)
	p.tok = p.lex.Next()
}

// seek makes the token at an offset the current one.
func (p *parser) seek(off int) {
	p.prevEnd = off
	p.lex.SetPos(off)
	p.tok = p.lex.Next()
}

// text is the source of the current token.
func (p *parser) text() []byte { return p.src[p.tok.Start:p.tok.End] }

// view is text as a string that shares the source: for names that are looked up and forgotten, not kept in the program.
func (p *parser) view() string { return p.str[p.tok.Start:p.tok.End] }

// keep is text as a string of its own, the same for the same text.
func (p *parser) keep() string {
	w, ok := p.words[string(p.text())]
	if !ok {
		w = string(p.text())
		p.words[w] = w
	}
	return w
}

// unquote is what the current string says. Short ones come again: file names, keys.
func (p *parser) unquote() string {
	if p.tok.End-p.tok.Start > 64 {
		return asm.Unquote(p.text())
	}
	w, ok := p.words[string(p.text())]
	if !ok {
		w = asm.Unquote(p.text())
		p.words[string(p.text())] = w
	}
	return w
}

func (p *parser) is(k asm.Kind) bool { return p.tok.Kind == k }

// accept takes a token of that kind if it is the current one.
func (p *parser) accept(k asm.Kind) bool {
	if p.tok.Kind != k {
		return false
	}
	p.next()
	return true
}

// want takes a token of that kind or reports that it is missing.
func (p *parser) want(k asm.Kind) bool {
	return p.accept(k) || p.expected(k.String())
}

// word says whether the current token is the identifier w.
func (p *parser) word(w string) bool { return p.tok.Kind == asm.Ident && string(p.text()) == w }

func (p *parser) acceptWord(w string) bool {
	if !p.word(w) {
		return false
	}
	p.next()
	return true
}

func (p *parser) Context() *ir.Context { return p.ctx }

func (p *parser) Span() diag.Span { return p.span(int(p.tok.Start), int(p.tok.End)) }

func (p *parser) span(start, end int) diag.Span {
	return diag.Span{File: p.file, Start: start, End: end}
}

// at is the location of something without an attribute.
func (p *parser) at(s diag.Span) ir.Location { return p.origin.Within(s.Start, s.End) }

// since is the span from an offset to the end of the last token.
func (p *parser) since(start int) diag.Span { return p.span(start, p.prevEnd) }

// Errorf reports an error at span, or at the current token if span has no file.
func (p *parser) Errorf(span diag.Span, format string, args ...any) *diag.Diagnostic {
	if !span.Known() {
		span = p.Span()
	}
	d := &diag.Diagnostic{Span: span, Message: fmt.Sprintf(format, args...)}
	if p.stop {
		return d // unwinding: the reason has been reported
	}
	if p.sink.Errors()-p.before+1 >= maxErrors {
		p.stop = true
		d.Hint("too many errors, the rest of the file is not read")
	}
	return p.sink.Add(d)
}

// fail is Errorf where a caller returns false.
func (p *parser) fail(span diag.Span, format string, args ...any) bool {
	p.Errorf(span, format, args...)
	return false
}

// expected reports that something is missing at the current token.
func (p *parser) expected(what string) bool {
	return p.expectedAt(p.gap(), what)
}

// gap is where something is missing: behind the token before.
func (p *parser) gap() diag.Span {
	if p.prevEnd == 0 || p.prevEnd == int(p.tok.Start) {
		return p.Span()
	}
	return p.span(p.prevEnd, p.prevEnd)
}

func (p *parser) expectedAt(span diag.Span, what string) bool {
	switch {
	case p.is(asm.Invalid):
		return p.fail(diag.Span{}, "%s", p.lex.Problem)
	case p.ended:
		return false // of a text that was cut off one thing that is missing is enough
	}
	p.ended = p.is(asm.EOF)
	return p.fail(span, "expected %s", what)
}

// enter counts a level of nesting; leave must follow if it returns true.
func (p *parser) enter() bool {
	if p.stop {
		return false
	}
	if p.depth == maxDepth {
		p.Errorf(diag.Span{}, "nested deeper than %d levels", maxDepth)
		p.stop = true
		return false
	}
	p.depth++
	p.spelled++
	return true
}

func (p *parser) leave() { p.depth-- }

// spell counts attributes and types that are read without being spelled, and says whether there may be so many.
func (p *parser) spell(n int) bool {
	if p.spelled += n; p.spelled <= maxSpelled+len(p.src) {
		return true
	}
	if !p.stop {
		p.Errorf(diag.Span{}, "aliases stand for more than %d attributes and types", maxSpelled)
		p.stop = true
	}
	return false
}
