package transforms_test

import (
	"os"
	"path/filepath"
	"testing"

	"tawa/diag"
	"tawa/driver"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/pattern"
	"tawa/printer"
)

// settles fails if the driver leaves something in root that it finds when it looks at all ops anew.
func settles(t *testing.T, root *ir.Operation, regions pattern.Regions) {
	t.Helper()
	set := pattern.NewSet(pattern.Canonicalizations(root.Context().Registry), &pattern.Config{})
	var left []string
	cfg := pattern.Config{Fold: true, Regions: regions, MaxIterations: -1}
	set.Apply(root, cfg)
	cfg.Trace = func(name string, op *ir.Operation) { left = append(left, name+" of "+op.Name().String()) }
	if set.Apply(root, cfg); len(left) > 0 {
		t.Errorf("left %v\n%s", left, printer.String(root, printer.Options{}))
	}
}

// What a rewrite makes possible elsewhere than at its operands and users is found as well.
func TestGreedyDriverLeavesNothing(t *testing.T) {
	for _, tc := range []struct{ name, text string }{
		{"the loop around is dead once the buffer is, which it does not carry any more", `
		!buf = !ttg.memdesc<64xf32, #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, #ttg.shared_memory, mutable>
		!t = tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>>
		tt.func @f(%n: i32, %x: !t) {
			%a = ttg.local_alloc : () -> !buf
			%r = scf.for %i = %n to %n step %n iter_args(%b = %a) -> (!buf) : i32 {
				ttg.local_store %x, %b : !t -> !buf
				scf.yield %b : !buf
			}
			%l = ttg.local_load %r : !buf -> !t
			tt.return }`},
		{"a region is of one block", `func.func @f(%b: i1) {
			scf.if %b { scf.execute_region {
				%c = arith.constant false
				"test.use"() : () -> ()
				cf.cond_br %c, ^e, ^g
			^e: "test.here"() : () -> () cf.br ^g
			^g: scf.yield } }
			return }`},
		{"a constant that an erased region used twice", `func.func @f(%m: memref<4xf32>, %x: f32) {
			%i = arith.constant 1 : index
			%c = arith.constant false
			scf.if %c { memref.store %x, %m[%i] : memref<4xf32> memref.store %x, %m[%i] : memref<4xf32> }
			return }`},
		{"one branch to a block is left", `func.func @f(%b: i1) {
			%c = arith.constant false
			cf.cond_br %b, ^a, ^d
		^a: "test.use"() : () -> () cf.br ^e
		^d: "test.use"() : () -> () cf.cond_br %c, ^e, ^g
		^e: "test.here"() : () -> () cf.br ^g
		^g: return }`},
		{"a block is a mere branch", `func.func @f(%b: i1, %x: i32) -> i32 {
			%0 = arith.constant 0 : i32
			cf.cond_br %b, ^a, ^d
		^a: %y = arith.addi %x, %0 : i32 cf.br ^d
		^d: return %x : i32 }`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ctx := ir.NewContext(driver.AllDialects())
			ctx.AllowUnregistered = true
			root, ok := parser.Parse(ctx, diag.NewFile("f", []byte(tc.text)), &diag.Sink{})
			if !ok {
				t.Fatal("errors")
			}
			settles(t, root, pattern.Off)
		})
	}
}

// All programs of the lit tests that need no more than a parser.
func TestGreedyDriverLeavesNothingInLit(t *testing.T) {
	files, err := filepath.Glob("../lit/*/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	ctx, programs := ir.NewContext(driver.AllDialects()), 0
	ctx.AllowUnregistered = true
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range diag.NewFile(file, text).Split("// -----") {
			root, ok := parser.Parse(ctx, part, &diag.Sink{})
			if !ok || !verify.Verify(root, &diag.Sink{}) {
				continue // that it is refused is what the file is about
			}
			programs++
			settles(t, root, pattern.Normal)
		}
	}
	if programs < 150 {
		t.Errorf("only %d programs", programs)
	}
}
