package parser

import (
	"tawa/asm"
	"tawa/ir"
)

// directive takes what a custom<…> of a format has read.
type directive struct {
	f    *formatReader
	args []asm.Arg
}

// SetOperands sets the operands of a column.
func (d directive) SetOperands(arg int, us ...ir.UnresolvedOperand) {
	d.f.operands.setOperands(d.args[arg].Index, us...)
}

// SetTypes sets the types of a column.
func (d directive) SetTypes(arg int, ts ...ir.Type) {
	a := d.args[arg]
	if a.Kind == asm.Result {
		d.f.results.setTypes(a.Index, ts...)
		return
	}
	d.f.operands.setTypes(a.Index, ts...)
}

// SetAttr sets an attribute, which must be what its constraint allows.
func (d directive) SetAttr(arg int, v ir.Attribute) bool {
	return d.f.setAttr(d.f.def.Attrs[d.args[arg].Index].Name, v)
}
