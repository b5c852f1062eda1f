// Package nvws is the dialect in which Triton specializes warps for NVIDIA GPUs: groups
// of warps that talk through asynchronous references (arefs) or tokens, in the text that
// Triton 3.6 prints. It is read, checked and printed; the project's own rings are those of
// the dialect aref.
package nvws

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/dialects/ttng"
	"tawa/ir"
)

// The ops.
var (
	ArefCreate       = ir.Op("nvws.aref.create")
	ArefBuffer       = ir.Op("nvws.aref.buffer")
	ArefPutEnter     = ir.Op("nvws.aref.put.enter")
	ArefPutExit      = ir.Op("nvws.aref.put.exit")
	ArefGetEnter     = ir.Op("nvws.aref.get.enter")
	ArefGetExit      = ir.Op("nvws.aref.get.exit")
	ArefPhi          = ir.Op("nvws.aref.phi")
	WarpGroup        = ir.Op("nvws.warp_group")
	WarpGroupYield   = ir.Op("nvws.warp_group.yield")
	WarpGroupReturn  = ir.Op("nvws.warp_group.return")
	CreateToken      = ir.Op("nvws.create_token")
	ProducerAcquire  = ir.Op("nvws.producer_acquire")
	ProducerCommit   = ir.Op("nvws.producer_commit")
	ConsumerWait     = ir.Op("nvws.consumer_wait")
	ConsumerRelease  = ir.Op("nvws.consumer_release")
	DescriptorLoad   = ir.Op("nvws.descriptor_load")
	DescriptorGather = ir.Op("nvws.descriptor_gather")
	CLCTryCancel     = ir.Op("nvws.clc_try_cancel")
)

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "nvws", Summary: "Triton's warp specialization for NVIDIA GPUs"}) {
		return
	}
	ttng.Register(r)
	r.DefineType("nvws.aref", parseAref)
	r.DefineType("nvws.token", parseToken)
	ttg.DefineWords(r, "nvws.async_op", "none", "tma_load", "tc5mma", "tmem_copy", "cp_async", "wgmma", "clc")
	arefOps(r)
	groupOps(r)
	tokenOps(r)
	loadOps(r)
}

const effects = ir.ReadsMemory | ir.WritesMemory

// arefOps put into, and get from, buffers of a given depth.
func arefOps(r *ir.Registry) {
	aref, stage, phase := ir.One("aref", arefKind), ir.Maybe("stage", ir.I32), ir.Maybe("phase", ir.I32)
	token, buffers := ir.One("token", ttg.TokenKind), ir.Many("buffers", ttg.MemDescKind)
	enter := func(summary string) ir.OpDef {
		return ir.OpDef{
			Summary:  summary,
			Operands: []ir.Operand{aref, stage, phase}, Results: []ir.Result{buffers, token},
			Traits: effects | ir.AttrSizedOperandSegments,
			Format: "$aref (`[` $stage^ `,` $phase `]`)? attr-dict `:` type($aref) `->` type(results)",
			Verify: verifyEnter,
		}
	}
	exit := func(summary string) ir.OpDef {
		return ir.OpDef{
			Summary:  summary,
			Operands: []ir.Operand{aref, token, stage},
			Attrs:    []ir.Attr{{Name: "async_ops", Kind: ir.ArrayAttrKind}},
			Traits:   effects,
			Format:   "$aref (`[` $stage^ `]`)? `,` $token $async_ops attr-dict `:` type($aref) `,` type($token)",
		}
	}
	r.Define(ArefCreate, ir.OpDef{
		Summary:  "an asynchronous reference to buffers, whose first extent is its depth",
		Operands: []ir.Operand{ir.Many("buffers", ttg.MemDescKind)}, Results: []ir.Result{ir.One("result", arefKind)},
		Traits: ir.Pure,
		Parse:  parseArefCreate, Print: printArefCreate, Verify: verifyArefCreate,
	})
	r.Define(ArefBuffer, ir.OpDef{
		Summary:  "the buffers of a stage that was entered",
		Operands: []ir.Operand{aref, token, stage}, Results: []ir.Result{buffers},
		Traits: effects,
		Format: "$aref (`[` $stage^ `]`)? `,` $token attr-dict `:` type($aref) `,` type($token) `->` type(results)",
	})
	r.Define(ArefPutEnter, enter("waits until a stage is empty; its buffers may be filled until put.exit"))
	r.Define(ArefPutExit, exit("says that the stage is full when async_ops are done"))
	r.Define(ArefGetEnter, enter("waits until a stage is full; its buffers may be read until get.exit"))
	r.Define(ArefGetExit, exit("says that the stage is empty when async_ops are done"))
	r.Define(ArefPhi, ir.OpDef{
		Summary:  "the local value in the partition that makes it, the one that came through an aref in others",
		Operands: []ir.Operand{ir.One("local", ir.AnyType), ir.One("remote", ir.AnyType)}, Results: []ir.Result{ir.One("result", ir.AnyType)},
		Traits: ir.Pure | ir.SameOperandsAndResultType,
		Format: "$local `,` $remote attr-dict `:` type($result)",
	})
}

// groupOps run regions on groups of warps.
func groupOps(r *ir.Registry) {
	r.Define(WarpGroup, ir.OpDef{
		Summary: "groups of warps that run at the same time, one for each region; the first gives the results",
		Results: []ir.Result{ir.Many("results", ir.AnyType)},
		Attrs:   []ir.Attr{{Name: numWarps, Kind: ir.I32ArrayAttrKind}},
		Regions: []ir.RegionDef{{Name: "partitionRegions", Arity: ir.Variadic}},
		Traits:  ir.RecursiveEffects,
		Parse:   parseWarpGroup, Print: printWarpGroup, Verify: verifyWarpGroup,
	})
	r.Define(WarpGroupYield, ir.OpDef{
		Summary:  "ends the first region of nvws.warp_group",
		Operands: []ir.Operand{ir.Many("values", ir.AnyType)},
		Traits:   ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{WarpGroup},
		Format: "($values^)? attr-dict (`:` type($values)^)?",
	})
	r.Define(WarpGroupReturn, ir.OpDef{
		Summary: "ends a region of nvws.warp_group",
		Traits:  ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{WarpGroup},
		Format: "attr-dict",
	})
}

// tokenOps are the channels of Meta's flow: a token for each buffer of a row.
func tokenOps(r *ir.Registry) {
	use := func(summary string, phase bool) ir.OpDef {
		d := ir.OpDef{
			Summary:  summary,
			Operands: []ir.Operand{ir.One("token", tokensKind), ir.One("idx", ir.I32)},
			Traits:   effects,
			Format:   "$token `,` $idx attr-dict `:` type(operands)",
		}
		if phase {
			d.Operands = append(d.Operands, ir.One("phase", ir.I1))
			d.Format = "$token `,` $idx `,` $phase attr-dict `:` type(operands)"
		}
		return d
	}
	kinds := ir.EnumAttr("kind of the loads", false, "none", "asyncLoadOp", "tmaLoadOp", "localStoreOp", "TmemLoadOp")
	r.Define(CreateToken, ir.OpDef{
		Summary: "tokens for numBuffers buffers",
		Results: []ir.Result{ir.One("result", tokensKind)},
		Attrs:   []ir.Attr{{Name: "numBuffers", Kind: ir.I32AttrKind}, {Name: "loadType", Kind: kinds}},
		Traits:  effects,
		Format:  "attr-dict `:` type($result)",
	})
	r.Define(ProducerAcquire, use("the producer waits for an empty buffer", true))
	r.Define(ProducerCommit, use("the producer's buffer is full", false))
	r.Define(ConsumerWait, use("the consumer waits for a full buffer", true))
	r.Define(ConsumerRelease, use("the consumer's buffer is empty", false))
}

// loadOps load into buffers.
func loadOps(r *ir.Registry) {
	desc, result, bytes := ir.One("desc", tt.Desc), ir.One("result", ttg.MemDescKind), ir.Attr{Name: "txCount", Kind: ir.I32AttrKind}
	r.Define(DescriptorLoad, ir.OpDef{
		Summary:  "loads a block of txCount bytes into a buffer",
		Operands: []ir.Operand{desc, ir.Many("indices", ir.I32), result},
		Attrs:    []ir.Attr{bytes, tt.CacheAttr, tt.EvictAttr},
		Traits:   effects,
		Format: "$desc `[` $indices `]` $txCount $result oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)" +
			" attr-dict `:` type(operands)",
	})
	r.Define(DescriptorGather, ir.OpDef{
		Summary:  "loads one row for each of x_offsets, txCount bytes in all, into a buffer",
		Operands: []ir.Operand{desc, ir.One("x_offsets", tt.RowTensor), ir.One("y_offset", ir.I32), result}, Attrs: []ir.Attr{bytes},
		Traits: effects,
		Format: "$desc `[` $x_offsets `,` $y_offset `]` $txCount $result attr-dict `:` type(operands)",
	})
	r.Define(CLCTryCancel, ir.OpDef{
		Summary:  "asks to take over a cluster that was not launched",
		Operands: []ir.Operand{result},
		Traits:   effects,
		Format:   "$result attr-dict `:` qualified(type($result))",
	})
}
