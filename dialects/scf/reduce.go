package scf

import (
	"tawa/dialects/builtin"
	"tawa/ir"
)

func registerReductions(r *ir.Registry) {
	ir.Attach(r, For, builtin.Reducible, []builtin.Reduction{dropCarried})
}

// dropCarried takes the last of the carried values of which the result is unused from a loop; inside, its initial value stands for it.
func dropCarried(op *ir.Operation) bool {
	for i := op.NumResults() - 1; i >= 0; i-- {
		if !op.Result(i).Unused() {
			continue
		}
		body := op.Region(0).Entry()
		init := op.Operand(loopOperands + i)
		body.Arg(1 + i).ReplaceAllUses(init)
		body.EraseArg(1 + i)
		builtin.EraseOperand(body.Terminator(), i)
		operands := append(op.Operands()[:loopOperands+i:loopOperands+i], op.Operands()[loopOperands+i+1:]...)
		types := op.ResultTypes()
		types = append(types[:i:i], types[i+1:]...)
		st := &ir.OperationState{Name: For, Loc: op.Loc, Operands: operands, Results: types,
			Attrs: append(op.Inherent(), op.Discardable()...)}
		st.NewRegion().TakeBlocks(op.Region(0))
		smaller := ir.Before(op).CreateState(st)
		for j, r := range op.Results() {
			switch {
			case j < i:
				r.ReplaceAllUses(smaller.Result(j))
			case j > i:
				r.ReplaceAllUses(smaller.Result(j - 1))
			}
		}
		op.Erase()
		return true
	}
	return false
}

// loopOperands are the bounds and the step, which stand before the initial values.
const loopOperands = 3
