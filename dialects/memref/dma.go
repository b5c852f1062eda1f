package memref

import "tawa/ir"

// registerDMA: copies that run by themselves, in the operands of which each buffer stands before its indices.
func registerDMA(r *ir.Registry) {
	operands := []ir.Operand{{Name: "operands", Type: ir.AnyType, Arity: ir.Variadic}}
	r.Define(DMAStart, ir.OpDef{
		Summary:      "begins to copy elements from one buffer to another; an element of a third buffer tells when it is done",
		Operands:     operands,
		Traits:       ir.ReadsMemory | ir.WritesMemory,
		Parse:        parseDMAStart,
		Print:        printDMAStart,
		Verify:       verifyDMAStart,
		Canonicalize: foldCastOperands(DMAStart),
	})
	r.Define(DMAWait, ir.OpDef{
		Summary:      "waits until the copy of a tag is done",
		Operands:     operands,
		Traits:       ir.ReadsMemory | ir.WritesMemory,
		Parse:        parseDMAWait,
		Print:        printDMAWait,
		Verify:       verifyDMAWait,
		Canonicalize: foldCastOperands(DMAWait),
	})
}

// element is a buffer and the indices after it.
type element struct {
	buffer ir.UnresolvedOperand
	at     []ir.UnresolvedOperand
}

func parseElement(p ir.AsmParser) (e element, ok bool) {
	if e.buffer, ok = p.Operand(); !ok || !p.Punct("[") || p.OptionalPunct("]") {
		return e, ok
	}
	e.at, ok = p.Operands()
	return e, ok && p.Punct("]")
}

func (e element) resolve(p ir.AsmParser, t ir.Type, st *ir.OperationState) bool {
	return p.Resolve(e.buffer, t, st) && resolveIndices(p, e.at, st)
}

func resolveIndices(p ir.AsmParser, us []ir.UnresolvedOperand, st *ir.OperationState) bool {
	for _, u := range us {
		if !p.Resolve(u, p.Context().Index(), st) {
			return false
		}
	}
	return true
}

// dmaTypes takes `: type, …`, so many of them.
func dmaTypes(p ir.AsmParser, n int, st *ir.OperationState) ([]ir.Type, bool) {
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return nil, false
	}
	span := p.Span()
	types, ok := p.TypeList()
	if ok && len(types) != n {
		p.Errorf(span, "expected %d types, but found %d", n, len(types))
		ok = false
	}
	return types, ok
}

// parseDMAStart takes `%from[…], %to[…], %count, %tag[…][, %stride, %each] : types`.
func parseDMAStart(p ir.AsmParser, st *ir.OperationState) bool {
	from, ok := parseElement(p)
	if !ok || !p.Punct(",") {
		return false
	}
	to, ok := parseElement(p)
	if !ok || !p.Punct(",") {
		return false
	}
	count, ok := p.Operand()
	if !ok || !p.Punct(",") {
		return false
	}
	tag, ok := parseElement(p)
	if !ok {
		return false
	}
	var strides []ir.UnresolvedOperand
	span := p.Span()
	if p.OptionalPunct(",") {
		strides, ok = p.Operands()
		if ok && len(strides) != 2 {
			p.Errorf(span, "expected a stride and the number of elements that each has, but found %d operands", len(strides))
			ok = false
		}
	}
	if !ok {
		return false
	}
	types, ok := dmaTypes(p, 3, st)
	return ok && from.resolve(p, types[0], st) && to.resolve(p, types[1], st) &&
		resolveIndices(p, []ir.UnresolvedOperand{count}, st) && tag.resolve(p, types[2], st) && resolveIndices(p, strides, st)
}

// parseDMAWait takes `%tag[…], %count : type`.
func parseDMAWait(p ir.AsmParser, st *ir.OperationState) bool {
	tag, ok := parseElement(p)
	if !ok || !p.Punct(",") {
		return false
	}
	count, ok := p.Operand()
	if !ok {
		return false
	}
	types, ok := dmaTypes(p, 1, st)
	return ok && tag.resolve(p, types[0], st) && resolveIndices(p, []ir.UnresolvedOperand{count}, st)
}

// printElement writes a buffer with its indices and returns the operands after them.
func printElement(p ir.AsmPrinter, operands []*ir.Value) []*ir.Value {
	end := 1 + len(shapeOf(operands[0]))
	p.Operand(operands[0])
	p.Str("[")
	p.Operands(operands[1:end])
	p.Str("]")
	return operands[end:]
}

func printDMAStart(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	from := op.Operands()
	to := printElement(p, from)
	p.Str(", ")
	count := printElement(p, to)
	p.Str(", ")
	p.Operand(count[0])
	p.Str(", ")
	tag := count[1:]
	if strides := printElement(p, tag); len(strides) > 0 {
		p.Str(", ")
		p.Operands(strides)
	}
	p.AttrDict(op, false)
	p.Str(" : ")
	p.Types([]*ir.Value{from[0], to[0], tag[0]})
}

func printDMAWait(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	rest := printElement(p, op.Operands())
	p.Str(", ")
	p.Operand(rest[0])
	p.AttrDict(op, false)
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
}

// elementAt checks that a buffer and its indices come next, and returns the operands after them.
func elementAt(r ir.Reporter, what string, operands []*ir.Value) ([]*ir.Value, bool) {
	if len(operands) == 0 || !isRanked(operands[0].Type()) {
		return nil, r.Errorf("expected %s to be of memref type", what)
	}
	n := len(shapeOf(operands[0]))
	if len(operands) < 1+n {
		return nil, r.Errorf("expected %d %s indices, but found %d operands", n, what, len(operands)-1)
	}
	for _, v := range operands[1 : 1+n] {
		if !ir.IsIndex(v.Type()) {
			return nil, r.Errorf("expected %s indices to be of index type", what)
		}
	}
	return operands[1+n:], true
}

func verifyDMAStart(op *ir.Operation, r ir.Reporter) bool {
	rest, ok := elementAt(r, "source", op.Operands())
	if !ok {
		return false
	}
	if rest, ok = elementAt(r, "destination", rest); !ok {
		return false
	}
	if len(rest) == 0 || !ir.IsIndex(rest[0].Type()) {
		return r.Errorf("expected the number of elements to be of index type")
	}
	if rest, ok = elementAt(r, "tag", rest[1:]); !ok {
		return false
	}
	if len(rest) != 0 && (len(rest) != 2 || !ir.IsIndex(rest[0].Type()) || !ir.IsIndex(rest[1].Type())) {
		return r.Errorf("expected nothing after the tag, or a stride and the number of elements that each has, of index type")
	}
	return true
}

func verifyDMAWait(op *ir.Operation, r ir.Reporter) bool {
	rest, ok := elementAt(r, "tag", op.Operands())
	if !ok {
		return false
	}
	if len(rest) != 1 || !ir.IsIndex(rest[0].Type()) {
		return r.Errorf("expected the number of elements, of index type, after the indices of the tag")
	}
	return true
}
