package tt

import "tawa/ir"

// memoryOps read and write global memory through pointers.
func memoryOps(r *ir.Registry) {
	const effects = ir.ReadsMemory | ir.WritesMemory
	r.Define(Load, ir.OpDef{
		Summary:  "loads through pointers; where mask is false nothing is read and other is the result",
		Operands: []ir.Operand{ir.One("ptr", AnyPtr), ir.Maybe("mask", BoolLike), ir.Maybe("other", Any)},
		Results:  []ir.Result{ir.One("result", Any)},
		Attrs:    []ir.Attr{boundaryAttr, {Name: "padding", Kind: PaddingKind, Optional: true}, CacheAttr, EvictAttr, VolatileAttr},
		TypeRules: []ir.TypeRule{
			rule("result", "ptr", ValueType, "the result is what the pointer points to"),
			rule("mask", "ptr", MaskType, "the mask has the shape of the pointer"),
			rule("other", "ptr", ValueType, "other is what the pointer points to"),
		},
		Traits: ir.ReadsMemory | ir.AttrSizedOperandSegments, Effects: loadEffects,
		Format: "$ptr (`,` $mask^)? (`,` $other^)? " + cacheClauses + " attr-dict `:` type($ptr)",
		Verify: verifyLoad, InferTypes: typeOfOperand(0, ValueType), Canonicalize: loadPatterns(),
	})
	r.Define(Store, ir.OpDef{
		Summary:  "stores through pointers where mask is true",
		Operands: []ir.Operand{ir.One("ptr", AnyPtr), ir.One("value", Any), ir.Maybe("mask", BoolLike)},
		Attrs:    []ir.Attr{boundaryAttr, CacheAttr, EvictAttr},
		TypeRules: []ir.TypeRule{
			rule("value", "ptr", ValueType, "the value is what the pointer points to"),
			rule("mask", "ptr", MaskType, "the mask has the shape of the pointer"),
		},
		Traits: ir.WritesMemory,
		Format: "$ptr `,` $value (`,` $mask^)? " + cacheClauses + " attr-dict `:` type($ptr)",
		Verify: verifyBoundary, Canonicalize: storePatterns(),
	})
	r.Define(AtomicRMW, ir.OpDef{
		Summary:  "reads, combines with val and writes back in one step; the result is what was read",
		Operands: []ir.Operand{ir.One("ptr", PtrLike), ir.One("val", Any), ir.Maybe("mask", BoolLike)},
		Results:  []ir.Result{ir.One("result", Any)},
		Attrs:    []ir.Attr{enum("atomic_rmw_op", RMWKind), enum("sem", SemKind), enum("scope", ScopeKind)},
		TypeRules: []ir.TypeRule{
			rule("val", "ptr", ValueType, "the value is what the pointer points to"),
			rule("mask", "ptr", MaskType, "the mask has the shape of the pointer"),
			SameType("result", "val"),
		},
		Traits: effects,
		Format: "$atomic_rmw_op `,` $sem `,` $scope `,` $ptr `,` $val (`,` $mask^)? attr-dict `:` functional-type(operands, $result)",
		Verify: verifyAtomicRMW, InferTypes: typeOfOperand(0, ValueType),
	})
	r.Define(AtomicCAS, ir.OpDef{
		Summary:  "writes val if what is read equals cmp, in one step; the result is what was read",
		Operands: []ir.Operand{ir.One("ptr", PtrLike), ir.One("cmp", Any), ir.One("val", Any)},
		Results:  []ir.Result{ir.One("result", Any)},
		Attrs:    []ir.Attr{enum("sem", SemKind), enum("scope", ScopeKind)},
		TypeRules: []ir.TypeRule{
			rule("val", "ptr", ValueType, "the value is what the pointer points to"),
			SameType("cmp", "val"), SameType("result", "val"),
		},
		Traits:     effects,
		Format:     "$sem `,` $scope `,` $ptr `,` $cmp `,` $val attr-dict `:` functional-type(operands, $result)",
		InferTypes: typeOfOperand(0, ValueType),
	})
	r.Define(AtomicPoll, ir.OpDef{
		Summary:  "reads until what is read equals expected, or timeout nanoseconds are over; whether it does",
		Operands: []ir.Operand{ir.One("ptr", ScalarPtr), ir.One("expected", Scalar), ir.Maybe("timeout", ir.I64)},
		Results:  []ir.Result{ir.One("result", ir.I1)},
		Attrs:    []ir.Attr{enum("sem", SemKind), enum("scope", ScopeKind)},
		Traits:   effects,
		Format: "$sem `,` $scope `,` $ptr `,` $expected (`timeout` $timeout^)? attr-dict" +
			" `:` qualified(type($ptr)) `,` type($expected) `->` type($result)",
		Verify: verifyAtomicPoll,
	})
	r.Define(GridWait, ir.OpDef{
		Summary: "waits for the kernels before this one in the stream, whose writes are then seen",
		Traits:  effects, Format: "attr-dict",
	})
	r.Define(GridLaunch, ir.OpDef{
		Summary: "lets the kernels after this one in the stream begin",
		Traits:  effects, Format: "attr-dict",
	})
	r.Define(MakeTensorPtr, ir.OpDef{
		Summary: "a pointer to a block of a tensor in memory, given by base, shape, strides and offsets",
		Operands: []ir.Operand{
			ir.One("base", ScalarPtr), ir.Many("shape", ir.I64), ir.Many("strides", ir.I64), ir.Many("offsets", ir.I32),
		},
		Results:   []ir.Result{ir.One("result", BlockPtr)},
		Attrs:     []ir.Attr{orderAttr},
		TypeRules: []ir.TypeRule{rule("base", "result", baseOfBlockPtr, "the base points to elements of the block")},
		Traits:    ir.Pure | ir.AttrSizedOperandSegments,
		Format:    "$base `,` `[` $shape `]` `,` `[` $strides `]` `,` `[` $offsets `]` attr-dict `:` type($result)",
		Verify:    verifyMakeTensorPtr,
	})
	r.Define(Advance, ir.OpDef{
		Summary:   "a block pointer moved by a number of elements in each dimension",
		Operands:  []ir.Operand{ir.One("ptr", BlockPtr), ir.Many("offsets", ir.I32)},
		Results:   []ir.Result{ir.One("result", BlockPtr)},
		TypeRules: []ir.TypeRule{SameType("ptr", "result")},
		Traits:    ir.Pure,
		Format:    "$ptr `,` `[` $offsets `]` attr-dict `:` type($result)",
		Verify:    verifyAdvance, InferTypes: typeOfOperand(0, sameAs), Fold: foldAdvance,
	})
	r.Define(Print, ir.OpDef{
		Summary:  "prints values from the device",
		Operands: []ir.Operand{ir.Many("args", Any)},
		Attrs: []ir.Attr{
			{Name: "prefix", Kind: ir.StringAttrKind}, {Name: "hex", Kind: ir.BoolAttrKind}, {Name: "isSigned", Kind: ir.I32ArrayAttrKind},
		},
		Traits: effects,
		Format: "$prefix attr-dict (`:` $args^ `:` type($args))?",
		Verify: verifyPrint,
	})
	r.Define(Assert, ir.OpDef{
		Summary:  "stops the kernel with a message unless the condition holds everywhere",
		Operands: []ir.Operand{ir.One("condition", BoolLike)},
		Attrs:    []ir.Attr{{Name: "message", Kind: ir.StringAttrKind}},
		Traits:   effects,
		Format:   "$condition `,` $message attr-dict `:` type($condition)",
	})
}

// loadEffects makes a volatile load one that is never dropped or merged.
func loadEffects(op *ir.Operation) ir.Trait {
	if v, _ := op.IntAttr("isVolatile"); v != 0 {
		return ir.ReadsMemory | ir.WritesMemory
	}
	return ir.ReadsMemory
}

func baseOfBlockPtr(t ir.Type) ir.Type { return PtrIn(ir.ElementType(Pointee(t)), t.(*PtrType).Space) }
