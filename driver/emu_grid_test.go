package driver

import (
	"strings"
	"testing"
)

// gridOptions are the ways of compiling that every kernel is held to: depths D, dots in flight P, consumers, both
// schedules of pipelines, no warp specialization, and resident programs, fewer than the grid's.
var gridOptions = []string{
	"", "depth=1 mma-depth=0", "depth=2 mma-depth=0", "depth=2 mma-depth=1", "depth=3 mma-depth=0", "depth=3 mma-depth=2", "depth=4 mma-depth=1",
	"consumers=1", "consumers=2", "consumers=2 depth=2", "consumers=1 depth=2 mma-depth=1", "coarse=0", "coarse=0 depth=2", "coarse=1", "coarse=1 depth=2", "warp-specialize=false",
	"persistent=0", "ping-pong=1", "ping-pong=1 coarse=1 depth=2", "ping-pong=1 persistent=1 sms=1", "persistent=1 sms=1", "persistent=1 sms=1 depth=2 coarse=1", "persistent=1 sms=2",
}

// grid are ragged small launches: edges in M, N and K, fewer and more steps than slots, one step.
var grid = []struct{ name, launch string }{
	{"gemm_fp16_128x256x64", gemm("f16", 2, 144, 248, 336)},
	{"gemm_fp16_128x128x64", gemm("f16", 4, 136, 136, 16)},
	{"gemm_fp16_persistent_128x256x64", gemm("f16", 1, 136, 264, 144)},
	{"gemm_fp16_persistent_flat_ws_128x256x64", gemm("f16", 1, 136, 264, 80)},
	{"gemm_fp8_128x256x128", gemm("f8E4M3FN", 1, 80, 248, 656)},
	{"gemm_fp8_persistent_flat_128x256x128", gemm("f8E4M3FN", 1, 144, 248, 272)},
	{"bmm_fp16_128x128x64", "--grid=1,2,2 --arg=desc:randn:f16[256,208] --arg=desc:randn:f16[288,208] --arg=desc:zeros:f16[256,144] --arg=i32:128 --arg=i32:144 --arg=i32:208"},
	{"gemm_ptr", "--grid=2 --arg=randn:f16[132,208] --arg=randn:f16[124,208] --arg=zeros:f16[132,124] --arg=i32:132 --arg=i32:124 --arg=i32:208 --arg=i32:208 --arg=i32:208 --arg=i32:124"},
	{"grouped_gemm", "--grid=1 --arg=ptrs:randn:f16[100,336];randn:f16[4,80] --arg=ptrs:randn:f16[120,336];randn:f16[136,80] --arg=ptrs:zeros:f16[100,120];zeros:f16[4,136]" +
		" --arg=values:i32[2,3]:100,120,336,4,136,80 --arg=values:i32[2,3]:336,336,120,80,80,136 --arg=i32:2"},
	{"attn_fp16_full_128x128", attention("f16", 1, 512)},
	{"attn_fp16_causal_128x128", attention("f16", 3, 384)},
	{"attn_fp8_full_128x128", attention("f8E4M3FN", 1, 512)},
	{"softmax_rows", "--grid=3 --arg=randn:f32[3,1100] --arg=zeros:f32[3,1100] --arg=i32:1100 --arg=i32:1000"},
	{"layer_norm", "--grid=3 --arg=randn:f32[3,1100] --arg=zeros:f32[3,1100] --arg=randn:f32[1100] --arg=randn:f32[1100] --arg=i32:1100 --arg=i32:1090 --arg=f32:1e-5"},
	{"vector_add", "--grid=3 --arg=randn:f32[2500] --arg=randn:f32[2500] --arg=zeros:f32[2500] --arg=i32:2500"},
}

// refusals are what the compiler says of options that a kernel cannot have.
var refusals = []string{"accumulator registers, more than 200", " does not fit: "}

// Every kernel, however it is compiled, gives the interpreter's numbers without a report.
func TestEveryCompilationOnTheEmulator(t *testing.T) {
	for _, x := range grid {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			s := newSpecimen(t, x.name, "", x.launch)
			for i, options := range gridOptions {
				s.compiledWith(t, x.name, options, x.launch, i)
			}
		})
	}
}

// compiledWith runs the kernel compiled with other options under three schedules, others for each.
func (s *specimen) compiledWith(t *testing.T, name, options, launch string, n int) {
	other, err := compileSpecimen(t, name, options, launch)
	if err != nil {
		for _, r := range refusals {
			if strings.Contains(other.errors.String(), r) {
				return
			}
		}
		t.Errorf("%q: %v\n%s", options, err, other.errors)
		return
	}
	other.want = s.want
	other.accepted(t, options, 3*n, 3)
}
