package nvgpu

import (
	"tawa/dialects/tt"
	"tawa/ir"
)

// The ops on tensor maps that a kernel writes itself.
var (
	TensorMapAlloc   = ir.Op("nvgpu.tensormap.alloc")
	TensorMapSlot    = ir.Op("nvgpu.tensormap.slot")
	TensorMapMake    = ir.Op("nvgpu.tensormap.make")
	TensorMapRelease = ir.Op("nvgpu.tensormap.release")
	TensorMapAcquire = ir.Op("nvgpu.tensormap.acquire")
)

// TensorMapBytes is the size of a tensor map, and its alignment.
const TensorMapBytes = 128

var pointer = &ir.TypeConstraint{Summary: "pointer", Ok: func(t ir.Type) bool { return !ir.IsTensor(t) && tt.Pointee(t) != nil }}

func defineTensorMaps(r *ir.Registry) {
	maps := ir.Operand{Name: "map", Type: desc}
	r.Define(TensorMapAlloc, ir.OpDef{
		Summary: "`slots` places for tensor maps of this program in global memory, and in shared memory a template with what they have in common; by one thread of the region",
		Results: []ir.Result{{Name: "maps", Type: desc}},
		Attrs:   append(required("slots"), ir.Attr{Name: "padding", Kind: tt.PaddingKind, Default: ir.DefaultI32(tt.PadZero)}),
		Format:  "attr-dict `:` type($maps)", Verify: verifySlots,
	})
	r.Define(TensorMapSlot, ir.OpDef{
		Summary:   "the place number `index` of an nvgpu.tensormap.alloc",
		Operands:  []ir.Operand{{Name: "maps", Type: desc}, {Name: "index", Type: ir.I32}},
		Results:   []ir.Result{{Name: "map", Type: desc}},
		Traits:    ir.Pure,
		TypeRules: []ir.TypeRule{{To: "map", From: "maps", Summary: "a slot has the type of all of them"}},
		Format:    "$maps `[` $index `]` attr-dict `:` type($maps)",
	})
	r.Define(TensorMapMake, ir.OpDef{
		Summary: "writes a tensor map; by one thread of the region",
		Operands: []ir.Operand{
			maps, {Name: "base", Type: pointer},
			{Name: "shape", Type: ir.I32, Arity: ir.Variadic}, {Name: "strides", Type: ir.I64, Arity: ir.Variadic},
		},
		Traits: ir.AttrSizedOperandSegments,
		Format: "$map `,` $base `,` `[` $shape `]` `,` `[` $strides `]` attr-dict `:` type($map) `,` type($base)",
		Verify: verifyTensorMap,
	})
	r.Define(TensorMapRelease, ir.OpDef{
		Summary: "the tensor maps that this thread has written are those that others acquire who have met it since; by one thread of the region",
		Format:  "attr-dict",
	})
	r.Define(TensorMapAcquire, ir.OpDef{
		Summary:  "the copies that this thread starts from here on see the tensor map that was released; by the first thread of each warp group",
		Operands: []ir.Operand{maps}, Format: "$map attr-dict `:` type($map)",
	})
}

func verifySlots(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("slots"); n < 1 {
		return r.Errorf("needs at least one slot, not %d", n)
	}
	return true
}

func verifyTensorMap(op *ir.Operation, r ir.Reporter) bool {
	block := op.Operand(0).Type().(*tt.DescType).Block
	for i, name := range []string{"shape", "strides"} {
		if n := len(op.OperandGroup(i + 2)); n != len(block.Shape) {
			return r.Errorf("requires a %s of %d dimensions, but it has %d", name, len(block.Shape), n)
		}
	}
	return true
}
