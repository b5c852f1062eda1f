package printer_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
	"tawa/printer"
)

// bigModule is a module of many functions, the kernel of one TTIR file over and over, without locations.
func bigModule(b *testing.B) []byte {
	src, err := os.ReadFile(ttirDir + "/attn_fp16_causal_128x128.ttir")
	if err != nil {
		b.Fatal(err)
	}
	body := strings.TrimSuffix(strings.TrimPrefix(stripLocations(string(src)), "module {\n"), "}\n")
	var text strings.Builder
	text.WriteString("module {\n")
	for i := range 300 {
		text.WriteString(strings.Replace(body, "@attn_fwd", "@f"+strings.Repeat("x", i), 1))
	}
	text.WriteString("}\n")
	return []byte(text.String())
}

func BenchmarkParse(b *testing.B) {
	src := bigModule(b)
	ctx := ir.NewContext(registry())
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, ok := parser.Parse(ctx, diag.NewFile("f", src), &diag.Sink{}); !ok {
			b.Fatal("errors")
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	src := bigModule(b)
	op, ok := parser.Parse(ir.NewContext(registry()), diag.NewFile("f", src), &diag.Sink{})
	if !ok {
		b.Fatal("errors")
	}
	for _, c := range []struct {
		name string
		opts printer.Options
	}{{"custom", printer.Options{}}, {"generic", printer.Options{Generic: true}}, {"debuginfo", printer.Options{DebugInfo: true}}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(printer.String(op, c.opts))))
			for b.Loop() {
				printer.Print(io.Discard, op, c.opts)
			}
		})
	}
}

// BenchmarkPrintAttribute writes what stands in nearly every line.
func BenchmarkPrintAttribute(b *testing.B) {
	ctx := ir.NewContext(registry())
	tensor := ctx.Tensor([]int64{16, 32}, ctx.F32(), nil)
	for _, c := range []struct {
		name  string
		print func() string
	}{
		{"integer", func() string { return ir.AttrString(ctx.I64Attr(-1234567890)) }},
		{"float", func() string { return ir.AttrString(ctx.FloatAttr(ctx.F32(), 0.125)) }},
		{"integer type", func() string { return ir.TypeString(ctx.I32()) }},
		{"tensor type", func() string { return ir.TypeString(tensor) }},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c.print()
			}
		})
	}
}
