package nvptx

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const tinyPTX = `.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 p)
{
	.reg .b64 %rd<2>;
	ld.param.u64 %rd1, [p];
	st.global.u64 [%rd1], %rd1;
	ret;
}
`

func TestAssemble(t *testing.T) {
	cubin, log, err := Assemble([]byte(tinyPTX), "sm_90a")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(string(cubin), "\x7fELF") || !strings.Contains(log, "registers") {
		t.Errorf("%d bytes, log:\n%s", len(cubin), log)
	}
	_, _, err = Assemble([]byte(strings.Replace(tinyPTX, "ret;", "retire;", 1)), "sm_90a")
	if err == nil || !strings.Contains(err.Error(), "line 9") {
		t.Errorf("bad PTX: %v", err)
	}
}

func TestBadLine(t *testing.T) {
	const fine = "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads"
	for _, tt := range []struct{ log, want string }{
		{fine, ""},
		{fine + "\nptxas info    : Used 168 registers, used 17 barriers", ""},
		{"    8 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads", "8 bytes stack frame"},
		{"ptxas info    : Used 32 registers, 16 bytes lmem", "lmem"},
		{"ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are serialized due to x in function 'k'", "serialized"},
		{"ptxas info    : (C7508) 'setmaxnreg' ignored; unable to determine register count at entry", "setmaxnreg"},
	} {
		if got := badLine(tt.log); tt.want == "" && got != "" || !strings.Contains(got, tt.want) {
			t.Errorf("%q: got %q", tt.log, got)
		}
	}
}

func TestCompilePTX(t *testing.T) {
	const head = "target triple = \"nvptx64-nvidia-cuda\"\n"
	out, err := CompilePTX([]byte(head+"define ptx_kernel void @k() { ret void }\n"), "sm_90a")
	if err != nil || !strings.Contains(string(out), ".visible .entry k(") {
		t.Errorf("%v:\n%s", err, out)
	}
	for _, tt := range []struct{ ir, want string }{
		{"define ptx_kernel void @k() { ret i32 }\n", "llc"},
		{"declare void @f()\ndefine ptx_kernel void @k() { call void @f() ret void }\n", "external function"},
		{"declare void @llvm.x(ptr)\ndefine ptx_kernel void @k(ptr %p) { %a = alloca i32 store volatile i32 1, ptr %a ret void }\n", "local memory"},
	} {
		if _, err := CompilePTX([]byte(head+tt.ir), "sm_90a"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.ir, err, tt.want)
		}
	}
}

func TestOldLLVM(t *testing.T) {
	llc := filepath.Join(t.TempDir(), "llc")
	for version, want := range map[string]int{"Debian LLVM version 14.0.6": 14, "  LLVM version 22.1.0": 22, "something else": 0} {
		script := "#!/bin/sh\necho '" + version + "'\n"
		if err := os.WriteFile(llc, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		if got := llvmVersion(llc); got != want {
			t.Errorf("%s: %d", version, got)
		}
	}
}

func TestFindTool(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tawa-no-such-tool")
	if _, err := FindTool("tawa-no-such-tool"); err == nil || !strings.Contains(err.Error(), "make tools") {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TAWA_TOOLS", dir)
	if got, err := FindTool("tawa-no-such-tool"); err != nil || got != path {
		t.Errorf("got %s, %v", got, err)
	}
}
