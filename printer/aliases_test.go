package printer_test

import (
	"testing"

	"tawa/dialects/builtin"
	"tawa/ir"
	"tawa/printer"
)

// Names that are given win over those that types and attributes ask for, which evade them.
func TestGivenAliases(t *testing.T) {
	r := ir.NewRegistry()
	builtin.Register(r)
	ctx := ir.NewContext(r)
	one, other := ctx.NameLoc("one", nil), ctx.NameLoc("other", nil)
	vector := ctx.Function([]ir.Type{ctx.I32()}, nil)
	op := ir.Create(ctx, &ir.OperationState{
		Name: ir.Op("my.op"), Loc: ir.Location{}.WithAttr(other),
		Attrs: []ir.NamedAttr{ir.A("l", one), ir.A("t", ctx.TypeAttr(vector))},
	})
	given := map[any]string{one: "#first", vector: "!fn", ctx.Str("unused"): "#loc"}
	want := `#first = loc("one")
!fn = (i32) -> ()
"my.op"() {l = #first, t = !fn} : () -> () loc(#loc1)
#loc1 = loc("other")`
	if got := printer.String(op, printer.Options{DebugInfo: true, Aliases: given}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
