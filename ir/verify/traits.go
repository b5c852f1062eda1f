package verify

import (
	"slices"

	"tawa/ir"
)

// traitCheck checks what a trait promises.
type traitCheck struct {
	trait ir.Trait
	check func(*ir.Operation, ir.Reporter) bool
}

// typeTraits speak of the types of operands and results, otherTraits of more.
var (
	typeTraits = []traitCheck{
		{ir.SameOperandsAndResultType, sameOperandsAndResultType},
		{ir.SameTypeOperands, sameTypeOperands},
		{ir.SameOperandsAndResultShape, sameShape},
		{ir.SameOperandsAndResultEncoding, sameEncoding},
		{ir.Elementwise, elementwise},
	}
	otherTraits = []traitCheck{
		{ir.HasParent, hasParent},
		{ir.ConstantLike, constantLike},
	}
)

func traits(op *ir.Operation, r ir.Reporter, checks []traitCheck) bool {
	for i := range checks {
		if op.Has(checks[i].trait) && !checks[i].check(op, r) {
			return false
		}
	}
	return true
}

// typeRules checks the row's type rules.
func typeRules(op *ir.Operation, r ir.Reporter) bool {
	for _, rule := range op.Def().TypeRules {
		from := column(op, rule.From)
		if len(from) != 1 {
			continue
		}
		want := from[0].Type()
		if rule.Map != nil {
			want = rule.Map(want)
		}
		for _, x := range column(op, rule.To) {
			if want != nil && x.Type() != want {
				return r.Errorf("failed to verify that %s: expected '%s', but got '%s'",
					rule.Summary, ir.TypeString(want), ir.TypeString(x.Type()))
			}
		}
	}
	return true
}

// column returns the values of the operand or result column of that name.
func column(op *ir.Operation, name string) []*ir.Value {
	for i, c := range op.Def().Operands {
		if c.Name == name {
			return op.OperandGroup(i)
		}
	}
	for i, c := range op.Def().Results {
		if c.Name == name {
			return op.ResultGroup(i)
		}
	}
	panic("ir: " + op.Name().String() + " has no column " + name)
}

func sameOperandsAndResultType(op *ir.Operation, r ir.Reporter) bool {
	all := append(op.Operands(), op.Results()...)
	for _, x := range all {
		if x.Type() != all[0].Type() {
			return r.Errorf("requires the same type for all operands and results: '%s' is not '%s'",
				ir.TypeString(x.Type()), ir.TypeString(all[0].Type()))
		}
	}
	return true
}

func sameTypeOperands(op *ir.Operation, r ir.Reporter) bool {
	for _, x := range op.Operands() {
		if x.Type() != op.Operand(0).Type() {
			return r.Errorf("requires all operands to have the same type: '%s' is not '%s'",
				ir.TypeString(x.Type()), ir.TypeString(op.Operand(0).Type()))
		}
	}
	return true
}

func sameShape(op *ir.Operation, r ir.Reporter) bool {
	all := append(op.Operands(), op.Results()...)
	for _, x := range all {
		a, aok := ir.ShapeOf(all[0].Type())
		b, bok := ir.ShapeOf(x.Type())
		if aok != bok || !slices.Equal(a, b) {
			return r.Errorf("requires the same shape for all operands and results")
		}
	}
	return true
}

// elementwise wants one shape and encoding of all operands and results that have a
// shape; a scalar operand stands for all elements, a result is no scalar then.
func elementwise(op *ir.Operation, r ir.Reporter) bool {
	var shape []int64
	some := false
	for _, x := range append(op.Operands(), op.Results()...) {
		s, shaped := ir.ShapeOf(x.Type())
		switch {
		case !shaped && some && x.Def() == op:
			return r.Errorf("if an operand is non-scalar, then all results must be non-scalar")
		case !shaped:
		case some && !slices.Equal(shape, s):
			return r.Errorf("all non-scalar operands/results must have the same shape and base type")
		case !some && x.Def() == op && op.NumOperands() > 0:
			return r.Errorf("if a result is non-scalar, then at least one operand must be non-scalar")
		default:
			shape, some = s, true
		}
	}
	return sameEncoding(op, r)
}

func sameEncoding(op *ir.Operation, r ir.Reporter) bool {
	var first *ir.RankedTensorType
	for _, x := range append(op.Operands(), op.Results()...) {
		t, ok := x.Type().(*ir.RankedTensorType)
		if !ok {
			continue
		}
		if first == nil {
			first = t
		}
		if t.Encoding != first.Encoding {
			return r.Errorf("requires the same encoding for all operands and results")
		}
	}
	return true
}

func hasParent(op *ir.Operation, r ir.Reporter) bool {
	p := op.Parent()
	if p == nil || p.Is(op.Def().Parents...) || p.Def() == nil {
		return true
	}
	names := ""
	for i, n := range op.Def().Parents {
		if i > 0 {
			names += ", "
		}
		names += "'" + n.String() + "'"
	}
	if len(op.Def().Parents) == 1 {
		return r.Errorf("expects parent op %s", names)
	}
	return r.Errorf("expects parent op to be one of %s", names)
}

func constantLike(op *ir.Operation, r ir.Reporter) bool {
	if op.NumOperands() != 0 || op.NumResults() != 1 || op.Attr("value") == nil {
		return r.Errorf("requires no operands, one result and the attribute 'value'")
	}
	return true
}
