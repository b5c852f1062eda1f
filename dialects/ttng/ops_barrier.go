package ttng

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

const effects = ir.ReadsMemory | ir.WritesMemory

// barrierOps make, use and end mbarriers, and order memory.
func barrierOps(r *ir.Registry) {
	alloc := ir.One("alloc", ttg.MemDescKind)
	relaxed := ir.Attr{Name: "relaxed", Kind: ir.BoolAttrKind, Optional: true}
	cluster := func(summary string, attrs ...ir.Attr) ir.OpDef {
		return ir.OpDef{Summary: summary, Attrs: attrs, Traits: effects, Format: "attr-dict", Verify: verifyCluster}
	}
	meeting := func(summary string, attrs ...ir.Attr) ir.OpDef {
		def := cluster(summary, attrs...)
		def.Verify = verifyMeeting
		return def
	}
	r.Define(FenceAsyncShared, ir.OpDef{
		Summary: "orders accesses to shared memory before asynchronous ones (TMA, wgmma)",
		Attrs:   []ir.Attr{flag("bCluster")},
		Traits:  effects,
		Format:  "attr-dict",
	})
	r.Define(FenceMBarrierInit, cluster("makes initialized mbarriers known to the cluster"))
	r.Define(ClusterArrive, meeting("arrives at the barrier of the cluster", relaxed))
	r.Define(ClusterWait, meeting("waits at the barrier of the cluster"))
	whole := cluster("all warps of the cluster meet", relaxed)
	whole.Verify = verifyClusterBarrier
	r.Define(ClusterBarrier, whole)
	r.Define(InitBarrier, ir.OpDef{
		Summary:  "makes an mbarrier of count arrivals a phase",
		Operands: []ir.Operand{alloc}, Attrs: []ir.Attr{i32("count")},
		Traits: ir.WritesMemory,
		Format: "$alloc `,` $count attr-dict `:` qualified(type($alloc))", Verify: verifyInitBarrier,
	})
	r.Define(InvalBarrier, ir.OpDef{
		Summary:  "ends the use of an mbarrier",
		Operands: []ir.Operand{alloc},
		Traits:   ir.WritesMemory,
		Format:   "$alloc attr-dict `:` qualified(type($alloc))", Verify: verifyBarrier,
	})
	r.Define(BarrierExpect, ir.OpDef{
		Summary:  "one arrival that also expects size bytes of asynchronous copies, where pred holds",
		Operands: []ir.Operand{alloc, ir.One("pred", ir.I1)},
		Attrs:    []ir.Attr{i32("size"), {Name: "fromCTA", Kind: ir.I32AttrKind, Optional: true}},
		Traits:   ir.WritesMemory,
		Format:   "$alloc `,` $size attr-dict `,` $pred `:` qualified(type($alloc))", Verify: verifyExpect,
	})
	r.Define(WaitBarrier, ir.OpDef{
		Summary:  "waits until the phase of that parity is complete; deps must not be reused before",
		Operands: []ir.Operand{alloc, ir.One("phase", ir.I32), ir.Maybe("pred", ir.I1), ir.Many("deps", ttg.MemDescKind)},
		Traits:   effects | ir.AttrSizedOperandSegments,
		Format:   "$alloc `,` $phase (`,` $pred^)? (`deps` $deps^)? attr-dict `:` qualified(type($alloc)) (`,` type($deps)^)?",
		Verify:   verifyBarrier,
	})
	r.Define(ArriveBarrier, ir.OpDef{
		Summary:  "count arrivals, where pred holds",
		Operands: []ir.Operand{alloc, ir.Maybe("pred", ir.I1)},
		Attrs:    []ir.Attr{i32("count"), {Name: "fromCTA", Kind: ir.I32AttrKind, Optional: true}, i32Or("multicastCTA", 0)},
		Traits:   effects,
		Format:   "$alloc `,` $count (`,` $pred^)? attr-dict `:` qualified(type($alloc))",
		Verify:   verifyArrive,
	})
	r.Define(AsyncCopyMBarrierArrive, ir.OpDef{
		Summary:  "an arrival when the copies that this thread began are complete",
		Operands: []ir.Operand{ir.One("barrier", ttg.MemDescKind)}, Attrs: []ir.Attr{ir.Unit("noIncrement")},
		Traits: ir.WritesMemory,
		Format: "$barrier attr-dict `:` qualified(type($barrier))",
	})
	r.Define(AsyncSharedStore, ir.OpDef{
		Summary:  "stores a tensor to shared memory of the cluster; the bytes complete on the barrier",
		Operands: []ir.Operand{ir.One("src", tt.Tensor), ir.One("dst", ttg.MemDescKind), ir.One("mbarrier", ttg.MemDescKind)},
		Traits:   ir.WritesMemory,
		Format:   "$src `,` $dst `,` $mbarrier attr-dict `:` type($src) `->` qualified(type($dst)) `,` qualified(type($mbarrier))",
		Verify:   verifySharedStore,
	})
}

// clusterOps ask for the work of clusters that were not launched (cluster launch control).
func clusterOps(r *ir.Registry) {
	response := ir.One("clcResult", clcResult)
	r.Define(CLCTryCancel, ir.OpDef{
		Summary:  "asks to take over a cluster that was not launched; the answer completes on the barrier",
		Operands: []ir.Operand{ir.One("result", ttg.MemDescKind), ir.One("mbarrier", ttg.MemDescKind)},
		Traits:   effects,
		Format:   "$result `,` $mbarrier attr-dict `:` qualified(type($result)) `,` qualified(type($mbarrier))",
		Verify:   verifyTryCancel,
	})
	r.Define(CLCTryCancelSync, ir.OpDef{
		Summary: "asks to take over a cluster that was not launched",
		Results: []ir.Result{ir.One("response", tt.Tensor)},
		Traits:  effects,
		Format:  "attr-dict `:` type($response)",
	})
	r.Define(CLCLoadResult, ir.OpDef{
		Summary:  "the answer of ttng.clc_try_cancel",
		Operands: []ir.Operand{ir.One("src", ttg.MemDescKind)}, Results: []ir.Result{response},
		Traits: ir.ReadsMemory,
		Format: "$src attr-dict `:` qualified(type($src)) `->` type($clcResult)",
		Verify: verifyLoadAnswer,
	})
	r.Define(CLCIsCanceled, ir.OpDef{
		Summary:  "whether the answer is a cluster",
		Operands: []ir.Operand{response}, Results: []ir.Result{ir.One("is_canceled", ir.I1)},
		Traits: ir.Pure,
		Format: "$clcResult attr-dict `:` type($clcResult) `->` type($is_canceled)",
	})
	r.Define(CLCGetProgramId, ir.OpDef{
		Summary:  "the number of the answer's program along an axis",
		Operands: []ir.Operand{response}, Results: []ir.Result{ir.One("result", ir.I32)},
		Attrs:  []ir.Attr{{Name: "dim", Kind: tt.AxisKind}},
		Traits: ir.Pure,
		Format: "$clcResult `,` $dim attr-dict `:` type($clcResult) `->` type($result)",
	})
}
