package tt

import "tawa/ir"

// computeOps are the program's coordinates, dots, reductions and scans.
func computeOps(r *ir.Registry) {
	program := func(summary string) ir.OpDef {
		return ir.OpDef{
			Summary: summary,
			Results: []ir.Result{ir.One("result", ir.I32)},
			Attrs:   []ir.Attr{enum("axis", AxisKind)},
			Traits:  ir.Pure,
			Format:  "$axis attr-dict `:` type($result)",
		}
	}
	region := []ir.RegionDef{{Name: "combineOp"}}
	terminator := func(parent *ir.OpName) ir.OpDef {
		return ir.OpDef{
			Summary:  "ends the region of " + parent.String(),
			Operands: []ir.Operand{ir.Many("result", ir.AnyType)},
			Traits:   ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{parent},
			Format: "$result attr-dict `:` type($result)",
		}
	}
	r.Define(GetProgramId, program("the program's number along an axis of the grid"))
	r.Define(GetNumPrograms, program("the number of programs along an axis of the grid"))
	r.Define(Dot, ir.OpDef{
		Summary:  "a · b + c, of matrices or batches of them",
		Operands: []ir.Operand{ir.One("a", NumberTensor), ir.One("b", NumberTensor), ir.One("c", NumberTensor)},
		Results:  []ir.Result{ir.One("d", NumberTensor)},
		Attrs: []ir.Attr{
			enumOr("inputPrecision", PrecisionKind, PrecisionIEEE),
			{Name: "maxNumImpreciseAcc", Kind: ir.I32AttrKind, Default: ir.DefaultI32(0)},
		},
		TypeRules: []ir.TypeRule{SameType("c", "d")},
		Traits:    ir.Pure,
		Format:    "$a `,` $b `,` $c (`,` `inputPrecision` `=` $inputPrecision^)? attr-dict `:` type($a) `*` type($b) `->` type($d)",
		Verify:    verifyDot, InferTypes: typeOfOperand(2, sameAs),
	})
	r.Define(DotScaled, ir.OpDef{
		Summary: "a · b + c of microscaled operands: each group of 32 elements along K has an exponent of its own",
		Operands: []ir.Operand{
			ir.One("a", NumberTensor), ir.One("b", NumberTensor), ir.One("c", FloatTensor), ir.Maybe("a_scale", NumberTensor), ir.Maybe("b_scale", NumberTensor),
		},
		Results: []ir.Result{ir.One("d", FloatTensor)},
		Attrs: []ir.Attr{
			enum("a_elem_type", ScaledElemKind), enum("b_elem_type", ScaledElemKind), {Name: "fastMath", Kind: ir.BoolAttrKind},
			{Name: "lhs_k_pack", Kind: ir.BoolAttrKind, Default: ir.DefaultBool(true)},
			{Name: "rhs_k_pack", Kind: ir.BoolAttrKind, Default: ir.DefaultBool(true)},
		},
		TypeRules: []ir.TypeRule{SameType("c", "d")},
		Traits:    ir.Pure | ir.AttrSizedOperandSegments,
		Format: "$a (`scale` $a_scale^)? `,` $b (`scale` $b_scale^)? `,` $c `lhs` `=` $a_elem_type `rhs` `=` $b_elem_type attr-dict" +
			" `:` type($a) (`,` type($a_scale)^)? `*` type($b) (`,` type($b_scale)^)? `->` type($d)",
		Verify: verifyDotScaled, InferTypes: typeOfOperand(2, sameAs),
	})
	r.Define(Reduce, ir.OpDef{
		Summary:  "the elements along axis combined by the region, in any order",
		Operands: []ir.Operand{ir.Many("srcs", Tensor)}, Results: []ir.Result{ir.Many("result", Any)},
		Attrs:   []ir.Attr{axisAttr},
		Regions: region,
		Traits:  ir.Pure | ir.SingleBlock,
		Verify:  verifyReduce, InferTypes: inference(inferReduce).types,
	})
	r.Define(ReduceReturn, terminator(Reduce))
	r.Define(Scan, ir.OpDef{
		Summary:  "all prefixes along axis combined by the region, from the end if reverse",
		Operands: []ir.Operand{ir.Many("srcs", Tensor)}, Results: []ir.Result{ir.Many("result", Tensor)},
		Attrs:   []ir.Attr{axisAttr, {Name: "reverse", Kind: ir.BoolAttrKind}},
		Regions: region,
		Traits:  ir.Pure | ir.SingleBlock | ir.SameOperandsAndResultShape | ir.SameOperandsAndResultEncoding,
		Verify:  verifyScan, InferTypes: inference(inferScan).types,
	})
	r.Define(ScanReturn, terminator(Scan))
}
