package printer_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
)

func readAttribute(text string) (ir.Attribute, bool) {
	ctx := ir.NewContext(oneRegistry())
	ctx.AllowUnregistered = true
	return parser.Attribute(ctx, diag.NewFile("a", []byte(text)), &diag.Sink{})
}

// checkAttribute reads a text that may be anything. What is an attribute prints to what reads back as the same.
func checkAttribute(text string) error {
	a, ok := readAttribute(text)
	if !ok {
		return nil
	}
	first := ir.AttrString(a)
	if strings.Contains(first, "affine_") { // as in MLIR, reading what is printed may simplify once more
		if a, ok = readAttribute(first); !ok {
			return fmt.Errorf("the print of %q does not parse: %s", text, first)
		}
		first = ir.AttrString(a)
	}
	if strings.Contains(first, "f80") || strings.Contains(first, "f128") {
		return nil // as MLIR, digits are read as f64, but all are printed
	}
	b, ok := readAttribute(first)
	if !ok {
		return fmt.Errorf("the print of %q does not parse: %s", text, first)
	}
	if second := ir.AttrString(b); second != first {
		return fmt.Errorf("%q prints as %s, then as %s", text, first, second)
	}
	if strings.Contains(first, "distinct[") || strings.Contains(first, "dense_resource<") {
		return nil // these differ each time that they are read
	}
	c, ok := parser.Attribute(a.Context(), diag.NewFile("a", []byte(first)), &diag.Sink{})
	if !ok || c != a {
		return fmt.Errorf("%q and its print %s are not one attribute", text, first)
	}
	return nil
}

func spellings(t testing.TB) (list []string) {
	src, err := os.ReadFile("testdata/spellings.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(src)) {
		if line = strings.TrimSuffix(line, "\n"); !strings.HasPrefix(line, "//") {
			list = append(list, strings.TrimPrefix(line, "~ "))
		}
	}
	return list
}

func FuzzAttribute(f *testing.F) {
	for _, s := range spellings(f) {
		f.Add(s)
	}
	for _, s := range []string{"sparse<[1, 1], [0, 0]> : tensor<2xi32>", "sparse<[[0], [0]], [1, 2]> : tensor<2xi32>", "sparse<[1], [2]> : tensor<2xi32>"} {
		f.Add(s)
	}
	f.Add("dense<\"0x20\"> : tensor<i2>")                       // bits beyond the width
	for _, s := range []string{"tensor<2x!A.->", "!A<A<><>>"} { // MLIR prints !A<-> and !A.A<><>, which nobody can read
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if err := checkAttribute(text); err != nil {
			t.Fatal(err)
		}
	})
}
