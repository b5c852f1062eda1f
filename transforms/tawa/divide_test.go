package tawa_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"tawa/interp"
	"tawa/ir"
	"tawa/printer"
)

// quotients writes n / d and n % d of a table of numbers, signed and unsigned, in a loop like
// one over tiles.
const quotients = `
tt.func public @k(%a: !tt.tensordesc<tensor<64x64xf16>>, %numbers: !tt.ptr<i32>, %out: !tt.ptr<i32>, %d: i32, %n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  scf.for %i = %c0 to %n step %c1 : i32 {
    %from = tt.addptr %numbers, %i : !tt.ptr<i32>, i32
    %x = tt.load %from : !tt.ptr<i32>
    %q = arith.divsi %x, %d : i32
    %r = arith.remsi %x, %d : i32
    %uq = arith.divui %x, %d : i32
    %ur = arith.remui %x, %d : i32
    %acc = scf.for %k = %c0 to %c0 step %c1 iter_args(%s = %zero) -> (tensor<64x64xf32>) : i32 {
      %l = tt.descriptor_load %a[%c0, %k] : !tt.tensordesc<tensor<64x64xf16>> -> tensor<64x64xf16>
      %t = tt.dot %l, %l, %s : tensor<64x64xf16> * tensor<64x64xf16> -> tensor<64x64xf32>
      scf.yield %t : tensor<64x64xf32>
    }
    %at = arith.muli %i, %c4 : i32
    %p0 = tt.addptr %out, %at : !tt.ptr<i32>, i32
    %p1 = tt.addptr %p0, %c1 : !tt.ptr<i32>, i32
    %p2 = tt.addptr %p1, %c1 : !tt.ptr<i32>, i32
    %p3 = tt.addptr %p2, %c1 : !tt.ptr<i32>, i32
    tt.store %p0, %q : !tt.ptr<i32>
    tt.store %p1, %r : !tt.ptr<i32>
    tt.store %p2, %uq : !tt.ptr<i32>
    tt.store %p3, %ur : !tt.ptr<i32>
  }
  tt.return
}`

// Quotients and remainders are exact for all numbers and signs, at the ends of the range too.
func TestDivideIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	any32 := func() int32 { return int32(rng.Uint32()) >> rng.IntN(32) }
	numbers := []int32{0, 1, -1, 2, 7, 8, 131, 132, 1<<31 - 1, -1 << 31, -1<<31 + 1, 1 << 30, -1 << 30}
	for len(numbers) < 200 {
		numbers = append(numbers, any32())
	}
	divisors := []int32{1, 2, 3, 7, 8, 132, 255, 256, 65535, 65536, 65537, 1<<31 - 1, -1 << 31, -2, -7, -132, 1 << 30}
	for range 40 {
		if d := any32(); d != 0 && d != -1 {
			divisors = append(divisors, d)
		}
	}
	before := parse(t, newContext(), "quotients", quotients)
	after := transform(t, "quotients", quotients, "tawa-divide,canonicalize,cse")
	if text := printer.String(after, printer.Options{}); strings.Contains(text, "rem") || strings.Contains(text, "divsi") {
		t.Fatalf("divisions are left:\n%s", text)
	}
	for _, d := range divisors {
		launch := func(ctx *ir.Context, mem *interp.Memory) ([]interp.Arg, []*interp.Buffer) {
			from, out := mem.Alloc("numbers", ctx.I32(), int64(len(numbers))), mem.Alloc("out", ctx.I32(), int64(4*len(numbers)))
			for i, n := range numbers {
				from.SetInt(i, int64(n))
			}
			a := mem.Alloc("a", ctx.F16(), 64, 64)
			return []interp.Arg{interp.Descriptor(a), interp.Pointer(from), interp.Pointer(out), interp.Int(int64(d)), interp.Int(int64(len(numbers)))}, []*interp.Buffer{out}
		}
		want, got := run(t, before, [3]int{1}, launch, interp.Random, 0), run(t, after, [3]int{1}, launch, interp.Random, 0)
		if !bytes.Equal(want[0].Data, got[0].Data) {
			for i := range want[0].Len() {
				if want[0].Int(i) != got[0].Int(i) {
					t.Fatalf("%d by %d: want %v, got %v (of quotient, remainder, unsigned quotient, remainder: number %d)", numbers[i/4], d, want[0].Int(i), got[0].Int(i), i%4)
				}
			}
		}
	}
}
