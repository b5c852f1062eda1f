package gpu

import (
	"fmt"

	"tawa/dialects/arith"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/pass"
)

// DeviceDescriptors makes loads and stores through descriptors that a kernel makes
// itself masked ones through pointers, where TMA can't copy their blocks. What tensors it
// can't copy from, those with a base or strides of no multiple of 16 bytes, the program
// promises not to have by making a descriptor, unless the stride is known.
type DeviceDescriptors struct{}

// Info names the pass.
func (*DeviceDescriptors) Info() pass.Info {
	return pass.Info{Name: "lower-device-descriptors", Summary: "access memory through pointers where TMA can't copy the blocks of a descriptor that the kernel makes"}
}

// Run works on everything inside root.
func (*DeviceDescriptors) Run(root *ir.Operation, st *pass.State) bool {
	return lowerDeviceDescriptors(root, st)
}

func lowerDeviceDescriptors(fn *ir.Operation, st *pass.State) bool {
	ok := true
	for _, desc := range descriptorsMade(fn) {
		why := pointersOnly(desc)
		for user := range desc.Result(0).Users() {
			switch {
			case user.Is(tt.DescriptorLoad, tt.DescriptorStore) && why == "":
			case user.Is(tt.DescriptorLoad):
				loadThroughPointers(desc, user)
			case user.Is(tt.DescriptorStore):
				storeThroughPointers(desc, user)
			default:
				ok = st.Errorf(user, "a descriptor that the kernel makes can only be loaded and stored through, not used by '%s'", user.Name())
			}
		}
		if ok && why != "" {
			st.Missedf(desc, "accessed through pointers: %s", why)
			desc.Erase()
		}
	}
	return ok
}

// descriptorsMade are the ops that make descriptors, inside root.
func descriptorsMade(root *ir.Operation) []*ir.Operation {
	var made []*ir.Operation
	root.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.MakeTensorDesc) {
			made = append(made, op)
		}
		return true
	})
	return made
}

// pointersOnly says why TMA can't access what a descriptor describes, "" if it can.
func pointersOnly(desc *ir.Operation) string {
	block := desc.Result(0).Type().(*tt.DescType).Block
	if why := tmaFault(block); why != "" {
		return why
	}
	elem := int64(ir.BitWidth(block.Elem)) / 8
	if pad, _ := desc.IntAttr("padding"); pad == tt.PadNaN && !padsWithNaN(block.Elem) {
		return fmt.Sprintf("TMA does not pad '%s' with NaNs", ir.TypeString(block.Elem))
	}
	for i, v := range desc.NamedOperands("strides") {
		n, known := int64(0), v.Def() != nil && v.Def().Has(ir.ConstantLike)
		if known {
			n, known = v.Def().IntAttr("value")
		}
		last := i == len(block.Shape)-1
		switch {
		case !known:
		case last && n != 1:
			return fmt.Sprintf("the innermost stride is %d, but TMA copies rows without gaps", n)
		case !last && n*elem%minRow != 0:
			return fmt.Sprintf("stride %d is %d bytes, no multiple of the %d that TMA demands", i, n*elem, minRow)
		}
	}
	return ""
}

func padsWithNaN(t ir.Type) bool {
	_, float := t.(*ir.FloatType)
	return float && ir.BitWidth(t) >= 16
}

func loadThroughPointers(desc, load *ir.Operation) {
	b := ir.Before(load)
	ptrs, mask := blockPointers(b, desc, load.OperandGroup(1))
	t := load.Result(0).Type()
	pad := b.Value(arith.Constant, nil, []ir.Type{t}, ir.A("value", padding(desc, t)))
	v := b.Value(tt.Load, []*ir.Value{ptrs, mask, pad}, []ir.Type{t}, ir.Segments(b.Context(), 1, 1, 1))
	v.SetName(load.Result(0).Name())
	load.ReplaceWith(v)
}

func storeThroughPointers(desc, store *ir.Operation) {
	b := ir.Before(store)
	ptrs, mask := blockPointers(b, desc, store.NamedOperands("indices"))
	b.Create(tt.Store, []*ir.Value{ptrs, store.NamedOperands("src")[0], mask}, nil)
	store.Erase()
}

// padding is what a load gives outside the tensor: zeros, or quiet NaNs.
func padding(desc *ir.Operation, t ir.Type) ir.Attribute {
	ctx, elem := t.Context(), ir.ElementType(t)
	f, isFloat := elem.(*ir.FloatType)
	if pad, _ := desc.IntAttr("padding"); pad == tt.PadNaN && isFloat {
		return ctx.DenseBits(t, f.Format.Encode(nan))
	}
	return ctx.DenseBits(t, 0)
}

// blockPointers computes the pointers to the elements of the block that begins at
// indices, and where they are inside the tensor.
//
// TMA demands a base and strides of multiples of 16 bytes; the program promises as
// much by making a descriptor, which the divisibility attributes hand on.
func blockPointers(b *ir.Builder, desc *ir.Operation, indices []*ir.Value) (ptrs, mask *ir.Value) {
	ctx := b.Context()
	block := desc.Result(0).Type().(*tt.DescType).Block
	shape, strides := desc.NamedOperands("shape"), desc.NamedOperands("strides")
	base := desc.Operand(0)
	elemBytes := int64(max(ir.BitWidth(block.Elem)/8, 1))
	full := func(elem ir.Type) ir.Type { return ctx.Tensor(block.Shape, elem, nil) }
	splat := func(v *ir.Value, div int64) *ir.Value {
		s := b.Value(tt.Splat, []*ir.Value{v}, []ir.Type{full(v.Type())})
		if div > 1 {
			s.Def().SetAttr(divisibilityAttr, ctx.I32Attr(div))
		}
		return s
	}
	ptrs = splat(base, 16)
	for d := range block.Shape {
		i := b.Value(arith.AddI, []*ir.Value{splat(indices[d], 1), dimRange(b, block.Shape, d)}, nil)
		zero := b.Value(arith.Constant, nil, []ir.Type{full(ctx.I32())}, ir.A("value", ctx.DenseBits(full(ctx.I32()), 0)))
		low := compare(b, arith.SGE, i, zero)
		high := compare(b, arith.SLT, i, splat(shape[d], 1))
		inside := b.Value(arith.AndI, []*ir.Value{low, high}, nil)
		if mask == nil {
			mask = inside
		} else {
			mask = b.Value(arith.AndI, []*ir.Value{mask, inside}, nil)
		}
		offset := b.Value(arith.ExtSI, []*ir.Value{i}, []ir.Type{full(ctx.I64())})
		if d != len(block.Shape)-1 { // the last stride is one
			offset = b.Value(arith.MulI, []*ir.Value{offset, splat(strides[d], max(16/elemBytes, 1))}, nil)
		}
		ptrs = b.Value(tt.AddPtr, []*ir.Value{ptrs, offset}, []ir.Type{ptrs.Type()})
	}
	return ptrs, mask
}

const divisibilityAttr = "tt.divisibility"

// dimRange is a tensor of that shape whose elements are their index along dimension d.
func dimRange(b *ir.Builder, shape []int64, d int) *ir.Value {
	ctx := b.Context()
	v := b.Value(tt.MakeRange, nil, []ir.Type{ctx.Tensor([]int64{shape[d]}, ctx.I32(), nil)},
		ir.A("start", ctx.I32Attr(0)), ir.A("end", ctx.I32Attr(shape[d])))
	for i := range shape {
		if i != d {
			axis := i
			if i > d {
				axis = len(tensorOf(v).Shape)
			}
			v = b.Value(tt.ExpandDims, []*ir.Value{v}, nil, ir.A("axis", ctx.I32Attr(int64(axis))))
		}
	}
	return b.Value(tt.Broadcast, []*ir.Value{v}, []ir.Type{ctx.Tensor(shape, ctx.I32(), nil)})
}

func compare(b *ir.Builder, predicate int64, x, y *ir.Value) *ir.Value {
	return b.Value(arith.CmpI, []*ir.Value{x, y}, []ir.Type{ir.WithElement(x.Type(), b.Context().I1())},
		ir.A("predicate", b.Context().I64Attr(predicate)))
}
