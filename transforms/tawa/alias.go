package tawa

import (
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
)

// origin is where an address comes from: a function argument or an op's result,
// read through memory so many times.
type origin struct {
	value *ir.Value
	loads int
}

// origins are the places that the addresses in v, a pointer, a tensor of pointers
// or a descriptor, may come from. Different arguments are taken to be different
// memory, as Triton takes them.
func origins(v *ir.Value) map[origin]bool {
	out := map[origin]bool{}
	collectOrigins(v, 0, out, map[origin]bool{})
	return out
}

func collectOrigins(v *ir.Value, loads int, out, seen map[origin]bool) {
	if seen[origin{v, loads}] || loads > 4 {
		return
	}
	seen[origin{v, loads}] = true
	op := v.Def()
	var sources []*ir.Value
	switch {
	case op == nil:
		if p := v.ArgBlock().Parent(); isControl(p) {
			sources = argSources(v)
		}
	case isControl(op):
		sources = resultSources(op, v.Index())
	case op.Is(tt.AddPtr, tt.Advance, tt.MakeTensorPtr, tt.MakeTensorDesc):
		sources = op.Operands()[:1]
	case op.Is(tt.Load):
		sources, loads = op.Operands()[:1], loads+1
	case op.Has(ir.ConstantLike):
		return
	case op.IsPure():
		sources = op.Operands()
	}
	if len(sources) == 0 {
		out[origin{v, loads}] = true
	}
	for _, s := range sources {
		collectOrigins(s, loads, out, seen)
	}
}

func isAddress(t ir.Type) bool {
	_, desc := t.(*tt.DescType)
	return desc || tt.Pointee(t) != nil
}

// addresses are the operands of op that point to memory.
func addresses(op *ir.Operation) []*ir.Value {
	var out []*ir.Value
	for _, v := range op.Operands() {
		if isAddress(v.Type()) {
			out = append(out, v)
		}
	}
	return out
}

// mayAlias reports whether two ops may touch the same memory.
func mayAlias(a, b *ir.Operation) bool {
	for _, va := range addresses(a) {
		of := origins(va)
		for _, vb := range addresses(b) {
			for o := range origins(vb) {
				if of[o] {
					return true
				}
			}
		}
	}
	return false
}

// mayPrecede reports whether a may run before b: it stands before b, or a loop is around both
// whose iterations are not those of different programs.
func mayPrecede(a, b *ir.Operation) bool {
	for p := a; p.Block() != nil; p = p.Parent() {
		for q := b; q.Block() != nil; q = q.Parent() {
			switch {
			case p.Block() != q.Block():
			case inOrder(enclosingLoop(p)), p == q && p.Is(scf.For, scf.While):
				return true
			default:
				return p != q && p.IsBefore(q)
			}
		}
	}
	return false
}

// inOrder reports whether iterations of the loop, or of one around it, follow one another.
func inOrder(loop *ir.Operation) bool {
	for loop != nil && loop.Attr(tilesAttr) != nil {
		loop = enclosingLoop(loop)
	}
	return loop != nil
}

// enclosingLoop returns the innermost loop around op, or nil.
func enclosingLoop(op *ir.Operation) *ir.Operation { return op.ParentOf(scf.For, scf.While) }

// synchronizes reports whether op may wait for what other programs do, so that no
// later load may come before it.
func synchronizes(op *ir.Operation) bool {
	if op.Is(tt.AtomicRMW, tt.AtomicCAS) {
		sem, _ := op.IntAttr("sem")
		return sem != relaxed
	}
	return !op.Has(ir.ReadsMemory) && !op.Has(ir.WritesMemory) && !op.Is(tt.Print, tt.Assert) && !op.IsPure()
}

// relaxed is the value of the memory semantic that orders nothing.
const relaxed = 1
