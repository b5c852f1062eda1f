package nvws

import (
	"slices"

	"tawa/dialects/ttg"
	"tawa/dialects/ttng"
	"tawa/ir"
)

// verifyArefCreate checks that nothing but arefs uses the buffers, and that they are equally many.
func verifyArefCreate(op *ir.Operation, r ir.Reporter) bool {
	for i, v := range op.Operands() {
		for use := range v.Uses() {
			if user := use.Owner(); !user.Is(ArefCreate) && !user.Is(ttg.LocalDealloc) {
				return r.Errorf("buffer #%d is also used by '%s', which knows nothing of the stages", i, user.Name())
			}
		}
		if a, b := leading(op.Operand(0)), leading(v); a != b {
			return r.Errorf("requires buffers of one depth, but #0 has %d and #%d has %d", a, i, b)
		}
	}
	return true
}

func leading(v *ir.Value) int64 { return v.Type().(*ttg.MemDescType).Shape[0] }

// verifyEnter checks that the results are one buffer of each row.
func verifyEnter(op *ir.Operation, r ir.Reporter) bool {
	rows, views := op.Operand(0).Type().(*ArefType).Buffers, op.ResultGroup(0)
	if len(rows) != len(views) {
		return r.Errorf("requires a result for each of %d buffers, but has %d", len(rows), len(views))
	}
	for i, v := range views {
		row, ok := rows[i].(*ttg.MemDescType)
		view := v.Type().(*ttg.MemDescType)
		if !ok || row.Elem != view.Elem || !slices.Equal(stageShape(row), view.Shape) {
			return r.Errorf("requires one stage of '%s' as result #%d, but it is '%s'", ir.TypeString(rows[i]), i, ir.TypeString(view))
		}
	}
	return true
}

// stageShape is that of one stage. Scales in tensor memory have one stage and no extent for it.
func stageShape(m *ttg.MemDescType) []int64 {
	if _, scales := m.Encoding.(*ttng.TMEMScalesAttr); scales {
		return m.Shape
	}
	return m.Shape[1:]
}

func verifyWarpGroup(op *ir.Operation, r ir.Reporter) bool {
	if a, b := len(op.Ints(numWarps)), op.NumRegions(); a != b {
		return r.Errorf("requires a number of warps for each of %d regions, but has %d", b, a)
	}
	if op.NumResults() == 0 {
		return true
	}
	var end *ir.Operation
	if op.NumRegions() > 0 && op.Region(0).First() != nil {
		end = op.Region(0).First().Terminator()
	}
	same := func(a, b *ir.Value) bool { return a.Type() == b.Type() }
	if end == nil || !end.Is(WarpGroupYield) || !slices.EqualFunc(end.Operands(), op.Results(), same) {
		return r.Errorf("requires its first region to yield (%s)", ir.TypeStrings(op.ResultTypes()))
	}
	return true
}
