package gpu

import (
	"tawa/dialects/tt"
	"tawa/ir"
)

// tensorOf returns v's type as a tensor, nil if it is none.
func tensorOf(v *ir.Value) *ir.RankedTensorType {
	t, _ := v.Type().(*ir.RankedTensorType)
	return t
}

func encodingOf(v *ir.Value) ir.Attribute {
	if t := tensorOf(v); t != nil {
		return t.Encoding
	}
	return nil
}

func withEncoding(t *ir.RankedTensorType, enc ir.Attribute) *ir.RankedTensorType {
	return t.Context().Tensor(t.Shape, t.Elem, enc)
}

// alike reports whether all tensors of op have one encoding.
func alike(op *ir.Operation) bool {
	return op.Has(ir.Elementwise) || op.Has(ir.SameOperandsAndResultEncoding) ||
		op.Is(tt.Load, tt.Store, tt.AtomicRMW, tt.AtomicCAS, tt.Broadcast, tt.Scan)
}

// changes pairs each op that changes the shape of a tensor with the one that undoes it.
var changes = map[*ir.OpName]*ir.OpName{
	tt.ExpandDims: tt.Reduce, tt.Reduce: tt.ExpandDims, tt.Trans: tt.Trans, tt.Reshape: tt.Reshape, tt.Join: tt.Split, tt.Split: tt.Join,
}

// resultEncoding is the encoding that the results of op have if operand i has enc;
// nil if none follows.
func resultEncoding(op *ir.Operation, i int, enc ir.Attribute) ir.Attribute {
	if alike(op) || op.Is(tt.Gather) && i == 1 {
		return enc
	}
	if changes[op.Name()] == nil || tensorOf(op.Result(0)) == nil {
		return nil
	}
	return after(enc, tt.Change{
		Op: op.Name(), From: tensorOf(op.Operand(i)).Shape, To: tensorOf(op.Result(0)).Shape, Axis: axisOf(op), Order: op.Ints("order"),
	})
}

// operandEncoding is the encoding that operand i of op must have if its results
// have enc; nil if any will do, or none gives that result.
func operandEncoding(op *ir.Operation, i int, enc ir.Attribute) ir.Attribute {
	if alike(op) || op.Is(tt.Gather) && i == 1 {
		return enc
	}
	undo := changes[op.Name()]
	if undo == nil {
		return nil
	}
	order := op.Ints("order")
	inverse := make([]int64, len(order))
	for to, from := range order {
		inverse[from] = int64(to)
	}
	return after(enc, tt.Change{
		Op: undo, From: tensorOf(op.Result(0)).Shape, To: tensorOf(op.Operand(i)).Shape, Axis: axisOf(op), Order: inverse,
	})
}

func after(enc ir.Attribute, c tt.Change) ir.Attribute {
	if l, ok := enc.(tt.Layout); ok {
		if a, err := l.After(c); err == nil {
			return a
		}
	}
	return nil
}

func axisOf(op *ir.Operation) int {
	n, _ := op.IntAttr("axis")
	return int(n)
}

// maskOf returns the mask of a load, store or atomic access, or nil.
func maskOf(op *ir.Operation) *ir.Value {
	if op.Is(tt.AtomicCAS) {
		return nil
	}
	if m := op.NamedOperands("mask"); len(m) > 0 {
		return m[0]
	}
	return nil
}

// tensorAccess reports whether op reads or writes memory through a tensor of pointers.
func tensorAccess(op *ir.Operation) bool {
	return op.Is(tt.Load, tt.Store, tt.AtomicRMW, tt.AtomicCAS) && tensorOf(op.Operand(0)) != nil
}

// identityOrder lists the dimensions from the last, which is the fastest, to the first.
func identityOrder(rank int) []int {
	order := make([]int, rank)
	for i := range order {
		order[i] = rank - 1 - i
	}
	return order
}
