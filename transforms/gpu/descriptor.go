package gpu

import (
	"fmt"

	"tawa/dialects/builtin"
	"tawa/dialects/gpu"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/transforms/tawa"
)

// minRow is the bytes of the shortest row that TMA copies.
const minRow = 16

// tmaFault says why TMA can't copy blocks of that type, "" if it can.
func tmaFault(block *ir.RankedTensorType) string {
	bits := ir.BitWidth(block.Elem)
	row := block.Shape[len(block.Shape)-1] * int64(bits) / 8
	switch {
	case bits < 8:
		return fmt.Sprintf("TMA has no elements of %d bits", bits)
	case len(block.Shape) > 5:
		return fmt.Sprintf("TMA copies at most 5 dimensions, not %d", len(block.Shape))
	case row < minRow:
		return fmt.Sprintf("the rows of %d bytes are shorter than the %d that TMA copies", row, minRow)
	}
	return ""
}

// bindDescriptor gives a descriptor its shared encoding and its box, all along the way
// from where it comes from. One that has them keeps them.
func bindDescriptor(desc *ir.Value, enc ir.Attribute, box []int64, st reporter, at *ir.Operation) bool {
	root := rootOf(desc)
	if root == nil {
		return st.Errorf(at, "the descriptor has no tensor map: it is neither an argument of the kernel nor an nvgpu.tensormap.slot")
	}
	t := desc.Type().(*tt.DescType)
	if t.Block.Encoding == nil {
		retypeDescriptor(root, tt.TensorDesc(withEncoding(t.Block, enc)))
	}
	if maps := root.Def(); maps != nil {
		if maps.Attr(tawa.BoxAttr) == nil {
			maps.SetAttr(tawa.BoxAttr, maps.Context().I32Array(box...))
		}
		return true
	}
	fn, arg := root.ArgBlock().Parent(), root
	if t.Block.Encoding == nil {
		var inputs []ir.Type
		for _, a := range builtin.Arguments(fn) {
			inputs = append(inputs, a.Type())
		}
		builtin.SetFunctionType(fn, inputs, builtin.FunctionType(fn).Results)
	}
	if builtin.ArgAttr(fn, arg.Index(), tawa.BoxAttr) == nil {
		builtin.SetArgAttr(fn, arg.Index(), tawa.BoxAttr, fn.Context().I32Array(box...))
	}
	return true
}

// boxOfDescriptor returns the box that a descriptor has, nil if none was chosen yet.
func boxOfDescriptor(desc *ir.Value) []int64 {
	root := rootOf(desc)
	if root == nil {
		return nil
	}
	var attr ir.Attribute
	if maps := root.Def(); maps != nil {
		attr = maps.Attr(tawa.BoxAttr)
	} else {
		attr = builtin.ArgAttr(root.ArgBlock().Parent(), root.Index(), tawa.BoxAttr)
	}
	if box, ok := attr.(*ir.DenseArrayAttr); ok {
		return box.Values
	}
	return nil
}

// rootOf is where all that is known of a descriptor stands: an argument of the function,
// or the places of the tensor maps that the kernel writes; nil if it is neither.
func rootOf(desc *ir.Value) *ir.Value {
	v := ttg.TraceCapture(desc)
	if def := v.Def(); def != nil && def.Is(nvgpu.TensorMapSlot) {
		v = ttg.TraceCapture(def.Operand(0))
	}
	switch def := v.Def(); {
	case def != nil && def.Is(nvgpu.TensorMapAlloc), def == nil && v.ArgBlock().Parent().Has(ir.FunctionLike):
		return v
	}
	return nil
}

// retypeDescriptor changes the type of v, of its slots and of the arguments by which partitions capture it.
func retypeDescriptor(v *ir.Value, t ir.Type) {
	v.SetType(t)
	for u := range v.Uses() {
		switch op := u.Owner(); {
		case op.Is(nvgpu.TensorMapSlot):
			retypeDescriptor(op.Result(0), t)
		case op.Is(ttg.WarpSpecialize):
			for _, r := range ttg.Partitions(op) {
				retypeDescriptor(r.First().Arg(u.Index()), t)
			}
		}
	}
}

// loads are descriptor loads that are begun together.
type loads []*ir.Operation

// lowerDescriptorLoads makes the descriptor loads that no ring took synchronous
// TMA loads: a barrier made for the occasion, the copies, the wait.
func lowerDescriptorLoads(fn *ir.Operation, st reporter) (map[*ir.Value]*ir.Value, bool) {
	ok, buffers := true, map[*ir.Value]*ir.Value{}
	for _, group := range loadGroups(fn) {
		for _, op := range group {
			block := op.Operand(0).Type().(*tt.DescType).Block
			if text := tmaFault(block); text != "" {
				ok = st.Errorf(op, "%s", text)
			} else if enc := sharedFor(block.Shape, block.Elem, false); !bindDescriptor(op.Operand(0), enc, tawa.Box(block), st, op) {
				ok = false
			}
		}
		if ok {
			loadNow(group, buffers)
		}
	}
	return buffers, ok
}

// loadGroups finds the loads with nothing but pure ops between them that do not use
// what the earlier ones load.
func loadGroups(fn *ir.Operation) []loads {
	var out []loads
	last := map[*ir.Block]loads{}
	end := func(b *ir.Block) {
		if last[b] != nil {
			out = append(out, last[b])
		}
		delete(last, b)
	}
	fn.Walk(func(op *ir.Operation) bool {
		b := op.Block()
		uses := false
		for _, v := range op.Operands() {
			for _, l := range last[b] {
				uses = uses || v == l.Result(0)
			}
		}
		if uses || !op.IsPure() && !op.Is(tt.DescriptorLoad) || op.Has(ir.Terminator) {
			end(b)
		}
		if op.Is(tt.DescriptorLoad) {
			last[b] = append(last[b], op)
		}
		return true
	})
	return out
}

func loadNow(group loads, buffers map[*ir.Value]*ir.Value) {
	b := ir.Before(group[len(group)-1])
	ctx := b.Context()
	bar := b.Value(ttg.LocalAlloc, nil, []ir.Type{ttg.MemDesc([]int64{1}, ctx.I64(), vectorEncoding(ctx), true)})
	var dsts []*ir.Value
	bytes := int64(0)
	for _, op := range group {
		block := op.Operand(0).Type().(*tt.DescType).Block
		dsts = append(dsts, b.Value(ttg.LocalAlloc, nil, []ir.Type{ttg.MemDesc(block.Shape, elemOf(block), block.Encoding, true)}))
		bytes += ir.NumElements(block.Shape) * int64(ir.BitWidth(block.Elem)) / 8
	}
	b.Create(nvgpu.MBarrierInit, []*ir.Value{bar}, nil, ir.A("count", ctx.I32Attr(1)))
	b.Create(nvgpu.FenceBarrierInit, nil, nil)
	meet(b)
	b.Create(nvgpu.MBarrierExpect, []*ir.Value{bar}, nil, ir.A("bytes", ctx.I32Attr(bytes)))
	for i, op := range group {
		operands := append([]*ir.Value{op.Operand(0)}, op.OperandGroup(1)...)
		b.Create(nvgpu.TMALoad, append(operands, dsts[i], bar), nil)
	}
	b.Create(nvgpu.MBarrierWait, []*ir.Value{bar, constantI32(b, 0)}, nil)
	meet(b) // all have seen the barrier before it goes
	b.Create(nvgpu.MBarrierInval, []*ir.Value{bar}, nil)
	for i, op := range group {
		view := dropUnits(b, dsts[i], tensorOf(op.Result(0)).Shape)
		l := b.Value(ttg.LocalLoad, []*ir.Value{view}, op.ResultTypes())
		l.SetName(op.Result(0).Name())
		op.Result(0).ReplaceAllUses(l)
		buffers[l] = view
	}
	for _, op := range group {
		op.Erase()
	}
}

// dropUnits views a buffer as one of that shape, which lacks leading dimensions of size one.
func dropUnits(b *ir.Builder, buffer *ir.Value, shape []int64) *ir.Value {
	t := buffer.Type().(*ttg.MemDescType)
	if len(t.Shape) == len(shape) {
		return buffer
	}
	view := ttg.MemDescView(shape, t.Elem, sharedFor(shape, t.Elem, false), t.Space, t.Mutable, shape)
	return b.Value(ttg.MemDescReshape, []*ir.Value{buffer}, []ir.Type{view})
}

// elemOf is the element type of a descriptor's block without its sign.
func elemOf(block *ir.RankedTensorType) ir.Type { return tt.TensorDesc(block).Tensor().Elem }

// meet makes all warps of the region meet: a named barrier where there are roles.
func meet(b *ir.Builder) {
	if n := roleOf(b.Block()); n >= 0 {
		b.Create(nvgpu.Barrier, nil, nil, ir.A("id", b.Context().I32Attr(nvgpu.RegionBarrier(n))))
		return
	}
	b.Create(gpu.Barrier, nil, nil)
}

// roleOf is the number of the role that runs a block: 0 the default region of
// ttg.warp_specialize, 1 the first partition; -1 outside.
func roleOf(b *ir.Block) int {
	for r := b.Region(); r != nil; r = regionOf(r.Owner()) {
		switch {
		case r.Owner().Is(ttg.WarpSpecializePartitions):
			return 1 + r.Index()
		case r.Owner().Is(ttg.WarpSpecialize):
			return 0
		}
	}
	return -1
}
