package emu

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ptx"
)

// recordedThreads is how many inputs every form is tried with.
const recordedThreads = 64

// recordedForms are the scalar instructions that were run on an H200. A, B and C are 32-bit inputs, a, b and c are
// 64-bit ones, H, I and J 16-bit ones, P a predicate; R, D, S and Q are results of 32, 64, 16 bits and a predicate.
func recordedForms() []string {
	var forms []string
	add := func(format string, lists ...string) {
		texts := []string{format}
		for _, l := range lists {
			var out []string
			for _, t := range texts {
				for _, w := range strings.Fields(l) {
					out = append(out, strings.Replace(t, "?", strings.Trim(w, "_"), 1))
				}
			}
			texts = out
		}
		forms = append(forms, texts...)
	}
	for _, t := range []struct{ types, regs string }{{"u32 s32", "R, A, B"}, {"u64 s64", "D, a, b"}, {"u16 s16", "S, H, I"}} {
		add("?.? "+t.regs, "add sub mul.lo mul.hi min max div rem", t.types)
		add("mad.lo.? "+t.regs+", "+map[string]string{"R": "C", "D": "c", "S": "J"}[t.regs[:1]], t.types)
		add("shr.? "+t.regs[:4]+", C", t.types)
		add("setp.?.? Q, "+t.regs[3:], "eq ne lt le gt ge", t.types)
	}
	add("?.s32 R, A", "abs neg")
	add("?.sat.s32 R, A, B", "add sub")
	add("mul.wide.? D, A, B", "u32 s32")
	add("mul.wide.? R, H, I", "u16 s16")
	add("mad.wide.? D, A, B, c", "u32 s32")
	add("mad.hi.? R, A, B, C", "u32 s32")
	add("?.b32 R, A, B", "and or xor shl")
	add("?.b64 D, a, b", "and or xor")
	add("shl.b64 D, a, C")
	add("?.b32 R, A", "not cnot popc clz brev")
	add("?.b64 R, a", "popc clz")
	add("brev.b64 D, a")
	add("bfind.? R, A", "u32 s32 shiftamt.u32 shiftamt.s32")
	add("bfe.? R, A, B, C", "u32 s32")
	add("bfi.b32 R, A, B, C, ?", "0 1 7 31 32 40 255")
	add("prmt.b32 R, A, B, C")
	add("prmt.b32.? R, A, B, C", "f4e b4e rc8 ecl ecr rc16")
	add("lop3.b32 R, A, B, C, ?", "0x96 0xea 0x1b 0xfe")
	add("shf.?.?.b32 R, A, B, C", "l r", "wrap clamp")
	add("sad.? R, A, B, C", "u32 s32")
	add("bmsk.?.b32 R, A, B", "clamp wrap")
	add("szext.?.? R, A, B", "clamp wrap", "u32 s32")
	add("dp4a.?.? R, A, B, C", "u32 s32", "u32 s32")
	add("slct.b32.? R, A, B, C", "s32 f32")
	add("selp.b32 R, A, B, P")
	add("mul24.?.? R, A, B", "lo hi", "u32 s32")
	add("?f32 R, A, B", "add. add.rz. add.rm. add.rp. add.ftz. add.sat. add.rz.ftz.sat. sub. sub.rp.ftz. mul. mul.rz. mul.rm. mul.rp. mul.ftz. mul.sat.")
	add("fma.?f32 R, A, B, C", "rn. rz. rm. rp. rn.ftz. rn.sat. rz.ftz.sat.")
	add("?f32 R, A, B", "min. max. min.ftz. max.ftz. min.NaN. max.NaN. div.rn. div.rn.ftz. div.full. div.full.ftz. div.approx.ftz. copysign.")
	add("?f32 R, A", "abs. neg. abs.ftz. neg.ftz. sqrt.rn. sqrt.rn.ftz. rcp.rn. rcp.rn.ftz. sqrt.approx.ftz. rcp.approx.ftz. rsqrt.approx.ftz. ex2.approx.ftz. lg2.approx.ftz. ex2.approx. lg2.approx.")
	add("setp.?.f32 Q, A, B", "eq ne lt le gt ge equ neu ltu leu gtu geu num nan lt.ftz eq.ftz")
	add("setp.?.s32 Q, A, B, P", "lt.and ge.or eq.xor")
	add("set.?.u32.f32 R, A, B", "lt ge")
	add("testp.?.f32 Q, A", "finite infinite number notanumber normal subnormal")
	add("?f64 D, a, b", "add. sub. mul. min. max. div.rn.")
	add("fma.rn.f64 D, a, b, c")
	add("setp.?.f64 Q, a, b", "lt neu")
	for _, t := range []string{"f16x2", "bf16x2"} {
		add("?"+t+" R, A, B", "add. sub. mul. min. max. min.NaN. max.NaN.")
		add("fma.rn.?"+t+" R, A, B, C", "_ relu.")
		add("?"+t+" R, A", "neg. abs.")
	}
	add("?f16 S, H, I", "add. sub. mul. add.ftz. mul.sat. max. min.")
	add("fma.rn.?f16 S, H, I, J", "_ ftz. sat. relu.")
	add("setp.?.f16 Q, H, I", "lt eq neu")
	add("ex2.approx.f16 S, H")
	add("?bf16 S, H, I", "add. mul. max. min.")
	add("cvt.?.? R, A", "u32 s32", "u8 s8")
	add("cvt.?.? D, A", "u64 s64", "u32 s32")
	add("cvt.?.? R, H", "u32 s32", "u16 s16")
	add("cvt.sat.?.? R, A", "u8 s8", "u32 s32")
	add("cvt.sat.?.? S, A", "u16 s16", "u32 s32")
	add("cvt.sat.?.? R, a", "u32 s32", "u64 s64")
	add("cvt.?.f32.? R, A", "rn rz rm rp", "u32 s32")
	add("cvt.?.f32.? R, a", "rn rz rm rp", "u64 s64")
	add("cvt.?.?.f32 R, A", "rni rzi rmi rpi rni.ftz", "u32 s32")
	add("cvt.?.?.f32 D, A", "rni rzi", "u64 s64")
	add("cvt.?.f32.f32 R, A", "rni rzi rmi rpi sat ftz.sat rni.ftz")
	add("cvt.?.f16.f32 S, A", "rn rz rn.ftz rn.sat rn.relu rn.satfinite")
	add("cvt.?.bf16.f32 S, A", "rn rz rn.relu")
	add("cvt.f32.? R, H", "f16 bf16")
	add("cvt.?.f16.? S, H", "rn rz", "u16 s16")
	add("cvt.?.?.f16 S, H", "rni rzi", "u16 s16")
	add("cvt.f64.f32 D, A")
	add("cvt.?.f32.f64 R, a", "rn rz rm rp rn.ftz rn.sat")
	add("cvt.rn.?.f64 S, a", "f16")
	add("cvt.rn.f64.? D, a", "u64 s64")
	add("cvt.rzi.?.f64 D, a", "u64 s64")
	add("cvt.?.f32 R, A, B", "rn.f16x2 rz.f16x2 rn.relu.f16x2 rn.bf16x2 rz.bf16x2 rn.relu.bf16x2")
	add("cvt.rn.satfinite.?.f32 S, A, B", "e4m3x2 e5m2x2 relu.e4m3x2")
	add("cvt.rn.satfinite.?.f16x2 S, A", "e4m3x2 e5m2x2")
	add("cvt.rn.?.? R, H", "f16x2 relu.f16x2", "e4m3x2 e5m2x2")
	add("cvt.rna.tf32.f32 R, A")
	add("shfl.sync.?.b32 R|Q, A, B, ?, -1; selp.b32 R, R, 77, Q", "up down bfly idx", "0 31 0x181f 0x1c03")
	add("vote.sync.ballot.b32 R, P, -1")
	add("vote.sync.?.pred Q, !P, -1", "any all uni")
	add("and.b32 R, A, 3; match.any.sync.b32 R, R, -1")
	add("and.b32 R, A, 0; match.all.sync.b32 R|Q, R, -1; selp.b32 R, R, 77, Q")
	add("match.all.sync.b32 R|Q, A, -1; selp.b32 R, R, 77, Q")
	add("redux.sync.?.? R, A, -1", "add min max", "u32 s32")
	add("redux.sync.?.b32 R, A, -1", "and or xor")
	add("elect.sync R|Q, -1; selp.b32 R, 77, R, Q")
	add("bar.red.popc.u32 R, 0, P")
	add("bar.red.?.pred Q, 0, 64, P", "and or")
	add("movmatrix.sync.aligned.m8n8.trans.b16 R, A")
	add("activemask.b32 R")
	add("mov.u32 R, %?", "laneid lanemask_eq lanemask_le lanemask_lt lanemask_ge lanemask_gt ntid.x nctaid.x")
	add("ex2.approx.ftz.bf16 S, H")
	return forms
}

// recordedKernel runs every form in every thread: three 64-bit inputs a thread in, one 64-bit result a form out.
func recordedKernel(forms []string) string {
	var b strings.Builder
	b.WriteString(`.version 8.5
.target sm_90a
.address_size 64
.visible .entry scalar(.param .u64 in, .param .u64 out, .param .u64 global_scratch, .param .u64 profile_scratch)
.reqntid 64, 1, 1
{
.reg .b32 A, B, C, R, tid; .reg .b16 H, I, J, S; .reg .b64 a, b, c, D, inp, outp, off; .reg .pred P, Q;
ld.param.u64 inp, [in]; ld.param.u64 outp, [out]; mov.u32 tid, %tid.x;
mul.wide.u32 off, tid, 24; add.s64 inp, inp, off; mul.wide.u32 off, tid, 8; add.s64 outp, outp, off;
ld.global.b64 a, [inp]; ld.global.b64 b, [inp+8]; ld.global.b64 c, [inp+16];
cvt.u32.u64 A, a; cvt.u32.u64 B, b; cvt.u32.u64 C, c; cvt.u16.u32 H, A; cvt.u16.u32 I, B; cvt.u16.u32 J, C;
and.b32 R, A, 1; setp.ne.s32 P, R, 0;
`)
	for i, f := range forms {
		op, args, _ := strings.Cut(f, " ")
		widen := map[byte]string{'R': "cvt.u64.u32 D, R;", 'S': "cvt.u64.u16 D, S;", 'Q': "selp.b64 D, 1, 0, Q;", 'D': ""}[args[0]]
		fmt.Fprintf(&b, "%s %s; %s st.global.b64 [outp+%d], D;\n", op, args, widen, 8*recordedThreads*i)
	}
	b.WriteString("ret;\n}\n")
	return b.String()
}

// recordedInputs are special values and random ones of many magnitudes, as 32-bit, 64-bit and 16-bit operands.
func recordedInputs() []byte {
	rng := rand.New(rand.NewPCG(3, 5))
	special := []uint64{0, 1, 2, 31, 32, 33, 0x7fffffff, 0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00001, 0x00800000, 0x007fffff,
		0x3c003c00, 0x7c00fc00, 0x7e000001, 0x0400_03ff, 0x40490fdb, 0xc2f00000, 0x477fe000, 0x477ff000, 0x43e00000, 0x43e80000, 0x4b000001, 0x4f000000, 0xcf000001, 0x5f000000, 0x3ff0000000000000, 0x7ff0000000000000,
		0x8000000000000000, 0xffffffffffffffff, 0x47efffffe0000000, 0x47efffffffffffff, 0x3810000000000000, 0x40efffc000000000}
	value := func() uint64 {
		switch rng.IntN(6) {
		case 0, 1:
			return special[rng.IntN(len(special))]
		case 2:
			return uint64(rng.IntN(80))
		case 3: // a float near one, in f32 and f64
			return uint64(0x3e000000+rng.IntN(0x04000000)) | (0x3fc00000+rng.Uint64N(0x00800000))<<32
		case 4: // a small float of any sign
			return rng.Uint64()&0x80ffffff80ffffff | 0x3f00000000000000
		}
		return rng.Uint64()
	}
	var b []byte
	for range 3 * recordedThreads {
		b = binary.LittleEndian.AppendUint64(b, value())
	}
	return b
}

// TestRecorded compares with what an H200 gave, bit for bit: testdata/scalar_h200.gz has a line for each form.
func TestRecorded(t *testing.T) {
	forms := recordedForms()
	if dir := os.Getenv("TAWA_RECORD"); dir != "" {
		writeRecording(t, dir, forms)
	}
	want := readRecording(t)
	var known []string
	for _, f := range forms {
		if want[f] != nil {
			known = append(known, f)
		}
	}
	if len(known) < 300 {
		t.Fatalf("only %d of %d forms are recorded", len(known), len(forms))
	}
	for i, got := range runRecorded(t, known) {
		form, bad := known[i/recordedThreads], want[known[i/recordedThreads]][i%recordedThreads]
		if got != bad {
			in := recordedInputs()[24*(i%recordedThreads):]
			t.Errorf("%s of %#x, %#x, %#x is %#x, the H200 gave %#x", form, load(in[:8]), load(in[8:16]), load(in[16:24]), got, bad)
		}
	}
}

func runRecorded(t *testing.T, forms []string) []uint64 {
	sink := &diag.Sink{}
	m, ok := ptx.Parse(diag.NewFile("scalar.ptx", []byte(recordedKernel(forms))), sink)
	if !ok {
		t.Fatal(sink.All()[0].Message, string(sink.All()[0].Span.File.Src[sink.All()[0].Span.Start:sink.All()[0].Span.End]))
	}
	out := make([]byte, 8*recordedThreads*len(forms))
	clean(t, Run(m, Config{Args: []Arg{Global(recordedInputs()), Global(out), Global(nil), Global(nil)}}))
	v := make([]uint64, len(out)/8)
	for i := range v {
		v[i] = binary.LittleEndian.Uint64(out[8*i:])
	}
	return v
}

func readRecording(t *testing.T) map[string][]uint64 {
	f, err := os.Open("testdata/scalar_h200.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]uint64{}
	for s := bufio.NewScanner(z); s.Scan(); {
		form, hex, _ := strings.Cut(s.Text(), "\t")
		for _, h := range strings.Fields(hex) {
			v, err := strconv.ParseUint(h, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			want[form] = append(want[form], v)
		}
	}
	return want
}

// writeRecording makes the kernel and its inputs in a folder, or, if the folder has the GPU's out.bin, the recording.
func writeRecording(t *testing.T, dir string, forms []string) {
	out, err := os.ReadFile(dir + "/out.bin")
	if err != nil {
		os.WriteFile(dir+"/scalar.ptx", []byte(recordedKernel(forms)), 0o644)
		os.WriteFile(dir+"/in.bin", recordedInputs(), 0o644)
		t.Fatalf("run %s/scalar.ptx on a GPU with in.bin, and put its results into out.bin", dir)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	for i, f := range forms {
		fmt.Fprintf(z, "%s\t", f)
		for j := range recordedThreads {
			fmt.Fprintf(z, "%x ", load(out[8*(i*recordedThreads+j):][:8]))
		}
		fmt.Fprintln(z)
	}
	z.Close()
	if err := os.WriteFile("testdata/scalar_h200.gz", b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
