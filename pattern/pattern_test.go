package pattern_test

import (
	"fmt"
	"slices"
	"testing"

	"tawa/ir"
	"tawa/pattern"
)

var (
	module = ir.Op("ptest.module")
	konst  = ir.Op("ptest.constant")
	add    = ir.Op("ptest.add")
	mul    = ir.Op("ptest.mul")
	sink   = ir.Op("ptest.sink")
	odd    = ir.Op("ptest.odd")
)

func fold(op *ir.Operation, c []ir.Attribute) []ir.FoldResult {
	a, aok := c[0].(*ir.IntegerAttr)
	b, bok := c[1].(*ir.IntegerAttr)
	switch {
	case aok && bok:
		return []ir.FoldResult{{Attr: op.Context().Int(a.Type, a.Value+b.Value)}}
	case bok && b.Value == 0:
		return []ir.FoldResult{{Value: op.Operand(0)}}
	}
	return nil
}

func context() *ir.Context {
	r := ir.NewRegistry()
	any := func(n string) ir.Operand { return ir.Operand{Name: n, Type: ir.AnyType} }
	r.Dialect(ir.DialectInfo{Name: "ptest", Constant: func(b *ir.Builder, v ir.Attribute, t ir.Type) *ir.Operation {
		return b.Create(konst, nil, []ir.Type{t}, ir.A("value", v))
	}})
	r.Define(module, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.NoTerminator | ir.IsolatedFromAbove})
	r.Define(konst, ir.OpDef{Results: []ir.Result{any("r")}, Traits: ir.Pure | ir.ConstantLike, Attrs: []ir.Attr{{Name: "value", Kind: ir.AnyAttr}}})
	r.Define(add, ir.OpDef{Operands: []ir.Operand{any("a"), any("b")}, Results: []ir.Result{any("r")}, Traits: ir.Pure | ir.SameOperandsAndResultType, Fold: fold})
	r.Define(mul, ir.OpDef{Operands: []ir.Operand{any("a"), any("b")}, Results: []ir.Result{any("r")}, Traits: ir.Pure | ir.Commutative | ir.SameOperandsAndResultType})
	r.Define(odd, ir.OpDef{Operands: []ir.Operand{any("a")}, Results: []ir.Result{any("r")}, Traits: ir.Pure})
	r.Define(sink, ir.OpDef{Operands: []ir.Operand{any("a")}, Traits: ir.WritesMemory})
	return ir.NewContext(r)
}

func build(ctx *ir.Context) (*ir.Operation, *ir.Builder) {
	m := ir.Create(ctx, &ir.OperationState{Name: module})
	return m, ir.AtEnd(ctx, m.Region(0).Entry(), ir.Location{})
}

func number(b *ir.Builder, v int64) *ir.Value {
	return b.Value(konst, nil, []ir.Type{b.Context().I32()}, ir.A("value", b.Context().I32Attr(v)))
}

func shape(m *ir.Operation) string {
	s := ""
	m.Walk(func(op *ir.Operation) bool {
		s += op.Name().String()[len("ptest."):]
		if v, ok := op.IntAttr("value"); ok {
			s += fmt.Sprint(v)
		}
		s += " "
		return true
	})
	return s
}

func TestFoldsToAFixpointAndSharesConstants(t *testing.T) {
	m, b := build(context())
	x := number(b, 1)
	for range 3 {
		x = b.Value(add, []*ir.Value{x, number(b, 2)}, nil)
	}
	y := b.Value(add, []*ir.Value{number(b, 3), number(b, 4)}, nil)
	b.Create(sink, []*ir.Value{x}, nil)
	b.Create(sink, []*ir.Value{y}, nil)
	changed, done := pattern.ApplyGreedily(m, nil, pattern.Config{Fold: true})
	if got := shape(m); !changed || !done || got != "module constant7 sink sink " {
		t.Errorf("changed %v, converged %v, left %q", changed, done, got)
	}
}

func TestConstantsOfCommutativeOpsGoToTheRight(t *testing.T) {
	m, b := build(context())
	two := number(b, 2)
	x := b.Value(odd, []*ir.Value{two}, []ir.Type{two.Type()})
	for _, name := range []*ir.OpName{mul, add} { // the sum is not declared to be commutative
		b.Create(sink, []*ir.Value{b.Value(name, []*ir.Value{two, x}, nil)}, nil)
	}
	pattern.ApplyGreedily(m, nil, pattern.Config{Fold: true})
	m.Walk(func(op *ir.Operation) bool {
		if op.Is(mul) && op.Operand(1) != two || op.Is(add) && op.Operand(0) != two {
			t.Errorf("%s has the constant on the wrong side", op.Name())
		}
		return true
	})
}

func TestPatternsRequeueUsers(t *testing.T) {
	m, b := build(context())
	in := number(b, 5)
	x := b.Value(odd, []*ir.Value{in}, []ir.Type{b.Context().I32()})
	y := b.Value(odd, []*ir.Value{x}, []ir.Type{b.Context().I32()})
	b.Create(sink, []*ir.Value{y}, nil)
	var trace []string
	drop := ir.Pattern{Name: "drop-odd-of-constant", Root: odd, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if pattern.ConstantValue(op.Operand(0)) == nil {
			return false
		}
		r.Replace(op, op.Operand(0))
		return true
	}}
	pattern.ApplyGreedily(m, []ir.Pattern{drop}, pattern.Config{Trace: func(n string, _ *ir.Operation) { trace = append(trace, n) }})
	if got := shape(m); got != "module constant5 sink " || len(trace) != 2 {
		t.Errorf("left %q after %v", got, trace)
	}
}

func TestBenefitDecidesAndDisabledPatternsRest(t *testing.T) {
	run := func(disabled ...string) string {
		m, b := build(context())
		b.Create(sink, []*ir.Value{b.Value(odd, []*ir.Value{number(b, 1)}, []ir.Type{b.Context().I32()})}, nil)
		with := func(name string, benefit int, v int64) ir.Pattern {
			return ir.Pattern{Name: name, Root: odd, Benefit: benefit, Match: func(op *ir.Operation, r ir.Rewriter) bool {
				r.ReplaceOp(op, konst, nil, nil, ir.A("value", r.Builder().Context().I32Attr(v)))
				return true
			}}
		}
		pattern.ApplyGreedily(m, []ir.Pattern{with("low", 1, 10), with("high", 2, 20)}, pattern.Config{Fold: true, Disabled: disabled})
		return shape(m)
	}
	if got := run(); got != "module constant20 sink " {
		t.Errorf("the higher benefit must win: %q", got)
	}
	if got := run("high"); got != "module constant10 sink " {
		t.Errorf("a disabled pattern must rest: %q", got)
	}
}

// A pattern that gives too few or too many values hears of it by a panic that says so.
func TestReplacementsMustFit(t *testing.T) {
	for n := range 4 {
		m, b := build(context())
		in := number(b, 5)
		b.Create(sink, []*ir.Value{b.Value(odd, []*ir.Value{in}, []ir.Type{b.Context().I32()})}, nil)
		said := func() (said any) {
			defer func() { said = recover() }()
			pattern.Walk(m, []ir.Pattern{{Name: "replace", Root: odd, Match: func(op *ir.Operation, r ir.Rewriter) bool {
				r.Replace(op, slices.Repeat([]*ir.Value{in}, n)...)
				return true
			}}})
			return nil
		}()
		want := fmt.Sprintf("pattern: ptest.odd has 1 results, and is replaced by %d values", n)
		if n == 1 && said != nil || n != 1 && said != want {
			t.Errorf("%d values: %v", n, said)
		}
	}
}

func TestEndlessRewritesAreBounded(t *testing.T) {
	m, b := build(context())
	b.Create(sink, []*ir.Value{b.Value(odd, []*ir.Value{number(b, 1)}, []ir.Type{b.Context().I32()})}, nil)
	n := 0
	forever := ir.Pattern{Name: "forever", Root: odd, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		r.ReplaceOp(op, odd, op.Operands(), nil)
		n++
		return true
	}}
	for bound, want := range map[int]int{100: 100, 0: 1 << 20} {
		n = 0
		if _, done := pattern.ApplyGreedily(m, []ir.Pattern{forever}, pattern.Config{MaxRewrites: bound}); done || n != want {
			t.Errorf("bound %d: %d rewrites, converged %v", bound, n, done)
		}
	}
}

func ExampleApplyGreedily() {
	m, b := build(context())
	sum := b.Value(add, []*ir.Value{number(b, 20), number(b, 22)}, nil)
	b.Create(sink, []*ir.Value{sum}, nil)
	pattern.ApplyGreedily(m, nil, pattern.Config{Fold: true})
	fmt.Println(shape(m))
	// Output: module constant42 sink
}
