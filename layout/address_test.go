package layout

import (
	"slices"
	"testing"
)

// f16 is the usual element size in these tests, in bits.
const f16 = 16

func accumulator(m, n int) Layout {
	return Must(NvidiaMMAv3([]int64{int64(m), int64(n)}, []int{4, 1}, []int{16, min(n, 256), 16}))
}

func blocked2D(m, n int, size, threads, warps, order []int) Layout {
	return Must(Blocked([]int64{int64(m), int64(n)}, size, threads, warps, order))
}

func TestSharedAddress(t *testing.T) {
	regs := []Layout{
		accumulator(64, 64),
		blocked2D(64, 64, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0}),
		blocked2D(64, 64, []int{4, 1}, []int{16, 2}, []int{1, 4}, []int{0, 1}),
	}
	shareds := []Layout{
		Must(RowMajor([]int64{64, 64}, []int{1, 0})),
		Must(NVMMAShared([]int64{64, 64}, 128, false, f16)),
		Must(NVMMAShared([]int64{64, 64}, 64, true, f16)),
		Must(SwizzledShared([]int64{64, 64}, 4, 2, 8, []int{0, 1})),
	}
	for _, reg := range regs {
		for _, shared := range shareds {
			a := SharedAddress(reg, shared)
			places(reg, func(r, lane, warp int) {
				at(t, shared, reg.At(r, lane, warp), a.Of(r, lane, warp))
				xor, add := a.Split(r)
				if got := (a.Thread(lane, warp) ^ xor) + add; got != a.Of(r, lane, warp) {
					t.Fatalf("register %d splits to offset %d, want %d", r, got, a.Of(r, lane, warp))
				}
			})
		}
	}
}

// TestSharedAddressOfPart addresses the lower right quarter of a larger buffer.
func TestSharedAddressOfPart(t *testing.T) {
	reg := blocked2D(32, 32, []int{1, 8}, []int{8, 4}, []int{4, 1}, []int{1, 0})
	whole := Must(NVMMAShared([]int64{64, 64}, 128, false, f16))
	a := SharedAddress(reg, whole)
	start := whole.Invert().At(32, 32)[0]
	places(reg, func(r, lane, warp int) {
		p := reg.At(r, lane, warp)
		at(t, whole, []int{p[0] + 32, p[1] + 32}, a.Of(r, lane, warp)^start)
	})
}

func TestVectorWidth(t *testing.T) {
	shape := []int64{64, 64}
	rows := Must(RowMajor(shape, []int{1, 0}))
	cols := Must(RowMajor(shape, []int{0, 1}))
	swizzled := Must(NVMMAShared(shape, 128, false, f16))
	wide := blocked2D(64, 64, []int{1, 16}, []int{8, 4}, []int{4, 1}, []int{1, 0})
	acc := accumulator(64, 64)
	for _, c := range []struct {
		name        string
		reg, shared Layout
		bits, want  int
	}{
		{"128 bits at most", wide, rows, 16, 8},
		{"128 bits of bytes", wide, rows, 8, 16},
		{"128 bits of words", wide, rows, 32, 4},
		{"swizzle keeps chunks", wide, swizzled, 16, 8},
		{"across the order", wide, cols, 16, 1},
		{"accumulator pairs", acc, swizzled, 16, 2},
		{"accumulator transposed", acc, cols, 16, 1},
		{"narrow swizzle", wide, Must(SwizzledShared(shape, 2, 1, 8, []int{1, 0})), 16, 2},
	} {
		if got := VectorWidth(c.reg, c.shared, c.bits); got != c.want {
			t.Errorf("%s: width %d, want %d", c.name, got, c.want)
		}
	}
}

// TestVectors checks that the accesses are runs and cover each element once.
func TestVectors(t *testing.T) {
	cols := Must(RowMajor([]int64{64, 64}, []int{0, 1}))
	for _, c := range []struct {
		name        string
		reg, shared Layout
		width       int
	}{
		{"in register order", blocked2D(64, 64, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0}), Must(RowMajor([]int64{64, 64}, []int{1, 0})), 8},
		{"in another order", blocked2D(64, 64, []int{4, 4}, []int{8, 4}, []int{2, 2}, []int{1, 0}), cols, 4},
		{"with repeats", blocked2D(64, 64, []int{64, 128}, []int{8, 4}, []int{1, 4}, []int{0, 1}), cols, 8},
	} {
		a := SharedAddress(c.reg, c.shared)
		seen := map[int]int{} // offset of thread 0 to its register
		for _, v := range a.Vectors(f16) {
			if len(v.Regs) != c.width {
				t.Errorf("%s: width %d, want %d", c.name, len(v.Regs), c.width)
			}
			for i, r := range v.Regs {
				o := v.Offset + i
				if _, twice := seen[o]; twice || a.Reg(r) != o || v.Offset%c.width != 0 {
					t.Fatalf("%s: register %d at offset %d of %v", c.name, r, o, v)
				}
				seen[o] = r
			}
		}
		for r := range c.reg.InSize(Register) {
			if reg, ok := seen[a.Reg(r)]; !ok || reg != a.Canonical(r) {
				t.Fatalf("%s: register %d is written from %d, canonical is %d", c.name, r, reg, a.Canonical(r))
			}
		}
	}
}

// TestVectorsNeedAlignment: a lane at an odd distance forbids pairs.
func TestVectorsNeedAlignment(t *testing.T) {
	a := Address{Register: []int{1, 2}, Lane: []int{4, 9}}
	if vs := a.Vectors(f16); len(vs) != 4 || len(vs[0].Regs) != 1 {
		t.Errorf("vectors %v", vs)
	}
	a.Lane[1] = 10
	if vs := a.Vectors(f16); len(vs) != 2 || !slices.Equal(vs[1].Regs, []int{2, 3}) || vs[1].Offset != 2 {
		t.Errorf("vectors %v", vs)
	}
}
