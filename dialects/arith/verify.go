package arith

import (
	"strconv"

	"tawa/dialects/ub"
	"tawa/ir"
)

var (
	fixedInteger = &ir.TypeConstraint{Summary: "signless-fixed-width-integer-like", Ok: ir.Like(ir.IsSignless)}
	bitsLike     = &ir.TypeConstraint{Summary: "signless-integer-or-float-like",
		Ok: ir.Like(func(t ir.Type) bool { return ir.IsSignless(t) || ir.IsFloat(t) || ir.IsIndex(t) })}
)

// BoolLike returns i1 in the shape of t.
func BoolLike(t ir.Type) ir.Type { return ir.WithElement(t, t.Context().I1()) }

// The pairs of element types that casts allow.
func wider(from, to ir.Type) bool     { return ir.BitWidth(from) < ir.BitWidth(to) }
func narrower(from, to ir.Type) bool  { return ir.BitWidth(from) > ir.BitWidth(to) }
func sameWidth(from, to ir.Type) bool { return width(from) == width(to) }

func indexAndInteger(from, to ir.Type) bool { return ir.IsIndex(from) != ir.IsIndex(to) }

// castable reports casts of element types that ok refuses.
func castable(ok func(from, to ir.Type) bool) func(*ir.Operation, ir.Reporter) bool {
	return func(op *ir.Operation, r ir.Reporter) bool {
		from, to := op.Operand(0).Type(), op.Result(0).Type()
		if !ok(ir.ElementType(from), ir.ElementType(to)) {
			return r.Errorf("operand type '%s' and result type '%s' are cast incompatible", ir.TypeString(from), ir.TypeString(to))
		}
		return true
	}
}

func inferConstant(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
	v := st.Attr("value")
	if v == nil || ir.TypeOfAttr(v) == nil {
		return nil, false
	}
	return []ir.Type{ir.TypeOfAttr(v)}, true
}

func verifyConstant(op *ir.Operation, r ir.Reporter) bool {
	t, v := op.Result(0).Type(), op.Attr("value")
	if ir.TypeOfAttr(v) != t {
		return r.Errorf("failed to verify that all of {value, result} have same type")
	}
	if it, ok := t.(*ir.IntegerType); ok && it.Sign != ir.Signless {
		return r.Errorf("integer return type must be signless")
	}
	switch v.(type) {
	case *ir.StringAttr, *ir.OpaqueAttr:
		return r.Errorf("value must be an integer, float, or elements attribute")
	}
	return true
}

// constantName names constants as MLIR does: %c7_i32, %c7 of type index, %true, %cst.
func constantName(op *ir.Operation, _ int) string {
	v, ok := op.Attr("value").(*ir.IntegerAttr)
	if !ok {
		return "cst"
	}
	t, isInt := v.Type.(*ir.IntegerType)
	switch {
	case isInt && t.Width == 1 && v.Value != 0:
		return "true"
	case isInt && t.Width == 1:
		return "false"
	case isInt:
		return "c" + v.BigValue().String() + "_" + ir.TypeString(t)
	}
	return "c" + strconv.FormatInt(v.Value, 10)
}

// materialize makes a constant of the value, or a poison value.
func materialize(b *ir.Builder, value ir.Attribute, t ir.Type) *ir.Operation {
	if ub.IsPoison(value) {
		return ub.Constant(b, value, t)
	}
	if ir.TypeOfAttr(value) != t {
		return nil
	}
	return b.Create(Constant, nil, []ir.Type{t}, ir.A("value", value))
}

// Of makes a constant at the builder's place.
func Of(b *ir.Builder, value ir.Attribute) *ir.Value {
	return b.Value(Constant, nil, []ir.Type{ir.TypeOfAttr(value)}, ir.A("value", value))
}

// Int makes the constant v of an integer type or index, or a splat of it in a shape.
func Int(b *ir.Builder, t ir.Type, v int64) *ir.Value { return Of(b, IntAttr(t, v)) }

// IntAttr returns v : t, or dense<v> : t if t has a shape.
func IntAttr(t ir.Type, v int64) ir.Attribute {
	return shaped(t, t.Context().Int(ir.ElementType(t), v))
}

// FloatAttr returns v : t, rounded, or dense<v> : t if t has a shape.
func FloatAttr(t ir.Type, v float64) ir.Attribute {
	return shaped(t, t.Context().FloatAttr(ir.ElementType(t).(*ir.FloatType), v))
}

func shaped(t ir.Type, v ir.Attribute) ir.Attribute {
	if _, ok := ir.ShapeOf(t); ok {
		return t.Context().Splat(t, v)
	}
	return v
}

// ConstInt returns the value of an integer constant, of a splat that of its elements.
func ConstInt(v *ir.Value) (int64, bool) {
	if v.Def() == nil || !v.Def().Is(Constant) {
		return 0, false
	}
	return splatInt(v.Def().Attr("value"))
}

// parseSelect takes `%c, %t, %f attr-dict : [type of %c,] type`.
func parseSelect(p ir.AsmParser, st *ir.OperationState) bool {
	span := p.Span()
	operands, ok := p.Operands()
	if !ok {
		return false
	}
	if len(operands) != 3 {
		p.Errorf(span, "expected 3 operands, but found %d", len(operands))
		return false
	}
	if !p.AttrDict(st, false) || !p.Punct(":") {
		return false
	}
	t, ok := p.Type()
	if !ok {
		return false
	}
	var cond ir.Type = p.Context().I1()
	if p.OptionalPunct(",") {
		cond = t
		if t, ok = p.Type(); !ok {
			return false
		}
	}
	st.Results = []ir.Type{t}
	return p.ResolveAll(operands, []ir.Type{cond, t, t}, span, st)
}

func printSelect(op *ir.Operation, p ir.AsmPrinter) {
	p.Str(" ")
	p.Operands(op.Operands())
	p.AttrDict(op, false)
	p.Str(" : ")
	if cond := op.Operand(0).Type(); cond != ir.Type(p.Context().I1()) {
		p.Type(cond)
		p.Str(", ")
	}
	p.Type(op.Result(0).Type())
}

func verifySelect(op *ir.Operation, r ir.Reporter) bool {
	cond, t := op.Operand(0).Type(), op.Result(0).Type()
	if want := BoolLike(t); cond != ir.Type(t.Context().I1()) && cond != want {
		return r.Errorf("expected condition type to have the same shape as the result type, expected '%s', but got '%s'",
			ir.TypeString(want), ir.TypeString(cond))
	}
	return true
}
