package tensor

import (
	"fmt"
	"strings"
)

// Matrix is ldmatrix or stmatrix .sync.aligned.m8n8.xNum{.trans}.shared.b16: Num matrices of 8×8
// 16-bit elements. Row i of matrix m is the 16 bytes at the address that lane 8m+i gives.
// Register m of lane l holds, of matrix m, row l/4, columns 2(l%4) (low half) and the next; with
// .trans the matrix is transposed on the way.
type Matrix struct {
	Num   int // 1, 2, 4
	Trans bool
}

// ParseMatrix reads the modifiers after "ldmatrix" or "stmatrix".
func ParseMatrix(mods []string) (Matrix, error) {
	var m Matrix
	shape, typ := false, false
	for _, mod := range mods {
		switch mod {
		case "sync", "aligned", "shared", "shared::cta":
		case "m8n8":
			shape = true
		case "b16":
			typ = true
		case "x1", "x2", "x4":
			m.Num = int(mod[1] - '0')
		case "trans":
			m.Trans = true
		default:
			return m, fmt.Errorf("matrix load or store with .%s is not available on sm_90", mod)
		}
	}
	if !shape || !typ || m.Num == 0 {
		return m, fmt.Errorf("%s: want .m8n8.x1, .x2 or .x4 and .b16", strings.Join(mods, "."))
	}
	return m, nil
}

// places calls f with each register and lane, half of it (0, 1), and the shared address.
func (m *Matrix) places(addr *Row, f func(reg, lane, half int, at uint32)) {
	for reg := range m.Num {
		for lane := range 32 {
			for half := range 2 {
				row, col := lane/4, lane&3*2+half
				if m.Trans {
					row, col = col, row
				}
				f(reg, lane, half, uint32(addr[8*reg+row])+uint32(2*col))
			}
		}
	}
}

// Load is ldmatrix. Every row must lie in smem.
func (m *Matrix) Load(d []*Row, addr *Row, smem []byte) {
	rows := *addr // d may hold the addresses
	for _, r := range d[:m.Num] {
		*r = Row{}
	}
	m.places(&rows, func(reg, lane, half int, at uint32) {
		d[reg][lane] |= uint64(little(smem[at:], 2)) << (16 * half)
	})
}

// Store is stmatrix. Every row must lie in smem; where rows overlap, the higher place wins here,
// the machine leaves it open.
func (m *Matrix) Store(s []*Row, addr *Row, smem []byte) {
	m.places(addr, func(reg, lane, half int, at uint32) {
		v := s[reg][lane] >> (16 * half)
		smem[at], smem[at+1] = byte(v), byte(v>>8)
	})
}

// Movmatrix is movmatrix.sync.aligned.m8n8.trans.b16: the transposed 8×8 matrix of a warp.
func Movmatrix(d, s *Row) {
	src := *s
	for lane := range 32 {
		row, col := lane/4, lane&3*2
		element := func(r, c int) uint64 { return src[r*4+c/2] >> (16 * (c & 1)) & 0xffff }
		d[lane] = element(col, row) | element(col+1, row)<<16
	}
}
