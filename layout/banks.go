package layout

import (
	"math"
	"math/bits"
	"slices"
)

// Shared memory has 32 banks of 4 bytes; a warp's access is served in wavefronts,
// each of which reaches one 4-byte word per bank.
const (
	banks    = 32
	bankBits = 32
)

// Wavefronts returns how many wavefronts one access of a warp takes when each
// lane reads or writes vec consecutive elements. The hardware serves 32 lanes at
// once for up to 4 bytes a lane, 16 for 8 and 8 for 16. A constant XORed to all
// offsets permutes the banks, so all registers and warps cost the same.
func Wavefronts(a Address, vec, elemBits int) int {
	width := max(vec*elemBits/bankBits, 1)
	group := min(32/width, 1<<len(a.Lane))
	total := 0
	for first := 0; first < 1<<len(a.Lane); first += group {
		var words []int
		for lane := first; lane < first+group; lane++ {
			w := a.Thread(lane, 0) * elemBits / bankBits
			for k := range width {
				words = append(words, w+k)
			}
		}
		total += busiestBank(words)
	}
	return total
}

// BankConflicts returns the wavefronts of one access beyond those that its bytes need.
func BankConflicts(a Address, vec, elemBits int) int {
	width := max(vec*elemBits/bankBits, 1)
	lanes := 1 << len(a.Lane)
	ideal := max(lanes*width/banks, 1)
	return Wavefronts(a, vec, elemBits) - ideal
}

// Wavefronts returns how many wavefronts one instruction takes; Count is the ideal.
func (m MatrixAccess) Wavefronts(elemBits int) int {
	total := 0
	for matrix := range m.Count {
		var words []int
		for i := range 8 {
			w := m.RowAddress(0, 8*matrix+i, 0) * elemBits / bankBits
			words = append(words, w, w+1, w+2, w+3)
		}
		total += busiestBank(words)
	}
	return total
}

// busiestBank returns the largest number of distinct words in one bank.
func busiestBank(words []int) int {
	var load [banks]int
	most := 0
	for i, w := range words {
		if !slices.Contains(words[:i], w) {
			load[w%banks]++
			most = max(most, load[w%banks])
		}
	}
	return most
}

// Cost is what a warp pays to store or load all its registers.
type Cost struct {
	Wavefronts, Instrs int
}

func (c Cost) plus(o Cost) Cost { return Cost{c.Wavefronts + o.Wavefronts, c.Instrs + o.Instrs} }

func (c Cost) less(o Cost) bool {
	return c.Wavefronts < o.Wavefronts || c.Wavefronts == o.Wavefronts && c.Instrs < o.Instrs
}

// Cost counts the accesses of a warp: matrices where StMatrixTile finds them, else
// the vectors of Vectors.
func (a Address) Cost(elemBits int) Cost {
	if m, ok := StMatrixTile(a, elemBits); ok {
		n := len(m.Instrs)
		return Cost{n * m.Wavefronts(elemBits), n}
	}
	vec := len(a.vectorBits(elemBits))
	free := bits.OnesCount(uint(a.freeRegisters()))
	n := 1 << (len(a.Register) - free - vec)
	return Cost{n * Wavefronts(a, 1<<vec, elemBits), n}
}

// Scratch is a shared-memory buffer for a conversion and what it costs.
type Scratch struct {
	Shared Layout
	// Store and Load say where the two sides find their elements.
	Store, Load         Address
	StoreCost, LoadCost Cost
}

// ScratchFor chooses the buffer of one tensor through which src becomes dst: the
// one with the fewest wavefronts, then the fewest instructions, among storage orders
// that suit either side and XOR swizzles of the offset. Ties go to the smaller swizzle.
func ScratchFor(src, dst Layout, elemBits int) Scratch {
	best := Scratch{StoreCost: Cost{Wavefronts: math.MaxInt32}}
	for _, order := range [][]int{src.fastOrder(), dst.fastOrder()} {
		plain := Must(RowMajor(src.Shape(), order))
		store, load := SharedAddress(src, plain), SharedAddress(dst, plain)
		for _, x := range swizzles(plain.InBits(Offset), elemBits) {
			s := Scratch{Store: store.swizzled(x), Load: load.swizzled(x)}
			s.StoreCost, s.LoadCost = s.Store.Cost(elemBits), s.Load.Cost(elemBits)
			if s.StoreCost.plus(s.LoadCost).less(best.StoreCost.plus(best.LoadCost)) {
				best = s
				best.Shared = xorOffsets(plain, x)
			}
		}
	}
	return best
}

// swizzles lists the candidates for a buffer of 1<<total elements: none, then those
// that keep runs of at most 128 bits together and reach at most all 32 banks.
func swizzles(total, elemBits int) []xor {
	list := []xor{{}}
	for n := 1; n <= log2(banks); n++ {
		for low := 0; elemBits<<low <= maxVectorBits; low++ {
			for high := low + n; high+n <= total; high++ {
				list = append(list, xor{low, high, n})
			}
		}
	}
	return list
}

// swizzled returns the addresses in the buffer permuted by x, its own inverse.
func (a Address) swizzled(x xor) Address {
	all := func(bases []int) []int {
		res := make([]int, len(bases))
		for i, b := range bases {
			res[i] = x.apply(b)
		}
		return res
	}
	return Address{all(a.Register), all(a.Lane), all(a.Warp)}
}

// fastOrder orders the tensor dimensions by the first register, then lane, then warp
// bit that moves them; dimensions that nothing moves come last, the last one first.
func (l Layout) fastOrder() []int {
	var order []int
	seen := make([]bool, len(l.outs))
	visit := func(d int) {
		if !seen[d] {
			seen[d] = true
			order = append(order, d)
		}
	}
	for _, c := range l.flatCols() {
		for d, o := range l.outs {
			if o.of(c) != 0 {
				visit(d)
			}
		}
	}
	for d := len(l.outs) - 1; d >= 0; d-- {
		visit(d)
	}
	return order
}
