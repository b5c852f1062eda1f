// Package symbols finds the symbols of a program and what refers to them, in one
// walk, so that a look-up costs no search.
package symbols

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

// Table knows the symbols and references inside an op. It holds while they stay as they are.
type Table struct {
	root   *ir.Operation
	tables map[*ir.Operation]map[string]*ir.Operation
	uses   map[*ir.Operation][]Use
}

// Use is an attribute of an op that refers to a symbol.
type Use struct {
	Op  *ir.Operation
	Ref *ir.SymbolRefAttr
}

// New walks root.
func New(root *ir.Operation) *Table {
	t := &Table{root: root, tables: map[*ir.Operation]map[string]*ir.Operation{}, uses: map[*ir.Operation][]Use{}}
	root.Walk(func(op *ir.Operation) bool {
		for _, u := range References(op) {
			for _, symbol := range t.path(op, u) {
				t.uses[symbol] = append(t.uses[symbol], Use{op, u})
			}
		}
		return true
	})
	return t
}

// Lookup returns what a reference at op means, or nil.
func (t *Table) Lookup(op *ir.Operation, ref *ir.SymbolRefAttr) *ir.Operation {
	if p := t.path(op, ref); len(p) > 0 {
		return p[len(p)-1]
	}
	return nil
}

// Uses returns the references to a symbol, in the order of the program. A reference
// @a::@b is one to a and one to b.
func (t *Table) Uses(symbol *ir.Operation) []Use { return t.uses[symbol] }

// path resolves a reference as ir.ResolveSymbol does and returns all symbols on the way.
func (t *Table) path(op *ir.Operation, ref *ir.SymbolRefAttr) []*ir.Operation {
	for p := op; p != nil; p = p.Parent() {
		if !p.Has(ir.SymbolTable) {
			continue
		}
		path := []*ir.Operation{t.of(p)[ref.Root]}
		for _, n := range ref.Nested {
			if last := path[len(path)-1]; last != nil {
				path = append(path, t.of(last)[n])
			}
		}
		if path[len(path)-1] != nil {
			return path
		}
	}
	return nil
}

func (t *Table) of(table *ir.Operation) map[string]*ir.Operation {
	if known, ok := t.tables[table]; ok {
		return known
	}
	names := map[string]*ir.Operation{}
	t.tables[table] = names
	for _, r := range table.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				if n := ir.SymbolName(op); n != "" && names[n] == nil {
					names[n] = op
				}
			}
		}
	}
	return names
}

// References returns the symbol references in an op's attributes, nested ones too.
func References(op *ir.Operation) (out []*ir.SymbolRefAttr) {
	for _, list := range [][]ir.NamedAttr{op.Inherent(), op.Discardable()} {
		for _, a := range list {
			out = references(a.Value, out)
		}
	}
	return out
}

func references(a ir.Attribute, out []*ir.SymbolRefAttr) []*ir.SymbolRefAttr {
	switch a := a.(type) {
	case *ir.SymbolRefAttr:
		out = append(out, a)
	case *ir.ArrayAttr:
		for _, x := range a.Values {
			out = references(x, out)
		}
	case *ir.DictAttr:
		for _, e := range a.Entries {
			out = references(e.Value, out)
		}
	}
	return out
}

// Visibility is who may refer to a symbol.
type Visibility string

// Public symbols may be referred to from anywhere, Nested ones from the symbol tables
// around that we see, Private ones from their own table only.
const (
	Public  Visibility = "public"
	Nested  Visibility = "nested"
	Private Visibility = "private"
)

// VisibilityOf returns the visibility of a symbol, Public if it says none.
func VisibilityOf(symbol *ir.Operation) Visibility {
	if v := symbol.StrAttr(builtin.VisibilityAttr); v != "" {
		return Visibility(v)
	}
	return Public
}
