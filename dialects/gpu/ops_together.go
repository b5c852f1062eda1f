package gpu

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// registerTogether: what the threads of a block or subgroup do together.
func registerTogether(r *ir.Registry) {
	r.Define(Barrier, ir.OpDef{
		Summary:      "waits until all threads of the block are here, and all see what each has written",
		Traits:       ir.ReadsMemory | ir.WritesMemory,
		Format:       "attr-dict",
		Canonicalize: barrierPatterns,
	})
	operation := ir.Attr{Name: "op", Optional: true, Kind: reductions.Kind("built-in reduction operations supported by gpu.allreduce.")}
	reduction := map[string]ir.Directive{"AllReduceOperation": {Parse: parseReduction, Print: printReduction}}
	r.Define(AllReduce, ir.OpDef{
		Summary:    "a value of every thread of the block combined to one, which all get",
		Operands:   []ir.Operand{ir.One("value", number)},
		Results:    []ir.Result{ir.One("result", number)},
		Attrs:      []ir.Attr{operation, ir.Unit("uniform")},
		Regions:    []ir.RegionDef{{Name: "body"}},
		Traits:     ir.SameOperandsAndResultType | ir.IsolatedFromAbove,
		Format:     "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? $body attr-dict `:` functional-type(operands, results)",
		Directives: reduction,
		Verify:     verifyAllReduce,
	})
	operation.Optional = false
	r.Define(SubgroupReduce, ir.OpDef{
		Summary:  "a value of every thread of the subgroup (or a part of it) combined to one, which all get",
		Operands: []ir.Operand{ir.One("value", shuffled)},
		Results:  []ir.Result{ir.One("result", shuffled)},
		Attrs: []ir.Attr{operation, ir.Unit("uniform"), {Name: "cluster_size", Kind: ir.I32AttrKind, Optional: true},
			{Name: "cluster_stride", Kind: ir.I32AttrKind, Default: ir.DefaultI32(1)}},
		Traits: ir.SameOperandsAndResultType,
		Format: "custom<AllReduceOperation>($op) $value (`uniform` $uniform^)? (`cluster` `` `(` `size` `=` $cluster_size^ (`,` `stride` `=` $cluster_stride^)? `)`)? " +
			"attr-dict `:` functional-type(operands, results)",
		Directives: reduction,
		Verify:     verifySubgroupReduce,
		Fold: func(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
			if n, ok := op.IntAttr("cluster_size"); ok && n == 1 {
				return []ir.FoldResult{{Value: op.Operand(0)}}
			}
			return nil
		},
	})
	r.Define(Shuffle, ir.OpDef{
		Summary:    "the value of another thread of the subgroup, and whether there is one",
		Operands:   []ir.Operand{ir.One("value", shuffled), ir.One("offset", ir.I32), ir.One("width", ir.I32)},
		Results:    []ir.Result{ir.One("shuffleResult", shuffled), ir.One("valid", ir.I1)},
		Attrs:      []ir.Attr{{Name: "mode", Kind: shuffles.Kind("Indexing modes supported by gpu.shuffle.")}},
		TypeRules:  []ir.TypeRule{{To: "shuffleResult", From: "value", Summary: "all of {value, shuffleResult} have same type"}},
		Traits:     ir.Pure,
		Format:     "$mode $value `,` $offset `,` $width attr-dict `:` type($value)",
		ResultName: columns("shuffleResult", "valid"),
	})
	r.Define(Rotate, ir.OpDef{
		Summary:    "the value of the thread so many further on among so many, and whether there is one",
		Operands:   []ir.Operand{ir.One("value", shuffled)},
		Results:    []ir.Result{ir.One("rotateResult", shuffled), ir.One("valid", ir.I1)},
		Attrs:      []ir.Attr{{Name: "offset", Kind: ir.I32AttrKind}, {Name: "width", Kind: ir.I32AttrKind}},
		TypeRules:  []ir.TypeRule{{To: "rotateResult", From: "value", Summary: "all of {value, rotateResult} have same type"}},
		Traits:     ir.Pure,
		Format:     "$value `,` $offset `,` $width attr-dict `:` type($value)",
		Verify:     verifyRotate,
		ResultName: columns("rotateResult", "valid"),
	})
	r.Define(SubgroupBroadcast, ir.OpDef{
		Summary:   "the value of one thread of the subgroup, which all get",
		Operands:  []ir.Operand{ir.One("src", ir.AnyType), ir.Maybe("lane", ir.I32)},
		Results:   []ir.Result{ir.One("result", ir.AnyType)},
		Attrs:     []ir.Attr{{Name: "broadcast_type", Kind: broadcasts.Kind("a lane to broadcast from")}},
		TypeRules: []ir.TypeRule{{To: "result", From: "src", Summary: "all of {src, result} have same type"}},
		Traits:    ir.Pure,
		Format:    "$src `,` $broadcast_type ($lane^)? attr-dict `:` type($src)",
		Verify:    verifySubgroupBroadcast,
	})
	ir.Attach[builtin.Speculation](r, SubgroupBroadcast, builtin.Speculatable, func(*ir.Operation) bool { return false }) // all must take part
	r.Define(WarpExecuteOnLane0, ir.OpDef{
		Summary:            "a region that only the first thread of a warp runs, and what all get of it",
		Operands:           []ir.Operand{ir.One("laneid", ir.IndexOnly), ir.Many("args", ir.AnyType)},
		Results:            []ir.Result{ir.Many("results", ir.AnyType)},
		Attrs:              []ir.Attr{{Name: "warp_size", Kind: ir.I64AttrKind}},
		Regions:            []ir.RegionDef{{Name: "warpRegion"}},
		Traits:             ir.RecursiveEffects | ir.SingleBlock | ir.ImplicitTerminator,
		ImplicitTerminator: Yield,
		Parse:              parseWarp,
		Print:              printWarp,
		Verify:             verifyWarp,
	})
}

// registerMemory: the memory of the device.
func registerMemory(r *ir.Registry) {
	dependencies, result := ir.Many("asyncDependencies", token), ir.Maybe("asyncToken", token)
	directive := map[string]ir.Directive{"AsyncDependencies": asyncDependencies}
	const async = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) "
	r.Define(Wait, ir.OpDef{
		Summary:      "waits for other ops, now or, if it gives a token, before what takes that",
		Operands:     []ir.Operand{dependencies},
		Results:      []ir.Result{result},
		Traits:       ir.WritesMemory,
		Format:       async + "attr-dict",
		Directives:   directive,
		Canonicalize: waitPatterns,
	})
	r.Define(Alloc, ir.OpDef{
		Summary:  "a new buffer in the memory of the device, or one that the host sees too",
		Operands: []ir.Operand{dependencies, ir.Many("dynamicSizes", ir.IndexOnly), ir.Many("symbolOperands", ir.IndexOnly)},
		Results:  []ir.Result{ir.One("memref", memref), result},
		Attrs:    []ir.Attr{ir.Unit("hostShared")},
		Traits:   ir.WritesMemory | ir.AttrSizedOperandSegments,
		Format: async + "(` ` `host_shared` $hostShared^)? ` ` `(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? " +
			"attr-dict `:` type($memref)",
		Directives: directive,
		Verify:     verifyAlloc,
		ResultName: columns("memref", "asyncToken"),
	})
	ir.Attach[builtin.Allocator](r, Alloc, builtin.Allocation, builtin.Allocates{})
	row := func(n *ir.OpName, summary, format string, operands ...ir.Operand) ir.OpDef {
		return ir.OpDef{Summary: summary, Operands: append([]ir.Operand{dependencies}, operands...), Results: []ir.Result{result},
			Traits: ir.ReadsMemory | ir.WritesMemory, Format: async + format, Directives: directive}
	}
	r.Define(Dealloc, row(Dealloc, "ends the life of a buffer of gpu.alloc", "$memref attr-dict `:` type($memref)", ir.One("memref", memref)))
	memcpy := row(Memcpy, "writes the elements of one buffer into another, on whichever side they are",
		"$dst `,` $src `:` type($dst) `,` type($src) attr-dict", ir.One("dst", memref), ir.One("src", memref))
	memcpy.Verify, memcpy.Canonicalize = verifyMemcpy, memcpyPatterns
	r.Define(Memcpy, memcpy)
	memset := row(Memset, "writes one value to all elements of a buffer", "$dst `,` $value `:` type($dst) `,` type($value) attr-dict",
		ir.One("dst", memref), ir.One("value", ir.AnyType))
	memset.TypeRules = []ir.TypeRule{{To: "value", From: "dst", Map: ir.ElementType, Summary: "value has the element type of the buffer"}}
	r.Define(Memset, memset)
	unranked := func(n *ir.OpName, summary string) {
		r.Define(n, ir.OpDef{Summary: summary, Operands: []ir.Operand{ir.One("value", loose)}, Traits: ir.WritesMemory,
			Format: "$value attr-dict `:` type($value)"})
	}
	unranked(HostRegister, "lets the device see a buffer of the host")
	unranked(HostUnregister, "undoes gpu.host_register")
	r.Define(SetDefaultDevice, ir.OpDef{
		Summary:  "chooses the device for what follows",
		Operands: []ir.Operand{ir.One("devIndex", ir.I32)},
		Traits:   ir.WritesMemory,
		Format:   "attr-dict $devIndex",
	})
	r.Define(DynamicSharedMemory, ir.OpDef{
		Summary: "the shared memory whose size the launch gives",
		Results: []ir.Result{ir.One("resultMemref", memref)},
		Traits:  ir.Pure,
		Format:  "attr-dict `:` type($resultMemref)",
		Verify:  verifyDynamicSharedMemory,
	})
}

// registerMma: products of matrices by all threads of a subgroup.
func registerMma(r *ir.Registry) {
	lead := ir.Attr{Name: "leadDimension", Kind: &ir.AttrConstraint{Summary: "index attribute", Type: func(c *ir.Context) ir.Type { return c.Index() },
		Ok: func(a ir.Attribute) bool { i, ok := a.(*ir.IntegerAttr); return ok && ir.IsIndex(i.Type) }}}
	indices := ir.Many("indices", ir.IndexOnly)
	r.Define(SubgroupMmaLoad, ir.OpDef{
		Summary:  "a matrix from memory",
		Operands: []ir.Operand{ir.One("srcMemref", memref), indices},
		Results:  []ir.Result{ir.One("res", matrix)},
		Attrs:    []ir.Attr{lead, ir.Unit("transpose")},
		Traits:   ir.ReadsMemory,
		Format:   "$srcMemref `[` $indices `]` attr-dict `:` type($srcMemref) `->` type($res)",
	})
	r.Define(SubgroupMmaStore, ir.OpDef{
		Summary:  "writes a matrix to memory",
		Operands: []ir.Operand{ir.One("src", matrix), ir.One("dstMemref", memref), indices},
		Attrs:    []ir.Attr{lead, ir.Unit("transpose")},
		Traits:   ir.WritesMemory,
		Format:   "$src `,` $dstMemref `[` $indices `]` attr-dict `:` type($src) `,` type($dstMemref)",
	})
	r.Define(SubgroupMmaCompute, ir.OpDef{
		Summary:   "A·B + C of matrices",
		Operands:  []ir.Operand{ir.One("opA", matrix), ir.One("opB", matrix), ir.One("opC", matrix)},
		Results:   []ir.Result{ir.One("res", matrix)},
		Attrs:     []ir.Attr{ir.Unit("a_transpose"), ir.Unit("b_transpose")},
		TypeRules: []ir.TypeRule{{To: "opC", From: "res", Summary: "all of {opC, res} have same type"}},
		Traits:    ir.Pure,
		Format:    "$opA `,` $opB `,` $opC attr-dict `:` type($opA) `,` type($opB) `->` type($res)",
		Verify:    verifyMmaCompute,
	})
	r.Define(SubgroupMmaConstant, ir.OpDef{
		Summary:   "a matrix of one value",
		Operands:  []ir.Operand{ir.One("value", number)},
		Results:   []ir.Result{ir.One("res", matrix)},
		TypeRules: []ir.TypeRule{{To: "value", From: "res", Map: elementOf, Summary: "value type matches element type of mma_matrix"}},
		Traits:    ir.Pure,
		Format:    "$value attr-dict `:` type($res)",
	})
	r.Define(SubgroupMmaElementwise, ir.OpDef{
		Summary:  "matrices combined element by element",
		Operands: []ir.Operand{ir.Many("args", matrix)},
		Results:  []ir.Result{ir.One("res", matrix)},
		Attrs:    []ir.Attr{{Name: "opType", Kind: elementwise.Kind("elementwise operation to apply to mma matrix")}},
		Traits:   ir.Pure,
		Format:   "$opType $args attr-dict `:` functional-type($args, $res)",
	})
	r.Define(SubgroupMmaExtract, ir.OpDef{
		Summary:   "an element of those that the thread holds of a matrix",
		Operands:  []ir.Operand{ir.One("matrix", matrix), indices},
		Results:   []ir.Result{ir.One("res", number)},
		TypeRules: []ir.TypeRule{{To: "res", From: "matrix", Map: elementOf, Summary: "value type matches element type of mma_matrix"}},
		Traits:    ir.Pure,
		Format:    "$matrix `[` $indices `]` attr-dict `:` type($matrix) `->` type($res)",
	})
	r.Define(SubgroupMmaInsert, ir.OpDef{
		Summary:   "a matrix with one of the elements that the thread holds replaced",
		Operands:  []ir.Operand{ir.One("value", number), ir.One("matrix", matrix), indices},
		Results:   []ir.Result{ir.One("res", matrix)},
		TypeRules: []ir.TypeRule{{To: "res", From: "matrix", Summary: "all of {matrix, res} have same type"}, {To: "value", From: "matrix", Map: elementOf, Summary: "value type matches element type of mma_matrix"}},
		Traits:    ir.Pure,
		Format:    "$value `,` $matrix `[` $indices `]` attr-dict `:` type($value) `,` type($matrix) `->` type($res)",
	})
}

func elementOf(t ir.Type) ir.Type {
	if m, ok := t.(*MMAMatrixType); ok {
		return m.Elem
	}
	return nil
}
