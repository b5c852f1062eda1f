package gpu

import (
	"math/bits"
	"slices"

	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
)

// turned gives tiles of 8-bit elements that are loaded from one buffer only to be stored,
// rearranged, in another whose rows run otherwise the layout in which ldmatrix and stmatrix move them.
func (a *assignment) turned() {
	for _, op := range a.ops {
		var to *ttg.MemDescType
		switch {
		case op.Is(ttg.LocalStore):
			to = op.Operand(1).Type().(*ttg.MemDescType)
		case op.Is(ttg.LocalAlloc):
			to = op.Result(0).Type().(*ttg.MemDescType)
		default:
			continue
		}
		v := op.Operand(0)
		if elementBytes(to.Elem) != 1 {
			continue
		}
		rows := offsets(to)
		for v.OneUse() && v.Def() != nil && v.Def().Is(tt.Trans, tt.Reshape) {
			rows = undo(v.Def(), rows)
			v = v.Def().Operand(0)
		}
		if load := v.Def(); load != nil && load.Is(ttg.LocalLoad) && v.OneUse() {
			a.give(v, turning(tensorOf(v), offsets(load.Operand(0).Type().(*ttg.MemDescType)), rows, a.warps(op)), false)
		}
	}
}

// offsets is the layout of a buffer.
func offsets(m *ttg.MemDescType) layout.Layout {
	shape := m.Shape
	if n := len(m.AllocShape); n > 0 {
		shape = m.AllocShape[n-len(shape):]
	}
	return layout.Must(ttg.ToLinear(shape, m.Encoding))
}

// undo says where the elements of a layout are before op moves them.
func undo(op *ir.Operation, l layout.Layout) layout.Layout {
	if op.Is(tt.Reshape) {
		return l.Reshape(tensorOf(op.Operand(0)).Shape...)
	}
	order := op.Ints("order")
	inverse := make([]int, len(order))
	for to, from := range order {
		inverse[from] = to
	}
	return l.Permute(inverse...)
}

// turning is the layout of a tile on its way between two buffers of bytes, given as its elements by
// offset, of which rows of 16 bytes lie apart in the other. A load by matrices gives each
// thread squares, two bytes of a row of the one by two of the other, and four lanes
// further bytes along the other's rows; two such words of a thread have
// eight bytes of the other's rows, which are four in each of two when they are sorted. Nil if the
// tile is too small for that.
func turning(t *ir.RankedTensorType, from, to layout.Layout, warps int) ir.Attribute {
	const row = 4 // bits of the 16 bytes that a matrix has in a row
	x, y := from.Bases(layout.Offset), to.Bases(layout.Offset)
	if len(x) < 2*row || len(y) < 2*row {
		return nil
	}
	x, y = x[:row], y[:row]
	var rest [][]int
	for d, n := range t.Shape {
		for bit := 1; bit < int(n); bit *= 2 {
			b := make([]int, len(t.Shape))
			b[d] = bit
			is := func(c []int) bool { return slices.Equal(b, c) }
			switch {
			case slices.ContainsFunc(x, is) && slices.ContainsFunc(y, is):
				return nil
			case !slices.ContainsFunc(x, is) && !slices.ContainsFunc(y, is):
				rest = append(rest, b)
			}
		}
	}
	spread := len(rest) - bits.TrailingZeros(uint(warps))
	if spread < 0 {
		return nil
	}
	l, err := layout.Linear(t.Shape, slices.Concat([][]int{x[0], y[0], y[1]}, rest[:spread]),
		slices.Concat(y[2:], x[1:]), rest[spread:], nil)
	if err != nil {
		return nil
	}
	return ttg.FromLinear(t.Context(), l)
}
