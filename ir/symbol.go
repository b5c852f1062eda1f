package ir

// SymName is the attribute that names a symbol.
const SymName = "sym_name"

// SymbolName returns the symbol that op defines, or "".
func SymbolName(op *Operation) string {
	if !op.Has(Symbol) {
		return ""
	}
	return op.StrAttr(SymName)
}

// LookupSymbol returns the op directly in table that defines the symbol, or nil.
func LookupSymbol(table *Operation, name string) *Operation {
	for _, r := range table.Regions() {
		for b := range r.Blocks() {
			for op := range b.Ops() {
				if SymbolName(op) == name {
					return op
				}
			}
		}
	}
	return nil
}

// ResolveSymbol looks a reference up from op: in the nearest symbol table
// around op and those around it, then into nested tables.
func ResolveSymbol(op *Operation, ref *SymbolRefAttr) *Operation {
	for t := op; t != nil; t = t.Parent() {
		if !t.Has(SymbolTable) {
			continue
		}
		found := LookupSymbol(t, ref.Root)
		for _, n := range ref.Nested {
			if found == nil || !found.Has(SymbolTable) {
				found = nil
				break
			}
			found = LookupSymbol(found, n)
		}
		if found != nil {
			return found
		}
	}
	return nil
}
