package tawa

import (
	"fmt"
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
)

// coarsen gives the loops of a role that compute on tiles between dots, or before
// them, the coarse-grained schedule (Tawa's Algorithm 1): while CUDA cores transform
// the tile of iteration j, tensor cores multiply that of iteration j−1.
//
//	if lower < upper:
//	  T(0); wait; C(0)
//	  for j = 1 …: T(j); U(j−1); wait for T(j); C(j); wait for U(j−1)
//	  U(last); wait
//
// A slot goes back as soon as its readers are done.
func (p *Pipeline) coarsen(role *ir.Operation, st *pass.State) {
	var loops []*ir.Operation
	role.WalkPost(func(op *ir.Operation) {
		if op.Is(scf.For) && op.ParentOf(ttg.WarpSpecialize) != nil {
			loops = append(loops, op)
		}
	})
	for _, loop := range loops {
		coarse := choose(loop, "coarse", p.Coarse)
		if coarse == 0 {
			continue
		}
		s, why := findStages(loop)
		if why != nil {
			st.Missedf(why.at, "no coarse-grained pipeline: %s", why.text)
		}
		if s == nil || why != nil {
			continue
		}
		use := s.registerUse()
		if why := s.drawback(use); why != "" && coarse != 1 {
			st.Missedf(loop, "no coarse-grained pipeline: %s", why)
			continue
		}
		st.Passedf(loop, "coarse-grained pipeline: %s; registers a thread: %s", s, use)
		s.rewrite()
	}
}

// String says what overlaps.
func (s *staged) String() string {
	switch {
	case len(s.u) == 0:
		return "CUDA cores work on the last tile while the next dot runs"
	case len(s.t) == 0:
		return "CUDA cores make the next operand while the dot of the last runs"
	}
	return "CUDA cores work on a tile while the next dot and that of the last tile run"
}

// registerUse is what a loop's tensors take of a thread's registers at the peak.
type registerUse struct {
	tiles, sums, operands, rest, limit int64
}

func (u registerUse) total() int64 { return u.tiles + u.sums + u.operands + u.rest + otherRegisters }

func (u registerUse) String() string {
	return fmt.Sprintf("%d of the first dots' results, %d of accumulators, %d of operands that wait, %d of other tensors that are carried, %d for all else, together %d of %d",
		u.tiles, u.sums, u.operands, u.rest, otherRegisters, u.total(), u.limit)
}

// registerUse estimates what the schedule needs of a consumer thread.
func (s *staged) registerUse() registerUse {
	warps := int64(warpsPerGroup)
	if n := ttg.NumWarps(s.loop); n > 0 {
		warps = int64(n)
	}
	groups := max(1, warps/warpsPerGroup)
	use := registerUse{limit: registers(groups, otherRoles(s.loop)...)}
	accumulators := map[*ir.Value]bool{}
	for _, d := range s.t {
		use.tiles += registersOf(d.Result(0), groups)
	}
	for _, d := range s.u {
		use.sums += registersOf(d.Result(0), groups)
		accumulators[d.Operand(2)] = true
	}
	for _, v := range s.cross {
		if !accumulators[v] {
			use.operands += registersOf(v, groups)
		}
	}
	for i, y := range s.block.Last().Operands() {
		if d := y.Def(); d != nil && (slices.Contains(s.u, d) || slices.Contains(s.t, d)) || slices.Contains(s.cross, s.block.Arg(1+i)) {
			continue
		}
		use.rest += registersOf(y, groups)
	}
	return use
}

// otherRoles are the registers of a thread of each role beside that of op.
func otherRoles(op *ir.Operation) []int64 {
	spec := op.ParentOf(ttg.WarpSpecialize)
	out := slices.Repeat([]int64{producerRegisters}, len(ttg.Partitions(spec)))
	copy(out, spec.Ints(requestedRegisters))
	return out
}

// registersOf is the registers a thread of a tensor whose rows the consumers share:
// of a vector along the rows each thread of a warp group of 64 rows has two elements.
func registersOf(v *ir.Value, groups int64) int64 {
	t, ok := v.Type().(*ir.RankedTensorType)
	if !ok {
		return 0
	}
	n := ir.NumElements(t.Shape) / threadsPerGroup / groups
	if len(t.Shape) == 1 {
		n = 2 * max(1, ir.NumElements(t.Shape)/minRows/groups)
	}
	return max(1, n*int64(ir.BitWidth(t.Elem))/32)
}

// drawback says why the schedule would not pay, or "".
func (s *staged) drawback(use registerUse) string {
	if n, ok := s.trips(); ok && n < 2 {
		return fmt.Sprintf("with %s there is nothing to overlap", count(int(n), "iteration"))
	}
	if len(s.t) > 0 && slices.ContainsFunc(s.u, ThroughMemory) {
		return "what the second dot multiplies goes through shared memory, where all warps meet while dots are in flight"
	}
	if use.total() > use.limit {
		return "too few registers a thread: " + use.String()
	}
	if len(s.u) == 0 && ttg.NumWarps(s.loop) > warpsPerGroup {
		return "while one consumer computes on its tile, the dots of another run"
	}
	return ""
}

// ThroughMemory reports whether a dot multiplies a tile that has to be copied: a computed
// one that it can't have from registers, as a right operand or transposed, or a loaded
// one of 8 bits that lies the wrong way.
func ThroughMemory(dot *ir.Operation) bool {
	a, b := dot.Operand(0), dot.Operand(1)
	return viewOf(b) == nil || !readable(dot, 1) || viewOf(a) == nil && a.Def() != nil && a.Def().Is(tt.Trans)
}

// coarse rewrites a loop by its stages.
type coarse struct {
	*staged
	ahead, behind []int // numbers of the values that the loop carries, by who computes them
	b             *ir.Builder
}

// rewrite replaces the loop by the schedule.
func (s *staged) rewrite() {
	c := &coarse{staged: s}
	for i := range s.loop.NumResults() {
		switch arg := s.block.Arg(1 + i); {
		case !s.behindArg(arg):
			c.ahead = append(c.ahead, i)
		case s.usedByBehind(arg):
			c.behind = append(c.behind, i)
		}
	}
	loop := s.loop
	c.b = ir.Before(loop)
	lower, upper := loop.Operand(0), loop.Operand(1)
	pred := arith.SLT
	if loop.Attr("unsignedCmp") != nil {
		pred = arith.ULT
	}
	guard := c.b.Create(scf.If, []*ir.Value{compare(c.b, pred, lower, upper)}, loop.ResultTypes())
	outer := c.b
	c.b = ir.AtEnd(outer.Context(), guard.Region(0).Entry(), loop.Loc)
	c.b.Create(scf.Yield, c.pipelined(), []ir.Type{})
	otherwise := ir.AtEnd(outer.Context(), guard.Region(1).Entry(), loop.Loc)
	otherwise.Create(scf.Yield, loop.Operands()[3:], []ir.Type{})
	for i, r := range guard.Results() {
		r.SetName(loop.Result(i).Name())
	}
	loop.ReplaceWith(guard.Results()...)
}

// usedByBehind reports whether a stage that stays behind uses v.
func (s *staged) usedByBehind(v *ir.Value) bool {
	for u := range v.Uses() {
		if at := s.inBody(u.Owner()); at != nil && !at.Has(ir.Terminator) && !s.of[at].ahead() {
			return true
		}
	}
	return false
}

// pipelined emits prologue, loop and drain, and returns what the loop's results are.
func (c *coarse) pipelined() []*ir.Value {
	loop, end := c.loop, c.block.Last()
	inits := loop.Operands()[3:]
	ahead := ir.NewMapping()
	ahead.Map(c.block.Arg(0), loop.Operand(0))
	for i, v := range inits {
		ahead.Map(c.block.Arg(1+i), v)
	}
	c.emit(first, ahead)
	c.finish(issueT, ahead, 0, c.issue(issueT, ahead))
	c.emit(middle, ahead)
	c.emit(late, ahead)

	operands := []*ir.Value{c.b.Value(arith.AddI, []*ir.Value{loop.Operand(0), loop.Operand(2)}, nil), loop.Operand(1), loop.Operand(2)}
	operands = append(operands, c.carried(ahead, nil, inits)...)
	steady := c.b.CreateState(c.steadyState(operands))
	c.steady(steady)
	c.b.SetAfter(steady)

	behind := ir.NewMapping()
	for k, i := range c.behind {
		behind.Map(c.block.Arg(1+i), steady.Result(len(c.ahead)+k))
	}
	for k, v := range c.cross {
		behind.Map(v, steady.Result(len(c.ahead)+len(c.behind)+k))
	}
	c.emit(before, behind)
	c.finish(issueU, behind, 0, c.issue(issueU, behind))
	c.emit(after, behind)
	out := make([]*ir.Value, len(inits))
	for i := range out {
		out[i] = behind.Lookup(end.Operand(i))
	}
	for k, i := range c.ahead {
		out[i] = steady.Result(k)
	}
	return out
}

// carried lists what the new loop carries: the values computed ahead, those computed
// behind (their first where behind is nil), and the crossing ones.
func (c *coarse) carried(ahead, behind *ir.Mapping, inits []*ir.Value) []*ir.Value {
	var out []*ir.Value
	end := c.block.Last()
	for _, i := range c.ahead {
		out = append(out, ahead.Lookup(end.Operand(i)))
	}
	for _, i := range c.behind {
		if behind == nil {
			out = append(out, inits[i])
		} else {
			out = append(out, behind.Lookup(end.Operand(i)))
		}
	}
	for _, v := range c.cross {
		out = append(out, ahead.Lookup(v))
	}
	return out
}

func (c *coarse) steadyState(operands []*ir.Value) *ir.OperationState {
	st := &ir.OperationState{Name: scf.For, Loc: c.loop.Loc, Operands: operands}
	st.Attrs = append(c.loop.Inherent(), c.loop.Discardable()...)
	for _, v := range operands[3:] {
		st.Results = append(st.Results, v.Type())
	}
	st.NewRegion()
	return st
}

// steady fills the loop: T(j) and U(j−1) are in flight together, C(j) runs under U(j−1).
func (c *coarse) steady(loop *ir.Operation) {
	block := loop.Region(0).Entry()
	c.b = ir.AtEnd(loop.Context(), block, loop.Loc)
	ahead, behind := ir.NewMapping(), ir.NewMapping()
	arg := func(of *ir.Value, maps ...*ir.Mapping) {
		a := block.AddArg(of.Type(), of.Loc())
		a.SetName(of.Name())
		for _, m := range maps {
			m.Map(of, a)
		}
	}
	arg(c.block.Arg(0), ahead)
	for _, i := range c.ahead {
		arg(c.block.Arg(1+i), ahead)
	}
	for _, i := range c.behind {
		arg(c.block.Arg(1+i), behind)
	}
	for _, v := range c.cross {
		arg(v, behind)
	}
	c.emit(first, ahead)
	tiles := c.issue(issueT, ahead)
	c.emit(before, behind)
	sums := c.issue(issueU, behind)
	c.finish(issueT, ahead, len(sums), tiles)
	c.emit(middle, ahead)
	last := c.lastOfC()
	for i, v := range c.finish(issueU, behind, 0, sums, lookup(ahead, last)...) {
		ahead.Map(last[i], v)
	}
	c.emit(after, behind)
	for i, y := range c.block.Last().Operands() {
		if a := c.block.Arg(1 + i); c.behindArg(a) {
			ahead.Map(a, behind.Lookup(y))
		}
	}
	c.emit(late, ahead)
	c.b.Loc = c.loop.Loc
	c.b.Create(scf.Yield, c.carried(ahead, behind, nil), []ir.Type{})
	c.b = ir.After(loop)
}

// emit copies the ops of a stage.
func (c *coarse) emit(at stage, m *ir.Mapping) {
	for _, op := range c.ops() {
		if c.of[op] == at {
			c.b.Loc = op.Loc
			c.b.Insert(op.Clone(m))
		}
	}
}

// issue starts the dots of a stage and returns what is in flight.
func (c *coarse) issue(at stage, m *ir.Mapping) []*ir.Value {
	var out []*ir.Value
	for _, op := range c.ops() {
		if c.of[op] == at && op.Is(tt.Dot) {
			c.b.Loc = op.Loc
			d := c.b.Insert(op.Clone(m))
			b := ir.Before(d)
			var useC *ir.Value
			if isZero(d.Operand(2)) {
				useC = never(b)
			}
			v := issueDot(b, d.Result(0), useC)
			d.Erase()
			out = append(out, v)
		}
	}
	return out
}

// finish waits for the dots of a stage, beyond which pendings may stay in flight, and
// gives back the slots that they have read. What is to be computed before the wait goes
// through it, and is returned.
func (c *coarse) finish(at stage, m *ir.Mapping, pendings int, flying []*ir.Value, computed ...*ir.Value) []*ir.Value {
	if len(flying) == 0 {
		return computed
	}
	done := waitFor(c.b, slices.Concat(flying, computed), pendings)
	for _, op := range c.ops() {
		switch {
		case c.of[op] != at:
		case op.Is(aref.Consumed):
			c.b.Loc = op.Loc
			c.b.Insert(op.Clone(m))
		default:
			m.Map(op.Result(0), done[0])
			done = done[1:]
		}
	}
	return done
}

func lookup(m *ir.Mapping, vs []*ir.Value) []*ir.Value {
	var out []*ir.Value
	for _, v := range vs {
		out = append(out, m.Lookup(v))
	}
	return out
}

// lastOfC are the values without which nothing says that C comes before the wait for
// U: of those of few registers the one that takes most of C to compute, and another if
// it takes more.
func (c *coarse) lastOfC() []*ir.Value {
	const few = 4
	groups := max(1, int64(ttg.NumWarps(c.loop))/warpsPerGroup)
	var small, any *ir.Value
	for _, v := range slices.Concat(c.block.Last().Operands(), c.cross) {
		d := v.Def()
		if d == nil || d.Block() != c.block || c.of[d] != middle || !ir.IsTensor(v.Type()) {
			continue
		}
		if any == nil || c.work(d) > c.work(any.Def()) {
			any = v
		}
		if registersOf(v, groups) <= few && (small == nil || c.work(d) > c.work(small.Def())) {
			small = v
		}
	}
	switch {
	case any == nil:
		return nil
	case small == nil, small == any:
		return []*ir.Value{any}
	}
	return []*ir.Value{small, any}
}

// work is the number of ops of the body that an op needs in its iteration.
func (c *coarse) work(op *ir.Operation) int {
	seen := map[*ir.Operation]bool{}
	var visit func(op *ir.Operation)
	visit = func(op *ir.Operation) {
		seen[op] = true
		for _, v := range inputs(op) {
			if d := v.Def(); d != nil && d.Block() == c.block && !seen[d] {
				visit(d)
			}
		}
	}
	visit(op)
	return len(seen)
}
