package interp

import (
	"math"

	"tawa/dialects/tt"
	"tawa/ir"
)

// blockPtr points to a block of a tensor in memory; offsets tell where it begins.
type blockPtr struct {
	base                    int64
	shape, strides, offsets []int64
}

func blockPtrOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		tt.MakeTensorPtr: plain(compileMakePtr),
		tt.Advance:       plain(compileAdvance),
	}
}

func compileMakePtr(_ *compiler, op *ir.Operation) step {
	rank := len(op.NamedOperands("shape"))
	return func(_ *agent, in, out []Value) error {
		numbers := coordinates(in[1:])
		out[0] = Value{o: &blockPtr{
			base: in[0].i[0], shape: numbers[:rank], strides: numbers[rank : 2*rank], offsets: numbers[2*rank:],
		}}
		return nil
	}
}

func compileAdvance(*compiler, *ir.Operation) step {
	return func(_ *agent, in, out []Value) error {
		p := *in[0].o.(*blockPtr)
		p.offsets = append([]int64(nil), p.offsets...)
		for d, by := range coordinates(in[1:]) {
			p.offsets[d] += by
		}
		out[0] = Value{o: &p}
		return nil
	}
}

// pointers gives the address of each element of the block, and a mask of those
// inside the tensor along the dimensions that are checked.
func (p *blockPtr) pointers(block []int64, checked []int64, size int64) (addresses, mask *Tensor) {
	addresses, mask = newInts(block), newInts(block)
	check := make([]bool, len(block))
	for _, d := range checked {
		check[d] = true
	}
	at := make([]int64, len(block))
	for i := range addresses.I {
		address, inside := p.base, true
		for d, k := range at {
			k += p.offsets[d]
			address += k * p.strides[d] * size
			inside = inside && (!check[d] || k >= 0 && k < p.shape[d])
		}
		addresses.I[i], mask.I[i] = address, truth(inside)
		for d := len(at) - 1; d >= 0; d-- {
			if at[d]++; at[d] < block[d] {
				break
			}
			at[d] = 0
		}
	}
	return addresses, mask
}

// padded is what a load gives outside the tensor.
func padded(t ir.Type, e elem, op *ir.Operation) Value {
	switch padding, _ := op.IntAttr("padding"); {
	case padding == tt.PadZero:
		v := Value{}
		return Value{t: v.tensorOf(shapeOf(t), e.isFloat())}
	case padding == tt.PadNaN && e.isFloat():
		v := floatValue(math.NaN())
		return Value{t: v.tensorOf(shapeOf(t), true)}
	}
	return undefined(t, e)
}

func compileBlockLoad(c *compiler, op *ir.Operation) step {
	t := op.Result(0).Type()
	e := c.inMemory(op, t)
	rest, checked := padded(t, e, op), op.Ints("boundaryCheck")
	return func(a *agent, in, out []Value) error {
		ptr, mask := in[0].o.(*blockPtr).pointers(shapeOf(t), checked, e.bytes())
		return a.load(e, Value{t: ptr}, mask.I, rest, &out[0])
	}
}

func compileBlockStore(c *compiler, op *ir.Operation) step {
	t := op.Operand(1).Type()
	e := c.inMemory(op, t)
	checked := op.Ints("boundaryCheck")
	return func(a *agent, in, _ []Value) error {
		ptr, mask := in[0].o.(*blockPtr).pointers(shapeOf(t), checked, e.bytes())
		return a.store(e, Value{t: ptr}, in[1], mask.I)
	}
}
