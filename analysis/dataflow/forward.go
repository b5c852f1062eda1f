// Package dataflow solves data-flow problems over programs with blocks, branches,
// regions and calls: facts about values (sparse) or about places (dense), with the
// control flow (forward) or against it (backward).
//
// An analysis is a Domain: what facts are, how two are joined and what an op does to
// them. Control flow is known by the interfaces BranchOp, RegionBranch, Choice and CallLike, so
// ops of any dialect take part. Forward analyses find dead code on the way: a block is
// looked at only once control may reach it, and where a domain knows constants a branch
// that they decide is taken one way only.
package dataflow

import (
	"tawa/analysis/callgraph"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Domain is the lattice of a sparse forward analysis. That nothing is known of a value
// yet, since control has not reached it, is not in the domain.
type Domain[T any] interface {
	// Join returns what holds where a or b does.
	Join(a, b T) T
	Equal(a, b T) bool
	// Unknown is what holds of a value that comes from where the analysis can't see. At
	// gives facts about other values, such as a loop's bounds for its counter; the
	// fact is asked for again when they change.
	Unknown(v *ir.Value, at func(*ir.Value) (T, bool)) T
	// Transfer returns the facts about op's results; nil is Unknown for each.
	Transfer(op *ir.Operation, operands []T) []T
	// Constant returns the value that a fact pins down, or nil.
	Constant(fact T) ir.Attribute
}

// Widener is a Domain of which the facts may grow for very long: after some joins of one
// value the fact is widened.
type Widener[T any] interface {
	// Widen returns a fact that holds where old or grown does and after which only few more can follow.
	Widen(v *ir.Value, old, grown T) T
}

// widenAfter is the number of growths of one value before it is widened.
const widenAfter = 8

// Forward is the result of a sparse forward analysis.
type Forward[T any] struct {
	domain Domain[T]
	calls  *callgraph.Graph
	root   *ir.Operation
	facts  map[*ir.Value]T
	grown  map[*ir.Value]int
	live   map[*ir.Block]bool
	queue  []*ir.Operation
	queued map[*ir.Operation]bool
}

// RunForward analyses what is inside root. Functions that only calls inside root can
// reach are entered with what these pass; all others with unknown arguments.
func RunForward[T any](root *ir.Operation, domain Domain[T]) *Forward[T] {
	f := &Forward[T]{
		domain: domain, calls: callgraph.New(root), root: root, facts: map[*ir.Value]T{},
		grown: map[*ir.Value]int{}, live: map[*ir.Block]bool{}, queued: map[*ir.Operation]bool{},
	}
	f.enterAll(root)
	for len(f.queue) > 0 {
		op := f.queue[0]
		f.queue = f.queue[1:]
		delete(f.queued, op)
		f.visit(op)
	}
	return f
}

// At returns the fact about v; ok is false if control never reaches it.
func (f *Forward[T]) At(v *ir.Value) (fact T, ok bool) {
	fact, ok = f.facts[v]
	return fact, ok
}

// Live reports whether control may reach b.
func (f *Forward[T]) Live(b *ir.Block) bool { return f.live[b] }

// Constant returns the constant that v is, or nil.
func (f *Forward[T]) Constant(v *ir.Value) ir.Attribute {
	if fact, ok := f.facts[v]; ok {
		return f.domain.Constant(fact)
	}
	return nil
}

func (f *Forward[T]) push(op *ir.Operation) {
	if !f.queued[op] && f.live[op.Block()] {
		f.queued[op] = true
		f.queue = append(f.queue, op)
	}
}

// enterAll makes all regions of op live, with unknown arguments.
func (f *Forward[T]) enterAll(op *ir.Operation) {
	for _, r := range op.Regions() {
		if b := r.First(); b != nil {
			f.unknown(b.Args())
			f.enter(b)
		}
	}
}

func (f *Forward[T]) enter(b *ir.Block) {
	if f.live[b] {
		return
	}
	f.live[b] = true
	for op := range b.Ops() {
		f.push(op)
	}
}

// join adds to what is known of v.
func (f *Forward[T]) join(v *ir.Value, fact T) {
	old, known := f.facts[v]
	if known {
		fact = f.domain.Join(old, fact)
		if f.domain.Equal(old, fact) {
			return
		}
		if f.grown[v]++; f.grown[v] > widenAfter {
			if w, ok := f.domain.(Widener[T]); ok {
				fact = w.Widen(v, old, fact)
			}
		}
	}
	f.facts[v] = fact
	for user := range v.Users() {
		f.push(user)
	}
}

func (f *Forward[T]) unknown(vs []*ir.Value) {
	for _, v := range vs {
		f.join(v, f.domain.Unknown(v, f.At))
	}
}

// visit applies op to what is known now.
func (f *Forward[T]) visit(op *ir.Operation) {
	switch {
	case len(op.Successors()) > 0:
		f.branch(op)
	case op.Has(ir.Terminator) || op.Def() == nil && op == op.Block().Last():
		f.leaveRegion(op)
	}
	if op.NumRegions() > 0 {
		f.regions(op)
		return
	}
	if callee := f.calls.Callee(op); callee != nil && !builtin.IsDeclaration(callee.Op) {
		f.call(op, callee)
		return
	}
	f.results(op)
}

// results applies the transfer function once all operands are known.
func (f *Forward[T]) results(op *ir.Operation) {
	if op.NumResults() == 0 {
		return
	}
	operands := make([]T, op.NumOperands())
	for i := range operands {
		fact, ok := f.facts[op.Operand(i)]
		if !ok {
			return
		}
		operands[i] = fact
	}
	facts := f.domain.Transfer(op, operands)
	if facts == nil {
		f.unknown(op.Results())
		return
	}
	for i, r := range op.Results() {
		f.join(r, facts[i])
	}
}

// choose returns where constants send control; ok is false if any way is possible. Wait
// is true while the operands that decide are not known at all.
func (f *Forward[T]) choose(op *ir.Operation) (to int, ok, wait bool) {
	chooser, ok := builtin.Choice.Of(op)
	if !ok {
		return 0, false, false
	}
	consts := make([]ir.Attribute, op.NumOperands())
	for i, v := range op.Operands() {
		fact, known := f.facts[v]
		if !known {
			wait = true
			continue
		}
		consts[i] = f.domain.Constant(fact)
	}
	to, ok = chooser.Choose(op, consts)
	return to, ok, wait && !ok
}

func (f *Forward[T]) branch(op *ir.Operation) {
	to, chosen, wait := f.choose(op)
	if wait {
		return
	}
	_, known := builtin.BranchOp.Of(op)
	for i, b := range op.Successors() {
		if chosen && i != to {
			continue
		}
		if !known {
			f.unknown(b.Args())
		} else {
			f.hand(builtin.SuccessorOperands(op, i), b.Args())
		}
		f.enter(b)
	}
}

// hand joins facts about values into those that take them over.
func (f *Forward[T]) hand(from, to []*ir.Value) {
	for i, v := range from {
		if fact, ok := f.facts[v]; ok && i < len(to) {
			f.join(to[i], fact)
		}
	}
}

// regions enters the regions of op.
func (f *Forward[T]) regions(op *ir.Operation) {
	if fn := f.calls.Of(op); fn != nil {
		if fn.Escapes {
			f.enterAll(op)
		}
		return
	}
	flow, ok := builtin.RegionBranch.Of(op)
	if !ok {
		f.enterAll(op)
		f.results(op)
		return
	}
	edges := flow.Edges(op)
	f.take(op, op, edges)
	// Arguments that no edge gives a value, such as a loop's counter.
	given := map[*ir.Value]bool{}
	for _, e := range edges {
		for _, v := range e.Inputs {
			given[v] = true
		}
	}
	for _, r := range op.Regions() {
		if b := r.First(); b != nil && f.live[b] {
			for _, a := range b.Args() {
				if !given[a] {
					f.unknown([]*ir.Value{a})
				}
			}
		}
	}
	for _, r := range op.Results() {
		if !given[r] {
			f.unknown([]*ir.Value{r})
		}
	}
}

// take follows the edges from point that control may take.
func (f *Forward[T]) take(op, point *ir.Operation, edges []builtin.RegionEdge) {
	to, chosen, wait := f.choose(point)
	if wait {
		return
	}
	for _, e := range edges {
		if e.Point != point || chosen && e.To != to {
			continue
		}
		f.hand(e.Operands, e.Inputs)
		if e.To != builtin.Outside && !op.Region(e.To).Empty() {
			f.enter(op.Region(e.To).First())
		}
	}
}

// leaveRegion hands what a terminator yields to the next region, the op around or the callers.
func (f *Forward[T]) leaveRegion(op *ir.Operation) {
	parent := op.Parent()
	if parent == nil || parent == f.root && f.calls.Of(parent) == nil {
		return
	}
	if fn := f.calls.Of(parent); fn != nil {
		for _, call := range fn.Callers {
			f.hand(op.Operands(), call.Results())
		}
		return
	}
	if flow, ok := builtin.RegionBranch.Of(parent); ok {
		f.take(parent, op, flow.Edges(parent))
	}
}

// call enters a function whose body is seen; its results come with its returns.
func (f *Forward[T]) call(op *ir.Operation, callee *callgraph.Function) {
	site, _ := builtin.CallLike.Of(op)
	args := site.Arguments(op)
	for _, v := range args {
		if _, known := f.facts[v]; !known {
			return
		}
	}
	entry := callee.Op.Region(0).First()
	f.hand(args, entry.Args())
	f.enter(entry)
	for _, b := range returns(callee.Op) {
		if f.live[b.Block()] {
			f.hand(b.Operands(), op.Results())
		}
	}
}

// returns are the terminators of a function that leave it.
func returns(fn *ir.Operation) (out []*ir.Operation) {
	for b := range fn.Region(0).Blocks() {
		if last := b.Last(); last != nil && len(last.Successors()) == 0 {
			out = append(out, last)
		}
	}
	return out
}
