package ttg

import (
	"tawa/dialects/tt"
	"tawa/ir"
)

// memoryOps allocate, view, read and write shared memory.
func memoryOps(r *ir.Registry) {
	const effects = ir.ReadsMemory | ir.WritesMemory
	const view = " attr-dict `:` qualified(type($src)) `->` qualified(type($result))"
	src, result := ir.One("src", MemDescKind), ir.One("result", MemDescKind)
	viewOf := func(summary string, attrs ...ir.Attr) ir.OpDef {
		return ir.OpDef{
			Summary:  summary,
			Operands: []ir.Operand{src}, Results: []ir.Result{result}, Attrs: attrs,
			Traits: ir.Pure,
			Format: "$src" + view,
		}
	}
	with := func(d ir.OpDef, verify func(*ir.Operation, ir.Reporter) bool, infer func(*ir.Context, *ir.OperationState) ([]ir.Type, bool)) ir.OpDef {
		d.Verify, d.InferTypes = verify, infer
		return d
	}
	index := with(viewOf("buffer number index of a row of buffers"), verifyIndex, inferIndex)
	index.Operands = []ir.Operand{src, ir.One("index", ir.I32)}
	index.Format = "$src `[` $index `]`" + view
	subslice := with(viewOf("the part that begins at the offsets", ir.Attr{Name: "offsets", Kind: ir.I32ArrayAttrKind}), verifySubslice, nil)
	subslice.Format = "$src `` $offsets" + view
	trans := with(viewOf("dimensions permuted as in tt.trans", ir.Attr{Name: "order", Kind: ir.I32ArrayAttrKind}), verifyTrans, inferTrans)
	reinterpret := with(viewOf("the same bytes as a buffer of another type"), verifyReinterpret, nil)
	reinterpret.Fold = foldReinterpret
	r.Define(LocalAlloc, ir.OpDef{
		Summary:  "a buffer in shared memory, filled with src if given",
		Operands: []ir.Operand{ir.Maybe("src", tt.Tensor)}, Results: []ir.Result{result},
		Attrs:   []ir.Attr{{Name: "alignment", Kind: ir.I32AttrKind, Optional: true}},
		Effects: allocEffects,
		Format:  "($src^)? attr-dict `:` functional-type(operands, results)",
		Verify:  verifyAlloc, Canonicalize: allocPatterns(),
	})
	r.Define(LocalDealloc, ir.OpDef{
		Summary:  "ends the life of a buffer",
		Operands: []ir.Operand{src},
		Traits:   ir.WritesMemory,
		Format:   "$src attr-dict `:` qualified(type($src))",
	})
	r.Define(MemDescIndex, index)
	r.Define(MemDescSubslice, subslice)
	r.Define(MemDescTrans, trans)
	r.Define(MemDescReshape, with(viewOf("the same elements in row-major order in another shape"), verifyMemDescReshape, nil))
	r.Define(MemDescReinterpret, reinterpret)
	r.Define(LocalLoad, ir.OpDef{
		Summary:  "a tensor from shared memory",
		Operands: []ir.Operand{src, ir.Maybe("token", TokenKind)}, Results: []ir.Result{ir.One("result", tt.Tensor)},
		Traits: ir.ReadsMemory,
		Format: "$src (`token` $token^)? attr-dict `:` qualified(type($src)) `->` type($result)",
		Verify: verifyLocalLoad,
	})
	r.Define(LocalStore, ir.OpDef{
		Summary:  "a tensor to shared memory",
		Operands: []ir.Operand{ir.One("src", tt.Tensor), ir.One("dst", MemDescKind)},
		Traits:   ir.WritesMemory,
		Format:   "$src `,` $dst attr-dict `:` type($src) `->` qualified(type($dst))",
		Verify:   verifyLocalStore,
	})
	r.Define(LocalGather, ir.OpDef{
		Summary:  "elements of a buffer picked by indices along axis",
		Operands: []ir.Operand{src, ir.One("indices", tt.IntTensor), ir.Maybe("token", TokenKind)}, Results: []ir.Result{ir.One("result", tt.Tensor)},
		Attrs:  []ir.Attr{i32("axis")},
		Traits: ir.ReadsMemory,
		Format: "$src `[` $indices `]` (`token` $token^)? attr-dict `:` qualified(type($src)) `,` type($indices) `->` type($result)",
		Verify: verifyLocalGather,
	})
	r.Define(LocalScatter, ir.OpDef{
		Summary:  "values stored to elements of a buffer picked by indices along axis",
		Operands: []ir.Operand{ir.One("dst", MemDescKind), ir.One("values", tt.Tensor), ir.One("indices", tt.IntTensor), ir.Maybe("token", TokenKind)},
		Attrs:    []ir.Attr{i32("axis")},
		Traits:   ir.WritesMemory,
		Format:   "$dst `[` $indices `]` `,` $values (`token` $token^)? attr-dict `:` qualified(type($dst)) `,` type($indices) `,` type($values)",
		Verify:   verifyLocalGather,
	})
	r.Define(LocalAtomicScatterRMW, ir.OpDef{
		Summary: "elements of a buffer picked by indices along axis, each changed in one step; the result has what was there",
		Operands: []ir.Operand{
			ir.One("dst", MemDescKind), ir.One("values", tt.Tensor), ir.One("indices", tt.IntTensor), ir.Maybe("mask", tt.BoolLike),
		},
		Results: []ir.Result{ir.One("result", tt.Tensor)},
		Attrs:   []ir.Attr{{Name: "atomic_rmw_op", Kind: tt.RMWKind}, i32("axis")},
		Traits:  effects,
		Format:  "$atomic_rmw_op `,` $dst `[` $indices `]` `,` $values (`,` $mask^)? attr-dict `:` functional-type(operands, results)",
		Verify:  verifyLocalGather,
	})
	r.Define(AsyncCopyGlobalToLocal, ir.OpDef{
		Summary: "begins a copy through pointers to shared memory (cp.async)",
		Operands: []ir.Operand{
			ir.One("src", tt.PtrLike), result, ir.Maybe("mask", tt.BoolLike), ir.Maybe("other", tt.Any),
		},
		Results: []ir.Result{ir.One("token", TokenKind)},
		Attrs: []ir.Attr{
			tt.CacheAttr, tt.EvictAttr,
			tt.VolatileAttr,
			{Name: "contiguity", Kind: ir.I32AttrKind, Default: ir.DefaultI32(1)},
		},
		TypeRules: []ir.TypeRule{
			{To: "mask", From: "src", Map: tt.MaskType, Summary: "the mask has the shape of the pointers"},
			{To: "other", From: "src", Map: tt.ValueType, Summary: "other is what the pointers point to"},
		},
		Traits: effects | ir.AttrSizedOperandSegments,
		Format: "$src `,` $result (`mask` $mask^)? (`other` $other^)? oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)" +
			" attr-dict `:` type($src) `->` type($result)",
		Verify: verifyAsyncCopy,
	})
	r.Define(AsyncCommitGroup, ir.OpDef{
		Summary:  "makes a group of the copies begun since the last one",
		Operands: []ir.Operand{ir.Many("inputTokens", TokenKind)}, Results: []ir.Result{ir.One("asyncToken", TokenKind)},
		Traits: effects,
		Format: "(`tokens` $inputTokens^)? attr-dict",
	})
	r.Define(AsyncWait, ir.OpDef{
		Summary:  "waits until at most num groups are not done",
		Operands: []ir.Operand{ir.Many("asyncToken", TokenKind)}, Results: []ir.Result{ir.One("retToken", TokenKind)},
		Attrs:  []ir.Attr{i32("num")},
		Traits: effects,
		Format: "($asyncToken^)? attr-dict",
		Verify: verifyAsyncWait,
	})
	r.Define(GlobalScratchAlloc, ir.OpDef{
		Summary: "a buffer in global memory of this program",
		Results: []ir.Result{ir.One("result", tt.ScalarPtr)},
		Attrs: []ir.Attr{
			i32("nbytes"), i32("alignment"),
			{Name: "backend", Kind: ir.StringAttrKind, Default: func(c *ir.Context) ir.Attribute { return c.Str("default") }},
			ir.Unit("third_party_allocation"),
			ir.Unit("shared_cluster_state"),
		},
		Traits: effects,
		Format: "attr-dict `:` qualified(type($result))",
		Verify: verifyScratch,
	})
}

// allocEffects: what holds src for good is a value; a mutable buffer is one of its own.
func allocEffects(op *ir.Operation) ir.Trait {
	if m, ok := op.Result(0).Type().(*MemDescType); ok && !m.Mutable && op.NumOperands() > 0 {
		return ir.Pure
	}
	return ir.WritesMemory
}
