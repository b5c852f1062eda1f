package ir_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"tawa/ir"
)

// A dialect of four ops, enough to hold programs together.
var (
	module   = ir.Op("t.module")
	constant = ir.Op("t.const")
	add      = ir.Op("t.add")
	use      = ir.Op("t.use")
)

func newContext() *ir.Context {
	r := ir.NewRegistry()
	r.Dialect(ir.DialectInfo{Name: "t"})
	r.Define(module, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Attrs: []ir.Attr{{Name: "sym_name", Kind: ir.SymbolAttrKind, Optional: true}},
		Traits: ir.NoTerminator | ir.SymbolTable | ir.Symbol})
	r.Define(constant, ir.OpDef{Attrs: []ir.Attr{{Name: "value", Kind: ir.I32AttrKind}}, Results: []ir.Result{{Name: "r", Type: ir.I32}}, Traits: ir.Pure})
	r.Define(add, ir.OpDef{Operands: []ir.Operand{{Name: "a", Type: ir.I32}, {Name: "b", Type: ir.I32}}, Results: []ir.Result{{Name: "r", Type: ir.I32}}, Traits: ir.Pure})
	r.Define(use, ir.OpDef{Operands: []ir.Operand{{Name: "v", Type: ir.AnyType, Arity: ir.Variadic}}})
	return ir.NewContext(r)
}

// program is a module with %a = const 1, %b = const 2, %s = add %a, %b, use %s, %s.
func program(ctx *ir.Context) (m *ir.Operation, ops []*ir.Operation) {
	m, b := newModule(ctx, "")
	for i := range int64(2) {
		ops = append(ops, b.Create(constant, nil, []ir.Type{ctx.I32()}, ir.A("value", ctx.I32Attr(i+1))))
	}
	ops = append(ops, b.Create(add, []*ir.Value{ops[0].Result(0), ops[1].Result(0)}, []ir.Type{ctx.I32()}))
	s := ops[2].Result(0)
	return m, append(ops, b.Create(use, []*ir.Value{s, s}, nil))
}

func newModule(ctx *ir.Context, name string) (*ir.Operation, *ir.Builder) {
	st := &ir.OperationState{Name: module}
	if name != "" {
		st.AddAttr("sym_name", ctx.Str(name))
	}
	block := ir.NewBlock()
	st.NewRegion().Append(block)
	return ir.Create(ctx, st), ir.AtEnd(ctx, block, ir.Location{})
}

func Example() {
	ctx := newContext()
	m, b := newModule(ctx, "")
	one := b.Create(constant, nil, []ir.Type{ctx.I32()}, ir.A("value", ctx.I32Attr(1)))
	b.Value(add, []*ir.Value{one.Result(0), one.Result(0)}, []ir.Type{ctx.I32()})
	m.Walk(func(op *ir.Operation) bool {
		fmt.Println(op.Name(), op.NumOperands(), op.NumResults())
		return true
	})
	// Output:
	// t.module 0 0
	// t.const 0 1
	// t.add 2 1
}

func TestEqualTypesAndAttributesAreOne(t *testing.T) {
	c := newContext()
	tensor := func(shape ...int64) ir.Type { return c.Tensor(shape, c.F16(), nil) }
	if one, same := tensor(4, 8), tensor(4, 8); one != same || one == tensor(8, 4) {
		t.Error("tensor types")
	}
	if c.I32Attr(-1) != c.Int(c.I32(), math.MaxUint32) || c.I32Attr(1) == c.I64Attr(1) {
		t.Error("integers: -1 of 32 bits is 0xffffffff, and the type tells two apart")
	}
	float := func(v float64) ir.Attribute { return c.FloatAttr(c.F32(), v) }
	if nan, same := float(math.NaN()), float(math.NaN()); float(0) == float(math.Copysign(0, -1)) || nan != same {
		t.Error("floats are told apart by their bits")
	}
	if c.Dict(ir.A("b", c.Unit()), ir.A("a", c.Unit())) != c.Dict(ir.A("a", c.Unit()), ir.A("b", c.Unit())) {
		t.Error("the order of a dictionary's entries says nothing")
	}
	if c.Str("1") == ir.Attribute(c.SymbolRef("1")) {
		t.Error("kinds are told apart")
	}
}

func TestUsesFollowOperands(t *testing.T) {
	m, ops := program(newContext())
	a, b, sum, user := ops[0].Result(0), ops[1].Result(0), ops[2].Result(0), ops[3]
	count := func(v *ir.Value) (n int) {
		for range v.Uses() {
			n++
		}
		return n
	}
	if count(a) != 1 || count(sum) != 2 {
		t.Fatalf("%d and %d uses", count(a), count(sum))
	}
	user.SetOperand(1, a)
	if count(a) != 2 || count(sum) != 1 || user.Operand(0) != sum || user.Operand(1) != a {
		t.Error("after SetOperand")
	}
	user.AppendOperand(b)
	sum.ReplaceAllUses(b)
	if count(sum) != 0 || count(b) != 3 || !slices.Equal(user.Operands(), []*ir.Value{b, a, b}) {
		t.Error("after ReplaceAllUses")
	}
	ops[2].Erase()
	if count(a) != 1 || count(b) != 2 || !ops[2].Erased() {
		t.Error("an erased op uses nothing")
	}
	n := 0
	m.Walk(func(*ir.Operation) bool { n++; return true })
	if n != 4 {
		t.Errorf("%d ops are left", n)
	}
}

func TestOrderInABlock(t *testing.T) {
	_, ops := program(newContext())
	order := func() (names []int) {
		for op := range ops[0].Block().Ops() {
			names = append(names, slices.Index(ops, op))
		}
		return names
	}
	ops[1].MoveBefore(ops[0])
	if !slices.Equal(order(), []int{1, 0, 2, 3}) || !ops[1].IsBefore(ops[0]) || ops[0].IsBefore(ops[1]) {
		t.Error(order())
	}
	ops[1].MoveAfter(ops[3])
	if !slices.Equal(order(), []int{0, 2, 3, 1}) || ops[1].IsBefore(ops[3]) || ops[1].Block().Last() != ops[1] {
		t.Error(order())
	}
	rest := ops[0].Block().SplitBefore(ops[3])
	if rest.First() != ops[3] || ops[3].Next() != ops[1] || ops[2].Next() != nil || ops[0].Block().Next() != rest || ops[1].Block() != rest {
		t.Error("after SplitBefore")
	}
}

func TestCloneIsAProgramOfItsOwn(t *testing.T) {
	m, ops := program(newContext())
	mapping := ir.NewMapping()
	copied := m.Clone(mapping)
	var names []string
	copied.Walk(func(op *ir.Operation) bool {
		for _, v := range op.Operands() {
			if !copied.IsAncestorOf(v.Def()) {
				t.Errorf("%s of the copy uses a value of the original", op.Name())
			}
		}
		names = append(names, op.Name().String())
		return true
	})
	if want := []string{"t.module", "t.const", "t.const", "t.add", "t.use"}; !slices.Equal(names, want) {
		t.Errorf("copied %v", names)
	}
	if sum := mapping.Lookup(ops[2].Result(0)); sum == ops[2].Result(0) || !sum.Def().Is(add) {
		t.Error("the mapping lacks a value")
	}
	mapping.Lookup(ops[0].Result(0)).Def().SetAttr("value", m.Context().I32Attr(7))
	if n, _ := ops[0].IntAttr("value"); n != 1 {
		t.Error("the original changed with its copy")
	}
}

func TestSymbols(t *testing.T) {
	c := newContext()
	outer, b := newModule(c, "")
	inner, inside := newModule(c, "inner")
	b.Insert(inner)
	leaf, _ := newModule(c, "leaf")
	inside.Insert(leaf)
	if ir.LookupSymbol(outer, "inner") != inner || ir.LookupSymbol(outer, "leaf") != nil || ir.SymbolName(inner) != "inner" {
		t.Error("LookupSymbol")
	}
	if ir.ResolveSymbol(leaf, c.SymbolRef("leaf")) != leaf {
		t.Error("a name is looked for in the nearest table")
	}
	if ir.ResolveSymbol(inner, c.SymbolRef("inner", "leaf")) != leaf || ir.ResolveSymbol(inner, c.SymbolRef("inner", "none")) != nil {
		t.Error("nested names")
	}
}

func TestDenseElements(t *testing.T) {
	c := newContext()
	typ := c.Tensor([]int64{2, 2}, c.I8(), nil)
	d := c.DenseBits(typ, 1, 2, 3, 255)
	if d.Len() != 4 || d.Bits(3) != 255 || d.At(3) != c.Int(c.I8(), -1) {
		t.Errorf("%d elements, the last %#x", d.Len(), d.Bits(3))
	}
	if _, ok := d.SplatValue(); ok {
		t.Error("no splat")
	}
	if v, ok := c.DenseBits(typ, 5, 5, 5, 5).SplatValue(); !ok || v != c.Int(c.I8(), 5) || c.DenseBits(typ, 5, 5, 5, 5) != c.Splat(typ, v) {
		t.Error("equal elements are a splat")
	}
}
