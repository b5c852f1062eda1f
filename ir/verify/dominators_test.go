package verify_test

import (
	"testing"

	"tawa/ir"
	"tawa/ir/verify"
)

// Blocks in a ladder, the entry with an op that has a region of its own, and a graph.
func TestReaches(t *testing.T) {
	ctx := benchContext()
	top := ladder(ctx, 10, 2)
	entry := top.Region(0).First()
	arg, early := entry.Arg(0), entry.First()
	late := early.Next()
	second, last := entry.Next(), top.Region(0).Last()
	loose := ir.AtEnd(ctx, entry, ir.Location{}).CreateState(&ir.OperationState{Name: scope})
	loose.MoveBefore(late)
	inner := ir.AtEnd(ctx, loose.Region(0).Entry(), ir.Location{}).Create(add, []*ir.Value{arg, arg}, nil)
	st := &ir.OperationState{Name: ir.Op("bench.unknown")}
	st.NewRegion()
	unknown := ir.Create(ctx, st)
	at := ir.AtEnd(ctx, unknown.Region(0).Entry(), ir.Location{})
	x := at.Create(ir.Op("bench.unknown"), nil, []ir.Type{ctx.I32()})
	y := at.Create(ir.Op("bench.unknown"), nil, []ir.Type{ctx.I32()})

	d := verify.NewDominators(top)
	for _, c := range []struct {
		name string
		v    *ir.Value
		user *ir.Operation
		want bool
	}{
		{"an argument in its block", arg, early, true},
		{"later in the block", early.Result(0), late, true},
		{"earlier in the block", late.Result(0), early, false},
		{"itself", early.Result(0), early, false},
		{"from the entry", late.Result(0), last.First(), true},
		{"from a block that can be passed by", second.Next().First().Result(0), last.First(), false},
		{"back", last.First().Result(0), early, false},
		{"into a region", early.Result(0), inner, true},
		{"into a region before", late.Result(0), inner, false},
		{"out of a region", inner.Result(0), late, false},
		{"in any order", y.Result(0), x, true},
		{"of another op", arg, x, false},
	} {
		if got := d.Reaches(c.v, c.user); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
	if once := d.Of(top.Region(0)); d.Of(top.Region(0)) != once {
		t.Error("computed twice")
	}
}
