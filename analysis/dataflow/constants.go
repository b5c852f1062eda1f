package dataflow

import (
	"slices"

	"tawa/ir"
)

// Const is the fact "this value"; the zero Const is "any value".
type Const struct{ Value ir.Attribute }

// constants is the domain of constant propagation.
type constants struct{}

// Constants finds the values that are the same in every run, and the blocks that no run
// reaches, both at once (Wegman and Zadeck 1991), over branches, regions and calls.
func Constants(root *ir.Operation) *Forward[Const] {
	return RunForward[Const](root, constants{})
}

func (constants) Join(a, b Const) Const {
	if a == b {
		return a
	}
	return Const{}
}

func (constants) Equal(a, b Const) bool                                  { return a == b }
func (constants) Unknown(*ir.Value, func(*ir.Value) (Const, bool)) Const { return Const{} }
func (constants) Constant(fact Const) ir.Attribute                       { return fact.Value }

// Transfer folds the op.
func (constants) Transfer(op *ir.Operation, operands []Const) []Const {
	def := op.Def()
	switch {
	case def == nil || op.NumRegions() > 0:
		return nil
	case op.Has(ir.ConstantLike):
		return []Const{{op.Attr("value")}}
	case def.Fold == nil:
		return nil
	}
	attrs := make([]ir.Attribute, len(operands))
	for i, o := range operands {
		attrs[i] = o.Value
	}
	values := op.Operands()
	results := foldOnly(op, attrs)
	if results == nil {
		return nil
	}
	facts := make([]Const, len(results))
	for i, r := range results {
		facts[i].Value = r.Attr
		if j := slices.Index(values, r.Value); r.Value != nil && j >= 0 {
			facts[i] = operands[j]
		}
	}
	return facts
}

// foldOnly folds op and undoes what the fold changes in place, such as the order of
// operands. It returns nil for a fold that gives op's own results.
func foldOnly(op *ir.Operation, attrs []ir.Attribute) []ir.FoldResult {
	operands, inherent, others := op.Operands(), op.Inherent(), slices.Clone(op.Discardable())
	results := op.Def().Fold(op, attrs)
	if !slices.Equal(operands, op.Operands()) {
		op.SetOperands(operands)
	}
	if !slices.Equal(inherent, op.Inherent()) || !slices.Equal(others, op.Discardable()) {
		for _, a := range slices.Concat(op.Inherent(), op.Discardable()) {
			op.SetAttr(a.Name, nil)
		}
		for _, a := range slices.Concat(inherent, others) {
			op.SetAttr(a.Name, a.Value)
		}
	}
	if len(results) == 0 || results[0].Value == op.Result(0) {
		return nil
	}
	return results
}
