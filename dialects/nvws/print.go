package nvws

import (
	"fmt"

	"tawa/ir"
)

// parseArefCreate takes `%a, %b : <[TA, TB]>`.
func parseArefCreate(p ir.AsmParser, st *ir.OperationState) bool {
	buffers, ok := p.Operands()
	if !ok || !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	span := p.Span()
	t, ok := p.ShortType("nvws.aref")
	if !ok {
		return false
	}
	aref, ok := t.(*ArefType)
	if !ok {
		p.Errorf(span, "expected an asynchronous reference, but got '%s'", ir.TypeString(t))
		return false
	}
	st.Results = []ir.Type{aref}
	return p.ResolveAll(buffers, aref.Buffers, span, st)
}

func printArefCreate(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operands(op.Operands())
	p.AttrDict(op, false)
	p.Str(" : ")
	p.ShortType(op.Result(0).Type())
}

const numWarps = "numWarps"

// parseWarpGroup takes
//
//	attributes {…}
//	partition0 num_warps(4) {…}
//	… : T
func parseWarpGroup(p ir.AsmParser, st *ir.OperationState) bool {
	if !p.AttrDict(st, true) {
		return false
	}
	var counts []int64
	for i := 0; p.OptionalKeyword(fmt.Sprintf("partition%d", i)); i++ {
		if !p.Keyword("num_warps") || !p.Punct("(") {
			return false
		}
		n, ok := p.Integer()
		if !ok || !p.Punct(")") || !p.Region(st.NewRegion(), nil) {
			return false
		}
		counts = append(counts, n)
	}
	st.AddAttr(numWarps, p.Context().I32Array(counts...))
	if !p.OptionalPunct(":") {
		return true
	}
	var ok bool
	st.Results, ok = p.TypeList()
	return ok
}

func printWarpGroup(op *ir.Operation, p ir.AsmPrinter) {
	p.AttrDict(op, true, numWarps)
	counts := op.Ints(numWarps)
	for i, r := range op.Regions() {
		p.Newline()
		p.Str(fmt.Sprintf("partition%d num_warps(%d)", i, counts[i]))
		p.Region(r, false, true)
	}
	if op.NumResults() > 0 {
		p.Str(" : ")
		p.Types(op.Results())
	}
}
