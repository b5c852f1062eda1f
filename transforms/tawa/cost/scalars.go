package cost

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// Launch is what is known of how a kernel is launched.
type Launch struct {
	Grid [3]int64 // programs along each axis; 0 0 0 if that is not known
	// Args are values of integer parameters, by name or, as "#3", by number.
	Args map[string]int64
}

// What is assumed of loops and grids of which nothing is known.
const (
	AssumedTrips = 64 // of a loop around dots
	AssumedTiles = 2  // of a loop around such loops
	AssumedWaves = 2  // tiles for each multiprocessor
)

// scalars are the integers that are known at a place of the program.
type scalars map[*ir.Value]int64

// lookup is the value of v, also if a constant makes it.
func (s scalars) lookup(v *ir.Value) (int64, bool) {
	if n, ok := s[v]; ok {
		return n, true
	}
	if d := v.Def(); d != nil && d.Has(ir.ConstantLike) && !ir.IsTensor(v.Type()) {
		return d.IntAttr("value")
	}
	return 0, false
}

// bind says what v is, or that it is not known.
func (s scalars) bind(v *ir.Value, n int64, known bool) {
	if known {
		s[v] = n
	} else {
		delete(s, v)
	}
}

// copy binds to to what from is.
func (s scalars) copy(to, from *ir.Value) {
	n, ok := s.lookup(from)
	s.bind(to, n, ok)
}

// isInteger reports whether a value can be known.
func isInteger(v *ir.Value) bool {
	_, ok := v.Type().(*ir.IntegerType)
	return ok && ir.BitWidth(v.Type()) <= 64
}

// evaluate binds the results of an op by the fold of its row.
func (s scalars) evaluate(op *ir.Operation, at *place) {
	if op.NumResults() != 1 || !at.control[op.Result(0)] || op.Has(ir.ConstantLike) {
		return
	}
	r := op.Result(0)
	axis, _ := op.IntAttr("axis")
	switch {
	case op.Is(tt.GetProgramId):
		s.bind(r, at.program[axis], true)
		return
	case op.Is(tt.GetNumPrograms):
		s.bind(r, at.grid[axis], true)
		return
	case op.Is(arith.Select):
		if c, ok := s.lookup(op.Operand(0)); ok {
			s.copy(r, op.Operand(2-int(c&1)))
			return
		}
	}
	delete(s, r)
	def := op.Def()
	if def == nil || def.Fold == nil {
		return
	}
	operands := make([]ir.Attribute, op.NumOperands())
	for i, v := range op.Operands() {
		n, ok := s.lookup(v)
		if !ok || !isInteger(v) {
			return
		}
		operands[i] = op.Context().Int(v.Type(), n)
	}
	for _, f := range def.Fold(op, operands) {
		if a, ok := f.Attr.(*ir.IntegerAttr); ok {
			s.bind(r, a.Value, true)
		} else if f.Value != nil && f.Value != r {
			s.copy(r, f.Value)
		}
	}
}

// bounds are those of a loop: the first value, the step and the number of iterations.
// What is not known is assumed, and from then on counts as known.
func (s scalars) bounds(loop *ir.Operation, at *place) (lower, step, trips int64) {
	lower, okL := s.lookup(loop.Operand(0))
	upper, okU := s.lookup(loop.Operand(1))
	step, okS := s.lookup(loop.Operand(2))
	if okL && okU && okS && step > 0 {
		return lower, step, max(0, (upper-lower+step-1)/step)
	}
	trips = AssumedTrips
	if isOuter(loop) {
		trips = AssumedTiles
	}
	if !okS || step <= 0 {
		step = 1
	}
	if okU && !okL {
		lower = upper - trips*step
	}
	at.assume(loop, trips)
	s[loop.Operand(0)], s[loop.Operand(1)], s[loop.Operand(2)] = lower, lower+trips*step, step
	return lower, step, trips
}

// isOuter reports whether a loop holds others.
func isOuter(loop *ir.Operation) bool {
	found := false
	loop.Walk(func(op *ir.Operation) bool {
		found = found || op != loop && op.Is(scf.For, scf.While)
		return !found
	})
	return found
}

// controls are the values that loops' bounds and conditions come of; no others are followed.
func controls(fn *ir.Operation) map[*ir.Value]bool {
	c := map[*ir.Value]bool{}
	fn.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(scf.For):
			follow(c, op.Operands()[:3])
		case op.Is(scf.If):
			follow(c, op.Operands()[:1])
		case op.Is(scf.While):
			follow(c, op.Region(0).First().Last().Operands()[:1])
		}
		return true
	})
	return c
}

// follow adds values, and all that they come of.
func follow(c map[*ir.Value]bool, work []*ir.Value) {
	work = slices.Clone(work)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if !c[v] && isInteger(v) {
			c[v] = true
			work = append(work, sources(v)...)
		}
	}
}

// sources are what a value is computed of, or is one of.
func sources(v *ir.Value) []*ir.Value {
	op, i := v.Def(), v.Index()
	if op == nil {
		switch op = v.ArgBlock().Parent(); {
		case op.Is(scf.For) && i > 0:
			return []*ir.Value{op.Operand(2 + i), v.ArgBlock().Last().Operand(i - 1)}
		case op.Is(scf.While) && v.ArgBlock().Region() == op.Region(0):
			return []*ir.Value{op.Operand(i), op.Region(1).First().Last().Operand(i)}
		case op.Is(scf.While):
			return []*ir.Value{op.Region(0).First().Last().Operand(1 + i)}
		case op.Is(ttg.WarpSpecializePartitions):
			return []*ir.Value{op.Parent().Operand(i)}
		}
		return nil
	}
	switch {
	case op.Is(scf.For):
		return []*ir.Value{op.Operand(3 + i), op.Region(0).First().Last().Operand(i)}
	case op.Is(scf.If):
		return []*ir.Value{op.Region(0).First().Last().Operand(i), op.Region(1).First().Last().Operand(i)}
	case op.Is(scf.While):
		return []*ir.Value{op.Region(0).First().Last().Operand(1 + i)}
	}
	return op.Operands()
}
