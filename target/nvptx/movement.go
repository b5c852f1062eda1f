package nvptx

import (
	"fmt"

	"tawa/layout"
	"tawa/llvmir"
)

// scaled is element offsets in bytes.
func scaled(offsets []int, size int) []int {
	out := make([]int, len(offsets))
	for i, o := range offsets {
		out[i] = o * size
	}
	return out
}

func orAll(ws []int) int {
	w := 0
	for _, b := range ws {
		w |= b
	}
	return w
}

// threadOffset is the part of a byte offset that a thread's lane and warp contribute.
func (g *gen) threadOffset(lane, warp []int, size int) value {
	return g.Xor(g.xorBits(g.lane, scaled(lane, size)), g.xorBits(g.warp, scaled(warp, size)))
}

// address is base + (thread XOR offset), as a register and a literal: the bits
// of the offset that no thread contributes are added, not XORed.
func (g *gen) address(base, thread value, mask, offset int) (value, int) {
	return g.Add(base, g.Xor(thread, ci(offset&mask))), offset &^ mask
}

// unique is a predicate for the threads that write: where several hold the
// same element the first one does. None means all.
func (g *gen) unique(free map[string]int) value {
	pred := value{}
	for _, part := range []struct {
		v    value
		mask int
	}{{g.lane, free[layout.Lane]}, {g.warp, free[layout.Warp]}} {
		if part.mask == 0 {
			continue
		}
		c := g.ICmp(llvmir.EQ, g.And(part.v, ci(part.mask)), ci(0))
		if pred.Valid() {
			c = g.And(pred, c)
		}
		pred = c
	}
	return pred
}

// storeTensor writes a distributed tensor into a buffer of shared memory, by
// stmatrix where the map from registers to offsets allows it.
func (g *gen) storeTensor(vals []value, dist, shared layout.Layout, base value) {
	a, size := layout.SharedAddress(dist, shared), sizeOf(vals[0].Type)
	if m, ok := layout.StMatrixTile(a, 8*size); ok {
		g.storeMatrices(vals, m.Spread(8*size), size, base)
		return
	}
	thread := g.threadOffset(a.Lane, a.Warp, size)
	pred := g.unique(dist.FreeMasks())
	for _, v := range a.Vectors(8 * size) {
		addr, off := g.address(base, thread, a.ThreadMask()*size, v.Offset*size)
		g.storeShared(pick(vals, v.Regs), addr, off, pred)
	}
}

// loadTensor reads a distributed tensor from a buffer of shared memory, by
// ldmatrix where the map allows it.
func (g *gen) loadTensor(t *llvmir.Type, dist, shared layout.Layout, base value) []value {
	a, size := layout.SharedAddress(dist, shared), sizeOf(t)
	vals := make([]value, dist.InSize(layout.Register))
	if m, ok := layout.StMatrixTile(a, 8*size); ok {
		g.loadMatrices(t, vals, m.Spread(8*size), size, base)
	} else {
		thread := g.threadOffset(a.Lane, a.Warp, size)
		for _, v := range a.Vectors(8 * size) {
			addr, off := g.address(base, thread, a.ThreadMask()*size, v.Offset*size)
			for k, x := range g.loadShared(t, len(v.Regs), addr, off) {
				vals[v.Regs[k]] = x
			}
		}
	}
	for r := range vals {
		if !vals[r].Valid() {
			vals[r] = vals[a.Canonical(r)]
		}
	}
	return vals
}

func pick(vals []value, regs []int) []value {
	out := make([]value, len(regs))
	for i, r := range regs {
		out[i] = vals[r]
	}
	return out
}

// eachMatrices calls f with the address of every instruction of a matrix access.
func (g *gen) eachMatrices(m layout.MatrixAccess, size int, base value, f func(addr value, offset int, words [][]int)) {
	thread := g.threadOffset(m.Lane, m.Warp, size)
	mask := (orAll(m.Lane) | orAll(m.Warp)) * size
	for _, in := range m.Instrs {
		addr, off := g.address(base, thread, mask, in.Offset*size)
		f(addr, off, in.Words)
	}
}

func matrixForm(m layout.MatrixAccess) string {
	form := fmt.Sprintf("m8n8.x%d", m.Count)
	if m.Trans {
		form += ".trans"
	}
	return form + ".shared.b16"
}

func (g *gen) storeMatrices(vals []value, m layout.MatrixAccess, size int, base value) {
	g.eachMatrices(m, size, base, func(addr value, offset int, regs [][]int) {
		var words []value
		for _, r := range regs {
			words = append(words, g.words(pick(vals, r))[0])
		}
		s := g.effect()
		at := s.In(addr)
		var refs []string
		for _, w := range g.exchanged(words, m.Swap) {
			refs = append(refs, s.In(w))
		}
		s.Emit(fmt.Sprintf("stmatrix.sync.aligned.%s [%s+%d], {%s};", matrixForm(m), at, offset, join(refs)))
	})
}

func (g *gen) loadMatrices(t *llvmir.Type, vals []value, m layout.MatrixAccess, size int, base value) {
	g.eachMatrices(m, size, base, func(addr value, offset int, regs [][]int) {
		s := g.effect()
		var refs []string
		for range regs {
			refs = append(refs, s.Out(llvmir.I32))
		}
		got := s.Emit(fmt.Sprintf("ldmatrix.sync.aligned.%s {%s}, [%s+%d];", matrixForm(m), join(refs), s.In(addr), offset))
		got = g.exchanged(got, m.Swap)
		for k, r := range regs {
			for i, v := range g.ofWords(got[k:k+1], t, len(r)) {
				vals[r[i]] = v
			}
		}
	})
}

// exchanged is words of matrices with those exchanged that are in each other's place.
func (g *gen) exchanged(words []value, swap *layout.Exchange) []value {
	if swap == nil {
		return words
	}
	other := g.ICmp(llvmir.NE, g.And(g.lane, ci(1<<swap.Lane)), ci(0))
	out := make([]value, len(words))
	for i, w := range words {
		out[i] = g.Select(other, words[i^1<<swap.Matrix], w)
	}
	return out
}
