package ttg

import (
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/layout"
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
		{Name: "reshape-of-convert", Root: tt.Reshape, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			def := op.Operand(0).Def()
			return op.Attr("allow_reorder") != nil && def != nil && def.Is(ConvertLayout) &&
				sameRegisters(def.Operand(0), op.Result(0)) && skipConvert(op, r)
		}},
		{Name: "gather-of-convert", Root: tt.Gather, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			return op.Attr("efficient_layout") == nil && skipConvert(op, r)
		}},
		{Name: "histogram-of-convert", Root: tt.Histogram, Match: histogramOfConvert},
	}
}

// sameRegisters reports whether a thread holds as many elements of one tensor as of the
// other, so that a reordering reshape need not move data between threads.
func sameRegisters(a, b *ir.Value) bool {
	x, y := tt.TensorOf(a.Type()), tt.TensorOf(b.Type())
	lx, err := ToLinear(x.Shape, x.Encoding)
	if err != nil {
		return false
	}
	ly, err := ToLinear(y.Shape, y.Encoding)
	return err == nil && lx.InSize(layout.Register) == ly.InSize(layout.Register)
}

// skipConvert makes an op that takes its first operand in any encoding take it before it is converted.
func skipConvert(op *ir.Operation, r ir.Rewriter) bool {
	def := op.Operand(0).Def()
	if def == nil || !def.Is(ConvertLayout) {
		return false
	}
	r.Modify(op, func() { op.SetOperand(0, def.Operand(0)) })
	return true
}

// histogramOfConvert is skipConvert with the mask brought into the encoding of the source.
func histogramOfConvert(op *ir.Operation, r ir.Rewriter) bool {
	if op.NumOperands() == 1 {
		return skipConvert(op, r)
	}
	def := op.Operand(0).Def()
	if def == nil || !def.Is(ConvertLayout) {
		return false
	}
	mask := op.Operand(1)
	src := tt.TensorOf(def.Operand(0).Type())
	t := op.Context().Tensor(src.Shape, ir.ElementType(mask.Type()), src.Encoding)
	mask = r.Builder().Value(ConvertLayout, []*ir.Value{mask}, []ir.Type{t})
	r.Modify(op, func() { op.SetOperands([]*ir.Value{def.Operand(0), mask}) })
	return true
}

// allocPatterns use the buffer itself where a copy of one that never changes is made, and
// erase a buffer that nothing reads: one that is only written and deallocated.
func allocPatterns() []ir.Pattern {
	return []ir.Pattern{{Name: "alloc-of-load", Root: LocalAlloc, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if op.NumOperands() == 0 {
			return false
		}
		load := op.Operand(0).Def()
		if load == nil || !load.Is(LocalLoad) || load.Operand(0).Type() != op.Result(0).Type() || !forGood(load.Operand(0)) {
			return false
		}
		r.Replace(op, load.Operand(0))
		return true
	}}, {Name: "dead-buffer", Root: LocalAlloc, Match: func(op *ir.Operation, r ir.Rewriter) bool {
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

// forGood reports whether a buffer never changes and lives as long as it is used.
func forGood(m *ir.Value) bool {
	if m.Def() == nil || !m.Def().Is(LocalAlloc) || memDescOf(m).Mutable {
		return false
	}
	for u := range m.Users() {
		if u.Is(LocalDealloc) {
			return false
		}
	}
	return true
}

// foldReinterpret drops one that changes nothing.
func foldReinterpret(op *ir.Operation, _ []ir.Attribute) []ir.FoldResult {
	if op.Operand(0).Type() != op.Result(0).Type() {
		return nil
	}
	return []ir.FoldResult{{Value: op.Operand(0)}}
}
