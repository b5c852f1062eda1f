// Package scf holds MLIR's dialect of structured control flow: loops and
// conditionals whose bodies are regions and whose results are values.
package scf

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/cf"
	"tawa/ir"
)

// The ops.
var (
	Condition     = ir.Op("scf.condition")
	ExecuteRegion = ir.Op("scf.execute_region")
	For           = ir.Op("scf.for")
	Forall        = ir.Op("scf.forall")
	InParallel    = ir.Op("scf.forall.in_parallel")
	If            = ir.Op("scf.if")
	IndexSwitch   = ir.Op("scf.index_switch")
	Parallel      = ir.Op("scf.parallel")
	Reduce        = ir.Op("scf.reduce")
	ReduceReturn  = ir.Op("scf.reduce.return")
	While         = ir.Op("scf.while")
	Yield         = ir.Op("scf.yield")
)

const structured = ir.RecursiveEffects | ir.SingleBlock | ir.ImplicitTerminator

// UnsignedCmp marks an scf.for whose bounds are compared without sign.
const UnsignedCmp = "unsignedCmp"

func many(name string, t *ir.TypeConstraint) []ir.Operand {
	return []ir.Operand{{Name: name, Type: t, Arity: ir.Variadic}}
}

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "scf", Summary: "structured control flow"}) {
		return
	}
	arith.Register(r)
	cf.Register(r)
	registerLoops(r)
	registerBranches(r)
	registerTerminators(r)
	registerParallel(r)
	registerReductions(r)
	ir.Attach[builtin.Loop](r, For, builtin.LoopLike, forLoop{})
	ir.Attach[builtin.Loop](r, While, builtin.LoopLike, whileLoop{})
	ir.Attach[builtin.RegionFlow](r, For, builtin.RegionBranch, forFlow{})
	ir.Attach[builtin.RegionFlow](r, While, builtin.RegionBranch, whileFlow{})
	ir.Attach[builtin.RegionFlow](r, If, builtin.RegionBranch, ifFlow{})
	ir.Attach[builtin.RegionFlow](r, ExecuteRegion, builtin.RegionBranch, choiceFlow{})
	ir.Attach[builtin.RegionFlow](r, IndexSwitch, builtin.RegionBranch, choiceFlow{})
	ir.Attach[builtin.Chooser](r, For, builtin.Choice, forFlow{})
	ir.Attach[builtin.Chooser](r, If, builtin.Choice, ifFlow{})
	ir.Attach[builtin.Chooser](r, IndexSwitch, builtin.Choice, indexChoice{})
	ir.Attach[builtin.Chooser](r, Condition, builtin.Choice, conditionChoice{})
}

func registerLoops(r *ir.Registry) {
	r.Define(For, ir.OpDef{
		Summary: "a loop from a lower bound in steps while below an upper bound",
		Operands: []ir.Operand{{Name: "lowerBound", Type: ir.AnySignless}, {Name: "upperBound", Type: ir.AnySignless},
			{Name: "step", Type: ir.AnySignless}, {Name: "initArgs", Type: ir.AnyType, Arity: ir.Variadic}},
		Results: many("results", ir.AnyType),
		Attrs:   []ir.Attr{ir.Unit(UnsignedCmp)},
		Regions: []ir.RegionDef{{Name: "region"}},
		TypeRules: []ir.TypeRule{
			{To: "upperBound", From: "lowerBound", Summary: "all of {lowerBound, upperBound, step} have same type"},
			{To: "step", From: "lowerBound", Summary: "all of {lowerBound, upperBound, step} have same type"},
		},
		Traits:             structured | ir.Loop,
		ImplicitTerminator: Yield,
		Parse:              parseFor,
		Print:              printFor,
		Verify:             verifyFor,
		Canonicalize:       forPatterns,
	})
	r.Define(While, ir.OpDef{
		Summary:      "a loop that runs its first region, and while that says so its second",
		Operands:     many("inits", ir.AnyType),
		Results:      many("results", ir.AnyType),
		Regions:      []ir.RegionDef{{Name: "before"}, {Name: "after"}},
		Traits:       ir.RecursiveEffects | ir.SingleBlock | ir.Loop,
		Parse:        parseWhile,
		Print:        printWhile,
		Verify:       verifyWhile,
		Canonicalize: whilePatterns,
	})
}

func registerBranches(r *ir.Registry) {
	r.Define(If, ir.OpDef{
		Summary:            "one of two regions, by a condition",
		Operands:           []ir.Operand{{Name: "condition", Type: ir.I1}},
		Results:            many("results", ir.AnyType),
		Regions:            []ir.RegionDef{{Name: "thenRegion"}, {Name: "elseRegion"}},
		Traits:             structured,
		ImplicitTerminator: Yield,
		Parse:              parseIf,
		Print:              printIf,
		Verify:             verifyIf,
		Canonicalize:       ifPatterns,
	})
	r.Define(IndexSwitch, ir.OpDef{
		Summary:            "one of several regions, by a number",
		Operands:           []ir.Operand{{Name: "arg", Type: ir.IndexOnly}},
		Results:            many("results", ir.AnyType),
		Attrs:              []ir.Attr{{Name: "cases", Kind: ir.I64ArrayAttrKind}},
		Regions:            []ir.RegionDef{{Name: "defaultRegion"}, {Name: "caseRegions", Arity: ir.Variadic}},
		Traits:             structured,
		ImplicitTerminator: Yield,
		Parse:              parseIndexSwitch,
		Print:              printIndexSwitch,
		Verify:             verifyIndexSwitch,
		Canonicalize:       indexSwitchPatterns,
	})
	r.Define(ExecuteRegion, ir.OpDef{
		Summary:      "a region with blocks and branches, run once",
		Results:      many("result", ir.AnyType),
		Attrs:        []ir.Attr{ir.Unit("no_inline")},
		Regions:      []ir.RegionDef{{Name: "region"}},
		Traits:       ir.RecursiveEffects,
		Parse:        parseExecuteRegion,
		Print:        printExecuteRegion,
		Verify:       verifyExecuteRegion,
		Canonicalize: executeRegionPatterns,
	})
}

func registerTerminators(r *ir.Registry) {
	r.Define(Yield, ir.OpDef{
		Summary:  "ends a region and hands values over",
		Operands: many("results", ir.AnyType),
		Traits:   ir.Terminator | ir.Pure | ir.HasParent,
		Parents:  []*ir.OpName{ExecuteRegion, For, If, IndexSwitch, While},
		Format:   "attr-dict ($results^ `:` type($results))?",
	})
	r.Define(Condition, ir.OpDef{
		Summary: "ends the first region of an scf.while: whether to go on",
		Operands: []ir.Operand{{Name: "condition", Type: ir.I1},
			{Name: "args", Type: ir.AnyType, Arity: ir.Variadic}},
		Traits:  ir.Terminator | ir.Pure | ir.HasParent,
		Parents: []*ir.OpName{While},
		Format:  "`(` $condition `)` attr-dict ($args^ `:` type($args))?",
	})
	r.Define(Reduce, ir.OpDef{
		Summary:  "ends an scf.parallel: values to be reduced, and how",
		Operands: many("operands", ir.AnyType),
		Regions:  []ir.RegionDef{{Name: "reductions", Arity: ir.Variadic}},
		Traits:   ir.Terminator | ir.RecursiveEffects | ir.HasParent,
		Parents:  []*ir.OpName{Parallel},
		Format:   "(`(` $operands^ `:` type($operands) `)`)? $reductions attr-dict",
		Verify:   verifyReduce,
	})
	r.Define(ReduceReturn, ir.OpDef{
		Summary:  "the value of one step of a reduction",
		Operands: []ir.Operand{{Name: "result", Type: ir.AnyType}},
		Traits:   ir.Terminator | ir.Pure | ir.HasParent,
		Parents:  []*ir.OpName{Reduce},
		Format:   "$result attr-dict `:` type($result)",
		Verify:   verifyReduceReturn,
	})
}

func registerParallel(r *ir.Registry) {
	r.Define(Parallel, ir.OpDef{
		Summary: "a nest of loops whose iterations may run in any order",
		Operands: []ir.Operand{
			{Name: "lowerBound", Type: ir.IndexOnly, Arity: ir.Variadic},
			{Name: "upperBound", Type: ir.IndexOnly, Arity: ir.Variadic},
			{Name: "step", Type: ir.IndexOnly, Arity: ir.Variadic},
			{Name: "initVals", Type: ir.AnyType, Arity: ir.Variadic}},
		Results:            many("results", ir.AnyType),
		Regions:            []ir.RegionDef{{Name: "region"}},
		Traits:             structured | ir.AttrSizedOperandSegments | ir.Loop,
		ImplicitTerminator: Reduce,
		Parse:              parseParallel,
		Print:              printParallel,
		Verify:             verifyParallel,
		Canonicalize:       parallelPatterns,
	})
	r.Define(Forall, ir.OpDef{
		Summary: "a body for each point of a grid, run by as many threads as one likes",
		Operands: []ir.Operand{
			{Name: "dynamicLowerBound", Type: ir.IndexOnly, Arity: ir.Variadic},
			{Name: "dynamicUpperBound", Type: ir.IndexOnly, Arity: ir.Variadic},
			{Name: "dynamicStep", Type: ir.IndexOnly, Arity: ir.Variadic},
			{Name: "outputs", Type: ir.AnyTensor, Arity: ir.Variadic}},
		Results: many("results", ir.AnyType),
		Attrs: []ir.Attr{
			{Name: "staticLowerBound", Kind: ir.I64ArrayAttrKind},
			{Name: "staticUpperBound", Kind: ir.I64ArrayAttrKind},
			{Name: "staticStep", Kind: ir.I64ArrayAttrKind},
			{Name: "mapping", Kind: ir.ArrayAttrKind, Optional: true}},
		Regions:            []ir.RegionDef{{Name: "region"}},
		Traits:             structured | ir.AttrSizedOperandSegments | ir.Loop,
		ImplicitTerminator: InParallel,
		Parse:              parseForall,
		Print:              printForall,
		Verify:             verifyForall,
	})
	r.Define(InParallel, ir.OpDef{
		Summary: "ends an scf.forall: how the parts are put together",
		Regions: []ir.RegionDef{{Name: "region"}},
		Traits:  ir.Terminator | ir.SingleBlock | ir.NoTerminator | ir.RecursiveEffects | ir.HasParent,
		Parents: []*ir.OpName{Forall},
		Parse:   parseInParallel,
		Print:   printInParallel,
	})
}
