package interp

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"tawa/dialects/ttg"
	"tawa/ir"
)

// shared is a buffer in shared memory: elements in logical order, encodings do not
// matter here. Buffers of mbarriers hold barriers instead. Buffers that were given
// places share bytes: writing one makes what it overlaps undefined in the others.
type shared struct {
	cta    *cta
	elem   elem
	data   *Tensor
	bars   []*mbarrier
	op     *ir.Operation // the allocation
	offset int64         // in bytes, -1 if it has no place
}

// memdesc is a view of a buffer.
type memdesc struct {
	buf            *shared
	shape, strides []int64
	offset         int64
}

func memdescType(t ir.Type) (*ttg.MemDescType, bool) {
	m, ok := t.(*ttg.MemDescType)
	return m, ok
}

// newShared makes a buffer whose elements are not defined yet.
func newShared(e elem, shape []int64) *memdesc {
	n := ir.NumElements(shape)
	t := newTensorOf(e, []int64{n})
	for i := range t.F {
		t.F[i] = math.NaN()
	}
	return &memdesc{buf: &shared{elem: e, data: t, bars: make([]*mbarrier, n), offset: -1}, shape: shape, strides: strides(shape)}
}

func (m *memdesc) places() []int32 { return gatherIndex(m.shape, m.strides, m.offset) }

// load copies what the view shows now.
func (m *memdesc) load() *Tensor { return m.buf.data.pick(m.shape, m.places()) }

// store overwrites what the view shows.
func (m *memdesc) store(t *Tensor) {
	places := m.places()
	for i, at := range places {
		if t.F != nil {
			m.buf.data.F[at] = t.F[i]
		} else {
			m.buf.data.I[at] = t.I[i]
		}
	}
	m.clobber(places)
}

// clobber makes undefined what other buffers have in the bytes of these places; a
// part of a buffer that is written lies in one piece, whatever the encoding.
func (m *memdesc) clobber(places []int32) {
	b := m.buf
	if b.offset < 0 || len(places) == 0 {
		return
	}
	size := b.elem.bytes()
	lo := b.offset + int64(slices.Min(places))*size
	hi := b.offset + int64(slices.Max(places)+1)*size
	for _, other := range b.cta.buffers {
		if other != b {
			other.undefine(lo-other.offset, hi-other.offset)
		}
	}
}

// written is a part of a buffer that threads have written and not yet fenced, so
// that asynchronous reads (copies, dots) may not see it.
type written struct {
	buf    *shared
	lo, hi int32 // elements
	op     *ir.Operation
}

// storeByThreads is store by ordinary instructions of an agent.
func (m *memdesc) storeByThreads(a *agent, op *ir.Operation, t *Tensor) {
	m.store(t)
	if places := m.places(); len(places) > 0 {
		a.unfenced = append(a.unfenced, written{m.buf, slices.Min(places), slices.Max(places), op})
	}
}

// readable says whether an asynchronous read of the view sees what threads have written.
func (m *memdesc) readable(c *cta) error {
	places := m.places()
	if len(places) == 0 {
		return nil
	}
	lo, hi := slices.Min(places), slices.Max(places)
	for _, a := range c.agents {
		for _, w := range a.unfenced {
			if w.buf == m.buf && w.lo <= hi && lo <= w.hi {
				f := &fault{message: "this reads shared memory that was written without a fence.async_shared after it"}
				return f.note(w.op, "written here")
			}
		}
	}
	return nil
}

// undefine forgets the elements in bytes [lo, hi).
func (b *shared) undefine(lo, hi int64) {
	size := b.elem.bytes()
	from, to := max(lo, 0)/size, min((hi+size-1)/size, int64(len(b.bars)))
	for i := from; i < to; i++ {
		b.bars[i] = nil
		if b.data.F != nil {
			b.data.F[i] = math.NaN()
		} else {
			b.data.I[i] = undefinedInt
		}
	}
}

// undefinedInt is a number that a test will notice.
const undefinedInt = -0x5a5a5a5a

// place puts a buffer where the allocation says.
func (b *shared) place(c *cta, op *ir.Operation, offset int64) {
	b.cta, b.op, b.offset = c, op, offset
	for i, old := range c.buffers {
		if old.op == op {
			c.buffers[i] = b
			return
		}
	}
	c.buffers = append(c.buffers, b)
}

func sharedOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		ttg.LocalAlloc:             plain(compileAlloc),
		ttg.LocalDealloc:           plain(nothing),
		ttg.MemDescIndex:           plain(compileIndex),
		ttg.MemDescSubslice:        plain(compileSubslice),
		ttg.MemDescTrans:           plain(compileMemDescTrans),
		ttg.MemDescReshape:         plain(compileMemDescReshape),
		ttg.MemDescReinterpret:     plain(compileReinterpret),
		ttg.LocalLoad:              plain(compileLocalLoad),
		ttg.LocalStore:             plain(compileLocalStore),
		ttg.AsyncCopyGlobalToLocal: plain(compileAsyncCopy),
		ttg.AsyncCommitGroup:       plain(nothing),
		ttg.AsyncWait:              plain(nothing),
	}
}

func compileAlloc(c *compiler, op *ir.Operation) step {
	t, _ := memdescType(op.Result(0).Type())
	e := c.elem(op, t.Elem)
	offset, placed := op.IntAttr("allocation.offset")
	return func(a *agent, in, out []Value) error {
		m := newShared(e, t.Shape)
		if placed {
			m.buf.place(a.cta, op, offset)
		}
		if len(in) > 0 {
			m.store(in[0].t)
		}
		out[0] = Value{o: m}
		return nil
	}
}

// viewing is the step of an op that makes a view of a view.
func viewing(f func(m *memdesc, in []Value) (*memdesc, error)) step {
	return func(_ *agent, in, out []Value) error {
		m, err := f(in[0].o.(*memdesc), in)
		out[0] = Value{o: m}
		return err
	}
}

// compileIndex drops the leading dimension, unless the result keeps one of size 1 (barriers do).
func compileIndex(_ *compiler, op *ir.Operation) step {
	t, _ := memdescType(op.Result(0).Type())
	return viewing(func(m *memdesc, in []Value) (*memdesc, error) {
		i := in[1].i[0]
		if i < 0 || i >= m.shape[0] {
			return nil, fmt.Errorf("index %d is outside the %d buffers", i, m.shape[0])
		}
		v := &memdesc{buf: m.buf, shape: m.shape[1:], strides: m.strides[1:], offset: m.offset + i*m.strides[0]}
		if len(t.Shape) > len(v.shape) {
			v.shape, v.strides = t.Shape, append([]int64{1}, v.strides...)
		}
		return v, nil
	})
}

func compileSubslice(_ *compiler, op *ir.Operation) step {
	t, _ := memdescType(op.Result(0).Type())
	offsets := op.Ints("offsets")
	return viewing(func(m *memdesc, _ []Value) (*memdesc, error) {
		v := &memdesc{buf: m.buf, shape: t.Shape, strides: m.strides, offset: m.offset}
		for d, o := range offsets {
			v.offset += o * m.strides[d]
		}
		return v, nil
	})
}

func compileMemDescTrans(_ *compiler, op *ir.Operation) step {
	order := op.Ints("order")
	return viewing(func(m *memdesc, _ []Value) (*memdesc, error) {
		v := &memdesc{buf: m.buf, offset: m.offset}
		for _, d := range order {
			v.shape, v.strides = append(v.shape, m.shape[d]), append(v.strides, m.strides[d])
		}
		return v, nil
	})
}

func compileMemDescReshape(_ *compiler, op *ir.Operation) step {
	t, _ := memdescType(op.Result(0).Type())
	return viewing(func(m *memdesc, _ []Value) (*memdesc, error) {
		for d, s := range strides(m.shape) {
			if m.strides[d] != s && m.shape[d] > 1 {
				return nil, errors.New("only a view in row-major order can be interpreted in another shape")
			}
		}
		return &memdesc{buf: m.buf, shape: t.Shape, strides: strides(t.Shape), offset: m.offset}, nil
	})
}

// compileReinterpret gives a buffer without defined elements: what the bytes mean
// in another type depends on the encoding.
func compileReinterpret(c *compiler, op *ir.Operation) step {
	t, _ := memdescType(op.Result(0).Type())
	e := c.elem(op, t.Elem)
	return viewing(func(*memdesc, []Value) (*memdesc, error) { return newShared(e, t.Shape), nil })
}

func compileLocalLoad(*compiler, *ir.Operation) step {
	return func(_ *agent, in, out []Value) error {
		out[0].t = in[0].o.(*memdesc).load()
		return nil
	}
}

func compileLocalStore(_ *compiler, op *ir.Operation) step {
	return func(a *agent, in, _ []Value) error {
		in[1].o.(*memdesc).storeByThreads(a, op, in[0].t)
		return nil
	}
}

// compileAsyncCopy copies at once.
func compileAsyncCopy(c *compiler, op *ir.Operation) step {
	t, _ := memdescType(op.Operand(1).Type())
	e := c.inMemory(op, t.Elem)
	mask, other := len(op.NamedOperands("mask")) > 0, len(op.NamedOperands("other")) > 0
	zero := Value{t: newTensorOf(e, t.Shape)}
	return func(a *agent, in, _ []Value) error {
		rest, on := zero, []int64(nil)
		if mask {
			on = in[2].ints()
		}
		if other {
			rest = in[len(in)-1]
		}
		var v Value
		if err := a.load(e, in[0], on, rest, &v); err != nil {
			return err
		}
		in[1].o.(*memdesc).storeByThreads(a, op, v.t)
		return nil
	}
}
