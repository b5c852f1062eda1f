package ir_test

import (
	"math/big"
	"testing"

	"tawa/ir"
	"tawa/ir/affine"
)

func TestIntegersOfAnyWidth(t *testing.T) {
	c := newContext()
	i128 := c.Integer(128, ir.Signless)
	one := big.NewInt(1)
	for _, tt := range []struct {
		v    *big.Int
		want string
	}{
		{big.NewInt(-5), "-5 : i128"},
		{new(big.Int).Lsh(one, 64), "18446744073709551616 : i128"},
		{new(big.Int).Lsh(one, 127), "-170141183460469231731687303715884105728 : i128"},
		{new(big.Int).Lsh(one, 128), "0 : i128"},
	} {
		a := c.BigInt(i128, tt.v)
		if got := ir.AttrString(a); got != tt.want {
			t.Errorf("%s is %s, want %s", tt.v, got, tt.want)
		}
		if d := c.Splat(c.Tensor([]int64{2}, i128, nil), a); d.At(1) != ir.Attribute(a) {
			t.Errorf("an element is %s, want %s", ir.AttrString(d.At(1)), tt.want)
		}
	}
	if c.BigInt(i128, big.NewInt(7)) != c.Int(i128, 7) || c.BigInt(c.I8(), big.NewInt(257)) != c.Int(c.I8(), 1) {
		t.Error("the same number is not the same attribute")
	}
}

func TestEqualElementsAreOneSplat(t *testing.T) {
	c := newContext()
	typ := c.Tensor([]int64{3}, c.Complex(c.I8()), nil)
	part := c.Array(c.Int(c.I8(), 1), c.Int(c.I8(), 2))
	if got := c.DenseData(typ, "\x01\x02\x01\x02\x01\x02"); got != c.Splat(typ, part) || got.At(2) != ir.Attribute(part) {
		t.Errorf("got %s", ir.AttrString(got))
	}
}

func TestBitsAboveTheWidthOfElementsAreCleared(t *testing.T) {
	c := newContext()
	for _, x := range []struct {
		elem      ir.Type
		got, want string
	}{
		{c.Integer(2, ir.Signless), "\x20\x03", "\x00\x03"},
		{c.Integer(9, ir.Signless), "\xff\xff\x01\x01", "\xff\x01\x01\x01"},
		{c.Complex(c.Integer(2, ir.Signless)), "\x01\xfe\x07\x02", "\x01\x02\x03\x02"},
		{c.Index(), "\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00", "\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00"},
	} {
		typ := c.Tensor([]int64{2}, x.elem, nil)
		got, want := c.DenseData(typ, x.got), c.DenseData(typ, x.want)
		if got != want || got.Data != x.want {
			t.Errorf("%s: %x, want %x", ir.TypeString(x.elem), got.Data, x.want)
		}
	}
}

func TestFusedLocations(t *testing.T) {
	c := newContext()
	a, b := c.NameLoc("a", nil), c.NameLoc("b", nil)
	both := c.Fused([]ir.LocationAttr{a, b}, nil)
	for _, tt := range []struct {
		got  ir.LocationAttr
		want string
	}{
		{c.Fused([]ir.LocationAttr{a, both, c.UnknownLoc(), a}, nil), `loc(fused["a", "b"])`},
		{c.Fused([]ir.LocationAttr{a, a}, nil), `loc("a")`},
		{c.Fused(nil, nil), `loc(unknown)`},
		{c.Fused([]ir.LocationAttr{a, both}, c.Str("m")), `loc(fused<"m">["a", fused["a", "b"]])`},
		{c.Fused(nil, c.Str("m")), `loc(fused<"m">[unknown])`},
	} {
		if got := ir.AttrString(tt.got); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestWhatDiffersAndWhatDoesNot(t *testing.T) {
	c := newContext()
	if first, second := c.Distinct(c.Unit()), c.Distinct(c.Unit()); first == second {
		t.Error("two distinct attributes are one")
	}
	if first, second := c.AffineMap(affine.Identity(2)), c.AffineMap(affine.Identity(2)); first != second {
		t.Error("equal maps are two attributes")
	}
	if r := c.NewResource("r"); c.NewResource("r") == r || c.NewResource("r").Name != "r_2" {
		t.Error("a name of a resource is taken twice")
	}
	plain := c.MemRef([]int64{2, 3}, c.F32(), nil, nil)
	if c.MemRef([]int64{2, 3}, c.F32(), c.AffineMap(affine.Identity(2)), c.I64Attr(0)) != plain {
		t.Error("the identity is a layout, or 0 a memory space")
	}
	if c.Str("x") == c.TypedStr("x", c.I32()) || c.Str("x") != c.TypedStr("x", c.None()) {
		t.Error("a string is its type")
	}
}
