package tt

import "tawa/ir"

// elementwiseOps act on each element alone.
func elementwiseOps(r *ir.Registry) {
	cast := func(summary string, from, to *ir.TypeConstraint, fold func(*ir.Operation, []ir.Attribute) []ir.FoldResult, verify func(*ir.Operation, ir.Reporter) bool) ir.OpDef {
		return ir.OpDef{
			Summary:  summary,
			Operands: []ir.Operand{ir.One("src", from)}, Results: []ir.Result{ir.One("result", to)},
			Traits: ir.Pure | ir.Elementwise,
			Format: "$src attr-dict `:` type($src) `->` type($result)",
			Fold:   fold, Verify: verify,
		}
	}
	fpToFp := cast("a float in another format, custom ones included", FloatLike, FloatLike, foldFpToFp, verifyFpToFp)
	fpToFp.Attrs = []ir.Attr{{Name: "rounding", Kind: RoundingKind, Optional: true}}
	fpToFp.Format = "$src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)"
	sameType := ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType
	r.Define(IntToPtr, cast("an address as a pointer", I64Like, PtrLike, nil, nil))
	r.Define(PtrToInt, cast("the address of a pointer", PtrLike, I64Like, nil, nil))
	r.Define(Bitcast, cast("the same bits as another type of the same width, or a pointer to another type", Any, Any, foldBitcast, verifyBitcast))
	r.Define(FpToFp, fpToFp)
	r.Define(ClampF, ir.OpDef{
		Summary:  "x limited to [min, max]; propagateNan says what becomes of a NaN",
		Operands: []ir.Operand{ir.One("x", FloatLike), ir.One("min", FloatLike), ir.One("max", FloatLike)},
		Results:  []ir.Result{ir.One("result", FloatLike)},
		Attrs:    []ir.Attr{{Name: "propagateNan", Kind: PropagateNaNKind}},
		Traits:   sameType,
		Parse:    parseClampF, Print: printClampF,
	})
	r.Define(PreciseSqrt, ir.OpDef{
		Summary:  "the correctly rounded square root",
		Operands: []ir.Operand{ir.One("x", FloatLike)}, Results: []ir.Result{ir.One("result", FloatLike)},
		Traits: sameType,
		Format: "$x attr-dict `:` type($x)",
	})
	r.Define(PreciseDivF, ir.OpDef{
		Summary:  "the correctly rounded quotient",
		Operands: []ir.Operand{ir.One("x", FloatLike), ir.One("y", FloatLike)}, Results: []ir.Result{ir.One("result", FloatLike)},
		Traits: sameType,
		Format: "$x `,` $y attr-dict `:` type($x)",
	})
	r.Define(MulhiUI, ir.OpDef{
		Summary:  "the high half of the unsigned product",
		Operands: []ir.Operand{ir.One("x", IntLike), ir.One("y", IntLike)}, Results: []ir.Result{ir.One("result", IntLike)},
		Traits: sameType | ir.Commutative,
		Format: "$x `,` $y attr-dict `:` type($x)",
		Fold:   foldMulhi,
	})
	r.Define(AddPtr, ir.OpDef{
		Summary:    "a pointer moved by a number of elements",
		Operands:   []ir.Operand{ir.One("ptr", PtrLike), ir.One("offset", IntLike)},
		Results:    []ir.Result{ir.One("result", PtrLike)},
		TypeRules:  []ir.TypeRule{SameType("ptr", "result")},
		Traits:     ir.Pure | ir.Elementwise,
		Format:     "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)",
		InferTypes: typeOfOperand(0, sameAs), Fold: foldAddPtr,
	})
	r.Define(ExternElementwise, ir.OpDef{
		Summary:  "a call of a function of a bitcode library for each element",
		Operands: []ir.Operand{ir.Many("srcs", Any)}, Results: []ir.Result{ir.One("result", Any)},
		Attrs: []ir.Attr{
			{Name: "libname", Kind: ir.StringAttrKind}, {Name: "libpath", Kind: ir.StringAttrKind},
			{Name: "symbol", Kind: ir.StringAttrKind}, {Name: "pure", Kind: ir.BoolAttrKind},
		},
		Traits: ir.Elementwise, Effects: pureIfSaid,
		Format: "operands attr-dict `:` functional-type(operands, $result)",
	})
	r.Define(ElementwiseInlineAsm, ir.OpDef{
		Summary:  "inline assembly for each group of packed_element elements",
		Operands: []ir.Operand{ir.Many("args", Any)}, Results: []ir.Result{ir.Many("result", Any)},
		Attrs: []ir.Attr{
			{Name: "asm_string", Kind: ir.StringAttrKind}, {Name: "constraints", Kind: ir.StringAttrKind},
			{Name: "pure", Kind: ir.BoolAttrKind}, {Name: "packed_element", Kind: ir.I32AttrKind},
		},
		Traits: ir.Elementwise, Effects: pureIfSaid,
		Format: "$asm_string attr-dict ($args^ `:` type($args))? `->` type($result)",
		Verify: verifyInlineAsm,
	})
	r.Define(MapElementwise, ir.OpDef{
		Summary:  "the region applied to each group of pack elements",
		Operands: []ir.Operand{ir.Many("srcs", Tensor)}, Results: []ir.Result{ir.Many("result", Tensor)},
		Attrs:   []ir.Attr{{Name: "pack", Kind: ir.I32AttrKind}},
		Regions: []ir.RegionDef{{Name: "scalarOp"}},
		Traits:  ir.Elementwise | ir.RecursiveEffects,
		Verify:  verifyMapElementwise,
	})
	r.Define(MapElementwiseReturn, ir.OpDef{
		Summary:  "ends the region of tt.map_elementwise",
		Operands: []ir.Operand{ir.Many("result", ir.AnyType)},
		Traits:   ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{MapElementwise},
		Format: "attr-dict ($result^ `:` type($result))?",
	})
}

// pureIfSaid are the effects of an op with the attribute `pure`.
func pureIfSaid(op *ir.Operation) ir.Trait {
	if v, ok := op.IntAttr("pure"); ok && v != 0 {
		return ir.Pure
	}
	return ir.ReadsMemory | ir.WritesMemory
}
