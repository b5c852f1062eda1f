package driver_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/driver"
	"tawa/driver/npy"
)

// way is an executor made of a function.
type way struct {
	name string
	form driver.Form
	run  func(l *driver.Launch) error
}

func (w way) Name() string               { return w.name }
func (w way) Form() driver.Form          { return w.form }
func (w way) Run(l *driver.Launch) error { return w.run(l) }

// tawaRun runs tawa-run with another way beside the driver's own.
func tawaRun(w way, args ...string) (status int, out string) {
	reg := driver.All()
	reg.Executors = append(reg.Executors, w)
	var stdout, stderr bytes.Buffer
	status = driver.RunMain(reg, args, strings.NewReader(""), &stdout, &stderr)
	return status, stdout.String() + stderr.String()
}

// describe tells parameters in short: the buffer, its map, or the bytes of a number.
func describe(params []driver.Param) string {
	var list []string
	for _, p := range params {
		switch {
		case p.Map != nil:
			list = append(list, fmt.Sprintf("%s as %v", p.Buffer.Name, p.Map.BlockSize))
		case p.Buffer != nil:
			list = append(list, p.Buffer.Name)
		default:
			list = append(list, fmt.Sprintf("%x", p.Value))
		}
	}
	return strings.Join(list, " ")
}

func TestParametersOfCompiledKernels(t *testing.T) {
	for _, x := range []struct{ file, args, want string }{
		{
			"gemm_fp16_128x256x64", gemmArgs("f16", "2", "144,256,336"),
			"arg0 as [64 64] 90000000 50010000 5001000000000000 0100000000000000 arg1 as [256 64] 00010000 50010000 5001000000000000 0100000000000000 " +
				"arg2 as [64 64] 90000000 00010000 0001000000000000 0100000000000000 90000000 00010000 50010000 0000000000000000 0000000000000000",
		},
		{
			"layer_norm", "--grid=3 --arg=randn:f32[3,64] --arg=zeros:f32[3,64] --arg=randn:f32[64] --arg=randn:f32[64] --arg=i32:64 --arg=i32:60 --arg=f32:0.5",
			"arg0 arg1 arg2 arg3 40000000 3c000000 0000003f 0000000000000000 0000000000000000",
		},
	} {
		got, metadata := "", ""
		w := way{"other", driver.PTX, func(l *driver.Launch) error {
			params, err := l.Params()
			got, metadata = describe(params), fmt.Sprint(l.Program.Metadata.NumWarps > 0, l.Program.Metadata.Name == l.Program.Name(), bytes.Contains(l.Program.Code, []byte(".visible .entry")))
			return err
		}}
		status, out := tawaRun(w, append(strings.Fields(x.args), "../examples/ttir/"+x.file+".ttir", "--on=other", "--tawa-compile=num-warps=8")...)
		if status != driver.Done || metadata != "true true true" {
			t.Errorf("%s: status %d: %s %s", x.file, status, metadata, out)
		}
		if strings.ReplaceAll(got, "[128 64]", "[64 64]") != x.want {
			t.Errorf("%s: parameters\n%s\nwant\n%s", x.file, got, x.want)
		}
	}
}

func TestWaysFail(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	double, code, cubin := file("double.mlir", doubling), file("k.ptx", "text"), file("k.cubin", "code")
	meta, empty, broken := file("meta.json", `{"name": "k", "num_warps": 4}`), file("empty.json", "{}"), file("broken.json", "{")
	paired := file("paired.json", `{"name": "k", "num_warps": 4, "grid_multiple": 2}`)
	described := file("described.json", `{"name": "k", "num_warps": 4, "tensordesc_meta": [{"block_size": [1, 2]}]}`)
	greedy := file("greedy.json", `{"name": "k", "num_warps": 4, "global_scratch_size": 1000000000000}`)
	fails := way{"other", driver.PTX, func(l *driver.Launch) error {
		if _, err := l.Params(); err != nil {
			return err
		}
		return errors.New("it hangs")
	}}
	data := []string{"--arg=iota:f32[4]", "--arg=i32:4"}
	for _, x := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{double, "--on=moon"}, driver.Usage, "error: --on=moon: must be one of: interp, emu, other\n"},
		{[]string{double, "--compare=moon"}, driver.Usage, "error: --compare=moon: must be one of: interp, emu, other\n"},
		{[]string{code}, driver.Usage, "error: interp can't run " + code + ": it takes IR\n"},
		{[]string{cubin, "--on=other"}, driver.Usage, "error: other can't run " + cubin + ": it takes IR or PTX\n"},
		{[]string{code, "--on=other"}, driver.Usage, "error: " + code + " needs --metadata=FILE\n"},
		{[]string{code, "--on=other", "--metadata=" + empty}, driver.Failed, "empty.json: no launch metadata: name and num_warps are missing\n"},
		{[]string{code, "--on=other", "--metadata=" + broken}, driver.Failed, "broken.json: unexpected end of JSON input\n"},
		{[]string{code, "--on=other", "--metadata=" + meta}, driver.Failed, "error: it hangs\n"},
		{[]string{code, "--on=other", "--metadata=" + meta, "--arg=desc:ones:f16[8]"}, driver.Failed, "argument 0 is a descriptor, but the metadata describes 0\n"},
		{[]string{code, "--on=other", "--metadata=" + paired, "--grid=3,2"}, driver.Failed, "error: 3 programs along x do not come in clusters of 2, for which the kernel is compiled\n"},
		{[]string{code, "--on=other", "--metadata=" + described, "--arg=desc:ones:f16[8]"}, driver.Failed, "argument 0 is a tensor of rank 1, the metadata describes one of rank 2\n"},
		{[]string{code, "--on=other", "--metadata=" + described, "--arg=ones:f16[8]"}, driver.Failed, "the metadata describes 1 descriptors more than the arguments have\n"},
		{[]string{code, "--on=other", "--metadata=" + greedy, "--grid=2"}, driver.Failed, "1000000000000 bytes of scratch memory for each of 2x1x1 CTAs"},
		{append(data, double, "--on=other"), driver.Failed, "error: it hangs\n"},
		{append(data, double, "--compare=other"), driver.Failed, "error: it hangs\n"},
		{append(data, double, "--on=other", "--tawa-compile=deep=1"), driver.Failed, "--tawa-compile:1:1: error: 'tawa-compile' has no option 'deep'"},
		{append(data, double, "--compare-with="+dir+"/absent"), driver.Failed, "no such file"},
	} {
		status, out := tawaRun(fails, x.args...)
		if status != x.status || !strings.Contains(out, x.want) {
			t.Errorf("%v: status %d, want %d with %q:\n%s", x.args, status, x.status, x.want, out)
		}
	}
}

// A result that is wrong in one element fails the comparison, which names the element; one that is as wrong as it may be does not.
func TestCompareWays(t *testing.T) {
	double := filepath.Join(t.TempDir(), "double.mlir")
	if err := os.WriteFile(double, []byte(doubling), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		third  float64
		status int
		want   string
	}{
		{4, driver.Done, double + " on interp: 1 run compared\n  arg0 f32[4]: max error 0 of 6: same\n"},
		{4.00005, driver.Done, "max error 5.01e-05 of 6: near\n"},
		{4.0001, driver.Failed, "max error 0.0001 of 6: DIFFERENT at element [2]: 4.000100135803223 and 4; allowed is 6e-05\n"},
		{math.NaN(), driver.Failed, "max error NaN of 6: DIFFERENT at element [2]: NaN and 4; allowed"},
	} {
		w := way{"other", driver.IR, func(l *driver.Launch) error {
			params, err := l.Params()
			if err != nil {
				return err
			}
			for i, v := range []float64{0, 2, x.third, 6} {
				params[0].Buffer.SetFloat(i, v)
			}
			return nil
		}}
		status, out := tawaRun(w, double, "--arg=iota:f32[4]", "--arg=i32:4", "--on=other", "--compare=interp")
		if status != x.status || !strings.Contains(out, x.want) {
			t.Errorf("%v: status %d, want %d with %q:\n%s", x.third, status, x.status, x.want, out)
		}
	}
}

// Tables of pointers refer to the buffers of the run itself.
func TestLinks(t *testing.T) {
	w := way{"other", driver.PTX, func(l *driver.Launch) error {
		for _, link := range l.Data.Links {
			if got := binary.LittleEndian.Uint64(link.Table.Data[8*link.Index:]); got != uint64(link.To.Address()) {
				return fmt.Errorf("element %d of %s is %#x", link.Index, link.Table.Name, got)
			}
			link.To.SetFloat(0, 7)
		}
		return nil
	}}
	args := strings.Fields("--arg=ptrs:zeros:f16[8];ones:f16[2] --arg=ptrs:zeros:f16[8] --arg=ptrs:zeros:f16[8] --arg=zeros:i32[3] --arg=zeros:i32[3] --arg=i32:1 --print=2 --on=other --schedules=2")
	status, out := tawaRun(w, append(args, "../examples/ttir/grouped_gemm.ttir")...)
	if want := "arg0.0 f16[8]: 7 0\narg0.1 f16[2]: 7 1\narg1.0 f16[8]: 7 0\n"; status != driver.Done || !strings.Contains(out, want) {
		t.Errorf("status %d: %s", status, out)
	}
}

// What --out writes, npy: reads, the types that NumPy lacks by their name.
func TestArraysOfNumPy(t *testing.T) {
	dir := t.TempDir()
	for _, x := range []struct{ elem, typ, suffix, values, want string }{
		{"f16", "<f2", "", "1,-2.5", "2 -5"},
		{"f32", "<f4", "", "1,-2.5", "2 -5"},
		{"f64", "<f8", "", "1,-2.5", "2 -5"},
		{"bf16", "<u2", ":bf16", "1,-2.5", "2 -5"},
		{"f8E4M3FN", "|u1", ":f8E4M3FN", "1,-2.5", "2 -5"},
		{"f8E5M2", "|u1", ":f8E5M2", "1,-2.5", "2 -5"},
	} {
		text := strings.ReplaceAll(strings.ReplaceAll(doubling, "f32", x.elem), "end = 4", "end = 2")
		text = strings.ReplaceAll(text, "<4x", "<2x")
		kernel := filepath.Join(dir, x.elem+".mlir")
		if err := os.WriteFile(kernel, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(dir, x.elem)
		status, log := tawaRun(way{}, kernel, "--arg=values:"+x.elem+"[2]:"+x.values, "--arg=i32:2", "--out="+out)
		if status != driver.Done {
			t.Fatal(log)
		}
		file, err := os.ReadFile(filepath.Join(out, "arg0.npy"))
		if err != nil {
			t.Fatal(err)
		}
		if a, err := npy.Decode(file); err != nil || a.Type != x.typ || fmt.Sprint(a.Shape) != "[2]" {
			t.Errorf("%s: %+v %v", x.elem, a, err)
		}
		status, log = tawaRun(way{}, kernel, "--arg=npy:"+filepath.Join(out, "arg0.npy")+x.suffix, "--arg=i32:2", "--print=2")
		if want := "arg0 " + x.elem + "[2]: 4 -10\n"; status != driver.Done || !strings.Contains(log, want) {
			t.Errorf("%s: status %d, want %q: %s", x.elem, status, want, log)
		}
	}
	path := filepath.Join(dir, "f32", "arg0.npy")
	for spec, want := range map[string]string{
		path + ":i64":  "holds '<f4', whose size is not that of i64",
		path + ":f99":  "'f99' is no element type",
		dir + "/x.npy": "no such file",
		path + ".mlir": "no such file",
	} {
		status, log := tawaRun(way{}, filepath.Join(dir, "f32.mlir"), "--arg=npy:"+spec, "--arg=i32:2")
		if status != driver.Usage || !strings.Contains(log, want) {
			t.Errorf("%s: status %d, want %q: %s", spec, status, want, log)
		}
	}
}
