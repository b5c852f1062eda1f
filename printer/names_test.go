package printer_test

import (
	"strings"
	"testing"

	"tawa/ir"
	"tawa/printer"
)

// Names as they are read and printed; the second text is the same as the first where it is empty.
func TestNames(t *testing.T) {
	for _, c := range []struct{ name, src, want, mlir string }{
		{
			name: "hints are kept, numbers are counted anew",
			src:  "%x = u.d\n%7 = u.d\n%y.z-1 = u.d",
			want: "%x = u.d\n%0 = u.d\n%y.z-1 = u.d",
			mlir: "%0 = u.d\n%1 = u.d\n%2 = u.d",
		},
		{
			name: "a counter is stripped where the base occurs, also later",
			src:  "%x_5 = u.d\n%x = u.d\n%z_3 = u.d",
			want: "%x = u.d\n%x_0 = u.d\n%z_3 = u.d",
		},
		{
			name: "counters of counters",
			src:  "%x = u.d\n%x_0 = u.d\n%x_0_1 = u.d\n%x_01 = u.d",
			want: "%x = u.d\n%x_0 = u.d\n%x_1 = u.d\n%x_01 = u.d",
		},
		{
			name: "siblings use the same names",
			src:  "u.r {\n  %x = u.d\n  %x_0 = u.d\n}\nu.r {\n  %x = u.d\n  %x_0 = u.d\n}",
		},
		{
			name: "names of a region come before those nested in it, whatever the order of the text",
			src:  "u.r {\n  %x_0 = u.d\n  u.r {\n    %x_1 = u.d\n    %y = u.d\n  }\n}\n%x = u.d\nu.r {\n  %y = u.d\n}",
		},
		{
			name: "a name of a nested region is no base outside of it",
			src:  "u.r {\n  %x = u.d\n}\n%x_4 = u.d",
		},
		{
			name: "groups of results",
			src:  "%a, %b:2, %a_0 = u.d4\n%0:4 = u.d4",
			want: "%a, %b:2, %a_0 = u.d4\n%0:4 = u.d4",
			mlir: "%0:4 = u.d4\n%1:4 = u.d4",
		},
		{
			name: "constants have names of their own",
			src:  "%c1_i32 = arith.constant 1 : i32\n%0 = arith.constant 1 : i32\n%one = arith.constant 1 : i32\n%c2_i32 = u.d",
			want: "%c1_i32 = arith.constant 1 : i32\n%c1_i32_0 = arith.constant 1 : i32\n%one = arith.constant 1 : i32\n%c2_i32 = u.d",
			mlir: "%c1_i32 = arith.constant 1 : i32\n%c1_i32_0 = arith.constant 1 : i32\n%c1_i32_1 = arith.constant 1 : i32\n%0 = u.d",
		},
	} {
		got := printBody(t, c.src, printer.Options{})
		if c.want == "" {
			c.want = c.src
		}
		if got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
		if again := printBody(t, got, printer.Options{}); again != got {
			t.Errorf("%s: not a fixpoint:\n%s", c.name, again)
		}
		if mlir := printBody(t, c.src, printer.Options{NoSSANames: true}); c.mlir != "" && mlir != c.mlir {
			t.Errorf("%s: with MLIR's names got\n%s\nwant\n%s", c.name, mlir, c.mlir)
		}
	}
}

// long and short spell unregistered ops: u.d has one result, u.d4 four, u.r a region.
var (
	long  = strings.NewReplacer("u.d4", `"u.d4"() : () -> (i1, i1, i1, i1)`, "u.d", `"u.d"() : () -> i1`, "u.r {", `"u.r"() ({`, "}", "}) : () -> ()")
	short = strings.NewReplacer(`"u.d4"() : () -> (i1, i1, i1, i1)`, "u.d4", `"u.d"() : () -> i1`, "u.d", `"u.r"() ({`, "u.r {", "}) : () -> ()", "}")
)

func printBody(t *testing.T, src string, opts printer.Options) string {
	t.Helper()
	text := printer.String(read(t, "f", long.Replace(src)), opts)
	text = strings.TrimSuffix(strings.TrimPrefix(text, "module {\n"), "\n}")
	return short.Replace(strings.TrimPrefix(strings.ReplaceAll(text, "\n  ", "\n"), "  "))
}

// A hint that a pass gave, or carried to another region, is made unique, and the print reads back to the same.
func TestNamesOfPasses(t *testing.T) {
	op := read(t, "f", long.Replace("%x = u.d\n%y = u.d\n%z = u.d\n%w = u.d"))
	names := []string{"x_1", "x", "1 bad%", "x_1_2"}
	i := 0
	op.Walk(func(o *ir.Operation) bool {
		if o.NumResults() == 1 {
			o.Result(0).SetName(names[i])
			i++
		}
		return true
	})
	got := printer.String(op, printer.Options{})
	want := "module {\n  %x = u.d\n  %x_0 = u.d\n  %_1_bad25 = u.d\n  %x_1 = u.d\n}"
	if short.Replace(got) != want {
		t.Errorf("got\n%s", got)
	}
	if again := printer.String(read(t, "f", got), printer.Options{}); again != got {
		t.Errorf("not a fixpoint:\n%s", again)
	}
}

// A part of a module prints with the names that it has in the whole.
func TestPrintOfOneOperation(t *testing.T) {
	op := read(t, "f", "func.func @f(%a: i32) {\n%b = arith.addi %a, %a : i32\n%b_0 = arith.addi %b, %a : i32\nreturn\n}")
	f := op.Region(0).First().First()
	second := f.Region(0).First().First().Next()
	if got := printer.String(second, printer.Options{}); got != "%b_0 = arith.addi %b, %a : i32" {
		t.Errorf("got %s", got)
	}
	detached := ir.Create(op.Context(), &ir.OperationState{Name: ir.Op("u.x"), Operands: []*ir.Value{second.Result(0)}})
	if got := printer.String(detached, printer.Options{}); got != `"u.x"(<<UNKNOWN SSA VALUE>>) : (i32) -> ()` {
		t.Errorf("got %s", got)
	}
}

func TestElide(t *testing.T) {
	op := read(t, "f", `"u.x"() {a = dense<[1, 2, 3]> : tensor<3xi8>, b = dense<[1, 2]> : tensor<2xi8>} : () -> ()`)
	want := `"u.x"() {a = dense_resource<__elided__> : tensor<3xi8>, b = dense<[1, 2]> : tensor<2xi8>} : () -> ()`
	if got := printer.String(op, printer.Options{Limits: &ir.Limits{Elide: 2, Hex: 100, Resource: -1}}); !strings.Contains(got, want) {
		t.Errorf("got %s", got)
	}
}
