package llvmir

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tool finds a program of LLVM: in the checkout's .tools, in TAWA_TOOLS, on PATH.
func tool(t *testing.T, name string) string {
	t.Helper()
	dirs := append([]string{filepath.Join("..", ".tools", "bin")}, filepath.SplitList(os.Getenv("TAWA_TOOLS"))...)
	for _, dir := range dirs {
		if p, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return p
		}
	}
	p, err := exec.LookPath(name)
	if err != nil {
		t.Fatalf("%s not found: run `make tools`", name)
	}
	return p
}

// pipe runs a program on the text and returns its output.
func pipe(t *testing.T, text, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(tool(t, name), args...)
	cmd.Stdin = strings.NewReader(text)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s\n%s", name, err, errs.String(), numbered(text))
	}
	return out.String()
}

func numbered(text string) string {
	lines := strings.Split(text, "\n")
	if len(lines) > 200 {
		lines = lines[:200]
	}
	return strings.Join(lines, "\n")
}

func verify(t *testing.T, m *Module) {
	t.Helper()
	pipe(t, m.String(), "opt", "-passes=verify", "-S", "-o", os.DevNull)
}

func ptx(t *testing.T, m *Module) string {
	t.Helper()
	return pipe(t, m.String(), "llc", "-march=nvptx64", "-mcpu=sm_90a", "-mattr=+ptx83", "-O3", "-o", "-")
}
