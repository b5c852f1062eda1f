package ttg

import (
	"fmt"
	"slices"

	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/layout"
)

// after says what becomes of any encoding; where it has no form of its own for
// that, the answer is a linear one.
func after(a Distributed, c tt.Change) (ir.Attribute, error) {
	switch c.Op {
	case tt.Reduce:
		return Slice(int64(c.Axis), a), nil
	case tt.ExpandDims:
		return nil, fmt.Errorf("a dimension can be added at %d only where the encoding is the slice of that dimension, but it is '%s'",
			c.Axis, ir.AttrString(a))
	}
	l, err := ToLinear(c.From, a)
	if err != nil {
		return nil, err
	}
	switch c.Op {
	case tt.Trans:
		l = l.Permute(narrow(c.Order)...)
	case tt.Reshape:
		l = l.Reshape(c.To...)
	case tt.Join:
		l = join(l, len(c.From))
	case tt.Split:
		if l, err = split(l, c.To); err != nil {
			return nil, err
		}
	default:
		panic("ttg: no change by " + c.Op.String())
	}
	return FromLinear(a.Context(), l), nil
}

// join puts the two elements of a new last dimension into consecutive registers.
func join(l layout.Layout, rank int) layout.Layout {
	last := layout.Dim(rank)
	return layout.Identity1D(2, layout.Register, last).Mul(l).TransposeOuts(append(l.OutDims(), last)...)
}

// split drops the last dimension, of size two, both elements of which one thread must hold.
func split(l layout.Layout, to []int64) (layout.Layout, error) {
	last := len(to)
	if !l.IsZero([]string{layout.Lane, layout.Warp, layout.Block}, []string{layout.Dim(last)}) {
		return l, fmt.Errorf("both halves of a split must be in one thread")
	}
	var ins []layout.In
	for _, in := range l.InDims() {
		var bases [][]int
		for _, b := range l.Bases(in) {
			if b[last] == 0 {
				bases = append(bases, b[:last])
			}
		}
		ins = append(ins, layout.In{Name: in, Bases: bases})
	}
	outs := make([]layout.Out, last)
	for d := range outs {
		outs[d] = layout.Out{Name: layout.Dim(d), Size: int(to[d])}
	}
	return layout.New(ins, outs)
}

// same compares linear forms. Of encodings without one it is known only that those of one kind differ if they are not ==.
func same(a Distributed, shape []int64, other ir.Attribute) bool {
	b, ok := other.(Distributed)
	if !ok || a.Rank() != b.Rank() {
		return false
	}
	x, errX := ToLinear(shape, a)
	y, errY := ToLinear(shape, b)
	if errX != nil || errY != nil {
		return a.AttrName() != b.AttrName()
	}
	return x.Equal(y)
}

// After, Same and Fits implement tt.Layout.

// After permutes, joins and splits into blocked encodings again.
func (a *BlockedAttr) After(c tt.Change) (ir.Attribute, error) {
	n := len(c.To)
	switch {
	case c.Op == tt.Trans:
		return a.permute(c.Order), nil
	case c.Op == tt.Join:
		with := func(vs []int64, n int64) []int64 { return append(slices.Clone(vs), n) }
		return ir.UniqueAttr(a.Context(), &BlockedAttr{
			SizePerThread: with(a.SizePerThread, 2), ThreadsPerWarp: with(a.ThreadsPerWarp, 1), WarpsPerCTA: with(a.WarpsPerCTA, 1),
			Order: append([]int64{int64(len(c.From))}, a.Order...), CGA: a.CGA.each(func(b []int64) []int64 { return with(b, 0) }),
		}), nil
	case c.Op == tt.Split && len(a.Order) == n+1 && a.Order[0] == int64(n) &&
		a.SizePerThread[n] == 2 && a.ThreadsPerWarp[n] == 1 && a.WarpsPerCTA[n] == 1 && a.CGA.whole(n):
		return ir.UniqueAttr(a.Context(), &BlockedAttr{
			SizePerThread: a.SizePerThread[:n:n], ThreadsPerWarp: a.ThreadsPerWarp[:n:n], WarpsPerCTA: a.WarpsPerCTA[:n:n],
			Order: a.Order[1:], CGA: a.CGA.each(func(b []int64) []int64 { return b[:n:n] }),
		}), nil
	}
	return after(a, c)
}

func (a *BlockedAttr) permute(order []int64) *BlockedAttr {
	pick := func(vs []int64) []int64 {
		out := make([]int64, len(vs))
		for i, d := range order {
			out[i] = vs[d]
		}
		return out
	}
	fast := make([]int64, len(order))
	for i, d := range a.Order {
		fast[i] = int64(slices.Index(order, d))
	}
	return ir.UniqueAttr(a.Context(), &BlockedAttr{
		SizePerThread: pick(a.SizePerThread), ThreadsPerWarp: pick(a.ThreadsPerWarp), WarpsPerCTA: pick(a.WarpsPerCTA), Order: fast, CGA: a.CGA.permute(order),
	})
}

// After gives the parent where the dimension comes back.
func (a *SliceAttr) After(c tt.Change) (ir.Attribute, error) {
	if c.Op == tt.ExpandDims && int64(c.Axis) == a.Dim {
		return a.Parent, nil
	}
	return after(a, c)
}

// After gives every basis a coordinate of zero where a dimension is added.
func (a *LinearAttr) After(c tt.Change) (ir.Attribute, error) {
	if c.Op != tt.ExpandDims {
		return after(a, c)
	}
	wider := func(bases [][]int64) [][]int64 {
		out := make([][]int64, len(bases))
		for i, b := range bases {
			out[i] = slices.Insert(slices.Clone(b), c.Axis, 0)
		}
		return out
	}
	return ir.UniqueAttr(a.Context(), &LinearAttr{
		Register: wider(a.Register), Lane: wider(a.Lane), Warp: wider(a.Warp), Block: wider(a.Block), Generic: a.Generic, rank: a.rank + 1,
	}), nil
}

func (a *NvidiaMMAAttr) After(c tt.Change) (ir.Attribute, error)  { return after(a, c) }
func (a *DotOperandAttr) After(c tt.Change) (ir.Attribute, error) { return after(a, c) }

// Same and Fits implement tt.Layout.
func (a *BlockedAttr) Same(shape []int64, other ir.Attribute) bool    { return same(a, shape, other) }
func (a *SliceAttr) Same(shape []int64, other ir.Attribute) bool      { return same(a, shape, other) }
func (a *LinearAttr) Same(shape []int64, other ir.Attribute) bool     { return same(a, shape, other) }
func (a *NvidiaMMAAttr) Same(shape []int64, other ir.Attribute) bool  { return same(a, shape, other) }
func (a *DotOperandAttr) Same(shape []int64, other ir.Attribute) bool { return same(a, shape, other) }

func (a *BlockedAttr) Fits(op *ir.Operation, shape []int64) error    { return fits(a, op, shape) }
func (a *SliceAttr) Fits(op *ir.Operation, shape []int64) error      { return fits(a, op, shape) }
func (a *LinearAttr) Fits(op *ir.Operation, shape []int64) error     { return fits(a, op, shape) }
func (a *NvidiaMMAAttr) Fits(op *ir.Operation, shape []int64) error  { return fits(a, op, shape) }
func (a *DotOperandAttr) Fits(op *ir.Operation, shape []int64) error { return fits(a, op, shape) }

// GoesWith implements tt.DotOperand: both operands have one kWidth and, with the result, one version of the tensor cores.
func (a *DotOperandAttr) GoesWith(dot *ir.Operation, b, d ir.Attribute) error {
	other, ok := b.(*DotOperandAttr)
	if !ok {
		return fmt.Errorf("requires encodings of dot operands for both a and b")
	}
	if a.KWidth != other.KWidth {
		return fmt.Errorf("requires one kWidth of a and b, but they have %d and %d", a.KWidth, other.KWidth)
	}
	x, isX := a.Parent.(*NvidiaMMAAttr)
	y, isY := other.Parent.(*NvidiaMMAAttr)
	z, isZ := d.(*NvidiaMMAAttr)
	if !isX && !isY && !isZ {
		return nil
	}
	if !isX || !isY || !isZ || x.Major != y.Major || x.Major != z.Major {
		return fmt.Errorf("requires one version of nvidia_mma for a, b and the result")
	}
	elem := ir.ElementType(dot.Operand(0).Type())
	if precision, _ := dot.IntAttr("inputPrecision"); x.Major == 2 && elem == elem.Context().F32() && precision != tt.PrecisionTF32 {
		return fmt.Errorf("mma.sync multiplies f32 only as tf32")
	}
	return nil
}
