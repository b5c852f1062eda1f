package lit_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"tawa/driver"
	"tawa/ir"
)

// The lit files of each dialect must show every op, and for every op with a
// verifier of its own at least one of the messages that it gives.

func TestEveryOpIsInOpsFile(t *testing.T) {
	texts := map[string]string{}
	for _, def := range driver.AllDialects().Ops() {
		dialect := def.Name().Dialect()
		if _, read := texts[dialect]; !read {
			texts[dialect] = genericForm(t, dialect)
		}
		if !strings.Contains(texts[dialect], `"`+def.Name().String()+`"`) {
			t.Errorf("lit/%s/ops.mlir has no %s", dialect, def.Name())
		}
	}
}

// genericForm returns the ops files of a dialect as parsed and printed in the generic form.
func genericForm(t *testing.T, dialect string) string {
	files, err := filepath.Glob(filepath.Join(dialect, "ops*.mlir"))
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	for _, f := range files {
		args := []string{"--mlir-print-op-generic", "--split-input-file", "--allow-unregistered-dialect", f}
		if driver.Main(driver.All(), args, nil, &out, &errs) != driver.Done {
			t.Errorf("%s: %s", f, errs.String())
		}
	}
	return out.String()
}

func TestEveryDialectHasItsThreeFiles(t *testing.T) {
	for _, d := range driver.AllDialects().Dialects() {
		for _, name := range []string{"ops.mlir", "invalid.mlir", "canonicalize.mlir"} {
			if _, err := os.Stat(filepath.Join(d.Name, name)); err != nil {
				t.Errorf("lit/%s/%s is missing", d.Name, name)
			}
		}
	}
}

func TestEveryPassHasALitTest(t *testing.T) {
	files, err := filepath.Glob("*/*.mlir")
	if err != nil {
		t.Fatal(err)
	}
	var runs strings.Builder
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range runLine.FindAll(text, -1) {
			runs.Write(append(line, '\n'))
		}
	}
	for name := range driver.AllPasses().Names() {
		if !regexp.MustCompile(`[-({,]` + name + `[ ={(),'\n]`).MatchString(runs.String()) {
			t.Errorf("no RUN line of lit/ has the pass %s", name)
		}
	}
}

var runLine = regexp.MustCompile(`(?m)^.*RUN:.*$`)

func TestEveryVerifierIsSeenToComplain(t *testing.T) {
	sources := map[string]*source{}
	invalid := map[string]string{}
	for _, def := range driver.AllDialects().Ops() {
		if def.Verify == nil {
			continue
		}
		dialect := def.Name().Dialect()
		pkg, fn := functionOf(def)
		if sources[pkg] == nil {
			sources[pkg] = readSource(t, pkg)
			invalid[dialect] = readLit(t, dialect, "invalid*.mlir")
		}
		if invalid[dialect] == "" {
			invalid[dialect] = readLit(t, dialect, "invalid*.mlir")
		}
		if !complains(invalid[dialect], def.Name().String(), sources[pkg].messages(fn, nil)) {
			t.Errorf("no expected-error in lit/%s/invalid.mlir for the verifier of %s (%s)", dialect, def.Name(), fn)
		}
	}
}

// complains reports whether an expected-error names the op and holds a part of one of the messages.
func complains(text, op string, messages []string) bool {
	for _, expected := range expectedError.FindAllString(text, -1) {
		for _, m := range messages {
			if strings.Contains(expected, m) && (strings.Contains(expected, "'"+op+"'") || !strings.Contains(expected, "' op ")) && mentions(text, op) {
				return true
			}
		}
	}
	return false
}

var (
	expectedError = regexp.MustCompile(`expected-error.*`)
	verb          = regexp.MustCompile(`%[-+# 0]*[0-9]*[a-zA-Z]`)
)

func mentions(text, op string) bool {
	for rest := text; ; {
		i := strings.Index(rest, op)
		if i < 0 {
			return false
		}
		after := rest[i+len(op):]
		if after == "" || !strings.ContainsAny(after[:1], "abcdefghijklmnopqrstuvwxyz0123456789_") {
			return true
		}
		rest = after
	}
}

func readLit(t *testing.T, dialect, pattern string) string {
	files, err := filepath.Glob(filepath.Join(dialect, pattern))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}

// functionOf returns the package folder and the name of a row's verifier.
func functionOf(def *ir.OpDef) (pkg, fn string) {
	full := runtime.FuncForPC(reflect.ValueOf(def.Verify).Pointer()).Name() // tawa/dialects/tt.verifyDot or ….base.func1
	slash := strings.LastIndex(full, "/")
	path, rest := full[:slash], full[slash+1:]
	name, fn, _ := strings.Cut(rest, ".")
	fn, _, _ = strings.Cut(fn, ".func")
	fn = fn[strings.LastIndex(fn, ".")+1:] // inlined: caller.fn
	fn = strings.TrimSuffix(fn, "[...]")
	return filepath.Join("..", strings.TrimPrefix(path, "tawa/"), name), fn
}

// source is the functions of a package by name.
type source struct{ funcs map[string]*ast.FuncDecl }

func readSource(t *testing.T, dir string) *source {
	s := &source{map[string]*ast.FuncDecl{}}
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		// A package may be named other than its folder: func is package funcd.
		files, _ = filepath.Glob(filepath.Join(strings.TrimSuffix(dir, "d"), "*.go"))
	}
	for _, f := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), f, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				s.funcs[fn.Name.Name] = fn
			}
		}
	}
	return s
}

// messages are the constant parts, of at least six letters, of what a function
// and those that it calls report.
func (s *source) messages(fn string, seen map[string]bool) []string {
	if seen == nil {
		seen = map[string]bool{}
	}
	decl := s.funcs[fn]
	if decl == nil || seen[fn] {
		return nil
	}
	seen[fn] = true
	var out []string
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			text, err := strconv.Unquote(n.Value)
			if n.Kind != token.STRING || err != nil || !strings.Contains(text, " ") {
				return true
			}
			for _, part := range verb.Split(text, -1) {
				if part = strings.TrimSpace(part); len(part) >= 6 {
					out = append(out, part)
				}
			}
		case *ast.Ident:
			out = append(out, s.messages(n.Name, seen)...)
		}
		return true
	})
	return out
}
