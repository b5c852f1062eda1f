// Package axis finds out what is known of the elements of integer and pointer
// tensors along each dimension: how long runs of consecutive values are, by which
// power of two the values are divisible, and over how many elements a value is
// constant. Vector widths of loads and stores come from it.
//
//	a := axis.Analyze(fn)
//	order, vec := a.Access(load.Operand(0), mask)
//
// The programs of a cluster are one more such dimension, of scalars: see [AnalyzeCluster].
package axis

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/dialects/tt"
	"tawa/ir"
)

// maxDiv bounds divisibility: the number zero is divisible by anything.
const maxDiv = int64(1) << 20

// Info is what is known of a value, per dimension (a scalar has one, of size 1).
// All numbers are powers of two.
type Info struct {
	// Contig: the elements come in aligned runs of that many, each one more than
	// the last (pointers: one element further).
	Contig []int64
	// Div: the first element of each run is a multiple of it (pointers: in bytes).
	Div []int64
	// Const: aligned groups of that many elements are equal.
	Const []int64
}

// Analysis holds the infos of the values of a function.
type Analysis struct {
	infos   map[*ir.Value]Info
	ranks   int64 // elements of a scalar: the programs of a cluster, or one
	changed bool
}

// Analyze looks at everything inside root. Loops make it go round until nothing
// changes; each number only falls, so that it ends.
func Analyze(root *ir.Operation) *Analysis { return analyze(root, 1) }

func analyze(root *ir.Operation, ranks int64) *Analysis {
	a := &Analysis{infos: map[*ir.Value]Info{}, ranks: ranks}
	for a.changed = true; a.changed; {
		a.changed = false
		root.Walk(func(op *ir.Operation) bool {
			a.visit(op)
			return true
		})
	}
	return a
}

// Of returns what is known of v; nothing, for a value that was not analyzed.
func (a *Analysis) Of(v *ir.Value) Info {
	if i, ok := a.infos[v]; ok {
		return i
	}
	return a.unknown(v.Type())
}

// Access returns, for a load or store through a tensor of pointers with a mask
// that may be nil, the dimensions from the one with the longest runs on, and how
// many consecutive elements may be accessed at once, at most 128 bits.
func (a *Analysis) Access(ptr, mask *ir.Value) (order []int, vec int) {
	p := a.Of(ptr)
	for d := len(p.Contig) - 1; d >= 0; d-- {
		order = append(order, d)
	}
	slices.SortStableFunc(order, func(x, y int) int { return int(p.Contig[y] - p.Contig[x]) })
	bytes := pointeeBytes(ptr.Type())
	fast := order[0]
	n := min(p.Contig[fast], p.Div[fast]/bytes, 16/bytes)
	if mask != nil {
		n = min(n, a.Of(mask).Const[fast])
	}
	return order, int(max(n, 1))
}

func pointeeBytes(t ir.Type) int64 {
	e := tt.Pointee(t)
	if _, ok := e.(*tt.PtrType); ok {
		return 8
	}
	return int64(max(ir.BitWidth(e)/8, 1))
}

func (a *Analysis) shapeOf(t ir.Type) []int64 {
	if s, ok := ir.ShapeOf(t); ok {
		return s
	}
	return []int64{a.ranks}
}

func fill(n int, v int64) []int64 { return slices.Repeat([]int64{v}, n) }

func (a *Analysis) unknown(t ir.Type) Info {
	n := len(a.shapeOf(t))
	return Info{fill(n, 1), fill(n, 1), fill(n, 1)}
}

// uniform is a value that is the same everywhere and divisible by div.
func (a *Analysis) uniform(t ir.Type, div int64) Info {
	shape := a.shapeOf(t)
	i := Info{fill(len(shape), 1), fill(len(shape), div), make([]int64, len(shape))}
	for d, n := range shape {
		i.Const[d] = pow2(n)
	}
	return i
}

// pow2 is the largest power of two that divides n.
func pow2(n int64) int64 {
	if n == 0 || n&-n > maxDiv || n&-n < 0 {
		return maxDiv
	}
	return n & -n
}

// set records what is known of v, together with what was known.
func (a *Analysis) set(v *ir.Value, i Info) {
	old, ok := a.infos[v]
	if ok {
		i = meet(old, i)
		if slices.Equal(i.Contig, old.Contig) && slices.Equal(i.Div, old.Div) && slices.Equal(i.Const, old.Const) {
			return
		}
	}
	a.infos[v], a.changed = i, true
}

func meet(x, y Info) Info {
	least := func(x, y []int64) []int64 {
		out := make([]int64, len(x))
		for d := range x {
			out[d] = min(x[d], y[d])
		}
		return out
	}
	m := Info{least(x.Contig, y.Contig), nil, least(x.Const, y.Const)}
	m.Div = least(x.divs(m.Contig), y.divs(m.Contig))
	return m
}

// divs is the divisibility of the first elements of runs that are cut to the given lengths.
func (i Info) divs(contig []int64) []int64 {
	out := slices.Clone(i.Div)
	for d := range out {
		if i.Contig[d] > contig[d] {
			out[d] = min(out[d], contig[d])
		}
	}
	return out
}

// each is the divisibility of every element, wherever it stands.
func (i Info) each() int64 {
	div := maxDiv
	for d := range i.Div {
		if i.Contig[d] > 1 {
			return 1
		}
		div = min(div, i.Div[d])
	}
	return div
}

// visit computes the results of op, and what it hands to regions.
func (a *Analysis) visit(op *ir.Operation) {
	if op.Has(ir.FunctionLike) {
		a.function(op)
		return
	}
	if flow, ok := builtin.RegionBranch.Of(op); ok {
		a.flow(op, flow)
		return
	}
	if f := rules[op.Name()]; f != nil && a.known(op) {
		a.set(op.Result(0), promised(op, f(a, op)))
		return
	}
	for _, r := range op.Results() {
		a.set(r, a.elementwise(op, r))
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for _, arg := range b.Args() {
				a.set(arg, a.entering(arg))
			}
		}
	}
}

// promised adds what the attribute tt.divisibility says of all elements of the result.
func promised(op *ir.Operation, i Info) Info {
	if div, ok := op.IntAttr(divisibility); ok {
		for d := range i.Div {
			if i.Contig[d] == 1 {
				i.Div[d] = max(i.Div[d], pow2(div))
			}
		}
	}
	return i
}

const divisibility = "tt.divisibility"

// known reports whether all operands have an info: in the first round those that
// come around a loop have none yet.
func (a *Analysis) known(op *ir.Operation) bool {
	for _, v := range op.Operands() {
		if _, ok := a.infos[v]; !ok {
			return false
		}
	}
	return true
}

// elementwise knows only where the result of an op without a rule is constant.
func (a *Analysis) elementwise(op *ir.Operation, r *ir.Value) Info {
	i := a.unknown(r.Type())
	if a.ranks > 1 && !ir.IsTensor(r.Type()) {
		return a.sameInAll(op, r)
	}
	if !op.Has(ir.Elementwise) || op.NumOperands() == 0 {
		return i
	}
	i.Const = a.uniform(r.Type(), 1).Const
	for _, v := range op.Operands() {
		if ir.IsTensor(v.Type()) {
			i.Const = meet(Info{i.Const, i.Const, i.Const}, Info{i.Const, i.Const, a.Of(v).Const}).Const
		}
	}
	return i
}

func (a *Analysis) function(fn *ir.Operation) {
	for n, arg := range builtin.Arguments(fn) {
		i := a.argument(arg)
		if div, ok := builtin.ArgAttr(fn, n, divisibility).(*ir.IntegerAttr); ok {
			i.Div[0] = max(i.Div[0], pow2(div.Value))
		}
		a.set(arg, i)
	}
	for b := range fn.Region(0).Blocks() {
		if b == fn.Region(0).First() {
			continue
		}
		for _, arg := range b.Args() {
			a.set(arg, a.unknown(arg.Type()))
		}
	}
}

// flow hands infos along the edges of control flow, and knows counters of loops.
func (a *Analysis) flow(op *ir.Operation, flow builtin.RegionFlow) {
	if loop, ok := builtin.LoopLike.Of(op); ok && loop.InductionVar(op) != nil {
		lower, _, step := loop.Bounds(op)
		at, by := a.Of(lower), a.Of(step)
		if !a.same(by) {
			at = a.unknown(lower.Type())
		}
		at.Div = []int64{min(at.Div[0], by.Div[0])}
		a.set(loop.InductionVar(op), at)
	}
	if a.ranks > 1 && !a.Together(op) {
		for _, r := range op.Results() {
			a.set(r, a.unknown(r.Type()))
		}
	}
	for _, e := range flow.Edges(op) {
		for n, in := range e.Inputs {
			if i, ok := a.infos[e.Operands[n]]; ok {
				a.set(in, i)
			}
		}
	}
}
