package nvptx_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/cf"
	"tawa/dialects/gpu"
	"tawa/dialects/math"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/target/nvptx"
)

// parse reads a module of the dialects that the target knows.
func parse(t testing.TB, name, text string) *ir.Operation {
	t.Helper()
	r := ir.NewRegistry()
	for _, register := range []func(*ir.Registry){nvgpu.Register, ttg.Register, scf.Register, cf.Register, math.Register, gpu.Register} {
		register(r)
	}
	sink := &diag.Sink{}
	m, ok := parser.Parse(ir.NewContext(r), diag.NewFile(name, []byte(text)), sink)
	if !ok || !verify.Verify(m, sink) {
		t.Fatalf("%s:\n%s", name, messages(sink))
	}
	return m
}

func messages(sink *diag.Sink) string {
	var b strings.Builder
	for _, d := range sink.All() {
		b.WriteString(d.Severity.String() + ": " + d.Message + "\n")
	}
	return b.String()
}

// compile goes all the way to a cubin, and returns what each step made.
func compile(t testing.TB, name, text string) (k *nvptx.Kernel, ptx, log string) {
	t.Helper()
	sink := &diag.Sink{}
	k, ok := nvptx.Lower(parse(t, name, text), sink)
	if !ok {
		t.Fatalf("%s:\n%s", name, messages(sink))
	}
	out, err := nvptx.CompilePTX(k.LLVM, "sm_90a")
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, k.LLVM)
	}
	_, log, err = nvptx.Assemble(out, "sm_90a")
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return k, string(out), log
}

// Every module of testdata becomes a cubin without spills, serialized wgmma or calls.
func TestCompile(t *testing.T) {
	files, err := filepath.Glob("testdata/*.mlir")
	if err != nil || len(files) == 0 {
		t.Fatalf("%v, %d files", err, len(files))
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			text, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			k, _, log := compile(t, f, string(text))
			t.Logf("%d bytes of LLVM IR, %s", len(k.LLVM), log)
		})
	}
}

const head = `#b = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#c = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32} {
`

// What can't be lowered is said where it stands.
func TestDiagnostics(t *testing.T) {
	for _, tt := range []struct{ body, want string }{
		{`tt.func public @k(%p: !tt.ptr<i32>) { tt.return } tt.func public @l() { tt.return } }`, "a second function"},
		{`}`, "no tt.func"},
		{`tt.func private @k() }`, "has no body to compile"},
		{`tt.func private @k() { tt.return } }`, "is private, so nothing can launch it"},
		{`tt.func public @k(%x: i32) -> i32 { tt.return %x : i32 } }`, "returns values"},
		{`tt.func public @k() { %x = arith.constant 1 : i128 tt.return } }`, "'arith.constant' of type 'i128' has no lowering"},
		{`tt.func public @k(%x: f64) { %y = math.exp %x : f64 tt.return } }`, "'math.exp' of type 'f64' has no lowering"},
		{`tt.func public @k(%x: f8E5M2) { %y = arith.addf %x, %x : f8E5M2 tt.return } }`, "'arith.addf' of type 'f8E5M2' has no lowering"},
		{`tt.func public @k(%x: f8E5M2) { %y = arith.extf %x : f8E5M2 to f32 tt.return } }`, "'arith.extf' of type 'f8E5M2' has no lowering"},
		{`tt.func public @k(%x: tf32) { %y = arith.addf %x, %x : tf32 tt.return } }`, "'arith.addf' of type 'tf32' has no lowering"},
		{`tt.func public @k(%x: tensor<512xf32, #b>) { tt.return } }`, "can't take an argument of type tensor<512xf32"},
		{`tt.func public @k(%x: f32) { %y = math.erf %x : f32 %z = math.tanh %y : f32 tt.return } }`, "'math.tanh' has no lowering"},
		{`tt.func public @k() { %x = arith.constant dense<[1, 2]> : tensor<2xi32, #b> tt.return } }`, "a tensor of different values"},
		{`tt.func public @k(%p: !tt.ptr<f32>, %v: f32) { %x = tt.splat %v : f32 -> tensor<512xf32, #b>
			%y = ttg.convert_layout %x : tensor<512xf32, #b> -> tensor<512xf32, #c> tt.return } }`, "--allocate-shared-memory"},
		{`tt.func public @k(%v: f32) { %x = tt.splat %v : f32 -> tensor<512xf32, #b>
			%y = tt.fp_to_fp %x, rounding = rtz : tensor<512xf32, #b> -> tensor<512xf8E5M2, #b> tt.return } }`, "rounding rtz to f8E5M2"},
	} {
		sink := &diag.Sink{}
		if _, ok := nvptx.Lower(parse(t, "test.mlir", head+tt.body), sink); ok || !strings.Contains(messages(sink), tt.want) {
			t.Errorf("%s:\ngot %v %s, want %s", tt.body, ok, messages(sink), tt.want)
		}
	}
}

// Lowering alone takes a few milliseconds for a GEMM.
func BenchmarkLower(b *testing.B) {
	text, err := os.ReadFile("testdata/gemm.mlir")
	if err != nil {
		b.Fatal(err)
	}
	m := parse(b, "gemm.mlir", string(text))
	for b.Loop() {
		if _, ok := nvptx.Lower(m, &diag.Sink{}); !ok {
			b.Fatal("not lowered")
		}
	}
}
