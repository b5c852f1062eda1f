package vector

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// registerMasking: ops that only do what a mask allows.
func registerMasking(r *ir.Registry) {
	r.Define(Mask, ir.OpDef{
		Summary:            "does an op in those lanes of which the bit of the mask is set; the others are those of another vector",
		Operands:           []ir.Operand{{Name: "mask", Type: ofBits}, {Name: "passthru", Type: ir.AnyType, Arity: ir.Optional}},
		Results:            []ir.Result{{Name: "results", Type: ir.AnyType, Arity: ir.Variadic}},
		Regions:            []ir.RegionDef{{Name: "maskRegion"}},
		Traits:             ir.RecursiveEffects | ir.SingleBlock | ir.ImplicitTerminator,
		ImplicitTerminator: Yield,
		Parse:              parseMask,
		Print:              printMask,
		Verify:             verifyMask,
		Canonicalize:       maskPatterns,
	})
	r.Define(Yield, ir.OpDef{
		Summary:  "ends a region of vector ops and hands values over",
		Operands: []ir.Operand{{Name: "operands", Type: ir.AnyType, Arity: ir.Variadic}},
		Traits:   ir.Terminator | ir.Pure,
		Format:   "attr-dict ($operands^ `:` type($operands))?",
	})
}

// parseMask takes `%mask[, %passthru] {op} {attrs} : mask [-> results]`; vector.yield of the results of the op need not be written.
func parseMask(p ir.AsmParser, st *ir.OperationState) bool {
	mask, ok := p.Operand()
	if !ok {
		return false
	}
	var passthru ir.UnresolvedOperand
	span := p.Span()
	given := p.OptionalPunct(",")
	if given {
		if passthru, ok = p.Operand(); !ok {
			return false
		}
	}
	body := st.NewRegion()
	if !p.Region(body, nil) || !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	yieldAll(p.Context(), body)
	t, ok := p.Type()
	if !ok {
		return false
	}
	if p.OptionalPunct("->") {
		if st.Results, ok = resultTypes(p); !ok {
			return false
		}
	}
	if given && len(st.Results) == 0 {
		p.Errorf(span, "expects a result if there is another vector than the mask")
		return false
	}
	return p.Resolve(mask, t, st) && (!given || p.Resolve(passthru, st.Results[0], st))
}

func resultTypes(p ir.AsmParser) (types []ir.Type, ok bool) {
	if !p.OptionalPunct("(") {
		return p.TypeList()
	}
	if p.OptionalPunct(")") {
		return nil, true
	}
	types, ok = p.TypeList()
	return types, ok && p.Punct(")")
}

// yieldAll ends a block with a vector.yield of what its last op gives.
func yieldAll(c *ir.Context, body *ir.Region) {
	block := body.Entry()
	var values []*ir.Value
	var loc ir.Location
	if last := block.Last(); last != nil {
		if last.Has(ir.Terminator) {
			return
		}
		values, loc = last.Results(), last.Loc
	}
	ir.AtEnd(c, block, loc).Create(Yield, values, nil)
}

// printMask writes the first op of the region, of which the end is what yieldAll would make.
func printMask(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operands(op.Operands())
	p.Str(" { ")
	p.Op(op.Region(0).First().First())
	p.Str(" }")
	p.AttrDict(op, false)
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
	if op.NumResults() > 0 {
		p.Str(" -> ")
		p.Types(op.Results())
	}
}

// maskable lists the ops that a mask may stand around.
func maskable(op *ir.Operation) bool {
	return op.Is(Contraction, Gather, MultiReduction, OuterProduct, Reduction, Scan, Scatter, TransferRead, TransferWrite)
}

func verifyMask(op *ir.Operation, r ir.Reporter) bool {
	body := op.Region(0).First()
	if body == nil {
		return r.Errorf("region #0 ('maskRegion') failed to verify constraint: region with 1 blocks")
	}
	end := body.Terminator()
	if end == nil || !end.Is(Yield) {
		return r.Errorf("expects the region to end with '%s'", Yield)
	}
	if first := body.First(); first != end && first.Next() != end {
		return r.Errorf("expects only one operation to mask")
	}
	if len(body.Args()) > 0 {
		return r.Errorf("expects no arguments of the region")
	}
	if !slices.Equal(ir.TypesOf(end.Operands()), op.ResultTypes()) {
		return r.Errorf("expects number of results to match mask region yielded values, and their types")
	}
	if body.First() == end {
		return true
	}
	return verifyMasking(op, body.First(), r)
}

func verifyMasking(op, inner *ir.Operation, r ir.Reporter) bool {
	if !maskable(inner) {
		return r.Errorf("expects an operation within the mask region that can be masked, not '%s'", inner.Name())
	}
	if !slices.Equal(ir.TypesOf(inner.Results()), op.ResultTypes()) {
		return r.Errorf("expects result type to match maskable operation result type")
	}
	if want := maskOf(inner); want != nil && want != op.Operand(0).Type() {
		return r.Errorf("expects a '%s' mask for the maskable operation, not '%s'", str(want), str(op.Operand(0).Type()))
	}
	pass := op.OptionalOperand(1)
	if pass != nil && (op.NumResults() != 1 || pass.Type() != op.Result(0).Type()) {
		return r.Errorf("expects passthru type to match result type")
	}
	if pass != nil && !inner.Is(TransferRead) {
		return r.Errorf("doesn't expect a passthru argument for '%s'", inner.Name())
	}
	return true
}

// maskOf is the type of a mask for all lanes of an op; nil for vector.contract, whose lanes are those of its loops.
func maskOf(op *ir.Operation) ir.Type {
	switch {
	case op.Is(TransferRead, TransferWrite):
		v := op.Operand(0)
		if op.Is(TransferRead) {
			v = op.Result(0)
		}
		m, _ := builtin.ProjectionOf(op.Attr("permutation_map"))
		return maskType(vectorType(v), m)
	case op.Is(Gather, OuterProduct):
		return bitsLike(op.Result(0))
	case op.Is(Scatter):
		return bitsLike(op.Operand(op.NumOperands() - 1))
	case op.Is(Reduction, MultiReduction, Scan):
		return bitsLike(op.Operand(0))
	}
	return nil
}

// bitsLike is a vector of one bit for each element.
func bitsLike(of *ir.Value) ir.Type {
	v := vectorType(of)
	return of.Type().Context().Vector(v.Shape, v.Scalable, of.Type().Context().I1())
}

// maskPatterns: a mask around nothing does nothing.
var maskPatterns = []ir.Pattern{{Name: "mask-of-nothing", Root: Mask, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	end := op.Region(0).First().Terminator()
	if op.Region(0).First().First() != end || op.OptionalOperand(1) != nil {
		return false
	}
	r.Replace(op, end.Operands()...)
	return true
}}}
