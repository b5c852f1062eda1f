package liveness

import (
	"slices"

	"tawa/analysis/dataflow"
	"tawa/ir"
)

// Values knows which values something needs in the end: an effect, a decision about
// control, or the world outside.
type Values struct{ facts *dataflow.Backward[bool] }

// NewValues analyses what is inside root.
func NewValues(root *ir.Operation) *Values {
	return &Values{dataflow.RunBackward[bool](root, needed{})}
}

// Needed reports whether something needs v.
func (l *Values) Needed(v *ir.Value) bool { return l.facts.At(v) }

// needed is the domain: true where the value matters.
type needed struct{}

func (needed) Join(a, b bool) bool  { return a || b }
func (needed) Equal(a, b bool) bool { return a == b }
func (needed) Bottom() bool         { return false }
func (needed) Unknown() bool        { return true }

// Transfer: what an op takes matters if the op has effects or if one of its results does.
func (needed) Transfer(op *ir.Operation, _ int, results []bool) bool {
	return op.Has(ir.Terminator) || op.Def() == nil || !op.OnlyReads() || slices.Contains(results, true)
}

// Decides: the same holds of conditions.
func (n needed) Decides(op *ir.Operation, operand int, results []bool) bool {
	return n.Transfer(op, operand, results)
}
