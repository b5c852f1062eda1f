package tensor

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// rows returns n zero registers.
func rows(n int) []*Row {
	r := make([]*Row, n)
	for i := range r {
		r[i] = new(Row)
	}
	return r
}

// place writes element x of an operand into shared memory where the closed formulas of the
// canonical layouts say, written out here on (row, byte) instead of chunks.
func place(smem []byte, o Operand, d Descriptor, mn, k int, bits uint32) {
	size := o.Bits / 8
	w := int(d.Swizzle)
	at := int(d.Start)
	x := k * size // byte along the contiguous dimension
	if o.MNMajor {
		x = mn * size
	}
	atom, inAtom := 16, x%16
	if w != 0 {
		atom, inAtom = w, x%w
	}
	switch {
	case o.MNMajor && w == 0:
		at += x/16*int(d.SBO) + inAtom + k/8*int(d.LBO) + k%8*16
	case o.MNMajor:
		at += x/atom*int(d.LBO) + inAtom + k/8*int(d.SBO) + k%8*w
	case w == 0:
		at += mn/8*int(d.SBO) + mn%8*16 + x/16*int(d.LBO) + inAtom
	default:
		at += mn/8*int(d.SBO) + mn%8*w + x
	}
	switch w {
	case 128:
		at ^= at >> 7 & 7 << 4
	case 64:
		at ^= at >> 7 & 3 << 4
	case 32:
		at ^= at >> 7 & 1 << 4
	}
	for i := range size {
		smem[at+i] = byte(bits >> (8 * i))
	}
}

// tile returns a descriptor of a whole tile at start in the canonical layout.
func tile(o Operand, swizzle, start uint32) Descriptor {
	d := Descriptor{Start: start, Swizzle: swizzle}
	switch {
	case swizzle == 0:
		d.LBO, d.SBO = 128, 256
	case o.MNMajor:
		d.SBO = 8 * swizzle
		d.LBO = d.SBO * uint32(o.Depth()/8)
	default:
		d.LBO, d.SBO = 16, 8*swizzle
	}
	return d
}

// small integers are exact in every type and their sums in every accumulator.
func smallBits(e Elem, v int) uint32 {
	switch e {
	case F16:
		return uint32(F32ToF16(float32(v), RN, false))
	case BF16:
		return uint32(F32ToBF16(float32(v), RN, false))
	case TF32:
		return math.Float32bits(float32(v))
	case E4M3:
		return uint32(F32ToE4M3(float32(v), true))
	case E5M2:
		return uint32(F32ToE5M2(float32(v), true))
	}
	return uint32(uint8(v))
}

var forms = []struct{ d, a, b Elem }{
	{F32, F16, F16}, {F16, F16, F16}, {F32, BF16, BF16}, {F32, TF32, TF32}, {F32, E4M3, E4M3}, {F32, E5M2, E4M3}, {F16, E4M3, E5M2},
	{S32, S8, S8}, {S32, U8, S8},
}

func TestWgmmaOfIntegers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, f := range forms {
		for _, swizzle := range []uint32{0, 32, 64, 128} {
			for variant := range 4 {
				w := Wgmma{N: []int{8, 32, 64, 256}[variant], K: 256 / f.a.Bits(), D: f.d, A: f.a, B: f.b, ARegs: variant == 3}
				if f.a.Bits() == 16 {
					w.TransA, w.TransB = variant == 1, variant >= 1
				}
				if !f.d.Integer() {
					w.NegA = variant == 2
				}
				t.Run(fmt.Sprintf("n%d.%v.%v.%v/swizzle%d", w.N, f.d, f.a, f.b, swizzle), func(t *testing.T) { checkIntegers(t, rng, w, swizzle) })
			}
		}
	}
}

func checkIntegers(t *testing.T, rng *rand.Rand, w Wgmma, swizzle uint32) {
	smem := make([]byte, 1<<16)
	a, b := make([]int, 64*w.K), make([]int, w.N*w.K)
	oa, ob := w.operand(false), w.operand(true)
	da, db := tile(oa, swizzle, 0x1000), tile(ob, swizzle, 0x8000)
	fill := func(x []int, e Elem, o Operand, d Descriptor) {
		for i := range x {
			x[i] = rng.IntN(4)
			if e != U8 {
				x[i] -= 2
			}
			place(smem, o, d, i/w.K, i%w.K, smallBits(e, x[i]))
		}
	}
	fill(a, w.A, oa, da)
	fill(b, w.B, ob, db)
	if s := w.Check(da.Encode(), false) + w.Check(db.Encode(), true); s != "" {
		t.Fatal(s)
	}
	sign := 1
	if w.NegA {
		sign = -1
	}
	for warp := range 4 {
		regs, d := rows(4), rows(w.DRegs())
		for i := range 16 * w.K { // A's fragment: closed form
			r, k, size := i/w.K, i%w.K, w.A.Bits()/8
			byteOfK := k * size
			lane, reg := r%8*4+byteOfK%16/4, r/8+byteOfK/16*2
			regs[reg][lane] |= uint64(smallBits(w.A, a[(16*warp+r)*w.K+k])) << (byteOfK % 4 * 8)
		}
		for pass := range 2 { // the second accumulates
			if err := w.Run(warp, d, regs, da.Encode(), db.Encode(), smem, pass == 1); err != nil {
				t.Fatal(err)
			}
		}
		for i := range 16 * w.N {
			r, c := i/w.N, i%w.N
			want := 0
			for k := range w.K {
				want += 2 * sign * a[(16*warp+r)*w.K+k] * b[c*w.K+k]
			}
			lane, reg := r%8*4+c%8/2, c/8*4+r/8*2+c%2
			got := int(int32(d[min(reg, len(d)-1)][lane]))
			switch w.D {
			case F32:
				got = int(math.Float32frombits(uint32(d[reg][lane])))
			case F16:
				got = int(F16ToF32(uint16(d[reg/2][lane] >> (16 * (reg % 2)))))
			}
			if got != want {
				t.Fatalf("warp %d, row %d, column %d: got %d, want %d", warp, r, c, got, want)
			}
		}
	}
}

func BenchmarkWgmma(b *testing.B) {
	for _, e := range []Elem{F16, BF16, E4M3} {
		b.Run("m64n256."+e.String(), func(b *testing.B) {
			w := Wgmma{N: 256, K: 256 / e.Bits(), D: F32, A: e, B: e}
			smem := make([]byte, 1<<16)
			rng := rand.New(rand.NewPCG(1, 2))
			for i := 0; i < len(smem); i += e.Bits() / 8 {
				v := float32(rng.NormFloat64())
				x := map[Elem]uint32{F16: uint32(F32ToF16(v, RN, false)), BF16: uint32(F32ToBF16(v, RN, false)), E4M3: uint32(F32ToE4M3(v, true))}[e]
				smem[i] = byte(x)
				if e != E4M3 {
					smem[i+1] = byte(x >> 8)
				}
			}
			da, db := Descriptor{Start: 0, SBO: 1024, Swizzle: 128}, Descriptor{Start: 8192, SBO: 1024, Swizzle: 128}
			d := rows(w.DRegs())
			for b.Loop() {
				for warp := range 4 {
					if err := w.Run(warp, d, nil, da.Encode(), db.Encode(), smem, true); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
