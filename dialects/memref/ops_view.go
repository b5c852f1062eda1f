package memref

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

func registerCasts(r *ir.Registry) {
	cast := func(n *ir.OpName, summary, name string, verify func(*ir.Operation, ir.Reporter) bool, fold func(*ir.Operation, []ir.Attribute) []ir.FoldResult) {
		r.Define(n, ir.OpDef{
			Summary:    summary,
			Operands:   []ir.Operand{ir.One("source", Any)},
			Results:    results("dest", Any),
			Traits:     ir.Pure,
			Format:     "$source attr-dict `:` type($source) `to` type($dest)",
			Verify:     verify,
			Fold:       fold,
			ResultName: named(name),
		})
		ir.Attach(r, n, builtin.ViewLike, builtin.ViewOf(0))
	}
	cast(Cast, "the same buffer with more or less of its type known", "cast", verifyCast, foldCast)
	cast(MemorySpaceCast, "the same buffer seen through another memory space", "memspacecast", verifyMemorySpaceCast, foldMemorySpaceCast)
	r.Define(AssumeAlignment, ir.OpDef{
		Summary:    "the same buffer, whose address is a multiple of so many bytes",
		Operands:   []ir.Operand{ir.One("memref", Ranked)},
		Results:    results("result", Ranked),
		Attrs:      []ir.Attr{{Name: "alignment", Kind: ir.I32AttrKind}},
		TypeRules:  []ir.TypeRule{{To: "result", From: "memref", Summary: "all of {memref, result} have same type"}},
		Traits:     ir.Pure,
		Format:     "$memref `,` $alignment attr-dict `:` type($memref)",
		Verify:     verifyAssumeAlignment,
		ResultName: named("assume_align"),
	})
	ir.Attach(r, AssumeAlignment, builtin.ViewLike, builtin.ViewOf(0))
	r.Define(DistinctObjects, ir.OpDef{
		Summary:    "the same buffers, no two of which share memory",
		Operands:   []ir.Operand{{Name: "operands", Type: Ranked, Arity: ir.Variadic}},
		Results:    []ir.Result{{Name: "results", Type: Ranked, Arity: ir.Variadic}},
		Traits:     ir.Pure,
		Format:     "$operands attr-dict `:` type($operands)",
		InferTypes: ir.TypesOfOperands,
		Verify:     verifyDistinctObjects,
	})
	r.Define(ReinterpretCast, ir.OpDef{
		Summary:  "the memory of a buffer with this offset and these sizes and strides",
		Operands: []ir.Operand{ir.One("source", Any), ir.Many("offsets", ir.IndexOnly), ir.Many("sizes", ir.IndexOnly), ir.Many("strides", ir.IndexOnly)},
		Results:  results("result", Ranked),
		Attrs:    []ir.Attr{static("static_offsets"), static("static_sizes"), static("static_strides")},
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Format: "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) `` `,` " +
			"`sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) `` `,` " +
			"`strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
		Directives:   builtin.IndexLists,
		Verify:       verifyReinterpretCast,
		Canonicalize: reinterpretPatterns,
		ResultName:   named("reinterpret_cast"),
	})
	ir.Attach(r, ReinterpretCast, builtin.ViewLike, builtin.ViewOf(0))
	r.Define(Reshape, ir.OpDef{
		Summary:    "a buffer with the sizes that another one holds",
		Operands:   []ir.Operand{ir.One("source", Any), ir.One("shape", vectorOf1D)},
		Results:    results("result", Any),
		Traits:     ir.ReadsMemory,
		Format:     "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)",
		Verify:     verifyReshape,
		ResultName: named("reshape"),
	})
}

func registerViews(r *ir.Registry) {
	r.Define(SubView, ir.OpDef{
		Summary:  "a part of a buffer: from an offset, of a size, in strides, for each dimension",
		Operands: []ir.Operand{ir.One("source", Ranked), ir.Many("offsets", ir.IndexOnly), ir.Many("sizes", ir.IndexOnly), ir.Many("strides", ir.IndexOnly)},
		Results:  results("result", Ranked),
		Attrs:    []ir.Attr{static("static_offsets"), static("static_sizes"), static("static_strides")},
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Format: "$source `` custom<DynamicIndexList>($offsets, $static_offsets) custom<DynamicIndexList>($sizes, $static_sizes) " +
			"custom<DynamicIndexList>($strides, $static_strides) attr-dict `:` type($source) `to` type($result)",
		Directives:   builtin.IndexLists,
		Verify:       verifySubView,
		Fold:         foldSubView,
		Canonicalize: subViewPatterns,
		ResultName:   named("subview"),
	})
	r.Define(View, ir.OpDef{
		Summary:      "bytes from an offset on as a buffer of a type",
		Operands:     []ir.Operand{ir.One("source", bytes), ir.One("byte_shift", ir.IndexOnly), ir.Many("sizes", ir.IndexOnly)},
		Results:      results("result", Ranked),
		Traits:       ir.Pure,
		Format:       "$source `` `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` type($source) `to` type(results)",
		Verify:       verifyView,
		Canonicalize: viewPatterns,
		ResultName:   named("view"),
	})
	r.Define(Transpose, ir.OpDef{
		Summary:    "the same buffer with its dimensions in another order",
		Operands:   []ir.Operand{ir.One("in", Ranked)},
		Results:    results("result", Ranked),
		Attrs:      []ir.Attr{{Name: "permutation", Kind: affineMap}},
		Traits:     ir.Pure,
		Parse:      parseTranspose,
		Print:      printTranspose,
		Verify:     verifyTranspose,
		ResultName: named("transpose"),
	})
	r.Define(ExpandShape, ir.OpDef{
		Summary:  "the same buffer with dimensions split",
		Operands: []ir.Operand{ir.One("src", Ranked), ir.Many("output_shape", ir.IndexOnly)},
		Results:  results("result", Ranked),
		Attrs:    []ir.Attr{{Name: "reassociation", Kind: reassociation}, static("static_output_shape")},
		Traits:   ir.Pure,
		Format: "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` " +
			"type($src) `into` type($result)",
		Directives: builtin.IndexLists,
		Verify:     verifyExpandShape,
		Fold:       foldReshapeBack(CollapseShape),
		ResultName: named("expand_shape"),
	})
	r.Define(CollapseShape, ir.OpDef{
		Summary:    "the same buffer with dimensions merged",
		Operands:   []ir.Operand{ir.One("src", Ranked)},
		Results:    results("result", Ranked),
		Attrs:      []ir.Attr{{Name: "reassociation", Kind: reassociation}},
		Traits:     ir.Pure,
		Format:     "$src $reassociation attr-dict `:` type($src) `into` type($result)",
		Verify:     verifyCollapseShape,
		Fold:       foldReshapeBack(ExpandShape),
		ResultName: named("collapse_shape"),
	})
	for _, n := range []*ir.OpName{SubView, View, Transpose, ExpandShape, CollapseShape} {
		ir.Attach(r, n, builtin.ViewLike, builtin.ViewOf(0))
	}
}

func registerGlobals(r *ir.Registry) {
	r.Define(Global, ir.OpDef{
		Summary: "a buffer of the module",
		Attrs: []ir.Attr{{Name: "sym_name", Kind: ir.SymbolAttrKind}, {Name: "sym_visibility", Kind: ir.StringAttrKind, Optional: true},
			{Name: "type", Kind: memrefTypeAttr}, {Name: "initial_value", Kind: ir.AnyAttr, Optional: true},
			ir.Unit("constant"), alignment},
		Traits:     ir.Symbol,
		Format:     "($sym_visibility^)? (`constant` $constant^)? $sym_name `:` custom<GlobalMemrefOpTypeAndInitialValue>($type, $initial_value) attr-dict",
		Directives: map[string]ir.Directive{"GlobalMemrefOpTypeAndInitialValue": {Parse: parseGlobalValue, Print: printGlobalValue}},
		Verify:     verifyGlobal,
	})
	r.Define(GetGlobal, ir.OpDef{
		Summary: "a buffer of the module as a value",
		Results: results("result", Ranked),
		Attrs:   []ir.Attr{{Name: "name", Kind: ir.FlatSymbolKind}},
		Traits:  ir.Pure,
		Format:  "$name `:` type($result) attr-dict",
		Verify:  verifyGetGlobal,
	})
}

func registerMetadata(r *ir.Registry) {
	r.Define(Dim, ir.OpDef{
		Summary:      "the extent of a dimension",
		Operands:     []ir.Operand{ir.One("source", notScalar), ir.One("index", ir.IndexOnly)},
		Results:      results("result", ir.IndexOnly),
		Traits:       ir.Pure,
		Format:       "attr-dict $source `,` $index `:` type($source)",
		Fold:         foldDim,
		Canonicalize: foldCastOperands(Dim),
		ResultName:   named("dim"),
	})
	ir.Attach[builtin.Speculation](r, Dim, builtin.Speculatable, dimIsThere)
	r.Define(Rank, ir.OpDef{
		Summary:  "the number of dimensions",
		Operands: []ir.Operand{ir.One("memref", Any)},
		Results:  results("", ir.IndexOnly),
		Traits:   ir.Pure,
		Format:   "$memref attr-dict `:` type($memref)",
		Fold: func(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
			if m, ok := op.Operand(0).Type().(*ir.MemRefType); ok {
				return []ir.FoldResult{{Attr: m.Context().Int(m.Context().Index(), int64(len(m.Shape)))}}
			}
			return nil
		},
	})
	r.Define(ExtractAlignedPointer, ir.OpDef{
		Summary:      "the address of a buffer",
		Operands:     []ir.Operand{ir.One("source", Any)},
		Results:      results("aligned_pointer", ir.IndexOnly),
		Traits:       ir.Pure,
		Format:       "$source `:` type($source) `->` type(results) attr-dict",
		Canonicalize: foldCastOperands(ExtractAlignedPointer),
		ResultName:   named("intptr"),
	})
	r.Define(ExtractStridedMetadata, ir.OpDef{
		Summary:      "the parts of a buffer's descriptor: its memory, its offset, all sizes, all strides",
		Operands:     []ir.Operand{ir.One("source", Ranked)},
		Results:      []ir.Result{ir.One("base_buffer", Ranked), ir.One("offset", ir.IndexOnly), ir.Many("sizes_and_strides", ir.IndexOnly)},
		Traits:       ir.Pure,
		Format:       "$source `:` type($source) `->` type(results) attr-dict",
		Verify:       verifyMetadata,
		Canonicalize: append(foldCastOperands(ExtractStridedMetadata), knownMetadata),
		ResultName:   metadataName,
	})
}

func metadataName(op *ir.Operation, i int) string {
	rank := (op.NumResults() - 2) / 2
	switch {
	case i == 0:
		return "base_buffer"
	case i == 1:
		return "offset"
	case i == 2:
		return "sizes"
	case i == 2+rank:
		return "strides"
	}
	return "" // in the group of the one before
}
