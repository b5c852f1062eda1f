package axis_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"tawa/analysis/axis"
	"tawa/dialects/arith"
	"tawa/dialects/tt"
	"tawa/ir"
)

// What is known of the programs of a cluster holds in each pair of programs of random kernels.
func TestRandomClusters(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	same, runs := 0, 0
	for range 250 {
		text := randomKernel(r)
		a, last := together(t, text)
		for range 20 {
			p := pair{x: 2 * int64(r.IntN(40)), y: int64(r.IntN(5)), w: 2 * int64(1+r.IntN(40)), n: int64(r.IntN(200) - 100), m: 32 * int64(r.IntN(6))}
			p.x %= p.w
			values := p.run(last.Block())
			for v, both := range values {
				if why := refuted(a, v, both); why != "" {
					t.Fatalf("%+v: %s is %v, %s, in\n%s", p, v.Name(), both, why, text)
				}
				if a.Same(v) {
					same++
				}
			}
			runs += len(values)
		}
	}
	if same < runs/4 || same > runs*9/10 {
		t.Errorf("%d of %d values are known to be the same: the kernels are no test", same, runs)
	}
}

// refuted says which of the things known of a scalar two programs with these values refute, or "".
func refuted(a *axis.Analysis, v *ir.Value, both [2]int64) string {
	i := a.Of(v)
	contig, div := i.Contig[0], i.Div[0]
	switch {
	case a.Same(v) && both[0] != both[1]:
		return "not the same"
	case contig > 1 && both[1] != both[0]+1:
		return "not successive"
	case both[0]%div != 0 || contig == 1 && both[1]%div != 0:
		return fmt.Sprintf("not divisible by %d", div)
	}
	return ""
}

// randomKernel is arithmetic on what together gives.
func randomKernel(r *rand.Rand) string {
	names := []string{"%c1", "%c2", "%c15", "%c16", "%n", "%m", "%y", "%x", "%w", "%x", "%w"}
	any := func() string { return names[r.IntN(len(names))] }
	ops := []string{"addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "minsi", "maxsi"}
	preds := []string{"eq", "slt", "sle", "sgt", "sge", "ult"}
	var b strings.Builder
	for i := range 12 {
		if r.IntN(5) == 0 {
			fmt.Fprintf(&b, "%%b%d = arith.cmpi %s, %s, %s : i32\n", i, preds[r.IntN(len(preds))], any(), any())
			fmt.Fprintf(&b, "%%v%d = arith.select %%b%d, %s, %s : i32\n", i, i, any(), any())
		} else {
			fmt.Fprintf(&b, "%%v%d = arith.%s %s, %s : i32\n", i, ops[r.IntN(len(ops))], any(), any())
		}
		names = append(names, fmt.Sprintf("%%v%d", i), fmt.Sprintf("%%v%d", i))
	}
	return b.String()
}

// pair are two programs of a cluster: x and x + 1 of w in row y, and the arguments.
type pair struct{ x, y, w, n, m int64 }

// run computes what both programs do, as far as it means something: nothing is divided by zero or overflows.
func (p pair) run(b *ir.Block) map[*ir.Value][2]int64 {
	out := map[*ir.Value][2]int64{b.Arg(0): {p.n, p.n}, b.Arg(1): {p.m, p.m}}
	for op := range b.Ops() {
		if op.NumResults() == 0 {
			continue
		}
		var both [2]int64
		ok := true
		for rank := range 2 {
			var in []int64
			for _, v := range op.Operands() {
				known, has := out[v]
				ok = ok && has
				in = append(in, known[rank])
			}
			if ok {
				both[rank], ok = p.value(op, int64(rank), in)
			}
			ok = ok && both[rank] == int64(int32(both[rank]))
		}
		if ok {
			out[op.Result(0)] = both
		}
	}
	return out
}

func (p pair) value(op *ir.Operation, rank int64, in []int64) (v int64, ok bool) {
	axis, _ := op.IntAttr("axis")
	pred, _ := op.IntAttr("predicate")
	switch op.Name() {
	case arith.Constant:
		v, _ = op.IntAttr("value")
	case tt.GetProgramId:
		v = map[int64]int64{0: p.x + rank, 1: p.y}[axis]
	case tt.GetNumPrograms:
		v = p.w
	case arith.CmpI:
		v = holds(pred, in[0], in[1])
	case arith.Select:
		v = in[2-min(max(in[0], 0), 1)]
	default:
		return calculated(op, in[0], in[1])
	}
	return v, true
}

func holds(pred, a, b int64) int64 {
	yes := map[int64]bool{arith.EQ: a == b, arith.SLT: a < b, arith.SLE: a <= b, arith.SGT: a > b, arith.SGE: a >= b, arith.ULT: uint32(a) < uint32(b)}[pred]
	if yes {
		return 1
	}
	return 0
}

func calculated(op *ir.Operation, a, b int64) (int64, bool) {
	ua, ub := uint32(a), uint32(b)
	switch op.Name() {
	case arith.AddI:
		return a + b, true
	case arith.SubI:
		return a - b, true
	case arith.MulI:
		return a * b, true
	case arith.MinSI:
		return min(a, b), true
	case arith.MaxSI:
		return max(a, b), true
	}
	if b == 0 || a == math.MinInt32 {
		return 0, false
	}
	switch op.Name() {
	case arith.DivSI:
		return a / b, true
	case arith.RemSI:
		return a % b, true
	case arith.DivUI:
		return int64(int32(ua / ub)), true
	}
	return int64(int32(ua % ub)), true
}
