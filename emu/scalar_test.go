package emu

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
)

// TestScalar runs one instruction in all lanes: `r` is the result, a, b and c are the inputs, all 64 bits wide.
func TestScalar(t *testing.T) {
	inf, nan := bits32(float32(math.Inf(1))), uint64(0x7fffffff)
	for _, c := range []struct {
		inst    string
		a, b, c uint64
		want    uint64
	}{
		{"add.s32 R, A, B", 0xffffffff, 2, 0, 1},
		{"add.sat.s32 R, A, B", 0x7fffffff, 1, 0, 0x7fffffff},
		{"sub.s64 D, a, b", 1, 2, 0, math.MaxUint64},
		{"mul.lo.s32 R, A, B", 0xfffffffe, 3, 0, 0xfffffffa},
		{"mul.hi.u32 R, A, B", 0xffffffff, 0xffffffff, 0, 0xfffffffe},
		{"mul.hi.s32 R, A, B", 0xffffffff, 7, 0, 0xffffffff},
		{"mul.hi.s64 D, a, b", math.MaxUint64, 7, 0, math.MaxUint64},
		{"mul.hi.u64 D, a, b", math.MaxUint64, math.MaxUint64, 0, math.MaxUint64 - 1},
		{"mul.wide.s32 D, A, B", 0xffffffff, 5, 0, math.MaxUint64 - 4},
		{"mul.wide.u32 D, A, B", 0xffffffff, 5, 0, 5 * 0xffffffff},
		{"mad.lo.s32 R, A, B, C", 3, 4, 5, 17},
		{"mad.wide.s32 D, A, B, c", 0xffffffff, 2, 1 << 40, 1<<40 - 2},
		{"div.s32 R, A, B", 0xfffffff9, 2, 0, 0xfffffffd},
		{"div.u32 R, A, B", 7, 0, 0, 0xffffffff},
		{"rem.s32 R, A, B", 0xfffffff9, 2, 0, 0xffffffff},
		{"div.s32 R, A, B", 0x80000000, 0xffffffff, 0, 0x80000000},
		{"min.s32 R, A, B", 0xffffffff, 1, 0, 0xffffffff},
		{"min.u32 R, A, B", 0xffffffff, 1, 0, 1},
		{"max.s32 R, A, B", 0xffffffff, 1, 0, 1},
		{"abs.s32 R, A", 0xfffffff0, 0, 0, 16},
		{"neg.s32 R, A", 5, 0, 0, 0xfffffffb},
		{"and.b32 R, A, B", 12, 10, 0, 8},
		{"or.b32 R, A, B", 12, 10, 0, 14},
		{"xor.b32 R, A, B", 12, 10, 0, 6},
		{"not.b32 R, A", 0, 0, 0, 0xffffffff},
		{"shl.b32 R, A, B", 1, 31, 0, 0x80000000},
		{"shl.b32 R, A, B", 1, 32, 0, 0},
		{"shl.b64 D, a, B", 1, 63, 0, 1 << 63},
		{"shr.u32 R, A, B", 0x80000000, 31, 0, 1},
		{"shr.s32 R, A, B", 0x80000000, 40, 0, 0xffffffff},
		{"bfe.u32 R, A, 4, 8", 0xabcd, 0, 0, 0xbc},
		{"bfe.s32 R, A, 4, 8", 0xabcd, 0, 0, 0xffffffbc},
		{"bfi.b32 R, A, B, 8, 4", 0xf, 0, 0, 0xf00},
		{"bfind.u32 R, A", 0x1000, 0, 0, 12},
		{"bfind.s32 R, A", 0xffffffff, 0, 0, 0xffffffff},
		{"clz.b32 R, A", 0x1000, 0, 0, 19},
		{"clz.b64 R, a", 1, 0, 0, 63},
		{"popc.b32 R, A", 0xf0f0, 0, 0, 8},
		{"brev.b32 R, A", 1, 0, 0, 0x80000000},
		{"prmt.b32 R, A, B, 0x5410", 0x1111aabb, 0x2222ccdd, 0, 0xccddaabb},
		{"prmt.b32 R, A, 0, 0x7778U", 0x80, 0, 0, 0x000000ff},
		{"lop3.b32 R, A, B, C, 0x96", 0b1100, 0b1010, 0b0110, 0},
		{"lop3.b32 R, A, B, C, 0xea", 0b1100, 0b1010, 0b0001, 0b1001},
		{"shf.l.wrap.b32 R, A, B, 8", 0xaabbccdd, 0x11223344, 0, 0x223344aa},
		{"shf.r.wrap.b32 R, A, B, 8", 0xaabbccdd, 0x11223344, 0, 0x44aabbcc},
		{"selp.b32 R, A, B, true", 1, 2, 0, 1},
		{"selp.b32 R, A, B, !true", 1, 2, 0, 2},
		{"dp4a.s32.s32 R, A, B, C", 0xff02, 0x0305, 1, 8},
		{"add.f32 R, A, B", bits32(1.5), bits32(2), 0, bits32(3.5)},
		{"add.rz.f32 R, A, B", bits32(1), bits32(0x1p-24 * 1.5), 0, bits32(1)},
		{"add.rp.f32 R, A, B", bits32(1), bits32(0x1p-60), 0, bits32(1 + 0x1p-23)},
		{"add.ftz.f32 R, A, B", 1, 1, 0, 0},
		{"add.f32 R, A, B", 1, 1, 0, 2},
		{"add.sat.f32 R, A, B", bits32(1.5), bits32(2), 0, bits32(1)},
		{"sub.f32 R, A, B", inf, inf, 0, nan},
		{"mul.f32 R, A, B", bits32(3), bits32(-2), 0, bits32(-6)},
		{"fma.rn.f32 R, A, B, C", bits32(1 + 0x1p-23), bits32(1 + 0x1p-23), bits32(-1), bits32(float32(math.FMA(1+0x1p-23, 1+0x1p-23, -1)))},
		{"fma.rn.f32 R, A, B, C", bits32(1 + 0x1p-12), bits32(1 + 0x1p-12), bits32(0x1p-60), bits32(1 + 0x1p-11 + 0x1p-23)},
		{"div.rn.f32 R, A, B", bits32(1), bits32(3), 0, bits32(1.0 / 3)},
		{"div.full.f32 R, A, B", bits32(6), bits32(3), 0, bits32(2)},
		{"sqrt.rn.f32 R, A", bits32(2), 0, 0, bits32(float32(math.Sqrt2))},
		{"rcp.rn.f32 R, A", bits32(4), 0, 0, bits32(0.25)},
		{"ex2.approx.ftz.f32 R, A", bits32(3), 0, 0, bits32(8)},
		{"lg2.approx.ftz.f32 R, A", bits32(8), 0, 0, bits32(3)},
		{"max.f32 R, A, B", nan, bits32(1), 0, bits32(1)},
		{"max.NaN.f32 R, A, B", nan, bits32(1), 0, nan},
		{"min.f32 R, A, B", 1 << 31, 0, 0, 1 << 31},
		{"neg.f32 R, A", bits32(1), 0, 0, bits32(-1)},
		{"abs.f32 R, A", bits32(-1), 0, 0, bits32(1)},
		{"copysign.f32 R, A, B", bits32(-1), bits32(3), 0, bits32(-3)},
		{"add.f64 D, a, b", math.Float64bits(1), math.Float64bits(2), 0, math.Float64bits(3)},
		{"fma.rn.f16x2 R, A, B, C", 0x3c004000, 0x42003c00, 0x00003c00, 0x42004200},
		{"mul.bf16x2 R, A, B", 0x3f804000, 0x40403f80, 0, 0x40404000},
		{"cvt.s64.s32 D, A", 0xffffffff, 0, 0, math.MaxUint64},
		{"cvt.u64.u32 D, A", 0xffffffff, 0, 0, 0xffffffff},
		{"cvt.u32.u64 R, a", 1<<40 + 7, 0, 0, 7},
		{"cvt.s32.s8 R, A", 0x180, 0, 0, 0xffffff80},
		{"cvt.sat.u8.s32 R, A", 300, 0, 0, 255},
		{"cvt.rn.f32.s32 R, A", 0xffffffff, 0, 0, bits32(-1)},
		{"cvt.rz.f32.u64 R, a", math.MaxUint64, 0, 0, bits32(0x1p64 - 0x1p40)},
		{"cvt.rzi.s32.f32 R, A", bits32(-1.7), 0, 0, 0xffffffff},
		{"cvt.rni.s32.f32 R, A", bits32(2.5), 0, 0, 2},
		{"cvt.rzi.s32.f32 R, A", bits32(1e20), 0, 0, 0x7fffffff},
		{"cvt.rzi.u32.f32 R, A", nan, 0, 0, 0},
		{"cvt.rmi.f32.f32 R, A", bits32(-1.5), 0, 0, bits32(-2)},
		{"cvt.rn.f16x2.f32 R, A, B", bits32(1), bits32(2), 0, 0x3c004000},
		{"cvt.rn.bf16x2.f32 R, A, B", bits32(1), bits32(2), 0, 0x3f804000},
		{"cvt.f64.f32 D, A", bits32(1.5), 0, 0, math.Float64bits(1.5)},
		{"cvt.rn.f32.f64 R, a", math.Float64bits(1.5), 0, 0, bits32(1.5)},
		{"cvt.rna.tf32.f32 R, A", bits32(1 + 0x1p-11), 0, 0, bits32(1 + 0x1p-10)},
		{"cvt.rn.f16x2.e4m3x2 R, H", 0x3840, 0, 0, 0x3c004000},
		{"mov.b64 D, {A, B}", 1, 2, 0, 2<<32 + 1},
		{"mov.f32 R, 1.5", 0, 0, 0, bits32(1.5)},
	} {
		if got := evaluate(t, c.inst, c.a, c.b, c.c); got != c.want {
			t.Errorf("%s of %#x, %#x, %#x is %#x, want %#x", c.inst, c.a, c.b, c.c, got, c.want)
		}
	}
}

// evaluate runs an instruction on inputs. Capitals are 32-bit registers, small letters 64-bit ones, H is the 16-bit a.
func evaluate(t *testing.T, inst string, a, b, c uint64) uint64 {
	t.Helper()
	body := fmt.Sprintf(`
		{ .reg .b32 A, B, C, R; .reg .b16 H; .reg .b64 a, b, c, D; .reg .pred true; .reg .b64 out_;
		ld.param.b64 out_, [out]; mov.b64 D, 0; mov.b32 R, 0; setp.eq.u32 true, 0, 0;
		ld.global.b64 a, [out_]; ld.global.b64 b, [out_+8]; ld.global.b64 c, [out_+16];
		cvt.u32.u64 A, a; cvt.u32.u64 B, b; cvt.u32.u64 C, c; cvt.u16.u32 H, A;
		%s;
		{ .reg .b64 w; cvt.u64.u32 w, R; or.b64 D, D, w; }
		st.global.b64 [out_], D; }`, inst)
	out := make([]byte, 24)
	for i, v := range []uint64{a, b, c} {
		binary.LittleEndian.PutUint64(out[8*i:], v)
	}
	clean(t, Run(parse(t, body), launch(out, 1)))
	return binary.LittleEndian.Uint64(out)
}

func TestCompare(t *testing.T) {
	nan := uint64(0x7fc00000)
	for _, c := range []struct {
		cmp  string
		a, b uint64
		want bool
	}{
		{"lt.s32", 0xffffffff, 0, true}, {"lt.u32", 0xffffffff, 0, false}, {"ge.s32", 3, 3, true}, {"le.u32", 3, 2, false},
		{"eq.b32", 5, 5, true}, {"ne.b32", 5, 5, false}, {"gt.s32", 3, 2, true}, {"hi.u32", 3, 2, true},
		{"lt.f32", bits32(1), bits32(2), true}, {"lt.f32", nan, bits32(2), false}, {"ltu.f32", nan, bits32(2), true},
		{"neu.f32", nan, nan, true}, {"ne.f32", nan, nan, false}, {"eq.f32", 1 << 31, 0, true},
		{"num.f32", 0, 0, true}, {"nan.f32", nan, 0, true}, {"eq.ftz.f32", 1, 0, true},
	} {
		text := "{ .reg .pred p; setp." + c.cmp + " p, A, B; selp.b32 R, 1, 0, p; }"
		if got := evaluate(t, text, c.a, c.b, 0) == 1; got != c.want {
			t.Errorf("setp.%s of %#x and %#x is %v", c.cmp, c.a, c.b, got)
		}
	}
	two := "{ .reg .pred p, q; setp.lt.and.s32 p|q, A, B, !true; or.pred p, p, q; selp.b32 R, 1, 0, p; }"
	if evaluate(t, two, 1, 2, 0) != 0 {
		t.Error("setp p|q with a false third operand sets neither")
	}
	both := "{ .reg .pred p, q; setp.lt.s32 p|q, A, B; selp.b32 R, 1, 0, p; { .reg .b32 x; selp.b32 x, 2, 0, q; or.b32 R, R, x; } }"
	if got := evaluate(t, both, 5, 2, 0); got != 2 {
		t.Errorf("setp p|q of a false comparison gives %d, want q alone", got)
	}
}
