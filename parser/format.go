package parser

import (
	"slices"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
)

// columns are the operands or results of an op in reading, by column of its row.
type columns struct {
	defs     []ir.Operand
	operands [][]ir.UnresolvedOperand // of operands
	read     []bool                   // operands have been read
	types    [][]ir.Type
	given    []bool    // types are known
	span     diag.Span // where types were written
}

// reset empties the columns for another row, keeping the buffers.
func (c *columns) reset(defs []ir.Operand) {
	n := len(defs)
	for len(c.types) < n {
		c.operands, c.read = append(c.operands, nil), append(c.read, false)
		c.types, c.given = append(c.types, nil), append(c.given, false)
	}
	for i := range n {
		c.operands[i], c.read[i], c.types[i], c.given[i] = c.operands[i][:0], false, c.types[i][:0], false
	}
	c.defs, c.span = defs, diag.Span{}
}

// setOperands and setTypes fill a column with copies, setOperand and setType with one.
func (c *columns) setOperands(i int, us ...ir.UnresolvedOperand) {
	c.operands[i], c.read[i] = append(c.operands[i][:0], us...), true
}

func (c *columns) setOperand(i int, u ir.UnresolvedOperand) {
	c.operands[i], c.read[i] = append(c.operands[i][:0], u), true
}

func (c *columns) setTypes(i int, ts ...ir.Type) {
	c.types[i], c.given[i] = append(c.types[i][:0], ts...), true
}

func (c *columns) setType(i int, t ir.Type) {
	c.types[i], c.given[i] = append(c.types[i][:0], t), true
}

// formatReader runs the steps of an assembly format forwards.
type formatReader struct {
	*parser
	st         *ir.OperationState
	def        *ir.OpDef
	format     *asm.Format
	operands   columns
	results    columns
	regions    [][]*ir.Region
	successors [][]*ir.Block
	list       []ir.Type // of a column being read
}

// formatOp reads an op by its row's assembly format.
func (p *parser) formatOp(st *ir.OperationState) bool {
	var f *formatReader
	if n := len(p.readers); n > 0 {
		f, p.readers = p.readers[n-1], p.readers[:n-1]
	} else {
		f = &formatReader{parser: p}
	}
	ok := f.read(st)
	p.readers = append(p.readers, f)
	return ok
}

func (f *formatReader) read(st *ir.OperationState) bool {
	p := f.parser
	f.st, f.def, f.format = st, p.def, asm.Of(p.def)
	f.operands.reset(f.def.Operands)
	f.results.reset(f.def.Results)
	f.regions, f.successors = nil, nil
	if len(f.def.Regions)+len(f.def.Successors) > 0 {
		f.regions, f.successors = make([][]*ir.Region, len(f.def.Regions)), make([][]*ir.Block, len(f.def.Successors))
	}
	if !f.steps(f.format.Steps) {
		return false
	}
	if f.regions != nil {
		st.Regions, st.Successors = slices.Concat(f.regions...), slices.Concat(f.successors...)
	}
	return f.finish()
}

func (f *formatReader) steps(steps []asm.Step) bool {
	for i := range steps {
		if !f.step(&steps[i]) {
			return false
		}
	}
	return true
}

func (f *formatReader) step(s *asm.Step) bool {
	switch s.Kind {
	case asm.Literal:
		if s.Text == "" || f.literalHere(s) {
			if s.Text != "" {
				f.next()
			}
			return true
		}
		return f.expected("'" + s.Text + "'")
	case asm.Variable:
		return f.variable(&s.Arg)
	case asm.UnitAttr:
		return f.setAttr(f.def.Attrs[s.Arg.Index].Name, f.ctx.Unit())
	case asm.AttrDict, asm.AttrDictKw:
		return f.AttrDict(f.st, s.Kind == asm.AttrDictKw)
	case asm.PropDict:
		return !f.accept(asm.Less) || f.AttrDict(f.st, false) && f.want(asm.Greater)
	case asm.Types:
		return f.typesOf(s)
	case asm.Functional:
		return f.functional(s)
	case asm.Group:
		if f.begins(asm.First(s.Then)) {
			return f.steps(s.Then)
		}
		return f.steps(s.Else)
	case asm.Clauses:
		return f.clauses(s.Then)
	case asm.Custom:
		return f.def.Directives[s.Text].Parse(f, directive{f, s.Args})
	}
	return true // white space
}

func (f *formatReader) literalHere(s *asm.Step) bool {
	if s.Token == asm.Ident {
		return f.word(s.Text)
	}
	return f.is(s.Token)
}

// begins says whether a group is there: whether the current token can begin its first step.
func (f *formatReader) begins(s *asm.Step) bool {
	switch s.Kind {
	case asm.Literal:
		return f.literalHere(s)
	case asm.Types:
		return f.is(asm.TypeName) || f.is(asm.LParen) || f.is(asm.Ident)
	case asm.Variable:
		switch s.Arg.Kind {
		case asm.Operand, asm.AllOperands:
			return f.is(asm.ValueName)
		case asm.Region, asm.AllRegions:
			return f.is(asm.LBrace)
		case asm.Successor, asm.AllSuccessors:
			return f.is(asm.BlockName)
		case asm.Attr:
			return f.beginsAttr(f.def.Attrs[s.Arg.Index].Kind)
		}
	}
	return false
}

func (f *formatReader) beginsAttr(kind *ir.AttrConstraint) bool {
	switch {
	case kind.Enum != nil:
		return f.is(asm.Ident) && slices.Contains(kind.Enum, f.view())
	case kind == ir.SymbolAttrKind, kind == ir.SymbolRefKind:
		return f.is(asm.SymbolName)
	case kind == ir.StringAttrKind:
		return f.is(asm.String)
	case kind.Short != "":
		return f.is(asm.Less) || f.is(asm.HashName)
	case kind.Type != nil:
		return f.is(asm.Integer) || f.is(asm.Minus) || f.is(asm.Float) || f.word("true") || f.word("false")
	}
	switch f.tok.Kind {
	case asm.HashName, asm.SymbolName, asm.LSquare, asm.String, asm.Integer, asm.Float, asm.Minus, asm.Ident, asm.TypeName, asm.LParen:
		return true
	}
	return false
}

// clauses reads the clauses of an oilist, each at most once, in any order.
func (f *formatReader) clauses(clauses []asm.Step) bool {
	seen := make([]bool, len(clauses))
	for again := true; again; {
		again = false
		for i := range clauses {
			first := asm.First(clauses[i].Then)
			if !f.literalHere(first) {
				continue
			}
			if seen[i] {
				return f.fail(diag.Span{}, "'%s' is given twice", first.Text)
			}
			seen[i], again = true, true
			if !f.steps(clauses[i].Then) {
				return false
			}
		}
	}
	return true
}

func (f *formatReader) variable(a *asm.Arg) bool {
	switch a.Kind {
	case asm.Operand:
		return f.operandColumn(a.Index)
	case asm.AllOperands:
		us, ok := f.Operands()
		return ok && f.spread(len(us), &f.operands, func(i, lo, hi int) { f.operands.setOperands(i, us[lo:hi]...) })
	case asm.Attr:
		return f.attribute(&f.def.Attrs[a.Index])
	case asm.Region:
		return f.regionColumn(a.Index, f.def.Regions[a.Index].Arity)
	case asm.AllRegions:
		for i, r := range f.def.Regions {
			if i > 0 && r.Arity == ir.Single && !f.want(asm.Comma) || !f.regionColumn(i, r.Arity) {
				return false
			}
		}
	case asm.Successor:
		return f.successorColumn(a.Index, f.def.Successors[a.Index].Arity)
	case asm.AllSuccessors:
		for i, s := range f.def.Successors {
			if i > 0 && s.Arity == ir.Single && !f.want(asm.Comma) || !f.successorColumn(i, s.Arity) {
				return false
			}
		}
	}
	return true
}

func (f *formatReader) operandColumn(i int) bool {
	if f.def.Operands[i].Arity == ir.Variadic {
		us, ok := f.appendOperands(f.operands.operands[i][:0])
		f.operands.operands[i], f.operands.read[i] = us, true
		return ok
	}
	if f.def.Operands[i].Arity == ir.Optional && !f.is(asm.ValueName) {
		f.operands.setOperands(i)
		return true
	}
	u, ok := f.Operand()
	f.operands.setOperand(i, u)
	return ok
}

func (f *formatReader) regionColumn(i int, arity ir.Arity) bool {
	for f.is(asm.LBrace) || arity == ir.Single {
		r := &ir.Region{}
		f.regions[i] = append(f.regions[i], r)
		if !f.Region(r, nil) {
			return false
		}
		if f.def.Is(ir.ImplicitTerminator) {
			f.EnsureTerminator(r, f.def.ImplicitTerminator)
		}
		if arity != ir.Variadic || !f.accept(asm.Comma) {
			break
		}
	}
	return true
}

func (f *formatReader) successorColumn(i int, arity ir.Arity) bool {
	for f.is(asm.BlockName) || arity == ir.Single {
		b, ok := f.Successor()
		if !ok {
			return false
		}
		f.successors[i] = append(f.successors[i], b)
		if arity != ir.Variadic || !f.accept(asm.Comma) {
			break
		}
	}
	return true
}

// setAttr sets an attribute that the format writes.
func (f *formatReader) setAttr(name string, v ir.Attribute) bool {
	if f.st.Attr(name) != nil {
		return f.fail(diag.Span{}, "attribute '%s' is given twice", name)
	}
	f.st.Attrs = append(f.st.Attrs, ir.NamedAttr{Name: name, Value: v})
	return true
}

// attribute reads an inherent attribute in the short form of its constraint.
func (f *formatReader) attribute(a *ir.Attr) bool {
	span := f.Span()
	var v ir.Attribute
	ok := true
	switch {
	case a.Kind.Enum != nil:
		v, ok = f.enum(a)
	case a.Kind == ir.SymbolAttrKind:
		var name string
		name, ok = f.Symbol()
		v = f.ctx.Str(name)
	case a.Kind == ir.StringAttrKind:
		var text string
		text, ok = f.Quoted()
		v = f.ctx.Str(text)
	case a.Kind == ir.I32ArrayAttrKind && f.is(asm.LSquare):
		v, ok = f.integers(f.ctx.I32())
	case a.Kind == ir.I64ArrayAttrKind && f.is(asm.LSquare):
		v, ok = f.integers(f.ctx.I64())
	case a.Kind.Short != "" && (f.is(asm.Less) || f.is(asm.Ident)):
		v, ok = f.ctx.Registry.AttrParser(a.Kind.Short)(f)
	case a.Kind.Type != nil:
		v, ok = f.Attr(a.Kind.Type(f.ctx))
	default:
		v, ok = f.Attr(nil)
	}
	switch {
	case !ok:
		return false
	case !a.Kind.Ok(v):
		return f.fail(f.since(span.Start), "attribute '%s' failed to satisfy constraint: %s", a.Name, a.Kind.Summary)
	}
	return f.setAttr(a.Name, v)
}

// enum reads a keyword of an enumeration.
func (f *formatReader) enum(a *ir.Attr) (ir.Attribute, bool) {
	word := f.view()
	if f.is(asm.String) {
		word = f.unquote()
	}
	i := slices.Index(a.Kind.Enum, word)
	if i < 0 || word == "" || !f.is(asm.Ident) && !f.is(asm.String) {
		names := slices.DeleteFunc(slices.Clone(a.Kind.Enum), func(s string) bool { return s == "" })
		d := f.Errorf(diag.Span{}, "expected one of %v for '%s'", names, a.Name)
		if near, ok := diag.Nearest(word, slices.Values(names)); ok {
			d.Hint("did you mean '%s'?", near)
		}
		return nil, false
	}
	f.next()
	return f.ctx.Int(a.Kind.Type(f.ctx), int64(i)), true
}

// integers reads `[1, 2]`.
func (f *formatReader) integers(elem ir.Type) (ir.Attribute, bool) {
	var values []int64
	ok := f.List("[", "]", func() bool {
		l, ok := f.literal()
		if !ok {
			return false
		}
		bits, ok := f.bits(l, elem)
		values = append(values, ir.WrapInt(elem, int64(bits)))
		return ok
	})
	return f.ctx.DenseArray(elem, values...), ok
}

// optionalType reads a type if there is one, without its head if the column allows that.
func (f *formatReader) optionalType(s *asm.Step) (t ir.Type, present, ok bool) {
	if head := asm.ShortHead(f.def, s.Arg); head != "" && f.is(asm.Less) {
		t, ok = f.ShortType(head)
		return t, true, ok
	}
	return f.OptionalType()
}

// typesOf reads the types of a column, or of all of them.
func (f *formatReader) typesOf(s *asm.Step) bool {
	span, a := f.Span(), s.Arg
	arity := ir.Variadic
	c := &f.operands
	switch a.Kind {
	case asm.Operand:
		arity = f.def.Operands[a.Index].Arity
	case asm.Result:
		c, arity = &f.results, f.def.Results[a.Index].Arity
	case asm.AllResults:
		c = &f.results
	}
	t, present, ok := f.optionalType(s)
	switch {
	case present && !ok:
		return false
	case !present && arity == ir.Single:
		return f.expected("a type")
	case !present:
		return f.setTypes(a, c, nil, span)
	case a.Kind == asm.Operand && arity != ir.Variadic, a.Kind == asm.Result && arity != ir.Variadic:
		c.span = f.since(span.Start)
		c.setType(a.Index, t)
		return true
	}
	f.list = append(f.list[:0], t)
	if f.accept(asm.Comma) {
		if f.list, ok = f.appendTypes(f.list); !ok {
			return false
		}
	}
	return f.setTypes(a, c, f.list, span)
}

// setTypes notes the types that the text gives for a column or for all of them.
func (f *formatReader) setTypes(a asm.Arg, c *columns, ts []ir.Type, span diag.Span) bool {
	c.span = f.since(span.Start)
	if a.Kind == asm.Operand || a.Kind == asm.Result {
		c.setTypes(a.Index, ts...)
		return true
	}
	return f.spread(len(ts), c, func(i, lo, hi int) { c.setTypes(i, ts[lo:hi]...) })
}

func (f *formatReader) functional(s *asm.Step) bool {
	span := f.Span()
	t, ok := f.FunctionType()
	if !ok {
		return false
	}
	column := func(a asm.Arg) *columns {
		if a.Kind == asm.Result || a.Kind == asm.AllResults {
			return &f.results
		}
		return &f.operands
	}
	return f.setTypes(s.Args[0], column(s.Args[0]), t.Inputs, span) &&
		f.setTypes(s.Args[1], column(s.Args[1]), t.Results, span)
}

// spread cuts a list of n into the columns: one each for single ones, the rest for the loose one. Where operands
// have been read their numbers count.
func (f *formatReader) spread(n int, c *columns, set func(i, lo, hi int)) bool {
	loose := n - len(c.defs) + 1
	lo := 0
	for i, d := range c.defs {
		size := 1
		if c.read[i] {
			size = len(c.operands[i])
		} else if d.Arity != ir.Single {
			size = min(max(loose, 0), n-lo)
		}
		if lo+size > n {
			break
		}
		set(i, lo, lo+size)
		lo += size
	}
	if single := slices.IndexFunc(c.defs, func(d ir.Operand) bool { return d.Arity != ir.Single }) < 0; lo != n || single && n != len(c.defs) {
		return f.fail(c.span, "expected %d operands or types, but there are %d", len(c.defs), n)
	}
	return true
}
