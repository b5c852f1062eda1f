package ir_test

import (
	"slices"
	"sync"
	"testing"

	"tawa/ir"
)

func TestPredecessors(t *testing.T) {
	ctx := newContext()
	m, _ := newModule(ctx, "")
	r := m.Region(0)
	blocks := []*ir.Block{r.First()}
	for range 3 {
		blocks = append(blocks, ir.NewBlock())
		r.Append(blocks[len(blocks)-1])
	}
	branch := func(from int, to ...*ir.Block) *ir.Operation {
		op := ir.Create(ctx, &ir.OperationState{Name: ir.Op("t.br"), Successors: to})
		blocks[from].Append(op)
		return op
	}
	target := blocks[3]
	late := branch(2, target)
	branch(0, target, target)
	turn := branch(1, blocks[2])
	want := func(what string, bs ...*ir.Block) {
		t.Helper()
		if got := target.Predecessors(); !slices.Equal(got, bs) {
			t.Errorf("%s: %d predecessors, want %d in the order of the region", what, len(got), len(bs))
		}
	}
	want("two", blocks[0], blocks[2])
	turn.SetSuccessor(0, target)
	want("a changed successor", blocks[0], blocks[1], blocks[2])
	blocks[0].Remove()
	r.InsertAfter(blocks[0], blocks[1])
	want("moved blocks", blocks[1], blocks[0], blocks[2])
	late.Erase()
	want("an erased branch", blocks[1], blocks[0])
}

func TestNamesAndPlaces(t *testing.T) {
	ctx := newContext()
	var pages ir.Arena
	block := ir.NewBlock()
	x, y := block.AddArg(ctx.I32(), ir.Location{}), block.AddArg(ctx.I64(), ir.Location{})
	y.SetName("y")
	op := pages.Create(ctx, &ir.OperationState{Name: use, Operands: []*ir.Value{x, y, x}, Results: []ir.Type{ctx.I1(), ctx.I8(), ctx.I16()}})
	for i, r := range op.Results() {
		if r.Index() != i || r.Def() != op || r.IsArg() {
			t.Errorf("result %d is number %d", i, r.Index())
		}
	}
	for i := range op.NumOperands() {
		if op.OperandUse(i).Index() != i {
			t.Errorf("operand %d is number %d", i, op.OperandUse(i).Index())
		}
	}
	block.EraseArg(0 + block.InsertArg(0, ctx.F32(), ir.Location{}).Index())
	if x.Index() != 0 || y.Index() != 1 || !y.IsArg() || y.ArgBlock() != block || y.Name() != "y" || x.Name() != "" {
		t.Errorf("arguments %d %q and %d %q", x.Index(), x.Name(), y.Index(), y.Name())
	}
	y.ReplaceAllUses(op.Result(1))
	if op.Result(1).Name() != "y" {
		t.Error("a value without a name takes that of the one that it replaces")
	}
}

func TestUniqueByManyGoroutines(t *testing.T) {
	ctx := newContext()
	const n = 2000
	made := make([][]ir.Type, 4)
	var wait sync.WaitGroup
	for g := range made {
		wait.Go(func() {
			for i := range n {
				made[g] = append(made[g], ctx.Tensor([]int64{int64(i)}, ctx.I32(), nil))
			}
		})
	}
	wait.Wait()
	for g := range made {
		if !slices.Equal(made[g], made[0]) {
			t.Fatal("goroutines were given different types for equal ones")
		}
	}
	seen := map[ir.Type]bool{}
	for _, tt := range made[0] {
		seen[tt] = true
	}
	if len(seen) != n {
		t.Errorf("%d types of %d", len(seen), n)
	}
}
