package doc

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"tawa/ir"
	"tawa/pass"
)

// Main is `tawa-opt doc`, or that of a tool of another name, on the arguments that follow the word; it returns the exit status.
func Main(name string, dialects *ir.Registry, passes *pass.Registry, args []string, stdout, stderr io.Writer) int {
	f := pflag.NewFlagSet("doc", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	out := f.String("out", "", "write a file for each dialect, one of the passes and an index into this `directory`")
	asJSON := f.Bool("json", false, "write JSON")
	err := f.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprintf(stdout, "usage: %s doc [--out=DIR] [--json]\n\nWrites the reference of every dialect and pass, from their tables.\n\n%s", name, f.FlagUsages())
		return 0
	}
	if err == nil && f.NArg() > 0 {
		err = fmt.Errorf("doc takes no argument %q", f.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\nhint: %s doc --help\n", err, name)
		return 2
	}
	if err := write(Of(dialects, passes), *out, *asJSON, stdout); err != nil {
		fmt.Fprintf(stderr, "error: %v\n", err)
		return 1
	}
	return 0
}

func write(ref *Reference, dir string, asJSON bool, stdout io.Writer) error {
	var text []byte
	if asJSON {
		var err error
		if text, err = json.MarshalIndent(ref, "", "  "); err != nil {
			return err
		}
		text = append(text, '\n')
	}
	switch {
	case dir == "" && asJSON:
		_, err := stdout.Write(text)
		return err
	case dir == "":
		_, err := io.WriteString(stdout, ref.Markdown())
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if asJSON {
		return os.WriteFile(filepath.Join(dir, "reference.json"), text, 0o644)
	}
	return writeFiles(dir, ref.Files())
}

// writeFiles writes the files and removes those that were written for what is gone.
func writeFiles(dir string, files map[string]string) error {
	stale, err := Stale(dir, files)
	if err != nil {
		return err
	}
	for _, name := range stale {
		path := filepath.Join(dir, name)
		if text, ok := files[name]; ok {
			err = os.WriteFile(path, []byte(text), 0o644)
		} else {
			err = os.Remove(path)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Stale names the files of a directory that are not what they should be: absent, different, or written for what is gone.
func Stale(dir string, files map[string]string) ([]string, error) {
	var list []string
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		if string(got) != want {
			list = append(list, name)
		}
	}
	there, err := filepath.Glob(filepath.Join(dir, "*.md"))
	if err != nil {
		return nil, err
	}
	for _, path := range there {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, ok := files[filepath.Base(path)]; !ok && strings.HasPrefix(string(text), mark) {
			list = append(list, filepath.Base(path))
		}
	}
	return list, nil
}
