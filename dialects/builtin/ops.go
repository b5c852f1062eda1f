// Package builtin holds the ops of MLIR's builtin dialect, the interfaces that
// several dialects implement, and the textual form of functions, which func.func
// and tt.func share. The builtin types and attributes are in package ir.
package builtin

import (
	"strings"

	"tawa/ir"
)

// The ops.
var (
	Module                   = ir.Op("builtin.module")
	UnrealizedConversionCast = ir.Op("builtin.unrealized_conversion_cast")
)

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "builtin", Summary: "the module, and casts between types that a conversion left"}) {
		return
	}
	r.Define(Module, ir.OpDef{
		Summary: "the outermost container of functions and other symbols",
		Attrs: []ir.Attr{
			{Name: ir.SymName, Kind: ir.SymbolAttrKind, Optional: true},
			{Name: VisibilityAttr, Kind: ir.StringAttrKind, Optional: true},
		},
		Regions:        []ir.RegionDef{{Name: "bodyRegion"}},
		DefaultDialect: "builtin",
		Traits:         ir.IsolatedFromAbove | ir.SymbolTable | ir.Symbol | ir.SingleBlock | ir.NoTerminator | ir.GraphRegion,
		Parse:          parseModule,
		Print:          printModule,
		Verify:         verifyModule,
	})
	r.Define(UnrealizedConversionCast, ir.OpDef{
		Summary:  "a value seen as one of another type, where a conversion has not reached all",
		Operands: []ir.Operand{{Name: "inputs", Type: ir.AnyType, Arity: ir.Variadic}},
		Results:  []ir.Result{{Name: "outputs", Type: ir.AnyType, Arity: ir.Variadic}},
		Traits:   ir.Pure,
		Format:   "($inputs^ `:` type($inputs))? `to` type($outputs) attr-dict",
		Verify:   verifyCast,
		Fold:     foldCast,
	})
}

func parseModule(p ir.AsmParser, st *ir.OperationState) bool {
	if name, ok := p.OptionalSymbol(); ok {
		st.AddAttr(ir.SymName, p.Context().Str(name))
	}
	return p.AttrDict(st, true) && ParseBlock(p, st)
}

func printModule(op *ir.Operation, p ir.AsmPrinter) {
	if name := op.StrAttr(ir.SymName); name != "" {
		p.Str(" ")
		p.Symbol(name)
	}
	p.AttrDict(op, true, ir.SymName)
	p.Region(op.Region(0), false, true)
}

func verifyModule(op *ir.Operation, r ir.Reporter) bool {
	if b := op.Region(0).First(); b != nil && len(b.Args()) > 0 {
		return r.Errorf("expects a body without arguments")
	}
	for _, a := range op.Discardable() {
		if !strings.Contains(a.Name, ".") {
			return r.Errorf("can only contain attributes with dialect-prefixed names, found: '%s'", a.Name)
		}
	}
	return true
}

func verifyCast(op *ir.Operation, r ir.Reporter) bool {
	if op.NumResults() == 0 {
		return r.Errorf("expected at least one result for cast operation")
	}
	return true
}

// foldCast undoes a cast of the same types, and one that casts back what another cast.
func foldCast(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	if op.NumOperands() == 0 {
		return nil
	}
	from := op.Operands()
	if !sameTypes(from, op.Results()) {
		def := from[0].Def()
		if def == nil || !def.Is(UnrealizedConversionCast) || def.NumResults() != len(from) {
			return nil
		}
		for i, v := range from {
			if v.Def() != def || v.Index() != i {
				return nil
			}
		}
		if from = def.Operands(); !sameTypes(from, op.Results()) {
			return nil
		}
	}
	out := make([]ir.FoldResult, len(from))
	for i, v := range from {
		out[i].Value = v
	}
	return out
}

func sameTypes(a, b []*ir.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Type() != b[i].Type() {
			return false
		}
	}
	return true
}
