package nvptx

import (
	"tawa/layout"
)

// combiner joins two tuples of scalars into one: the region of a reduction.
type combiner func(a, b []value) []value

// reduce folds tensors of one layout along a dimension: first the registers of
// a thread, then lanes by shuffles, then warps through scratch. The results
// have the layout slice(axis, l).
func (g *gen) reduce(tensors [][]value, l layout.Layout, axis int, combine combiner, scratch value) [][]value {
	dim := layout.Dim(axis)
	rows := reduceRegisters(tensors, l, axis, combine)
	for bit, c := range l.Coords(layout.Lane, dim) {
		if c == 0 {
			continue
		}
		for i, row := range rows {
			other := make([]value, len(row))
			for k, v := range row {
				other[k] = g.shuffle("bfly", v, ci(1<<bit))
			}
			rows[i] = combine(row, other)
		}
	}
	if mask := l.Mask(layout.Warp, dim); mask != 0 {
		rows = g.reduceWarps(rows, l, axis, mask, combine, scratch)
	}
	out := make([][]value, len(tensors))
	for k := range out {
		for _, row := range rows {
			out[k] = append(out[k], row[k])
		}
	}
	return out
}

// reduceRegisters folds what a thread holds: one tuple per register of the result.
func reduceRegisters(tensors [][]value, l layout.Layout, axis int, combine combiner) [][]value {
	dim := layout.Dim(axis)
	kept := keptRegisters(l, axis)
	rows := make([][]value, 1<<len(kept))
	along := l.Mask(layout.Register, dim)
	for i := range rows {
		base := spread(kept, i)
		for r := range len(tensors[0]) {
			if r&^along != base {
				continue
			}
			tuple := make([]value, len(tensors))
			for k := range tensors {
				tuple[k] = tensors[k][r]
			}
			if rows[i] == nil {
				rows[i] = tuple
			} else {
				rows[i] = combine(rows[i], tuple)
			}
		}
	}
	return rows
}

// keptRegisters is the register bits of slice(axis, l): those that move another
// dimension. A bit that moves nothing repeats an element and is dropped too.
func keptRegisters(l layout.Layout, axis int) []int {
	var kept []int
	for i, b := range l.Bases(layout.Register) {
		moves := false
		for d, c := range b {
			moves = moves || d != axis && c != 0
		}
		if moves {
			kept = append(kept, i)
		}
	}
	return kept
}

// reduceWarps folds across warps: each writes its part to scratch, and all read
// the parts of the warps that share their rows.
func (g *gen) reduceWarps(rows [][]value, l layout.Layout, axis, mask int, combine combiner, scratch value) [][]value {
	result := layout.Must(layout.Slice(axis, l))
	parts := 1
	var bits []int
	for i := range l.InBits(layout.Warp) {
		if mask>>i&1 != 0 {
			bits = append(bits, i)
			parts *= 2
		}
	}
	part := ci(0)
	for k, bit := range bits {
		b := g.And(g.LShr(g.warp, ci(bit)), ci(1))
		part = g.Or(part, g.Shl(b, ci(k)))
	}
	flat := result.FlattenOuts("element") // a number for each element
	at := func(in string) []int { return flat.Coords(in, "element") }
	elem := g.Xor(g.xorBits(g.lane, at(layout.Lane)), g.xorBits(g.warp, at(layout.Warp)))
	regs := at(layout.Register)
	size := result.TotalOutSize()
	pred := g.unique(map[string]int{layout.Lane: result.FreeMasks()[layout.Lane]})

	g.sync()
	end := 0
	starts := make([]int, len(rows[0]))
	for k, v := range rows[0] {
		starts[k] = end
		end += size * parts * sizeOf(v.Type)
	}
	address := func(i, k int, part value) value {
		e := g.Add(g.Mul(part, ci(size)), g.Xor(elem, ci(xorOf(regs, i))))
		return g.Add(scratch, g.Mul(e, ci(sizeOf(rows[0][k].Type))))
	}
	for i, row := range rows {
		for k, v := range row {
			g.storeShared([]value{v}, address(i, k, part), starts[k], pred)
		}
	}
	g.sync()
	out := make([][]value, len(rows))
	for i, row := range rows {
		for j := range parts {
			tuple := make([]value, len(row))
			for k, v := range row {
				tuple[k] = g.loadShared(v.Type, 1, address(i, k, ci(j)), starts[k])[0]
			}
			if out[i] == nil {
				out[i] = tuple
			} else {
				out[i] = combine(out[i], tuple)
			}
		}
	}
	return out
}

// spread puts the bits of i at the given places; xorOf combines bases by the bits of i.
func spread(places []int, i int) int {
	w := 0
	for k, p := range places {
		w |= i >> k & 1 << p
	}
	return w
}

func xorOf(bases []int, i int) int {
	w := 0
	for k, b := range bases {
		if i>>k&1 != 0 {
			w ^= b
		}
	}
	return w
}
