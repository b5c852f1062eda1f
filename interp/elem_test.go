package interp

import (
	"math"
	"math/rand/v2"
	"testing"

	"tawa/ir"
)

// samples are values in and around the range of a format: all its values, the
// middles between neighbours, and values just beside those.
func samples(f *ir.FloatFormat) []float64 {
	var out []float64
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		b := rng.Uint64() & (1<<f.Bits - 1)
		v, w := f.Decode(b), f.Decode((b+1)&(1<<f.Bits-1))
		m := (v + w) / 2
		out = append(out, v, m, math.Nextafter(m, v), math.Nextafter(m, w), v*(1+rng.Float64()), math.Ldexp(rng.NormFloat64(), rng.IntN(80)-40))
	}
	return append(out, 0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e300, -1e-300)
}

func same64(a, b float64) bool {
	return a == b && math.Signbit(a) == math.Signbit(b) || a != a && b != b
}

// TestRounding holds the fast rounding and encoding against the definition of the formats.
func TestRounding(t *testing.T) {
	for name, f := range ir.FloatFormats {
		if f.Bits > 32 || f.Man == 0 || f.Kind == ir.Finite {
			continue
		}
		e := floatElem(name, f)
		for _, v := range samples(f) {
			want := f.Decode(f.Encode(v))
			if got := e.round(v); !same64(got, want) {
				t.Fatalf("%s: %v rounds to %v, not %v", name, v, got, want)
			}
			if got, bits := e.bits(0, want), f.Encode(want); got != bits {
				t.Fatalf("%s: the bits of %v are %x, not %x", name, want, got, bits)
			}
			if got, want := e.saturate(v), f.Decode(f.EncodeSaturating(v)); !math.IsInf(v, 0) && !same64(got, want) {
				t.Fatalf("%s: %v saturates to %v, not %v", name, v, got, want)
			}
			if z := e.roundTo(v, true); f.Bits < 32 && (math.Abs(z) > math.Abs(v) || math.Abs(want) < math.Abs(z)) {
				t.Fatalf("%s: %v rounds towards zero to %v", name, v, z)
			}
		}
	}
}

func TestMemoryKeepsValues(t *testing.T) {
	ctx := ir.NewContext(ir.NewRegistry())
	var m Memory
	for _, typ := range []ir.Type{ctx.I1(), ctx.I8(), ctx.I16(), ctx.I32(), ctx.I64()} {
		b := m.Alloc("b", typ, 4)
		for i, v := range []int64{0, -1, 1, 1 << 40} {
			b.SetInt(i, v)
			if want := ir.WrapInt(typ, v); b.Int(i) != want {
				t.Errorf("%s: %d comes back as %d, not %d", b, v, b.Int(i), want)
			}
		}
	}
	for _, name := range []string{"f8E4M3FN", "f8E5M2", "f16", "bf16", "f32", "f64"} {
		b := m.Alloc("b", ctx.Float(name), 3)
		for i, v := range []float64{0.3, -448, math.Ldexp(1, -9)} {
			b.SetFloat(i, v)
			if want := ctx.FloatAttr(ctx.Float(name), v).Value(); b.Float(i) != want || b.Floats()[i] != want {
				t.Errorf("%s: %v comes back as %v, not %v", b, v, b.Float(i), want)
			}
		}
	}
}
