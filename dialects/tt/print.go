package tt

import "tawa/ir"

// parseClampF takes `x, min, max, propagateNan = all : T`. The values of propagateNan do
// not follow each other, so the declarative form can't say it.
func parseClampF(p ir.AsmParser, st *ir.OperationState) bool {
	var operands []ir.UnresolvedOperand
	for range 3 {
		u, ok := p.Operand()
		if !ok || !p.Punct(",") {
			return false
		}
		operands = append(operands, u)
	}
	if !p.Keyword("propagateNan") || !p.Punct("=") {
		return false
	}
	span := p.Span()
	word, ok := p.AnyKeyword()
	if !ok {
		return false
	}
	mode := int64(0)
	switch word {
	case "none":
	case "all":
		mode = PropagateNaNAll
	default:
		p.Errorf(span, "propagateNan is 'none' or 'all', not '%s'", word)
		return false
	}
	st.AddAttr("propagateNan", p.Context().I32Attr(mode))
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	t, ok := p.Type()
	if !ok {
		return false
	}
	for _, u := range operands {
		if !p.Resolve(u, t, st) {
			return false
		}
	}
	st.Results = []ir.Type{t}
	return true
}

func printClampF(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operands(op.Operands())
	mode := "none"
	if v, _ := op.IntAttr("propagateNan"); v != 0 {
		mode = "all"
	}
	p.Str(", propagateNan = " + mode)
	p.AttrDict(op, false, "propagateNan")
	p.Str(" : ")
	p.Type(op.Result(0).Type())
}
