// Package llvm is the part of MLIR's dialect of LLVM that stands beside Triton's ops at
// the end of its lowering: functions, globals, constants, arithmetic and accesses to
// memory, and the barriers of nvvm. It is read, checked and printed; the project's own
// way to LLVM is package llvmir.
package llvm

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// The ops.
var (
	Func          = ir.Op("llvm.func")
	Return        = ir.Op("llvm.return")
	Call          = ir.Op("llvm.call")
	Global        = ir.Op("llvm.mlir.global")
	AddressOf     = ir.Op("llvm.mlir.addressof")
	Constant      = ir.Op("llvm.mlir.constant")
	Undef         = ir.Op("llvm.mlir.undef")
	Assume        = ir.Op("llvm.intr.assume")
	ICmp          = ir.Op("llvm.icmp")
	Select        = ir.Op("llvm.select")
	PtrToInt      = ir.Op("llvm.ptrtoint")
	IntToPtr      = ir.Op("llvm.inttoptr")
	GetElementPtr = ir.Op("llvm.getelementptr")
	Load          = ir.Op("llvm.load")
	Store         = ir.Op("llvm.store")
	Barrier       = ir.Op("nvvm.barrier")
	Barrier0      = ir.Op("nvvm.barrier0")
)

// binary are the ops of two operands of one type.
var binary = []struct{ name, summary string }{
	{"add", "sum"}, {"sub", "difference"}, {"mul", "product"}, {"udiv", "quotient of unsigned numbers"}, {"sdiv", "quotient of signed numbers"},
	{"urem", "remainder of unsigned numbers"}, {"srem", "remainder of signed numbers"}, {"and", "bitwise and"}, {"or", "bitwise or"},
	{"xor", "bitwise exclusive or"}, {"shl", "shift to the left"}, {"lshr", "shift of an unsigned number to the right"},
	{"ashr", "shift of a signed number to the right"}, {"fadd", "sum of floats"}, {"fsub", "difference of floats"},
	{"fmul", "product of floats"}, {"fdiv", "quotient of floats"},
}

// Register adds the dialects llvm and nvvm, and those that they build on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "llvm", Summary: "functions, memory and arithmetic of LLVM", Partial: true}) {
		return
	}
	arith.Register(r)
	r.DefineType("llvm.ptr", parsePtr)
	r.DefineType("llvm.array", parseArray)
	r.DefineType("llvm.struct", parseStruct)
	r.DefineType("llvm.func", parseFunc)
	r.DefineType("llvm.void", parseVoid)
	for _, b := range binary {
		r.Define(ir.Op("llvm."+b.name), ir.OpDef{
			Summary:  "the " + b.summary,
			Operands: []ir.Operand{one("lhs"), one("rhs")}, Results: []ir.Result{one("res")},
			Traits: ir.Pure | ir.SameOperandsAndResultType,
			Format: "$lhs `,` $rhs attr-dict `:` type($res)",
		})
	}
	defineSymbols(r)
	defineValues(r)
	defineMemory(r)
}

func one(name string) ir.Operand { return ir.Operand{Name: name, Type: ir.AnyType} }
func many(name string) ir.Operand {
	return ir.Operand{Name: name, Type: ir.AnyType, Arity: ir.Variadic}
}
func pointer(name string) ir.Operand {
	return ir.Operand{Name: name, Type: &ir.TypeConstraint{Summary: "LLVM pointer", Ok: isPtr}}
}

func isPtr(t ir.Type) bool { _, ok := t.(*PtrType); return ok }

// defineSymbols adds functions and globals.
func defineSymbols(r *ir.Registry) {
	linkage := ir.Attr{Name: "linkage", Kind: ir.StringAttrKind, Default: func(c *ir.Context) ir.Attribute { return c.Str("external") }}
	r.Define(Func, ir.OpDef{
		Summary: "a function; its linkage is external if nothing else is said",
		Attrs: []ir.Attr{
			{Name: ir.SymName, Kind: ir.SymbolAttrKind}, {Name: builtin.FunctionTypeAttr, Kind: ir.TypeAttrKind}, linkage,
			{Name: builtin.ArgAttrs, Kind: ir.ArrayAttrKind, Optional: true}, {Name: builtin.ResAttrs, Kind: ir.ArrayAttrKind, Optional: true},
		},
		Regions: []ir.RegionDef{{Name: "body"}},
		Traits:  ir.Symbol | ir.IsolatedFromAbove,
		Parse:   parseFunction, Print: printFunction, Verify: verifyFunction,
	})
	r.Define(Return, ir.OpDef{
		Summary:  "ends a function",
		Operands: []ir.Operand{{Name: "arg", Type: ir.AnyType, Arity: ir.Optional}},
		Traits:   ir.Pure | ir.Terminator | ir.HasParent, Parents: []*ir.OpName{Func},
		Format: "attr-dict ($arg^ `:` type($arg))?",
	})
	r.Define(Call, ir.OpDef{
		Summary:  "a call of a function by its name",
		Operands: []ir.Operand{many("callee_operands")}, Results: []ir.Result{{Name: "result", Type: ir.AnyType, Arity: ir.Optional}},
		Attrs:  []ir.Attr{{Name: "callee", Kind: ir.FlatSymbolKind}},
		Format: "$callee `(` $callee_operands `)` attr-dict `:` functional-type($callee_operands, results)",
	})
	r.Define(Global, ir.OpDef{
		Summary: "a variable of the module",
		Attrs: []ir.Attr{
			{Name: "global_type", Kind: ir.TypeAttrKind}, {Name: ir.SymName, Kind: ir.SymbolAttrKind}, linkage,
			ir.Unit("constant"), {Name: "value", Kind: ir.AnyAttr, Optional: true},
			{Name: "addr_space", Kind: ir.I32AttrKind, Default: ir.DefaultI32(0)}, {Name: "alignment", Kind: ir.I64AttrKind, Optional: true},
		},
		Traits: ir.Symbol,
		Parse:  parseGlobal, Print: printGlobal,
	})
	r.Define(AddressOf, ir.OpDef{
		Summary: "the address of a global or a function",
		Results: []ir.Result{pointer("res")},
		Attrs:   []ir.Attr{{Name: "global_name", Kind: ir.FlatSymbolKind}},
		Traits:  ir.Pure,
		Format:  "$global_name attr-dict `:` type($res)",
	})
}

// defineValues adds constants, comparisons and casts.
func defineValues(r *ir.Registry) {
	result := []ir.Result{one("res")}
	r.Define(Constant, ir.OpDef{
		Summary: "a constant",
		Results: result, Attrs: []ir.Attr{{Name: "value", Kind: ir.AnyAttr}},
		Traits: ir.Pure | ir.ConstantLike,
		Format: "`(` $value `)` attr-dict `:` type($res)",
	})
	r.Define(Undef, ir.OpDef{Summary: "any value", Results: result, Traits: ir.Pure, Format: "attr-dict `:` type($res)"})
	r.Define(Assume, ir.OpDef{
		Summary:  "says that a condition holds",
		Operands: []ir.Operand{{Name: "cond", Type: ir.I1}},
		Traits:   ir.WritesMemory,
		Format:   "$cond `:` type($cond) attr-dict",
	})
	r.Define(ICmp, ir.OpDef{
		Summary:  "a comparison of integers",
		Operands: []ir.Operand{one("lhs"), one("rhs")}, Results: result,
		Attrs:     []ir.Attr{{Name: "predicate", Kind: predicate}},
		TypeRules: []ir.TypeRule{{To: "rhs", From: "lhs", Summary: "both operands have one type"}},
		Traits:    ir.Pure,
		Parse:     parseICmp, Print: printICmp,
	})
	r.Define(Select, ir.OpDef{
		Summary:  "one of two values, by a condition",
		Operands: []ir.Operand{one("condition"), one("trueValue"), one("falseValue")}, Results: result,
		TypeRules: []ir.TypeRule{
			{To: "falseValue", From: "trueValue", Summary: "both values have one type"}, {To: "res", From: "trueValue", Summary: "the result has the type of the values"},
		},
		Traits: ir.Pure,
		Format: "$condition `,` $trueValue `,` $falseValue attr-dict `:` type($condition) `,` type($trueValue)",
	})
	cast := func(summary string) ir.OpDef {
		return ir.OpDef{
			Summary: summary, Operands: []ir.Operand{one("arg")}, Results: result, Traits: ir.Pure,
			Format: "$arg attr-dict `:` type($arg) `to` type($res)",
		}
	}
	r.Define(PtrToInt, cast("the number of an address"))
	r.Define(IntToPtr, cast("the address of a number"))
}

// defineMemory adds accesses to memory, and barriers.
func defineMemory(r *ir.Registry) {
	volatile := ir.Unit("volatile_")
	r.Define(GetElementPtr, ir.OpDef{
		Summary:  "the address of an element; rawConstantIndices has the constant indices, and the least number where one is an operand",
		Operands: []ir.Operand{pointer("base"), many("dynamicIndices")}, Results: []ir.Result{pointer("res")},
		Attrs:  []ir.Attr{{Name: "rawConstantIndices", Kind: ir.I32ArrayAttrKind}, {Name: "elem_type", Kind: ir.TypeAttrKind}},
		Traits: ir.Pure,
		Parse:  parseGEP, Print: printGEP, Verify: verifyGEP,
	})
	r.Define(Load, ir.OpDef{
		Summary:  "a value from memory",
		Operands: []ir.Operand{pointer("addr")}, Results: []ir.Result{one("res")}, Attrs: []ir.Attr{volatile},
		Traits: ir.ReadsMemory,
		Format: "(`volatile` $volatile_^)? $addr attr-dict `:` type($addr) `->` type($res)",
	})
	r.Define(Store, ir.OpDef{
		Summary:  "a value to memory",
		Operands: []ir.Operand{one("value"), pointer("addr")}, Attrs: []ir.Attr{volatile},
		Traits: ir.WritesMemory,
		Format: "(`volatile` $volatile_^)? $value `,` $addr attr-dict `:` type($value) `,` type($addr)",
	})
	r.Dialect(ir.DialectInfo{Name: "nvvm", Summary: "barriers of NVIDIA GPUs", Partial: true})
	r.Define(Barrier0, ir.OpDef{Summary: "all threads of the CTA meet", Traits: ir.ReadsMemory | ir.WritesMemory, Format: "attr-dict"})
	r.Define(Barrier, ir.OpDef{
		Summary: "threads of the CTA meet at a named barrier, all at number 0 if nothing is said",
		Operands: []ir.Operand{
			{Name: "barrierId", Type: ir.I32, Arity: ir.Optional}, {Name: "numberOfThreads", Type: ir.I32, Arity: ir.Optional},
		},
		Traits: ir.ReadsMemory | ir.WritesMemory | ir.AttrSizedOperandSegments,
		Format: "(`id` `=` $barrierId^)? (`number_of_threads` `=` $numberOfThreads^)? attr-dict",
	})
}
