package dataflow_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/dataflow"
	"tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
)

func parse(t testing.TB, text string) *ir.Operation {
	t.Helper()
	return analysistest.Parse(t, text, funcd.Register, scf.Register, tt.Register)
}

var value = analysistest.Value

func TestConstants(t *testing.T) {
	for _, tc := range []struct{ name, text, value, want string }{
		{"fold", "func.func @f() { %a = arith.constant 4 : i32 %x = arith.addi %a, %a : i32 return }", "x", "8 : i32"},
		{"argument", "func.func @f(%x: i32) { return }", "x", "unknown"},
		{"same on both ways", `func.func @f(%c: i1) {
			%a = arith.constant 4 : i32
			cf.cond_br %c, ^b(%a : i32), ^d
		^d: cf.br ^b(%a : i32)
		^b(%x: i32): return }`, "x", "4 : i32"},
		{"different on both ways", `func.func @f(%c: i1) {
			%a = arith.constant 4 : i32
			%b = arith.constant 5 : i32
			cf.cond_br %c, ^b(%a : i32), ^d
		^d: cf.br ^b(%b : i32)
		^b(%x: i32): return }`, "x", "unknown"},
		{"a way not taken", `func.func @f(%y: i32) {
			%a = arith.constant 4 : i32
			%c = arith.constant true
			cf.cond_br %c, ^b(%a : i32), ^d
		^d: %x = arith.addi %y, %y : i32
			cf.br ^b(%y : i32)
		^b(%z: i32): return }`, "x", "dead"},
		{"constant through a loop", `func.func @f(%n: index) {
			%a = arith.constant 4 : i32
			%x = scf.for %i = %n to %n step %n iter_args(%v = %a) -> i32 { scf.yield %v : i32 }
			return }`, "x", "4 : i32"},
		{"not constant in a loop", `func.func @f(%n: index) {
			%a = arith.constant 4 : i32
			%r = scf.for %i = %n to %n step %n iter_args(%x = %a) -> i32 { %y = arith.addi %x, %a : i32 scf.yield %y : i32 }
			return }`, "x", "unknown"},
		{"a fold in place changes nothing", `func.func @f(%n: i32) {
			%a = arith.constant 4 : i32
			%x = arith.addi %a, %n : i32
			return }`, "x", "unknown"},
		{"zero takes the other operand", `func.func @f(%n: i32) {
			%a = arith.constant 0 : i32
			%x = arith.addi %a, %n : i32
			return }`, "x", "unknown"},
		{"a while that never goes on", `func.func @f(%n: i32) {
			%c = arith.constant false
			%r = scf.while (%a = %n) : (i32) -> i32 { scf.condition(%c) %a : i32 } do { ^bb0(%x: i32): scf.yield %x : i32 }
			return }`, "x", "dead"},
		{"private function", `func.func private @g(%x: i32) { return }
			func.func @f() { %a = arith.constant 4 : i32 call @g(%a) : (i32) -> () return }`, "x", "4 : i32"},
		{"private function that no one calls", "func.func private @g(%x: i32) { return }", "x", "dead"},
		{"private function called with two values", `func.func private @g(%x: i32) { return }
			func.func @f() { %a = arith.constant 4 : i32 %b = arith.constant 5 : i32
			call @g(%a) : (i32) -> () call @g(%b) : (i32) -> () return }`, "x", "unknown"},
		{"function that escapes", `func.func private @g(%x: i32) { return }
			func.func @f() { %a = arith.constant 4 : i32 call @g(%a) : (i32) -> () %h = constant @g : (i32) -> () return }`, "x", "unknown"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			module := parse(t, tc.text)
			before := shape(module)
			facts := dataflow.Constants(module)
			v, got := value(module, tc.value), "unknown"
			if _, live := facts.At(v); !live {
				got = "dead"
			} else if c := facts.Constant(v); c != nil {
				got = ir.AttrString(c)
			}
			if got != tc.want {
				t.Errorf("%%%s is %s, want %s", tc.value, got, tc.want)
			}
			if after := shape(module); after != before {
				t.Errorf("the analysis changed the program from\n%s\nto\n%s", before, after)
			}
		})
	}
}

func shape(root *ir.Operation) string {
	var b strings.Builder
	root.Walk(func(op *ir.Operation) bool {
		fmt.Fprint(&b, op.Name(), op.Operands(), op.Inherent(), op.Discardable(), "\n")
		return true
	})
	return b.String()
}

// stores is a dense domain: the names of the pointers written so far (backward: yet to be written), sorted by letter.
type stores struct{ edge string }

func (stores) Join(a, b string) string {
	for _, c := range b {
		if !strings.ContainsRune(a, c) {
			a += string(c)
		}
	}
	return sorted(a)
}
func (stores) Equal(a, b string) bool { return a == b }
func (s stores) Edge() string         { return s.edge }
func (s stores) Transfer(op *ir.Operation, fact string) string {
	if op.Is(tt.Store) {
		return s.Join(fact, op.Operand(0).Name())
	}
	return fact
}

func sorted(s string) string {
	letters := strings.Split(s, "")
	for i := range letters {
		for j := i; j > 0 && letters[j] < letters[j-1]; j-- {
			letters[j], letters[j-1] = letters[j-1], letters[j]
		}
	}
	return strings.Join(letters, "")
}

const manyStores = `tt.func @f(%a: !tt.ptr<f32>, %b: !tt.ptr<f32>, %c: !tt.ptr<f32>, %d: !tt.ptr<f32>, %v: f32, %n: i32, %k: i1) {
	tt.store %a, %v : !tt.ptr<f32>
	scf.for %i = %n to %n step %n : i32 {
		%in = arith.addf %v, %v : f32
		tt.store %b, %v : !tt.ptr<f32>
	}
	%mid = arith.addf %v, %v : f32
	%r = scf.if %k -> f32 {
		tt.store %c, %v : !tt.ptr<f32>
		%then = arith.addf %v, %v : f32
		scf.yield %v : f32
	} else {
		%else = arith.addf %v, %v : f32
		scf.yield %v : f32
	}
	cf.cond_br %k, ^left, ^right
^left:
	tt.store %d, %v : !tt.ptr<f32>
	cf.br ^right
^right:
	%end = arith.addf %v, %v : f32
	tt.return
}`

func TestDense(t *testing.T) {
	module := parse(t, manyStores)
	forward := dataflow.RunDenseForward[string](module, stores{}, nil)
	backward := dataflow.RunDenseBackward[string](module, stores{}, nil)
	for _, tc := range []struct{ at, done, ahead string }{
		{"in", "ab", "bcd"},
		{"mid", "ab", "cd"},
		{"then", "abc", "d"},
		{"else", "ab", "d"},
		{"r", "ab", "cd"},
		{"end", "abcd", ""},
	} {
		op := value(module, tc.at).Def()
		if got, ok := forward.Before(op); !ok || got != tc.done {
			t.Errorf("written before %%%s: %q, want %q", tc.at, got, tc.done)
		}
		if got, ok := backward.Before(op); !ok || got != tc.ahead {
			t.Errorf("still to be written from %%%s on: %q, want %q", tc.at, got, tc.ahead)
		}
	}
	// Behind the conditional both ways have joined.
	if got, _ := forward.After(value(module, "r").Def()); got != "abc" {
		t.Errorf("written behind the scf.if: %q", got)
	}
}

func TestDenseLeavesOutDeadBlocks(t *testing.T) {
	module := parse(t, `tt.func @f(%a: !tt.ptr<f32>, %v: f32) {
		%c = arith.constant false
		cf.cond_br %c, ^left, ^right
	^left:
		tt.store %a, %v : !tt.ptr<f32>
		cf.br ^right
	^right:
		%end = arith.addf %v, %v : f32
		tt.return
	}`)
	op := value(module, "end").Def()
	all := dataflow.RunDenseForward[string](module, stores{}, nil)
	live := dataflow.RunDenseForward[string](module, stores{}, dataflow.Constants(module))
	if got, _ := all.Before(op); got != "a" {
		t.Errorf("without dead code: %q", got)
	}
	if got, _ := live.Before(op); got != "" {
		t.Errorf("with dead code: %q", got)
	}
}

func Example() {
	module := parse(&testing.B{}, `func.func @f(%c: i1) -> i32 {
		%a = arith.constant 20 : i32
		%b = arith.constant 22 : i32
		%x = scf.if %c -> i32 { scf.yield %a : i32 } else { scf.yield %a : i32 }
		%y = arith.addi %x, %b : i32
		return %y : i32
	}`)
	facts := dataflow.Constants(module)
	fmt.Println(ir.AttrString(facts.Constant(value(module, "y"))))
	// Output: 42 : i32
}
