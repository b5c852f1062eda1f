package driver

import (
	"tawa/dialects/aref"
	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/dialects/cf"
	"tawa/dialects/func"
	"tawa/dialects/gluon"
	"tawa/dialects/gpu"
	"tawa/dialects/llvm"
	"tawa/dialects/math"
	"tawa/dialects/memref"
	"tawa/dialects/nvg"
	"tawa/dialects/nvgpu"
	"tawa/dialects/nvws"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/dialects/tti"
	"tawa/dialects/ttng"
	"tawa/dialects/ub"
	"tawa/dialects/vector"
	"tawa/ir"
	"tawa/pass"
	"tawa/transforms"
)

// All returns every dialect and pass of the project.
func All() *Registry {
	return &Registry{Dialects: AllDialects(), Passes: AllPasses()}
}

// AllDialects returns a registry of every dialect.
func AllDialects() *ir.Registry {
	r := ir.NewRegistry()
	for _, register := range []func(*ir.Registry){
		builtin.Register, ub.Register, arith.Register, math.Register, cf.Register, vector.Register, memref.Register, scf.Register, funcd.Register,
		gpu.Register, tt.Register, ttg.Register, llvm.Register, ttng.Register, nvws.Register, nvg.Register, gluon.Register, tti.Register, aref.Register, nvgpu.Register,
	} {
		register(r)
	}
	return r
}

// AllPasses returns a registry of every pass and pipeline.
func AllPasses() *pass.Registry {
	r := pass.NewRegistry()
	transforms.Register(r)
	return r
}
