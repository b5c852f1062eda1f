package tensor

import (
	"encoding/binary"
	"fmt"
	"math"
)

// TensorMap describes a tensor in global memory and the box that a bulk tensor copy moves, tiled
// mode, as cuTensorMapEncodeTiled takes them. Dimensions are innermost first.
type TensorMap struct {
	Base        uint64   // global address
	Dims        []uint64 // elements
	Strides     []uint64 // bytes from one index of dimension i+1 to the next; len(Dims)-1 of them
	Box         []uint32 // indices that the box spans, including those that ElemStrides skips
	ElemStrides []uint32 // 1 = all; nil = all ones; that of the innermost dimension is ignored
	ElemSize    int      // bytes
	Swizzle     uint8    // SwizzleNone … Swizzle128
	Interleave  uint8    // 0
	FillNaN     bool     // elements outside the tensor read as NaN instead of 0
	Type        uint8    // data type as CUtensorMapDataType numbers it
}

// The data types of tensor maps, as CUtensorMapDataType numbers them.
const (
	MapU8 = iota
	MapU16
	MapU32
	MapS32
	MapU64
	MapS64
	MapF16
	MapF32
	MapF64
	MapBF16
	MapF32FTZ
	MapTF32
	MapTF32FTZ
)

var mapSizes = [...]int{1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4}

const mapBytes = 128

// Encode packs the map into 128 bytes of our own format: a kernel sees them as opaque.
func (t *TensorMap) Encode() (b [mapBytes]byte) {
	sign(b[:])
	b[2], b[3], b[4] = uint8(len(t.Dims)), t.Type, uint8(t.ElemSize)
	b[5], b[6] = t.Swizzle, t.Interleave
	if t.FillNaN {
		b[7] = 1
	}
	le := binary.LittleEndian
	le.PutUint64(b[8:], t.Base)
	for i, d := range t.Dims {
		le.PutUint64(b[16+8*i:], d)
		le.PutUint16(b[96+2*i:], uint16(t.Box[i]))
		b[106+i] = uint8(t.elemStride(i))
	}
	for i, s := range t.Strides {
		le.PutUint64(b[56+8*i:], s)
	}
	return b
}

// sign marks both ends of an encoded tensor map.
func sign(b []byte) {
	b[0], b[1], b[mapBytes-2], b[mapBytes-1] = 'T', 'M', 'M', 'T'
}

// DecodeTensorMap reads what Encode wrote.
func DecodeTensorMap(b []byte) (*TensorMap, error) {
	if len(b) < mapBytes || b[0] != 'T' || b[1] != 'M' || b[mapBytes-2] != 'M' || b[mapBytes-1] != 'T' || b[2] < 1 || b[2] > 5 {
		return nil, fmt.Errorf("these bytes are no tensor map")
	}
	le := binary.LittleEndian
	t := &TensorMap{Base: le.Uint64(b[8:]), Type: b[3], ElemSize: int(b[4]), Swizzle: b[5], Interleave: b[6], FillNaN: b[7] != 0}
	for i := range int(b[2]) {
		t.Dims = append(t.Dims, le.Uint64(b[16+8*i:]))
		t.Box = append(t.Box, uint32(le.Uint16(b[96+2*i:])))
		t.ElemStrides = append(t.ElemStrides, uint32(b[106+i]))
		if i > 0 {
			t.Strides = append(t.Strides, le.Uint64(b[56+8*(i-1):]))
		}
	}
	return t, t.Check()
}

func (t *TensorMap) elemStride(i int) uint32 {
	if t.ElemStrides == nil || i == 0 {
		return 1
	}
	return t.ElemStrides[i]
}

// copied returns the elements that the box moves along dimension i.
func (t *TensorMap) copied(i int) int {
	s := t.elemStride(i)
	return int((t.Box[i] + s - 1) / s)
}

// Check applies the rules of cuTensorMapEncodeTiled.
func (t *TensorMap) Check() error {
	rank := len(t.Dims)
	switch {
	case rank < 1 || rank > 5:
		return fmt.Errorf("tensor map of rank %d: 1 to 5 are possible", rank)
	case len(t.Strides) != rank-1 || len(t.Box) != rank || t.ElemStrides != nil && len(t.ElemStrides) != rank:
		return fmt.Errorf("tensor map of rank %d needs %d strides and %d box sizes", rank, rank-1, rank)
	case int(t.Type) >= len(mapSizes) || mapSizes[t.Type] != t.ElemSize:
		return fmt.Errorf("tensor map: data type %d does not have %d-byte elements", t.Type, t.ElemSize)
	case t.Interleave != 0:
		return fmt.Errorf("tensor map: interleaved layouts are outside the model")
	case t.Swizzle > Swizzle128:
		return fmt.Errorf("tensor map: no swizzle mode %d", t.Swizzle)
	case t.Base%16 != 0:
		return fmt.Errorf("tensor map: global address 0x%x is not 16-byte aligned", t.Base)
	case t.FillNaN && t.Type < MapF16:
		return fmt.Errorf("tensor map: only float types can be filled with NaN")
	}
	return t.checkDims()
}

func (t *TensorMap) checkDims() error {
	for i, d := range t.Dims {
		s := t.elemStride(i)
		switch {
		case d < 1 || d > 1<<32:
			return fmt.Errorf("tensor map: dimension %d has size %d, outside 1..2^32", i, d)
		case t.Box[i] < 1 || t.Box[i] > 256:
			return fmt.Errorf("tensor map: box size %d of dimension %d is outside 1..256", t.Box[i], i)
		case s < 1 || s > 8:
			return fmt.Errorf("tensor map: element stride %d of dimension %d is outside 1..8", s, i)
		}
	}
	for i, s := range t.Strides {
		if s%16 != 0 || s >= 1<<40 {
			return fmt.Errorf("tensor map: stride %d of dimension %d is no multiple of 16 below 2^40", s, i+1)
		}
	}
	inner := t.innerBytes()
	if inner%16 != 0 {
		return fmt.Errorf("tensor map: the box's rows of %d bytes are no multiple of 16", inner)
	}
	if span := 16 << t.Swizzle; t.Swizzle != SwizzleNone && inner > span {
		return fmt.Errorf("tensor map: the box's rows of %d bytes exceed the %d-byte swizzle", inner, span)
	}
	return nil
}

func (t *TensorMap) innerBytes() int { return t.copied(0) * t.ElemSize }

// pitch returns the bytes from one innermost row to the next in shared memory: with a swizzle,
// rows take its whole span, what they do not fill is left alone.
func (t *TensorMap) pitch() int {
	if t.Swizzle != SwizzleNone {
		return 16 << t.Swizzle
	}
	return t.innerBytes()
}

// BoxBytes returns the bytes that the box moves, which is what a load completes on its mbarrier,
// whether inside the tensor or not. Footprint is what it spans in shared memory.
func (t *TensorMap) BoxBytes() int {
	n := t.innerBytes()
	for i := 1; i < len(t.Box); i++ {
		n *= t.copied(i)
	}
	return n
}

// Footprint returns the bytes from the box's shared address to its end.
func (t *TensorMap) Footprint() int {
	n := t.pitch()
	for i := 1; i < len(t.Box); i++ {
		n *= t.copied(i)
	}
	return n
}

// CheckDst returns what is wrong with the box's shared address, "" if nothing: copies need 128
// bytes of alignment; the swizzle, though it works on address bits, its whole pattern, for the
// tile to be what a matrix descriptor without base offset reads.
func (t *TensorMap) CheckDst(addr uint32) string {
	if addr%128 != 0 {
		return fmt.Sprintf("shared address 0x%x of a tensor copy is not 128-byte aligned", addr)
	}
	if pattern := uint32(128) << t.Swizzle; t.Swizzle != SwizzleNone && addr%pattern != 0 {
		return fmt.Sprintf("shared address 0x%x of a tensor copy is not aligned to the %d bytes of its swizzle's pattern", addr, pattern)
	}
	return ""
}

// CheckCoords returns why a copy at these coordinates faults, "" if it does not. An H200 reports
// an illegal instruction where the innermost coordinate is no multiple of 16 bytes and for stores
// and reductions with a negative coordinate; loads may begin before the tensor.
func (t *TensorMap) CheckCoords(coords []int32, store bool) string {
	if at := int64(coords[0]) * int64(t.ElemSize); at%16 != 0 {
		return fmt.Sprintf("coordinate %d of a tensor copy is %d bytes into its row: no multiple of 16", coords[0], at)
	}
	for i, c := range coords[:len(t.Dims)] {
		if store && c < 0 {
			return fmt.Sprintf("coordinate %d of dimension %d of a tensor store is negative", c, i)
		}
	}
	return ""
}

// Walk calls yield for the runs of bytes that the box at coords (innermost first, in elements,
// possibly negative or beyond the tensor) moves: shared address after the swizzle, global
// address, length (at most 16, within one 16-byte chunk of shared memory), and whether they are
// inside the tensor. A load fills what is outside with Fill; a store leaves it out.
func (t *TensorMap) Walk(coords []int32, dst uint32, yield func(smem uint32, global uint64, n int, in bool)) {
	var at [5]int // index within the box
	for row := dst; ; row += uint32(t.pitch()) {
		global, in := t.Base, true
		for i := 1; i < len(t.Dims); i++ {
			c := int64(coords[i]) + int64(at[i])*int64(t.elemStride(i))
			in = in && c >= 0 && uint64(c) < t.Dims[i]
			global += uint64(c) * t.Strides[i-1]
		}
		t.walkRow(int64(coords[0]), row, global, in, yield)
		i := 1
		for ; i < len(t.Dims); i++ {
			if at[i]++; at[i] < t.copied(i) {
				break
			}
			at[i] = 0
		}
		if i == len(t.Dims) {
			return
		}
	}
}

// walkRow does one innermost row, in the longest runs there are.
func (t *TensorMap) walkRow(first int64, row uint32, global uint64, in bool, yield func(smem uint32, global uint64, n int, in bool)) {
	size, count := int64(t.ElemSize), int64(t.copied(0))
	inside := func(c int64) bool { return in && c >= 0 && uint64(c) < t.Dims[0] }
	for e := int64(0); e < count; {
		c := first + e
		n := int64(1)
		for e+n < count && (e+n)*size%16 != 0 && inside(c+n) == inside(c) {
			n++
		}
		yield(SwizzleAddr(row+uint32(e*size), t.Swizzle), global+uint64(c*size), int(n*size), inside(c))
		e += n
	}
}

// Fill returns the bytes of an element outside the tensor, as a load writes them. Whatever the
// type, NaN is the half word 0x7ff7 again and again.
func (t *TensorMap) Fill() []byte {
	b := make([]byte, t.ElemSize)
	for i := range b {
		if t.FillNaN {
			b[i] = [2]byte{0xf7, 0x7f}[i&1]
		}
	}
	return b
}

// Convert changes the elements b that a load has read from inside the tensor, as the map's type
// asks: the TF32 types round to nearest (a NaN becomes 0x7fffe000). The FTZ types flush nothing.
func (t *TensorMap) Convert(b []byte) {
	if t.Type != MapTF32 && t.Type != MapTF32FTZ {
		return
	}
	for ; len(b) >= 4; b = b[4:] {
		binary.LittleEndian.PutUint32(b, F32ToTF32(math.Float32frombits(little(b, 4)), RN))
	}
}
