package emu

import (
	"strings"
	"testing"

	"tawa/emu/tensor"
)

// pipeline is a small kernel with all that the executor checks: thread 0 loads A (64×64) and B (8×64) through two
// mbarriers, the warp group multiplies them, writes C (64×8) to shared memory and thread 0 stores it.
const pipeline = `
ld.param.b64 %rd1, [out]; mov.b64 %rd2, a; cvta.param.u64 %rd2, %rd2; mov.b64 %rd3, b; cvta.param.u64 %rd3, %rd3; mov.b64 %rd4, c; cvta.param.u64 %rd4, %rd4;
mov.u32 %r1, %tid.x; mov.b64 %rd5, smem; cvt.u32.u64 %r2, %rd5; add.s32 %r3, %r2, 16384; setp.eq.u32 %p1, %r1, 0;
@%p1 mbarrier.init.shared::cta.b64 [%r3], 1;
@%p1 mbarrier.init.shared::cta.b64 [%r3+8], 128;
fence.mbarrier_init.release.cluster;
bar.sync 0;
@!%p1 bra LOADED;
mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 9216;
cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r2], [%rd2, {0, 0}], [%r3];
add.s32 %r4, %r2, 8192;
cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r4], [%rd3, {0, 0}], [%r3];
LOADED:
{ .reg .pred P; WAIT: mbarrier.try_wait.parity.shared::cta.b64 P, [%r3], 0; @P bra.uni DONE; bra.uni WAIT; DONE: }
shr.u32 %r5, %r2, 4; cvt.u64.u32 %rd6, %r5; or.b64 %rd6, %rd6, 0x4000004000010000; add.s64 %rd7, %rd6, 512;
wgmma.fence.sync.aligned;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %rd6, %rd7, 0, 1, 1, 0, 0;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
mbarrier.arrive.shared::cta.b64 _, [%r3+8];
cvt.rn.f16x2.f32 %r6, %f1, %f0; cvt.rn.f16x2.f32 %r7, %f3, %f2;
shl.b32 %r8, %r1, 2; add.s32 %r9, %r2, 12288; shr.u32 %r10, %r1, 5; shl.b32 %r10, %r10, 8; and.b32 %r11, %r8, 127; add.s32 %r9, %r9, %r10; add.s32 %r9, %r9, %r11;
st.shared.b32 [%r9], %r6;
st.shared.b32 [%r9+128], %r7;
fence.proxy.async.shared::cta;
bar.sync 1, 128;
add.s32 %r12, %r2, 12288;
@%p1 cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd4, {0, 0}], [%r12];
@%p1 cp.async.bulk.commit_group;
@%p1 cp.async.bulk.wait_group.read 0;
`

// runPipeline runs the kernel with some text replaced: pairs of old and new.
func runPipeline(t *testing.T, s Schedule, strict bool, replace ...string) (*Result, []float32) {
	t.Helper()
	body := pipeline
	for i := 0; i < len(replace); i += 2 {
		if !strings.Contains(body, replace[i]) {
			t.Fatalf("the kernel has no %q", replace[i])
		}
		body = strings.Replace(body, replace[i], replace[i+1], 1)
	}
	half := func(n int, f func(i int) float32) []byte {
		b := make([]byte, 2*n)
		for i := range n {
			store(b[2*i:2*i+2], uint64(tensor.F32ToF16(f(i), tensor.RN, false)))
		}
		return b
	}
	cfg := launch(make([]byte, 256), 128)
	// A[i,k] = i for k = 3; B[j,k] = j+1 for k = 3: C[i,j] = i·(j+1).
	a := half(64*64, func(i int) float32 { return map[bool]float32{true: float32(i / 64)}[i%64 == 3] })
	b := half(8*64, func(i int) float32 { return map[bool]float32{true: float32(i/64 + 1)}[i%64 == 3] })
	c := make([]byte, 2*64*8)
	cfg.Args[1], cfg.Args[2] = Map(boxMap(64, 64, 64, 64, tensor.Swizzle128), a), Map(boxMap(8, 64, 8, 64, tensor.Swizzle128), b)
	cfg.Args[3] = Map(boxMap(64, 8, 64, 8, 0), c)
	cfg.Schedule, cfg.Strict = s, strict
	r := Run(parse(t, body), cfg)
	out := make([]float32, 64*8)
	for i := range out {
		out[i] = tensor.F16ToF32(uint16(load(c[2*i : 2*i+2])))
	}
	return r, out
}

func TestPipeline(t *testing.T) {
	for _, s := range Schedules(24) {
		for _, strict := range []bool{false, true} {
			r, out := runPipeline(t, s, strict)
			clean(t, r)
			for i, v := range out {
				if want := float32(i / 8 * (i%8 + 1)); v != want {
					t.Fatalf("schedule %v: C[%d,%d] is %g, want %g", s, i/8, i%8, v, want)
				}
			}
		}
	}
}

// TestFaults breaks the kernel and expects the report, at the line and under every schedule.
func TestFaults(t *testing.T) {
	const (
		tryWait = "{ .reg .pred P; WAIT: mbarrier.try_wait.parity.shared::cta.b64 P, [%r3], 0; @P bra.uni DONE; bra.uni WAIT; DONE: }"
		waitMMA = "wgmma.wait_group.sync.aligned 0;"
		storeC  = "@%p1 cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd4, {0, 0}], [%r12];"
		loadA   = "[%r2], [%rd2, {0, 0}], [%r3];"
		stC     = "st.shared.b32 [%r9], %r6;"
		fenceC  = "fence.proxy.async.shared::cta;"
	)
	for _, c := range []struct {
		name    string
		replace []string
		kind    Kind
		line    int
		text    string
	}{
		{"no arrival", []string{"mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3], 9216;", ""}, Deadlock, 13, "1 of 1 arrivals missing"},
		{"one arrival too many expected", []string{"[%r3], 1;", "[%r3], 2;"}, Deadlock, 13, "1 of 2 arrivals missing"},
		{"wrong parity", []string{"[%r3], 0; @P", "[%r3], 1; @P"}, PendingWrite, 16, "may still write"},
		{"no wait", []string{tryWait, ""}, PendingWrite, 16, "may still write"},
		{"16 bytes too many", []string{"9216", "9232"}, Transactions, 13, "16 bytes expected and not copied"},
		{"16 bytes too few", []string{"9216", "9200"}, Transactions, 13, "16 bytes copied beyond"},
		{"too few bytes for the second copy", []string{"9216", "8192"}, Transactions, 0, ""},
		{"no fence after init", []string{"fence.mbarrier_init.release.cluster;", ""}, ProxyFence, 9, "no fence.mbarrier_init"},
		{"no barrier after init", []string{"bar.sync 0;", ""}, Race, 0, "initialized"},
		{"initialized twice", []string{"bar.sync 0;", "bar.sync 0; @%p1 mbarrier.init.shared::cta.b64 [%r3], 1;"}, BarrierReinit, 6, "initialized again"},
		{"an arrival too many", []string{"LOADED:", "mbarrier.arrive.shared::cta.b64 _, [%r3]; LOADED:"}, ArrivalOverflow, 12, "waits for 0 of 1"},
		{"more arrivals than the count", []string{"_, [%r3+8];", "_, [%r3+8], 200;"}, ArrivalOverflow, 19, "200 arrivals"},
		{"store over the barrier", []string{stC, stC + " st.shared.b32 [%r3], %r6;"}, BarrierMisuse, 22, "touches the mbarrier"},
		{"arrive at no barrier", []string{"_, [%r3+8];", "_, [%r3+16];"}, BarrierMisuse, 19, "no mbarrier is initialized"},
		{"no proxy fence", []string{fenceC, ""}, ProxyFence, 27, "no fence.proxy.async lies between"},
		{"proxy fence after the barrier of others only", []string{fenceC, "", "bar.sync 1, 128;", "bar.sync 1, 128; bar.sync 1, 128;"}, ProxyFence, 27, "no fence.proxy.async"},
		{"no barrier before the store", []string{"bar.sync 1, 128;", ""}, Race, 27, "without an order after the write"},
		{"accumulator before the wait", []string{waitMMA, "add.f32 %f5, %f0, %f1;" + waitMMA}, Accumulator, 18, "is read while a wgmma"},
		{"accumulator written before the wait", []string{waitMMA, "mov.b32 %f0, 0;" + waitMMA}, Accumulator, 18, "is written while a wgmma"},
		{"no wgmma.fence", []string{"wgmma.fence.sync.aligned;", ""}, Accumulator, 16, "no wgmma.fence"},
		{"written after wgmma.fence", []string{"wgmma.fence.sync.aligned;", "wgmma.fence.sync.aligned; mov.b32 %f0, 0;"}, Accumulator, 16, "written after the last wgmma.fence"},
		{"no wait for wgmma", []string{waitMMA, "", "%r6, %f1, %f0; cvt.rn.f16x2.f32 %r7, %f3, %f2;", "%r6, %f5, %f5;"}, PendingAtExit, 0, "has not waited for"},
		{"sum onto nothing", []string{"%rd7, 0, 1, 1, 0, 0;", "%rd7, 1, 1, 1, 0, 0;"}, Uninitialized, 16, "which nothing has written"},
		{"operand overwritten", []string{waitMMA, "st.shared.b32 [%r2], 0;" + waitMMA}, PendingRead, 18, "may still read"},
		{"staging overwritten", []string{"@%p1 cp.async.bulk.wait_group.read 0;", "@%p1 st.shared.b32 [%r12], 0; @%p1 cp.async.bulk.wait_group.read 0;"}, PendingRead, 29, "may still read"},
		{"exit before the store has read", []string{"@%p1 cp.async.bulk.wait_group.read 0;", ""}, PendingAtExit, 0, "may still read shared memory"},
		{"exit before the group is committed", []string{"@%p1 cp.async.bulk.commit_group;", ""}, PendingAtExit, 0, "may still read shared memory"},
		{"unwritten shared memory", []string{"add.s32 %r4, %r2, 8192;", "add.s32 %r4, %r2, 8192; ld.shared.b32 %r20, [%r2+20000];"}, Uninitialized, 10, "nothing has written"},
		{"box beyond shared memory", []string{loadA, "[%r20], [%rd2, {0, 0}], [%r3];", "bar.sync 0;", "bar.sync 0; add.s32 %r20, %r2, 65536;"}, OutOfBounds, 9, "a box of 8192 bytes"},
		{"box at an odd address", []string{"add.s32 %r4, %r2, 8192;", "add.s32 %r4, %r2, 8320;"}, Misaligned, 11, "is not aligned to"},
		{"descriptor beside the swizzle pattern", []string{"add.s64 %rd7, %rd6, 512;", "add.s64 %rd7, %rd6, 520;"}, BadDescriptor, 16, "descriptor"},
		{"descriptor that differs between lanes", []string{"shr.u32 %r5, %r2, 4;", "shr.u32 %r5, %r2, 4; and.b32 %r20, %r1, 64; add.s32 %r5, %r5, %r20; and.b32 %r20, %r1, 1; shl.b32 %r20, %r20, 6; add.s32 %r5, %r5, %r20;"}, BadDescriptor, 16, "differs between lanes"},
		{"descriptor beyond shared memory", []string{"add.s64 %rd7, %rd6, 512;", "add.s64 %rd7, %rd6, 8192;"}, OutOfBounds, 16, "reaches shared address"},
		{"descriptor of what is not loaded", []string{"add.s64 %rd7, %rd6, 512;", "add.s64 %rd7, %rd6, 1088;"}, Uninitialized, 16, "nothing has written"},
		{"barrier of 64 threads", []string{"bar.sync 1, 128;", "bar.sync 1, 160;"}, BarrierMisuse, 25, "must be a multiple of 32"},
		{"two thread counts", []string{"bar.sync 1, 128;", "and.b32 %r20, %r1, 32; add.s32 %r20, %r20, 96; bar.sync 1, %r20;"}, BarrierMisuse, 25, "by others"},
		{"barrier some never reach", []string{"bar.sync 1, 128;", "setp.gt.u32 %p2, %r1, 95; @%p2 bra SKIP; bar.sync 1, 128; SKIP:"}, Deadlock, 25, "96 of 128 threads"},
		{"half a warp", []string{"bar.sync 0;", "and.b32 %r20, %r1, 1; setp.eq.u32 %p2, %r20, 0; @%p2 bra ODD; bar.sync 0; bra BOTH; ODD: bar.sync 2; BOTH:"}, Divergence, 6, "wait here for the others"},
		{"aligned under a divergent guard", []string{"bar.sync 0;", "and.b32 %r20, %r1, 1; setp.eq.u32 %p2, %r20, 0; @%p2 bar.sync 0;"}, Divergence, 6, "under a guard"},
		{"registers that are not there", []string{"bar.sync 0;", "bar.sync 0; setmaxnreg.inc.sync.aligned.u32 256;"}, Registers, 6, "the pool has"},
		{"setmaxnreg in one warp", []string{"bar.sync 0;", "bar.sync 0; setp.lt.u32 %p2, %r1, 32; @!%p2 bra REST; setmaxnreg.dec.sync.aligned.u32 40; REST:"}, Registers, 6, "other warps of its warp group"},
		{"endless loop", []string{"LOADED:", "LOADED: bra LOADED;"}, Limit, 12, "warp instructions"},
		{"trap", []string{"LOADED:", "LOADED: trap;"}, Trap, 12, "trapped"},
		{"global load out of bounds", []string{"LOADED:", "ld.global.b32 %r20, [%rd1+256]; LOADED:"}, OutOfBounds, 12, "256 bytes behind the start"},
		{"global load before the buffer", []string{"LOADED:", "ld.global.b32 %r20, [%rd1+-4]; LOADED:"}, OutOfBounds, 12, "lies in no buffer"},
		{"misaligned global load", []string{"LOADED:", "ld.global.b32 %r20, [%rd1+2]; LOADED:"}, Misaligned, 12, "not a multiple of 4"},
		{"copy nobody waits for", []string{tryWait, "", "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0,%f1,%f2,%f3}, %rd6, %rd7, 0, 1, 1, 0, 0;", ""}, PendingAtExit, 0, "without having waited for this copy"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range Schedules(6) {
				r, _ := runPipeline(t, s, false, c.replace...)
				rep := find(r, c.kind)
				if rep == nil && c.kind == Race {
					rep = find(r, BarrierMisuse) // who comes before the initialization finds no barrier
				}
				if rep == nil {
					t.Fatalf("schedule %v: no %v, but: %s", s, c.kind, kinds(r))
				}
				if text := rep.String(); !strings.Contains(text, c.text) || c.line > 0 && rep.Loc.Line != c.line {
					t.Fatalf("schedule %v: want line %d and %q in\n%s", s, c.line, c.text, text)
				}
			}
		})
	}
}

func find(r *Result, kind Kind) *Report {
	for i := range r.Reports {
		if r.Reports[i].Kind == kind {
			return &r.Reports[i]
		}
	}
	return nil
}

// TestLaunch: a launch that makes no sense is a report.
func TestLaunch(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(cfg *Config)
		text   string
	}{
		{"kernel", func(c *Config) { c.Kernel = "other" }, "no kernel \"other\""},
		{"arguments", func(c *Config) { c.Args = c.Args[:2] }, "takes 4 arguments"},
		{"size", func(c *Config) { c.Args[0] = Int32(1) }, "has 4 bytes, the parameter has 8"},
		{"threads", func(c *Config) { c.Block = [3]int{2048, 1, 1} }, "more than 1024"},
		{"shared", func(c *Config) { c.Shared = 300_000 }, "more than 232448"},
		{"grid", func(c *Config) { c.Grid = [3]int{1 << 30, 1 << 30, 1 << 30} }, "more than [2147483647 65535 65535]"},
		{"cluster", func(c *Config) { c.Grid, c.Cluster = [3]int{3, 1, 1}, [3]int{2, 1, 1} }, "no multiple of the cluster"},
		{"map", func(c *Config) { c.Args[1].tmap.Swizzle = 9 }, "tensor map of argument 1"},
	} {
		cfg := launch(make([]byte, 8), 32)
		c.change(&cfg)
		r := Run(parse(t, ""), cfg)
		if rep := find(r, Unsupported); rep == nil || !strings.Contains(rep.Message, c.text) {
			t.Errorf("%s: %s, want %q", c.name, kinds(r), c.text)
		}
	}
}

// TestSameSeed: a schedule is reproducible.
func TestSameSeed(t *testing.T) {
	run := func() *Result {
		r, _ := runPipeline(t, Schedule{Seed: 7, Mode: Random}, false, "9216", "9200")
		return r
	}
	a, b := run(), run()
	if a.Stats != b.Stats || len(a.Reports) != len(b.Reports) || a.Reports[0].String() != b.Reports[0].String() {
		t.Error("two runs of one schedule differ")
	}
}
