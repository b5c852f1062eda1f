package main

import (
	"bytes"
	"strings"
	"testing"

	"tawa/driver"
	"tawa/target/cuda"
)

// On a machine with a GPU the kernel runs and is right; without one the error says so, after the kernel was compiled.
func TestOnCUDA(t *testing.T) {
	registry := driver.All()
	registry.Executors = append(registry.Executors, &gpu{})
	args := strings.Fields("../examples/ttir/grouped_gemm.ttir --on=cuda --compare=interp --grid=4 --arg=ptrs:randn:f16[16,16] --arg=ptrs:randn:f16[16,16] " +
		"--arg=ptrs:zeros:f16[16,16] --arg=values:i32[3]:16,16,16 --arg=values:i32[3]:16,16,16 --arg=i32:1")
	var stdout, stderr bytes.Buffer
	status := driver.RunMain(registry, args, nil, &stdout, &stderr)
	if _, err := cuda.Open(0); err != nil {
		if want := "error: " + err.Error() + "\n"; status != driver.Failed || stderr.String() != want {
			t.Errorf("status %d, wanted %q: %s", status, want, &stderr)
		}
		return
	}
	if status != driver.Done || !strings.Contains(stdout.String(), "arg2.0 f16[16,16]: max error") {
		t.Errorf("status %d: %s%s", status, &stdout, &stderr)
	}
}
