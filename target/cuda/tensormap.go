package cuda

import (
	"fmt"
	"slices"
	"unsafe"
)

// TensorMap describes a tensor in memory to the copy engine, outermost dimension first.
type TensorMap struct {
	Type     int     // CUtensorMapDataType: 0 for bytes and for floats of 8 bits, 6 f16, 7 f32, 9 bf16
	ElemSize int     // bytes
	Shape    []int64 // elements
	Strides  []int64 // elements; the innermost is 1
	Box      []int   // elements that one copy moves
	Swizzle  int     // CUtensorMapSwizzle: 0 none, 1 = 32, 2 = 64, 3 = 128 bytes
}

// A tensor map has 128 bytes and lies at a multiple of its size.
const mapBytes = 128

// tiled are the arguments of cuTensorMapEncodeTiled, innermost dimension first.
type tiled struct {
	dims    []uint64
	strides []uint64 // bytes, of all dimensions but the innermost
	box     []uint32
	steps   []uint32
}

// tiled computes the arguments, or says which rule of cuTensorMapEncodeTiled (CUDA
// driver API, section "Tensor Map Object Management") the tensor breaks.
func (m *TensorMap) tiled() (t tiled, err error) {
	rank := len(m.Shape)
	switch {
	case rank < 1 || rank > 5:
		return t, fmt.Errorf("the rank is %d, not 1 to 5", rank)
	case len(m.Strides) != rank || len(m.Box) != rank:
		return t, fmt.Errorf("%d extents, %d strides and a box of rank %d", rank, len(m.Strides), len(m.Box))
	case m.Swizzle < 0 || m.Swizzle > 3:
		return t, fmt.Errorf("there is no swizzle %d", m.Swizzle)
	case m.Strides[rank-1] != 1:
		return t, fmt.Errorf("the innermost stride is %d, not 1", m.Strides[rank-1])
	}
	for d, n := range slices.Backward(m.Shape) {
		if n < 1 || n > 1<<32 {
			return t, fmt.Errorf("extent %d is %d, not 1 to 2^32", d, n)
		}
		if b := m.Box[d]; b < 1 || b > 256 {
			return t, fmt.Errorf("extent %d of the box is %d, not 1 to 256", d, b)
		}
		t.dims = append(t.dims, uint64(n))
		t.box = append(t.box, uint32(m.Box[d]))
		t.steps = append(t.steps, 1)
		if d == rank-1 {
			continue
		}
		bytes := m.Strides[d] * int64(m.ElemSize)
		if bytes%16 != 0 || bytes < 0 || bytes >= 1<<40 {
			return t, fmt.Errorf("stride %d is %d bytes, not a multiple of 16 below 2^40", d, bytes)
		}
		t.strides = append(t.strides, uint64(bytes))
	}
	row := m.Box[rank-1] * m.ElemSize
	if row%16 != 0 {
		return t, fmt.Errorf("a row of the box has %d bytes, not a multiple of 16", row)
	}
	if span := 16 << m.Swizzle; m.Swizzle > 0 && row > span {
		return t, fmt.Errorf("a row of the box has %d bytes, more than the %d of the swizzle", row, span)
	}
	return t, nil
}

// Check says which rule of the copy engine the tensor breaks, wherever it lies.
func (m *TensorMap) Check() error {
	_, err := m.tiled()
	return err
}

// encode makes the map of a tensor at an address.
func (r *run) encode(m *TensorMap, base uint64) ([]byte, error) {
	t, err := m.tiled()
	if err != nil {
		return nil, err
	}
	out := aligned(mapBytes)
	status := r.api.encodeTiled(&out[0], uint32(m.Type), uint32(len(t.dims)), base, &t.dims[0], unsafe.SliceData(t.strides), &t.box[0], &t.steps[0],
		0, uint32(m.Swizzle), tensorL2Promote128B, 0)
	return out, r.api.check("cuTensorMapEncodeTiled", status)
}

// aligned returns size bytes at a multiple of size, a power of two.
func aligned(size int) []byte {
	b := make([]byte, 2*size)
	skip := -int(uintptr(unsafe.Pointer(&b[0]))) & (size - 1)
	return b[skip : skip+size : skip+size]
}
