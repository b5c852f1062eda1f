package tawa

import (
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/pass"
)

// Order lets programs that work longest begin first. The hardware starts programs by
// their number, so that where the trips of a loop grow with it, as in causal attention, a
// few long programs are left at the end for most of the chip to wait for. There the
// program with number i along x does the work of program n−1−i.
type Order struct{}

// Info names the pass.
func (*Order) Info() pass.Info {
	return pass.Info{
		Name: "tawa-order", Anchor: builtin.Module, Dialects: []string{"arith"},
		Summary:     "let the programs with the most iterations begin first",
		Description: "Programs that may wait for one another keep their order.",
	}
}

// Run reverses the programs of the kernels that gain by it.
func (*Order) Run(module *ir.Operation, st *pass.State) bool {
	for fn := range module.Region(0).First().Ops() {
		if IsKernel(fn) {
			reversePrograms(fn, st)
		}
	}
	return true
}

func reversePrograms(fn *ir.Operation, st *pass.State) {
	var numbers []*ir.Operation
	var longest *ir.Operation
	grows, free := false, true
	fn.Walk(func(op *ir.Operation) bool {
		axis, _ := op.IntAttr("axis")
		switch {
		case op.Is(tt.GetProgramId) && axis == 0:
			numbers = append(numbers, op)
		case op.Is(scf.For) && Holds(op, tt.Dot):
			switch t := trendOf(op.Operand(1)); {
			case isOffset(op):
			case t == up && trendOf(op.Operand(0)) == level:
				grows, longest = true, op
			case t != level || trendOf(op.Operand(0)) != level:
				free = false // what is not understood stays as it is
			}
		}
		free = free && !(op != fn && !op.Has(ir.Terminator) && !isControl(op) && synchronizes(op) || op.Is(tt.Call, tt.AtomicRMW, tt.AtomicCAS))
		return true
	})
	if !grows || !free {
		return
	}
	for _, op := range numbers {
		b := ir.After(op)
		id := op.Result(0)
		n := b.Value(tt.GetNumPrograms, nil, []ir.Type{id.Type()}, ir.A("axis", op.Attr("axis")))
		last := b.Value(arith.SubI, []*ir.Value{n, i32(b, 1)}, nil)
		other := b.Value(arith.SubI, []*ir.Value{last, id}, nil)
		other.SetName(id.Name())
		id.ReplaceUsesIf(other, func(u *ir.Use) bool { return u.Owner() != other.Def() })
	}
	st.Passedf(longest, "this loop grows with the program's number, so programs run in the opposite order: the longest first")
}

// isOffset reports whether a loop's upper bound is the lower plus a constant.
func isOffset(loop *ir.Operation) bool {
	base, _, ok := offset(loop.Operand(1))
	return ok && base == loop.Operand(0)
}

// How a scalar changes with the program's number along x.
const (
	level = iota
	up
	down
	unclear
)

// trendOf says how v changes: it follows sums, products with positive constants, and
// what keeps order.
func trendOf(v *ir.Value) int {
	op := v.Def()
	if op == nil {
		if isControl(v.ArgBlock().Parent()) {
			return unclear
		}
		return level
	}
	axis, _ := op.IntAttr("axis")
	switch {
	case op.Is(tt.GetProgramId) && axis == 0:
		return up
	case op.Is(arith.AddI, arith.MinSI, arith.MaxSI):
		return join(trendOf(op.Operand(0)), trendOf(op.Operand(1)))
	case op.Is(arith.SubI):
		return join(trendOf(op.Operand(0)), reversed(trendOf(op.Operand(1))))
	case op.Is(arith.MulI, arith.DivSI):
		if n, ok := constantInt(op.Operand(1)); ok && n > 0 {
			return trendOf(op.Operand(0))
		}
	}
	for _, w := range inputs(op) {
		if trendOf(w) != level {
			return unclear
		}
	}
	return level
}

func join(a, b int) int {
	switch {
	case a == level:
		return b
	case b == level || a == b:
		return a
	}
	return unclear
}

func reversed(t int) int {
	switch t {
	case up:
		return down
	case down:
		return up
	}
	return t
}
