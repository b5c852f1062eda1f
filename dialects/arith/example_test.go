package arith_test

import (
	"fmt"

	"tawa/dialects/arith"
	"tawa/ir"
)

// A comparison of constants folds; the result is of one bit.
func Example() {
	r := ir.NewRegistry()
	arith.Register(r)
	c := ir.NewContext(r)
	b := ir.AtEnd(c, ir.NewBlock(), ir.Location{})
	two, three := arith.Int(b, c.I32(), 2), arith.Int(b, c.I32(), 3)
	sum := b.Value(arith.AddI, []*ir.Value{two, three}, nil)
	less := b.Create(arith.CmpI, []*ir.Value{two, three}, nil, ir.A("predicate", c.I64Attr(arith.SLT)))
	folded := less.Def().Fold(less, []ir.Attribute{arith.IntAttr(c.I32(), 2), arith.IntAttr(c.I32(), 3)})
	fmt.Println(ir.TypeString(sum.Type()), ir.TypeString(less.Result(0).Type()), ir.AttrString(folded[0].Attr))
	// Output: i32 i1 true
}
