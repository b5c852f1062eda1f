package tawa

import (
	"fmt"
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
)

// stage is when an op of a loop runs in the coarse-grained schedule. Those up to
// late belong to iteration j, the others to iteration j−1.
type stage int

const (
	first  stage = iota // what T needs
	issueT              // dots that make intermediate tiles
	middle              // C: what transforms them on CUDA cores
	late                // what needs results of iteration j−1 beside
	before              // what only U needs, or C where there is no U
	issueU              // dots downstream
	after               // what is computed of U's results
	numStages
)

func (s stage) ahead() bool { return s <= late }

// staged is a loop of which each op has a stage: T, C and U of the paper. There is
// no T where U multiplies what C makes of a loaded tile, and no U where C's result is
// carried on.
type staged struct {
	loop  *ir.Operation
	block *ir.Block
	of    map[*ir.Operation]stage // of each op but the terminator
	t, u  []*ir.Operation
	// cross are the values that iteration j+1 still needs: computed in a stage
	// that runs ahead, used in one that does not.
	cross []*ir.Value
}

// findStages returns the stages of a loop: nil without a reason if there are none.
func findStages(loop *ir.Operation) (*staged, *reason) {
	s := &staged{loop: loop, block: loop.Region(0).First(), of: map[*ir.Operation]stage{}}
	if !s.classifyDots() {
		return nil, nil
	}
	for op := range s.block.Ops() {
		if !op.Has(ir.Terminator) && !op.OnlyReads() && !op.Is(tt.Dot, aref.Get, aref.Consumed) {
			return nil, &reason{op, fmt.Sprintf("'%s' has effects, so that iterations can't overlap", op.Name())}
		}
	}
	s.assignBehind()
	if why := s.assignAhead(); why != nil {
		return nil, why
	}
	if why := s.assignReleases(); why != nil {
		return nil, why
	}
	if len(s.u) == 0 && !s.computesBehind() {
		return nil, nil
	}
	return s, s.findCross()
}

// computesBehind reports whether tensors are computed of T's results.
func (s *staged) computesBehind() bool {
	return slices.ContainsFunc(s.ops(), func(op *ir.Operation) bool {
		return s.of[op] == before && op.NumResults() > 0 && viewOf(op.Result(0)) == nil && ir.IsTensor(op.Result(0).Type())
	})
}

// inputs are the values from outside of op that op and its regions use.
func inputs(op *ir.Operation) []*ir.Value {
	var out []*ir.Value
	op.Walk(func(inner *ir.Operation) bool {
		out = append(out, inner.Operands()...)
		return true
	})
	return out
}

// ops are those of the body without the terminator.
func (s *staged) ops() []*ir.Operation {
	all := slices.Collect(s.block.Ops())
	return all[:len(all)-1]
}

// reach returns the ops of the body that use one of the seeds' results or values,
// directly or not, within an iteration. Seeds are not in it.
func (s *staged) reach(seeds []*ir.Operation, values []*ir.Value) map[*ir.Operation]bool {
	out := map[*ir.Operation]bool{}
	for _, op := range s.ops() {
		for _, v := range inputs(op) {
			d := v.Def()
			if slices.Contains(values, v) || d != nil && d.Block() == s.block && (out[d] || slices.Contains(seeds, d)) {
				out[op] = true
			}
		}
	}
	return out
}

// classifyDots finds T and U. It is false where all dots are alike and only
// accumulate tiles that they read where they lie, or where a third dot follows on a second.
func (s *staged) classifyDots() bool {
	var dots []*ir.Operation
	nested := false
	s.loop.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.Dot, nvgpu.DotIssue, nvgpu.DotWait) {
			nested = nested || op.Block() != s.block || !op.Is(tt.Dot) || checkDot(op) != ""
			dots = append(dots, op)
		}
		return true
	})
	if nested || len(dots) == 0 {
		return false
	}
	for _, d := range dots {
		if s.reach(dots, nil)[d] {
			s.u = append(s.u, d)
		} else {
			s.t = append(s.t, d)
		}
	}
	switch {
	case len(s.u) > 0:
		downstream := s.reach(s.u, nil)
		return !slices.ContainsFunc(s.u, func(d *ir.Operation) bool { return downstream[d] })
	case slices.ContainsFunc(dots, s.transforms):
		s.t, s.u = nil, dots
		return true
	}
	return slices.ContainsFunc(dots, func(d *ir.Operation) bool { return !(&accLoop{loop: s.loop}).accumulates(d) })
}

// transforms reports whether a dot's operand A is computed in the loop on CUDA cores.
func (s *staged) transforms(dot *ir.Operation) bool {
	d := dot.Operand(0).Def()
	return d != nil && d.Block() == s.block && viewOf(dot.Operand(0)) == nil
}

// assignBehind settles what stays behind, in iteration j−1: U and what uses its
// results; where there is no U, all that uses T's. Beside, what nothing else uses, if
// it makes no more live values: gets, scalars, and what makes a tensor larger.
func (s *staged) assignBehind() {
	for _, d := range s.u {
		s.of[d] = issueU
	}
	rest := after
	seeds := s.u
	if len(s.u) == 0 {
		rest, seeds = before, s.t
	}
	for op := range s.reach(seeds, nil) {
		s.of[op] = rest
	}
	maybe := map[*ir.Operation]bool{}
	for _, op := range s.ops() {
		if _, done := s.of[op]; !done && !slices.Contains(s.t, op) && movable(op) {
			maybe[op] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for op := range maybe {
			if !s.usedBehind(op, maybe) {
				delete(maybe, op)
				changed = true
			}
		}
	}
	for op := range maybe {
		s.of[op] = before
	}
}

// movable reports whether an op may run an iteration later without costing registers.
func movable(op *ir.Operation) bool {
	if op.Is(aref.Get) || viewOf(firstResult(op)) != nil {
		return true
	}
	return op.IsPure() && (op.Is(tt.Broadcast, tt.ExpandDims, tt.Splat) ||
		!slices.ContainsFunc(op.Results(), func(v *ir.Value) bool { return ir.IsTensor(v.Type()) }))
}

func firstResult(op *ir.Operation) *ir.Value {
	if op.NumResults() == 0 {
		return &ir.Value{}
	}
	return op.Result(0)
}

// usedBehind reports whether an op has users and all of them stay behind, those in the next
// iteration included, if so do the ops that maybe do.
func (s *staged) usedBehind(op *ir.Operation, maybe map[*ir.Operation]bool) bool {
	used := false
	behind := func(v *ir.Value) bool {
		for u := range v.Uses() {
			at := s.inBody(u.Owner())
			if at == nil || at.Has(ir.Terminator) || at.Is(aref.Consumed) {
				continue
			}
			used = true
			if st, done := s.of[at]; !(done && !st.ahead()) && !maybe[at] {
				return false
			}
		}
		return true
	}
	for _, r := range op.Results() {
		if !behind(r) {
			return false
		}
		for _, arg := range s.carriedAs(r) {
			if !behind(arg) {
				return false
			}
		}
	}
	return used
}

// inBody is the op of the body that is or encloses op, nil if there is none.
func (s *staged) inBody(op *ir.Operation) *ir.Operation {
	for op != nil && op.Block() != s.block {
		op = op.Parent()
	}
	return op
}

// carriedAs are the arguments that are v in the next iteration.
func (s *staged) carriedAs(v *ir.Value) []*ir.Value {
	var out []*ir.Value
	for i, y := range s.block.Last().Operands() {
		if y == v {
			out = append(out, s.block.Arg(1+i))
		}
	}
	return out
}

// behindArg reports whether an argument of the body is computed by what stays behind.
func (s *staged) behindArg(v *ir.Value) bool {
	if v.Index() == 0 {
		return false
	}
	d := s.block.Last().Operand(v.Index() - 1).Def()
	if d == nil || d.Block() != s.block {
		return false
	}
	return !s.of[d].ahead()
}

// assignAhead settles the stages of what runs ahead. T must not need what an
// iteration before has yet to compute, and U's operands not the last U's results.
func (s *staged) assignAhead() *reason {
	for i, y := range s.block.Last().Operands() {
		if y.IsArg() && y.ArgBlock() == s.block && y.Index() != i+1 {
			return &reason{s.loop, "values change places from iteration to iteration"}
		}
	}
	forT, why := s.neededByT()
	if why != nil {
		return why
	}
	var behind []*ir.Value
	for _, a := range s.block.Args() {
		if s.behindArg(a) {
			behind = append(behind, a)
		}
	}
	isLate := s.reach(nil, behind)
	for _, op := range s.ops() {
		if st, done := s.of[op]; done && !st.ahead() {
			continue
		}
		switch {
		case slices.Contains(s.t, op):
			s.of[op] = issueT
		case forT[op]:
			s.of[op] = first
		case isLate[op]:
			s.of[op] = late
		default:
			s.of[op] = middle
		}
		if isLate[op] && s.of[op] != late {
			return &reason{op, "this is needed for the first dot, but comes of what the iteration before computes of its result"}
		}
	}
	return s.operandsInTime()
}

// neededByT returns the ops that compute something for T, in its iteration or the
// ones before. None of them may come of a dot: T would have to wait for C.
func (s *staged) neededByT() (map[*ir.Operation]bool, *reason) {
	ofT, out := s.reach(s.t, nil), map[*ir.Operation]bool{}
	work := slices.Clone(s.t)
	for len(work) > 0 {
		op := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range inputs(op) {
			if v.IsArg() && v.ArgBlock() == s.block && v.Index() > 0 {
				v = s.block.Last().Operand(v.Index() - 1)
			}
			d := v.Def()
			if d == nil || d.Block() != s.block || out[d] || slices.Contains(s.t, d) {
				continue
			}
			if st, done := s.of[d]; ofT[d] || done && !st.ahead() {
				return nil, &reason{d, "the next iteration's first dot needs this, so that it can't run ahead"}
			}
			out[d] = true
			work = append(work, d)
		}
	}
	return out, nil
}

// operandsInTime says which operand of U is computed of the last U's result.
func (s *staged) operandsInTime() *reason {
	for _, d := range s.u {
		for _, v := range d.Operands()[:2] {
			if def := v.Def(); def != nil && s.of[def] == late && def.Block() == s.block {
				return &reason{def, "what this dot multiplies is computed of the result of the iteration before"}
			}
		}
	}
	return nil
}

// assignReleases gives each aref.consumed the stage of the last reader of its slot.
func (s *staged) assignReleases() *reason {
	for _, op := range s.ops() {
		if !op.Is(aref.Consumed) {
			continue
		}
		var gets []*ir.Operation
		for _, g := range s.ops() {
			if g.Is(aref.Get) && g.Operand(0) == op.Operand(0) {
				gets = append(gets, g)
			}
		}
		if len(gets) != 1 || gets[0].Operand(1) != op.Operand(1) {
			return &reason{op, "a slot is held across iterations"}
		}
		at := s.of[gets[0]]
		if depth := op.Operand(0).Type().(*aref.RingType).Depth; !at.ahead() && depth < 2 {
			return &reason{gets[0], "the ring has one slot, which would be held while others are waited for"}
		}
		for reader := range s.reach(gets, nil) {
			for _, v := range inputs(reader) {
				if reader != op && viewOf(v) == gets[0] {
					at = max(at, s.of[reader])
				}
			}
		}
		if at.ahead() != s.of[gets[0]].ahead() {
			return &reason{gets[0], "tiles of one slot are read by dots of two stages"}
		}
		s.of[op] = at
	}
	for _, g := range s.ops() {
		released := func(op *ir.Operation) bool { return op.Is(aref.Consumed) && op.Operand(0) == g.Operand(0) }
		if g.Is(aref.Get) && !slices.ContainsFunc(s.ops(), released) {
			return &reason{g, "a slot is held across iterations"}
		}
	}
	return nil
}

// findCross lists the values that are computed ahead and used behind.
func (s *staged) findCross() *reason {
	for _, op := range s.ops() {
		if s.of[op].ahead() {
			continue
		}
		for _, v := range inputs(op) {
			switch d := v.Def(); {
			case slices.Contains(s.cross, v), v.Block() != s.block:
			case d == nil && s.behindArg(v), d != nil && !s.of[d].ahead():
			case viewOf(v) != nil:
				return &reason{viewOf(v), "tiles of one slot are read by dots of two stages"}
			default:
				s.cross = append(s.cross, v)
			}
		}
	}
	return nil
}

// trips is the number of iterations if the bounds tell it.
func (s *staged) trips() (int64, bool) {
	lower, upper, step := s.loop.Operand(0), s.loop.Operand(1), s.loop.Operand(2)
	by, ok := constantInt(step)
	if !ok || by <= 0 || !s.loop.Is(scf.For) {
		return 0, false
	}
	if base, n, ok := offset(upper); ok && base == lower {
		return max(0, (n+by-1)/by), true
	}
	from, ok1 := constantInt(lower)
	to, ok2 := constantInt(upper)
	return max(0, (to-from+by-1)/by), ok1 && ok2
}
