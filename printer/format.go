package printer

import (
	"tawa/asm"
	"tawa/ir"
)

// format writes an op by its row's assembly format.
func (p *printer) format(op *ir.Operation) {
	f := formatter{printer: p, op: op, format: asm.Of(op.Def())}
	f.steps(f.format.Steps)
}

// formatter runs the steps of a format for one op. It stays on the stack, so only its printer is handed on.
type formatter struct {
	*printer
	op     *ir.Operation
	format *asm.Format
}

func (f *formatter) steps(steps []asm.Step) {
	for i := range steps {
		f.step(&steps[i])
	}
}

func (f *formatter) step(s *asm.Step) {
	if s.Space {
		f.byte(' ')
	}
	switch s.Kind {
	case asm.Literal:
		f.Str(s.Text)
	case asm.Blank:
		f.byte(' ')
	case asm.Newline:
		f.Newline()
	case asm.Variable:
		f.variable(s.Arg)
	case asm.AttrDict, asm.AttrDictKw:
		f.AttrDict(f.op, s.Kind == asm.AttrDictKw, f.format.Elided...)
	case asm.PropDict:
		f.propDict()
	case asm.Types:
		f.typesOf(s)
	case asm.Functional:
		f.byte('(')
		f.types(s.Args[0])
		f.Str(") -> ")
		f.resultTypes(f.values(s.Args[1]))
	case asm.Group:
		if f.present(s.Anchor) {
			f.steps(s.Then)
		} else {
			f.steps(s.Else)
		}
	case asm.Clauses:
		f.steps(s.Then)
	case asm.Custom:
		f.op.Def().Directives[s.Text].Print(f.printer, &directive{*f, s.Args})
	}
}

// directive gives a custom<…> of a format what it writes.
type directive struct {
	f    formatter
	args []asm.Arg
}

// Op returns the op that is printed.
func (d *directive) Op() *ir.Operation { return d.f.op }

// Values returns the operands or results of a column.
func (d *directive) Values(arg int) []*ir.Value { return d.f.values(d.args[arg]) }

// Attr returns an attribute, or nil.
func (d *directive) Attr(arg int) ir.Attribute {
	return d.f.op.Attr(d.f.op.Def().Attrs[d.args[arg].Index].Name)
}

// typesOf writes the types of a column, without head if its constraint and the format leave that out.
func (f *formatter) typesOf(s *asm.Step) {
	if !s.Qualified && asm.ShortHead(f.op.Def(), s.Arg) != "" {
		if vs := f.values(s.Arg); len(vs) == 1 {
			f.ShortType(vs[0].Type())
			return
		}
	}
	f.types(s.Arg)
}

func (f *formatter) types(a asm.Arg) {
	if lo, hi, ok := f.operandRange(a); ok {
		f.operandTypes(f.op, lo, hi)
		return
	}
	f.Types(f.values(a))
}

// operandRange gives the numbers of the operands that an argument names, if it names operands.
func (f *formatter) operandRange(a asm.Arg) (lo, hi int, ok bool) {
	switch a.Kind {
	case asm.Operand:
		lo, hi = f.op.OperandBounds(a.Index)
		return lo, hi, true
	case asm.AllOperands:
		return 0, f.op.NumOperands(), true
	}
	return 0, 0, false
}

func (f *formatter) propDict() {
	var array [8]ir.NamedAttr
	props := array[:0]
	def := f.op.Def()
	for i := range def.Attrs {
		if v := f.op.InherentAt(i); v != nil && !f.format.Attrs[i] && !isSegments(def.Attrs[i].Name) && !f.isDefault(i) {
			props = append(props, ir.NamedAttr{Name: def.Attrs[i].Name, Value: v})
		}
	}
	if len(props) > 0 {
		sortByName(props)
		f.Str(" <")
		ir.PrintDict(f.printer, props)
		f.byte('>')
	}
}

// isDefault says whether the attribute in slot i has its default value.
func (f *formatter) isDefault(i int) bool {
	return f.op.InherentAt(i) == f.op.Context().DefaultOf(f.op.Def(), i)
}

func (f *formatter) variable(a asm.Arg) {
	switch a.Kind {
	case asm.Operand, asm.AllOperands:
		lo, hi, _ := f.operandRange(a)
		f.operands(f.op, lo, hi)
	case asm.Attr:
		f.attribute(&f.op.Def().Attrs[a.Index], f.op.InherentAt(a.Index))
	case asm.Region, asm.AllRegions:
		for i, r := range f.regions(a) {
			if i > 0 {
				f.Str(", ")
			}
			f.region(r, true, !f.implied(r), false)
		}
	case asm.Successor, asm.AllSuccessors:
		f.successors(f.blocks(a))
	}
}

// implied says whether the terminator of a region need not be written: the row makes it, and it says nothing.
func (f *formatter) implied(r *ir.Region) bool {
	def := f.op.Def()
	if !def.Is(ir.ImplicitTerminator) || r.First() == nil || r.First().Last() == nil {
		return false
	}
	last := r.First().Last()
	return last.Is(def.ImplicitTerminator) && last.NumOperands() == 0 && len(last.Discardable()) == 0
}

// attribute writes an inherent attribute as shortly as its constraint allows.
func (f *formatter) attribute(a *ir.Attr, v ir.Attribute) {
	switch v := v.(type) {
	case *ir.IntegerAttr:
		if a.Kind.Enum != nil && v.Value >= 0 && v.Value < int64(len(a.Kind.Enum)) {
			f.KeywordOrString(a.Kind.Enum[v.Value])
			return
		}
	case *ir.StringAttr:
		if a.Kind == ir.SymbolAttrKind {
			f.Symbol(v.Value)
			return
		}
	case *ir.DenseArrayAttr:
		if a.Kind == ir.I32ArrayAttrKind || a.Kind == ir.I64ArrayAttrKind {
			f.integers(v.Values)
			return
		}
	}
	switch {
	case a.Kind.Short != "":
		v.Print(f.printer)
	case a.Kind.Type != nil:
		f.AttrNoType(v)
	default:
		f.Attr(v)
	}
}

func (f *formatter) integers(vs []int64) {
	f.byte('[')
	for i, v := range vs {
		if i > 0 {
			f.Str(", ")
		}
		f.Int(v)
	}
	f.byte(']')
}

// present says whether one of the variables is there: a non-empty list, or an attribute other than its default.
func (f *formatter) present(anchor []asm.Arg) bool {
	for _, a := range anchor {
		switch a.Kind {
		case asm.Attr:
			if f.op.InherentAt(a.Index) != nil && !f.isDefault(a.Index) {
				return true
			}
		case asm.Region, asm.AllRegions:
			for _, r := range f.regions(a) {
				if !r.Empty() {
					return true
				}
			}
		case asm.Successor, asm.AllSuccessors:
			if len(f.blocks(a)) > 0 {
				return true
			}
		default:
			lo, hi, isOperand := f.operandRange(a)
			if lo < hi || !isOperand && len(f.values(a)) > 0 {
				return true
			}
		}
	}
	return false
}

// values gives the operands or results that an argument names.
func (f *formatter) values(a asm.Arg) []*ir.Value {
	switch a.Kind {
	case asm.Operand:
		return f.op.OperandGroup(a.Index)
	case asm.Result:
		return f.op.ResultGroup(a.Index)
	case asm.AllOperands:
		return f.op.Operands()
	}
	return f.op.Results()
}

func (f *formatter) regions(a asm.Arg) []*ir.Region {
	lo, hi := f.share(a, f.op.NumRegions(), len(f.op.Def().Regions), func(i int) bool { return f.op.Def().Regions[i].Arity == ir.Single })
	return f.op.Regions()[lo:hi]
}

func (f *formatter) blocks(a asm.Arg) []*ir.Block {
	lo, hi := f.share(a, len(f.op.Successors()), len(f.op.Def().Successors), func(i int) bool { return f.op.Def().Successors[i].Arity == ir.Single })
	return f.op.Successors()[lo:hi]
}

// share gives the part of n regions or successors that column a.Index holds: one each for single columns, the rest
// for the loose one.
func (f *formatter) share(a asm.Arg, n, columns int, single func(int) bool) (lo, hi int) {
	if a.Kind == asm.AllRegions || a.Kind == asm.AllSuccessors {
		return 0, n
	}
	for i := 0; ; i++ {
		size := 1
		if !single(i) {
			size = max(0, n-(columns-1))
		}
		lo, hi = min(hi, n), min(hi+size, n)
		if i == a.Index {
			return lo, hi
		}
	}
}
