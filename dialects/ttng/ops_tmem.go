package ttng

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// mmaOps are the dots of Blackwell, which accumulate in tensor memory.
func mmaOps() []row {
	a, b, d := one("a", ttg.MemDescKind), one("b", ttg.MemDescKind), one("d", ttg.MemDescKind)
	dep := maybe("acc_dep", ttg.TokenKind)
	tail := []ir.Operand{one("useD", ir.I1), one("pred", ir.I1), many("barriers", ttg.MemDescKind), many("barrier_preds", ir.I1)}
	token := []ir.Result{maybe("token", ttg.TokenKind)}
	return []row{
		{TCGen5MMA, ir.OpDef{
			Summary:  "d += a · b, or d = a · b where useD is false, where pred holds; barriers complete when it is done",
			Operands: append([]ir.Operand{a, b, d, dep}, tail...), Results: token,
			Attrs:  []ir.Attr{unit("is_async"), unit("two_ctas"), unit("multicast"), unit("is_unsigned")},
			Traits: effects | ir.AttrSizedOperandSegments,
			Format: "$a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $useD `,` $pred `` custom<BarriersAndPreds>($barriers, $barrier_preds)" +
				" attr-dict `:` qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) (`,` qualified(type($barriers))^)?",
			Directives: directives, Verify: verifyMMA,
		}},
		{TCGen5MMAScaled, ir.OpDef{
			Summary:  "as ttng.tc_gen5_mma of microscaled operands",
			Operands: append([]ir.Operand{a, b, d, dep, one("a_scale", ttg.MemDescKind), one("b_scale", ttg.MemDescKind)}, tail...),
			Results:  token,
			Attrs: []ir.Attr{
				{Name: "a_type", Kind: tt.ScaledElemKind}, {Name: "b_type", Kind: tt.ScaledElemKind},
				unit("is_async"), unit("two_ctas"), unit("multicast"),
			},
			Traits: effects | ir.AttrSizedOperandSegments,
			Format: "$a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $a_scale `,` $b_scale `,` $useD `,` $pred" +
				" `lhs` `=` $a_type `rhs` `=` $b_type `` custom<BarriersAndPreds>($barriers, $barrier_preds) attr-dict" +
				" `:` qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) `,` qualified(type($a_scale)) `,`" +
				" qualified(type($b_scale)) (`,` qualified(type($barriers))^)?",
			Directives: directives, Verify: verifySynchronous,
		}},
		{TCGen5Commit, ir.OpDef{
			Summary:  "the barrier completes when all dots before are done, where pred holds",
			Operands: []ir.Operand{one("barrier", ttg.MemDescKind), maybe("pred", ir.I1), many("descs", ttg.MemDescKind)},
			Attrs:    []ir.Attr{unit("two_ctas")},
			Traits:   effects | ir.AttrSizedOperandSegments,
			Format:   "$barrier (`,` $pred^)? (`descs` $descs^)? attr-dict `:` qualified(type($barrier)) (`,` qualified(type($descs))^)?",
		}},
	}
}

// tmemOps allocate, view, read and write tensor memory.
func tmemOps() []row {
	src, dst := one("src", ttg.MemDescKind), one("dst", ttg.MemDescKind)
	dep, token := maybe("dep", ttg.TokenKind), maybe("token", ttg.TokenKind)
	optional := func(name string, kind *ir.AttrConstraint) ir.Attr {
		return ir.Attr{Name: name, Kind: kind, Optional: true}
	}
	return []row{
		{TMEMAlloc, ir.OpDef{
			Summary:  "a buffer in tensor memory, filled with src if given",
			Operands: []ir.Operand{maybe("src", tt.Tensor)}, Results: []ir.Result{one("result", ttg.MemDescKind), token},
			Effects: allocEffects,
			Format:  "($src^)? attr-dict `:` functional-type(operands, results)",
			Verify:  verifyTMEMAlloc,
		}},
		{TMEMLoad, ir.OpDef{
			Summary:  "a tensor from tensor memory, and what redOp makes of its rows",
			Operands: []ir.Operand{src, dep}, Results: []ir.Result{one("result", tt.Tensor), token, maybe("red", tt.Tensor)},
			Attrs:      []ir.Attr{optional("redOp", ttg.WordKind("ttng.redOp")), optional("abs", ir.BoolAttrKind), optional("NaN", ir.BoolAttrKind)},
			Traits:     ir.ReadsMemory | ir.AttrSizedResultSegments,
			Format:     "$src `` custom<Token>($dep, type($token)) attr-dict `:` qualified(type($src)) `->` type($result) (`,` type($red)^)?",
			Directives: directives, Verify: verifyTMEMLoad,
		}},
		{TMEMStore, ir.OpDef{
			Summary:  "a tensor to tensor memory, where pred holds",
			Operands: []ir.Operand{dst, dep, one("src", tt.Tensor), one("pred", ir.I1)}, Results: []ir.Result{token},
			Traits:     ir.WritesMemory,
			Format:     "$src `,` $dst `` custom<Token>($dep, type($token)) `,` $pred attr-dict `:` type($src) `->` qualified(type($dst))",
			Directives: directives, Verify: verifyTMEMStore,
		}},
		{TMEMSubslice, ir.OpDef{
			Summary:  "the part of a buffer in tensor memory that begins at column N",
			Operands: []ir.Operand{src}, Results: []ir.Result{one("result", ttg.MemDescKind)},
			Attrs: []ir.Attr{
				optional("N", ir.I32AttrKind), optional("offset", ir.I32AttrKind), {Name: "dim", Kind: ir.I32AttrKind, Default: ir.DefaultI32(1)},
			},
			Traits: ir.Pure,
			Format: "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))",
			Verify: verifyTMEMSubslice,
		}},
		{TMEMCopy, ir.OpDef{
			Summary:  "starts a copy from shared to tensor memory",
			Operands: []ir.Operand{src, dst, maybe("barrier", ttg.MemDescKind)},
			Traits:   effects,
			Format:   "$src `,` $dst (`,` $barrier^)? attr-dict `:` type(operands)",
			Verify:   verifyTMEMCopy,
		}},
	}
}

// allocEffects: what holds src for good is a value; a mutable buffer is one of its own.
func allocEffects(op *ir.Operation) ir.Trait {
	if m, ok := op.Result(0).Type().(*ttg.MemDescType); ok && !m.Mutable && op.NumOperands() > 0 {
		return ir.Pure
	}
	return ir.WritesMemory
}
