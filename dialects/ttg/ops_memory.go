package ttg

import (
	"tawa/dialects/tt"
	"tawa/ir"
)

// memoryOps allocate, view, read and write shared memory.
func memoryOps() []row {
	const effects = ir.ReadsMemory | ir.WritesMemory
	const view = " attr-dict `:` qualified(type($src)) `->` qualified(type($result))"
	src, result := one("src", MemDescKind), one("result", MemDescKind)
	cacheAttr := ir.Attr{Name: "cache", Kind: tt.CacheKind, Default: ir.DefaultI32(tt.CacheNone)}
	evictAttr := ir.Attr{Name: "evict", Kind: tt.EvictKind, Default: ir.DefaultI32(tt.EvictNormal)}
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
	index.Operands = []ir.Operand{src, one("index", ir.I32)}
	index.Format = "$src `[` $index `]`" + view
	subslice := with(viewOf("the part that begins at the offsets", ir.Attr{Name: "offsets", Kind: ir.I32ArrayAttrKind}), verifySubslice, nil)
	subslice.Format = "$src `` $offsets" + view
	trans := with(viewOf("dimensions permuted as in tt.trans", ir.Attr{Name: "order", Kind: ir.I32ArrayAttrKind}), verifyTrans, inferTrans)
	reinterpret := with(viewOf("the same bytes as a buffer of another type"), verifyReinterpret, nil)
	reinterpret.Fold = foldReinterpret
	return []row{
		{LocalAlloc, ir.OpDef{
			Summary:  "a buffer in shared memory, filled with src if given",
			Operands: []ir.Operand{maybe("src", tt.Tensor)}, Results: []ir.Result{result},
			Attrs:   []ir.Attr{{Name: "alignment", Kind: ir.I32AttrKind, Optional: true}},
			Effects: allocEffects,
			Format:  "($src^)? attr-dict `:` functional-type(operands, results)",
			Verify:  verifyAlloc, Canonicalize: allocPatterns(),
		}},
		{LocalDealloc, ir.OpDef{
			Summary:  "ends the life of a buffer",
			Operands: []ir.Operand{src},
			Traits:   ir.WritesMemory,
			Format:   "$src attr-dict `:` qualified(type($src))",
		}},
		{MemDescIndex, index},
		{MemDescSubslice, subslice},
		{MemDescTrans, trans},
		{MemDescReshape, with(viewOf("the same elements in row-major order in another shape"), verifyMemDescReshape, nil)},
		{MemDescReinterpret, reinterpret},
		{LocalLoad, ir.OpDef{
			Summary:  "a tensor from shared memory",
			Operands: []ir.Operand{src, maybe("token", TokenKind)}, Results: []ir.Result{one("result", tt.Tensor)},
			Traits: ir.ReadsMemory,
			Format: "$src (`token` $token^)? attr-dict `:` qualified(type($src)) `->` type($result)",
			Verify: verifyLocalLoad,
		}},
		{LocalStore, ir.OpDef{
			Summary:  "a tensor to shared memory",
			Operands: []ir.Operand{one("src", tt.Tensor), one("dst", MemDescKind)},
			Traits:   ir.WritesMemory,
			Format:   "$src `,` $dst attr-dict `:` type($src) `->` qualified(type($dst))",
			Verify:   verifyLocalStore,
		}},
		{LocalGather, ir.OpDef{
			Summary:  "elements of a buffer picked by indices along axis",
			Operands: []ir.Operand{src, one("indices", tt.IntTensor), maybe("token", TokenKind)}, Results: []ir.Result{one("result", tt.Tensor)},
			Attrs:  []ir.Attr{i32("axis")},
			Traits: ir.ReadsMemory,
			Format: "$src `[` $indices `]` (`token` $token^)? attr-dict `:` qualified(type($src)) `,` type($indices) `->` type($result)",
			Verify: verifyLocalGather,
		}},
		{LocalScatter, ir.OpDef{
			Summary:  "values stored to elements of a buffer picked by indices along axis",
			Operands: []ir.Operand{one("dst", MemDescKind), one("indices", tt.IntTensor), one("values", tt.Tensor), maybe("token", TokenKind)},
			Attrs:    []ir.Attr{i32("axis")},
			Traits:   ir.WritesMemory,
			Format:   "$dst `[` $indices `]` `,` $values (`token` $token^)? attr-dict `:` qualified(type($dst)) `,` type($indices) `,` type($values)",
			Verify:   verifyLocalGather,
		}},
		{LocalAtomicScatterRMW, ir.OpDef{
			Summary: "elements of a buffer picked by indices along axis, each changed in one step; the result has what was there",
			Operands: []ir.Operand{
				one("dst", MemDescKind), one("values", tt.Tensor), one("indices", tt.IntTensor), maybe("mask", tt.BoolLike),
			},
			Results: []ir.Result{one("result", tt.Tensor)},
			Attrs:   []ir.Attr{{Name: "atomic_rmw_op", Kind: tt.RMWKind}, i32("axis")},
			Traits:  effects,
			Format:  "$atomic_rmw_op `,` $dst `[` $indices `]` `,` $values (`,` $mask^)? attr-dict `:` functional-type(operands, results)",
			Verify:  verifyLocalGather,
		}},
		{AsyncCopyGlobalToLocal, ir.OpDef{
			Summary: "begins a copy through pointers to shared memory (cp.async)",
			Operands: []ir.Operand{
				one("src", tt.PtrLike), result, maybe("mask", tt.BoolLike), maybe("other", tt.Any),
			},
			Results: []ir.Result{one("token", TokenKind)},
			Attrs: []ir.Attr{
				cacheAttr, evictAttr,
				{Name: "isVolatile", Kind: ir.BoolAttrKind, Default: ir.DefaultBool(false)},
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
		}},
		{AsyncCommitGroup, ir.OpDef{
			Summary:  "makes a group of the copies begun since the last one",
			Operands: []ir.Operand{many("inputTokens", TokenKind)}, Results: []ir.Result{one("asyncToken", TokenKind)},
			Traits: effects,
			Format: "(`tokens` $inputTokens^)? attr-dict",
		}},
		{AsyncWait, ir.OpDef{
			Summary:  "waits until at most num groups are not done",
			Operands: []ir.Operand{many("asyncToken", TokenKind)}, Results: []ir.Result{one("retToken", TokenKind)},
			Attrs:  []ir.Attr{i32("num")},
			Traits: effects,
			Format: "($asyncToken^)? attr-dict",
			Verify: verifyAsyncWait,
		}},
		{GlobalScratchAlloc, ir.OpDef{
			Summary: "a buffer in global memory of this program",
			Results: []ir.Result{one("result", tt.ScalarPtr)},
			Attrs: []ir.Attr{
				i32("nbytes"), i32("alignment"),
				{Name: "backend", Kind: ir.StringAttrKind, Default: func(c *ir.Context) ir.Attribute { return c.Str("default") }},
				{Name: "third_party_allocation", Kind: ir.UnitAttrKind, Optional: true},
				{Name: "shared_cluster_state", Kind: ir.UnitAttrKind, Optional: true},
			},
			Traits: effects,
			Format: "attr-dict `:` qualified(type($result))",
			Verify: verifyScratch,
		}},
	}
}

// allocEffects: what holds src for good is a value; a mutable buffer is one of its own.
func allocEffects(op *ir.Operation) ir.Trait {
	if m, ok := op.Result(0).Type().(*MemDescType); ok && !m.Mutable && op.NumOperands() > 0 {
		return ir.Pure
	}
	return ir.WritesMemory
}
