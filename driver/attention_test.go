package driver_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"tawa/driver"
	"tawa/target/nvptx"
)

// The kernels of attention assemble without spills and serialized dots (else --emit=cubin
// fails), and in the machine code the exponentials of a tile run under the second
// dot: between the wait that leaves it in flight and the one for it.
func TestSoftmaxRunsUnderTheSecondDot(t *testing.T) {
	disassembler, err := nvptx.FindTool("nvdisasm")
	if err != nil {
		t.Fatal(err)
	}
	for name, passes := range map[string]string{
		"attn_fp16_full_128x128": "--tawa-compile", "attn_fp16_causal_128x128": "--tawa-compile", "attn_fp8_full_128x128": "--tawa-compile=coarse=1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			cubin := filepath.Join(t.TempDir(), "k.cubin")
			var stderr, stdout bytes.Buffer
			if driver.Main(driver.All(), []string{passes, "--emit=cubin", "../examples/ttir/" + name + ".ttir", "-o", cubin}, nil, &stdout, &stderr) != driver.Done {
				t.Fatal(&stderr)
			}
			text, err := exec.Command(disassembler, "-c", cubin).Output()
			if err != nil {
				t.Fatal(err)
			}
			_, rest, found := strings.Cut(string(text), "WARPGROUP.DEPBAR.LE gsb0, 0x1")
			under, _, _ := strings.Cut(rest, "WARPGROUP.DEPBAR.LE gsb0, 0x0")
			const perThread = 64 // 128 rows and columns on 256 threads
			if n := strings.Count(under, "MUFU.EX2"); !found || n < perThread {
				t.Errorf("%d exponentials a thread run under the second dot, not %d", n, perThread)
			}
		})
	}
}
