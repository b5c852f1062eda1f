package layout

import "testing"

// place says which register of which thread a stored element came from.
type place struct{ reg, lane, warp int }

// storeMatrices does what stmatrix does: lane 8m+i addresses row i of matrix m, and
// the lanes hold the matrix's 16-bit units in pairs, row by row. It returns which
// element each offset received.
func storeMatrices(t *testing.T, m MatrixAccess, elemBits, warps int) map[int]place {
	mem := map[int]place{}
	perUnit := max(16/elemBits, 1)
	put := func(offset int, p place) {
		if old, twice := mem[offset]; twice {
			t.Fatalf("offset %d is written by %v and %v", offset, old, p)
		}
		mem[offset] = p
	}
	for warp := range warps {
		for i, instr := range m.Instrs {
			for k, regs := range instr.Words {
				for row := range 8 {
					addr := m.RowAddress(i, 8*k+row, warp)
					if addr*elemBits%128 != 0 {
						t.Fatalf("row address %d is not aligned to 16 bytes", addr)
					}
					for unit := range 8 {
						lane, half := 4*row+unit/2, unit%2
						if m.Trans {
							lane, half = 4*unit+row/2, row%2
						}
						if elemBits == 32 {
							if half == 0 {
								put(addr+unit/2, place{regs[0], lane, warp})
							}
							continue
						}
						for e := range perUnit {
							put(addr+unit*perUnit+e, place{regs[half*perUnit+e], lane, warp})
						}
					}
				}
			}
		}
	}
	return mem
}

func TestStMatrix(t *testing.T) {
	acc := accumulator(64, 64)
	for _, c := range []struct {
		name        string
		reg, shared Layout
		bits        int
		trans       bool
		count       int
		instrs      int
	}{
		{"accumulator to swizzled rows", acc, Must(NVMMAShared([]int64{64, 64}, 128, false, 16)), 16, false, 4, 4},
		{"accumulator to plain rows", acc, Must(RowMajor([]int64{64, 64}, []int{1, 0})), 16, false, 4, 4},
		{"accumulator to columns", acc, Must(NVMMAShared([]int64{64, 64}, 128, true, 16)), 16, true, 4, 4},
		{"wide accumulator", accumulator(128, 256), Must(NVMMAShared([]int64{128, 256}, 128, false, 16)), 16, false, 4, 32},
		{"one matrix column", accumulator(64, 8), Must(RowMajor([]int64{64, 8}, []int{1, 0})), 16, false, 2, 1},
		{"8-bit operand", Must(DotOperand([]int64{64, 128}, 0, []int{4, 1}, []int{16, 64, 32}, 4)),
			Must(NVMMAShared([]int64{64, 128}, 128, false, 8)), 8, false, 4, 4},
		{"8-bit squares", Must(Linear([]int64{64, 64}, [][]int{{0, 1}, {1, 0}, {2, 0}, {16, 0}, {0, 16}}, [][]int{{4, 0}, {8, 0}, {0, 2}, {0, 4}, {0, 8}}, [][]int{{32, 0}, {0, 32}}, nil)),
			Must(NVMMAShared([]int64{64, 64}, 64, false, 8)), 8, true, 4, 2},
		{"tf32 operand", Must(DotOperand([]int64{64, 32}, 0, []int{4, 1}, []int{16, 64, 8}, 1)),
			Must(NVMMAShared([]int64{64, 32}, 128, false, 32)), 32, false, 4, 4},
	} {
		a := SharedAddress(c.reg, c.shared)
		m, ok := StMatrixTile(a, c.bits)
		if !ok || m.Trans != c.trans || m.Count != c.count || len(m.Instrs) != c.instrs {
			t.Errorf("%s: %v, trans %v, %d matrices, %d instructions", c.name, ok, m.Trans, m.Count, len(m.Instrs))
			continue
		}
		mem := storeMatrices(t, m, c.bits, c.reg.InSize(Warp))
		if len(mem) != c.shared.TotalInSize() {
			t.Errorf("%s: %d of %d elements stored", c.name, len(mem), c.shared.TotalInSize())
		}
		for offset, p := range mem {
			at(t, c.shared, c.reg.At(p.reg, p.lane, p.warp), offset)
		}
	}
}

func TestStMatrixRefuses(t *testing.T) {
	acc := accumulator(64, 64)
	rows := Must(RowMajor([]int64{64, 64}, []int{1, 0}))
	for _, c := range []struct {
		name        string
		reg, shared Layout
		bits        int
	}{
		{"f32 accumulator", acc, rows, 32},
		{"8-bit accumulator", acc, rows, 8},
		{"8-bit columns", acc, Must(RowMajor([]int64{64, 64}, []int{0, 1})), 8},
		{"64 bits", acc, rows, 64},
		{"blocked", blocked2D(64, 64, []int{1, 8}, []int{4, 8}, []int{4, 1}, []int{1, 0}), rows, 16},
		{"rows of 8 bytes", accumulator(64, 64), Must(SwizzledShared([]int64{64, 64}, 4, 1, 8, []int{1, 0})), 16},
	} {
		if m, ok := StMatrixTile(SharedAddress(c.reg, c.shared), c.bits); ok {
			t.Errorf("%s is taken for %+v", c.name, m)
		}
	}
}

// TestStMatrixNeedsWholeRows: three of the four lanes of a row are not enough.
func TestStMatrixNeedsWholeRows(t *testing.T) {
	a := Address{Register: []int{1}, Lane: []int{2, 4, 8, 16, 32}}
	if _, ok := StMatrixTile(a, 16); !ok {
		t.Errorf("%v is refused", a)
	}
	a.Lane[1] = 64
	if m, ok := StMatrixTile(a, 16); ok {
		t.Errorf("%v is taken for %+v", a, m)
	}
}

// TestSpread: bytes turned round go to even rows from one matrix and to odd ones from another,
// which are four banks each; half of both has all eight.
func TestSpread(t *testing.T) {
	turned := Must(Linear([]int64{64, 128}, [][]int{{1, 0}, {0, 1}, {0, 2}, {16, 0}, {32, 0}, {0, 16}}, [][]int{{0, 4}, {0, 8}, {2, 0}, {4, 0}, {8, 0}}, [][]int{{0, 32}, {0, 64}}, nil))
	shared := Must(NVMMAShared([]int64{64, 128}, 128, false, 8))
	m, ok := StMatrixTile(SharedAddress(turned, shared), 8)
	if !ok || m.Wavefronts(8) != 8 {
		t.Fatalf("%v, %d wavefronts before", ok, m.Wavefronts(8))
	}
	s := m.Spread(8)
	if s.Swap == nil || s.Wavefronts(8) != 4 {
		t.Fatalf("%+v, %d wavefronts", s.Swap, s.Wavefronts(8))
	}
	for lane := range 32 {
		row, matrix := lane&7, lane>>3
		thread := 4 * row // holds the row's first word
		if thread>>s.Swap.Lane&1 != 0 {
			matrix ^= 1 << s.Swap.Matrix
		}
		if got, want := s.RowAddress(0, lane, 0), m.RowAddress(0, 8*matrix+row, 0); got != want {
			t.Errorf("lane %d: row at %d, want %d", lane, got, want)
		}
	}
}

// TestStMatrixBanks: the 128-byte swizzle is free of conflicts, plain rows are not.
func TestStMatrixBanks(t *testing.T) {
	acc := accumulator(64, 64)
	for _, c := range []struct {
		name   string
		shared Layout
		want   int
	}{
		{"swizzled", Must(NVMMAShared([]int64{64, 64}, 128, false, 16)), 4},
		{"plain", Must(RowMajor([]int64{64, 64}, []int{1, 0})), 32},
		{"swizzled columns", Must(NVMMAShared([]int64{64, 64}, 128, true, 16)), 4},
	} {
		m, _ := StMatrixTile(SharedAddress(acc, c.shared), 16)
		if got := m.Wavefronts(16); got != c.want {
			t.Errorf("%s: %d wavefronts, want %d", c.name, got, c.want)
		}
	}
}
