package interp

import (
	"errors"
	"fmt"

	"tawa/dialects/nvgpu"
	"tawa/ir"
)

// mbarrier counts arrivals and bytes: a phase completes when no arrival and no
// byte is missing.
type mbarrier struct {
	name    string
	count   int64 // arrivals of a phase
	missing int64 // in this phase
	bytes   int64 // expected and not landed; less than zero if they landed first
	phase   int64 // completed phases
}

var errNoBarrier = errors.New("the mbarrier is not initialized")

func (b *mbarrier) settle() {
	if b.missing == 0 && b.bytes == 0 {
		b.phase++
		b.missing = b.count
	}
}

func (b *mbarrier) arrive(n, bytes int64) error {
	if n > b.missing {
		return fmt.Errorf("%d arrivals on %s, but its phase %d misses only %d of %d", n, b.name, b.phase, b.missing, b.count)
	}
	b.missing -= n
	b.bytes += bytes
	b.settle()
	return nil
}

// passed says whether the phase of that parity is complete: the running one has the other parity.
func (b *mbarrier) passed(parity int64) bool { return b.phase&1 != parity&1 }

func (b *mbarrier) String() string {
	return fmt.Sprintf("%s is in phase %d and misses %d of %d arrivals and %d bytes", b.name, b.phase, b.missing, b.count, b.bytes)
}

// barrier is the mbarrier that a view of one shows.
func (v *Value) barrier() (*mbarrier, error) {
	m := v.o.(*memdesc)
	if b := m.buf.bars[m.offset]; b != nil {
		return b, nil
	}
	return nil, errNoBarrier
}

func barrierOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		nvgpu.MBarrierInit:     plain(compileInit),
		nvgpu.MBarrierInval:    plain(compileInval),
		nvgpu.MBarrierWait:     plain(compileBarrierWait),
		nvgpu.MBarrierExpect:   plain(compileExpect),
		nvgpu.MBarrierArrive:   plain(compileArrive),
		nvgpu.FenceBarrierInit: plain(nothing),
		nvgpu.FenceAsyncShared: plain(compileFence),
		nvgpu.Barrier:          plain(nothing),
	}
}

func compileInit(_ *compiler, op *ir.Operation) step {
	count, _ := op.IntAttr("count")
	name := nameOf(op.Operand(0))
	return func(_ *agent, in, _ []Value) error {
		m := in[0].o.(*memdesc)
		for i, at := range m.places() {
			if m.buf.bars[at] != nil {
				return fmt.Errorf("barrier %d of %s is initialized a second time", i, name)
			}
			m.buf.bars[at] = &mbarrier{name: fmt.Sprintf("barrier %s[%d]", name, i), count: count, missing: count}
		}
		return nil
	}
}

// compileInval ends the life of mbarriers, so that others may be made in their place.
func compileInval(*compiler, *ir.Operation) step {
	return func(_ *agent, in, _ []Value) error {
		m := in[0].o.(*memdesc)
		for _, at := range m.places() {
			b := m.buf.bars[at]
			switch {
			case b == nil:
				return errNoBarrier
			case b.missing != b.count || b.bytes != 0:
				return fmt.Errorf("the barrier is invalidated in use: %s", b)
			}
			m.buf.bars[at] = nil
		}
		return nil
	}
}

func compileFence(*compiler, *ir.Operation) step {
	return func(a *agent, _, _ []Value) error {
		a.unfenced = nil
		return nil
	}
}

func compileBarrierWait(_ *compiler, op *ir.Operation) step {
	return func(a *agent, in, _ []Value) error {
		b, err := in[0].barrier()
		if err != nil {
			return err
		}
		parity := in[1].i[0]
		return a.await(&wait{
			op:    op,
			ready: func() bool { return b.passed(parity) },
			what:  func() string { return fmt.Sprintf("'%s' for parity %d: %s", op.Name(), parity&1, b) },
		})
	}
}

func compileExpect(_ *compiler, op *ir.Operation) step {
	bytes, _ := op.IntAttr("bytes")
	return func(a *agent, in, _ []Value) error {
		b, err := in[0].barrier()
		if err != nil {
			return err
		}
		return b.arrive(1, bytes)
	}
}

func compileArrive(_ *compiler, op *ir.Operation) step {
	scope, _ := op.IntAttr("scope")
	return func(a *agent, in, _ []Value) error {
		if len(in) > 1 && in[1].i[0] == 0 {
			return nil
		}
		b, err := in[0].barrier()
		if err != nil {
			return err
		}
		if err := a.pause(op); err != nil {
			return err
		}
		n := a.warps
		switch scope {
		case nvgpu.PerWarpGroup:
			n = a.warps / 4
		case nvgpu.PerThread:
			n = a.warps * 32
		}
		return b.arrive(n, 0)
	}
}
