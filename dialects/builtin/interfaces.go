package builtin

import (
	"slices"
	"strconv"

	"tawa/ir"
)

// Loop describes an op that runs a region once for each iteration, with values
// carried from one to the next.
type Loop interface {
	// InductionVar is the counter, nil if the loop has none; Bounds are the operands
	// of a counted loop, nil where it is not counted. The upper bound is exclusive.
	InductionVar(op *ir.Operation) *ir.Value
	Bounds(op *ir.Operation) (lower, upper, step *ir.Value)
	// Body is the region that repeats.
	Body(op *ir.Operation) *ir.Region
	// Inits, IterArgs, Yielded and the op's results belong to the carried values,
	// one for each: before the first iteration, in the body, after an iteration, after the last.
	Inits(op *ir.Operation) []*ir.Value
	IterArgs(op *ir.Operation) []*ir.Value
	Yielded(op *ir.Operation) []*ir.Value
}

// LoopLike is the key of Loop.
var LoopLike = ir.NewInterface[Loop]("LoopLike")

// Outside stands for the op itself, in place of the number of one of its regions.
const Outside = -1

// RegionEdge is a way that control can take: from Point, which is the op itself or
// the terminator of a block in one of its regions, into region To or, if that is
// Outside, out of the op. Operands are handed over to Inputs: the entry arguments
// that a region takes or, outside, the results of the op.
type RegionEdge struct {
	Point            *ir.Operation
	To               int
	Operands, Inputs []*ir.Value
}

// RegionFlow describes how control flows between an op and its regions.
type RegionFlow interface {
	Edges(op *ir.Operation) []RegionEdge
}

// RegionBranch is the key of RegionFlow.
var RegionBranch = ir.NewInterface[RegionFlow]("RegionBranch")

// Branch describes a terminator with successors.
type Branch interface {
	// SuccessorRange gives the operands [lo, hi) that become the arguments of successor i.
	SuccessorRange(op *ir.Operation, i int) (lo, hi int)
}

// BranchOp is the key of Branch.
var BranchOp = ir.NewInterface[Branch]("BranchOp")

// SuccessorOperands returns the values that a branch hands to successor i.
func SuccessorOperands(op *ir.Operation, i int) []*ir.Value {
	b, ok := BranchOp.Of(op)
	if !ok {
		return nil
	}
	lo, hi := b.SuccessorRange(op, i)
	vs := make([]*ir.Value, hi-lo)
	for n := range vs {
		vs[n] = op.Operand(lo + n)
	}
	return vs
}

// SuccessorOperand returns the value that a branch hands to argument n of successor i, or nil.
func SuccessorOperand(op *ir.Operation, i, n int) *ir.Value {
	if b, ok := BranchOp.Of(op); ok {
		if lo, hi := b.SuccessorRange(op, i); n < hi-lo {
			return op.Operand(lo + n)
		}
	}
	return nil
}

// operandEraser is implemented by a Branch that counts its operands in more places
// than the segment sizes of the row.
type operandEraser interface {
	// ErasedSuccessorOperand is called after an operand of successor i is gone.
	ErasedSuccessorOperand(op *ir.Operation, i int)
}

// EraseSuccessorOperand makes a branch hand over one value less: number arg to successor i.
func EraseSuccessorOperand(op *ir.Operation, i, arg int) {
	b, _ := BranchOp.Of(op)
	lo, _ := b.SuccessorRange(op, i)
	EraseOperand(op, lo+arg)
	if e, ok := b.(operandEraser); ok {
		e.ErasedSuccessorOperand(op, i)
	}
}

// EraseOperand removes operand i, and counts it off the segment that it was in.
func EraseOperand(op *ir.Operation, i int) {
	if sizes := slices.Clone(op.Ints(ir.OperandSegmentSizes)); op.Has(ir.AttrSizedOperandSegments) && sizes != nil {
		at := int64(i)
		for j, n := range sizes {
			if at < n {
				sizes[j]--
				break
			}
			at -= n
		}
		op.SetAttr(ir.OperandSegmentSizes, op.Context().I32Array(sizes...))
	}
	op.SetOperands(slices.Delete(op.Operands(), i, i+1))
}

// Chooser is implemented by ops with successors or regions, and by terminators of
// regions, for which constant operands decide where control goes.
type Chooser interface {
	// Choose returns the number of the successor, or the region (of the op, for a
	// terminator of its parent) or Outside, if operands decide it; those that are
	// not constant are nil.
	Choose(op *ir.Operation, operands []ir.Attribute) (to int, ok bool)
}

// Choice is the key of Chooser.
var Choice = ir.NewInterface[Chooser]("Choice")

// CallSite describes an op that calls a function.
type CallSite interface {
	// Callee is nil if the function is a value.
	Callee(op *ir.Operation) *ir.SymbolRefAttr
	Arguments(op *ir.Operation) []*ir.Value
}

// CallLike is the key of CallSite.
var CallLike = ir.NewInterface[CallSite]("CallLike")

// View describes an op with a result that reaches the memory which operands reach.
type View interface {
	// Sources are the operands of which result may reach the memory; nil if it is no view.
	Sources(op *ir.Operation, result int) []*ir.Value
}

// ViewLike is the key of View.
var ViewLike = ir.NewInterface[View]("ViewLike")

// ViewOf is a View of which every result reaches the memory of these operands.
func ViewOf(operands ...int) View { return viewOf(operands) }

type viewOf []int

func (v viewOf) Sources(op *ir.Operation, _ int) []*ir.Value {
	out := make([]*ir.Value, len(v))
	for i, n := range v {
		out[i] = op.Operand(n)
	}
	return out
}

// Allocator describes an op with a result that reaches memory which nothing else reaches yet.
type Allocator interface {
	Allocates(op *ir.Operation, result int) bool
}

// Allocation is the key of Allocator.
var Allocation = ir.NewInterface[Allocator]("Allocation")

// Allocates is an Allocator of which every result is new memory.
type Allocates struct{}

// Allocates implements Allocator.
func (Allocates) Allocates(*ir.Operation, int) bool { return true }

// YieldOf returns the operands of the terminator of a region's last block; nil if there is none.
func YieldOf(r *ir.Region) []*ir.Value {
	if r.Empty() || r.Last().Terminator() == nil {
		return nil
	}
	return r.Last().Terminator().Operands()
}

// VerifyEdges checks that what control hands over along each edge fits what is taken.
func VerifyEdges(op *ir.Operation, r ir.Reporter) bool {
	flow, ok := RegionBranch.Of(op)
	if !ok {
		return true
	}
	for _, e := range flow.Edges(op) {
		to := "parent"
		if e.To != Outside {
			to = "Region #" + strconv.Itoa(e.To)
		}
		from := e.Point.Name().String()
		if len(e.Operands) != len(e.Inputs) {
			return r.Errorf("along control flow edge from Operation %s to %s: region branch point has %d operands, but region successor needs %d inputs",
				from, to, len(e.Operands), len(e.Inputs))
		}
		for i, v := range e.Operands {
			if want := e.Inputs[i].Type(); v.Type() != want {
				return r.Errorf("along control flow edge from Operation %s to %s: successor operand type #%d '%s' should match successor input type #%d '%s'",
					from, to, i, ir.TypeString(v.Type()), i, ir.TypeString(want))
			}
		}
	}
	return true
}

// Reduction makes an op simpler where a test case is reduced, or returns false and changes nothing. The program may
// mean something else afterwards, but must be a valid one.
type Reduction func(op *ir.Operation) bool

// Reducible is the key of an op's own reductions, beside those that suit any op.
var Reducible = ir.NewInterface[[]Reduction]("Reducible")

// Speculation says of a pure op that is undefined for some operands whether it may run where it would not have.
type Speculation func(op *ir.Operation) bool

// Speculatable is the key of Speculation; pure ops without one may run anywhere.
var Speculatable = ir.NewInterface[Speculation]("Speculatable")

// MayRunAnywhere reports whether op, with all inside, has no effects and is defined for whatever its operands are.
func MayRunAnywhere(op *ir.Operation) bool {
	ok := op.IsPure()
	op.Walk(func(inner *ir.Operation) bool {
		if may, asks := Speculatable.Of(inner); asks {
			ok = ok && may(inner)
		}
		return ok
	})
	return ok
}

// Inlining says of an op whether it may be inlined into a region, with the function that it is in.
type Inlining func(op *ir.Operation, into *ir.Region) bool

// Inlinable is the key of Inlining; ops without one go where calls are.
var Inlinable = ir.NewInterface[Inlining]("Inlinable")
