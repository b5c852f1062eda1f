package gpu

import (
	"tawa/dialects/arith"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/transforms/tawa"
)

// makeTensorMaps makes the descriptors that no ring took tensor maps of the role that
// makes them. One thread writes the map; all threads meet before, so that what copied
// by the last one is done, and after, so that any of them may acquire it.
func makeTensorMaps(fn *ir.Operation) {
	for _, desc := range descriptorsMade(fn) {
		ctx, v := desc.Context(), desc.Result(0)
		first := ir.Before(outermost(desc))
		maps := first.Value(nvgpu.TensorMapAlloc, nil, []ir.Type{v.Type()}, ir.A("slots", ctx.I32Attr(1)), ir.A("padding", desc.Attr("padding")))
		zero := first.Value(arith.Constant, nil, []ir.Type{ctx.I32()}, ir.A("value", ctx.I32Attr(0)))
		place := first.Value(nvgpu.TensorMapSlot, []*ir.Value{maps, zero}, []ir.Type{v.Type()})
		place.SetName(v.Name())
		b := ir.Before(desc)
		if desc.ParentOf(scf.For, scf.While) != nil {
			if storedThrough(v) {
				b.Create(nvgpu.TMAStoreWait, nil, nil, ir.A("pendings", ctx.I32Attr(0)))
			}
			meet(b)
		}
		tawa.MakeMap(b, place, desc)
		b.Create(nvgpu.TensorMapRelease, nil, nil)
		meet(b)
		b.Create(nvgpu.TensorMapAcquire, []*ir.Value{place}, nil)
		v.ReplaceAllUses(place)
		desc.Erase()
	}
}

// Where the program's tensor maps lie in its part of the global scratch memory, in bytes.
const (
	scratchOffsetAttr = "ttg.global_scratch_memory_offset"
	scratchSizeAttr   = "ttg.global_scratch_memory_size"
	scratchAlignAttr  = "ttg.global_scratch_memory_alignment"
)

// placeTensorMaps gives the tensor maps of a function their places in global memory, one after
// the other, and returns the bytes of all.
func placeTensorMaps(fn *ir.Operation) int64 {
	at := int64(0)
	fn.Walk(func(op *ir.Operation) bool {
		if op.Is(nvgpu.TensorMapAlloc) {
			slots, _ := op.IntAttr("slots")
			op.SetAttr(scratchOffsetAttr, op.Context().I32Attr(at))
			at += slots * nvgpu.TensorMapBytes
		}
		return true
	})
	return at
}

// setScratch asks for that much global memory for each program, if any.
func setScratch(module *ir.Operation, bytes int64) {
	if bytes > 0 {
		module.SetAttr(scratchSizeAttr, module.Context().I32Attr(bytes))
		module.SetAttr(scratchAlignAttr, module.Context().I32Attr(nvgpu.TensorMapBytes))
	}
}

func storedThrough(desc *ir.Value) bool {
	for user := range desc.Users() {
		if user.Is(tt.DescriptorStore) {
			return true
		}
	}
	return false
}

// outermost is the outermost op around op in its role; in the default role the roles part.
func outermost(op *ir.Operation) *ir.Operation {
	at := op
	for p := op.Parent(); !p.Has(ir.FunctionLike) && !p.Is(ttg.WarpSpecializePartitions); p = p.Parent() {
		at = p
	}
	return at
}
