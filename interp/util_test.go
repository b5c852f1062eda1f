package interp_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/aref"
	"tawa/dialects/cf"
	"tawa/dialects/func"
	"tawa/dialects/llvm"
	mathd "tawa/dialects/math"
	"tawa/dialects/memref"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/interp"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
)

func newContext() *ir.Context {
	r := ir.NewRegistry()
	for _, register := range []func(*ir.Registry){
		mathd.Register, cf.Register, scf.Register, funcd.Register, tt.Register, ttg.Register, aref.Register, nvgpu.Register, memref.Register, llvm.Register,
	} {
		register(r)
	}
	return ir.NewContext(r)
}

// parse reads a program that must be right.
func parse(t testing.TB, name, text string) *ir.Operation {
	t.Helper()
	var sink diag.Sink
	module, ok := parser.Parse(newContext(), diag.NewFile(name, []byte(text)), &sink)
	if !ok || !verify.Verify(module, &sink) {
		t.Fatalf("%s does not parse:\n%s", name, render(&sink))
	}
	return module
}

// example reads one of the project's kernels.
func example(t testing.TB, name string) *ir.Operation {
	t.Helper()
	text, err := os.ReadFile("../examples/ttir/" + name + ".ttir")
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, name, string(text))
}

func render(sink *diag.Sink) string {
	var b strings.Builder
	for _, d := range sink.All() {
		diag.Render(&b, d, false)
	}
	return b.String()
}

// launch runs a kernel that must go well.
func launch(t testing.TB, module *ir.Operation, cfg interp.Config) {
	t.Helper()
	var sink diag.Sink
	if !interp.Run(module, cfg, &sink) {
		t.Fatalf("the run failed:\n%s", render(&sink))
	}
}

// random fills a buffer from a normal distribution.
func random(b *interp.Buffer, rng *rand.Rand) *interp.Buffer {
	for i := range b.Len() {
		b.SetFloat(i, rng.NormFloat64())
	}
	return b
}

// near compares a buffer with a reference, relative to the largest reference.
func near(t testing.TB, got *interp.Buffer, want []float64, tolerance float64) {
	t.Helper()
	largest, worst, at := 0.0, 0.0, 0
	for i, w := range want {
		largest = max(largest, math.Abs(w))
		if d := math.Abs(got.Float(i) - w); !(d <= worst) {
			worst, at = d, i
		}
	}
	if !(worst <= tolerance*largest) || largest == 0 {
		t.Errorf("%s: element %d is %v, not %v (largest %v, tolerance %v)", got.Name, at, got.Float(at), want[at], largest, tolerance)
	}
}
