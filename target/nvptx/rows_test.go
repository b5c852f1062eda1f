package nvptx

import (
	"testing"

	"tawa/dialects/cf"
	"tawa/dialects/gpu"
	"tawa/dialects/llvm"
	"tawa/dialects/math"
	"tawa/dialects/nvgpu"
	"tawa/dialects/scf"
	"tawa/ir"
)

// The tables name ops by their text: each must be one that is registered.
func TestRowsAreOps(t *testing.T) {
	r := ir.NewRegistry()
	for _, register := range []func(*ir.Registry){nvgpu.Register, scf.Register, cf.Register, math.Register, gpu.Register, llvm.Register} {
		register(r)
	}
	for name := range rows() {
		if r.Row(ir.Op(name)) == nil {
			t.Errorf("%s is no op", name)
		}
	}
}
