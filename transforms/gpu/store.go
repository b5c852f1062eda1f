package gpu

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/pass"
	"tawa/transforms/tawa"
)

// TMAStore makes stores through descriptors TMA stores from shared memory.
//
// A tile in an accumulator's layout whose warps are all along the rows goes in
// panels of 64 rows and 128 bytes: each warp group stores its own rows, and meets
// only itself. Any other tile is put into shared memory whole.
//
// A kernel that stores tile after tile has two panels a warp group, so that one is
// filled while the other is read. One that stores once, after all that went
// through its rings, puts the panels over the rings, where there is room for all.
type TMAStore struct{}

// Info names the pass.
func (*TMAStore) Info() pass.Info {
	return pass.Info{Name: "tma-store", Summary: "lower descriptor stores to TMA stores through shared memory", Anchor: builtin.Module, Dialects: []string{"nvgpu", "ttg"}}
}

const (
	groupRows = warpRows * warpsPerGroup
	// OverRingAttr marks a buffer that may lie over those of the rings.
	OverRingAttr = "tawa.over_ring"
)

// Run lowers all stores of the module.
func (*TMAStore) Run(module *ir.Operation, st *pass.State) bool {
	var stores []*ir.Operation
	module.Walk(func(op *ir.Operation) bool {
		if op.Is(tt.DescriptorStore) {
			stores = append(stores, op)
		}
		return true
	})
	ok := true
	done := map[*ir.Block]bool{}
	for _, op := range stores {
		block := op.Operand(0).Type().(*tt.DescType).Block
		if text := tmaFault(block); text != "" {
			ok = st.Errorf(op, "%s", text)
			continue
		}
		end := endOf(op)
		if !storeTile(op, st) {
			ok = false
			continue
		}
		if t := end.Block(); !done[t] {
			done[t] = true
			ir.Before(end).Create(nvgpu.TMAStoreWait, nil, nil, ir.A("pendings", module.Context().I32Attr(0)))
		}
	}
	return ok
}

// endOf is the terminator of the role, or of the function, that op is in.
func endOf(op *ir.Operation) *ir.Operation {
	b := op.Block()
	for !b.Parent().Is(ttg.WarpSpecialize, ttg.WarpSpecializePartitions) && !b.Parent().Has(ir.FunctionLike) {
		b = b.Parent().Block()
	}
	return b.Terminator()
}

func storeTile(op *ir.Operation, st *pass.State) bool {
	desc, value := op.Operand(0), op.NamedOperands("src")[0]
	block := desc.Type().(*tt.DescType).Block
	panel := panelOf(block, value)
	if box := boxOfDescriptor(desc); panel == nil || box != nil && !slices.Equal(box, panel) {
		if !bindDescriptor(desc, sharedFor(block.Shape, block.Elem, false), tawa.Box(block), st, op) {
			return false
		}
		storeWhole(op)
		return true
	}
	if !bindDescriptor(desc, sharedFor(panel, block.Elem, false), panel, st, op) {
		return false
	}
	return storePanels(op, panel, st)
}

// panelOf is the box of one warp group's rows by 128 bytes, nil if the value is not
// laid out in rows of warp groups.
func panelOf(block *ir.RankedTensorType, value *ir.Value) []int64 {
	t := tensorOf(value)
	mma, ok := t.Encoding.(*ttg.NvidiaMMAAttr)
	if !ok || len(block.Shape) != 2 || mma.WarpsPerCTA[1] != 1 || mma.WarpsPerCTA[0]%warpsPerGroup != 0 ||
		t.Shape[0]%(mma.WarpsPerCTA[0]*warpRows) != 0 {
		return nil
	}
	return []int64{groupRows, tawa.Box(block)[1]}
}

func storePanels(op *ir.Operation, panel []int64, st *pass.State) bool {
	ctx := op.Context()
	value := op.NamedOperands("src")[0]
	t := tensorOf(value)
	groups := t.Encoding.(*ttg.NvidiaMMAAttr).WarpsPerCTA[0] / warpsPerGroup
	barrier, ok := nvgpu.FreeStoreBarriers(op, groups)
	if !ok {
		return st.Errorf(op, "the warp groups that store need %d named barriers in a row, but of the %d of a CTA no more are free", groups, nvgpu.NamedBarriers)
	}
	panels := ir.NumElements(t.Shape) / ir.NumElements(panel) / groups
	staging := stagingType(panel, t.Elem, groups*min(panels, tawa.StagingBuffers))
	b := ir.Before(op)
	over := onlyAfterRings(op)
	if over {
		staging = stagingType(panel, t.Elem, groups*panels)
		meet(b) // all consumers have drained: nobody reads the rings any more
	}
	buffer := allocOutside(op, staging)
	if over {
		buffer.Def().SetAttr(OverRingAttr, ctx.Unit())
	}
	operands := append([]*ir.Value{op.Operand(0)}, op.NamedOperands("indices")...)
	b.Create(nvgpu.TMAStoreTile, append(operands, value, buffer), nil, ir.A("barrier", ctx.I32Attr(barrier)))
	op.Erase()
	return true
}

// stagingType is a buffer of n panels.
func stagingType(panel []int64, elem ir.Type, n int64) ir.Type {
	return ttg.MemDesc(slices.Insert(slices.Clone(panel), 0, n), elem, sharedFor(panel, elem, false), true)
}

// storeWhole puts the tile into a buffer of its own and stores that.
func storeWhole(op *ir.Operation) {
	ctx := op.Context()
	value := op.NamedOperands("src")[0]
	block := op.Operand(0).Type().(*tt.DescType).Block
	t := ttg.MemDesc(block.Shape, elemOf(block), block.Encoding, true)
	over := onlyAfterRings(op)
	buffer := allocOutside(op, t)
	if over {
		buffer.Def().SetAttr(OverRingAttr, ctx.Unit())
	}
	b := ir.Before(op)
	b.Create(nvgpu.TMAStoreWait, nil, nil, ir.A("pendings", ctx.I32Attr(0)))
	meet(b) // the tile before is read, and nobody reads the rings any more
	b.Create(ttg.LocalStore, []*ir.Value{value, dropUnits(b, buffer, tensorOf(value).Shape)}, nil)
	b.Create(nvgpu.FenceAsyncShared, nil, nil)
	meet(b) // all have written
	operands := append([]*ir.Value{op.Operand(0)}, op.NamedOperands("indices")...)
	b.Create(nvgpu.TMAStore, append(operands, buffer), nil)
	op.Erase()
}

// allocOutside allocates a buffer before the outermost op around op in its role; the default
// role's before the roles part.
func allocOutside(op *ir.Operation, t ir.Type) *ir.Value {
	return ir.Before(outermost(op)).Value(ttg.LocalAlloc, nil, []ir.Type{t})
}

// onlyAfterRings reports whether a store of the default role runs at most once, after
// everything that the role reads of the buffers that partitions fill.
func onlyAfterRings(op *ir.Operation) bool {
	if roleOf(op.Block()) != 0 {
		return false
	}
	top := op
	for p := op.Parent(); !p.Is(ttg.WarpSpecialize); p = p.Parent() {
		if p.Has(ir.Loop) {
			return false
		}
		top = p
	}
	roles := top.Parent()
	rings := 0
	for _, v := range roles.Operands() {
		if def := v.Def(); def == nil || !def.Is(ttg.LocalAlloc) || isBarrierArray(v) {
			continue
		}
		rings++
		for _, u := range uses(v) {
			if inRole(u, roles) && !topOf(u, roles).IsBefore(top) {
				return false
			}
		}
	}
	return rings > 0
}

func isBarrierArray(v *ir.Value) bool {
	m, ok := v.Type().(*ttg.MemDescType)
	return ok && m.Elem == ir.Type(m.Context().I64()) && len(m.Shape) <= 2 && m.Shape[len(m.Shape)-1] == 1
}

// uses lists the users of a buffer and of all views of it.
func uses(v *ir.Value) []*ir.Operation {
	var out []*ir.Operation
	for u := range v.Users() {
		out = append(out, u)
		for _, r := range u.Results() {
			if _, view := r.Type().(*ttg.MemDescType); view {
				out = append(out, uses(r)...)
			}
		}
	}
	return out
}

// inRole reports whether op is inside the default region of roles.
func inRole(op, roles *ir.Operation) bool {
	return op != roles && roles.IsAncestorOf(op) && roleOf(op.Block()) == 0
}

// topOf is the op around op that stands directly in the default region of roles.
func topOf(op, roles *ir.Operation) *ir.Operation {
	for op.Parent() != roles {
		op = op.Parent()
	}
	return op
}
