// Package tt is the dialect of Triton's tensor-level IR: kernels over tensors of
// power-of-two shapes, pointers and tensor descriptors, in the text that Triton 3.6 prints.
package tt

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// The ops.
var (
	IntToPtr             = ir.Op("tt.int_to_ptr")
	PtrToInt             = ir.Op("tt.ptr_to_int")
	Bitcast              = ir.Op("tt.bitcast")
	FpToFp               = ir.Op("tt.fp_to_fp")
	ClampF               = ir.Op("tt.clampf")
	PreciseSqrt          = ir.Op("tt.precise_sqrt")
	PreciseDivF          = ir.Op("tt.precise_divf")
	MulhiUI              = ir.Op("tt.mulhiui")
	AddPtr               = ir.Op("tt.addptr")
	Advance              = ir.Op("tt.advance")
	Load                 = ir.Op("tt.load")
	Store                = ir.Op("tt.store")
	AtomicRMW            = ir.Op("tt.atomic_rmw")
	AtomicCAS            = ir.Op("tt.atomic_cas")
	AtomicPoll           = ir.Op("tt.atomic_poll")
	GridWait             = ir.Op("tt.grid_dependency_wait")
	GridLaunch           = ir.Op("tt.grid_dependency_launch_dependents")
	Splat                = ir.Op("tt.splat")
	Unsplat              = ir.Op("tt.unsplat")
	Broadcast            = ir.Op("tt.broadcast")
	ExpandDims           = ir.Op("tt.expand_dims")
	Reshape              = ir.Op("tt.reshape")
	Cat                  = ir.Op("tt.cat")
	Join                 = ir.Op("tt.join")
	Split                = ir.Op("tt.split")
	Trans                = ir.Op("tt.trans")
	GetProgramId         = ir.Op("tt.get_program_id")
	GetNumPrograms       = ir.Op("tt.get_num_programs")
	Dot                  = ir.Op("tt.dot")
	DotScaled            = ir.Op("tt.dot_scaled")
	Reduce               = ir.Op("tt.reduce")
	ReduceReturn         = ir.Op("tt.reduce.return")
	Scan                 = ir.Op("tt.scan")
	ScanReturn           = ir.Op("tt.scan.return")
	MapElementwise       = ir.Op("tt.map_elementwise")
	MapElementwiseReturn = ir.Op("tt.map_elementwise.return")
	ExternElementwise    = ir.Op("tt.extern_elementwise")
	MakeRange            = ir.Op("tt.make_range")
	ElementwiseInlineAsm = ir.Op("tt.elementwise_inline_asm")
	Histogram            = ir.Op("tt.histogram")
	Gather               = ir.Op("tt.gather")
	Print                = ir.Op("tt.print")
	Assert               = ir.Op("tt.assert")
	MakeTensorPtr        = ir.Op("tt.make_tensor_ptr")
	MakeTensorDesc       = ir.Op("tt.make_tensor_descriptor")
	DescriptorLoad       = ir.Op("tt.descriptor_load")
	DescriptorStore      = ir.Op("tt.descriptor_store")
	DescriptorReduce     = ir.Op("tt.descriptor_reduce")
	DescriptorGather     = ir.Op("tt.descriptor_gather")
	DescriptorScatter    = ir.Op("tt.descriptor_scatter")
	Call                 = ir.Op("tt.call")
	Func                 = ir.Op("tt.func")
	Return               = ir.Op("tt.return")
)

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "tt", Summary: "Triton's tensor-level IR", Constant: constant, Verify: VerifyTensors}) {
		return
	}
	builtin.Register(r)
	arith.Register(r)
	r.DefineType("tt.ptr", parsePtr)
	r.DefineType("tt.tensordesc", parseDesc)
	elementwiseOps(r)
	shapeOps(r)
	memoryOps(r)
	descriptorOps(r)
	computeOps(r)
	functionOps(r)
	ir.Attach(r, Call, builtin.CallLike, builtin.CallSite(callSite{}))
	for _, n := range []*ir.OpName{AddPtr, Bitcast, Splat, Broadcast, ExpandDims, Reshape, Trans} {
		ir.Attach(r, n, builtin.ViewLike, builtin.ViewOf(0))
	}
}

func constant(b *ir.Builder, value ir.Attribute, t ir.Type) *ir.Operation {
	if ir.TypeOfAttr(value) != t {
		return nil
	}
	return b.Create(arith.Constant, nil, []ir.Type{t}, ir.A("value", value))
}

// Columns of the tables.

func enum(name string, kind *ir.AttrConstraint) ir.Attr { return ir.Attr{Name: name, Kind: kind} }
func enumOr(name string, kind *ir.AttrConstraint, value int64) ir.Attr {
	return ir.Attr{Name: name, Kind: kind, Default: ir.DefaultI32(value)}
}

// Columns of every load, of the dialects above too.
var (
	CacheAttr    = enumOr("cache", CacheKind, CacheNone)
	EvictAttr    = enumOr("evict", EvictKind, EvictNormal)
	VolatileAttr = ir.Attr{Name: "isVolatile", Kind: ir.BoolAttrKind, Default: ir.DefaultBool(false)}
)

var (
	axisAttr     = ir.Attr{Name: "axis", Kind: ir.I32AttrKind}
	boundaryAttr = ir.Attr{Name: "boundaryCheck", Kind: ir.I32ArrayAttrKind, Default: emptyI32Array}
	orderAttr    = ir.Attr{Name: "order", Kind: ir.I32ArrayAttrKind}
)

const cacheClauses = "oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict)"

// SameType says that two columns have one type.
func SameType(to, from string) ir.TypeRule {
	return ir.TypeRule{To: to, From: from, Summary: to + " and " + from + " have the same type"}
}

func rule(to, from string, f func(ir.Type) ir.Type, summary string) ir.TypeRule {
	return ir.TypeRule{To: to, From: from, Map: f, Summary: summary}
}
