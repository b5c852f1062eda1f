package pass

import (
	"runtime/debug"
	"slices"
	"sync/atomic"

	"tawa/diag"
	"tawa/ir"
)

// A nested pipeline runs on several isolated ops at a time. What a pass may do there is what makes this safe: it
// changes only what is inside its op, and reads outside of it only what no pass of the pipeline changes, such as the
// names and types of symbols. Each op has a sink of its own, and these are merged in order; so output, diagnostics and
// remarks are those of a run on one goroutine.

// parallelFrom is the number of ops from which goroutines are worth their start.
const parallelFrom = 2000

// Reporter is an Instrument that adds diagnostics of its own: to the sink that the pass has.
type Reporter interface {
	Instrument
	// AfterTo is called in place of After.
	AfterTo(sink *diag.Sink, p Pass, op *ir.Operation, ok bool) bool
}

// targets are the ops directly inside op that the manager runs on.
func (m *Manager) targets(op *ir.Operation) []*ir.Operation {
	var out []*ir.Operation
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				if m.anchor == nil || inner.Is(m.anchor) {
					out = append(out, inner)
				}
			}
		}
	}
	return out
}

// mayRunInParallel: not while rewrites are counted or diagnostics are looked at as they come.
func (m *Manager) mayRunInParallel(op *ir.Operation, targets []*ir.Operation, sink *diag.Sink) bool {
	ctx := op.Context()
	return len(targets) > 1 && ctx.Workers() > 1 && ctx.Rewrites == nil && sink.OnAdd == nil &&
		!slices.ContainsFunc(targets, func(t *ir.Operation) bool { return !t.Has(ir.IsolatedFromAbove) }) &&
		op.HasAtLeast(parallelFrom)
}

// runInParallel runs on the largest first, so that no worker is left alone with a large one at the end. What comes after the
// first failure, which may be a panic, is not reported, as if it had not run.
func (m *Manager) runInParallel(targets []*ir.Operation, known *facts, sink *diag.Sink, instruments []Instrument) bool {
	sinks, panics := make([]diag.Sink, len(targets)), make([]*ir.WorkerPanic, len(targets))
	var failed atomic.Int64 // the first that failed
	failed.Store(int64(len(targets)))
	order := largestFirst(targets)
	own := make([]*facts, len(targets))
	for i, t := range targets {
		own[i] = known.child(t)
	}
	ir.Parallel(targets[0].Context().Workers(), len(targets), func(_, n int) {
		i := order[n]
		if int64(i) > failed.Load() || m.runCaught(targets[i], own[i], &sinks[i], instruments, &panics[i]) {
			return
		}
		for first := failed.Load(); int64(i) < first && !failed.CompareAndSwap(first, int64(i)); first = failed.Load() {
		}
	})
	for i := range min(len(targets), int(failed.Load())+1) {
		sink.Merge(&sinks[i])
	}
	if first := int(failed.Load()); first < len(targets) && panics[first] != nil {
		panic(panics[first])
	}
	return int(failed.Load()) == len(targets)
}

// runCaught is Run; a panic counts as a failure and goes to caught.
func (m *Manager) runCaught(op *ir.Operation, known *facts, sink *diag.Sink, instruments []Instrument, caught **ir.WorkerPanic) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			w, nested := r.(*ir.WorkerPanic)
			if !nested {
				w = &ir.WorkerPanic{Value: r, Stack: debug.Stack()}
			}
			*caught = w
		}
	}()
	return m.run(op, known, sink, instruments)
}

// largestFirst orders by the number of ops inside.
func largestFirst(targets []*ir.Operation) []int {
	order, size := make([]int, len(targets)), make([]int, len(targets))
	for i, t := range targets {
		order[i], size[i] = i, t.Size()
	}
	slices.SortStableFunc(order, func(a, b int) int { return size[b] - size[a] })
	return order
}
