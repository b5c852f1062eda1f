package transforms

import (
	"slices"

	"tawa/analysis/callgraph"
	"tawa/analysis/liveness"
	"tawa/dialects/builtin"
	"tawa/dialects/ub"
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// RemoveDeadValues erases what nothing needs in the end, where that means to change ops
// that stay: arguments and results of private functions and of calls to them, values that
// loops and conditionals carry, block arguments, and the ops that computed them.
type RemoveDeadValues struct{}

// Info names the pass.
func (*RemoveDeadValues) Info() pass.Info {
	return pass.Info{
		Name: "remove-dead-values", Summary: "remove arguments, results and carried values that nothing needs",
		Dialects:    []string{"ub"},
		Description: "Functions are changed only if they are private and all that refers to them are calls.",
	}
}

// Run works on everything inside root.
func (*RemoveDeadValues) Run(root *ir.Operation, st *pass.State) bool {
	d := &deadValues{values: liveness.NewValues(root)}
	for _, f := range CallGraph.Of(root, st).Functions() {
		if !f.Escapes && !builtin.IsDeclaration(f.Op) {
			d.function(f)
		}
	}
	var ops []*ir.Operation
	root.WalkPost(func(op *ir.Operation) {
		if _, ok := builtin.RegionBranch.Of(op); ok && op != root {
			ops = append(ops, op)
		}
	})
	for _, op := range ops {
		d.regions(op)
	}
	pattern.SimplifyRegions(root, pattern.Normal, nil)
	return true
}

type deadValues struct{ values *liveness.Values }

// function removes arguments that the body, and results that all callers, do not need.
func (d *deadValues) function(f *callgraph.Function) {
	t, entry := builtin.FunctionType(f.Op), f.Op.Region(0).First()
	arg := func(i int) bool { return !d.values.Needed(entry.Arg(i)) }
	result := func(i int) bool {
		return !slices.ContainsFunc(f.Callers, func(call *ir.Operation) bool { return d.values.Needed(call.Result(i)) })
	}
	deadArgs, deadResults := which(len(t.Inputs), arg), which(len(t.Results), result)
	for _, call := range f.Callers {
		site, _ := builtin.CallLike.Of(call)
		if len(site.Arguments(call)) != call.NumOperands() {
			return // it takes more than the arguments
		}
	}
	builtin.SetFunctionType(f.Op, remove(t.Inputs, deadArgs), remove(t.Results, deadResults))
	removeDicts(f.Op, builtin.ArgAttrs, deadArgs)
	removeDicts(f.Op, builtin.ResAttrs, deadResults)
	for _, i := range slices.Backward(deadArgs) {
		poison(entry.Arg(i), entry.First())
		entry.EraseArg(i)
	}
	for b := range f.Op.Region(0).Blocks() {
		if last := b.Last(); last != nil && leaves(last, f.Op) {
			last.SetOperands(remove(last.Operands(), deadResults))
		}
	}
	for _, call := range f.Callers {
		call.SetOperands(remove(call.Operands(), deadArgs))
		withoutResults(call, deadResults)
	}
}

// regions removes values that op's regions hand to each other and that nothing needs. What
// is handed over one edge at one place goes together: a loop's initial value, the
// argument of its body, what that yields and the result.
func (d *deadValues) regions(op *ir.Operation) {
	flow, _ := builtin.RegionBranch.Of(op)
	slots := newSlots()
	for _, e := range flow.Edges(op) {
		first := e.Point.NumOperands() - len(e.Operands)
		if first < 0 || !slices.Equal(e.Point.Operands()[first:], e.Operands) {
			return
		}
		for i, v := range e.Inputs {
			slots.join(slot{value: v}, slot{point: e.Point, operand: first + i})
			if d.values.Needed(v) {
				slots.keep[v] = true
			}
		}
	}
	var results []int
	for _, s := range slots.removable() {
		switch {
		case s.point != nil:
			builtin.EraseOperand(s.point, s.operand)
		case s.value.Def() != nil:
			results = append(results, s.value.Index())
		default:
			b := s.value.ArgBlock()
			poison(s.value, b.First())
			b.EraseArg(s.value.Index())
		}
	}
	slices.Sort(results)
	withoutResults(op, results)
}

// slot is a value that takes something over, or an operand that hands it over.
type slot struct {
	value   *ir.Value
	point   *ir.Operation
	operand int
}

// slots are classes of slots that belong together.
type slots struct {
	parent map[slot]slot
	order  []slot
	keep   map[*ir.Value]bool
}

func newSlots() *slots { return &slots{parent: map[slot]slot{}, keep: map[*ir.Value]bool{}} }

func (s *slots) find(x slot) slot {
	p, ok := s.parent[x]
	if !ok {
		s.parent[x] = x
		s.order = append(s.order, x)
		return x
	}
	for p != x {
		x, p = p, s.parent[p]
	}
	return x
}

func (s *slots) join(a, b slot) {
	if ra, rb := s.find(a), s.find(b); ra != rb {
		s.parent[ra] = rb
	}
}

// removable returns the slots of the classes that have nothing to keep, so that those of
// one op come with the last first.
func (s *slots) removable() (out []slot) {
	kept := map[slot]bool{}
	for v := range s.keep {
		kept[s.find(slot{value: v})] = true
	}
	for _, x := range s.order {
		if !kept[s.find(x)] {
			out = append(out, x)
		}
	}
	number := func(x slot) int {
		if x.value != nil {
			return x.value.Index()
		}
		return x.operand
	}
	slices.SortStableFunc(out, func(a, b slot) int { return number(b) - number(a) })
	return out
}

// withoutResults makes op anew without some of its results, whose uses become poison.
func withoutResults(op *ir.Operation, dead []int) {
	if len(dead) == 0 {
		return
	}
	for _, i := range dead {
		poison(op.Result(i), op)
	}
	st := &ir.OperationState{Name: op.Name(), Loc: op.Loc, Operands: op.Operands(), Results: remove(op.ResultTypes(), dead),
		Attrs: slices.Concat(op.Inherent(), op.Discardable())}
	for _, r := range op.Regions() {
		st.NewRegion().TakeBlocks(r)
	}
	n := ir.Before(op).CreateState(st)
	for i, r := range remove(op.Results(), dead) {
		n.Result(i).SetName(r.Name())
		r.ReplaceAllUses(n.Result(i))
	}
	op.Erase()
}

// poison makes what still uses v, though it does not need it, use a value that may be any.
func poison(v *ir.Value, before *ir.Operation) {
	if v.Unused() {
		return
	}
	b := ir.Before(before)
	v.ReplaceAllUses(ub.Constant(b, ub.Poison(b.Context()), v.Type()).Result(0))
}

// which returns the numbers below n that f is true for.
func which(n int, f func(int) bool) (out []int) {
	for i := range n {
		if f(i) {
			out = append(out, i)
		}
	}
	return out
}

// remove returns the list without the elements of those numbers.
func remove[T any](list []T, dead []int) []T {
	out := make([]T, 0, len(list))
	for i, x := range list {
		if !slices.Contains(dead, i) {
			out = append(out, x)
		}
	}
	return out
}

func removeDicts(f *ir.Operation, name string, dead []int) {
	if list, ok := f.Attr(name).(*ir.ArrayAttr); ok {
		f.SetAttr(name, f.Context().Array(remove(list.Values, dead)...))
	}
}
