package driver_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tawa/driver"
)

// compiled makes the PTX and the metadata of an example.
func compiled(t *testing.T, name string) (ptx, metadata string) {
	t.Helper()
	dir := t.TempDir()
	ptx, metadata = filepath.Join(dir, "k.ptx"), filepath.Join(dir, "k.json")
	var errs strings.Builder
	args := []string{"--tawa-compile", "--emit=ptx", "-o", ptx, "--emit-metadata=" + metadata, "../examples/ttir/" + name + ".ttir"}
	if driver.Main(driver.All(), args, nil, &errs, &errs) != driver.Done {
		t.Fatal(errs.String())
	}
	return ptx, metadata
}

// Every kernel computes on the emulator what it means, under the adversarial schedules.
func TestEmulatorAgreesWithTheInterpreter(t *testing.T) {
	for _, x := range launches {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			status, out := tawaRun(way{}, append(strings.Fields(x.args), "../examples/ttir/"+x.file+".ttir", "--on=emu", "--compare=interp", "--schedules=3")...)
			if status != driver.Done {
				t.Error(out)
			}
		})
	}
}

// A report makes the run fail, and says which schedule shows it again.
func TestEmulatorReports(t *testing.T) {
	ptx, metadata := compiled(t, "gemm_fp16_128x128x64")
	text, err := os.ReadFile(ptx)
	if err != nil {
		t.Fatal(err)
	}
	arrive := regexp.MustCompile(`mbarrier\.arrive\.expect_tx[^;]*;`)
	if !arrive.Match(text) {
		t.Fatal("the kernel expects no bytes")
	}
	broken := filepath.Join(t.TempDir(), "broken.ptx")
	if err := os.WriteFile(broken, arrive.ReplaceAll(text, nil), 0o644); err != nil {
		t.Fatal(err)
	}
	args := append(strings.Fields(gemmArgs("f16", "1", "128,128,128")), "--on=emu", "--metadata="+metadata)
	if status, out := tawaRun(way{}, append(args, ptx)...); status != driver.Done {
		t.Error(out)
	}
	status, out := tawaRun(way{}, append(args, broken, "--seed=5")...)
	if status != driver.Failed || !regexp.MustCompile(`error: \d+ reports under schedule 0 \(in-order, seed 6\)\n`).MatchString(out) {
		t.Errorf("status %d: %s", status, out)
	}
}

func TestEmulatorRefuses(t *testing.T) {
	ptx, metadata := compiled(t, "vector_add")
	wrong := filepath.Join(t.TempDir(), "wrong.ptx")
	if err := os.WriteFile(wrong, []byte(".version 8.5\n.target sm_90a\n.address_size 64\n.visible .entry k() { nosuch.f32 %f1; }"), 0o644); err != nil {
		t.Fatal(err)
	}
	data := strings.Fields("--grid=3 --arg=ones:f32[2500] --arg=ones:f32[2500] --arg=zeros:f32[2500]")
	for _, x := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{ptx, "--trace=x"}, driver.Usage, "--trace, --strict and --lenient are for --on=emu, not for interp"},
		{[]string{ptx, "--strict"}, driver.Usage, "are for --on=emu"},
		{[]string{ptx, "--lenient"}, driver.Usage, "are for --on=emu"},
		{[]string{wrong, "--on=emu", "--metadata=" + metadata}, driver.Failed, "wrong.ptx:4:23: error:"},
		{append(data, ptx, "--on=emu", "--metadata="+metadata, "--arg=i64:2500"), driver.Failed, "argument 3 of `vector_add` has 8 bytes, the parameter has 4"},
		{append(data, ptx, "--on=emu", "--metadata="+metadata), driver.Failed, "`vector_add` takes 6 arguments, these are 5"},
		{append(data, ptx, "--on=emu", "--metadata="+metadata, "--arg=i32:2500", "--trace=/no/such/dir/x"), driver.Failed, "no such file or directory"},
	} {
		status, out := tawaRun(way{}, x.args...)
		if status != x.status || !strings.Contains(out, x.want) {
			t.Errorf("%v: status %d, want %d with %q:\n%s", x.args, status, x.status, x.want, out)
		}
	}
}

// The timeline is Chrome's trace format: every span is on a line that has a name; spans of a line do not overlap.
func TestTimeline(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace.json")
	args := append(strings.Fields(gemmArgs("f16", "2", "128,256,384")), "../examples/ttir/gemm_fp16_128x128x64.ttir", "--on=emu", "--schedules=2", "--trace="+path)
	if status, out := tawaRun(way{}, args...); status != driver.Done {
		t.Fatal(out)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var trace struct {
		TraceEvents []struct {
			Name, Ph string
			Ts, Dur  int64
			Pid, Tid int
			Args     map[string]any
		}
	}
	if err := json.Unmarshal(text, &trace); err != nil {
		t.Fatal(err)
	}
	processes, threads, spans, ends := map[int]any{}, map[int]string{}, map[string]int{}, map[int]int64{}
	for _, e := range trace.TraceEvents {
		switch {
		case e.Ph == "M" && e.Name == "thread_name":
			threads[e.Tid] = e.Args["name"].(string)
		case e.Ph == "M":
			processes[e.Pid] = e.Args["name"]
		case e.Ph != "X" || e.Ts < ends[e.Tid] || e.Dur < 0 || threads[e.Tid] == "" || processes[e.Pid] == nil || e.Args["source"] == "":
			t.Fatalf("%+v on %q, which is taken until %d", e, threads[e.Tid], ends[e.Tid])
		default:
			kind, _, _ := strings.Cut(threads[e.Tid], ":")
			spans[kind+" "+e.Name]++
			ends[e.Tid] = e.Ts + e.Dur
		}
	}
	if processes[0] != "CTA (0,0,0)" || processes[1] != "CTA (1,0,0)" {
		t.Errorf("processes %v", processes)
	}
	// Two CTAs, each with six steps of four wgmmas by one or two consumers, and two loads a step by the producer.
	loads, wgmmas := 0, 0
	for name, n := range spans {
		switch {
		case strings.HasSuffix(name, " load"):
			loads += n
		case strings.HasSuffix(name, " wgmma"):
			wgmmas += n
		}
	}
	if loads < 24 || wgmmas%48 != 0 || wgmmas == 0 || spans["group 0 get"] == 0 || spans["group 0 put"] != 0 || spans["group 0 load"] != 0 {
		t.Errorf("spans %v", spans)
	}
}
