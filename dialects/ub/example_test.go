package ub_test

import (
	"fmt"

	"tawa/dialects/ub"
	"tawa/ir"
)

// Poison is a constant of any type.
func Example() {
	r := ir.NewRegistry()
	ub.Register(r)
	c := ir.NewContext(r)
	poison := ub.Constant(ir.NewBuilder(c), ub.Poison(c), c.F32())
	fmt.Println(poison.Name(), ir.AttrString(poison.Attr("value")), ir.TypeString(poison.Result(0).Type()))
	// Output: ub.poison #ub.poison f32
}
