package interp

import (
	"slices"
	"testing"

	"tawa/dialects/aref"
	"tawa/dialects/func"
	mathd "tawa/dialects/math"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/ir"
)

// withoutMeaning are the ops that only the hardware, a library or a level below
// gives a meaning, and those of MLIR that no kernel's front end makes.
var withoutMeaning = []string{
	"arith.scaling_extf", "arith.scaling_truncf", "cf.assert", "func.call_indirect", "func.constant",
	"math.clampf", "math.fpowi", "math.ipowi", "math.isnormal", "math.sincos",
	"nvgpu.cluster_barrier", "scf.forall", "scf.parallel",
	"tt.atomic_poll", "tt.dot_scaled", "tt.elementwise_inline_asm", "tt.grid_dependency_launch_dependents", "tt.grid_dependency_wait",
	"ttg.fp4_to_fp", "ttg.global_scratch_alloc", "ttg.local_atomic_scatter_rmw", "ttg.local_gather", "ttg.local_scatter", "ttg.warp_id",
}

func TestEveryOpHasAMeaning(t *testing.T) {
	r := ir.NewRegistry()
	for _, register := range []func(*ir.Registry){mathd.Register, scf.Register, funcd.Register, aref.Register, nvgpu.Register} {
		register(r)
	}
	table := meanings()
	var missing []string
	for _, row := range r.Ops() {
		if _, ok := table[row.Name()]; !ok && !row.Is(ir.Terminator) && !row.Is(ir.FunctionLike) && !row.Is(ir.SymbolTable) {
			missing = append(missing, row.Name().String())
		}
	}
	slices.Sort(missing)
	if !slices.Equal(missing, withoutMeaning) {
		t.Errorf("without meaning are\n%v\nnot\n%v", missing, withoutMeaning)
	}
}
