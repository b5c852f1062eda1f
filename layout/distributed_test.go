package layout

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// places calls f for every register, lane and warp.
func places(l Layout, f func(r, lane, warp int)) {
	for warp := range l.InSize(Warp) {
		for lane := range l.InSize(Lane) {
			for r := range l.InSize(Register) {
				f(r, lane, warp)
			}
		}
	}
}

func TestBlocked(t *testing.T) {
	for _, c := range []struct {
		shape                       []int64
		size, threads, warps, order []int
		regs                        int
	}{
		{[]int64{128, 64}, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0}, 64},
		{[]int64{64, 128}, []int{4, 2}, []int{8, 4}, []int{2, 2}, []int{0, 1}, 64},
		{[]int64{32, 32}, []int{2, 2}, []int{8, 4}, []int{1, 4}, []int{1, 0}, 8},
		{[]int64{8, 16}, []int{1, 4}, []int{4, 8}, []int{4, 1}, []int{1, 0}, 4},
	} {
		l := Must(Blocked(c.shape, c.size, c.threads, c.warps, c.order))
		if l.InSize(Register) != c.regs || l.InSize(Lane) != 32 || l.InSize(Warp) != 4 {
			t.Errorf("sizes of %s", l)
		}
		places(l, func(r, lane, warp int) {
			// Count in mixed radix, the fastest dimension first; then the repeats.
			reg, ln, w := r, lane, warp
			var pos [2]int
			for _, d := range c.order {
				pos[d] = reg%c.size[d] + c.size[d]*(ln%c.threads[d]+c.threads[d]*(w%c.warps[d]))
				reg, ln, w = reg/c.size[d], ln/c.threads[d], w/c.warps[d]
			}
			for _, d := range c.order {
				tile := c.size[d] * c.threads[d] * c.warps[d]
				reps := max(int(c.shape[d])/tile, 1)
				pos[d] = (pos[d] + reg%reps*tile) % int(c.shape[d])
				reg /= reps
			}
			at(t, l, pos[:], r, lane, warp)
		})
	}
}

func TestSmallTensorsBroadcast(t *testing.T) {
	l := Must(Blocked([]int64{16}, []int{2}, []int{32}, []int{4}, []int{0}))
	if got, want := l.String(), "register = [[1]], lane = [[2], [4], [8], [0], [0]], warp = [[0], [0]], block = [] -> dim0 = 16"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	free := l.FreeMasks()
	if free[Register] != 0 || free[Lane] != 0b11000 || free[Warp] != 0b11 {
		t.Errorf("free bits %v", free)
	}
}

func TestNvidiaMMAv3(t *testing.T) {
	for _, c := range []struct {
		shape []int64
		warps []int
		n     int
	}{
		{[]int64{64, 8}, []int{4, 1}, 8},
		{[]int64{64, 256}, []int{4, 1}, 256},
		{[]int64{128, 256}, []int{8, 1}, 256},
		{[]int64{256, 128}, []int{4, 1}, 64},
		{[]int64{128, 128}, []int{4, 2}, 32},
	} {
		l := Must(NvidiaMMAv3(c.shape, c.warps, []int{16, c.n, 16}))
		if want := int(c.shape[0]*c.shape[1]) / (32 * c.warps[0] * c.warps[1]); l.InSize(Register) != want {
			t.Errorf("%v: %d registers, want %d", c, l.InSize(Register), want)
		}
		if !l.IsInjective() || !l.IsSurjective() {
			t.Errorf("%v: not one to one", c)
		}
		nReps := int(c.shape[1]) / (c.n * c.warps[1])
		places(l, func(r, lane, warp int) {
			instr, i := r/(c.n/2), r%(c.n/2)
			j, h, e := i/4, i/2%2, i%2
			row := instr/nReps*16*c.warps[0] + 16*(warp%c.warps[0]) + lane/4 + 8*h
			col := instr%nReps*c.n*c.warps[1] + warp/c.warps[0]*c.n + 8*j + 2*(lane%4) + e
			at(t, l, []int{row, col}, r, lane, warp)
		})
	}
}

func TestDotOperand(t *testing.T) {
	for _, c := range []struct {
		shape  []int64
		warps  []int
		kWidth int
	}{
		{[]int64{64, 16}, []int{4, 1}, 2},
		{[]int64{128, 64}, []int{4, 1}, 2},
		{[]int64{128, 64}, []int{8, 1}, 4},
		{[]int64{64, 32}, []int{4, 2}, 1},
	} {
		l := Must(DotOperand(c.shape, 0, c.warps, []int{16, 64, 16}, c.kWidth))
		kStep := 8 * c.kWidth
		kReps := int(c.shape[1]) / kStep
		places(l, func(r, lane, warp int) {
			e, word := r%c.kWidth, r/c.kWidth
			a, frag := word%4, word/4
			row := frag/kReps*16*c.warps[0] + 16*(warp%c.warps[0]) + lane/4 + 8*(a%2)
			k := frag%kReps*kStep + a/2*4*c.kWidth + c.kWidth*(lane%4) + e
			at(t, l, []int{row, k}, r, lane, warp)
		})
	}
}

func TestFMADotOperand(t *testing.T) {
	size, threads, warps, order := []int{2, 4}, []int{4, 8}, []int{2, 2}, []int{1, 0}
	acc := Must(Blocked([]int64{32, 64}, size, threads, warps, order))
	a := Must(FMADotOperand([]int64{32, 8}, 0, size, threads, warps, order))
	b := Must(FMADotOperand([]int64{8, 64}, 1, size, threads, warps, order))
	places(a, func(r, lane, warp int) {
		row := r/8%2 + 2*(lane/8) + 8*(warp/2) + 16*(r/16)
		at(t, a, []int{row, r % 8}, r, lane, warp)
	})
	// Each thread holds, over all of K, exactly the rows of A and columns of B of its accumulators.
	for warp := range 4 {
		for lane := range 32 {
			rows, cols := map[int]bool{}, map[int]bool{}
			for r := range acc.InSize(Register) {
				p := acc.At(r, lane, warp)
				rows[p[0]], cols[p[1]] = true, true
			}
			held := map[[2]int]bool{}
			for r := range a.InSize(Register) {
				p := a.At(r, lane, warp)
				if held[[2]int(p)] = true; !rows[p[0]] {
					t.Fatalf("A: lane %d warp %d holds row %d of another thread", lane, warp, p[0])
				}
			}
			if len(held) != 8*len(rows) {
				t.Fatalf("A: lane %d warp %d holds %d elements of %d rows", lane, warp, len(held), len(rows))
			}
			clear(held)
			for r := range b.InSize(Register) {
				p := b.At(r, lane, warp)
				if held[[2]int(p)] = true; !cols[p[1]] {
					t.Fatalf("B: lane %d warp %d holds column %d of another thread", lane, warp, p[1])
				}
			}
			if len(held) != 8*len(cols) {
				t.Fatalf("B: lane %d warp %d holds %d elements of %d columns", lane, warp, len(held), len(cols))
			}
		}
	}
}

func TestSlice(t *testing.T) {
	acc := Must(NvidiaMMAv3([]int64{128, 64}, []int{8, 1}, []int{16, 64, 16}))
	rows := Must(Slice(1, acc))
	// A thread has two rows of its warp's 16, four lanes share them.
	if got := rows.InSize(Register); got != 2 {
		t.Errorf("%d registers, want 2", got)
	}
	places(rows, func(r, lane, warp int) { at(t, rows, []int{16*warp + lane/4 + 8*r}, r, lane, warp) })
	cols := Must(Slice(0, acc))
	places(cols, func(r, lane, warp int) { at(t, cols, []int{r/2*8 + 2*(lane%4) + r%2}, r, lane, warp) })
	// The parent's size along the dropped dimension does not matter.
	one := Must(NvidiaMMAv3([]int64{128, 1}, []int{8, 1}, []int{16, 64, 16}))
	if got := Must(Slice(1, one)); !got.Equal(rows) {
		t.Errorf("slice of a parent of size 1 is %s, want %s", got, rows)
	}
	_, err := Slice(2, acc)
	wantError(t, err, "slice dimension 2 is outside a parent of rank 2")
}

func TestLinear(t *testing.T) {
	l := Must(Blocked([]int64{32, 32}, []int{1, 4}, []int{8, 4}, []int{4, 1}, []int{1, 0}))
	same := Must(Linear([]int64{32, 32}, l.Bases(Register), l.Bases(Lane), l.Bases(Warp), l.Bases(Block)))
	if !same.Equal(l) {
		t.Errorf("%s, want %s", same, l)
	}
	// A larger shape repeats along the last dimension first.
	tile := Must(Linear([]int64{4, 8}, [][]int{{0, 1}}, [][]int{{0, 2}, {1, 0}}, nil, nil))
	if got, want := tile.Bases(Register), [][]int{{0, 1}, {0, 4}, {2, 0}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("registers %v, want %v", got, want)
	}
	// Of the registers one moves beyond four elements and goes, one that moves nowhere stays; a lane stays in any case.
	small := Must(Linear([]int64{4}, [][]int{{4}, {1}, {0}}, [][]int{{2}, {8}}, nil, nil))
	if want := "register = [[1], [0]], lane = [[2], [0]], warp = [], block = [] -> dim0 = 4"; small.String() != want {
		t.Errorf("%s, want %s", small, want)
	}
	_, err := Linear([]int64{4}, [][]int{{2}}, nil, nil, nil)
	wantError(t, err, "do not reach every element of [4]")
	_, err = Linear([]int64{4}, [][]int{{1 << 40}}, nil, nil, nil)
	wantError(t, err, "coordinate 1099511627776 is outside dim0")
	_, err = Linear([]int64{4, 4}, [][]int{{1 << 20, 0}, {0, 1 << 20}}, nil, nil, nil)
	wantError(t, err, "reach beyond 2^31 elements")
	_, err = Linear([]int64{4, 4}, [][]int{{2}}, nil, nil, nil)
	wantError(t, err, "1 coordinates for 2 output dimensions")
}

func TestEncodingErrors(t *testing.T) {
	ok := []int{1, 1}
	for _, c := range []struct {
		name string
		f    func() (Layout, error)
		want string
	}{
		{"rank", func() (Layout, error) { return Blocked([]int64{4, 4}, []int{1}, ok, ok, []int{0, 1}) }, "sizePerThread has 1 entries for a tensor of rank 2"},
		{"power", func() (Layout, error) { return Blocked([]int64{4, 4}, ok, []int{3, 1}, ok, []int{0, 1}) }, "threadsPerWarp has the entry 3"},
		{"order", func() (Layout, error) { return Blocked([]int64{4, 4}, ok, ok, ok, []int{0, 0}) }, "order [0 0] is not a permutation"},
		{"order rank", func() (Layout, error) { return Blocked([]int64{4, 4}, ok, ok, ok, []int{0}) }, "order has 1 entries"},
		{"shape", func() (Layout, error) { return Blocked([]int64{4, 6}, ok, ok, ok, []int{0, 1}) }, "size 6 of dimension 1"},
		{"huge tensor", func() (Layout, error) { return Blocked([]int64{1 << 20, 1 << 20}, ok, ok, ok, []int{0, 1}) }, "more than 2^31 elements"},
		{"huge tile", func() (Layout, error) {
			return Blocked([]int64{4, 4}, ok, []int{1 << 20, 1}, []int{1, 1 << 20}, []int{0, 1})
		}, "tile has more than 2^31"},
		{"huge mma", func() (Layout, error) { return NvidiaMMAv3([]int64{64, 8}, []int{1 << 40, 1}, []int{16, 8, 16}) }, "tile has more than 2^31"},
		{"huge K", func() (Layout, error) {
			return FMADotOperand([]int64{4, 1 << 20}, 0, ok, []int{1 << 20, 1}, ok, []int{0, 1})
		}, "tile has more than 2^31"},
		{"mma rank", func() (Layout, error) { return NvidiaMMAv3([]int64{64}, ok, []int{16, 8, 16}) }, "rank 2, not 1"},
		{"mma m", func() (Layout, error) { return NvidiaMMAv3([]int64{64, 8}, ok, []int{64, 8, 16}) }, "m is 16"},
		{"mma n", func() (Layout, error) { return NvidiaMMAv3([]int64{64, 8}, ok, []int{16, 12, 16}) }, "n a multiple of 8"},
		{"mma n power", func() (Layout, error) { return NvidiaMMAv3([]int64{64, 32}, ok, []int{16, 24, 16}) }, "N = 24"},
		{"mma shape", func() (Layout, error) { return NvidiaMMAv3([]int64{64, 8}, ok, []int{16, 8}) }, "not [m, n, k]"},
		{"operand B", func() (Layout, error) { return DotOperand([]int64{64, 8}, 1, ok, []int{16, 8, 16}, 2) }, "only operand 0"},
		{"kWidth", func() (Layout, error) { return DotOperand([]int64{64, 8}, 0, ok, []int{16, 8, 16}, 3) }, "kWidth is 3"},
		{"fma", func() (Layout, error) { return FMADotOperand([]int64{64, 8}, 2, ok, ok, ok, []int{0, 1}) }, "opIdx is 2"},
		{"fma rank", func() (Layout, error) { return FMADotOperand([]int64{64}, 0, ok, ok, ok, []int{0}) }, "rank 2 or more"},
	} {
		_, err := c.f()
		if err == nil {
			t.Errorf("%s: no error", c.name)
			continue
		}
		wantError(t, err, c.want)
	}
}

// FuzzEncodings feeds the constructors what a user might write: they return an
// error or a layout of the shape, and do not panic.
func FuzzEncodings(f *testing.F) {
	for i := range 200 {
		f.Add(uint64(i))
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		r := rand.New(rand.NewPCG(seed, 7))
		number := func() int {
			if r.IntN(8) == 0 {
				return []int{-1, 0, 3, math.MinInt, math.MaxInt, 1 << 62}[r.IntN(6)]
			}
			return 1 << r.IntN(10)
		}
		list := func() []int {
			l := make([]int, 2+r.IntN(9)/8)
			for i := range l {
				l[i] = number()
			}
			return l
		}
		order := [][]int{{0, 1}, {1, 0}, {1, 1}, {0}, {-1, 2}}[r.IntN(5)]
		bases := func() [][]int { return [][]int{list(), {1, 0}, {0, 1}}[r.IntN(3):] }
		shape := []int64{int64(number()), int64(number())}
		try := func(l Layout, err error) {
			if err == nil && !slices.Equal(l.Shape(), shape) {
				t.Errorf("%s for shape %v", l, shape)
			}
		}
		size, threads, warps := list(), list(), list()
		try(Blocked(shape, size, threads, warps, order))
		try(FMADotOperand(shape, number(), size, threads, warps, order))
		try(NvidiaMMAv3(shape, warps, []int{16, number(), number()}))
		try(DotOperand(shape, 0, warps, []int{16, number(), number()}, number()))
		try(Linear(shape, bases(), bases(), bases(), nil))
		try(SwizzledShared(shape, number(), number(), number(), order))
		try(NVMMAShared(shape, 32, r.IntN(2) == 0, number()))
		try(SharedLinear(shape, bases(), nil))
	})
}
