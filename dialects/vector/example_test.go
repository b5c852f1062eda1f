package vector_test

import (
	"fmt"

	"tawa/dialects/vector"
	"tawa/ir"
)

// A row names what it takes and gives.
func Example() {
	r := ir.NewRegistry()
	vector.Register(r)
	row := r.Row(vector.FMA)
	fmt.Println(row.Summary)
	fmt.Println(row.Format)
	// Output:
	// a·b + c for each element, rounded once
	// $lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)
}
