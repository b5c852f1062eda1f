package layout

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomLayout has up to three bits in each of two inputs and two outputs.
func randomLayout(r *rand.Rand, ins, outs [2]string) Layout {
	sizes := []Out{{outs[0], 1 << r.IntN(4)}, {outs[1], 1 << r.IntN(4)}}
	bases := func() [][]int {
		b := make([][]int, r.IntN(4))
		for i := range b {
			b[i] = []int{r.IntN(sizes[0].Size), r.IntN(sizes[1].Size)}
		}
		return b
	}
	return Must(New([]In{{ins[0], bases()}, {ins[1], bases()}}, sizes))
}

// randomBijection has n input and n output bits.
func randomBijection(r *rand.Rand, n int) Layout {
	for {
		bases := make([][]int, n)
		for i := range bases {
			bases[i] = []int{r.IntN(1 << n)}
		}
		l := Must(New([]In{{"x", bases}}, []Out{{"a", 1 << n}}))
		if l.IsInjective() {
			k := r.IntN(n + 1)
			return l.ReshapeIns(Out{"x", 1 << k}, Out{"y", 1 << (n - k)}).ReshapeOuts(Out{"a", 1 << (n - k)}, Out{"b", 1 << k})
		}
	}
}

// points calls f for every input of a layout with two inputs.
func points(l Layout, f func(x, y int)) {
	for y := range 1 << len(l.ins[1].cols) {
		for x := range 1 << len(l.ins[0].cols) {
			f(x, y)
		}
	}
}

func FuzzMulDivide(f *testing.F) {
	for i := range 50 {
		f.Add(uint64(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 1))
		tile := randomLayout(r, [2]string{"x", "y"}, [2]string{"a", "b"})
		rest := randomLayout(r, [2]string{"x", "y"}, [2]string{"a", "b"})
		whole := tile.Mul(rest)
		points(whole, func(x, y int) {
			tx, ty := tile.InSize("x"), tile.InSize("y")
			lo, hi := tile.At(x%tx, y%ty), rest.At(x/tx, y/ty)
			at(t, whole, []int{lo[0] + hi[0]*tile.OutSize("a"), lo[1] + hi[1]*tile.OutSize("b")}, x, y)
		})
		if got, ok := whole.DivideLeft(tile); !ok || !got.Equal(rest) {
			t.Errorf("(%s) * (%s) divides back to %s", tile, rest, got)
		}
	})
}

func FuzzCompose(f *testing.F) {
	for i := range 50 {
		f.Add(uint64(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 2))
		a := randomBijection(r, 1+r.IntN(7))
		inv := a.Invert()
		points(a, func(x, y int) {
			c := a.At(x, y)
			at(t, inv, []int{x, y}, c...)
			at(t, a.Compose(inv), []int{x, y}, x, y)
		})
		if !a.Compose(inv).Compose(a).Equal(a) || !inv.Invert().Equal(a) {
			t.Errorf("%s: inverse of the inverse differs", a)
		}
		next := randomLayout(r, [2]string{"a", "b"}, [2]string{"p", "q"})
		first := randomLayout(r, [2]string{"x", "y"}, [2]string{"b", "a"})
		if first.OutSize("a") <= next.InSize("a") && first.OutSize("b") <= next.InSize("b") {
			both := first.Compose(next)
			points(first, func(x, y int) {
				c := first.At(x, y)
				at(t, both, next.At(c[1], c[0]), x, y)
			})
		}
	})
}

func FuzzInvertAndCompose(f *testing.F) {
	for i := range 50 {
		f.Add(uint64(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 3))
		other := randomLayout(r, [2]string{"x", "y"}, [2]string{"a", "b"})
		// Any map into the image of other will do.
		pick := randomLayout(r, [2]string{"u", "v"}, [2]string{"x", "y"})
		if pick.OutSize("x") > other.InSize("x") || pick.OutSize("y") > other.InSize("y") {
			return
		}
		l := pick.Compose(other)
		x := l.InvertAndCompose(other)
		if !x.Compose(other).Equal(l) {
			t.Errorf("%s over %s gives %s", l, other, x)
		}
		free := other.FreeMasks()
		points(x, func(u, v int) {
			if at := x.At(u, v); at[0]&free["x"]|at[1]&free["y"] != 0 {
				t.Errorf("%v uses a free bit of %s", at, other)
			}
		})
	})
}

func FuzzRank(f *testing.F) {
	for i := range 50 {
		f.Add(uint64(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		l := randomLayout(rand.New(rand.NewPCG(seed, 4)), [2]string{"x", "y"}, [2]string{"a", "b"})
		free := l.FreeMasks()
		all, kept := map[[2]int]bool{}, map[[2]int]bool{}
		keptPoints := 0
		points(l, func(x, y int) {
			c := [2]int(l.At(x, y))
			all[c] = true
			if x&free["x"]|y&free["y"] == 0 {
				kept[c] = true
				keptPoints++
			}
		})
		if l.IsInjective() != (len(all) == l.TotalInSize()) || l.IsSurjective() != (len(all) == l.TotalOutSize()) {
			t.Errorf("%s has %d images", l, len(all))
		}
		if len(kept) != len(all) || keptPoints != len(all) {
			t.Errorf("%s: without free bits %d points reach %d of %d images", l, keptPoints, len(kept), len(all))
		}
	})
}

func TestDivideLeftRefuses(t *testing.T) {
	id := Identity1D(8, "x", "a")
	for _, c := range []struct {
		name    string
		l, tile Layout
	}{
		{"no such output", id, Identity1D(2, "x", "b")},
		{"tile too large", id, Identity1D(16, "x", "a")},
		{"other basis", Must(New([]In{{"x", [][]int{{2}, {1}}}}, []Out{{"a", 4}})), Identity1D(2, "x", "a")},
		{"rest reaches into the tile", Must(New([]In{{"x", [][]int{{1}, {3}}}}, []Out{{"a", 4}})), Identity1D(2, "x", "a")},
		{"input missing", id, Zeros1D(2, "y", "a")},
	} {
		if rest, ok := c.l.DivideLeft(c.tile); ok {
			t.Errorf("%s: %s divided by %s gives %s", c.name, c.l, c.tile, rest)
		}
	}
}

func TestPseudoInvert(t *testing.T) {
	// Bits 0 and 1 hold the same element; the later one stays 0.
	l := Must(New([]In{{"x", [][]int{{1}, {1}, {2}}}}, []Out{{"a", 4}}))
	if got, want := l.PseudoInvert().String(), "a = [[1], [4]] -> x = 8"; got != want {
		t.Errorf("PseudoInvert = %s, want %s", got, want)
	}
	if free := l.FreeMasks(); free["x"] != 2 {
		t.Errorf("FreeMasks = %v", free)
	}
}

func TestMulKeepsOrder(t *testing.T) {
	l := Identity1D(2, "x", "a").Mul(Identity1D(4, "y", "b")).Mul(Identity1D(2, "x", "b")).Mul(Zeros1D(2, "x", "a"))
	if got, want := l.String(), "x = [[1, 0], [0, 4], [0, 0]], y = [[0, 1], [0, 2]] -> a = 2, b = 8"; got != want {
		t.Errorf("product = %s, want %s", got, want)
	}
	if !(Layout{}).Mul(l).Equal(l) || !l.Mul(Layout{}).Equal(l) {
		t.Error("the empty layout is not neutral")
	}
	if !slices.Equal(l.Mul(Identity1D(2, "z", "c")).OutDims(), []string{"a", "b", "c"}) {
		t.Error("new dimensions are not appended")
	}
}
