package math_test

import (
	stdmath "math"
	"testing"

	"tawa/dialects/math"
	"tawa/ir"
)

// fold folds a function of one operand; nil if it does not fold.
func fold(c *ir.Context, name *ir.OpName, in ...ir.Attribute) ir.Attribute {
	block := ir.NewBlock()
	var operands []*ir.Value
	for _, a := range in {
		operands = append(operands, block.AddArg(ir.TypeOfAttr(a), ir.Location{}))
	}
	op := ir.AtEnd(c, block, ir.Location{}).Create(name, operands, nil)
	f := op.Def().Fold(op, in)
	if f == nil {
		return nil
	}
	return f[0].Attr
}

func newContext() *ir.Context {
	r := ir.NewRegistry()
	math.Register(r)
	return ir.NewContext(r)
}

// The square root of every half-precision number is the one nearest to the exact one.
func TestSqrtIsCorrectlyRounded(t *testing.T) {
	c := newContext()
	f := c.F16().Format
	for b := uint64(1); b < 0x7c00; b += 7 {
		got := fold(c, math.Sqrt, c.FloatBits(c.F16(), b)).(*ir.FloatAttr)
		// The exact root lies between the middles to its neighbours; squares of middles are exact in f64.
		x, below, above := f.Decode(b), f.Decode(got.Bits-1), f.Decode(got.Bits+1)
		lo, hi := (below+got.Value())/2, (above+got.Value())/2
		if lo*lo > x || hi*hi < x {
			t.Fatalf("sqrt %v = %v", x, got.Value())
		}
	}
}

func TestIntegerFunctions(t *testing.T) {
	c := newContext()
	i4 := c.Integer(4, ir.Signless)
	for v := int64(-8); v < 8; v++ {
		lz, tz, ones := int64(0), int64(0), int64(0)
		for lz < 4 && (v>>(3-lz))&1 == 0 {
			lz++
		}
		for tz < 4 && (v>>tz)&1 == 0 {
			tz++
		}
		for i := range 4 {
			ones += v >> i & 1
		}
		for _, tc := range []struct {
			name *ir.OpName
			want int64
		}{{math.CtLz, lz}, {math.CtTz, tz}, {math.CtPop, ones}, {math.AbsI, max(v, -v)}} {
			if got := fold(c, tc.name, c.Int(i4, v)); got != ir.Attribute(c.Int(i4, tc.want)) {
				t.Errorf("%s %d = %s, want %d", tc.name, v, ir.AttrString(got), tc.want)
			}
		}
	}
}

func TestIntegerPower(t *testing.T) {
	c := newContext()
	i8 := c.I8()
	for base := int64(-5); base <= 5; base++ {
		for exp := int64(-3); exp <= 9; exp++ {
			got := fold(c, math.IPowI, c.Int(i8, base), c.Int(i8, exp))
			if base == 0 && exp < 0 {
				if got != nil {
					t.Errorf("0 to the power of %d is %s", exp, ir.AttrString(got))
				}
				continue
			}
			want := int64(stdmath.Trunc(stdmath.Pow(float64(base), float64(exp))))
			if got != ir.Attribute(c.Int(i8, want)) {
				t.Errorf("%d to the power of %d = %s, want %d", base, exp, ir.AttrString(got), want)
			}
		}
	}
}

// Functions that are not exact fold to f32 but not to f64, and nothing folds to or from NaN.
func TestWhatDoesNotFold(t *testing.T) {
	c := newContext()
	for _, tc := range []struct {
		name  *ir.OpName
		t     *ir.FloatType
		x     float64
		folds bool
	}{
		{math.Exp, c.F32(), 1, true},
		{math.Exp, c.F64(), 1, false},
		{math.Log, c.F32(), -1, false},
		{math.Sqrt, c.F64(), 2, true},
		{math.Sqrt, c.F32(), -2, false},
		{math.Floor, c.F32(), stdmath.NaN(), false},
		{math.AbsF, c.F32(), stdmath.NaN(), true},
	} {
		if got := fold(c, tc.name, c.FloatAttr(tc.t, tc.x)); (got != nil) != tc.folds {
			t.Errorf("%s %v : %s gives %s", tc.name, tc.x, tc.t.Name, ir.AttrString(got))
		}
	}
}
