package pattern

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Retype returns conversion patterns that give ops of these names the new types of their operands, results and
// blocks, and functions their new signature. All else of an op stays, also what counts
// operands or arguments: where a type becomes none or several, such ops need patterns of their own.
func Retype(names ...*ir.OpName) []ConversionPattern {
	list := make([]ConversionPattern, len(names))
	for i, n := range names {
		list[i] = ConversionPattern{Name: "retype-" + n.String(), Root: n, Match: retype}
	}
	return list
}

func retype(op *ir.Operation, operands [][]*ir.Value, c *Conversion) bool {
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			c.ConvertArgs(b)
		}
	}
	if f := builtin.FunctionType(op); op.Has(ir.FunctionLike) && f != nil {
		builtin.SetFunctionType(op, c.Types().ConvertAll(f.Inputs), c.Types().ConvertAll(f.Results))
		return true
	}
	st := &ir.OperationState{
		Name: op.Name(), Loc: op.Loc, Operands: flatten(operands), Results: c.Types().ConvertAll(op.ResultTypes()),
		Attrs: append(op.Inherent(), op.Discardable()...), Successors: op.Successors(),
	}
	for _, r := range op.Regions() {
		st.NewRegion().TakeBlocks(r)
	}
	c.ReplaceMany(op, groups(op, c.Before(op).CreateState(st).Results(), c.Types())...)
	return true
}

// flatten makes one list of groups; groups cuts the new results into those for each old one.
func flatten(groups [][]*ir.Value) (list []*ir.Value) {
	for _, g := range groups {
		list = append(list, g...)
	}
	return list
}

func groups(op *ir.Operation, results []*ir.Value, types *TypeConverter) [][]*ir.Value {
	list := make([][]*ir.Value, op.NumResults())
	for i, t := range op.ResultTypes() {
		n := len(types.Convert(t))
		list[i], results = results[:n], results[n:]
	}
	return list
}
