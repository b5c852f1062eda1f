package tt

import (
	"fmt"
	"slices"

	"tawa/ir"
)

// inference gives the result types of an op to be made, or why it has none.
type inference func(st *ir.OperationState) ([]ir.Type, error)

func (f inference) types(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
	ts, err := f(st)
	return ts, err == nil
}

// verify checks the result types of op against f, encodings by what they mean.
func (f inference) verify(op *ir.Operation, r ir.Reporter) bool {
	want, err := f(stateOf(op))
	if err != nil {
		return r.Errorf("%s", err)
	}
	for i, res := range op.Results() {
		if !sameTensor(want[i], res.Type()) {
			return r.Errorf("result #%d must be '%s', but is '%s'", i, ir.TypeString(want[i]), ir.TypeString(res.Type()))
		}
	}
	return true
}

func sameTensor(want, got ir.Type) bool {
	if want == got {
		return true
	}
	a, b := TensorOf(want), TensorOf(got)
	return a != nil && b != nil && a.Elem == b.Elem && slices.Equal(a.Shape, b.Shape) && sameEncoding(a.Shape, a.Encoding, b.Encoding)
}

func stateOf(op *ir.Operation) *ir.OperationState {
	return &ir.OperationState{Name: op.Name(), Operands: op.Operands(), Attrs: op.Inherent()}
}

// typeOfOperand infers one result from operand i.
func typeOfOperand(i int, f func(ir.Type) ir.Type) func(*ir.Context, *ir.OperationState) ([]ir.Type, bool) {
	return func(_ *ir.Context, st *ir.OperationState) ([]ir.Type, bool) {
		if i >= len(st.Operands) {
			return nil, false
		}
		t := f(st.Operands[i].Type())
		return []ir.Type{t}, t != nil
	}
}

func sameAs(t ir.Type) ir.Type { return t }
func boolOf(t ir.Type) ir.Type { return ir.WithElement(t, t.Context().I1()) }

func source(st *ir.OperationState) (*ir.RankedTensorType, error) {
	if len(st.Operands) == 0 || TensorOf(st.Operands[0].Type()) == nil {
		return nil, fmt.Errorf("requires a tensor as its first operand")
	}
	return TensorOf(st.Operands[0].Type()), nil
}

// axisIn returns the attribute axis, which must be in [0, rank).
func axisIn(st *ir.OperationState, rank int) (int, error) {
	a, ok := st.Attr("axis").(*ir.IntegerAttr)
	switch {
	case !ok:
		return 0, fmt.Errorf("requires attribute 'axis'")
	case a.Value < 0 || a.Value >= int64(rank):
		return 0, fmt.Errorf("axis %d is outside of [0, %d)", a.Value, rank)
	}
	return int(a.Value), nil
}

// oneType is the type of src after a change, of which the shape before is filled in.
func oneType(src *ir.RankedTensorType, c Change) ([]ir.Type, error) {
	c.From = src.Shape
	t, err := c.changed(src)
	if err != nil {
		return nil, err
	}
	return []ir.Type{t}, nil
}

func inferExpandDims(st *ir.OperationState) ([]ir.Type, error) {
	src, err := source(st)
	if err != nil {
		return nil, err
	}
	axis, err := axisIn(st, len(src.Shape)+1)
	if err != nil {
		return nil, err
	}
	return oneType(src, Change{Op: ExpandDims, To: slices.Insert(slices.Clone(src.Shape), axis, 1), Axis: axis})
}

func inferTrans(st *ir.OperationState) ([]ir.Type, error) {
	src, err := source(st)
	if err != nil {
		return nil, err
	}
	order, ok := st.Attr("order").(*ir.DenseArrayAttr)
	if !ok || !IsPermutation(order.Values, len(src.Shape)) {
		return nil, fmt.Errorf("order must be a permutation of the %d dimensions", len(src.Shape))
	}
	shape := make([]int64, len(src.Shape))
	for i, from := range order.Values {
		shape[i] = src.Shape[from]
	}
	return oneType(src, Change{Op: Trans, To: shape, Order: order.Values})
}

// IsPermutation reports whether order holds each of 0 … rank-1 once.
func IsPermutation(order []int64, rank int) bool {
	sorted := slices.Sorted(slices.Values(order))
	for i, v := range sorted {
		if v != int64(i) {
			return false
		}
	}
	return len(order) == rank
}

func inferJoin(st *ir.OperationState) ([]ir.Type, error) {
	src, err := source(st)
	if err != nil {
		return nil, err
	}
	return oneType(src, Change{Op: Join, To: append(slices.Clone(src.Shape), 2)})
}

func inferSplit(st *ir.OperationState) ([]ir.Type, error) {
	src, err := source(st)
	if err != nil {
		return nil, err
	}
	n := len(src.Shape) - 1
	if n < 0 || src.Shape[n] != 2 {
		return nil, fmt.Errorf("requires a last dimension of size 2")
	}
	half, err := oneType(src, Change{Op: Split, To: slices.Clone(src.Shape[:n])})
	return append(half, half...), err
}

func inferReduce(st *ir.OperationState) ([]ir.Type, error) {
	var out []ir.Type
	for _, v := range st.Operands {
		src := TensorOf(v.Type())
		if src == nil {
			return nil, fmt.Errorf("requires tensors as operands")
		}
		axis, err := axisIn(st, len(src.Shape))
		if err != nil {
			return nil, err
		}
		if len(src.Shape) == 1 {
			out = append(out, src.Elem)
			continue
		}
		t, err := oneType(src, Change{Op: Reduce, To: slices.Delete(slices.Clone(src.Shape), axis, axis+1), Axis: axis})
		if err != nil {
			return nil, err
		}
		out = append(out, t...)
	}
	return out, nil
}

func inferScan(st *ir.OperationState) ([]ir.Type, error) {
	var out []ir.Type
	for _, v := range st.Operands {
		if src := TensorOf(v.Type()); src != nil {
			if _, err := axisIn(st, len(src.Shape)); err != nil {
				return nil, err
			}
		}
		out = append(out, v.Type())
	}
	return out, nil
}

func inferGather(st *ir.OperationState) ([]ir.Type, error) {
	src, err := source(st)
	if err != nil {
		return nil, err
	}
	axis, err := axisIn(st, len(src.Shape))
	if err != nil {
		return nil, err
	}
	idx := TensorOf(st.Operands[1].Type())
	if idx == nil || len(idx.Shape) != len(src.Shape) {
		return nil, fmt.Errorf("indices must have the rank of the source")
	}
	for d := range idx.Shape {
		if d != axis && idx.Shape[d] != src.Shape[d] {
			return nil, fmt.Errorf("indices must have the extents of the source except along axis %d", axis)
		}
	}
	return []ir.Type{src.Context().Tensor(idx.Shape, src.Elem, idx.Encoding)}, nil
}

func inferMakeRange(st *ir.OperationState) ([]ir.Type, error) {
	start, ok1 := st.Attr("start").(*ir.IntegerAttr)
	end, ok2 := st.Attr("end").(*ir.IntegerAttr)
	if !ok1 || !ok2 {
		return nil, fmt.Errorf("requires attributes 'start' and 'end'")
	}
	c := start.Context()
	return []ir.Type{c.Tensor([]int64{end.Value - start.Value}, c.I32(), nil)}, nil
}
