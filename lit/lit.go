// Package lit runs lit tests inside a Go test.
//
// A lit test is an input file that says in comments how it is run and what must come out:
//
//	// RUN: tawa-opt --cse %s | FileCheck %s
//	// CHECK: func.func @f
//
// [Run] walks a directory and runs each *.mlir, *.ttir and *.test file as a parallel subtest. The
// commands of the RUN lines are interpreted in the process: the tools under test are Go functions, so a
// test needs no built binary, is covered by the coverage profile and costs milliseconds. FileCheck and
// whatever else a RUN line calls are external programs, looked for in .tools/bin of the nearest enclosing
// directory that has one, in the directories of TAWA_TOOLS, then in PATH. The same files run under LLVM's
// own lit, which uses built binaries (lit.cfg.py).
//
// Of lit's language this understands RUN lines with continuations, DEFINE and REDEFINE, the substitutions
// %s %S %p %t %T %% and %{name}, and shell pipes, redirections and lists with pipefail. A name "not" in
// front of a command asks that it fails with an exit status and does not crash; "not --crash" asks for a
// crash. Directories named Inputs hold no tests.
//
// The runner is strict where lit is not. A failure are: a file without a RUN line; RUN lines without any
// command that could notice wrong output; a condition on the machine (REQUIRES, UNSUPPORTED, XFAIL);
// an alternative (||), which hides an exit status; a directory without tests. Each call of an in-process
// tool named *-opt also gets --verify-roundtrip, unless the file has the line "// LIT: no-roundtrip".
//
// RUN lines run in an empty directory of their own, in-process tools in that of the Go test: name outputs
// by %t, not by a relative path.
package lit

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Tool is a program's main function: arguments without the program's name, and the exit status. It is
// called from several goroutines at once. A status of 128 or more means that it crashed, as a panic does.
type Tool func(args []string, stdin io.Reader, stdout, stderr io.Writer) int

// Tools are the programs that RUN lines call in the process, by name.
type Tools map[string]Tool

// Run runs all lit tests under dir, one parallel subtest a file, named by its path from dir.
func Run(t *testing.T, tools Tools, dir string) {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	files, err := find(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no lit tests under %s", dir)
	}
	path := searchPath(dir)
	for _, file := range files {
		name, _ := filepath.Rel(dir, file)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			s, err := parse(string(text))
			if err != nil {
				t.Fatalf("%s:%v", name, err)
			}
			e := &executor{tools: tools, path: path, file: file, tmp: t.TempDir(), roundtrip: s.roundtrip}
			if err := e.run(t.Context(), s); err != nil {
				t.Fatalf("%s:%v", name, err)
			}
		})
	}
}

var suffixes = []string{".mlir", ".ttir", ".test"}

func find(dir string) ([]string, error) {
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fmt.Errorf("looking for lit tests: %w", err)
		case entry.IsDir() && (entry.Name() == "Inputs" || entry.Name() == "testdata"):
			return fs.SkipDir
		case !entry.IsDir() && slices.Contains(suffixes, filepath.Ext(path)):
			files = append(files, path)
		}
		return nil
	})
	return files, err
}

// searchPath is the value of PATH for RUN lines.
func searchPath(dir string) string {
	var list []string
	for d := dir; ; d = filepath.Dir(d) {
		bin := filepath.Join(d, ".tools", "bin")
		if info, err := os.Stat(bin); err == nil && info.IsDir() {
			list = append(list, bin)
			break
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	list = append(list, filepath.SplitList(os.Getenv("TAWA_TOOLS"))...)
	list = append(list, filepath.SplitList(os.Getenv("PATH"))...)
	return strings.Join(list, string(filepath.ListSeparator))
}
