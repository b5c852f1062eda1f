package cost

import (
	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/dialects/math"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/ir"
)

// effort is what an op costs for each element: instructions of any kind, and of the special
// function units.
type effort struct{ plain, special float64 }

// efforts is the table of tensor ops. Of those that are not in it, elementwise ones take one
// instruction, and others, which only rename elements, none.
var efforts = map[*ir.OpName]effort{
	arith.DivF:    {8, 1}, // a reciprocal, refined
	arith.RemF:    {16, 1},
	arith.DivSI:   {20, 1},
	arith.DivUI:   {20, 1},
	arith.RemSI:   {20, 1},
	arith.RemUI:   {20, 1},
	arith.TruncF:  {0.5, 0}, // two at a time
	arith.ExtF:    {0.5, 0},
	tt.FpToFp:     {0.5, 0},
	math.Exp2:     {1, 1},
	math.Exp:      {2, 1},
	math.Log2:     {2, 1},
	math.Log:      {3, 1},
	math.Sqrt:     {4, 1},
	math.Rsqrt:    {2, 1},
	math.Sin:      {4, 1},
	math.Cos:      {4, 1},
	math.Tanh:     {2, 1},
	math.Erf:      {16, 1},
	arith.Select:  {1, 0},
	tt.Reduce:     {1, 0}, // of its operands' elements
	arith.Bitcast: {0, 0},
}

// clocks is what CUDA cores work for an op on tensors, of which elements are this role's.
func (m *Machine) clocks(op *ir.Operation, share float64) float64 {
	if op.NumResults() == 0 || !ir.IsTensor(op.Result(0).Type()) || op.Is(aref.Get) || op.Has(ir.ConstantLike) {
		return 0
	}
	elements := elementsOf(op.Result(0))
	e, known := efforts[op.Name()]
	switch {
	case op.Is(tt.Reduce):
		elements = elementsOf(op.Operand(0))
	case op.Attr(nvgpu.SkipOnes) != nil, !known && !op.Has(ir.Elementwise), fused(op):
		return 0
	case !known:
		e = effort{1, 0}
	}
	return elements / share * (e.plain/m.Lanes + e.special/m.Special) / m.VectorEfficiency
}

// fused reports whether a product is part of the sum that uses it.
func fused(op *ir.Operation) bool {
	if !op.Is(arith.MulF) || !op.Result(0).OneUse() {
		return false
	}
	for user := range op.Result(0).Users() {
		return user.Is(arith.AddF, arith.SubF)
	}
	return false
}

func elementsOf(v *ir.Value) float64 {
	shape, _ := ir.ShapeOf(v.Type())
	return float64(ir.NumElements(shape))
}

func bytesOf(v *ir.Value) float64 {
	return elementsOf(v) * float64(max(ir.BitWidth(ir.ElementType(v.Type())), 8)) / 8
}

// dot is what tensor cores do for a dot of one consumer.
type dot struct {
	instructions float64
	clocks       float64 // of one
	reload       float64 // clocks before the first
}

// dotOf counts the m64nNkK instructions of a dot, K being 32 bytes; each takes as long as its
// multiplications or as the reading of its operands from shared memory.
func (m *Machine) dotOf(a, b *ir.Value, inRegisters bool, consumers float64) dot {
	ta, tb := a.Type().(*ir.RankedTensorType), b.Type().(*ir.RankedTensorType)
	bits := float64(ir.BitWidth(ta.Elem))
	rows, k, n := float64(ta.Shape[0])/consumers, float64(ta.Shape[1]), float64(tb.Shape[1])
	step := 256 / bits
	wide := min(n, 256)
	arithmetic := 2 * 64 * wide * step / (m.TensorFLOP * 16 / bits)
	read := wide * 32
	if !inRegisters {
		read += 64 * 32
	}
	return dot{
		instructions: max(1, rows/64) * max(1, k/step) * max(1, n/wide),
		clocks:       max(arithmetic, read/m.SharedBytes) / m.TensorEfficiency,
	}
}
