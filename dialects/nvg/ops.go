// Package nvg is the last dialect of Triton's before LLVM's for NVIDIA GPUs, in the text
// that Triton 3.6 prints. It is read, checked and printed; nothing compiles it.
package nvg

import (
	"tawa/dialects/llvm"
	"tawa/dialects/tt"
	"tawa/ir"
)

// The ops.
var (
	WGMMA              = ir.Op("nvg.wgmma")
	WGMMAWaitGroup     = ir.Op("nvg.wgmma_wait_group")
	ClusterId          = ir.Op("nvg.cluster_id")
	WarpId             = ir.Op("nvg.warp_id")
	WarpGroupBarrierId = ir.Op("nvg.warp_group_barrier_id")
	LoadAcquire        = ir.Op("nvg.ld_acquire")
	TensorMemoryBase   = ir.Op("nvg.tensor_memory_base")
)

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "nvg", Summary: "Triton's NVIDIA ops just above LLVM's"}) {
		return
	}
	llvm.Register(r)
	tt.Register(r)
	define(r)
}

// element and order name what wgmma multiplies and how it lies in shared memory.
var (
	element = ir.EnumAttr("element type of wgmma", false, "s8", "s32", "e4m3", "e5m2", "f16", "bf16", "tf32", "f32")
	order   = ir.EnumAttr("order of an operand of wgmma: row or col", false, "row", "col")
)

func define(r *ir.Registry) {
	number := func(summary string) ir.OpDef {
		return ir.OpDef{Summary: summary, Results: []ir.Result{ir.One("result", ir.I32)}, Traits: ir.Pure, Format: "attr-dict"}
	}
	attr := func(name string, kind *ir.AttrConstraint) ir.Attr { return ir.Attr{Name: name, Kind: kind} }
	r.Define(WGMMA, ir.OpDef{
		Summary: "one wgmma instruction: a and b are descriptors of shared memory or structs of registers",
		Operands: []ir.Operand{
			ir.One("opA", ir.AnyType), ir.One("opB", ir.AnyType), ir.One("useC", ir.I1), ir.Maybe("opC", ir.AnyType),
		},
		Results: []ir.Result{ir.One("res", ir.AnyType)},
		Attrs: []ir.Attr{
			attr("m", ir.I32AttrKind), attr("n", ir.I32AttrKind), attr("k", ir.I32AttrKind),
			attr("eltTypeC", element), attr("eltTypeA", element), attr("eltTypeB", element),
			attr("layoutA", order), attr("layoutB", order),
		},
		Traits: ir.ReadsMemory | ir.WritesMemory,
		Format: "$opA `,` $opB `,` $useC (`,` $opC^)? attr-dict `:` functional-type(operands, $res)",
	})
	r.Define(WGMMAWaitGroup, ir.OpDef{
		Summary:  "waits until at most pendings groups of wgmma are in flight",
		Operands: []ir.Operand{ir.One("input", ir.AnyType)}, Results: []ir.Result{ir.One("output", ir.AnyType)},
		Attrs:  []ir.Attr{attr("pendings", ir.I32AttrKind)},
		Traits: ir.ReadsMemory | ir.WritesMemory | ir.SameOperandsAndResultType,
		Format: "$input attr-dict `:` type($input)",
	})
	r.Define(ClusterId, number("the number of the CTA in its cluster"))
	r.Define(WarpId, number("the number of the warp in its CTA"))
	r.Define(WarpGroupBarrierId, number("the number of the named barrier of this group of warps"))
	r.Define(LoadAcquire, ir.OpDef{
		Summary:  "loads with an order and a scope, where mask holds",
		Operands: []ir.Operand{ir.One("addr", ir.AnyType), ir.Maybe("mask", ir.I1)}, Results: []ir.Result{ir.One("result", ir.AnyType)},
		Attrs:  []ir.Attr{attr("sem", tt.SemKind), attr("scope", tt.ScopeKind)},
		Traits: ir.ReadsMemory | ir.WritesMemory,
		Format: "$sem `,` $scope `,` $addr (`,` $mask^)? attr-dict `:` functional-type($addr, $result)",
	})
	r.Define(TensorMemoryBase, ir.OpDef{
		Summary: "the address of the tensor memory of this program",
		Results: []ir.Result{ir.One("result", ir.AnyType)},
		Traits:  ir.Pure,
		Parse:   parseTensorMemoryBase, Print: func(op *ir.Operation, p ir.AsmPrinter) { p.AttrDict(op, false) },
	})
}

// tensorMemory is LLVM's address space of Blackwell's tensor memory.
const tensorMemory = 6

// parseTensorMemoryBase: the result is always a pointer to tensor memory.
func parseTensorMemoryBase(p ir.AsmParser, st *ir.OperationState) bool {
	st.Results = []ir.Type{llvm.Ptr(p.Context(), tensorMemory)}
	return p.AttrDict(st, false)
}
