package verify

import (
	"sync"

	"tawa/ir"
)

// memo remembers with which types of operands and results a row's constraints, traits and type rules
// hold: nearly every op is like one that came before. Each combination has one place, chosen by a hash.
type memo [1024]struct {
	def   *ir.OpDef
	n     int
	types [maxTypes]ir.Type
}

// memos are used again by the next verifier: what holds in one program does in others.
var memos = sync.Pool{New: func() any { return &memo{} }}

// maxTypes is the number of operands and results up to which an op is remembered.
const maxTypes = 6

// typesHold checks everything about an op that follows from the types of its operands and results.
func (v *verifier) typesHold(op *ir.Operation, r ir.Reporter) bool {
	def, n := op.Def(), op.NumOperands()+op.NumResults()
	if n > maxTypes || def.Traits&(ir.AttrSizedOperandSegments|ir.AttrSizedResultSegments) != 0 {
		return v.checkTypes(op, r)
	}
	var types [maxTypes]ir.Type
	hash := uint32(def.Name().ID())*31 + uint32(op.NumOperands())
	for i := range op.NumOperands() {
		x := op.Operand(i)
		if x == nil {
			return v.checkTypes(op, r)
		}
		types[i] = x.Type()
		hash = hash*0x9e3779b1 + ir.IDOf(types[i])
	}
	for i := range op.NumResults() {
		t := op.Result(i).Type()
		if t == nil {
			return v.checkTypes(op, r)
		}
		types[op.NumOperands()+i] = t
		hash = hash*0x9e3779b1 + ir.IDOf(t)
	}
	known := &v.memo[(hash^hash>>15)%uint32(len(v.memo))]
	if known.def == def && known.n == op.NumOperands() && known.types == types {
		return true
	}
	if !v.checkTypes(op, r) {
		return false
	}
	known.def, known.n, known.types = def, op.NumOperands(), types
	return true
}

func (v *verifier) checkTypes(op *ir.Operation, r ir.Reporter) bool {
	d := op.Def()
	return v.values(r, "operand", d.Operands, op.Operands(), d.Is(ir.AttrSizedOperandSegments), ir.OperandSegmentSizes) &&
		v.values(r, "result", d.Results, op.Results(), d.Is(ir.AttrSizedResultSegments), ir.ResultSegmentSizes) &&
		traits(op, r, typeTraits) && typeRules(op, r)
}
