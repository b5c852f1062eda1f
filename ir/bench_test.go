package ir_test

import (
	"fmt"
	"testing"

	"tawa/ir"
)

// pair makes a constant and a sum of it with itself n times.
func pair(ctx *ir.Context, n int) (m, first *ir.Operation, v *ir.Value) {
	m, b := newModule(ctx, "")
	first = b.Create(constant, nil, []ir.Type{ctx.I32()}, ir.A("value", ctx.I32Attr(1)))
	v = first.Result(0)
	for range n {
		b.Create(add, []*ir.Value{v, v}, []ir.Type{ctx.I32()})
	}
	return m, first, v
}

func BenchmarkCreate(b *testing.B) {
	ctx := newContext()
	_, _, v := pair(ctx, 0)
	st := &ir.OperationState{Name: add, Operands: []*ir.Value{v, v}, Results: []ir.Type{ctx.I32()}}
	b.Run("one by one", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			ir.Create(ctx, st).Erase()
		}
	})
	b.Run("pages", func(b *testing.B) {
		b.ReportAllocs()
		var pages ir.Arena
		for b.Loop() {
			pages.Create(ctx, st).Erase()
		}
	})
}

func BenchmarkClone(b *testing.B) {
	m, _, _ := pair(newContext(), 1000)
	b.ReportAllocs()
	for b.Loop() {
		m.Clone(ir.NewMapping())
	}
}

func BenchmarkErase(b *testing.B) {
	ctx := newContext()
	_, _, v := pair(ctx, 0)
	st := &ir.OperationState{Name: add, Operands: []*ir.Value{v, v}, Results: []ir.Type{ctx.I32()}}
	block := ir.NewBlock()
	for b.Loop() {
		op := ir.Create(ctx, st)
		block.Append(op)
		op.Erase()
	}
}

func BenchmarkReplaceAllUses(b *testing.B) {
	for _, n := range []int{1, 10, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			ctx := newContext()
			_, _, v := pair(ctx, (n+1)/2)
			w := ir.NewBlock().AddArg(ctx.I32(), ir.Location{})
			for b.Loop() {
				v.ReplaceAllUses(w)
				v, w = w, v
			}
		})
	}
}

func BenchmarkWalk(b *testing.B) {
	m, _, _ := pair(newContext(), 1000)
	for b.Loop() {
		n := 0
		m.Walk(func(*ir.Operation) bool { n++; return true })
	}
}

func BenchmarkTrait(b *testing.B) {
	_, op, _ := pair(newContext(), 0)
	for b.Loop() {
		if !op.Has(ir.Pure) {
			b.Fatal("not pure")
		}
	}
}

type named interface{ text() string }

type impl struct{}

func (impl) text() string { return "" }

func BenchmarkInterface(b *testing.B) {
	key := ir.NewInterface[named]("named")
	r := ir.NewRegistry()
	r.Define(use, ir.OpDef{})
	ir.Attach[named](r, use, key, impl{})
	op := ir.Create(ir.NewContext(r), &ir.OperationState{Name: use})
	for b.Loop() {
		if _, ok := key.Of(op); !ok {
			b.Fatal("not found")
		}
	}
}

func BenchmarkUnique(b *testing.B) {
	b.Run("hit", func(b *testing.B) {
		ctx := newContext()
		shape := []int64{16, 32}
		for b.Loop() {
			ctx.Tensor(shape, ctx.F32(), nil)
		}
	})
	b.Run("miss", func(b *testing.B) {
		ctx := newContext()
		n := int64(0)
		for b.Loop() {
			n++
			ctx.Tensor([]int64{n, 32}, ctx.F32(), nil)
		}
	})
	b.Run("small integer", func(b *testing.B) {
		ctx := newContext()
		for b.Loop() {
			ctx.I32Attr(7)
		}
	})
}
