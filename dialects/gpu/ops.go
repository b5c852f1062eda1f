// Package gpu holds what is used here of MLIR's dialect of GPU programs.
package gpu

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Barrier is `gpu.barrier`.
var Barrier = ir.Op("gpu.barrier")

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "gpu", Summary: "GPU programs"}) {
		return
	}
	builtin.Register(r)
	r.Define(Barrier, ir.OpDef{
		Summary: "waits until all threads of the block are here, and all see what each has written",
		Traits:  ir.ReadsMemory | ir.WritesMemory,
		Format:  "attr-dict",
		Canonicalize: []ir.Pattern{{Name: "barrier-twice", Root: Barrier, Match: func(op *ir.Operation, r ir.Rewriter) bool {
			if next := op.Next(); next == nil || !next.Is(Barrier) {
				return false
			}
			r.Erase(op)
			return true
		}}},
	})
}
