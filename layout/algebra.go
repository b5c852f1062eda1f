package layout

import (
	"fmt"
	"slices"
)

// Mul is the direct sum with l in the low bits: where both have an input or an
// output of the same name, sizes multiply and o's bits come above l's. Dimensions
// that only o has are appended.
func (l Layout) Mul(o Layout) Layout {
	var res Layout
	shift := 0
	at := func(name string, bits int) {
		res.outs = append(res.outs, output{name, shift, bits})
		shift += bits
	}
	for _, d := range l.outs {
		at(d.name, d.bits+log2(o.OutSize(d.name)))
	}
	for _, d := range o.outs {
		if !l.HasOut(d.name) {
			at(d.name, d.bits)
		}
	}
	if shift > maxBits {
		panic("layout: Mul: too many output bits")
	}
	for _, d := range l.ins {
		cols := res.moved(l, d.cols, nil)
		cols = append(cols, res.moved(o, o.cols(d.name), l.OutSize)...)
		res.ins = append(res.ins, input{d.name, cols})
	}
	for _, d := range o.ins {
		if !l.HasIn(d.name) {
			res.ins = append(res.ins, input{d.name, res.moved(o, d.cols, l.OutSize)})
		}
	}
	return res
}

// moved repacks columns of from into the outputs of l, found by name; scale, if
// given, multiplies each coordinate.
func (l Layout) moved(from Layout, cols []uint64, scale func(string) int) []uint64 {
	res := make([]uint64, len(cols))
	for i, c := range cols {
		for _, o := range from.outs {
			v := uint64(o.of(c))
			if scale != nil {
				v *= uint64(scale(o.name))
			}
			res[i] |= v << l.outs[l.mustOut("moved", o.name)].shift
		}
	}
	return res
}

// Compose returns next∘l: the outputs of l, found by name, are the inputs of next.
// An input of next may be larger than the output of l that feeds it.
func (l Layout) Compose(next Layout) Layout {
	if len(l.outs) != len(next.ins) {
		panic(fmt.Sprintf("layout: Compose: outputs %v feed inputs %v", l.OutDims(), next.InDims()))
	}
	feed := make([][]uint64, len(l.outs))
	for i, o := range l.outs {
		feed[i] = next.ins[next.mustIn("Compose", o.name)].cols
		if o.bits > len(feed[i]) {
			panic(fmt.Sprintf("layout: Compose: output %s of size %d feeds an input of size %d", o.name, 1<<o.bits, 1<<len(feed[i])))
		}
	}
	return l.mapCols(next.outs, func(c uint64) uint64 {
		var r uint64
		for i, o := range l.outs {
			r ^= combine(feed[i], o.of(c))
		}
		return r
	})
}

// mapCols returns a layout with the inputs of l, other outputs, and f applied to
// each basis.
func (l Layout) mapCols(outs []output, f func(uint64) uint64) Layout {
	res := Layout{outs: outs}
	for _, in := range l.ins {
		cols := make([]uint64, len(in.cols))
		for i, c := range in.cols {
			cols[i] = f(c)
		}
		res.ins = append(res.ins, input{in.name, cols})
	}
	return res
}

// inputsAsOuts returns the inputs of l as outputs, in order.
func (l Layout) inputsAsOuts() []output {
	outs := make([]output, len(l.ins))
	shift := 0
	for i, in := range l.ins {
		outs[i] = output{in.name, shift, len(in.cols)}
		shift += len(in.cols)
	}
	return outs
}

// identityOnOuts returns the identity on the outputs of l.
func (l Layout) identityOnOuts() Layout {
	res := Layout{outs: l.outs}
	for _, o := range l.outs {
		cols := make([]uint64, o.bits)
		for i := range cols {
			cols[i] = 1 << (o.shift + i)
		}
		res.ins = append(res.ins, input{o.name, cols})
	}
	return res
}

// IsSurjective reports whether every output point is hit.
func (l Layout) IsSurjective() bool { return newSolver(l.flatCols()).rank() == l.outBits() }

// IsInjective reports whether no two input points meet, that is nothing is held twice.
func (l Layout) IsInjective() bool {
	cols := l.flatCols()
	return newSolver(cols).rank() == len(cols)
}

// Invert returns the inverse of a bijective layout; it panics for another one.
func (l Layout) Invert() Layout {
	if !l.IsInjective() || !l.IsSurjective() {
		panic("layout: Invert: not bijective: " + l.String())
	}
	return l.PseudoInvert()
}

// PseudoInvert returns, for a surjective layout, a map from its outputs to inputs
// that reach them; free input bits are 0.
func (l Layout) PseudoInvert() Layout { return l.identityOnOuts().InvertAndCompose(l) }

// InvertAndCompose returns the map x with other∘x = l: from the inputs of l to the
// inputs of other that stand for the same output point. Outputs are matched by
// name. Where other holds a point several times its free input bits are 0, that
// is earlier inputs and lower bits are preferred. It panics when other does not
// reach a point of l.
func (l Layout) InvertAndCompose(other Layout) Layout {
	src := l.matchOuts("InvertAndCompose", other)
	s := newSolver(other.flatCols())
	return src.mapCols(other.inputsAsOuts(), func(c uint64) uint64 {
		x, ok := s.solve(c)
		if !ok {
			panic(fmt.Sprintf("layout: InvertAndCompose: %v is not reached by %s", src.unpack(c), other))
		}
		return x
	})
}

// matchOuts returns l with the outputs in the order and sizes of other, which must
// have the same names and at least the same sizes.
func (l Layout) matchOuts(op string, other Layout) Layout {
	if slices.Equal(l.outs, other.outs) {
		return l
	}
	if len(l.outs) != len(other.outs) {
		panic(fmt.Sprintf("layout: %s: outputs %v and %v differ", op, l.OutDims(), other.OutDims()))
	}
	for _, o := range l.outs {
		if want := other.outs[other.mustOut(op, o.name)]; o.bits > want.bits {
			panic(fmt.Sprintf("layout: %s: %s has size %d and %d", op, o.name, 1<<o.bits, 1<<want.bits))
		}
	}
	res := Layout{outs: other.outs}
	for _, in := range l.ins {
		res.ins = append(res.ins, input{in.name, res.moved(l, in.cols, nil)})
	}
	return res
}

// DivideLeft answers whether l = tile.Mul(rest), and returns rest with all the
// dimensions of l. It is how an instruction's tile is recognised in a map.
func (l Layout) DivideLeft(tile Layout) (rest Layout, ok bool) {
	for _, d := range tile.outs {
		if !l.HasOut(d.name) || l.OutSize(d.name) < 1<<d.bits {
			return Layout{}, false
		}
	}
	shift := 0
	for _, o := range l.outs {
		n := o.bits - log2(tile.OutSize(o.name))
		rest.outs = append(rest.outs, output{o.name, shift, n})
		shift += n
	}
	for _, d := range tile.ins {
		cols := l.cols(d.name)
		if len(cols) < len(d.cols) || !slices.Equal(cols[:len(d.cols)], l.moved(tile, d.cols, nil)) {
			return Layout{}, false
		}
	}
	for _, in := range l.ins {
		above := in.cols[tile.InBits(in.name):]
		cols := make([]uint64, len(above))
		for i, c := range above {
			for j, o := range l.outs {
				v, t := o.of(c), tile.OutSize(o.name)
				if v%t != 0 {
					return Layout{}, false
				}
				cols[i] |= uint64(v/t) << rest.outs[j].shift
			}
		}
		rest.ins = append(rest.ins, input{in.name, cols})
	}
	return rest, true
}

// FreeMasks returns per input the mask of its redundant bits: those whose basis is
// a sum of earlier ones. With these bits 0 every element is visited once. The
// earlier input keeps the element, so the order register, lane, warp makes lanes
// redundant before registers.
func (l Layout) FreeMasks() map[string]int {
	s := &solver{}
	masks := make(map[string]int, len(l.ins))
	for _, in := range l.ins {
		m := 0
		for i, c := range in.cols {
			if !s.add(c) {
				m |= 1 << i
			}
		}
		masks[in.name] = m
	}
	return masks
}
