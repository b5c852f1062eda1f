package scf

import (
	"math/bits"
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// inline replaces op by the ops of one of its blocks, its results by what the terminator hands over.
func inline(op *ir.Operation, b *ir.Block, r ir.Rewriter, args ...*ir.Value) {
	end := b.Terminator()
	r.InlineBefore(b, op, args...)
	values := end.Operands()
	if end.Is(Condition) {
		values = values[1:]
	}
	r.Erase(end)
	r.Replace(op, values...)
}

// without returns vs less those that drop says.
func without(vs []*ir.Value, drop []bool) []*ir.Value {
	var out []*ir.Value
	for i, v := range vs {
		if !drop[i] {
			out = append(out, v)
		}
	}
	return out
}

// count is the number of true ones.
func count(drop []bool) (n int) {
	for _, d := range drop {
		if d {
			n++
		}
	}
	return n
}

// rebuild makes op anew with these operands and without the dropped results, which
// stand replaced by instead; its regions move to the new op.
func rebuild(op *ir.Operation, r ir.Rewriter, operands []*ir.Value, drop []bool, instead []*ir.Value) *ir.Operation {
	st := &ir.OperationState{Name: op.Name(), Loc: op.Loc, Operands: operands, Results: []ir.Type{}}
	st.Attrs = append(append(st.Attrs, op.Inherent()...), op.Discardable()...)
	for i, res := range op.Results() {
		if !drop[i] {
			st.Results = append(st.Results, res.Type())
		}
	}
	for _, from := range op.Regions() {
		st.NewRegion().TakeBlocks(from)
	}
	op2 := r.Builder().CreateState(st)
	values, next := make([]*ir.Value, op.NumResults()), 0
	for i := range values {
		if drop[i] {
			values[i] = instead[i]
			continue
		}
		values[i] = op2.Result(next)
		next++
	}
	r.Replace(op, values...)
	return op2
}

var forPatterns = slices.Concat([]ir.Pattern{
	{Name: "for-trips", Root: For, Match: simplifyTrips},
	{Name: "for-invariant-args", Root: For, Match: dropInvariantArgs},
}, carriedPatterns(For))

// tripCount is the number of iterations of a loop with constant bounds.
func tripCount(op *ir.Operation) (n uint64, ok bool) {
	return trips(op.Operand(0), op.Operand(1), op.Operand(2), op.Attr(UnsignedCmp) != nil)
}

// trips is the number of steps from a lower up to an upper bound, if they are constants.
func trips(from, to, by *ir.Value, unsigned bool) (n uint64, ok bool) {
	if from == to {
		return 0, true
	}
	lower, ok0 := constant(from)
	upper, ok1 := constant(to)
	if !ok0 || !ok1 {
		return 0, false
	}
	w := ir.BitWidth(from.Type())
	empty := lower >= upper
	if unsigned {
		empty = arith.CompareInts(arith.UGE, cmpWidth(w), uint64(lower), uint64(upper))
	}
	if empty {
		return 0, true
	}
	step, ok := constant(by)
	if !ok || step <= 0 {
		return 0, false
	}
	span := uint64(upper) - uint64(lower)
	if unsigned && w > 0 {
		s := 64 - w
		span = span << s >> s
	}
	q, rest := bits.Div64(0, span, uint64(step))
	if rest != 0 {
		q++
	}
	return q, true
}

func cmpWidth(w int) int {
	if w == 0 {
		return 64
	}
	return w
}

// simplifyTrips removes a loop without iterations and inlines one with a single one.
func simplifyTrips(op *ir.Operation, r ir.Rewriter) bool {
	n, ok := tripCount(op)
	switch {
	case !ok || n > 1:
		return false
	case n == 0:
		r.Replace(op, forLoop{}.Inits(op)...)
	default:
		inline(op, op.Region(0).First(), r, append([]*ir.Value{op.Operand(0)}, forLoop{}.Inits(op)...)...)
	}
	return true
}

// dropInvariantArgs removes iteration arguments that never change, and those that
// nobody looks at.
func dropInvariantArgs(op *ir.Operation, r ir.Rewriter) bool {
	loop := forLoop{}
	inits, args, yielded := loop.Inits(op), loop.IterArgs(op), loop.Yielded(op)
	drop := make([]bool, len(args))
	for i, a := range args {
		invariant := yielded[i] == a || yielded[i] == inits[i]
		drop[i] = invariant || op.Result(i).Unused() && a.Unused()
	}
	if count(drop) == 0 {
		return false
	}
	body := op.Region(0).First()
	end := body.Terminator()
	r.Modify(end, func() { end.SetOperands(without(yielded, drop)) })
	for i := len(args) - 1; i >= 0; i-- {
		if drop[i] {
			r.ReplaceUses(body.Arg(i+1), inits[i])
			body.EraseArg(i + 1)
		}
	}
	rebuild(op, r, append(op.Operands()[:3:3], without(inits, drop)...), drop, inits)
	return true
}

var ifPatterns = slices.Concat([]ir.Pattern{
	{Name: "if-constant", Root: If, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		c, ok := constant(op.Operand(0))
		if !ok {
			return false
		}
		region := op.Region(0)
		if c == 0 {
			region = op.Region(1)
		}
		if region.Empty() {
			r.Erase(op)
		} else {
			inline(op, region.First(), r)
		}
		return true
	}},
	{Name: "if-known-condition", Root: If, Match: knownCondition},
	{Name: "if-to-select", Root: If, Match: ifToSelect},
	{Name: "if-unused-results", Root: If, Match: dropUnusedResults},
	{Name: "if-empty-else", Root: If, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		otherwise := op.Region(1).First()
		if op.NumResults() > 0 || otherwise == nil || otherwise.First() != otherwise.Terminator() {
			return false
		}
		r.Modify(op, func() {
			if end := otherwise.First(); end != nil {
				r.Erase(end)
			}
			otherwise.Erase()
		})
		return true
	}},
}, carriedPatterns(If))

// knownCondition: inside the branches the condition is true and false.
func knownCondition(op *ir.Operation, r ir.Rewriter) bool {
	cond, changed := op.Operand(0), false
	for i, known := range []bool{true, false} {
		var value *ir.Value
		for u := range cond.Uses() {
			if !inRegion(u.Owner(), op.Region(i)) {
				continue
			}
			if value == nil {
				value = arith.Of(r.Builder(), op.Context().Bool(known))
			}
			r.Modify(u.Owner(), func() { u.Set(value) })
			changed = true
		}
	}
	return changed
}

func inRegion(op *ir.Operation, region *ir.Region) bool {
	return op.Block() != nil && op.Block().Region() != nil && region.Contains(op.Block().Region())
}

// ifToSelect: where both branches only hand over values from outside, the result is a selection.
func ifToSelect(op *ir.Operation, r ir.Rewriter) bool {
	if op.NumResults() == 0 {
		return false
	}
	a, b := builtin.YieldOf(op.Region(0)), builtin.YieldOf(op.Region(1))
	drop, instead := make([]bool, op.NumResults()), make([]*ir.Value, op.NumResults())
	for i := range drop {
		if inside(a[i], op) || inside(b[i], op) {
			continue
		}
		drop[i] = true
		if instead[i] = a[i]; a[i] != b[i] {
			instead[i] = r.Builder().Value(arith.Select, []*ir.Value{op.Operand(0), a[i], b[i]}, []ir.Type{a[i].Type()})
		}
	}
	return count(drop) > 0 && dropResults(op, r, drop, instead)
}

func inside(v *ir.Value, op *ir.Operation) bool {
	for _, region := range op.Regions() {
		if region.Contains(v.Region()) {
			return true
		}
	}
	return false
}

var whilePatterns = slices.Concat([]ir.Pattern{
	{Name: "while-never", Root: While, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		before := op.Region(0).First()
		if c, ok := constant(before.Terminator().Operand(0)); !ok || c != 0 {
			return false
		}
		inline(op, before, r, op.Operands()...)
		return true
	}},
	{Name: "while-unused-results", Root: While, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		after, end := op.Region(1).First(), op.Region(0).First().Terminator()
		drop := make([]bool, op.NumResults())
		for i, res := range op.Results() {
			drop[i] = res.Unused() && after.Arg(i).Unused()
		}
		if count(drop) == 0 {
			return false
		}
		r.Modify(end, func() { end.SetOperands(append(end.Operands()[:1:1], without(end.Operands()[1:], drop)...)) })
		for i := len(drop) - 1; i >= 0; i-- {
			if drop[i] {
				after.EraseArg(i)
			}
		}
		rebuild(op, r, op.Operands(), drop, op.Results())
		return true
	}},
	{Name: "while-unused-inits", Root: While, Match: dropUnusedInits},
}, carriedPatterns(While))

var indexSwitchPatterns = slices.Concat([]ir.Pattern{{Name: "index-switch-constant", Root: IndexSwitch, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	v, ok := constant(op.Operand(0))
	if !ok {
		return false
	}
	region := op.Region(0)
	for i, c := range op.Ints("cases") {
		if c == v {
			region = op.Region(i + 1)
		}
	}
	inline(op, region.First(), r)
	return true
}}, {Name: "index-switch-unused-results", Root: IndexSwitch, Match: dropUnusedResults}}, carriedPatterns(IndexSwitch))
