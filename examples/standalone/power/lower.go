package power

import (
	"fmt"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	funcd "tawa/dialects/func"
	"tawa/dialects/scf"
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// Lower turns numbers modulo n into i64, their products into arith and their powers into loops.
type Lower struct {
	ExponentBits int            `opt:"exponent-bits" help:"how many low bits of exponents can be set, from 1 to 64: so often does a loop run"`
	Loops        pass.Statistic `stat:"num-loops" help:"powers that became loops"`
	Products     pass.Statistic `stat:"num-products" help:"products made"`
}

// NewLower returns the pass with its defaults.
func NewLower() pass.Pass { return &Lower{ExponentBits: 64} }

// Info names the pass.
func (*Lower) Info() pass.Info {
	return pass.Info{
		Name:        "convert-power-to-scf",
		Summary:     "turn numbers modulo n into arith and scf",
		Description: "Works on functions, returns and calls too. Other ops on numbers modulo n are an error.",
		Anchor:      builtin.Module,
		Dialects:    []string{"arith", "scf"},
	}
}

// Validate says which options make no sense.
func (l *Lower) Validate() error {
	if l.ExponentBits < 1 || l.ExponentBits > 64 {
		return fmt.Errorf("exponent-bits=%d is not from 1 to 64", l.ExponentBits)
	}
	return nil
}

// Run converts everything inside root.
func (l *Lower) Run(root *ir.Operation, st *pass.State) bool {
	types := pattern.NewTypeConverter()
	types.AddOne(func(t ir.Type) ir.Type {
		if _, ok := t.(*ModType); ok {
			return t.Context().I64()
		}
		return nil
	})
	functions := []*ir.OpName{funcd.Func, funcd.Return, funcd.Call}
	target := pattern.NewTarget().
		Illegal(ToMod, FromMod, ModMul, ModPow).
		LegalIf(types.LegalOp, functions...)
	patterns := append(pattern.Retype(functions...), []pattern.ConversionPattern{
		{Name: "to-mod", Root: ToMod, Match: lowerToMod},
		{Name: "from-mod", Root: FromMod, Match: lowerFromMod},
		{Name: "mod-mul", Root: ModMul, Match: l.lowerMul},
		{Name: "mod-pow", Root: ModPow, Match: l.lowerPow},
	}...)
	return pattern.Convert(root, target, patterns, pattern.ConversionConfig{Types: types}, st.Sink)
}

func modulus(v *ir.Value) int64 { return v.Type().(*ModType).Modulus }

func lowerToMod(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
	c.Replace(op, reduce(c.Builder(), in[0][0], modulus(op.Result(0))))
	return true
}

func lowerFromMod(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
	c.Replace(op, in[0][0])
	return true
}

// reduce is x mod n.
func reduce(b *ir.Builder, x *ir.Value, n int64) *ir.Value {
	return b.Value(arith.RemUI, []*ir.Value{x, arith.Int(b, x.Type(), n)}, nil)
}

func (l *Lower) product(b *ir.Builder, x, y *ir.Value, n int64) *ir.Value {
	l.Products.Inc()
	return reduce(b, b.Value(arith.MulI, []*ir.Value{x, y}, nil), n)
}

func (l *Lower) lowerMul(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
	c.Replace(op, l.product(c.Builder(), in[0][0], in[1][0], modulus(op.Result(0))))
	return true
}

// lowerPow goes over the bits of the exponent, from the lowest: the result takes the square where the bit is set.
//
//	%r:3 = scf.for … iter_args(%result = 1, %square = %base, %left = %exponent)
func (l *Lower) lowerPow(op *ir.Operation, in [][]*ir.Value, c *pattern.Conversion) bool {
	l.Loops.Inc()
	b, n, i64 := c.Builder(), modulus(op.Result(0)), op.Context().I64()
	zero, one := arith.Int(b, i64, 0), arith.Int(b, i64, 1)
	bits := arith.Int(b, i64, int64(l.ExponentBits))
	st := &ir.OperationState{
		Name: scf.For, Loc: op.Loc, Operands: []*ir.Value{zero, bits, one, reduce(b, one, n), in[0][0], in[1][0]},
		Results: []ir.Type{i64, i64, i64},
	}
	body := ir.NewBlock()
	st.NewRegion().Append(body)
	body.AddArg(i64, op.Loc)
	result, square, left := body.AddArg(i64, op.Loc), body.AddArg(i64, op.Loc), body.AddArg(i64, op.Loc)
	loop := b.CreateState(st)
	b = c.AtEnd(body, op.Loc)
	bit := b.Value(arith.TruncI, []*ir.Value{left}, []ir.Type{op.Context().I1()})
	taken := b.Value(arith.Select, []*ir.Value{bit, l.product(b, result, square, n), result}, nil)
	b.Create(scf.Yield, []*ir.Value{taken, l.product(b, square, square, n), b.Value(arith.ShRUI, []*ir.Value{left, one}, nil)}, []ir.Type{})
	c.Replace(op, loop.Result(0))
	return true
}
