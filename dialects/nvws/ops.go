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

// row is a handle with its row; tables are slices of them.
type row struct {
	name *ir.OpName
	def  ir.OpDef
}

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "nvws", Summary: "Triton's warp specialization for NVIDIA GPUs"}) {
		return
	}
	ttng.Register(r)
	r.DefineType("nvws.aref", parseAref)
	r.DefineType("nvws.token", parseToken)
	ttg.DefineWords(r, "nvws.async_op", "none", "tma_load", "tc5mma", "tmem_copy", "cp_async", "wgmma", "clc")
	for _, table := range [][]row{arefOps(), groupOps(), tokenOps(), loadOps()} {
		for _, x := range table {
			r.Define(x.name, x.def)
		}
	}
}

// Columns of the tables.

func one(name string, t *ir.TypeConstraint) ir.Operand { return ir.Operand{Name: name, Type: t} }
func maybe(name string, t *ir.TypeConstraint) ir.Operand {
	return ir.Operand{Name: name, Type: t, Arity: ir.Optional}
}
func many(name string, t *ir.TypeConstraint) ir.Operand {
	return ir.Operand{Name: name, Type: t, Arity: ir.Variadic}
}

const effects = ir.ReadsMemory | ir.WritesMemory

// arefOps put into, and get from, buffers of a given depth.
func arefOps() []row {
	aref, stage, phase := one("aref", arefKind), maybe("stage", ir.I32), maybe("phase", ir.I32)
	token, buffers := one("token", ttg.TokenKind), many("buffers", ttg.MemDescKind)
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
	return []row{
		{ArefCreate, ir.OpDef{
			Summary:  "an asynchronous reference to buffers, whose first extent is its depth",
			Operands: []ir.Operand{many("buffers", ttg.MemDescKind)}, Results: []ir.Result{one("result", arefKind)},
			Traits: ir.Pure,
			Parse:  parseArefCreate, Print: printArefCreate, Verify: verifyArefCreate,
		}},
		{ArefBuffer, ir.OpDef{
			Summary:  "the buffers of a stage that was entered",
			Operands: []ir.Operand{aref, token, stage}, Results: []ir.Result{buffers},
			Traits: effects,
			Format: "$aref (`[` $stage^ `]`)? `,` $token attr-dict `:` type($aref) `,` type($token) `->` type(results)",
		}},
		{ArefPutEnter, enter("waits until a stage is empty; its buffers may be filled until put.exit")},
		{ArefPutExit, exit("says that the stage is full when async_ops are done")},
		{ArefGetEnter, enter("waits until a stage is full; its buffers may be read until get.exit")},
		{ArefGetExit, exit("says that the stage is empty when async_ops are done")},
		{ArefPhi, ir.OpDef{
			Summary:  "the local value in the partition that makes it, the one that came through an aref in others",
			Operands: []ir.Operand{one("local", ir.AnyType), one("remote", ir.AnyType)}, Results: []ir.Result{one("result", ir.AnyType)},
			Traits: ir.Pure | ir.SameOperandsAndResultType,
			Format: "$local `,` $remote attr-dict `:` type($result)",
		}},
	}
}

// groupOps run regions on groups of warps.
func groupOps() []row {
	return []row{
		{WarpGroup, ir.OpDef{
			Summary: "groups of warps that run at the same time, one for each region; the first gives the results",
			Results: []ir.Result{many("results", ir.AnyType)},
			Attrs:   []ir.Attr{{Name: numWarps, Kind: ir.I32ArrayAttrKind}},
			Regions: []ir.RegionDef{{Name: "partitionRegions", Arity: ir.Variadic}},
			Traits:  ir.RecursiveEffects,
			Parse:   parseWarpGroup, Print: printWarpGroup, Verify: verifyWarpGroup,
		}},
		{WarpGroupYield, ir.OpDef{
			Summary:  "ends the first region of nvws.warp_group",
			Operands: []ir.Operand{many("values", ir.AnyType)},
			Traits:   ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{WarpGroup},
			Format: "($values^)? attr-dict (`:` type($values)^)?",
		}},
		{WarpGroupReturn, ir.OpDef{
			Summary: "ends a region of nvws.warp_group",
			Traits:  ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{WarpGroup},
			Format: "attr-dict",
		}},
	}
}

// tokenOps are the channels of Meta's flow: a token for each buffer of a row.
func tokenOps() []row {
	use := func(summary string, phase bool) ir.OpDef {
		d := ir.OpDef{
			Summary:  summary,
			Operands: []ir.Operand{one("token", tokensKind), one("idx", ir.I32)},
			Traits:   effects,
			Format:   "$token `,` $idx attr-dict `:` type(operands)",
		}
		if phase {
			d.Operands = append(d.Operands, one("phase", ir.I1))
			d.Format = "$token `,` $idx `,` $phase attr-dict `:` type(operands)"
		}
		return d
	}
	kinds := ir.EnumAttr("kind of the loads", false, "none", "asyncLoadOp", "tmaLoadOp", "localStoreOp", "TmemLoadOp")
	return []row{
		{CreateToken, ir.OpDef{
			Summary: "tokens for numBuffers buffers",
			Results: []ir.Result{one("result", tokensKind)},
			Attrs:   []ir.Attr{{Name: "numBuffers", Kind: ir.I32AttrKind}, {Name: "loadType", Kind: kinds}},
			Traits:  effects,
			Format:  "attr-dict `:` type($result)",
		}},
		{ProducerAcquire, use("the producer waits for an empty buffer", true)},
		{ProducerCommit, use("the producer's buffer is full", false)},
		{ConsumerWait, use("the consumer waits for a full buffer", true)},
		{ConsumerRelease, use("the consumer's buffer is empty", false)},
	}
}

// loadOps load into buffers.
func loadOps() []row {
	desc, result, bytes := one("desc", tt.Desc), one("result", ttg.MemDescKind), ir.Attr{Name: "txCount", Kind: ir.I32AttrKind}
	return []row{
		{DescriptorLoad, ir.OpDef{
			Summary:  "loads a block of txCount bytes into a buffer",
			Operands: []ir.Operand{desc, many("indices", ir.I32), result},
			Attrs: []ir.Attr{
				bytes, {Name: "cache", Kind: tt.CacheKind, Default: ir.DefaultI32(tt.CacheNone)},
				{Name: "evict", Kind: tt.EvictKind, Default: ir.DefaultI32(tt.EvictNormal)},
			},
			Traits: effects,
			Format: "$desc `[` $indices `]` $txCount $result oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)" +
				" attr-dict `:` type(operands)",
		}},
		{DescriptorGather, ir.OpDef{
			Summary:  "loads one row for each of x_offsets, txCount bytes in all, into a buffer",
			Operands: []ir.Operand{desc, one("x_offsets", tt.RowTensor), one("y_offset", ir.I32), result}, Attrs: []ir.Attr{bytes},
			Traits: effects,
			Format: "$desc `[` $x_offsets `,` $y_offset `]` $txCount $result attr-dict `:` type(operands)",
		}},
		{CLCTryCancel, ir.OpDef{
			Summary:  "asks to take over a cluster that was not launched",
			Operands: []ir.Operand{result},
			Traits:   effects,
			Format:   "$result attr-dict `:` qualified(type($result))",
		}},
	}
}
