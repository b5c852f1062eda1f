package tt

import "tawa/ir"

// shapeOps make tensors and move their elements.
func shapeOps(r *ir.Registry) {
	const cast = "$src attr-dict `:` type($src) `->` type($result)"
	const pair = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"
	r.Define(MakeRange, ir.OpDef{
		Summary: "start, start+1, … end-1",
		Results: []ir.Result{ir.One("result", I32Tensor)},
		Attrs:   []ir.Attr{{Name: "start", Kind: ir.I32AttrKind}, {Name: "end", Kind: ir.I32AttrKind}},
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type($result)",
		Verify:  verifyMakeRange, InferTypes: inference(inferMakeRange).types, Fold: foldMakeRange,
	})
	r.Define(Splat, ir.OpDef{
		Summary:  "a tensor of equal elements",
		Operands: []ir.Operand{ir.One("src", Element)}, Results: []ir.Result{ir.One("result", Tensor)},
		Traits: ir.Pure,
		Format: cast,
		Verify: verifySplat, Fold: foldSplat,
	})
	r.Define(Unsplat, ir.OpDef{
		Summary:  "the only element of a tensor",
		Operands: []ir.Operand{ir.One("src", Tensor)}, Results: []ir.Result{ir.One("result", Scalar)},
		TypeRules: []ir.TypeRule{rule("result", "src", ir.ElementType, "the result is an element of the source")},
		Traits:    ir.Pure,
		Format:    "$src attr-dict `:` type($src)",
		Verify:    verifyUnsplat, InferTypes: typeOfOperand(0, ir.ElementType), Fold: foldUnsplat,
	})
	r.Define(Broadcast, ir.OpDef{
		Summary:  "dimensions of size one repeated",
		Operands: []ir.Operand{ir.One("src", Tensor)}, Results: []ir.Result{ir.One("result", Tensor)},
		Traits: ir.Pure | ir.SameOperandsAndResultEncoding,
		Format: cast,
		Verify: verifyBroadcast, Fold: foldBroadcast, Canonicalize: broadcastPatterns(),
	})
	r.Define(ExpandDims, ir.OpDef{
		Summary:  "a new dimension of size one at axis",
		Operands: []ir.Operand{ir.One("src", Tensor)}, Results: []ir.Result{ir.One("result", Tensor)},
		Attrs:  []ir.Attr{axisAttr},
		Traits: ir.Pure,
		Format: cast,
		Verify: verifyExpandDims, InferTypes: inference(inferExpandDims).types, Fold: foldShapeOfSplat, Canonicalize: expandDimsPatterns(),
	})
	r.Define(Reshape, ir.OpDef{
		Summary:  "the same elements in row-major order in another shape; with allow_reorder in any order",
		Operands: []ir.Operand{ir.One("src", Tensor)}, Results: []ir.Result{ir.One("result", Tensor)},
		Attrs:  []ir.Attr{ir.Unit("allow_reorder"), ir.Unit("efficient_layout")},
		Traits: ir.Pure,
		Format: "$src (`allow_reorder` $allow_reorder^)? (`efficient_layout` $efficient_layout^)? attr-dict `:` type($src) `->` type($result)",
		Verify: verifyReshape, Fold: foldReshape, Canonicalize: reshapePatterns(),
	})
	r.Define(Trans, ir.OpDef{
		Summary:  "dimensions permuted: dimension i of the result is order[i] of the source",
		Operands: []ir.Operand{ir.One("src", Tensor)}, Results: []ir.Result{ir.One("result", Tensor)},
		Attrs:  []ir.Attr{orderAttr},
		Traits: ir.Pure,
		Format: cast,
		Verify: verifyTrans, InferTypes: inference(inferTrans).types, Fold: foldTrans, Canonicalize: transPatterns(),
	})
	r.Define(Cat, ir.OpDef{
		Summary:  "the elements of both, in any order",
		Operands: []ir.Operand{ir.One("lhs", Tensor), ir.One("rhs", Tensor)}, Results: []ir.Result{ir.One("result", Tensor)},
		TypeRules: []ir.TypeRule{SameType("rhs", "lhs")},
		Traits:    ir.Pure,
		Format:    pair,
		Verify:    verifyCat,
	})
	r.Define(Join, ir.OpDef{
		Summary:  "two tensors side by side along a new last dimension of size two",
		Operands: []ir.Operand{ir.One("lhs", Tensor), ir.One("rhs", Tensor)}, Results: []ir.Result{ir.One("result", Tensor)},
		TypeRules: []ir.TypeRule{SameType("rhs", "lhs")},
		Traits:    ir.Pure,
		Format:    pair,
		Verify:    verifyJoin, InferTypes: inference(inferJoin).types, Fold: foldJoin,
	})
	r.Define(Split, ir.OpDef{
		Summary:   "the two halves along a last dimension of size two",
		Operands:  []ir.Operand{ir.One("src", Tensor)},
		Results:   []ir.Result{ir.One("outLHS", Tensor), ir.One("outRHS", Tensor)},
		TypeRules: []ir.TypeRule{SameType("outRHS", "outLHS")},
		Traits:    ir.Pure,
		Format:    "$src attr-dict `:` type($src) `->` type($outLHS)",
		Verify:    verifySplit, InferTypes: inference(inferSplit).types, Fold: foldSplit,
		ResultName: func(_ *ir.Operation, i int) string { return [...]string{"outLHS", "outRHS"}[i] },
	})
	r.Define(Gather, ir.OpDef{
		Summary:  "elements of src picked by indices along axis",
		Operands: []ir.Operand{ir.One("src", Tensor), ir.One("indices", IntTensor)}, Results: []ir.Result{ir.One("result", Tensor)},
		Attrs:  []ir.Attr{axisAttr, ir.Unit("efficient_layout")},
		Traits: ir.Pure,
		Format: "$src `[` $indices `]` attr-dict `:` functional-type(operands, $result)",
		Verify: verifyGather, InferTypes: inference(inferGather).types,
	})
	r.Define(Histogram, ir.OpDef{
		Summary:  "how often each number below the result's size occurs",
		Operands: []ir.Operand{ir.One("src", IntTensor), ir.Maybe("mask", BoolLike)}, Results: []ir.Result{ir.One("result", IntTensor)},
		TypeRules: []ir.TypeRule{rule("mask", "src", boolOf, "the mask has the shape of the source")},
		Traits:    ir.Pure,
		Format:    "$src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)",
		Verify:    verifyHistogram,
	})
}
