package interp

import (
	"fmt"
	"math"

	"tawa/dialects/tt"
	"tawa/ir"
)

// descriptor is a tensor descriptor: a tensor in memory with its bounds. Strides
// count elements, outermost first.
type descriptor struct {
	memory         *Memory
	elem           elem
	base           int64
	shape, strides []int64
	nan            bool  // what loads give outside the tensor: NaN instead of 0
	view           *view // of the slot of a ring that holds it
}

// check says which rule of the copy engine the tensor breaks.
func (d *descriptor) check() error {
	size := d.elem.bytes()
	last := len(d.shape) - 1
	if d.base%16 != 0 {
		return fmt.Errorf("a descriptor's tensor must begin at a multiple of 16 bytes")
	}
	if d.strides[last] != 1 {
		return fmt.Errorf("the innermost stride of a descriptor must be 1, not %d", d.strides[last])
	}
	for i, s := range d.strides[:last] {
		if s*size%16 != 0 || s < 0 {
			return fmt.Errorf("stride %d of a descriptor is %d bytes, not a multiple of 16", i, s*size)
		}
	}
	for i, n := range d.shape {
		if n < 0 {
			return fmt.Errorf("extent %d of a descriptor is negative: %d", i, n)
		}
	}
	return nil
}

// rows calls f for each innermost row of the block at those coordinates: first is
// its first element in the block, [lo, hi) the part of it inside the tensor and
// address the place of lo. Rows that are outside altogether are left out.
func (d *descriptor) rows(block, at []int64, f func(first, lo, hi, address int64) error) error {
	if err := d.view.check("the descriptor"); err != nil {
		return err
	}
	last := len(block) - 1
	lo, hi := max(0, -at[last]), min(block[last], d.shape[last]-at[last])
	if lo >= hi {
		return nil
	}
	size := d.elem.bytes()
	steps := strides(block)
	var walk func(dim int, first, address int64) error
	walk = func(dim int, first, address int64) error {
		if dim == last {
			return f(first, lo, hi, address+(at[last]+lo)*size)
		}
		for i := range block[dim] {
			c := at[dim] + i
			if c < 0 || c >= d.shape[dim] {
				continue
			}
			if err := walk(dim+1, first+i*steps[dim], address+c*d.strides[dim]*size); err != nil {
				return err
			}
		}
		return nil
	}
	return walk(0, 0, d.base)
}

// load reads a block.
func (d *descriptor) load(block, at []int64, out *Tensor) error {
	if d.nan && out.F != nil {
		for i := range out.F {
			out.F[i] = math.NaN()
		}
	}
	size := d.elem.bytes()
	return d.rows(block, at, func(first, lo, hi, address int64) error {
		src, err := d.memory.span(address, (hi-lo)*size, size)
		if err != nil {
			return err
		}
		if out.F != nil {
			d.elem.getFloats(out.F[first+lo:first+hi], src)
		} else {
			d.elem.getInts(out.I[first+lo:first+hi], src)
		}
		return nil
	})
}

// store writes a block.
func (d *descriptor) store(block, at []int64, t *Tensor) error {
	size := d.elem.bytes()
	return d.rows(block, at, func(first, lo, hi, address int64) error {
		dst, err := d.memory.span(address, (hi-lo)*size, size)
		if err != nil {
			return err
		}
		if t.F != nil {
			d.elem.putFloats(dst, t.F[first+lo:first+hi])
		} else {
			d.elem.putInts(dst, t.I[first+lo:first+hi])
		}
		return nil
	})
}

func descriptorOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		tt.MakeTensorDesc:    plain(compileMakeDesc),
		tt.DescriptorLoad:    plain(compileDescLoad),
		tt.DescriptorStore:   plain(compileDescStore),
		tt.DescriptorReduce:  plain(compileDescReduce),
		tt.DescriptorGather:  plain(compileDescGather),
		tt.DescriptorScatter: plain(compileDescScatter),
	}
}

func compileMakeDesc(c *compiler, op *ir.Operation) step {
	block := op.Result(0).Type().(*tt.DescType).Block
	e := c.inMemory(op, block)
	padding, _ := op.IntAttr("padding")
	return func(a *agent, in, out []Value) error {
		d := &descriptor{elem: e, nan: padding == tt.PadNaN}
		out[0] = Value{o: d}
		return d.set(a, in)
	}
}

// set makes d the descriptor of a tensor: base, shape, strides.
func (d *descriptor) set(a *agent, tensor []Value) error {
	rank := (len(tensor) - 1) / 2
	d.memory, d.base, d.shape, d.strides = a.cta.machine.memory, tensor[0].i[0], nil, nil
	for i := range rank {
		d.shape = append(d.shape, tensor[1+i].i[0])
		d.strides = append(d.strides, tensor[1+rank+i].i[0])
	}
	return d.check()
}

// compileMapAlloc makes descriptors of nothing, which nvgpu.tensormap.make overwrites.
func compileMapAlloc(c *compiler, op *ir.Operation) step {
	e := c.inMemory(op, op.Result(0).Type().(*tt.DescType).Block)
	slots, _ := op.IntAttr("slots")
	padding, _ := op.IntAttr("padding")
	return func(_ *agent, _, out []Value) error {
		maps := make([]*descriptor, slots)
		for i := range maps {
			maps[i] = &descriptor{elem: e, nan: padding == tt.PadNaN}
		}
		out[0] = Value{o: maps}
		return nil
	}
}

func compileMapSlot(*compiler, *ir.Operation) step {
	return func(_ *agent, in, out []Value) error {
		maps, i := in[0].o.([]*descriptor), in[1].i[0]
		if i < 0 || i >= int64(len(maps)) {
			return fmt.Errorf("slot %d of %d tensor maps", i, len(maps))
		}
		out[0] = Value{o: maps[i]}
		return nil
	}
}

func compileMapMake(*compiler, *ir.Operation) step {
	return func(a *agent, in, _ []Value) error { return in[0].o.(*descriptor).set(a, in[1:]) }
}

// coordinates are the integers of operands.
func coordinates(in []Value) []int64 {
	at := make([]int64, len(in))
	for i := range in {
		at[i] = in[i].i[0]
	}
	return at
}

func blockOf(desc *ir.Value) []int64 { return desc.Type().(*tt.DescType).Block.Shape }

func newTensorOf(e elem, shape []int64) *Tensor {
	if e.isFloat() {
		return newFloats(shape)
	}
	return newInts(shape)
}

func compileDescLoad(c *compiler, op *ir.Operation) step {
	e := c.inMemory(op, op.Result(0).Type())
	block, shape := blockOf(op.Operand(0)), shapeOf(op.Result(0).Type())
	return func(_ *agent, in, out []Value) error {
		t := newTensorOf(e, shape)
		out[0].t = t
		return in[0].o.(*descriptor).load(block, coordinates(in[1:]), t)
	}
}

func compileDescStore(c *compiler, op *ir.Operation) step {
	c.inMemory(op, op.Operand(1).Type())
	block := blockOf(op.Operand(0))
	return func(_ *agent, in, _ []Value) error {
		return in[0].o.(*descriptor).store(block, coordinates(in[2:]), in[1].t)
	}
}

// reductions are the kinds of tt.descriptor_reduce that have a meaning here, at their values.
var reductions = map[int64]combine{
	1: {ints: addInts, floats: func(o, v float64) float64 { return o + v }},
	2: {ints: func(o, v int64, _ elem) int64 { return min(o, v) }, floats: math.Min},
	3: {ints: func(o, v int64, _ elem) int64 { return max(o, v) }, floats: math.Max},
	6: {ints: func(o, v int64, _ elem) int64 { return o & v }},
	7: {ints: func(o, v int64, _ elem) int64 { return o | v }},
	8: {ints: func(o, v int64, _ elem) int64 { return o ^ v }},
}

func compileDescReduce(c *compiler, op *ir.Operation) step {
	e := c.inMemory(op, op.Operand(1).Type())
	block := blockOf(op.Operand(0))
	kind, _ := op.IntAttr("kind")
	f := reductions[kind]
	if !f.fits(e) {
		return c.errorf(op, "this reduction can't be interpreted on elements of type %s", e.name)
	}
	return func(_ *agent, in, _ []Value) error {
		d, t := in[0].o.(*descriptor), in[1].t
		return d.rows(block, coordinates(in[2:]), func(first, lo, hi, address int64) error {
			for k := lo; k < hi; k++ {
				var vi int64
				var vf float64
				if e.isFloat() {
					vf = t.F[first+k]
				} else {
					vi = t.I[first+k]
				}
				if _, _, err := f.update(d.memory, address+(k-lo)*e.bytes(), e, vi, vf); err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// eachRow calls f for every row of a gather or scatter, with the row's tensor coordinates.
func eachRow(rows []int64, column int64, f func(i int, at []int64) error) error {
	for i, r := range rows {
		if err := f(i, []int64{r, column}); err != nil {
			return err
		}
	}
	return nil
}

func compileDescGather(c *compiler, op *ir.Operation) step {
	e := c.inMemory(op, op.Result(0).Type())
	shape := shapeOf(op.Result(0).Type())
	row := []int64{1, shape[1]}
	return func(_ *agent, in, out []Value) error {
		t := newTensorOf(e, shape)
		out[0].t = t
		return eachRow(in[1].t.I, in[2].i[0], func(i int, at []int64) error {
			return in[0].o.(*descriptor).load(row, at, t.row(i))
		})
	}
}

func compileDescScatter(c *compiler, op *ir.Operation) step {
	c.inMemory(op, op.Operand(3).Type())
	row := []int64{1, shapeOf(op.Operand(3).Type())[1]}
	return func(_ *agent, in, _ []Value) error {
		return eachRow(in[1].t.I, in[2].i[0], func(i int, at []int64) error {
			return in[0].o.(*descriptor).store(row, at, in[3].t.row(i))
		})
	}
}

// row is row i of a matrix, sharing its elements.
func (t *Tensor) row(i int) *Tensor {
	n := t.Shape[1]
	lo, hi := int64(i)*n, int64(i+1)*n
	if t.F != nil {
		return &Tensor{Shape: []int64{1, n}, F: t.F[lo:hi]}
	}
	return &Tensor{Shape: []int64{1, n}, I: t.I[lo:hi]}
}
