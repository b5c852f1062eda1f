package interp

import (
	"fmt"
	"slices"

	"tawa/dialects/nvgpu"
	"tawa/ir"
)

// copying is a bulk copy that was begun. It writes when it lands, at any moment up
// to the wait that covers it.
type copying struct {
	agent *agent
	op    *ir.Operation
	move  func()
}

func (k *copying) land() {
	c := k.agent.cta
	if i := slices.Index(c.copies, k); i >= 0 {
		c.copies = slices.Delete(c.copies, i, i+1)
		k.move()
	}
}

func (a *agent) begin(op *ir.Operation, move func()) *copying {
	k := &copying{a, op, move}
	a.cta.copies = append(a.cta.copies, k)
	return k
}

// beginStore begins a copy from shared memory, which store_wait waits for.
func (a *agent) beginStore(op *ir.Operation, move func()) {
	a.stores = append(a.stores, a.begin(op, move))
}

func copyOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		nvgpu.TMALoad:      plain(compileTMALoad),
		nvgpu.TMAStore:     plain(compileTMAStore),
		nvgpu.TMAStoreTile: plain(compileStoreTile),
		nvgpu.TMAStoreWait: plain(compileStoreWait),

		nvgpu.TensorMapAlloc:   plain(compileMapAlloc),
		nvgpu.TensorMapSlot:    plain(compileMapSlot),
		nvgpu.TensorMapMake:    plain(compileMapMake),
		nvgpu.TensorMapRelease: plain(nothing),
		nvgpu.TensorMapAcquire: plain(nothing),
	}
}

// compileTMALoad reads global memory at once, so that a mistake has the op's
// location, and writes shared memory when it lands.
func compileTMALoad(c *compiler, op *ir.Operation) step {
	t, _ := memdescType(op.Operand(op.NumOperands() - 2).Type())
	e := c.inMemory(op, t.Elem)
	bytes := ir.NumElements(t.Shape) * e.bytes()
	return func(a *agent, in, _ []Value) error {
		n := len(in)
		b, err := in[n-1].barrier()
		if err != nil {
			return err
		}
		d, dst := in[0].o.(*descriptor), in[n-2].o.(*memdesc)
		v := newTensorOf(e, t.Shape)
		at := coordinates(in[1 : n-2])
		if len(at) != len(t.Shape) {
			return fmt.Errorf("%d coordinates for a buffer of rank %d", len(at), len(t.Shape))
		}
		if err := d.load(t.Shape, at, v); err != nil {
			return err
		}
		a.begin(op, func() {
			dst.store(v)
			b.bytes -= bytes
			b.settle()
		})
		return nil
	}
}

// compileTMAStore reads shared memory when it lands; its bounds are checked by storing what is there now.
func compileTMAStore(c *compiler, op *ir.Operation) step {
	t, _ := memdescType(op.Operand(op.NumOperands() - 1).Type())
	c.inMemory(op, t.Elem)
	return func(a *agent, in, _ []Value) error {
		n := len(in)
		d, src, at := in[0].o.(*descriptor), in[n-1].o.(*memdesc), coordinates(in[1:n-1])
		if err := src.readable(a.cta); err != nil {
			return err
		}
		if err := d.store(t.Shape, at, src.load()); err != nil {
			return err
		}
		a.stores = append(a.stores, a.begin(op, func() { _ = d.store(t.Shape, at, src.load()) }))
		return nil
	}
}

// compileStoreTile stores at once; what lay in the staging buffer is lost, and
// copies from it may be under way until a store_wait.
func compileStoreTile(c *compiler, op *ir.Operation) step {
	t := op.Operand(op.NumOperands() - 2).Type()
	c.inMemory(op, t)
	return func(a *agent, in, _ []Value) error {
		n := len(in)
		staging := in[n-1].o.(*memdesc)
		staging.clobber(staging.places())
		a.beginStore(op, func() {})
		return in[0].o.(*descriptor).store(shapeOf(t), coordinates(in[1:n-2]), in[n-2].t)
	}
}

func compileStoreWait(_ *compiler, op *ir.Operation) step {
	pendings, _ := op.IntAttr("pendings")
	return func(a *agent, _, _ []Value) error {
		for int64(len(a.stores)) > pendings {
			a.stores[0].land()
			a.stores = a.stores[1:]
		}
		return nil
	}
}
