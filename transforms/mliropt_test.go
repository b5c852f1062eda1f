package transforms_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tawa/driver"
)

// mlirOpt finds LLVM's mlir-opt in the checkout's .tools, in TAWA_TOOLS or on PATH.
func mlirOpt(t *testing.T) string {
	t.Helper()
	tools, err := filepath.Abs("../.tools/bin")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{tools, os.Getenv("TAWA_TOOLS"), filepath.Join(os.Getenv("TAWA_TOOLS"), "bin")} {
		if file := filepath.Join(dir, "mlir-opt"); dir != "" {
			if _, err := os.Stat(file); err == nil {
				return file
			}
		}
	}
	path, err := exec.LookPath("mlir-opt")
	if err != nil {
		t.Fatal("mlir-opt is missing: run `make tools`")
	}
	return path
}

// programs in dialects that mlir-opt knows as we do.
var programs = map[string]string{
	"calls": `
func.func private @add(%a: i32, %b: i32) -> i32 { %0 = arith.addi %a, %b : i32 return %0 : i32 }
func.func private @twice(%x: i32) -> i32 { %0 = call @add(%x, %x) : (i32, i32) -> i32 return %0 : i32 }
func.func private @unused(%x: i32) -> i32 { %0 = call @twice(%x) : (i32) -> i32 return %0 : i32 }
func.func @main(%x: i32) -> i32 {
  %c5 = arith.constant 5 : i32
  %0 = call @twice(%c5) : (i32) -> i32
  %1 = call @add(%0, %x) : (i32, i32) -> i32
  return %1 : i32
}`,
	"recursion": `
func.func @even(%x: i32, %c: i1) -> i1 {
  %r = scf.if %c -> i1 { %0 = func.call @odd(%x, %c) : (i32, i1) -> i1 scf.yield %0 : i1 } else { scf.yield %c : i1 }
  return %r : i1
}
func.func private @odd(%x: i32, %c: i1) -> i1 { %0 = call @even(%x, %c) : (i32, i1) -> i1 return %0 : i1 }`,
	"loops": `
func.func private @use(i32)
func.func @main(%n: index, %x: i32, %y: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %k = %z) -> (i32, i32, i32) {
    %inv = arith.muli %x, %y : i32
    %s = arith.addi %a, %inv : i32
    %d = arith.muli %b, %x : i32
    scf.for %j = %c0 to %i step %c1 {
      %inv2 = arith.xori %inv, %y : i32
      func.call @use(%inv2) : (i32) -> ()
      %div = arith.divsi %x, %y : i32
      func.call @use(%div) : (i32) -> ()
    }
    scf.yield %s, %d, %k : i32, i32, i32
  }
  %w = scf.while (%a = %r#0) : (i32) -> i32 {
    %t = arith.cmpi slt, %a, %y : i32
    scf.condition(%t) %a : i32
  } do {
  ^bb0(%b: i32):
    %e = arith.addi %b, %y : i32
    scf.yield %e : i32
  }
  %q = arith.addi %w, %r#2 : i32
  return %q : i32
}`,
	"blocks": `
func.func @main(%x: i32, %c: i1) -> i32 {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %t, ^bb1(%c1 : i32), ^bb2
^bb1(%a: i32):
  %s = arith.addi %a, %c1 : i32
  cf.cond_br %c, ^bb3(%s, %x : i32, i32), ^bb4
^bb2:
  cf.br ^bb1(%x : i32)
^bb3(%p: i32, %q: i32):
  %u = arith.muli %p, %q : i32
  return %u : i32
^bb4:
  return %s : i32
^bb5:
  cf.br ^bb5
}`,
	"switch": `
func.func @main(%i: index, %x: i32) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 { scf.yield %x : i32 }
  case 5 { %a = arith.addi %x, %x : i32 scf.yield %a : i32 }
  default { %a = arith.muli %x, %x : i32 scf.yield %a : i32 }
  return %r : i32
}`,
	"ranges": `
func.func private @use(i1)
func.func @main(%n: index, %b: i8) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %t = arith.cmpi ult, %i, %c16 : index
    func.call @use(%t) : (i1) -> ()
    %u = arith.cmpi slt, %i, %n : index
    func.call @use(%u) : (i1) -> ()
  }
  %c256 = arith.constant 256 : i32
  %x = arith.extui %b : i8 to i32
  %0 = arith.remui %x, %c256 : i32
  return %0 : i32
}`,
	"symbols": `
func.func private @dead1() { call @dead2() : () -> () return }
func.func private @dead2() { call @dead1() : () -> () return }
func.func private @live() { return }
func.func @root() { call @live() : () -> () return }
module @shown { func.func nested @n() { return } func.func private @p() { return } func.func @q() { return } }
module @hidden attributes {sym_visibility = "private"} { func.func nested @referred() { return } }
func.func @refers() attributes {uses = [@hidden::@referred]} { return }`,
}

// With the same passes the programs come out with as many ops of each name as mlir-opt
// leaves. Left out are programs for which it crashes, and those for which we do better.
func TestOpCountsAreThoseOfMLIR(t *testing.T) {
	tool := mlirOpt(t)
	for _, tc := range []struct{ passes, without string }{
		{"--inline --symbol-dce", "recursion blocks loops"}, // canonicalize differs
		{"--inline=default-pipeline= --symbol-dce", "recursion"},
		{"--sccp", ""},
		{"--sccp --loop-invariant-code-motion --cse", ""},
		{"--symbol-dce", ""},
		{"--symbol-privatize --symbol-dce", ""},
		{"--symbol-privatize --sccp", ""},
		{"--loop-invariant-code-motion", ""},
		{"--convert-scf-to-cf", "recursion"},                      // a block less
		{"--int-range-optimizations --cse", "blocks loops calls"}, // mlir-opt's folds more
		{"--cse", ""},
		{"--strip-debuginfo", ""},
		{"--topological-sort", ""},
	} {
		for name, text := range programs {
			if strings.Contains(tc.without, name) {
				continue
			}
			t.Run(name+" "+tc.passes, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "in.mlir")
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
				args := append(strings.Fields(tc.passes), "--print-op-stats=json=true", "-o", os.DevNull, file)
				var ours, theirs bytes.Buffer
				if driver.Main(driver.All(), args, nil, &ours, &ours) != driver.Done {
					t.Fatalf("tawa-opt: %s", &ours)
				}
				cmd := exec.Command(tool, args...)
				cmd.Stderr = &theirs
				if err := cmd.Run(); err != nil {
					t.Fatalf("mlir-opt: %v\n%s", err, &theirs)
				}
				if a, b := counts(t, ours.Bytes()), counts(t, theirs.Bytes()); !maps.Equal(a, b) {
					t.Errorf("tawa-opt %v\nmlir-opt %v", a, b)
				}
			})
		}
	}
}

func counts(t *testing.T, text []byte) map[string]int {
	n := map[string]int{}
	if err := json.Unmarshal(text, &n); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return n
}
