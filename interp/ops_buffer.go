package interp

import (
	"errors"
	"fmt"
	"math"

	"tawa/dialects/memref"
	"tawa/ir"
)

// buffer is what a memref refers to: elements that ops change, row-major.
type buffer struct {
	shape  []int64
	floats []float64 // one of the two
	ints   []int64
}

func bufferOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		memref.Alloc:           plain(compileBufferAlloc),
		memref.Alloca:          plain(compileBufferAlloc),
		memref.Dealloc:         plain(nothing),
		memref.GetGlobal:       plain(compileGetGlobal),
		memref.Load:            plain(compileBufferLoad),
		memref.Store:           plain(compileBufferStore),
		memref.Copy:            plain(compileBufferCopy),
		memref.Dim:             plain(compileDim),
		memref.Cast:            plain(compileBufferCast),
		memref.AssumeAlignment: same(),
	}
}

// newBuffer makes a buffer of that shape; what is read before it is written is NaN or 0.
func newBuffer(shape []int64, e elem) *buffer {
	b := &buffer{shape: shape}
	if !e.isFloat() {
		b.ints = make([]int64, ir.NumElements(shape))
		return b
	}
	b.floats = make([]float64, ir.NumElements(shape))
	for i := range b.floats {
		b.floats[i] = math.NaN()
	}
	return b
}

// plainMemRef reports a memref whose layout is not row-major.
func (c *compiler) plainMemRef(op *ir.Operation, t ir.Type) (*ir.MemRefType, elem) {
	m, ok := t.(*ir.MemRefType)
	if !ok || m.Layout != nil {
		c.errorf(op, "a value of type '%s' can't be interpreted", ir.TypeString(t))
		return nil, elem{width: 64}
	}
	return m, c.elem(op, m)
}

func compileBufferAlloc(c *compiler, op *ir.Operation) step {
	m, e := c.plainMemRef(op, op.Result(0).Type())
	if m == nil {
		return nil
	}
	return func(_ *agent, in, out []Value) error {
		shape := append([]int64(nil), m.Shape...)
		elements := int64(1)
		for i := range shape {
			if shape[i] == ir.Dynamic {
				shape[i], in = in[0].i[0], in[1:]
			}
			if shape[i] < 0 || shape[i] > 0 && elements > maxBuffer/shape[i] {
				return fmt.Errorf("a buffer of shape %v is too large", shape)
			}
			elements *= shape[i]
		}
		out[0] = Value{o: newBuffer(shape, e)}
		return nil
	}
}

// maxBuffer is the number of elements that one buffer may have.
const maxBuffer = 1 << 24

// compileGetGlobal gives the buffer of a memref.global, which all of the program share.
func compileGetGlobal(c *compiler, op *ir.Operation) step {
	global := ir.ResolveSymbol(op, op.Attr("name").(*ir.SymbolRefAttr))
	m, e := c.plainMemRef(op, op.Result(0).Type())
	if m == nil || global == nil {
		return c.errorf(op, "'%s' names no global", op.Name())
	}
	b := c.globals[global]
	if b == nil {
		b = newBuffer(m.Shape, e)
		if init, ok := global.Attr("initial_value").(*ir.DenseElementsAttr); ok {
			b.fill(init, e)
		}
		c.globals[global] = b
	}
	return func(_ *agent, _, out []Value) error {
		out[0] = Value{o: b}
		return nil
	}
}

func (b *buffer) fill(init *ir.DenseElementsAttr, e elem) {
	for i := range init.Len() {
		if n, f := e.value(init.Bits(i)); e.isFloat() {
			b.floats[i] = f
		} else {
			b.ints[i] = n
		}
	}
}

// at is the place of the element that the indices name.
func (b *buffer) at(indices []Value) (int, error) {
	place := int64(0)
	for i, v := range indices {
		n := v.i[0]
		if n < 0 || n >= b.shape[i] {
			return 0, fmt.Errorf("index %d is outside the %d elements of dimension %d", n, b.shape[i], i)
		}
		place = place*b.shape[i] + n
	}
	return int(place), nil
}

func bufferOf(v Value) (*buffer, error) {
	if b, ok := v.o.(*buffer); ok {
		return b, nil
	}
	return nil, errors.New("the memref refers to no buffer")
}

func compileBufferLoad(*compiler, *ir.Operation) step {
	return func(_ *agent, in, out []Value) error {
		b, err := bufferOf(in[0])
		if err != nil {
			return err
		}
		i, err := b.at(in[1:])
		switch {
		case err != nil:
		case b.floats != nil:
			out[0] = floatValue(b.floats[i])
		default:
			out[0] = intValue(b.ints[i])
		}
		return err
	}
}

func compileBufferStore(*compiler, *ir.Operation) step {
	return func(_ *agent, in, _ []Value) error {
		b, err := bufferOf(in[1])
		if err != nil {
			return err
		}
		i, err := b.at(in[2:])
		switch {
		case err != nil:
		case b.floats != nil:
			b.floats[i] = in[0].f[0]
		default:
			b.ints[i] = in[0].i[0]
		}
		return err
	}
}

func compileBufferCopy(*compiler, *ir.Operation) step {
	return func(_ *agent, in, _ []Value) error {
		from, err := bufferOf(in[0])
		if err != nil {
			return err
		}
		to, err := bufferOf(in[1])
		if err != nil {
			return err
		}
		if len(from.floats) != len(to.floats) || len(from.ints) != len(to.ints) {
			return fmt.Errorf("a buffer of shape %v is copied to one of shape %v", from.shape, to.shape)
		}
		copy(to.floats, from.floats)
		copy(to.ints, from.ints)
		return nil
	}
}

func compileDim(*compiler, *ir.Operation) step {
	return func(_ *agent, in, out []Value) error {
		b, err := bufferOf(in[0])
		if err != nil {
			return err
		}
		d := in[1].i[0]
		if d < 0 || d >= int64(len(b.shape)) {
			return fmt.Errorf("dimension %d is outside the %d dimensions of the buffer", d, len(b.shape))
		}
		out[0] = intValue(b.shape[d])
		return nil
	}
}

func compileBufferCast(c *compiler, op *ir.Operation) step {
	m, ok := op.Result(0).Type().(*ir.MemRefType)
	return func(_ *agent, in, out []Value) error {
		b, err := bufferOf(in[0])
		if err != nil {
			return err
		}
		for i := range b.shape {
			if ok && m.Shape[i] != ir.Dynamic && m.Shape[i] != b.shape[i] {
				return fmt.Errorf("a buffer of shape %v is cast to '%s'", b.shape, ir.TypeString(m))
			}
		}
		out[0] = in[0]
		return nil
	}
}
