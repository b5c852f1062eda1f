package printer_test

import (
	"fmt"

	"tawa/dialects/arith"
	"tawa/ir"
	"tawa/printer"
)

func Example() {
	r := ir.NewRegistry()
	arith.Register(r)
	ctx := ir.NewContext(r)
	region := &ir.Region{}
	b := ir.AtEnd(ctx, region.Entry(), ir.Location{})
	two := b.Value(arith.Constant, nil, []ir.Type{ctx.I32()}, ir.A("value", ctx.I32Attr(2)))
	sum := b.Value(arith.AddI, []*ir.Value{two, two}, nil)
	sum.SetName("sum")
	b.Value(arith.MulI, []*ir.Value{sum, two}, nil)
	op := ir.Create(ctx, &ir.OperationState{Name: ir.Op("my.region"), Regions: []*ir.Region{region}})
	fmt.Println(printer.String(op, printer.Options{}))
	fmt.Println(printer.String(op, printer.Options{NoSSANames: true}))
	// Output:
	// "my.region"() ({
	//   %c2_i32 = arith.constant 2 : i32
	//   %sum = arith.addi %c2_i32, %c2_i32 : i32
	//   %0 = arith.muli %sum, %c2_i32 : i32
	// }) : () -> ()
	// "my.region"() ({
	//   %c2_i32 = arith.constant 2 : i32
	//   %0 = arith.addi %c2_i32, %c2_i32 : i32
	//   %1 = arith.muli %0, %c2_i32 : i32
	// }) : () -> ()
}
