package scf_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/dialects/builtin"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/pattern"
)

// edges spells the ways of control of an op: from the op or a terminator to a region or out.
func edges(op *ir.Operation) string {
	flow, ok := builtin.RegionBranch.Of(op)
	if !ok {
		return ""
	}
	var out []string
	for _, e := range flow.Edges(op) {
		to := "out"
		if e.To != builtin.Outside {
			to = fmt.Sprint(e.To)
		}
		out = append(out, fmt.Sprintf("%s>%s(%d)", strings.TrimPrefix(e.Point.Name().String(), "scf."), to, len(e.Inputs)))
	}
	return strings.Join(out, " ")
}

func TestRegionEdges(t *testing.T) {
	for _, tc := range []struct {
		name *ir.OpName
		body string
		want string
	}{
		{scf.For, "%r = scf.for %k = %i to %i step %i iter_args(%a = %x) -> (f32) { scf.yield %a : f32 }",
			"for>0(1) for>out(1) yield>0(1) yield>out(1)"},
		{scf.While, "%r = scf.while (%a = %x) : (f32) -> f32 { scf.condition(%c) %a : f32 } do { ^bb0(%b: f32): scf.yield %b : f32 }",
			"while>0(1) condition>out(1) condition>1(1) yield>0(1)"},
		{scf.If, "%r = scf.if %c -> (f32) { scf.yield %x : f32 } else { scf.yield %x : f32 }",
			"if>0(0) yield>out(1) if>1(0) yield>out(1)"},
		{scf.If, "scf.if %c { }", "if>0(0) yield>out(0) if>out(0)"},
		{scf.ExecuteRegion, "scf.execute_region { cf.cond_br %c, ^a, ^b ^a: scf.yield ^b: scf.yield }",
			"execute_region>0(0) yield>out(0) yield>out(0)"},
		{scf.IndexSwitch, "scf.index_switch %i case 1 { scf.yield } default { }",
			"index_switch>0(0) yield>out(0) index_switch>1(0) yield>out(0)"},
	} {
		module, err := parse("func.func @f(%i: index, %x: f32, %c: i1) { " + tc.body + " return }")
		if err != nil {
			t.Fatal(err)
		}
		if got := edges(find(module, tc.name)); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.name, got, tc.want)
		}
	}
}

// A loop is inlined or removed only if it surely runs once or never, at the ends of the range too.
func TestTripCounts(t *testing.T) {
	for _, tc := range []struct {
		lower, upper, step, kind string
		left                     bool
	}{
		{"0", "4", "4", "i32", false},
		{"0", "5", "4", "i32", true},
		{"4", "4", "1", "i32", false},
		{"5", "4", "1", "i32", false},
		{"0", "1", "0", "i32", true},
		{"0", "1", "-1", "i32", true},
		{"-128", "127", "127", "i8", true},
		{"-1", "127", "127", "i8", true},
		{"0", "127", "127", "i8", false},
		{"-9223372036854775808", "9223372036854775807", "9223372036854775807", "i64", true},
		{"-1", "9223372036854775807", "9223372036854775807", "i64", true},
		{"0", "9223372036854775807", "9223372036854775807", "i64", false},
	} {
		module, err := parse(fmt.Sprintf(`
func.func private @effect()
func.func @f() {
  %%lower = arith.constant %s : %s
  %%upper = arith.constant %s : %s
  %%step = arith.constant %s : %s
  scf.for %%i = %%lower to %%upper step %%step : %s {
    func.call @effect() : () -> ()
  }
  return
}`, tc.lower, tc.kind, tc.upper, tc.kind, tc.step, tc.kind, tc.kind))
		if err != nil {
			t.Fatal(err)
		}
		pattern.ApplyGreedily(module, pattern.Canonicalizations(module.Context().Registry), pattern.Config{Fold: true})
		if left := find(module, scf.For) != nil; left != tc.left {
			t.Errorf("from %s to %s step %s : %s: left is %v", tc.lower, tc.upper, tc.step, tc.kind, left)
		}
	}
}
