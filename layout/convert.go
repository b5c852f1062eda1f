package layout

import (
	"fmt"
)

// ConversionKind says how far elements travel in a conversion between two
// distributed layouts.
type ConversionKind int

const (
	ConvertNone      ConversionKind = iota // every register stays as it is
	ConvertRegisters                       // within the thread, registers known at compile time
	ConvertShuffle                         // within the warp
	ConvertShared                          // across warps, through shared memory
	ConvertCluster                         // across CTAs
)

// String implements fmt.Stringer.
func (k ConversionKind) String() string {
	return [...]string{"none", "registers", "shuffle", "shared", "cluster"}[k]
}

// Conversion tells where each place of the destination finds its element in the source.
type Conversion struct {
	Kind ConversionKind
	// Map goes from the destination's register, lane, warp, block to the source's.
	Map Layout
	// Regs holds, for the kinds none and registers, the source register of each
	// destination register.
	Regs []int
}

// ConversionPlan classifies the conversion from src to dst, two distributed
// layouts of one tensor with the same numbers of lanes and warps. Where the source
// holds an element several times it takes the copy that is nearest.
func ConversionPlan(src, dst Layout) Conversion {
	for _, in := range []string{Lane, Warp, Block} {
		if src.InBits(in) != dst.InBits(in) {
			panic(fmt.Sprintf("layout: ConversionPlan: %d and %d bits of %s", src.InBits(in), dst.InBits(in), in))
		}
	}
	ins := []string{Register, Lane, Warp, Block}
	src, dst = src.Sublayout(ins, src.OutDims()), dst.Sublayout(ins, dst.OutDims()).matchOuts("ConversionPlan", src)
	f := newFinder(src)
	m := Layout{outs: f.outs}
	for d, in := range dst.ins {
		cols := make([]uint64, len(in.cols))
		for i, c := range in.cols {
			cols[i] = f.nearest(c, d, i)
		}
		m.ins = append(m.ins, input{in.name, cols})
	}
	c := Conversion{Kind: kindOf(m), Map: m}
	if c.Kind <= ConvertRegisters {
		c.Regs = make([]int, dst.InSize(Register))
		for r := range c.Regs {
			c.Regs[r] = m.At(r)[0]
		}
		if inOrder(c.Regs) && src.InSize(Register) == len(c.Regs) {
			c.Kind = ConvertNone
		}
	}
	return c
}

// finder looks for the source place of an element. solvers[n] knows the places
// whose last n of the inputs register, lane, warp, block are prescribed.
type finder struct {
	outs    []output
	cols    []uint64
	solvers [4]*solver
	width   int // bits of the tensor
}

func newFinder(src Layout) *finder {
	f := &finder{outs: src.inputsAsOuts(), cols: src.flatCols(), width: src.outBits()}
	for n := range f.solvers {
		f.solvers[n] = &solver{}
		for i, c := range f.cols {
			f.solvers[n].add(c | f.prescribe(1<<i, n)<<f.width)
		}
	}
	return f
}

// prescribe keeps the bits of a place that belong to its last n inputs, moved down.
func (f *finder) prescribe(place uint64, n int) uint64 {
	if n == 0 {
		return 0
	}
	return place >> f.outs[len(f.outs)-n].shift
}

// nearest returns the source place for bit i of destination input d with element
// elem: the same place if that holds it, else one in the same lane, warp, block.
func (f *finder) nearest(elem uint64, d, i int) uint64 {
	var same uint64
	if i < f.outs[d].bits {
		bit := f.outs[d].shift + i
		same = 1 << bit
		if f.cols[bit] == elem {
			return same
		}
	}
	for n := len(f.solvers) - 1; n >= 0; n-- {
		if place, ok := f.solvers[n].solve(elem | f.prescribe(same, n)<<f.width); ok {
			return place
		}
	}
	panic("layout: ConversionPlan: the source does not hold every element")
}

func kindOf(m Layout) ConversionKind {
	keeps := func(in string) bool {
		for d, i := range m.ins {
			for b, c := range m.Coords(i.name, in) {
				want := 0
				if m.ins[d].name == in {
					want = 1 << b
				}
				if c != want {
					return false
				}
			}
		}
		return true
	}
	switch {
	case !keeps(Block):
		return ConvertCluster
	case !keeps(Warp):
		return ConvertShared
	case !keeps(Lane) || !m.IsZero([]string{Lane, Warp, Block}, []string{Register}):
		return ConvertShuffle
	}
	return ConvertRegisters
}

// Source returns where register reg of a thread finds its element: the register
// and the lane of the same warp. It is for conversions up to ConvertShuffle.
func (c Conversion) Source(reg, lane, warp int) (srcReg, srcLane int) {
	at := c.Map.At(reg, lane, warp)
	return at[0], at[1]
}

func inOrder(regs []int) bool {
	for i, r := range regs {
		if i != r {
			return false
		}
	}
	return true
}
