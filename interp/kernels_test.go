package interp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"tawa/interp"
	"tawa/ir"
)

// gemm is C = A·Bᵀ of A[m,k] and B[n,k].
func gemm(a, b []float64, m, n, k int) []float64 {
	c := make([]float64, m*n)
	for i := range m {
		for j := range n {
			sum := 0.0
			for p := range k {
				sum += a[i*k+p] * b[j*k+p]
			}
			c[i*n+j] = sum
		}
	}
	return c
}

func i64(vs ...int) []int64 {
	out := make([]int64, len(vs))
	for i, v := range vs {
		out[i] = int64(v)
	}
	return out
}

func TestGEMM(t *testing.T) {
	tests := []struct {
		file      string
		elem      string
		m, n, k   int
		batch     int
		grid      [3]int
		tolerance float64
	}{
		{"gemm_fp16_128x256x64", "f16", 128, 256, 128, 1, [3]int{1}, 1e-3},
		{"gemm_fp16_128x256x64", "f16", 144, 272, 80, 1, [3]int{4}, 1e-3},
		{"gemm_fp16_128x128x64", "f16", 160, 112, 48, 1, [3]int{2}, 1e-3},
		{"gemm_fp16_persistent_128x256x64", "f16", 272, 272, 80, 1, [3]int{132}, 1e-3},
		{"gemm_fp16_persistent_flat_ws_128x256x64", "f16", 144, 272, 80, 1, [3]int{132}, 1e-3},
		{"gemm_fp8_128x256x128", "f8E4M3FN", 128, 272, 144, 1, [3]int{2}, 1e-3},
		{"gemm_fp8_persistent_flat_128x256x128", "f8E4M3FN", 144, 256, 144, 1, [3]int{132}, 1e-3},
		{"bmm_fp16_128x128x64", "f16", 128, 144, 80, 2, [3]int{1, 2, 2}, 1e-3},
	}
	for _, x := range tests {
		t.Run(x.file, func(t *testing.T) {
			module := example(t, x.file)
			elem := module.Context().Float(x.elem)
			rng := rand.New(rand.NewPCG(1, 2))
			var mem interp.Memory
			a := random(mem.Alloc("a", elem, i64(x.batch*x.m, x.k)...), rng)
			b := random(mem.Alloc("b", elem, i64(x.batch*x.n, x.k)...), rng)
			c := mem.Alloc("c", module.Context().F16(), i64(x.batch*x.m, x.n)...)
			launch(t, module, interp.Config{Grid: x.grid, Memory: &mem, Args: []interp.Arg{
				interp.Descriptor(a), interp.Descriptor(b), interp.Descriptor(c), interp.Int(int64(x.m)), interp.Int(int64(x.n)), interp.Int(int64(x.k)),
			}})
			var want []float64
			for i := range x.batch {
				want = append(want, gemm(a.Floats()[i*x.m*x.k:], b.Floats()[i*x.n*x.k:], x.m, x.n, x.k)...)
			}
			near(t, c, want, x.tolerance)
		})
	}
}

func TestGEMMThroughPointers(t *testing.T) {
	module := example(t, "gemm_ptr")
	m, n, k := 144, 160, 80
	rng := rand.New(rand.NewPCG(1, 2))
	var mem interp.Memory
	f16 := module.Context().F16()
	a := random(mem.Alloc("a", f16, i64(m, k)...), rng)
	b := random(mem.Alloc("b", f16, i64(n, k)...), rng) // B[k,n] with a column stride of k
	c := mem.Alloc("c", f16, i64(m, n)...)
	launch(t, module, interp.Config{Grid: [3]int{2, 2}, Memory: &mem, Args: []interp.Arg{
		interp.Pointer(a), interp.Pointer(b), interp.Pointer(c), interp.Int(int64(m)), interp.Int(int64(n)), interp.Int(int64(k)),
		interp.Int(int64(k)), interp.Int(int64(k)), interp.Int(int64(n)),
	}})
	near(t, c, gemm(a.Floats(), b.Floats(), m, n, k), 1e-3)
}

func TestGroupedGEMM(t *testing.T) {
	module := example(t, "grouped_gemm")
	ctx := module.Context()
	sizes := [][3]int{{128, 144, 64}, {64, 272, 80}, {16, 16, 16}}
	rng := rand.New(rand.NewPCG(1, 2))
	var mem interp.Memory
	table := func(name string, t ir.Type, shape ...int64) *interp.Buffer { return mem.Alloc(name, t, shape...) }
	g := int64(len(sizes))
	as, bs, cs := table("as", ctx.I64(), g), table("bs", ctx.I64(), g), table("cs", ctx.I64(), g)
	mnk, leading := table("sizes", ctx.I32(), g, 3), table("leading", ctx.I32(), g, 3)
	var a, b, c []*interp.Buffer
	for i, s := range sizes {
		a = append(a, random(mem.Alloc("a", ctx.F16(), i64(s[0], s[2])...), rng))
		b = append(b, random(mem.Alloc("b", ctx.F16(), i64(s[1], s[2])...), rng))
		c = append(c, mem.Alloc("c", ctx.F16(), i64(s[0], s[1])...))
		as.SetInt(i, a[i].Address())
		bs.SetInt(i, b[i].Address())
		cs.SetInt(i, c[i].Address())
		for j, v := range s {
			mnk.SetInt(3*i+j, int64(v))
		}
		for j, v := range []int{s[2], s[2], s[1]} {
			leading.SetInt(3*i+j, int64(v))
		}
	}
	launch(t, module, interp.Config{Grid: [3]int{132}, Memory: &mem, Args: []interp.Arg{
		interp.Pointer(as), interp.Pointer(bs), interp.Pointer(cs), interp.Pointer(mnk), interp.Pointer(leading), interp.Int(g),
	}})
	for i, s := range sizes {
		near(t, c[i], gemm(a[i].Floats(), b[i].Floats(), s[0], s[1], s[2]), 1e-3)
	}
}

// attention is softmax(scale·Q·Kᵀ)·V for heads of l rows of d, and the logarithm (base 2) of the sums.
func attention(q, k, v []float64, heads, l, d int, scale float64, causal bool) (o, lse []float64) {
	o, lse = make([]float64, heads*l*d), make([]float64, heads*l)
	for h := range heads {
		for i := h * l; i < (h+1)*l; i++ {
			last := (h + 1) * l
			if causal {
				last = i + 1
			}
			p := make([]float64, 0, l)
			sum := 0.0
			for j := h * l; j < last; j++ {
				s := 0.0
				for x := range d {
					s += q[i*d+x] * k[j*d+x]
				}
				p = append(p, math.Exp(s*scale))
				sum += p[len(p)-1]
			}
			for j, w := range p {
				for x := range d {
					o[i*d+x] += w / sum * v[(h*l+j)*d+x]
				}
			}
			lse[i] = math.Log2(sum)
		}
	}
	return o, lse
}

func TestAttention(t *testing.T) {
	tests := []struct {
		file      string
		elem      string
		causal    bool
		tolerance float64
	}{
		{"attn_fp16_full_128x128", "f16", false, 2e-3},
		{"attn_fp16_causal_128x128", "f16", true, 2e-3},
		{"attn_fp8_full_128x128", "f8E4M3FN", false, 0.13},
	}
	const heads, l, d, scale = 2, 256, 128, 0.08838834764
	for _, x := range tests {
		t.Run(x.file, func(t *testing.T) {
			module := example(t, x.file)
			ctx := module.Context()
			rng := rand.New(rand.NewPCG(1, 2))
			var mem interp.Memory
			tensor := func(name string) *interp.Buffer { return mem.Alloc(name, ctx.Float(x.elem), heads*l, d) }
			q, k, v := random(tensor("q"), rng), random(tensor("k"), rng), random(tensor("v"), rng)
			o, lse := tensor("o"), mem.Alloc("lse", ctx.F32(), heads*l)
			launch(t, module, interp.Config{Grid: [3]int{l / 128, heads}, Memory: &mem, Args: []interp.Arg{
				interp.Descriptor(q), interp.Descriptor(k), interp.Descriptor(v), interp.Descriptor(o), interp.Pointer(lse),
				interp.Float(scale), interp.Int(16), interp.Int(l),
			}})
			wantO, wantLSE := attention(q.Floats(), k.Floats(), v.Floats(), heads, l, d, scale, x.causal)
			near(t, o, wantO, x.tolerance)
			near(t, lse, wantLSE, 1e-4)
		})
	}
}

func TestRows(t *testing.T) {
	const rows, stride = 3, 1100
	softmax := func(x []float64) []float64 {
		y, sum := make([]float64, len(x)), 0.0
		for i, v := range x {
			y[i] = math.Exp(v)
			sum += y[i]
		}
		for i := range y {
			y[i] /= sum
		}
		return y
	}
	norm := func(x []float64) []float64 {
		s, q := 0.0, 0.0
		for _, v := range x {
			s, q = s+v, q+v*v
		}
		n := float64(len(x))
		mean := s / n
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = (v-mean)/math.Sqrt(q/n-mean*mean+1e-5)*float64(i%7) + float64(i%5)
		}
		return y
	}
	for _, x := range []struct {
		file string
		f    func([]float64) []float64
		cols int
		norm bool
	}{{"softmax_rows", softmax, 1000, false}, {"layer_norm", norm, 1090, true}} {
		t.Run(x.file, func(t *testing.T) {
			module := example(t, x.file)
			f32 := module.Context().F32()
			var mem interp.Memory
			in := random(mem.Alloc("x", f32, rows, stride), rand.New(rand.NewPCG(1, 2)))
			out := mem.Alloc("y", f32, rows, stride)
			args := []interp.Arg{interp.Pointer(in), interp.Pointer(out)}
			if x.norm {
				w, b := mem.Alloc("w", f32, stride), mem.Alloc("b", f32, stride)
				for i := range stride {
					w.SetFloat(i, float64(i%7))
					b.SetFloat(i, float64(i%5))
				}
				args = append(args, interp.Pointer(w), interp.Pointer(b))
			}
			args = append(args, interp.Int(stride), interp.Int(int64(x.cols)))
			if x.norm {
				args = append(args, interp.Float(1e-5))
			}
			launch(t, module, interp.Config{Grid: [3]int{rows}, Memory: &mem, Args: args})
			var want []float64
			for r := range rows {
				want = append(want, x.f(in.Floats()[r*stride:][:x.cols])...)
				want = append(want, make([]float64, stride-x.cols)...)
			}
			near(t, out, want, 1e-5)
		})
	}
}

func TestVectorAdd(t *testing.T) {
	module := example(t, "vector_add")
	f32 := module.Context().F32()
	const n = 2500
	rng := rand.New(rand.NewPCG(1, 2))
	var mem interp.Memory
	x, y, z := random(mem.Alloc("x", f32, n), rng), random(mem.Alloc("y", f32, n), rng), mem.Alloc("z", f32, n)
	launch(t, module, interp.Config{Grid: [3]int{3}, Memory: &mem, Args: []interp.Arg{
		interp.Pointer(x), interp.Pointer(y), interp.Pointer(z), interp.Int(n),
	}})
	want := x.Floats()
	for i, v := range y.Floats() {
		want[i] = float64(float32(want[i] + v))
	}
	near(t, z, want, 0)
}
