package tensor

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// elementwise holds the functions behind the recorded instructions on words x, y.
var elementwise = func() map[string]func(x, y uint32) uint32 {
	f := math.Float32frombits
	t := map[string]func(x, y uint32) uint32{}
	pair := func(hi, lo uint16) uint32 { return uint32(hi)<<16 | uint32(lo) }
	relu := func(x uint32) float32 {
		if v := f(x); v != v || v > 0 {
			return v
		}
		return 0
	}
	for name, r := range map[string]Round{"rn": RN, "rz": RZ, "rm": RM, "rp": RP} {
		t["cvt_"+name+"_f16x2_f32"] = func(x, y uint32) uint32 { return pair(F32ToF16(f(x), r, false), F32ToF16(f(y), r, false)) }
		t["cvt_"+name+"_bf16x2_f32"] = func(x, y uint32) uint32 { return pair(F32ToBF16(f(x), r, false), F32ToBF16(f(y), r, false)) }
		t["cvt_"+name+"_relu_f16x2_f32"] = func(x, y uint32) uint32 { return pair(F32ToF16(relu(x), r, false), F32ToF16(relu(y), r, false)) }
		t["cvt_"+name+"_relu_bf16x2_f32"] = func(x, y uint32) uint32 { return pair(F32ToBF16(relu(x), r, false), F32ToBF16(relu(y), r, false)) }
		t["cvt_"+name+"_f16_f32"] = func(x, y uint32) uint32 { return uint32(F32ToF16(f(x), r, false)) }
		t["cvt_"+name+"_bf16_f32"] = func(x, y uint32) uint32 { return uint32(F32ToBF16(f(x), r, false)) }
		t["cvt_"+name+"_tf32_f32"] = func(x, y uint32) uint32 { return F32ToTF32(f(x), r) }
	}
	t["cvt_rna_tf32_f32"] = func(x, y uint32) uint32 { return F32ToTF32(f(x), RNA) }
	bytes := func(hi, lo uint8) uint32 { return uint32(hi)<<8 | uint32(lo) }
	for name, c := range map[string]func(float32, bool) uint8{"e4m3x2": F32ToE4M3, "e5m2x2": F32ToE5M2} {
		t["cvt_rn_satfinite_"+name+"_f32"] = func(x, y uint32) uint32 { return bytes(c(f(x), true), c(f(y), true)) }
		t["cvt_rn_satfinite_relu_"+name+"_f32"] = func(x, y uint32) uint32 { return bytes(c(relu(x), true), c(relu(y), true)) }
		t["cvt_rn_satfinite_"+name+"_f16x2"] = func(x, y uint32) uint32 {
			return bytes(c(F16ToF32(uint16(x>>16)), true), c(F16ToF32(uint16(x)), true))
		}
	}
	for name, c := range map[string]func(uint8) float32{"e4m3x2": E4M3ToF32, "e5m2x2": E5M2ToF32} {
		t["cvt_rn_f16x2_"+name] = func(x, y uint32) uint32 {
			return pair(F32ToF16(c(uint8(x>>8)), RN, false), F32ToF16(c(uint8(x)), RN, false))
		}
	}
	t["cvt_f32_f16"] = func(x, y uint32) uint32 { return math.Float32bits(F16ToF32(uint16(x))) }
	t["cvt_f32_bf16"] = func(x, y uint32) uint32 { return math.Float32bits(BF16ToF32(uint16(x))) }
	for name, g := range map[string]func(float32, bool) float32{"ex2": Ex2, "lg2": Lg2, "rcp": Rcp, "rsqrt": Rsqrt, "sqrt": Sqrt} {
		t[name+"_approx_f32"] = func(x, y uint32) uint32 { return math.Float32bits(g(f(x), false)) }
		t[name+"_approx_ftz_f32"] = func(x, y uint32) uint32 { return math.Float32bits(g(f(x), true)) }
	}
	t["div_full_f32"] = func(x, y uint32) uint32 { return math.Float32bits(DivFull(f(x), f(y), false)) }
	t["div_full_ftz_f32"] = func(x, y uint32) uint32 { return math.Float32bits(DivFull(f(x), f(y), true)) }
	t["div_approx_f32"] = func(x, y uint32) uint32 { return math.Float32bits(DivApprox(f(x), f(y), false)) }
	t["div_approx_ftz_f32"] = func(x, y uint32) uint32 { return math.Float32bits(DivApprox(f(x), f(y), true)) }
	return t
}()

// unaryInput is element i of the inputs of a recorded instruction.
func unaryInput(kind string, seed, i int) uint32 {
	const half = 1 << 14
	switch {
	case kind == "u16":
		return uint32(i)
	case i < half:
		return uint32(splitmix(seed, i))
	}
	i -= half
	x := randomFloat(seed+1, i, F32, [2]int{127 - 30, 127 + 20}, 0, false)
	switch {
	case i < half/4:
		x &= 0xfffff000
	case i < half/2:
		x &= 0xfff80000
	}
	return x
}

func (r *record) inputs() int {
	if r.Kind == "u16" {
		return 1 << 16
	}
	return 1 << 15
}

// input returns the pair of words i that an instruction was given.
func (r *record) input(i int) (x, y uint32) {
	x = unaryInput(r.Kind, 98000+2*r.Index, i)
	switch n := r.inputs(); r.Kind {
	case "any":
		return x, uint32(splitmix(99000+r.Index, i))
	case "f32":
		i = (i - 12345 + n) % n
	}
	return x, unaryInput(r.Kind, 99000+2*r.Index, i)
}

func TestRecordedElementwise(t *testing.T) {
	tested := 0
	for _, r := range recorded(t, "unary") {
		g, ok := elementwise[r.Name]
		if !ok {
			continue // an instruction of the scalar unit
		}
		tested++
		got := make([]uint32, r.inputs())
		for i := range got {
			got[i] = g(r.input(i))
		}
		r.check(t, got, func(int) string { return r.Name })
	}
	if tested < 38 {
		t.Errorf("only %d instructions are compared", tested)
	}
}

// TestRecordedBinades compares the approximate functions over whole binades.
func TestRecordedBinades(t *testing.T) {
	for _, r := range recorded(t, "binade") {
		g := elementwise[r.Name]
		var got []uint32
		for i := uint32(0); i < 1<<23; i += r.Stride {
			got = append(got, g(r.Start+i, 0))
		}
		r.check(t, got, func(i int) string {
			return fmt.Sprintf("%s from %08x", r.Name, r.Start+uint32(i*r.Block)*r.Stride)
		})
	}
}

// approximated holds the functions that are not the H200's in every bit, and by how much they
// may differ: relative to the larger of the result and floor.
var approximated = map[string]struct {
	f     func(x uint32) float32
	value func(bits uint32) float32
	floor float64
	bound float64
}{
	"sin_approx_f32":      {func(x uint32) float32 { return Sin(math.Float32frombits(x), false) }, math.Float32frombits, 1, 0x1p-20},
	"sin_approx_ftz_f32":  {func(x uint32) float32 { return Sin(math.Float32frombits(x), true) }, math.Float32frombits, 1, 0x1p-20},
	"cos_approx_f32":      {func(x uint32) float32 { return Cos(math.Float32frombits(x), false) }, math.Float32frombits, 1, 0x1p-20},
	"cos_approx_ftz_f32":  {func(x uint32) float32 { return Cos(math.Float32frombits(x), true) }, math.Float32frombits, 1, 0x1p-20},
	"tanh_approx_f32":     {func(x uint32) float32 { return Tanh(math.Float32frombits(x)) }, math.Float32frombits, 0, 1 / 2000.0},
	"tanh_approx_f16":     {func(x uint32) float32 { return Tanh(F16ToF32(uint16(x))) }, half32, 0x1p-13, 0x1p-10},
	"tanh_approx_bf16":    {func(x uint32) float32 { return Tanh(BF16ToF32(uint16(x))) }, bhalf32, 0, 0x1p-7},
	"ex2_approx_f16":      {func(x uint32) float32 { return F16ToF32(F32ToF16(Ex2(F16ToF32(uint16(x)), false), RN, false)) }, half32, 0x1p-13, 1 / 900.0},
	"ex2_approx_ftz_bf16": {func(x uint32) float32 { return Ex2(BF16ToF32(uint16(x)), true) }, bhalf32, 0, 0x1p-7},
}

func half32(x uint32) float32  { return F16ToF32(uint16(x)) }
func bhalf32(x uint32) float32 { return BF16ToF32(uint16(x)) }

// TestApproximated compares the recorded first words of each block within the bounds.
func TestApproximated(t *testing.T) {
	compared := 0
	for _, r := range recorded(t, "unary") {
		a, ok := approximated[r.Name]
		if !ok {
			continue
		}
		for i := range r.inputs() {
			if i%r.Block >= 4 {
				continue
			}
			x, _ := r.input(i)
			want := float64(a.value(binary.LittleEndian.Uint32(r.Sums[i/r.Block*sumBytes+4+4*(i%r.Block):])))
			got := float64(a.f(x))
			if got != got && want != want || got == want {
				continue
			}
			compared++
			if e := math.Abs(got-want) / max(math.Abs(want), a.floor); !(e <= a.bound) {
				t.Errorf("%s of %08x: got %g, H200 %g: off by 2^%.1f", r.Name, x, got, want, math.Log2(e))
			}
		}
	}
	if compared < 200 {
		t.Errorf("only %d results were compared", compared)
	}
}
