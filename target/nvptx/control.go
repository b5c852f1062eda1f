package nvptx

import (
	"slices"

	"tawa/dialects/nvgpu"
	"tawa/ir"
	"tawa/llvmir"
)

// controlRows are the ops with regions and the terminators.
func controlRows() map[string]lowerFunc {
	return map[string]lowerFunc{
		"scf.for": lowerFor, "scf.if": lowerIf, "scf.while": lowerWhile,
		"scf.yield": terminator, "scf.condition": terminator,
		"cf.br": terminator, "cf.cond_br": terminator, "tt.return": terminator,
		"ttg.warp_specialize": lowerWarpSpecialize, "ttg.warp_specialize.partitions": terminator,
		"ttg.warp_yield": terminator, "ttg.warp_return": terminator,
		"llvm.intr.assume": func(*lowering, *ir.Operation) bool { return true }, // the passes have used it
	}
}

// terminator is the row of ops that the op around their block lowers.
func terminator(*lowering, *ir.Operation) bool { return true }

// phis adds a phi for every register of the values, all at the head of the current block;
// of bytes, for every four.
func (l *lowering) phis(vs []*ir.Value) [][]*llvmir.Phi {
	all := make([][]*llvmir.Phi, len(vs))
	for i, v := range vs {
		t, n := l.elem(v), registers(v.Type())
		if l.inWords(v) {
			t, n = llvmir.I32, n/4
		}
		for range n {
			all[i] = append(all[i], l.Phi(t))
		}
	}
	for i, v := range vs {
		regs := make([]value, len(all[i]))
		for r, p := range all[i] {
			regs[r] = p.Value
		}
		if l.inWords(v) {
			regs = l.ofWords(regs, l.elem(v), 4*len(regs))
		}
		l.set(v, regs...)
	}
	return all
}

// inWords reports whether a value goes from block to block as words: a byte would take a
// register of its own.
func (l *lowering) inWords(v *ir.Value) bool {
	return ir.IsTensor(v.Type()) && l.elem(v) == llvmir.I8 && registers(v.Type())%4 == 0
}

// leaving is what values are for phis, at the end of a block.
func (l *lowering) leaving(vs []*ir.Value) [][]value {
	out := l.all(vs)
	for i, v := range vs {
		if l.inWords(v) {
			out[i] = l.words(out[i])
		}
	}
	return out
}

// enter says what the phis are when control comes from a block.
func enter(phis [][]*llvmir.Phi, vals [][]value, from *llvmir.Block) {
	for i, regs := range phis {
		for r, p := range regs {
			p.Add(vals[i][r], from)
		}
	}
}

// all is the registers of several values.
func (l *lowering) all(vs []*ir.Value) [][]value {
	out := make([][]value, len(vs))
	for i, v := range vs {
		out[i] = l.get(v)
	}
	return out
}

// assign gives values the registers of others.
func (l *lowering) assign(to []*ir.Value, vals [][]value) {
	for i, v := range to {
		l.set(v, vals[i]...)
	}
}

// lowerFor tests at the end, after a guard for loops that run zero times: the
// body is one stretch of code, and a result is what the guard or the last
// iteration gives. Accumulators that the loop leaves in flight must not meet others
// before they are there, so the wait that follows the loop is made on the way out. A turn
// that is passed before the wait is passed on both ways.
func lowerFor(l *lowering, op *ir.Operation) bool {
	body := op.Region(0).First()
	lb, ub, step := l.one(op.Operand(0)), l.one(op.Operand(1)), l.one(op.Operand(2))
	inits := l.leaving(op.Operands()[3:])
	loop, drain, done := l.fn.Block("for"), l.fn.Block("drain"), l.fn.Block("for.end")
	passes, wait := waitAfter(op)
	guard := l.Here()
	skipped := guard // whence a loop that runs zero times goes on
	runs := l.ICmp(llvmir.SLT, lb, ub)
	always := runs.Equal(llvmir.Bool(true))
	switch {
	case always:
		l.Br(loop)
	case len(passes) == 0:
		l.CondBr(runs, loop, done)
	default:
		skipped = l.fn.Block("for.skipped")
		l.CondBr(runs, loop, skipped)
		l.At(skipped)
		for _, pass := range passes {
			l.op(pass)
		}
		l.Br(done)
	}

	l.At(loop)
	iv := l.phis(body.Args()[:1])
	carried := l.phis(body.Args()[1:])
	enter(iv, [][]value{{lb}}, guard)
	enter(carried, inits, guard)
	if !l.ops(body) {
		return false
	}
	l.Loc = l.lines.of(op.Loc.Attr())
	yields := l.all(body.Terminator().Operands())
	onward := l.leaving(body.Terminator().Operands())
	next := l.Bin(llvmir.Add, iv[0][0].Value, step, llvmir.NSW)
	latch := l.Here()
	l.CondBr(l.ICmp(llvmir.SLT, next, ub), loop, drain)
	enter(iv, [][]value{{next}}, latch)
	enter(carried, onward, latch)

	l.At(drain)
	l.assign(op.Results(), yields)
	results, ok := l.drain(op.Results(), passes, wait)
	if !ok {
		return false
	}
	outs := l.leaving(results)
	l.Br(done)
	l.At(done)
	if !always {
		merged := l.phis(results)
		enter(merged, inits, skipped)
		enter(merged, outs, drain)
	}
	return true
}

// drain makes the wait for what a loop leaves in flight, and what is passed before; the results are then what it gives on.
func (l *lowering) drain(results []*ir.Value, passes []*ir.Operation, wait *ir.Operation) ([]*ir.Value, bool) {
	if wait == nil {
		return results, true
	}
	results = slices.Clone(results)
	for _, op := range append(passes, wait) {
		l.lowered[op] = true
		if !l.op(op) {
			return nil, false
		}
	}
	for i, v := range wait.Operands() {
		results[v.Index()] = wait.Result(i)
	}
	return results, true
}

// waitAfter is the dot_wait that follows a loop, with nothing but computation and
// the passing of turns between, and takes results of the loop that nothing else takes.
func waitAfter(loop *ir.Operation) (passes []*ir.Operation, wait *ir.Operation) {
	wait = loop.Next()
	for wait != nil && (wait.IsPure() || wait.Is(nvgpu.TurnPass)) && !wait.Has(ir.Terminator) {
		if wait.Is(nvgpu.TurnPass) {
			passes = append(passes, wait)
		}
		wait = wait.Next()
	}
	if wait == nil || !wait.Is(nvgpu.DotWait) {
		return nil, nil
	}
	for _, v := range wait.Operands() {
		if v.Def() != loop || !v.OneUse() {
			return nil, nil
		}
	}
	return passes, wait
}

// guarded reports whether a conditional is an arrival with what it needs computed:
// cheaper under a predicate than behind a branch, which would also split the block
// that a loop's body is.
func guarded(op *ir.Operation) bool {
	if op.NumResults() > 0 || op.NumRegions() > 1 && !op.Region(1).Empty() {
		return false
	}
	n := 0
	for inner := range op.Region(0).First().Ops() {
		div := inner.Is(ir.Op("arith.divsi"), ir.Op("arith.divui"), ir.Op("arith.remsi"), ir.Op("arith.remui"))
		if inner.NumRegions() > 0 || div || !inner.IsPure() && !inner.Is(ir.Op("nvgpu.mbarrier.arrive")) {
			return false
		}
		n++
	}
	return n <= maxGuarded
}

// maxGuarded is the number of ops that a predicate is still cheaper for.
const maxGuarded = 12

func lowerIf(l *lowering, op *ir.Operation) bool {
	cond := l.one(op.Operand(0))
	if guarded(op) {
		outer := l.only
		l.only = l.both(outer, cond)
		defer func() { l.only = outer }()
		return l.ops(op.Region(0).First())
	}
	then, done := l.fn.Block("then"), (*llvmir.Block)(nil)
	type arm struct {
		vals [][]value
		end  *llvmir.Block
	}
	var arms []arm
	lower := func(r *ir.Region, at *llvmir.Block) bool {
		l.At(at)
		if !l.ops(r.First()) {
			return false
		}
		var vals [][]value
		if t := r.First().Terminator(); t != nil {
			vals = l.leaving(t.Operands())
		}
		arms = append(arms, arm{vals, l.Here()})
		return true
	}
	start := l.Here()
	hasElse := op.NumRegions() > 1 && !op.Region(1).Empty()
	var other *llvmir.Block
	if hasElse {
		other = l.fn.Block("else")
	}
	if !lower(op.Region(0), then) || hasElse && !lower(op.Region(1), other) {
		return false
	}
	done = l.fn.Block("if.end")
	if !hasElse {
		other = done
	}
	for _, a := range arms {
		l.At(a.end)
		l.Br(done)
	}
	l.At(start)
	l.CondBr(cond, then, other)
	l.At(done)
	results := l.phis(op.Results())
	for _, a := range arms {
		if op.NumResults() > 0 {
			enter(results, a.vals, a.end)
		}
	}
	return true
}

func lowerWhile(l *lowering, op *ir.Operation) bool {
	before, after := op.Region(0).First(), op.Region(1).First()
	inits := l.leaving(op.Operands())
	from := l.Here()
	head, body, done := l.fn.Block("while"), l.fn.Block("do"), l.fn.Block("while.end")
	l.Br(head)

	l.At(head)
	carried := l.phis(before.Args())
	enter(carried, inits, from)
	if !l.ops(before) {
		return false
	}
	cond := before.Terminator().Operands()
	passed := l.all(cond[1:])
	l.CondBr(l.one(cond[0]), body, done)

	l.At(body)
	l.assign(after.Args(), passed)
	if !l.ops(after) {
		return false
	}
	enter(carried, l.leaving(after.Terminator().Operands()), l.Here())
	l.Br(head)

	l.At(done)
	l.assign(op.Results(), passed)
	return true
}

// region lowers the body of the kernel: blocks with branches between them.
func (l *lowering) region(r *ir.Region) bool {
	blocks := map[*ir.Block]*llvmir.Block{r.First(): l.Here()}
	phis := map[*ir.Block][][]*llvmir.Phi{}
	for b := range r.Blocks() {
		if b == r.First() {
			continue
		}
		blocks[b] = l.fn.Block("bb")
		l.At(blocks[b])
		phis[b] = l.phis(b.Args())
	}
	for b := range r.Blocks() {
		l.At(blocks[b])
		if !l.ops(b) || !l.branch(b.Terminator(), blocks, phis) {
			return false
		}
	}
	return true
}

// branch lowers the terminator of a block of the kernel.
func (l *lowering) branch(op *ir.Operation, blocks map[*ir.Block]*llvmir.Block, phis map[*ir.Block][][]*llvmir.Phi) bool {
	l.Loc = l.lines.of(op.Loc.Attr())
	jump := func(i, group int) *llvmir.Block {
		to := op.Successors()[i]
		enter(phis[to], l.leaving(op.OperandGroup(group)), l.Here())
		return blocks[to]
	}
	switch op.Name().String() {
	case "tt.return":
		l.RetVoid()
	case "cf.br":
		l.Br(jump(0, 0))
	case "cf.cond_br":
		yes, no := op.Successors()[0], op.Successors()[1]
		if yes == no {
			return l.fail(op, "has the same block for both successors")
		}
		l.CondBr(l.one(op.Operand(0)), jump(0, 1), jump(1, 2))
	default:
		return l.fail(op, "can't end a block of a kernel")
	}
	return true
}
