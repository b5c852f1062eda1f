package arith_test

import (
	"testing"

	"tawa/dialects/arith"
	"tawa/ir"
	"tawa/pattern"
)

// evaluate computes a value with x known, by folding.
func evaluate(t *testing.T, v, x *ir.Value, known ir.Attribute) ir.Attribute {
	t.Helper()
	if v == x {
		return known
	}
	op := v.Def()
	if op.Is(arith.Constant) {
		return op.Attr("value")
	}
	fresh := op.Clone(ir.NewMapping()) // folds may change an op in place
	var in []ir.Attribute
	for _, o := range op.Operands() {
		in = append(in, evaluate(t, o, x, known))
	}
	f := fresh.Def().Fold(fresh, in)
	if f == nil {
		t.Fatalf("%s does not fold", op.Name())
	}
	for i := range in {
		if f[0].Attr == nil && f[0].Value == fresh.Operand(i) {
			return in[i]
		}
	}
	return f[0].Attr
}

// Sums and differences with two constants become one with one constant, of the same value for every x.
func TestConstantsAreCollected(t *testing.T) {
	c := newContext()
	i4 := c.Integer(4, ir.Signless)
	patterns := pattern.Canonicalizations(c.Registry)
	forms := []func(b *ir.Builder, x, k *ir.Value) *ir.Value{
		func(b *ir.Builder, x, k *ir.Value) *ir.Value { return b.Value(arith.AddI, []*ir.Value{x, k}, nil) },
		func(b *ir.Builder, x, k *ir.Value) *ir.Value { return b.Value(arith.SubI, []*ir.Value{x, k}, nil) },
		func(b *ir.Builder, x, k *ir.Value) *ir.Value { return b.Value(arith.SubI, []*ir.Value{k, x}, nil) },
	}
	for i, inner := range forms {
		for j, outer := range forms {
			for k := range int64(16) {
				root, x, use := rootOf(c, i4)
				b := ir.Before(use)
				y := inner(b, x, arith.Int(b, i4, k*5+1))
				use.SetOperand(0, outer(b, y, arith.Int(b, i4, k*3+2)))
				var before, after []ir.Attribute
				for v := range int64(16) {
					before = append(before, evaluate(t, use.Operand(0), x, c.Int(i4, v)))
				}
				pattern.ApplyGreedily(root, patterns, pattern.Config{Fold: true})
				for v := range int64(16) {
					after = append(after, evaluate(t, use.Operand(0), x, c.Int(i4, v)))
				}
				for v := range before {
					if before[v] != after[v] {
						t.Fatalf("forms %d in %d, k = %d: for x = %d %s became %s", i, j, k, v, ir.AttrString(before[v]), ir.AttrString(after[v]))
					}
				}
				if d := use.Operand(0).Def(); d != nil && d.Operand(0).Def() != nil && d.Operand(1).Def() != nil {
					t.Errorf("forms %d in %d, k = %d: more than one op is left", i, j, k)
				}
			}
		}
	}
}

// rootOf makes an op with a region, in which use uses the argument x.
func rootOf(c *ir.Context, t ir.Type) (root *ir.Operation, x *ir.Value, use *ir.Operation) {
	c.AllowUnregistered = true
	st := &ir.OperationState{Name: ir.Op("test.root")}
	body := st.NewRegion().Entry()
	root = ir.Create(c, st)
	x = body.AddArg(t, ir.Location{})
	use = ir.AtEnd(c, body, ir.Location{}).Create(ir.Op("test.use"), []*ir.Value{x}, []ir.Type{})
	return root, x, use
}
