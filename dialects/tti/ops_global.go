package tti

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// globalOps look for races on global memory, between the CTAs of a cluster too.
func globalOps(r *ir.Registry) {
	const effects = ir.ReadsMemory | ir.WritesMemory
	mask := ir.Maybe("mask", tt.BoolLike)
	sem, scope := ir.Attr{Name: "sem", Kind: tt.SemKind}, ir.Attr{Name: "scope", Kind: tt.ScopeKind}
	rule := func(to string, f func(ir.Type) ir.Type, summary string) ir.TypeRule {
		return ir.TypeRule{To: to, From: "ptr", Map: f, Summary: summary}
	}
	value, masked := rule("val", tt.ValueType, "the value is what the pointer points to"), rule("mask", tt.MaskType, "the mask has the shape of the pointer")
	r.Define(GSanInit, ir.OpDef{Summary: "begins the checks of this thread", Traits: effects})
	r.Define(GSanTensorDescInfo, ir.OpDef{
		Summary:  "the pointer, the extents and the strides of a descriptor",
		Operands: one("desc", tt.Desc), Results: []ir.Result{ir.Many("result", ir.AnyType)},
		Traits: ir.Pure,
		Format: "$desc attr-dict `:` qualified(type($desc)) `->` type($result)",
	})
	r.Define(GSanTensorAccess, ir.OpDef{
		Summary:  "a load or a store through pointers, to be checked",
		Operands: []ir.Operand{ir.One("ptr", tt.PtrLike), mask}, Attrs: []ir.Attr{{Name: "isStore", Kind: ir.BoolAttrKind}},
		TypeRules: []ir.TypeRule{masked},
		Traits:    effects,
		Format:    "$ptr `,` $isStore (`,` $mask^)? attr-dict `:` type($ptr)",
	})
	r.Define(GSanAtomicRMW, ir.OpDef{
		Summary:  "tt.atomic_rmw, checked",
		Operands: []ir.Operand{ir.One("ptr", tt.PtrLike), ir.One("val", tt.Any), mask}, Results: one("result", tt.Any),
		Attrs:     []ir.Attr{{Name: "atomic_rmw_op", Kind: tt.RMWKind}, sem, scope},
		TypeRules: []ir.TypeRule{value, masked, tt.SameType("result", "val")},
		Traits:    effects,
		Format:    "$atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` functional-type(operands, $result)",
	})
	r.Define(GSanAtomicCAS, ir.OpDef{
		Summary:  "tt.atomic_cas, checked",
		Operands: []ir.Operand{ir.One("ptr", tt.PtrLike), ir.One("cmp", tt.Any), ir.One("val", tt.Any), mask}, Results: one("result", tt.Any),
		Attrs:     []ir.Attr{sem, scope},
		TypeRules: []ir.TypeRule{value, masked, tt.SameType("cmp", "val"), tt.SameType("result", "val")},
		Traits:    effects,
		Format:    "$sem `,` $scope `,` $ptr `,` $cmp `,` $val (`,` $mask^)? attr-dict `:` functional-type(operands, $result)",
	})
	barrier := func(summary string) ir.OpDef {
		return ir.OpDef{Summary: summary, Operands: one("scratch", tt.ScalarPtr), Traits: effects, Format: "$scratch attr-dict `:` type($scratch)"}
	}
	r.Define(GSanBarrierInit, barrier("begins the checks of the barrier of the cluster"))
	r.Define(GSanBarrierSync, barrier("checks that the CTAs of the cluster have met"))
	r.Define(GSanMBarrierArrive, ir.OpDef{
		Summary:  "count arrivals at an mbarrier, of several CTAs where multicast, to be checked",
		Operands: []ir.Operand{ir.One("scratch", tt.ScalarPtr), ir.One("barrier", ttg.MemDescKind), ir.One("pred", ir.I1)},
		Attrs: []ir.Attr{
			{Name: "count", Kind: ir.I32AttrKind}, {Name: "multicast", Kind: ir.BoolAttrKind}, {Name: "multicastMasks", Kind: ir.I32ArrayAttrKind},
			{Name: "publishClock", Kind: ir.BoolAttrKind, Default: ir.DefaultBool(true)}, {Name: "sourceBroadcastMask", Kind: ir.I32AttrKind},
		},
		Traits: effects,
		Format: "$scratch `,` $barrier `,` $pred `,` $count attr-dict `:` type($scratch) `,` qualified(type($barrier))",
	})
}
