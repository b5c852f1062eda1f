package pattern_test

import (
	"testing"

	"tawa/diag"
	"tawa/dialects/arith"
	"tawa/dialects/cf"
	"tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/parser"
	"tawa/pattern"
)

// An op that a rewrite elsewhere makes fit is looked at again, though it stood before what was rewritten.
func TestWhatARewriteMakesPossibleIsFound(t *testing.T) {
	first := func(op *ir.Operation, block int) *ir.Operation { // the first op of a block of the function
		f := op
		for !f.Is(funcd.Func) {
			f = f.Parent()
		}
		b := f.Region(0).First()
		for range block {
			b = b.Next()
		}
		return b.First()
	}
	onePredecessor := func(op *ir.Operation) bool { return len(op.Successors()[0].Predecessors()) == 1 }
	oneOp := func(op *ir.Operation) bool { b := op.Region(0).First(); return b.First() == b.Last() }
	for _, tc := range []struct {
		name, text string
		root       *ir.OpName
		fits       func(*ir.Operation) bool
		trigger    *ir.OpName
		rewrite    func(*ir.Operation, ir.Rewriter)
	}{
		{"the op around what is erased", `scf.if %c { %k = arith.constant 1 : i32 }
			%s = arith.addi %x, %x : i32 return`, scf.If, oneOp,
			arith.AddI, func(op *ir.Operation, r ir.Rewriter) { r.Erase(first(op, 0).Region(0).First().First()); r.Erase(op) }},
		{"the op around a block that is put elsewhere", `scf.execute_region { cf.br ^a
			^a: scf.yield }
			%s = arith.addi %x, %x : i32 return`, scf.ExecuteRegion, func(op *ir.Operation) bool { return op.Region(0).OneBlock() },
			arith.AddI, func(op *ir.Operation, r ir.Rewriter) {
				br := first(op, 0).Region(0).First().First()
				r.InlineBefore(br.Successors()[0], br)
				r.Erase(br)
				r.Erase(op)
			}},
		{"a branch to where another was erased", `cf.cond_br %c, ^a, ^b
			^a: cf.br ^e
			^b: %s = arith.addi %x, %x : i32 cf.br ^e
			^e: return`, cf.Branch, onePredecessor,
			arith.AddI, func(op *ir.Operation, r ir.Rewriter) {
				br := op.Next()
				r.Builder().Create(funcd.Return, nil, nil)
				r.Erase(op)
				r.Erase(br)
			}},
		{"a branch to where another led", `cf.switch %x : i32, [default: ^a, 1: ^b, 2: ^d]
			^a: cf.br ^e
			^b: %s = arith.addi %x, %x : i32 cf.br ^e
			^d: return
			^e: return`, cf.Branch, onePredecessor,
			arith.AddI, func(op *ir.Operation, r ir.Rewriter) {
				br := op.Next()
				r.Modify(br, func() { br.SetSuccessor(0, br.Block().Next()); br.SetAttr("seen", br.Context().I32Attr(1)) })
				r.Erase(op)
			}},
		{"the op whose value takes the place of another", `%p = arith.muli %x, %x : i32
			%s = arith.addi %x, %x : i32 %u = arith.xori %s, %s : i32 return`, arith.MulI, func(op *ir.Operation) bool { return !op.Result(0).Unused() },
			arith.AddI, func(op *ir.Operation, r ir.Rewriter) { r.Replace(op, op.Prev().Result(0)) }},
		{"the op whose value is used instead of another", `%p = arith.muli %x, %x : i32
			%s = arith.addi %x, %x : i32 %u = arith.xori %s, %s : i32 return`, arith.MulI, func(op *ir.Operation) bool { return !op.Result(0).Unused() },
			arith.AddI, func(op *ir.Operation, r ir.Rewriter) { r.ReplaceUses(op.Result(0), op.Prev().Result(0)); r.Erase(op) }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := ir.NewRegistry()
			for _, register := range []func(*ir.Registry){funcd.Register, cf.Register, scf.Register} {
				register(r)
			}
			sink := &diag.Sink{}
			module, ok := parser.Parse(ir.NewContext(r), diag.NewFile("f", []byte("func.func @f(%c: i1, %x: i32) {"+tc.text+"}")), sink)
			if !ok {
				t.Fatal(sink.All()[0].Message)
			}
			applied := ""
			pattern.ApplyGreedily(module, []ir.Pattern{
				{Name: "fits", Root: tc.root, Match: func(op *ir.Operation, r ir.Rewriter) bool {
					if op.Attr("seen") != nil || !tc.fits(op) {
						return false
					}
					r.Modify(op, func() { op.SetAttr("seen", op.Context().I32Attr(1)) })
					return true
				}},
				{Name: "trigger", Root: tc.trigger, Match: func(op *ir.Operation, r ir.Rewriter) bool { tc.rewrite(op, r); return true }},
			}, pattern.Config{Trace: func(name string, _ *ir.Operation) { applied += name + " " }})
			if applied != "trigger fits " {
				t.Errorf("applied %q", applied)
			}
		})
	}
}
