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
	for _, x := range ops() {
		r.Define(x.name, x.def)
	}
}

type row struct {
	name *ir.OpName
	def  ir.OpDef
}

func one(name string, t *ir.TypeConstraint) ir.Operand { return ir.Operand{Name: name, Type: t} }
func maybe(name string, t *ir.TypeConstraint) ir.Operand {
	return ir.Operand{Name: name, Type: t, Arity: ir.Optional}
}

// element and order name what wgmma multiplies and how it lies in shared memory.
var (
	element = ir.EnumAttr("element type of wgmma", false, "s8", "s32", "e4m3", "e5m2", "f16", "bf16", "tf32", "f32")
	order   = ir.EnumAttr("order of an operand of wgmma: row or col", false, "row", "col")
)

func ops() []row {
	number := func(summary string) ir.OpDef {
		return ir.OpDef{Summary: summary, Results: []ir.Result{one("result", ir.I32)}, Traits: ir.Pure, Format: "attr-dict"}
	}
	attr := func(name string, kind *ir.AttrConstraint) ir.Attr { return ir.Attr{Name: name, Kind: kind} }
	return []row{
		{WGMMA, ir.OpDef{
			Summary: "one wgmma instruction: a and b are descriptors of shared memory or structs of registers",
			Operands: []ir.Operand{
				one("opA", ir.AnyType), one("opB", ir.AnyType), one("useC", ir.I1), maybe("opC", ir.AnyType),
			},
			Results: []ir.Result{one("res", ir.AnyType)},
			Attrs: []ir.Attr{
				attr("m", ir.I32AttrKind), attr("n", ir.I32AttrKind), attr("k", ir.I32AttrKind),
				attr("eltTypeC", element), attr("eltTypeA", element), attr("eltTypeB", element),
				attr("layoutA", order), attr("layoutB", order),
			},
			Traits: ir.ReadsMemory | ir.WritesMemory,
			Format: "$opA `,` $opB `,` $useC (`,` $opC^)? attr-dict `:` functional-type(operands, $res)",
		}},
		{WGMMAWaitGroup, ir.OpDef{
			Summary:  "waits until at most pendings groups of wgmma are in flight",
			Operands: []ir.Operand{one("input", ir.AnyType)}, Results: []ir.Result{one("output", ir.AnyType)},
			Attrs:  []ir.Attr{attr("pendings", ir.I32AttrKind)},
			Traits: ir.ReadsMemory | ir.WritesMemory | ir.SameOperandsAndResultType,
			Format: "$input attr-dict `:` type($input)",
		}},
		{ClusterId, number("the number of the CTA in its cluster")},
		{WarpId, number("the number of the warp in its CTA")},
		{WarpGroupBarrierId, number("the number of the named barrier of this group of warps")},
		{LoadAcquire, ir.OpDef{
			Summary:  "loads with an order and a scope, where mask holds",
			Operands: []ir.Operand{one("addr", ir.AnyType), maybe("mask", ir.I1)}, Results: []ir.Result{one("result", ir.AnyType)},
			Attrs:  []ir.Attr{attr("sem", tt.SemKind), attr("scope", tt.ScopeKind)},
			Traits: ir.ReadsMemory | ir.WritesMemory,
			Format: "$sem `,` $scope `,` $addr (`,` $mask^)? attr-dict `:` functional-type($addr, $result)",
		}},
		{TensorMemoryBase, ir.OpDef{
			Summary: "the address of the tensor memory of this program",
			Results: []ir.Result{one("result", ir.AnyType)},
			Traits:  ir.Pure,
			Parse:   parseTensorMemoryBase, Print: func(op *ir.Operation, p ir.AsmPrinter) { p.AttrDict(op, false) },
		}},
	}
}

// tensorMemory is LLVM's address space of Blackwell's tensor memory.
const tensorMemory = 6

// parseTensorMemoryBase: the result is always a pointer to tensor memory.
func parseTensorMemoryBase(p ir.AsmParser, st *ir.OperationState) bool {
	st.Results = []ir.Type{llvm.Ptr(p.Context(), tensorMemory)}
	return p.AttrDict(st, false)
}
