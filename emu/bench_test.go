package emu

import (
	"testing"
)

// BenchmarkScalar runs a loop of ordinary instructions in 128 threads.
func BenchmarkScalar(b *testing.B) {
	m := parse(b, `
	mov.u32 %r1, %tid.x; mov.b32 %r2, 0; mov.b32 %f1, 0f3F800000;
	L: mad.lo.s32 %r3, %r1, %r2, 7; xor.b32 %r4, %r3, %r1; shl.b32 %r5, %r4, 2; fma.rn.f32 %f2, %f1, %f1, %f1; mul.f32 %f3, %f2, 0f3F000000; max.f32 %f4, %f3, %f2;
	add.s32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 1000;
	@%p1 bra L;`)
	var threads int64
	for b.Loop() {
		cfg := launch(make([]byte, 8), 128)
		cfg.MaxInstructions = 1 << 40
		cfg.Schedule.Mode = InOrder
		threads += Run(m, cfg).Stats.ThreadInstructions
	}
	b.ReportMetric(float64(threads)/b.Elapsed().Seconds()/1e6, "Mthread-instructions/s")
}
