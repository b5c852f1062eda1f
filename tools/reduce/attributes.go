package reduce

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/dialects/ub"
	"tawa/ir"
)

const functionType = "function_type"

func signature(op *ir.Operation) *ir.FunctionType {
	a, ok := op.Attr(functionType).(*ir.TypeAttr)
	if !ok || !op.Has(ir.FunctionLike) {
		return nil
	}
	t, _ := a.Type.(*ir.FunctionType)
	return t
}

func arguments(op *ir.Operation) int {
	if t := signature(op); t != nil {
		return len(t.Inputs)
	}
	return 0
}

func returns(op *ir.Operation) int {
	if t := signature(op); t != nil {
		return len(t.Results)
	}
	return 0
}

// dropArgument takes an argument from a function that does not use it. Calls of the function are what verification finds.
func dropArgument(op *ir.Operation, way int) bool {
	t := signature(op)
	if way >= len(t.Inputs) {
		return false
	}
	if entry := op.Region(0).First(); entry != nil {
		if !entry.Arg(way).Unused() {
			return false
		}
		entry.EraseArg(way)
	}
	inputs := slices.Delete(slices.Clone(t.Inputs), way, way+1)
	op.SetAttr(functionType, op.Context().TypeAttr(op.Context().Function(inputs, t.Results)))
	dropElement(op, "arg_attrs", way)
	return true
}

// dropReturn takes a result from a function.
func dropReturn(op *ir.Operation, way int) bool {
	t := signature(op)
	if way >= len(t.Results) {
		return false
	}
	for b := range op.Region(0).Blocks() {
		if last := b.Terminator(); last != nil && len(last.Successors()) == 0 && last.NumOperands() == len(t.Results) {
			builtin.EraseOperand(last, way)
		}
	}
	results := slices.Delete(slices.Clone(t.Results), way, way+1)
	op.SetAttr(functionType, op.Context().TypeAttr(op.Context().Function(t.Inputs, results)))
	dropElement(op, "res_attrs", way)
	return true
}

// dropElement takes an element from an array attribute that may be absent.
func dropElement(op *ir.Operation, name string, i int) {
	if list, ok := op.Attr(name).(*ir.ArrayAttr); ok && i < len(list.Values) {
		op.SetAttr(name, op.Context().Array(slices.Delete(slices.Clone(list.Values), i, i+1)...))
	}
}

// attribute returns the one that a way means.
func attribute(op *ir.Operation, way int) (ir.NamedAttr, bool) {
	list := append(slices.Clone(op.Discardable()), op.Inherent()...)
	if way >= len(list) {
		return ir.NamedAttr{}, false
	}
	return list[way], list[way].Value != nil
}

// dropAttribute takes an attribute away; if the op needs it, verification finds out.
func dropAttribute(op *ir.Operation, way int) bool {
	a, ok := attribute(op, way)
	if ok {
		op.SetAttr(a.Name, nil)
	}
	return ok
}

// simplifyAttribute makes an attribute zero or empty.
func simplifyAttribute(op *ir.Operation, way int) bool {
	a, ok := attribute(op, way)
	if !ok {
		return false
	}
	simple := simplified(op.Context(), a.Value)
	if simple == nil || simple == a.Value {
		return false
	}
	op.SetAttr(a.Name, simple)
	return true
}

func simplified(c *ir.Context, a ir.Attribute) ir.Attribute {
	switch a := a.(type) {
	case *ir.IntegerAttr, *ir.FloatAttr, *ir.DenseElementsAttr:
		return zero(c, ir.TypeOfAttr(a))
	case *ir.ArrayAttr:
		return c.Array()
	case *ir.DictAttr:
		return c.Dict()
	}
	return nil
}

// zero is the attribute of zeros of a type, nil if there is none.
func zero(c *ir.Context, t ir.Type) ir.Attribute {
	switch t := t.(type) {
	case *ir.IntegerType, *ir.IndexType:
		return c.Int(t, 0)
	case *ir.FloatType:
		return c.FloatBits(t, 0)
	case *ir.RankedTensorType, *ir.VectorType:
		if e := zero(c, ir.ElementType(t)); e != nil {
			return c.Splat(t, e)
		}
	}
	return nil
}

// constant makes a zero of the type, or, where the dialects have none, a poison value; nil if there is neither.
func constant(b *ir.Builder, t ir.Type) *ir.Value {
	registry := b.Context().Registry
	if value := zero(b.Context(), t); value != nil {
		for _, d := range registry.Dialects() {
			if d.Constant == nil {
				continue
			}
			if op := d.Constant(b, value, t); op != nil {
				return op.Result(0)
			}
		}
	}
	if registry.Row(ub.PoisonOp) == nil {
		return nil
	}
	return ub.Constant(b, ub.Poison(b.Context()), t).Result(0)
}
