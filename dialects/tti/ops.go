// Package tti is the dialect of the ops with which Triton 3.6 checks itself at run time
// (its concurrency sanitizer). They are read, checked and printed; nothing compiles them.
package tti

import (
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// The ops.
var (
	AssertInThread = ir.Op("tti.experimental_assert_in_thread")
	BufferPointers = ir.Op("tti.experimental_buffer_pointers")
	MemDescToI64   = ir.Op("tti.experimental_memdesc_to_i64")
	LockAcquire    = ir.Op("tti.experimental_lock_acquire")
	LockRelease    = ir.Op("tti.experimental_lock_release")
)

// Register adds the dialect, and those that it builds on.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "tti", Summary: "Triton's checks at run time", Verify: tt.VerifyTensors}) {
		return
	}
	ttg.Register(r)
	memory := ir.EnumAttr("kind of memory", false, "shared_mem", "tensor_mem")
	one := func(name string, t *ir.TypeConstraint) []ir.Operand { return []ir.Operand{{Name: name, Type: t}} }
	r.Define(AssertInThread, ir.OpDef{
		Summary:  "reports message in the threads in which the condition fails, for all or, if check_any, for every element",
		Operands: one("condition", tt.BoolLike),
		Attrs:    []ir.Attr{{Name: "message", Kind: ir.StringAttrKind}, {Name: "check_any", Kind: ir.BoolAttrKind}},
		Traits:   ir.WritesMemory,
		Format:   "$condition `,` $message attr-dict `:` type($condition)",
	})
	r.Define(BufferPointers, ir.OpDef{
		Summary: "the addresses of buffers at these offsets",
		Results: one("result", tt.Tensor),
		Attrs:   []ir.Attr{{Name: "offsets", Kind: ir.I32ArrayAttrKind}, {Name: "memType", Kind: memory}},
		Traits:  ir.Pure,
		Format:  "$offsets `,` $memType attr-dict `:` type($result)",
	})
	r.Define(MemDescToI64, ir.OpDef{
		Summary:  "the address of a buffer",
		Operands: one("memdesc", ttg.MemDescKind), Results: one("result", ir.I64),
		Traits: ir.Pure,
		Format: "$memdesc attr-dict `:` type($memdesc)",
	})
	lock := func(summary string) ir.OpDef {
		return ir.OpDef{
			Summary:  summary,
			Operands: append(one("lock", tt.PtrLike), ir.Operand{Name: "pred", Type: ir.I1, Arity: ir.Optional}),
			Traits:   ir.WritesMemory,
			Format:   "$lock (`,` $pred^)? attr-dict `:` type($lock)",
		}
	}
	r.Define(LockAcquire, lock("takes a lock in global memory"))
	r.Define(LockRelease, lock("gives a lock in global memory back"))
}
