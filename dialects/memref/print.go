package memref

import (
	"strings"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// parseAllocaScope takes `[-> types] {…}`.
func parseAllocaScope(p ir.AsmParser, st *ir.OperationState) bool {
	var ok bool
	if st.Results, ok = builtin.ParseArrow(p); !ok {
		return false
	}
	body := st.NewRegion()
	if !p.Region(body, nil) {
		return false
	}
	p.EnsureTerminator(body, AllocaScopeReturn)
	return p.AttrDict(st, false)
}

func printAllocaScope(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	builtin.PrintArrow(op, p)
	p.Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op, false)
}

// parsePrefetch takes `%m[%i], read|write, locality<N>, data|instr : type`.
func parsePrefetch(p ir.AsmParser, st *ir.OperationState) bool {
	m, ok := p.Operand()
	if !ok || !p.Punct("[") {
		return false
	}
	var at []ir.UnresolvedOperand
	if !p.OptionalPunct("]") {
		if at, ok = p.Operands(); !ok || !p.Punct("]") {
			return false
		}
	}
	if !p.Punct(",") || !eitherWord(p, st, "isWrite", "write", "read") || !p.Punct(",") || !p.Keyword("locality") || !p.Punct("<") {
		return false
	}
	hint, ok := p.Attr(p.Context().I32())
	if !ok || !p.Punct(">") || !p.Punct(",") || !eitherWord(p, st, "isDataCache", "data", "instr") {
		return false
	}
	st.AddAttr("localityHint", hint)
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	t, ok := p.Type()
	if !ok || !p.Resolve(m, t, st) {
		return false
	}
	for _, u := range at {
		if !p.Resolve(u, p.Context().Index(), st) {
			return false
		}
	}
	return true
}

// eitherWord takes one of two words, which make an attribute true or false.
func eitherWord(p ir.AsmParser, st *ir.OperationState, attr, yes, no string) bool {
	if p.OptionalKeyword(yes) {
		st.AddAttr(attr, p.Context().Bool(true))
		return true
	}
	if p.OptionalKeyword(no) {
		st.AddAttr(attr, p.Context().Bool(false))
		return true
	}
	p.Errorf(p.Span(), "expected '%s' or '%s'", no, yes)
	return false
}

func printPrefetch(op *ir.Operation, p ir.AsmPrinter) {
	word := func(attr, yes, no string) {
		if v, _ := op.IntAttr(attr); v != 0 {
			no = yes
		}
		p.Str(no)
	}
	p.Str(" ")
	p.Operand(op.Operand(0))
	p.Str("[")
	p.Operands(op.Operands()[1:])
	p.Str("], ")
	word("isWrite", "write", "read")
	p.Str(", locality<")
	p.AttrNoType(op.Attr("localityHint"))
	p.Str(">, ")
	word("isDataCache", "data", "instr")
	p.AttrDict(op, false, "isWrite", "localityHint", "isDataCache")
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
}

// parseTranspose takes `%m (i, j) -> (j, i) : type to type`.
func parseTranspose(p ir.AsmParser, st *ir.OperationState) bool {
	m, ok := p.Operand()
	if !ok {
		return false
	}
	var from, to []string
	span := p.Span()
	if !words(p, &from) || !p.Punct("->") || !words(p, &to) {
		return false
	}
	perm := make([]int64, len(to))
	for i, w := range to {
		perm[i] = -1
		for j, f := range from {
			if f == w {
				perm[i] = int64(j)
			}
		}
		if perm[i] < 0 {
			p.Errorf(span, "'%s' is not one of the dimensions (%s)", w, strings.Join(from, ", "))
			return false
		}
	}
	st.AddAttr("permutation", builtin.Projection{Dims: len(from), Results: perm}.Attr(p.Context()))
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	t, ok := p.Type()
	if !ok || !p.Keyword("to") {
		return false
	}
	res, ok := p.Type()
	st.Results = []ir.Type{res}
	return ok && p.Resolve(m, t, st)
}

func words(p ir.AsmParser, list *[]string) bool {
	return p.List("(", ")", func() bool {
		w, ok := p.AnyKeyword()
		*list = append(*list, w)
		return ok
	})
}

func printTranspose(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	m, _ := builtin.ProjectionOf(op.Attr("permutation"))
	p.Str(" " + m.Text())
	p.AttrDict(op, false, "permutation")
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
	p.Str(" to ")
	p.Type(op.Result(0).Type())
}

// parseGlobalValue takes `type [= value | = uninitialized]`.
func parseGlobalValue(p ir.AsmParser, args ir.DirectiveReader) bool {
	span := p.Span()
	t, ok := p.Type()
	if !ok {
		return false
	}
	m, ok := t.(*ir.MemRefType)
	if !ok || builtinDynamic(m) {
		p.Errorf(span, "type should be static shaped memref, but got '%s'", ir.TypeString(t))
		return false
	}
	if !args.SetAttr(0, p.Context().TypeAttr(t)) || !p.OptionalPunct("=") {
		return ok
	}
	if p.OptionalKeyword("uninitialized") {
		return args.SetAttr(1, p.Context().Unit())
	}
	v, ok := p.Attr(p.Context().Tensor(m.Shape, m.Elem, nil))
	return ok && args.SetAttr(1, v)
}

func builtinDynamic(m *ir.MemRefType) bool {
	for _, n := range m.Shape {
		if n == ir.Dynamic {
			return true
		}
	}
	return false
}

func printGlobalValue(p ir.AsmPrinter, args ir.DirectiveWriter) {
	p.Type(args.Attr(0).(*ir.TypeAttr).Type)
	switch v := args.Attr(1).(type) {
	case nil:
	case *ir.UnitAttr:
		p.Str(" = uninitialized")
	default:
		p.Str(" = ")
		p.AttrNoType(v)
	}
}
