package ttng

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// tmaOps copy between global and shared memory by tensor descriptors, and make these.
func tmaOps(r *ir.Registry) {
	desc, coord, pred := ir.One("desc", tt.Desc), ir.Many("coord", ir.I32), ir.One("pred", ir.I1)
	barrier, result, src := ir.One("barrier", ttg.MemDescKind), ir.One("result", ttg.MemDescKind), ir.One("src", ttg.MemDescKind)
	xs, y := ir.One("x_offsets", tt.RowTensor), ir.One("y_offset", ir.I32)
	// In Meta's fork a store may give a token to wait for.
	token := ir.Maybe("token", &ir.TypeConstraint{Summary: ttg.TokenKind.Summary, Ok: ttg.TokenKind.Ok})
	modes := ir.EnumAttr("tensor mode", false, "tiled", "im2col")
	r.Define(TMALoad, ir.OpDef{
		Summary:  "starts the copy of a block to shared memory, where pred holds; the bytes complete on the barrier",
		Operands: []ir.Operand{ir.One("desc", anyDesc), coord, ir.Many("offsets", i16), barrier, result, pred},
		Attrs: []ir.Attr{
			ir.Unit("multicast"), tt.CacheAttr, tt.EvictAttr, tt.VolatileAttr, {Name: "tensorMode", Kind: modes, Default: ir.DefaultI32(0)},
		},
		Traits: effects | ir.AttrSizedOperandSegments,
		Format: "$desc `[` $coord `]` (`offsets` `=` `[` $offsets^ `]`)? $result `,` $barrier `,` $pred" +
			" oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict | `tensorMode` `=` $tensorMode)" +
			" attr-dict `:` qualified(type($desc)) `,` qualified(type($barrier)) `->` qualified(type($result))",
		Verify: verifyTMALoad,
	})
	r.Define(TMAStore, ir.OpDef{
		Summary:  "starts the copy of a block from shared memory",
		Operands: []ir.Operand{desc, coord, src}, Results: []ir.Result{token},
		Traits: effects,
		Format: "$desc `[` $coord `]` $src attr-dict `:` qualified(type($desc)) `,` qualified(type($src)) (`->` type($token)^)?",
		Verify: verifyTMAStore,
	})
	r.Define(TMAReduce, ir.OpDef{
		Summary:  "starts to combine a block of global memory with one of shared memory",
		Operands: []ir.Operand{desc, coord, src}, Results: []ir.Result{token}, Attrs: []ir.Attr{{Name: "kind", Kind: tt.ReduceKind}},
		Traits: effects,
		Format: "$kind `,` $desc `[` $coord `]` $src attr-dict `:` qualified(type($desc)) `,` qualified(type($src)) (`->` type($token)^)?",
		Verify: verifyTMAReduce,
	})
	r.Define(TMAGather, ir.OpDef{
		Summary:  "starts the copy of one row for each of x_offsets to shared memory",
		Operands: []ir.Operand{desc, xs, y, barrier, result, pred}, Attrs: []ir.Attr{ir.Unit("multicast")},
		Traits: effects,
		Format: "$desc `[` $x_offsets `,` $y_offset `]` $result `,` $barrier `,` $pred attr-dict `:` type(operands)",
		Verify: verifyTMAGather,
	})
	r.Define(TMAScatter, ir.OpDef{
		Summary:  "starts the copy of one row for each of x_offsets from shared memory",
		Operands: []ir.Operand{desc, xs, y, src},
		Traits:   effects,
		Format:   "$desc `[` $x_offsets `,` $y_offset `]` $src attr-dict `:` type(operands)",
		Verify:   verifyTMAScatter,
	})
	r.Define(TMAStoreWait, ir.OpDef{
		Summary: "waits until at most pendings groups of stores have not read their source, or are not complete",
		Attrs:   []ir.Attr{i32("pendings"), ir.Unit("read_only")},
		Traits:  effects,
		Format:  "attr-dict",
	})
	r.Define(TMAStoreTokenWait, ir.OpDef{
		Summary:  "waits until the store that gave the token has read its source (Meta's fork)",
		Operands: []ir.Operand{ir.Many("tokens", ttg.TokenKind)},
		Traits:   effects,
		Format:   "$tokens attr-dict `:` type($tokens)",
	})
	r.Define(ReinterpretTensorDesc, ir.OpDef{
		Summary:  "the descriptor that lies at a pointer",
		Operands: []ir.Operand{ir.One("rawDesc", tt.ScalarPtr)}, Results: []ir.Result{ir.One("result", anyDesc)},
		Traits: ir.Pure,
		Format: "$rawDesc attr-dict `:` qualified(type($rawDesc)) `to` qualified(type($result))",
	})
	r.Define(TensormapCreate, ir.OpDef{
		Summary: "writes a TMA descriptor to global memory",
		Operands: []ir.Operand{
			ir.One("desc_ptr", tt.ScalarPtr), ir.One("global_address", tt.ScalarPtr), ir.Many("box_dim", ir.I32), ir.Many("global_dim", ir.I32),
			ir.Many("global_stride", ir.I64), ir.Many("element_stride", ir.I32),
		},
		Attrs:  []ir.Attr{upTo("elem_type", 15), upTo("interleave_layout", 2), upTo("swizzle_mode", 3), upTo("fill_mode", 1)},
		Traits: effects | ir.AttrSizedOperandSegments,
		Format: "$desc_ptr `,` $global_address `,` `[` $box_dim `]` `,` `[` $global_dim `]` `,` `[` $global_stride `]` `,`" +
			" `[` $element_stride `]` attr-dict `:` functional-type(operands, results)",
		Verify: verifyTensormapCreate,
	})
	r.Define(TensormapAcquire, ir.OpDef{
		Summary:  "makes a TMA descriptor that was written to global memory known to TMA",
		Operands: []ir.Operand{ir.One("desc_ptr", tt.ScalarPtr)},
		Traits:   ir.WritesMemory,
		Format:   "$desc_ptr attr-dict `:` qualified(type($desc_ptr))",
	})
}
