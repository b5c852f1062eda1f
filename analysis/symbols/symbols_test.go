package symbols_test

import (
	"fmt"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/symbols"
	"tawa/dialects/func"
	"tawa/ir"
)

func parse(t testing.TB, text string) *ir.Operation {
	t.Helper()
	return analysistest.Parse(t, text, funcd.Register)
}

const program = `
module @outer {
	func.func @f() attributes {list = [@inner::@g, {x = @f}]} { return }
	module @inner {
		func.func private @g() { return }
		func.func nested @h() { call @f() : () -> () return }
		func.func @f() { return }
	}
}`

func TestLookups(t *testing.T) {
	module := parse(t, program)
	table := symbols.New(module)
	outer := module
	if ir.SymbolName(outer) != "outer" {
		outer = ir.LookupSymbol(module, "outer")
	}
	inner := ir.LookupSymbol(outer, "inner")
	h, c := ir.LookupSymbol(inner, "h"), module.Context()
	for _, tc := range []struct {
		from *ir.Operation
		ref  *ir.SymbolRefAttr
		want *ir.Operation
	}{
		{h, c.SymbolRef("f"), ir.LookupSymbol(inner, "f")}, // the nearest table first
		{inner, c.SymbolRef("h"), h},
		{outer, c.SymbolRef("f"), ir.LookupSymbol(outer, "f")},
		{outer, c.SymbolRef("inner", "g"), ir.LookupSymbol(inner, "g")},
		{h, c.SymbolRef("inner", "f"), ir.LookupSymbol(inner, "f")},
		{outer, c.SymbolRef("inner", "none"), nil},
		{outer, c.SymbolRef("none"), nil},
	} {
		if got := table.Lookup(tc.from, tc.ref); got != tc.want {
			t.Errorf("%s from %s: %v", ir.AttrString(tc.ref), tc.from.Name(), got)
		}
		if got := ir.ResolveSymbol(tc.from, tc.ref); got != tc.want {
			t.Errorf("%s from %s: ir.ResolveSymbol gives %v", ir.AttrString(tc.ref), tc.from.Name(), got)
		}
	}
	for symbol, n := range map[*ir.Operation]int{
		inner: 1, ir.LookupSymbol(inner, "g"): 1, ir.LookupSymbol(inner, "f"): 1, ir.LookupSymbol(outer, "f"): 1, h: 0,
	} {
		if got := len(table.Uses(symbol)); got != n {
			t.Errorf("%s has %d uses, want %d", ir.SymbolName(symbol), got, n)
		}
	}
}

func TestVisibility(t *testing.T) {
	module := parse(t, "func.func @f() { return } func.func private @g() { return } func.func nested @h() { return }")
	for name, want := range map[string]symbols.Visibility{"f": symbols.Public, "g": symbols.Private, "h": symbols.Nested} {
		if got := symbols.VisibilityOf(ir.LookupSymbol(module, name)); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
}

func Example() {
	module := parse(&testing.B{}, "func.func @f() { call @g() : () -> () return } func.func private @g() { return }")
	table := symbols.New(module)
	for _, u := range table.Uses(ir.LookupSymbol(module, "g")) {
		fmt.Println(u.Op.Name())
	}
	// Output: func.call
}
