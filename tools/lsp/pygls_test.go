package lsp_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The built binary serves a client that is not ours: pygls, which decodes all answers by the protocol's description.
func TestForeignClient(t *testing.T) {
	const python = "../../.tools/bin/python-pygls"
	if _, err := os.Stat(python); err != nil {
		t.Fatalf("%s is missing: make tools", python)
	}
	opt := filepath.Join(t.TempDir(), "tawa-opt")
	build := exec.Command("go", "build", "-o", opt, "tawa/tawa-opt")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := exec.Command(python, "testdata/client.py", opt, "lsp").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// Without a client the server ends, and says by its status that it was cut off.
func TestNoClient(t *testing.T) {
	if _, log, status := serve(t, nil); status != 1 || log != "" {
		t.Errorf("status %d, log %q", status, log)
	}
}
