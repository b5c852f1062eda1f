package builtin

import "tawa/ir"

// ParseArrow takes `-> T`, `-> (T, …)` or nothing: the types of an op's results.
func ParseArrow(p ir.AsmParser) (ts []ir.Type, ok bool) {
	if !p.OptionalPunct("->") {
		return nil, true
	}
	if p.OptionalPunct("(") {
		if p.OptionalPunct(")") {
			return nil, true
		}
		ts, ok = p.TypeList()
		return ts, ok && p.Punct(")")
	}
	t, ok := p.Type()
	return []ir.Type{t}, ok
}

// PrintArrow writes ` -> (T, …)` if the op has results.
func PrintArrow(op *ir.Operation, p ir.AsmPrinter) {
	if op.NumResults() > 0 {
		p.Str(" -> (")
		p.Types(op.Results())
		p.Str(")")
	}
}

// ParseBlock takes a region of one block, which may be empty.
func ParseBlock(p ir.AsmParser, st *ir.OperationState) bool {
	body := st.NewRegion()
	if !p.Region(body, nil) {
		return false
	}
	body.Entry()
	return true
}
