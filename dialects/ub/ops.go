// Package ub holds the ops of MLIR's dialect of undefined behaviour: a value of
// which nothing is known, and a place that control never reaches.
package ub

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// The ops.
var (
	PoisonOp    = ir.Op("ub.poison")
	Unreachable = ir.Op("ub.unreachable")
)

// PoisonAttr is `#ub.poison`, the value of a poison constant.
type PoisonAttr struct{ ir.AttrBase }

const poisonName = "ub.poison"

// AttrName, Key and Print implement ir.Attribute.
func (*PoisonAttr) AttrName() string    { return poisonName }
func (*PoisonAttr) Key(*ir.Key)         {}
func (*PoisonAttr) Print(ir.AsmPrinter) {}

// Poison returns `#ub.poison`.
func Poison(c *ir.Context) *PoisonAttr { return ir.UniqueAttr(c, &PoisonAttr{}) }

// IsPoison reports whether a is a poison value.
func IsPoison(a ir.Attribute) bool { _, ok := a.(*PoisonAttr); return ok }

var poisonKind = &ir.AttrConstraint{Summary: "PoisonAttrInterface instance", Ok: IsPoison}

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "ub", Summary: "undefined behaviour", Constant: Constant}) {
		return
	}
	builtin.Register(r)
	r.DefineAttr(poisonName, func(p ir.AsmParser) (ir.Attribute, bool) { return Poison(p.Context()), true })
	r.Define(PoisonOp, ir.OpDef{
		Summary: "a value of which nothing is known",
		Results: []ir.Result{{Name: "result", Type: ir.AnyType}},
		Attrs: []ir.Attr{{Name: "value", Kind: poisonKind,
			Default: func(c *ir.Context) ir.Attribute { return Poison(c) }}},
		Traits: ir.Pure | ir.ConstantLike,
		Format: "attr-dict (`<` $value^ `>`)? `:` type($result)",
	})
	r.Define(Unreachable, ir.OpDef{
		Summary: "a place that control never reaches",
		Traits:  ir.Terminator,
		Format:  "attr-dict",
	})
}

// Constant makes a poison value.
func Constant(b *ir.Builder, value ir.Attribute, t ir.Type) *ir.Operation {
	if !IsPoison(value) {
		return nil
	}
	return b.Create(PoisonOp, nil, []ir.Type{t}, ir.A("value", value))
}
