package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// output collects what is to be written, so that nothing is written by a run that fails.
type output struct {
	tool *tool
	bytes.Buffer
	files   []sideFile
	actions *bytes.Buffer // the log of actions, if it goes to a file
}

// sideFile is a file beside the main output.
type sideFile struct {
	path string
	data []byte
}

// commit writes everything, or after a failure only the files that tell of it.
func (o *output) commit(done bool) error {
	t := o.tool
	var files []sideFile
	if done {
		files = o.files
		if !t.noOutput && !t.checksDiagnostics() {
			files = append(files, sideFile{t.output, o.Bytes()})
		}
	}
	if t.remarkFile != "" {
		files = append(files, sideFile{t.remarkFile, t.yamlOut.Bytes()})
	}
	if o.actions != nil {
		files = append(files, sideFile{t.actionsTo, o.actions.Bytes()})
	}
	return writeFiles(files, t.stdout)
}

// openActions begins the log of actions.
func (t *tool) openActions(o *output) {
	switch t.actionsTo {
	case "":
	case "-":
		t.actions = &actions{w: t.stderr}
	default:
		o.actions = &bytes.Buffer{}
		t.actions = &actions{w: o.actions}
	}
}

// writeFiles writes each file beside its final place, and only when all of them are written are they renamed; "-" is
// stdout.
func writeFiles(files []sideFile, stdout io.Writer) error {
	var renames []rename
	defer func() {
		for _, r := range renames {
			os.Remove(r.from) // only where something failed is one left
		}
	}()
	for _, f := range files {
		if f.path == "-" {
			if _, err := stdout.Write(f.data); err != nil {
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
