package rings

import (
	"fmt"
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// slice tells what matters: the ops that hold operations of rings, the values that
// control or count them, the values that are indices, and of which operations.
type slice struct {
	holds    map[*ir.Operation]bool
	relevant map[*ir.Value]bool
	indices  map[*ir.Value][]access
	fixed    map[access]int64 // those with a constant index, up to which
}

// access is a kind of operations on a ring.
type access struct {
	ring *ir.Value
	kind kind
}

func newSlice(fn *ir.Operation) *slice {
	s := &slice{holds: map[*ir.Operation]bool{}, relevant: map[*ir.Value]bool{}, indices: map[*ir.Value][]access{}, fixed: map[access]int64{}}
	fn.Walk(func(op *ir.Operation) bool {
		if op.Is(aref.Put, aref.Get, aref.Consumed, aref.Skip, aref.Take, aref.Pass, nvgpu.DotIssue, nvgpu.DotWait) {
			for p := op; p != nil && !s.holds[p]; p = p.Parent() {
				s.holds[p] = true
			}
		}
		return true
	})
	fn.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(aref.Put, aref.Get, aref.Consumed, aref.Skip):
			s.mark(op.Operand(1), s.relevant, false)
			s.index(op)
		case !s.holds[op]:
		case op.Is(scf.For):
			for _, v := range op.Operands()[:3] {
				s.mark(v, s.relevant, false)
			}
		case op.Is(scf.If):
			s.mark(op.Operand(0), s.relevant, false)
		case op.Is(scf.While):
			s.mark(op.Region(0).First().Last().Operand(0), s.relevant, false)
		}
		return true
	})
	return s
}

func (s *slice) index(op *ir.Operation) {
	a := access{ttg.TraceCapture(op.Operand(0)), kinds[op.Name()].counted()}
	if n, ok := fixedIndex(op.Operand(1)); ok {
		s.fixed[a] = max(s.fixed[a], n)
	}
	set := map[*ir.Value]bool{}
	s.mark(op.Operand(1), set, true)
	for v := range set {
		if !slices.Contains(s.indices[v], a) {
			s.indices[v] = append(s.indices[v], a)
		}
	}
}

// fixedIndex returns the value of sums of constants.
func fixedIndex(v *ir.Value) (int64, bool) {
	op := v.Def()
	switch {
	case op == nil:
		return 0, false
	case op.Has(ir.ConstantLike):
		return op.IntAttr("value")
	case !op.Is(arith.AddI, arith.SubI):
		return 0, false
	}
	a, ok1 := fixedIndex(op.Operand(0))
	b, ok2 := fixedIndex(op.Operand(1))
	if op.Is(arith.SubI) {
		b = -b
	}
	return a + b, ok1 && ok2
}

// rootOf returns the value that v is a constant away from.
func rootOf(v *ir.Value) *ir.Value {
	for v.Def() != nil && v.Def().Is(arith.AddI, arith.SubI) {
		step := v.Def().Operand(1).Def()
		if step == nil || !step.Has(ir.ConstantLike) {
			break
		}
		v = v.Def().Operand(0)
	}
	return v
}

// mark goes backwards from v. Indices are followed through sums and control flow
// only: what they are the same kind of number as.
func (s *slice) mark(v *ir.Value, set map[*ir.Value]bool, sums bool) {
	if set[v] {
		return
	}
	set[v] = true
	for _, source := range sources(v, sums) {
		s.mark(source, set, sums)
	}
}

// sources are the values that v is computed from.
func sources(v *ir.Value, sums bool) []*ir.Value {
	op := v.Def()
	if op == nil {
		return argSources(v)
	}
	i := v.Index()
	switch {
	case op.Is(scf.For):
		out := flow(op, i)
		if !sums {
			out = append(out, op.Operands()[:3]...)
		}
		return out
	case op.Is(scf.If):
		var out []*ir.Value
		if !sums {
			out = append(out, op.Operand(0))
		}
		for _, r := range op.Regions() {
			if b := r.First(); b != nil {
				out = append(out, b.Last().Operand(i))
			}
		}
		return out
	case op.Is(scf.While):
		end := op.Region(0).First().Last()
		if !sums {
			return []*ir.Value{end.Operand(0), end.Operand(i + 1)}
		}
		return []*ir.Value{end.Operand(i + 1)}
	case sums && op.Is(arith.AddI, arith.SubI):
		return op.Operands()[:1]
	case sums:
		return nil
	}
	out := op.Operands()
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				out = append(out, inner.Operands()...)
			}
		}
	}
	return out
}

// flow lists what comes into carried value i of an scf.for.
func flow(op *ir.Operation, i int) []*ir.Value {
	return []*ir.Value{op.Operand(3 + i), op.Region(0).First().Last().Operand(i)}
}

func argSources(v *ir.Value) []*ir.Value {
	block := v.ArgBlock()
	op := block.Parent()
	switch {
	case op == nil:
	case op.Is(scf.For) && v.Index() > 0:
		return flow(op, v.Index()-1)
	case op.Is(scf.For):
		return op.Operands()[:3]
	case op.Is(scf.While) && block == op.Region(0).First():
		return []*ir.Value{op.Operand(v.Index()), op.Region(1).First().Last().Operand(v.Index())}
	case op.Is(scf.While):
		return []*ir.Value{op.Region(0).First().Last().Operand(v.Index() + 1)}
	case op.Is(ttg.WarpSpecializePartitions):
		return []*ir.Value{op.Parent().Operand(v.Index())}
	}
	return nil
}

// region is one of warps: what it accesses, and the warp groups in it that are told apart.
type region struct {
	name     string
	block    *ir.Block
	accesses []*ir.Operation
	groups   int
}

// findRegions lists the regions that access rings: the function with the default region first.
func (p *program) findRegions() {
	p.addRegion("the default region", p.fn.Region(0).First())
	if p.spec == nil || !p.slice.holds[p.spec] {
		return
	}
	for i, r := range ttg.Partitions(p.spec) {
		if slices.ContainsFunc(slices.Collect(r.First().Ops()), func(op *ir.Operation) bool { return p.slice.holds[op] }) {
			p.addRegion(fmt.Sprintf("partition%d", i), r.First())
		}
	}
}

const warpsPerGroup = 4

func (p *program) addRegion(name string, block *ir.Block) {
	w := region{name: name, block: block, groups: 1}
	for top := range block.Ops() {
		top.Walk(func(op *ir.Operation) bool {
			switch {
			case op.Is(aref.Put, aref.Get, aref.Consumed, aref.Skip):
				w.accesses = append(w.accesses, op)
			case op.Is(aref.Take):
				w.groups = max(1, int(ttg.NumWarps(op))/warpsPerGroup)
			}
			return !op.Is(ttg.WarpSpecializePartitions)
		})
	}
	p.regions = append(p.regions, w)
}
