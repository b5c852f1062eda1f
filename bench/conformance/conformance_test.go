package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tawa/printer"
)

// The tiny folder has chunks of each kind, some of which fail.
func TestTinyFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.json")
	var out, errs bytes.Buffer
	args := []string{"--limit=5m", "--exclude=AMD", "--json=" + file, "--list-failures", "--at-least=75", "tiny=testdata/tiny"}
	if status := run(args, &out, &errs); status != failed {
		t.Errorf("status %d, %s%s", status, &out, &errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var reports []*report
	if err := json.Unmarshal(text, &reports); err != nil {
		t.Fatal(err)
	}
	r := reports[0]
	for _, c := range []struct {
		what      string
		got, want tally
	}{
		{"files", r.Files, tally{1, 2}},
		{"chunks", r.All, tally{3, 6}},
		{"hosted", r.Hosted, tally{3, 5}},
		{"accepted", r.Accepted, tally{1, 2}},
		{"rejected", r.Rejected, tally{2, 3}},
		{"column", r.Column, tally{2, 2}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if len(r.Digest) != 12 {
		t.Errorf("digest %q", r.Digest)
	}
	for _, want := range []string{"bad.mlir:1: ours: accepted, but", "bad.mlir:6: foreign: rejected: custom op 'linalg.yield' is unknown", "bad.mlir:11: shared: rejected: integer"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

func TestUsage(t *testing.T) {
	for _, args := range [][]string{{}, {"--of=some", "testdata"}, {"--nothing"}, {"no/such/folder"}, {"--json=no/such/file", "testdata/tiny"}} {
		var out, errs bytes.Buffer
		if status := run(args, &out, &errs); status != usage || errs.Len() == 0 {
			t.Errorf("%q: status %d, %s", args, status, &errs)
		}
	}
}

func TestExclude(t *testing.T) {
	files, err := readFolder("testdata/tiny", "x,good,AMD")
	if err != nil || len(files) != 1 || files[0].path != "bad.mlir" {
		t.Errorf("%v, %v", files, err)
	}
}

func TestSplit(t *testing.T) {
	f := split("f", "a\n// -----\n// only this\n//-----\n// -----\n\"b.c\"() : () -> ()\n  // -----  \n// ------\nd.e // ----- x\n")
	var got []string
	for _, c := range f.chunks {
		got = append(got, c.text)
	}
	want := []string{"a\n", "\"b.c\"() : () -> ()\n", "// ------\nd.e // ----- x\n"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if f.chunks[1].line != 6 || f.chunks[2].line != 8 {
		t.Errorf("lines %d and %d", f.chunks[1].line, f.chunks[2].line)
	}
}

func TestDialects(t *testing.T) {
	for code, want := range map[string]string{
		`%0 = arith.addi %x, %y {tt.a = 1, ttg.b, "scf.c" = 2} : !memref.x`: "arith memref",
		`"gpu.thing"(%a) <{x = #vector.kind<add>}> : () -> ()`:              "gpu vector",
		`"text with llvm.call"`:                         "",
		`call @math.sin(%ub.x) // scf.for`:              "",
		`#map = affine_map<(d0) -> (d0)>`:               "",
		`module { scf.if %c { scf.yield } }`:            "scf",
		`!tt.ptr<f32>, tensor<4xf32, #ttg.blocked<{}>>`: "tt ttg",
		`#tt<blob> !test<"x">`:                          "test tt",
	} {
		if got := strings.Join(dialectsOf(blank(code)), " "); got != want {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}

func TestExpectedLines(t *testing.T) {
	text := "a // expected-error {{x}}\n// expected-error@+2 {{y}}\n// expected-error @below {{z}}\nb\nc\n" +
		"// expected-error-re @above {{w}}\n// expected-error @-2 {{v}}\n// expected-remark {{u}}"
	if got, want := expectedLines(text), []int{1, 4, 4, 5, 5}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestRunsPasses(t *testing.T) {
	for src, want := range map[string]bool{
		"// RUN: any-opt --split-input-file %s --verify-diagnostics":      false,
		"// RUN: any-opt %s -o - | FileCheck %s --check-prefix=X":         false,
		"// RUN: any-opt %s -cse | FileCheck %s":                          true,
		"// RUN: any-opt %s | any-opt --pass-pipeline='builtin.module()'": true,
		"func.func private @f() // --cse":                                 false,
	} {
		if got := runsPasses(src); got != want {
			t.Errorf("%s: %v", src, got)
		}
	}
}

// What we make of a chunk is held against what mlir-opt says, or comments.
func TestHold(t *testing.T) {
	good := outcome{custom: "c", generic: "g"}
	bad := outcome{message: "no", line: 2, column: 3}
	accepted := &verdict{Accepted: true, Custom: "c", Generic: "g"}
	errorAt := func(line, column int) *verdict { return &verdict{Line: line, Column: column, Message: "no"} }
	for _, c := range []struct {
		what     string
		out      outcome
		verdict  *verdict
		expected []int
		cause    string // how it begins
	}{
		{"the same", good, accepted, nil, ""},
		{"alone", good, nil, nil, ""},
		{"another custom form", outcome{custom: "d", generic: "g"}, accepted, nil, "custom form differs"},
		{"another generic form", outcome{custom: "c", generic: "h"}, accepted, nil, "generic form differs"},
		{"a text that changes", outcome{custom: "c", generic: "g", unstable: "changes"}, accepted, nil, "changes"},
		{"a text that changes, alone", outcome{custom: "c", generic: "g", unstable: "changes"}, nil, nil, "changes"},
		{"a default left out, as there", outcome{custom: "c", generic: "g", unstable: "changes", lossy: true}, accepted, nil, ""},
		{"a default left out, not as there", outcome{custom: "d", generic: "g", unstable: "changes", lossy: true}, accepted, nil, "custom form differs"},
		{"a panic", outcome{panicked: "why"}, errorAt(1, 1), nil, "panics: why"},
		{"rejected by us", bad, accepted, nil, "rejected: no"},
		{"rejected by us, alone", bad, nil, nil, "rejected: no"},
		{"rejected by both", bad, errorAt(2, 3), nil, ""},
		{"in another column", bad, errorAt(2, 9), nil, ""},
		{"on another line", bad, errorAt(1, 3), nil, "error on line 2"},
		{"rejected there", good, errorAt(2, 3), nil, "accepted, but"},
		{"as a comment expects", bad, nil, []int{1, 2}, ""},
		{"where no comment expects it", bad, nil, []int{3}, "error on line 2"},
		{"what a comment expects is not there", good, nil, []int{3}, "accepted, but"},
	} {
		r := &result{chunk: &chunk{expected: c.expected}}
		r.hold(&c.out, c.verdict)
		if r.pass() != (c.cause == "") || !strings.HasPrefix(r.cause, c.cause) {
			t.Errorf("%s: %q, want %q", c.what, r.cause, c.cause)
		}
		if both := c.what == "in another column"; both != (r.sameLine && !r.sameCol) {
			t.Errorf("%s: line %v, column %v", c.what, r.sameLine, r.sameCol)
		}
	}
}

// A text that does not read back to what was printed is noticed.
func TestBack(t *testing.T) {
	const text = "module {\n}"
	for _, c := range []struct{ text, want, unstable string }{
		{text, text, ""},
		{text, "module {\n  func.func private @f()\n}", `form changes: "}", not "func.func private @f()"`},
		{"module {", text, "form is not read back: "},
	} {
		var out outcome
		out.back(c.text, printer.Options{}, c.want, "form")
		if !strings.HasPrefix(out.unstable, c.unstable) || (out.unstable == "") != (c.unstable == "") {
			t.Errorf("%q: %q, want %q", c.text, out.unstable, c.unstable)
		}
	}
}

func TestGroup(t *testing.T) {
	if got, want := group("error on line 12 ('tt.load' op has 'x y' and 3)"), "error on line N ('tt.load' op has '…' and N)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// sharedDialects are those that mlir-opt has as we do, with the files in which we are stricter.
var sharedDialects = map[string]string{
	"builtin": "", "ub": "", "arith": "", "math": "", "scf": "", "func": "",
	"cf": "invalid", // a case that its type does not hold
}

// The lit files of MLIR's dialects, and generated programs, are read and printed as mlir-opt does; of what both
// reject the errors are on the same lines.
func TestOwnFiles(t *testing.T) {
	check := func(folder, exclude string) {
		var out, errs bytes.Buffer
		if status := run([]string{"--limit=5m", "--of=hosted", "--at-least=100", "--exclude=" + exclude, "--list-failures", folder}, &out, &errs); status != done {
			t.Errorf("status %d: %s%s", status, &out, &errs)
		}
	}
	check("testdata/generated", "")
	for dialect, exclude := range sharedDialects {
		check("../../lit/"+dialect, exclude)
	}
}

// Passes leave as many ops as mlir-opt's, and the meaning.
func TestSameResults(t *testing.T) {
	var c config
	var ignored bytes.Buffer
	if err := c.flags(&ignored).Parse(nil); err != nil {
		t.Fatal(err)
	}
	files, err := readFolder("testdata/generated", "")
	if err != nil {
		t.Fatal(err)
	}
	o := newOracle(c.mlirOpt, t.TempDir())
	for _, passes := range []string{"cse", "canonicalize", "cse+canonicalize"} {
		r := comparePasses("generated", files, passes, o, &c)
		if r.Chunks != len(files) || r.percent() >= 1 || r.Told > 0 || len(r.Problems) > 0 || r.Run < r.Functions-2 {
			var out bytes.Buffer
			r.print(&out, &c)
			t.Error(out.String())
		}
	}
}

// A pass that changes what a program does is noticed.
func TestValuesTellProgramsApart(t *testing.T) {
	const before = `func.func private @out(i32)
func.func private @unknown() -> vector<[2]xi32>
func.func @f(%x: i32, %y: tensor<4xf32>, %z: memref<?x2xi32>, %b: i1) -> i32 {
  func.call @out(%x) : (i32) -> ()
  %0 = arith.constant 0 : index
  memref.store %x, %z[%0, %0] : memref<?x2xi32>
  return %x : i32
}`
	for after, want := range map[string]bool{
		before: true,
		strings.Replace(before, "return %x : i32", "%1 = arith.addi %x, %x : i32\n  return %1 : i32", 1): false,
		strings.Replace(before, "memref.store %x, %z[%0, %0] : memref<?x2xi32>", "", 1):                  false,
		strings.Replace(before, "func.call @out(%x) : (i32) -> ()", "", 1):                               false,
	} {
		all, run, told := sameValues(before, after)
		if all != 1 || run != 1 || (told == "") != want {
			t.Errorf("%d of %d functions, %q for\n%s", run, all, told, after)
		}
	}
}
