package driver_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tawa/driver"
)

// mutant is one mistake made in what the passes give: find becomes replace.
type mutant struct{ name, passes, find, replace, want string }

// mutants are partitioned and lowered programs with one mistake each, which the
// interpreter must notice: by a fault with this text, or by other numbers.
var mutants = []mutant{
	{"get index reset", rings, `(?m)^(\s*)(.*aref.get %\w+)\[%\w+\]`, "${1}%zero = arith.constant 0 : i32\n${1}${2}[%zero]", "an index counts on and is never reset"},
	{"put index reset", rings, `(?m)^(\s*)(aref.put %\w+)\[%\w+\]`, "${1}%zero = arith.constant 0 : i32\n${1}${2}[%zero]", "an index counts on and is never reset"},
	{"wrong slot given back", rings, `arith.subi (%i_\w+, %\w+ : i32\n\s+scf.if)`, `arith.addi $1`, "an index counts on and is never reset"},
	{"slot never given back", rings, `(scf.if %\w+ \{\n)\s+aref.consumed[^\n]*\n(\s+\}\n\s+%i_)`, `$1$2`, "deadlock"},
	{"last slot not given back", rings, `aref.consumed[^\n]*\n(\s+\}\n\s+%\w+ = arith.truncf)`, `$1`, "each put must be got and given back"},
	{"wait too lax in the loop", rings, `pendings = 1`, `pendings = 2`, "is given back while a dot in flight reads it"},
	{"drain too lax", rings, `pendings = 0`, `pendings = 1`, "is given back while a dot in flight reads it"},
	{"no drain", rings, `nvgpu.dot_wait (%\w+) \{pendings = 0 : i32\} : (\S+)`, `arith.addf $1, $1 : $2`, "is used while its dot is in flight"},
	{"accumulator dropped", rings, `arith.cmpi ne(, %k, %\w+ : i32\n\s+%\w+ = nvgpu.dot_issue)`, `arith.cmpi eq$1`, "DIFFERENT"},
	{"put dropped", rings, `aref.put[^\n]*\n`, ``, "deadlock"},
	{"given back too early", "--tawa-partition=depth=3", `(%acc_\w+ = tt.dot[^\n]*\n)(\s+aref.consumed[^\n]*\n)`, `$2$1`, "was given back before this use"},

	{"consumer does not wait", barriers, `nvgpu.mbarrier.wait %full[^\n]*\n`, ``, ""},
	{"producer does not wait", barriers, `nvgpu.mbarrier.wait %empty[^\n]*\n`, ``, ""},
	{"producer's parity", barriers, `arith.xori (%phase_\w+), %c1_i32_\w+ : i32(\n\s+%empty)`, `arith.ori $1, $1 : i32$2`, "deadlock"},
	{"too few bytes", barriers, `bytes = 32768`, `bytes = 32752`, "deadlock"},
	{"too many bytes", barriers, `bytes = 32768`, `bytes = 32784`, "deadlock"},
	{"load dropped", barriers, `nvgpu.tma.load %b[^\n]*\n`, ``, "deadlock"},
	{"load into the other buffer", barriers, `(nvgpu.tma.load %a_desc\S*, %\w+\], (%\w+),[^$]*nvgpu.tma.load %b_desc\S*, %\w+\], )%\w+`, `$1$2`, ""},
	{"arrival dropped", barriers, `nvgpu.mbarrier.arrive[^\n]* if %\w+ : [^\n]*\n`, ``, "deadlock"},
	{"arrival not predicated", barriers, `(nvgpu.mbarrier.arrive %\w+, warp_group) if %\w+`, `$1`, ""},
	{"count of arrivals", barriers, `(init %empty \{count =) 1`, `$1 2`, "deadlock"},
	{"arrival of each warp", barriers, `warp_group`, `warp`, "arrivals on"},
	{"dot not waited for", barriers, `pendings = 1`, `pendings = 2`, ""},
	{"barrier not initialized", barriers, `nvgpu.mbarrier.init %full[^\n]*\n`, ``, "the mbarrier is not initialized"},
	{"store not waited for", "--tawa-compile", `nvgpu.tma.store_wait[^\n]*\n`, ``, "without a wait for this store"},
	{"no wait before the ring is overwritten", "--tawa-compile", `pendings = 0 : i32\} : tensor`, `pendings = 1 : i32} : tensor`, ""},
}

// storeMutants are mistakes where the producer's threads write the slots.
var storeMutants = []mutant{
	{"no fence", barriers, `nvgpu.fence.async_shared[^\n]*\n`, ``, "written without a fence.async_shared"},
	{"store dropped", barriers, `ttg.local_store %b[^\n]*\n`, ``, ""},
	{"arrival of one thread", barriers, `(nvgpu.mbarrier.arrive %full\w*, )\w+`, `${1}thread`, "arrivals on"},
}

const (
	rings    = "--tawa-partition=depth=3 --tawa-pipeline=mma-depth=1"
	barriers = rings + " --aref-lower"
)

func TestMutantsAreNoticed(t *testing.T) {
	noticed(t, "../examples/ttir/gemm_fp16_128x128x64.ttir", gemmArgs("f16", "2", "144,112,592"), mutants)
	noticed(t, "../examples/ttir/gemm_ptr.ttir", "--grid=2,1 --arg=randn:f16[144,592] --arg=randn:f16[112,592] --arg=zeros:f16[144,112]"+
		" --arg=i32:144 --arg=i32:112 --arg=i32:592 --arg=i32:592 --arg=i32:592 --arg=i32:112", storeMutants)
}

func noticed(t *testing.T, in, launch string, list []mutant) {
	for _, x := range list {
		t.Run(x.name, func(t *testing.T) {
			var text, stdout, stderr bytes.Buffer
			if driver.Main(driver.All(), append(strings.Fields(x.passes), in), nil, &text, &stderr) != driver.Done {
				t.Fatalf("tawa-opt %s:\n%s", x.passes, &stderr)
			}
			mutant := regexp.MustCompile(x.find).ReplaceAllString(text.String(), x.replace)
			if mutant == text.String() {
				t.Fatalf("%q occurs nowhere in\n%s", x.find, &text)
			}
			out := filepath.Join(t.TempDir(), "mutant.mlir")
			if err := os.WriteFile(out, []byte(mutant), 0o644); err != nil {
				t.Fatal(err)
			}
			status := driver.RunMain(driver.All(), append(strings.Fields(launch), out, "--compare-with="+in, "--schedules=4"), nil, &stdout, &stderr)
			report := stdout.String() + stderr.String()
			if status != driver.Failed || !strings.Contains(report, x.want) || strings.Contains(report, "use of undeclared") {
				t.Errorf("status %d, wanted a report with %q:\n%s\n%s", status, x.want, report, mutant)
			}
		})
	}
}
