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
