package scf

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// initList takes `(%arg = %init, …)`: region arguments and what they begin with.
func initList(p ir.AsmParser) (args []ir.Argument, inits []ir.UnresolvedOperand, ok bool) {
	ok = p.List("(", ")", func() bool {
		a, ok := p.Argument(false, false)
		if !ok || !p.Punct("=") {
			return false
		}
		u, ok := p.Operand()
		args, inits = append(args, a), append(inits, u)
		return ok
	})
	return args, inits, ok
}

func printInitList(p ir.AsmPrinter, args, inits []*ir.Value) {
	p.Str("(")
	for i, a := range args {
		if i > 0 {
			p.Str(", ")
		}
		p.Operand(a)
		p.Str(" = ")
		p.Operand(inits[i])
	}
	p.Str(")")
}

func printArrowTypes(op *ir.Operation, p ir.AsmPrinter) {
	if op.NumResults() > 0 {
		p.Str(" -> ")
		printResultTypes(p, op.Results())
	}
}

// printResultTypes writes the results of a function type: one type bare, others in parentheses.
func printResultTypes(p ir.AsmPrinter, vs []*ir.Value) {
	if len(vs) == 1 {
		if _, function := vs[0].Type().(*ir.FunctionType); !function {
			p.Types(vs)
			return
		}
	}
	p.Str("(")
	p.Types(vs)
	p.Str(")")
}

// parseFor takes `[unsigned] %i = %lb to %ub step %s [iter_args(…) -> (…)] [: type] {…}`.
func parseFor(p ir.AsmParser, st *ir.OperationState) bool {
	if p.OptionalKeyword("unsigned") {
		st.AddAttr(UnsignedCmp, p.Context().Unit())
	}
	iv, ok := p.Argument(false, false)
	if !ok || !p.Punct("=") {
		return false
	}
	var bounds [3]ir.UnresolvedOperand
	for i, before := range []string{"", "to", "step"} {
		if before != "" && !p.Keyword(before) {
			return false
		}
		if bounds[i], ok = p.Operand(); !ok {
			return false
		}
	}
	args, inits, span := []ir.Argument{iv}, []ir.UnresolvedOperand(nil), p.Span()
	if p.OptionalKeyword("iter_args") {
		var more []ir.Argument
		if more, inits, ok = initList(p); !ok {
			return false
		}
		args = append(args, more...)
		if st.Results, ok = builtin.ParseArrow(p); !ok {
			return false
		}
		if len(st.Results) != len(inits) {
			p.Errorf(span, "mismatch in number of loop-carried values and defined values")
			return false
		}
	}
	args[0].Type = p.Context().Index()
	if p.OptionalPunct(":") {
		if args[0].Type, ok = p.Type(); !ok {
			return false
		}
	}
	for _, b := range bounds {
		if !p.Resolve(b, args[0].Type, st) {
			return false
		}
	}
	for i := range inits {
		args[i+1].Type = st.Results[i]
	}
	body := st.NewRegion()
	if !p.ResolveAll(inits, st.Results, span, st) || !p.Region(body, args) {
		return false
	}
	p.EnsureTerminator(body, Yield)
	return p.AttrDict(st, false)
}

func printFor(op *ir.Operation, p ir.AsmPrinter) {
	if op.Attr(UnsignedCmp) != nil {
		p.Str(" unsigned")
	}
	loop := forLoop{}
	iv := loop.InductionVar(op)
	p.Str(" ")
	p.Operand(iv)
	p.Str(" = ")
	p.Operand(op.Operand(0))
	p.Str(" to ")
	p.Operand(op.Operand(1))
	p.Str(" step ")
	p.Operand(op.Operand(2))
	inits := loop.Inits(op)
	if len(inits) > 0 {
		p.Str(" iter_args")
		printInitList(p, loop.IterArgs(op), inits)
		builtin.PrintArrow(op, p)
	}
	if !ir.IsIndex(iv.Type()) {
		p.Str("  : ")
		p.Type(iv.Type())
	}
	p.Region(op.Region(0), false, len(inits) > 0)
	p.AttrDict(op, false, UnsignedCmp)
}

// parseWhile takes `(%a = %init, …) : (types) -> types {…} do {…} [attributes {…}]`.
func parseWhile(p ir.AsmParser, st *ir.OperationState) bool {
	span := p.Span()
	var args []ir.Argument
	var inits []ir.UnresolvedOperand
	ok := true
	if !p.OptionalPunct(":") {
		if args, inits, ok = initList(p); !ok || !p.Punct(":") {
			return false
		}
	}
	typeSpan := p.Span()
	t, ok := p.FunctionType()
	if !ok {
		return false
	}
	if len(t.Inputs) != len(inits) {
		p.Errorf(typeSpan, "expected as many input types as operands (expected %d got %d)", len(inits), len(t.Inputs))
		return false
	}
	st.Results = append([]ir.Type{}, t.Results...)
	for i := range args {
		args[i].Type = t.Inputs[i]
	}
	before, after := st.NewRegion(), st.NewRegion()
	return p.ResolveAll(inits, t.Inputs, span, st) && p.Region(before, args) &&
		p.Keyword("do") && p.Region(after, nil) && p.AttrDict(st, true)
}

func printWhile(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	if op.NumOperands() > 0 {
		printInitList(p, op.Region(0).First().Args(), op.Operands())
		p.Str(" ")
	}
	p.Str(": (")
	p.Types(op.Operands())
	p.Str(") -> ")
	printResultTypes(p, op.Results())
	p.Region(op.Region(0), false, true)
	p.Str(" do")
	p.Region(op.Region(1), true, true)
	p.AttrDict(op, true)
}

// parseIf takes `%c [-> types] {…} [else {…}]`.
func parseIf(p ir.AsmParser, st *ir.OperationState) bool {
	c, ok := p.Operand()
	if !ok || !p.Resolve(c, p.Context().I1(), st) {
		return false
	}
	if st.Results, ok = builtin.ParseArrow(p); !ok {
		return false
	}
	then, otherwise := st.NewRegion(), st.NewRegion()
	if !p.Region(then, nil) {
		return false
	}
	p.EnsureTerminator(then, Yield)
	if p.OptionalKeyword("else") {
		if !p.Region(otherwise, nil) {
			return false
		}
		p.EnsureTerminator(otherwise, Yield)
	}
	return p.AttrDict(st, false)
}

func printIf(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	builtin.PrintArrow(op, p)
	p.Region(op.Region(0), false, op.NumResults() > 0)
	if !op.Region(1).Empty() {
		p.Str(" else")
		p.Region(op.Region(1), false, op.NumResults() > 0)
	}
	p.AttrDict(op, false)
}

// parseIndexSwitch takes `%i [-> types] case N {…} … default {…}`.
func parseIndexSwitch(p ir.AsmParser, st *ir.OperationState) bool {
	arg, ok := p.Operand()
	if !ok || !p.Resolve(arg, p.Context().Index(), st) || !p.AttrDict(st, false) {
		return false
	}
	if p.OptionalPunct("->") {
		if st.Results, ok = p.TypeList(); !ok {
			return false
		}
	}
	otherwise := st.NewRegion()
	cases := []int64{}
	for p.OptionalKeyword("case") {
		n, ok := p.Integer()
		if !ok {
			return false
		}
		cases = append(cases, n)
		r := st.NewRegion()
		if !p.Region(r, nil) {
			return false
		}
		p.EnsureTerminator(r, Yield)
	}
	st.AddAttr("cases", p.Context().DenseArray(p.Context().I64(), cases...))
	if !p.Keyword("default") || !p.Region(otherwise, nil) {
		return false
	}
	p.EnsureTerminator(otherwise, Yield)
	return true
}

func printIndexSwitch(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	p.AttrDict(op, false, "cases")
	if op.NumResults() > 0 {
		p.Str(" -> ")
		p.Types(op.Results())
	}
	p.Str(" ")
	for i, n := range op.Ints("cases") {
		p.Newline()
		p.Str("case ")
		p.Int(n)
		p.Region(op.Region(i+1), false, true)
	}
	p.Newline()
	p.Str("default")
	p.Region(op.Region(0), false, op.NumResults() > 0)
}

// parseExecuteRegion takes `[-> types] [no_inline] {…}`.
func parseExecuteRegion(p ir.AsmParser, st *ir.OperationState) bool {
	var ok bool
	if st.Results, ok = builtin.ParseArrow(p); !ok {
		return false
	}
	if p.OptionalKeyword("no_inline") {
		st.AddAttr("no_inline", p.Context().Unit())
	}
	return p.Region(st.NewRegion(), nil) && p.AttrDict(st, false)
}

func printExecuteRegion(op *ir.Operation, p ir.AsmPrinter) {
	printArrowTypes(op, p)
	if op.Attr("no_inline") != nil {
		p.Str(" no_inline")
	}
	p.Region(op.Region(0), false, true)
	p.AttrDict(op, false, "no_inline")
}
