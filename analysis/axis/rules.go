package axis

import (
	"tawa/dialects/arith"
	"tawa/dialects/tt"
	"tawa/ir"
)

// rule computes the info of the one result of an op whose operands are known.
type rule func(a *Analysis, op *ir.Operation) Info

var rules = map[*ir.OpName]rule{
	arith.Constant: constant,
	tt.MakeRange:   makeRange,
	tt.Splat: func(a *Analysis, op *ir.Operation) Info {
		return a.uniform(op.Result(0).Type(), a.Of(op.Operand(0)).Div[0])
	},
	tt.ExpandDims: expandDims,
	tt.Broadcast:  broadcast,
	arith.AddI: func(a *Analysis, op *ir.Operation) Info {
		return sum(a.Of(op.Operand(0)), a.Of(op.Operand(1)), 1, true)
	},
	arith.SubI: func(a *Analysis, op *ir.Operation) Info {
		return sum(a.Of(op.Operand(0)), a.Of(op.Operand(1)), 1, false)
	},
	tt.AddPtr: func(a *Analysis, op *ir.Operation) Info {
		return sum(a.Of(op.Operand(0)), a.Of(op.Operand(1)), pointeeBytes(op.Operand(0).Type()), true)
	},
	arith.MulI:        product,
	arith.DivSI:       quotient,
	arith.DivUI:       quotient,
	arith.RemSI:       remainder,
	arith.RemUI:       remainder,
	arith.CmpI:        compare,
	tt.GetProgramId:   programID,
	tt.GetNumPrograms: numPrograms,
	arith.Select:      choice,
	arith.MinSI:       either,
	arith.MaxSI:       either,
	arith.MinUI:       either,
	arith.MaxUI:       either,
	arith.ExtSI:       same,
	arith.ExtUI:       same,
	arith.TruncI:      same,
}

func same(a *Analysis, op *ir.Operation) Info { return a.Of(op.Operand(0)) }

func constant(a *Analysis, op *ir.Operation) Info {
	t := op.Result(0).Type()
	switch v := op.Attr("value").(type) {
	case *ir.IntegerAttr:
		return a.uniform(t, pow2(v.Value))
	case *ir.DenseElementsAttr:
		if s, ok := v.SplatValue(); ok {
			if n, ok := s.(*ir.IntegerAttr); ok {
				return a.uniform(t, pow2(n.Value))
			}
			return a.uniform(t, 1)
		}
	}
	return a.unknown(t)
}

func makeRange(_ *Analysis, op *ir.Operation) Info {
	start, _ := op.IntAttr("start")
	end, _ := op.IntAttr("end")
	return Info{[]int64{pow2(end - start)}, []int64{pow2(start)}, []int64{1}}
}

func expandDims(a *Analysis, op *ir.Operation) Info {
	in := a.Of(op.Operand(0))
	axis, _ := op.IntAttr("axis")
	insert := func(list []int64, v int64) []int64 {
		out := append([]int64(nil), list[:axis]...)
		return append(append(out, v), list[axis:]...)
	}
	return Info{insert(in.Contig, 1), insert(in.Div, in.each()), insert(in.Const, 1)}
}

func broadcast(a *Analysis, op *ir.Operation) Info {
	in := a.Of(op.Operand(0))
	from, to := a.shapeOf(op.Operand(0).Type()), a.shapeOf(op.Result(0).Type())
	out := meet(in, in)
	for d := range to {
		if from[d] != to[d] {
			out.Const[d] = pow2(to[d])
		}
	}
	return out
}

// sum is x + y or x - y, with y counted in units of bytes.
func sum(x, y Info, bytes int64, plus bool) Info {
	n := len(x.Contig)
	out := Info{fill(n, 1), fill(n, 1), fill(n, 1)}
	for d := range n {
		c := min(x.Contig[d], y.Const[d])
		if plus {
			c = max(c, min(x.Const[d], y.Contig[d]))
		}
		out.Contig[d] = c
		out.Const[d] = min(x.Const[d], y.Const[d])
	}
	xd, yd := x.divs(out.Contig), y.divs(out.Contig)
	for d := range n {
		if x.Contig[d] > out.Contig[d] { // a cut run of pointers starts a number of elements later
			xd[d] = min(x.Div[d], out.Contig[d]*bytes)
		}
		out.Div[d] = min(xd[d], yd[d]*bytes, maxDiv)
	}
	return out
}

func product(a *Analysis, op *ir.Operation) Info {
	x, y := a.Of(op.Operand(0)), a.Of(op.Operand(1))
	n := len(x.Contig)
	out := Info{fill(n, 1), fill(n, min(x.each()*y.each(), maxDiv)), fill(n, 1)}
	for d := range n {
		out.Const[d] = min(x.Const[d], y.Const[d])
	}
	return out
}

// choice is one of two values, everywhere or in each run of equal conditions.
func choice(a *Analysis, op *ir.Operation) Info {
	m := meet(a.Of(op.Operand(1)), a.Of(op.Operand(2)))
	cond := a.Of(op.Operand(0)).Const
	if len(cond) != len(m.Contig) || ir.IsTensor(op.Result(0).Type()) && !ir.IsTensor(op.Operand(0).Type()) {
		return m
	}
	contig := make([]int64, len(cond))
	for d := range cond {
		contig[d] = min(m.Contig[d], cond[d])
		m.Const[d] = min(m.Const[d], cond[d])
	}
	return Info{contig, m.divs(contig), m.Const}
}

// either is each time one of two values: the lesser, the greater.
func either(a *Analysis, op *ir.Operation) Info {
	x, y := a.Of(op.Operand(0)), a.Of(op.Operand(1))
	n := len(x.Contig)
	m := Info{fill(n, 1), fill(n, min(x.each(), y.each())), fill(n, 1)}
	for d := range n {
		m.Const[d] = min(x.Const[d], y.Const[d])
	}
	return m
}

// quotient and remainder by a multiple of a run's length keep what lies within one multiple.
func quotient(a *Analysis, op *ir.Operation) Info {
	x, y := a.Of(op.Operand(0)), a.Of(op.Operand(1))
	out := a.unknown(op.Result(0).Type())
	inOrder := op.Is(arith.DivUI) || nonNegative(op.Operand(0), maxSteps)
	div := a.rounded(op)
	for d := range out.Const {
		run := x.Const[d]
		if inOrder {
			run = max(run, min(x.Contig[d], x.Div[d], y.each()))
		}
		out.Const[d] = min(run, y.Const[d])
		out.Div[d] = div
	}
	return out
}

// rounded is the divisibility of x / d, and of (x + c) / d with 0 ≤ c < d, which is the same: where x is a multiple
// of m·d, a multiple of m.
func (a *Analysis) rounded(op *ir.Operation) int64 {
	x := op.Operand(0)
	d, ok := number(op.Operand(1))
	if !ok || d < 1 {
		return 1
	}
	if sum := x.Def(); sum != nil && sum.Is(arith.AddI) {
		if c, ok := number(sum.Operand(1)); ok && 0 <= c && c < d && (op.Is(arith.DivUI) || nonNegative(sum.Operand(0), maxSteps)) {
			x = sum.Operand(0)
		}
	}
	if n := a.Of(x).each(); pow2(d) == d && n%d == 0 {
		return n / d
	}
	return 1
}

// number is the value of an integer constant.
func number(v *ir.Value) (int64, bool) {
	if v.Def() == nil || !v.Def().Is(arith.Constant) {
		return 0, false
	}
	return v.Def().IntAttr("value")
}

func remainder(a *Analysis, op *ir.Operation) Info {
	x, y := a.Of(op.Operand(0)), a.Of(op.Operand(1))
	out := a.unknown(op.Result(0).Type())
	inOrder := op.Is(arith.RemUI) || nonNegative(op.Operand(0), maxSteps)
	for d := range out.Const {
		out.Const[d] = min(x.Const[d], y.Const[d])
		if !inOrder {
			continue
		}
		out.Contig[d] = min(x.Contig[d], x.Div[d], y.each(), y.Const[d])
		out.Div[d] = min(x.Div[d], y.each())
		if x.Contig[d] > out.Contig[d] {
			out.Div[d] = min(out.Div[d], out.Contig[d])
		}
	}
	return out
}

// compare: against a constant that is a multiple of the run's length, and with the
// run starting at such a multiple, all elements of a run compare alike. That holds
// for the orders (<, >=) that have their step at the multiple.
func compare(a *Analysis, op *ir.Operation) Info {
	x, y := a.Of(op.Operand(0)), a.Of(op.Operand(1))
	out := a.unknown(op.Result(0).Type())
	pred, _ := op.IntAttr("predicate")
	for d := range out.Const {
		out.Const[d] = min(x.Const[d], y.Const[d])
		if stepsAtRight(pred) {
			out.Const[d] = max(out.Const[d], min(x.Contig[d], x.Div[d], y.Const[d], y.each()))
		}
		if stepsAtLeft(pred) {
			out.Const[d] = max(out.Const[d], min(y.Contig[d], y.Div[d], x.Const[d], x.each()))
		}
	}
	return out
}

// The numbers of arith.cmpi's predicates: eq ne slt sle sgt sge ult ule ugt uge.
func stepsAtRight(pred int64) bool { return pred == 2 || pred == 5 || pred == 6 || pred == 9 } // x < y, x >= y
func stepsAtLeft(pred int64) bool  { return pred == 3 || pred == 4 || pred == 7 || pred == 8 } // x <= y, x > y
