package transforms

import (
	"tawa/analysis/ranges"
	"tawa/dialects/arith"
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// IntRanges replaces integers of which the range is one number by constants, such as
// comparisons that the bounds decide, and remainders of what is smaller than the divisor.
type IntRanges struct{}

// Info names the pass.
func (*IntRanges) Info() pass.Info {
	return pass.Info{Name: "int-range-optimizations", Summary: "use the bounds of integers to fold"}
}

// Run works on everything inside root.
func (*IntRanges) Run(root *ir.Operation, _ *pass.State) bool {
	known, constants := ranges.New(root), pattern.NewConstants(nil)
	var ops []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op != root && known.Live(op.Block()) {
			ops = append(ops, op)
		}
		return true
	})
	for _, op := range unify(ops, constants) {
		trivialRemainder(op, known)
		for _, r := range op.Results() {
			if bounds, ok := known.At(r); ok && !r.Unused() {
				foldRange(op, r, bounds, constants)
			}
		}
		if op.IsDead() {
			op.Erase()
		}
	}
	return true
}

// unify makes one of equal constants and returns the ops that are none.
func unify(ops []*ir.Operation, constants *pattern.Constants) (rest []*ir.Operation) {
	for _, op := range ops {
		if !op.Has(ir.ConstantLike) {
			rest = append(rest, op)
		} else if other, _ := constants.Unify(op); other != nil {
			op.ReplaceWith(other)
		}
	}
	return rest
}

func foldRange(op *ir.Operation, r *ir.Value, bounds ranges.Range, constants *pattern.Constants) {
	v, ok := bounds.Constant()
	if !ok {
		return
	}
	if k := constants.Get(op, arith.IntAttr(r.Type(), v), r.Type()); k != nil {
		r.ReplaceAllUses(k)
	}
}

func trivialRemainder(op *ir.Operation, known *ranges.Ranges) {
	if !op.Is(arith.RemUI, arith.RemSI) {
		return
	}
	a, ok := known.At(op.Operand(0))
	b, both := known.At(op.Operand(1))
	switch {
	case !ok || !both:
	case op.Is(arith.RemUI) && a.UMax < b.UMin, op.Is(arith.RemSI) && a.SMin >= 0 && b.SMin > 0 && a.SMax < b.SMin:
		op.Result(0).ReplaceAllUses(op.Operand(0))
	}
}
