package dataflow

import (
	"tawa/analysis/callgraph"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// BackwardDomain is the lattice of a sparse backward analysis: facts go from uses to definitions.
type BackwardDomain[T any] interface {
	Join(a, b T) T
	Equal(a, b T) bool
	// Bottom is the fact about a value that nothing uses.
	Bottom() T
	// Unknown is what holds of a value that goes where the analysis can't see.
	Unknown() T
	// Transfer returns the facts that op implies for operands which it does not just
	// hand on, from those about its results.
	Transfer(op *ir.Operation, operand int, results []T) T
	// Decides is the fact about an operand that decides where control goes, from those about op's results.
	Decides(op *ir.Operation, operand int, results []T) T
}

// Backward is the result of a sparse backward analysis.
type Backward[T any] struct {
	domain BackwardDomain[T]
	calls  *callgraph.Graph
	facts  map[*ir.Value]T
	queue  []*ir.Operation
	queued map[*ir.Operation]bool
}

// RunBackward analyses what is inside root.
func RunBackward[T any](root *ir.Operation, domain BackwardDomain[T]) *Backward[T] {
	f := &Backward[T]{domain: domain, calls: callgraph.New(root), facts: map[*ir.Value]T{}, queued: map[*ir.Operation]bool{}}
	root.WalkPost(func(op *ir.Operation) { f.push(op) })
	for i, j := 0, len(f.queue)-1; i < j; i, j = i+1, j-1 {
		f.queue[i], f.queue[j] = f.queue[j], f.queue[i]
	}
	for len(f.queue) > 0 {
		op := f.queue[0]
		f.queue = f.queue[1:]
		delete(f.queued, op)
		f.visit(op)
	}
	return f
}

// At returns the fact about v.
func (f *Backward[T]) At(v *ir.Value) T {
	if fact, ok := f.facts[v]; ok {
		return fact
	}
	return f.domain.Bottom()
}

func (f *Backward[T]) push(op *ir.Operation) {
	if op != nil && !f.queued[op] {
		f.queued[op] = true
		f.queue = append(f.queue, op)
	}
}

// join adds to what is known of v, and queues what hands v its value.
func (f *Backward[T]) join(v *ir.Value, fact T) {
	old := f.At(v)
	fact = f.domain.Join(old, fact)
	if f.domain.Equal(old, fact) {
		return
	}
	f.facts[v] = fact
	if def := v.Def(); def != nil {
		f.push(def)
		f.pushYields(def)
		if callee := f.calls.Callee(def); callee != nil && !builtin.IsDeclaration(callee.Op) {
			for _, r := range returns(callee.Op) {
				f.push(r)
			}
		}
		return
	}
	b := v.ArgBlock()
	for _, p := range b.Predecessors() {
		f.push(p.Last())
	}
	if parent := b.Parent(); parent != nil && b == b.Region().First() {
		f.push(parent)
		f.pushYields(parent)
		if fn := f.calls.Of(parent); fn != nil {
			for _, call := range fn.Callers {
				f.push(call)
			}
		}
	}
}

// pushYields queues the terminators of op's regions.
func (f *Backward[T]) pushYields(op *ir.Operation) {
	if op.Has(ir.FunctionLike) {
		return
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			f.push(b.Last())
		}
	}
}

func (f *Backward[T]) visit(op *ir.Operation) {
	handed := f.handOn(op)
	results := make([]T, op.NumResults())
	for j, r := range op.Results() {
		results[j] = f.At(r)
	}
	for i, v := range op.Operands() {
		switch {
		case handed[i]:
		case len(op.Successors()) > 0 || op.NumRegions() > 0 && hasFlow(op) || op.Has(ir.Terminator) && op.Parent() != nil && hasFlow(op.Parent()):
			f.join(v, f.domain.Decides(op, i, results))
		default:
			f.join(v, f.domain.Transfer(op, i, results))
		}
	}
}

func hasFlow(op *ir.Operation) bool {
	_, ok := builtin.RegionBranch.Of(op)
	return ok
}

// handOn joins what is known where op hands operands over, and returns which ones it does.
func (f *Backward[T]) handOn(op *ir.Operation) map[int]bool {
	handed := map[int]bool{}
	if branch, ok := builtin.BranchOp.Of(op); ok {
		for i, b := range op.Successors() {
			lo, hi := branch.SuccessorRange(op, i)
			for j := lo; j < hi; j++ {
				handed[j] = true
				f.join(op.Operand(j), f.At(b.Arg(j-lo)))
			}
		}
	}
	for _, e := range edgesAt(op) {
		first := firstOperand(op, e.Operands)
		for i, v := range e.Operands {
			if first >= 0 {
				handed[first+i] = true
			}
			f.join(v, f.At(e.Inputs[i]))
		}
	}
	// What a function that others call too takes is its own affair.
	if callee := f.calls.Callee(op); callee != nil && !callee.Escapes && !builtin.IsDeclaration(callee.Op) {
		site, _ := builtin.CallLike.Of(op)
		args := site.Arguments(op)
		for i, v := range args {
			if first := firstOperand(op, args); first >= 0 {
				handed[first+i] = true
			}
			f.join(v, f.At(callee.Op.Region(0).First().Arg(i)))
		}
	}
	f.handToCallers(op, handed)
	return handed
}

// handToCallers makes a return hand its operands to the calls of its function.
func (f *Backward[T]) handToCallers(op *ir.Operation, handed map[int]bool) {
	if !op.Has(ir.Terminator) || len(op.Successors()) > 0 || op.Parent() == nil {
		return
	}
	fn := f.calls.Of(op.Parent())
	if fn == nil {
		return
	}
	for i, v := range op.Operands() {
		handed[i] = true
		if fn.Escapes {
			f.join(v, f.domain.Unknown())
		}
		for _, call := range fn.Callers {
			f.join(v, f.At(call.Result(i)))
		}
	}
}

// edgesAt are the region edges that begin at op: of its own regions, and those of the
// op around it, if op ends a region of that.
func edgesAt(op *ir.Operation) (out []builtin.RegionEdge) {
	for _, p := range []*ir.Operation{op, op.Parent()} {
		if p == nil || p != op && op != op.Block().Last() {
			continue
		}
		if flow, ok := builtin.RegionBranch.Of(p); ok {
			for _, e := range flow.Edges(p) {
				if e.Point == op {
					out = append(out, e)
				}
			}
		}
	}
	return out
}

// firstOperand is where vs stand as a suffix of op's operands, or -1.
func firstOperand(op *ir.Operation, vs []*ir.Value) int {
	first := op.NumOperands() - len(vs)
	for i, v := range vs {
		if first < 0 || op.Operand(first+i) != v {
			return -1
		}
	}
	return first
}
