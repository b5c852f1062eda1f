// Command tblgen holds the tables of dialects against MLIR's and Triton's own definitions: files that
// `llvm-tblgen --dump-json` wrote of their .td files. It says where columns have other names, order or number, where an
// attribute that is needed there is not here, and where traits differ. It fetches nothing.
//
//	llvm-tblgen --dump-json -I INCLUDE INCLUDE/mlir/Dialect/Arith/IR/ArithOps.td -o arith.json
//	go run ./bench/tblgen arith.json
package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"tawa/driver"
	"tawa/ir"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run returns 1 if something differs, 2 if a file can't be read.
func run(files []string, stdout, stderr io.Writer) int {
	if len(files) == 0 {
		fmt.Fprintln(stderr, "usage: tblgen FILE.json …\n\nFiles are what `llvm-tblgen --dump-json` writes.")
		return 2
	}
	registry, total := driver.All().Dialects, 0
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			fmt.Fprintln(stderr, "error:", err)
			return 2
		}
		ops, err := readOps(text)
		if err != nil {
			fmt.Fprintf(stderr, "error: %s: %v\n", path, err)
			return 2
		}
		differences, compared := compare(registry, ops)
		for _, d := range differences {
			fmt.Fprintln(stdout, d)
		}
		fmt.Fprintf(stdout, "%s: %d ops, %d of them here, %d differences\n", path, len(ops), compared, len(differences))
		total += len(differences)
	}
	return min(total, 1)
}

// compare describes how the rows differ from the definitions, and says how many ops there are of both.
func compare(registry *ir.Registry, ops []*op) (differences []string, compared int) {
	for _, o := range ops {
		def := registry.Lookup(o.name)
		if def == nil {
			continue
		}
		compared++
		own := rowOf(def)
		for _, part := range []struct{ what, here, there string }{
			{"operands", own.operands, o.operands}, {"results", own.results, o.results}, {"attributes", own.attrs, o.attrs},
			{"regions", own.regions, o.regions}, {"successors", own.successors, o.successors}, {"traits", own.traits, o.traits},
		} {
			if !same(part.here, part.there) {
				differences = append(differences, fmt.Sprintf("%s: %s are (%s), there (%s)", o.name, part.what, part.here, part.there))
			}
		}
	}
	return differences, compared
}

// same compares lists; a column without a name has any.
func same(here, there string) bool {
	a, b := strings.Split(here, ", "), strings.Split(there, ", ")
	return slices.EqualFunc(a, b, func(x, y string) bool {
		return x == y || strings.HasPrefix(y, unnamed) && strings.HasSuffix(x, y[len(unnamed):])
	})
}

// op is what both sides say of an op, as text: names with ? for optional and * for any number.
type op struct {
	name                                                  string
	operands, results, attrs, regions, successors, traits string
}

// compared are the traits that both sides say by name.
var compared = []struct {
	trait ir.Trait
	name  string
}{
	{ir.Pure, "Pure"}, {ir.Commutative, "Commutative"}, {ir.ConstantLike, "ConstantLike"}, {ir.Terminator, "Terminator"},
	{ir.IsolatedFromAbove, "IsolatedFromAbove"}, {ir.SymbolTable, "SymbolTable"},
	{ir.AttrSizedOperandSegments, "AttrSizedOperandSegments"}, {ir.AttrSizedResultSegments, "AttrSizedResultSegments"},
}

func rowOf(def *ir.OpDef) *op {
	o := &op{name: def.Name().String()}
	for _, c := range def.Operands {
		o.operands = add(o.operands, c.Name+mark(c.Arity))
	}
	for _, c := range def.Results {
		o.results = add(o.results, c.Name+mark(c.Arity))
	}
	for _, a := range def.Attrs {
		switch {
		case a.Name == ir.OperandSegmentSizes || a.Name == ir.ResultSegmentSizes:
		case a.Optional || a.Default != nil:
			o.attrs = add(o.attrs, a.Name+"?")
		default:
			o.attrs = add(o.attrs, a.Name)
		}
	}
	for _, r := range def.Regions {
		o.regions = add(o.regions, r.Name+mark(r.Arity))
	}
	for _, s := range def.Successors {
		o.successors = add(o.successors, s.Name+mark(s.Arity))
	}
	for _, t := range compared {
		if def.Is(t.trait) {
			o.traits = add(o.traits, t.name)
		}
	}
	return o
}

func add(list, item string) string {
	if list == "" {
		return item
	}
	return list + ", " + item
}

func mark(a ir.Arity) string {
	return [...]string{ir.Single: "", ir.Optional: "?", ir.Variadic: "*"}[a]
}
