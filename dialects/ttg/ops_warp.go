package ttg

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// warpOps divide the work among warps and synchronize them.
func warpOps(r *ir.Registry) {
	const effects = ir.ReadsMemory | ir.WritesMemory
	i32s := func(name string, optional bool) ir.Attr {
		return ir.Attr{Name: name, Kind: ir.I32ArrayAttrKind, Optional: optional}
	}
	r.Define(WarpSpecialize, ir.OpDef{
		Summary: "groups of warps that run at the same time: the default region on the warps around it, each partition on warps of its own",
		Description: "Region 0 is the default one, whose results are the op's. Region 1 holds ttg.warp_specialize.partitions, whose regions" +
			" are isolated and have one argument for each capture. partitionNumWarps has the number of warps of each.",
		Operands: []ir.Operand{ir.Many("explicitCaptures", ir.AnyType)}, Results: []ir.Result{ir.Many("defaultPassthrough", ir.AnyType)},
		Attrs: []ir.Attr{
			i32s(PartitionNumWarpsAttr, false), i32s("warpGroupStartIds", true), i32s(RequestedRegistersAttr, true), i32s("actualRegisters", true),
		},
		Regions: []ir.RegionDef{{Name: "defaultRegion"}, {Name: "partitionOpHolder"}},
		Traits:  ir.RecursiveEffects,
		Parse:   parseWarpSpecialize, Print: printWarpSpecialize, Verify: verifyWarpSpecialize,
		Canonicalize: warpSpecializePatterns(),
	})
	ir.Attach[builtin.Inlining](r, WarpSpecialize, builtin.Inlinable, outsideOfAnother)
	r.Define(WarpSpecializePartitions, ir.OpDef{
		Summary: "the partitions of ttg.warp_specialize",
		Regions: []ir.RegionDef{{Name: "partitionRegions", Arity: ir.Variadic}},
		Traits:  ir.IsolatedFromAbove | ir.RecursiveEffects | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{WarpSpecialize},
		Verify: verifyPartitions,
	})
	r.Define(WarpYield, ir.OpDef{
		Summary:  "ends the default region",
		Operands: []ir.Operand{ir.Many("values", ir.AnyType)},
		Traits:   ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{WarpSpecialize},
		Format: "($values^)? attr-dict (`:` type($values)^)?",
		Verify: verifyYield,
	})
	r.Define(WarpReturn, ir.OpDef{
		Summary: "ends a partition",
		Traits:  ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{WarpSpecializePartitions},
		Format: "attr-dict",
	})
	r.Define(Barrier, ir.OpDef{
		Summary: "all threads of the warp group wait for each other; memory of the named spaces is seen by all",
		Attrs:   []ir.Attr{{Name: "addrSpace", Kind: addrSpaceKind}},
		Traits:  effects,
		Parse:   parseBarrier, Print: printBarrier,
	})
	r.Define(LocalBarrier, ir.OpDef{
		Summary: "ttg.barrier of shared memory",
		Traits:  effects,
		Format:  "attr-dict",
	})
	r.Define(WarpId, ir.OpDef{
		Summary: "the number of the warp in its CTA",
		Results: []ir.Result{ir.One("result", ir.I32)},
		Attrs:   []ir.Attr{ir.Unit("omitUniformHint")},
		Traits:  ir.Pure,
		Format:  "attr-dict",
	})
}
