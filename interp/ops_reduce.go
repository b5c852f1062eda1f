package interp

import (
	"tawa/dialects/tt"
	"tawa/ir"
)

func reductionOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		tt.Reduce:         plain(compileReduce),
		tt.Scan:           plain(compileScan),
		tt.MapElementwise: plain(compileMap),
	}
}

// axisOf splits a shape at the axis: outer, extent, inner.
func axisOf(shape []int64, axis int64) (outer, extent, inner int64) {
	return ir.NumElements(shape[:axis]), shape[axis], ir.NumElements(shape[axis+1:])
}

// along takes elements [lo, hi) along the axis.
func (t *Tensor) along(axis, lo, hi int64) *Tensor {
	outer, extent, inner := axisOf(t.Shape, axis)
	shape := append([]int64(nil), t.Shape...)
	shape[axis] = hi - lo
	out := newLike(t, shape)
	n := (hi - lo) * inner
	for o := range outer {
		from, to := (o*extent+lo)*inner, o*n
		if t.F != nil {
			copy(out.F[to:to+n], t.F[from:])
		} else {
			copy(out.I[to:to+n], t.I[from:])
		}
	}
	return out
}

// put writes part to place at along the axis.
func (t *Tensor) put(axis, at int64, part *Tensor) {
	outer, extent, inner := axisOf(t.Shape, axis)
	for o := range outer {
		to, from := (o*extent+at)*inner, o*inner
		if t.F != nil {
			copy(t.F[to:to+inner], part.F[from:])
		} else {
			copy(t.I[to:to+inner], part.I[from:])
		}
	}
}

// lifted makes the values that a region returned tensors of that shape; a region
// may return a scalar constant where all lanes were asked for.
func lifted(values []Value, shape []int64, types []elem) {
	for i := range values {
		values[i].t = values[i].tensorOf(shape, types[i].isFloat())
	}
}

func elemsOf(c *compiler, op *ir.Operation) []elem {
	types := make([]elem, op.NumOperands())
	for i, v := range op.Operands() {
		types[i] = c.elem(op, v.Type())
	}
	return types
}

// onLanes runs a region on all lanes at once, or on one after the other where the
// region has control flow, which lanes may take differently.
type onLanes struct {
	body     *region
	diverges bool
	types    []elem // of the results
}

func newLanes(c *compiler, op *ir.Operation, types []elem) onLanes {
	l := onLanes{body: c.region(op.Region(0)), types: types}
	l.diverges = !op.Region(0).OneBlock()
	for b := range op.Region(0).Blocks() {
		for inner := range b.Ops() {
			l.diverges = l.diverges || inner.NumRegions() > 0 || inner.Is(tt.Call)
		}
	}
	return l
}

func (l onLanes) run(a *agent, args []Value, shape []int64) ([]Value, error) {
	if !l.diverges {
		out, err := a.run(l.body, args...)
		if err == nil {
			lifted(out, shape, l.types)
		}
		return out, err
	}
	out := make([]Value, len(l.types))
	for i := range out {
		out[i].t = newTensorOf(l.types[i], shape)
	}
	lane := make([]Value, len(args))
	for i := range ir.NumElements(shape) {
		for k := range args {
			lane[k] = args[k].t.at(i)
		}
		values, err := a.run(l.body, lane...)
		if err != nil {
			return nil, err
		}
		for k := range out {
			out[k].t.set(i, values[k])
		}
	}
	return out, nil
}

func (t *Tensor) at(i int64) Value {
	if t.F != nil {
		return floatValue(t.F[i])
	}
	return intValue(t.I[i])
}

func (t *Tensor) set(i int64, v Value) {
	if t.F != nil {
		t.F[i] = v.f[0]
	} else {
		t.I[i] = v.i[0]
	}
}

func compileReduce(c *compiler, op *ir.Operation) step {
	axis, _ := op.IntAttr("axis")
	lanes := newLanes(c, op, elemsOf(c, op))
	shape := shapeOf(op.Result(0).Type())
	return func(a *agent, in, out []Value) error {
		values := append([]Value(nil), in...)
		for n := in[0].t.Shape[axis]; n > 1; n = (n + 1) / 2 {
			var err error
			if values, err = halve(a, lanes, values, axis, n); err != nil {
				return err
			}
		}
		for i, v := range values {
			if shape == nil {
				out[i] = scalarOf(v.t)
			} else {
				out[i] = Value{t: v.t.with(shape)}
			}
		}
		return nil
	}
}

// halve combines the lower half of an axis with the upper one; of an odd extent
// the last element stays as it is.
func halve(a *agent, lanes onLanes, values []Value, axis, n int64) ([]Value, error) {
	h := n / 2
	args := make([]Value, 0, 2*len(values))
	for _, part := range [][2]int64{{0, h}, {h, 2 * h}} {
		for _, v := range values {
			args = append(args, Value{t: v.t.along(axis, part[0], part[1])})
		}
	}
	combined, err := lanes.run(a, args, args[0].t.Shape)
	if err != nil || n%2 == 0 {
		return combined, err
	}
	for i, v := range values {
		shape := append([]int64(nil), v.t.Shape...)
		shape[axis] = h + 1
		joined := newLike(v.t, shape)
		for k := range h {
			joined.put(axis, k, combined[i].t.along(axis, k, k+1))
		}
		joined.put(axis, h, v.t.along(axis, n-1, n))
		combined[i].t = joined
	}
	return combined, nil
}

func compileScan(c *compiler, op *ir.Operation) step {
	axis, _ := op.IntAttr("axis")
	reverse, _ := op.IntAttr("reverse")
	lanes := newLanes(c, op, elemsOf(c, op))
	return func(a *agent, in, out []Value) error {
		n := in[0].t.Shape[axis]
		for i := range in {
			out[i].t = newLike(in[i].t, in[i].t.Shape)
		}
		var sums []Value
		for k := range n {
			if reverse != 0 {
				k = n - 1 - k
			}
			next := make([]Value, len(in))
			for i := range in {
				next[i].t = in[i].t.along(axis, k, k+1)
			}
			if sums != nil {
				var err error
				if next, err = lanes.run(a, append(sums, next...), next[0].t.Shape); err != nil {
					return err
				}
			}
			sums = next
			for i := range out {
				out[i].t.put(axis, k, sums[i].t)
			}
		}
		return nil
	}
}

func compileMap(c *compiler, op *ir.Operation) step {
	if pack, _ := op.IntAttr("pack"); pack != 1 {
		return c.errorf(op, "only a pack of 1 can be interpreted")
	}
	types := make([]elem, op.NumResults())
	for i, v := range op.Results() {
		types[i] = c.elem(op, v.Type())
	}
	lanes := newLanes(c, op, types)
	return func(a *agent, in, out []Value) error {
		values, err := lanes.run(a, in, in[0].t.Shape)
		copy(out, values)
		return err
	}
}
