package nvgpu

import "tawa/ir"

func isMemDesc(t ir.Type) bool    { return t.TypeName() == "ttg.memdesc" }
func isTensorDesc(t ir.Type) bool { return t.TypeName() == "tt.tensordesc" }

func verifyDot(op *ir.Operation, r ir.Reporter) bool       { return true }
func verifyDotWait(op *ir.Operation, r ir.Reporter) bool   { return verifyPendings(op, r) }
func verifyInit(op *ir.Operation, r ir.Reporter) bool      { return true }
func verifyBarrierOp(op *ir.Operation, r ir.Reporter) bool { return true }
func verifyLoad(op *ir.Operation, r ir.Reporter) bool      { return true }
func verifyStore(op *ir.Operation, r ir.Reporter) bool     { return true }
func verifyStoreTile(op *ir.Operation, r ir.Reporter) bool { return true }

func verifyPendings(op *ir.Operation, r ir.Reporter) bool {
	if n, _ := op.IntAttr("pendings"); n < 0 {
		return r.Errorf("can't leave %d pending", n)
	}
	return true
}

func verifyBarrierID(op *ir.Operation, r ir.Reporter) bool {
	if id, _ := op.IntAttr("id"); id < 1 || id > 15 {
		return r.Errorf("named barriers are 1 to 15, not %d", id)
	}
	return true
}
