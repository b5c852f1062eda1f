package liveness_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/liveness"
	"tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/ir"
)

func parse(t testing.TB, text string) *ir.Operation {
	t.Helper()
	return analysistest.Parse(t, text, funcd.Register, scf.Register)
}

var value = analysistest.Value

const program = `func.func @f(%x: i32, %y: i32, %c: i1) -> i32 {
	%a = arith.addi %x, %y : i32
	%b = arith.muli %a, %a : i32
	cf.br ^loop(%b : i32)
^loop(%v: i32):
	%w = arith.addi %v, %x : i32
	cf.cond_br %c, ^loop(%w : i32), ^end
^end:
	%r = scf.if %c -> i32 { %d = arith.addi %w, %a : i32 scf.yield %d : i32 } else { scf.yield %y : i32 }
	return %r : i32
}`

func names(vs []*ir.Value) string {
	var out []string
	for _, v := range vs {
		out = append(out, v.Name())
	}
	return strings.Join(out, " ")
}

func TestBlocks(t *testing.T) {
	module := parse(t, program)
	l := liveness.New(module)
	entry, loop, end := value(module, "a").Block(), value(module, "w").Block(), value(module, "r").Block()
	for _, tc := range []struct {
		b       *ir.Block
		in, out string
	}{
		{entry, "", "x y a c"},
		{loop, "x y a c", "x y a w c"},
		{end, "y a w c", ""},
	} {
		if in, out := names(l.LiveIn(tc.b)), names(l.LiveOut(tc.b)); !sameSet(in, tc.in) || !sameSet(out, tc.out) {
			t.Errorf("live in %q, out %q; want %q, %q", in, out, tc.in, tc.out)
		}
	}
}

func sameSet(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	if len(x) != len(y) {
		return false
	}
	for _, s := range x {
		if !strings.Contains(" "+b+" ", " "+s+" ") {
			return false
		}
	}
	return true
}

func TestIsDeadAfter(t *testing.T) {
	module := parse(t, program)
	l := liveness.New(module)
	for _, tc := range []struct {
		v, op string
		want  bool
	}{
		{"b", "b", false}, // the branch takes it
		{"v", "w", true},
		{"x", "a", false}, // used in the loop
		{"x", "w", false}, // and again in the next iteration
		{"w", "r", true},
		{"w", "d", true},
		{"a", "b", false},
	} {
		if got := l.IsDeadAfter(value(module, tc.v), value(module, tc.op).Def()); got != tc.want {
			t.Errorf("%%%s dead after %%%s: %v", tc.v, tc.op, got)
		}
	}
}

func TestNeededValues(t *testing.T) {
	module := parse(t, `
	func.func private @effect(%e: i32)
	func.func private @g(%p: i32, %q: i32) -> (i32, i32) { %s = arith.addi %q, %q : i32 return %p, %s : i32, i32 }
	func.func @f(%x: i32, %y: i32, %n: index, %c: i1) -> i32 {
		%dead = arith.addi %x, %x : i32
		%a = arith.addi %x, %y : i32
		call @effect(%a) : (i32) -> ()
		%k = arith.constant 1 : index
		%r:2 = scf.for %i = %k to %n step %k iter_args(%v = %x, %u = %x) -> (i32, i32) {
			%t = arith.muli %u, %x : i32
			scf.yield %v, %t : i32, i32
		}
		%z = arith.addi %y, %y : i32
		%m:2 = call @g(%r#0, %z) : (i32, i32) -> (i32, i32)
		return %m#0 : i32
	}`)
	l := liveness.NewValues(module)
	for name, want := range map[string]bool{
		"dead": false, "a": true, "v": true, "u": false, "t": false, "k": true, "p": true, "q": false, "s": false, "z": false, "c": false, "n": true,
	} {
		if got := l.Needed(value(module, name)); got != want {
			t.Errorf("%%%s needed: %v", name, got)
		}
	}
}

func Example() {
	module := parse(&testing.B{}, program)
	l := liveness.New(module)
	fmt.Println(names(l.LiveIn(value(module, "r").Block())))
	// Output: y a c w
}
