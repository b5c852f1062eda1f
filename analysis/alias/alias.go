// Package alias tells whether two values may reach the same memory, and whether an op may
// read or write what a value reaches. It knows memory by the interfaces ViewLike and
// Allocation, follows views, branches and regions to where a value comes from, and takes
// what it does not know to be anything.
package alias

import (
	"tawa/analysis/dataflow"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Result is how the memory of two values relates.
type Result int

// No: never the same. May: not known. Must: always the same address.
const (
	No Result = iota
	May
	Must
)

// String implements fmt.Stringer.
func (r Result) String() string { return [...]string{"no", "may", "must"}[r] }

// Analysis remembers where values come from. It holds while the program stays as it is.
type Analysis struct{ roots map[*ir.Value][]*ir.Value }

// New returns an analysis that knows nothing yet.
func New() *Analysis { return &Analysis{map[*ir.Value][]*ir.Value{}} }

// Alias compares what two values reach.
func (a *Analysis) Alias(v, w *ir.Value) Result {
	if v == w {
		return Must
	}
	for _, x := range a.Roots(v) {
		for _, y := range a.Roots(w) {
			if !distinct(x, y) {
				return May
			}
		}
	}
	return No
}

// Roots returns the values, in the order in which they are found, of which v may be a view: allocations,
// arguments that come from outside and results of which nothing is known.
func (a *Analysis) Roots(v *ir.Value) []*ir.Value {
	if roots, known := a.roots[v]; known {
		return roots
	}
	var roots []*ir.Value
	seen := map[*ir.Value]bool{}
	for work := []*ir.Value{v}; len(work) > 0; {
		x := work[0]
		work = work[1:]
		if seen[x] {
			continue
		}
		seen[x] = true
		from, known := sources(x)
		if !known {
			roots = append(roots, x)
		}
		work = append(work, from...)
	}
	a.roots[v] = roots
	return roots
}

// sources are the values of which v is one or a view; known is false if v comes from somewhere else too.
func sources(v *ir.Value) (from []*ir.Value, known bool) {
	if def := v.Def(); def != nil {
		if view, ok := builtin.ViewLike.Of(def); ok {
			if from = view.Sources(def, v.Index()); from != nil {
				return from, true
			}
		}
	}
	return dataflow.Incoming(v)
}

// distinct reports whether two roots can't reach the same memory: two allocations, or one
// and an argument of the function around it, which was there before.
func distinct(v, w *ir.Value) bool {
	a, b := allocated(v), allocated(w)
	switch {
	case v == w:
		return false
	case a && b:
		return true
	case a:
		return isArgumentAround(w, v)
	case b:
		return isArgumentAround(v, w)
	}
	return false
}

func allocated(v *ir.Value) bool {
	if v.Def() == nil {
		return false
	}
	impl, ok := builtin.Allocation.Of(v.Def())
	return ok && impl.Allocates(v.Def(), v.Index())
}

func isArgumentAround(arg, v *ir.Value) bool {
	return arg.IsArg() && arg.ArgBlock().Parent() != nil && arg.ArgBlock().Parent().Has(ir.FunctionLike) &&
		arg.ArgBlock().Parent().IsAncestorOf(v.Def())
}

// Effect is what an op may do to memory, as a set.
type Effect int

// Reads and Writes; both is 3.
const (
	Reads Effect = 1 << iota
	Writes
)

// Effects returns what op, with all that is in it, may do to the memory that v reaches. A
// leaf of which the effects are declared acts on what its operands reach.
func (a *Analysis) Effects(op *ir.Operation, v *ir.Value) (e Effect) {
	switch {
	case op.IsPure():
		return 0
	case op.OnlyReads():
		e = Reads
	default:
		e = Reads | Writes
	}
	declared := op.Effects()
	switch _, call := builtin.CallLike.Of(op); {
	case call:
		return e
	case declared&ir.RecursiveEffects != 0:
		e = 0
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for inner := range b.Ops() {
					e |= a.Effects(inner, v)
				}
			}
		}
		return e
	case declared&(ir.ReadsMemory|ir.WritesMemory) == 0 || op.NumRegions() > 0:
		return e
	case declared&ir.ReadsMemory == 0:
		e = Writes
	}
	memory := false
	for _, o := range op.Operands() {
		if isNumber(o.Type()) {
			continue
		}
		memory = true
		if a.Alias(o, v) != No {
			return e
		}
	}
	if memory {
		return 0
	}
	return e
}

// isNumber reports whether values of a type reach no memory: numbers, and tensors and vectors of them.
func isNumber(t ir.Type) bool {
	if _, ok := t.(*ir.MemRefType); ok {
		return false
	}
	e := ir.ElementType(t)
	return ir.IsInteger(e) || ir.IsFloat(e) || ir.IsIndex(e)
}
