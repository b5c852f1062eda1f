// Package funcd holds MLIR's dialect of functions and calls. (The name of the
// dialect is a Go keyword.)
package funcd

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// The ops.
var (
	Func         = ir.Op("func.func")
	Return       = ir.Op("func.return")
	Call         = ir.Op("func.call")
	CallIndirect = ir.Op("func.call_indirect")
	Constant     = ir.Op("func.constant")
)

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "func", Summary: "functions and calls"}) {
		return
	}
	arith.Register(r)
	noInline := ir.Unit("no_inline")
	argAttrs := ir.Attr{Name: builtin.ArgAttrs, Kind: ir.ArrayAttrKind, Optional: true}
	resAttrs := ir.Attr{Name: builtin.ResAttrs, Kind: ir.ArrayAttrKind, Optional: true}
	many := func(name string) []ir.Operand {
		return []ir.Operand{{Name: name, Type: ir.AnyType, Arity: ir.Variadic}}
	}
	r.Define(Func, ir.OpDef{
		Summary:        "a function",
		Attrs:          builtin.FunctionColumns(noInline),
		Regions:        []ir.RegionDef{{Name: "body"}},
		Traits:         builtin.FunctionTraits,
		DefaultDialect: "func",
		Parse:          builtin.ParseFunction,
		Print:          builtin.PrintFunction,
		Verify:         builtin.VerifyFunction,
	})
	r.Define(Return, ir.OpDef{
		Summary:  "ends a function and gives its results",
		Operands: many("operands"),
		Traits:   ir.Terminator | ir.Pure | ir.HasParent,
		Parents:  []*ir.OpName{Func},
		Format:   "attr-dict ($operands^ `:` type($operands))?",
		Verify:   builtin.VerifyReturn,
	})
	r.Define(Call, ir.OpDef{
		Summary:  "a call of a function by name",
		Operands: many("operands"),
		Results:  many("results"),
		Attrs:    []ir.Attr{{Name: "callee", Kind: ir.FlatSymbolKind}, argAttrs, resAttrs, noInline},
		Format:   "$callee `(` $operands `)` attr-dict `:` functional-type($operands, results)",
		Verify:   builtin.VerifyCall,
	})
	r.Define(CallIndirect, ir.OpDef{
		Summary: "a call of a function that is a value",
		Operands: []ir.Operand{{Name: "callee", Type: ir.AnyFunctionType},
			{Name: "callee_operands", Type: ir.AnyType, Arity: ir.Variadic}},
		Results:      many("results"),
		Attrs:        []ir.Attr{argAttrs, resAttrs},
		Parse:        parseCallIndirect,
		Print:        printCallIndirect,
		Verify:       verifyCallIndirect,
		Canonicalize: []ir.Pattern{callKnown},
	})
	r.Define(Constant, ir.OpDef{
		Summary:    "a function as a value",
		Results:    []ir.Result{{Name: "result", Type: ir.AnyFunctionType}},
		Attrs:      []ir.Attr{{Name: "value", Kind: ir.FlatSymbolKind}},
		Traits:     ir.Pure | ir.ConstantLike,
		Format:     "attr-dict $value `:` type($result)",
		Verify:     verifyConstant,
		ResultName: func(*ir.Operation, int) string { return "f" },
	})
	ir.Attach[builtin.CallSite](r, Call, builtin.CallLike, direct{})
	ir.Attach[builtin.CallSite](r, CallIndirect, builtin.CallLike, indirect{})
}

// direct and indirect implement builtin.CallSite.
type (
	direct   struct{}
	indirect struct{}
)

func (direct) Callee(op *ir.Operation) *ir.SymbolRefAttr {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	return ref
}
func (direct) Arguments(op *ir.Operation) []*ir.Value { return op.Operands() }

func (indirect) Callee(*ir.Operation) *ir.SymbolRefAttr { return nil }
func (indirect) Arguments(op *ir.Operation) []*ir.Value { return op.Operands()[1:] }

// parseCallIndirect takes `%f(%a, …) attr-dict : type of %f`.
func parseCallIndirect(p ir.AsmParser, st *ir.OperationState) bool {
	f, ok := p.Operand()
	if !ok || !p.Punct("(") {
		return false
	}
	span := p.Span()
	var args []ir.UnresolvedOperand
	if !p.OptionalPunct(")") {
		if args, ok = p.Operands(); !ok || !p.Punct(")") {
			return false
		}
	}
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	t, ok := p.FunctionType()
	if !ok || !p.Resolve(f, t, st) {
		return false
	}
	st.Results = append([]ir.Type{}, t.Results...)
	return p.ResolveAll(args, t.Inputs, span, st)
}

func printCallIndirect(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	p.Str("(")
	p.Operands(op.Operands()[1:])
	p.Str(")")
	p.AttrDict(op, false)
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
}

func verifyCallIndirect(op *ir.Operation, r ir.Reporter) bool {
	t := op.Operand(0).Type().(*ir.FunctionType)
	args := op.Operands()[1:]
	if len(args) != len(t.Inputs) || op.NumResults() != len(t.Results) {
		return r.Errorf("failed to verify that callee input types match argument types: '%s' is called with %d operands and %d results",
			ir.TypeString(t), len(args), op.NumResults())
	}
	for i, a := range args {
		if a.Type() != t.Inputs[i] {
			return r.Errorf("failed to verify that callee input types match argument types: operand %d is '%s', not '%s'",
				i, ir.TypeString(a.Type()), ir.TypeString(t.Inputs[i]))
		}
	}
	for i, v := range op.Results() {
		if v.Type() != t.Results[i] {
			return r.Errorf("failed to verify that callee result types match result types: result %d is '%s', not '%s'",
				i, ir.TypeString(v.Type()), ir.TypeString(t.Results[i]))
		}
	}
	return true
}

func verifyConstant(op *ir.Operation, r ir.Reporter) bool {
	ref := op.Attr("value").(*ir.SymbolRefAttr)
	f := ir.ResolveSymbol(op, ref)
	if f == nil || !f.Has(ir.FunctionLike) {
		return r.Errorf("reference to undefined function '%s'", ref.Root)
	}
	if t := builtin.FunctionType(f); op.Result(0).Type() != ir.Type(t) {
		return r.Errorf("reference to function with mismatched type: '%s' is not '%s'",
			ir.TypeString(op.Result(0).Type()), ir.TypeString(t))
	}
	return true
}

// callKnown calls a constant function by its name.
var callKnown = ir.Pattern{Name: "call-known-function", Root: CallIndirect, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	f := op.Operand(0).Def()
	if f == nil || !f.Is(Constant) {
		return false
	}
	r.ReplaceOp(op, Call, op.Operands()[1:], op.ResultTypes(), ir.A("callee", f.Attr("value")))
	return true
}}
