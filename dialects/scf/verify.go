package scf

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

func constant(v *ir.Value) (int64, bool) { return arith.ConstInt(v) }

func hasBlock(op *ir.Operation, r ir.Reporter, i int) bool {
	if op.Region(i).OneBlock() {
		return true
	}
	return r.Errorf("region #%d ('%s') failed to verify constraint: region with 1 blocks", i, op.Def().Regions[i].Name)
}

func verifyFor(op *ir.Operation, r ir.Reporter) bool {
	if len(op.Operands())-3 != op.NumResults() {
		return r.Errorf("mismatch in number of loop-carried values and defined values")
	}
	if !hasBlock(op, r, 0) {
		return false
	}
	args := op.Region(0).First().Args()
	if len(args) == 0 || args[0].Type() != op.Operand(0).Type() {
		return r.Errorf("expected induction variable to be same type as bounds and step")
	}
	return verifyCarried(op, r)
}

// verifyCarried checks the values that a loop carries from iteration to iteration.
func verifyCarried(op *ir.Operation, r ir.Reporter) bool {
	loop := forLoop{}
	inits, args, yielded := loop.Inits(op), loop.IterArgs(op), loop.Yielded(op)
	if len(inits) != len(args) {
		return r.Errorf("different number of inits and region iter_args: %d != %d", len(inits), len(args))
	}
	differ := func(i int, one, other string, a, b *ir.Value) bool {
		return r.Errorf("%d-th %s and %d-th %s have different type: '%s' != '%s'",
			i, one, i, other, ir.TypeString(a.Type()), ir.TypeString(b.Type()))
	}
	for i, a := range args {
		if inits[i].Type() != a.Type() {
			return differ(i, "init", "region iter_arg", inits[i], a)
		}
		if i < len(yielded) && yielded[i].Type() != a.Type() {
			return differ(i, "region iter_arg", "yielded value", a, yielded[i])
		}
	}
	return builtin.VerifyEdges(op, r)
}

func verifyWhile(op *ir.Operation, r ir.Reporter) bool {
	if !hasBlock(op, r, 0) || !hasBlock(op, r, 1) {
		return false
	}
	for i, want := range []struct {
		region string
		end    *ir.OpName
	}{{"before", Condition}, {"after", Yield}} {
		if t := op.Region(i).First().Terminator(); t == nil || !t.Is(want.end) {
			return r.Errorf("expects the '%s' region to terminate with '%s'", want.region, want.end)
		}
	}
	return builtin.VerifyEdges(op, r)
}

func verifyIf(op *ir.Operation, r ir.Reporter) bool {
	if !hasBlock(op, r, 0) {
		return false
	}
	if op.NumResults() > 0 && op.Region(1).Empty() {
		return r.Errorf("must have an else block if defining values")
	}
	for _, region := range op.Regions() {
		if !region.Empty() && len(region.First().Args()) > 0 {
			return r.Errorf("region control flow edge from parent operands to Region #%d: region has %d arguments, but is given none",
				region.Index(), len(region.First().Args()))
		}
	}
	return builtin.VerifyEdges(op, r)
}

func verifyIndexSwitch(op *ir.Operation, r ir.Reporter) bool {
	cases := op.Ints("cases")
	if n := op.NumRegions() - 1; n != len(cases) {
		return r.Errorf("has %d case regions but %d case values", n, len(cases))
	}
	seen := map[int64]bool{}
	for _, c := range cases {
		if seen[c] {
			return r.Errorf("has duplicate case value: %d", c)
		}
		seen[c] = true
	}
	for i, region := range op.Regions() {
		yield := region.First()
		if yield == nil || yield.Terminator() == nil || !yield.Terminator().Is(Yield) {
			return r.Errorf("expected region to end with scf.yield, but region #%d does not", i)
		}
		results := yield.Terminator().Operands()
		if len(results) != op.NumResults() {
			return r.Errorf("expected each region to return %d values, but region #%d returns %d", op.NumResults(), i, len(results))
		}
		for j, v := range results {
			if want := op.Result(j).Type(); v.Type() != want {
				return r.Errorf("expected result #%d of each region to be '%s'", j, ir.TypeString(want))
			}
		}
	}
	return true
}

func verifyExecuteRegion(op *ir.Operation, r ir.Reporter) bool {
	first := op.Region(0).First()
	if first == nil || first.Empty() && first.Next() == nil {
		return r.Errorf("region needs to have at least one block")
	}
	if len(first.Args()) > 0 {
		return r.Errorf("region cannot have any arguments")
	}
	return builtin.VerifyEdges(op, r)
}
