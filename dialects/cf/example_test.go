package cf_test

import (
	"fmt"

	"tawa/dialects/builtin"
	"tawa/dialects/cf"
	"tawa/ir"
)

// What a branch hands to each of its successors.
func Example() {
	r := ir.NewRegistry()
	cf.Register(r)
	c := ir.NewContext(r)
	region := &ir.Region{}
	entry, left, right := region.Entry(), ir.NewBlock(), ir.NewBlock()
	region.Append(left)
	region.Append(right)
	cond, x := entry.AddArg(c.I1(), ir.Location{}), entry.AddArg(c.I32(), ir.Location{})
	right.AddArg(c.I32(), ir.Location{})
	br := ir.AtEnd(c, entry, ir.Location{}).CreateState(&ir.OperationState{Name: cf.CondBranch,
		Operands: []*ir.Value{cond, x}, Successors: []*ir.Block{left, right}, SegmentSizes: []int{1, 0, 1}})
	fmt.Println(len(builtin.SuccessorOperands(br, 0)), len(builtin.SuccessorOperands(br, 1)))
	fmt.Println(len(left.Predecessors()), builtin.SuccessorOperands(br, 1)[0] == x)
	// Output:
	// 0 1
	// 1 true
}
