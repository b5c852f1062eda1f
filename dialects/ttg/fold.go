package ttg

import (
	"tawa/dialects/tt"
	"tawa/ir"
)

func foldConvert(op *ir.Operation, operands []ir.Attribute) []ir.FoldResult {
	t := op.Result(0).Type()
	if op.Operand(0).Type() == t {
		return []ir.FoldResult{{Value: op.Operand(0)}}
	}
	if d, ok := operands[0].(*ir.DenseElementsAttr); ok {
		return []ir.FoldResult{{Attr: ir.UniqueAttr(t.Context(), &ir.DenseElementsAttr{Type: t, Data: d.Data, Splat: d.Splat})}}
	}
	return nil
}

// convertPatterns convert once instead of twice, and make what can be made in any encoding.
func convertPatterns() []ir.Pattern {
	of := func(name string, source *ir.OpName) ir.Pattern {
		return ir.Pattern{Name: name, Root: ConvertLayout, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			def := op.Operand(0).Def()
			if def == nil || !def.Is(source) {
				return false
			}
			r.ReplaceOp(op, source, def.Operands(), op.ResultTypes(), def.Inherent()...)
			return true
		}}
	}
	return []ir.Pattern{
		of("convert-of-convert", ConvertLayout), of("convert-of-splat", tt.Splat), of("convert-of-range", tt.MakeRange),
	}
}

// allocPatterns erase a buffer that nothing reads: one that is only written and deallocated.
func allocPatterns() []ir.Pattern {
	return []ir.Pattern{{Name: "dead-buffer", Root: LocalAlloc, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		var users []*ir.Operation
		for u := range op.Result(0).Users() {
			if !u.Is(LocalDealloc, LocalStore) {
				return false
			}
			users = append(users, u)
		}
		for _, u := range users {
			r.Erase(u)
		}
		r.Erase(op)
		return true
	}}}
}
