package reduce_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/driver"
	"tawa/ir"
	"tawa/parser"
	"tawa/pass"
	"tawa/tools/reduce"
)

const program = `func.func private @callee(i32) -> i32
func.func @other(%x: f32) -> f32 {
  %0 = math.exp %x : f32
  return %0 : f32
}
func.func @f(%n: index, %c: i1, %x: i32, %y: i32 {note = "kept?"}) -> (i32, i32) attributes {level = 7 : i32} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (i32, i32) {
    %d = scf.if %c -> (i32) {
      %0 = arith.divsi %a, %c40 : i32
      %1 = arith.addi %0, %b : i32
      scf.yield %1 : i32
    } else {
      scf.yield %b : i32
    }
    %e = arith.muli %d, %a : i32
    scf.yield %e, %b : i32, i32
  }
  %s = call @callee(%r#0) : (i32) -> i32
  return %s, %r#1 : i32, i32
}
`

const branches = `func.func @f(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2(%x : i32)
^bb1:
  %0 = arith.remsi %x, %x : i32
  cf.br ^bb2(%0 : i32)
^bb2(%y: i32):
  %1 = arith.addi %y, %x : i32
  return %1 : i32
}
`

func parse(src string) *ir.Operation {
	var sink diag.Sink
	module, ok := parser.Parse(ir.NewContext(driver.AllDialects()), diag.NewFile("in", []byte(src)), &sink)
	if !ok {
		panic(sink.All()[0].Message)
	}
	return module
}

func Example() {
	text, _, _ := reduce.Run(parse(program), reduce.Options{
		Test: func(text string) bool { return strings.Contains(text, "arith.divsi") },
		Keep: func(string) error { return nil },
	})
	fmt.Print(text)
	// Output:
	// module {
	//   func.func @f(%x: i32) {
	//     %c40 = arith.constant 0 : i32
	//     %0 = arith.divsi %x, %c40 : i32
	//     return
	//   }
	// }
}

// accepted says whether the driver takes the program.
func accepted(text string) bool {
	return driver.Main(driver.All(), []string{"-"}, strings.NewReader(text), io.Discard, io.Discard) == driver.Done
}

func TestReduce(t *testing.T) {
	for _, c := range []struct {
		name, src string
		need      []string // what the program must hold
		gone      []string
		lines     int // at most, without the module's last
	}{
		{"an op in loops", program, []string{"arith.divsi"}, []string{"scf.", "call", "level", "note", "@other", "iter_args"}, 7},
		{"a loop", program, []string{"scf.for"}, []string{"iter_args", "scf.if", "arith.muli", "@callee"}, 8},
		{"a call", program, []string{"call @callee"}, []string{"scf.", "@other", "arith.muli"}, 7},
		{"an op in blocks", branches, []string{"arith.remsi"}, []string{"cf.", "^bb", "arith.addi"}, 7},
		{"a branch", branches, []string{"cf.cond_br"}, []string{"remsi", "addi", "%y"}, 9},
		{"a function", program, []string{"@other"}, []string{"math.exp", "@f", "f32"}, 3},
		{"two ops", program, []string{"arith.divsi", "math.exp"}, []string{"scf.", "call"}, 10},
		{"a constant", "func.func @f() -> tensor<4xi32> {\n  %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>\n  return %0 : tensor<4xi32>\n}\n",
			[]string{"arith.constant"}, []string{"[1, 2", "return %"}, 6},
	} {
		var kept []string
		holds := func(text string) bool {
			for _, s := range c.need {
				if !strings.Contains(text, s) {
					return false
				}
			}
			return true
		}
		text, ok, err := reduce.Run(parse(c.src), reduce.Options{Test: holds, Keep: func(text string) error {
			kept = append(kept, text)
			return nil
		}})
		if !ok || err != nil {
			t.Errorf("%s: %v, %v", c.name, ok, err)
			continue
		}
		for _, s := range c.gone {
			if strings.Contains(text, s) {
				t.Errorf("%s: %q is left in\n%s", c.name, s, text)
			}
		}
		if n := strings.Count(text, "\n") - 1; n > c.lines {
			t.Errorf("%s: %d lines, more than %d:\n%s", c.name, n, c.lines, text)
		}
		if len(kept) < 2 || kept[len(kept)-1] != text {
			t.Errorf("%s: kept %d programs; the last one is not the result", c.name, len(kept))
		}
		for _, k := range kept {
			if !holds(k) || !accepted(k) {
				t.Errorf("%s: kept\n%s", c.name, k)
			}
		}
	}
}

// A program that does not verify may be reduced to others that do not.
func TestInvalidProgram(t *testing.T) {
	src := strings.Replace(program, "%e = arith.muli %d, %a : i32", `%e = "arith.muli"(%d, %i) : (i32, index) -> i32`, 1)
	rejected := func(text string) bool {
		var errs bytes.Buffer
		return driver.Main(driver.All(), []string{"-"}, strings.NewReader(text), io.Discard, &errs) != driver.Done && strings.Contains(errs.String(), "'arith.muli' op requires")
	}
	text, ok, err := reduce.Run(parse(src), reduce.Options{Test: rejected, Keep: func(string) error { return nil }})
	if !ok || err != nil || !rejected(text) || strings.Contains(text, "scf.if") || strings.Contains(text, "@other") {
		t.Errorf("%v, %v, reduced to\n%s", ok, err, text)
	}
}

func TestRunReportsItsFailures(t *testing.T) {
	keep := func(string) error { return nil }
	if _, ok, err := reduce.Run(parse(program), reduce.Options{Test: func(string) bool { return false }, Keep: keep}); ok || err != nil {
		t.Errorf("a program that fails the test: %v, %v", ok, err)
	}
	full := errors.New("disk full")
	yes := func(string) bool { return true }
	if _, _, err := reduce.Run(parse(program), reduce.Options{Test: yes, Keep: func(string) error { return full }}); err != full {
		t.Errorf("error %v", err)
	}
}

// fragile is a pass that crashes on a division in a function of two or more ops.
type fragile struct{}

func (fragile) Info() pass.Info {
	return pass.Info{Name: "test-fragile", Summary: "panic at a division"}
}
func (*fragile) Run(root *ir.Operation, _ *pass.State) bool {
	count := 0
	root.Walk(func(op *ir.Operation) bool {
		count++
		if op.Name().String() == "arith.divsi" {
			panic(fmt.Sprintf("division at op %d", count))
		}
		return true
	})
	return true
}

func run(args ...string) (int, string) {
	reg := driver.All()
	reg.Passes.Add(func() pass.Pass { return &fragile{} })
	var out, errs bytes.Buffer
	status := driver.Main(reg, args, strings.NewReader(""), &out, &errs)
	return status, out.String() + errs.String()
}

// A reproducer is reduced by itself, and what comes of it is a reproducer.
func TestReproducer(t *testing.T) {
	dir := t.TempDir()
	in, crash := filepath.Join(dir, "in.mlir"), filepath.Join(dir, "crash.mlir")
	write(t, in, program)
	if status, text := run("--test-fragile", "--mlir-pass-pipeline-crash-reproducer="+crash, in); status != driver.Crashed {
		t.Fatalf("status %d, %s", status, text)
	}
	for range 2 {
		if status, text := run("reduce", crash); status != 0 {
			t.Fatal(text)
		}
		crash = strings.TrimSuffix(crash, ".mlir") + ".reduced.mlir"
	}
	text := read(t, crash)
	if !strings.HasPrefix(text, "// internal error: division at op") || !strings.Contains(text, "divsi") || strings.Contains(text, "scf.") || strings.Contains(text, "goroutine") {
		t.Errorf("reduced to\n%s", text)
	}
}

// The output holds a program that passes the test whenever the test is run, so that an interrupted run leaves it.
func TestScript(t *testing.T) {
	dir := t.TempDir()
	in, out, script, bad := filepath.Join(dir, "in.mlir"), filepath.Join(dir, "out.mlir"), filepath.Join(dir, "test.sh"), filepath.Join(dir, "bad")
	write(t, in, program)
	write(t, script, "[ ! -e "+out+" ] || grep -q math.exp "+out+" || touch "+bad+"\ngrep -q \"$1\" \"$2\"\n")
	if status, text := run("reduce", "--test=sh "+script+" math.exp", "-o", out, in); status != 0 {
		t.Fatal(text)
	}
	if text := read(t, out); !strings.Contains(text, "math.exp") || strings.Contains(text, "@f") {
		t.Errorf("reduced to\n%s", text)
	}
	if _, err := os.Stat(bad); err == nil {
		t.Error("the output held something else in between")
	}
}

func TestUsage(t *testing.T) {
	dir := t.TempDir()
	in, broken := filepath.Join(dir, "in.mlir"), filepath.Join(dir, "broken.mlir")
	write(t, in, program)
	write(t, broken, "func.func @f( {")
	script := filepath.Join(dir, "test")
	write(t, script, "true\n") // lacks a #! line
	if err := os.Chmod(script, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{nil, 2, "needs one file"},
		{[]string{"--frob", in}, 2, "unknown flag"},
		{[]string{in}, 1, "holds no reproducer's command"},
		{[]string{filepath.Join(dir, "none.mlir")}, 1, "no such file"},
		{[]string{broken}, 1, "broken.mlir:1:"},
		{[]string{"--test=/nonexistent/test", in}, 1, "--test:"},
		{[]string{"--test=" + script, in}, 1, "--test: fork/exec " + script + ": exec format error"},
		{[]string{"--test=false", in}, 1, "does not pass the test"},
		{[]string{"--timeout=1", "--test=sh -c 'exec sleep 60'", in}, 1, "does not pass the test"},
	} {
		if status, text := run(append([]string{"reduce"}, c.args...)...); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%q: status %d, %q; want %q", c.args, status, text, c.want)
		}
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
