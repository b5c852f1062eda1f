package driver_test

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
	"time"

	"tawa/driver"
)

// scalingShapes are programs of n ops that something quadratic would show in.
var scalingShapes = map[string]func(n int) string{
	"functions": func(n int) string {
		return each("module {\n", n/4, func(i int) string {
			return fmt.Sprintf("func.func @f%d(%%a: i32) -> i32 {\n%%c = arith.constant %d : i32\n%%b = arith.addi %%a, %%c : i32\n%%d = func.call @f%d(%%b) : (i32) -> i32\nreturn %%d : i32\n}\n", i, i, i/2)
		}, "}\n")
	},
	"long block": func(n int) string {
		return each("func.func @f(%x0: i32) -> i32 {\n", n, func(i int) string {
			return fmt.Sprintf("%%x%d = arith.muli %%x%d, %%x%d : i32\n", i+1, i, i/2)
		}, fmt.Sprintf("return %%x%d : i32\n}\n", n))
	},
	"one value for all": func(n int) string {
		return each("func.func private @g(i32)\nfunc.func @f(%a: i32) {\n%c = arith.constant 1 : i32\n%s = arith.addi %a, %c : i32\n", n, func(int) string {
			return "func.call @g(%s) : (i32) -> ()\n"
		}, "return\n}\n")
	},
	"equal ops": func(n int) string {
		return each("func.func private @g(i32)\nfunc.func @f(%a: i32) {\n", n/2, func(i int) string {
			return fmt.Sprintf("%%s%d = arith.muli %%a, %%a : i32\nfunc.call @g(%%s%d) : (i32) -> ()\n", i, i)
		}, "return\n}\n")
	},
	"constants": func(n int) string {
		return each("func.func private @g(i32)\nfunc.func @f() {\n", n/2, func(i int) string {
			return fmt.Sprintf("%%c%d = arith.constant %d : i32\nfunc.call @g(%%c%d) : (i32) -> ()\n", i, i%(n/4), i)
		}, "return\n}\n")
	},
	"names in conflict": func(n int) string {
		return each("func.func private @g(i32)\nfunc.func @f(%a: i32) {\n", n/3, func(i int) string {
			return fmt.Sprintf("%%n_%d = arith.muli %%a, %%a : i32\n%%m%d = arith.addi %%n_%d, %%a : i32\nfunc.call @g(%%m%d) : (i32) -> ()\n", i, i, i, i)
		}, "return\n}\n")
	},
	"chain of blocks": func(n int) string {
		return each("func.func @f(%c: i1, %x: i32) -> i32 {\n%k = arith.muli %x, %x : i32\ncf.br ^b0(%x : i32)\n", n/2, func(i int) string {
			return fmt.Sprintf("^b%d(%%y%d: i32):\n%%z%d = arith.addi %%y%d, %%k : i32\ncf.cond_br %%c, ^b%d(%%z%d : i32), ^end(%%z%d : i32)\n", i, i, i, i, i+1, i, i)
		}, fmt.Sprintf("^b%d(%%l: i32):\ncf.br ^end(%%l : i32)\n^end(%%r: i32):\nreturn %%r : i32\n}\n", n/2))
	},
	"blocks that differ in where they lead": func(n int) string {
		m := n / 2
		return each("func.func @f(%c: i1, %x: i32) -> i32 {\n%k = arith.muli %x, %x : i32\ncf.br ^b0(%x : i32)\n", m, func(i int) string {
			return fmt.Sprintf("^b%d(%%y%d: i32):\n%%z%d = arith.addi %%y%d, %%k : i32\ncf.cond_br %%c, ^b%d(%%z%d : i32), ^b%d(%%y%d : i32)\n", i, i, i, i, i+1, i, (7*i+3)%m, i)
		}, fmt.Sprintf("^b%d(%%r: i32):\nreturn %%r : i32\n}\n", m))
	},
	"types": func(n int) string {
		return each("module {\n", n/2, func(i int) string {
			return fmt.Sprintf("func.func @f%d(%%a: tensor<%dxf32>) -> tensor<%dxf32> {\nreturn %%a : tensor<%dxf32>\n}\n", i, i+1, i+1, i+1)
		}, "}\n")
	},
	"ways out": func(n int) string { // all to one block, with a value each
		return each("func.func private @g() -> (i1, i32)\nfunc.func @f() -> i32 {\ncf.br ^b0\n", n/2, func(i int) string {
			return fmt.Sprintf("^b%d:\n%%c%d, %%v%d = call @g() : () -> (i1, i32)\ncf.cond_br %%c%d, ^out(%%v%d : i32), ^b%d\n", i, i, i, i, i, i+1)
		}, fmt.Sprintf("^b%d:\ncf.br ^b0\n^out(%%r: i32):\nreturn %%r : i32\n}\n", n/2))
	},
	"branches decided": func(n int) string { // every second one, all to one block
		return each("func.func private @g() -> i1\nfunc.func @f() {\n%t = arith.constant true\ncf.br ^b0\n", n/2, func(i int) string {
			return fmt.Sprintf("^b%d:\n%%c%d = call @g() : () -> i1\ncf.cond_br %%c%d, ^d%d, ^out\n^d%d:\n%%d%d = call @g() : () -> i1\ncf.cond_br %%t, ^b%d, ^out\n", i, i, i, i, i, i, i+1)
		}, fmt.Sprintf("^b%d:\n%%c = call @g() : () -> i1\ncf.br ^b0\n^out:\nreturn\n}\n", n/2))
	},
	"loops": func(n int) string { // 30 deep
		const depth = 30
		nest := each("", depth, func(i int) string { return fmt.Sprintf("scf.for %%i%d = %%a to %%b step %%c {\n", i) },
			"func.call @g(%i0) : (index) -> ()\n"+strings.Repeat("}\n", depth))
		return each("func.func private @g(index)\nfunc.func @f(%a: index, %b: index, %c: index) {\n", n/(2*depth),
			func(int) string { return nest }, "return\n}\n")
	},
}

func each(head string, n int, f func(i int) string, tail string) string {
	var b strings.Builder
	b.WriteString(head)
	for i := range n {
		b.WriteString(f(i))
	}
	b.WriteString(tail)
	return b.String()
}

// TestNothingIsQuadratic runs the whole tool on n and on 2n ops. Twice the input may take three times the processor
// time: what is quadratic takes four times, what is linear twice, and machines are not that still.
func TestNothingIsQuadratic(t *testing.T) {
	const n = 4000
	for name, shape := range scalingShapes {
		small, large := shape(n), shape(2*n)
		ratio := 0.0
		for range 6 { // a busy machine gets more chances
			a, b := time.Hour, time.Hour
			for range 2 {
				a, b = min(a, process(t, small)), min(b, process(t, large))
			}
			if ratio = float64(b) / float64(a); ratio <= 3 {
				break
			}
		}
		if ratio > 3 {
			t.Errorf("%s: twice the input takes %.1f times as long", name, ratio)
		}
	}
}

// process gives the processor time that the tool takes for an input.
func process(t *testing.T, src string) time.Duration {
	var stderr bytes.Buffer
	start := processorTime()
	args := []string{"--mlir-disable-threading", "--pass-pipeline=builtin.module(func.func(cse,canonicalize,simplify-cfg),symbol-dce)"}
	if status := driver.Main(driver.All(), args, strings.NewReader(src), io.Discard, &stderr); status != 0 {
		t.Fatalf("status %d\n%.500s", status, stderr.String())
	}
	return processorTime() - start
}

func processorTime() time.Duration {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
