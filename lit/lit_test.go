package lit

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// fakeOpt copies its input without RUN and CHECK lines. It fails on the word "invalid", panics on "broken",
// and with --args prints its arguments instead.
func fakeOpt(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	in := stdin
	for _, arg := range args {
		switch {
		case arg == "--args":
			fmt.Fprintln(stdout, "args:", strings.Join(args, " "))
			return 0
		case arg == "--bad-status":
			return -1
		case !strings.HasPrefix(arg, "-"):
			file, err := os.Open(arg)
			if err != nil {
				fmt.Fprintln(stderr, err)
				return 1
			}
			defer file.Close()
			in = file
		}
	}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		line := lines.Text()
		if line == "broken" {
			panic("an invariant does not hold")
		}
		if line == "invalid" {
			fmt.Fprintln(stderr, "error: invalid")
			return 1
		}
		if !strings.HasPrefix(line, "//") {
			fmt.Fprintln(stdout, line)
		}
	}
	return 0
}

var fakeTools = Tools{"tawa-opt": fakeOpt, "tawa-run": fakeOpt}

// runText runs one test file with the given text as Run would.
func runText(t *testing.T, text string) error {
	t.Helper()
	file := filepath.Join(t.TempDir(), "test.mlir")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := parse(text)
	if err != nil {
		return err
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	e := &executor{tools: fakeTools, path: searchPath(here), file: file, tmp: t.TempDir(), roundtrip: s.roundtrip}
	return e.run(t.Context(), s)
}

func TestPassingFiles(t *testing.T) {
	for name, text := range map[string]string{
		"pipe":             "// RUN: tawa-opt %s | FileCheck %s\n// CHECK: one\none\n",
		"stdin":            "// RUN: tawa-opt < %s | FileCheck %s\n// CHECK: one\none\n",
		"continuation":     "// RUN: tawa-opt %s | \\\n// RUN:   FileCheck %s\n// CHECK: one\none\n",
		"quotes":           "// RUN: tawa-opt --args --pass='a=1 b=2' | FileCheck %s\n// CHECK: --pass=a=1 b=2\n",
		"not":              "// RUN: not tawa-opt %s\ninvalid\n",
		"not in pipe":      "// RUN: not tawa-opt %s 2>&1 | FileCheck %s\n// CHECK: error: {{inv}}alid\ninvalid\n",
		"not crash":        "// RUN: not --crash tawa-opt %s\nbroken\n",
		"not external":     "// RUN: not cmp %s /dev/null\n",
		"diagnostics":      "// RUN: tawa-opt --verify-diagnostics %s\n",
		"file":             "// RUN: tawa-opt %s > %t && FileCheck %s < %t\n// CHECK: one\none\n",
		"temporary dir":    "// RUN: tawa-opt %s > %T/x\n// RUN: diff %T/x %T/x\none\n",
		"here":             "// RUN: cmp %s %S/test.mlir\n// RUN: cmp %s %p/test.mlir\n",
		"percent":          "// RUN: echo '100%%' | FileCheck %s\n// CHECK: 100%{{$}}\n",
		"shell state":      "// RUN: X=1\n// RUN: echo $X | FileCheck %s\n// CHECK: 1\n",
		"define":           "// DEFINE: %{a} = --x=%{b}\n// DEFINE: %{b} = 1\n// RUN: tawa-opt --args %{a} | FileCheck %s\n// CHECK: --x=1\n",
		"redefine":         "// DEFINE: %{a} = 1\n// REDEFINE: %{a} = 2\n// RUN: tawa-opt --args --v%{a} | FileCheck %s\n// CHECK: --v2\n",
		"round trip":       "// RUN: tawa-opt --args | FileCheck %s\n// CHECK: args: --verify-roundtrip --args{{$}}\n",
		"round trip once":  "// RUN: tawa-opt --args --verify-roundtrip | FileCheck %s\n// CHECK: args: --args --verify-roundtrip{{$}}\n",
		"no round trip":    "// LIT: no-roundtrip\n// RUN: tawa-opt --args | FileCheck %s\n// CHECK: args: --args{{$}}\n",
		"not an optimizer": "// RUN: tawa-run --args | FileCheck %s\n// CHECK: args: --args{{$}}\n",
		"carriage return":  "// RUN: tawa-opt %s | FileCheck %s\r\n// CHECK: one\r\none\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := runText(t, text); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestFailingFiles(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"no RUN":             {"// CHECK: one\none\n", "1: no RUN: line"},
		"only DEFINE":        {"// DEFINE: %{a} = 1\n", "1: no RUN: line"},
		"no check":           {"\n// RUN: tawa-opt %s\none\n", "2: nothing here can notice wrong output"},
		"no check in pipe":   {"// RUN: tawa-opt %s | cat > %t\n// RUN: echo FileCheck\n", "nothing here can notice"},
		"alternative":        {"// RUN: tawa-opt %s | FileCheck %s || true\n// CHECK: two\none\n", "1: || in a RUN: line"},
		"wrong output":       {"// RUN: tawa-opt %s | FileCheck %s\n// CHECK: two\none\n", "expected string not found in input"},
		"names the command":  {"// RUN: tawa-opt %s | FileCheck %s\n// CHECK: two\none\n", "failed: FileCheck "},
		"no directive":       {"// RUN: tawa-opt %s | FileCheck %s\none\n", "no check strings found"},
		"second line":        {"// RUN: not tawa-opt %s\n// RUN: FileCheck %s < %s --check-prefix=B\n// B: {{^}}two\ninvalid\n", "2: RUN line failed"},
		"pipe fails early":   {"// RUN: tawa-opt %s | FileCheck %s\n// CHECK: one\none\ninvalid\n", "tawa-opt --verify-roundtrip"},
		"list fails early":   {"// RUN: tawa-opt %s; FileCheck %s < %s\n// CHECK: one\none\ninvalid\n", "error: invalid"},
		"not succeeds":       {"// RUN: not tawa-opt %s\none\n", "not: tawa-opt succeeded"},
		"not crashes":        {"// RUN: not tawa-opt %s\nbroken\n", "not: tawa-opt crashed (status 134)"},
		"shows the panic":    {"// RUN: not tawa-opt %s\nbroken\n", "an invariant does not hold"},
		"crash expected":     {"// RUN: not --crash tawa-opt %s\ninvalid\n", "did not crash (status 1)"},
		"crash succeeds":     {"// RUN: not --crash tawa-opt %s\none\n", "did not crash (status 0)"},
		"signal":             {"// RUN: not bash -c 'kill -SEGV $$'\n", "crashed (status 139)"},
		"not without":        {"// RUN: not\n", "not: no command"},
		"bad status":         {"// RUN: not tawa-opt --bad-status\n", "-1 is no exit status"},
		"missing program":    {"// RUN: tawa-opt %s | no-such-check\n// RUN: cmp %s %s\n", "no-such-check is missing: `make tools`"},
		"missing in pipe":    {"// RUN: no-such-check | FileCheck --allow-empty %s\n// CHECK-NOT: x\n", "no-such-check is missing"},
		"missing under not":  {"// RUN: not no-such-check\n", "no-such-check is missing"},
		"diagnostics":        {"// RUN: tawa-opt --verify-diagnostics %s\ninvalid\n", "exit status 1"},
		"unknown name":       {"// RUN: not tawa-opt %{x}\n", "1: unknown substitution %{x}"},
		"circle":             {"// DEFINE: %{a} = %{a}\n// RUN: not tawa-opt %{a}\n", "2: substitutions refer to each other"},
		"defined twice":      {"// DEFINE: %{a} = 1\n// DEFINE: %{a} = 2\n// RUN: not cat\n", "2: %{a} is defined already"},
		"redefined first":    {"// REDEFINE: %{a} = 1\n// RUN: not cat\n", "1: %{a} is not defined yet"},
		"bad definition":     {"// DEFINE: a = 1\n// RUN: not cat\n", "1: want DEFINE:"},
		"shell syntax":       {"// RUN: not tawa-opt 'x\n", "without closing quote"},
		"empty":              {"// RUN:\n", "1: empty RUN: line"},
		"open continuation":  {"// RUN: tawa-opt %s | \\\n", "the last RUN: line ends in a backslash"},
		"mixed continuation": {"// RUN: tawa-opt %s | \\\n// DEFINE: %{a} = 1\n", "2: DEFINE: line inside a RUN:"},
		"requires":           {"// REQUIRES: ptxas\n// RUN: not tawa-opt %s\n", "1: REQUIRES: is not supported"},
		"xfail":              {"// XFAIL: *\n// RUN: not tawa-opt %s\n", "1: XFAIL: is not supported"},
		"option":             {"// LIT: fast\n// RUN: not tawa-opt %s\n", `1: unknown LIT: option "fast"`},
		"cd":                 {"// RUN: cd / && not tawa-opt %s\ninvalid\n", "cannot follow cd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			err := runText(t, test.text)
			if err == nil {
				t.Fatalf("passed, want failure with %q", test.want)
			}
			if !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant %q in it", err, test.want)
			}
		})
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.mlir", "b/c.ttir", "b/d.test", "b/Inputs/e.mlir", "f.txt", "g.mlir.bak"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, err := find(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprint([]string{filepath.Join(dir, "a.mlir"), filepath.Join(dir, "b/c.ttir"), filepath.Join(dir, "b/d.test")})
	if got := fmt.Sprint(files); got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

// Run itself fails through its *testing.T, so it is watched from outside: the test binary runs again on a
// directory named in the environment.
const dirVariable = "TAWA_LIT_TEST_DIR"

func TestRunOnDirectory(t *testing.T) {
	dir := os.Getenv(dirVariable)
	if dir == "" {
		dir = t.TempDir()
		text := "// RUN: tawa-opt %s | FileCheck %s\n// CHECK: one\none\n"
		if err := os.WriteFile(filepath.Join(dir, "good.mlir"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		here, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("PATH", searchPath(here)) // dir is not below the checkout
	}
	Run(t, fakeTools, dir)
}

func TestRunFails(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		file, text, path string
		want             []string
	}{
		"wrong output": {"bad.mlir", "// RUN: tawa-opt %s | FileCheck %s\n// CHECK: two\none\n", searchPath(here),
			[]string{"--- FAIL: TestRunOnDirectory/bad.mlir", "bad.mlir:1: RUN line failed: exit status 1", "expected string not found"}},
		"no RUN":       {"sub/bad.ttir", "one\n", searchPath(here), []string{"--- FAIL: TestRunOnDirectory/sub/bad.ttir", "sub/bad.ttir:1: no RUN: line"}},
		"no tests":     {"bad.txt", "one\n", searchPath(here), []string{"no lit tests under "}},
		"no FileCheck": {"bad.mlir", "// RUN: tawa-opt %s | FileCheck %s\n// CHECK: one\none\n", "/nonexistent", []string{"FileCheck is missing: `make tools`"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, test.file)), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, test.file), []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			self := exec.Command(os.Args[0], "-test.run=^TestRunOnDirectory$", "-test.v")
			self.Env = append(os.Environ(), dirVariable+"="+dir, "PATH="+test.path, "TAWA_TOOLS=")
			out, err := self.CombinedOutput()
			if err == nil {
				t.Errorf("passed:\n%s", out)
			}
			for _, want := range test.want {
				if !strings.Contains(string(out), want) {
					t.Errorf("want %q in:\n%s", want, out)
				}
			}
		})
	}
}

// Whatever a file says, it becomes commands or an error that names a line.
func FuzzScript(f *testing.F) {
	f.Add("// RUN: tawa-opt %s | FileCheck %s\n// CHECK: one\n")
	f.Add("// DEFINE: %{a} = %{b}%{b}\n// DEFINE: %{b} = x\n// RUN: not %{a} \\\n// RUN: %t %%\n")
	f.Add("// LIT: no-roundtrip\n// RUN: (cd x; cmp a b) || $(true) <<E\n")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := parse(text)
		if err == nil {
			var list []command
			if list, err = s.commands("/s.mlir", "/tmp"); err == nil && len(list) == 0 {
				t.Fatal("no command and no error")
			}
		}
		var at *lineError
		if err != nil && (!errors.As(err, &at) || at.line < 1 || at.line > 1+strings.Count(text, "\n")) {
			t.Fatalf("error without a line of the file: %v", err)
		}
	})
}
