package driver_test

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"tawa/driver"
)

// The rings of every example are proven after the partition and after the pipeline.
func TestRingsOfExamplesAreProven(t *testing.T) {
	files, err := filepath.Glob("../examples/ttir/*.ttir")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	split := 0
	for _, file := range files {
		for _, passes := range []string{
			"--tawa-partition --tawa-pipeline",
			"--tawa-partition=depth=1 --tawa-pipeline=coarse=1",
			"--tawa-partition=depth=2 --tawa-pipeline=coarse=0",
			"--tawa-partition=depth=2 --tawa-pipeline=coarse=1",
			"--tawa-partition=max-depth=3 --tawa-pipeline --canonicalize --cse",
			"--tawa-persist=force --tawa-partition --tawa-pipeline",
			"--tawa-persist=force --tawa-partition=depth=2 --tawa-pipeline=coarse=1",
		} {
			var stdout, stderr bytes.Buffer
			args := append(strings.Fields(passes), "--aref-verify-each", "--remarks", "--no-output", file)
			if driver.Main(driver.All(), args, nil, &stdout, &stderr) != driver.Done {
				t.Fatalf("%s %s:\n%s", file, passes, &stderr)
			}
			rings := strings.Count(stderr.String(), "split into")
			if n := strings.Count(stderr.String(), "rings proven for every trip count"); n != rings*strings.Count(strings.TrimPrefix(passes, "--tawa-persist"), "--") || strings.Contains(stderr.String(), "not proven") {
				t.Errorf("%s %s: %d proofs\n%s", file, passes, n, &stderr)
			}
			split += rings
		}
	}
	if split < 50 {
		t.Errorf("only %d kernels were split", split)
	}
}

// A pass that breaks a ring is named.
func TestArefVerifyEachNamesThePass(t *testing.T) {
	const text = `tt.func @f() {
  %c0 = arith.constant 0 : i32
  %r = aref.create : !aref.ring<1 x (tensor<16xf32>)>
  %v = aref.get %r[%c0] : !aref.ring<1 x (tensor<16xf32>)>
  tt.return
}`
	var stdout, stderr bytes.Buffer
	status := driver.Main(driver.All(), []string{"--aref-verify-each", "--cse"}, strings.NewReader(text), &stdout, &stderr)
	if status != driver.Failed || !strings.Contains(stderr.String(), "deadlock: the default region waits") || !strings.Contains(stderr.String(), "wrong after the pass 'cse'") {
		t.Errorf("status %d:\n%s", status, &stderr)
	}
}
