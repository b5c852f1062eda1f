package llvmir

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// body builds one void function and returns the text of its instructions.
func body(build func(b *Builder, arg func(*Type) Value)) string {
	m := NewModule("t")
	f := m.Func("f", Void)
	b := f.Block("entry").Builder()
	build(b, func(t *Type) Value {
		f.params = append(f.params, Param{Type: t})
		return f.Param(len(f.params) - 1)
	})
	return string(b.Here().text)
}

func TestInstructions(t *testing.T) {
	tests := []struct {
		name  string
		build func(b *Builder, arg func(*Type) Value)
		want  string
	}{
		{"binary", func(b *Builder, arg func(*Type) Value) { b.Bin(Add, arg(I32), arg(I32), NSW) }, "%v0 = add nsw i32 %arg0, %arg1"},
		{"float flags", func(b *Builder, arg func(*Type) Value) {
			b.FastMath = Contract | AFn
			b.Bin(FMul, arg(Float), arg(Float))
		}, "%v0 = fmul contract afn float %arg0, %arg1"},
		{"fast", func(b *Builder, arg func(*Type) Value) { b.FastMath = Fast; b.FNeg(arg(BFloat)) }, "%v0 = fneg fast bfloat %arg0"},
		{"cast", func(b *Builder, arg func(*Type) Value) { b.Cast(FPTrunc, arg(Vec(2, Float)), Vec(2, Half)) },
			"%v0 = fptrunc <2 x float> %arg0 to <2 x half>"},
		{"icmp", func(b *Builder, arg func(*Type) Value) { b.ICmp(SLT, arg(I32), CI32(7)) }, "%v0 = icmp slt i32 %arg0, 7"},
		{"fcmp", func(b *Builder, arg func(*Type) Value) { b.FCmp(OLT, arg(Half), ConstBits(Half, 0x3c00)) },
			"%v0 = fcmp olt half %arg0, 0xH3C00"},
		{"select", func(b *Builder, arg func(*Type) Value) { b.Select(arg(I1), arg(Float), F32(0.1)) },
			"%v0 = select i1 %arg0, float %arg1, float 0x3FB99999A0000000"},
		{"volatile load", func(b *Builder, arg func(*Type) Value) { b.Load(I32, arg(PtrShared), Access{Align: 4, Volatile: true}) },
			"%v0 = load volatile i32, ptr addrspace(3) %arg0, align 4"},
		{"store", func(b *Builder, arg func(*Type) Value) { b.Store(CI32(1), arg(PtrGlobal), Access{Align: 16}) },
			"store i32 1, ptr addrspace(1) %arg0, align 16"},
		{"gep", func(b *Builder, arg func(*Type) Value) { b.GEP(I8, arg(PtrShared), true, CI32(8)) },
			"%v0 = getelementptr inbounds i8, ptr addrspace(3) %arg0, i32 8"},
		{"gep of nothing", func(b *Builder, arg func(*Type) Value) {
			b.Store(CI32(1), b.GEP(I8, arg(Ptr), true, CI32(0)), Access{})
		},
			"store i32 1, ptr %arg0"},
		{"pack", func(b *Builder, arg func(*Type) Value) { b.Pack(arg(Half), arg(Half)) },
			"%v0 = insertelement <2 x half> poison, half %arg0, i32 0\n  %v1 = insertelement <2 x half> %v0, half %arg1, i32 1"},
		{"aggregate", func(b *Builder, arg func(*Type) Value) {
			b.ExtractValue(b.InsertValue(Undef(Struct(I32, Float)), arg(Float), 1), 1)
		}, "%v0 = insertvalue { i32, float } undef, float %arg0, 1\n  %v1 = extractvalue { i32, float } %v0, 1"},
		{"overloaded intrinsic", func(b *Builder, arg func(*Type) Value) { b.Intrinsic("llvm.fma", arg(Float), arg(Float), F32(1)) },
			"%v0 = call float @llvm.fma.f32(float %arg0, float %arg1, float 0x3FF0000000000000)"},
		{"atomic", func(b *Builder, arg func(*Type) Value) {
			b.AtomicRMW("add", arg(PtrGlobal), arg(I32), "acq_rel", "device", 4)
		},
			`%v0 = atomicrmw add ptr addrspace(1) %arg0, i32 %arg1 syncscope("device") acq_rel, align 4`},
		{"equal instructions are one", func(b *Builder, arg func(*Type) Value) {
			x, y := arg(I32), arg(I32)
			b.Add(b.Mul(x, y), b.Mul(x, y))
		}, "%v0 = mul i32 %arg0, %arg1\n  %v1 = add i32 %v0, %v0"},
		{"loads are not", func(b *Builder, arg func(*Type) Value) {
			p := arg(Ptr)
			b.Load(I32, p, Access{})
			b.Load(I32, p, Access{})
		}, "%v0 = load i32, ptr %arg0\n  %v1 = load i32, ptr %arg0"},
		{"asm without result", func(b *Builder, _ func(*Type) Value) { b.Asm().Memory().Convergent().Emit("bar.sync 0;") },
			`call void asm sideeffect "bar.sync 0;", "~{memory}"() convergent nounwind`},
		{"asm with one result", func(b *Builder, arg func(*Type) Value) {
			a := b.Asm()
			d := a.Out(I32)
			a.Emit(fmt.Sprintf("cvt.rn.f16x2.f32 %s, %s, %s;", d, a.In(arg(Float)), a.In(arg(Float))))
		}, `%v0 = call i32 asm "cvt.rn.f16x2.f32 $0, $1, $2;", "=r,f,f"(float %arg0, float %arg1) nounwind`},
		{"asm with tied operands", func(b *Builder, arg func(*Type) Value) {
			a := b.Asm().SideEffect()
			d := a.InOut(arg(Float), arg(Float))
			a.Emit(fmt.Sprintf("x {%s}, %s, %s;", strings.Join(d, ","), a.In(arg(I64)), a.Imm(1)))
		}, `%v0 = call %results.0 asm sideeffect "x {$0,$1}, $4, $5;", "=f,=f,0,1,l,n"(float %arg0, float %arg1, i64 %arg2, i64 1) nounwind` +
			"\n  %v1 = extractvalue %results.0 %v0, 0\n  %v2 = extractvalue %results.0 %v0, 1"},
	}
	for _, tt := range tests {
		if got := strings.TrimSpace(body(tt.build)); got != tt.want {
			t.Errorf("%s:\ngot  %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestFold(t *testing.T) {
	x := Value{Type: I32, kind: textValue, text: "%x"}
	i8 := func(n int64) Value { return ConstInt(I8, n) }
	bin := func(op BinOp, x, y Value) Value { v, _ := foldBin(op, x, y); return v }
	cast := func(op CastOp, x Value, t *Type) Value { v, _ := foldCast(op, x, t); return v }
	cmp := func(p Pred, x, y Value) Value { v, _ := foldICmp(p, x, y); return v }
	tests := []struct {
		name      string
		got, want Value
	}{
		{"x+0", bin(Add, x, CI32(0)), x},
		{"0+x", bin(Add, CI32(0), x), x},
		{"x-x", bin(Sub, x, x), CI32(0)},
		{"x*1", bin(Mul, x, CI32(1)), x},
		{"x*0", bin(Mul, x, CI32(0)), CI32(0)},
		{"x&-1", bin(And, x, CI32(-1)), x},
		{"x%1", bin(URem, x, CI32(1)), CI32(0)},
		{"0-x stays", bin(Sub, CI32(0), x), Value{}},
		{"wraps", bin(Add, i8(127), i8(1)), i8(-128)},
		{"unsigned division", bin(UDiv, i8(-1), i8(2)), i8(127)},
		{"signed division", bin(SDiv, i8(-7), i8(2)), i8(-3)},
		{"remainder", bin(SRem, i8(-7), i8(2)), i8(-1)},
		{"division by zero stays", bin(SDiv, i8(1), i8(0)), Value{}},
		{"logical shift", bin(LShr, i8(-1), i8(7)), i8(1)},
		{"arithmetic shift", bin(AShr, i8(-128), i8(7)), i8(-1)},
		{"shift too far stays", bin(Shl, i8(1), i8(8)), Value{}},
		{"zext", cast(ZExt, i8(-1), I32), CI32(255)},
		{"sext", cast(SExt, i8(-1), I32), CI32(-1)},
		{"sext of true", cast(SExt, Bool(true), I32), CI32(-1)},
		{"trunc", cast(Trunc, CI32(257), I8), i8(1)},
		{"bits of a float", cast(BitCast, F32(1), I32), CI32(0x3f800000)},
		{"float of bits", cast(BitCast, CI32(0x3f800000), Float), F32(1)},
		{"unsigned comparison", cmp(ULT, i8(1), i8(-1)), Bool(true)},
		{"signed comparison", cmp(SLT, i8(1), i8(-1)), Bool(false)},
		{"signed true", cmp(SLT, Bool(true), Bool(false)), Bool(true)},
		{"x<=x", cmp(ULE, x, x), Bool(true)},
	}
	for _, tt := range tests {
		same := tt.got.Valid() == tt.want.Valid() && (!tt.got.Valid() || tt.got.Equal(tt.want))
		if !same {
			t.Errorf("%s: got %+v, want %+v", tt.name, tt.got, tt.want)
		}
	}
}

func TestConstants(t *testing.T) {
	tests := []struct {
		v    Value
		want string
	}{
		{F32(0.1), "float 0x3FB99999A0000000"},
		{F32(float32(math.Inf(-1))), "float 0xFFF0000000000000"},
		{ConstBits(Float, 0x7f800001), "float 0x7FF0000020000000"}, // a signalling NaN stays one
		{ConstBits(Float, 1), "float 0x36A0000000000000"},          // the smallest subnormal
		{F64(0.1), "double 0x3FB999999999999A"},
		{ConstBits(BFloat, 0x3f80), "bfloat 0xR3F80"},
		{ConstInt(I8, 255), "i8 -1"},
		{Bool(true), "i1 true"},
		{Zero(PtrShared), "ptr addrspace(3) null"},
		{Zero(Vec(2, Float)), "<2 x float> zeroinitializer"},
		{ConstVec(CI32(1), CI32(2)), "<2 x i32> <i32 1, i32 2>"},
		{ConstString("a\"\n"), `[3 x i8] c"a\22\0A"`},
	}
	for _, tt := range tests {
		if got := tt.v.String(); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
	}
}

func TestMisuse(t *testing.T) {
	tests := map[string]func(b *Builder, arg func(*Type) Value){
		"add of i32":             func(b *Builder, arg func(*Type) Value) { b.Add(arg(I32), arg(I64)) },
		"fadd of type i32":       func(b *Builder, arg func(*Type) Value) { b.Bin(FAdd, arg(I32), arg(I32)) },
		"zext of i32":            func(b *Builder, arg func(*Type) Value) { b.Cast(ZExt, arg(I32), I16) },
		"no intrinsic":           func(b *Builder, arg func(*Type) Value) { b.Intrinsic("llvm.nvvm.wgmma") },
		"is i32, not":            func(b *Builder, arg func(*Type) Value) { b.Intrinsic("llvm.nvvm.prmt", arg(I32), arg(I32), arg(I64)) },
		"use of no value":        func(b *Builder, arg func(*Type) Value) { b.Store(Value{}, arg(Ptr), Access{}) },
		"after the terminator":   func(b *Builder, arg func(*Type) Value) { b.RetVoid(); b.RetVoid() },
		"no PTX register holds":  func(b *Builder, arg func(*Type) Value) { b.Asm().Out(I8) },
		"after an input":         func(b *Builder, arg func(*Type) Value) { a := b.Asm(); a.In(arg(I32)); a.Out(I32) },
		"has no terminator":      func(b *Builder, arg func(*Type) Value) { _ = b.Module().String() },
		"is defined twice":       func(b *Builder, arg func(*Type) Value) { b.Module().Func("f", Void) },
		"phi of i32 takes i64":   func(b *Builder, arg func(*Type) Value) { b.Phi(I32).Add(arg(I64), b.Here()) },
		"returns void, not i32":  func(b *Builder, arg func(*Type) Value) { b.Ret(arg(I32)) },
		"load through i64 %arg0": func(b *Builder, arg func(*Type) Value) { b.Load(I32, arg(I64), Access{}) },
		"another function": func(b *Builder, arg func(*Type) Value) {
			m := b.Module()
			file := m.DebugFile("a.py", "/")
			b.Func().Subprogram = m.Subprogram(file, "f", 1)
			b.Loc = m.Location(1, 1, m.Subprogram(file, "g", 1), 0)
			b.Store(CI32(1), arg(Ptr), Access{})
		},
	}
	for want, build := range tests {
		t.Run(want, func(t *testing.T) {
			defer func() {
				if msg := fmt.Sprint(recover()); !strings.Contains(msg, want) {
					t.Errorf("panic %q lacks %q", msg, want)
				}
			}()
			body(build)
		})
	}
}

// sample is a kernel with what the GPU target uses: a descriptor parameter,
// dynamic shared memory, tied inline assembly in a loop, lines.
func sample() *Module {
	m := NewModule("sample.mlir")
	smem := m.Global(Global{Name: "global_smem", Type: Array(0, I8), Space: 3, Align: 1024})
	f := m.Func("sample", Void,
		Param{Name: "desc", Type: Ptr, ByVal: Array(128, I8), Align: 64, GridConstant: true},
		Param{Name: "out", Type: PtrGlobal, Attrs: []string{"noundef"}}, Param{Name: "n", Type: I32})
	f.Kernel = true
	f.Attrs = []string{"nounwind"}
	f.Launch = Launch{Threads: [3]int{384, 1, 1}, MinCTAs: 1}
	file := m.DebugFile("gemm.py", "/src")
	f.Subprogram = m.Subprogram(file, "sample", 10)
	helper := m.Subprogram(file, "helper", 3)

	entry, loop, done := f.Block("entry"), f.Block("loop"), f.Block("done")
	b := entry.Builder()
	b.Loc = m.Location(11, 5, f.Subprogram, 0)
	addr := b.Cast(PtrToInt, smem, I32)
	tid := b.Intrinsic("llvm.nvvm.read.ptx.sreg.tid.x")
	load := b.Asm().Memory()
	load.Emit(fmt.Sprintf("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%s], [%s, {%s, %s}], [%s];",
		load.In(addr), load.In(f.Param(0)), load.In(tid), load.In(f.Param(2)), load.In(b.Add(addr, CI32(4096)))))
	b.Br(loop)

	b.At(loop)
	b.Loc = m.Location(4, 7, helper, m.Location(12, 9, f.Subprogram, 0))
	i := b.Phi(I32)
	var acc []*Phi
	var vals []Value
	for range 32 {
		p := b.Phi(Float)
		p.Add(F32(0), entry)
		acc, vals = append(acc, p), append(vals, p.Value)
	}
	i.Add(CI32(0), entry)
	mma := b.Asm().SideEffect().Convergent()
	d := mma.InOut(vals...)
	desc := b.Cast(ZExt, addr, I64)
	vals = mma.Emit(fmt.Sprintf("{ .reg .pred p; setp.ne.b32 p, %s, 0; wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {%s}, %s, %s, p, 1, 1, 0, 0; }",
		mma.In(i.Value), strings.Join(d, ", "), mma.In(desc), mma.In(desc)))
	for k, p := range acc {
		p.Add(vals[k], loop)
	}
	next := b.Add(i.Value, CI32(1))
	i.Add(next, loop)
	b.CondBr(b.ICmp(SLT, next, f.Param(2)), loop, done)

	b.At(done)
	b.Loc = m.Location(14, 1, f.Subprogram, 0)
	sum := vals[0]
	for _, v := range vals[1:] {
		sum = b.Bin(FAdd, sum, v)
	}
	b.Store(sum, b.GEP(Float, f.Param(1), true, tid), Access{Align: 4})
	b.RetVoid()
	return m
}

func TestSampleKernel(t *testing.T) {
	m := sample()
	verify(t, m)
	text := ptx(t, m)
	for _, want := range []string{".target sm_90a\n", ".reqntid 384", ".minnctapersm 1", ".param .align 64 .b8 sample_param_0[128]",
		".extern .shared .align 1024 .b8 global_smem", ".loc\t1 11 5", ".loc\t1 4 7", "@[ gemm.py:12:9 ]", "wgmma.mma_async"} {
		if !strings.Contains(text, want) {
			t.Errorf("PTX lacks %q", want)
		}
	}
	for _, bad := range []string{"__local_depot", ".extern .func", "st.local", ", debug"} {
		if strings.Contains(text, bad) {
			t.Errorf("PTX has %q", bad)
		}
	}
	loop := text[strings.Index(text, "$L__BB0_1:"):]
	if loop = loop[:strings.Index(loop, "bra")]; strings.Contains(loop, "mov.f32") || strings.Contains(loop, "mov.b32 \t%f") {
		t.Errorf("accumulators are moved in the loop:\n%s", loop)
	}
}

// Every row of the table must be an intrinsic that LLVM knows: what it does
// not know becomes an external call.
func TestIntrinsics(t *testing.T) {
	m := NewModule("intrinsics")
	f := m.Func("k", Void, Param{Type: I32}, Param{Type: I64}, Param{Type: Float}, Param{Type: I1}, Param{Type: PtrGlobal})
	f.Kernel = true
	b := f.Block("entry").Builder()
	of := map[*Type]Value{I32: f.Param(0), I64: f.Param(1), Float: f.Param(2), I1: f.Param(3)}
	floats := strings.Fields("fma fabs sqrt floor ceil trunc rint minnum maxnum minimum maximum copysign")
	var names []string
	for name := range intrinsics {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		over := I32
		if slices.Contains(floats, strings.TrimPrefix(name, "llvm.")) {
			over = Float
		}
		var args []Value
		for _, p := range intrinsics[name].params {
			switch {
			case strings.Contains(name, "setmaxnreg"):
				args = append(args, CI32(40))
			case p == overload:
				args = append(args, of[over])
			case p == I1 && name != "llvm.assume" && !strings.Contains(name, "vote"):
				args = append(args, Bool(false))
			default:
				args = append(args, of[p])
			}
		}
		if v := b.Intrinsic(name, args...); v.Valid() {
			b.Store(v, f.Param(4), Access{Volatile: true})
		}
	}
	b.RetVoid()
	verify(t, m)
	for line := range strings.Lines(ptx(t, m)) {
		if strings.Contains(line, "llvm.") || strings.Contains(line, "llvm_") || strings.Contains(line, ".extern .func") {
			t.Errorf("not known to LLVM: %s", line)
		}
	}
}

func BenchmarkPrint(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		m := NewModule("bench")
		f := m.Func("f", Void, Param{Type: I32}, Param{Type: Ptr})
		bld := f.Block("entry").Builder()
		v := f.Param(0)
		for i := range 10000 {
			v = bld.Add(v, CI32(i+1))
			bld.Store(v, f.Param(1), Access{Align: 4})
		}
		bld.RetVoid()
		if len(m.Append(nil)) < 400000 {
			b.Fatal("too little text")
		}
	}
}
