package interp

import (
	"fmt"
	"slices"

	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

func shapeOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		tt.MakeRange:      plain(compileMakeRange),
		tt.Splat:          plain(compileSplat),
		tt.Unsplat:        plain(compileUnsplat),
		tt.Broadcast:      plain(compileBroadcast),
		tt.ExpandDims:     plain(compileReshape),
		tt.Reshape:        plain(compileReshape),
		tt.Trans:          plain(compileTrans),
		tt.Cat:            plain(compileCat),
		tt.Join:           plain(compileJoin),
		tt.Split:          plain(compileSplit),
		tt.Gather:         plain(compileGather),
		tt.Histogram:      plain(compileHistogram),
		ttg.ConvertLayout: same(),
	}
}

func compileMakeRange(_ *compiler, op *ir.Operation) step {
	start, _ := op.IntAttr("start")
	t := newInts(shapeOf(op.Result(0).Type()))
	for i := range t.I {
		t.I[i] = start + int64(i)
	}
	return func(_ *agent, _, out []Value) error {
		out[0].t = t
		return nil
	}
}

func compileSplat(c *compiler, op *ir.Operation) step {
	e := c.elem(op, op.Result(0).Type())
	shape := shapeOf(op.Result(0).Type())
	return func(_ *agent, in, out []Value) error {
		out[0].t = in[0].tensorOf(shape, e.isFloat())
		return nil
	}
}

// scalarOf is the first element of a tensor as a scalar.
func scalarOf(t *Tensor) Value {
	if t.F != nil {
		return floatValue(t.F[0])
	}
	return intValue(t.I[0])
}

func compileUnsplat(*compiler, *ir.Operation) step {
	return func(_ *agent, in, out []Value) error {
		out[0] = scalarOf(in[0].t)
		return nil
	}
}

// picking is the step of an op whose result holds elements of its operand at fixed places.
func picking(shape []int64, from []int32) step {
	return func(_ *agent, in, out []Value) error {
		out[0].t = in[0].t.pick(shape, from)
		return nil
	}
}

func compileBroadcast(_ *compiler, op *ir.Operation) step {
	from, to := shapeOf(op.Operand(0).Type()), shapeOf(op.Result(0).Type())
	s := strides(from)
	for d := range s {
		if from[d] == 1 {
			s[d] = 0
		}
	}
	return picking(to, gatherIndex(to, s, 0))
}

func compileReshape(_ *compiler, op *ir.Operation) step {
	shape := shapeOf(op.Result(0).Type())
	return func(_ *agent, in, out []Value) error {
		out[0].t = in[0].t.with(shape)
		return nil
	}
}

// compileTrans permutes dimensions; what it makes of a view is a view.
func compileTrans(_ *compiler, op *ir.Operation) step {
	shape := shapeOf(op.Result(0).Type())
	s := strides(shapeOf(op.Operand(0).Type()))
	permuted := make([]int64, len(s))
	for d, from := range op.Ints("order") {
		permuted[d] = s[from]
	}
	from := gatherIndex(shape, permuted, 0)
	return func(_ *agent, in, out []Value) error {
		out[0].t = in[0].t.pick(shape, from)
		out[0].t.view = in[0].t.view
		return nil
	}
}

func compileCat(_ *compiler, op *ir.Operation) step {
	shape := shapeOf(op.Result(0).Type())
	return func(_ *agent, in, out []Value) error {
		x, y := in[0].t, in[1].t
		out[0].t = &Tensor{Shape: shape, F: slices.Concat(x.F, y.F), I: slices.Concat(x.I, y.I)}
		return nil
	}
}

func compileJoin(_ *compiler, op *ir.Operation) step {
	shape := shapeOf(op.Result(0).Type())
	return func(_ *agent, in, out []Value) error {
		t := newLike(in[0].t, shape)
		for side := range 2 {
			for i, v := range in[side].t.F {
				t.F[2*i+side] = v
			}
			for i, v := range in[side].t.I {
				t.I[2*i+side] = v
			}
		}
		out[0].t = t
		return nil
	}
}

// compileSplit gives two scalars where the operand has only the dimension that is split.
func compileSplit(_ *compiler, op *ir.Operation) step {
	shape := shapeOf(op.Result(0).Type())
	n := ir.NumElements(shape)
	return func(_ *agent, in, out []Value) error {
		for side := range 2 {
			from := make([]int32, n)
			for i := range from {
				from[i] = int32(2*i + side)
			}
			t := in[0].t.pick(shape, from)
			out[side] = Value{t: t}
			if shape == nil {
				out[side] = scalarOf(t)
			}
		}
		return nil
	}
}

func compileGather(_ *compiler, op *ir.Operation) step {
	axis, _ := op.IntAttr("axis")
	source, shape := shapeOf(op.Operand(0).Type()), shapeOf(op.Result(0).Type())
	s := strides(source)
	along := s[axis]
	s[axis] = 0
	base := gatherIndex(shape, s, 0)
	return func(_ *agent, in, out []Value) error {
		from := make([]int32, len(base))
		for i, at := range in[1].t.I {
			if at < 0 || at >= source[axis] {
				return fmt.Errorf("index %d is outside the %d elements along axis %d", at, source[axis], axis)
			}
			from[i] = base[i] + int32(at*along)
		}
		out[0].t = in[0].t.pick(shape, from)
		return nil
	}
}

func compileHistogram(_ *compiler, op *ir.Operation) step {
	shape := shapeOf(op.Result(0).Type())
	return func(_ *agent, in, out []Value) error {
		t := newInts(shape)
		for i, v := range in[0].t.I {
			if v >= 0 && v < int64(len(t.I)) && (len(in) < 2 || in[1].t.I[i] != 0) {
				t.I[v]++
			}
		}
		out[0].t = t
		return nil
	}
}
