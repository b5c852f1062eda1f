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
