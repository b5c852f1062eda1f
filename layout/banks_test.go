package layout

import (
	"slices"
	"testing"
)

func TestBankConflicts(t *testing.T) {
	acc := accumulator(64, 64)
	rows := Must(RowMajor([]int64{64, 64}, []int{1, 0}))
	column := blocked2D(64, 64, []int{1, 1}, []int{32, 1}, []int{1, 4}, []int{0, 1})
	wide := blocked2D(64, 64, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0})
	for _, c := range []struct {
		name        string
		reg, shared Layout
		vec, bits   int
		want        int
	}{
		// Eight rows of 128 bytes begin in the same bank.
		{"accumulator pairs, plain", acc, rows, 2, 16, 7},
		{"accumulator pairs, swizzled", acc, Must(NVMMAShared([]int64{64, 64}, 128, false, 16)), 2, 16, 0},
		// 64 words a row: all 32 lanes hit one bank.
		{"a column of words", column, rows, 1, 32, 31},
		{"a column of halves", column, rows, 1, 16, 31},
		{"a column of words, swizzled", column, Must(SwizzledShared([]int64{64, 64}, 1, 1, 32, []int{1, 0})), 1, 32, 0},
		{"16 bytes along rows", wide, rows, 8, 16, 0},
		// Two lanes share a word, which is no conflict.
		{"one half a lane", blocked2D(64, 64, []int{1, 1}, []int{1, 32}, []int{4, 1}, []int{1, 0}), rows, 1, 16, 0},
	} {
		a := SharedAddress(c.reg, c.shared)
		if got := BankConflicts(a, c.vec, c.bits); got != c.want {
			t.Errorf("%s: %d conflicts, want %d", c.name, got, c.want)
		}
	}
}

func TestWavefrontsByWidth(t *testing.T) {
	dense := func(vec int) Address {
		return Address{Lane: []int{vec, 2 * vec, 4 * vec, 8 * vec, 16 * vec}}
	}
	for _, c := range []struct{ vec, bits, want int }{{1, 8, 1}, {1, 16, 1}, {2, 16, 1}, {4, 16, 2}, {8, 16, 4}, {4, 32, 4}, {16, 8, 4}, {1, 64, 2}} {
		if got := Wavefronts(dense(c.vec), c.vec, c.bits); got != c.want {
			t.Errorf("%d elements of %d bits: %d wavefronts, want %d", c.vec, c.bits, got, c.want)
		}
	}
	// 16 bytes a lane: the eight lanes of each group begin in the same bank.
	if got := Wavefronts(Address{Lane: []int{64, 128, 256, 8, 16}}, 8, 16); got != 32 {
		t.Errorf("lanes of a group in one bank take %d wavefronts, want 32", got)
	}
	same := Address{Lane: make([]int, 5)}
	if got := Wavefronts(same, 1, 32); got != 1 {
		t.Errorf("a broadcast takes %d wavefronts", got)
	}
}

// checkScratch stores every element and loads it back.
func checkScratch(t *testing.T, src, dst Layout, s Scratch) {
	t.Helper()
	mem := make([][]int, s.Shared.TotalInSize())
	places(src, func(r, lane, warp int) { mem[s.Store.Of(r, lane, warp)] = src.At(r, lane, warp) })
	places(dst, func(r, lane, warp int) {
		if got, want := mem[s.Load.Of(r, lane, warp)], dst.At(r, lane, warp); !slices.Equal(got, want) {
			t.Fatalf("register %d of lane %d of warp %d loads %v, want %v", r, lane, warp, got, want)
		}
	})
	for _, a := range []struct {
		name string
		reg  Layout
		addr Address
		cost Cost
	}{{"store", src, s.Store, s.StoreCost}, {"load", dst, s.Load, s.LoadCost}} {
		if want := SharedAddress(a.reg, s.Shared); !slices.Equal(a.addr.Register, want.Register) ||
			!slices.Equal(a.addr.Lane, want.Lane) || !slices.Equal(a.addr.Warp, want.Warp) {
			t.Fatalf("%s addresses %v, the layout gives %v", a.name, a.addr, want)
		}
		if _, ok := StMatrixTile(a.addr, f16); ok {
			continue
		}
		vs := a.addr.Vectors(f16)
		if want := (Cost{len(vs) * Wavefronts(a.addr, len(vs[0].Regs), f16), len(vs)}); want != a.cost {
			t.Fatalf("%s costs %+v, said %+v", a.name, want, a.cost)
		}
	}
}

// TestScratch: a warp's part of the tensor is 2 KB, so 16 wavefronts of 128 bytes are ideal.
func TestScratch(t *testing.T) {
	rows := blocked2D(64, 64, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0})
	cols := blocked2D(64, 64, []int{8, 1}, []int{8, 4}, []int{1, 4}, []int{0, 1})
	single := blocked2D(64, 64, []int{1, 1}, []int{1, 32}, []int{4, 1}, []int{1, 0})
	acc := accumulator(64, 64)
	for _, c := range []struct {
		name        string
		src, dst    Layout
		store, load Cost
	}{
		// Matrix stores of four, vector loads of 16 bytes.
		{"accumulator to rows", acc, rows, Cost{16, 4}, Cost{16, 4}},
		{"rows to accumulator", rows, acc, Cost{16, 4}, Cost{16, 4}},
		{"accumulator to columns", acc, cols, Cost{16, 4}, Cost{16, 4}},
		// One side has to move single halves, 64 bytes a wavefront.
		{"rows to columns", rows, cols, Cost{16, 4}, Cost{32, 32}},
		{"rows to single elements", rows, single, Cost{16, 4}, Cost{32, 32}},
	} {
		s := ScratchFor(c.src, c.dst, f16)
		checkScratch(t, c.src, c.dst, s)
		if s.StoreCost != c.store || s.LoadCost != c.load {
			t.Errorf("%s: store %+v, load %+v in %s", c.name, s.StoreCost, s.LoadCost, s.Shared)
		}
	}
}

func BenchmarkScratchFor(b *testing.B) {
	rows := blocked2D(128, 256, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0})
	acc := accumulator(128, 256)
	for b.Loop() {
		ScratchFor(acc, rows, f16)
	}
}
