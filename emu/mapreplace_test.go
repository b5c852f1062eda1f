package emu

import (
	"fmt"
	"strings"
	"testing"
)

// ownMap is a kernel of two warps. Thread 0 makes the map of a tensor of 8×16 words at the start of the buffer in shared
// memory, puts it behind the tensor, loads the tensor by it, waits, and writes the map again. Thread 32 loads by the map too,
// after it has met thread 0.
func ownMap() string {
	var zero, move strings.Builder
	for i := 0; i < 128; i += 16 {
		fmt.Fprintf(&zero, "@%%p1 st.shared.v4.b32 [%%r3+%d], {0, 0, 0, 0};", 1024+i)
		fmt.Fprintf(&move, "@%%p1 ld.shared.v4.b32 {%%r10, %%r11, %%r12, %%r13}, [%%r3+%d]; @%%p1 st.global.v4.b32 [%%rd1+%d], {%%r10, %%r11, %%r12, %%r13};", 1024+i, 512+i)
	}
	field := func(name string, bits int, value string) string {
		return fmt.Sprintf("@%%p1 tensormap.replace.tile.%s.shared::cta.b1024.b%d [%%r3+1024], %s;", name, bits, value)
	}
	fields := []string{field("global_address", 64, "%rd1"), field("rank", 32, "1"), field("box_dim", 32, "0, 16"), field("box_dim", 32, "1, 8"),
		field("global_dim", 32, "0, 16"), field("global_dim", 32, "1, 8"), field("global_stride", 64, "0, %rd3"),
		field("element_stride", 32, "0, 1"), field("element_stride", 32, "1, 1"), field("elemtype", 32, "2"),
		field("interleave_layout", 32, "0"), field("swizzle_mode", 32, "0"), field("fill_mode", 32, "0")}
	load := func(p, to, bar string) string {
		return fmt.Sprintf(`@%s mbarrier.arrive.expect_tx.shared::cta.b64 _, [%%r3+%s], 512;
			@%s cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%%r3+%s], [%%rd2, {%%r5, %%r5}], [%%r3+%s];`, p, bar, p, to, bar)
	}
	wait := func(bar string) string {
		return "W" + bar + ": mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r3+" + bar + "], 0; @!%p3 bra W" + bar + ";"
	}
	return `mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 32; mov.b64 %rd5, smem; cvt.u32.u64 %r3, %rd5; mov.b32 %r5, 0;
		ld.param.b64 %rd1, [out]; add.s64 %rd2, %rd1, 512; mov.b64 %rd3, 64;
		@%p1 mbarrier.init.shared::cta.b64 [%r3+2048], 1; @%p1 mbarrier.init.shared::cta.b64 [%r3+2056], 1; fence.mbarrier_init.release.cluster; bar.sync 1;
		` + zero.String() + strings.Join(fields, "") + move.String() + `
		@%p1 fence.proxy.tensormap::generic.release.gpu;
		bar.sync 0;
		@%p1 fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;
		@%p2 fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;
		` + load("%p1", "0", "2048") + load("%p2", "512", "2056") + `
		` + wait("2048") + wait("2056") + "\n" + move.String()
}

// TestMapsOfTheKernel: a map that the kernel writes is released, acquired by who uses it, and written again only after that.
func TestMapsOfTheKernel(t *testing.T) {
	const acquire = "@%p2 fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;"
	for _, c := range []struct {
		name, old, new, kind, text string
	}{
		{"right", "", "", "", ""},
		{"no release", "@%p1 fence.proxy.tensormap::generic.release.gpu;", "", "missing proxy fence", "no fence.proxy.tensormap release"},
		{"no acquire", acquire, "", "missing proxy fence", "its thread has not acquired it"},
		{"another thread acquires", acquire, "@%p2 bra S; " + acquire[4:] + "S: ", "missing proxy fence", "its thread has not acquired it"},
		{"another place", acquire, "@%p2 fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;", "missing proxy fence", "its thread has not acquired it"},
		{"acquired too early", "bar.sync 0;\n", "@%p2 fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128; bar.sync 0;\n@%p2 bra L;", "missing proxy fence", "its thread has not acquired it"},
		{"no order", "bar.sync 0;", "", "race or bad descriptor", "tensor map at"},
		{"written while in use", "W2056: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r3+2056], 0; @!%p3 bra W2056;", "", "pending read", "overwrites the tensor map"},
	} {
		body := ownMap()
		if c.name == "acquired too early" {
			body = strings.Replace(body, acquire, acquire+" L:", 1)
		}
		if body = strings.Replace(body, c.old, c.new, 1); c.old != "" && body == ownMap() {
			t.Fatalf("%s: nothing was changed", c.name)
		}
		for _, schedule := range Schedules(6) {
			cfg := launch(make([]byte, 1024), 64)
			cfg.Schedule = schedule
			r := Run(parse(t, body), cfg)
			found := c.kind == ""
			for i := range r.Reports {
				found = found || strings.Contains(c.kind, r.Reports[i].Kind.String()) && strings.Contains(r.Reports[i].Message, c.text)
			}
			if !found || c.kind == "" && len(r.Reports) > 0 {
				t.Errorf("%s, schedule %v: %q, not %q with %q\n%v", c.name, schedule, kinds(r), c.kind, c.text, r.Reports)
				break
			}
		}
	}
}
