package ptx

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tawa/diag"
)

// kernel wraps a body into a module.
func kernel(body string) string {
	return ".version 8.5\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 smem[];\n" +
		".visible .entry k(\n\t.param .align 64 .b8 k_param_0[128],\n\t.param .u32 k_param_1,\n\t.param .u64 .ptr .global .align 1 k_param_2\n)\n" +
		".reqntid 128, 1, 1\n.minnctapersm 2\n{\n\t.reg .pred %p<4>;\n\t.reg .b16 %rs<4>;\n\t.reg .b32 %r<9>;\n\t.reg .b64 %rd<5>;\n" + body + "\n}\n"
}

func parse(t testing.TB, text string) (*Module, []*diag.Diagnostic) {
	t.Helper()
	sink := &diag.Sink{}
	m, ok := Parse(diag.NewFile("k.ptx", []byte(text)), sink)
	if ok != (sink.Errors() == 0) {
		t.Fatalf("ok is %v, but there are %d errors", ok, sink.Errors())
	}
	return m, sink.All()
}

func TestModule(t *testing.T) {
	m, errs := parse(t, kernel("ret;")+".section .debug_macinfo { .b8 1 }\n.file 1 \"./a.py\"\n")
	if len(errs) != 0 {
		t.Fatal(errs[0].Message)
	}
	f, err := m.Entry("")
	if err != nil {
		t.Fatal(err)
	}
	got := strings.TrimSpace(fmt.Sprintln(m.Version, m.Target, m.Files, f.Name, f.ReqNTID, f.MinNCTAPerSM, len(f.Regs)))
	if want := "8.5 sm_90a map[1:a.py] k [128 1 1] 2 22"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for i, want := range []struct{ offset, size, align int }{{0, 128, 64}, {128, 4, 4}, {136, 8, 8}} {
		if p := f.Params[i]; p.Offset != want.offset || p.Size != want.size || p.Align != want.align {
			t.Errorf("parameter %d: offset %d, size %d, align %d, want %+v", i, p.Offset, p.Size, p.Align, want)
		}
	}
	if v := m.Vars[0]; !v.Extern || v.Space != Shared || v.Align != 1024 || v.Size != 0 {
		t.Errorf("global variable %+v", v)
	}
	if _, err := m.Entry("other"); err == nil {
		t.Error("no error for a kernel that is not there")
	}
}

func TestInstructions(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"add.s32 %r1, %r2, -5;", "add [s32] r r #fffffffffffffffb"},
		{"mov.b32 %r1, 0f3F800000;", "mov [b32] r f32:3f800000"},
		{"mov.f64 %rd1, 1.5;", "mov [f64] r f64:3ff8000000000000"},
		{"mov.u32 %r1, %tid.x;", "mov [u32] r %tid.x"},
		{"mov.b64 %rd1, smem+16;", "mov [b64] r smem+16"},
		{"prmt.b32 %r1, %r2, 0, 0x7770U;", "prmt [b32] r r #0 #7770"},
		{"@!%p1 st.shared.v2.b32 [%r1+-8], {%r2, %r3};", "!p st [shared v2 b32] [r-8] {r r}"},
		{"ld.param.b32 %r1, [k_param_1];", "ld [param b32] r [k_param_1]"},
		{"setp.lt.or.s32 %p1|%p2, %r1, 3, !%p3;", "setp [lt or s32] p|p r #3 !p"},
		{"elect.sync _|%p1, -1;", "elect.sync [] _|p #ffffffffffffffff"},
		{"mbarrier.try_wait.parity.shared::cta.b64 %p1, [ %r1 + 8 ], %r2;", "mbarrier.try_wait.parity [shared::cta b64] p [r+8] r"},
		{"cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%r1], [%rd1, {%r2, 4}], [%r3];",
			"cp.async.bulk.tensor [2d shared::cluster global tile mbarrier::complete_tx::bytes] [r] [r {r #4}] [r]"},
		{"cvt.rn.satfinite.e4m3x2.f32 %rs1, %r1, %r2;", "cvt [rn satfinite e4m3x2 f32] r r r"},
		{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%r1,%r2,%r3,%r4}, %rd1, %rd2, 1, 1, 1, 0, 0;",
			"wgmma.mma_async [sync aligned m64n8k16 f32 f16 f16] {r r r r} r r #1 #1 #1 #0 #0"},
		{"bar.sync 0;", "bar.sync [] #0"},
	} {
		m, errs := parse(t, kernel(c.text))
		if len(errs) != 0 {
			t.Errorf("%s: %s", c.text, errs[0].Message)
			continue
		}
		f := m.Funcs[0]
		if got := show(f, &f.Code[0]); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.text, got, c.want)
		}
		if got := string(m.File.Src[f.Code[0].Span.Start:f.Code[0].Span.End]); got != c.text {
			t.Errorf("span of %q is %q", c.text, got)
		}
	}
}

// show writes an instruction with the classes of its registers.
func show(f *Func, in *Inst) string {
	s := fmt.Sprint(in.Op, " ", in.Mods)
	if in.Pred >= 0 {
		s = "p " + s
		if in.PredNot {
			s = "!" + s
		}
	}
	for i := range in.Args {
		s += " " + showOperand(f, &in.Args[i])
	}
	return s
}

func showOperand(f *Func, o *Operand) string {
	reg := func(r int) string {
		if f.Regs[r].Type == Pred {
			return "p"
		}
		return "r"
	}
	list := func() string {
		var parts []string
		for i := range o.Elems {
			parts = append(parts, showOperand(f, &o.Elems[i]))
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	s := ""
	switch o.Kind {
	case Sink:
		s = "_"
	case Register:
		s = reg(o.Reg)
	case Imm:
		if o.Float != 0 {
			return fmt.Sprintf("f%d:%x", o.Float, o.Bits)
		}
		return fmt.Sprintf("#%x", o.Bits)
	case Special:
		return "%" + o.Name
	case Symbol:
		return fmt.Sprintf("%s+%d", o.Name, o.Off)
	case Vector:
		return list()
	case Memory:
		s = "["
		if o.Var != nil {
			s += o.Var.Name
		} else if o.Reg >= 0 {
			s += reg(o.Reg)
		}
		if o.Off != 0 {
			s += fmt.Sprintf("%+d", o.Off)
		}
		if o.Elems != nil {
			s += " " + list()
		}
		return s + "]"
	case Target:
		return fmt.Sprint("->", o.Off)
	}
	if o.Not {
		s = "!" + s
	}
	if o.Second >= 0 {
		s += "|p"
	}
	return s
}

func TestLabelsAndScopes(t *testing.T) {
	m, errs := parse(t, kernel(`
		{ .reg .pred P; WAIT: mbarrier.try_wait.parity.shared::cta.b64 P, [%r1], 0; @P bra.uni DONE; bra.uni WAIT; DONE: }
		{ .reg .pred P; WAIT: mbarrier.try_wait.parity.shared::cta.b64 P, [%r1], 1; @P bra.uni DONE; bra.uni WAIT; DONE: }
		bra END;
		ret;
		END: ret;`))
	if len(errs) != 0 {
		t.Fatal(errs[0].Message)
	}
	f := m.Funcs[0]
	for inst, want := range map[int]int64{1: 3, 2: 0, 4: 6, 5: 3, 6: 8} {
		if got := f.Code[inst].Args[0].Off; got != want {
			t.Errorf("instruction %d goes to %d, want %d", inst, got, want)
		}
	}
	if a, b := f.Code[0].Args[0].Reg, f.Code[3].Args[0].Reg; a == b {
		t.Error("the predicates of two scopes are one register")
	}
}

func TestLoc(t *testing.T) {
	m, errs := parse(t, kernel(`
		.loc 1 7 3
		add.s32 %r1, %r1, 1;
		.loc 2 43 17 // std.py:43:17 @[ a.py:15:25 ]
		add.s32 %r1, %r1, 2;
		.loc 2 44 1, function_name $L__info, inlined_at 1 16 2
		add.s32 %r1, %r1, 3;
		.loc 1 0 0
		ret;`)+".file 1 \"a.py\"\n.file 2 \"std.py\"\n")
	if len(errs) != 0 {
		t.Fatal(errs[0].Message)
	}
	for i, want := range []string{"a.py:7:3", "a.py:15:25", "a.py:16:2"} {
		l := m.Funcs[0].Code[i].Loc.Outermost()
		if got := fmt.Sprintf("%s:%d:%d", l.File, l.Line, l.Col); got != want {
			t.Errorf("instruction %d stands at %s, want %s", i, got, want)
		}
	}
	if l := m.Funcs[0].Code[3].Loc.Outermost(); l.Line != 16 {
		t.Errorf("line 0 is no place, line 16 stands before it, this is %d", l.Line)
	}
}

// TestErrors: every mistake is reported at its place, and those after it too.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"ad.s32 %r1, %r2, 3;", "unknown instruction `ad.s32` at ad.s32"},
		{"tex.2d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%rd1, {%r1, %r2}];", "unknown instruction `tex.2d.v4.f32.s32` at tex.2d.v4.f32.s32"},
		{"mov.b64 %rd1, {%r1, 12zz};", "expected a number, found `12zz` at 12zz"},
		{"add.x32 %r1, %r2, 3;", "`add` has no modifier `.x32` at .x32"},
		{"add.s32.sat %r1, %r2, 3;", "`add` has no form with these modifiers in this order: `add.s32.sat` at add.s32.sat"},
		{"add.s32 %r1, %r2;", "`add.s32` takes 3 operands, these are 2 at add.s32 %r1, %r2;"},
		{"add.s32 3, %r2, 1;", "operand 1 of `add.s32` must be a register at 3"},
		{"add.s32 %r10, %r2, 1;", "`%r10` is no register or variable here at %r10"},
		{"@%r1 bra END; END:", "a guard must be a predicate, `%r1` is .b32 at %r1"},
		{"bra NOWHERE;", "no label `NOWHERE` at NOWHERE"},
		{"A: A: ret;", "label `A` is there twice at A"},
		{"ld.global.b32 %r1, %rd1;", "operand 2 of `ld.global.b32` must be an address in brackets at %rd1"},
		{".reg .b12 %x;", "expected a register type, found `.b12` at .b12"},
		{"mov.b32 %r1, 12zz;", "expected a number, found `12zz` at 12zz"},
		{"selp.b32 %r1, 1, 0, %r2;", "operand 4 of `selp.b32` must be a predicate at %r2"},
		{"+;", "expected an instruction, found `+` at +"},
		{".bogus 3;", "unknown directive `.bogus` at .bogus"},
	} {
		_, errs := parse(t, kernel(c.body+"\nlast.mistake;"))
		var got []string
		for _, d := range errs {
			got = append(got, d.Message+" at "+string(d.Span.File.Src[d.Span.Start:d.Span.End]))
		}
		if len(got) != 2 || got[0] != c.want || !strings.HasPrefix(got[1], "unknown instruction `last.mistake`") {
			// A missing label is reported where the function ends.
			if len(got) == 2 && got[1] == c.want {
				continue
			}
			t.Errorf("%s\n got %q\nwant %q", c.body, got, c.want)
		}
	}
}

// TestTable: every row of the table can be read and has a name that finds it.
func TestTable(t *testing.T) {
	for _, name := range Instructions() {
		op, _, forms := splitName(name + ".x")
		if op != name || len(forms) == 0 {
			t.Errorf("%s is found as %q", name, op)
		}
		for _, r := range forms {
			for _, a := range r.args {
				if _, ok := operandNames[a[0]]; !ok {
					t.Errorf("%s has an operand %q", name, a)
				}
			}
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(kernel("add.s32 %r1, %r2, 3;\n@%p1 bra A;\n{ .reg .b32 x; mov.b32 x, {%rs1, %rs2}; }\nA: ret;"))
	f.Add(kernel("ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd1+4];\n.loc 1 2 3 // x @[ y:1:2 ]\nst.shared.b8 [smem], 0f00000000;"))
	f.Add(".global .align 1 .b8 s[11] = {95, 95};\n.section .x { {} }\n.func (.reg .b32 %a) g(.param .b32 p) { ret; }")
	f.Fuzz(func(t *testing.T, text string) {
		m, _ := parse(t, text)
		for _, fn := range m.Funcs {
			for i := range fn.Code {
				show(fn, &fn.Code[i])
			}
		}
	})
}

func Example() {
	text := kernel("mov.u32 %r1, %tid.x;\nmul.wide.s32 %rd1, %r1, 4;\nadd.s46 %rd1, %rd1, 1;\nret;")
	sink := &diag.Sink{}
	m, ok := Parse(diag.NewFile("k.ptx", []byte(text)), sink)
	fmt.Println(m.Funcs[0].Name, ok)
	for _, in := range m.Funcs[0].Code {
		fmt.Println(in.Op, in.Mods, len(in.Args))
	}
	for _, d := range sink.All() {
		diag.Render(os.Stdout, d, false)
	}
	// Output:
	// k false
	// mov [u32] 2
	// mul [wide s32] 3
	// ret [] 0
	// k.ptx:19:4: error: `add` has no modifier `.s46`
	// add.s46 %rd1, %rd1, 1;
	//    ^~~~
}
