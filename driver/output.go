package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
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

// commit writes everything: first each file beside its final place, and only when all of them are written are they
// renamed.
func (o *output) commit() error {
	t := o.tool
	files := o.files
	if !t.noOutput && !t.verifyDiagnostics {
		files = append(files, sideFile{t.output, o.Bytes()})
	}
	var renames []rename
	defer func() {
		for _, r := range renames {
			os.Remove(r.from) // only where something failed is one left
		}
	}()
	for _, f := range files {
		if f.path == "-" {
			if _, err := t.stdout.Write(f.data); err != nil {
				return err
			}
			continue
		}
		from, err := stage(f)
		if err != nil {
			return err
		}
		if from != "" {
			renames = append(renames, rename{from, f.path})
		}
	}
	for _, r := range renames {
		if err := os.Rename(r.from, r.to); err != nil {
			return err
		}
	}
	return nil
}

type rename struct{ from, to string }

// stage writes a file beside its final place and returns where; "" if it is a device or a pipe, which is written to.
func stage(f sideFile) (string, error) {
	if info, err := os.Stat(f.path); err == nil && !info.Mode().IsRegular() {
		return "", os.WriteFile(f.path, f.data, 0o644)
	}
	tmp, err := os.CreateTemp(filepath.Dir(f.path), "."+filepath.Base(f.path)+"-*")
	if err != nil {
		return "", fmt.Errorf("can't write %s: %w", f.path, reason(err))
	}
	_, err = tmp.Write(f.data)
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Chmod(tmp.Name(), 0o644)
	}
	if err != nil {
		os.Remove(tmp.Name())
		return "", fmt.Errorf("can't write %s: %w", f.path, reason(err))
	}
	return tmp.Name(), nil
}

// reason is an error without the name of the temporary file.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
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
