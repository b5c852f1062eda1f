// Package cf holds MLIR's dialect of control flow between blocks.
package cf

import (
	"slices"

	"tawa/dialects/arith"
	"tawa/dialects/builtin"
	"tawa/ir"
)

// The ops.
var (
	Assert     = ir.Op("cf.assert")
	Branch     = ir.Op("cf.br")
	CondBranch = ir.Op("cf.cond_br")
	Switch     = ir.Op("cf.switch")
)

var (
	caseValues = &ir.AttrConstraint{Summary: "integer elements attribute", Ok: func(a ir.Attribute) bool {
		d, ok := a.(*ir.DenseElementsAttr)
		return ok && ir.IsInteger(ir.ElementType(d.Type))
	}}
	anyValues = func(name string) ir.Operand { return ir.Operand{Name: name, Type: ir.AnyType, Arity: ir.Variadic} }
)

// Register adds the dialect.
func Register(r *ir.Registry) {
	if !r.Dialect(ir.DialectInfo{Name: "cf", Summary: "control flow between blocks"}) {
		return
	}
	arith.Register(r)
	r.Define(Assert, ir.OpDef{
		Summary:      "ends the program with a message if a condition does not hold",
		Operands:     []ir.Operand{{Name: "arg", Type: ir.I1}},
		Attrs:        []ir.Attr{{Name: "msg", Kind: ir.StringAttrKind}},
		Traits:       ir.WritesMemory,
		Format:       "$arg `,` $msg attr-dict",
		Canonicalize: assertPatterns,
	})
	r.Define(Branch, ir.OpDef{
		Summary:      "goes on at a block",
		Operands:     []ir.Operand{anyValues("destOperands")},
		Successors:   []ir.SuccessorDef{{Name: "dest"}},
		Traits:       ir.Terminator | ir.Pure,
		Parse:        parseBranch,
		Print:        printBranch,
		Verify:       verifySuccessors,
		Canonicalize: branchPatterns,
	})
	r.Define(CondBranch, ir.OpDef{
		Summary:      "goes on at one of two blocks, by a condition",
		Operands:     []ir.Operand{{Name: "condition", Type: ir.I1}, anyValues("trueDestOperands"), anyValues("falseDestOperands")},
		Attrs:        []ir.Attr{{Name: "branch_weights", Kind: ir.I32ArrayAttrKind, Optional: true}},
		Successors:   []ir.SuccessorDef{{Name: "trueDest"}, {Name: "falseDest"}},
		Traits:       ir.Terminator | ir.Pure | ir.AttrSizedOperandSegments,
		Parse:        parseCondBranch,
		Print:        printCondBranch,
		Verify:       verifySuccessors,
		Canonicalize: condBranchPatterns,
	})
	r.Define(Switch, ir.OpDef{
		Summary:  "goes on at one of several blocks, by a number",
		Operands: []ir.Operand{{Name: "flag", Type: ir.AnyIntegerType}, anyValues("defaultOperands"), anyValues("caseOperands")},
		Attrs: []ir.Attr{{Name: "case_values", Kind: caseValues, Optional: true},
			{Name: "case_operand_segments", Kind: ir.I32ArrayAttrKind}},
		Successors:   []ir.SuccessorDef{{Name: "defaultDestination"}, {Name: "caseDestinations", Arity: ir.Variadic}},
		Traits:       ir.Terminator | ir.Pure | ir.AttrSizedOperandSegments,
		Parse:        parseSwitch,
		Print:        printSwitch,
		Verify:       verifySwitch,
		Canonicalize: switchPatterns,
	})
	ir.Attach[builtin.Branch](r, Branch, builtin.BranchOp, branch{})
	ir.Attach[builtin.Branch](r, CondBranch, builtin.BranchOp, condBranch{})
	ir.Attach[builtin.Branch](r, Switch, builtin.BranchOp, switchBranch{})
	ir.Attach[builtin.Chooser](r, CondBranch, builtin.Choice, condBranch{})
	ir.Attach[builtin.Chooser](r, Switch, builtin.Choice, switchBranch{})
}

// branch, condBranch and switchBranch implement builtin.Branch.
type (
	branch       struct{}
	condBranch   struct{}
	switchBranch struct{}
)

func (branch) SuccessorRange(op *ir.Operation, _ int) (lo, hi int) { return 0, op.NumOperands() }

func (condBranch) SuccessorRange(op *ir.Operation, i int) (lo, hi int) {
	lo, hi = op.OperandBounds(1)
	if i == 0 {
		return lo, hi
	}
	return hi, op.NumOperands()
}

// ErasedSuccessorOperand keeps the lengths of the cases right.
func (switchBranch) ErasedSuccessorOperand(op *ir.Operation, i int) {
	if i > 0 {
		sizes := slices.Clone(op.Ints("case_operand_segments"))
		sizes[i-1]--
		op.SetAttr("case_operand_segments", op.Context().I32Array(sizes...))
	}
}

// Choose implements builtin.Chooser.
func (condBranch) Choose(_ *ir.Operation, operands []ir.Attribute) (to int, ok bool) {
	c, ok := operands[0].(*ir.IntegerAttr)
	if ok && c.Value == 0 {
		return 1, true
	}
	return 0, ok
}

// Choose implements builtin.Chooser.
func (switchBranch) Choose(op *ir.Operation, operands []ir.Attribute) (to int, ok bool) {
	flag, ok := operands[0].(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	if values, some := op.Attr("case_values").(*ir.DenseElementsAttr); some {
		for i := range len(op.Successors()) - 1 {
			if values.At(i) == ir.Attribute(flag) {
				return i + 1, true
			}
		}
	}
	return 0, true
}

func (switchBranch) SuccessorRange(op *ir.Operation, i int) (lo, hi int) {
	if lo, hi = op.OperandBounds(1); i == 0 {
		return lo, hi
	}
	for _, n := range op.Ints("case_operand_segments")[:i] {
		lo, hi = hi, hi+int(n)
	}
	return lo, hi
}

// verifySuccessors checks what a branch hands over against the arguments of its blocks.
func verifySuccessors(op *ir.Operation, r ir.Reporter) bool {
	for i, b := range op.Successors() {
		given := builtin.SuccessorOperands(op, i)
		if len(given) != len(b.Args()) {
			return r.Errorf("branch has %d operands for successor #%d, but target block has %d", len(given), i, len(b.Args()))
		}
		for j, v := range given {
			if want := b.Arg(j).Type(); v.Type() != want {
				return r.Errorf("type mismatch for bb argument #%d of successor #%d: '%s' is not '%s'",
					j, i, ir.TypeString(v.Type()), ir.TypeString(want))
			}
		}
	}
	return true
}

func verifySwitch(op *ir.Operation, r ir.Reporter) bool {
	n := len(op.Successors()) - 1
	values, _ := op.Attr("case_values").(*ir.DenseElementsAttr)
	switch {
	case values == nil && n == 0:
	case values == nil || values.Len() != n:
		return r.Errorf("number of case values should match number of case destinations (%d)", n)
	case ir.ElementType(values.Type) != op.Operand(0).Type():
		return r.Errorf("'flag' type ('%s') should match case value type ('%s')",
			ir.TypeString(op.Operand(0).Type()), ir.TypeString(ir.ElementType(values.Type)))
	}
	sum := int64(0)
	for _, s := range op.Ints("case_operand_segments") {
		sum += max(s, 0)
	}
	if len(op.Ints("case_operand_segments")) != n || sum != int64(len(op.OperandGroup(2))) {
		return r.Errorf("'case_operand_segments' should give the operands of %d cases, %d in all", n, len(op.OperandGroup(2)))
	}
	return verifySuccessors(op, r)
}
