package arith_test

import (
	"math"
	"math/big"
	"slices"
	"sort"
	"testing"

	"tawa/dialects/arith"
	"tawa/dialects/ub"
	"tawa/ir"
)

func newContext() *ir.Context {
	r := ir.NewRegistry()
	arith.Register(r)
	return ir.NewContext(r)
}

// binary makes an op on two unknown values of type t.
func binary(c *ir.Context, name *ir.OpName, t ir.Type, attrs ...ir.NamedAttr) *ir.Operation {
	block := ir.NewBlock()
	x, y := block.AddArg(t, ir.Location{}), block.AddArg(t, ir.Location{})
	return ir.AtEnd(c, block, ir.Location{}).Create(name, []*ir.Value{x, y}, nil, attrs...)
}

// foldAttr folds to a constant, nil if it does not fold to one.
func foldAttr(op *ir.Operation, operands ...ir.Attribute) ir.Attribute {
	f := op.Def().Fold(op, operands)
	if f == nil {
		return nil
	}
	return f[0].Attr
}

var intOps = map[*ir.OpName]func(a, b int64) (int64, bool){
	arith.AddI:       func(a, b int64) (int64, bool) { return a + b, true },
	arith.SubI:       func(a, b int64) (int64, bool) { return a - b, true },
	arith.MulI:       func(a, b int64) (int64, bool) { return a * b, true },
	arith.DivSI:      quotient(math.Trunc, signed),
	arith.CeilDivSI:  quotient(math.Ceil, signed),
	arith.FloorDivSI: quotient(math.Floor, signed),
	arith.DivUI:      quotient(math.Trunc, unsigned),
	arith.CeilDivUI:  quotient(math.Ceil, unsigned),
	arith.RemSI:      remainder(signed),
	arith.RemUI:      remainder(unsigned),
	arith.AndI:       func(a, b int64) (int64, bool) { return a & b, true },
	arith.OrI:        func(a, b int64) (int64, bool) { return a | b, true },
	arith.XOrI:       func(a, b int64) (int64, bool) { return a ^ b, true },
	arith.ShLI:       shift(signed, func(v, by float64) float64 { return v * by }),
	arith.ShRSI:      shift(signed, func(v, by float64) float64 { return math.Floor(v / by) }),
	arith.ShRUI:      shift(unsigned, func(v, by float64) float64 { return math.Floor(v / by) }),
	arith.MaxSI:      func(a, b int64) (int64, bool) { return max(a, b), true },
	arith.MinSI:      func(a, b int64) (int64, bool) { return min(a, b), true },
	arith.MaxUI:      func(a, b int64) (int64, bool) { return max(unsigned(a), unsigned(b)), true },
	arith.MinUI:      func(a, b int64) (int64, bool) { return min(unsigned(a), unsigned(b)), true },
}

func signed(v int64) int64   { return v }
func unsigned(v int64) int64 { return (v + 16) % 16 } // of 4 bits

// quotient rounds an exact quotient; it is undefined if it does not fit.
func quotient(round func(float64) float64, view func(int64) int64) func(a, b int64) (int64, bool) {
	return func(a, b int64) (int64, bool) {
		if b == 0 {
			return 0, false
		}
		q := int64(round(float64(view(a)) / float64(view(b))))
		return q, view(-1) > 0 || q < 8
	}
}

func remainder(view func(int64) int64) func(a, b int64) (int64, bool) {
	return func(a, b int64) (int64, bool) {
		q, ok := quotient(math.Trunc, view)(a, b)
		return view(a) - q*view(b), ok
	}
}

func shift(view func(int64) int64, f func(v, by float64) float64) func(a, b int64) (int64, bool) {
	return func(a, b int64) (int64, bool) {
		n := unsigned(b)
		return int64(f(float64(view(a)), math.Exp2(float64(n)))), n < 4
	}
}

// All pairs of numbers of 4 bits, against arithmetic without bits.
func TestIntegerFolds(t *testing.T) {
	c := newContext()
	i4 := c.Integer(4, ir.Signless)
	for name, want := range intOps {
		for a := int64(-8); a < 8; a++ {
			for b := int64(-8); b < 8; b++ {
				op := binary(c, name, i4)
				var expected ir.Attribute
				if v, ok := want(a, b); ok {
					expected = c.Int(i4, v)
				}
				got := op.Def().Fold(op, []ir.Attribute{c.Int(i4, a), c.Int(i4, b)})
				switch {
				case got == nil && expected == nil:
				case got == nil:
					t.Errorf("%s %d, %d does not fold, want %s", name, a, b, ir.AttrString(expected))
				case expected == nil && got[0].Value == op.Operand(0): // x / 1 is x, whatever else
				case got[0].Attr != expected && !(got[0].Value == op.Operand(0) && expected == ir.Attribute(c.Int(i4, a))):
					t.Errorf("%s %d, %d = %v, want %v", name, a, b, got[0], expected)
				}
			}
		}
	}
}

// What folds with one constant, or with twice the same value, is what all constants give.
func TestIntegerIdentities(t *testing.T) {
	c := newContext()
	i4 := c.Integer(4, ir.Signless)
	known := 0
	for name, exact := range intOps {
		for x := int64(-8); x < 8; x++ {
			for k := int64(-8); k < 8; k++ {
				op := binary(c, name, i4)
				if f := op.Def().Fold(op, []ir.Attribute{nil, c.Int(i4, k)}); f != nil {
					known++
					agrees(t, op, f[0], c.Int(i4, x), exact, x, k)
				}
			}
			op := binary(c, name, i4)
			op.SetOperand(1, op.Operand(0))
			if f := op.Def().Fold(op, []ir.Attribute{nil, nil}); f != nil {
				known++
				agrees(t, op, f[0], c.Int(i4, x), exact, x, x)
			}
		}
	}
	if known < 16*20 {
		t.Errorf("only %d folds with a constant: identities are missing", known)
	}
}

func agrees(t *testing.T, op *ir.Operation, f ir.FoldResult, x ir.Attribute, exact func(a, b int64) (int64, bool), a, b int64) {
	t.Helper()
	got := f.Attr
	if f.Value == op.Operand(0) {
		got = x
	}
	if want, ok := exact(a, b); ok && got != ir.Attribute(op.Context().Int(op.Result(0).Type(), want)) {
		t.Errorf("%s %d, %d folds to %s, want %d", op.Name(), a, b, ir.AttrString(got), want)
	}
}

func TestExtendedFolds(t *testing.T) {
	c := newContext()
	i4 := c.Integer(4, ir.Signless)
	for a := int64(-8); a < 8; a++ {
		for b := int64(-8); b < 8; b++ {
			for _, tc := range []struct {
				name    *ir.OpName
				product int64
			}{{arith.MulSIExtended, a * b}, {arith.MulUIExtended, unsigned(a) * unsigned(b)}} {
				op := binary(c, tc.name, i4)
				f := op.Def().Fold(op, []ir.Attribute{c.Int(i4, a), c.Int(i4, b)})
				if f[0].Attr != ir.Attribute(c.Int(i4, tc.product)) || f[1].Attr != ir.Attribute(c.Int(i4, tc.product>>4)) {
					t.Errorf("%s %d, %d = %v", tc.name, a, b, f)
				}
			}
			if b == 0 {
				continue
			}
			op := binary(c, arith.AddUIExtended, i4)
			f := op.Def().Fold(op, []ir.Attribute{c.Int(i4, a), c.Int(i4, b)})
			sum := unsigned(a) + unsigned(b)
			if f[0].Attr != ir.Attribute(c.Int(i4, sum)) || f[1].Attr != ir.Attribute(c.Bool(sum > 15)) {
				t.Errorf("addui_extended %d, %d = %v", a, b, f)
			}
		}
	}
}

// The predicates with constants, with the constant on the left, and of a value with itself.
func TestComparisonFolds(t *testing.T) {
	c := newContext()
	i4 := c.Integer(4, ir.Signless)
	truth := func(p, a, b int64) bool {
		return [...]bool{a == b, a != b, a < b, a <= b, a > b, a >= b,
			unsigned(a) < unsigned(b), unsigned(a) <= unsigned(b), unsigned(a) > unsigned(b), unsigned(a) >= unsigned(b)}[p]
	}
	for p := arith.EQ; p <= arith.UGE; p++ {
		for a := int64(-8); a < 8; a++ {
			for b := int64(-8); b < 8; b++ {
				op := binary(c, arith.CmpI, i4, ir.A("predicate", c.I64Attr(p)))
				want := ir.Attribute(c.Bool(truth(p, a, b)))
				if got := foldAttr(op, c.Int(i4, a), c.Int(i4, b)); got != want {
					t.Errorf("predicate %d of %d, %d is %v", p, a, b, got)
				}
				x, y := op.Operand(0), op.Operand(1)
				if f := op.Def().Fold(op, []ir.Attribute{c.Int(i4, a), nil}); f == nil || f[0].Value != op.Result(0) {
					t.Fatalf("the constant does not go to the right: %v", f)
				}
				if op.Operand(0) != y || op.Operand(1) != x {
					t.Fatal("the operands are not exchanged")
				}
				if got := foldAttr(op, c.Int(i4, b), c.Int(i4, a)); got != want {
					t.Errorf("predicate %d of %d, %d exchanged is %v", p, a, b, got)
				}
			}
		}
		op := binary(c, arith.CmpI, i4, ir.A("predicate", c.I64Attr(p)))
		op.SetOperand(1, op.Operand(0))
		if got := foldAttr(op, nil, nil); got != ir.Attribute(c.Bool(truth(p, 1, 1))) {
			t.Errorf("predicate %d of x, x is %v", p, got)
		}
	}
}

// nearest is the oracle of rounding: all finite values of a format in order, and
// where the next one would be.
type nearest struct {
	f      *ir.FloatFormat
	values []*big.Rat
	bits   []uint64
}

func newNearest(f *ir.FloatFormat) *nearest {
	n := &nearest{f: f}
	for b := range uint64(1) << (f.Bits - 1) {
		if v := f.Decode(b); !math.IsNaN(v) && !math.IsInf(v, 0) {
			n.bits = append(n.bits, b)
		}
	}
	sort.Slice(n.bits, func(i, j int) bool { return f.Decode(n.bits[i]) < f.Decode(n.bits[j]) })
	for _, b := range n.bits {
		n.values = append(n.values, new(big.Rat).SetFloat64(f.Decode(b)))
	}
	return n
}

// round returns the value nearest to v, of two the one with an even last digit; not ok beyond the largest.
func (n *nearest) round(v *big.Rat) (float64, bool) {
	a := new(big.Rat).Abs(v)
	i, exact := slices.BinarySearchFunc(n.values, a, (*big.Rat).Cmp)
	if exact {
		return signedLike(n.f.Decode(n.bits[i]), v), true
	}
	if i == len(n.values) {
		return 0, false
	}
	up, down := new(big.Rat).Sub(n.values[i], a), new(big.Rat).Sub(a, n.values[i-1])
	if c := up.Cmp(down); c > 0 || c == 0 && n.bits[i-1]&1 == 0 {
		i--
	}
	return signedLike(n.f.Decode(n.bits[i]), v), true
}

func signedLike(a float64, v *big.Rat) float64 {
	if v.Sign() < 0 {
		return -a
	}
	return a
}

// Sums, products and quotients of 8-bit floats, against exact rational numbers.
func TestFloatFoldsRoundToNearest(t *testing.T) {
	c := newContext()
	exact := map[*ir.OpName]func(a, b *big.Rat) *big.Rat{
		arith.AddF: func(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) },
		arith.SubF: func(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) },
		arith.MulF: func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) },
		arith.DivF: func(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) },
	}
	for _, typeName := range []string{"f8E4M3FN", "f8E5M2", "f8E4M3FNUZ"} {
		ft := c.Float(typeName)
		oracle := newNearest(ft.Format)
		for name, compute := range exact {
			op := binary(c, name, ft)
			for a := range uint64(256) {
				for b := a % 3; b < 256; b += 3 {
					x, y := ft.Format.Decode(a), ft.Format.Decode(b)
					if math.IsNaN(x+y) || math.IsInf(x, 0) || math.IsInf(y, 0) || name == arith.DivF && y == 0 {
						continue
					}
					want, ok := oracle.round(compute(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y)))
					if !ok {
						continue // beyond the largest: formats differ, see the lit tests
					}
					got := fold2(op, c.FloatBits(ft, a), c.FloatBits(ft, b))
					if got.Value() != want {
						t.Fatalf("%s %v, %v : %s = %v, want %v", name, x, y, typeName, got.Value(), want)
					}
				}
			}
		}
	}
}

func fold2(op *ir.Operation, a, b *ir.FloatAttr) *ir.FloatAttr {
	f := op.Def().Fold(op, []ir.Attribute{a, b})
	if f[0].Value != nil {
		return a
	}
	return f[0].Attr.(*ir.FloatAttr)
}

// x op k folds to x only if it is x for every x: NaN, infinities and both zeros too.
func TestFloatIdentities(t *testing.T) {
	c := newContext()
	ft := c.Float("f8E5M2")
	found := 0
	for _, name := range []*ir.OpName{arith.AddF, arith.SubF, arith.MulF, arith.DivF, arith.RemF,
		arith.MaximumF, arith.MinimumF, arith.MaxNumF, arith.MinNumF} {
		for k := range uint64(256) {
			op := binary(c, name, ft)
			f := op.Def().Fold(op, []ir.Attribute{nil, c.FloatBits(ft, k)})
			if f == nil {
				continue
			}
			found++
			for x := range uint64(256) {
				other := binary(c, name, ft)
				full := fold2(other, c.FloatBits(ft, x), c.FloatBits(ft, k))
				want := c.FloatBits(ft, x)
				if f[0].Attr != nil {
					want = f[0].Attr.(*ir.FloatAttr)
				}
				if full != want && !(math.IsNaN(full.Value()) && math.IsNaN(want.Value())) {
					t.Errorf("%s x, %v folds to x, but for x = %v it is %v", name, c.FloatBits(ft, k).Value(), want.Value(), full.Value())
				}
			}
		}
	}
	if found < 8 {
		t.Errorf("only %d identities", found)
	}
}

func TestFloatComparisons(t *testing.T) {
	nan := math.NaN()
	for _, tc := range []struct {
		a, b float64
		// those that hold: oeq ogt oge olt ole one ord ueq ugt uge ult ule une uno
		holds string
	}{
		{1, 2, "00011110001110"},
		{2, 1, "01100110110010"},
		{1, 1, "10101011010100"},
		{0, math.Copysign(0, -1), "10101011010100"},
		{nan, 1, "00000001111111"},
		{1, nan, "00000001111111"},
		{nan, nan, "00000001111111"},
	} {
		for i, h := range tc.holds {
			p := arith.FOEQ + int64(i)
			if got := arith.CompareFloats(p, tc.a, tc.b); got != (h == '1') {
				t.Errorf("predicate %d of %v, %v is %v", p, tc.a, tc.b, got)
			}
		}
		if arith.CompareFloats(arith.FFalse, tc.a, tc.b) || !arith.CompareFloats(arith.FTrue, tc.a, tc.b) {
			t.Errorf("false and true of %v, %v", tc.a, tc.b)
		}
	}
}

func TestCastFolds(t *testing.T) {
	c := newContext()
	i8, i64, idx := c.I8(), c.I64(), c.Index()
	f := func(name string, v float64) ir.Attribute { return c.FloatAttr(c.Float(name), v) }
	for _, tc := range []struct {
		name *ir.OpName
		in   ir.Attribute
		to   ir.Type
		want ir.Attribute // nil: does not fold
	}{
		{arith.ExtUI, c.Int(i8, -1), i64, c.Int(i64, 255)},
		{arith.ExtSI, c.Int(i8, -1), i64, c.Int(i64, -1)},
		{arith.ExtSI, c.Bool(true), i8, c.Int(i8, -1)},
		{arith.ExtUI, c.Bool(true), i8, c.Int(i8, 1)},
		{arith.TruncI, c.Int(i64, 384), i8, c.Int(i8, -128)},
		{arith.IndexCast, c.Int(i8, -2), idx, c.Int(idx, -2)},
		{arith.IndexCastUI, c.Int(i8, -2), idx, c.Int(idx, 254)},
		{arith.ExtF, f("f8E4M3FN", 448), c.F16(), f("f16", 448)},
		{arith.TruncF, f("f32", 0.5), c.F16(), f("f16", 0.5)},
		{arith.TruncF, f("f32", 1+1.0/4096), c.F16(), nil},
		{arith.TruncF, f("f32", 1e30), c.F16(), nil},
		{arith.Bitcast, f("f32", 1), c.I32(), c.Int(c.I32(), 0x3f800000)},
		{arith.Bitcast, c.Int(c.I16(), -32768), c.BF16(), f("bf16", math.Copysign(0, -1))},
		{arith.SIToFP, c.Int(i8, -3), c.F16(), f("f16", -3)},
		{arith.UIToFP, c.Int(i8, -3), c.F16(), f("f16", 253)},
		// 2^56 + 2^48 + 1 lies just above the middle of two bf16: rounding to f64 first would lose the 1.
		{arith.SIToFP, c.Int(i64, 1<<56+1<<48+1), c.BF16(), f("bf16", 1<<56+1<<49)},
		{arith.SIToFP, c.Int(i64, math.MinInt64), c.F32(), f("f32", -1<<63)},
		{arith.UIToFP, c.Int(i64, -1), c.F64(), f("f64", 1<<64)},
		{arith.FPToSI, f("f32", -128.9), i8, c.Int(i8, -128)},
		{arith.FPToSI, f("f32", -129), i8, nil},
		{arith.FPToSI, f("f32", math.NaN()), i8, nil},
		{arith.FPToUI, f("f32", 255.5), i8, c.Int(i8, -1)},
		{arith.FPToUI, f("f32", -1), i8, nil},
		{arith.FPToUI, f("f32", -0.5), i8, c.Int(i8, 0)},
		{arith.FPToUI, f("f64", 1<<63), i64, c.Int(i64, math.MinInt64)},
	} {
		block := ir.NewBlock()
		x := block.AddArg(ir.TypeOfAttr(tc.in), ir.Location{})
		op := ir.AtEnd(c, block, ir.Location{}).Create(tc.name, []*ir.Value{x}, []ir.Type{tc.to})
		if got := foldAttr(op, tc.in); got != tc.want {
			t.Errorf("%s %s to %s = %s, want %s", tc.name, ir.AttrString(tc.in), ir.TypeString(tc.to), ir.AttrString(got), ir.AttrString(tc.want))
		}
	}
}

func TestPoisonGoesThrough(t *testing.T) {
	c := newContext()
	for name := range intOps {
		op := binary(c, name, c.I32())
		if got := foldAttr(op, nil, ub.Poison(c)); !ub.IsPoison(got) {
			t.Errorf("%s of poison is %v", name, got)
		}
	}
}
