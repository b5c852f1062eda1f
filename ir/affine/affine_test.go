package affine_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tawa/ir/affine"
)

// The map of a tile: the row stays, the column is split.
func Example() {
	i, j := affine.NewDim(0), affine.NewDim(1)
	four := affine.NewConstant(4)
	m := affine.Map{Dims: 2, Results: []*affine.Expr{
		i, j.FloorDiv(four), j.Sub(j.FloorDiv(four).Mul(four)), i.Add(four).Sub(j).Mul(four),
	}}
	fmt.Println(m)
	// Output: (d0, d1) -> (d0, d1 floordiv 4, d1 mod 4, (d0 - d1 + 4) * 4)
}

func TestSimplification(t *testing.T) {
	d0, d1, s0 := affine.NewDim(0), affine.NewDim(1), affine.NewSymbol(0)
	n := affine.NewConstant
	for _, c := range []struct {
		got  *affine.Expr
		want string
	}{
		{n(4).Add(d0), "d0 + 4"},
		{d0.Add(n(2)).Add(n(-2)), "d0"},
		{s0.Add(d0), "d0 + s0"},
		{d0.Mul(n(2)).Add(d0), "d0 * 3"},
		{d0.Add(n(2)).Add(d1), "d0 + d1 + 2"},
		{d0.Mul(n(6)).FloorDiv(n(3)), "d0 * 2"},
		{d0.Mul(n(8)).Add(d1).Mod(n(4)), "d1 mod 4"},
		{d0.Mul(n(8)).Mod(n(4)), "0"},
		{d0.Mod(n(8)).Mod(n(4)), "d0 mod 4"},
		{d0.Mod(n(0)), "d0 mod 0"},
		{n(-7).FloorDiv(n(2)), "-4"},
		{n(-7).CeilDiv(n(2)), "-3"},
		{n(-7).Mod(n(3)), "2"},
		{d0.Sub(d1.Add(n(3))), "d0 - (d1 + 3)"},
		{d0.Sub(d1.Mul(n(3))), "d0 - d1 * 3"},
		{d0.Neg(), "-d0"},
		{n(1 << 62).Mul(n(4)), "4611686018427387904 * 4"},
	} {
		if c.got.String() != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// random builds an expression and, beside it, a function that computes it without any simplification.
func random(r *rand.Rand, depth int) (*affine.Expr, func(dims, symbols []int64) (int64, bool)) {
	if depth == 0 {
		i := r.IntN(2)
		switch r.IntN(3) {
		case 0:
			return affine.NewDim(i), func(d, _ []int64) (int64, bool) { return d[i], true }
		case 1:
			return affine.NewSymbol(i), func(_, s []int64) (int64, bool) { return s[i], true }
		}
		v := int64(r.IntN(9) - 3)
		return affine.NewConstant(v), func(_, _ []int64) (int64, bool) { return v, true }
	}
	x, fx := random(r, r.IntN(depth))
	y, fy := random(r, r.IntN(depth))
	floor := func(a, b int64) int64 {
		q := a / b
		if a%b != 0 && (a < 0) != (b < 0) {
			q--
		}
		return q
	}
	kind := r.IntN(5)
	if kind > 0 && !y.Symbolic() {
		kind = 0
	}
	build := []func(*affine.Expr) *affine.Expr{x.Add, x.Mul, x.Mod, x.FloorDiv, x.CeilDiv}[kind]
	return build(y), func(d, s []int64) (int64, bool) {
		a, ok := fx(d, s)
		b, bok := fy(d, s)
		switch {
		case !ok || !bok:
			return 0, false
		case kind == 0:
			return a + b, true
		case kind == 1:
			return a * b, true
		case b == 0, kind == 2 && b < 0:
			return 0, false
		case kind == 2:
			return a - floor(a, b)*b, true
		case kind == 3:
			return floor(a, b), true
		}
		return -floor(-a, b), true
	}
}

// What is simplified has the value of what was written.
func TestSimplificationKeepsTheValue(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		e, plain := random(r, 5)
		for range 4 {
			d := []int64{int64(r.IntN(40) - 20), int64(r.IntN(40) - 20)}
			s := []int64{int64(r.IntN(20) - 5), int64(r.IntN(20) - 5)}
			want, ok := plain(d, s)
			if got, gok := e.Eval(d, s); ok && (!gok || got != want) {
				t.Fatalf("%s at %v %v is %d, want %d", e, d, s, got, want)
			}
		}
	}
}
