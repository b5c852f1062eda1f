package transforms_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	funcd "tawa/dialects/func"
	"tawa/ir"
	"tawa/parser"
	"tawa/pass"
	"tawa/pattern"
	"tawa/transforms"
)

// straightLine is a function of n additions, of which every third repeats the one before.
func straightLine(b *testing.B, n int) *ir.Operation {
	r := ir.NewRegistry()
	for _, register := range []func(*ir.Registry){builtin.Register, arith.Register, funcd.Register} {
		register(r)
	}
	var text strings.Builder
	text.WriteString("func.func @f(%x0: i32, %y: i32) -> i32 {\n")
	for i := range n {
		fmt.Fprintf(&text, "%%x%d = arith.xori %%x%d, %%y : i32\n", i+1, max(0, i-i%3))
	}
	fmt.Fprintf(&text, "return %%x%d : i32\n}\n", n)
	op, ok := parser.Parse(ir.NewContext(r), diag.NewFile("f", []byte(text.String())), &diag.Sink{})
	if !ok {
		b.Fatal("errors")
	}
	return op
}

func BenchmarkCSE(b *testing.B) {
	op := straightLine(b, 10000)
	p := &transforms.CSE{}
	st := pass.NewState(p, &diag.Sink{})
	for b.Loop() {
		p.Run(op, st) // after the first turn nothing is left to replace
	}
}

// BenchmarkGreedyNoMatch is what a pass costs whose patterns match nothing: with no op of a root kind, and with all.
func BenchmarkGreedyNoMatch(b *testing.B) {
	op := straightLine(b, 10000)
	for _, root := range []*ir.OpName{arith.XOrI, arith.DivSI} {
		never := []ir.Pattern{{Name: "never", Root: root, Match: func(*ir.Operation, ir.Rewriter) bool { return false }}}
		b.Run(root.String(), func(b *testing.B) {
			for b.Loop() {
				pattern.ApplyGreedily(op, never, pattern.Config{})
			}
		})
	}
}
