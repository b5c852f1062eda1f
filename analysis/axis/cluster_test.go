package axis_test

import (
	"strings"
	"testing"

	"tawa/analysis/analysistest"
	"tawa/analysis/axis"
	"tawa/dialects/llvm"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// together parses the body of a kernel of numbers %n and %m (%m a multiple of 32 and not negative) and returns what is
// known of its pairs of programs, and the op before tt.return.
func together(t *testing.T, body string) (*axis.Analysis, *ir.Operation) {
	t.Helper()
	text := `tt.func public @f(%n: i32, %m: i32 {tt.divisibility = 32 : i32}, %p: !tt.ptr<i32>) {
	%c0 = arith.constant 0 : i32
	%c1 = arith.constant 1 : i32
	%c2 = arith.constant 2 : i32
	%c15 = arith.constant 15 : i32
	%c16 = arith.constant 16 : i32
	%positive = arith.cmpi sge, %m, %c0 : i32
	llvm.intr.assume %positive : i1
	%x = tt.get_program_id x : i32
	%y = tt.get_program_id y : i32
	%w = tt.get_num_programs x : i32
	%rank = arith.remui %x, %c2 : i32
	%is1 = arith.cmpi eq, %rank, %c1 : i32
` + body + "\ntt.return\n}"
	module := analysistest.Parse(t, text, scf.Register, tt.Register, ttg.Register, llvm.Register)
	fn := module.Region(0).First().First()
	return axis.AnalyzeCluster(fn, 2), fn.Region(0).First().Last().Prev()
}

func TestSameInACluster(t *testing.T) {
	for body, want := range map[string]bool{
		"%v = arith.addi %y, %n : i32":                                    true,
		"%v = arith.addi %x, %n : i32":                                    false,
		"%v = arith.muli %x, %c2 : i32":                                   false,
		"%v = arith.divsi %x, %c2 : i32":                                  true,
		"%v = arith.divui %x, %c16 : i32":                                 true,
		"%v = arith.divsi %x, %c1 : i32":                                  false,
		"%v = arith.divsi %x, %n : i32":                                   false,
		"%v = arith.divsi %x, %m : i32":                                   true,
		"%v = arith.divui %x, %w : i32":                                   true, // clusters do not cross rows of the grid
		"%v = arith.remui %x, %w : i32":                                   false,
		"%v = arith.remui %x, %c2 : i32":                                  false,
		"%v = arith.xori %y, %n : i32":                                    true,
		"%v = arith.xori %x, %n : i32":                                    false,
		"%v = tt.load %p : !tt.ptr<i32>":                                  false, // it may change in between
		"%v = arith.minsi %y, %n : i32":                                   true,
		"%v = arith.minsi %x, %n : i32":                                   false,
		"%v = arith.cmpi slt, %x, %c16":                                   true,
		"%v = arith.cmpi sle, %x, %c16":                                   false,
		"%v = arith.cmpi slt, %x, %n":                                     false,
		"%v = arith.select %is1, %n, %m":                                  false,
		"%b = arith.cmpi slt, %y, %n : i32\n%v = arith.select %b, %n, %m": true,
		"%s = arith.addi %x, %c1 : i32\n%v = arith.divui %s, %c2 : i32":   false, // 1, 2: another pair
		"%s = arith.subi %n, %x : i32\n%v = arith.divui %s, %c2 : i32":    false,
		"%s = arith.addi %x, %w : i32\n%v = arith.divui %s, %c2 : i32":    true,
		"%q = arith.divsi %m, %c16 : i32\n%v = arith.divui %x, %q : i32":  true, // 32·i / 16
		"%q = arith.divsi %m, %c15 : i32\n%v = arith.divui %x, %q : i32":  false,
		"%s = arith.addi %m, %c15 : i32\n%q = arith.divsi %s, %c16 : i32\n%v = arith.divui %x, %q : i32": true,
		"%s = arith.addi %m, %c16 : i32\n%q = arith.divsi %s, %c16 : i32\n%v = arith.divui %x, %q : i32": false,
		"%s = arith.addi %n, %c15 : i32\n%q = arith.divsi %s, %c16 : i32\n%v = arith.divui %x, %q : i32": false,
		// Below zero division rounds up.
		"%e = arith.muli %n, %c16 : i32\n%d = arith.muli %e, %c2 : i32\n%s = arith.addi %d, %c15 : i32\n%q = arith.divsi %s, %c16 : i32\n%v = arith.divui %x, %q : i32": false,
		"%e = arith.muli %n, %c16 : i32\n%d = arith.muli %e, %c2 : i32\n%s = arith.addi %d, %c15 : i32\n%q = arith.divui %s, %c16 : i32\n%v = arith.divui %x, %q : i32": true,
		// What a loop carries: the sum of as many steps; of loops that only one of the programs runs, anything.
		"%v = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> (i32) : i32 {\n%b = arith.addi %a, %i : i32\nscf.yield %b : i32 }":  true,
		"%v = scf.for %i = %c0 to %x step %c1 iter_args(%a = %y) -> (i32) : i32 {\n%b = arith.addi %a, %c1 : i32\nscf.yield %b : i32 }": false,
		"%v = scf.if %is1 -> (i32) { scf.yield %n : i32 } else { scf.yield %m : i32 }":                                                  false,
	} {
		if !strings.HasSuffix(body, "}") && !strings.Contains(body[strings.LastIndex(body, "\n")+1:], " : ") {
			body += " : i32"
		}
		a, op := together(t, body)
		if got := a.Same(op.Result(0)); got != want {
			t.Errorf("%s: the same in both: %v", body, got)
		}
	}
}

func TestTogetherInACluster(t *testing.T) {
	for loop, want := range map[string]bool{
		"%n to %m step %c1":   true,
		"%c0 to %x step %c1":  false,
		"%x to %n step %c2":   false, // an odd end
		"%x to %m step %c2":   true,
		"%x to %w step %c2":   true,
		"%x to %m step %c1":   false,
		"%x to %m step %c15":  false,
		"%rank to %m step %x": false,
	} {
		a, op := together(t, "scf.for %i = "+loop+" : i32 { }")
		if got := a.Together(op); got != want {
			t.Errorf("%s: both take it together: %v", loop, got)
		}
	}
	for loop, want := range map[string]bool{"%y to %n step %c1": true, "%x to %m step %c2": false, "%c0 to %n step %x": false} {
		a, op := together(t, "scf.for %i = "+loop+" : i32 { }")
		if got := a.Same(op.Region(0).First().Arg(0)); got != want {
			t.Errorf("%s: the same counter: %v", loop, got)
		}
	}
	for cond, want := range map[string]bool{"slt, %y, %n": true, "slt, %x, %n": false} {
		a, op := together(t, "%c = arith.cmpi "+cond+" : i32\nscf.if %c { }")
		if got := a.Together(op); got != want {
			t.Errorf("if %s: both take it together: %v", cond, got)
		}
	}
	a, op := together(t, "scf.while : () -> () { scf.condition(%positive) } do { scf.yield }")
	if a.Together(op) {
		t.Error("a loop that is not counted is taken together")
	}
}

// What a role captures is the same as outside.
func TestCapturedInACluster(t *testing.T) {
	a, op := together(t, `ttg.warp_specialize(%y, %x)
	default { ttg.warp_yield }
	partition0(%b: i32, %c: i32) num_warps(4) { ttg.warp_return } : (i32, i32) -> ()`)
	args := ttg.Partitions(op)[0].First().Args()
	if !a.Same(args[0]) || a.Same(args[1]) {
		t.Errorf("same: %v, %v", a.Same(args[0]), a.Same(args[1]))
	}
}
