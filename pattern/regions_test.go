package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/cf"
	"tawa/dialects/func"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/pattern"
	"tawa/printer"
)

func parseBlocks(t testing.TB, body string) *ir.Operation {
	r := ir.NewRegistry()
	funcd.Register(r)
	cf.Register(r)
	sink := &diag.Sink{}
	module, ok := parser.Parse(ir.NewContext(r), diag.NewFile("in.mlir", []byte(body)), sink)
	if !ok || !verify.Verify(module, sink) {
		t.Fatal(sink.All()[0].Message)
	}
	return module
}

func TestSimplifyRegions(t *testing.T) {
	const head = "func.func @f(%c: i1, %x: i32, %y: i32, %n: i32) -> i32 {\n"
	for _, tc := range []struct {
		name, body         string
		normal, aggressive string // blocks, arguments of blocks but the first, and ops
	}{
		{"nothing to do", "return %x : i32", "1 0 1", "1 0 1"},
		{"unreachable blocks in a circle", "return %x : i32\n^a: cf.br ^b\n^b: cf.br ^a", "1 0 1", "1 0 1"},
		{"argument that nothing needs", "cf.br ^a(%x, %y : i32, i32)\n^a(%p: i32, %q: i32): return %p : i32", "2 1 2", "2 0 2"},
		{"argument for its own sake", "cf.br ^a(%x : i32)\n^a(%p: i32): cf.cond_br %c, ^a(%p : i32), ^b\n^b: return %y : i32", "3 0 3", "3 0 3"},
		{"value in a circle", `cf.br ^a(%x : i32)
		^a(%p: i32): %q = arith.addi %p, %y : i32 cf.cond_br %c, ^a(%q : i32), ^b
		^b: return %y : i32`, "3 0 3", "3 0 3"},
		{"argument of one value around a loop", `cf.br ^a(%x : i32)
		^a(%p: i32): cf.cond_br %c, ^a(%p : i32), ^b
		^b: return %p : i32`, "3 1 3", "3 0 3"},
		{"equal blocks", `cf.cond_br %c, ^a(%x : i32), ^b(%y : i32)
		^a(%p: i32): %s = arith.addi %p, %p : i32 return %s : i32
		^b(%q: i32): %t = arith.addi %q, %q : i32 return %t : i32`, "3 2 5", "2 1 3"},
		{"blocks that differ in a value", "cf.cond_br %c, ^a, ^b\n^a: return %x : i32\n^b: return %y : i32", "3 0 3", "3 0 3"},
		{"blocks that differ in an attribute", `cf.cond_br %c, ^a, ^b
		^a: %s = arith.addi %x, %x {k = 1 : i32} : i32 return %s : i32
		^b: %t = arith.addi %x, %x : i32 return %t : i32`, "3 0 5", "3 0 5"},
		{"switch", `cf.switch %n : i32, [default: ^a(%x, %y : i32, i32), 1: ^a(%x, %x : i32, i32), 2: ^b(%y : i32)]
		^a(%p: i32, %q: i32): return %q : i32
		^b(%r: i32): return %x : i32`, "3 1 3", "3 1 3"},
		{"effects stay", `cf.assert %c, "no"
		%d = arith.addi %x, %y : i32
		cf.br ^a
		^a: return %x : i32`, "2 0 3", "2 0 3"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for how, want := range map[pattern.Regions]string{pattern.Normal: tc.normal, pattern.Aggressive: tc.aggressive} {
				module := parseBlocks(t, head+tc.body+"\n}")
				before := count(module)
				changed := pattern.SimplifyRegions(module, how, nil)
				sink := &diag.Sink{}
				if !verify.Verify(module, sink) {
					t.Fatalf("wrong: %s\n%s", sink.All()[0].Message, printer.String(module, printer.Options{}))
				}
				if got := count(module); got != want || changed != (got != before) {
					t.Errorf("%d: %s (changed: %v), want %s\n%s", how, got, changed, want, printer.String(module, printer.Options{}))
				}
				if pattern.SimplifyRegions(module, how, nil) {
					t.Errorf("%d: something was left for a second time", how)
				}
			}
		})
	}
}

// count gives the number of blocks, of arguments of blocks but the first, and of ops of the function.
func count(module *ir.Operation) string {
	blocks, args, ops := 0, 0, 0
	region := ir.LookupSymbol(module, "f").Region(0)
	for b := range region.Blocks() {
		blocks++
		if b != region.First() {
			args += len(b.Args())
		}
		for range b.Ops() {
			ops++
		}
	}
	return fmt.Sprint(blocks, args, ops)
}

func TestGreedyDriverTakesTurnsWithRegions(t *testing.T) {
	const body = `func.func @f(%x: i32) -> i32 {
		%c = arith.constant false
		cf.cond_br %c, ^a(%x : i32), ^b
	^a(%p: i32): %q = arith.addi %p, %x : i32 cf.br ^b
	^b: return %x : i32
	}`
	for how, want := range map[pattern.Regions]bool{pattern.Off: true, pattern.Normal: false} {
		module := parseBlocks(t, strings.Replace(body, "return %x", "cf.br ^d\n^z: cf.br ^z\n^d: return %x", 1))
		pattern.ApplyGreedily(module, nil, pattern.Config{Fold: true, Regions: how})
		text := printer.String(module, printer.Options{})
		if got := strings.Contains(text, "^bb1(%p"); got != want || strings.Contains(text, "^bb4") {
			t.Errorf("%v: %s", how, text)
		}
	}
}
