// Package ir is the core of the compiler: operations with regions, blocks and
// values in use-def chains, types and attributes that are unique in a context,
// and the registry of op rows that gives operations their meaning.
//
// An op is declared twice, apart from each other. A handle, process-wide and
// without content, names it:
//
//	var AddI = ir.Op("arith.addi")
//
// and a row, held by the registry of a context, says what it is:
//
//	func Register(r *ir.Registry) {
//		r.Define(AddI, ir.OpDef{
//			Operands: []ir.Operand{{Name: "lhs", Type: ir.AnyInteger}, {Name: "rhs", Type: ir.AnyInteger}},
//			Results:  []ir.Result{{Name: "result", Type: ir.AnyInteger}},
//			Traits:   ir.Pure | ir.Commutative | ir.SameOperandsAndResultType,
//			Format:   "$lhs `,` $rhs attr-dict `:` type($result)",
//		})
//	}
//
// Rows may mention handles freely, also their own, because a handle needs no
// row to exist.
package ir
