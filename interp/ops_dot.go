package interp

import (
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/ir"
)

func dotOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		tt.Dot:         plain(compileDot),
		nvgpu.DotIssue: {compile: compileDotIssue, carries: func(i int) bool { return i == 2 }},
		nvgpu.DotWait:  {compile: compileDotWait, carries: all},
	}
}

// dot is a matrix product of fixed shapes: D = A·B + C, or a batch of them.
type dot struct {
	batch, m, n, k int64
	result         elem
	shape          []int64
	tf32           bool // f32 operands are rounded to tf32
}

func newDot(c *compiler, op *ir.Operation) dot {
	a, d := operandShape(op.Operand(0)), shapeOf(op.Result(0).Type())
	r := len(d)
	x := dot{batch: 1, m: d[r-2], n: d[r-1], k: a[r-1], shape: d, result: c.elem(op, op.Result(0).Type())}
	if r == 3 {
		x.batch = d[0]
	}
	precision, _ := op.IntAttr("inputPrecision")
	if e := operandElem(op.Operand(0)); e.format != nil && e.width == 32 {
		x.tf32 = precision == tt.PrecisionTF32
	}
	return x
}

// multiply computes the product; c is nil for A·B alone.
func (x dot) multiply(a, b, c *Tensor) *Tensor {
	out := newTensorOf(x.result, x.shape)
	am, bm, cm := x.m*x.k, x.k*x.n, x.m*x.n
	if !x.result.isFloat() {
		if c != nil {
			copy(out.I, c.I)
		}
		for i := range x.batch {
			multiply(out.I[i*cm:(i+1)*cm], a.I[i*am:], b.I[i*bm:], int(x.n), int(x.k))
		}
		for i, v := range out.I {
			out.I[i] = x.result.wrap(v)
		}
		return out
	}
	if c != nil {
		copy(out.F, c.F)
	}
	af, bf := x.operand(a.F), x.operand(b.F)
	for i := range x.batch {
		multiply(out.F[i*cm:(i+1)*cm], af[i*am:], bf[i*bm:], int(x.n), int(x.k))
	}
	x.result.rounded(out.F)
	return out
}

var tf32 = floatElem("tf32", ir.FloatFormats["tf32"])

func (x dot) operand(v []float64) []float64 {
	if !x.tf32 {
		return v
	}
	v = append([]float64(nil), v...)
	tf32.rounded(v)
	return v
}

// multiply adds A·B to dst, all row-major; four steps of k and two rows at a time,
// so that rows of B are read from the cache half as often.
func multiply[T float64 | int64](dst, a, b []T, n, k int) {
	for len(dst) >= 2*n && n > 0 {
		multiplyRows(dst[:n], dst[n:2*n], a[:k], a[k:2*k], b)
		dst, a = dst[2*n:], a[2*k:]
	}
	if len(dst) >= n && n > 0 {
		multiplyRows(dst[:n], make([]T, n), a[:k], make([]T, k), b)
	}
}

func multiplyRows[T float64 | int64](d0, d1, x, y, b []T) {
	n := len(d0)
	d1 = d1[:n]
	p := 0
	for ; p+4 <= len(x); p += 4 {
		b0, b1, b2, b3 := b[p*n:][:n], b[(p+1)*n:][:n], b[(p+2)*n:][:n], b[(p+3)*n:][:n]
		x0, x1, x2, x3 := x[p], x[p+1], x[p+2], x[p+3]
		y0, y1, y2, y3 := y[p], y[p+1], y[p+2], y[p+3]
		for j := range d0 {
			v0, v1, v2, v3 := b0[j], b1[j], b2[j], b3[j]
			d0[j] += x0*v0 + x1*v1 + x2*v2 + x3*v3
			d1[j] += y0*v0 + y1*v1 + y2*v2 + y3*v3
		}
	}
	for ; p < len(x); p++ {
		for j, v := range b[p*n:][:n] {
			d0[j] += x[p] * v
			d1[j] += y[p] * v
		}
	}
}

func compileDot(c *compiler, op *ir.Operation) step {
	x := newDot(c, op)
	return func(_ *agent, in, out []Value) error {
		out[0].t = x.multiply(in[0].t, in[1].t, in[2].t)
		return nil
	}
}

// flight is a dot that was issued. It reads its operands when it is computed, at
// any moment up to the wait that covers it.
type flight struct {
	op    *ir.Operation
	x     dot
	a, b  Value
	c     *Tensor // nil: not added
	value *Tensor // once computed
	reads []*view // slots that must stay as they are until done
	done  bool    // a wait has covered it
}

// compute reads the operands and multiplies, an accumulator in flight first.
func (f *flight) compute() {
	if f.value != nil {
		return
	}
	c := f.c
	if c != nil && c.flight != nil {
		c.flight.compute()
		c = c.flight.value
	}
	f.value = f.x.multiply(tile(f.a), tile(f.b), c)
	f.a, f.b, f.c = Value{}, Value{}, nil
}

// tile is an operand of a dot: a tensor, or what shared memory holds now.
func tile(v Value) *Tensor {
	if m, ok := v.o.(*memdesc); ok {
		return m.load()
	}
	return v.t
}

func compileDotIssue(c *compiler, op *ir.Operation) step {
	x := newDot(c, op)
	return func(a *agent, in, out []Value) error {
		f := &flight{op: op, x: x, a: in[0], b: in[1], c: in[2].t}
		if len(in) > 3 && in[3].i[0] == 0 {
			f.c = nil
		}
		for _, v := range in[:2] {
			if m, ok := v.o.(*memdesc); ok {
				if err := m.readable(a.cta); err != nil {
					return err
				}
			}
			if v.t != nil && v.t.view != nil {
				f.reads = append(f.reads, v.t.view)
				v.t.view.slot.readers = append(v.t.view.slot.readers, f)
			}
		}
		a.flights = append(a.flights, f)
		if a.cta.early() {
			f.compute()
		}
		out[0].t = &Tensor{Shape: x.shape, flight: f}
		return nil
	}
}

func compileDotWait(_ *compiler, op *ir.Operation) step {
	pendings, _ := op.IntAttr("pendings")
	return func(a *agent, in, out []Value) error {
		for int64(len(a.flights)) > pendings {
			f := a.flights[0]
			f.compute()
			f.done = true
			a.flights = a.flights[1:]
		}
		for i, v := range in {
			out[i] = v
			if t := v.t; t != nil && t.flight != nil && t.flight.done {
				out[i].t = t.flight.value
			}
		}
		return nil
	}
}

// landed says whether the agent waited for all that it began.
func (a *agent) landed() error {
	if len(a.flights) > 0 {
		return &fault{op: a.flights[0].op, message: "a warp group ends while this dot is in flight"}
	}
	if len(a.stores) > 0 {
		return &fault{op: a.stores[0].op, message: "a warp group ends without a wait for this store"}
	}
	return nil
}

func operandShape(v *ir.Value) []int64 {
	if m, ok := memdescType(v.Type()); ok {
		return m.Shape
	}
	return shapeOf(v.Type())
}

func operandElem(v *ir.Value) elem {
	t := v.Type()
	if m, ok := memdescType(t); ok {
		t = m.Elem
	}
	e, _ := elemOf(t)
	return e
}
