package transforms

import (
	"tawa/dialects/arith"
	"tawa/dialects/cf"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// SCFToCF turns loops and conditionals into blocks and branches.
type SCFToCF struct{}

// Info names the pass.
func (*SCFToCF) Info() pass.Info {
	return pass.Info{
		Name: "convert-scf-to-cf", Summary: "turn scf into blocks and branches", Dialects: []string{"arith", "cf"},
		Description: "scf.parallel becomes loops one in another; scf.forall is not converted. An op in a region that takes one block only is an error.",
	}
}

// Run converts what is inside root.
func (*SCFToCF) Run(root *ir.Operation, st *pass.State) bool {
	target := pattern.NewTarget().Illegal(scf.For, scf.While, scf.If, scf.IndexSwitch, scf.ExecuteRegion, scf.Parallel)
	return pattern.Convert(root, target, []pattern.ConversionPattern{
		{Name: "scf-if-to-blocks", Root: scf.If, Makes: []*ir.OpName{cf.Branch, cf.CondBranch}, Match: convertIf},
		{Name: "scf-for-to-blocks", Root: scf.For, Makes: []*ir.OpName{cf.Branch, cf.CondBranch, arith.CmpI, arith.AddI}, Match: convertFor},
		{Name: "scf-while-to-blocks", Root: scf.While, Makes: []*ir.OpName{cf.Branch, cf.CondBranch}, Match: convertWhile},
		{Name: "scf-index-switch-to-blocks", Root: scf.IndexSwitch, Makes: []*ir.OpName{cf.Branch, cf.Switch}, Match: convertSwitch},
		{Name: "scf-execute-region-to-blocks", Root: scf.ExecuteRegion, Makes: []*ir.OpName{cf.Branch}, Match: convertExecute},
		{Name: "scf-parallel-to-loops", Root: scf.Parallel, Makes: []*ir.OpName{scf.For}, Match: convertParallel},
	}, pattern.ConversionConfig{LastFirst: true}, st.Sink)
}

// takesBlocks reports whether the region around op may have several blocks.
func takesBlocks(op *ir.Operation) bool {
	parent := op.Parent()
	return parent != nil && !parent.Has(ir.SingleBlock)
}

// splitBehind cuts op's block behind op. The second block gets the results as arguments.
func splitBehind(op *ir.Operation) (before, after *ir.Block) {
	before = op.Block()
	after = before.SplitBefore(op.Next())
	for _, r := range op.Results() {
		a := after.AddArg(r.Type(), op.Loc)
		a.SetName(r.Name())
		r.ReplaceAllUses(a)
	}
	return before, after
}

// moveIn moves the blocks of a region before a block and returns the first.
func moveIn(r *ir.Region, before *ir.Block) *ir.Block {
	first, at := r.First(), before.Prev()
	for b := range r.Blocks() {
		b.Remove()
		before.Region().InsertAfter(b, at)
		at = b
	}
	return first
}

// jumpTo ends a block by a branch.
func jumpTo(c *pattern.Conversion, from, to *ir.Block, values []*ir.Value, loc ir.Location) {
	c.AtEnd(from, loc).CreateState(&ir.OperationState{Name: cf.Branch, Loc: loc, Operands: values, Results: []ir.Type{}, Successors: []*ir.Block{to}})
}

// decide ends a block by a conditional branch.
func decide(c *pattern.Conversion, from *ir.Block, cond *ir.Value, yes, no *ir.Block, yesValues, noValues []*ir.Value, loc ir.Location) {
	operands := append(append([]*ir.Value{cond}, yesValues...), noValues...)
	c.AtEnd(from, loc).CreateState(&ir.OperationState{Name: cf.CondBranch, Loc: loc, Operands: operands, Results: []ir.Type{},
		Successors: []*ir.Block{yes, no}, SegmentSizes: []int{1, len(yesValues), len(noValues)}})
}

// leaveTo turns the yields of blocks from first up to end into branches to a block.
func leaveTo(c *pattern.Conversion, first, end, to *ir.Block) {
	for b := first; b != end; b = b.Next() {
		if t := b.Terminator(); t != nil && t.Is(scf.Yield) {
			jumpTo(c, b, to, t.Operands(), t.Loc)
			t.Erase()
		}
	}
}

func convertIf(op *ir.Operation, _ [][]*ir.Value, c *pattern.Conversion) bool {
	if !takesBlocks(op) {
		return false
	}
	before, after := splitBehind(op)
	then, otherwise := moveIn(op.Region(0), after), after
	if !op.Region(1).Empty() {
		otherwise = moveIn(op.Region(1), after)
	}
	leaveTo(c, then, after, after)
	cond, loc := op.Operand(0), op.Loc
	op.Erase()
	decide(c, before, cond, then, otherwise, nil, nil, loc)
	return true
}

// convertFor makes a block that compares the counter with the bound, the body, and an increment at its end.
func convertFor(op *ir.Operation, _ [][]*ir.Value, c *pattern.Conversion) bool {
	if !takesBlocks(op) {
		return false
	}
	loop, _ := scf.AsFor(op)
	loc, lower, upper, step, inits := op.Loc, loop.LowerBound(), loop.UpperBound(), loop.Step(), loop.InitArgs()
	predicate := arith.SLT
	if loop.UnsignedCmp() {
		predicate = arith.ULT
	}
	before, after := splitBehind(op)
	head := ir.NewBlock()
	before.Region().InsertAfter(head, before)
	body := moveIn(loop.Body(), after)
	for _, a := range body.Args() {
		h := head.AddArg(a.Type(), a.Loc())
		h.SetName(a.Name())
		a.ReplaceAllUses(h)
	}
	for i := len(body.Args()) - 1; i >= 0; i-- {
		body.EraseArg(i)
	}
	end := after.Prev()
	yield := end.Terminator()
	next := c.AtEnd(end, loc).Value(arith.AddI, []*ir.Value{head.Arg(0), step}, nil)
	jumpTo(c, end, head, append([]*ir.Value{next}, yield.Operands()...), yield.Loc)
	yield.Erase()
	ctx := op.Context()
	op.Erase()
	jumpTo(c, before, head, append([]*ir.Value{lower}, inits...), loc)
	more := c.AtEnd(head, loc).Value(arith.CmpI, []*ir.Value{head.Arg(0), upper}, nil, ir.A("predicate", ctx.I64Attr(predicate)))
	decide(c, head, more, body, after, nil, head.Args()[1:], loc)
	return true
}

func convertWhile(op *ir.Operation, _ [][]*ir.Value, c *pattern.Conversion) bool {
	if !takesBlocks(op) {
		return false
	}
	loc, inits := op.Loc, op.Operands()
	before, after := splitBehind(op)
	head := moveIn(op.Region(0), after)
	body := moveIn(op.Region(1), after)
	cond := body.Prev().Terminator()
	handed := cond.Operands()
	decide(c, body.Prev(), handed[0], body, after, handed[1:], handed[1:], cond.Loc)
	cond.Erase()
	leaveTo(c, body, after, head)
	op.Erase()
	jumpTo(c, before, head, inits, loc)
	return true
}

func convertSwitch(op *ir.Operation, _ [][]*ir.Value, c *pattern.Conversion) bool {
	if !takesBlocks(op) {
		return false
	}
	ctx, loc := op.Context(), op.Loc
	cases, arg := op.Ints("cases"), op.Operand(0)
	before, after := splitBehind(op)
	var targets []*ir.Block
	for _, r := range op.Regions() {
		targets = append(targets, moveIn(r, after))
	}
	leaveTo(c, targets[0], after, after)
	op.Erase()
	b := c.AtEnd(before, loc)
	flag := b.Value(arith.IndexCast, []*ir.Value{arg}, []ir.Type{ctx.I64()})
	st := &ir.OperationState{Name: cf.Switch, Loc: loc, Operands: []*ir.Value{flag}, Results: []ir.Type{}, Successors: targets, SegmentSizes: []int{1, 0, 0}}
	if len(cases) > 0 {
		st.AddAttr("case_values", caseValues(ctx, cases))
	}
	st.AddAttr("case_operand_segments", ctx.I32Array(make([]int64, len(cases))...))
	b.CreateState(st)
	return true
}

func caseValues(ctx *ir.Context, cases []int64) ir.Attribute {
	bits := make([]uint64, len(cases))
	for i, v := range cases {
		bits[i] = uint64(v)
	}
	return ctx.DenseBits(ctx.Vector([]int64{int64(len(cases))}, nil, ctx.I64()), bits...)
}

func convertExecute(op *ir.Operation, _ [][]*ir.Value, c *pattern.Conversion) bool {
	if !takesBlocks(op) {
		return false
	}
	loc := op.Loc
	before, after := splitBehind(op)
	entry := moveIn(op.Region(0), after)
	leaveTo(c, entry, after, after)
	op.Erase()
	jumpTo(c, before, entry, nil, loc)
	return true
}

// convertParallel makes a nest of scf.for that carries the reduced values; the reductions go in at the end of the body.
func convertParallel(op *ir.Operation, _ [][]*ir.Value, c *pattern.Conversion) bool {
	body := op.Region(0).First()
	carried := op.OperandGroup(3)
	var outer, inner *ir.Operation
	var counters []*ir.Value
	b := c.Before(op)
	for i, lower := range op.OperandGroup(0) {
		st := &ir.OperationState{Name: scf.For, Loc: op.Loc, Results: append([]ir.Type{}, op.ResultTypes()...),
			Operands: append([]*ir.Value{lower, op.OperandGroup(1)[i], op.OperandGroup(2)[i]}, carried...)}
		entry := st.NewRegion().Entry()
		iv := entry.AddArg(lower.Type(), body.Arg(i).Loc())
		iv.SetName(body.Arg(i).Name())
		counters = append(counters, iv)
		for _, v := range carried {
			entry.AddArg(v.Type(), op.Loc)
		}
		loop := b.CreateState(st)
		if outer == nil {
			outer = loop
		} else {
			yieldIn(c, inner, loop.Results())
		}
		inner, carried = loop, entry.Args()[1:]
		b = c.AtEnd(entry, op.Loc)
	}
	reduce := body.Terminator()
	for i, a := range body.Args() {
		a.ReplaceAllUses(counters[i])
	}
	entry := inner.Region(0).First()
	for x := range body.Ops() {
		if x != reduce {
			x.Remove()
			entry.Append(x)
		}
	}
	yieldIn(c, inner, reductions(reduce, carried, entry))
	c.Replace(op, outer.Results()...)
	return true
}

// reductions puts the bodies of a scf.reduce at the end of a block and returns what they give.
func reductions(reduce *ir.Operation, carried []*ir.Value, into *ir.Block) []*ir.Value {
	out := make([]*ir.Value, len(carried))
	for i, r := range reduce.Regions() {
		from := r.First()
		from.Arg(0).ReplaceAllUses(carried[i])
		from.Arg(1).ReplaceAllUses(reduce.Operand(i))
		end := from.Terminator()
		out[i] = end.Operand(0)
		for x := range from.Ops() {
			if x != end {
				x.Remove()
				into.Append(x)
			}
		}
	}
	return out
}

func yieldIn(c *pattern.Conversion, loop *ir.Operation, values []*ir.Value) {
	c.AtEnd(loop.Region(0).First(), loop.Loc).CreateState(&ir.OperationState{Name: scf.Yield, Operands: values, Results: []ir.Type{}, Loc: loop.Loc})
}
