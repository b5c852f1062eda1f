package reduce

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// rules are tried in this order, those that take much away first.
var rules = []rule{
	{one, dropOp},
	{regions, dropBody},
	{func(op *ir.Operation) int { return len(op.Successors()) }, leave},
	{func(op *ir.Operation) int { return len(op.Successors()) }, follow},
	{blockArguments, dropBlockArgument},
	{regions, inline},
	{operands, forward},
	{one, mergeConstant},
	{own, ownReduction},
	{arguments, dropArgument},
	{returns, dropReturn},
	{attributes, dropAttribute},
	{attributes, simplifyAttribute},
}

func one(*ir.Operation) int           { return 1 }
func regions(op *ir.Operation) int    { return op.NumRegions() }
func operands(op *ir.Operation) int   { return op.NumOperands() }
func own(op *ir.Operation) int        { list, _ := builtin.Reducible.Of(op); return len(list) }
func attributes(op *ir.Operation) int { return len(op.Discardable()) + len(op.Inherent()) }

// dropOp erases an op; constants stand for its results.
func dropOp(op *ir.Operation, _ int) bool {
	return !op.Has(ir.Terminator) && replace(op, make([]*ir.Value, op.NumResults()))
}

// replace erases an op in favour of values, and of constants where they are nil.
func replace(op *ir.Operation, values []*ir.Value) bool {
	b := ir.Before(op)
	for i, r := range op.Results() {
		if !r.Unused() && values[i] == nil {
			if values[i] = constant(b, r.Type()); values[i] == nil {
				return false
			}
		}
		if !r.Unused() {
			r.ReplaceAllUses(values[i])
		}
	}
	op.Erase()
	return true
}

// forward erases an op in favour of an operand, for results that have its type.
func forward(op *ir.Operation, way int) bool {
	if op.Has(ir.Terminator) || op.NumResults() == 0 {
		return false
	}
	values := make([]*ir.Value, op.NumResults())
	for i, t := range op.ResultTypes() {
		if t == op.Operand(way).Type() {
			values[i] = op.Operand(way)
		}
	}
	return slices.ContainsFunc(values, func(v *ir.Value) bool { return v != nil }) && replace(op, values)
}

// mergeConstant replaces a constant by an earlier one of the block.
func mergeConstant(op *ir.Operation, _ int) bool {
	if !op.Has(ir.ConstantLike) {
		return false
	}
	for p := op.Prev(); p != nil; p = p.Prev() {
		if p.Has(ir.ConstantLike) && p.Result(0).Type() == op.Result(0).Type() {
			return replace(op, p.Results())
		}
	}
	return false
}

// dropBody empties a region. A function without body is a private declaration.
func dropBody(op *ir.Operation, way int) bool {
	region := op.Region(way)
	if region.Empty() {
		return false
	}
	for b := range region.Blocks() {
		b.DropAllReferences()
	}
	for b := range region.Blocks() {
		b.Erase()
	}
	if op.Has(ir.FunctionLike) {
		op.SetAttr("sym_visibility", op.Context().Str("private"))
	}
	return true
}

// inline puts the ops of a region of one block in place of the op.
func inline(op *ir.Operation, way int) bool {
	region := op.Region(way)
	if !region.OneBlock() || op.Has(ir.IsolatedFromAbove) || op.Has(ir.FunctionLike) {
		return false
	}
	body := region.Entry()
	b := ir.Before(op)
	for i, a := range body.Args() {
		with := matching(op.Operands(), a.Type(), i-len(body.Args()))
		if with == nil {
			with = constant(b, a.Type())
		}
		if with == nil && !a.Unused() {
			return false
		}
		if !a.Unused() {
			a.ReplaceAllUses(with)
		}
	}
	values := make([]*ir.Value, op.NumResults())
	last := body.Terminator()
	if last != nil {
		for i, r := range op.Results() {
			values[i] = matching(last.Operands(), r.Type(), i-op.NumResults())
		}
	}
	for _, inner := range slices.Collect(body.Ops()) {
		if inner != last {
			inner.MoveBefore(op)
		}
	}
	return replace(op, values)
}

// matching is the value at a place counted from the end, if it has the type.
func matching(list []*ir.Value, t ir.Type, fromEnd int) *ir.Value {
	if i := len(list) + fromEnd; i >= 0 && i < len(list) && list[i].Type() == t {
		return list[i]
	}
	return nil
}

// leave makes a block end as one does that leaves the region, with constants for operands.
func leave(op *ir.Operation, _ int) bool {
	region := op.Block().Region()
	for b := range region.Blocks() {
		last := b.Terminator()
		if last == nil || len(last.Successors()) > 0 {
			continue
		}
		m := ir.NewMapping()
		at := ir.Before(op)
		for _, v := range last.Operands() {
			with := constant(at, v.Type())
			if with == nil {
				return false
			}
			m.Map(v, with)
		}
		at.Insert(last.Clone(m))
		op.Erase()
		dropUnreachable(region)
		return true
	}
	return false
}

// dropUnreachable erases the blocks that control does not reach; nothing else can use their values.
func dropUnreachable(region *ir.Region) {
	reached := map[*ir.Block]bool{}
	work := []*ir.Block{region.Entry()}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if reached[b] {
			continue
		}
		reached[b] = true
		if last := b.Last(); last != nil {
			work = append(work, last.Successors()...)
		}
	}
	var gone []*ir.Block
	for b := range region.Blocks() {
		if !reached[b] {
			gone = append(gone, b)
		}
	}
	for _, b := range gone {
		b.DropAllReferences()
	}
	for _, b := range gone {
		b.Erase()
	}
}

// follow appends to a block one of those that follow it, if that follows no other block.
func follow(op *ir.Operation, way int) bool {
	next := op.Successors()[way]
	if len(next.Predecessors()) != 1 || next == op.Block() {
		return false
	}
	region := op.Block().Region()
	handed := builtin.SuccessorOperands(op, way)
	b := ir.Before(op)
	for i, a := range next.Args() {
		with := matching(handed, a.Type(), i-len(next.Args()))
		if with == nil {
			with = constant(b, a.Type())
		}
		if with == nil {
			return false
		}
		a.ReplaceAllUses(with)
	}
	for _, inner := range slices.Collect(next.Ops()) {
		inner.MoveBefore(op)
	}
	op.Erase()
	dropUnreachable(region)
	return true
}

func blockArguments(op *ir.Operation) int {
	n := 0
	for _, region := range op.Regions() {
		for b := range region.Blocks() {
			if b != region.First() {
				n += len(b.Args())
			}
		}
	}
	return n
}

// dropBlockArgument takes an argument from a block and its branches; a constant stands for it.
func dropBlockArgument(op *ir.Operation, way int) bool {
	for _, region := range op.Regions() {
		for b := range region.Blocks() {
			switch {
			case b == region.First():
			case way >= len(b.Args()):
				way -= len(b.Args())
			default:
				return eraseArgument(b, way)
			}
		}
	}
	return false
}

func eraseArgument(b *ir.Block, arg int) bool {
	if a := b.Arg(arg); !a.Unused() {
		with := constant(ir.AtStart(a.Type().Context(), b, a.Loc()), a.Type())
		if with == nil {
			return false
		}
		a.ReplaceAllUses(with)
	}
	for _, from := range b.Predecessors() {
		last := from.Terminator()
		if _, ok := builtin.BranchOp.Of(last); !ok {
			return false
		}
		for i, s := range last.Successors() {
			if s == b {
				builtin.EraseSuccessorOperand(last, i, arg)
			}
		}
	}
	b.EraseArg(arg)
	return true
}

func ownReduction(op *ir.Operation, way int) bool {
	list, _ := builtin.Reducible.Of(op)
	return list[way](op)
}
