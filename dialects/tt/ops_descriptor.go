package tt

import "tawa/ir"

// descriptorOps read and write global memory through tensor descriptors.
func descriptorOps() []row {
	indices := many("indices", ir.I32)
	return []row{
		{MakeTensorDesc, ir.OpDef{
			Summary:  "a descriptor of a tensor in memory, given by base, shape and strides; the last stride is one",
			Operands: []ir.Operand{one("base", ScalarPtr), many("shape", ir.I32), many("strides", ir.I64)},
			Results:  []ir.Result{one("result", Desc)},
			Attrs:    []ir.Attr{enumOr("padding", PaddingKind, PadZero)},
			Traits:   ir.Pure | ir.AttrSizedOperandSegments,
			Format:   "$base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base) `,` type($result)",
			Verify:   verifyMakeTensorDesc,
		}},
		{DescriptorLoad, ir.OpDef{
			Summary:  "loads the block that begins at indices; elements outside the tensor are the padding",
			Operands: []ir.Operand{one("desc", Desc), indices},
			Results:  []ir.Result{one("result", Tensor)},
			Attrs:    []ir.Attr{cacheAttr, evictAttr},
			Traits:   ir.ReadsMemory,
			Format:   "$desc `[` $indices `]` " + cacheClauses + " attr-dict `:` qualified(type($desc)) `->` type($result)",
			Verify:   verifyDescriptorLoad, InferTypes: typeOfOperand(0, blockOfDesc),
		}},
		{DescriptorStore, ir.OpDef{
			Summary:  "stores the block that begins at indices; elements outside the tensor are dropped",
			Operands: []ir.Operand{one("desc", Desc), one("src", Tensor), indices},
			Traits:   ir.WritesMemory,
			Format:   "$desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)",
			Verify:   verifyDescriptorStore,
		}},
		{DescriptorReduce, ir.OpDef{
			Summary:  "combines the block that begins at indices with src, each element in one step",
			Operands: []ir.Operand{one("desc", Desc), one("src", Tensor), indices},
			Attrs:    []ir.Attr{enum("kind", ReduceKind)},
			Traits:   ir.ReadsMemory | ir.WritesMemory,
			Format:   "$kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)",
			Verify:   verifyDescriptorStore,
		}},
		{DescriptorGather, ir.OpDef{
			Summary:  "loads one row for each of x_offsets, from column y_offset on",
			Operands: []ir.Operand{one("desc", Desc), one("x_offsets", I32Tensor), one("y_offset", ir.I32)},
			Results:  []ir.Result{one("result", Tensor)},
			Traits:   ir.ReadsMemory,
			Format:   "$desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type(operands, $result)",
			Verify:   verifyDescriptorGather,
		}},
		{DescriptorScatter, ir.OpDef{
			Summary:  "stores one row for each of x_offsets, from column y_offset on",
			Operands: []ir.Operand{one("desc", Desc), one("x_offsets", I32Tensor), one("y_offset", ir.I32), one("src", Tensor)},
			Traits:   ir.WritesMemory,
			Format:   "$desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)",
			Verify:   verifyDescriptorGather,
		}},
	}
}

func blockOfDesc(t ir.Type) ir.Type {
	if d, ok := t.(*DescType); ok {
		return d.Tensor()
	}
	return nil
}
