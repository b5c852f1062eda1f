package driver

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"tawa/diag"
	"tawa/pass"
)

// output collects what is to be written, so that nothing is written by a run that fails.
type output struct {
	tool *tool
	bytes.Buffer
	files []sideFile
}

// sideFile is a file beside the main output.
type sideFile struct {
	path string
	data []byte
}

// commit writes everything: each file beside its final place first, then renamed.
func (o *output) commit() error {
	t := o.tool
	for _, f := range o.files {
		if err := writeFile(f.path, f.data); err != nil {
			return err
		}
	}
	if t.noOutput || t.verifyDiagnostics {
		return nil
	}
	if t.output == "-" {
		_, err := t.stdout.Write(o.Bytes())
		return err
	}
	return writeFile(t.output, o.Bytes())
}

func writeFile(path string, data []byte) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return os.WriteFile(path, data, 0o644) // a device or pipe
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// writeReproducer writes the input, with the pipeline and the stack as comments.
func (t *tool) writeReproducer(value any, stack []byte, file *diag.File, m *pass.Manager) (string, error) {
	path := t.reproducer
	if path == "" {
		f, err := os.CreateTemp("", "tawa-reproducer-*.mlir")
		if err != nil {
			return "", err
		}
		path = f.Name()
		f.Close()
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// internal error: %s\n", strings.ReplaceAll(fmt.Sprint(value), "\n", "\n// "))
	fmt.Fprintf(&b, "// reproduce: %s --pass-pipeline='%s' --emit=%s %s\n", t.reg.name(), m, t.emit, path)
	for line := range strings.Lines(string(stack)) {
		b.WriteString("//   " + line)
	}
	b.WriteString("\n")
	b.Write(file.Src)
	return path, os.WriteFile(path, b.Bytes(), 0o644)
}

// firstDifference finds the first line in which two texts differ.
func firstDifference(a, b string) (line int, fromA, fromB string) {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range max(len(as), len(bs)) {
		x, y := "", ""
		if i < len(as) {
			x = as[i]
		}
		if i < len(bs) {
			y = bs[i]
		}
		if x != y {
			return i + 1, x, y
		}
	}
	return 0, "", ""
}
