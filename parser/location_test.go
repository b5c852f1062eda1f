package parser_test

import (
	"testing"

	"tawa/ir"
)

// The location of an op becomes an attribute when it is asked for: the one that others with the same text have.
func TestLocationsOfOpsAreUnique(t *testing.T) {
	module, errs := parse(t, `
"u.x"() : () -> () loc("f":1:2)
"u.x"() : () -> () loc("f":1:2)
"u.x"() : () -> () loc("f":1:2 to 3:4)
"u.x"() : () -> () loc("f":7)
"u.x"() {at = loc("f":1:2)} : () -> () loc(fused["f":1:2, "f":7])
`)
	if errs != "" {
		t.Fatal(errs)
	}
	c := module.Context()
	first := c.FileLineCol("f", 1, 2)
	want := []ir.LocationAttr{first, first, c.FileRange("f", 1, 2, 3, 4), c.FileLineCol("f", 7, 0), c.Fused([]ir.LocationAttr{first, c.FileLineCol("f", 7, 0)}, nil)}
	for i, op := 0, module.Region(0).First().First(); op != nil; i, op = i+1, op.Next() {
		if got := op.Loc.Attr(); got != want[i] || got != op.Loc.Attr() {
			t.Errorf("op %d: %s, want %s", i, ir.AttrString(got), ir.AttrString(want[i]))
		}
		if at := op.Attr("at"); at != nil && at != ir.Attribute(first) {
			t.Errorf("the attribute is %s", ir.AttrString(at))
		}
	}
}
