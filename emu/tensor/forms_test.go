package tensor

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	good := []string{"mma_async.sync.aligned.m64n256k16.f32.f16.f16", "mma_async.sync.aligned.m64n8k32.f16.e4m3.e5m2", "mma_async.sync.aligned.m64n96k32.s32.u8.s8.satfinite",
		"mma_async.sync.aligned.m64n24k8.f32.tf32.tf32"}
	bad := []string{"mma_async.sync.aligned.m64n256k16.f32.f16.bf16", "mma_async.sync.aligned.m64n260k16.f32.f16.f16", "mma_async.sync.aligned.m64n40k32.s32.s8.s8",
		"mma_async.sync.aligned.m64n8k16.f16.bf16.bf16", "mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16", "fence.sync.aligned", "mma_async.sync.aligned.m64n8k16.f32.f16.x17"}
	for _, s := range good {
		if w, err := ParseWgmma(strings.Split(s, ".")); err != nil || w.N == 0 {
			t.Errorf("%s: %v", s, err)
		}
	}
	for _, s := range bad {
		if _, err := ParseWgmma(strings.Split(s, ".")); err == nil {
			t.Errorf("%s is accepted", s)
		}
	}
	for s, ok := range map[string]bool{"sync.aligned.m16n8k16.row.col.f32.f16.f16.f32": true, "sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32": true,
		"sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32": true, "sync.aligned.m16n8k16.row.col.f32.e4m3.e4m3.f32": false,
		"sync.aligned.m16n8k16.row.row.f32.f16.f16.f32": false, "sync.aligned.m16n8k16.row.col.f32.f16.f16": false} {
		if _, err := ParseMma(strings.Split(s, ".")); (err == nil) != ok {
			t.Errorf("mma.%s: %v", s, err)
		}
	}
	for s, ok := range map[string]bool{"sync.aligned.m8n8.x4.trans.shared.b16": true, "sync.aligned.m16n16.x1.trans.shared.b8": false, "sync.aligned.m8n8.shared.b16": false} {
		if m, err := ParseMatrix(strings.Split(s, ".")); (err == nil) != ok || ok && m != (Matrix{Num: 4, Trans: true}) {
			t.Errorf("%s: %v %v", s, m, err)
		}
	}
}

func TestDescriptorCheck(t *testing.T) {
	o := Operand{Rows: 64, Bits: 16}
	mn := Operand{Rows: 128, Bits: 16, MNMajor: true}
	for _, c := range []struct {
		o    Operand
		d    Descriptor
		want string // part of the text, "" = right
	}{
		{o, Descriptor{Start: 1024, SBO: 1024, Swizzle: 128}, ""},
		{o, Descriptor{Start: 1024 + 96, SBO: 1024, Swizzle: 128}, ""},
		{o, Descriptor{Start: 1024 + 112, SBO: 1024, Swizzle: 128}, "leaves 16 of 32 bytes"},
		{o, Descriptor{Start: 1024 + 128, SBO: 1024, Swizzle: 128}, "align the tile to 1024"},
		{o, Descriptor{Start: 1024 + 128, SBO: 1024, Swizzle: 128, BaseOffset: 1}, ""},
		{o, Descriptor{Start: 512, SBO: 512, Swizzle: 64}, ""},
		{o, Descriptor{Start: 256, SBO: 512, Swizzle: 64}, "align the tile to 512"},
		{o, Descriptor{Start: 256, SBO: 256, Swizzle: 32}, ""},
		{o, Descriptor{Start: 0, SBO: 1040, Swizzle: 128}, "stride offset 1040"},
		{o, Descriptor{Start: 16, SBO: 48}, ""},
		{mn, Descriptor{Start: 0, SBO: 1024, LBO: 2048, Swizzle: 128}, ""},
		{mn, Descriptor{Start: 0, SBO: 1024, LBO: 2064, Swizzle: 128}, "leading dimension offset 2064"},
	} {
		if got := c.o.Check(c.d); (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%+v: %q, want %q", c.d, got, c.want)
		}
	}
	w := Wgmma{N: 64, K: 32, D: F32, A: E4M3, B: E4M3, TransB: true}
	if w.Check(0, true) == "" || w.Check(1<<14, false) == "" {
		t.Error("a transposed operand of 8 bits or reserved bits pass")
	}
}

// FuzzDescriptor: decoding and encoding are inverse; whatever the descriptor, a product either
// reads inside shared memory or says that it does not.
func FuzzDescriptor(f *testing.F) {
	f.Add(uint64(0x4000004000010000), true, uint8(3))
	f.Add(uint64(0xffffffffffffffff), false, uint8(31))
	f.Fuzz(func(t *testing.T, bits uint64, trans bool, n uint8) {
		d, err := DecodeDescriptor(bits)
		if err == nil && d.Encode() != bits {
			t.Fatalf("%x decodes to %+v, which encodes to %x", bits, d, d.Encode())
		}
		w := Wgmma{N: 8 * (int(n)%32 + 1), K: 16, D: F32, A: F16, B: F16, TransA: trans, TransB: trans}
		smem := make([]byte, 1<<16)
		inside := true
		for _, b := range []bool{false, true} {
			w.Check(bits, b)
			w.Chunks(bits, b, 1, func(addr uint32) { inside = inside && addr%16 == 0 && int(addr)+16 <= len(smem) })
		}
		if err := w.Run(1, rows(w.DRegs()), nil, bits, bits, smem, true); (err == nil) != inside {
			t.Fatalf("%x: inside is %v, but Run says %v", bits, inside, err)
		}
	})
}

func FuzzTensorMap(f *testing.F) {
	m := TensorMap{Base: 1 << 20, Dims: []uint64{64, 9}, Strides: []uint64{128}, Box: []uint32{32, 8}, ElemSize: 2, Swizzle: Swizzle64, Type: MapF16}
	b := m.Encode()
	f.Add(b[:], int32(-8), int32(4))
	f.Fuzz(func(t *testing.T, raw []byte, x, y int32) {
		m, err := DecodeTensorMap(raw)
		if err != nil {
			return
		}
		again, err := DecodeTensorMap(func() []byte { b := m.Encode(); return b[:] }())
		if err != nil || again.BoxBytes() != m.BoxBytes() {
			t.Fatalf("%+v does not survive encoding: %v", m, err)
		}
		if m.BoxBytes() > 1<<18 {
			return
		}
		sum := 0
		m.Walk([]int32{x, y, x, y, x}, 1024, func(smem uint32, global uint64, n int, in bool) {
			if sum += n; n > 16 || smem/16 != (smem+uint32(n)-1)/16 || int(smem) >= 1024+m.Footprint()+128 {
				t.Fatalf("a run of %d bytes at shared address %d", n, smem)
			}
		})
		if sum != m.BoxBytes() {
			t.Fatalf("%d bytes move, the box has %d", sum, m.BoxBytes())
		}
	})
}

// TestEncodeAgainstSearch compares every rounding with a search through all values of a format.
func TestEncodeAgainstSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, f := range []*format{&formatF16, &formatE4M3, &formatE5M2} {
		n := uint64(f.sign())
		for range 3000 {
			v := math.Ldexp(1+rng.Float64(), rng.IntN(f.bias()+f.man+1)-f.bias()-f.man+1)
			if rng.IntN(4) == 0 {
				v = f.decode(rng.Uint64N(f.max())) + f.decode(1)/2
			}
			lo := uint64(0) // largest value not above v
			for step := n / 2; step > 0; step /= 2 {
				if c := lo + step; c <= f.max() && f.decode(c) <= v {
					lo = c
				}
			}
			if lo == f.max() {
				continue
			}
			low, high := f.decode(lo), f.decode(lo+1)
			near := lo
			if v-low > high-v || v-low == high-v && lo&1 != 0 {
				near = lo + 1
			}
			up := lo
			if v > low {
				up++
			}
			for r, want := range map[Round]uint64{RN: near, RZ: lo, RM: lo, RP: up} {
				if got := f.encode(v, r, false); got != want {
					t.Fatalf("%g in mode %d: got %x, want %x", v, r, got, want)
				}
			}
		}
	}
}

// TestFastRow: the fast path gives what panel gives, for exponents near and far, zeros,
// subnormals, infinities and NaNs.
func TestFastRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, e := range []Elem{F16, BF16, TF32, E4M3, E5M2} {
		m, depth := modelOf(e), rowBytes*8/e.Bits()
		const cols = 64
		for round := range 200 {
			var a rowsOfA
			var b panelsOfB
			a.reset(16, depth)
			b.reset(cols, depth)
			f := e.format()
			spread := []int{2, 8, 1 << f.exp}[round%3]
			draw := func(f *format, e Elem) uint32 {
				exp := f.bias() + rng.IntN(2*spread) - spread
				if exp = min(max(exp, 0), 1<<f.exp-1); rng.IntN(8) == 0 || exp == 1<<f.exp-1 && rng.IntN(30) > 0 {
					exp = 0
				}
				bits := uint32(exp)<<f.man | rng.Uint32()&(1<<f.man-1) | rng.Uint32()>>31<<(f.exp+f.man)
				if e == TF32 {
					bits <<= 13
				}
				return bits
			}
			for k := range depth {
				for r := range 16 {
					a.set(r, k, e.decode(draw(f, e)))
				}
				for j := range cols {
					b.set(j, k, e.decode(draw(f, e)))
				}
			}
			fast := make([]uint32, 16*cols)
			for i := range fast {
				fast[i] = draw(&formatF32, F32)
			}
			slow := append([]uint32(nil), fast...)
			m.multiply(&a, &b, 16, cols, F32, fast)
			for r := range 16 {
				for p := range cols / columns {
					m.panel(a.values[r*depth:][:depth], a.exps[r*depth:][:depth], b.values[p*depth:][:depth], b.exps[p*depth:][:depth], F32,
						(*[columns]uint32)(slow[r*cols+columns*p:]))
				}
			}
			for i := range fast {
				if fast[i] != slow[i] {
					t.Fatalf("%v, round %d, element %d: fast %08x, slow %08x", e, round, i, fast[i], slow[i])
				}
			}
		}
	}
}
