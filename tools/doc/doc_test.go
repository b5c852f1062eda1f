package doc_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/dialects/ub"
	"tawa/driver"
	"tawa/ir"
	"tawa/pass"
	"tawa/tools/doc"
)

func Example() {
	r := ir.NewRegistry()
	ub.Register(r)
	for _, d := range doc.Of(r, pass.NewRegistry()).Dialects {
		fmt.Println(d.Name, len(d.Ops))
	}
	// Output:
	// builtin 2
	// ub 2
}

// The reference in docs/ is what the tables say.
func TestReferenceIsCurrent(t *testing.T) {
	reg := driver.All()
	stale, err := doc.Stale("../../docs/reference", doc.Of(reg.Dialects, reg.Passes).Files())
	if err != nil {
		t.Fatal(err)
	}
	if len(stale) > 0 {
		t.Errorf("stale: %s; bin/tawa-opt doc --out=docs/reference writes them", strings.Join(stale, ", "))
	}
}

// Everything that is registered has its place, and says what it is.
func TestReferenceIsWhole(t *testing.T) {
	reg := driver.All()
	ref := doc.Of(reg.Dialects, reg.Passes)
	ops := 0
	for _, d := range ref.Dialects {
		ops += len(d.Ops)
		for _, op := range d.Ops {
			if op.Summary == "" {
				t.Errorf("%s has no summary", op.Name)
			}
		}
	}
	if want := len(reg.Dialects.Ops()); ops != want {
		t.Errorf("%d ops of %d", ops, want)
	}
	text := ref.Markdown()
	for _, want := range []string{"### `arith.addi`", "`!tt.ptr`", "Canonicalization patterns", "## `--canonicalize`", "max-num-rewrites=<int>"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}

func TestFilesAreWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "reference")
	run := func(args ...string) (int, string, string) {
		reg := driver.All()
		var out, err bytes.Buffer
		status := doc.Main("tawa-opt", reg.Dialects, reg.Passes, args, &out, &err)
		return status, out.String(), err.String()
	}
	if status, _, stderr := run("--out=" + dir); status != 0 {
		t.Fatal(stderr)
	}
	reg := driver.All()
	files := doc.Of(reg.Dialects, reg.Passes).Files()
	gone := filepath.Join(dir, "gone.md")
	own := filepath.Join(dir, "own.md")
	if err := os.WriteFile(gone, []byte(files["passes.md"]), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(own, []byte("by hand"), 0o644); err != nil {
		t.Fatal(err)
	}
	if stale, err := doc.Stale(dir, files); err != nil || strings.Join(stale, " ") != "gone.md" {
		t.Errorf("stale %v, %v", stale, err)
	}
	run("--out=" + dir)
	if _, err := os.Stat(gone); err == nil {
		t.Error("gone.md was not removed")
	}
	if _, err := os.Stat(own); err != nil {
		t.Error(err)
	}
	_, text, _ := run("--json")
	var ref doc.Reference
	if err := json.Unmarshal([]byte(text), &ref); err != nil || len(ref.Dialects) == 0 {
		t.Errorf("%d dialects, %v", len(ref.Dialects), err)
	}
	if status, _, stderr := run("extra"); status != 2 || !strings.Contains(stderr, `"extra"`) {
		t.Errorf("status %d, %q", status, stderr)
	}
}
