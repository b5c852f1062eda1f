package vector

import (
	"tawa/ir"
)

func registerMemory(r *ir.Registry) {
	nontemporal := ir.Attr{Name: "nontemporal", Kind: ir.BoolAttrKind, Optional: true, Implied: ir.DefaultBool(false)}
	alignment := ir.Attr{Name: "alignment", Kind: ir.I64AttrKind, Optional: true}
	base, mask := ir.One("base", memory), ir.One("mask", ofBits)
	r.Define(Load, ir.OpDef{
		Summary:  "a vector of neighbours in memory",
		Operands: []ir.Operand{base, ir.Many("indices", ir.IndexOnly)},
		Results:  results("result", AnyVector),
		Attrs:    []ir.Attr{nontemporal, alignment},
		Traits:   ir.ReadsMemory,
		Format:   "$base `[` $indices `]` attr-dict `:` type($base) `,` type($result)",
		Verify:   verifyLoad,
	})
	r.Define(Store, ir.OpDef{
		Summary:  "writes a vector to neighbours in memory",
		Operands: []ir.Operand{ir.One("valueToStore", AnyVector), base, ir.Many("indices", ir.IndexOnly)},
		Attrs:    []ir.Attr{nontemporal, alignment},
		Traits:   ir.WritesMemory,
		Format:   "$valueToStore `,` $base `[` $indices `]` attr-dict `:` type($base) `,` type($valueToStore)",
		Verify:   verifyStore,
	})
	load := func(n *ir.OpName, summary string) {
		r.Define(n, ir.OpDef{
			Summary:      summary,
			Operands:     []ir.Operand{base, ir.Many("indices", ir.IndexOnly), mask, ir.One("pass_thru", AnyVector)},
			Results:      results("result", AnyVector),
			Attrs:        []ir.Attr{alignment},
			TypeRules:    []ir.TypeRule{same("result", "pass_thru")},
			Traits:       ir.ReadsMemory,
			Format:       "$base `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($mask) `,` type($pass_thru) `into` type($result)",
			Verify:       verifyMasked(0, -2, -1),
			Canonicalize: maskedPatterns(n),
		})
	}
	load(MaskedLoad, "a vector of neighbours in memory where a mask says so, of other values elsewhere")
	load(ExpandLoad, "neighbours in memory, one for each element for which a mask says so")
	store := func(n *ir.OpName, summary string) {
		r.Define(n, ir.OpDef{
			Summary:      summary,
			Operands:     []ir.Operand{base, ir.Many("indices", ir.IndexOnly), mask, ir.One("valueToStore", AnyVector)},
			Attrs:        []ir.Attr{alignment},
			Traits:       ir.WritesMemory,
			Format:       "$base `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($mask) `,` type($valueToStore)",
			Verify:       verifyMasked(0, -2, -1),
			Canonicalize: maskedPatterns(n),
		})
	}
	store(MaskedStore, "writes elements to neighbours in memory where a mask says so")
	store(CompressStore, "writes the elements for which a mask says so next to each other")
	r.Define(Gather, ir.OpDef{
		Summary:   "elements of memory at offsets from a place, where a mask says so, other values elsewhere",
		Operands:  []ir.Operand{ir.One("base", shaped), ir.Many("offsets", ir.IndexOnly), ir.One("indices", ofOffsets), mask, ir.One("pass_thru", AnyVector)},
		Results:   results("result", AnyVector),
		Attrs:     []ir.Attr{alignment},
		TypeRules: []ir.TypeRule{same("result", "pass_thru")},
		Traits:    ir.ReadsMemory,
		Format: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $pass_thru attr-dict `:` type($base) `,` type($indices) `,` " +
			"type($mask) `,` type($pass_thru) `into` type($result)",
		Verify:       verifyMasked(0, -2, -1),
		Canonicalize: maskedPatterns(Gather),
	})
	r.Define(Scatter, ir.OpDef{
		Summary:  "writes elements to memory at offsets from a place, where a mask says so",
		Operands: []ir.Operand{ir.One("base", shaped), ir.Many("offsets", ir.IndexOnly), ir.One("indices", ofOffsets), mask, ir.One("valueToStore", AnyVector)},
		Results:  []ir.Result{{Name: "result", Type: ir.AnyTensor, Arity: ir.Optional}},
		Attrs:    []ir.Attr{alignment},
		Traits:   ir.WritesMemory,
		Format: "$base `[` $offsets `]` `[` $indices `]` `,` $mask `,` $valueToStore attr-dict `:` type($base) `,` type($indices) `,` " +
			"type($mask) `,` type($valueToStore) (`->` type($result)^)?",
		Verify:       verifyMasked(0, -2, -1),
		Canonicalize: maskedPatterns(Scatter),
	})
}

func registerTransfers(r *ir.Registry) {
	attrs := []ir.Attr{{Name: "permutation_map", Kind: mapKind}, {Name: "in_bounds", Kind: boolList}}
	maybeMask := ir.Operand{Name: "mask", Type: ofBits, Arity: ir.Optional}
	r.Define(TransferRead, ir.OpDef{
		Summary:  "a vector from a memref or tensor; what is outside is padding",
		Operands: []ir.Operand{ir.One("base", shaped), ir.Many("indices", ir.IndexOnly), ir.One("padding", ir.AnyType), maybeMask},
		Results:  results("vector", AnyVector),
		Attrs:    attrs,
		Traits:   ir.AttrSizedOperandSegments,
		Effects:  transferEffects(0, ir.ReadsMemory),
		Parse:    parseTransferRead,
		Print:    printTransferRead,
		Verify:   verifyTransferRead,
		Fold:     foldTransferRead,
	})
	r.Define(TransferWrite, ir.OpDef{
		Summary:      "writes a vector to a memref, or into a tensor; what is outside is dropped",
		Operands:     []ir.Operand{ir.One("valueToStore", AnyVector), ir.One("base", shaped), ir.Many("indices", ir.IndexOnly), maybeMask},
		Results:      []ir.Result{{Name: "result", Type: ir.AnyTensor, Arity: ir.Optional}},
		Attrs:        attrs,
		Traits:       ir.AttrSizedOperandSegments,
		Effects:      transferEffects(1, ir.WritesMemory),
		Parse:        parseTransferWrite,
		Print:        printTransferWrite,
		Verify:       verifyTransferWrite,
		Canonicalize: writePatterns,
	})
}

// transferEffects: a tensor has no memory.
func transferEffects(base int, effect ir.Trait) func(*ir.Operation) ir.Trait {
	return func(op *ir.Operation) ir.Trait {
		if ir.IsTensor(op.Operand(base).Type()) {
			return ir.Pure
		}
		return effect
	}
}
