package axis_test

import (
	"fmt"
	"slices"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/axis"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
)

// analyze parses the body of a function of pointers %p and %q (16-byte aligned), and
// numbers %n (a multiple of 16) and %m (any), and returns its op tt.print.
func analyze(t testing.TB, body string) (*axis.Analysis, *ir.Operation) {
	t.Helper()
	text := `tt.func @f(%p: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %q: !tt.ptr<f32> {tt.divisibility = 16 : i32},
	  %n: i32 {tt.divisibility = 16 : i32}, %m: i32, %c: i1) {` + body + "\n tt.return }"
	module := analysistest.Parse(t, text, scf.Register, tt.Register)
	var at *ir.Operation
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.Print) {
			at = op
		}
		return true
	})
	return axis.Analyze(module), at
}

const (
	r16   = "%r = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32>\n"
	print = "\ntt.print \"x\" {hex = false, isSigned = array<i32: 1>} : %x : "
	t16   = "tensor<16xi32>"
)

// binary is %x = op of the range and a splat of a scalar.
func binary(op, scalar string) string {
	return r16 + "%s = tt.splat " + scalar + " : i32 -> tensor<16xi32>\n%x = " + op + " : tensor<16xi32>" + print + t16
}

func TestInfo(t *testing.T) {
	for _, c := range []struct {
		name, body         string
		contig, div, equal int64
	}{
		{"range", "%x = tt.make_range {end = 48 : i32, start = 16 : i32} : tensor<32xi32>" + print + "tensor<32xi32>", 32, 16, 1},
		{"constant", "%x = arith.constant dense<24> : tensor<16xi32>" + print + t16, 1, 8, 16},
		{"no splat", "%x = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>" + print + "tensor<4xi32>", 1, 1, 1},
		{"aligned sum", binary("arith.addi %s, %r", "%n"), 16, 16, 1},
		{"any sum", binary("arith.addi %r, %s", "%m"), 16, 1, 1},
		{"difference", binary("arith.subi %r, %s", "%n"), 16, 16, 1},
		{"falling", binary("arith.subi %s, %r", "%n"), 1, 1, 1},
		{"product", binary("arith.muli %r, %s", "%n"), 1, 16, 1},
		{"equal product", "%s = tt.splat %n : i32 -> tensor<16xi32>\n%x = arith.muli %s, %s : tensor<16xi32>" + print + t16, 1, 256, 16},
		{"quotient", "%e = arith.constant 8 : i32\n" + binary("arith.divsi %r, %s", "%e"), 1, 1, 8},
		{"remainder", "%e = arith.constant 8 : i32\n" + binary("arith.remsi %r, %s", "%e"), 8, 8, 1},
		{"remainder by any", binary("arith.remsi %r, %s", "%m"), 1, 1, 1},
		{"remainder of negative", "%e = arith.constant 8 : i32\n%x0 = tt.splat %m : i32 -> tensor<16xi32>\n" + r16 +
			"%y = arith.addi %x0, %r : tensor<16xi32>\n%s = tt.splat %e : i32 -> tensor<16xi32>\n%x = arith.remsi %y, %s : tensor<16xi32>" + print + t16, 1, 1, 1},
		{"promised", r16 + "%x = tt.splat %m {tt.divisibility = 32 : i32} : i32 -> tensor<16xi32>" + print + t16, 1, 32, 16},
		{"arms", r16 + "%s = tt.splat %n : i32 -> tensor<16xi32>\n%y = arith.addi %r, %s : tensor<16xi32>\n" +
			"%x = scf.if %c -> (tensor<16xi32>) { scf.yield %r : tensor<16xi32> } else { scf.yield %y : tensor<16xi32> }" + print + t16, 16, 16, 1},
		{"loop", r16 + "%e = arith.constant 0 : i32\n%s = tt.splat %n : i32 -> tensor<16xi32>\n" +
			"%x = scf.for %i = %e to %m step %n iter_args(%a = %r) -> (tensor<16xi32>) : i32 {\n" +
			"%b = arith.addi %a, %s : tensor<16xi32>\n scf.yield %b : tensor<16xi32> }" + print + t16, 16, 16, 1},
		{"loop by one", r16 + "%e = arith.constant 0 : i32\n%o = arith.constant dense<1> : tensor<16xi32>\n" +
			"%x = scf.for %i = %e to %m step %n iter_args(%a = %r) -> (tensor<16xi32>) : i32 {\n" +
			"%b = arith.addi %a, %o : tensor<16xi32>\n scf.yield %b : tensor<16xi32> }" + print + t16, 16, 1, 1},
	} {
		a, at := analyze(t, c.body)
		i := a.Of(at.Operand(0))
		if got := [3]int64{i.Contig[0], i.Div[0], i.Const[0]}; got != [3]int64{c.contig, c.div, c.equal} {
			t.Errorf("%s: contiguous, divisible, constant: %v, want %v", c.name, got, [3]int64{c.contig, c.div, c.equal})
		}
	}
}

// access is a 16×32 tile of %q or %p with a row pitch, and a mask of columns below a bound.
func access(ptr, elem, pitch, bound string) string {
	const tile = "tensor<16x32xi32>"
	ptrs := "tensor<16x32x!tt.ptr<" + elem + ">>"
	return r16 + "%k = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>\n" +
		"%row = tt.expand_dims %r {axis = 1 : i32} : tensor<16xi32> -> tensor<16x1xi32>\n" +
		"%col = tt.expand_dims %k {axis = 0 : i32} : tensor<32xi32> -> tensor<1x32xi32>\n" +
		"%ld = tt.splat " + pitch + " : i32 -> tensor<16x1xi32>\n%o = arith.muli %row, %ld : tensor<16x1xi32>\n" +
		"%ob = tt.broadcast %o : tensor<16x1xi32> -> " + tile + "\n%cb = tt.broadcast %col : tensor<1x32xi32> -> " + tile + "\n" +
		"%sum = arith.addi %ob, %cb : " + tile + "\n%b = tt.splat " + bound + " : i32 -> " + tile + "\n" +
		"%mask = arith.cmpi slt, %cb, %b : " + tile + "\n%ps = tt.splat " + ptr + " : !tt.ptr<" + elem + "> -> " + ptrs + "\n" +
		"%x = tt.addptr %ps, %sum : " + ptrs + ", " + tile + "\n" +
		`tt.print "x" {hex = false, isSigned = array<i32: 1, 1>} : %x, %mask : ` + ptrs + ", tensor<16x32xi1>"
}

func TestAccess(t *testing.T) {
	for _, c := range []struct {
		ptr, elem, pitch, bound string
		masked                  bool
		vec                     int
	}{
		{"%p", "f16", "%n", "%n", true, 8},
		{"%q", "f32", "%n", "%n", true, 4},
		{"%p", "f16", "%m", "%n", true, 1},
		{"%p", "f16", "%n", "%m", true, 1},
		{"%p", "f16", "%n", "%m", false, 8},
	} {
		a, at := analyze(t, access(c.ptr, c.elem, c.pitch, c.bound))
		mask := at.Operand(1)
		if !c.masked {
			mask = nil
		}
		order, vec := a.Access(at.Operand(0), mask)
		if !slices.Equal(order, []int{1, 0}) || vec != c.vec {
			t.Errorf("%+v: order %v, %d at once", c, order, vec)
		}
	}
}

func Example() {
	var t testing.T
	a, at := analyze(&t, access("%p", "f16", "%n", "%n"))
	order, vec := a.Access(at.Operand(0), at.Operand(1))
	fmt.Println("fastest dimension", order[0], "elements at once", vec)
	// Output: fastest dimension 1 elements at once 8
}
