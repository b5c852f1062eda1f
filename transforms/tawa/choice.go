package tawa

import (
	"slices"

	"tawa/dialects/tt"
	"tawa/ir"
)

// ChoiceAttr is the attribute of a kernel with options that were chosen for it alone: a
// dictionary of the names that tawa-compile has for them. An option that is given to a pass, and is not
// -1, goes before it.
const ChoiceAttr = "tawa.choice"

// choose is an option of a pass for the kernel that op is or is in.
func choose(op *ir.Operation, name string, given int) int {
	if !op.Is(tt.Func) {
		op = op.ParentOf(tt.Func)
	}
	if given != -1 || op == nil {
		return given
	}
	d, ok := op.Attr(ChoiceAttr).(*ir.DictAttr)
	if !ok {
		return given
	}
	i := slices.IndexFunc(d.Entries, func(a ir.NamedAttr) bool { return a.Name == name })
	if i < 0 {
		return given
	}
	n, ok := d.Entries[i].Value.(*ir.IntegerAttr)
	if !ok {
		return given
	}
	return int(n.Value)
}
