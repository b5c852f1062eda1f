package callgraph_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/callgraph"
	"tawa/dialects/func"
	"tawa/ir"
)

func parse(t testing.TB, text string) *ir.Operation {
	t.Helper()
	return analysistest.Parse(t, text, funcd.Register)
}

const program = `
func.func @main(%f: () -> ()) {
	call @a() : () -> ()
	call_indirect %f() : () -> ()
	return
}
func.func private @a() { call @b() : () -> () call @c() : () -> () return }
func.func private @b() { call @a() : () -> () return }
func.func private @c() { return }
func.func private @d() { return }
func.func @taken() { %f = constant @d : () -> () return }
`

func names(fs []*callgraph.Function) string {
	var out []string
	for _, f := range fs {
		out = append(out, ir.SymbolName(f.Op))
	}
	return strings.Join(out, "+")
}

func TestFunctions(t *testing.T) {
	g := callgraph.New(parse(t, program))
	want := map[string]struct {
		calls, callers int
		escapes        bool
	}{
		"main": {2, 0, true}, "a": {2, 2, false}, "b": {1, 1, false}, "c": {0, 1, false}, "d": {0, 0, true}, "taken": {0, 0, true},
	}
	if len(g.Functions()) != len(want) {
		t.Fatalf("%d functions", len(g.Functions()))
	}
	for _, f := range g.Functions() {
		w := want[ir.SymbolName(f.Op)]
		if len(f.Calls) != w.calls || len(f.Callers) != w.callers || f.Escapes != w.escapes {
			t.Errorf("%s: %d calls, %d callers, escapes %v; want %v", ir.SymbolName(f.Op), len(f.Calls), len(f.Callers), f.Escapes, w)
		}
		for _, call := range f.Calls {
			if g.Enclosing(call) != f {
				t.Errorf("a call of %s is not in it", ir.SymbolName(f.Op))
			}
		}
	}
}

func TestComponents(t *testing.T) {
	var got []string
	for _, c := range callgraph.New(parse(t, program)).Components() {
		got = append(got, names(c))
	}
	if s := strings.Join(got, " "); s != "c a+b main d taken" {
		t.Errorf("components %q", s)
	}
}

func Example() {
	g := callgraph.New(parse(&testing.B{}, "func.func @f() { call @g() : () -> () return } func.func private @g() { return }"))
	for _, c := range g.Components() {
		fmt.Println(names(c))
	}
	// Output:
	// g
	// f
}
