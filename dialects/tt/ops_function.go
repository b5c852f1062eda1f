package tt

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// functionOps are kernels (public) and what they call (private).
func functionOps(r *ir.Registry) {
	r.Define(Func, ir.OpDef{
		Summary: "a kernel if public, a function for kernels if private",
		Attrs:   builtin.FunctionColumns(),
		Regions: []ir.RegionDef{{Name: "body"}},
		Traits:  builtin.FunctionTraits | ir.HasParent, Parents: []*ir.OpName{builtin.Module},
		Parse: builtin.ParseFunction, Print: builtin.PrintFunction, Verify: builtin.VerifyFunction,
	})
	r.Define(Call, ir.OpDef{
		Summary:  "a call of a function by its name",
		Operands: []ir.Operand{ir.Many("operands", ir.AnyType)}, Results: []ir.Result{ir.Many("results", ir.AnyType)},
		Attrs: []ir.Attr{
			{Name: "callee", Kind: ir.FlatSymbolKind},
			{Name: builtin.ArgAttrs, Kind: ir.ArrayAttrKind, Optional: true}, {Name: builtin.ResAttrs, Kind: ir.ArrayAttrKind, Optional: true},
		},
		Format: "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
		Verify: builtin.VerifyCall,
	})
	r.Define(Return, ir.OpDef{
		Summary:  "ends a function",
		Operands: []ir.Operand{ir.Many("srcs", ir.AnyType)},
		Traits:   ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{Func},
		Format: "attr-dict ($srcs^ `:` type($srcs))?",
		Verify: builtin.VerifyReturn,
	})
}

type callSite struct{}

func (callSite) Callee(op *ir.Operation) *ir.SymbolRefAttr {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	return ref
}

func (callSite) Arguments(op *ir.Operation) []*ir.Value { return op.Operands() }
