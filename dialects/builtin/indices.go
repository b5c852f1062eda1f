package builtin

import "tawa/ir"

// IndexList is the directive custom<DynamicIndexList>($operands, $static): `[0, %i]`,
// numbers in the array of i64, and ir.Dynamic in it where an operand stands.
var IndexList = ir.Directive{Parse: parseIndexList, Print: printIndexList}

// IndexLists is IndexList as the directives of a row.
var IndexLists = map[string]ir.Directive{"DynamicIndexList": IndexList}

func parseIndexList(p ir.AsmParser, args ir.DirectiveReader) bool {
	operands, static, ok := MixedList(p, "[", "]")
	args.SetOperands(0, operands...)
	return ok && args.SetAttr(1, p.Context().DenseArray(p.Context().I64(), static...))
}

// MixedList takes a list of numbers and operands.
func MixedList(p ir.AsmParser, open, closing string) (operands []ir.UnresolvedOperand, static []int64, ok bool) {
	ok = p.List(open, closing, func() bool {
		if u, there := p.OptionalOperand(); there {
			operands, static = append(operands, u), append(static, ir.Dynamic)
			return true
		}
		n, ok := p.Integer()
		static = append(static, n)
		return ok
	})
	return operands, static, ok
}

func printIndexList(p ir.AsmPrinter, args ir.DirectiveWriter) {
	static, _ := args.Attr(1).(*ir.DenseArrayAttr)
	p.Str("[")
	if static != nil {
		PrintMixed(p, args.Values(0), static.Values)
	}
	p.Str("]")
}

// PrintMixed writes numbers and operands, separated by commas.
func PrintMixed(p ir.AsmPrinter, operands []*ir.Value, static []int64) {
	for i, n := range static {
		if i > 0 {
			p.Str(", ")
		}
		if n == ir.Dynamic && len(operands) > 0 {
			p.Operand(operands[0])
			operands = operands[1:]
		} else {
			p.Int(n)
		}
	}
}

// CountDynamic is the number of operands that a list with these numbers takes.
func CountDynamic(static []int64) (n int) {
	for _, v := range static {
		if v == ir.Dynamic {
			n++
		}
	}
	return n
}

// VerifyMixed checks that as many operands are given as the numbers leave open.
func VerifyMixed(r ir.Reporter, what string, operands []*ir.Value, static []int64, rank int) bool {
	if len(static) != rank {
		return r.Errorf("expected %d %s values, got %d", rank, what, len(static))
	}
	if n := CountDynamic(static); n != len(operands) {
		return r.Errorf("expected %d dynamic %s values, got %d", n, what, len(operands))
	}
	return true
}
