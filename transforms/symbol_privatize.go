package transforms

import (
	"slices"

	"tawa/analysis/symbols"
	"tawa/dialects/builtin"
	"tawa/ir"
	"tawa/pass"
)

// SymbolPrivatize makes symbols private, so that passes that see all uses of a private
// symbol may change or erase it.
type SymbolPrivatize struct {
	Exclude []string `opt:"exclude" help:"names of symbols that stay as they are"`
}

// Info names the pass.
func (*SymbolPrivatize) Info() pass.Info {
	return pass.Info{Name: "symbol-privatize", Summary: "make symbols private", SymbolTable: true}
}

// Run works on the symbols directly in root.
func (p *SymbolPrivatize) Run(root *ir.Operation, st *pass.State) bool {
	for _, r := range root.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				if n := ir.SymbolName(op); n != "" && !slices.Contains(p.Exclude, n) {
					op.SetAttr(builtin.VisibilityAttr, root.Context().Str(string(symbols.Private)))
				}
			}
		}
	}
	return true
}
