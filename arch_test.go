// Package tawa_test holds the checkout to its architecture.
package tawa_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const (
	module          = "tawa/"
	maxFileLines    = 800
	maxPackageLines = 6000 // without tests
)

// room is one row of the table: a folder, with those below it, and what its packages may import.
// An import of a folder allows the folders below it too. Packages of one room may import each other.
type room struct {
	folder  string
	imports []string // folders of this module
	extern  []string // modules from outside
}

var (
	base     = []string{"ir", "diag"}
	compiler = []string{
		"tools", "target/nvptx", "llvmir", "emu", "ptx", "interp", "transforms", "analysis", "dialects", "layout", "pattern", "pass",
		"parser", "printer", "asm", "ir", "diag",
	}
)

// rooms is the import table, the upper rooms first. The longest folder that holds a package decides.
// target/cuda is out of reach for all but tawa-run, so that tawa-opt stays static and builds for js/wasm.
var rooms = append([]room{
	{folder: "lit", imports: []string{"driver", "lit"}, extern: []string{"mvdan.cc/sh/v3"}},
	{folder: "tawa-opt", imports: []string{"driver"}},
	{folder: "tawa-run", imports: []string{"driver", "target/cuda"}},
	{folder: "bench", imports: append([]string{"driver"}, compiler...)},
	{folder: "driver", imports: compiler, extern: []string{"github.com/spf13/pflag", "github.com/aymanbagabas/go-udiff"}},
	{folder: "tools", imports: compiler[1:], extern: []string{"github.com/spf13/pflag"}},
	{folder: "tools/lsp", imports: compiler, extern: []string{
		"github.com/spf13/pflag", "github.com/sourcegraph/jsonrpc2", "github.com/tliron/glsp",
	}},
	{folder: "target/nvptx", imports: over("dialects", "layout", "analysis", "pattern", "pass", "llvmir")},
	{folder: "target/cuda", extern: []string{"github.com/ebitengine/purego"}},
	{folder: "llvmir", imports: []string{"diag"}},
	{folder: "emu", imports: []string{"ptx", "diag"}},
	{folder: "ptx", imports: []string{"diag"}},
	{folder: "interp", imports: over("dialects")},
	{folder: "transforms", imports: over("dialects", "pattern", "pass", "analysis", "layout")},
	{folder: "analysis", imports: over("dialects/builtin")},
	{folder: "analysis/analysistest", imports: over("parser")},
	{folder: "analysis/axis", imports: over("analysis", "dialects")},
	{folder: "analysis/rings", imports: over("analysis", "dialects")},
	{folder: "analysis/ranges", imports: over("analysis", "dialects")},
	{folder: "layout"},
	{folder: "pattern", imports: over("dialects/builtin")},
	{folder: "pass", imports: over("printer")},
	{folder: "parser", imports: over("asm")},
	{folder: "printer", imports: over("asm")},
	{folder: "asm", imports: over()},
	{folder: "ir", imports: []string{"diag"}},
	{folder: "diag"},
}, dialectRooms()...)

// dialects in the order in which they may build on each other.
var dialects = []string{
	"builtin", "ub", "arith", "math", "cf", "vector", "memref", "scf", "func", "gpu", "llvm", "tt", "ttg", "ttng", "nvws", "nvg", "gluon", "tti", "aref", "nvgpu", "test",
}

func over(folders ...string) []string { return append(folders, base...) }

func dialectRooms() []room {
	var list []room
	for i, d := range dialects {
		imports := over("asm", "layout")
		for _, earlier := range dialects[:i] {
			imports = append(imports, "dialects/"+earlier)
		}
		list = append(list, room{folder: "dialects/" + d, imports: imports})
	}
	return list
}

// pkg is what `go list -json` says of a package.
type pkg struct {
	ImportPath     string
	Dir            string
	GoFiles        []string
	IgnoredGoFiles []string
	Imports        []string
	Error          *struct{ Err string }
}

// files are the package's Go files without tests, those of other systems included.
func (p pkg) files() []string {
	files := slices.Clone(p.GoFiles)
	for _, f := range p.IgnoredGoFiles {
		if !strings.HasSuffix(f, "_test.go") {
			files = append(files, f)
		}
	}
	return files
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, folder+"/")
}

func roomOf(table []room, path string) (room, bool) {
	best, found := room{}, false
	for _, r := range table {
		if within(path, r.folder) && (!found || len(r.folder) > len(best.folder)) {
			best, found = r, true
		}
	}
	return best, found
}

// violations says where the imports of a package, tests excepted, leave the table.
func violations(table []room, p pkg) []string {
	path := strings.TrimPrefix(p.ImportPath, module)
	if path == strings.TrimSuffix(module, "/") {
		if len(p.GoFiles) > 0 {
			return []string{"the root holds tests only"}
		}
		return nil
	}
	r, ok := roomOf(table, path)
	if !ok {
		return []string{path + " is in no room: add a row to the table of arch_test.go"}
	}
	var list []string
	for _, imp := range p.Imports {
		target, own := strings.CutPrefix(imp, module)
		first, _, _ := strings.Cut(imp, "/")
		switch {
		case own && !r.allows(table, target):
			list = append(list, fmt.Sprintf("%s imports %s; its room %s may import %v", path, target, r.folder, r.imports))
		case !own && strings.Contains(first, ".") && !slices.ContainsFunc(r.extern, func(m string) bool { return within(imp, m) }):
			list = append(list, fmt.Sprintf("%s imports %s; its room %s may import %v from outside", path, imp, r.folder, r.extern))
		case imp == "C":
			list = append(list, path+" uses cgo")
		}
	}
	return list
}

func (r room) allows(table []room, target string) bool {
	if there, ok := roomOf(table, target); ok && there.folder == r.folder {
		return true
	}
	return slices.ContainsFunc(r.imports, func(folder string) bool { return within(target, folder) })
}

func list(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-json=ImportPath,Dir,GoFiles,IgnoredGoFiles,Imports,Error", "./...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var packages []pkg
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		var p pkg
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
	if len(packages) < 2 {
		t.Fatalf("go list found %d packages", len(packages))
	}
	return packages
}

func TestImportTable(t *testing.T) {
	for _, p := range list(t) {
		if p.Error != nil {
			t.Errorf("%s: %s", p.ImportPath, p.Error.Err)
		}
		for _, v := range violations(rooms, p) {
			t.Error(v)
		}
	}
}

func TestSizes(t *testing.T) {
	for _, p := range list(t) {
		total := 0
		for _, f := range p.files() {
			text, err := os.ReadFile(filepath.Join(p.Dir, f))
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.Count(text, []byte("\n"))
			total += lines
			if lines > maxFileLines {
				t.Errorf("%s/%s has %d lines, more than %d", p.ImportPath, f, lines, maxFileLines)
			}
		}
		if total > maxPackageLines {
			t.Errorf("%s has %d lines, more than %d", p.ImportPath, total, maxPackageLines)
		}
	}
}

// The table itself names each room once and refers only to rooms.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range rooms {
		if seen[r.folder] {
			t.Errorf("two rows for %s", r.folder)
		}
		seen[r.folder] = true
		for _, folder := range r.imports {
			if !slices.ContainsFunc(rooms, func(other room) bool { return within(other.folder, folder) }) {
				t.Errorf("%s may import %s, which has no row", r.folder, folder)
			}
		}
	}
}

func TestViolations(t *testing.T) {
	for _, test := range []struct {
		path, imp string
		want      string // part of the violation, "" for none
	}{
		{"ir", "diag", ""},
		{"ir", "fmt", ""},
		{"ir", "parser", "ir imports parser"},
		{"ir/verify", "ir", ""},
		{"asm", "ir/verify", ""},
		{"layout", "diag", "layout imports diag"},
		{"dialects/scf", "dialects/arith", ""},
		{"dialects/arith", "dialects/scf", "dialects/arith imports dialects/scf"},
		{"dialects/tt", "pattern", "dialects/tt imports pattern"},
		{"dialects/tt/extra", "dialects/tt", ""},
		{"dialects/other", "ir", "in no room"},
		{"analysis/liveness", "dialects/tt", "analysis/liveness imports dialects/tt"},
		{"analysis/axis", "dialects/tt", ""},
		{"transforms/tawa", "transforms", ""},
		{"transforms/gpu", "llvmir", "transforms/gpu imports llvmir"},
		{"target/nvptx", "target/cuda", "target/nvptx imports target/cuda"},
		{"driver", "target/cuda", "driver imports target/cuda"},
		{"driver", "transforms/gpu", ""},
		{"tawa-run", "target/cuda", ""},
		{"tawa-opt", "parser", "tawa-opt imports parser"},
		{"emu", "ir", "emu imports ir"},
		{"irregular", "diag", "in no room"},
		{"parser", "github.com/spf13/pflag", "from outside"},
		{"driver", "github.com/spf13/pflag", ""},
		{"lit", "mvdan.cc/sh/v3/syntax", ""},
		{"target/cuda", "C", "uses cgo"},
	} {
		imp := test.imp
		if _, ok := roomOf(rooms, imp); ok {
			imp = module + imp
		}
		got := strings.Join(violations(rooms, pkg{ImportPath: module + test.path, Imports: []string{imp}}), "; ")
		if test.want == "" && got != "" || !strings.Contains(got, test.want) {
			t.Errorf("%s importing %s: got %q, want %q", test.path, test.imp, got, test.want)
		}
	}
}
