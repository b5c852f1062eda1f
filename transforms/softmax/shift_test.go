package softmax_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	mathd "tawa/dialects/math"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/parser"
	"tawa/pass"
	"tawa/printer"
	"tawa/transforms/softmax"
)

// transform runs the pass on a program and returns what comes out.
func transform(text string) string {
	registry, passes := ir.NewRegistry(), pass.NewRegistry()
	mathd.Register(registry)
	scf.Register(registry)
	nvgpu.Register(registry)
	softmax.Register(passes)
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(registry), diag.NewFile("softmax.mlir", []byte(text)), &sink)
	if !ok || !pass.ParsePipeline(passes, "builtin.module(tawa-lazy-rescale)", &sink).Run(module, &sink) {
		panic(sink.All()[0].Message)
	}
	return printer.String(module, printer.Options{})
}

func Example() {
	text := strings.NewReplacer("OUTSIDE", "", "INSIDE", "", "YIELDS", "%x3, %x2, %x1", "BEHIND", "").Replace(program)
	fmt.Println(strings.Count(transform(text), "tawa.skip_ones"), "product is mostly with ones")
	// Output: 1 product is mostly with ones
}

// program is an online softmax over tiles of K, with room in it: for ops before the loop, in it and behind it,
// and for the next values of the three vectors that the loop carries beside the maximum, the sum and the tile.
const program = `
tt.func public @softmax(%q: tensor<64x64xf16>, %d: !tt.tensordesc<tensor<64x64xf16>>, %o: !tt.tensordesc<tensor<64x64xf32>>,
    %to: tensor<64x!tt.ptr<f32>>, %n: i32, %cond: i1, %mask: tensor<64xi1>) {
  %c0 = arith.constant 0 : i32
  %c64 = arith.constant 64 : i32
  %lowest = arith.constant dense<0xFF800000> : tensor<64xf32>
  %none = arith.constant dense<0.0> : tensor<64xf32>
  %one = arith.constant dense<1.0> : tensor<64xf32>
  %small = arith.constant dense<1.0e-7> : tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  OUTSIDE
  %r:6 = scf.for %i = %c0 to %n step %c64 iter_args(%m = %lowest, %l = %none, %acc = %zero, %x3 = %none, %x2 = %none, %x1 = %none)
      -> (tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) : i32 {
    %k = tt.descriptor_load %d[%i, %c0] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
    %s = tt.dot %q, %k, %zero : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    %top = "tt.reduce"(%s) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.maxnumf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %next = arith.maxnumf %m, %top : tensor<64xf32>
    %wide = tt.expand_dims %next {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %all = tt.broadcast %wide : tensor<64x1xf32> -> tensor<64x64xf32>
    %less = arith.subf %s, %all : tensor<64x64xf32>
    %p = math.exp2 %less : tensor<64x64xf32>
    %back = arith.subf %m, %next : tensor<64xf32>
    %alpha = math.exp2 %back : tensor<64xf32>
    %sum = "tt.reduce"(%p) <{axis = 1 : i32}> ({
    ^bb0(%x: f32, %y: f32):
      %z = arith.addf %x, %y : f32
      tt.reduce.return %z : f32
    }) : (tensor<64x64xf32>) -> tensor<64xf32>
    %scaled = arith.mulf %l, %alpha : tensor<64xf32>
    %l1 = arith.addf %scaled, %sum : tensor<64xf32>
    %aw = tt.expand_dims %alpha {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
    %aa = tt.broadcast %aw : tensor<64x1xf32> -> tensor<64x64xf32>
    %acc1 = arith.mulf %acc, %aa : tensor<64x64xf32>
    %h = arith.truncf %p : tensor<64x64xf32> to tensor<64x64xf16>
    %acc2 = tt.dot %h, %k, %acc1 : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
    INSIDE
    scf.yield %next, %l1, %acc2, YIELDS : tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
  }
  %lw = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
  %ll = tt.broadcast %lw : tensor<64x1xf32> -> tensor<64x64xf32>
  %mean = arith.divf %r#2, %ll : tensor<64x64xf32>
  tt.descriptor_store %o[%c0, %c0], %mean : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>
  BEHIND
  tt.return
}`

// A maximum may lag only if nothing that is stored depends on it.
func TestLazyRescaleIsProved(t *testing.T) {
	const kept = "%x3, %x2, %x1"
	tests := []struct {
		name                            string
		outside, inside, yields, behind string
		lags                            bool
	}{
		{name: "an online softmax", yields: kept, lags: true},
		{name: "the log of the sum", yields: kept, lags: true, behind: `
			%log = math.log2 %r#1 : tensor<64xf32>
			%v = arith.addf %log, %r#0 : tensor<64xf32>
			tt.store %to, %v : tensor<64x!tt.ptr<f32>>`},
		{name: "a term that no other follows", inside: "%e = arith.subf %one, %next : tensor<64xf32>\n%t = math.exp2 %e : tensor<64xf32>",
			yields: "%none, %none, %t", lags: true, behind: `
			%u = arith.divf %r#5, %r#1 : tensor<64xf32>
			tt.store %to, %u : tensor<64x!tt.ptr<f32>>`},
		{name: "a small part of it", yields: kept, behind: `
			%v = arith.mulf %r#0, %small : tensor<64xf32>
			tt.store %to, %v : tensor<64x!tt.ptr<f32>>`},
		{name: "a term of the iteration before", inside: "%e = arith.subf %one, %m : tensor<64xf32>\n%t = math.exp2 %e : tensor<64xf32>",
			yields: "%none, %none, %t", behind: `
			%u = arith.divf %r#5, %r#1 : tensor<64xf32>
			tt.store %to, %u : tensor<64x!tt.ptr<f32>>`},
		{name: "how often it moved", inside: "%e = arith.subf %next, %m : tensor<64xf32>\n%t = arith.addf %x1, %e : tensor<64xf32>",
			yields: "%none, %none, %t", behind: "tt.store %to, %r#5 : tensor<64x!tt.ptr<f32>>"},
		{name: "zero or lowest", yields: kept, behind: `
			%either = arith.select %mask, %none, %lowest : tensor<64xi1>, tensor<64xf32>
			%or = arith.select %cond, %either, %r#0 : tensor<64xf32>
			%v = arith.subf %or, %r#0 : tensor<64xf32>
			tt.store %to, %v : tensor<64x!tt.ptr<f32>>`},
		{name: "three iterations later", yields: kept, behind: `
			%e = arith.subf %one, %r#0 : tensor<64xf32>
			%t = math.exp2 %e : tensor<64xf32>
			%late:4 = scf.for %i = %c0 to %n step %c64 iter_args(%a = %none, %b = %none, %c = %none, %d4 = %none)
			    -> (tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) : i32 {
			  scf.yield %b, %c, %d4, %t : tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>
			}
			tt.store %to, %late#0 : tensor<64x!tt.ptr<f32>>`},
		{name: "a reduction that adds another number", yields: kept, outside: "%c1 = arith.constant 1.0 : f32", behind: `
			%l2 = tt.expand_dims %r#1 {axis = 1 : i32} : tensor<64xf32> -> tensor<64x1xf32>
			%more = "tt.reduce"(%l2) <{axis = 1 : i32}> ({
			^bb0(%x: f32, %y: f32):
			  %z = arith.addf %x, %c1 : f32
			  tt.reduce.return %z : f32
			}) : (tensor<64x1xf32>) -> tensor<64xf32>
			%v = arith.divf %more, %r#1 : tensor<64xf32>
			tt.store %to, %v : tensor<64x!tt.ptr<f32>>`},
		{name: "a sum over references", yields: kept, behind: `
			%both = "tt.reduce"(%r#1) <{axis = 0 : i32}> ({
			^bb0(%x: f32, %y: f32):
			  %z = arith.addf %x, %y : f32
			  tt.reduce.return %z : f32
			}) : (tensor<64xf32>) -> f32
			%sums = tt.splat %both : f32 -> tensor<64xf32>
			%v = arith.divf %sums, %r#1 : tensor<64xf32>
			tt.store %to, %v : tensor<64x!tt.ptr<f32>>`},
		{name: "a dot over references", yields: kept, outside: "%a = arith.constant dense<1.0> : tensor<1x64x64xf32>\n%no = arith.constant dense<0.0> : tensor<1x64x64xf32>", behind: `
			%l2 = tt.expand_dims %r#1 {axis = 0 : i32} : tensor<64xf32> -> tensor<1x64xf32>
			%l3 = tt.expand_dims %l2 {axis = 2 : i32} : tensor<1x64xf32> -> tensor<1x64x1xf32>
			%b = tt.broadcast %l3 : tensor<1x64x1xf32> -> tensor<1x64x64xf32>
			%dot = tt.dot %a, %b, %no : tensor<1x64x64xf32> * tensor<1x64x64xf32> -> tensor<1x64x64xf32>
			%v = arith.divf %dot, %b : tensor<1x64x64xf32>
			%flat = tt.reshape %v : tensor<1x64x64xf32> -> tensor<64x64xf32>
			tt.descriptor_store %o[%c0, %c0], %flat : !tt.tensordesc<tensor<64x64xf32>>, tensor<64x64xf32>`},
		{name: "another block", yields: kept, behind: `
			cf.br ^bb1
			^bb1:
			tt.store %to, %r#0 : tensor<64x!tt.ptr<f32>>`},
		{name: "a sum in 16 bits", yields: kept, behind: `
			%h1 = arith.truncf %r#1 : tensor<64xf32> to tensor<64xf16>
			%h2 = arith.divf %h1, %h1 : tensor<64xf16>
			%v = arith.extf %h2 : tensor<64xf16> to tensor<64xf32>
			tt.store %to, %v : tensor<64x!tt.ptr<f32>>`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := strings.NewReplacer("OUTSIDE", test.outside, "INSIDE", test.inside, "YIELDS", test.yields, "BEHIND", test.behind).Replace(program)
			after := transform(text)
			if lags := strings.Contains(after, "tawa.skip_ones"); lags != test.lags {
				t.Errorf("the maximum lags: %v, want %v:\n%s", lags, test.lags, after)
			}
		})
	}
}
