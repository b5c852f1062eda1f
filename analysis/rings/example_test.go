package rings_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/rings"
	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
)

// parse reads a module and returns it with its only function.
func parse(t testing.TB, text string) (module, fn *ir.Operation) {
	module = analysistest.Parse(t, text, builtin.Register, arith.Register, scf.Register, tt.Register, aref.Register, nvgpu.Register)
	return module, module.Region(0).First().First()
}

const example = `
tt.func @two(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = aref.create : !aref.ring<2 x (tensor<16xf32>)>
  ttg.warp_specialize(%r, %n)
  default {
    %e = scf.for %k = %c0 to %n step %c1 iter_args(%i = %c0) -> (i32) : i32 {
      %a = aref.get %r[%i] : !aref.ring<2 x (tensor<16xf32>)>
      aref.consumed %r[%i] : !aref.ring<2 x (tensor<16xf32>)>
      %next = arith.addi %i, %c1 : i32
      scf.yield %next : i32
    }
    ttg.warp_yield
  }
  partition0(%p: !aref.ring<2 x (tensor<16xf32>)>, %m: i32) num_warps(4) {
    %d0 = arith.constant 0 : i32
    %d1 = arith.constant 1 : i32
    %tile = arith.constant dense<1.0> : tensor<16xf32>
    %e = scf.for %k = %d0 to %m step %d1 iter_args(%i = %d0) -> (i32) : i32 {
      aref.put %p[%i], %tile : !aref.ring<2 x (tensor<16xf32>)>
      %next = arith.addi %i, %d1 : i32
      scf.yield %next : i32
    }
    ttg.warp_return
  } : (!aref.ring<2 x (tensor<16xf32>)>, i32) -> ()
  tt.return
}`

// A ring whose roles run the same loop, and the same with a slot that is never given back.
func Example() {
	_, fn := parse(&testing.B{}, example)
	v := rings.Check(fn)
	fmt.Println(v.Outcome == rings.Proven, v.States, "states")

	_, fn = parse(&testing.B{}, strings.Replace(example, "aref.consumed %r[%i] : !aref.ring<2 x (tensor<16xf32>)>", "", 1))
	v = rings.Check(fn)
	fmt.Println(v.Text)
	for _, s := range v.Steps {
		fmt.Println(s.Text)
	}
	// Output:
	// true 4 states
	// the program ends with slot 0 of %r borrowed: get 0 is never given back
	// 1. partition0: put %r[0] (slot 0)
	// 2. the default region: get %r[0] (slot 0)
}
