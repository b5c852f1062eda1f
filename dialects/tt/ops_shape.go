package tt

import "tawa/ir"

// shapeOps make tensors and move their elements.
func shapeOps() []row {
	const cast = "$src attr-dict `:` type($src) `->` type($result)"
	const pair = "$lhs `,` $rhs attr-dict `:` type($lhs) `->` type($result)"
	return []row{
		{MakeRange, ir.OpDef{
			Summary: "start, start+1, … end-1",
			Results: []ir.Result{one("result", I32Tensor)},
			Attrs:   []ir.Attr{{Name: "start", Kind: ir.I32AttrKind}, {Name: "end", Kind: ir.I32AttrKind}},
			Traits:  ir.Pure,
			Format:  "attr-dict `:` type($result)",
			Verify:  verifyMakeRange, InferTypes: inference(inferMakeRange).types, Fold: foldMakeRange,
		}},
		{Splat, ir.OpDef{
			Summary:  "a tensor of equal elements",
			Operands: []ir.Operand{one("src", Element)}, Results: []ir.Result{one("result", Tensor)},
			Traits: ir.Pure,
			Format: cast,
			Verify: verifySplat, Fold: foldSplat,
		}},
		{Unsplat, ir.OpDef{
			Summary:  "the only element of a tensor",
			Operands: []ir.Operand{one("src", Tensor)}, Results: []ir.Result{one("result", Scalar)},
			TypeRules: []ir.TypeRule{rule("result", "src", ir.ElementType, "the result is an element of the source")},
			Traits:    ir.Pure,
			Format:    "$src attr-dict `:` type($src)",
			Verify:    verifyUnsplat, InferTypes: typeOfOperand(0, ir.ElementType), Fold: foldUnsplat,
		}},
		{Broadcast, ir.OpDef{
			Summary:  "dimensions of size one repeated",
			Operands: []ir.Operand{one("src", Tensor)}, Results: []ir.Result{one("result", Tensor)},
			Traits: ir.Pure | ir.SameOperandsAndResultEncoding,
			Format: cast,
			Verify: verifyBroadcast, Fold: foldBroadcast, Canonicalize: broadcastPatterns(),
		}},
		{ExpandDims, ir.OpDef{
			Summary:  "a new dimension of size one at axis",
			Operands: []ir.Operand{one("src", Tensor)}, Results: []ir.Result{one("result", Tensor)},
			Attrs:  []ir.Attr{axisAttr},
			Traits: ir.Pure,
			Format: cast,
			Verify: verifyExpandDims, InferTypes: inference(inferExpandDims).types, Fold: foldShapeOfSplat, Canonicalize: expandDimsPatterns(),
		}},
		{Reshape, ir.OpDef{
			Summary:  "the same elements in row-major order in another shape; with allow_reorder in any order",
			Operands: []ir.Operand{one("src", Tensor)}, Results: []ir.Result{one("result", Tensor)},
			Attrs:  []ir.Attr{unit("allow_reorder"), unit("efficient_layout")},
			Traits: ir.Pure,
			Format: "$src (`allow_reorder` $allow_reorder^)? (`efficient_layout` $efficient_layout^)? attr-dict `:` type($src) `->` type($result)",
			Verify: verifyReshape, Fold: foldReshape, Canonicalize: reshapePatterns(),
		}},
		{Trans, ir.OpDef{
			Summary:  "dimensions permuted: dimension i of the result is order[i] of the source",
			Operands: []ir.Operand{one("src", Tensor)}, Results: []ir.Result{one("result", Tensor)},
			Attrs:  []ir.Attr{orderAttr},
			Traits: ir.Pure,
			Format: cast,
			Verify: verifyTrans, InferTypes: inference(inferTrans).types, Fold: foldTrans, Canonicalize: transPatterns(),
		}},
		{Cat, ir.OpDef{
			Summary:  "the elements of both, in any order",
			Operands: []ir.Operand{one("lhs", Tensor), one("rhs", Tensor)}, Results: []ir.Result{one("result", Tensor)},
			TypeRules: []ir.TypeRule{same("rhs", "lhs")},
			Traits:    ir.Pure,
			Format:    pair,
			Verify:    verifyCat,
		}},
		{Join, ir.OpDef{
			Summary:  "two tensors side by side along a new last dimension of size two",
			Operands: []ir.Operand{one("lhs", Tensor), one("rhs", Tensor)}, Results: []ir.Result{one("result", Tensor)},
			TypeRules: []ir.TypeRule{same("rhs", "lhs")},
			Traits:    ir.Pure,
			Format:    pair,
			Verify:    verifyJoin, InferTypes: inference(inferJoin).types, Fold: foldJoin,
		}},
		{Split, ir.OpDef{
			Summary:   "the two halves along a last dimension of size two",
			Operands:  []ir.Operand{one("src", Tensor)},
			Results:   []ir.Result{one("outLHS", Tensor), one("outRHS", Tensor)},
			TypeRules: []ir.TypeRule{same("outRHS", "outLHS")},
			Traits:    ir.Pure,
			Format:    "$src attr-dict `:` type($src) `->` type($outLHS)",
			Verify:    verifySplit, InferTypes: inference(inferSplit).types, Fold: foldSplit,
			ResultName: func(_ *ir.Operation, i int) string { return [...]string{"outLHS", "outRHS"}[i] },
		}},
		{Gather, ir.OpDef{
			Summary:  "elements of src picked by indices along axis",
			Operands: []ir.Operand{one("src", Tensor), one("indices", IntTensor)}, Results: []ir.Result{one("result", Tensor)},
			Attrs:  []ir.Attr{axisAttr, unit("efficient_layout")},
			Traits: ir.Pure,
			Format: "$src `[` $indices `]` attr-dict `:` functional-type(operands, $result)",
			Verify: verifyGather, InferTypes: inference(inferGather).types,
		}},
		{Histogram, ir.OpDef{
			Summary:  "how often each number below the result's size occurs",
			Operands: []ir.Operand{one("src", IntTensor), maybe("mask", BoolLike)}, Results: []ir.Result{one("result", IntTensor)},
			TypeRules: []ir.TypeRule{rule("mask", "src", boolOf, "the mask has the shape of the source")},
			Traits:    ir.Pure,
			Format:    "$src (`,` $mask^)? attr-dict `:` type($src) `->` type($result)",
			Verify:    verifyHistogram,
		}},
	}
}
