package transforms_test

import (
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
	"tawa/transforms"
)

func TestCanonicalizeNamesThePatternThatDoesNotEnd(t *testing.T) {
	module, again := ir.Op("ctest.module"), ir.Op("ctest.again")
	r := ir.NewRegistry()
	r.Dialect(ir.DialectInfo{Name: "ctest"})
	r.Define(module, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.NoTerminator | ir.IsolatedFromAbove})
	r.Define(again, ir.OpDef{Traits: ir.WritesMemory, Canonicalize: []ir.Pattern{{Name: "forever", Match: func(op *ir.Operation, r ir.Rewriter) bool {
		r.ReplaceOp(op, again, nil, nil)
		return true
	}}}})
	ctx := ir.NewContext(r)
	m := ir.Create(ctx, &ir.OperationState{Name: module})
	ir.AtEnd(ctx, m.Region(0).Entry(), ir.Location{}).Create(again, nil, nil)

	p, sink := transforms.NewCanonicalize(), &diag.Sink{}
	if p.Run(m, pass.NewState(p, sink)) {
		t.Fatal("must fail")
	}
	if got := sink.All()[0].Message; !strings.Contains(got, "does not come to an end") || !strings.Contains(got, "'forever' of 'ctest.again'") {
		t.Error(got)
	}
	p, sink = transforms.NewCanonicalize(), &diag.Sink{}
	if p.MaxRewrites = 10; !p.Run(m, pass.NewState(p, sink)) || sink.Errors() > 0 {
		t.Error("a bound that the user sets is no mistake")
	}
	if d := sink.All(); len(d) != 1 || d[0].Severity != diag.Remark {
		t.Error("a remark says where a bound stopped it")
	}
}
