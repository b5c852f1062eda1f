package interp

import (
	"fmt"
	"math"

	"tawa/dialects/tt"
	"tawa/ir"
)

func memoryOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		tt.AddPtr:    plain(compileAddPtr),
		tt.Load:      plain(compileLoad),
		tt.Store:     plain(compileStore),
		tt.AtomicRMW: plain(compileAtomicRMW),
		tt.AtomicCAS: plain(compileAtomicCAS),
	}
}

func compileAddPtr(c *compiler, op *ir.Operation) step {
	size := c.inMemory(op, tt.Pointee(op.Operand(0).Type())).bytes()
	types := []elem{{width: 64}, {width: 64}}
	return func(_ *agent, in, out []Value) error {
		like := lanes(in, types)
		dst, ptr, off := out[0].setInts(like), in[0].ints(), in[1].ints()
		for i := range dst {
			dst[i] = ptr[i] + off[i]*size
		}
		return nil
	}
}

func compileLoad(c *compiler, op *ir.Operation) step {
	if tt.IsBlockPtr(op.Operand(0).Type()) {
		return compileBlockLoad(c, op)
	}
	t := op.Result(0).Type()
	e := c.inMemory(op, t)
	mask, other := -1, -1
	if len(op.NamedOperands("mask")) > 0 {
		mask = 1
	}
	if len(op.NamedOperands("other")) > 0 {
		other = op.NumOperands() - 1
	}
	missing := undefined(t, e)
	return func(a *agent, in, out []Value) error {
		rest, on := missing, []int64(nil)
		if other >= 0 {
			rest = in[other]
		}
		if mask >= 0 {
			on = in[mask].ints()
		}
		return a.load(e, in[0], on, rest, &out[0])
	}
}

func (a *agent) load(e elem, ptr Value, mask []int64, rest Value, out *Value) error {
	m := a.cta.machine.memory
	size := e.bytes()
	var floats, restFloats []float64
	var ints, restInts []int64
	if e.isFloat() {
		floats, restFloats = out.setFloats(ptr.t), rest.floats()
	} else {
		ints, restInts = out.setInts(ptr.t), rest.ints()
	}
	for i, p := range ptr.ints() {
		off := mask != nil && mask[i] == 0
		var src []byte
		if !off {
			var err error
			if src, err = m.bytes(p, size); err != nil {
				return element(ptr, i, err)
			}
		}
		switch {
		case off && e.isFloat():
			floats[i] = restFloats[i]
		case off:
			ints[i] = restInts[i]
		case e.isFloat():
			e.getFloats(floats[i:i+1], src)
		default:
			e.getInts(ints[i:i+1], src)
		}
	}
	return nil
}

// element adds the place in the tensor to an error.
func element(ptr Value, i int, err error) error {
	if ptr.t == nil {
		return err
	}
	at := make([]int64, len(ptr.t.Shape))
	for d := len(at) - 1; d >= 0; d-- {
		at[d] = int64(i) % ptr.t.Shape[d]
		i /= int(ptr.t.Shape[d])
	}
	return fmt.Errorf("element %v: %w", at, err)
}

func compileStore(c *compiler, op *ir.Operation) step {
	if tt.IsBlockPtr(op.Operand(0).Type()) {
		return compileBlockStore(c, op)
	}
	e := c.inMemory(op, op.Operand(1).Type())
	return func(a *agent, in, _ []Value) error {
		var mask []int64
		if len(in) > 2 {
			mask = in[2].ints()
		}
		return a.store(e, in[0], in[1], mask)
	}
}

func (a *agent) store(e elem, ptr, v Value, mask []int64) error {
	m := a.cta.machine.memory
	size := e.bytes()
	for i, p := range ptr.ints() {
		if mask != nil && mask[i] == 0 {
			continue
		}
		dst, err := m.bytes(p, size)
		if err != nil {
			return element(ptr, i, err)
		}
		if e.isFloat() {
			e.putFloats(dst, v.floats()[i:i+1])
		} else {
			e.putInts(dst, v.ints()[i:i+1])
		}
	}
	return nil
}

// combine is what atomics and reductions of descriptors do to an element.
type combine struct {
	ints   func(old, v int64, e elem) int64
	floats func(old, v float64) float64
}

func addInts(old, v int64, _ elem) int64 { return old + v }

// atomics are the operations of tt.atomic_rmw.
var atomics = map[int64]combine{
	tt.RMWAnd:  {ints: func(o, v int64, _ elem) int64 { return o & v }},
	tt.RMWOr:   {ints: func(o, v int64, _ elem) int64 { return o | v }},
	tt.RMWXor:  {ints: func(o, v int64, _ elem) int64 { return o ^ v }},
	tt.RMWAdd:  {ints: addInts},
	tt.RMWFAdd: {floats: func(o, v float64) float64 { return o + v }},
	tt.RMWMax:  {ints: func(o, v int64, _ elem) int64 { return max(o, v) }, floats: math.Max},
	tt.RMWMin:  {ints: func(o, v int64, _ elem) int64 { return min(o, v) }, floats: math.Min},
	tt.RMWUMax: {ints: func(o, v int64, e elem) int64 { return int64(max(e.unsigned(o), e.unsigned(v))) }},
	tt.RMWUMin: {ints: func(o, v int64, e elem) int64 { return int64(min(e.unsigned(o), e.unsigned(v))) }},
	tt.RMWExch: {ints: func(_, v int64, _ elem) int64 { return v }, floats: func(_, v float64) float64 { return v }},
}

// update replaces an element in memory and returns what was there.
func (f combine) update(m *Memory, address int64, e elem, vi int64, vf float64) (oldInt int64, oldFloat float64, err error) {
	at, err := m.bytes(address, e.bytes())
	if err != nil {
		return 0, 0, err
	}
	var i [1]int64
	var x [1]float64
	if e.isFloat() {
		e.getFloats(x[:], at)
		e.putFloats(at, []float64{e.round(f.floats(x[0], vf))})
	} else {
		e.getInts(i[:], at)
		e.putInts(at, []int64{f.ints(i[0], vi, e)})
	}
	return i[0], x[0], nil
}

func (f combine) fits(e elem) bool {
	return e.isFloat() && f.floats != nil || !e.isFloat() && f.ints != nil
}

func compileAtomicRMW(c *compiler, op *ir.Operation) step {
	e := c.inMemory(op, op.Result(0).Type())
	kind, _ := op.IntAttr("atomic_rmw_op")
	f := atomics[kind]
	if !f.fits(e) {
		return c.errorf(op, "this atomic operation can't be interpreted on elements of type %s", e.name)
	}
	return func(a *agent, in, out []Value) error {
		oldInts, oldFloats := out[0].setInts(nil), out[0].setFloats(nil)
		if e.isFloat() {
			oldFloats = out[0].setFloats(in[0].t)
		} else {
			oldInts = out[0].setInts(in[0].t)
		}
		for i, p := range in[0].ints() {
			if len(in) > 2 && in[2].ints()[i] == 0 {
				continue
			}
			var vi int64
			var vf float64
			if e.isFloat() {
				vf = in[1].floats()[i]
			} else {
				vi = in[1].ints()[i]
			}
			oi, of, err := f.update(a.cta.machine.memory, p, e, vi, vf)
			if err != nil {
				return element(in[0], i, err)
			}
			if e.isFloat() {
				oldFloats[i] = of
			} else {
				oldInts[i] = oi
			}
		}
		return nil
	}
}

func compileAtomicCAS(c *compiler, op *ir.Operation) step {
	e := c.inMemory(op, op.Result(0).Type())
	if e.isFloat() {
		return c.errorf(op, "a compare-and-swap of floats can't be interpreted")
	}
	return func(a *agent, in, out []Value) error {
		old := out[0].setInts(in[0].t)
		for i, p := range in[0].ints() {
			swap := combine{ints: func(o, v int64, _ elem) int64 {
				if o == in[1].ints()[i] {
					return v
				}
				return o
			}}
			var err error
			if old[i], _, err = swap.update(a.cta.machine.memory, p, e, in[2].ints()[i], 0); err != nil {
				return element(in[0], i, err)
			}
		}
		return nil
	}
}
