package scf_test

import (
	"testing"

	"tawa/diag"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/ir/verify"
)

// A loop made by its builder is read by its view, and verifies.
func TestViews(t *testing.T) {
	r := ir.NewRegistry()
	builtin.Register(r)
	scf.Register(r)
	ctx := ir.NewContext(r)
	module := ir.Create(ctx, &ir.OperationState{Name: builtin.Module})
	b := ir.AtEnd(ctx, module.Region(0).Entry(), ir.Location{})
	number := func(n int64) *ir.Value {
		return b.Value(arith.Constant, nil, []ir.Type{ctx.Index()}, ir.A("value", ctx.Int(ctx.Index(), n)))
	}
	lower, upper, step, carried := number(0), number(10), number(2), number(7)
	loop := scf.BuildFor(b, lower, upper, step, []*ir.Value{carried}, []ir.Type{ctx.Index()}, ir.A(scf.UnsignedCmp, ctx.Unit()))
	body := loop.Body().Entry()
	body.AddArg(ctx.Index(), ir.Location{})
	scf.BuildYield(ir.AtEnd(ctx, body, ir.Location{}), []*ir.Value{body.AddArg(ctx.Index(), ir.Location{})})
	var sink diag.Sink
	if !verify.Verify(module, &sink) {
		t.Fatal(sink.All()[0].Message)
	}
	if got, ok := scf.AsFor(loop.Operation); !ok || got.LowerBound() != lower || got.UpperBound() != upper || got.Step() != step ||
		len(got.InitArgs()) != 1 || got.InitArgs()[0] != carried || !got.UnsignedCmp() {
		t.Errorf("the view is wrong: %+v %v", got, ok)
	}
	if _, ok := scf.AsWhile(loop.Operation); ok {
		t.Error("a for is no while")
	}
}
