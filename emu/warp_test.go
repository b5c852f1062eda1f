package emu

import (
	"encoding/binary"
	"fmt"
	"testing"
)

// lanes runs a body in one warp; each lane starts with its number in %r1 and ends with the result in %r2.
func lanes(t *testing.T, body string) []uint32 {
	t.Helper()
	out := make([]byte, 128)
	clean(t, Run(parse(t, "mov.u32 %r1, %laneid; mov.b32 %r2, 0;\n"+body+`
		ld.param.b64 %rd1, [out]; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2; st.global.b32 [%rd1], %r2;`), launch(out, 32)))
	return u32s(out)
}

func TestWarpOps(t *testing.T) {
	for _, c := range []struct {
		body string
		want func(l int) uint32
	}{
		{"shfl.sync.idx.b32 %r2, %r1, 5, 31, -1;", func(int) uint32 { return 5 }},
		{"shfl.sync.bfly.b32 %r2, %r1, 3, 31, -1;", func(l int) uint32 { return uint32(l ^ 3) }},
		{"shfl.sync.up.b32 %r2, %r1, 4, 0, -1;", func(l int) uint32 {
			if l < 4 {
				return uint32(l)
			}
			return uint32(l - 4)
		}},
		{"shfl.sync.down.b32 %r2|%p1, %r1, 4, 0x181f, -1; @!%p1 mov.b32 %r2, 99;", func(l int) uint32 {
			if l%8 >= 4 {
				return 99
			}
			return uint32(l + 4)
		}},
		{"setp.lt.u32 %p1, %r1, 3; vote.sync.ballot.b32 %r2, %p1, -1;", func(int) uint32 { return 7 }},
		{"setp.lt.u32 %p1, %r1, 3; vote.sync.any.pred %p2, !%p1, -1; selp.b32 %r2, 1, 0, %p2;", func(int) uint32 { return 1 }},
		{"setp.lt.u32 %p1, %r1, 3; vote.sync.all.pred %p2, %p1, -1; selp.b32 %r2, 1, 0, %p2;", func(int) uint32 { return 0 }},
		{"setp.lt.u32 %p1, %r1, 32; vote.sync.uni.pred %p2, %p1, -1; selp.b32 %r2, 1, 0, %p2;", func(int) uint32 { return 1 }},
		{"and.b32 %r3, %r1, 3; match.any.sync.b32 %r2, %r3, -1;", func(l int) uint32 { return 0x11111111 << (l & 3) }},
		{"match.all.sync.b32 %r2|%p1, %r1, -1;", func(int) uint32 { return 0 }},
		{"redux.sync.add.u32 %r2, %r1, -1;", func(int) uint32 { return 31 * 16 }},
		{"redux.sync.max.s32 %r2, %r1, -1;", func(int) uint32 { return 31 }},
		{"elect.sync %r2|%p1, -1; selp.b32 %r3, 100, 0, %p1; add.s32 %r2, %r2, %r3;", func(l int) uint32 {
			if l == 0 {
				return 100
			}
			return 0
		}},
		{"setp.lt.u32 %p1, %r1, 4; @%p1 bra L; activemask.b32 %r2; L: bar.warp.sync -1;", func(l int) uint32 {
			if l < 4 {
				return 0
			}
			return 0xfffffff0
		}},
		// Divergence: both sides run, and the warp is whole again behind them.
		{"and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 0; @%p1 bra EVEN; add.s32 %r4, %r1, 10; bra BOTH; EVEN: add.s32 %r4, %r1, 20; BOTH: redux.sync.add.u32 %r2, %r4, -1;",
			func(int) uint32 { return 31*16 + 16*10 + 16*20 }},
		// A loop whose trip count differs by lane.
		{"mov.b32 %r4, 0; L: add.s32 %r2, %r2, %r4; add.s32 %r4, %r4, 1; setp.le.u32 %p1, %r4, %r1; @%p1 bra L; bar.warp.sync -1;",
			func(l int) uint32 { return uint32(l * (l + 1) / 2) }},
		// Lanes that have exited do not hold up the others.
		{"setp.gt.u32 %p1, %r1, 40; @%p1 ret; bar.sync 0; mov.b32 %r2, %lanemask_lt;", func(l int) uint32 { return 1<<l - 1 }},
		{"bar.warp.sync -1; mov.u32 %r2, %ntid.x;", func(int) uint32 { return 32 }},
		{"setp.lt.u32 %p1, %r1, 5; bar.red.popc.u32 %r2, 0, %p1;", func(int) uint32 { return 5 }},
		{"setp.lt.u32 %p1, %r1, 5; bar.red.and.pred %p2, 0, !%p1; bar.red.or.pred %p3, 0, %p1; selp.b32 %r2, 1, 0, %p2; selp.b32 %r3, 2, 0, %p3; or.b32 %r2, %r2, %r3;",
			func(int) uint32 { return 2 }},
		// An 8×8 transposition in registers: lane l holds row l/4, columns 2(l%4) and the next.
		{"shl.b32 %r3, %r1, 1; add.s32 %r4, %r3, 1; shl.b32 %r4, %r4, 16; or.b32 %r3, %r3, %r4; movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r3;", func(l int) uint32 {
			at := func(row, col int) uint32 { return uint32(8*row + col) }
			row, col := l/4, l%4*2
			return at(col, row) | at(col+1, row)<<16
		}},
	} {
		for l, got := range lanes(t, c.body) {
			if got != c.want(l) {
				t.Errorf("%s\nlane %d has %#x, want %#x", c.body, l, got, c.want(l))
				break
			}
		}
	}
}

// TestMemoryOps: vectors, sign extension, local memory, generic addresses, atomics.
func TestMemoryOps(t *testing.T) {
	for _, c := range []struct {
		body string
		want func(l int) uint32
	}{
		{`mov.b64 %rd5, smem; cvt.u32.u64 %r3, %rd5; shl.b32 %r4, %r1, 4; add.s32 %r3, %r3, %r4;
		st.shared.v4.b32 [%r3], {%r1, 7, 8, 9}; ld.shared.v2.b64 {%rd6, %rd7}, [%r3]; cvt.u32.u64 %r5, %rd6; cvt.u32.u64 %r6, %rd7; add.s32 %r2, %r5, %r6;`,
			func(l int) uint32 { return uint32(l + 8) }},
		{`mov.b64 %rd5, smem; cvt.u32.u64 %r3, %rd5; add.s32 %r3, %r3, %r1; st.shared.b8 [%r3], 200; ld.shared.s8 %r2, [%r3];`,
			func(int) uint32 { return 0xffffffc8 }},
		{`mov.b64 %rd5, smem; cvta.shared.u64 %rd5, %rd5; mul.wide.u32 %rd6, %r1, 4; add.s64 %rd5, %rd5, %rd6; st.b32 [%rd5], %r1; ld.b32 %r2, [%rd5];`,
			func(l int) uint32 { return uint32(l) }},
		{`.local .align 8 .b8 depot[16];
		mov.b64 %rd5, depot; st.local.b32 [%rd5+8], %r1; cvta.local.u64 %rd5, %rd5; ld.b32 %r2, [%rd5+8];`,
			func(l int) uint32 { return uint32(l) }},
		{`.shared .align 4 .b32 counter;
		setp.eq.u32 %p1, %r1, 0; @%p1 st.shared.b32 [counter], 5; bar.warp.sync -1; atom.shared.add.u32 %r2, [counter], 2;`,
			func(l int) uint32 { return uint32(5 + 2*l) }},
		{`ld.param.b64 %rd1, [out]; atom.global.add.u32 %r3, [%rd1], 1; red.global.add.u32 [%rd1], 1; ld.global.b32 %r2, [%rd1];`,
			func(int) uint32 { return 64 }},
		{`ld.param.b64 %rd1, [out]; atom.global.cas.b32 %r2, [%rd1], 0, 7;`,
			func(l int) uint32 {
				if l == 0 {
					return 0
				}
				return 7
			}},
		{`ld.param.b64 %rd1, [out]; atom.global.add.f32 %f1, [%rd1], 0f3F800000; mov.b32 %r2, %f1;`,
			func(l int) uint32 { return uint32(bits32(float32(l))) }},
		{`{ .reg .b16 x, y; mov.b32 {x, y}, 0x00020001; cvt.u32.u16 %r3, x; cvt.u32.u16 %r4, y; mov.b32 %r2, {y, x}; }`,
			func(int) uint32 { return 0x00010002 }},
	} {
		for l, got := range lanes(t, c.body) {
			if got != c.want(l) {
				t.Errorf("%s\nlane %d has %#x, want %#x", c.body, l, got, c.want(l))
				break
			}
		}
	}
}

// TestMma: ones times ones, 16 deep, on top of 2.
func TestMma(t *testing.T) {
	body := `mov.b32 %r3, 0x3c003c00; mov.b32 %f4, 0f40000000;
	mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f0,%f1,%f2,%f3}, {%r3,%r3,%r3,%r3}, {%r3,%r3}, {%f4,%f4,%f4,%f4}; mov.b32 %r2, %f3;`
	for l, got := range lanes(t, body) {
		if uint64(got) != bits32(18) {
			t.Fatalf("lane %d has %#x", l, got)
		}
	}
}

// TestCpAsync copies 16 bytes a lane, the last 4 of them as zeros, and waits for one of two groups.
func TestCpAsync(t *testing.T) {
	body := func(n int) string {
		return fmt.Sprintf(`
		mov.u32 %%r1, %%laneid; ld.param.b64 %%rd1, [out]; mul.wide.u32 %%rd2, %%r1, 16; add.s64 %%rd1, %%rd1, %%rd2;
		mov.b64 %%rd5, smem; cvt.u32.u64 %%r3, %%rd5; shl.b32 %%r4, %%r1, 4; add.s32 %%r3, %%r3, %%r4;
		cp.async.cg.shared.global [%%r3], [%%rd1], 16, 12; cp.async.commit_group;
		cp.async.ca.shared.global [%%r3+1024], [%%rd1], 4; cp.async.commit_group;
		cp.async.wait_group %d; ld.shared.v4.b32 {%%r5, %%r6, %%r7, %%r8}, [%%r3+0];
		ld.shared.b32 %%r9, [%%r3+1024]; st.global.v4.b32 [%%rd1], {%%r8, %%r7, %%r6, %%r5};`, n)
	}
	for _, s := range Schedules(12) {
		out := make([]byte, 512)
		for i := range 128 {
			binary.LittleEndian.PutUint32(out[4*i:], uint32(i+1))
		}
		cfg := launch(out, 32)
		cfg.Schedule = s
		clean(t, Run(parse(t, body(0)), cfg))
		for i, v := range u32s(out) {
			if want := []uint32{0, uint32(i + 2), uint32(i), uint32(i - 2)}[i%4]; v != want {
				t.Fatalf("word %d is %d, want %d", i, v, want)
			}
		}
		if r := Run(parse(t, body(1)), cfg); find(r, PendingWrite) == nil {
			t.Errorf("a read of what cp.async may still write gives %q", kinds(r))
		}
	}
}

// TestCpAsyncBarrier: the arrival comes when the copies are there.
func TestCpAsyncBarrier(t *testing.T) {
	for _, s := range Schedules(12) {
		out := make([]byte, 128)
		for i := range 32 {
			binary.LittleEndian.PutUint32(out[4*i:], uint32(3*i))
		}
		cfg := launch(out, 64)
		cfg.Schedule = s
		clean(t, Run(parse(t, `
		mov.u32 %r1, %tid.x; ld.param.b64 %rd1, [out]; mov.b64 %rd5, smem; cvt.u32.u64 %r3, %rd5; setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared.b64 [%r3+512], 32; bar.sync 0;
		and.b32 %r2, %r1, 31; shl.b32 %r4, %r2, 2; add.s32 %r4, %r3, %r4; mul.wide.u32 %rd2, %r2, 4; add.s64 %rd1, %rd1, %rd2; setp.lt.u32 %p2, %r1, 32; @!%p2 bra CONSUMER;
		cp.async.ca.shared.global [%r4], [%rd1], 4; cp.async.mbarrier.arrive.noinc.shared.b64 [%r3+512]; ret;
		CONSUMER: mbarrier.try_wait.parity.shared.b64 %p3, [%r3+512], 0; @!%p3 bra CONSUMER;
		ld.shared.b32 %r5, [%r4]; add.s32 %r5, %r5, 1; st.global.b32 [%rd1], %r5;`), cfg))
		for i, v := range u32s(out) {
			if v != uint32(3*i+1) {
				t.Fatalf("schedule %v: word %d is %d", s, i, v)
			}
		}
	}
}

// TestBulkCopy moves a run of bytes in and out.
func TestBulkCopy(t *testing.T) {
	out := make([]byte, 256)
	for i := range 128 {
		out[i] = byte(i)
	}
	clean(t, Run(parse(t, `
		mov.u32 %r1, %tid.x; ld.param.b64 %rd1, [out]; mov.b64 %rd5, smem; cvt.u32.u64 %r3, %rd5; setp.ne.u32 %p1, %r1, 0; @%p1 ret;
		mbarrier.init.shared.b64 [%r3+512], 1; fence.proxy.async.shared::cta; mbarrier.arrive.expect_tx.shared.b64 _, [%r3+512], 128;
		cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r3], [%rd1], 128, [%r3+512];
		W: mbarrier.test_wait.parity.shared.b64 %p3, [%r3+512], 0; @!%p3 bra W;
		cp.async.bulk.global.shared::cta.bulk_group [%rd1+128], [%r3], 128; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;`), launch(out, 32)))
	for i := range 128 {
		if out[128+i] != byte(i) {
			t.Fatalf("byte %d is %d", i, out[128+i])
		}
	}
}

// TestReduce adds a box of f16 ones to a tensor of twos, clipped at its edge.
func TestReduce(t *testing.T) {
	data := make([]byte, 2*8*8)
	for i := range 64 {
		binary.LittleEndian.PutUint16(data[2*i:], 0x4000)
	}
	cfg := launch(make([]byte, 8), 32)
	cfg.Args[1] = Map(boxMap(8, 8, 8, 8, 0), data)
	clean(t, Run(parse(t, `
		mov.u32 %r1, %tid.x; mov.b64 %rd2, a; cvta.param.u64 %rd2, %rd2; mov.b64 %rd5, smem; cvt.u32.u64 %r3, %rd5; shl.b32 %r4, %r1, 2; add.s32 %r4, %r3, %r4; setp.eq.u32 %p1, %r1, 0;
		st.shared.b32 [%r4], 0x3c003c00; fence.proxy.async.shared::cta; bar.sync 0;
		@%p1 cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd2, {0, 4}], [%r3]; @%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0;`), cfg))
	for i := range 64 {
		want := uint16(0x4000)
		if i >= 32 {
			want = 0x4200
		}
		if got := binary.LittleEndian.Uint16(data[2*i:]); got != want {
			t.Fatalf("element %d is %#x, want %#x", i, got, want)
		}
	}
}

// TestStateToken waits with the token that arrive gives, in two phases.
func TestStateToken(t *testing.T) {
	got := lanes(t, `
		mov.b64 %rd5, smem; cvt.u32.u64 %r3, %rd5; setp.eq.u32 %p1, %r1, 0; @%p1 mbarrier.init.shared.b64 [%r3], 32; bar.warp.sync -1;
		mbarrier.arrive.shared.b64 %rd6, [%r3]; A: mbarrier.try_wait.shared.b64 %p2, [%r3], %rd6; @!%p2 bra A;
		mbarrier.arrive.shared.b64 %rd6, [%r3]; B: mbarrier.test_wait.shared.b64 %p2, [%r3], %rd6; @!%p2 bra B; mov.b32 %r2, 1;`)
	for l, v := range got {
		if v != 1 {
			t.Fatalf("lane %d did not pass", l)
		}
	}
}

// TestRegisters: one warp group gives up registers that another takes.
func TestRegisters(t *testing.T) {
	body := "mov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 128; @%p1 bra INC; setmaxnreg.dec.sync.aligned.u32 40; ret; INC: setmaxnreg.inc.sync.aligned.u32 "
	for n, ok := range map[string]bool{"216": true, "224": false} {
		for _, s := range Schedules(6) {
			cfg := launch(make([]byte, 8), 256)
			cfg.Registers, cfg.Schedule = 128, s
			if r := Run(parse(t, body+n+";"), cfg); (find(r, Registers) == nil) != ok {
				t.Errorf("40 + %s of 2·128 registers: %q", n, kinds(r))
			}
		}
	}
}

// cluster runs a body in a cluster of two CTAs of 32 threads; each CTA writes %r2 of its first lane to the buffer.
func runCluster(t *testing.T, s Schedule, body string, set ...func(*Config)) (*Result, []uint32) {
	t.Helper()
	out, data := make([]byte, 16), make([]byte, 2*8*8)
	for i := range 64 {
		binary.LittleEndian.PutUint16(data[2*i:], uint16(i))
	}
	cfg := launch(out, 32)
	cfg.Grid, cfg.Cluster, cfg.Schedule = [3]int{2, 1, 1}, [3]int{2, 1, 1}, s
	cfg.Args[1] = Map(boxMap(8, 8, 8, 8, 0), data)
	for _, f := range set {
		f(&cfg)
	}
	r := Run(parse(t, `mov.u32 %r1, %laneid; mov.u32 %r10, %cluster_ctarank; xor.b32 %r11, %r10, 1; mov.b64 %rd5, smem; cvt.u32.u64 %r3, %rd5; setp.eq.u32 %p1, %r1, 0; mov.b64 %rd2, a; cvta.param.u64 %rd2, %rd2;
	`+body+`
	ld.param.b64 %rd1, [out]; mul.wide.u32 %rd3, %r10, 4; add.s64 %rd1, %rd1, %rd3; @%p1 st.global.b32 [%rd1], %r2;`), cfg)
	return r, u32s(out)
}

const clusterSync = "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;"

// TestCluster: distributed shared memory, arrivals at a peer's mbarrier, multicast.
func TestCluster(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		want [2]uint32
	}{
		"distributed shared memory": {`add.s32 %r4, %r10, 40; st.shared.b32 [%r3], %r4; ` + clusterSync + ` mapa.shared::cluster.u32 %r5, %r3, %r11; ld.shared::cluster.b32 %r2, [%r5];` + clusterSync,
			[2]uint32{41, 40}},
		"one exits while the other waits": {`mov.b32 %r2, 7; setp.eq.u32 %p4, %r10, 1; @%p4 bra OUT; ` + clusterSync + ` OUT:`, [2]uint32{7, 7}},
		"arrival at a peer": {`@%p1 mbarrier.init.shared::cta.b64 [%r3], 1; fence.mbarrier_init.release.cluster; ` + clusterSync + ` mapa.shared::cluster.u32 %r5, %r3, %r11;
			@%p1 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r5]; W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r3], 0; @!%p2 bra W; mov.b32 %r2, 7;`,
			[2]uint32{7, 7}},
		"multicast": {`@%p1 mbarrier.init.shared::cta.b64 [%r3+512], 1; fence.mbarrier_init.release.cluster; @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3+512], 128; ` + clusterSync + `
			setp.eq.u32 %p3, %r10, 0; and.pred %p3, %p3, %p1; mov.b16 %rs1, 3;
			@%p3 cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%r3], [%rd2, {0, 0}], [%r3+512], %rs1;
			W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3+512], 0; @!%p2 bra W; ld.shared.u16 %r2, [%r3+126];`,
			[2]uint32{63, 63}},
		"multicast of bytes": {`@%p1 mbarrier.init.shared::cta.b64 [%r3+512], 1; fence.mbarrier_init.release.cluster; @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r3+512], 16; @%p1 st.shared.b32 [%r3+64], 5;` + clusterSync + `
			ld.param.b64 %rd4, [out]; setp.eq.u32 %p3, %r10, 0; and.pred %p3, %p3, %p1; mov.b16 %rs1, 3;
			@%p3 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r3], [%rd4], 16, [%r3+512], %rs1;
			W: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r3+512], 0; @!%p2 bra W; ld.shared.u32 %r2, [%r3+8]; ld.shared.u32 %r7, [%r3+64]; add.s32 %r2, %r2, %r7;` + clusterSync,
			[2]uint32{5, 5}},
	} {
		for _, s := range Schedules(12) {
			r, out := runCluster(t, s, c.body)
			clean(t, r)
			if [2]uint32(out[:2]) != c.want {
				t.Errorf("%s, schedule %v: %v, want %v", name, s, out, c.want)
			}
		}
	}
}

// TestClusterFaults: a peer that is still reaching in when a CTA exits, a wait without an arrival.
func TestClusterFaults(t *testing.T) {
	for name, c := range map[string]struct {
		body string
		kind Kind
	}{
		"exit while a peer reads":    {`st.shared.b32 [%r3], %r10; ` + clusterSync + ` mapa.shared::cluster.u32 %r5, %r3, %r11; ld.shared::cluster.b32 %r2, [%r5];`, PendingAtExit},
		"read before the peer wrote": {`mapa.shared::cluster.u32 %r5, %r3, %r11; st.shared.b32 [%r3], %r10; barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned; ld.shared::cluster.b32 %r2, [%r5];` + clusterSync, Race},
		"wait without arrive":        {`barrier.cluster.wait.aligned;`, BarrierMisuse},
		"one CTA never arrives":      {`setp.eq.u32 %p4, %r10, 0; @%p4 bra OTHER; ` + clusterSync + ` OTHER: @%p4 bra OTHER;`, Limit},
		"copy past its mbarrier": {`@%p1 mbarrier.init.shared::cta.b64 [%r3], 1; fence.mbarrier_init.release.cluster; ` + clusterSync + ` ld.param.b64 %rd4, [out]; mapa.shared::cluster.u32 %r5, %r3, %r11;
			@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r5+64], [%rd4], 16, [%r3];` + clusterSync, BarrierMisuse},
		"multicast to nobody": {`@%p1 mbarrier.init.shared::cta.b64 [%r3], 1; fence.mbarrier_init.release.cluster; ` + clusterSync + ` ld.param.b64 %rd4, [out]; mov.b16 %rs1, 5;
			@%p1 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r3+64], [%rd4], 16, [%r3], %rs1;` + clusterSync, OutOfBounds},
		"no such CTA": {`mapa.shared::cluster.u32 %r5, %r3, 5;`, OutOfBounds},
	} {
		for _, s := range Schedules(6) {
			if r, _ := runCluster(t, s, c.body); find(r, c.kind) == nil {
				t.Errorf("%s, schedule %v: %q", name, s, kinds(r))
			}
		}
	}
}

// TestScopeOfArrivals: what a CTA wrote before it arrives at a peer's mbarrier is seen there; in strict mode, if the arrival says .cluster.
func TestScopeOfArrivals(t *testing.T) {
	for scope, want := range map[string]string{"": "race", ".release.cluster": "", ".release.cta": "race"} {
		body := `@%p1 mbarrier.init.shared::cta.b64 [%r3], 1; fence.mbarrier_init.release.cluster; ` + clusterSync + ` mapa.shared::cluster.u32 %r5, %r3, %r11;
			add.u32 %r4, %r10, 5; @%p1 st.shared::cluster.b32 [%r5+16], %r4; @%p1 mbarrier.arrive` + scope + `.shared::cluster.b64 _, [%r5];
			W: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [%r3], 0; @!%p2 bra W; ld.shared.b32 %r2, [%r3+16];` + clusterSync
		for _, strict := range []bool{false, true} {
			r, out := runCluster(t, Schedule{}, body, func(c *Config) { c.Strict = strict })
			if got := kinds(r); got != want && strict || got != "" && !strict || got == "" && [2]uint32(out[:2]) != [2]uint32{6, 5} {
				t.Errorf("mbarrier.arrive%s, strict %v: %q, %v", scope, strict, got, out)
			}
		}
	}
}

// TestSpinning: CTA 0 waits for a flag that CTA 3 sets, and for ever if it does not.
func TestSpinning(t *testing.T) {
	for _, s := range Schedules(6) {
		for flag, kind := range map[string]string{"3": "", "9": "limit"} {
			cfg := launch(make([]byte, 8), 32)
			cfg.Grid, cfg.Schedule, cfg.MaxInstructions = [3]int{4, 1, 1}, s, 400_000
			r := Run(parse(t, "ld.param.b64 %rd1, [out]; mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, "+flag+`; @%p1 st.release.gpu.global.b32 [%rd1], 1; setp.ne.u32 %p1, %r1, 0; @%p1 ret;
				W: ld.acquire.gpu.global.b32 %r2, [%rd1]; setp.eq.u32 %p1, %r2, 0; @%p1 bra W;`), cfg)
			if kinds(r) != kind {
				t.Errorf("schedule %v, flag by CTA %s: %q", s, flag, kinds(r))
			}
		}
	}
}

// TestSpecials: each CTA and thread sees its own numbers.
func TestSpecials(t *testing.T) {
	out := make([]byte, 4*2*3*8)
	cfg := launch(out, 0)
	cfg.Block, cfg.Grid = [3]int{4, 2, 1}, [3]int{1, 3, 2}
	clean(t, Run(parse(t, `
		mov.u32 %r1, %ctaid.z; mov.u32 %r2, %nctaid.y; mov.u32 %r3, %ctaid.y; mad.lo.s32 %r1, %r1, %r2, %r3; shl.b32 %r1, %r1, 3;
		mov.u32 %r4, %tid.y; mov.u32 %r5, %ntid.x; mov.u32 %r6, %tid.x; mad.lo.s32 %r4, %r4, %r5, %r6; add.s32 %r1, %r1, %r4;
		ld.param.b64 %rd1, [out]; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2; st.global.b32 [%rd1], %r1;`), cfg))
	for i, v := range u32s(out) {
		if int(v) != i {
			t.Errorf("thread %d has number %d", i, v)
		}
	}
}

// One lane arrives for its warp only after the warp has come together.
func TestArrivalForOtherLanes(t *testing.T) {
	const body = `mov.u32 %r1, %laneid; mov.b64 %rd5, smem; cvt.u32.u64 %r2, %rd5; setp.eq.u32 %p1, %r1, 0;
		@%p1 mbarrier.init.shared.b64 [%r2], 1; bar.warp.sync -1; shl.b32 %r3, %r1, 2; add.s32 %r3, %r3, %r2; st.shared.b32 [%r3+64], %r1; `
	for _, c := range []struct {
		sync string
		want int
	}{{"", 1}, {"bar.warp.sync -1;", 0}, {"shfl.sync.idx.b32 %r4, %r1, 5, 31, -1;", 0}} {
		cfg := launch(make([]byte, 128), 32)
		r := Run(parse(t, body+c.sync+"@%p1 mbarrier.arrive.shared.b64 _, [%r2];"), cfg)
		if len(r.Reports) != c.want || c.want > 0 && r.Reports[0].Kind != Race {
			t.Errorf("%q: %v", c.sync, r.Reports)
		}
		cfg.Lenient = true
		clean(t, Run(parse(t, body+c.sync+"@%p1 mbarrier.arrive.shared.b64 _, [%r2];"), cfg))
	}
}
