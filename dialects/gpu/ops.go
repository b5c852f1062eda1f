package gpu

import (
	"tawa/dialects/builtin"
	"tawa/dialects/func"
	"tawa/ir"
)

// The ops.
var (
	AllReduce              = ir.Op("gpu.all_reduce")
	Alloc                  = ir.Op("gpu.alloc")
	Binary                 = ir.Op("gpu.binary")
	Barrier                = ir.Op("gpu.barrier")
	BlockDim               = ir.Op("gpu.block_dim")
	BlockID                = ir.Op("gpu.block_id")
	ClusterBlockID         = ir.Op("gpu.cluster_block_id")
	ClusterDim             = ir.Op("gpu.cluster_dim")
	ClusterDimBlocks       = ir.Op("gpu.cluster_dim_blocks")
	ClusterID              = ir.Op("gpu.cluster_id")
	Dealloc                = ir.Op("gpu.dealloc")
	DynamicSharedMemory    = ir.Op("gpu.dynamic_shared_memory")
	Func                   = ir.Op("gpu.func")
	GlobalID               = ir.Op("gpu.global_id")
	GridDim                = ir.Op("gpu.grid_dim")
	HostRegister           = ir.Op("gpu.host_register")
	HostUnregister         = ir.Op("gpu.host_unregister")
	LaneID                 = ir.Op("gpu.lane_id")
	Launch                 = ir.Op("gpu.launch")
	LaunchFunc             = ir.Op("gpu.launch_func")
	Memcpy                 = ir.Op("gpu.memcpy")
	Memset                 = ir.Op("gpu.memset")
	Module                 = ir.Op("gpu.module")
	NumSubgroups           = ir.Op("gpu.num_subgroups")
	Printf                 = ir.Op("gpu.printf")
	Return                 = ir.Op("gpu.return")
	Rotate                 = ir.Op("gpu.rotate")
	SetDefaultDevice       = ir.Op("gpu.set_default_device")
	Shuffle                = ir.Op("gpu.shuffle")
	SubgroupBroadcast      = ir.Op("gpu.subgroup_broadcast")
	SubgroupID             = ir.Op("gpu.subgroup_id")
	SubgroupMmaCompute     = ir.Op("gpu.subgroup_mma_compute")
	SubgroupMmaConstant    = ir.Op("gpu.subgroup_mma_constant_matrix")
	SubgroupMmaElementwise = ir.Op("gpu.subgroup_mma_elementwise")
	SubgroupMmaExtract     = ir.Op("gpu.subgroup_mma_extract_thread_local")
	SubgroupMmaInsert      = ir.Op("gpu.subgroup_mma_insert_thread_local")
	SubgroupMmaLoad        = ir.Op("gpu.subgroup_mma_load_matrix")
	SubgroupMmaStore       = ir.Op("gpu.subgroup_mma_store_matrix")
	SubgroupReduce         = ir.Op("gpu.subgroup_reduce")
	SubgroupSize           = ir.Op("gpu.subgroup_size")
	Terminator             = ir.Op("gpu.terminator")
	ThreadID               = ir.Op("gpu.thread_id")
	Wait                   = ir.Op("gpu.wait")
	WarpExecuteOnLane0     = ir.Op("gpu.warp_execute_on_lane_0")
	Yield                  = ir.Op("gpu.yield")
)

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "gpu", Summary: "GPU programs"}) {
		return
	}
	funcd.Register(r)
	registerTypes(r)
	registerMapping(r)
	registerPlaces(r)
	registerBinary(r)
	registerKernels(r)
	registerTogether(r)
	registerMemory(r)
	registerMma(r)
}

// Type constraints.
var (
	memref = &ir.TypeConstraint{Summary: "memref of any type values", Ok: func(t ir.Type) bool { _, ok := t.(*ir.MemRefType); return ok }}
	loose  = &ir.TypeConstraint{Summary: "unranked memref of any type values", Ok: func(t ir.Type) bool { _, ok := t.(*ir.UnrankedMemRefType); return ok }}
	number = &ir.TypeConstraint{Summary: "Integer or Float", Ok: func(t ir.Type) bool { return ir.IsSignless(t) || ir.IsFloat(t) }}
	// printed allows what gpu.printf writes.
	printed = &ir.TypeConstraint{Summary: "variadic of integer or index or floating-point", Ok: func(t ir.Type) bool { return ir.IsInteger(t) || ir.IsIndex(t) || ir.IsFloat(t) }}
	// shuffled allows what a shuffle moves: a number, or a vector of one dimension of numbers.
	shuffled = &ir.TypeConstraint{Summary: "Integer or Float or fixed-length vector of Integer or Float values of ranks 1", Ok: func(t ir.Type) bool {
		v, ok := t.(*ir.VectorType)
		return number.Ok(t) || ok && len(v.Shape) == 1 && number.Ok(v.Elem)
	}}
	matrix = &ir.TypeConstraint{Summary: "MMAMatrix type", Ok: func(t ir.Type) bool { _, ok := t.(*MMAMatrixType); return ok }}
	token  = &ir.TypeConstraint{Summary: "async token type", Ok: func(t ir.Type) bool { _, ok := t.(*AsyncTokenType); return ok }, Build: AsyncToken}
	launch = &ir.TypeConstraint{Summary: "index or 32-bit signless integer or 64-bit signless integer", Ok: func(t ir.Type) bool {
		return ir.IsIndex(t) || ir.I32.Ok(t) || ir.I64.Ok(t)
	}}
)

func columns(names ...string) func(*ir.Operation, int) string {
	return func(_ *ir.Operation, i int) string { return names[i] }
}

// registerPlaces: where a thread is, and how many there are.
func registerPlaces(r *ir.Registry) {
	bound := ir.Attr{Name: "upper_bound", Optional: true, Kind: &ir.AttrConstraint{Summary: "index attribute", Type: func(c *ir.Context) ir.Type { return c.Index() },
		Ok: func(a ir.Attribute) bool { i, ok := a.(*ir.IntegerAttr); return ok && ir.IsIndex(i.Type) }}}
	type place struct {
		op      *ir.OpName
		summary string
	}
	for _, p := range []place{
		{ThreadID, "the number of the thread in its block"}, {BlockID, "the number of the block in the grid"},
		{BlockDim, "the number of threads of a block"}, {GridDim, "the number of blocks of the grid"},
		{GlobalID, "the number of the thread in the grid"}, {ClusterID, "the number of the cluster in the grid"},
		{ClusterDim, "the number of clusters of the grid"}, {ClusterBlockID, "the number of the block in its cluster"},
		{ClusterDimBlocks, "the number of blocks of a cluster"},
	} {
		r.Define(p.op, ir.OpDef{
			Summary: p.summary + ", along a dimension",
			Results: []ir.Result{ir.One("", ir.IndexOnly)},
			Attrs:   []ir.Attr{{Name: "dimension", Kind: dims.Kind("a dimension, either 'x', 'y', or 'z'")}, bound},
			Traits:  ir.Pure,
			Format:  "$dimension (`upper_bound` $upper_bound^)? attr-dict",
			ResultName: func(op *ir.Operation, _ int) string {
				word, _ := dims.Word(op.Attr("dimension"))
				return op.Name().String()[len("gpu."):] + "_" + word
			},
		})
	}
	for _, p := range []place{
		{LaneID, "the number of the thread in its subgroup"}, {SubgroupID, "the number of the subgroup in its block"},
		{NumSubgroups, "the number of subgroups of a block"}, {SubgroupSize, "the number of threads of a subgroup"},
	} {
		format := "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"
		if p.op == LaneID {
			format = "(`upper_bound` $upper_bound^)? attr-dict"
		}
		r.Define(p.op, ir.OpDef{
			Summary: p.summary,
			Results: []ir.Result{ir.One("result", ir.IndexOnly)},
			Attrs:   []ir.Attr{bound},
			Traits:  ir.Pure,
			Format:  format,
		})
	}
}

func registerKernels(r *ir.Registry) {
	r.Define(Module, ir.OpDef{
		Summary: "a module of its own for what runs on the device",
		Attrs: []ir.Attr{{Name: ir.SymName, Kind: ir.SymbolAttrKind}, {Name: "targets", Kind: ir.ArrayAttrKind, Optional: true},
			{Name: "offloadingHandler", Kind: ir.AnyAttr, Optional: true}},
		Regions: []ir.RegionDef{{Name: "bodyRegion"}},
		Traits:  ir.IsolatedFromAbove | ir.SymbolTable | ir.Symbol | ir.SingleBlock | ir.NoTerminator,
		Parse:   parseModule,
		Print:   printModule,
	})
	sizes := func(name string) ir.Attr { return ir.Attr{Name: name, Kind: ir.I32ArrayAttrKind, Optional: true} }
	list := func(name string) ir.Attr { return ir.Attr{Name: name, Kind: ir.ArrayAttrKind, Optional: true} }
	r.Define(Func, ir.OpDef{
		Summary: "a function of the device, a kernel if it says so",
		Attrs: []ir.Attr{{Name: builtin.FunctionTypeAttr, Kind: ir.FunctionTypeKind}, list(builtin.ArgAttrs), list(builtin.ResAttrs),
			list(workgroupAttrs), list(privateAttrs), sizes("known_block_size"), sizes("known_grid_size"), sizes("known_cluster_size")},
		Regions: []ir.RegionDef{{Name: "body"}},
		Traits:  builtin.FunctionTraits | ir.HasParent,
		Parents: []*ir.OpName{Module},
		Parse:   parseFunc,
		Print:   printFunc,
		Verify:  verifyFunc,
	})
	r.Define(Return, ir.OpDef{
		Summary:  "ends a function of the device and gives its results",
		Operands: []ir.Operand{ir.Many("operands", ir.AnyType)},
		Traits:   ir.Terminator | ir.Pure | ir.HasParent,
		Parents:  []*ir.OpName{Func},
		Format:   "attr-dict ($operands^ `:` type($operands))?",
		Verify:   builtin.VerifyReturn,
	})
	registerLaunches(r)
	r.Define(Terminator, ir.OpDef{
		Summary: "ends the body of gpu.launch",
		Traits:  ir.Terminator | ir.Pure | ir.HasParent,
		Parents: []*ir.OpName{Launch},
		Format:  "attr-dict",
	})
	r.Define(Yield, ir.OpDef{
		Summary:  "ends the region of a reduction or a part of a warp, and hands values over",
		Operands: []ir.Operand{ir.Many("values", ir.AnyType)},
		Traits:   ir.Terminator | ir.Pure,
		Format:   "attr-dict ($values^ `:` type($values))?",
	})
	r.Define(Printf, ir.OpDef{
		Summary:  "writes a text with values in it, from the device",
		Operands: []ir.Operand{ir.Many("args", printed)},
		Attrs:    []ir.Attr{{Name: "format", Kind: ir.StringAttrKind}},
		Traits:   ir.WritesMemory,
		Format:   "$format attr-dict (`,` $args^ `:` type($args))?",
	})
}

func registerLaunches(r *ir.Registry) {
	var grid []ir.Operand
	for _, n := range []string{"gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"} {
		grid = append(grid, ir.One(n, launch))
	}
	rules := make([]ir.TypeRule, 0, 8)
	for _, n := range []string{"clusterSizeX", "clusterSizeY", "clusterSizeZ"} {
		grid = append(grid, ir.Maybe(n, launch))
	}
	for _, o := range grid[1:] {
		rules = append(rules, ir.TypeRule{To: o.Name, From: "gridSizeX", Summary: "all sizes have the same type"})
	}
	dependencies := []ir.Operand{ir.Many("asyncDependencies", token)}
	shared := ir.Maybe("dynamicSharedMemorySize", ir.I32)
	r.Define(LaunchFunc, ir.OpDef{
		Summary: "runs a kernel on a grid of blocks of threads",
		Operands: append(append(dependencies[:1:1], grid...), shared, ir.Many("kernelOperands", ir.AnyType),
			ir.Maybe("asyncObject", ir.AnyType)),
		Results:   []ir.Result{ir.Maybe("asyncToken", token)},
		Attrs:     []ir.Attr{{Name: "kernel", Kind: ir.SymbolRefKind}},
		TypeRules: rules,
		Traits:    ir.AttrSizedOperandSegments,
		Format: "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) (`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel " +
			"(`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)? " +
			"`blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)` " +
			"custom<LaunchDimType>(type($gridSizeX)) (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? " +
			"custom<LaunchFuncOperands>($kernelOperands, type($kernelOperands)) attr-dict",
		Directives: map[string]ir.Directive{"AsyncDependencies": asyncDependencies, "LaunchDimType": launchDimType, "LaunchFuncOperands": launchOperands},
		Verify:     verifyLaunchFunc,
	})
	r.Define(Launch, ir.OpDef{
		Summary:      "runs its body on a grid of blocks of threads",
		Operands:     append(append(dependencies[:1:1], grid...), shared),
		Results:      []ir.Result{ir.Maybe("asyncToken", token)},
		Attrs:        []ir.Attr{{Name: "module", Kind: ir.SymbolRefKind, Optional: true}, {Name: "function", Kind: ir.SymbolRefKind, Optional: true}},
		Regions:      []ir.RegionDef{{Name: "body"}},
		Traits:       ir.AttrSizedOperandSegments | ir.RecursiveEffects,
		Parse:        parseLaunch,
		Print:        printLaunch,
		Verify:       verifyLaunch,
		Canonicalize: launchPatterns,
	})
}
