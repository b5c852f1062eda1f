package driver_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/driver"
	"tawa/ir"
	"tawa/pass"
)

// crash is a pass with a broken invariant.
type crash struct{}

func (crash) Info() pass.Info                      { return pass.Info{Name: "test-crash", Summary: "panic"} }
func (*crash) Run(*ir.Operation, *pass.State) bool { panic("the invariant is broken") }

// breaker makes a program that does not verify.
type breaker struct{}

func (breaker) Info() pass.Info { return pass.Info{Name: "test-break", Summary: "break the program"} }
func (*breaker) Run(root *ir.Operation, _ *pass.State) bool {
	root.Walk(func(op *ir.Operation) bool { op.SetAttr("value", nil); return true })
	return true
}

// overflow is a pass that calls itself without an end.
type overflow struct{}

func (overflow) Info() pass.Info {
	return pass.Info{Name: "test-overflow", Summary: "overflow the stack"}
}

func (o *overflow) Run(root *ir.Operation, st *pass.State) bool {
	return root == nil || !o.Run(root, st)
}

func registry() *driver.Registry {
	r := driver.All()
	r.Passes.Add(func() pass.Pass { return &overflow{} })
	r.Passes.Add(func() pass.Pass { return &crash{} })
	r.Passes.Add(func() pass.Pass { return &breaker{} })
	return r
}

// run returns exit status, stdout and stderr.
func run(t *testing.T, stdin string, args ...string) (int, string, string) {
	t.Helper()
	var out, err bytes.Buffer
	status := driver.Main(registry(), args, strings.NewReader(stdin), &out, &err)
	return status, out.String(), err.String()
}

const constant = "func.func @f() -> i32 {\n  %c = arith.constant 7 : i32\n  return %c : i32\n}\n"

func TestExitStatus(t *testing.T) {
	for _, c := range []struct {
		name, stdin string
		args        []string
		status      int
		stderr      string
	}{
		{"good", constant, nil, driver.Done, ""},
		{"syntax error", "func.func @f( {", nil, driver.Failed, "<stdin>:1:"},
		{"undefined value", "func.func @f() -> i32 {\n  return %x : i32\n}", nil, driver.Failed, "%x"},
		{"unknown op", "\"foo.bar\"() : () -> ()", nil, driver.Failed, "foo.bar"},
		{"no such file", "", []string{"/nonexistent.mlir"}, driver.Failed, "nonexistent"},
		{"unknown pass", constant, []string{"--canonicalise"}, driver.Usage, "did you mean --canonicalize?"},
		{"unknown option", constant, []string{"--canonicalize=max-rewrites=3"}, driver.Usage, "no option 'max-rewrites'"},
		{"bad option value", constant, []string{"--canonicalize=max-num-rewrites=x"}, driver.Usage, "\"x\" is not a number"},
		{"option given twice", constant, []string{"--canonicalize=max-num-rewrites=3 max-num-rewrites=4"}, driver.Usage, "is given twice"},
		{"huge option value", constant, []string{"--canonicalize=max-num-rewrites=99999999999999999999"}, driver.Usage, "99999999999999999999 is out of range"},
		{"bad flag value", constant, []string{"--remarks=maybe"}, driver.Usage, "--remarks=maybe: must be text, yaml or a file"},
		{"empty pipeline", constant, []string{"--pass-pipeline="}, driver.Usage, "--pass-pipeline= needs a value"},
		{"empty output", constant, []string{"-o", ""}, driver.Usage, "--output= needs a value"},
		{"no directory", constant, []string{"-o", "/nonexistent/x"}, driver.Failed, "can't write /nonexistent/x: no such file"},
		{"full device", constant, []string{"-o", "/dev/full"}, driver.Failed, "can't write /dev/full: no space left"},
		{"metadata of text", constant, []string{"--emit-metadata=x"}, driver.Usage, "needs --emit=llvm"},
		{"metadata without output", constant, []string{"--emit=llvm", "--emit-metadata=x", "--no-output"}, driver.Usage, "can't be used with --no-output"},
		{"metadata over the output", constant, []string{"--emit=llvm", "--emit-metadata=x", "-o", "x"}, driver.Usage, "the output is written there"},
		{"pipeline on an unknown op", constant, []string{"--pass-pipeline=builtin.module(fucn.func(cse))"}, driver.Usage, "did you mean 'func.func'?"},
		{"pipeline on a function", constant, []string{"--pass-pipeline=func.func(cse)"}, driver.Failed, "'builtin.module(func.func(…))' runs it on the ops inside"},
		{"options that exclude each other", constant, []string{"--tawa-compile=warp-specialize=false depth=3"}, driver.Usage, "depth=3 needs a kernel with roles"},
		{"two inputs", constant, []string{"a", "b"}, driver.Usage, "one input at most"},
		{"bad emit", constant, []string{"--emit=elf"}, driver.Usage, "must be mlir, llvm, ptx or cubin"},
		{"bad target", constant, []string{"--target=sm_80"}, driver.Usage, "only sm_90a"},
		{"pipeline and flags", constant, []string{"--cse", "--pass-pipeline=builtin.module(cse)"}, driver.Usage, "together"},
		{"bad pipeline", constant, []string{"--pass-pipeline=builtin.module(cze)"}, driver.Usage, "unknown pass 'cze'"},
		{"broken program", constant, []string{"--test-break"}, driver.Failed, "this is a bug of the pass"},
		{"broken program at the end", constant, []string{"--test-break", "--verify-each=false"}, driver.Failed, "requires"},
	} {
		status, _, stderr := run(t, c.stdin, c.args...)
		if status == driver.Usage && !strings.Contains(stderr, "hint: ") && !strings.Contains(stderr, "^") {
			t.Errorf("%s: neither a hint nor a caret: %q", c.name, stderr)
		}
		if status != c.status || !strings.Contains(stderr, c.stderr) {
			t.Errorf("%s: status %d, want %d; stderr %q, want %q in it", c.name, status, c.status, stderr, c.stderr)
		}
	}
}

func TestFailedRunsWriteNothing(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.mlir")
	if status, _, _ := run(t, "func.func @f( {", "-o", out); status != driver.Failed {
		t.Fatalf("status %d", status)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left %v", left)
	}
	if status, stdout, _ := run(t, constant, "-o", out); status != driver.Done || stdout != "" {
		t.Fatalf("status %d, stdout %q", status, stdout)
	}
	if text, _ := os.ReadFile(out); !strings.Contains(string(text), "arith.constant 7 : i32") {
		t.Errorf("wrote %q", text)
	}
}

// Where one of two files can't be written, neither is.
func TestTwoFilesOrNone(t *testing.T) {
	const in = "../examples/ttir/vector_add.ttir"
	dir := t.TempDir()
	llvm, metadata, nowhere := filepath.Join(dir, "x.ll"), filepath.Join(dir, "x.json"), filepath.Join(dir, "none", "x")
	for _, paths := range [][2]string{{llvm, nowhere}, {nowhere, metadata}} {
		if status, _, stderr := run(t, "", in, "--tawa-compile", "--emit=llvm", "-o", paths[0], "--emit-metadata="+paths[1]); status != driver.Failed || !strings.Contains(stderr, nowhere) {
			t.Fatalf("status %d, stderr %q", status, stderr)
		}
		if left, _ := os.ReadDir(dir); len(left) != 0 {
			t.Errorf("left %v", left)
		}
	}
	if status, stdout, stderr := run(t, "", in, "--tawa-compile", "--emit=llvm", "-o", llvm, "--emit-metadata=-"); status != driver.Done || !strings.HasPrefix(stdout, "{") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

func TestPanicBecomesAReproducer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crash.mlir")
	status, _, stderr := run(t, constant, "--cse", "--test-crash", "--mlir-pass-pipeline-crash-reproducer="+path)
	if status != driver.Crashed || !strings.Contains(stderr, "the invariant is broken") {
		t.Fatalf("status %d, stderr %q", status, stderr)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "--pass-pipeline='builtin.module(cse,test-crash)'") || !strings.Contains(string(text), "\n"+constant+"\n{-#") {
		t.Errorf("reproducer %q (%v)", text, err)
	}
	// What it holds reproduces the crash.
	again, _, _ := run(t, string(text), "--run-reproducer", "--mlir-pass-pipeline-crash-reproducer="+path)
	if again != driver.Crashed {
		t.Errorf("the reproducer gives status %d", again)
	}
}

// A stack overflow can't be caught: what tells of it was written before, in a process that is gone.
func TestOverflowLeavesAReproducer(t *testing.T) {
	const child = "TAWA_TEST_REPRODUCER"
	if path := os.Getenv(child); path != "" {
		debug.SetMaxStack(1 << 20)
		run(t, constant, "--cse", "--test-overflow", "--mlir-pass-pipeline-crash-reproducer="+path)
		return
	}
	path := filepath.Join(t.TempDir(), "crash.mlir")
	cmd := exec.Command(os.Args[0], "-test.run=^TestOverflowLeavesAReproducer$")
	cmd.Env = append(os.Environ(), child+"="+path)
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "stack overflow") {
		t.Fatalf("%v: %.500s", err, out)
	}
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "\n"+constant+"\n{-#") || !strings.Contains(string(text), `pipeline: "builtin.module(cse,test-overflow)"`) {
		t.Errorf("reproducer %q (%v)", text, err)
	}
}

// A run that goes well leaves the file of the reproducer as it was, also its absence.
func TestReproducerOfNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "crash.mlir")
	for _, want := range []string{"", "mine"} {
		status, _, stderr := run(t, constant, "--cse", "--mlir-pass-pipeline-crash-reproducer="+path)
		if text, _ := os.ReadFile(path); status != driver.Done || string(text) != want {
			t.Errorf("status %d, stderr %q, file %q, want %q", status, stderr, text, want)
		}
		os.WriteFile(path, []byte("mine"), 0o644)
	}
	if status, _, stderr := run(t, constant, "--cse", "--mlir-pass-pipeline-crash-reproducer=/nonexistent/x"); status != driver.Failed || !strings.Contains(stderr, "can't write /nonexistent/x") {
		t.Errorf("status %d, stderr %q", status, stderr)
	}
}

func TestPrintsAfterEachPass(t *testing.T) {
	_, _, stderr := run(t, constant, "--cse", "-canonicalize", "--mlir-print-ir-after-all")
	if a, b := strings.Index(stderr, "After cse"), strings.Index(stderr, "After canonicalize"); a < 0 || b < a {
		t.Errorf("stderr %q", stderr)
	}
	if strings.Count(stderr, "arith.constant 7") != 2 {
		t.Errorf("the program is to be shown twice: %q", stderr)
	}
}

func TestPassesRunInTheOrderOfTheirFlags(t *testing.T) {
	_, _, stderr := run(t, constant, "--cse", "--canonicalize=max-num-rewrites=5", "--cse", "--dump-pass-pipeline")
	if want := "builtin.module(cse,canonicalize{max-num-rewrites=5},cse)"; !strings.Contains(stderr, want) {
		t.Errorf("stderr %q, want %q in it", stderr, want)
	}
}

func TestSplitInputReportsEachPart(t *testing.T) {
	in := constant + "// -----\nfunc.func @g() { foo }\n// -----\nfunc.func @h() { bar }\n"
	status, stdout, stderr := run(t, in, "--split-input-file")
	if status != driver.Failed || stdout != "" || !strings.Contains(stderr, "<stdin>:6:") || !strings.Contains(stderr, "<stdin>:8:") {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout, stderr)
	}
}

func TestHelpNamesPassesAndOptions(t *testing.T) {
	if status, stdout, _ := run(t, "", "--help"); status != driver.Done || !strings.Contains(stdout, "--list-passes shows the passes") || strings.Count(stdout, "\n") > 45 {
		t.Errorf("status %d, %q", status, stdout)
	}
	if status, stdout, _ := run(t, "", "--help", "canonicalize"); status != driver.Done || !strings.Contains(stdout, "max-num-rewrites=<int>") {
		t.Errorf("status %d, %q", status, stdout)
	}
	if status, _, stderr := run(t, "", "--help", "canonicalise"); status != driver.Usage || !strings.Contains(stderr, "did you mean 'canonicalize'?") {
		t.Errorf("status %d, %q", status, stderr)
	}
}

func ExampleMain() {
	in := strings.NewReader("func.func @f() -> i32 {\n  %a = arith.constant 3 : i32\n  %b = arith.addi %a, %a : i32\n  return %b : i32\n}")
	var out, err bytes.Buffer
	status := driver.Main(driver.All(), []string{"--canonicalize"}, in, &out, &err)
	fmt.Println(status)
	fmt.Print(out.String())
	// Output:
	// 0
	// module {
	//   func.func @f() -> i32 {
	//     %b = arith.constant 6 : i32
	//     return %b : i32
	//   }
	// }
}

// Every flag has a line in the document, and none but flags do.
func TestEveryFlagIsDocumented(t *testing.T) {
	text, err := os.ReadFile("../docs/driver.md")
	if err != nil {
		t.Fatal(err)
	}
	_, help, _ := run(t, "", "--help-hidden")
	flags := regexp.MustCompile(`(?m)^ +(?:-[a-z], )?(--[a-z0-9-]+)`)
	known := map[string]bool{}
	for _, m := range flags.FindAllStringSubmatch(help, -1) {
		known[m[1]] = true
		isPass := driver.All().Passes.New(m[1][2:]) != nil || strings.HasPrefix(m[1], "--test-")
		if !isPass && !regexp.MustCompile("`"+m[1]+"[`= \\[]").Match(text) {
			t.Errorf("docs/driver.md does not say what %s is", m[1])
		}
	}
	if len(known) < 60 {
		t.Fatalf("--help-hidden shows %d flags only", len(known))
	}
	for _, m := range regexp.MustCompile("`(--[a-z0-9-]+)").FindAllStringSubmatch(string(text), -1) {
		if !known[m[1]] {
			t.Errorf("docs/driver.md tells of %s, which is no flag", m[1])
		}
	}
}

// crashInFunction panics on one function of many.
type crashInFunction struct{ crash }

func (crashInFunction) Info() pass.Info {
	return pass.Info{Name: "test-crash-in-function", Summary: "panic", Anchor: ir.Op("func.func")}
}

func (c *crashInFunction) Run(op *ir.Operation, st *pass.State) bool {
	return ir.SymbolName(op) != "f7" || c.crash.Run(op, st)
}

// A panic on another goroutine leaves a reproducer too, with the stack of that goroutine.
func TestPanicOfAWorkerBecomesAReproducer(t *testing.T) {
	reg := registry()
	reg.Passes.Add(func() pass.Pass { return &crashInFunction{} })
	var program strings.Builder
	for i := range 100 {
		program.WriteString(strings.Replace(constant, "@f", fmt.Sprintf("@f%d", i), 1))
	}
	in := strings.ReplaceAll(program.String(), "  return", strings.Repeat("  arith.constant 0 : i32\n", 30)+"  return")
	path := filepath.Join(t.TempDir(), "crash.mlir")
	var out, err bytes.Buffer
	args := []string{"--test-crash-in-function", "--mlir-pass-pipeline-crash-reproducer=" + path}
	if status := driver.Main(reg, args, strings.NewReader(in), &out, &err); status != driver.Crashed {
		t.Fatalf("status %d, stderr %q", status, &err)
	}
	if !strings.Contains(err.String(), "while executing") || !strings.Contains(err.String(), "`test-crash-in-function` on 'func.func' operation: @f7") {
		t.Errorf("stderr %q", &err)
	}
	if text, _ := os.ReadFile(path); !strings.Contains(string(text), "crashInFunction).Run") {
		t.Errorf("the reproducer has not the worker's stack: %s", text)
	}
}

// skipAll is a gate of a tool's own.
type skipAll struct{ pass.Hooks }

func (skipAll) Skip(pass.Pass, *ir.Operation) bool { return true }

// What a gate skips has not run on nothing.
func TestOwnGateIsNoReasonToWarn(t *testing.T) {
	reg := registry()
	reg.Instruments = append(reg.Instruments, func(*ir.Operation, *diag.Sink) pass.Instrument { return skipAll{} })
	var out, err bytes.Buffer
	args := []string{"--pass-pipeline=any(test-crash,func.func(test-crash))"}
	if status := driver.Main(reg, args, strings.NewReader(constant), &out, &err); status != driver.Done || err.Len() > 0 {
		t.Errorf("status %d, stderr %q", status, &err)
	}
}
