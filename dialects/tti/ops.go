// Package tti is the dialect of the ops with which Triton checks itself at run time: its
// sanitizers of concurrency, of global memory and of floating-point arithmetic, in the
// spellings of 3.6 to 3.9. They are read, checked and printed; nothing compiles them.
package tti

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// The ops.
var (
	AssertInThread = ir.Op("tti.experimental_assert_in_thread")
	BufferPointers = ir.Op("tti.experimental_buffer_pointers")
	MemDescToI64   = ir.Op("tti.experimental_memdesc_to_i64")
	LockAcquire    = ir.Op("tti.experimental_lock_acquire")
	LockRelease    = ir.Op("tti.experimental_lock_release")

	AssertUniform      = ir.Op("tti.experimental_assert_uniform")
	BufferDescriptors  = ir.Op("tti.experimental_buffer_descriptors")
	MemDescToI32       = ir.Op("tti.experimental_memdesc_to_i32")
	MemoryOffsetToI32  = ir.Op("tti.experimental_memory_offset_to_i32")
	ClusterCTAId       = ir.Op("tti.experimental_cluster_cta_id")
	LocalGather        = ir.Op("tti.experimental_local_gather")
	FPEmbed            = ir.Op("tti.experimental_fpsan_embed")
	FPUnembed          = ir.Op("tti.experimental_fpsan_unembed")
	DotI8              = ir.Op("tti.dot_i8")
	GSanInit           = ir.Op("tti.experimental_gsan_init")
	GSanTensorDescInfo = ir.Op("tti.experimental_gsan_tensordesc_info")
	GSanTensorAccess   = ir.Op("tti.experimental_gsan_tensor_access")
	GSanAtomicRMW      = ir.Op("tti.experimental_gsan_atomic_rmw")
	GSanAtomicCAS      = ir.Op("tti.experimental_gsan_atomic_cas")
	GSanBarrierInit    = ir.Op("tti.experimental_gsan_cluster_barrier_init")
	GSanBarrierSync    = ir.Op("tti.experimental_gsan_cluster_barrier_sync")
	GSanMBarrierArrive = ir.Op("tti.experimental_gsan_mbarrier_arrive")
)

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "tti", Summary: "Triton's checks at run time", Verify: tt.VerifyTensors}) {
		return
	}
	ttg.Register(r)
	raceOps(r)
	arithmeticOps(r)
	globalOps(r)
}

// memory is where a buffer lies.
var memory = ir.Attr{Name: "memType", Kind: ir.EnumAttr("kind of memory", false, "shared_mem", "tensor_mem")}

func one(name string, t *ir.TypeConstraint) []ir.Operand { return []ir.Operand{{Name: name, Type: t}} }

// raceOps look for races on buffers and barriers.
func raceOps(r *ir.Registry) {
	r.Define(AssertInThread, ir.OpDef{
		Summary:  "reports message in the threads in which the condition fails, for all or, if check_any, for every element",
		Operands: one("condition", tt.BoolLike),
		Attrs:    []ir.Attr{{Name: "message", Kind: ir.StringAttrKind}, {Name: "check_any", Kind: ir.BoolAttrKind}},
		Traits:   ir.WritesMemory,
		Format:   "$condition `,` $message attr-dict `:` type($condition)",
	})
	r.Define(BufferPointers, ir.OpDef{
		Summary: "the addresses of buffers at these offsets",
		Results: one("result", tt.Tensor),
		Attrs:   []ir.Attr{{Name: "offsets", Kind: ir.I32ArrayAttrKind}, memory},
		Traits:  ir.Pure,
		Format:  "$offsets `,` $memType attr-dict `:` type($result)",
	})
	r.Define(MemDescToI64, ir.OpDef{
		Summary:  "the address of a buffer",
		Operands: one("memdesc", ttg.MemDescKind), Results: one("result", ir.I64),
		Traits: ir.Pure,
		Format: "$memdesc attr-dict `:` type($memdesc)",
	})
	lock := func(summary string) ir.OpDef {
		return ir.OpDef{
			Summary:  summary,
			Operands: append(one("lock", tt.PtrLike), ir.Operand{Name: "pred", Type: ir.I1, Arity: ir.Optional}),
			Traits:   ir.WritesMemory,
			Format:   "$lock (`,` $pred^)? attr-dict `:` type($lock)",
		}
	}
	r.Define(LockAcquire, lock("takes a lock in global memory"))
	r.Define(LockRelease, lock("gives a lock in global memory back"))
	r.Define(AssertUniform, ir.OpDef{
		Summary:  "reports message where the condition, the same in all threads of the warp group, fails",
		Operands: one("condition", ir.I1), Attrs: []ir.Attr{{Name: "message", Kind: ir.StringAttrKind}},
		Traits: ir.WritesMemory,
		Format: "$condition `,` $message attr-dict-with-keyword",
	})
	r.Define(BufferDescriptors, ir.OpDef{
		Summary: "buffers at these offsets and of these lengths, both in 64 bits each",
		Results: one("result", tt.Tensor),
		Attrs:   []ir.Attr{{Name: "offsets", Kind: ir.I32ArrayAttrKind}, {Name: "lengths", Kind: ir.I32ArrayAttrKind}, memory},
		Traits:  ir.Pure,
		Format:  "$offsets `,` $lengths `,` $memType attr-dict `:` type($result)",
		Verify:  verifyBuffers,
	})
	r.Define(MemDescToI32, ir.OpDef{
		Summary:  "the address of a buffer",
		Operands: one("memdesc", ttg.MemDescKind), Results: one("result", ir.I32),
		Traits: ir.Pure,
		Format: "$memdesc attr-dict `:` type($memdesc)",
	})
	r.Define(MemoryOffsetToI32, ir.OpDef{
		Summary: "the address of an offset in a memory",
		Results: one("result", ir.I32), Attrs: []ir.Attr{{Name: "offset", Kind: ir.I32AttrKind}, memory},
		Traits: ir.Pure,
		Format: "$offset `,` $memType attr-dict",
	})
	r.Define(ClusterCTAId, ir.OpDef{
		Summary: "the number of the CTA in its cluster",
		Results: one("result", ir.I32),
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type($result)",
	})
}

// arithmeticOps compute with integers that stand for floats.
func arithmeticOps(r *ir.Registry) {
	cast := func(summary string, from, to *ir.TypeConstraint) ir.OpDef {
		return ir.OpDef{
			Summary:  summary,
			Operands: one("val", from), Results: one("result", to),
			Traits: ir.Pure | ir.Elementwise | ir.SameOperandsAndResultShape,
			Format: "$val attr-dict `:` functional-type(operands, $result)",
			Verify: verifyPayload,
		}
	}
	r.Define(FPEmbed, cast("the integer that stands for a float", tt.FloatLike, tt.IntLike))
	r.Define(FPUnembed, cast("the float that an integer stands for", tt.IntLike, tt.FloatLike))
	r.Define(LocalGather, ir.OpDef{
		Summary: "elements of a buffer picked by indices along axis, from offsets on",
		Operands: []ir.Operand{
			ir.One("src", ttg.MemDescKind), ir.One("indices", tt.IntTensor), ir.Many("offsets", ir.I32),
		},
		Results: one("result", tt.Tensor), Attrs: []ir.Attr{{Name: "axis", Kind: ir.I32AttrKind}},
		Traits: ir.ReadsMemory,
		Format: "$src `[` $indices `]` `offsets` `=` `[` $offsets `]` attr-dict `:` qualified(type($src)) `,` type($indices) `->` type($result)",
		Verify: verifyGather,
	})
	r.Define(DotI8, ir.OpDef{
		Summary:  "a · b + c of bytes, each operand signed or not, on the tensor cores of version 2",
		Operands: []ir.Operand{ir.One("a", byteTensor), ir.One("b", byteTensor), ir.One("c", tt.I32Tensor)}, Results: one("d", tt.I32Tensor),
		Attrs:     []ir.Attr{{Name: "aSigned", Kind: ir.BoolAttrKind}, {Name: "bSigned", Kind: ir.BoolAttrKind}},
		TypeRules: []ir.TypeRule{tt.SameType("c", "d")},
		Traits:    ir.Pure,
		Format: "$a `,` $b `,` $c `,` `aSigned` `=` $aSigned `,` `bSigned` `=` $bSigned attr-dict" +
			" `:` type($a) `*` type($b) `->` type($d)",
		Verify: verifyDotI8,
	})
}

// byteTensor is the type of an operand of DotI8.
var byteTensor = &ir.TypeConstraint{Summary: "tensor of 8-bit signless integers", Ok: func(t ir.Type) bool {
	return tt.IntTensor.Ok(t) && ir.BitWidth(ir.ElementType(t)) == 8
}}
