package ttng

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// dotOps are the dots of Hopper's warp groups, and packed arithmetic.
func dotOps(r *ir.Registry) {
	precision := ir.Attr{Name: "inputPrecision", Kind: tt.PrecisionKind, Default: ir.DefaultI32(tt.PrecisionIEEE)}
	r.Define(WarpGroupDot, ir.OpDef{
		Summary: "starts a · b + c, or a · b where useC is false (wgmma); without isAsync it is done at once",
		Operands: []ir.Operand{
			ir.One("a", tensorOrMem), ir.One("b", ttg.MemDescKind), ir.One("c", tt.NumberTensor), ir.Maybe("useC", ir.I1),
		},
		Results: []ir.Result{ir.One("d", tt.NumberTensor)},
		Attrs: []ir.Attr{
			precision, i32Or("maxNumImpreciseAcc", 0), {Name: "isAsync", Kind: ir.BoolAttrKind, Default: ir.DefaultBool(false)},
		},
		TypeRules: []ir.TypeRule{{To: "c", From: "d", Summary: "the result has the type of the accumulator"}},
		Effects:   dotEffects,
		Format:    "$a `,` $b `,` $c (`,` $useC^)? attr-dict `:` type($a) `*` qualified(type($b)) `->` type($d)",
		Verify:    verifyWarpGroupDot,
		InferTypes: func(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
			if len(st.Operands) < 3 {
				return nil, false
			}
			return []ir.Type{st.Operands[2].Type()}, true
		},
	})
	r.Define(WarpGroupDotWait, ir.OpDef{
		Summary:  "waits until at most pendings dots are in flight and gives its operands on",
		Operands: []ir.Operand{ir.Many("inputs", tensorOrMem)}, Results: []ir.Result{ir.Many("outputs", tensorOrMem)},
		Attrs:      []ir.Attr{i32("pendings"), ir.Unit("warpGroupLocal")},
		Traits:     ir.ReadsMemory | ir.WritesMemory,
		Format:     "$inputs attr-dict `:` type($inputs)",
		Verify:     verifyDotWait,
		InferTypes: ir.TypesOfOperands,
	})
	r.Define(PackedArith, ir.OpDef{
		Summary:  "elementwise arithmetic of packed instructions; operands of bytes may hold two floats of four bits each",
		Operands: []ir.Operand{ir.Many("operands", packedOperand)}, Results: []ir.Result{ir.One("result", packedResult)},
		Attrs:  []ir.Attr{{Name: "op_kind", Kind: ir.EnumAttr("packed arithmetic operation", false, packedKinds...)}},
		Traits: ir.Pure,
		Format: "$op_kind $operands attr-dict `:` functional-type($operands, $result)",
		Verify: verifyPacked,
	})
}

// dotEffects: operands in shared memory are read; a dot in flight also orders others.
func dotEffects(op *ir.Operation) ir.Trait {
	if async, _ := op.IntAttr("isAsync"); async != 0 {
		return ir.ReadsMemory | ir.WritesMemory
	}
	return ir.ReadsMemory
}
