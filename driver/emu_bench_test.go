package driver

import (
	"testing"

	"tawa/emu"
)

// BenchmarkEmulatorGEMM runs C[256,256] = A[256,256] · B[256,256]ᵀ in tiles of 128 × 256 × 64.
func BenchmarkEmulatorGEMM(b *testing.B) {
	s, err := compileSpecimen(b, "gemm_fp16_128x256x64", "", gemm("f16", 2, 256, 256, 256))
	if err != nil {
		b.Fatal(err)
	}
	module := s.module(b)
	var threads int64
	for b.Loop() {
		cfg, err := emuConfig(&Launch{Program: s.program, Data: s.initial.clone(), Grid: s.runner.size, runner: s.runner})
		if err != nil {
			b.Fatal(err)
		}
		r := emu.Run(module, cfg)
		if len(r.Reports) > 0 {
			b.Fatal(r.Reports[0].String())
		}
		threads += r.Stats.ThreadInstructions
	}
	b.ReportMetric(float64(threads)/b.Elapsed().Seconds()/1e6, "Mthread-instructions/s")
}
