package ranges_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/ranges"
	"tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
)

func parse(t testing.TB, text string) *ir.Operation {
	t.Helper()
	return analysistest.Parse(t, text, funcd.Register, scf.Register, tt.Register)
}

var value = analysistest.Value

func TestRanges(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"%x = arith.constant -3 : i8", "signed [-3, -3] unsigned [253, 253]"},
		{"%x = arith.extui %b : i8 to i32", "signed [0, 255] unsigned [0, 255]"},
		{"%x = arith.extsi %b : i8 to i32", "signed [-128, 127] unsigned [0, 4294967295]"},
		{"%u = arith.extui %b : i8 to i32 %x = arith.addi %u, %u : i32", "signed [0, 510] unsigned [0, 510]"},
		{"%u = arith.extui %b : i8 to i32 %k = arith.constant 10 : i32 %x = arith.subi %u, %k : i32", "signed [-10, 245] unsigned [0, 4294967295]"},
		{"%u = arith.extui %b : i8 to i32 %k = arith.constant 16 : i32 %x = arith.divui %u, %k : i32", "signed [0, 15] unsigned [0, 15]"},
		{"%s = arith.extsi %b : i8 to i32 %k = arith.constant 10 : i32 %x = arith.remsi %s, %k : i32", "signed [-9, 9] unsigned [0, 4294967295]"},
		{"%k = arith.constant 7 : i32 %x = arith.andi %a, %k : i32", "signed [0, 7] unsigned [0, 7]"},
		{"%k = arith.constant 4 : i32 %x = arith.shrui %a, %k : i32", "signed [0, 268435455] unsigned [0, 268435455]"},
		{"%k = arith.constant 4 : i32 %x = arith.shrsi %a, %k : i32", "signed [-134217728, 134217727] unsigned [0, 4294967295]"},
		{"%z = arith.constant 0 : i32 %x = arith.maxsi %a, %z : i32", "signed [0, 2147483647] unsigned [0, 2147483647]"},
		{"%x = tt.get_program_id x : i32", "signed [0, 2147483646] unsigned [0, 2147483646]"},
		{"%r = tt.make_range {start = 8 : i32, end = 16 : i32} : tensor<8xi32> %k = arith.constant dense<2> : tensor<8xi32> %x = arith.muli %r, %k : tensor<8xi32>", "signed [16, 30] unsigned [16, 30]"},
		{"%x = arith.constant dense<[1, 5, -2]> : tensor<3xi16>", "signed [-2, 5] unsigned [1, 65534]"},
		{"%p = arith.constant 2 : i32 %q = arith.constant 9 : i32 %x = arith.select %c, %p, %q : i32", "signed [2, 9] unsigned [2, 9]"},
		{"%p = arith.constant 2 : index %q = arith.constant 9 : index scf.for %x = %p to %q step %p {}", "signed [2, 8] unsigned [2, 8]"},
		{"%p = arith.constant 2 : i32 %q = arith.constant 9 : i32 %x = scf.if %c -> i32 { scf.yield %p : i32 } else { scf.yield %q : i32 }", "signed [2, 9] unsigned [2, 9]"},
		{"%p = arith.constant 2 : index %z = arith.constant 0 : i32 %o = arith.constant 1 : i32 %x = scf.for %i = %p to %n step %p iter_args(%v = %z) -> i32 { %w = arith.addi %v, %o : i32 scf.yield %w : i32 }", "signed [-2147483648, 2147483647] unsigned [0, 4294967295]"},
		{"%p = arith.constant 2 : index %z = arith.constant 0 : i32 %o = arith.constant 1 : i32 %x = scf.for %i = %p to %p step %p iter_args(%v = %z) -> i32 { %w = arith.addi %v, %o : i32 scf.yield %w : i32 }", "signed [0, 0] unsigned [0, 0]"},
	} {
		module := parse(t, "tt.func @f(%a: i32, %b: i8, %c: i1, %n: index) { "+tc.text+" tt.return }")
		got, ok := ranges.New(module).At(value(module, "x"))
		if !ok || got.String() != tc.want {
			t.Errorf("%s\n%v, want %s", tc.text, got, tc.want)
		}
	}
}

// Whatever two constants a binary op is folded for, the result is in the range that their ranges give.
func TestRangesHoldWhatFoldsGive(t *testing.T) {
	ops := []string{"addi", "subi", "muli", "divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui", "andi", "ori", "xori",
		"shli", "shrsi", "shrui", "minsi", "maxsi", "minui", "maxui"}
	random := rand.New(rand.NewPCG(1, 2))
	for _, op := range ops {
		for range 300 {
			var lo, hi, pick [2]int64
			for i := range lo {
				a, b := int64(int8(random.Uint32())), int64(int8(random.Uint32()))
				lo[i], hi[i] = min(a, b), max(a, b)
				pick[i] = lo[i] + random.Int64N(hi[i]-lo[i]+1)
			}
			checkFold(t, op, lo, hi, pick)
		}
	}
}

func checkFold(t *testing.T, op string, lo, hi, pick [2]int64) {
	clamp := ""
	for i, v := range []string{"a", "b"} {
		clamp += fmt.Sprintf("%%l%[1]d = arith.constant %[2]d : i8 %%h%[1]d = arith.constant %[3]d : i8 "+
			"%%m%[1]d = arith.maxsi %%%[4]s, %%l%[1]d : i8 %%n%[1]d = arith.minsi %%m%[1]d, %%h%[1]d : i8 "+
			"%%p%[1]d = arith.constant %[5]d : i8 ", i, lo[i], hi[i], v, pick[i])
	}
	module := parse(t, fmt.Sprintf("func.func @f(%%a: i8, %%b: i8) { %s %%x = arith.%s %%n0, %%n1 : i8 %%y = arith.%[2]s %%p0, %%p1 : i8 return }", clamp, op))
	r := ranges.New(module)
	y := value(module, "y").Def()
	folded := y.Def().Fold(y, []ir.Attribute{y.Operand(0).Def().Attr("value"), y.Operand(1).Def().Attr("value")})
	if folded == nil || folded[0].Attr == nil {
		return // such as a division by zero
	}
	number, ok := folded[0].Attr.(*ir.IntegerAttr)
	if !ok {
		return // poison
	}
	bounds, _ := r.At(value(module, "x"))
	if v, u := number.Value, uint64(uint8(number.Value)); v < bounds.SMin || v > bounds.SMax || u < bounds.UMin || u > bounds.UMax {
		t.Fatalf("%s of %d and %d is %d, not in %v for [%d, %d] and [%d, %d]", op, pick[0], pick[1], v, bounds, lo[0], hi[0], lo[1], hi[1])
	}
	if exact, _ := r.At(value(module, "y")); exact.SMin > number.Value || exact.SMax < number.Value {
		t.Fatalf("%s of %d and %d is %d, not in %v", op, pick[0], pick[1], number.Value, exact)
	}
}

func Example() {
	module := parse(&testing.B{}, `tt.func @f() {
		%pid = tt.get_program_id x : i32
		%k = arith.constant 127 : i32
		%x = arith.andi %pid, %k : i32
		tt.return
	}`)
	r, _ := ranges.New(module).At(value(module, "x"))
	fmt.Println(r)
	// Output: signed [0, 127] unsigned [0, 127]
}
