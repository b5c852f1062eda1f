package transforms

import (
	"tawa/dialects/builtin"
	"tawa/ir"
	"tawa/pass"
)

// ReconcileCasts removes unrealized casts that cancel out: a cast, or a chain of them, back
// to the types where it began, and casts that nothing uses. What is left is left alone.
type ReconcileCasts struct{}

// Info names the pass.
func (*ReconcileCasts) Info() pass.Info {
	return pass.Info{Name: "reconcile-unrealized-casts", Summary: "remove unrealized casts that cancel out"}
}

// Run works on everything inside root.
func (*ReconcileCasts) Run(root *ir.Operation, _ *pass.State) bool {
	var casts []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op != root && op.Is(builtin.UnrealizedConversionCast) {
			casts = append(casts, op)
		}
		return true
	})
	for _, op := range casts {
		if from := origin(op); from != nil {
			for i, r := range op.Results() {
				r.ReplaceAllUses(from[i])
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for _, op := range casts {
			if !op.Erased() && op.IsDead() {
				op.Erase()
				changed = true
			}
		}
	}
	return true
}

// origin returns the values of op's result types at the beginning of a chain of casts that ends with op, or nil.
func origin(op *ir.Operation) []*ir.Value {
	for step := op; ; {
		from := step.Operands()
		if len(from) == 0 {
			return nil
		}
		if sameTypes(from, op.Results()) {
			return from
		}
		def := from[0].Def()
		if def == nil || !def.Is(builtin.UnrealizedConversionCast) || def.NumResults() != len(from) {
			return nil
		}
		for i, v := range from {
			if v != def.Result(i) {
				return nil
			}
		}
		step = def
	}
}

func sameTypes(a, b []*ir.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i, v := range a {
		if v.Type() != b[i].Type() {
			return false
		}
	}
	return true
}
