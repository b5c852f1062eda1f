package parser_test

import (
	"strings"
	"testing"

	"tawa/asm"
	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
)

// straight is a function of n ops in their custom form.
func straight(n int) string {
	return "test.func @f(%x: i32) {\n  %0 = test.add %x, %x : i32\n" +
		strings.Repeat("  test.add %0, %x : i32\n", n-1) + "  test.return\n}\n"
}

func BenchmarkLex(b *testing.B) {
	src := []byte(straight(1000))
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		l := asm.NewLexer(src)
		for l.Next().Kind != asm.EOF {
		}
	}
}

func BenchmarkParse(b *testing.B) {
	ctx := ir.NewContext(testRegistry())
	src := []byte(straight(1000))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		var sink diag.Sink
		if _, ok := parser.Parse(ctx, diag.NewFile("f", src), &sink); !ok {
			b.Fatal(sink.All()[0].Message)
		}
	}
}

// TestParseAllocates bounds what reading one more op allocates: pages and tables that grow, nothing by itself.
func TestParseAllocates(t *testing.T) {
	ctx := ir.NewContext(testRegistry())
	count := func(n int) float64 {
		src := []byte(straight(n))
		return testing.AllocsPerRun(5, func() {
			var sink diag.Sink
			if _, ok := parser.Parse(ctx, diag.NewFile("f", src), &sink); !ok {
				t.Fatal(sink.All()[0].Message)
			}
		})
	}
	if perOp := (count(3000) - count(1000)) / 2000; perOp > 0.1 {
		t.Errorf("%.2f allocations an op, more than 0.1", perOp)
	}
}
