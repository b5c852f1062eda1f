package verify_test

import (
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/ir/verify"
)

var (
	scope  = ir.Op("bench.scope")
	branch = ir.Op("bench.branch")
	add    = ir.Op("bench.add")
)

func benchContext() *ir.Context {
	r := ir.NewRegistry()
	r.Define(scope, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.IsolatedFromAbove})
	r.Define(branch, ir.OpDef{Successors: []ir.SuccessorDef{{Name: "to", Arity: ir.Variadic}}, Traits: ir.Terminator})
	r.Define(add, ir.OpDef{
		Operands: []ir.Operand{{Name: "a", Type: ir.AnySignless}, {Name: "b", Type: ir.AnySignless}},
		Results:  []ir.Result{{Name: "c", Type: ir.AnySignless}}, Traits: ir.SameOperandsAndResultType | ir.Pure,
	})
	return ir.NewContext(r)
}

// ladder makes blocks of so many ops each, every one of which branches to the next and to one five further.
func ladder(ctx *ir.Context, blocks, ops int) *ir.Operation {
	top := ir.Create(ctx, &ir.OperationState{Name: scope})
	list := make([]*ir.Block, blocks)
	for i := range list {
		list[i] = ir.NewBlock()
		top.Region(0).Append(list[i])
	}
	x := list[0].AddArg(ctx.Integer(32, ir.Signless), ir.Location{})
	for i, b := range list {
		at := ir.AtEnd(ctx, b, ir.Location{})
		v := x
		for range ops {
			v = at.Create(add, []*ir.Value{v, x}, []ir.Type{x.Type()}).Result(0)
		}
		var to []*ir.Block
		if i+1 < blocks {
			to = []*ir.Block{list[i+1], list[min(i+5, blocks-1)]}
		}
		at.CreateState(&ir.OperationState{Name: branch, Successors: to})
	}
	return top
}

func TestLadder(t *testing.T) {
	top := ladder(benchContext(), 100, 3)
	var sink diag.Sink
	if !verify.Verify(top, &sink) {
		t.Fatalf("%s", sink.All()[0].Message)
	}
	d := verify.NewDominance(top.Region(0))
	first, last := top.Region(0).First(), top.Region(0).Last()
	if !d.Dominates(first, last) || d.Dominates(last, first) || d.Dominates(first.Next().Next(), last) {
		t.Error("the entry alone dominates the last block")
	}
	entered := 0
	d.Tree(func(*ir.Block) { entered++ }, func(*ir.Block) { entered += 1000 })
	if entered != 100*1001 {
		t.Errorf("entered and left %d", entered)
	}
}

func BenchmarkDominance(b *testing.B) {
	top := ladder(benchContext(), 10000, 1)
	for b.Loop() {
		verify.NewDominance(top.Region(0))
	}
}

func BenchmarkVerify(b *testing.B) {
	top := ladder(benchContext(), 1000, 20)
	for b.Loop() {
		if !verify.Verify(top, &diag.Sink{}) {
			b.Fatal("errors")
		}
	}
}
