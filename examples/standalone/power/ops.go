// Package power is a dialect of integer powers with a pass that turns them into multiplications.
package power

import (
	"math"

	"tawa/dialects/arith"
	"tawa/ir"
)

// The ops.
var (
	Pow    = ir.Op("power.pow")
	Square = ir.Op("power.square")
)

// Register adds the dialect, after the one that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "power", Summary: "integer powers"}) {
		return
	}
	arith.Register(r)
	registerMod(r)
	r.Define(Pow, ir.OpDef{
		Summary:      "base to the power of exponent, wrapping around",
		Operands:     []ir.Operand{{Name: "base", Type: ir.AnyIntegerLike}},
		Attrs:        []ir.Attr{{Name: "exponent", Kind: ir.I32AttrKind}},
		Results:      []ir.Result{{Name: "result", Type: ir.AnyIntegerLike}},
		Traits:       ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Format:       "$base `,` $exponent attr-dict `:` type($result)",
		Verify:       verifyPow,
		Fold:         foldPow,
		Canonicalize: []ir.Pattern{powOfPow},
	})
	r.Define(Square, ir.OpDef{
		Summary:  "base times base",
		Operands: []ir.Operand{{Name: "base", Type: ir.AnyIntegerLike}},
		Results:  []ir.Result{{Name: "result", Type: ir.AnyIntegerLike}},
		Traits:   ir.Pure | ir.Elementwise | ir.SameOperandsAndResultType,
		Format:   "$base attr-dict `:` type($result)",
	})
}

func exponent(op *ir.Operation) int64 {
	pow, _ := AsPow(op)
	return pow.Exponent().Value
}

func verifyPow(op *ir.Operation, r ir.Reporter) bool {
	if n := exponent(op); n < 0 {
		return r.Errorf("has the exponent %d: an integer has no negative powers", n)
	}
	return true
}

// foldPow knows x^0 = 1 and x^1 = x, and computes powers of constants.
func foldPow(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	t, n := op.Result(0).Type(), exponent(op)
	switch {
	case n == 0:
		return []ir.FoldResult{{Attr: arith.IntAttr(t, 1)}}
	case n == 1:
		return []ir.FoldResult{{Value: op.Operand(0)}}
	case operands[0] == nil:
		return nil
	}
	result := arith.Elementwise(t, func(in []uint64) (uint64, bool) {
		return bySquaring(in[0], n, func(a, b uint64) uint64 { return a * b }), true
	}, operands[0])
	if result == nil {
		return nil
	}
	return []ir.FoldResult{{Attr: result}}
}

// powOfPow rewrites (x^a)^b as x^(a·b).
var powOfPow = ir.Pattern{Name: "pow-of-pow", Root: Pow, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	inner := op.Operand(0).Def()
	if inner == nil || !inner.Is(Pow) {
		return false
	}
	product := exponent(inner) * exponent(op)
	if product > math.MaxInt32 {
		return false
	}
	n := op.Context().I32Attr(product)
	r.ReplaceOp(op, Pow, inner.Operands(), nil, ir.A("exponent", n))
	return true
}}

// bySquaring computes x^n, n ≥ 1, from the lowest bit of n to the highest.
func bySquaring[T any](x T, n int64, mul func(a, b T) T) T {
	for ; n%2 == 0; n /= 2 {
		x = mul(x, x)
	}
	result := x
	for n /= 2; n > 0; n /= 2 {
		x = mul(x, x)
		if n%2 == 1 {
			result = mul(result, x)
		}
	}
	return result
}
