// Package analysistest reads the small programs that tests of analyses are about, and finds their values by name.
package analysistest

import (
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
)

// Parse reads a program of the dialects that are registered; the test ends if there is a mistake in it.
func Parse(t testing.TB, text string, dialects ...func(*ir.Registry)) *ir.Operation {
	t.Helper()
	r := ir.NewRegistry()
	for _, register := range dialects {
		register(r)
	}
	sink := &diag.Sink{}
	module, ok := parser.Parse(ir.NewContext(r), diag.NewFile("in.mlir", []byte(text)), sink)
	if !ok {
		t.Fatalf("%s\n%s", sink.All()[0].Message, text)
	}
	return module
}

// Value returns the result or argument inside root that the program calls %name; it panics if there is none.
func Value(root *ir.Operation, name string) (found *ir.Value) {
	look := func(vs []*ir.Value) {
		for _, v := range vs {
			if v.Name() == name {
				found = v
			}
		}
	}
	root.Walk(func(op *ir.Operation) bool {
		look(op.Results())
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				look(b.Args())
			}
		}
		return true
	})
	if found == nil {
		panic("no value %" + name)
	}
	return found
}
