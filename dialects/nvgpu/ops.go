package nvgpu

import (
	"slices"

	"tawa/dialects/aref"
	"tawa/ir"
)

// The ops.
var (
	DotIssue         = ir.Op("nvgpu.dot_issue")
	DotWait          = ir.Op("nvgpu.dot_wait")
	MBarrierInit     = ir.Op("nvgpu.mbarrier.init")
	MBarrierInval    = ir.Op("nvgpu.mbarrier.inval")
	MBarrierWait     = ir.Op("nvgpu.mbarrier.wait")
	MBarrierExpect   = ir.Op("nvgpu.mbarrier.expect")
	MBarrierArrive   = ir.Op("nvgpu.mbarrier.arrive")
	FenceBarrierInit = ir.Op("nvgpu.fence.mbarrier_init")
	FenceAsyncShared = ir.Op("nvgpu.fence.async_shared")
	TMALoad          = ir.Op("nvgpu.tma.load")
	TMAStore         = ir.Op("nvgpu.tma.store")
	TMAStoreTile     = ir.Op("nvgpu.tma.store_tile")
	TMAStoreWait     = ir.Op("nvgpu.tma.store_wait")
	Barrier          = ir.Op("nvgpu.barrier")
	TurnOpen         = ir.Op("nvgpu.turn.open")
	TurnTake         = ir.Op("nvgpu.turn.take")
	TurnPass         = ir.Op("nvgpu.turn.pass")
	ClusterBarrier   = ir.Op("nvgpu.cluster_barrier")
)

// The values of an arrival's scope: who makes one arrival each.
const (
	PerWarpGroup = 0 // one elected thread of each warp group of the region
	PerWarp      = 1 // one elected thread of each warp, after the warp's threads have met
	PerThread    = 2 // every thread
)

var (
	memdesc = &ir.TypeConstraint{Summary: "memory descriptor", Ok: isMemDesc}
	tile    = &ir.TypeConstraint{Summary: "tensor or memory descriptor", Ok: func(t ir.Type) bool { return ir.IsTensor(t) || isMemDesc(t) }}
	desc    = &ir.TypeConstraint{Summary: "tensor descriptor", Ok: isTensorDesc}

	scopes    = ir.EnumAttr("scope of an arrival", false, "warp_group", "warp", "thread")
	precision = ir.EnumAttr("input precision", false, "tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
)

// ctas is how many CTAs of a cluster an op reaches, its own included; without it, only its own.
var ctas = ir.Attr{Name: "ctas", Kind: ir.I32AttrKind, Optional: true}

func required(name string) []ir.Attr { return []ir.Attr{{Name: name, Kind: ir.I32AttrKind}} }

// Register adds the dialect.
func Register(r *ir.Registry) {
	aref.Register(r)
	if !r.Dialect(ir.DialectInfo{Name: "nvgpu", Summary: "Hopper: asynchronous dots, mbarriers, TMA, named barriers"}) {
		return
	}
	defineDots(r)
	defineBarriers(r)
	defineCopies(r)
	defineTensorMaps(r)
}

func defineDots(r *ir.Registry) {
	r.Define(DotIssue, ir.OpDef{
		Summary: "starts D = A·B + C, or A·B where useC is false; the result is in flight until a dot_wait",
		Operands: []ir.Operand{
			{Name: "a", Type: tile}, {Name: "b", Type: tile}, {Name: "c", Type: ir.AnyTensor},
			{Name: "useC", Type: ir.I1, Arity: ir.Optional},
		},
		Results: []ir.Result{{Name: "d", Type: ir.AnyTensor}},
		Attrs: []ir.Attr{
			{Name: "inputPrecision", Kind: precision, Default: ir.DefaultI32(2)},
			{Name: "maxNumImpreciseAcc", Kind: ir.I32AttrKind, Default: ir.DefaultI32(0)},
		},
		TypeRules:    []ir.TypeRule{{To: "c", From: "d", Summary: "result's type matches accumulator's type"}},
		Format:       "$a `,` $b `,` $c (`,` $useC^)? attr-dict `:` type($a) `*` type($b) `->` type($d)",
		Verify:       verifyDot,
		Canonicalize: []ir.Pattern{alwaysUseC},
	})
	r.Define(DotWait, ir.OpDef{
		Summary:    "waits until at most `pendings` dots are in flight and gives its operands on",
		Operands:   []ir.Operand{{Name: "inputs", Type: ir.AnyTensor, Arity: ir.Variadic}},
		Results:    []ir.Result{{Name: "outputs", Type: ir.AnyTensor, Arity: ir.Variadic}},
		Attrs:      required("pendings"),
		Format:     "$inputs attr-dict `:` type($inputs)",
		Verify:     verifyDotWait,
		InferTypes: ir.TypesOfOperands,
	})
}

func defineBarriers(r *ir.Registry) {
	barrier := ir.Operand{Name: "barrier", Type: memdesc}
	r.Define(MBarrierInit, ir.OpDef{
		Summary:  "makes all mbarriers of an array, each of `count` arrivals a phase; by one thread of the CTA",
		Operands: []ir.Operand{{Name: "barriers", Type: memdesc}}, Attrs: required("count"),
		Format: "$barriers attr-dict `:` type($barriers)", Verify: verifyInit,
	})
	r.Define(MBarrierInval, ir.OpDef{
		Summary:  "ends the use of mbarriers, so that their memory may be used, or they made, again; by one thread of the CTA",
		Operands: []ir.Operand{{Name: "barriers", Type: memdesc}},
		Format:   "$barriers attr-dict `:` type($barriers)", Verify: verifyBarriers,
	})
	r.Define(MBarrierWait, ir.OpDef{
		Summary:  "waits until the phase of that parity is complete; a new barrier lets parity 1 pass",
		Operands: []ir.Operand{barrier, {Name: "parity", Type: ir.I32}},
		Format:   "$barrier `,` $parity attr-dict `:` type($barrier)", Verify: verifyBarrierOp,
	})
	r.Define(MBarrierExpect, ir.OpDef{
		Summary:  "one arrival that also expects `bytes` of asynchronous copies; by one thread of the region",
		Operands: []ir.Operand{barrier}, Attrs: required("bytes"),
		Format: "$barrier attr-dict `:` type($barrier)", Verify: verifyExpect,
	})
	r.Define(MBarrierArrive, ir.OpDef{
		Summary:  "one arrival for each warp group, warp or thread of the region, where the predicate holds; with `ctas`, at that barrier of each CTA of the cluster",
		Operands: []ir.Operand{barrier, {Name: "pred", Type: ir.I1, Arity: ir.Optional}},
		Attrs:    []ir.Attr{{Name: "scope", Kind: scopes}, ctas},
		Format:   "$barrier `,` $scope (`if` $pred^)? attr-dict `:` type($barrier)",
		Verify:   verifyArrive, Canonicalize: []ir.Pattern{constantPredicate},
	})
	r.Define(FenceBarrierInit, ir.OpDef{
		Summary: "makes initialized mbarriers known to the asynchronous proxy", Format: "attr-dict",
	})
	r.Define(FenceAsyncShared, ir.OpDef{
		Summary: "orders this thread's accesses to shared memory before asynchronous ones (TMA, wgmma)", Format: "attr-dict",
	})
	r.Define(Barrier, ir.OpDef{
		Summary: "all warps of the region meet at the named barrier `id`, 1 to 15",
		Attrs:   required("id"), Format: "attr-dict", Verify: verifyBarrierID,
	})
	r.Define(ClusterBarrier, ir.OpDef{
		Summary: "all warps of all CTAs of the cluster meet that have not ended", Format: "attr-dict",
	})
	defineTurn(r, TurnOpen, "the warp group of the last number arrives at the named barrier of number 0, whose turn it is")
	defineTurn(r, TurnTake, "each warp group of the region, numbered from `number` on, waits at named barrier `barrier` + its number for the one before it")
	defineTurn(r, TurnPass, "each warp group of the region, numbered from `number` on, arrives at the named barrier of the next of `groups`")
}

func defineTurn(r *ir.Registry, name *ir.OpName, summary string) {
	r.Define(name, ir.OpDef{
		Summary: summary, Format: "attr-dict", Verify: verifyTurn,
		Attrs: slices.Concat(required("barrier"), required("number"), required("groups")),
	})
}

func defineCopies(r *ir.Registry) {
	descriptor := ir.Operand{Name: "desc", Type: desc}
	coords := ir.Operand{Name: "coords", Type: ir.I32, Arity: ir.Variadic}
	r.Define(TMALoad, ir.OpDef{
		Summary:  "starts the copy of a tile to shared memory, in as many boxes as it takes; the bytes complete on the barrier; by one thread of the region; with `ctas`, its CTA's share of the boxes to each CTA of the cluster",
		Operands: []ir.Operand{descriptor, coords, {Name: "dst", Type: memdesc}, {Name: "barrier", Type: memdesc}}, Attrs: []ir.Attr{ctas},
		Format: "$desc `[` $coords `]` `,` $dst `,` $barrier attr-dict `:` type($desc) `,` type($dst) `,` type($barrier)",
		Verify: verifyLoad,
	})
	r.Define(TMAStore, ir.OpDef{
		Summary:  "starts the copy of a tile from shared memory, in as many boxes as it takes, as one group; by one thread of the region",
		Operands: []ir.Operand{descriptor, coords, {Name: "src", Type: memdesc}},
		Format:   "$desc `[` $coords `]` `,` $src attr-dict `:` type($desc) `,` type($src)",
		Verify:   verifyStore,
	})
	r.Define(TMAStoreTile, ir.OpDef{
		Summary: "stores a tile of registers: each warp group its own rows, one box after the other through the staging buffers; its threads meet at barrier + number of the warp group",
		Operands: []ir.Operand{
			descriptor, coords, {Name: "value", Type: ir.AnyTensor}, {Name: "staging", Type: memdesc},
		},
		Attrs:  required("barrier"),
		Format: "$desc `[` $coords `]` `,` $value `,` $staging attr-dict `:` type($desc) `,` type($value) `,` type($staging)",
		Verify: verifyStoreTile,
	})
	r.Define(TMAStoreWait, ir.OpDef{
		Summary: "waits until at most `pendings` groups of stores of this thread still read shared memory",
		Attrs:   required("pendings"), Format: "attr-dict", Verify: verifyPendings,
	})
}

// SkipOnes is a mark on an arith.mulf of a tensor with factors that are broadcast to it: they are
// mostly one, and a warp all of whose factors are has nothing to do.
const SkipOnes = "tawa.skip_ones"

// Cluster is a mark on a kernel: so many programs along x, from a multiple of it on, run as a cluster.
const Cluster = "tawa.cluster"

// CTAs is how many CTAs of the cluster an arrival or a copy reaches.
func CTAs(op *ir.Operation) int {
	if n, ok := op.IntAttr(ctas.Name); ok {
		return int(n)
	}
	return 1
}

// Resident is a mark on a kernel: CTAs whose linear number is not below it have nothing to do.
const Resident = "tawa.resident"
