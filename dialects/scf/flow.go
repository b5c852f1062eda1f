package scf

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// forLoop and whileLoop implement builtin.Loop.
type forLoop struct{}

func (forLoop) InductionVar(op *ir.Operation) *ir.Value { return op.Region(0).First().Arg(0) }
func (forLoop) Bounds(op *ir.Operation) (lower, upper, step *ir.Value) {
	return op.Operand(0), op.Operand(1), op.Operand(2)
}
func (forLoop) Body(op *ir.Operation) *ir.Region      { return op.Region(0) }
func (forLoop) Inits(op *ir.Operation) []*ir.Value    { return op.Operands()[3:] }
func (forLoop) IterArgs(op *ir.Operation) []*ir.Value { return op.Region(0).First().Args()[1:] }
func (forLoop) Yielded(op *ir.Operation) []*ir.Value  { return builtin.YieldOf(op.Region(0)) }

type whileLoop struct{}

func (whileLoop) InductionVar(*ir.Operation) *ir.Value { return nil }
func (whileLoop) Bounds(*ir.Operation) (lower, upper, step *ir.Value) {
	return nil, nil, nil
}
func (whileLoop) Body(op *ir.Operation) *ir.Region      { return op.Region(0) }
func (whileLoop) Inits(op *ir.Operation) []*ir.Value    { return op.Operands() }
func (whileLoop) IterArgs(op *ir.Operation) []*ir.Value { return op.Region(0).First().Args() }
func (whileLoop) Yielded(op *ir.Operation) []*ir.Value  { return builtin.YieldOf(op.Region(1)) }

// forFlow: in or past the body at first, and again after it.
type forFlow struct{}

func (forFlow) Edges(op *ir.Operation) []builtin.RegionEdge {
	inits, args := op.Operands()[3:], op.Region(0).First().Args()[1:]
	edges := append(make([]builtin.RegionEdge, 0, 4),
		builtin.RegionEdge{Point: op, To: 0, Operands: inits, Inputs: args},
		builtin.RegionEdge{Point: op, To: builtin.Outside, Operands: inits, Inputs: op.Results()})
	if t := op.Region(0).Last().Terminator(); t != nil {
		edges = append(edges,
			builtin.RegionEdge{Point: t, To: 0, Operands: t.Operands(), Inputs: args},
			builtin.RegionEdge{Point: t, To: builtin.Outside, Operands: t.Operands(), Inputs: op.Results()})
	}
	return edges
}

// whileFlow: before, then out or after, then before again.
type whileFlow struct{}

func (whileFlow) Edges(op *ir.Operation) []builtin.RegionEdge {
	before, after := op.Region(0).First(), op.Region(1).First()
	edges := []builtin.RegionEdge{{Point: op, To: 0, Operands: op.Operands(), Inputs: before.Args()}}
	if t := before.Terminator(); t != nil && t.Is(Condition) {
		handed := t.Operands()[1:]
		edges = append(edges,
			builtin.RegionEdge{Point: t, To: builtin.Outside, Operands: handed, Inputs: op.Results()},
			builtin.RegionEdge{Point: t, To: 1, Operands: handed, Inputs: after.Args()})
	}
	if t := after.Terminator(); t != nil {
		edges = append(edges, builtin.RegionEdge{Point: t, To: 0, Operands: t.Operands(), Inputs: before.Args()})
	}
	return edges
}

// choiceFlow: into one of the regions and from there out.
type choiceFlow struct{}

func (choiceFlow) Edges(op *ir.Operation) []builtin.RegionEdge {
	edges := make([]builtin.RegionEdge, 0, 2*op.NumRegions())
	for i, region := range op.Regions() {
		if region.Empty() {
			continue
		}
		edges = append(edges, builtin.RegionEdge{Point: op, To: i})
		for b := range region.Blocks() {
			if t := b.Terminator(); t != nil && t.Is(Yield) {
				edges = append(edges, builtin.RegionEdge{Point: t, To: builtin.Outside, Operands: t.Operands(), Inputs: op.Results()})
			}
		}
	}
	return edges
}

// ifFlow: also past the op if there is nothing to do otherwise.
type ifFlow struct{}

func (ifFlow) Edges(op *ir.Operation) []builtin.RegionEdge {
	edges := choiceFlow{}.Edges(op)
	if op.Region(1).Empty() {
		edges = append(edges, builtin.RegionEdge{Point: op, To: builtin.Outside})
	}
	return edges
}

// Choose implements builtin.Chooser: a loop with constant bounds is entered or not.
func (forFlow) Choose(op *ir.Operation, operands []ir.Attribute) (to int, ok bool) {
	lo, known := operands[0].(*ir.IntegerAttr)
	hi, both := operands[1].(*ir.IntegerAttr)
	if !known || !both {
		return 0, false
	}
	enter := lo.Value < hi.Value
	if op.Attr(UnsignedCmp) != nil && (lo.Value < 0) != (hi.Value < 0) {
		enter = !enter // both have one width: the one with its top bit set is the larger
	}
	if enter {
		return 0, true
	}
	return builtin.Outside, true
}

// Choose implements builtin.Chooser.
func (ifFlow) Choose(op *ir.Operation, operands []ir.Attribute) (to int, ok bool) {
	c, ok := operands[0].(*ir.IntegerAttr)
	switch {
	case !ok:
		return 0, false
	case c.Value != 0:
		return 0, true
	case op.Region(1).Empty():
		return builtin.Outside, true
	}
	return 1, true
}

// indexChoice and conditionChoice implement builtin.Chooser.
type (
	indexChoice     struct{}
	conditionChoice struct{}
)

func (indexChoice) Choose(op *ir.Operation, operands []ir.Attribute) (to int, ok bool) {
	v, ok := operands[0].(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	for i, c := range op.Ints("cases") {
		if c == v.Value {
			return i + 1, true
		}
	}
	return 0, true
}

func (conditionChoice) Choose(_ *ir.Operation, operands []ir.Attribute) (to int, ok bool) {
	c, ok := operands[0].(*ir.IntegerAttr)
	if ok && c.Value == 0 {
		return builtin.Outside, true
	}
	return 1, ok
}
