package aref

import "tawa/ir"

// unused erases a ring, or turns, that nothing uses.
func unused(root *ir.OpName, name string) ir.Pattern {
	return ir.Pattern{Name: name, Root: root, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if !op.Result(0).Unused() {
			return false
		}
		r.Erase(op)
		return true
	}}
}
