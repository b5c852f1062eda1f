package driver_test

import (
	"os"
	"strings"
	"testing"

	"tawa/driver"
)

// The first argument names a tool, unless there is a file of that name; a directory is none.
func TestSubcommands(t *testing.T) {
	t.Chdir(t.TempDir())
	_, help, _ := run(t, "", "--help")
	for _, name := range []string{"doc", "checks", "reduce"} {
		if !strings.Contains(help, "\n  "+name+" ") {
			t.Errorf("--help does not mention %s", name)
		}
		status, stdout, stderr := run(t, "", name, "--help")
		if status != driver.Done || !strings.HasPrefix(stdout, "usage: tawa-opt "+name) {
			t.Errorf("%s --help: status %d, %q, %q", name, status, stdout, stderr)
		}
		status, _, stderr = run(t, "", name, "--frob")
		if status != driver.Usage || !strings.Contains(stderr, "--frob") || !strings.Contains(stderr, "hint: tawa-opt "+name+" --help") {
			t.Errorf("%s --frob: status %d, %q", name, status, stderr)
		}
	}
	if err := os.Mkdir("checks", 0o755); err != nil {
		t.Fatal(err)
	}
	if status, stdout, _ := run(t, "", "checks", "--help"); status != driver.Done || !strings.HasPrefix(stdout, "usage: tawa-opt checks") {
		t.Errorf("beside a directory: status %d, %q", status, stdout)
	}
	if err := os.WriteFile("doc", []byte(constant), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, stdout, _ := run(t, "", "doc"); status != driver.Done || !strings.Contains(stdout, "arith.constant 7 : i32") {
		t.Errorf("a file: status %d, %q", status, stdout)
	}
}
