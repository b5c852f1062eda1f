package parser

import (
	"sort"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// blockRef is a label of a region.
type blockRef struct {
	block   *ir.Block
	span    diag.Span // of the definition, or of the first use
	defined bool
}

// Region reads `{…}` into r; args are the arguments of its entry block.
func (p *parser) Region(r *ir.Region, args []ir.Argument) bool {
	if !p.is(asm.LBrace) {
		return p.expected("'{' to begin a region")
	}
	if p.postpone(r, args) {
		return true
	}
	open := p.Span()
	p.next()
	isolated := p.def.Is(ir.IsolatedFromAbove)
	if isolated {
		p.openScope()
	}
	outer, mark := p.scope.openRegion()
	dialect, blocks := p.dialect, p.blocks
	p.blocks, p.dialect = nil, ""
	if p.def != nil {
		p.dialect = p.def.DefaultDialect
	}
	ok := p.regionBody(r, args)
	if p.index != nil {
		p.index.Region(p.span(open.Start, int(p.tok.End)), r, p.def)
	}
	p.dialect, p.blocks = dialect, blocks
	p.scope.closeRegion(outer, mark)
	if isolated {
		p.closeScope()
	}
	switch {
	case p.stop:
		return false
	case p.accept(asm.RBrace):
		return ok
	case !p.ended:
		p.ended = p.is(asm.EOF)
		p.Errorf(p.gap(), "expected '}'").Note(open, "the region begins here")
	}
	return false
}

// regionBody reads the blocks of a region. It reports false only if parsing can't go on behind the region; broken
// operations inside have been skipped.
func (p *parser) regionBody(r *ir.Region, args []ir.Argument) bool {
	if len(args) > 0 || !p.is(asm.RBrace) && !p.is(asm.BlockName) {
		entry := ir.NewBlock()
		r.Append(entry)
		for _, a := range args {
			if !a.Loc.Span().Known() {
				a.Loc = p.at(a.Operand.Span).WithAttr(a.Loc.Attr())
			}
			v := entry.AddArg(a.Type, a.Loc)
			p.define(a.Operand.Name, a.Operand.Span, entry.Args()[v.Index():])
		}
		if len(args) > 0 && p.is(asm.BlockName) {
			p.Errorf(diag.Span{}, "the arguments of the entry block are given already, so it has no label")
			p.next()
		}
		p.blockOps(entry)
	}
	for p.is(asm.BlockName) && !p.stop {
		p.labelledBlock(r)
	}
	p.checkLabels()
	return true
}

// blockOps reads operations up to the end of the block.
func (p *parser) blockOps(b *ir.Block) {
	for !p.is(asm.RBrace) && !p.is(asm.BlockName) && !p.is(asm.EOF) && !p.stop {
		p.blockOp(b)
	}
}

// labelledBlock reads `^label(%x: type, …):` and its operations.
func (p *parser) labelledBlock(r *ir.Region) {
	start := int(p.tok.Start)
	ref := p.label()
	if ref.defined {
		p.Errorf(p.span(start, p.prevEnd), "redefinition of block '%s'", p.src[start:p.prevEnd]).Note(ref.span, "previously defined here")
		ref = &blockRef{block: ir.NewBlock()}
	}
	ref.defined, ref.span = true, p.span(start, p.prevEnd)
	b := ref.block
	if p.index != nil {
		p.index.DefineBlock(ref.span, b)
	}
	r.Append(b)
	ok := true
	if p.is(asm.LParen) {
		ok = p.List("(", ")", func() bool {
			a, ok := p.Argument(true, false)
			if !ok {
				return false
			}
			v := b.AddArg(a.Type, a.Loc)
			p.define(a.Operand.Name, a.Operand.Span, b.Args()[v.Index():])
			return true
		})
	}
	if !ok || !p.want(asm.Colon) {
		p.recover(start)
	}
	p.blockOps(b)
}

// label takes ^name.
func (p *parser) label() *blockRef {
	name := string(p.text()[1:])
	ref := p.blocks[name]
	if ref == nil {
		if p.blocks == nil {
			p.blocks = map[string]*blockRef{}
		}
		ref = &blockRef{block: ir.NewBlock(), span: p.Span()}
		ref.block.Label = name
		p.blocks[name] = ref
	}
	p.next()
	return ref
}

// checkLabels reports labels that were used but not defined.
func (p *parser) checkLabels() {
	var missing []*blockRef
	for _, ref := range p.blocks {
		if !ref.defined {
			missing = append(missing, ref)
		}
	}
	sort.Slice(missing, func(i, j int) bool { return missing[i].span.Start < missing[j].span.Start })
	for _, ref := range missing {
		p.Errorf(ref.span, "reference to an undefined block '^%s'", ref.block.Label)
	}
}

// OptionalRegion reads a region if there is one.
func (p *parser) OptionalRegion(r *ir.Region, args []ir.Argument) (present, ok bool) {
	if !p.is(asm.LBrace) {
		return false, true
	}
	return true, p.Region(r, args)
}

// Successor takes ^label.
func (p *parser) Successor() (*ir.Block, bool) {
	if !p.is(asm.BlockName) {
		return nil, p.expected("a block name")
	}
	span := p.Span()
	ref := p.label()
	if p.index != nil {
		p.index.UseBlock(span, ref.block)
	}
	return ref.block, true
}

// EnsureTerminator adds a terminator to the blocks of r that have none, and a block if there is none.
func (p *parser) EnsureTerminator(r *ir.Region, terminator *ir.OpName) {
	r.Entry()
	for b := range r.Blocks() {
		if last := b.Last(); last != nil && last.Has(ir.Terminator) {
			continue
		}
		b.Append(p.arena.Create(p.ctx, &ir.OperationState{Name: terminator, Loc: p.origin.Within(p.prevEnd-1, p.prevEnd)}))
	}
}
