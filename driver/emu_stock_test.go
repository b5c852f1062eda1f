package driver_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tawa/driver"
)

// What stock Triton makes of the examples runs on the emulator too and agrees with the interpreter.
func TestStockTritonOnTheEmulator(t *testing.T) {
	dir := t.TempDir()
	if out, err := exec.Command("../.tools/bin/python-triton", "../bench/stock_ptx.py", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, x := range launches {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(dir, x.file)
			args := append(strings.Fields(x.args), file+".ptx", "--metadata="+file+".json", "--on=emu", "--lenient", "--schedules=2",
				"--compare=interp", "--compare-with=../examples/ttir/"+x.file+".ttir")
			if status, out := tawaRun(way{}, args...); status != driver.Done {
				t.Error(out)
			}
		})
	}
}
