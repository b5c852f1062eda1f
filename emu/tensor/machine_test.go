package tensor_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/emu"
	"tawa/emu/tensor"
	"tawa/ptx"
)

const elementwiseHead = `.version 8.5
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 x, .param .u64 y, .param .u64 d) .reqntid 128
{
	.reg .b64 %rd<4>;
	.reg .b32 %r<6>;
	.reg .f32 %f<3>;
	.reg .b16 %h<3>;
	mov.u32 %r3, %ctaid.x;
	mov.u32 %r4, %ntid.x;
	mov.u32 %r5, %tid.x;
	mad.lo.u32 %r3, %r3, %r4, %r5;
	ld.param.u64 %rd1, [x];
	ld.param.u64 %rd2, [y];
	ld.param.u64 %rd3, [d];
	mad.wide.u32 %rd1, %r3, 4, %rd1;
	mad.wide.u32 %rd2, %r3, 4, %rd2;
	mad.wide.u32 %rd3, %r3, 4, %rd3;
	ld.global.b32 %r1, [%rd1];
	ld.global.b32 %r2, [%rd2];
	mov.b32 %f1, %r1;
	mov.b32 %f2, %r2;
`

// TestRecordedMachine runs every recorded elementwise instruction as PTX on the emulator: what
// it computes, through parsing, decoding and execution, is what the H200 gave.
func TestRecordedMachine(t *testing.T) {
	for _, r := range tensor.RecordedElementwise(t) {
		if r.Bounded {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			file := diag.NewFile(r.Name+".ptx", []byte(elementwiseHead+r.Body+"\n\tst.global.b32 [%rd3], %r0;\n\tret;\n}\n"))
			sink := &diag.Sink{}
			mod, ok := ptx.Parse(file, sink)
			if !ok {
				t.Fatal(sink.All()[0].Message)
			}
			// random words, floats with ties of f16 and of e4m3, other floats
			for _, block := range []int{0, 9, 16, 20, 27} {
				if s := r.Differs(block, runElementwise(t, mod, r, block)); s != "" {
					t.Errorf("block %d %s", block, s)
				}
			}
		})
	}
}

func runElementwise(t *testing.T, mod *ptx.Module, r tensor.Elementwise, block int) []uint32 {
	n := r.Block
	x, y, d := make([]byte, 4*n), make([]byte, 4*n), make([]byte, 4*n)
	for i := range n {
		a, b := r.Input(block*n + i)
		binary.LittleEndian.PutUint32(x[4*i:], a)
		binary.LittleEndian.PutUint32(y[4*i:], b)
	}
	res := emu.Run(mod, emu.Config{Grid: [3]int{n / 128, 1, 1}, Args: []emu.Arg{emu.Global(x), emu.Global(y), emu.Global(d)}})
	if len(res.Reports) > 0 {
		t.Fatal(strings.TrimSpace(res.Reports[0].String()))
	}
	words := make([]uint32, n)
	for i := range words {
		words[i] = binary.LittleEndian.Uint32(d[4*i:])
	}
	return words
}
