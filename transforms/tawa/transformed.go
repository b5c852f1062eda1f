package tawa

import (
	"slices"

	"tawa/dialects/tt"
	"tawa/ir"
)

// transformed is a tile that is computed of loaded ones for a dot to read from shared
// memory: turned round, since a dot of other than 16 bits reads rows along K only, or
// converted.
type transformed struct {
	tile    *ir.Operation
	dot     *ir.Operation
	operand int
	was     [2]*ir.Value // operands of the dot before, nil where nothing changed
	turned  bool
}

func (t *transformed) what() string {
	if t.turned {
		return "turns round a tile for this dot, which reads rows along K only"
	}
	return "computes a tile for this dot"
}

// restore gives the dot its operands back.
func (t *transformed) restore() {
	for i, v := range t.was {
		if v != nil {
			old := t.dot.Operand(i)
			t.dot.SetOperand(i, v)
			eraseUnused(old)
		}
	}
}

// eraseUnused erases what makes v and what only that needs.
func eraseUnused(v *ir.Value) {
	if op := v.Def(); op != nil && v.Unused() && op.IsPure() && op.NumResults() == 1 {
		operands := op.Operands()
		op.Erase()
		for _, w := range operands {
			eraseUnused(w)
		}
	}
}

// tiles are the ops that make the transformed tiles.
func (p *plan) tiles() []*ir.Operation {
	var out []*ir.Operation
	for _, t := range p.transformed {
		out = append(out, t.tile)
	}
	return out
}

// restore undoes what making the plan has changed.
func (p *plan) restore() {
	if p == nil {
		return
	}
	for _, t := range p.transformed {
		t.restore()
	}
	p.transformed = nil
}

// otherRegisters are the registers of a thread of each role beside the consumers. A
// transformer holds the larger of what it reads and what it makes.
func (p *plan) otherRegisters() []int64 {
	if p.transformer == nil {
		return []int64{producerRegisters}
	}
	const some = 24
	most := int64(0)
	for _, g := range p.groups {
		if g.by != p.transformer && g.to != p.transformer {
			continue
		}
		sum := int64(0)
		for _, op := range g.makers {
			sum += registersOf(op.Result(0), 1)
		}
		most = max(most, sum)
	}
	return []int64{leastRegisters, alignUp(most+some, registerStep)}
}

// requestedRegisters is the attribute of ttg.warp_specialize with the registers of a
// thread of each partition.
const requestedRegisters = "requestedRegisters"

// findTransformed finds operands of dots in loops that are computed, in the dot's block, of
// loaded tiles alone and that the dot can't have from registers, or not as they lie; and makes
// each a tile that the dot reads where it is put.
func (p *plan) findTransformed() {
	for _, dot := range p.dots {
		if enclosingLoop(dot) == nil || checkDot(dot) != "" {
			continue
		}
		for i := range 2 {
			if t := p.transform(dot, i); t != nil {
				p.transformed = append(p.transformed, t)
			}
		}
	}
}

// transform makes operand i of a dot a tile of its own, nil if it must not or need not be one.
func (p *plan) transform(dot *ir.Operation, i int) *transformed {
	x := dot.Operand(i)
	w := x
	for w.Def() != nil && w.Def().Is(tt.Trans) {
		w = w.Def().Operand(0)
	}
	if w.Def() == nil || !p.ofLoads(x, dot.Block()) {
		return nil
	}
	loaded := p.isCandidate(w.Def())
	t := &transformed{tile: w.Def(), dot: dot, operand: i, turned: !readable(dot, i)}
	switch {
	case !t.turned && (loaded || i == 0):
		return nil // it is read where it is loaded, or in registers
	case !t.turned:
		return t
	case i == 0:
		t.tile = x.Def()
		return t
	}
	b := ir.Before(dot)
	b.Loc = x.Loc()
	turned := transpose(b, x)
	if a := dot.Operand(0); ir.BitWidth(ir.ElementType(a.Type())) == 8 && ofDot(a, map[*ir.Value]bool{}) {
		turned = asAccumulated(b, turned)
		t.was[0] = a
		dot.SetOperand(0, asAccumulated(b, a))
	}
	t.tile, t.was[1] = turned.Def(), x
	dot.SetOperand(1, transpose(b, turned))
	return t
}

// ofLoads reports whether v is computed in the block, of tiles that the producer may load, by
// ops that nothing else needs.
func (p *plan) ofLoads(v *ir.Value, block *ir.Block) bool {
	op := v.Def()
	if op == nil || op.Block() != block || !v.OneUse() {
		return false
	}
	if p.isCandidate(op) {
		return true
	}
	if !op.IsPure() || op.NumResults() != 1 || op.NumRegions() > 0 || op.Is(tt.Dot) {
		return false
	}
	tiles := 0
	for _, w := range op.Operands() {
		switch {
		case !ir.IsTensor(w.Type()), w.Def() != nil && w.Def().Is(tt.Splat), w.Def() != nil && w.Def().Has(ir.ConstantLike):
		case !p.ofLoads(w, block):
			return false
		default:
			tiles++
		}
	}
	return tiles > 0
}

// ofDot reports whether v is computed, element by element, of the result of a dot, so that it
// has its layout.
func ofDot(v *ir.Value, seen map[*ir.Value]bool) bool {
	op := v.Def()
	if op == nil || seen[v] {
		return false
	}
	seen[v] = true
	return op.Is(tt.Dot) || op.Has(ir.Elementwise) && slices.ContainsFunc(op.Operands(), func(w *ir.Value) bool { return ofDot(w, seen) })
}

func transpose(b *ir.Builder, v *ir.Value) *ir.Value {
	t := v.Type().(*ir.RankedTensorType)
	return b.Value(tt.Trans, []*ir.Value{v}, []ir.Type{b.Context().Tensor([]int64{t.Shape[1], t.Shape[0]}, t.Elem, nil)}, ir.A("order", b.Context().I32Array(1, 0)))
}

// asAccumulated puts the columns of a matrix of 8-bit elements in another order. A thread that
// holds columns 2q, 2q+1, 2q+8, 2q+9 of 16 of an accumulator multiplies columns 4q to 4q+3
// of an operand in registers; with this order these are the same, and nothing moves
// between threads. Both operands of a dot may have their K in any order.
func asAccumulated(b *ir.Builder, v *ir.Value) *ir.Value {
	t := v.Type().(*ir.RankedTensorType)
	rows, blocks := t.Shape[0], t.Shape[1]/16
	as := func(shape ...int64) []ir.Type { return []ir.Type{b.Context().Tensor(shape, t.Elem, nil)} }
	split := b.Value(tt.Reshape, []*ir.Value{v}, as(rows, blocks, 2, 4, 2))
	moved := b.Value(tt.Trans, []*ir.Value{split}, as(rows, blocks, 4, 2, 2), ir.A("order", b.Context().I32Array(0, 1, 3, 2, 4)))
	return b.Value(tt.Reshape, []*ir.Value{moved}, as(rows, t.Shape[1]))
}

// dropTransformed takes out the tiles that can't be made by a role of their own, because
// consumers need them or their loads for something else or something must come before; it
// reports whether there were such.
func (p *plan) dropTransformed(taken map[*ir.Operation]bool) bool {
	before := len(p.transformed)
	p.transformed = slices.DeleteFunc(p.transformed, func(t *transformed) bool {
		own := sliceOf(p.fn, []*ir.Operation{t.tile}, func(op *ir.Operation) bool { return taken[op] })
		fits := p.consumer.ops[t.tile] && p.dependence(t.tile, taken) == ""
		loads := 0
		for op := range own.ops {
			if taken[op] {
				loads++
				fits = fits && !p.consumer.ops[op] && op.Block() == t.tile.Block()
			}
		}
		fits = fits && loads > 0
		if !fits {
			t.restore()
		}
		return !fits
	})
	return len(p.transformed) < before
}
