package nvws

import "tawa/ir"

// ArefType is `!nvws.aref<[T0, T1, …]>`: a reference to buffers of these types.
type ArefType struct {
	ir.TypeBase
	Buffers []ir.Type
}

// TypeName, Key and Print implement ir.Type.
func (*ArefType) TypeName() string { return "nvws.aref" }
func (t *ArefType) Key(k *ir.Key)  { k.Types(t.Buffers) }
func (t *ArefType) Print(p ir.AsmPrinter) {
	p.Str("<[")
	ir.PrintList(p, t.Buffers, p.Type)
	p.Str("]>")
}

func parseAref(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	t := &ArefType{}
	buffer := func() bool {
		b, ok := p.Type()
		t.Buffers = append(t.Buffers, b)
		return ok
	}
	if !p.List("[", "]", buffer) || !p.Punct(">") {
		return nil, false
	}
	return ir.UniqueType(p.Context(), t), true
}

// TokenType is `!nvws.token`, which a producer and a consumer hand to each other.
type TokenType struct{ ir.TypeBase }

// TypeName, Key and Print implement ir.Type.
func (*TokenType) TypeName() string    { return "nvws.token" }
func (*TokenType) Key(*ir.Key)         {}
func (*TokenType) Print(ir.AsmPrinter) {}

func parseToken(p ir.AsmParser) (ir.Type, bool) {
	return ir.UniqueType(p.Context(), &TokenType{}), true
}

var (
	arefKind = &ir.TypeConstraint{
		Summary: "asynchronous reference", Short: "nvws.aref", Ok: func(t ir.Type) bool { _, ok := t.(*ArefType); return ok },
	}
	tokensKind = &ir.TypeConstraint{Summary: "tensor of tokens", Ok: func(t ir.Type) bool {
		r, ok := t.(*ir.RankedTensorType)
		if !ok {
			return false
		}
		_, ok = r.Elem.(*TokenType)
		return ok
	}}
)
