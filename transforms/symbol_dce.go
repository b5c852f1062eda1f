package transforms

import (
	"tawa/analysis/symbols"
	"tawa/ir"
	"tawa/pass"
)

// SymbolDCE erases symbols that nothing can refer to: private ones, and nested ones of a
// hidden table, to which no live op refers. What is in a dead symbol keeps nothing alive.
type SymbolDCE struct {
	Erased pass.Statistic `stat:"num-dce'd" help:"symbols erased"`
}

// Info names the pass.
func (*SymbolDCE) Info() pass.Info {
	return pass.Info{Name: "symbol-dce", Summary: "erase symbols that nothing refers to", SymbolTable: true}
}

// Run works on the symbol tables inside root, and root.
func (p *SymbolDCE) Run(root *ir.Operation, st *pass.State) bool {
	s := &liveSymbols{root: root, table: Symbols.Of(root, st), live: map[*ir.Operation]bool{}}
	s.scan(root)
	root.WalkPost(func(op *ir.Operation) {
		if op != root && ir.SymbolName(op) != "" && !s.live[op] && op.Parent().Has(ir.SymbolTable) {
			op.Erase()
			p.Erased.Inc()
		}
	})
	return true
}

type liveSymbols struct {
	root  *ir.Operation
	table *symbols.Table
	live  map[*ir.Operation]bool
}

// scan marks what op refers to and looks into its regions. Symbols in a table wait until
// something refers to them, unless they can be seen from outside root.
func (s *liveSymbols) scan(op *ir.Operation) {
	for _, ref := range symbols.References(op) {
		s.refer(op, ref)
	}
	hidden := s.hidden(op)
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				v := symbols.VisibilityOf(inner)
				if ir.SymbolName(inner) == "" || !op.Has(ir.SymbolTable) || v == symbols.Public || v == symbols.Nested && !hidden {
					s.mark(inner)
				}
			}
		}
	}
}

// hidden reports whether nothing outside root sees what is in a table: root is the
// outermost op, or the table or one around it, in root, has no name or is private.
func (s *liveSymbols) hidden(table *ir.Operation) bool {
	for p := table; ; p = p.Parent() {
		switch {
		case p.Block() == nil:
			return true
		case ir.SymbolName(p) == "" || symbols.VisibilityOf(p) == symbols.Private:
			return true
		case p == s.root:
			return false
		}
	}
}

func (s *liveSymbols) mark(op *ir.Operation) {
	if !s.live[op] {
		s.live[op] = true
		s.scan(op)
	}
}

// refer marks the symbols that a reference leads through, as far as they are in root.
func (s *liveSymbols) refer(op *ir.Operation, ref *ir.SymbolRefAttr) {
	for n := range len(ref.Nested) + 1 {
		prefix := op.Context().SymbolRef(ref.Root, ref.Nested[:n]...)
		if symbol := s.table.Lookup(op, prefix); symbol != nil && s.root.IsAncestorOf(symbol) {
			s.mark(symbol)
		}
	}
}
