package driver_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/driver"
)

const doubling = `
tt.func @double(%p: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {start = 0 : i32, end = 4 : i32} : tensor<4xi32>
  %base = tt.splat %p : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %ptrs = tt.addptr %base, %i : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %x = tt.load %ptrs : tensor<4x!tt.ptr<f32>>
  %y = arith.addf %x, %x : tensor<4xf32>
  tt.store %ptrs, %y : tensor<4x!tt.ptr<f32>>
  tt.return
}
`

func TestRunMain(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	double := file("double.mlir", doubling)
	squaring := file("square.mlir", strings.Replace(doubling, "addf", "mulf", 1))
	broken := file("broken.mlir", strings.Replace(doubling, "%x, %x", "%x, %z", 1))
	two := file("two.mlir", doubling+strings.Replace(doubling, "@double", "@other", 1))
	tests := []struct {
		name   string
		args   []string
		status int
		want   string
	}{
		{"print", []string{double, "--arg=iota:f32[4]", "--arg=i32:4", "--print=3"}, driver.Done, "@double: ran a grid of 1x1x1\narg0 f32[4]: 0 2 4\n"},
		{"values", []string{double, "--arg=values:f32[4]:1,-2,0.5,8", "--arg=i32:0x4", "--print=9"}, driver.Done, "arg0 f32[4]: 2 -4 1 16\n"},
		{"ones, long flag with one dash", []string{double, "-arg=ones:f32[4]", "-arg=i32:4", "-print=1"}, driver.Done, "arg0 f32[4]: 2\n"},
		{"grid", []string{double, "--grid=2,3", "--arg=zeros:f32[4]", "--arg=i32:4"}, driver.Done, "@double: ran a grid of 2x3x1\n"},
		{"same", []string{double, "--arg=randn:f32[4]", "--arg=i32:4", "--compare-with=" + double}, driver.Done, "max error 0 of"},
		{"schedules", []string{double, "--arg=ones:f32[4]", "--arg=i32:4", "--schedules=3"}, driver.Done, "another schedule: 2 runs compared\n  arg0 f32[4]: max error 0 of 2: same\n"},
		{"different", []string{double, "--arg=iota:f32[4]", "--arg=i32:4", "--compare-with=" + squaring}, driver.Failed, "arg0 f32[4]: max error 3 of 9: DIFFERENT at element [3]: 6 and 9; allowed is 9e-05\n"},
		{"tolerance", []string{double, "--arg=iota:f32[4]", "--arg=i32:4", "--compare-with=" + squaring, "--tolerance=0.5"}, driver.Done, "max error 3 of 9: near\n"},
		{"kernel", []string{two, "--kernel=other", "--arg=iota:f32[4]", "--arg=i32:4"}, driver.Done, "@other"},
		{"fault", []string{double, "--arg=iota:f32[3]", "--arg=i32:4"}, driver.Failed, "error: element [3]: access to byte 15 of buffer arg0, which has 12 bytes (f32[3])"},
		{"broken", []string{broken, "--arg=iota:f32[4]", "--arg=i32:4"}, driver.Failed, "use of undeclared SSA value name '%z'"},
		{"no file", []string{filepath.Join(dir, "absent"), "--arg=i32:4"}, driver.Failed, "no such file"},
		{"help", []string{"--help"}, driver.Done, "desc:randn:f16[256,128]"},
		{"several kernels", []string{two, "--arg=iota:f32[4]", "--arg=i32:4"}, driver.Usage, "choose one of: @double @other"},
		{"no such kernel", []string{two, "--kernel=third"}, driver.Usage, "there is no function @third with a body; there are: @double @other"},
		{"tolerance below 0", []string{double, "--arg=iota:f32[4]", "--arg=i32:4", "--tolerance=-1"}, driver.Usage, "--tolerance=-1: must be 0 or more"},
		{"metadata of IR", []string{double, "--metadata=k.json"}, driver.Usage, "--metadata is of a .ptx or .cubin"},
		{"count", []string{double, "--arg=iota:f32[4]"}, driver.Usage, "takes 2 arguments, not 1\nnote: @double takes 2 arguments: %p: !tt.ptr<f32>, %n: i32\n"},
		{"scalar type", []string{double, "--arg=iota:f32[4]", "--arg=i64:4"}, driver.Usage, "argument 1, %n: a scalar of type i32 is wanted"},
		{"buffer type", []string{double, "--arg=iota:f16[4]", "--arg=i32:4"}, driver.Usage, "a buffer of f32 is wanted, not of f16"},
		{"element type", []string{double, "--arg=iota:f99[4]"}, driver.Usage, "'f99' is no element type"},
		{"misspelt", []string{double, "--arg=rand:f16[4]"}, driver.Usage, "did you mean randn:?"},
		{"shape", []string{double, "--arg=ones:f16[4,x]"}, driver.Usage, "'[4,x]' is no shape"},
		{"huge shape", []string{double, "--arg=ones:f16[99999999,99999999]"}, driver.Usage, "is no shape"},
		{"no shape", []string{double, "--arg=ones:f16"}, driver.Usage, "expected TYPE[SHAPE], such as f16[256,128], not 'f16'"},
		{"form", []string{double, "--arg=4"}, driver.Usage, "expected something like randn:f16[256,128]"},
		{"full", []string{double, "--arg=full:f32[4]:-0.25", "--arg=i32:4", "--print=2"}, driver.Done, "arg0 f32[4]: -0.5 -0.5\n"},
		{"random integers", []string{double, "--arg=randint:f32[4]:3,4", "--arg=i32:4", "--print=2"}, driver.Done, "arg0 f32[4]: 6 6\n"},
		{"random range of floats", []string{double, "--arg=randint:f32[4]", "--arg=i32:4"}, driver.Usage, "randint needs a range for f32"},
		{"empty range", []string{double, "--arg=randint:f32[4]:3,3", "--arg=i32:4"}, driver.Usage, "'3,3' is no range: LOW,HIGH"},
		{"half a range", []string{double, "--arg=randint:f32[4]:3", "--arg=i32:4"}, driver.Usage, "'3' is no range: LOW,HIGH"},
		{"form of full", []string{double, "--arg=full:f32[4]", "--arg=i32:4"}, driver.Usage, "expected full:TYPE[SHAPE]:V"},
		{"form of ones", []string{double, "--arg=ones:f32[4]:1", "--arg=i32:4"}, driver.Usage, "expected ones:TYPE[SHAPE]\n"},
		{"inner fill", []string{double, "--arg=desc:some:f32[4]", "--arg=i32:4"}, driver.Usage, "'some' does not fill a buffer; there are: npy, randn, zeros, ones, iota, full, randint, values"},
		{"integers are not normal", []string{double, "--arg=randn:i32[4]"}, driver.Usage, "randn makes floats, not i32"},
		{"number of values", []string{double, "--arg=values:f32[4]:1,2"}, driver.Usage, "f32[4] has 4 elements, not 2"},
		{"no number", []string{double, "--arg=values:f32[2]:1,x"}, driver.Usage, "'x' is no number of type f32"},
		{"scalar", []string{double, "--arg=i32:many"}, driver.Usage, "'many' is no number of type i32"},
		{"grid text", []string{double, "--grid=2,0"}, driver.Usage, "--grid=2,0: must be one to three positive numbers"},
		{"no input", nil, driver.Usage, "one input, not 0"},
		{"device", []string{double, "--on=moon"}, driver.Usage, "--on=moon: must be"},
		{"unknown flag", []string{double, "--gird=1"}, driver.Usage, "unknown flag: --gird"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			status := driver.RunMain(driver.All(), x.args, strings.NewReader(""), &stdout, &stderr)
			if out := stdout.String() + stderr.String(); status != x.status || !strings.Contains(out, x.want) {
				t.Errorf("status %d, wanted %d with %q:\n%s", status, x.status, x.want, out)
			}
		})
	}
}

func TestRunMainReadsStandardInput(t *testing.T) {
	var stdout, stderr bytes.Buffer
	status := driver.RunMain(driver.All(), []string{"-", "--arg=ones:f32[4]", "--arg=i32:4", "--print=1"}, strings.NewReader(doubling), &stdout, &stderr)
	if status != driver.Done || !strings.Contains(stdout.String(), "arg0 f32[4]: 2\n") {
		t.Errorf("status %d: %s%s", status, &stdout, &stderr)
	}
}
