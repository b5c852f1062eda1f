package interp_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/interp"
	"tawa/ir"
)

// run executes body on a buffer out of n elements behind %out : !tt.ptr<elem>, and returns it.
func run(t *testing.T, elem string, n int64, body string) *interp.Buffer {
	t.Helper()
	module := parse(t, "test.mlir", fmt.Sprintf("tt.func @k(%%out: !tt.ptr<%s>) {\n%s\n  tt.return\n}\n", elem, body))
	var typ ir.Type = module.Context().Float(elem)
	if strings.HasPrefix(elem, "i") {
		width := 0
		fmt.Sscanf(elem, "i%d", &width)
		typ = module.Context().Integer(width, ir.Signless)
	}
	var mem interp.Memory
	out := mem.Alloc("out", typ, n)
	launch(t, module, interp.Config{Memory: &mem, Args: []interp.Arg{interp.Pointer(out)}})
	return out
}

// TestScalars checks one op each: %r is stored.
func TestScalars(t *testing.T) {
	const consts = `
  %a = arith.constant 7 : i32
  %b = arith.constant -3 : i32
  %big = arith.constant 2147483647 : i32
  %min = arith.constant -2147483648 : i32
  %sh = arith.constant 3 : i32
  %i8 = arith.constant -1 : i8
  %t = arith.constant true
  %l = arith.constant -5 : i64
  %least = arith.constant -9223372036854775808 : i64
  %x = arith.constant 2.5 : f32
  %y = arith.constant -1.5 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %inf = arith.constant 0x7F800000 : f32
  %huge = arith.constant 1.0e30 : f32
  %third = arith.constant 0.333333343 : f32
  %h = arith.constant 1.0e+03 : f16
`
	tests := []struct {
		op, elem string
		want     float64
	}{
		{"arith.addi %big, %a : i32", "i32", -2147483642},
		{"arith.subi %a, %b : i32", "i32", 10},
		{"arith.muli %big, %a : i32", "i32", 2147483641},
		{"arith.divsi %b, %sh : i32", "i32", -1},
		{"arith.divsi %a, %b : i32", "i32", -2},
		{"arith.divui %b, %a : i32", "i32", 613566756},
		{"arith.remsi %a, %b : i32", "i32", 1},
		{"arith.remui %b, %a : i32", "i32", 1},
		{"arith.floordivsi %a, %b : i32", "i32", -3},
		{"arith.ceildivsi %a, %b : i32", "i32", -2},
		{"arith.ceildivsi %least, %l : i64", "i64", 1844674407370955162},
		{"arith.ceildivui %a, %sh : i32", "i32", 3},
		{"arith.andi %a, %b : i32", "i32", 5},
		{"arith.ori %a, %b : i32", "i32", -1},
		{"arith.xori %a, %b : i32", "i32", -6},
		{"arith.shli %a, %sh : i32", "i32", 56},
		{"arith.shrsi %b, %sh : i32", "i32", -1},
		{"arith.shrui %b, %sh : i32", "i32", 536870911},
		{"arith.maxsi %a, %b : i32", "i32", 7},
		{"arith.minsi %a, %b : i32", "i32", -3},
		{"arith.maxui %a, %b : i32", "i32", -3},
		{"arith.minui %a, %b : i32", "i32", 7},
		{"tt.mulhiui %b, %a : i32", "i32", 6},
		{"arith.extsi %i8 : i8 to i32", "i32", -1},
		{"arith.extui %i8 : i8 to i32", "i32", 255},
		{"arith.extui %t : i1 to i32", "i32", 1},
		{"arith.extsi %t : i1 to i32", "i32", -1},
		{"arith.trunci %big : i32 to i8", "i8", -1},
		{"arith.cmpi slt, %b, %a : i32", "i1", -1},
		{"arith.cmpi ult, %b, %a : i32", "i1", 0},
		{"arith.cmpi ne, %a, %a : i32", "i1", 0},
		{"arith.select %t, %a, %b : i32", "i32", 7},
		{"arith.bitcast %x : f32 to i32", "i32", 0x40200000},
		{"arith.bitcast %big : i32 to f32", "f32", math.NaN()},
		{"arith.addf %x, %y : f32", "f32", 1},
		{"arith.subf %x, %y : f32", "f32", 4},
		{"arith.mulf %third, %third : f32", "f32", float64(float32(0.333333343) * float32(0.333333343))},
		{"arith.divf %x, %y : f32", "f32", float64(float32(2.5) / float32(-1.5))},
		{"arith.remf %x, %y : f32", "f32", 1},
		{"arith.negf %x : f32", "f32", -2.5},
		{"arith.maximumf %x, %nan : f32", "f32", math.NaN()},
		{"arith.maxnumf %x, %nan : f32", "f32", 2.5},
		{"arith.minimumf %nan, %y : f32", "f32", math.NaN()},
		{"arith.minnumf %nan, %y : f32", "f32", -1.5},
		{"arith.minnumf %x, %y : f32", "f32", -1.5},
		{"arith.cmpf olt, %y, %x : f32", "i1", -1},
		{"arith.cmpf olt, %y, %nan : f32", "i1", 0},
		{"arith.cmpf ult, %y, %nan : f32", "i1", -1},
		{"arith.cmpf uno, %x, %nan : f32", "i1", -1},
		{"arith.cmpf one, %x, %x : f32", "i1", 0},
		{"arith.truncf %third : f32 to f16", "f16", 0.333251953125},
		{"arith.truncf %third : f32 to bf16", "bf16", 0.333984375},
		{"arith.truncf %huge : f32 to f16", "f16", math.Inf(1)},
		{"arith.extf %h : f16 to f32", "f32", 1000},
		{"arith.sitofp %b : i32 to f32", "f32", -3},
		{"arith.uitofp %b : i32 to f32", "f32", 4294967296},
		{"arith.fptosi %y : f32 to i32", "i32", -1},
		{"arith.fptosi %huge : f32 to i32", "i32", 2147483647},
		{"arith.fptosi %nan : f32 to i32", "i32", 0},
		{"arith.fptoui %y : f32 to i32", "i32", 0},
		{"arith.fptoui %huge : f32 to i32", "i32", -1},
		{"math.exp2 %x : f32", "f32", float64(float32(math.Exp2(2.5)))},
		{"math.sqrt %x : f32", "f32", float64(float32(math.Sqrt(2.5)))},
		{"math.rsqrt %x : f32", "f32", float64(float32(1 / math.Sqrt(2.5)))},
		{"math.absf %y : f32", "f32", 1.5},
		{"math.absi %b : i32", "i32", 3},
		{"math.floor %y : f32", "f32", -2},
		{"math.ceil %y : f32", "f32", -1},
		{"math.fma %x, %y, %x : f32", "f32", -1.25},
		{"math.log2 %inf : f32", "f32", math.Inf(1)},
		{"math.erf %x : f32", "f32", float64(float32(math.Erf(2.5)))},
		{"math.ctpop %a : i32", "i32", 3},
		{"math.ctlz %a : i32", "i32", 29},
		{"tt.clampf %x, %y, %third, propagateNan = none : f32", "f32", float64(float32(0.333333343))},
		{"tt.clampf %nan, %y, %third, propagateNan = all : f32", "f32", math.NaN()},
		{"tt.clampf %nan, %y, %third, propagateNan = none : f32", "f32", -1.5},
		{`tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_tanhf"} : (f32) -> f32`, "f32", float64(float32(math.Tanh(2.5)))},
		{`tt.extern_elementwise %x, %y {libname = "", libpath = "", pure = true, symbol = "__nv_powf"} : (f32, f32) -> f32`, "f32", float64(float32(math.Pow(2.5, -1.5)))},
		{"tt.get_num_programs x : i32", "i32", 1},
		{"arith.maxsi %l, %l : i64", "i64", -5},
	}
	for _, x := range tests {
		t.Run(x.op, func(t *testing.T) {
			out := run(t, x.elem, 1, consts+"  %r = "+x.op+"\n  tt.store %out, %r : !tt.ptr<"+x.elem+">")
			got := float64(out.Int(0))
			if out.IsFloat() {
				got = out.Float(0)
			}
			if got != x.want && !(got != got && x.want != x.want) {
				t.Errorf("%v, not %v", got, x.want)
			}
		})
	}
}

// TestFloatPredicates compares a smaller, a larger and an equal number, and NaN, by each predicate.
func TestFloatPredicates(t *testing.T) {
	for predicate, holds := range map[string]string{
		"false": "", "oeq": "=", "ogt": ">", "oge": ">=", "olt": "<", "ole": "<=", "one": "<>", "ord": "<>=",
		"ueq": "?=", "ugt": "?>", "uge": "?>=", "ult": "?<", "ule": "?<=", "une": "?<>", "uno": "?", "true": "?<>=",
	} {
		for relation, operands := range map[string]string{"<": "%y, %x", ">": "%x, %y", "=": "%x, %x", "?": "%x, %nan"} {
			out := run(t, "i1", 1, fmt.Sprintf(`
  %%x = arith.constant 2.5 : f32
  %%y = arith.constant -1.5 : f32
  %%nan = arith.constant 0x7FC00000 : f32
  %%r = arith.cmpf %s, %s : f32
  tt.store %%out, %%r : !tt.ptr<i1>`, predicate, operands))
			if got, want := out.Int(0) != 0, strings.Contains(holds, relation); got != want {
				t.Errorf("%s of %s: %v", predicate, operands, got)
			}
		}
	}
}

// TestTensors checks ops that make tensors of 8 i32, from %i = 0, 1, … 7.
func TestTensors(t *testing.T) {
	tests := []struct {
		name, body string
		want       []int64
	}{
		{"range", `%r = arith.addi %i, %i : tensor<8xi32>`, []int64{0, 2, 4, 6, 8, 10, 12, 14}},
		{"splat", `%r = tt.splat %c : i32 -> tensor<8xi32>`, []int64{3, 3, 3, 3, 3, 3, 3, 3}},
		{"trans", `%m = tt.reshape %i : tensor<8xi32> -> tensor<2x4xi32>
			%n = tt.trans %m {order = array<i32: 1, 0>} : tensor<2x4xi32> -> tensor<4x2xi32>
			%r = tt.reshape %n : tensor<4x2xi32> -> tensor<8xi32>`, []int64{0, 4, 1, 5, 2, 6, 3, 7}},
		{"broadcast", `%h = tt.make_range {start = 0 : i32, end = 2 : i32} : tensor<2xi32>
			%e = tt.expand_dims %h {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
			%b = tt.broadcast %e : tensor<2x1xi32> -> tensor<2x4xi32>
			%r = tt.reshape %b : tensor<2x4xi32> -> tensor<8xi32>`, []int64{0, 0, 0, 0, 1, 1, 1, 1}},
		{"cat", `%h = tt.make_range {start = 2 : i32, end = 6 : i32} : tensor<4xi32>
			%r = tt.cat %h, %h : tensor<4xi32> -> tensor<8xi32>`, []int64{2, 3, 4, 5, 2, 3, 4, 5}},
		{"join", `%h = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
			%k = arith.muli %h, %h : tensor<4xi32>
			%j = tt.join %h, %k : tensor<4xi32> -> tensor<4x2xi32>
			%r = tt.reshape %j : tensor<4x2xi32> -> tensor<8xi32>`, []int64{0, 0, 1, 1, 2, 4, 3, 9}},
		{"split", `%m = tt.reshape %i : tensor<8xi32> -> tensor<4x2xi32>
			%a, %b = tt.split %m : tensor<4x2xi32> -> tensor<4xi32>
			%r = tt.cat %b, %a : tensor<4xi32> -> tensor<8xi32>`, []int64{1, 3, 5, 7, 0, 2, 4, 6}},
		{"gather", `%x = tt.splat %c : i32 -> tensor<8xi32>
			%j = arith.xori %i, %x : tensor<8xi32>
			%r = tt.gather %i[%j] {axis = 0 : i32} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>`, []int64{3, 2, 1, 0, 7, 6, 5, 4}},
		{"histogram", `%x = tt.splat %c : i32 -> tensor<8xi32>
			%j = arith.divsi %i, %x : tensor<8xi32>
			%r = tt.histogram %j : tensor<8xi32> -> tensor<8xi32>`, []int64{3, 3, 2, 0, 0, 0, 0, 0}},
		{"select", `%x = tt.splat %c : i32 -> tensor<8xi32>
			%m = arith.cmpi slt, %i, %x : tensor<8xi32>
			%r = arith.select %m, %i, %x : tensor<8xi1>, tensor<8xi32>`, []int64{0, 1, 2, 3, 3, 3, 3, 3}},
		{"reduce", `%s = "tt.reduce"(%i) <{axis = 0 : i32}> ({
			^bb0(%a: i32, %b: i32):
				%x = arith.addi %a, %b : i32
				tt.reduce.return %x : i32
			}) : (tensor<8xi32>) -> i32
			%r = tt.splat %s : i32 -> tensor<8xi32>`, []int64{28, 28, 28, 28, 28, 28, 28, 28}},
		{"reduce with control flow", `%m = tt.reshape %i : tensor<8xi32> -> tensor<2x4xi32>
			%s = "tt.reduce"(%m) <{axis = 1 : i32}> ({
			^bb0(%a: i32, %b: i32):
				%g = arith.cmpi sgt, %a, %b : i32
				%x = scf.if %g -> (i32) { scf.yield %a : i32 } else { scf.yield %b : i32 }
				tt.reduce.return %x : i32
			}) : (tensor<2x4xi32>) -> tensor<2xi32>
			%e = tt.expand_dims %s {axis = 1 : i32} : tensor<2xi32> -> tensor<2x1xi32>
			%b2 = tt.broadcast %e : tensor<2x1xi32> -> tensor<2x4xi32>
			%r = tt.reshape %b2 : tensor<2x4xi32> -> tensor<8xi32>`, []int64{3, 3, 3, 3, 7, 7, 7, 7}},
		{"argmax", `%x = tt.splat %c : i32 -> tensor<8xi32>
			%v = arith.remsi %i, %x : tensor<8xi32>
			%s:2 = "tt.reduce"(%v, %i) <{axis = 0 : i32}> ({
			^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
				%g = arith.cmpi sgt, %a, %b : i32
				%q = arith.cmpi eq, %a, %b : i32
				%l = arith.cmpi slt, %ai, %bi : i32
				%ql = arith.andi %q, %l : i1
				%take = arith.ori %g, %ql : i1
				%y = arith.select %take, %a, %b : i32
				%w = arith.select %take, %ai, %bi : i32
				tt.reduce.return %y, %w : i32, i32
			}) : (tensor<8xi32>, tensor<8xi32>) -> (i32, i32)
			%r = tt.splat %s#1 : i32 -> tensor<8xi32>`, []int64{2, 2, 2, 2, 2, 2, 2, 2}},
		{"scan", scan("false"), []int64{0, 1, 3, 6, 10, 15, 21, 28}},
		{"reverse scan", scan("true"), []int64{28, 28, 27, 25, 22, 18, 13, 7}},
		{"map", `%r = "tt.map_elementwise"(%i) <{pack = 1 : i32}> ({
			^bb0(%a: i32):
				%g = arith.cmpi sgt, %a, %c : i32
				%x = scf.if %g -> (i32) { scf.yield %c : i32 } else { scf.yield %a : i32 }
				tt.map_elementwise.return %x : i32
			}) : (tensor<8xi32>) -> tensor<8xi32>`, []int64{0, 1, 2, 3, 3, 3, 3, 3}},
		{"for", `%r = scf.for %k = %z to %c step %one iter_args(%x = %i) -> (tensor<8xi32>) : i32 {
				%s = tt.splat %k : i32 -> tensor<8xi32>
				%y = arith.addi %x, %s : tensor<8xi32>
				scf.yield %y : tensor<8xi32>
			}`, []int64{3, 4, 5, 6, 7, 8, 9, 10}},
		{"for without trips", `%r = scf.for %k = %c to %z step %one iter_args(%x = %i) -> (tensor<8xi32>) : i32 {
				scf.yield %zero : tensor<8xi32>
			}`, []int64{0, 1, 2, 3, 4, 5, 6, 7}},
		{"while", `%s = scf.while (%x = %one) : (i32) -> i32 {
				%g = arith.cmpi slt, %x, %hundred : i32
				scf.condition(%g) %x : i32
			} do {
			^bb0(%x: i32):
				%y = arith.addi %x, %x : i32
				scf.yield %y : i32
			}
			%r = tt.splat %s : i32 -> tensor<8xi32>`, []int64{128, 128, 128, 128, 128, 128, 128, 128}},
		{"dot", `%m = tt.reshape %f : tensor<8xf32> -> tensor<2x4xf32>
			%n = tt.trans %m {order = array<i32: 1, 0>} : tensor<2x4xf32> -> tensor<4x2xf32>
			%acc = arith.constant dense<1.0> : tensor<2x2xf32>
			%d = tt.dot %m, %n, %acc : tensor<2x4xf32> * tensor<4x2xf32> -> tensor<2x2xf32>
			%di = arith.fptosi %d : tensor<2x2xf32> to tensor<2x2xi32>
			%l = tt.reshape %di : tensor<2x2xi32> -> tensor<4xi32>
			%r = tt.cat %l, %l : tensor<4xi32> -> tensor<8xi32>`, []int64{15, 39, 39, 127, 15, 39, 39, 127}},
		{"atomics", `%old = tt.atomic_rmw add, relaxed, gpu, %ptrs, %i, %mask : (tensor<8x!tt.ptr<i32>>, tensor<8xi32>, tensor<8xi1>) -> tensor<8xi32>
			%old2 = tt.atomic_cas relaxed, gpu, %out, %z, %hundred : (!tt.ptr<i32>, i32, i32) -> i32
			%r = tt.load %ptrs : tensor<8x!tt.ptr<i32>>`, []int64{100, 1, 2, 3, 4, 0, 0, 0}},
		{"block pointers", `tt.store %ptrs, %i : tensor<8x!tt.ptr<i32>>
			%l1 = arith.constant 1 : i64
			%l2 = arith.constant 2 : i64
			%l3 = arith.constant 3 : i64
			%bp = tt.make_tensor_ptr %out, [%l3, %l2], [%l2, %l1], [%z, %z] {order = array<i32: 1, 0>} : <tensor<2x2xi32>>
			%bq = tt.advance %bp, [%c2, %z] : <tensor<2x2xi32>>
			%b0 = tt.load %bp {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<2x2xi32>>
			%b1 = tt.load %bq {boundaryCheck = array<i32: 0>, padding = 1 : i32} : !tt.ptr<tensor<2x2xi32>>
			tt.store %bq, %b0 {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<2x2xi32>>
			%x0 = tt.reshape %b1 : tensor<2x2xi32> -> tensor<4xi32>
			%q = tt.load %ptrs : tensor<8x!tt.ptr<i32>>
			%m = tt.reshape %q : tensor<8xi32> -> tensor<4x2xi32>
			%q0, %q1 = tt.split %m : tensor<4x2xi32> -> tensor<4xi32>
			%r = tt.cat %x0, %q1 : tensor<4xi32> -> tensor<8xi32>`, []int64{4, 5, 0, 0, 1, 3, 1, 7}},
		{"masked load", `tt.store %ptrs, %i : tensor<8x!tt.ptr<i32>>
			%far = arith.constant dense<1000> : tensor<8xi32>
			%off = arith.select %mask, %zero, %far : tensor<8xi1>, tensor<8xi32>
			%p = tt.addptr %ptrs, %off : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
			%r = tt.load %p, %mask, %far : tensor<8x!tt.ptr<i32>>`, []int64{0, 1, 2, 3, 4, 1000, 1000, 1000}},
	}
	const head = `
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant 3 : i32
  %c2 = arith.constant 2 : i32
  %hundred = arith.constant 100 : i32
  %zero = arith.constant dense<0> : tensor<8xi32>
  %five = arith.constant dense<5> : tensor<8xi32>
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %f = arith.sitofp %i : tensor<8xi32> to tensor<8xf32>
  %mask = arith.cmpi slt, %i, %five : tensor<8xi32>
  %base = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %ptrs = tt.addptr %base, %i : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
`
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			out := run(t, "i32", 8, head+x.body+"\n  tt.store %ptrs, %r : tensor<8x!tt.ptr<i32>>")
			for i, w := range x.want {
				if out.Int(i) != w {
					t.Fatalf("element %d is %d, not %d", i, out.Int(i), w)
				}
			}
		})
	}
}

func scan(reverse string) string {
	return `%r = "tt.scan"(%i) <{axis = 0 : i32, reverse = ` + reverse + `}> ({
			^bb0(%a: i32, %b: i32):
				%x = arith.addi %a, %b : i32
				tt.scan.return %x : i32
			}) : (tensor<8xi32>) -> tensor<8xi32>`
}

// TestFaults checks that mistakes are reported at their op.
func TestFaults(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"division", "%r = arith.divsi %one, %z : i32", "test.mlir:7:8: error: division by zero"},
		{"remainder", "%r = arith.remui %i, %zero : tensor<8xi32>", "division by zero"},
		{"behind a buffer", "%p = tt.addptr %out, %eight : !tt.ptr<i32>, i32\n%r = tt.load %p : !tt.ptr<i32>", "test.mlir:8:6: error: access to byte 35 of buffer out, which has 32 bytes (i32[8])"},
		{"before a buffer", "%m = arith.subi %z, %one : i32\n%p = tt.addptr %out, %m : !tt.ptr<i32>, i32\ntt.store %p, %m : !tt.ptr<i32>", "access 4 bytes before the start of buffer out"},
		{"element of a tensor", "%b = tt.splat %out : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>\n%j = arith.addi %i, %i : tensor<8xi32>\n%p = tt.addptr %b, %j : tensor<8x!tt.ptr<i32>>, tensor<8xi32>\n%r = tt.load %p : tensor<8x!tt.ptr<i32>>", "element [4]: access to byte 35"},
		{"null", "%l = arith.constant 0 : i64\n%p = tt.int_to_ptr %l : i64 -> !tt.ptr<i32>\n%r = tt.load %p : !tt.ptr<i32>", "null pointer"},
		{"alignment", "%l = tt.ptr_to_int %out : !tt.ptr<i32> -> i64\n%o = arith.constant 2 : i64\n%a = arith.addi %l, %o : i64\n%p = tt.int_to_ptr %a : i64 -> !tt.ptr<i32>\n%r = tt.load %p : !tt.ptr<i32>", "not aligned"},
		{"step", "scf.for %k = %z to %one step %z : i32 {\n}", "the step of a loop must be positive, not 0"},
		{"assert", `%f = arith.constant false` + "\n" + `tt.assert %f, "must hold" : i1`, "assertion failed (element 0): must hold"},
		{"assumption", "%f = arith.cmpi sgt, %z, %one : i32\nllvm.intr.assume %f : i1", "test.mlir:8:1: error: what is assumed here does not hold"},
		{"gather", "%j = arith.addi %i, %i : tensor<8xi32>\n%r = tt.gather %i[%j] {axis = 0 : i32} : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi32>", "index 8 is outside the 8 elements"},
		{"stride", "%s = arith.constant 3 : i64\n%u = arith.constant 1 : i64\n%d = tt.make_tensor_descriptor %out, [%one, %one], [%s, %u] : <i32>, <tensor<4x4xi32>>", "stride 0 of a descriptor is 12 bytes, not a multiple of 16"},
		{"no meaning", `%r = tt.elementwise_inline_asm "mov $0, $1;" {constraints = "=r,r", packed_element = 1 : i32, pure = true} %one : i32 -> i32`, "'tt.elementwise_inline_asm' can't be interpreted"},
		{"no function", `%x = arith.constant 1.0 : f32` + "\n" + `%r = tt.extern_elementwise %x {libname = "", libpath = "", pure = true, symbol = "__nv_j0f"} : (f32) -> f32`, "the function '__nv_j0f' can't be interpreted"},
		{"call depth", "tt.call @k(%out) : (!tt.ptr<i32>) -> ()", "more than 1000 calls inside each other"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			module := parse(t, "test.mlir", `tt.func @k(%out: !tt.ptr<i32>) {
  %z = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %eight = arith.constant 8 : i32
  %zero = arith.constant dense<0> : tensor<8xi32>
  %i = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
`+"  "+x.body+"\n  tt.return\n}\n")
			var mem interp.Memory
			out := mem.Alloc("out", module.Context().I32(), 8)
			var sink diag.Sink
			if interp.Run(module, interp.Config{Memory: &mem, Args: []interp.Arg{interp.Pointer(out)}}, &sink) {
				t.Fatal("the run went well")
			}
			if got := render(&sink); !strings.Contains(got, x.want) {
				t.Errorf("got\n%swanted %q", got, x.want)
			}
		})
	}
}

// TestArguments checks that a launch that does not fit is refused, with the signature.
func TestArguments(t *testing.T) {
	module := parse(t, "test.mlir", `tt.func @k(%d: !tt.tensordesc<tensor<16x16xf16>>, %d0: i32, %d1: i32, %d2: i64, %d3: i64, %p: !tt.ptr<f32>, %n: i8, %s: f32) {
  tt.return
}
`)
	ctx := module.Context()
	var mem interp.Memory
	f16, f32 := mem.Alloc("a", ctx.F16(), 32, 32), mem.Alloc("b", ctx.F32(), 4)
	flat, odd := mem.Alloc("c", ctx.F16(), 32), mem.Alloc("d", ctx.F16(), 32, 33)
	good := []interp.Arg{interp.Descriptor(f16), interp.Pointer(f32), interp.Int(255), interp.Float(0.5)}
	tests := []struct {
		name string
		at   int
		arg  interp.Arg
		want string
	}{
		{"buffer for descriptor", 0, interp.Pointer(f16), "a descriptor is wanted"},
		{"element of descriptor", 0, interp.Descriptor(f32), "a descriptor of f16 is wanted, not of f32"},
		{"rank", 0, interp.Descriptor(flat), "a tensor of rank 2 is wanted, not f16[32]"},
		{"pitch", 0, interp.Descriptor(odd), "not a multiple of 16"},
		{"element of pointer", 1, interp.Pointer(f16), "a buffer of f32 is wanted, not of f16"},
		{"scalar for pointer", 1, interp.Int(1), "a buffer is wanted"},
		{"float for integer", 2, interp.Float(1), "a scalar of type i8 is wanted"},
		{"too large", 2, interp.Int(256), "256 does not fit into i8"},
		{"buffer for scalar", 3, interp.Pointer(f32), "a scalar of type f32 is wanted"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			args := append([]interp.Arg(nil), good...)
			args[x.at] = x.arg
			var sink diag.Sink
			if interp.Run(module, interp.Config{Memory: &mem, Args: args}, &sink) {
				t.Fatal("the launch was taken")
			}
			got := render(&sink)
			if !strings.Contains(got, x.want) || !strings.Contains(got, "4 arguments: %d: !tt.tensordesc<tensor<16x16xf16>> (with 4 shapes and strides), %p: !tt.ptr<f32>, %n: i8, %s: f32") {
				t.Errorf("got\n%swanted %q", got, x.want)
			}
		})
	}
	launch(t, module, interp.Config{Memory: &mem, Args: good})
	var sink diag.Sink
	if interp.Run(module, interp.Config{Memory: &mem, Args: good[:3]}, &sink) || !strings.Contains(render(&sink), "takes 4 arguments, not 3") {
		t.Errorf("three arguments: %s", render(&sink))
	}
}
