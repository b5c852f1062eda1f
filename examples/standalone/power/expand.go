package power

import (
	"math/bits"

	"tawa/dialects/arith"
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// Expand turns powers into multiplications.
type Expand struct {
	MaxMuls  int            `opt:"max-muls" help:"leave a power alone that takes more multiplications; -1 is no limit"`
	Expanded pass.Statistic `stat:"num-expanded" help:"powers turned into multiplications"`
}

// NewExpand returns the pass with its defaults.
func NewExpand() pass.Pass { return &Expand{MaxMuls: -1} }

// Info names the pass.
func (*Expand) Info() pass.Info {
	return pass.Info{
		Name:        "expand-power",
		Summary:     "turn powers into multiplications",
		Description: "A power of n takes about log2(n) multiplications, by repeated squaring.",
	}
}

// Run expands the powers inside root.
func (e *Expand) Run(root *ir.Operation, st *pass.State) bool {
	patterns := []ir.Pattern{e.expandPow(), squareToMul}
	pattern.ApplyGreedily(root, patterns, pattern.Config{Fold: true})
	root.Walk(func(op *ir.Operation) bool {
		if op.Is(Pow) {
			st.Missedf(op, "left alone: takes %d multiplications, max-muls is %d", muls(op), e.MaxMuls)
		}
		return true
	})
	return true
}

// muls is how many multiplications a power takes: a squaring for each bit of the
// exponent below the highest, and one more for each of those that is set.
func muls(pow *ir.Operation) int {
	n := uint64(exponent(pow))
	return bits.Len64(n) + bits.OnesCount64(n) - 2
}

// expandPow writes x^n with squares and products. Folding has dealt with n < 2.
func (e *Expand) expandPow() ir.Pattern {
	return ir.Pattern{Name: "expand-pow", Root: Pow, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if e.MaxMuls >= 0 && muls(op) > e.MaxMuls {
			return false
		}
		e.Expanded.Inc()
		b := r.Builder()
		r.Replace(op, bySquaring(op.Operand(0), exponent(op), func(x, y *ir.Value) *ir.Value {
			if x == y {
				return b.Value(Square, []*ir.Value{x}, nil)
			}
			return b.Value(arith.MulI, []*ir.Value{x, y}, nil)
		}))
		return true
	}}
}

// squareToMul is found by the driver for each square that expandPow makes.
var squareToMul = ir.Pattern{Name: "square-to-mul", Root: Square, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	x := op.Operand(0)
	r.ReplaceOp(op, arith.MulI, []*ir.Value{x, x}, nil)
	return true
}}
