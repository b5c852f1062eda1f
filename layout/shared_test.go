package layout

import "testing"

func TestRowMajor(t *testing.T) {
	l := Must(RowMajor([]int64{4, 8, 2}, []int{1, 2, 0}))
	for o := range 64 {
		at(t, l, []int{o / 16, o % 8, o / 8 % 2}, o)
	}
}

func TestSwizzledShared(t *testing.T) {
	for _, c := range []struct {
		shape              []int64
		vec, per, maxPhase int
		order              []int
	}{
		{[]int64{64, 64}, 8, 1, 8, []int{1, 0}},
		{[]int64{64, 32}, 8, 2, 4, []int{1, 0}},
		{[]int64{32, 64}, 4, 1, 8, []int{0, 1}},
		{[]int64{8, 16}, 8, 1, 8, []int{1, 0}}, // the phase wraps at the row's end
		{[]int64{16, 16}, 1, 1, 1, []int{1, 0}},
		{[]int64{16, 4}, 8, 1, 4, []int{1, 0}}, // a row shorter than vec is left alone
	} {
		l := Must(SwizzledShared(c.shape, c.vec, c.per, c.maxPhase, c.order))
		if !l.IsInjective() || !l.IsSurjective() {
			t.Errorf("%v: not one to one", c)
		}
		width := int(c.shape[c.order[0]])
		groups := max(width/c.vec, 1)
		for o := range l.TotalInSize() {
			row, col := o/width, o%width
			phase := row / c.per % c.maxPhase % groups
			var want [2]int
			want[c.order[0]] = (col/c.vec^phase)*c.vec + col%c.vec
			want[c.order[1]] = row
			at(t, l, want[:], o)
		}
	}
}

// nvmmaByte is the address that the swizzle of the hardware gives to byte b of row r
// in a panel of the given span.
func nvmmaByte(panel, rows, span, r, b int) int {
	a := panel*rows*span + r*span + b
	switch span {
	case 128:
		a ^= a >> 7 & 7 << 4
	case 64:
		a ^= a >> 7 & 3 << 4
	case 32:
		a ^= a >> 7 & 1 << 4
	}
	return a
}

func TestNVMMAShared(t *testing.T) {
	for _, c := range []struct {
		shape      []int64
		swizzle    int
		transposed bool
		bits       int
	}{
		{[]int64{64, 64}, 128, false, 16},
		{[]int64{64, 128}, 128, false, 16}, // two panels
		{[]int64{64, 256}, 128, false, 8},
		{[]int64{32, 32}, 64, false, 16},
		{[]int64{32, 16}, 32, false, 16},
		{[]int64{16, 64}, 128, false, 32},
		{[]int64{4, 128}, 128, false, 16}, // the second panel starts in the middle of the phase
		{[]int64{128, 64}, 128, true, 16},
		{[]int64{32, 64}, 64, true, 16},
	} {
		l := Must(NVMMAShared(c.shape, c.swizzle, c.transposed, c.bits))
		rows, row, col := int(c.shape[0]), 0, 1
		if c.transposed {
			rows, row, col = int(c.shape[1]), 1, 0
		}
		inv := l.Invert()
		elem := c.bits / 8
		span := c.swizzle / elem
		for r := range rows {
			for x := range int(c.shape[col]) {
				var p [2]int
				p[row], p[col] = r, x
				at(t, inv, []int{nvmmaByte(x/span, rows, c.swizzle, r, x%span*elem) / elem}, p[:]...)
			}
		}
	}
}

// TestNVMMASharedChunks checks the panel form for full phases: chunk index XOR row.
func TestNVMMASharedChunks(t *testing.T) {
	l := Must(NVMMAShared([]int64{64, 64}, 128, false, 16))
	inv := l.Invert()
	for r := range 64 {
		for x := range 64 {
			at(t, inv, []int{r*64 + (x/8^r&7)*8 + x%8}, r, x)
		}
	}
	plain := Must(NVMMAShared([]int64{8, 32}, 0, false, 16))
	if want := Must(RowMajor([]int64{8, 32}, []int{1, 0})); !plain.Equal(want) {
		t.Errorf("without a swizzle %s, want %s", plain, want)
	}
	cube := Must(NVMMAShared([]int64{2, 8, 64}, 128, false, 16))
	flat := Must(NVMMAShared([]int64{16, 64}, 128, false, 16))
	for o := range 1024 {
		p := flat.At(o)
		at(t, cube, []int{p[0] / 8, p[0] % 8, p[1]}, o)
	}
}

func TestSharedErrors(t *testing.T) {
	for _, c := range []struct {
		f    func() (Layout, error)
		want string
	}{
		{func() (Layout, error) { return NVMMAShared([]int64{8, 64}, 16, false, 16) }, "the swizzle is 16 bytes"},
		{func() (Layout, error) { return NVMMAShared([]int64{8, 64}, 128, false, 4) }, "elements have 4 bits"},
		{func() (Layout, error) { return NVMMAShared([]int64{8, 32}, 128, false, 16) }, "narrower than the swizzle of 128 bytes"},
		{func() (Layout, error) { return NVMMAShared([]int64{64}, 128, true, 16) }, "rank 1 has no row"},
		{func() (Layout, error) { return NVMMAShared([]int64{8, 63}, 0, false, 16) }, "size 63"},
		{func() (Layout, error) { return SwizzledShared([]int64{8, 8}, 3, 1, 1, []int{1, 0}) }, "vec is 3"},
		{func() (Layout, error) { return SwizzledShared([]int64{8, 8}, 1, 0, 1, []int{1, 0}) }, "perPhase is 0"},
		{func() (Layout, error) { return SwizzledShared([]int64{8, 8}, 1, 1, 1, []int{1}) }, "order has 1 entries"},
		{func() (Layout, error) { return SharedLinear([]int64{4}, [][]int{{1}, {1}}, nil) }, "exactly once"},
		{func() (Layout, error) { return SharedLinear([]int64{4}, [][]int{{4}}, nil) }, "coordinate 4 is outside"},
	} {
		_, err := c.f()
		wantError(t, err, c.want)
	}
	l := Must(SwizzledShared([]int64{8, 8}, 2, 1, 4, []int{1, 0}))
	if got := Must(SharedLinear([]int64{8, 8}, l.Bases(Offset), nil)); !got.Equal(l) {
		t.Errorf("%s, want %s", got, l)
	}
}

// TestSharedLinearHoles reads offsets that hold nothing, and the block bases of a cluster.
func TestSharedLinearHoles(t *testing.T) {
	l := Must(SharedLinear([]int64{4, 2}, [][]int{{0, 1}, {0, 0}, {1, 0}}, [][]int{{2, 0}}))
	const want = "offset = [[0, 1], [0, 0], [1, 0]], block = [[2, 0]] -> dim0 = 4, dim1 = 2"
	if l.String() != want {
		t.Errorf("%s; want %s", l, want)
	}
	if _, err := SharedLinear([]int64{4, 2}, [][]int{{0, 1}, {2, 0}, {1, 0}}, [][]int{{2, 0}}); err == nil {
		t.Error("an element in two CTAs at two offsets is accepted")
	}
}
