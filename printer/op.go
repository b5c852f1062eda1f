package printer

import (
	"slices"
	"strconv"
	"strings"

	"tawa/ir"
)

// op writes an operation with its results and its location.
func (p *printer) op(op *ir.Operation) {
	if p.names != nil && p.names.defers(op) {
		outer := p.names
		p.names = outer.inside(op)
		defer func() { p.names = outer }()
	}
	// MLIR numbers locations in the order of a walk, an operation before its content, while in the text the
	// location comes last.
	if p.collect != nil {
		p.buf = p.buf[:0] // nobody reads the first run
		p.trailing(op.Loc, true)
	} else if op.NumResults() > 0 {
		p.buf = p.names.appendResults(p.buf, op)
		p.Str(" = ")
	}
	p.Op(op)
	if p.collect == nil {
		p.trailing(op.Loc, true)
	}
	p.users(op)
}

// Op writes an operation without its results and its location.
func (p *printer) Op(op *ir.Operation) {
	def := op.Def()
	if p.opts.Generic || def == nil || def.Print == nil && def.Format == "" {
		p.generic(op)
		return
	}
	p.Str(shortName(op.Name().String(), p.dialect))
	if def.Print != nil {
		def.Print(op, p)
	} else {
		p.format(op)
	}
}

// shortName leaves the dialect out of a name that begins with it.
func shortName(name, dialect string) string {
	if n := len(dialect); len(name) > n && name[n] == '.' && name[:n] == dialect {
		return name[n+1:]
	}
	return name
}

// generic writes `"name"(operands)[successors] <{inherent}> ({regions}) {discardable} : type`.
func (p *printer) generic(op *ir.Operation) {
	p.Quoted(op.Name().String())
	p.byte('(')
	p.operands(op, 0, op.NumOperands())
	p.byte(')')
	if len(op.Successors()) > 0 {
		p.byte('[')
		p.successors(op.Successors())
		p.byte(']')
	}
	var array [8]ir.NamedAttr
	if inherent := op.AppendInherent(array[:0]); len(inherent) > 0 {
		sortByName(inherent)
		p.Str(" <")
		if op.Def() == nil {
			p.Attr(inherent[0].Value)
		} else {
			ir.PrintDict(p, inherent)
		}
		p.byte('>')
	}
	if op.NumRegions() > 0 {
		p.Str(" (")
		for i, r := range op.Regions() {
			if i > 0 {
				p.Str(", ")
			}
			p.region(r, true, true, true)
		}
		p.byte(')')
	}
	if attrs := op.Discardable(); len(attrs) > 0 {
		p.byte(' ')
		ir.PrintDict(p, attrs)
	}
	p.Str(" : (")
	p.operandTypes(op, 0, op.NumOperands())
	p.Str(") -> ")
	p.resultTypes(op.Results())
}

func sortByName(attrs []ir.NamedAttr) {
	slices.SortFunc(attrs, func(a, b ir.NamedAttr) int { return strings.Compare(a.Name, b.Name) })
}

// operands writes the operands lo ≤ n < hi, operandTypes their types.
func (p *printer) operands(op *ir.Operation, lo, hi int) {
	for i := lo; i < hi; i++ {
		if i > lo {
			p.Str(", ")
		}
		p.Operand(op.Operand(i))
	}
}

func (p *printer) operandTypes(op *ir.Operation, lo, hi int) {
	for i := lo; i < hi; i++ {
		if i > lo {
			p.Str(", ")
		}
		p.Type(op.Operand(i).Type())
	}
}

// resultTypes writes the results of a function type.
func (p *printer) resultTypes(results []*ir.Value) {
	if len(results) == 1 {
		if _, function := results[0].Type().(*ir.FunctionType); !function {
			p.Type(results[0].Type())
			return
		}
	}
	p.byte('(')
	p.Types(results)
	p.byte(')')
}

func (p *printer) successors(blocks []*ir.Block) {
	for i, b := range blocks {
		if i > 0 {
			p.Str(", ")
		}
		p.Successor(b)
	}
}

// AttrDict writes ` {…}` with the attributes that are neither elided nor equal to their default.
func (p *printer) AttrDict(op *ir.Operation, keyword bool, elided ...string) {
	var array [8]ir.NamedAttr
	attrs := array[:0]
	if def := op.Def(); def != nil {
		for i := range def.Attrs {
			v := op.InherentAt(i)
			if v == nil || v == op.Context().DefaultOf(def, i) || def.Attrs[i].Implied != nil && v == def.Attrs[i].Implied(op.Context()) {
				continue
			}
			if name := def.Attrs[i].Name; !isSegments(name) && !slices.Contains(elided, name) {
				attrs = append(attrs, ir.NamedAttr{Name: name, Value: v})
			}
		}
	}
	for _, a := range op.Discardable() {
		if !slices.Contains(elided, a.Name) {
			attrs = append(attrs, a)
		}
	}
	if len(attrs) == 0 {
		return
	}
	sortByName(attrs)
	if keyword {
		p.Str(" attributes")
	}
	p.byte(' ')
	ir.PrintDict(p, attrs)
}

// isSegments says whether an attribute holds segment sizes, which follow from the operands in a custom form.
func isSegments(name string) bool {
	return name == ir.OperandSegmentSizes || name == ir.ResultSegmentSizes
}

// Region writes ` {` to `}`.
func (p *printer) Region(r *ir.Region, entryArgs, terminator bool) {
	p.byte(' ')
	p.region(r, entryArgs, terminator, false)
}

// region writes `{` to `}`; an empty entry block gets its label if emptyBlock is set.
func (p *printer) region(r *ir.Region, entryArgs, terminator, emptyBlock bool) {
	if p.opts.SkipRegions {
		p.Str("{...}")
		return
	}
	outer := p.dialect
	p.dialect = "\x00" // no op's dialect
	if def := r.Owner().Def(); def != nil && def.DefaultDialect != "" {
		p.dialect = def.DefaultDialect
	}
	p.Str("{\n")
	var preds map[*ir.Block][]*ir.Block
	if r.First() != r.Last() {
		preds = predecessors(r)
	}
	for b := range r.Blocks() {
		label := true
		if b == r.First() {
			label = entryArgs && len(b.Args()) > 0 || emptyBlock && b.Empty()
		}
		p.block(b, label, terminator || b != r.First(), preds)
	}
	p.pad()
	p.byte('}')
	p.dialect = outer
}

// predecessors gives for each block the blocks that branch to it, in order, one for each branch.
func predecessors(r *ir.Region) map[*ir.Block][]*ir.Block {
	preds := map[*ir.Block][]*ir.Block{}
	for b := range r.Blocks() {
		if last := b.Last(); last != nil {
			for _, s := range last.Successors() {
				preds[s] = append(preds[s], b)
			}
		}
	}
	return preds
}

func (p *printer) block(b *ir.Block, label, terminator bool, preds map[*ir.Block][]*ir.Block) {
	if label {
		p.label(b, preds[b])
	}
	p.indent++
	p.argumentUsers(b)
	for op := range b.Ops() {
		if op == b.Last() && !terminator && op.Has(ir.Terminator) {
			break
		}
		p.pad()
		if p.separate(op) {
			p.leaveOut(op)
		} else {
			p.op(op)
		}
		p.byte('\n')
		if p.drain != nil && len(p.buf) > drainAt {
			p.drain()
		}
	}
	p.indent--
}

// label writes `^bb1(%x: type):` and a comment that says where the block is reached from.
func (p *printer) label(b *ir.Block, preds []*ir.Block) {
	p.pad()
	p.Successor(b)
	for i, a := range b.Args() {
		if i == 0 {
			p.byte('(')
		} else {
			p.Str(", ")
		}
		p.Argument(a, nil)
	}
	if len(b.Args()) > 0 {
		p.byte(')')
	}
	p.byte(':')
	switch {
	case len(preds) == 0 && b.Prev() != nil:
		p.Str("  // no predecessors")
	case len(preds) == 1:
		p.Str("  // pred: ")
		p.successors(preds)
	case len(preds) > 1:
		p.Str("  // " + strconv.Itoa(len(preds)) + " preds: ")
		p.successors(preds)
	}
	p.byte('\n')
}
