package ttng

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// mmaOps are the dots of Blackwell, which accumulate in tensor memory.
func mmaOps(r *ir.Registry) {
	a, b, d := ir.One("a", ttg.MemDescKind), ir.One("b", ttg.MemDescKind), ir.One("d", ttg.MemDescKind)
	dep := ir.Maybe("acc_dep", ttg.TokenKind)
	tail := []ir.Operand{ir.One("useD", ir.I1), ir.One("pred", ir.I1), ir.Many("barriers", ttg.MemDescKind), ir.Many("barrier_preds", ir.I1)}
	token := []ir.Result{ir.Maybe("token", ttg.TokenKind)}
	r.Define(TCGen5MMA, ir.OpDef{
		Summary:  "d += a · b, or d = a · b where useD is false, where pred holds; barriers complete when it is done",
		Operands: append([]ir.Operand{a, b, d, dep}, tail...), Results: token,
		Attrs:  []ir.Attr{ir.Unit("is_async"), ir.Unit("two_ctas"), ir.Unit("multicast"), ir.Unit("is_unsigned")},
		Traits: effects | ir.AttrSizedOperandSegments,
		Format: "$a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $useD `,` $pred `` custom<BarriersAndPreds>($barriers, $barrier_preds)" +
			" attr-dict `:` qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) (`,` qualified(type($barriers))^)?",
		Directives: directives, Verify: verifyMMA,
	})
	r.Define(TCGen5MMAScaled, ir.OpDef{
		Summary:  "as ttng.tc_gen5_mma of microscaled operands",
		Operands: append([]ir.Operand{a, b, d, dep, ir.One("a_scale", ttg.MemDescKind), ir.One("b_scale", ttg.MemDescKind)}, tail...),
		Results:  token,
		Attrs: []ir.Attr{
			{Name: "a_type", Kind: tt.ScaledElemKind}, {Name: "b_type", Kind: tt.ScaledElemKind},
			ir.Unit("is_async"), ir.Unit("two_ctas"), ir.Unit("multicast"),
		},
		Traits: effects | ir.AttrSizedOperandSegments,
		Format: "$a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $a_scale `,` $b_scale `,` $useD `,` $pred" +
			" `lhs` `=` $a_type `rhs` `=` $b_type `` custom<BarriersAndPreds>($barriers, $barrier_preds) attr-dict" +
			" `:` qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) `,` qualified(type($a_scale)) `,`" +
			" qualified(type($b_scale)) (`,` qualified(type($barriers))^)?",
		Directives: directives, Verify: verifyMMAScaled,
	})
	r.Define(TCGen5Commit, ir.OpDef{
		Summary:  "the barrier completes when all dots before are done, where pred holds",
		Operands: []ir.Operand{ir.One("barrier", ttg.MemDescKind), ir.Maybe("pred", ir.I1), ir.Many("descs", ttg.MemDescKind)},
		Attrs:    []ir.Attr{ir.Unit("two_ctas")},
		Traits:   effects | ir.AttrSizedOperandSegments,
		Format:   "$barrier (`,` $pred^)? (`descs` $descs^)? attr-dict `:` qualified(type($barrier)) (`,` qualified(type($descs))^)?",
		Verify:   verifyCommit,
	})
}

// tmemOps allocate, view, read and write tensor memory.
func tmemOps(r *ir.Registry) {
	src, dst := ir.One("src", ttg.MemDescKind), ir.One("dst", ttg.MemDescKind)
	dep, token := ir.Maybe("dep", ttg.TokenKind), ir.Maybe("token", ttg.TokenKind)
	optional := func(name string, kind *ir.AttrConstraint) ir.Attr {
		return ir.Attr{Name: name, Kind: kind, Optional: true}
	}
	r.Define(TMEMAlloc, ir.OpDef{
		Summary:  "a buffer in tensor memory, filled with src if given",
		Operands: []ir.Operand{ir.Maybe("src", tt.Tensor)}, Results: []ir.Result{ir.One("result", ttg.MemDescKind), token},
		Effects: allocEffects,
		Format:  "($src^)? attr-dict `:` functional-type(operands, results)",
		Verify:  verifyTMEMAlloc,
	})
	r.Define(TMEMLoad, ir.OpDef{
		Summary:  "a tensor from tensor memory, and what redOp makes of its rows",
		Operands: []ir.Operand{src, dep}, Results: []ir.Result{ir.One("result", tt.Tensor), token, ir.Maybe("red", tt.Tensor)},
		Attrs:      []ir.Attr{optional("redOp", ttg.WordKind("ttng.redOp")), optional("abs", ir.BoolAttrKind), optional("NaN", ir.BoolAttrKind)},
		Traits:     ir.ReadsMemory | ir.AttrSizedResultSegments,
		Format:     "$src `` custom<Token>($dep, type($token)) attr-dict `:` qualified(type($src)) `->` type($result) (`,` type($red)^)?",
		Directives: directives, Verify: verifyTMEMLoad,
	})
	r.Define(TMEMStore, ir.OpDef{
		Summary:  "a tensor to tensor memory, where pred holds",
		Operands: []ir.Operand{dst, dep, ir.One("src", tt.Tensor), ir.One("pred", ir.I1)}, Results: []ir.Result{token},
		Traits:     ir.WritesMemory,
		Format:     "$src `,` $dst `` custom<Token>($dep, type($token)) `,` $pred attr-dict `:` type($src) `->` qualified(type($dst))",
		Directives: directives, Verify: verifyTMEMStore,
	})
	r.Define(TMEMSubslice, ir.OpDef{
		Summary:  "the part of a buffer in tensor memory that begins at offset along dim; in the older spelling, at column N",
		Operands: []ir.Operand{src}, Results: []ir.Result{ir.One("result", ttg.MemDescKind)},
		Attrs: []ir.Attr{
			optional("N", ir.I32AttrKind), optional("offset", ir.I32AttrKind), {Name: "dim", Kind: ir.I32AttrKind, Default: ir.DefaultI32(1)},
		},
		Traits: ir.Pure,
		Format: "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))",
		Verify: verifyTMEMSubslice,
	})
	r.Define(TMEMCopy, ir.OpDef{
		Summary:  "starts a copy from shared to tensor memory",
		Operands: []ir.Operand{src, dst, ir.Maybe("barrier", ttg.MemDescKind)},
		Traits:   effects,
		Format:   "$src `,` $dst (`,` $barrier^)? attr-dict `:` type(operands)",
		Verify:   verifyTMEMCopy,
	})
}

// allocEffects: what holds src for good is a value; a mutable buffer is one of its own.
func allocEffects(op *ir.Operation) ir.Trait {
	if m, ok := op.Result(0).Type().(*ttg.MemDescType); ok && !m.Mutable && op.NumOperands() > 0 {
		return ir.Pure
	}
	return ir.WritesMemory
}
