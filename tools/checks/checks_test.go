package checks_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/driver"
	"tawa/lit"
	"tawa/tools/checks"
)

func Example() {
	for _, line := range checks.Lines("CHECK", "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %a : i32\n  return %0 : i32\n}\n") {
		fmt.Println(line)
	}
	// Output:
	// CHECK-LABEL: func.func @f(
	// CHECK-SAME:  [[A:%.*]]: i32) -> i32 {
	// CHECK-NEXT:    [[V0:%.*]] = arith.addi [[A]], [[A]] : i32
	// CHECK-NEXT:    return [[V0]] : i32
	// CHECK-NEXT:  }
}

// programs print what is hard to check: regions beside each other with the same names, several results, brackets,
// strings with %, block arguments, several functions.
var programs = map[string]string{
	"regions": `func.func @f(%c: i1, %x: i32, %y: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %0 = arith.addi %x, %y : i32
    scf.yield %0, %x : i32, i32
  } else {
    %0 = arith.muli %x, %y : i32
    scf.yield %y, %0 : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
func.func private @g(i32)
`,
	"blocks": `func.func @f(%x: i32) -> i32 attributes {note = "50 %x: {{ [[a]]"} {
  cf.br ^bb1(%x : i32)
^bb1(%y: i32):
  return %y : i32
}
func.func @g() -> tensor<2x1xi32> {
  %cst = arith.constant dense<[[1], [2]]> : tensor<2x1xi32>
  return %cst : tensor<2x1xi32>
}
`,
	"loop": `func.func @f(%n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) {
    %a = arith.addf %acc, %acc : f32
    scf.yield %a : f32
  }
  return %s : f32
}
`,
}

func runTool(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return driver.Main(driver.All(), args, stdin, stdout, stderr)
}

func run(args ...string) (int, string) {
	var out, errs bytes.Buffer
	status := runTool(append([]string{"checks"}, args...), nil, &out, &errs)
	return status, out.String() + errs.String()
}

// What is written passes under FileCheck, and is left alone when it is written again.
func TestWrittenChecksHold(t *testing.T) {
	dir := t.TempDir()
	for name, program := range programs {
		for pass, args := range map[string][]string{"same": {}, "canonical": {"--canonicalize", "--mlir-print-ssa-names=false"}} {
			path := filepath.Join(dir, name+"_"+pass+".mlir")
			write(t, path, program)
			if status, text := run(append([]string{path, "--"}, args...)...); status != 0 {
				t.Fatal(text)
			}
			first := read(t, path)
			for _, again := range [][]string{{"--update", path}, append([]string{path, "--"}, args...), {"--check", "--update", path}} {
				if status, text := run(again...); status != 0 || text != "" || read(t, path) != first {
					t.Errorf("%s: %q changes what was written: %s", name, again, text)
				}
			}
		}
	}
	external, err := filepath.Abs("../../.tools")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(external, filepath.Join(dir, ".tools")); err != nil { // where lit looks for FileCheck
		t.Fatal(err)
	}
	lit.Run(t, lit.Tools{"tawa-opt": runTool}, dir)
}

// Checks follow the output; the rest of the file stays.
func TestUpdate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.mlir")
	write(t, path, "// RUN: tawa-opt --canonicalize \\\n// RUN:   %s | FileCheck %s\n"+
		"// RUN: tawa-opt < %s | FileCheck --check-prefix=PLAIN %s\n// RUN: tawa-opt --verify-diagnostics %s\n"+
		"func.func @f() -> i32 {\n  %a = arith.constant 1 : i32\n  %b = arith.addi %a, %a : i32\n  return %b : i32\n}\n")
	if status, text := run("--update", path); status != 0 {
		t.Fatal(text)
	}
	text := read(t, path)
	for _, want := range []string{"// CHECK-NEXT:      [[B:%.*]] = arith.constant 2 : i32", "// PLAIN-NEXT:      [[B:%.*]] = arith.addi [[A]], [[A]] : i32"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	write(t, path, strings.Replace(text, "arith.constant 1", "arith.constant 4", 1)+"// a last word\n")
	if status, out := run("--check", "--update", path); status != 1 || !strings.Contains(out, "stale") {
		t.Errorf("status %d, %q", status, out)
	}
	if status, out := run("--update", path); status != 0 {
		t.Error(out)
	}
	text = read(t, path)
	if !strings.Contains(text, "arith.constant 8 : i32") || strings.Contains(text, "arith.constant 2 : i32") || !strings.HasSuffix(text, "// a last word\n") {
		t.Errorf("after a change:\n%s", text)
	}
}

func TestErrors(t *testing.T) {
	const f = "\nfunc.func @f() {\n  return\n}\n"
	for _, c := range []struct{ name, text, want string }{
		{"no RUN line", f, "no RUN line with FileCheck"},
		{"another program", "// RUN: cat %s | tawa-opt | FileCheck %s" + f, "x.mlir:1: error: only `tawa-opt"},
		{"an output file", "// RUN: tawa-opt %s > out | FileCheck %s" + f, "only `tawa-opt"},
		{"a substitution", "// RUN: tawa-opt %{flags} %s | FileCheck %s" + f, "only %s and %S"},
		{"an open quote", "// RUN: tawa-opt 'x %s | FileCheck %s" + f, "a quote is not closed"},
		{"a failing run", "// RUN: tawa-opt --cze %s | FileCheck %s" + f, "status 2"},
		{"checks by hand", "// RUN: tawa-opt %s | FileCheck %s\n// CHECK-LABEL: @f" + f, "x.mlir:2: error: a CHECK line that was written by hand"},
		{"two outputs", "// RUN: tawa-opt %s | FileCheck %s\n// RUN: tawa-opt --mlir-print-op-generic %s | FileCheck %s" + f, "x.mlir:2: error: prints something else"},
		{"no output", "// RUN: tawa-opt --no-output %s | FileCheck %s" + f, "prints nothing"},
	} {
		path := filepath.Join(t.TempDir(), "x.mlir")
		write(t, path, c.text)
		if status, text := run("--update", path); status != 1 || !strings.Contains(text, c.want) || read(t, path) != c.text {
			t.Errorf("%s: status %d, %q; want %q", c.name, status, text, c.want)
		}
	}
	for _, args := range [][]string{nil, {"--update"}, {"x.mlir"}, {"--update", "x.mlir", "--", "--cse"}, {"--frob"}} {
		if status, text := run(args...); status != 2 || !strings.Contains(text, "error:") {
			t.Errorf("%q: status %d, %q", args, status, text)
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
