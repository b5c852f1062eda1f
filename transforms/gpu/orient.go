package gpu

import (
	"tawa/dialects/nvgpu"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// orientBuffers makes buffers that tensors are copied to, for dots to read, run along
// the dimension along which the threads hold consecutive elements, where wgmma
// takes either: 16-bit ones.
func orientBuffers(fn *ir.Operation) {
	fn.Walk(func(op *ir.Operation) bool {
		if !op.Is(ttg.LocalAlloc) {
			return true
		}
		t := op.Result(0).Type().(*ttg.MemDescType)
		o := orientation{}
		if op.NumOperands() > 0 {
			o.store(op.Operand(0))
		}
		if _, plain := t.Encoding.(*ttg.NVMMASharedAttr); plain && !isTransposed(t.Encoding) && ir.BitWidth(t.Elem) == 16 && o.visit(op.Result(0)) && o.columns {
			for _, v := range o.views {
				transposeView(v)
			}
		}
		return true
	})
}

// orientation is what is known of all that writes and reads a buffer.
type orientation struct {
	views   []*ir.Value // the buffer, what partitions call it, and its slots
	columns bool        // something is stored, and all of it along columns
	rows    bool        // something is stored otherwise
}

// store notes the layout of a tensor that is stored.
func (o *orientation) store(v *ir.Value) {
	b, ok := encodingOf(v).(*ttg.BlockedAttr)
	if ok && len(b.Order) == 2 && b.Order[0] == 0 {
		o.columns = !o.rows
		return
	}
	o.columns, o.rows = false, true
}

// visit follows a view, and reports whether all its uses are of kinds that do not
// care which dimension is the fast one.
func (o *orientation) visit(v *ir.Value) bool {
	o.views = append(o.views, v)
	for u := range v.Uses() {
		switch op := u.Owner(); {
		case op.Is(nvgpu.DotIssue):
		case op.Is(ttg.LocalStore):
			o.store(op.Operand(0))
		case op.Is(ttg.MemDescIndex):
			if !o.visit(op.Result(0)) {
				return false
			}
		case op.Is(ttg.WarpSpecialize):
			for _, r := range ttg.Partitions(op) {
				if !o.visit(r.First().Arg(u.Index())) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// transposeView changes the encoding of a view to that whose last dimension but one
// is the fast one.
func transposeView(v *ir.Value) {
	t := v.Type().(*ttg.MemDescType)
	tile := t.Shape[len(t.Shape)-2:]
	v.SetType(t.With(t.Shape, sharedFor(tile, t.Elem, true)))
}
