package aref

import "tawa/ir"

// eraseUnused erases a ring that nothing uses.
var eraseUnused = ir.Pattern{
	Name: "unused ring", Root: Create,
	Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if !op.Result(0).Unused() {
			return false
		}
		r.Erase(op)
		return true
	},
}
