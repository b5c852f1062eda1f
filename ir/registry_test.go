package ir_test

import (
	"strings"
	"testing"

	"tawa/ir"
)

// TestRowsThatContradictThemselves: a wrong table says so when it is registered, and what is wrong.
func TestRowsThatContradictThemselves(t *testing.T) {
	column := func(name string) []ir.Operand { return []ir.Operand{{Name: name, Type: ir.AnyType}} }
	match := func(*ir.Operation, ir.Rewriter) bool { return false }
	for _, c := range []struct {
		op, want string
		row      ir.OpDef
	}{
		{"nodot", "'nodot' has no dialect", ir.OpDef{}},
		{"wrong.x", "two columns are named a", ir.OpDef{Operands: column("a"), Results: column("a")}},
		{"wrong.x", "two columns are named a", ir.OpDef{Operands: column("a"), Attrs: []ir.Attr{{Name: "a", Kind: ir.I32AttrKind}}}},
		{"wrong.x", "two columns are named n", ir.OpDef{Attrs: []ir.Attr{{Name: "n", Kind: ir.I32AttrKind}, {Name: "n", Kind: ir.I64AttrKind}}}},
		{"wrong.x", "column a has no constraint", ir.OpDef{Operands: []ir.Operand{{Name: "a"}}}},
		{"wrong.x", "pattern '' needs a name and Match", ir.OpDef{Canonicalize: []ir.Pattern{{Match: match}}}},
		{"wrong.x", "pattern 'p' needs a name and Match", ir.OpDef{Canonicalize: []ir.Pattern{{Name: "p"}}}},
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, c.want) {
					t.Errorf("%s: panic says %q, want %q", c.op, got, c.want)
				}
			}()
			ir.NewRegistry().Define(ir.Op(c.op), c.row)
		}()
	}
}
