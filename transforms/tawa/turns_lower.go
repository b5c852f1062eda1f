package tawa

import (
	"slices"

	"tawa/dialects/aref"
	"tawa/dialects/nvgpu"
	"tawa/dialects/ttg"
	"tawa/ir"
)

// lowerTurns makes turns named barriers, one for each warp group that takes them: the group
// and the one before it, which only arrives, meet there. Number 0 has the first turn since the
// last number arrives for it when its role begins.
func (l *lowering) lowerTurns() bool {
	var orders []*ir.Operation
	l.fn.Walk(func(op *ir.Operation) bool {
		if op.Is(aref.Turns) {
			orders = append(orders, op)
		}
		return true
	})
	for _, op := range orders {
		groups := op.Result(0).Type().(*aref.TurnsType).Groups
		first, ok := nvgpu.FreeBarriers(op, groups)
		if !ok {
			return l.st.Errorf(op, "the turns of %d warp groups need so many named barriers in a row, but of the %d of a CTA no more are free", groups, nvgpu.NamedBarriers)
		}
		l.toBarriers(op.Result(0), first, groups, map[*role]bool{})
		for _, spec := range l.specs {
			if i := slices.Index(spec.Operands(), op.Result(0)); i >= 0 {
				ttg.RemoveCapture(spec, i)
			}
		}
		op.Erase()
	}
	return true
}

// toBarriers replaces what takes and passes turns.
func (l *lowering) toBarriers(turns *ir.Value, first, groups int64, opened map[*role]bool) {
	ctx := l.fn.Context()
	for _, u := range slices.Collect(turns.Uses()) {
		op := u.Owner()
		if op.Is(ttg.WarpSpecialize) {
			for _, region := range ttg.Partitions(op) {
				l.toBarriers(region.First().Arg(u.Index()), first, groups, opened)
			}
			continue
		}
		number, _ := op.IntAttr("number")
		attrs := []ir.NamedAttr{ir.A("barrier", ctx.I32Attr(first)), ir.A("number", ctx.I32Attr(number)), ir.A("groups", ctx.I32Attr(groups))}
		name := nvgpu.TurnTake
		if op.Is(aref.Pass) {
			name = nvgpu.TurnPass
		}
		ir.Before(op).Create(name, nil, []ir.Type{}, attrs...)
		if r, _ := l.roleOf(op); !opened[r] && number+max(r.warps/warpsPerGroup, 1) == groups {
			opened[r] = true
			ir.AtStart(ctx, r.block, op.Loc).Create(nvgpu.TurnOpen, nil, []ir.Type{}, attrs...)
		}
		op.Erase()
	}
}
