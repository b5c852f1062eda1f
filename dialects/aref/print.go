package aref

import "tawa/ir"

// parseAccess reads `%ring[%index]`.
func parseAccess(p ir.AsmParser) (ring, index ir.UnresolvedOperand, ok bool) {
	if ring, ok = p.Operand(); !ok || !p.Punct("[") {
		return ring, index, false
	}
	if index, ok = p.Operand(); !ok || !p.Punct("]") {
		return ring, index, false
	}
	return ring, index, true
}

// parseRingType reads attributes and `: !aref.ring<…>`.
func parseRingType(p ir.AsmParser, st *ir.OperationState) (*RingType, bool) {
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return nil, false
	}
	span := p.Span()
	t, ok := p.Type()
	if !ok {
		return nil, false
	}
	ring, ok := t.(*RingType)
	if !ok {
		p.Errorf(span, "expected a ring of asynchronous references, not '%s'", ir.TypeString(t))
	}
	return ring, ok
}

func printAccess(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	p.Str("[")
	p.Operand(op.Operand(1))
	p.Str("]")
}

func printRingType(op *ir.Operation, p ir.AsmPrinter) {
	p.AttrDict(op, false)
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
}

func parsePut(p ir.AsmParser, st *ir.OperationState) bool {
	ring, index, ok := parseAccess(p)
	if !ok {
		return false
	}
	var values []ir.UnresolvedOperand
	span := p.Span()
	if p.OptionalPunct(",") {
		span = p.Span()
		if values, ok = p.Operands(); !ok {
			return false
		}
	}
	t, ok := parseRingType(p, st)
	return ok && p.Resolve(ring, t, st) && p.Resolve(index, p.Context().I32(), st) && p.ResolveAll(values, t.Payload, span, st)
}

func printPut(op *ir.Operation, p ir.AsmPrinter) {
	printAccess(op, p)
	p.Str(", ")
	p.Operands(op.Operands()[2:])
	printRingType(op, p)
}

func parseGet(p ir.AsmParser, st *ir.OperationState) bool {
	ring, index, ok := parseAccess(p)
	if !ok {
		return false
	}
	t, ok := parseRingType(p, st)
	if !ok {
		return false
	}
	st.Results = append(st.Results, t.Payload...)
	return p.Resolve(ring, t, st) && p.Resolve(index, p.Context().I32(), st)
}

func printGet(op *ir.Operation, p ir.AsmPrinter) {
	printAccess(op, p)
	printRingType(op, p)
}
