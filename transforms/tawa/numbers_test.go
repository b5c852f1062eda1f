package tawa_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/aref"
	"tawa/dialects/gpu"
	mathd "tawa/dialects/math"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/interp"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/pass"
	"tawa/printer"
	"tawa/transforms"
)

func newContext() *ir.Context {
	r := ir.NewRegistry()
	for _, register := range []func(*ir.Registry){
		mathd.Register, scf.Register, gpu.Register, tt.Register, ttg.Register, aref.Register, nvgpu.Register,
	} {
		register(r)
	}
	return ir.NewContext(r)
}

func render(sink *diag.Sink) string {
	var b strings.Builder
	for _, d := range sink.All() {
		diag.Render(&b, d, false)
	}
	return b.String()
}

func parse(t testing.TB, ctx *ir.Context, name, text string) *ir.Operation {
	t.Helper()
	var sink diag.Sink
	module, ok := parser.Parse(ctx, diag.NewFile(name, []byte(text)), &sink)
	if !ok || !verify.Verify(module, &sink) {
		t.Fatalf("%s does not parse:\n%s", name, render(&sink))
	}
	return module
}

// transform runs passes; what comes out must verify and survive its own text.
func transform(t testing.TB, name, text, passes string) *ir.Operation {
	t.Helper()
	var sink diag.Sink
	module := parse(t, newContext(), name, text)
	registry := pass.NewRegistry()
	transforms.Register(registry)
	manager := pass.ParsePipeline(registry, "builtin.module("+passes+")", &sink)
	if manager == nil || !manager.Run(module, &sink) || !verify.Verify(module, &sink) {
		t.Fatalf("%s: %s failed:\n%s", name, passes, render(&sink))
	}
	printed := printer.String(module, printer.Options{})
	again := parse(t, module.Context(), name, printed)
	if second := printer.String(again, printer.Options{}); second != printed {
		t.Fatalf("%s: after %s the text is no fixpoint:\n%s\n%s", name, passes, printed, second)
	}
	return again
}

// launcher makes memory and arguments of a launch, always the same, and tells the buffers that it writes.
type launcher func(ctx *ir.Context, mem *interp.Memory) (args []interp.Arg, out []*interp.Buffer)

func fill(b *interp.Buffer, seed uint64) *interp.Buffer {
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range b.Len() {
		b.SetFloat(i, rng.NormFloat64())
	}
	return b
}

// gemm launches C[batch·m, n] = A·Bᵀ through descriptors, over the first steps of k.
func gemm(elem string, m, n, k, batch int64, steps int64) launcher {
	return func(ctx *ir.Context, mem *interp.Memory) ([]interp.Arg, []*interp.Buffer) {
		a := fill(mem.Alloc("a", ctx.Float(elem), batch*m, k), 1)
		b := fill(mem.Alloc("b", ctx.Float(elem), batch*n, k), 2)
		c := fill(mem.Alloc("c", ctx.F16(), batch*m, n), 3)
		return []interp.Arg{
			interp.Descriptor(a), interp.Descriptor(b), interp.Descriptor(c), interp.Int(m), interp.Int(n), interp.Int(steps),
		}, []*interp.Buffer{c}
	}
}

func gemmPointers(ctx *ir.Context, mem *interp.Memory) ([]interp.Arg, []*interp.Buffer) {
	const m, n, k = 144, 112, 208
	a, b := fill(mem.Alloc("a", ctx.F16(), m, k), 1), fill(mem.Alloc("b", ctx.F16(), n, k), 2)
	c := mem.Alloc("c", ctx.F16(), m, n)
	return []interp.Arg{
		interp.Pointer(a), interp.Pointer(b), interp.Pointer(c), interp.Int(m), interp.Int(n), interp.Int(k),
		interp.Int(k), interp.Int(k), interp.Int(n),
	}, []*interp.Buffer{c}
}

func attention(elem string) launcher { return attentionWith(elem, 0.1) }

// attentionWith takes the scale of the scores: the larger, the more often the maximum grows by many bits.
func attentionWith(elem string, scale float64) launcher {
	return func(ctx *ir.Context, mem *interp.Memory) ([]interp.Arg, []*interp.Buffer) {
		const l, d = 384, 128
		f := ctx.Float(elem)
		q, k, v := fill(mem.Alloc("q", f, l, d), 1), fill(mem.Alloc("k", f, l, d), 2), fill(mem.Alloc("v", f, l, d), 3)
		o, lse := mem.Alloc("o", f, l, d), mem.Alloc("lse", ctx.F32(), l)
		return []interp.Arg{
			interp.Descriptor(q), interp.Descriptor(k), interp.Descriptor(v), interp.Descriptor(o), interp.Pointer(lse),
			interp.Float(scale), interp.Int(16), interp.Int(l),
		}, []*interp.Buffer{o, lse}
	}
}

// grouped launches products of several sizes, one of them without any step.
func grouped(ctx *ir.Context, mem *interp.Memory) ([]interp.Arg, []*interp.Buffer) {
	sizes := [][3]int64{{128, 144, 64}, {64, 64, 0}, {64, 272, 144}, {16, 16, 16}}
	g := int64(len(sizes))
	table := [3]*interp.Buffer{mem.Alloc("as", ctx.I64(), g), mem.Alloc("bs", ctx.I64(), g), mem.Alloc("cs", ctx.I64(), g)}
	mnk, leading := mem.Alloc("sizes", ctx.I32(), g, 3), mem.Alloc("leading", ctx.I32(), g, 3)
	var out []*interp.Buffer
	for i, s := range sizes {
		m, n, k := s[0], s[1], max(s[2], 16)
		c := mem.Alloc("c", ctx.F16(), m, n)
		for j, b := range []*interp.Buffer{fill(mem.Alloc("a", ctx.F16(), m, k), uint64(i)), fill(mem.Alloc("b", ctx.F16(), n, k), uint64(i)+9), c} {
			table[j].SetInt(i, b.Address())
			mnk.SetInt(3*i+j, s[j])
			leading.SetInt(3*i+j, []int64{k, k, n}[j])
		}
		out = append(out, c)
	}
	args := []interp.Arg{interp.Pointer(table[0]), interp.Pointer(table[1]), interp.Pointer(table[2]), interp.Pointer(mnk), interp.Pointer(leading), interp.Int(g)}
	return args, out
}

func run(t testing.TB, module *ir.Operation, grid [3]int, l launcher, order interp.Order, seed uint64) []*interp.Buffer {
	t.Helper()
	var mem interp.Memory
	var sink diag.Sink
	args, out := l(module.Context(), &mem)
	if !interp.Run(module, interp.Config{Grid: grid, Memory: &mem, Args: args, Order: order, Seed: seed}, &sink) {
		t.Fatalf("the run failed:\n%s", render(&sink))
	}
	return out
}

// pipelines are what each kernel is run after; the first is nothing.
var pipelines = []string{
	"tawa-partition",
	"tawa-partition{depth=2},tawa-pipeline",
	"tawa-partition,tawa-pipeline{mma-depth=1}",
	"tawa-partition,tawa-pipeline{coarse=0}",
	"tawa-partition{depth=2},tawa-pipeline{coarse=1}",
	"tawa-partition{depth=2},tawa-pipeline{coarse=1},tawa-ping-pong{force},tawa-take-turns{force}",
	"tawa-partition,tawa-pipeline,tawa-ping-pong{force},tawa-take-turns{force},aref-lower",
	"tawa-partition,aref-lower",
	"tawa-partition,tawa-pipeline,aref-lower",
	"tawa-partition{depth=1},tawa-pipeline,aref-lower",
	"tawa-partition{depth=3},tawa-pipeline{mma-depth=2},aref-lower",
	"canonicalize,cse,tawa-partition,canonicalize,cse,tawa-pipeline,canonicalize,cse,aref-lower,canonicalize,cse",
	"lower-device-descriptors,tawa-partition,aref-lower,convert-tt-to-ttg",
	"lower-device-descriptors,tawa-partition,tawa-pipeline,aref-lower,convert-tt-to-ttg,tma-store",
	"tawa-compile{lazy-rescale=0}",
	"tawa-compile{lazy-rescale=0 warp-specialize=false}",
	"lower-device-descriptors",
}

// Each kernel computes the same bits before and after each pass, whoever is scheduled first.
func TestNumbersStayTheSame(t *testing.T) {
	tests := []struct {
		name, file string
		grid       [3]int
		launch     launcher
	}{
		{"plain", "gemm_fp16_128x128x64", [3]int{2}, gemm("f16", 144, 112, 208, 1, 208)},
		{"wide", "gemm_fp16_128x256x64", [3]int{2}, gemm("f16", 112, 272, 144, 1, 144)},
		{"one step", "gemm_fp16_128x128x64", [3]int{1}, gemm("f16", 128, 128, 64, 1, 16)},
		{"no step", "gemm_fp16_128x256x64", [3]int{1}, gemm("f16", 128, 256, 64, 1, 0)},
		{"persistent", "gemm_fp16_persistent_128x256x64", [3]int{1}, manyTiles(80)},
		{"persistent no step", "gemm_fp16_persistent_flat_ws_128x256x64", [3]int{1}, manyTiles(0)},
		{"persistent flat", "gemm_fp16_persistent_flat_ws_128x256x64", [3]int{1}, manyTiles(144)},
		{"fp8", "gemm_fp8_128x256x128", [3]int{1}, gemm("f8E4M3FN", 128, 208, 400, 1, 400)},
		{"fp8 persistent", "gemm_fp8_persistent_flat_128x256x128", [3]int{1}, gemm("f8E4M3FN", 144, 80, 272, 1, 272)},
		{"batched", "bmm_fp16_128x128x64", [3]int{1, 1, 2}, gemm("f16", 128, 112, 144, 2, 144)},
		{"pointers", "gemm_ptr", [3]int{2, 1}, gemmPointers},
		{"grouped", "grouped_gemm", [3]int{1}, grouped},
		{"attention", "attn_fp16_full_128x128", [3]int{1}, attention("f16")},
		{"attention fp8", "attn_fp8_full_128x128", [3]int{1}, attention("f8E4M3FN")},
		{"attention causal", "attn_fp16_causal_128x128", [3]int{3}, attention("f16")},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			text := kernel(t, x.file)
			want := run(t, parse(t, newContext(), x.file, text), x.grid, x.launch, interp.Random, 0)
			for i, passes := range pipelines {
				module := transform(t, x.file, text, passes)
				order := interp.Order(i % 3)
				for j, got := range run(t, module, x.grid, x.launch, order, uint64(i)) {
					if !bytes.Equal(got.Data, want[j].Data) {
						t.Errorf("after %s, order %d, %v differs", passes, order, got)
					}
				}
			}
		})
	}
}

// A lagging maximum changes how sums are rounded and nothing else.
func TestLaggingMaximaRoundAlike(t *testing.T) {
	for _, x := range []struct {
		file, elem string
		grid       [3]int
		tolerance  float64 // relative to the largest output: for e4m3, its last bit
	}{
		{"attn_fp16_full_128x128", "f16", [3]int{1}, 1e-3},
		{"attn_fp16_causal_128x128", "f16", [3]int{3}, 1e-3},
		{"attn_fp8_full_128x128", "f8E4M3FN", [3]int{1}, 0.126},
	} {
		for _, scale := range []float64{0.02, 0.1, 2} {
			text, launch := kernel(t, x.file), attentionWith(x.elem, scale)
			want := run(t, parse(t, newContext(), x.file, text), x.grid, launch, interp.Random, 0)
			for _, passes := range []string{"canonicalize,cse,tawa-lazy-rescale", "canonicalize,cse,tawa-lazy-rescale{slack=1}", "tawa-compile"} {
				module := transform(t, x.file, text, passes)
				if !strings.Contains(printer.String(module, printer.Options{}), "tawa.skip_ones") {
					t.Errorf("%s after %s: nothing lags", x.file, passes)
				}
				for i, got := range run(t, module, x.grid, launch, interp.Random, 1) {
					if d := distance(got, want[i]); !(d <= x.tolerance) {
						t.Errorf("%s, scale %v, after %s: %v is off by %.2g", x.file, scale, passes, got, d)
					}
				}
			}
		}
	}
}

// distance is the largest difference, relative to the largest number wanted; NaN if one is.
func distance(got, want *interp.Buffer) float64 {
	most, largest := 0.0, 0.0
	for i := range want.Len() {
		most = max(most, math.Abs(got.Float(i)-want.Float(i)))
		largest = max(largest, math.Abs(want.Float(i)))
	}
	return most / largest
}

// manyTiles launches a persistent product of six tiles.
func manyTiles(steps int64) launcher { return gemm("f16", 272, 272, max(steps, 16), 1, steps) }

// kernel reads an example, for a machine of one multiprocessor, so that one program
// of a persistent kernel computes all tiles.
func kernel(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/ttir/" + name + ".ttir")
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(string(text), "arith.constant 132 : i32", "arith.constant 1 : i32")
}
