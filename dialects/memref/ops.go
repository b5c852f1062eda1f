package memref

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/cf"
	"tawa/ir"
)

// The ops.
var (
	Alloc                  = ir.Op("memref.alloc")
	Alloca                 = ir.Op("memref.alloca")
	AllocaScope            = ir.Op("memref.alloca_scope")
	AllocaScopeReturn      = ir.Op("memref.alloca_scope.return")
	AssumeAlignment        = ir.Op("memref.assume_alignment")
	AtomicRMW              = ir.Op("memref.atomic_rmw")
	AtomicYield            = ir.Op("memref.atomic_yield")
	Cast                   = ir.Op("memref.cast")
	CollapseShape          = ir.Op("memref.collapse_shape")
	Copy                   = ir.Op("memref.copy")
	DMAStart               = ir.Op("memref.dma_start")
	DMAWait                = ir.Op("memref.dma_wait")
	Dealloc                = ir.Op("memref.dealloc")
	Dim                    = ir.Op("memref.dim")
	DistinctObjects        = ir.Op("memref.distinct_objects")
	ExpandShape            = ir.Op("memref.expand_shape")
	ExtractAlignedPointer  = ir.Op("memref.extract_aligned_pointer_as_index")
	ExtractStridedMetadata = ir.Op("memref.extract_strided_metadata")
	GenericAtomicRMW       = ir.Op("memref.generic_atomic_rmw")
	GetGlobal              = ir.Op("memref.get_global")
	Global                 = ir.Op("memref.global")
	Load                   = ir.Op("memref.load")
	MemorySpaceCast        = ir.Op("memref.memory_space_cast")
	Prefetch               = ir.Op("memref.prefetch")
	Rank                   = ir.Op("memref.rank")
	Realloc                = ir.Op("memref.realloc")
	ReinterpretCast        = ir.Op("memref.reinterpret_cast")
	Reshape                = ir.Op("memref.reshape")
	Store                  = ir.Op("memref.store")
	SubView                = ir.Op("memref.subview")
	Transpose              = ir.Op("memref.transpose")
	View                   = ir.Op("memref.view")
)

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "memref", Summary: "buffers in memory", Constant: materialize}) {
		return
	}
	cf.Register(r)
	registerAllocation(r)
	registerAccess(r)
	registerAtomics(r)
	registerDMA(r)
	registerCasts(r)
	registerViews(r)
	registerGlobals(r)
	registerMetadata(r)
}

// materialize makes the numbers that folds give.
func materialize(b *ir.Builder, value ir.Attribute, _ ir.Type) *ir.Operation {
	return arith.Of(b, value).Def()
}

// Type constraints.
var (
	Ranked = &ir.TypeConstraint{Summary: "memref of any type values", Ok: isRanked}
	Any    = &ir.TypeConstraint{Summary: "ranked or unranked memref of any type values", Ok: func(t ir.Type) bool { return isRanked(t) || isUnranked(t) }}

	notScalar = &ir.TypeConstraint{Summary: "non-0-ranked or unranked memref", Ok: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && len(m.Shape) > 0 || isUnranked(t)
	}}
	bytes = &ir.TypeConstraint{Summary: "1D memref of 8-bit signless integer values", Ok: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && len(m.Shape) == 1 && m.Elem == ir.Type(t.Context().I8())
	}}
	vectorOf1D = &ir.TypeConstraint{Summary: "1D memref of signless integer or index values", Ok: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && len(m.Shape) == 1 && ir.AnySignless.Ok(m.Elem)
	}}
	number1 = &ir.TypeConstraint{Summary: "signless integer or floating-point", Ok: func(t ir.Type) bool { return ir.IsSignless(t) || ir.IsFloat(t) }}
)

func isRanked(t ir.Type) bool   { _, ok := t.(*ir.MemRefType); return ok }
func isUnranked(t ir.Type) bool { _, ok := t.(*ir.UnrankedMemRefType); return ok }

// rankOf returns the shape of a ranked memref.
func shapeOf(v *ir.Value) []int64 { return v.Type().(*ir.MemRefType).Shape }

func results(name string, t *ir.TypeConstraint) []ir.Result { return []ir.Result{ir.One(name, t)} }

var (
	alignmentAttr = &ir.AttrConstraint{Summary: "64-bit signless integer attribute whose value is positive and whose value is a power of two > 0",
		Ok: func(a ir.Attribute) bool {
			if !ir.I64AttrKind.Ok(a) {
				return false
			}
			n := a.(*ir.IntegerAttr).Value
			return n > 0 && n&(n-1) == 0
		}, Type: ir.I64AttrKind.Type}
	alignment   = ir.Attr{Name: "alignment", Kind: alignmentAttr, Optional: true}
	nontemporal = ir.Attr{Name: "nontemporal", Kind: ir.BoolAttrKind, Optional: true, Implied: ir.DefaultBool(false)}
	static      = func(name string) ir.Attr { return ir.Attr{Name: name, Kind: ir.I64ArrayAttrKind} }
)

// named makes a result's name that of the op.
func named(name string) func(*ir.Operation, int) string {
	return func(*ir.Operation, int) string { return name }
}

func registerAllocation(r *ir.Registry) {
	alloc := func(n *ir.OpName, summary, name string, patterns []ir.Pattern) {
		r.Define(n, ir.OpDef{
			Summary:      summary,
			Operands:     []ir.Operand{ir.Many("dynamicSizes", ir.IndexOnly), ir.Many("symbolOperands", ir.IndexOnly)},
			Results:      results("memref", Ranked),
			Attrs:        []ir.Attr{alignment},
			Traits:       ir.WritesMemory | ir.AttrSizedOperandSegments,
			Format:       "`(` $dynamicSizes `)` (`` `[` $symbolOperands^ `]`)? attr-dict `:` type($memref)",
			Verify:       verifyAlloc,
			Canonicalize: patterns,
			ResultName:   named(name),
		})
		ir.Attach[builtin.Allocator](r, n, builtin.Allocation, builtin.Allocates{})
	}
	alloc(Alloc, "a new buffer", "alloc", allocPatterns(Alloc))
	alloc(Alloca, "a new buffer that ends with the scope around it", "alloca", allocPatterns(Alloca))
	r.Define(AllocaScope, ir.OpDef{
		Summary:            "a scope at the end of which the buffers of memref.alloca end",
		Results:            []ir.Result{{Name: "results", Type: ir.AnyType, Arity: ir.Variadic}},
		Regions:            []ir.RegionDef{{Name: "bodyRegion"}},
		Traits:             ir.RecursiveEffects | ir.SingleBlock | ir.ImplicitTerminator,
		ImplicitTerminator: AllocaScopeReturn,
		Parse:              parseAllocaScope,
		Print:              printAllocaScope,
		Verify:             verifyScope,
		Canonicalize:       allocaScopePatterns,
	})
	r.Define(AllocaScopeReturn, ir.OpDef{
		Summary:  "ends a scope and hands values over",
		Operands: []ir.Operand{{Name: "results", Type: ir.AnyType, Arity: ir.Variadic}},
		Traits:   ir.Terminator | ir.Pure | ir.HasParent,
		Parents:  []*ir.OpName{AllocaScope},
		Format:   "attr-dict ($results^ `:` type($results))?",
	})
	r.Define(Dealloc, ir.OpDef{
		Summary:      "ends the life of a buffer",
		Operands:     []ir.Operand{ir.One("memref", Any)},
		Traits:       ir.WritesMemory,
		Format:       "$memref attr-dict `:` type($memref)",
		Canonicalize: foldCastOperands(Dealloc),
	})
	r.Define(Realloc, ir.OpDef{
		Summary:  "a buffer of another size with the same beginning",
		Operands: []ir.Operand{ir.One("source", Ranked), {Name: "dynamicResultSize", Type: ir.IndexOnly, Arity: ir.Optional}},
		Results:  results("result", Ranked),
		Attrs:    []ir.Attr{alignment},
		Traits:   ir.WritesMemory,
		Format:   "$source (`(` $dynamicResultSize^ `)`)? attr-dict `:` type($source) `to` type(results)",
		Verify:   verifyRealloc,
	})
}

func registerAccess(r *ir.Registry) {
	r.Define(Load, ir.OpDef{
		Summary:      "an element",
		Operands:     []ir.Operand{ir.One("memref", Ranked), ir.Many("indices", ir.IndexOnly)},
		Results:      results("result", ir.AnyType),
		Attrs:        []ir.Attr{nontemporal, alignment},
		TypeRules:    []ir.TypeRule{{To: "result", From: "memref", Map: ir.ElementType, Summary: "result type matches element type of 'memref'"}},
		Traits:       ir.ReadsMemory,
		Format:       "$memref `[` $indices `]` attr-dict `:` type($memref)",
		Verify:       verifyIndices(0, 1),
		Canonicalize: foldCastOperands(Load),
	})
	r.Define(Store, ir.OpDef{
		Summary:      "writes an element",
		Operands:     []ir.Operand{ir.One("value", ir.AnyType), ir.One("memref", Ranked), ir.Many("indices", ir.IndexOnly)},
		Attrs:        []ir.Attr{nontemporal, alignment},
		TypeRules:    []ir.TypeRule{{To: "value", From: "memref", Map: ir.ElementType, Summary: "type of 'value' matches element type of 'memref'"}},
		Traits:       ir.WritesMemory,
		Format:       "$value `,` $memref `[` $indices `]` attr-dict `:` type($memref)",
		Verify:       verifyIndices(1, 2),
		Canonicalize: foldCastOperands(Store),
	})
	r.Define(Prefetch, ir.OpDef{
		Summary:  "a hint that an element will soon be read or written",
		Operands: []ir.Operand{ir.One("memref", Ranked), ir.Many("indices", ir.IndexOnly)},
		Attrs: []ir.Attr{{Name: "isWrite", Kind: ir.BoolAttrKind}, {Name: "localityHint", Kind: localityHint},
			{Name: "isDataCache", Kind: ir.BoolAttrKind}},
		Traits:       ir.WritesMemory,
		Parse:        parsePrefetch,
		Print:        printPrefetch,
		Verify:       verifyIndices(0, 1),
		Canonicalize: foldCastOperands(Prefetch),
	})
	r.Define(Copy, ir.OpDef{
		Summary:      "writes the elements of one buffer into another",
		Operands:     []ir.Operand{ir.One("source", Any), ir.One("target", Any)},
		Traits:       ir.ReadsMemory | ir.WritesMemory,
		Format:       "$source `,` $target attr-dict `:` type($source) `to` type($target)",
		Verify:       verifyCopy,
		Canonicalize: append(foldCastOperands(Copy), copyToSelf),
	})
}

var localityHint = &ir.AttrConstraint{
	Summary: "32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3",
	Ok: func(a ir.Attribute) bool {
		return ir.I32AttrKind.Ok(a) && a.(*ir.IntegerAttr).Value >= 0 && a.(*ir.IntegerAttr).Value <= 3
	},
	Type: ir.I32AttrKind.Type,
}

// The kinds of memref.atomic_rmw.
const (
	addF int64 = iota
	addI
	assign
	maximumF
	maxS
	maxU
	minimumF
	minS
	minU
	mulF
	mulI
	orI
	andI
	maxNumF
	minNumF
	xorI
)

func registerAtomics(r *ir.Registry) {
	r.Define(AtomicRMW, ir.OpDef{
		Summary:  "combines an element with a value at once, and gives what it was",
		Operands: []ir.Operand{ir.One("value", number1), ir.One("memref", Ranked), ir.Many("indices", ir.IndexOnly)},
		Results:  results("result", number1),
		Attrs: []ir.Attr{{Name: "kind", Kind: ir.EnumAttr("allowed 64-bit signless integer cases: 0 to 15", true,
			"addf", "addi", "assign", "maximumf", "maxs", "maxu", "minimumf", "mins", "minu", "mulf", "muli", "ori", "andi", "maxnumf", "minnumf", "xori")}},
		TypeRules:    []ir.TypeRule{{To: "result", From: "value", Summary: "all of {value, result} have same type"}, {To: "value", From: "memref", Map: ir.ElementType, Summary: "value type matches element type of memref"}},
		Traits:       ir.ReadsMemory | ir.WritesMemory,
		Format:       "$kind $value `,` $memref `[` $indices `]` attr-dict `:` `(` type($value) `,` type($memref) `)` `->` type($result)",
		Verify:       verifyAtomic,
		Canonicalize: foldCastOperands(AtomicRMW),
	})
	r.Define(GenericAtomicRMW, ir.OpDef{
		Summary:   "replaces an element at once by what a region makes of it, and gives what it was",
		Operands:  []ir.Operand{ir.One("memref", Ranked), ir.Many("indices", ir.IndexOnly)},
		Results:   results("result", number1),
		Regions:   []ir.RegionDef{{Name: "atomic_body"}},
		TypeRules: []ir.TypeRule{{To: "result", From: "memref", Map: ir.ElementType, Summary: "result type matches element type of memref"}},
		Traits:    ir.ReadsMemory | ir.WritesMemory | ir.SingleBlock,
		Format:    "$memref `[` $indices `]` `:` type($memref) $atomic_body attr-dict",
		Verify:    verifyGenericAtomic,
	})
	r.Define(AtomicYield, ir.OpDef{
		Summary:  "ends the region of memref.generic_atomic_rmw and gives the element",
		Operands: []ir.Operand{ir.One("result", ir.AnyType)},
		Traits:   ir.Terminator | ir.Pure | ir.HasParent,
		Parents:  []*ir.OpName{GenericAtomicRMW},
		Format:   "$result attr-dict `:` type($result)",
		Verify:   verifyAtomicYield,
	})
}
