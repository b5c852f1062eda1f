package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/func"
	"tawa/ir"
	"tawa/parser"
	"tawa/pattern"
)

// BenchmarkNullConversion makes an op of another dialect of each op, one to one: what a conversion costs by itself.
func BenchmarkNullConversion(b *testing.B) {
	const n = 1000
	r := ir.NewRegistry()
	builtin.Register(r)
	funcd.Register(r)
	arith.Register(r)
	r.Dialect(ir.DialectInfo{Name: "ctest"})
	many := []ir.Operand{{Name: "v", Type: ir.AnyType, Arity: ir.Variadic}}
	r.Define(add64, ir.OpDef{Operands: many, Results: many})
	ctx := ir.NewContext(r)

	var text strings.Builder
	text.WriteString("func.func @f(%x0: i64) -> i64 {\n")
	for i := range n {
		fmt.Fprintf(&text, "%%x%d = arith.addi %%x%d, %%x0 : i64\n", i+1, i)
	}
	fmt.Fprintf(&text, "return %%x%d : i64\n}\n", n)
	target := pattern.NewTarget().IllegalDialects("arith").LegalDialects("ctest", "func", "builtin")
	patterns := []pattern.ConversionPattern{{Name: "add", Root: arith.AddI, Match: func(op *ir.Operation, operands [][]*ir.Value, c *pattern.Conversion) bool {
		c.ReplaceOp(op, add64, flat(operands), op.ResultTypes())
		return true
	}}}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		module, ok := parser.Parse(ctx, diag.NewFile("in.mlir", []byte(text.String())), &diag.Sink{})
		b.StartTimer()
		if !ok || !pattern.Convert(module, target, patterns, pattern.ConversionConfig{}, &diag.Sink{}) {
			b.Fatal("not converted")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/converted-op")
}
