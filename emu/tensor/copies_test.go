package tensor

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"testing"
)

func (m *probeMap) tensorMap() *TensorMap {
	return &TensorMap{Base: 1 << 20, Dims: m.Dims, Strides: m.Strides, Box: m.Box, ElemStrides: m.ElemStrides, ElemSize: m.Size,
		Swizzle: uint8(m.Swizzle), FillNaN: m.Nan != 0, Type: uint8(m.Type)}
}

func (m *probeMap) coords() []int32 {
	coords := make([]int32, len(m.Coords))
	for i, c := range m.Coords {
		coords[i] = int32(c)
	}
	return coords
}

func stream(seed, words int) []byte {
	b := make([]byte, 4*words)
	for i := range words {
		binary.LittleEndian.PutUint32(b[4*i:], uint32(splitmix(seed, i)))
	}
	return b
}

// move replays a copy: what a load makes of 32 kB of shared memory full of 0xee, or a store of
// 128 kB of global memory.
func (m *probeMap) move(t *testing.T, store bool) []byte {
	tm, size := m.tensorMap(), 1<<15
	if err := tm.Check(); err != nil {
		t.Fatal(err)
	}
	source := stream(95000, 1<<16)
	if store {
		source, size = stream(96000, 1<<13), 1<<17
	}
	for i := range source {
		source[i] &= byte(m.Mask >> (i % 4 * 8))
	}
	out := bytes.Repeat([]byte{0xee}, size)
	tm.Walk(m.coords(), uint32(m.Offset), func(smem uint32, global uint64, n int, in bool) {
		at := global - tm.Base
		switch {
		case store && in:
			copy(out[at:][:n], source[smem:])
		case !store && in:
			copy(out[smem:][:n], source[at:])
			tm.Convert(out[smem:][:n])
		case !store:
			for i := 0; i < n; i += m.Size {
				copy(out[int(smem)+i:], tm.Fill())
			}
		}
	})
	return out
}

func TestRecordedCopies(t *testing.T) {
	for _, what := range []string{"tma_load", "tma_store"} {
		for _, r := range recorded(t, what) {
			got := r.Map.move(t, what == "tma_store")
			r.check(t, toWords(got), func(int) string { return fmt.Sprintf("%s %+v", what, *r.Map) })
		}
	}
}

// TestRecordedFaults: what the H200 refused to do, and nothing it did, is refused.
func TestRecordedFaults(t *testing.T) {
	for _, what := range []string{"tma_load", "tma_store", "tma_fault"} {
		for _, r := range recorded(t, what) {
			store := what == "tma_store" || what == "tma_fault" && r.Map.Ops[0] == "store"
			if got := r.Map.tensorMap().CheckCoords(r.Map.coords(), store); (got != "") != (what == "tma_fault") {
				t.Errorf("%s at %v: %q", what, r.Map.Coords, got)
			}
		}
	}
}

func TestRecordedReductions(t *testing.T) {
	for _, r := range recorded(t, "reduce") {
		tm := &TensorMap{Dims: []uint64{64, 16}, Strides: []uint64{uint64(64 * r.Size)}, Box: []uint32{32, 8}, ElemSize: r.Size, Type: uint8(r.Type)}
		if err := tm.Check(); err != nil {
			t.Fatal(err)
		}
		memory, image := stream(97000+r.Type, 64*16*r.Size/4), stream(97100+r.Type, 32*8*r.Size/4)
		if e := map[int]Elem{MapF16: F16, MapBF16: BF16, MapF32: F32}[r.Type]; e != None {
			top := 1<<e.format().exp - 1
			for i := range 64 * 16 {
				pack(memory, i, e, randomFloat(97000+r.Type, i, e, [2]int{0, top}, 0, false))
			}
			for i := range 32 * 8 {
				pack(image, i, e, randomFloat(97100+r.Type, i, e, [2]int{0, top}, 0, false))
			}
		}
		tm.Walk([]int32{8, 4}, 0, func(smem uint32, global uint64, n int, in bool) {
			if err := tm.Reduce(r.Op, memory[global:][:n], image[smem:][:n]); err != nil {
				t.Fatal(err)
			}
		})
		r.check(t, toWords(memory), func(int) string { return fmt.Sprintf("%s of type %d", r.Op, r.Type) })
	}
}
