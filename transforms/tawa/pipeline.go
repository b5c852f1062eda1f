package tawa

import (
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
)

// Pipeline makes the dots of consumers asynchronous. Where a loop does nothing with
// its accumulators but add to them, up to P iterations of dots stay in flight: issue,
// wait until at most P are pending, give back the slot of iteration k−P, and after
// the loop wait for the rest and give back the last min(P, trips) slots. Every other
// dot is issued and waited for at once. Loops that also compute on tiles get the
// schedule of coarse.go.
type Pipeline struct {
	Depth  int `opt:"mma-depth" help:"iterations P of dots that stay in flight, less than the ring's slots D; -1: 1 if D ≥ 3, else 0"`
	Coarse int `opt:"coarse" help:"coarse-grained pipelines, which overlap what CUDA cores compute on a tile with dots: 0: none; 1: wherever it is right; -1: where it pays too"`
}

// Info names the pass.
func (*Pipeline) Info() pass.Info {
	return pass.Info{
		Name: "tawa-pipeline", Anchor: builtin.Module, Dialects: []string{"arith", "nvgpu", "scf"},
		Summary: "make the dots of consumers asynchronous, and keep several in flight",
	}
}

// Run works on the default regions of all warp-specialized functions.
func (p *Pipeline) Run(module *ir.Operation, st *pass.State) bool {
	if p.Depth < -1 {
		return st.Errorf(module, "mma-depth=%d: at least 0 is needed, or -1 for an automatic choice", p.Depth)
	}
	if p.Coarse < -1 || p.Coarse > 1 {
		return st.Errorf(module, "coarse=%d: it is 0, 1, or -1 for an automatic choice", p.Coarse)
	}
	p.coarsen(module, st)
	var dots []*ir.Operation
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.Dot) && op.ParentOf(ttg.WarpSpecialize) != nil && checkDot(op) == "" {
			dots = append(dots, op)
		}
		return true
	})
	done := map[*ir.Operation]bool{}
	for _, d := range dots {
		if done[d] {
			continue
		}
		l := accumulation(d)
		if l == nil {
			finishDot(d, nil)
			continue
		}
		for _, d := range l.dots {
			done[d] = true
		}
		if !p.schedule(l, st) {
			return false
		}
	}
	return true
}

// accLoop is a loop whose dots only add to accumulators that it carries.
type accLoop struct {
	loop     *ir.Operation
	dots     []*ir.Operation // in program order
	releases []*ir.Operation // aref.consumed of the slots that only these dots read
	depth    int64           // of the shallowest of those rings, 0 if there is none
}

// accumulation returns the loop of a dot, nil if the dot or another one in the loop
// does more than accumulate.
func accumulation(dot *ir.Operation) *accLoop {
	l := &accLoop{loop: dot.Parent()}
	if !l.loop.Is(scf.For) {
		return nil
	}
	plain := true
	l.loop.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.Dot, nvgpu.DotIssue, nvgpu.DotWait) {
			plain = plain && op.Is(tt.Dot) && l.accumulates(op)
			l.dots = append(l.dots, op)
		}
		return true
	})
	if !plain {
		return nil
	}
	return l
}

// accumulates reports whether a dot adds to a value that the loop carries, and
// nothing else sees that value within the loop.
func (l *accLoop) accumulates(dot *ir.Operation) bool {
	c, d := dot.Operand(2), dot.Result(0)
	return dot.Parent() == l.loop && c.IsArg() && c.ArgBlock() == dot.Block() && c.OneUse() && d.OneUse() &&
		slices.Index(yielded(l.loop, 0), d) == c.Index()-1
}

// viewOf returns the aref.get whose view v is, nil if it is none.
func viewOf(v *ir.Value) *ir.Operation {
	for v.Def() != nil && v.Def().Is(tt.Trans) {
		v = v.Def().Operand(0)
	}
	if v.Def() != nil && v.Def().Is(aref.Get) {
		return v.Def()
	}
	return nil
}

// findReleases finds the slots that the dots read, and reports whether their
// release can be put off: the loop counts the ring's index by one.
func (l *accLoop) findReleases() bool {
	rings := map[*ir.Value]bool{}
	for _, d := range l.dots {
		for i, v := range d.Operands()[:2] {
			get := viewOf(v)
			if get == nil || get.Block() != d.Block() || !readable(d, i) {
				return false // a register operand must not change while the dot runs
			}
			rings[get.Operand(0)] = true
		}
	}
	for op := range l.loop.Region(0).First().Ops() {
		if !op.Is(aref.Consumed) || !rings[op.Operand(0)] {
			continue
		}
		if counted(op.Operand(1), l.loop) < 0 {
			return false
		}
		l.releases = append(l.releases, op)
		if n := op.Operand(0).Type().(*aref.RingType).Depth; l.depth == 0 || n < l.depth {
			l.depth = n
		}
	}
	return len(l.releases) == len(rings)
}

// counted returns the number of the carried value of the loop that index is and
// that each iteration increments by one, or -1.
func counted(index *ir.Value, loop *ir.Operation) int {
	block := loop.Region(0).First()
	if index.Def() != nil || index.ArgBlock() != block || index.Index() == 0 {
		return -1
	}
	next := block.Last().Operand(index.Index() - 1)
	if next.Def() == nil || !next.Def().Is(arith.AddI) {
		return -1
	}
	a, b := next.Def().Operand(0), next.Def().Operand(1)
	if n, ok := constantInt(b); a == index && ok && n == 1 {
		return index.Index() - 1
	}
	return -1
}

func constantInt(v *ir.Value) (int64, bool) {
	if v.Def() == nil || !v.Def().Has(ir.ConstantLike) {
		return 0, false
	}
	return v.Def().IntAttr("value")
}

// schedule rewrites the dots of a loop.
func (p *Pipeline) schedule(l *accLoop, st *pass.State) bool {
	depth, asked := int64(0), choose(l.loop, "mma-depth", p.Depth)
	switch releasable := l.findReleases(); {
	case releasable && asked >= 0 && int64(asked) >= l.depth:
		return st.Errorf(l.dots[0], "mma-depth=%d needs a ring of at least %d slots, but it has %d: the slots of %d iterations are held while the next is read",
			asked, asked+1, l.depth, asked)
	case releasable && asked >= 0:
		depth = int64(asked)
	case releasable && l.depth >= 3:
		depth = 1
	case asked > 0:
		st.Missedf(l.dots[0], "mma-depth=%d: this dot is waited for at once, because its operands or the counting of their slots do not allow more", asked)
	}
	if depth == 0 {
		for _, d := range l.dots {
			finishDot(d, l.useC(ir.Before(d), d))
		}
	} else {
		l.pipeline(int(depth))
	}
	return true
}

// useC is false in the first iteration if the accumulator begins as zero, nil if it
// is always added.
func (l *accLoop) useC(b *ir.Builder, dot *ir.Operation) *ir.Value {
	if !isZero(l.loop.Operand(2 + dot.Operand(2).Index())) {
		return nil
	}
	return l.notFirst(b)
}

func compare(b *ir.Builder, pred int64, x, y *ir.Value) *ir.Value {
	return b.Value(arith.CmpI, []*ir.Value{x, y}, []ir.Type{b.Context().I1()}, ir.A("predicate", b.Context().I64Attr(pred)))
}

func (l *accLoop) notFirst(b *ir.Builder) *ir.Value {
	return compare(b, arith.NE, l.loop.Region(0).First().Arg(0), l.loop.Operand(0))
}

// pipeline keeps the dots of depth iterations in flight.
func (l *accLoop) pipeline(depth int) {
	var results, issued []*ir.Value
	var acc []int
	for _, d := range l.dots {
		b := ir.Before(d)
		acc = append(acc, d.Operand(2).Index()-1)
		v := issueDot(b, d.Result(0), l.useC(b, d))
		d.ReplaceWith(v)
		issued = append(issued, v)
	}
	b := ir.After(issued[len(issued)-1].Def())
	end := l.loop.Region(0).First().Last()
	for i, w := range waitFor(b, issued, depth*len(issued)) {
		end.SetOperand(acc[i], w)
	}
	l.releaseLater(b, depth)
	b = ir.After(l.loop)
	for _, i := range acc {
		results = append(results, l.loop.Result(i))
	}
	drained := waitFor(b, results, 0)
	for i, r := range results {
		r.ReplaceUsesIf(drained[i], func(u *ir.Use) bool { return u.Owner() != drained[i].Def() })
	}
	l.releaseRest(b, depth)
	for _, c := range l.releases {
		c.Erase()
	}
}

// guarded makes `scf.if cond { aref.consumed ring[index] }`.
func guarded(b *ir.Builder, cond, ring, index *ir.Value) {
	op := b.Create(scf.If, []*ir.Value{cond}, []ir.Type{})
	then := ir.AtEnd(b.Context(), op.Region(0).Entry(), b.Loc)
	then.Create(aref.Consumed, []*ir.Value{ring, index}, []ir.Type{})
	then.Create(scf.Yield, nil, []ir.Type{})
}

func i32(b *ir.Builder, n int) *ir.Value {
	return b.Value(arith.Constant, nil, []ir.Type{b.Context().I32()}, ir.A("value", b.Context().I32Attr(int64(n))))
}

func subtract(b *ir.Builder, x, y *ir.Value) *ir.Value {
	v := b.Value(arith.SubI, []*ir.Value{x, y}, nil)
	v.SetName(x.Name())
	return v
}

// releaseLater gives back, in iteration k ≥ depth, the slots of iteration k−depth.
func (l *accLoop) releaseLater(b *ir.Builder, depth int) {
	for _, c := range l.releases {
		index, n := c.Operand(1), i32(b, depth)
		var cond *ir.Value
		if depth == 1 {
			cond = l.notFirst(b)
		} else {
			start := l.loop.Operand(3 + counted(index, l.loop))
			cond = compare(b, arith.SGE, subtract(b, index, start), n)
		}
		guarded(b, cond, c.Operand(0), subtract(b, index, n))
	}
}

// releaseRest gives back, after the loop, the slots of the last min(depth, trips) iterations.
func (l *accLoop) releaseRest(b *ir.Builder, depth int) {
	for _, c := range l.releases {
		i := counted(c.Operand(1), l.loop)
		final, start := l.loop.Result(i), l.loop.Operand(3+i)
		for j := depth; j >= 1; j-- {
			n := i32(b, j)
			var ran *ir.Value
			if j == 1 {
				ran = l.ran(b)
			} else {
				ran = compare(b, arith.SGE, subtract(b, final, start), n)
			}
			guarded(b, ran, c.Operand(0), subtract(b, final, n))
		}
	}
}

// ran is whether the loop has had an iteration.
func (l *accLoop) ran(b *ir.Builder) *ir.Value {
	pred := arith.SLT
	if l.loop.Attr("unsignedCmp") != nil {
		pred = arith.ULT
	}
	return compare(b, pred, l.loop.Operand(0), l.loop.Operand(1))
}
