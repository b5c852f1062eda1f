package views

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"tawa/ir"
)

// Package is what the sources of a dialect's package declare.
type Package struct {
	Name    string
	Handles map[string]string // by the name of an op: the variable that is its handle
	Taken   map[string]bool   // the names of all that is declared, but for what is in the file of views
}

// Read reads the Go files of a directory, as text: the file of views, which is not looked at, may be stale and not compile.
func Read(dir, views string) (*Package, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	p := &Package{Handles: map[string]string{}, Taken: map[string]bool{}}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || filepath.Base(path) == views {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Name = file.Name.Name
		for _, d := range file.Decls {
			p.declaration(d)
		}
	}
	if p.Name == "" {
		return nil, fmt.Errorf("%s: no Go files", dir)
	}
	return p, nil
}

func (p *Package) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			p.Taken[d.Name.Name] = true
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				p.Taken[s.Name.Name] = true
			case *ast.ValueSpec:
				p.values(s)
			}
		}
	}
}

// values finds handles: X = ir.Op("dialect.op").
func (p *Package) values(s *ast.ValueSpec) {
	for i, name := range s.Names {
		p.Taken[name.Name] = true
		if i >= len(s.Values) || !name.IsExported() {
			continue
		}
		call, ok := s.Values[i].(*ast.CallExpr)
		if !ok || len(call.Args) != 1 {
			continue
		}
		callee, isSelector := call.Fun.(*ast.SelectorExpr)
		literal, isLiteral := call.Args[0].(*ast.BasicLit)
		if !isSelector || callee.Sel.Name != "Op" || !isLiteral {
			continue
		}
		if op, err := strconv.Unquote(literal.Value); err == nil {
			p.Handles[op] = name.Name
		}
	}
}

// Main is `tawa-opt views`, or that of a tool of another name, on the arguments that follow the word; it returns the exit status.
func Main(name string, dialects *ir.Registry, args []string, stdout, stderr io.Writer) int {
	f := pflag.NewFlagSet("views", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	dir := f.String("dir", ".", "the `directory` of the dialect's package")
	out := f.String("out", "views.go", "the `file` to write, in that directory")
	check := f.Bool("check", false, "write nothing; fail if the file would change")
	err := f.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprintf(stdout, "usage: %s views [--dir=DIR] [--out=FILE] [--check] DIALECT\n\nWrites Go types for the ops of a dialect, with a method for each column, and functions that\nmake such ops.\n\n%s", name, f.FlagUsages())
		return 0
	}
	if err == nil && f.NArg() != 1 {
		err = errors.New("views takes the name of one dialect")
	}
	if err == nil && dialects.LookupDialect(f.Arg(0)) == nil {
		err = fmt.Errorf("there is no dialect '%s'", f.Arg(0))
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\nhint: %s views --help\n", err, name)
		return 2
	}
	if err := write(name, f.Arg(0), dialects, *dir, *out, *check, stderr); err != nil {
		fmt.Fprintf(stderr, "error: %v\n", err)
		return 1
	}
	return 0
}

func write(tool, dialect string, dialects *ir.Registry, dir, out string, check bool, stderr io.Writer) error {
	src, err := Read(dir, out)
	if err != nil {
		return err
	}
	text, without, err := Generate(tool, dialect, dialects, src)
	if err != nil {
		return err
	}
	for _, op := range without {
		fmt.Fprintf(stderr, "note: no view of '%s': it has no exported handle here, or its name is taken\n", op)
	}
	path := filepath.Join(dir, out)
	if !check {
		return os.WriteFile(path, text, 0o644)
	}
	old, err := os.ReadFile(path)
	if err == nil && string(old) != string(text) {
		err = fmt.Errorf("%s is stale: %s views --dir=%s %s", path, tool, dir, dialect)
	}
	return err
}
