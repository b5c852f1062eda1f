package math_test

import (
	"fmt"

	"tawa/dialects/math"
	"tawa/ir"
)

// The square root of a constant is rounded once in its format.
func Example() {
	r := ir.NewRegistry()
	math.Register(r)
	c := ir.NewContext(r)
	block := ir.NewBlock()
	x := block.AddArg(c.F16(), ir.Location{})
	op := ir.AtEnd(c, block, ir.Location{}).Create(math.Sqrt, []*ir.Value{x}, nil)
	f := op.Def().Fold(op, []ir.Attribute{c.FloatAttr(c.F16(), 2)})
	fmt.Println(ir.AttrString(f[0].Attr))
	// Output: 1.414060e+00 : f16
}
