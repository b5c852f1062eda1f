package cf

import (
	"strconv"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// target takes `^label[(%a, … : types)]` and returns how many operands it has.
func target(p ir.AsmParser, st *ir.OperationState) (n int, ok bool) {
	b, ok := p.Successor()
	if !ok {
		return 0, false
	}
	st.Successors = append(st.Successors, b)
	span := p.Span()
	if !p.OptionalPunct("(") {
		return 0, true
	}
	if p.OptionalPunct(")") {
		return 0, true
	}
	us, ok := p.Operands()
	if !ok || !p.Punct(":") {
		return 0, false
	}
	ts, ok := p.TypeList()
	if !ok || !p.Punct(")") {
		return 0, false
	}
	return len(us), p.ResolveAll(us, ts, span, st)
}

func printTarget(op *ir.Operation, p ir.AsmPrinter, i int) {
	p.Successor(op.Successors()[i])
	if vs := builtin.SuccessorOperands(op, i); len(vs) > 0 {
		p.Str("(")
		p.Operands(vs)
		p.Str(" : ")
		p.Types(vs)
		p.Str(")")
	}
}

func parseBranch(p ir.AsmParser, st *ir.OperationState) bool {
	_, ok := target(p, st)
	return ok && p.AttrDict(st, false)
}

func printBranch(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	printTarget(op, p, 0)
	p.AttrDict(op, false)
}

// parseCondBranch takes `%c [weights([a, b])], ^a[(…)], ^b[(…)]`.
func parseCondBranch(p ir.AsmParser, st *ir.OperationState) bool {
	c, ok := p.Operand()
	if !ok || !p.Resolve(c, p.Context().I1(), st) {
		return false
	}
	if p.OptionalKeyword("weights") {
		var weights []int64
		ok := p.Punct("(") && p.List("[", "]", func() bool {
			n, ok := p.Integer()
			weights = append(weights, n)
			return ok
		}) && p.Punct(")")
		if !ok {
			return false
		}
		st.AddAttr("branch_weights", p.Context().I32Array(weights...))
	}
	st.SegmentSizes = []int{1, 0, 0}
	for i := 1; i <= 2; i++ {
		if !p.Punct(",") {
			return false
		}
		if st.SegmentSizes[i], ok = target(p, st); !ok {
			return false
		}
	}
	return p.AttrDict(st, false)
}

func printCondBranch(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	if w := op.Ints("branch_weights"); op.Attr("branch_weights") != nil {
		p.Str(" weights([")
		ir.PrintList(p, w, p.Int)
		p.Str("])")
	}
	for i := range 2 {
		p.Str(", ")
		printTarget(op, p, i)
	}
	p.AttrDict(op, false, "branch_weights", ir.OperandSegmentSizes)
}

// parseSwitch takes `%v : type, [default: ^d[(…)], N: ^b[(…)], …]`.
func parseSwitch(p ir.AsmParser, st *ir.OperationState) bool {
	flag, ok := p.Operand()
	if !ok || !p.Punct(":") {
		return false
	}
	span := p.Span()
	t, ok := p.Type()
	if !ok || !p.Resolve(flag, t, st) || !p.Punct(",") || !p.Punct("[") {
		return false
	}
	if !ir.IsInteger(t) {
		p.Errorf(span, "expected an integer type, but got '%s'", ir.TypeString(t))
		return false
	}
	if !p.Keyword("default") || !p.Punct(":") {
		return false
	}
	n, ok := target(p, st)
	if !ok {
		return false
	}
	cases := switchCases{t: t}
	for p.OptionalPunct(",") {
		if !cases.parse(p, st) {
			return false
		}
	}
	if !p.Punct("]") || !p.AttrDict(st, false) {
		return false
	}
	c := p.Context()
	if len(cases.values) > 0 {
		st.AddAttr("case_values", c.DenseBits(c.Vector([]int64{int64(len(cases.values))}, nil, t), cases.values...))
	}
	st.AddAttr("case_operand_segments", c.I32Array(cases.segments...))
	st.SegmentSizes = []int{1, n, len(st.Operands) - 1 - n}
	return true
}

type switchCases struct {
	t        ir.Type
	values   []uint64
	segments []int64
}

func (s *switchCases) parse(p ir.AsmParser, st *ir.OperationState) bool {
	span := p.Span()
	v, ok := p.Integer()
	if !ok || !s.fits(p, span, v) || !p.Punct(":") {
		return false
	}
	n, ok := target(p, st)
	s.values = append(s.values, ir.ScalarBits(p.Context().Int(s.t, v)))
	s.segments = append(s.segments, int64(n))
	return ok
}

// fits reports a number that the type can't hold, with or without sign.
func (s *switchCases) fits(p ir.AsmParser, span diag.Span, v int64) bool {
	w := ir.BitWidth(s.t)
	if w >= 64 || v >= -1<<(w-1) && v < 1<<w {
		return true
	}
	p.Errorf(span, "integer constant out of range for '%s'", ir.TypeString(s.t))
	return false
}

func printSwitch(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operand(op.Operand(0))
	p.Str(" : ")
	p.Type(op.Operand(0).Type())
	p.Str(", [")
	p.Newline()
	p.Str("  default: ")
	printTarget(op, p, 0)
	values, _ := op.Attr("case_values").(*ir.DenseElementsAttr)
	for i := 1; i < len(op.Successors()); i++ {
		p.Str(",")
		p.Newline()
		p.Str("  ")
		p.Str(strconv.FormatUint(values.Bits(i-1), 10))
		p.Str(": ")
		printTarget(op, p, i)
	}
	if values != nil {
		p.Newline()
	}
	p.Str("]")
	p.AttrDict(op, false, "case_values", "case_operand_segments", ir.OperandSegmentSizes)
}
