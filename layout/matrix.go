package layout

import "slices"

// MatrixAccess is a way to store (stmatrix) or load (ldmatrix) the registers of a
// layout as 8×8 matrices of 16-bit units. In an instruction with Count matrices,
// 32-bit word m of a thread belongs to matrix m, and lane 8m+i supplies the address
// of row i of matrix m: 16 consecutive bytes.
type MatrixAccess struct {
	Trans bool // the .trans form
	Count int  // matrices per instruction: 1, 2 or 4
	// Instrs lists the instructions that cover all registers once.
	Instrs []MatrixInstr
	// Lane and Warp hold, in elements, the row address of a lane and warp by bit,
	// XORed as in Address. With Count < 4 the upper lanes repeat addresses.
	Lane, Warp []int
	Swap       *Exchange // nil for none
}

// Exchange tells that in lanes with bit Lane set the words of two matrices whose numbers
// differ in bit Matrix are in each other's place.
type Exchange struct{ Lane, Matrix int }

// MatrixInstr is one instruction: Words[m] are the registers packed into word m, the
// first in the low bits, and Offset is XORed to the row addresses.
type MatrixInstr struct {
	Words  [][]int
	Offset int
}

// RowAddress returns the offset in elements that a lane supplies for an instruction.
func (m MatrixAccess) RowAddress(instr, lane, warp int) int {
	return m.Instrs[instr].Offset ^ xorBits(m.Lane, lane) ^ xorBits(m.Warp, warp)
}

// StMatrixTile recognises a map from registers to shared offsets that stmatrix, or
// ldmatrix, can do; elements have elemBits = 8, 16 or 32. The plain form needs four lanes along 16
// consecutive bytes; .trans, for 8 and 16 bits only, eight lanes. Repeated registers are
// left out.
func StMatrixTile(a Address, elemBits int) (MatrixAccess, bool) {
	if len(a.Lane) != 5 || elemBits != 8 && elemBits != 16 && elemBits != 32 {
		return MatrixAccess{}, false
	}
	if m, ok := plainTile(a, elemBits); ok {
		return m, true
	}
	return transTile(a, elemBits)
}

// Spread exchanges words of two matrices in half of the lanes if their rows then lie in more banks.
func (m MatrixAccess) Spread(elemBits int) MatrixAccess {
	best := m
	for row := range 3 {
		lane := row + 2 // that holds a part of the row
		if m.Trans {
			lane = row - 1
		}
		for bit := range log2(m.Count) {
			if lane < 0 {
				continue
			}
			c := m
			c.Lane = slices.Clone(m.Lane)
			c.Lane[row] ^= c.Lane[3+bit]
			c.Swap = &Exchange{lane, bit}
			if c.Wavefronts(elemBits) < best.Wavefronts(elemBits) {
				best = c
			}
		}
	}
	return best
}

// plainTile: a word holds consecutive elements, lane bits 0-1 go along the row of 16
// bytes and lane bits 2-4 choose the row.
func plainTile(a Address, elemBits int) (MatrixAccess, bool) {
	packed := log2(32 / elemBits)
	row := 1 << (packed + 2)
	var word []int
	for i := range packed {
		bit := slices.Index(a.Register, 1<<i)
		if bit < 0 {
			return MatrixAccess{}, false
		}
		word = append(word, bit)
	}
	if a.Lane[0] != row/4 || a.Lane[1] != row/2 {
		return MatrixAccess{}, false
	}
	return a.matrices(word, slices.Clone(a.Lane[2:]), row)
}

// transTile: lane bits 2-4 go along the row; one register bit of a word and lane bits
// 0-1 choose the row. Of 8-bit elements two that lie side by side travel together.
func transTile(a Address, elemBits int) (MatrixAccess, bool) {
	unit, row := 16/elemBits, 128/elemBits
	if unit == 0 || !slices.Equal(a.Lane[2:], []int{unit, 2 * unit, 4 * unit}) {
		return MatrixAccess{}, false
	}
	var word []int
	if unit == 2 {
		pair := slices.Index(a.Register, 1)
		if pair < 0 {
			return MatrixAccess{}, false
		}
		word = append(word, pair)
	}
	free := a.freeRegisters()
	for bit := range a.Register {
		if free>>bit&1 == 0 && !slices.Contains(word, bit) {
			m, ok := a.matrices(append(word, bit), []int{a.Register[bit], a.Lane[0], a.Lane[1]}, row)
			m.Trans = true
			return m, ok
		}
	}
	return MatrixAccess{}, false
}

// matrices spreads the register bits outside a word over matrices and instructions.
// rows are the offsets of the three row bits, row the elements of a row.
func (a Address) matrices(word, rows []int, row int) (MatrixAccess, bool) {
	free := a.freeRegisters()
	var rest []int
	for bit, b := range a.Register {
		if slices.Contains(word, bit) || free>>bit&1 != 0 {
			continue
		}
		if b%row != 0 {
			return MatrixAccess{}, false
		}
		rest = append(rest, bit)
	}
	for _, b := range slices.Concat(rows, a.Warp) {
		if b%row != 0 {
			return MatrixAccess{}, false
		}
	}
	n := min(2, len(rest))
	m := MatrixAccess{Count: 1 << n, Lane: rows, Warp: slices.Clone(a.Warp)}
	for i := range 2 {
		if i < n {
			m.Lane = append(m.Lane, a.Register[rest[i]])
		} else {
			m.Lane = append(m.Lane, 0)
		}
	}
	for i := range 1 << (len(rest) - n) {
		base := spread(rest[n:], i)
		instr := MatrixInstr{Offset: a.Reg(base)}
		for k := range m.Count {
			instr.Words = append(instr.Words, run(base|spread(rest[:n], k), word))
		}
		m.Instrs = append(m.Instrs, instr)
	}
	return m, true
}

// spread puts bit i of v at position at[i].
func spread(at []int, v int) int {
	r := 0
	for i, p := range at {
		r |= v >> i & 1 << p
	}
	return r
}
