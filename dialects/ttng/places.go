package ttng

import (
	"fmt"
	"math/bits"

	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
)

// ctas is the number of CTAs that share a buffer, 0 where the older spelling leaves open which has which part.
func (c *cluster) ctas() int64 {
	if c.SplitM*c.SplitN > 1 {
		return 0
	}
	return 1 << len(c.CGA)
}

// linear is the layout of a buffer that the CTAs share in tiles.
func (c *cluster) linear(shape []int64, tile func([]int64) (layout.Layout, error)) (layout.Layout, error) {
	if c.ctas() == 0 || len(shape) != 2 {
		return layout.Layout{}, fmt.Errorf("a buffer of rank %d, or one that is split by numbers of CTAs, has no linear form", len(shape))
	}
	return c.CGA.Linear(shape, tile)
}

// NumCTAs and Linear implement ttg.TensorMemory.
func (a *TMEMAttr) NumCTAs() int64       { return a.Cluster.ctas() }
func (a *TMEMScalesAttr) NumCTAs() int64 { return a.Cluster.ctas() }

// Ranks implements ttg.TensorMemory.
func (a *TMEMAttr) Ranks() (least, most int)       { return 2, 3 }
func (a *TMEMScalesAttr) Ranks() (least, most int) { return 2, 2 }

// Linear lays blocks one after the other along the columns, those along M first. A block
// of 128 rows has a lane for each. One of 64 has 16 of each 32 lanes; the other 16 have
// the block that follows it (PTX ISA, data path layouts of tcgen05).
func (a *TMEMAttr) Linear(shape []int64) (layout.Layout, error) {
	if a.ColStride == 0 || a.TwoCTAs && a.BlockM == 64 {
		return layout.Layout{}, fmt.Errorf("'%s' has no linear form here", ir.AttrString(a))
	}
	return a.Cluster.linear(shape, func(shape []int64) (layout.Layout, error) {
		if a.BlockM != 64 && a.BlockM != 128 || shape[0] < a.BlockM || a.ColStride&(a.ColStride-1) != 0 {
			return layout.Layout{}, fmt.Errorf("blocks of %d rows with a stride of %d do not fit %v", a.BlockM, a.ColStride, shape)
		}
		m, n := a.BlockM, min(a.BlockN, shape[1])
		p := places{shape: shape}
		for range bits.TrailingZeros64(uint64(a.ColStride)) {
			p.cols = append(p.cols, []int{0, 0})
		}
		p.step(&p.cols, 1, 1, n)
		if m == 128 {
			p.step(&p.rows, 0, 1, m)
		} else {
			p.step(&p.rows, 0, 1, 16)
			switch {
			case shape[0] > m:
				p.step(&p.rows, 0, m, 2*m)
				m *= 2
			case shape[1] > n:
				p.step(&p.rows, 1, n, 2*n)
				n *= 2
			default:
				p.rows = append(p.rows, []int{0, 0})
			}
			p.step(&p.rows, 0, 16, 64)
		}
		p.step(&p.cols, 0, m, shape[0])
		p.step(&p.cols, 1, n, shape[1])
		return p.layout()
	})
}

// Linear lays blocks of 64 × 4 scales one after the other along the columns. One has 32
// lanes, which all four warps have again, and two groups of four columns.
func (a *TMEMScalesAttr) Linear(shape []int64) (layout.Layout, error) {
	return a.Cluster.linear(shape, func(shape []int64) (layout.Layout, error) {
		p := places{shape: shape}
		p.step(&p.rows, 0, 1, 32)
		p.rows = append(p.rows, []int{0, 0}, []int{0, 0})
		p.step(&p.cols, 1, 1, 4)
		p.step(&p.cols, 0, 32, 64)
		if a.KThenMN {
			p.step(&p.cols, 1, 4, shape[1])
			p.step(&p.cols, 0, 64, shape[0])
		} else {
			p.step(&p.cols, 0, 64, shape[0])
			p.step(&p.cols, 1, 4, shape[1])
		}
		return p.layout()
	})
}

// places are the bases of a layout of tensor memory.
type places struct {
	shape      []int64
	rows, cols [][]int
}

// step adds the bases that move along dimension d by from, twice as much, … up to before to; zero beyond the shape.
func (p *places) step(bases *[][]int, d int, from, to int64) {
	for n := from; n < to; n *= 2 {
		basis := []int{0, 0}
		if n < p.shape[d] {
			basis[d] = int(n)
		}
		*bases = append(*bases, basis)
	}
}

func (p *places) layout() (layout.Layout, error) {
	outs := []layout.Out{{Name: layout.Dim(0), Size: int(p.shape[0])}, {Name: layout.Dim(1), Size: int(p.shape[1])}}
	l, err := layout.New([]layout.In{{Name: ttg.Row, Bases: p.rows}, {Name: ttg.Column, Bases: p.cols}}, outs)
	if err == nil && !l.IsSurjective() {
		return l, fmt.Errorf("the blocks do not reach every element of %v", p.shape)
	}
	return l, err
}
