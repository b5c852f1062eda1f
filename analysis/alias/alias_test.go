package alias_test

import (
	"fmt"
	"testing"

	"tawa/analysis/alias"
	"tawa/analysis/analysistest"
	"tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

func parse(t testing.TB, text string) *ir.Operation {
	t.Helper()
	return analysistest.Parse(t, text, funcd.Register, scf.Register, tt.Register, ttg.Register)
}

var value = analysistest.Value

const kernel = `
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
!buf = !ttg.memdesc<2x64xf32, #s, #ttg.shared_memory, mutable>
!slot = !ttg.memdesc<64xf32, #s, #ttg.shared_memory, mutable>
tt.func @f(%p: !tt.ptr<f32>, %q: !tt.ptr<f32>, %m: !slot, %i: i32, %c: i1, %v: f32) {
	%a = ttg.local_alloc : () -> !buf
	%b = ttg.local_alloc : () -> !buf
	%a0 = ttg.memdesc_index %a[%i] : !buf -> !slot
	%b0 = ttg.memdesc_index %b[%i] : !buf -> !slot
	%p1 = tt.addptr %p, %i : !tt.ptr<f32>, i32
	%p2 = scf.for %j = %i to %i step %i iter_args(%r = %p1) -> !tt.ptr<f32> : i32 {
		%n = tt.addptr %r, %i : !tt.ptr<f32>, i32
		scf.yield %n : !tt.ptr<f32>
	}
	%either = scf.if %c -> !slot { scf.yield %a0 : !slot } else { scf.yield %b0 : !slot }
	%chosen = arith.select %c, %p, %q : !tt.ptr<f32>
	%l = ttg.local_load %a0 : !slot -> tensor<64xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>>
	%w = scf.if %c -> f32 { tt.store %p1, %v : !tt.ptr<f32> scf.yield %v : f32 } else { scf.yield %v : f32 }
	%d = arith.addf %v, %v : f32
	tt.return
}`

func TestAlias(t *testing.T) {
	module := parse(t, kernel)
	a := alias.New()
	for _, tc := range []struct {
		v, w string
		want alias.Result
	}{
		{"a", "a", alias.Must},
		{"a", "b", alias.No},
		{"a", "a0", alias.May},
		{"a0", "b0", alias.No},
		{"a0", "m", alias.No}, // the argument was there before
		{"either", "a", alias.May},
		{"either", "b0", alias.May},
		{"either", "m", alias.No},
		{"p", "q", alias.May}, // nobody says that arguments differ
		{"p1", "p", alias.May},
		{"n", "p", alias.May},
		{"p2", "a", alias.No},
		{"chosen", "q", alias.May},
	} {
		v, w := value(module, tc.v), value(module, tc.w)
		if got := a.Alias(v, w); got != tc.want {
			t.Errorf("%%%s and %%%s: %v, want %v", tc.v, tc.w, got, tc.want)
		}
		if a.Alias(v, w) != a.Alias(w, v) {
			t.Errorf("%%%s and %%%s: not the same both ways round", tc.v, tc.w)
		}
	}
}

func TestEffects(t *testing.T) {
	module := parse(t, kernel)
	a := alias.New()
	for _, tc := range []struct {
		op, on string
		want   alias.Effect
	}{
		{"l", "a", alias.Reads},
		{"l", "either", alias.Reads},
		{"l", "b", 0},
		{"d", "p", 0},
		{"w", "p", alias.Writes},
		{"w", "a", 0},
	} {
		if got := a.Effects(value(module, tc.op).Def(), value(module, tc.on)); got != tc.want {
			t.Errorf("%%%s on %%%s: %v, want %v", tc.op, tc.on, got, tc.want)
		}
	}
}

func Example() {
	module := parse(&testing.B{}, kernel)
	a := alias.New()
	for _, root := range a.Roots(value(module, "either")) {
		fmt.Println(root.Name())
	}
	fmt.Println(a.Alias(value(module, "either"), value(module, "m")))
	// Output:
	// a
	// b
	// no
}
