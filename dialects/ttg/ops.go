// Package ttg is the dialect of Triton's GPU-level IR: encodings that say how
// tensors lie in registers and shared memory, memory descriptors, copies, and warp
// specialization, in the text that Triton 3.6 prints.
package ttg

import (
	"tawa/dialects/tt"
	"tawa/ir"
)

// The ops.
var (
	ConvertLayout            = ir.Op("ttg.convert_layout")
	AsyncCopyGlobalToLocal   = ir.Op("ttg.async_copy_global_to_local")
	AsyncCommitGroup         = ir.Op("ttg.async_commit_group")
	AsyncWait                = ir.Op("ttg.async_wait")
	LocalAlloc               = ir.Op("ttg.local_alloc")
	LocalDealloc             = ir.Op("ttg.local_dealloc")
	MemDescIndex             = ir.Op("ttg.memdesc_index")
	MemDescSubslice          = ir.Op("ttg.memdesc_subslice")
	MemDescTrans             = ir.Op("ttg.memdesc_trans")
	MemDescReshape           = ir.Op("ttg.memdesc_reshape")
	MemDescReinterpret       = ir.Op("ttg.memdesc_reinterpret")
	LocalLoad                = ir.Op("ttg.local_load")
	LocalStore               = ir.Op("ttg.local_store")
	LocalGather              = ir.Op("ttg.local_gather")
	LocalAtomicScatterRMW    = ir.Op("ttg.local_atomic_scatter_rmw")
	LocalScatter             = ir.Op("ttg.local_scatter")
	PredicateStage           = ir.Op("ttg.predicate_stage")
	Mask                     = ir.Op("ttg.mask")
	MaskReturn               = ir.Op("ttg.mask.return")
	Fp4ToFp                  = ir.Op("ttg.fp4_to_fp")
	GlobalScratchAlloc       = ir.Op("ttg.global_scratch_alloc")
	WarpSpecialize           = ir.Op("ttg.warp_specialize")
	WarpSpecializePartitions = ir.Op("ttg.warp_specialize.partitions")
	WarpYield                = ir.Op("ttg.warp_yield")
	WarpReturn               = ir.Op("ttg.warp_return")
	Barrier                  = ir.Op("ttg.barrier")
	LocalBarrier             = ir.Op("ttg.local_barrier")
	WarpId                   = ir.Op("ttg.warp_id")
)

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "ttg", Summary: "Triton's GPU-level IR: layouts, shared memory, warp groups", Constant: constant, Verify: tt.VerifyTensors}) {
		return
	}
	tt.Register(r)
	r.DefineType("ttg.memdesc", parseMemDesc)
	r.DefineType("ttg.async.token", parseToken)
	for name, parse := range map[string]ir.AttrParser{
		"ttg.blocked": parseBlocked, "ttg.slice": parseSlice, "ttg.nvidia_mma": parseNvidiaMMA, "ttg.dot_op": parseDotOperand,
		"ttg.linear": parseLinear, "ttg.generic_linear": parseGenericLinear, "ttg.swizzled_shared": parseSwizzledShared,
		"ttg.nvmma_shared": parseNVMMAShared, "ttg.shared_linear": parseSharedLinear, "ttg.shared_memory": parseSharedMemory, "ttg.padded_shared": parsePadded,
		"ttg.partitioned_shared": parsePartitioned, "ttg.amd_mfma": parseMFMA, "ttg.amd_wmma": parseWMMA,
		"ttg.amd_rotating_shared": parseRotating,
	} {
		r.DefineAttr(name, parse)
	}
	tensorOps(r)
	memoryOps(r)
	warpOps(r)
	attachInterfaces(r)
}

// constant makes the constants of tt, whose tensors may have encodings.
func constant(b *ir.Builder, value ir.Attribute, t ir.Type) *ir.Operation {
	return b.Context().Registry.LookupDialect("tt").Constant(b, value, t)
}

// Type constraints.
var (
	MemDescKind = &ir.TypeConstraint{Summary: "memory descriptor", Ok: func(t ir.Type) bool { _, ok := t.(*MemDescType); return ok }, Short: "ttg.memdesc"}
	TokenKind   = &ir.TypeConstraint{
		Summary: "asynchronous token",
		Ok:      func(t ir.Type) bool { _, ok := t.(*TokenType); return ok },
		Build:   func(c *ir.Context) ir.Type { return Token(c) },
	}
)

// Columns of the tables.

func i32(name string) ir.Attr { return ir.Attr{Name: name, Kind: ir.I32AttrKind} }

// tensorOps act on tensors in registers.
func tensorOps(r *ir.Registry) {
	const cast = "$src attr-dict `:` type($src) `->` type($result)"
	r.Define(ConvertLayout, ir.OpDef{
		Summary:  "the same tensor in another encoding",
		Operands: []ir.Operand{ir.One("src", tt.Tensor)}, Results: []ir.Result{ir.One("result", tt.Tensor)},
		Attrs:  []ir.Attr{ir.Unit("force_warp_shuffle")},
		Traits: ir.Pure | ir.SameOperandsAndResultShape,
		Format: cast,
		Verify: verifyConvert, Fold: foldConvert, Canonicalize: convertPatterns(),
	})
	r.Define(Fp4ToFp, ir.OpDef{
		Summary:  "floats of four bits, packed two to a byte along axis, as wider floats",
		Operands: []ir.Operand{ir.One("src", tt.IntTensor)}, Results: []ir.Result{ir.One("result", tt.FloatTensor)},
		Attrs:  []ir.Attr{i32("axis")},
		Traits: ir.Pure,
		Format: cast,
		Verify: verifyFp4ToFp,
	})
	r.Define(PredicateStage, ir.OpDef{
		Summary: "whether a stage of a pipelined loop runs in this iteration",
		Operands: []ir.Operand{
			ir.One("iv", ir.AnySignless), ir.One("ub", ir.AnySignless), ir.One("step", ir.AnySignless),
		},
		Results:   []ir.Result{ir.One("result", ir.I1)},
		Attrs:     []ir.Attr{i32("maxStage"), i32("stage")},
		TypeRules: []ir.TypeRule{tt.SameType("ub", "iv"), tt.SameType("step", "iv")},
		Traits:    ir.Pure,
		Format:    "$iv `,` $ub `,` $step `maxStage` $maxStage `stage` $stage attr-dict `:` type($iv) `->` type($result)",
	})
	r.Define(Mask, ir.OpDef{
		Summary:  "the region if pred holds",
		Operands: []ir.Operand{ir.One("pred", ir.I1)}, Results: []ir.Result{ir.Many("result", ir.AnyType)},
		Regions: []ir.RegionDef{{Name: "region"}},
		Traits:  ir.SingleBlock | ir.RecursiveEffects,
		Verify:  verifyMask,
	})
	r.Define(MaskReturn, ir.OpDef{
		Summary:  "ends the region of ttg.mask",
		Operands: []ir.Operand{ir.Many("result", ir.AnyType)},
		Traits:   ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{Mask},
		Format: "$result attr-dict `:` type($result)",
	})
}
