package tt

import "tawa/ir"

// descriptorOps read and write global memory through tensor descriptors.
func descriptorOps(r *ir.Registry) {
	indices := ir.Many("indices", ir.I32)
	r.Define(MakeTensorDesc, ir.OpDef{
		Summary:  "a descriptor of a tensor in memory, given by base, shape and strides; the last stride is one",
		Operands: []ir.Operand{ir.One("base", ScalarPtr), ir.Many("shape", ir.I32), ir.Many("strides", ir.I64)},
		Results:  []ir.Result{ir.One("result", Desc)},
		Attrs:    []ir.Attr{enumOr("padding", PaddingKind, PadZero)},
		Traits:   ir.Pure | ir.AttrSizedOperandSegments,
		Format:   "$base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($base) `,` type($result)",
		Verify:   verifyMakeTensorDesc,
	})
	r.Define(DescriptorLoad, ir.OpDef{
		Summary:  "loads the block that begins at indices; elements outside the tensor are the padding",
		Operands: []ir.Operand{ir.One("desc", Desc), indices},
		Results:  []ir.Result{ir.One("result", Tensor)},
		Attrs:    []ir.Attr{CacheAttr, EvictAttr},
		Traits:   ir.ReadsMemory,
		Format:   "$desc `[` $indices `]` " + cacheClauses + " attr-dict `:` qualified(type($desc)) `->` type($result)",
		Verify:   verifyDescriptorLoad, InferTypes: typeOfOperand(0, blockOfDesc),
	})
	r.Define(DescriptorStore, ir.OpDef{
		Summary:  "stores the block that begins at indices; elements outside the tensor are dropped",
		Operands: []ir.Operand{ir.One("desc", Desc), ir.One("src", Tensor), indices},
		Traits:   ir.WritesMemory,
		Format:   "$desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)",
		Verify:   verifyDescriptorStore,
	})
	r.Define(DescriptorReduce, ir.OpDef{
		Summary:  "combines the block that begins at indices with src, each element in one step",
		Operands: []ir.Operand{ir.One("desc", Desc), ir.One("src", Tensor), indices},
		Attrs:    []ir.Attr{enum("kind", ReduceKind)},
		Traits:   ir.ReadsMemory | ir.WritesMemory,
		Format:   "$kind `,` $desc `[` $indices `]` `,` $src attr-dict `:` qualified(type($desc)) `,` type($src)",
		Verify:   verifyDescriptorStore,
	})
	r.Define(DescriptorGather, ir.OpDef{
		Summary:  "loads one row for each of x_offsets, from column y_offset on",
		Operands: []ir.Operand{ir.One("desc", Desc), ir.One("x_offsets", I32Tensor), ir.One("y_offset", ir.I32)},
		Results:  []ir.Result{ir.One("result", Tensor)},
		Traits:   ir.ReadsMemory,
		Format:   "$desc `[` $x_offsets `,` $y_offset `]` attr-dict `:` functional-type(operands, $result)",
		Verify:   verifyDescriptorGather,
	})
	r.Define(DescriptorScatter, ir.OpDef{
		Summary:  "stores one row for each of x_offsets, from column y_offset on",
		Operands: []ir.Operand{ir.One("desc", Desc), ir.One("x_offsets", I32Tensor), ir.One("y_offset", ir.I32), ir.One("src", Tensor)},
		Traits:   ir.WritesMemory,
		Format:   "$desc `[` $x_offsets `,` $y_offset `]` `,` $src attr-dict `:` type(operands)",
		Verify:   verifyDescriptorGather,
	})
}

func blockOfDesc(t ir.Type) ir.Type {
	if d, ok := t.(*DescType); ok {
		return d.Tensor()
	}
	return nil
}
