package parser_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/arith"
	"tawa/dialects/cf"
	funcs "tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// manyFunctions is a text long enough to be read by several goroutines, with what makes reading in parts hard:
// braces in strings and comments, names with counters, forward uses, aliases before and behind, unknown attributes.
func manyFunctions(extra string) string {
	var b strings.Builder
	b.WriteString("#one = 1 : i32\n!t = i64\nmodule attributes {a = #one} {\n")
	for i := range 1200 {
		fmt.Fprintf(&b, `  func.func @f%d(%%x: i32, %%x_0: !t, %%arg2: i1) -> i32 attributes {text = "}{\"}"} { // }}
    %%sum = arith.addi %%x, %%x {k = #one, s = "{"} : i32 loc(#loc%d)
    %%sum_1 = arith.addi %%sum, %%x : i32
    %%c7_i64 = arith.constant 7 : i64
    %%r:2 = scf.if %%arg2 -> (i32, !t) { scf.yield %%sum, %%x_0 : i32, !t } else { scf.yield %%sum_1, %%c7_i64 : i32, i64 }
    cf.cond_br %%arg2, ^a, ^b(%%r#0 : i32)
  ^a:
    cf.br ^b(%%sum_1 : i32)
  ^b(%%later_%d: i32):
    return %%later_%d : i32 loc("f"(callsite(#loc0 at #loc1)))
  } loc(unknown)
`, i, i%3, i, i)
	}
	b.WriteString(extra + "}\n#loc2 = loc(\"k.py\":3:4)\n#loc0 = loc(\"k.py\":1:2)\n#loc1 = loc(\"g\"(#loc2))\n")
	return b.String()
}

// readWith reads a text with that many goroutines and gives it printed, or its diagnostics.
func readWith(threads int, text string) string {
	r := ir.NewRegistry()
	funcs.Register(r)
	arith.Register(r)
	scf.Register(r)
	cf.Register(r)
	ctx := ir.NewContext(r)
	ctx.Threads = threads
	var sink diag.Sink
	m, ok := parser.Parse(ctx, diag.NewFile("f", []byte(text)), &sink)
	var b strings.Builder
	for _, d := range sink.All() {
		diag.Render(&b, d, false)
	}
	if ok {
		b.WriteString(printer.String(m, printer.Options{DebugInfo: true}))
		m.Walk(func(op *ir.Operation) bool { // printing may drop counters that reading has kept
			for _, v := range op.Results() {
				b.WriteString(v.Name() + " ")
			}
			return true
		})
	}
	return b.String()
}

func TestParallelIsTheSame(t *testing.T) {
	broken := func(body string) string {
		return "  func.func @broken() {\n" + body + strings.Repeat("\n    // long", 40) + "\n  }\n"
	}
	var grown strings.Builder // each alias stands for twice what the one before does; what all functions use is a little too much
	grown.WriteString("}\n#a0 = [0]\n")
	for i := range 12 {
		fmt.Fprintf(&grown, "#a%d = [#a%d, #a%d]\n", i+1, i, i)
	}
	grown.WriteString("module {\n")
	for i := range 860 {
		fmt.Fprintf(&grown, "func.func @g%d() {\n  %%0 = arith.constant {k = #a12} 1 : i32\n%s  return\n}\n", i, strings.Repeat("  // long\n", 40))
	}
	for _, c := range []struct{ name, extra, want string }{
		{"sound", "", "%later_1199"},
		{"empty body", broken(""), "expected non-empty function body"},
		{"undefined value", broken("    %0 = arith.addi %nope, %nope : i32\n    return"), "undeclared SSA value"},
		{"undefined alias", broken("    return loc(#missing)"), "undefined alias"},
		{"brace that is not closed", broken("    scf.if %c { \n    return"), "expected"},
		{"brace too many", broken("    return } }"), "closes nothing"},
		{"name around", "  %sum = arith.constant 3 : i32\n", "%sum = arith.constant 3"},
		{"name around, as in the functions", "  %c7 = arith.constant 3 : i32\n  func.func @g() {\n    %c7_1 = arith.constant 2 : i32\n    return\n" + strings.Repeat("    // long\n", 40) + "  }\n", "c7 c7"},
		{"resource and name around", "  %c = arith.constant {r = dense_resource<blob> : tensor<2xi8>} 3 : i32\n", "dense_resource<blob>"},
		{"much behind aliases", grown.String(), "aliases stand for more"},
		{"metadata", "} {-# a: {} #-} module {", "unknown key"},
		{"metadata and name around", "  %c = arith.constant 3 : i32 }\n {-# external_resources: {t: {k: \"v\"}}, dialect_resources: {builtin: {b: \"0x0400000001\"}} #-} module {", "k: \"v\""},
		{"alias within", broken("    return loc(#in)\n    #in = loc(\"in\")"), "expected an operation"},
	} {
		text := manyFunctions(c.extra)
		one := readWith(1, text)
		if !strings.Contains(one, c.want) {
			t.Errorf("%s: %q is not in\n%.2000s", c.name, c.want, one)
		}
		if many := readWith(4, text); many != one {
			t.Errorf("%s: by four goroutines\n%.2000s\nby one\n%.2000s", c.name, many, one)
		}
	}
}
