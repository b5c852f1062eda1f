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

func stream(seed, words int) []byte {
	b := make([]byte, 4*words)
	for i := range words {
		binary.LittleEndian.PutUint32(b[4*i:], uint32(splitmix(seed, i)))
	}
	return b
}

// move replays a copy: what a load makes of shared memory full of 0xee, or a store of global.
func (m *probeMap) move(t *testing.T, store bool, size int) []byte {
	tm := m.tensorMap()
	if err := tm.Check(); err != nil {
		t.Fatal(err)
	}
	coords := make([]int32, len(m.Coords))
	for i, c := range m.Coords {
		coords[i] = int32(c)
	}
	out := bytes.Repeat([]byte{0xee}, size)
	source := stream(95000, 1<<16)
	if store {
		source = stream(96000, 8192)
	}
	for i := range source {
		source[i] &= byte(m.Mask >> (i % 4 * 8))
	}
	tm.Walk(coords, uint32(m.Offset), func(smem uint32, global uint64, n int, in bool) {
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
	rec := load(t, "copies")
	for _, r := range rec.recipes {
		if r.What != "tma_load" && r.What != "tma_store" {
			continue
		}
		m := r.Map
		t.Run(fmt.Sprintf("%s/%d/sw%d/%v%v@%v+%d/es%v", r.What, m.Type, m.Swizzle, m.Dims, m.Box, m.Coords, m.Offset, m.ElemStrides), func(t *testing.T) {
			want := rec.arrays[r.Key]
			got := m.move(t, r.What == "tma_store", len(want))
			if !bytes.Equal(got, want) {
				n, first := 0, -1
				for i := range got {
					if got[i] != want[i] {
						if n++; first < 0 {
							first = i
						}
					}
				}
				t.Errorf("%d bytes differ, first at %d: got %x, H200 %x", n, first, got[first:][:16], want[first:][:16])
			}
		})
	}
}

// TestRecordedFaults: what the H200 refused to do, and nothing it did, is refused.
func TestRecordedFaults(t *testing.T) {
	for _, r := range load(t, "copies").recipes {
		if r.Map == nil {
			continue
		}
		coords := make([]int32, len(r.Map.Coords))
		for i, c := range r.Map.Coords {
			coords[i] = int32(c)
		}
		store := r.What == "tma_store" || r.What == "tma_fault" && r.Map.Ops[0] == "store"
		if got := r.Map.tensorMap().CheckCoords(coords, store); (got != "") != (r.What == "tma_fault") {
			t.Errorf("%s at %v: %q", r.What, coords, got)
		}
	}
}

func TestRecordedReductions(t *testing.T) {
	rec := load(t, "copies")
	for _, r := range rec.recipes {
		if r.What != "reduce" {
			continue
		}
		t.Run(fmt.Sprintf("%s/%d", r.Op, r.Type), func(t *testing.T) {
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
			bad := 0
			for i, want := range rec.arrays[r.Key] {
				if memory[i] != want {
					if bad++; bad < 3 {
						e := i / r.Size * r.Size
						before := stream(97000+r.Type, 64*16*r.Size/4)
						t.Errorf("byte %d: got %x, H200 %x; before %x", i, memory[e:][:r.Size], rec.arrays[r.Key][e:][:r.Size], before[e:][:r.Size])
					}
				}
			}
			if bad > 0 {
				t.Errorf("%d bytes differ", bad)
			}
		})
	}
}
