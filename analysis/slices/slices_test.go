package slices_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/slices"
	"tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/ir"
)

func parse(t testing.TB, text string) *ir.Operation {
	t.Helper()
	return analysistest.Parse(t, text, funcd.Register, scf.Register)
}

var value = analysistest.Value

const program = `func.func @f(%x: i32, %y: i32, %n: index, %c: i1) -> i32 {
	%a = arith.addi %x, %y : i32
	%b = arith.muli %a, %x : i32
	%other = arith.subi %x, %y : i32
	%r = scf.for %i = %n to %n step %n iter_args(%v = %b) -> i32 {
		%in = arith.addi %v, %a : i32
		scf.yield %in : i32
	}
	cf.br ^end(%r : i32)
^end(%e: i32):
	%z = arith.addi %e, %e : i32
	return %z : i32
}`

// names lists ops by their result, or by their name if they have none.
func names(ops []*ir.Operation) string {
	var out []string
	for _, op := range ops {
		if op.NumResults() > 0 {
			out = append(out, op.Result(0).Name())
		} else {
			out = append(out, op.Name().String())
		}
	}
	return strings.Join(out, " ")
}

func TestSlices(t *testing.T) {
	module := parse(t, program)
	noMul := func(op *ir.Operation) bool { return op.Name().String() != "arith.muli" }
	for _, tc := range []struct {
		of                string
		opts              slices.Options
		backward, forward string
	}{
		{of: "x", backward: "", forward: "a b other r in scf.yield cf.br z func.return"},
		{of: "b", backward: "a b", forward: "r in scf.yield cf.br z func.return"},
		{of: "z", backward: "a b r in z", forward: "func.return"},
		{of: "e", backward: "a b r in", forward: "z func.return"},
		{of: "other", backward: "other", forward: ""},
		{of: "z", opts: slices.Options{NoBlockArguments: true}, backward: "z", forward: "func.return"},
		{of: "a", opts: slices.Options{NoBlockArguments: true}, backward: "a", forward: "b r in scf.yield"},
		{of: "z", opts: slices.Options{Filter: noMul}, backward: "a r in z", forward: "func.return"},
	} {
		v := []*ir.Value{value(module, tc.of)}
		if got := names(slices.Backward(v, tc.opts)); got != tc.backward {
			t.Errorf("backward of %%%s: %q, want %q", tc.of, got, tc.backward)
		}
		if got := names(slices.Forward(v, tc.opts)); got != tc.forward {
			t.Errorf("forward of %%%s: %q, want %q", tc.of, got, tc.forward)
		}
	}
}

func Example() {
	module := parse(&testing.B{}, program)
	fmt.Println(names(slices.Backward([]*ir.Value{value(module, "z")}, slices.Options{})))
	// Output: a b r in z
}
