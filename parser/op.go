package parser

import (
	"bytes"
	"strconv"
	"strings"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// resultName is `%name` or `%name:count` before the `=` of an operation.
type resultName struct {
	name       string
	count      int
	start, end int
}

// blockOp reads an operation into a block; after an error it goes on where the next one can begin.
func (p *parser) blockOp(b *ir.Block) {
	start := int(p.tok.Start)
	if !p.operation(b) {
		p.recover(start)
	}
}

// recover skips to what can begin an operation, on a new line and outside of the braces that were opened since
// start, or to the brace that closes the region.
func (p *parser) recover(start int) {
	if p.stop {
		return
	}
	at := int(p.tok.Start)
	p.seek(start)
	depth := 0
	for !p.is(asm.EOF) {
		pos := int(p.tok.Start)
		if depth == 0 && pos >= at {
			if p.is(asm.RBrace) {
				return
			}
			if pos > start && p.beginsOp() && bytes.IndexByte(p.src[p.prevEnd:pos], '\n') >= 0 {
				return
			}
		}
		switch {
		case p.is(asm.LBrace):
			depth++
		case p.is(asm.RBrace) && depth > 0:
			depth--
		}
		p.next()
	}
}

func (p *parser) beginsOp() bool {
	switch p.tok.Kind {
	case asm.ValueName, asm.String, asm.Ident, asm.BlockName, asm.HashName, asm.TypeName:
		return true
	}
	return false
}

// operation reads an operation and appends it to b.
func (p *parser) operation(b *ir.Block) bool {
	if !p.enter() {
		return false
	}
	base, outer, st := len(p.results), p.def, p.state()
	ok := p.resultNames() && p.definedOp(b, &st.OperationState, p.results[base:])
	if !ok {
		for _, n := range p.results[base:] {
			p.breakName(n.name)
		}
	}
	p.results, p.def, p.states = p.results[:base], outer, append(p.states, st)
	p.leave()
	return ok
}

// opState is a state with room for what most ops have. It is used again for other ops: creating one keeps only the
// slices of its regions and successors.
type opState struct {
	ir.OperationState
	operands [8]*ir.Value
	results  [4]ir.Type
	attrs    [4]ir.NamedAttr
}

func (p *parser) state() *opState {
	var st *opState
	if n := len(p.states); n > 0 {
		st, p.states = p.states[n-1], p.states[:n-1]
	} else {
		st = &opState{}
	}
	st.OperationState = ir.OperationState{Operands: st.operands[:0], Results: st.results[:0], Attrs: st.attrs[:0]}
	return st
}

// definedOp reads what follows the names of the results.
func (p *parser) definedOp(b *ir.Block, st *ir.OperationState, names []resultName) (ok bool) {
	start := int(p.tok.Start)
	if len(names) > 0 {
		start = names[0].start
	}
	st.Loc = p.origin.Within(int(p.tok.Start), int(p.tok.End))
	switch p.tok.Kind {
	case asm.String:
		ok = p.genericOp(st)
	case asm.Ident:
		ok = p.customOp(st)
	default:
		return p.expected("an operation")
	}
	if !ok || p.is(asm.Ident) && !p.OptionalLocation(&st.Loc) || !p.checkSegments(st) {
		return false
	}
	op := p.arena.Create(p.ctx, st)
	b.Append(op)
	if p.index != nil {
		p.index.Op(op, p.since(start), st.Loc.Span())
	}
	if p.def != nil && p.def.ArgName != nil {
		dropSuggested(op)
	}
	return p.bindResults(op, names)
}

// resultNames reads `%a, %b:2 =` if it is there, into p.results.
func (p *parser) resultNames() bool {
	if !p.is(asm.ValueName) {
		return true
	}
	for {
		if !p.is(asm.ValueName) {
			return p.expected("an SSA value")
		}
		p.results = append(p.results, resultName{p.view()[1:], 1, int(p.tok.Start), int(p.tok.End)})
		p.next()
		if p.accept(asm.Colon) {
			count, err := strconv.Atoi(string(p.text()))
			if !p.is(asm.Integer) || err != nil || count < 1 {
				return p.expected("a number of results, at least 1")
			}
			p.results[len(p.results)-1].count = count
			p.next()
		}
		if !p.accept(asm.Comma) {
			break
		}
	}
	return p.want(asm.Equal)
}

func (p *parser) bindResults(op *ir.Operation, names []resultName) bool {
	total := 0
	for _, n := range names {
		if total += n.count; total > op.NumResults() {
			break // the sum of counts may overflow
		}
	}
	if len(names) > 0 && total != op.NumResults() {
		return p.fail(p.span(names[0].start, names[0].end), "operation defines %d results but was provided %d to bind", op.NumResults(), total)
	}
	ok := true
	for _, n := range names {
		first := op.NumResults() - total
		ok = p.define(n.name, p.span(n.start, n.end), op.Results()[first:first+n.count]) && ok
		total -= n.count
	}
	return ok
}

// row finds the row of an op by its name.
func (p *parser) row(name []byte) *ir.OpDef {
	if def, ok := p.rows[string(name)]; ok {
		return def
	}
	return p.rowOf(string(name))
}

func (p *parser) rowOf(name string) *ir.OpDef {
	def, ok := p.rows[name]
	if !ok {
		def = p.ctx.Registry.Lookup(name)
		p.rows[strings.Clone(name)] = def
	}
	return def
}

// genericOp reads `"name"(operands)[successors] <{…}> ({regions}) {…} : type`.
func (p *parser) genericOp(st *ir.OperationState) bool {
	span := p.Span()
	name, _ := p.Quoted()
	if !p.setName(st, span, name) || !p.want(asm.LParen) {
		return false
	}
	base := len(p.operands) // those of the ops around this one are below
	defer func() { p.operands = p.operands[:base] }()
	var ok bool
	if p.operands, ok = p.appendOperands(p.operands); !ok {
		return false
	}
	operands := p.operands[base:]
	if !p.want(asm.RParen) || !p.genericParts(st) {
		return false
	}
	span = p.Span()
	if !p.want(asm.Colon) {
		return false
	}
	if p.typeList, ok = p.appendParenTypes(p.typeList[:0]); !ok || !p.want(asm.Arrow) {
		return false
	}
	if !p.ResolveAll(operands, p.typeList, span, st) {
		return false
	}
	st.Results, ok = p.appendResultTypes(st.Results)
	return ok
}

// genericParts reads what stands between the operands and the type of a generic form.
func (p *parser) genericParts(st *ir.OperationState) bool {
	if p.is(asm.LSquare) {
		ok := p.List("[", "]", func() bool {
			b, ok := p.Successor()
			st.Successors = append(st.Successors, b)
			return ok
		})
		if !ok {
			return false
		}
	}
	if p.accept(asm.Less) && !p.properties(st) {
		return false
	}
	if p.accept(asm.LParen) {
		for {
			if !p.Region(st.NewRegion(), nil) {
				return false
			}
			if !p.accept(asm.Comma) {
				break
			}
		}
		if !p.want(asm.RParen) {
			return false
		}
	}
	return p.AttrDict(st, false)
}

// properties reads `{…}>`; those of an op without a row may be any attribute.
func (p *parser) properties(st *ir.OperationState) bool {
	if p.def == nil {
		a, ok := p.Attr(nil)
		st.AddAttr("", a)
		return ok && p.want(asm.Greater)
	}
	if !p.is(asm.LBrace) {
		return p.expected("'{' of the properties")
	}
	return p.AttrDict(st, false) && p.want(asm.Greater)
}

// setName looks an op up for its generic form. Unregistered ones pass if they are allowed and their dialect is not
// registered.
func (p *parser) setName(st *ir.OperationState, span diag.Span, name string) bool {
	if p.def = p.rowOf(name); p.def != nil {
		st.Name = p.def.Name()
		return true
	}
	dialect, _, _ := strings.Cut(name, ".")
	registered := p.ctx.Registry.IsWhole(dialect)
	switch {
	case name == "":
		return p.fail(span, "an operation has a name")
	case registered:
		return p.unknownOp(span, "unregistered operation '"+name+"' in dialect '"+dialect+"'", name)
	case !p.ctx.AllowUnregistered:
		p.Errorf(span, "operation '%s' is of an unregistered dialect", name).
			Hint("--allow-unregistered-dialect lets it pass as it is")
		return false
	}
	st.Name = ir.Op(name)
	return true
}

func (p *parser) unknownOp(span diag.Span, message, name string) bool {
	d := p.Errorf(span, "%s", message)
	near, ok := diag.Nearest(name, func(yield func(string) bool) {
		for _, def := range p.ctx.Registry.Ops() {
			if !yield(def.Name().String()) {
				return
			}
		}
	})
	if ok {
		d.Hint("did you mean '%s'?", near)
	}
	return false
}

// customOp reads the custom form of a registered op.
func (p *parser) customOp(st *ir.OperationState) bool {
	span, name := p.Span(), p.text()
	p.def = p.row(name)
	if p.def == nil && p.dialect != "" && bytes.IndexByte(name, '.') < 0 {
		name = append([]byte(p.dialect+"."), name...)
		p.def = p.row(name)
	}
	if p.def == nil {
		return p.unknownOp(span, "custom op '"+string(p.text())+"' is unknown", string(p.text()))
	}
	st.Name = p.def.Name()
	p.next()
	switch {
	case p.def.Parse != nil:
		return p.def.Parse(p, st)
	case p.def.Format != "":
		return p.formatOp(st)
	}
	return p.fail(span, "'%s' has no custom form, only the generic \"%s\"(…)", name, name)
}

// checkSegments makes sure that segment sizes, which a generic form spells, fit the operands and results: accessors
// rely on it.
func (p *parser) checkSegments(st *ir.OperationState) bool {
	def := p.def
	return (!def.Is(ir.AttrSizedOperandSegments) || p.checkGroups(st, ir.OperandSegmentSizes, len(def.Operands), len(st.Operands))) &&
		(!def.Is(ir.AttrSizedResultSegments) || p.checkGroups(st, ir.ResultSegmentSizes, len(def.Results), len(st.Results)))
}

func (p *parser) checkGroups(st *ir.OperationState, name string, columns, total int) bool {
	sizes, ok := st.Attr(name).(*ir.DenseArrayAttr)
	if !ok {
		return true
	}
	sum := int64(0)
	for _, n := range sizes.Values {
		if n < 0 || n > int64(total) {
			sum = -1
			break
		}
		sum += n
	}
	if sum != int64(total) || len(sizes.Values) != columns {
		return p.fail(st.Loc.Span(), "'%s' has %d groups that must add up to %d", name, columns, total)
	}
	return true
}
