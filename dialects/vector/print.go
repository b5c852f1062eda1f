package vector

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// operandList takes operands separated by commas in brackets.
func operandList(p ir.AsmParser) (us []ir.UnresolvedOperand, ok bool) {
	if !p.Punct("[") {
		return nil, false
	}
	if p.OptionalPunct("]") {
		return nil, true
	}
	us, ok = p.Operands()
	return us, ok && p.Punct("]")
}

// transfer is a read or write as far as it has been read.
type transfer struct {
	value, base, padding, mask ir.UnresolvedOperand
	at                         []ir.UnresolvedOperand
	masked                     bool
	vector                     *ir.VectorType
	source                     ir.Type
}

// parseTransferRead takes `%base[%i, …], %padding[, %mask] {attrs} : shaped, vector`.
func parseTransferRead(p ir.AsmParser, st *ir.OperationState) bool {
	var t transfer
	var ok bool
	if t.base, ok = p.Operand(); !ok {
		return false
	}
	if t.at, ok = operandList(p); !ok || !p.Punct(",") {
		return false
	}
	if t.padding, ok = p.Operand(); !ok || !t.rest(p, st, true) {
		return false
	}
	st.Results = []ir.Type{t.vector}
	return p.Resolve(t.base, t.source, st) && t.indices(p, st) &&
		p.Resolve(t.padding, ir.ElementType(t.source), st) && t.resolveMask(p, st, 1, len(t.at), 1)
}

// parseTransferWrite takes `%vector, %base[%i, …][, %mask] {attrs} : vector, shaped`.
func parseTransferWrite(p ir.AsmParser, st *ir.OperationState) bool {
	var t transfer
	var ok bool
	if t.value, ok = p.Operand(); !ok || !p.Punct(",") {
		return false
	}
	if t.base, ok = p.Operand(); !ok {
		return false
	}
	if t.at, ok = operandList(p); !ok || !t.rest(p, st, false) {
		return false
	}
	if ir.IsTensor(t.source) {
		st.Results = []ir.Type{t.source}
	}
	return p.Resolve(t.value, t.vector, st) && p.Resolve(t.base, t.source, st) && t.indices(p, st) &&
		t.resolveMask(p, st, 1, 1, len(t.at))
}

// rest takes the mask, the attributes and the types, that of the vector last or first.
func (t *transfer) rest(p ir.AsmParser, st *ir.OperationState, vectorLast bool) bool {
	ok := true
	if t.masked = p.OptionalPunct(","); t.masked {
		if t.mask, ok = p.Operand(); !ok {
			return false
		}
	}
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	span := p.Span()
	types, ok := p.TypeList()
	if !ok {
		return false
	}
	if len(types) != 2 {
		p.Errorf(span, "requires two types")
		return false
	}
	if !vectorLast {
		types[0], types[1] = types[1], types[0]
	}
	t.source = types[0]
	if t.vector, ok = types[1].(*ir.VectorType); !ok || !shaped.Ok(t.source) {
		p.Errorf(span, "requires a memref or ranked tensor, and a vector")
		return false
	}
	return t.defaults(p, st)
}

// defaults adds the attributes that are left out where they say the usual.
func (t *transfer) defaults(p ir.AsmParser, st *ir.OperationState) bool {
	c := p.Context()
	if st.Attr("permutation_map") == nil {
		st.AddAttr("permutation_map", defaultMap(t.source, t.vector).Attr(c))
	}
	if st.Attr("in_bounds") == nil {
		m, _ := builtin.ProjectionOf(st.Attr("permutation_map"))
		st.AddAttr("in_bounds", falses(c, len(m.Results)))
	}
	return true
}

func falses(c *ir.Context, n int) ir.Attribute {
	values := make([]ir.Attribute, n)
	for i := range values {
		values[i] = c.Bool(false)
	}
	return c.Array(values...)
}

// defaultMap is the one that takes the last dimensions in order.
func defaultMap(source ir.Type, v *ir.VectorType) builtin.Projection {
	shape, _ := ir.ShapeOf(source)
	rank := len(v.Shape)
	if inner, ok := ir.ElementType(source).(*ir.VectorType); ok {
		rank -= len(inner.Shape)
	}
	return builtin.MinorIdentity(len(shape), min(max(rank, 0), len(shape)))
}

func (t *transfer) indices(p ir.AsmParser, st *ir.OperationState) bool {
	for _, u := range t.at {
		if !p.Resolve(u, p.Context().Index(), st) {
			return false
		}
	}
	return true
}

func (t *transfer) resolveMask(p ir.AsmParser, st *ir.OperationState, sizes ...int) bool {
	st.SegmentSizes = append(sizes, 0)
	if !t.masked {
		return true
	}
	st.SegmentSizes[len(sizes)] = 1
	m, ok := builtin.ProjectionOf(st.Attr("permutation_map"))
	if !ok {
		p.Errorf(t.mask.Span, "the type of the mask does not follow from the permutation map")
		return false
	}
	return p.Resolve(t.mask, maskType(t.vector, m), st)
}

// maskType has the dimensions of a vector in the order in which they are in memory;
// those that are broadcast are left out.
func maskType(v *ir.VectorType, m builtin.Projection) *ir.VectorType {
	var shape []int64
	var scalable []bool
	some := false
	for d := range m.Dims {
		for i, r := range m.Results {
			if r == int64(d) && i < len(v.Shape) {
				s := i < len(v.Scalable) && v.Scalable[i]
				shape, scalable, some = append(shape, v.Shape[i]), append(scalable, s), some || s
			}
		}
	}
	if len(shape) == 0 {
		shape, scalable = []int64{1}, []bool{false}
	}
	if !some {
		scalable = nil
	}
	c := v.Context()
	return c.Vector(shape, scalable, c.I1())
}

func printTransferRead(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	printBase(op, p, 0, 1)
	p.Str(", ")
	p.Operand(op.OperandGroup(2)[0])
	printTransferRest(op, p, vectorType(op.Result(0)), op.Operand(0).Type())
	p.Type(op.Operand(0).Type())
	p.Str(", ")
	p.Type(op.Result(0).Type())
}

func printTransferWrite(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	p.Str(", ")
	printBase(op, p, 1, 2)
	printTransferRest(op, p, vectorType(op.Operand(0)), op.Operand(1).Type())
	p.Type(op.Operand(0).Type())
	p.Str(", ")
	p.Type(op.Operand(1).Type())
}

func printBase(op *ir.Operation, p ir.AsmPrinter, base, at int) {
	p.Operand(op.Operand(base))
	p.Str("[")
	p.Operands(op.OperandGroup(at))
	p.Str("]")
}

func printTransferRest(op *ir.Operation, p ir.AsmPrinter, v *ir.VectorType, source ir.Type) {
	if mask := op.OptionalOperand(3); mask != nil {
		p.Str(", ")
		p.Operand(mask)
	}
	elided := []string{ir.OperandSegmentSizes}
	if m, ok := builtin.ProjectionOf(op.Attr("permutation_map")); ok && m.Equal(defaultMap(source, v)) {
		elided = append(elided, "permutation_map")
	}
	if !anyTrue(op.Attr("in_bounds")) {
		elided = append(elided, "in_bounds")
	}
	p.AttrDict(op, false, elided...)
	p.Str(" : ")
}

func anyTrue(a ir.Attribute) bool {
	list, _ := a.(*ir.ArrayAttr)
	for i := range len(list.Values) {
		if inBounds(a, i) {
			return true
		}
	}
	return false
}

func inBounds(a ir.Attribute, i int) bool {
	list, ok := a.(*ir.ArrayAttr)
	if !ok || i >= len(list.Values) {
		return false
	}
	b, ok := list.Values[i].(*ir.IntegerAttr)
	return ok && b.Value != 0
}

// parseOuterProduct takes `%lhs, %rhs[, %acc] {attrs} : vector, type of %rhs`.
func parseOuterProduct(p ir.AsmParser, st *ir.OperationState) bool {
	span := p.Span()
	us, ok := p.Operands()
	if !ok || !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	types, ok := p.TypeList()
	if !ok {
		return false
	}
	if len(us) < 2 || len(us) > 3 || len(types) != 2 {
		p.Errorf(span, "expected two or three operands and two types")
		return false
	}
	l, ok := types[0].(*ir.VectorType)
	if !ok {
		p.Errorf(span, "expected a vector type for operand #1")
		return false
	}
	result := productType(l, types[1])
	st.Results = []ir.Type{result}
	if st.Attr("kind") == nil {
		st.AddAttr("kind", combining.Attr(p.Context(), "add"))
	}
	return p.ResolveAll(us, append(types, result)[:len(us)], span, st)
}

// productType is the type of all products of elements of l and r, which may be a number.
func productType(l *ir.VectorType, r ir.Type) *ir.VectorType {
	v, ok := r.(*ir.VectorType)
	if !ok || len(l.Shape) != 1 || len(v.Shape) != 1 {
		return l
	}
	var scalable []bool
	if len(l.Scalable)+len(v.Scalable) > 0 {
		scalable = []bool{len(l.Scalable) > 0 && l.Scalable[0], len(v.Scalable) > 0 && v.Scalable[0]}
	}
	return l.Context().Vector([]int64{l.Shape[0], v.Shape[0]}, scalable, l.Elem)
}

func printOuterProduct(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operands(op.Operands())
	p.AttrDict(op, false)
	p.Str(" : ")
	p.Types(op.Operands()[:2])
}

// parseContraction takes `{attrs} %lhs, %rhs, %acc {more} : vector, vector into type`.
func parseContraction(p ir.AsmParser, st *ir.OperationState) bool {
	if !parseTrait(p, st) {
		return false
	}
	iteratorsFromText(p.Context(), st)
	span := p.Span()
	us, ok := p.Operands()
	if !ok || !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	types, ok := p.TypeList()
	if !ok || !p.Keyword("into") {
		return false
	}
	result, ok := p.Type()
	if !ok {
		return false
	}
	if st.Attr("kind") == nil {
		st.AddAttr("kind", combining.Attr(p.Context(), "add"))
	}
	st.Results = []ir.Type{result}
	return p.ResolveAll(us, append(types, result), span, st)
}

// parseTrait takes the maps, iterators and kind: a dictionary, or the alias of one.
func parseTrait(p ir.AsmParser, st *ir.OperationState) bool {
	span := p.Span()
	a, ok := p.Attr(nil)
	if !ok {
		return false
	}
	dict, ok := a.(*ir.DictAttr)
	if !ok {
		p.Errorf(span, "expected a dictionary with indexing_maps and iterator_types")
		return false
	}
	st.Attrs = append(st.Attrs, dict.Entries...)
	return true
}

// iteratorsFromText turns the names of iterators, which are text in this form, into attributes.
func iteratorsFromText(c *ir.Context, st *ir.OperationState) {
	for i, a := range st.Attrs {
		list, ok := a.Value.(*ir.ArrayAttr)
		if a.Name != "iterator_types" || !ok {
			continue
		}
		values := make([]ir.Attribute, len(list.Values))
		for j, v := range list.Values {
			if values[j] = v; isText(v) {
				values[j] = iteratorKinds.Attr(c, v.(*ir.StringAttr).Value)
			}
		}
		st.Attrs[i].Value = c.Array(values...)
	}
}

func isText(a ir.Attribute) bool { _, ok := a.(*ir.StringAttr); return ok }

func printContraction(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" {indexing_maps = ")
	p.Attr(op.Attr("indexing_maps"))
	p.Str(", iterator_types = [")
	ir.PrintList(p, op.Attr("iterator_types").(*ir.ArrayAttr).Values, func(v ir.Attribute) {
		word, _ := iteratorKinds.Word(v)
		p.Quoted(word)
	})
	p.Str("], kind = ")
	p.Attr(op.Attr("kind"))
	if f := op.Attr("fastmath"); f != nil {
		p.Str(", fastmath = ")
		p.Attr(f)
	}
	p.Str("} ")
	p.Operands(op.Operands())
	p.AttrDict(op, false, "indexing_maps", "iterator_types", "kind", "fastmath")
	p.Str(" : ")
	p.Types(op.Operands()[:2])
	p.Str(" into ")
	p.Type(op.Result(0).Type())
}
