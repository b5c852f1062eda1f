package vector

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/cf"
	"tawa/ir"
)

// The ops.
var (
	BitCast             = ir.Op("vector.bitcast")
	Broadcast           = ir.Op("vector.broadcast")
	CompressStore       = ir.Op("vector.compressstore")
	ConstantMask        = ir.Op("vector.constant_mask")
	Contraction         = ir.Op("vector.contract")
	CreateMask          = ir.Op("vector.create_mask")
	Deinterleave        = ir.Op("vector.deinterleave")
	ExpandLoad          = ir.Op("vector.expandload")
	Extract             = ir.Op("vector.extract")
	ExtractStridedSlice = ir.Op("vector.extract_strided_slice")
	FMA                 = ir.Op("vector.fma")
	FromElements        = ir.Op("vector.from_elements")
	Gather              = ir.Op("vector.gather")
	Insert              = ir.Op("vector.insert")
	InsertStridedSlice  = ir.Op("vector.insert_strided_slice")
	Interleave          = ir.Op("vector.interleave")
	Load                = ir.Op("vector.load")
	Mask                = ir.Op("vector.mask")
	MaskedLoad          = ir.Op("vector.maskedload")
	MaskedStore         = ir.Op("vector.maskedstore")
	MultiReduction      = ir.Op("vector.multi_reduction")
	OuterProduct        = ir.Op("vector.outerproduct")
	Print               = ir.Op("vector.print")
	Reduction           = ir.Op("vector.reduction")
	ScalableExtract     = ir.Op("vector.scalable.extract")
	ScalableInsert      = ir.Op("vector.scalable.insert")
	Scan                = ir.Op("vector.scan")
	Scatter             = ir.Op("vector.scatter")
	ShapeCast           = ir.Op("vector.shape_cast")
	Shuffle             = ir.Op("vector.shuffle")
	Step                = ir.Op("vector.step")
	Store               = ir.Op("vector.store")
	ToElements          = ir.Op("vector.to_elements")
	TransferRead        = ir.Op("vector.transfer_read")
	TransferWrite       = ir.Op("vector.transfer_write")
	Transpose           = ir.Op("vector.transpose")
	TypeCast            = ir.Op("vector.type_cast")
	VectorScale         = ir.Op("vector.vscale")
	Yield               = ir.Op("vector.yield")
)

var (
	combining     = &builtin.Keywords{Name: "vector.kind", Words: []string{"add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor", "minimumf", "maximumf"}}
	iteratorKinds = &builtin.Keywords{Name: "vector.iterator_type", Words: []string{"parallel", "reduction"}}
	punctuation   = &builtin.Keywords{Name: "vector.punctuation", Words: []string{"no_punctuation", "newline", "comma", "open", "close"}}
)

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "vector", Summary: "vectors of any rank", Constant: materialize}) {
		return
	}
	cf.Register(r)
	combining.Register(r)
	iteratorKinds.Register(r)
	punctuation.Register(r)
	registerElements(r)
	registerSlices(r)
	registerShapes(r)
	registerReductions(r)
	registerMasks(r)
	registerMasking(r)
	registerMemory(r)
	registerTransfers(r)
}

// materialize makes the constants that folds give.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type) *ir.Operation {
	if ir.TypeOfAttr(value) != t {
		return nil
	}
	return arith.Of(b, value).Def()
}

// Type constraints.
var (
	AnyVector = &ir.TypeConstraint{Summary: "vector of any type values", Ok: isVector}

	ofBits    = vectorOf("vector of 1-bit signless integer values", func(t ir.Type) bool { return ir.I1.Ok(t) })
	ofFloats  = vectorOf("vector of floating-point values", ir.IsFloat)
	ofIndex   = vectorOf("vector of index values", ir.IsIndex)
	ofOffsets = vectorOf("vector of integer or index values", func(t ir.Type) bool { return ir.IsInteger(t) || ir.IsIndex(t) })
	memory    = &ir.TypeConstraint{Summary: "memref of any type values", Ok: func(t ir.Type) bool { _, ok := t.(*ir.MemRefType); return ok }}
	shaped    = &ir.TypeConstraint{Summary: "memref or ranked tensor of any type values", Ok: func(t ir.Type) bool { return memory.Ok(t) || ir.IsTensor(t) }}
)

func vectorOf(summary string, ok func(ir.Type) bool) *ir.TypeConstraint {
	return &ir.TypeConstraint{Summary: summary, Ok: func(t ir.Type) bool { return isVector(t) && ok(ir.ElementType(t)) }}
}

func isVector(t ir.Type) bool { _, ok := t.(*ir.VectorType); return ok }

func vectorType(v *ir.Value) *ir.VectorType { return v.Type().(*ir.VectorType) }

func results(name string, t *ir.TypeConstraint) []ir.Result { return []ir.Result{ir.One(name, t)} }

func same(to, from string) ir.TypeRule {
	return ir.TypeRule{To: to, From: from, Summary: "all of {" + from + ", " + to + "} have same type"}
}

func elementOf(to, from string) ir.TypeRule {
	return ir.TypeRule{To: to, From: from, Map: ir.ElementType, Summary: "type of '" + to + "' matches element type of '" + from + "'"}
}

var (
	i64Positions = ir.Attr{Name: "static_position", Kind: ir.I64ArrayAttrKind}
	numbers      = &ir.AttrConstraint{Summary: "64-bit integer array attribute", Ok: func(a ir.Attribute) bool { _, ok := numbersOf(a); return ok }}
)

// numbersOf reads `[1, 2]`.
func numbersOf(a ir.Attribute) (vs []int64, ok bool) {
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil, false
	}
	for _, v := range list.Values {
		n, ok := v.(*ir.IntegerAttr)
		if !ok {
			return nil, false
		}
		vs = append(vs, n.Value)
	}
	return vs, true
}

func registerElements(r *ir.Registry) {
	r.Define(Broadcast, ir.OpDef{
		Summary:      "a value, or the elements of a vector, repeated",
		Operands:     []ir.Operand{ir.One("source", ir.AnyType)},
		Results:      results("vector", AnyVector),
		Traits:       ir.Pure,
		Format:       "$source attr-dict `:` type($source) `to` type($vector)",
		Verify:       verifyBroadcast,
		Fold:         foldBroadcast,
		Canonicalize: broadcastPatterns,
	})
	r.Define(Extract, ir.OpDef{
		Summary:      "an element or a part at a position",
		Operands:     []ir.Operand{ir.One("source", AnyVector), ir.Many("dynamic_position", ir.IndexOnly)},
		Results:      results("result", ir.AnyType),
		Attrs:        []ir.Attr{i64Positions},
		Traits:       ir.Pure,
		Format:       "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($result) `from` type($source)",
		Directives:   builtin.IndexLists,
		Verify:       verifyExtract,
		Fold:         foldExtract,
		Canonicalize: extractPatterns,
	})
	r.Define(Insert, ir.OpDef{
		Summary:      "a vector with an element or a part at a position replaced",
		Operands:     []ir.Operand{ir.One("valueToStore", ir.AnyType), ir.One("dest", AnyVector), ir.Many("dynamic_position", ir.IndexOnly)},
		Results:      results("result", AnyVector),
		Attrs:        []ir.Attr{i64Positions},
		TypeRules:    []ir.TypeRule{same("result", "dest")},
		Traits:       ir.Pure,
		Format:       "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict `:` type($valueToStore) `into` type($dest)",
		Directives:   builtin.IndexLists,
		Verify:       verifyInsert,
		Fold:         foldInsert,
		Canonicalize: insertPatterns,
	})
	r.Define(FromElements, ir.OpDef{
		Summary:      "a vector of these elements",
		Operands:     []ir.Operand{{Name: "elements", Type: ir.AnyType, Arity: ir.Variadic}},
		Results:      results("dest", AnyVector),
		TypeRules:    []ir.TypeRule{elementOf("elements", "dest")},
		Traits:       ir.Pure,
		Format:       "$elements attr-dict `:` type($dest)",
		Verify:       verifyFromElements,
		Fold:         foldFromElements,
		Canonicalize: fromElementsPatterns,
	})
	r.Define(ToElements, ir.OpDef{
		Summary:    "all elements of a vector",
		Operands:   []ir.Operand{ir.One("source", AnyVector)},
		Results:    []ir.Result{{Name: "elements", Type: ir.AnyType, Arity: ir.Variadic}},
		InferTypes: inferToElements,
		Traits:     ir.Pure,
		Format:     "$source attr-dict `:` type($source)",
		Verify:     verifyToElements,
		Fold:       foldToElements,
	})
	r.Define(Step, ir.OpDef{
		Summary: "the numbers 0, 1, 2, …",
		Results: results("result", ofIndex),
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type($result)",
		Verify:  verifyStep,
		Fold:    foldStep,
	})
	r.Define(VectorScale, ir.OpDef{
		Summary:    "the number that dimensions in brackets are multiples of",
		Results:    results("res", ir.IndexOnly),
		Traits:     ir.Pure,
		Format:     "attr-dict",
		ResultName: func(*ir.Operation, int) string { return "vscale" },
	})
	r.Define(FMA, ir.OpDef{
		Summary:  "a·b + c for each element, rounded once",
		Operands: []ir.Operand{ir.One("lhs", ofFloats), ir.One("rhs", ofFloats), ir.One("acc", ofFloats)},
		Results:  results("result", ofFloats),
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Format:   "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)",
	})
	r.Define(Print, ir.OpDef{
		Summary:  "writes a value, a text or punctuation to the standard output",
		Operands: []ir.Operand{{Name: "source", Type: ir.AnyType, Arity: ir.Optional}},
		Attrs: []ir.Attr{
			{Name: "punctuation", Kind: punctuation.Kind("Punctuation for separating vectors or vector elements"),
				Default: func(c *ir.Context) ir.Attribute { return punctuation.Attr(c, "newline") }},
			{Name: "stringLiteral", Kind: ir.StringAttrKind, Optional: true}},
		Traits: ir.WritesMemory,
		Format: "($source^ `:` type($source))? oilist(`str` $stringLiteral | `punctuation` $punctuation) attr-dict",
		Verify: verifyPrint,
	})
}

func registerSlices(r *ir.Registry) {
	list := func(name string) ir.Attr { return ir.Attr{Name: name, Kind: numbers} }
	r.Define(ExtractStridedSlice, ir.OpDef{
		Summary:      "a part of a vector: from an offset, of a size, for each of the first dimensions",
		Operands:     []ir.Operand{ir.One("source", AnyVector)},
		Results:      results("", AnyVector),
		Attrs:        []ir.Attr{list("offsets"), list("sizes"), list("strides")},
		Traits:       ir.Pure,
		Format:       "$source attr-dict `:` type($source) `to` type(results)",
		Verify:       verifyExtractStridedSlice,
		Fold:         foldExtractStridedSlice,
		Canonicalize: extractSlicePatterns,
	})
	r.Define(InsertStridedSlice, ir.OpDef{
		Summary:   "a vector with a part replaced by another vector",
		Operands:  []ir.Operand{ir.One("valueToStore", AnyVector), ir.One("dest", AnyVector)},
		Results:   results("result", AnyVector),
		Attrs:     []ir.Attr{list("offsets"), list("strides")},
		TypeRules: []ir.TypeRule{same("result", "dest")},
		Traits:    ir.Pure,
		Format:    "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)",
		Verify:    verifyInsertStridedSlice,
		Fold:      foldInsertStridedSlice,
	})
	r.Define(ScalableExtract, ir.OpDef{
		Summary:  "a part of fixed length of a scalable vector",
		Operands: []ir.Operand{ir.One("source", AnyVector)},
		Results:  results("result", AnyVector),
		Attrs:    []ir.Attr{{Name: "pos", Kind: ir.I64AttrKind}},
		Traits:   ir.Pure,
		Format:   "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)",
		Verify:   verifyScalable(0),
	})
	r.Define(ScalableInsert, ir.OpDef{
		Summary:   "a scalable vector with a part of fixed length replaced",
		Operands:  []ir.Operand{ir.One("valueToStore", AnyVector), ir.One("dest", AnyVector)},
		Results:   results("result", AnyVector),
		Attrs:     []ir.Attr{{Name: "pos", Kind: ir.I64AttrKind}},
		TypeRules: []ir.TypeRule{same("result", "dest")},
		Traits:    ir.Pure,
		Format:    "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)",
		Verify:    verifyScalable(1),
	})
}

func registerShapes(r *ir.Registry) {
	cast := func(n *ir.OpName, summary string, t *ir.TypeConstraint, d ir.OpDef) {
		d.Summary, d.Operands, d.Results, d.Traits = summary, []ir.Operand{ir.One("source", t)}, results("result", t), ir.Pure
		d.Format = "$source attr-dict `:` type($source) `to` type($result)"
		r.Define(n, d)
	}
	cast(BitCast, "the same bits as elements of another width", AnyVector, ir.OpDef{Verify: verifyBitCast, Fold: foldBitCast})
	cast(ShapeCast, "the same elements, in order, in another shape", AnyVector, ir.OpDef{Verify: verifyShapeCast, Fold: foldShapeCast, Canonicalize: shapeCastPatterns})
	cast(TypeCast, "a buffer of numbers as a buffer of one vector", memory, ir.OpDef{Verify: verifyTypeCast})
	ir.Attach(r, TypeCast, builtin.ViewLike, builtin.ViewOf(0))
	r.Define(Transpose, ir.OpDef{
		Summary:      "the same elements with the dimensions in another order",
		Operands:     []ir.Operand{ir.One("vector", AnyVector)},
		Results:      results("result", AnyVector),
		Attrs:        []ir.Attr{{Name: "permutation", Kind: ir.I64ArrayAttrKind}},
		Traits:       ir.Pure,
		Format:       "$vector `,` $permutation attr-dict `:` type($vector) `to` type($result)",
		Verify:       verifyTranspose,
		Fold:         foldTranspose,
		Canonicalize: transposePatterns,
	})
	r.Define(Shuffle, ir.OpDef{
		Summary:      "elements (or parts) of two vectors, by number; -1 is any",
		Operands:     []ir.Operand{ir.One("v1", AnyVector), ir.One("v2", AnyVector)},
		Results:      results("vector", AnyVector),
		Attrs:        []ir.Attr{{Name: "mask", Kind: ir.I64ArrayAttrKind}},
		InferTypes:   inferShuffle,
		Traits:       ir.Pure,
		Format:       "operands $mask attr-dict `:` type(operands)",
		Verify:       verifyShuffle,
		Fold:         foldShuffle,
		Canonicalize: shufflePatterns,
	})
	r.Define(Interleave, ir.OpDef{
		Summary:   "the elements of two vectors in turn",
		Operands:  []ir.Operand{ir.One("lhs", AnyVector), ir.One("rhs", AnyVector)},
		Results:   results("result", AnyVector),
		TypeRules: []ir.TypeRule{same("rhs", "lhs")},
		Traits:    ir.Pure,
		Format:    "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)",
		Verify:    verifyInterleave,
	})
	r.Define(Deinterleave, ir.OpDef{
		Summary:    "the elements with even and those with odd numbers",
		Operands:   []ir.Operand{ir.One("source", AnyVector)},
		Results:    []ir.Result{ir.One("res1", AnyVector), ir.One("res2", AnyVector)},
		TypeRules:  []ir.TypeRule{same("res2", "res1")},
		Traits:     ir.Pure,
		Format:     "$source attr-dict `:` type($source) `->` type($res1)",
		Verify:     verifyDeinterleave,
		ResultName: func(op *ir.Operation, i int) string { return op.Def().Results[i].Name },
	})
}

func registerReductions(r *ir.Registry) {
	kind := ir.Attr{Name: "kind", Kind: combining.Kind("Kind of combining function for contractions and reductions")}
	kindOrAdd := kind
	kindOrAdd.Default = func(c *ir.Context) ir.Attribute { return combining.Attr(c, "add") }
	r.Define(Reduction, ir.OpDef{
		Summary:      "all elements combined to one, with an accumulator if there is one",
		Operands:     []ir.Operand{ir.One("vector", AnyVector), {Name: "acc", Type: ir.AnyType, Arity: ir.Optional}},
		Results:      results("dest", ir.AnyType),
		Attrs:        []ir.Attr{kind, arith.FastMathColumn},
		TypeRules:    []ir.TypeRule{same("acc", "dest")},
		Traits:       ir.Pure,
		Format:       "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict `:` type($vector) `into` type($dest)",
		Verify:       verifyReduction,
		Canonicalize: reductionPatterns,
	})
	r.Define(MultiReduction, ir.OpDef{
		Summary:   "the elements along some dimensions combined, with an accumulator",
		Operands:  []ir.Operand{ir.One("source", AnyVector), ir.One("acc", ir.AnyType)},
		Results:   results("dest", ir.AnyType),
		Attrs:     []ir.Attr{kind, {Name: "reduction_dims", Kind: ir.I64ArrayAttrKind}},
		TypeRules: []ir.TypeRule{same("acc", "dest")},
		Traits:    ir.Pure,
		Format:    "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)",
		Verify:    verifyMultiReduction,
		Fold:      foldMultiReduction,
	})
	r.Define(Scan, ir.OpDef{
		Summary:    "the elements along a dimension combined with all before them",
		Operands:   []ir.Operand{ir.One("source", AnyVector), ir.One("initial_value", AnyVector)},
		Results:    []ir.Result{ir.One("dest", AnyVector), ir.One("accumulated_value", AnyVector)},
		Attrs:      []ir.Attr{kind, {Name: "reduction_dim", Kind: ir.I64AttrKind}, {Name: "inclusive", Kind: ir.BoolAttrKind}},
		TypeRules:  []ir.TypeRule{same("dest", "source"), same("accumulated_value", "initial_value")},
		Traits:     ir.Pure,
		Format:     "$kind `,` $source `,` $initial_value attr-dict `:` type($source) `,` type($initial_value)",
		Verify:     verifyScan,
		ResultName: func(op *ir.Operation, i int) string { return op.Def().Results[i].Name },
	})
	r.Define(OuterProduct, ir.OpDef{
		Summary:  "each element of one vector times each of another, with an accumulator if there is one",
		Operands: []ir.Operand{ir.One("lhs", AnyVector), ir.One("rhs", ir.AnyType), {Name: "acc", Type: AnyVector, Arity: ir.Optional}},
		Results:  results("result", AnyVector),
		Attrs:    []ir.Attr{kindOrAdd},
		Traits:   ir.Pure,
		Parse:    parseOuterProduct,
		Print:    printOuterProduct,
		Verify:   verifyOuterProduct,
	})
	r.Define(Contraction, ir.OpDef{
		Summary:  "products of elements of two vectors, summed over some dimensions, with an accumulator",
		Operands: []ir.Operand{ir.One("lhs", AnyVector), ir.One("rhs", AnyVector), ir.One("acc", ir.AnyType)},
		Results:  results("result", ir.AnyType),
		Attrs: []ir.Attr{{Name: "indexing_maps", Kind: maps}, {Name: "iterator_types", Kind: iterators}, kindOrAdd,
			{Name: "fastmath", Kind: arith.FastMathKind, Optional: true}},
		TypeRules: []ir.TypeRule{same("result", "acc")},
		Traits:    ir.Pure,
		Parse:     parseContraction,
		Print:     printContraction,
		Verify:    verifyContraction,
	})
}

func registerMasks(r *ir.Registry) {
	r.Define(ConstantMask, ir.OpDef{
		Summary: "a mask that is true in a box at the origin",
		Results: results("", ofBits),
		Attrs:   []ir.Attr{{Name: "mask_dim_sizes", Kind: ir.I64ArrayAttrKind}},
		Traits:  ir.Pure,
		Format:  "$mask_dim_sizes attr-dict `:` type(results)",
		Verify:  verifyConstantMask,
		Fold:    foldConstantMask,
	})
	r.Define(CreateMask, ir.OpDef{
		Summary:      "a mask that is true in a box at the origin, of these sizes",
		Operands:     []ir.Operand{ir.Many("operands", ir.IndexOnly)},
		Results:      results("", ofBits),
		Traits:       ir.Pure,
		Format:       "$operands attr-dict `:` type(results)",
		Verify:       verifyCreateMask,
		Canonicalize: createMaskPatterns,
	})
}
