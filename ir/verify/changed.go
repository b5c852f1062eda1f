package verify

import (
	"tawa/diag"
	"tawa/ir"
)

// Changed is Verify of what has changed since it was found right, if all of the program was. The unit is an isolated op in a
// symbol table, such as a function: what is inside of one that did not change relies on nothing but the symbols and the
// attributes of what is around it, and if one of those changed all is verified.
//
// Every change of a program leaves a mark, ir.Operation.Verified or that of its block, whoever makes it.
func Changed(op *ir.Operation, sink *diag.Sink) bool {
	if op.Has(ir.SymbolTable) {
		return verify(op, sink, symbolsStay(op))
	}
	return unchanged(op) || Verify(op, sink)
}

// symbolsStay reports whether the symbols in a table and in those inside are what they were, and the tables too.
func symbolsStay(table *ir.Operation) bool {
	if !table.Verified {
		return false
	}
	for _, r := range table.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			if !b.Verified {
				return false
			}
			for op := b.First(); op != nil; op = op.Next() {
				if op.Has(ir.Symbol) && !op.Verified || op.Has(ir.SymbolTable) && !symbolsStay(op) {
					return false
				}
			}
		}
	}
	return true
}

// unchanged reports whether nothing has changed about op and inside.
func unchanged(op *ir.Operation) bool {
	if !op.Verified {
		return false
	}
	for _, r := range op.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			if !b.Verified {
				return false
			}
			for inner := b.First(); inner != nil; inner = inner.Next() {
				if !unchanged(inner) {
					return false
				}
			}
		}
	}
	return true
}

// marks reports whether a verification of op settles what is inside. If there is something around op, this must be
// something that relies on nothing inside but symbols, and those must not have changed; the mark of op itself stays
// until the table around it is verified.
func marks(op *ir.Operation) bool {
	around := op.Parent()
	return op.Has(ir.IsolatedFromAbove) &&
		(around == nil || around.Has(ir.SymbolTable) && (!op.Has(ir.SymbolTable) || symbolsStay(op)))
}

// child checks an op in a block, or knows that it did not change, and marks it.
func (v *verifier) child(op *ir.Operation) bool {
	unit := v.partial && !op.Has(ir.SymbolTable)
	if unit && op.Has(ir.IsolatedFromAbove) && unchanged(op) {
		return true
	}
	v.partial = v.partial && !unit
	ok := v.inBlock(op)
	v.partial = v.partial || unit
	if v.marks {
		op.Verified = ok
	}
	return ok
}
