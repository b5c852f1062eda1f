package scf

import (
	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// parseParallel takes `(%i, …) = (%lb, …) to (…) step (…) [init (…) [-> types]] {…}`.
func parseParallel(p ir.AsmParser, st *ir.OperationState) bool {
	ivs, ok := inductionVars(p)
	if !ok {
		return false
	}
	index := p.Context().Index()
	st.SegmentSizes = []int{len(ivs), len(ivs), len(ivs), 0}
	for i, before := range []string{"=", "to", "step"} {
		if i == 0 && !p.Punct(before) || i > 0 && !p.Keyword(before) {
			return false
		}
		if us, span, ok := operandList(p); !ok || !resolveSame(p, us, index, len(ivs), span, st) {
			return false
		}
	}
	var inits []ir.UnresolvedOperand
	span := p.Span()
	if p.OptionalKeyword("init") {
		if inits, span, ok = operandList(p); !ok {
			return false
		}
	}
	if st.Results, ok = builtin.ParseArrow(p); !ok || !p.ResolveAll(inits, st.Results, span, st) {
		return false
	}
	st.SegmentSizes[3] = len(inits)
	body := st.NewRegion()
	if !p.Region(body, ivs) {
		return false
	}
	p.EnsureTerminator(body, Reduce)
	return p.AttrDict(st, false)
}

// inductionVars takes `(%i, …)`, all of type index.
func inductionVars(p ir.AsmParser) (ivs []ir.Argument, ok bool) {
	ok = p.List("(", ")", func() bool {
		a, ok := p.Argument(false, false)
		a.Type = p.Context().Index()
		ivs = append(ivs, a)
		return ok
	})
	return ivs, ok
}

func operandList(p ir.AsmParser) (us []ir.UnresolvedOperand, span diag.Span, ok bool) {
	span = p.Span()
	ok = p.List("(", ")", func() bool {
		u, ok := p.Operand()
		us = append(us, u)
		return ok
	})
	return us, span, ok
}

func resolveSame(p ir.AsmParser, us []ir.UnresolvedOperand, t ir.Type, n int, span diag.Span, st *ir.OperationState) bool {
	if len(us) != n {
		p.Errorf(span, "expected %d operands, but found %d", n, len(us))
		return false
	}
	for _, u := range us {
		if !p.Resolve(u, t, st) {
			return false
		}
	}
	return true
}

func printParallel(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" (")
	p.Operands(op.Region(0).First().Args())
	for i, before := range []string{") = (", ") to (", ") step ("} {
		p.Str(before)
		p.Operands(op.OperandGroup(i))
	}
	p.Str(")")
	if inits := op.OperandGroup(3); len(inits) > 0 {
		p.Str(" init (")
		p.Operands(inits)
		p.Str(")")
	}
	printArrowTypes(op, p)
	p.Region(op.Region(0), false, true)
	p.AttrDict(op, false, ir.OperandSegmentSizes)
}

// bounds are the names of the static bounds of scf.forall; ir.Dynamic stands in
// them where the next operand of the group gives the value.
var bounds = [3]string{"staticLowerBound", "staticUpperBound", "staticStep"}

// mixed is a list of numbers and operands.
type mixed struct {
	static  []int64
	dynamic []ir.UnresolvedOperand
}

func parseMixed(p ir.AsmParser) (m mixed, ok bool) {
	m.static = []int64{}
	ok = p.List("(", ")", func() bool {
		if u, there := p.OptionalOperand(); there {
			m.dynamic, m.static = append(m.dynamic, u), append(m.static, ir.Dynamic)
			return true
		}
		n, ok := p.Integer()
		m.static = append(m.static, n)
		return ok
	})
	return m, ok
}

// parseForall takes `(%i, …) in (bounds)` or `(%i, …) = (…) to (…) step (…)`, then
// `[shared_outs(%o = %t, …) -> (types)] {…}`.
func parseForall(p ir.AsmParser, st *ir.OperationState) bool {
	args, ok := inductionVars(p)
	if !ok {
		return false
	}
	span := p.Span()
	lists, ok := parseForallBounds(p, len(args))
	if !ok {
		return false
	}
	for i, what := range []string{"lower bound", "upper bound", "step"} {
		if len(lists[i].static) != len(args) {
			p.Errorf(span, "expected %d %s values, got %d", len(args), what, len(lists[i].static))
			return false
		}
		st.AddAttr(bounds[i], p.Context().DenseArray(p.Context().I64(), lists[i].static...))
		if !resolveSame(p, lists[i].dynamic, p.Context().Index(), len(lists[i].dynamic), span, st) {
			return false
		}
	}
	var outputs []ir.UnresolvedOperand
	span = p.Span()
	if p.OptionalKeyword("shared_outs") {
		var outs []ir.Argument
		if outs, outputs, ok = initList(p); !ok {
			return false
		}
		if st.Results, ok = builtin.ParseArrow(p); !ok || !p.ResolveAll(outputs, st.Results, span, st) {
			return false
		}
		for i := range outs {
			outs[i].Type = st.Results[i]
		}
		args = append(args, outs...)
	}
	st.SegmentSizes = []int{len(lists[0].dynamic), len(lists[1].dynamic), len(lists[2].dynamic), len(outputs)}
	body := st.NewRegion()
	if !p.Region(body, args) {
		return false
	}
	p.EnsureTerminator(body, InParallel)
	if end := body.Entry().Terminator(); end != nil && end.Is(InParallel) {
		end.Region(0).Entry()
	}
	return p.AttrDict(st, false)
}

func parseForallBounds(p ir.AsmParser, rank int) (lists [3]mixed, ok bool) {
	if p.OptionalKeyword("in") {
		zeros, ones := make([]int64, rank), make([]int64, rank)
		for i := range ones {
			ones[i] = 1
		}
		lists[0].static, lists[2].static = zeros, ones
		lists[1], ok = parseMixed(p)
		return lists, ok
	}
	for i, before := range []string{"=", "to", "step"} {
		if i == 0 && !p.Punct(before) || i > 0 && !p.Keyword(before) {
			return lists, false
		}
		if lists[i], ok = parseMixed(p); !ok {
			return lists, false
		}
	}
	return lists, true
}

func printForall(op *ir.Operation, p ir.AsmPrinter) {
	rank := len(op.Ints(bounds[1]))
	args := op.Region(0).First().Args()
	p.Str(" (")
	p.Operands(args[:rank])
	if all(op.Ints(bounds[0]), 0) && all(op.Ints(bounds[2]), 1) {
		p.Str(") in ")
		printMixed(op, p, 1)
	} else {
		for i, before := range []string{") = ", " to ", " step "} {
			p.Str(before)
			printMixed(op, p, i)
		}
	}
	if outs := op.OperandGroup(3); len(outs) > 0 {
		p.Str(" shared_outs")
		printInitList(p, args[rank:], outs)
		builtin.PrintArrow(op, p)
	}
	p.Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op, false, ir.OperandSegmentSizes, bounds[0], bounds[1], bounds[2])
}

func all(vs []int64, v int64) bool {
	for _, x := range vs {
		if x != v {
			return false
		}
	}
	return true
}

func printMixed(op *ir.Operation, p ir.AsmPrinter, i int) {
	dynamic := op.OperandGroup(i)
	p.Str("(")
	for j, n := range op.Ints(bounds[i]) {
		if j > 0 {
			p.Str(", ")
		}
		if n != ir.Dynamic {
			p.Int(n)
			continue
		}
		p.Operand(dynamic[0])
		dynamic = dynamic[1:]
	}
	p.Str(")")
}

func parseInParallel(p ir.AsmParser, st *ir.OperationState) bool {
	return builtin.ParseBlock(p, st) && p.AttrDict(st, false)
}

func printInParallel(op *ir.Operation, p ir.AsmPrinter) {
	p.Region(op.Region(0), false, false)
	p.AttrDict(op, false)
}

func verifyParallel(op *ir.Operation, r ir.Reporter) bool {
	rank := len(op.OperandGroup(1))
	if rank == 0 {
		return r.Errorf("needs at least one tuple element for lowerBound, upperBound and step")
	}
	if len(op.OperandGroup(0)) != rank || len(op.OperandGroup(2)) != rank {
		return r.Errorf("expects as many lower bounds and steps as upper bounds")
	}
	if !hasBlock(op, r, 0) {
		return false
	}
	body := op.Region(0).First()
	if len(body.Args()) != rank {
		return r.Errorf("expects the same number of induction variables: %d as bound and step values: %d", len(body.Args()), rank)
	}
	for _, a := range body.Args() {
		if !ir.IsIndex(a.Type()) {
			return r.Errorf("expects arguments for the induction variable to be of index type")
		}
	}
	if !positiveSteps(op.OperandGroup(2), r) {
		return false
	}
	t := body.Terminator()
	if t == nil || !t.Is(Reduce) {
		return r.Errorf("expects body to terminate with 'scf.reduce'")
	}
	if n := t.NumOperands(); n != op.NumResults() {
		return r.Errorf("expects number of results: %d to be the same as number of reductions: %d", op.NumResults(), n)
	}
	if n := len(op.OperandGroup(3)); n != op.NumResults() {
		return r.Errorf("expects number of results: %d to be the same as number of initial values: %d", op.NumResults(), n)
	}
	for i, v := range t.Operands() {
		if res := op.Result(i).Type(); v.Type() != res {
			return ir.Reporter{Sink: r.Sink, Op: t}.Errorf("expects type of %d-th reduction operand: '%s' to be the same as the %d-th result type: '%s'",
				i, ir.TypeString(v.Type()), i, ir.TypeString(res))
		}
	}
	return true
}

func positiveSteps(steps []*ir.Value, r ir.Reporter) bool {
	for _, s := range steps {
		if v, ok := constant(s); ok && v <= 0 {
			return r.Errorf("constant step operand must be positive")
		}
	}
	return true
}

func verifyReduce(op *ir.Operation, r ir.Reporter) bool {
	if op.NumRegions() != op.NumOperands() {
		return r.Errorf("expects a reduction region for each operand: %d for %d", op.NumRegions(), op.NumOperands())
	}
	for i, region := range op.Regions() {
		t := op.Operand(i).Type()
		if region.Empty() {
			return r.Errorf("%d-th reduction has an empty body", i)
		}
		args := region.First().Args()
		if len(args) != 2 || args[0].Type() != t || args[1].Type() != t {
			return r.Errorf("expected two block arguments with type '%s' in the %d-th reduction region", ir.TypeString(t), i)
		}
		if end := region.First().Terminator(); end == nil || !end.Is(ReduceReturn) {
			return r.Errorf("the block inside reduce should be terminated with a 'scf.reduce.return' op")
		}
	}
	return true
}

func verifyReduceReturn(op *ir.Operation, r ir.Reporter) bool {
	args := op.Block().Args()
	if len(args) > 0 && args[0].Type() != op.Operand(0).Type() {
		return r.Errorf("must have type '%s' (the type of the reduction inputs)", ir.TypeString(args[0].Type()))
	}
	return true
}

func verifyForall(op *ir.Operation, r ir.Reporter) bool {
	rank := len(op.Ints(bounds[1]))
	if !hasBlock(op, r, 0) {
		return false
	}
	for i, name := range bounds {
		dynamic := 0
		for _, n := range op.Ints(name) {
			if n == ir.Dynamic {
				dynamic++
			}
		}
		if len(op.Ints(name)) != rank || dynamic != len(op.OperandGroup(i)) {
			return r.Errorf("attribute '%s' does not fit the operands: %d of %d values, %d of them dynamic", name, len(op.Ints(name)), rank, dynamic)
		}
	}
	outs, args := op.OperandGroup(3), op.Region(0).First().Args()
	if len(outs) != op.NumResults() {
		return r.Errorf("produces %d results, but has only %d outputs", op.NumResults(), len(outs))
	}
	if len(args) != rank+len(outs) {
		return r.Errorf("region expects %d arguments", rank+len(outs))
	}
	for i, o := range outs {
		if o.Type() != op.Result(i).Type() {
			return r.Errorf("type mismatch between %d-th output and corresponding result", i)
		}
		if o.Type() != args[rank+i].Type() {
			return r.Errorf("type mismatch between %d-th output and corresponding block argument", i)
		}
	}
	return true
}
