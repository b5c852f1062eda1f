package power

import "tawa/ir"

// ModType is `!power.mod<7>`: the integers modulo 7.
type ModType struct {
	ir.TypeBase
	Modulus int64
}

// maxModulus keeps products of two numbers inside of 64 bits.
const maxModulus = 1 << 31

// Mod returns the type of the integers modulo n.
func Mod(c *ir.Context, n int64) *ModType { return ir.UniqueType(c, &ModType{Modulus: n}) }

// TypeName, Key and Print implement ir.Type: types of equal keys are one.
func (*ModType) TypeName() string { return "power.mod" }
func (t *ModType) Key(k *ir.Key)  { k.Int(t.Modulus) }
func (t *ModType) Print(p ir.AsmPrinter) {
	p.Str("<")
	p.Int(t.Modulus)
	p.Str(">")
}

func parseMod(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	span := p.Span()
	n, ok := p.Integer()
	if !ok || !p.Punct(">") {
		return nil, false
	}
	if n < 2 || n > maxModulus {
		p.Errorf(span, "the modulus must be from 2 to 2147483648, not %d", n)
		return nil, false
	}
	return Mod(p.Context(), n), true
}

// The ops on numbers modulo n.
var (
	ToMod   = ir.Op("power.to_mod")
	FromMod = ir.Op("power.from_mod")
	ModMul  = ir.Op("power.mod_mul")
	ModPow  = ir.Op("power.mod_pow")
)

var anyMod = &ir.TypeConstraint{Summary: "integer modulo n", Ok: func(t ir.Type) bool { _, ok := t.(*ModType); return ok }}

// registerMod adds the type and its ops.
func registerMod(r *ir.Registry) {
	r.DefineType("power.mod", parseMod)
	r.Define(ToMod, ir.OpDef{
		Summary:  "the class of a number, which is taken as unsigned",
		Operands: []ir.Operand{{Name: "in", Type: ir.I64}},
		Results:  []ir.Result{{Name: "out", Type: anyMod}},
		Traits:   ir.Pure,
		Format:   "$in attr-dict `:` type($out)",
	})
	r.Define(FromMod, ir.OpDef{
		Summary:  "the smallest number of a class",
		Operands: []ir.Operand{{Name: "in", Type: anyMod}},
		Results:  []ir.Result{{Name: "out", Type: ir.I64}},
		Traits:   ir.Pure,
		Format:   "$in attr-dict `:` type($in)",
	})
	r.Define(ModMul, ir.OpDef{
		Summary:  "product modulo n",
		Operands: []ir.Operand{{Name: "lhs", Type: anyMod}, {Name: "rhs", Type: anyMod}},
		Results:  []ir.Result{{Name: "out", Type: anyMod}},
		Traits:   ir.Pure | ir.Commutative | ir.SameOperandsAndResultType,
		Format:   "$lhs `,` $rhs attr-dict `:` type($out)",
	})
	r.Define(ModPow, ir.OpDef{
		Summary:   "power modulo n; the exponent is taken as unsigned",
		Operands:  []ir.Operand{{Name: "base", Type: anyMod}, {Name: "exponent", Type: ir.I64}},
		Results:   []ir.Result{{Name: "out", Type: anyMod}},
		TypeRules: []ir.TypeRule{{To: "base", From: "out", Summary: "base and result have the same type"}},
		Traits:    ir.Pure,
		Format:    "$base `,` $exponent attr-dict `:` type($out)",
	})
}
