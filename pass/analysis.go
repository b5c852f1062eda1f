package pass

import (
	"maps"
	"slices"

	"tawa/ir"
)

// Analysis is what passes ask about an op. It is computed when it is first asked for, and kept until a pass on that op, or
// on what is around it or inside, has run that did not say that it preserves it.
//
//	var Dominators = pass.NewAnalysis("dominators", verify.NewDominators)
//
//	func (*Sink) Run(root *ir.Operation, st *pass.State) bool {
//		reach := Dominators.Of(root, st)
//		… // moves ops, and leaves blocks and branches alone
//		st.Preserve(Dominators)
//		return true
//	}
type Analysis[T any] struct {
	name string
	make func(*ir.Operation) T
}

// NewAnalysis declares an analysis, by the function that computes it for an op.
func NewAnalysis[T any](name string, make func(*ir.Operation) T) *Analysis[T] {
	return &Analysis[T]{name, make}
}

// String is the name of the analysis.
func (a *Analysis[T]) String() string { return a.name }

// Of returns the analysis of op: the one that the pass runs on, or one inside. It is not for several goroutines of a pass.
func (a *Analysis[T]) Of(op *ir.Operation, st *State) T {
	if st.facts == nil { // the pass was called outside of a manager
		return a.make(op)
	}
	f := st.facts.at(op)
	if known, ok := f.own[a]; ok {
		return known.(T)
	}
	made := a.make(op)
	if f.own == nil {
		f.own = map[AnyAnalysis]any{}
	}
	f.own[a] = made
	return made
}

// AnyAnalysis is an Analysis, whatever it computes.
type AnyAnalysis interface {
	String() string
	analysis()
}

func (*Analysis[T]) analysis() {}

// Preserve says that what the pass changes does not change these analyses, of the op that it runs on and of all inside.
func (st *State) Preserve(analyses ...AnyAnalysis) { st.preserved = append(st.preserved, analyses...) }

// PreserveAll says that the pass has changed nothing that any analysis could be about.
func (st *State) PreserveAll() { st.preservedAll = true }

// facts are the analyses that are known of an op and of those inside. Each goroutine of a parallel run has those of the
// ops that it works on.
type facts struct {
	op     *ir.Operation
	own    map[AnyAnalysis]any
	inside map[*ir.Operation]*facts
}

// at finds the facts of op, which is f's own or inside.
func (f *facts) at(op *ir.Operation) *facts {
	if op == f.op {
		return f
	}
	if op.Parent() == nil {
		panic("pass: an analysis of an op that the pass does not run on")
	}
	return f.at(op.Parent()).child(op)
}

func (f *facts) child(op *ir.Operation) *facts {
	inner := f.inside[op]
	if inner == nil {
		if inner = (&facts{op: op}); f.inside == nil {
			f.inside = map[*ir.Operation]*facts{}
		}
		f.inside[op] = inner
	}
	return inner
}

// afterPass forgets what a pass on the op has not preserved.
func (f *facts) afterPass(st *State) {
	switch {
	case st.preservedAll:
	case len(st.preserved) == 0:
		f.own, f.inside = nil, nil
	default:
		f.keep(st.preserved)
	}
}

func (f *facts) keep(preserved []AnyAnalysis) {
	maps.DeleteFunc(f.own, func(a AnyAnalysis, _ any) bool { return !slices.Contains(preserved, a) })
	for op, inner := range f.inside {
		if op.Erased() {
			delete(f.inside, op)
			continue
		}
		inner.keep(preserved)
	}
}

// afterInside forgets what passes on ops inside may have changed: all that is known of the ops around inner.
func (f *facts) afterInside(inner *ir.Operation) {
	for op := inner; op != f.op; {
		op = op.Parent()
		f.at(op).own = nil
	}
}
