package tawa

import (
	"tawa/dialects/builtin"
	"tawa/dialects/tt"
	"tawa/ir"
)

// IsKernel reports whether op is a function with a body that can be launched.
func IsKernel(op *ir.Operation) bool {
	return op.Is(tt.Func) && !builtin.IsDeclaration(op) && op.StrAttr(builtin.VisibilityAttr) != "private"
}

// Holds reports whether op is, or is around, an op of one of the names.
func Holds(op *ir.Operation, names ...*ir.OpName) bool {
	found := false
	op.Walk(func(op *ir.Operation) bool {
		found = found || op.Is(names...)
		return !found
	})
	return found
}
