package interp

import "tawa/ir"

// Value is what an SSA value holds: an integer (pointers are addresses), a float,
// a tensor, or an object such as a descriptor, ring or piece of shared memory.
type Value struct {
	i [1]int64
	f [1]float64
	t *Tensor
	o any
}

// Tensor is a tensor of floats (F) or of integers and pointers (I), row-major.
// It is never changed once it is made.
type Tensor struct {
	Shape []int64
	F     []float64
	I     []int64

	view   *view   // the slot that it is a view of
	flight *flight // the dot that makes it, until a wait gives it on
}

// intValue and floatValue make scalars.
func intValue(v int64) Value     { return Value{i: [1]int64{v}} }
func floatValue(v float64) Value { return Value{f: [1]float64{v}} }

// ints and floats give the elements; a scalar is one element.
func (v *Value) ints() []int64 {
	if v.t != nil {
		return v.t.I
	}
	return v.i[:]
}

func (v *Value) floats() []float64 {
	if v.t != nil {
		return v.t.F
	}
	return v.f[:]
}

// setInts makes v an integer tensor of the shape of like, or a scalar if like is
// nil, and returns its elements to be filled.
func (v *Value) setInts(like *Tensor) []int64 {
	v.t = nil
	if like == nil {
		return v.i[:]
	}
	v.t = newInts(like.Shape)
	return v.t.I
}

func (v *Value) setFloats(like *Tensor) []float64 {
	v.t = nil
	if like == nil {
		return v.f[:]
	}
	v.t = newFloats(like.Shape)
	return v.t.F
}

func newInts(shape []int64) *Tensor {
	return &Tensor{Shape: shape, I: make([]int64, ir.NumElements(shape))}
}

func newFloats(shape []int64) *Tensor {
	return &Tensor{Shape: shape, F: make([]float64, ir.NumElements(shape))}
}

// newLike makes an empty tensor with elements like those of t.
func newLike(t *Tensor, shape []int64) *Tensor {
	if t.F != nil {
		return newFloats(shape)
	}
	return newInts(shape)
}

// with returns the same elements in another shape.
func (t *Tensor) with(shape []int64) *Tensor { return &Tensor{Shape: shape, F: t.F, I: t.I} }

// read is the value as an op has read it: no view any more.
func (v Value) read() Value {
	if v.t != nil && v.t.view != nil {
		v.t = v.t.with(v.t.Shape)
	}
	return v
}

// pick makes a tensor of that shape whose element i is element from(i) of t.
func (t *Tensor) pick(shape []int64, from []int32) *Tensor {
	out := newLike(t, shape)
	for i, j := range from {
		if t.F != nil {
			out.F[i] = t.F[j]
		} else {
			out.I[i] = t.I[j]
		}
	}
	return out
}

// tensorOf makes a scalar a tensor of that shape, all elements equal.
func (v *Value) tensorOf(shape []int64, float bool) *Tensor {
	if v.t != nil {
		return v.t
	}
	if float {
		t := newFloats(shape)
		for i := range t.F {
			t.F[i] = v.f[0]
		}
		return t
	}
	t := newInts(shape)
	for i := range t.I {
		t.I[i] = v.i[0]
	}
	return t
}

// lanes returns the shape in which an elementwise operation runs: that of the
// tensors among its operands, nil if all are scalars. Scalars beside tensors,
// which occur where the region of a reduction runs on all lanes at once, become
// tensors.
func lanes(in []Value, types []elem) *Tensor {
	var like *Tensor
	scalars := false
	for i := range in {
		if in[i].t == nil {
			scalars = true
		} else if like == nil {
			like = in[i].t
		}
	}
	if like != nil && scalars {
		for i := range in {
			in[i].t = in[i].tensorOf(like.Shape, types[i].isFloat())
		}
	}
	return like
}

// strides are those of a row-major tensor.
func strides(shape []int64) []int64 {
	s := make([]int64, len(shape))
	n := int64(1)
	for d := len(shape) - 1; d >= 0; d-- {
		s[d] = n
		n *= shape[d]
	}
	return s
}

// gatherIndex lists, for each element of a row-major tensor of that shape, the
// place at which strides and offset put it.
func gatherIndex(shape, strides []int64, offset int64) []int32 {
	out := make([]int32, 0, ir.NumElements(shape))
	var walk func(d int, at int64)
	walk = func(d int, at int64) {
		if d == len(shape) {
			out = append(out, int32(at))
			return
		}
		for range shape[d] {
			walk(d+1, at)
			at += strides[d]
		}
	}
	walk(0, offset)
	return out
}
