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

	"tawa/diag"
)

// output collects what is to be written, so that nothing is written by a run that fails.
type output struct {
	tool *tool
	bytes.Buffer
	stream  *staged // where the program goes while it is printed, if nothing can fail any more; nil: the buffer
	err     error   // of printing to stream
	files   []sideFile
	actions *bytes.Buffer // the log of actions, if it goes to a file
}

// sideFile is a file beside the main output.
type sideFile struct {
	path string
	data []byte
}

// program is where the text of the last part goes: a large one need not be kept. Diagnostics come before it.
func (o *output) program(sink *diag.Sink) io.Writer {
	if t := o.tool; t.split == "" && len(sink.All()) == 0 && !t.checksDiagnostics() {
		if o.stream, o.err = open(t.output, t.stdout); o.err != nil {
			return io.Discard
		}
		return o.stream
	}
	return o
}

// commit writes everything, or after a failure only the files that tell of it.
func (o *output) commit(done bool) error {
	t := o.tool
	var files []sideFile
	var begun []*staged
	if o.stream != nil {
		begun = append(begun, o.stream)
	}
	if !done || o.err != nil {
		discard(begun)
		begun = nil
	}
	if done {
		files = o.files
		if o.stream == nil && o.err == nil && !t.noOutput {
			files = append(files, sideFile{t.output, o.Bytes()})
		}
	}
	if t.remarkFile != "" {
		files = append(files, sideFile{t.remarkFile, t.yamlOut.Bytes()})
	}
	if o.actions != nil {
		files = append(files, sideFile{t.actionsTo, o.actions.Bytes()})
	}
	return errors.Join(o.err, writeFiles(files, t.stdout, begun...))
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
// stdout. Those in staged have been written before.
func writeFiles(files []sideFile, stdout io.Writer, staged ...*staged) (err error) {
	defer func() {
		if err != nil {
			discard(staged)
		}
	}()
	for _, f := range files {
		s, err := open(f.path, stdout)
		if err != nil {
			return err
		}
		staged = append(staged, s)
		if _, err = s.Write(f.data); err != nil {
			return err
		}
	}
	for _, s := range staged {
		if err := s.close(); err != nil {
			return err
		}
	}
	for _, s := range staged {
		if err := s.rename(); err != nil {
			return err
		}
	}
	return nil
}

// staged is a file that is written beside its final place; stdout, a device or a pipe is written to.
type staged struct {
	w     io.Writer
	file  *os.File // nil of stdout
	path  string
	moves bool // to path, when all is written
}

// open begins to write a file.
func open(path string, stdout io.Writer) (*staged, error) {
	s := &staged{w: stdout, path: path}
	if path == "-" {
		return s, nil
	}
	info, err := os.Stat(path)
	if s.moves = err != nil || info.Mode().IsRegular(); s.moves {
		s.file, err = os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	} else {
		s.file, err = os.OpenFile(path, os.O_WRONLY, 0)
	}
	if err != nil {
		return nil, s.failure(err)
	}
	s.w = s.file
	return s, nil
}

func (s *staged) Write(text []byte) (int, error) {
	n, err := s.w.Write(text)
	return n, s.failure(err)
}

// close ends the writing.
func (s *staged) close() error {
	if s.file == nil {
		return nil
	}
	var err error
	if s.moves {
		err = s.file.Chmod(0o644)
	}
	return s.failure(errors.Join(err, s.file.Close()))
}

func (s *staged) rename() error {
	if !s.moves {
		return nil
	}
	return os.Rename(s.file.Name(), s.path)
}

// discard removes what is not to go to its final place.
func discard(files []*staged) {
	for _, s := range files {
		if s.moves {
			s.file.Close()
			os.Remove(s.file.Name())
		}
	}
}

func (s *staged) failure(err error) error {
	if err == nil || s.path == "-" {
		return err
	}
	return fmt.Errorf("can't write %s: %w", s.path, reason(err))
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
