package emu

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/emu/tensor"
	"tawa/ptx"
)

// FuzzRun: whatever the reader accepts, the executor runs or refuses; it never panics.
func FuzzRun(f *testing.F) {
	f.Add(pipeline, uint8(0))
	f.Add("add.s32 %r1, %r2, 3;\n@%p1 bra A;\nA: bar.sync 0;", uint8(1))
	f.Add("mov.u32 %r1, %tid.x; shfl.sync.bfly.b32 %r2, %r1, 3, 31, -1; vote.sync.ballot.b32 %r2, %p1, -1;\nelect.sync %r1|%p1, -1;", uint8(2))
	f.Add("cvt.rn.satfinite.e4m3x2.f32 %rs1, %f1, %f2;\nlop3.b32 %r1, %r2, %r3, %r4, 0x96;\nbfi.b32 %r1, %r2, %r3, 5, 6;\nprmt.b32 %r1, %r2, %r3, %r4;", uint8(3))
	f.Add("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1,%r2,%r3,%r4}, [%r5];\ncp.async.cg.shared.global [%r1], [%rd1], 16;\natom.shared.add.u32 %r1, [%r2], 5;", uint8(4))
	f.Add("ld.param.b64 %rd1, [out]; st.global.v2.b32 [%rd1], {%r1, %r2};\nmbarrier.arrive.shared.b64 %rd2, [%r3];\nbarrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;", uint8(5))
	f.Fuzz(func(t *testing.T, body string, mode uint8) {
		if strings.ContainsAny(body, "\x00") || len(body) > 1<<14 {
			return
		}
		sink := &diag.Sink{}
		m, ok := ptx.Parse(diag.NewFile("k.ptx", []byte(header+body+"\nret;\n}\n")), sink)
		if !ok {
			return
		}
		cfg := launch(make([]byte, 256), 128)
		cfg.Args[1] = Map(boxMap(64, 64, 64, 64, tensor.Swizzle128), make([]byte, 8192))
		cfg.MaxInstructions = 5000
		cfg.Schedule = Schedule{Seed: uint64(mode), Mode: Mode(mode % uint8(modes))}
		r := Run(m, cfg)
		for i := range r.Reports {
			_ = r.Reports[i].String()
		}
	})
}

func Example() {
	text := `.version 8.0
.target sm_90a
.address_size 64
.visible .entry twice(.param .u64 x, .param .u32 n)
{
	.reg .pred %p<2>;
	.reg .b32 %r<5>;
	.reg .b64 %rd<3>;
	.loc 1 3 9
	mov.u32 %r1, %tid.x;
	ld.param.b32 %r2, [n];
	setp.ge.u32 %p1, %r1, %r2;
	@%p1 bra END;
	ld.param.b64 %rd1, [x];
	mul.wide.u32 %rd2, %r1, 4;
	add.s64 %rd1, %rd1, %rd2;
	ld.global.b32 %r3, [%rd1];
	shl.b32 %r3, %r3, 1;
	st.global.b32 [%rd1], %r3;
END:
	ret;
}
.file 1 "twice.py"
`
	mod, _ := ptx.Parse(diag.NewFile("twice.ptx", []byte(text)), &diag.Sink{})
	data := []byte{1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0}
	run := func(n int32) *Result {
		return Run(mod, Config{Block: [3]int{32, 1, 1}, Args: []Arg{Global(data), Int32(n)}})
	}
	fmt.Println(len(run(3).Reports), data[0], data[4], data[8])
	fmt.Println(run(4).Reports[0].Message)
	// Output:
	// 0 2 4 6
	// read of 4 bytes at global address 0x10000000000c lies 12 bytes behind the start of the buffer of argument 0, which has 12 bytes
}
