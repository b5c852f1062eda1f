package tawa_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Every exported function of an exported type or of none is said something of: in a comment of its own, or, in a row of
// short ones, in the comment that the row begins with, by its name.
func TestExportedFunctionsAreDescribed(t *testing.T) {
	files := token.NewFileSet()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "out"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(files, path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		for _, f := range undescribed(file) {
			t.Errorf("%s: %s has no comment", files.Position(f.Pos()), f.Name.Name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// undescribed lists the exported functions that neither a comment of their own nor the last one before them names.
func undescribed(file *ast.File) (list []*ast.FuncDecl) {
	last := ""
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		switch {
		case !ok:
		case f.Doc != nil:
			last = f.Doc.Text()
		case f.Name.IsExported() && ofExported(f.Recv) && !regexp.MustCompile(`\b`+f.Name.Name+`\b`).MatchString(last):
			list = append(list, f)
		}
	}
	return list
}

func ofExported(receiver *ast.FieldList) bool {
	if receiver == nil {
		return true
	}
	t := receiver.List[0].Type
	if p, ok := t.(*ast.StarExpr); ok {
		t = p.X
	}
	if g, ok := t.(*ast.IndexExpr); ok {
		t = g.X
	}
	name, ok := t.(*ast.Ident)
	return ok && name.IsExported()
}

func TestUndescribed(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "", `package p
func Bare() {}
func hidden() {}
// One and Two do this.
func One() {}
func Two() {}
func Three() {}
type T struct{}
func (*T) Method() {}
type G[X any] struct{}
func (G[X]) Generic() {}
type private struct{}
func (private) Method() {}
`, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range undescribed(file) {
		names = append(names, f.Name.Name)
	}
	if got := strings.Join(names, " "); got != "Bare Three Method Generic" {
		t.Errorf("undescribed: %s", got)
	}
}
