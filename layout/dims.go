package layout

import (
	"fmt"
	"slices"
)

// TransposeIns reorders the inputs; names must be a permutation of InDims.
func (l Layout) TransposeIns(names ...string) Layout {
	if len(names) != len(l.ins) {
		panic(fmt.Sprintf("layout: TransposeIns: %v is not a permutation of %v", names, l.InDims()))
	}
	res := Layout{outs: l.outs}
	for _, n := range names {
		res.ins = append(res.ins, l.ins[l.mustIn("TransposeIns", n)])
	}
	return res
}

// TransposeOuts reorders the outputs; names must be a permutation of OutDims.
func (l Layout) TransposeOuts(names ...string) Layout {
	if len(names) != len(l.outs) {
		panic(fmt.Sprintf("layout: TransposeOuts: %v is not a permutation of %v", names, l.OutDims()))
	}
	return l.Sublayout(l.InDims(), names)
}

// Sublayout keeps some inputs and outputs, in the order given; the other
// coordinates are dropped.
func (l Layout) Sublayout(ins, outs []string) Layout {
	kept := make([]output, len(outs))
	res := Layout{}
	shift := 0
	for i, n := range outs {
		kept[i] = l.outs[l.mustOut("Sublayout", n)]
		res.outs = append(res.outs, output{n, shift, kept[i].bits})
		shift += kept[i].bits
	}
	for _, n := range ins {
		from := l.ins[l.mustIn("Sublayout", n)].cols
		cols := make([]uint64, len(from))
		for i, c := range from {
			for j, o := range kept {
				cols[i] |= uint64(o.of(c)) << res.outs[j].shift
			}
		}
		res.ins = append(res.ins, input{n, cols})
	}
	return res
}

// IsZero reports whether the given inputs do not move the given outputs.
func (l Layout) IsZero(ins, outs []string) bool {
	for _, in := range l.Sublayout(ins, outs).ins {
		if slices.ContainsFunc(in.cols, func(c uint64) bool { return c != 0 }) {
			return false
		}
	}
	return true
}

// Mask returns the bits of an input that move an output. A reduction along dim1
// runs over the registers Mask("register", "dim1") in a thread, the lanes of
// Mask("lane", "dim1") by shuffles and the warps of Mask("warp", "dim1") through
// shared memory.
func (l Layout) Mask(in, out string) int {
	m := 0
	for i, c := range l.Coords(in, out) {
		if c != 0 {
			m |= 1 << i
		}
	}
	return m
}

// FlattenIns joins all inputs into one of the given name, the first in the low bits.
func (l Layout) FlattenIns(name string) Layout {
	return Layout{ins: []input{{name, l.flatCols()}}, outs: l.outs}
}

// FlattenOuts joins all outputs into one of the given name, the first in the low bits.
func (l Layout) FlattenOuts(name string) Layout {
	return Layout{ins: l.ins, outs: []output{{name, 0, l.outBits()}}}
}

// ReshapeIns splits the flattened inputs into the given dimensions, the first in
// the low bits. The total size must be the same.
func (l Layout) ReshapeIns(dims ...Out) Layout {
	cols := l.flatCols()
	shape := Must(newOuts(dims))
	if shape.outBits() != len(cols) {
		panic(fmt.Sprintf("layout: ReshapeIns: size %d is not %d", shape.TotalOutSize(), 1<<len(cols)))
	}
	res := Layout{outs: l.outs}
	for _, d := range shape.outs {
		res.ins = append(res.ins, input{d.name, cols[d.shift : d.shift+d.bits]})
	}
	return res
}

// ReshapeOuts splits the flattened outputs into the given dimensions, the first in
// the low bits. The total size must be the same.
func (l Layout) ReshapeOuts(dims ...Out) Layout {
	shape := Must(newOuts(dims))
	if shape.outBits() != l.outBits() {
		panic(fmt.Sprintf("layout: ReshapeOuts: size %d is not %d", shape.TotalOutSize(), l.TotalOutSize()))
	}
	return Layout{ins: l.ins, outs: shape.outs}
}

// RenameIn gives an input another name.
func (l Layout) RenameIn(from, to string) Layout {
	i := l.mustIn("RenameIn", from)
	ins := slices.Clone(l.ins)
	ins[i].name = to
	return Layout{ins: ins, outs: l.outs}
}

// RenameOut gives an output another name.
func (l Layout) RenameOut(from, to string) Layout {
	i := l.mustOut("RenameOut", from)
	outs := slices.Clone(l.outs)
	outs[i].name = to
	return Layout{ins: l.ins, outs: outs}
}

// RemoveZeroBasesAlongDim drops the bits of an input that move nothing.
func (l Layout) RemoveZeroBasesAlongDim(in string) Layout {
	i := l.mustIn("RemoveZeroBasesAlongDim", in)
	ins := slices.Clone(l.ins)
	ins[i].cols = slices.DeleteFunc(slices.Clone(ins[i].cols), func(c uint64) bool { return c == 0 })
	return Layout{ins: ins, outs: l.outs}
}

// Permute is the layout of the transposed tensor, tensor dimension i of which is
// dimension order[i] of this one (tt.trans).
func (l Layout) Permute(order ...int) Layout {
	names := make([]string, len(order))
	for i, d := range order {
		names[i] = Dim(d)
	}
	return l.TransposeOuts(names...).standardNames()
}

// Reshape is the layout of the tensor read in row-major order with another shape
// (tt.reshape): the last dimension is the fastest.
func (l Layout) Reshape(shape ...int64) Layout {
	flat := l.TransposeOuts(reversed(l.OutDims())...)
	dims := make([]Out, len(shape))
	for i := range shape {
		d := len(shape) - 1 - i
		dims[i] = Out{Dim(d), int(shape[d])}
	}
	res := flat.ReshapeOuts(dims...)
	return res.TransposeOuts(reversed(res.OutDims())...)
}

// ExpandDims inserts a dimension of size 1 (tt.expand_dims).
func (l Layout) ExpandDims(axis int) Layout {
	shape := l.Shape()
	return l.Reshape(slices.Insert(shape, axis, 1)...)
}

// standardNames calls the outputs dim0, dim1, … in order.
func (l Layout) standardNames() Layout {
	outs := slices.Clone(l.outs)
	for i := range outs {
		outs[i].name = Dim(i)
	}
	return Layout{ins: l.ins, outs: outs}
}

func reversed(names []string) []string {
	names = slices.Clone(names)
	slices.Reverse(names)
	return names
}

// Contiguity returns how many consecutive elements along an output a thread holds
// in consecutive registers, starting at a multiple of that number.
func (l Layout) Contiguity(dim string) int {
	d := l.outs[l.mustOut("Contiguity", dim)]
	regs := l.cols(Register)
	n := 0
	for n < min(len(regs), d.bits) && regs[n] == 1<<(d.shift+n) {
		n++
	}
	// All else must move by whole runs.
	for n > 0 && !l.aligned(regs[:n], d, n) {
		n--
	}
	return 1 << n
}

// aligned reports whether the bases other than run are multiples of 1<<n along d.
func (l Layout) aligned(run []uint64, d output, n int) bool {
	for _, in := range l.ins {
		cols := in.cols
		if in.name == Register {
			cols = cols[len(run):]
		}
		for _, c := range cols {
			if d.of(c)&(1<<n-1) != 0 {
				return false
			}
		}
	}
	return true
}
