// Package ttng is the dialect of Triton's ops for NVIDIA GPUs: wgmma, mbarriers, TMA,
// and Blackwell's tensor memory and tensor cores, in the text that Triton 3.6 prints.
// Older and newer spellings of 3.5 to 3.9 are read too. Ops of Blackwell are read,
// checked and printed; nothing compiles them.
package ttng

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// The ops.
var (
	WarpGroupDot            = ir.Op("ttng.warp_group_dot")
	WarpGroupDotWait        = ir.Op("ttng.warp_group_dot_wait")
	PackedArith             = ir.Op("ttng.packed_arith")
	FenceAsyncShared        = ir.Op("ttng.fence_async_shared")
	FenceMBarrierInit       = ir.Op("ttng.fence_mbarrier_init_release_cluster")
	ClusterArrive           = ir.Op("ttng.cluster_arrive")
	ClusterWait             = ir.Op("ttng.cluster_wait")
	ClusterBarrier          = ir.Op("ttng.cluster_barrier")
	InitBarrier             = ir.Op("ttng.init_barrier")
	InvalBarrier            = ir.Op("ttng.inval_barrier")
	BarrierExpect           = ir.Op("ttng.barrier_expect")
	WaitBarrier             = ir.Op("ttng.wait_barrier")
	ArriveBarrier           = ir.Op("ttng.arrive_barrier")
	AsyncCopyMBarrierArrive = ir.Op("ttng.async_copy_mbarrier_arrive")
	AsyncSharedStore        = ir.Op("ttng.async_shared_store")
	TMALoad                 = ir.Op("ttng.async_tma_copy_global_to_local")
	TMAStore                = ir.Op("ttng.async_tma_copy_local_to_global")
	TMAReduce               = ir.Op("ttng.async_tma_reduce")
	TMAGather               = ir.Op("ttng.async_tma_gather")
	TMAScatter              = ir.Op("ttng.async_tma_scatter")
	TMAStoreWait            = ir.Op("ttng.async_tma_store_wait")
	TMAStoreTokenWait       = ir.Op("ttng.async_tma_store_token_wait")
	ReinterpretTensorDesc   = ir.Op("ttng.reinterpret_tensor_descriptor")
	TensormapCreate         = ir.Op("ttng.tensormap_create")
	TensormapAcquire        = ir.Op("ttng.tensormap_fenceproxy_acquire")
	TCGen5MMA               = ir.Op("ttng.tc_gen5_mma")
	TCGen5MMAScaled         = ir.Op("ttng.tc_gen5_mma_scaled")
	TCGen5Commit            = ir.Op("ttng.tc_gen5_commit")
	TMEMAlloc               = ir.Op("ttng.tmem_alloc")
	TMEMLoad                = ir.Op("ttng.tmem_load")
	TMEMStore               = ir.Op("ttng.tmem_store")
	TMEMSubslice            = ir.Op("ttng.tmem_subslice")
	TMEMCopy                = ir.Op("ttng.tmem_copy")
	CLCTryCancel            = ir.Op("ttng.clc_try_cancel")
	CLCTryCancelSync        = ir.Op("ttng.clc_try_cancel_sync")
	CLCLoadResult           = ir.Op("ttng.clc_load_result")
	CLCIsCanceled           = ir.Op("ttng.clc_is_canceled")
	CLCGetProgramId         = ir.Op("ttng.clc_get_program_id")
)

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "ttng", Summary: "Triton's ops for NVIDIA GPUs: wgmma, mbarriers, TMA, tensor memory", Verify: tt.VerifyTensors}) {
		return
	}
	ttg.Register(r)
	r.DefineAttr("ttng.tensor_memory", parseTensorMemory)
	r.DefineAttr("ttng.tensor_memory_encoding", parseTMEM)
	r.DefineAttr("ttng.tensor_memory_scales_encoding", parseTMEMScales)
	ttg.DefineWords(r, "ttng.redOp", "min", "max")
	r.DefineType("ttng.tensordesc_im2col", parseIm2Col)
	dotOps(r)
	barrierOps(r)
	tmaOps(r)
	mmaOps(r)
	tmemOps(r)
	clusterOps(r)
}

// Columns of the tables.

func i32(name string) ir.Attr  { return ir.Attr{Name: name, Kind: ir.I32AttrKind} }
func flag(name string) ir.Attr { return ir.Attr{Name: name, Kind: ir.BoolAttrKind} }
func i32Or(name string, value int64) ir.Attr {
	return ir.Attr{Name: name, Kind: ir.I32AttrKind, Default: ir.DefaultI32(value)}
}

// upTo is an i32 attribute of 0 … most.
func upTo(name string, most int64) ir.Attr {
	return ir.Attr{Name: name, Kind: &ir.AttrConstraint{
		Summary: "32-bit signless integer attribute in a fixed range", Type: func(c *ir.Context) ir.Type { return c.I32() },
		Ok: func(a ir.Attribute) bool {
			i, ok := a.(*ir.IntegerAttr)
			return ok && ir.I32AttrKind.Ok(a) && i.Value >= 0 && i.Value <= most
		},
	}}
}

var (
	tensorOrMem = &ir.TypeConstraint{Summary: "tensor or memory descriptor", Ok: func(t ir.Type) bool { return tt.Tensor.Ok(t) || isMemDesc(t) }}
	anyDesc     = &ir.TypeConstraint{Summary: "tensor descriptor", Ok: func(t ir.Type) bool { return tt.Desc.Ok(t) || isIm2Col(t) }}
	i16         = &ir.TypeConstraint{
		Summary: "16-bit signless integer",
		Ok:      func(t ir.Type) bool { return t == t.Context().Integer(16, ir.Signless) },
		Build:   func(c *ir.Context) ir.Type { return c.Integer(16, ir.Signless) },
	}
	clcResult = &ir.TypeConstraint{
		Summary: "128-bit signless integer",
		Ok:      func(t ir.Type) bool { return t == t.Context().Integer(128, ir.Signless) },
		Build:   func(c *ir.Context) ir.Type { return c.Integer(128, ir.Signless) },
	}
)

func isMemDesc(t ir.Type) bool { _, ok := t.(*ttg.MemDescType); return ok }
