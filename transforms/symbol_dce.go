package transforms

import (
	"tawa/analysis/symbols"
	"tawa/ir"
	"tawa/pass"
)

// SymbolDCE erases symbols that nothing can refer to: private ones, and nested ones of a
// hidden table, to which no live op refers. What is in a dead symbol keeps nothing alive.
type SymbolDCE struct{}

// Info names the pass.
func (*SymbolDCE) Info() pass.Info {
	return pass.Info{Name: "symbol-dce", Summary: "erase symbols that nothing refers to"}
}

// Run works on the symbol tables inside root, and root.
func (*SymbolDCE) Run(root *ir.Operation, st *pass.State) bool {
	if !root.Has(ir.SymbolTable) {
		return st.Errorf(root, "symbol-dce was scheduled to run on '%s', which is no symbol table", root.Name())
	}
	s := &liveSymbols{table: symbols.New(root), live: map[*ir.Operation]bool{}}
	hidden := root.Block() == nil || ir.SymbolName(root) != "" && symbols.VisibilityOf(root) == symbols.Private
	s.scan(root, root, hidden)
	root.WalkPost(func(op *ir.Operation) {
		if op != root && ir.SymbolName(op) != "" && !s.live[op] && op.Parent().Has(ir.SymbolTable) {
			op.Erase()
		}
	})
	return true
}

type liveSymbols struct {
	table *symbols.Table
	live  map[*ir.Operation]bool
}

// scan marks what op refers to and looks into its regions. Symbols in a table wait until something
// refers to them, unless they can be seen from outside. Hidden: nothing outside root sees the table.
func (s *liveSymbols) scan(op, root *ir.Operation, hidden bool) {
	for _, ref := range symbols.References(op) {
		s.refer(op, ref, root)
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				if ir.SymbolName(inner) == "" || !op.Has(ir.SymbolTable) || s.isRoot(inner, hidden) {
					s.mark(inner, root)
				}
			}
		}
	}
}

// isRoot reports whether a symbol lives without being referred to.
func (s *liveSymbols) isRoot(symbol *ir.Operation, hidden bool) bool {
	switch symbols.VisibilityOf(symbol) {
	case symbols.Public:
		return true
	case symbols.Nested:
		return !hidden
	}
	return false
}

func (s *liveSymbols) mark(op, root *ir.Operation) {
	if s.live[op] {
		return
	}
	s.live[op] = true
	private := ir.SymbolName(op) == "" || symbols.VisibilityOf(op) == symbols.Private
	s.scan(op, root, op.Has(ir.SymbolTable) && private)
}

// refer marks the symbols that a reference leads through, as far as they are in root.
func (s *liveSymbols) refer(op *ir.Operation, ref *ir.SymbolRefAttr, root *ir.Operation) {
	for n := range len(ref.Nested) + 1 {
		prefix := op.Context().SymbolRef(ref.Root, ref.Nested[:n]...)
		if symbol := s.table.Lookup(op, prefix); symbol != nil && root.IsAncestorOf(symbol) {
			s.mark(symbol, root)
		}
	}
}
