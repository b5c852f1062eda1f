package pattern_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/ir"
	"tawa/pattern"
)

// chain makes sink(odd(odd(…constant))) with n odds.
func chain(ctx *ir.Context, n int) *ir.Operation {
	m, b := build(ctx)
	x := number(b, 1)
	for range n {
		x = b.Value(odd, []*ir.Value{x}, []ir.Type{b.Context().I32()})
	}
	b.Create(sink, []*ir.Value{x}, nil)
	return m
}

var dropOdd = ir.Pattern{Name: "drop-odd", Root: odd, Match: func(op *ir.Operation, r ir.Rewriter) bool {
	r.Replace(op, op.Operand(0))
	return true
}}

func TestLimitAndTrace(t *testing.T) {
	for limit, want := range map[int]string{
		-1: "module constant1 sink ", 0: "module constant1 odd odd odd sink ", 2: "module constant1 odd sink ",
	} {
		ctx := context()
		var trace []string
		ctx.Rewrites = &ir.RewriteControl{Limit: limit, Trace: func(n int, pattern string, op *ir.OpName, _ ir.Location) {
			trace = append(trace, fmt.Sprint(n, pattern, op))
		}}
		m := chain(ctx, 3)
		pattern.ApplyGreedily(m, []ir.Pattern{dropOdd}, pattern.Config{})
		if got := shape(m); got != want {
			t.Errorf("limit %d leaves %q", limit, got)
		}
		if n := 3 - strings.Count(want, "odd"); len(trace) != n || n > 0 && trace[0] != "1drop-oddptest.odd" {
			t.Errorf("limit %d: trace %v", limit, trace)
		}
	}
}

// Constants stay where they are, and folding makes new ones where they are needed, if the driver is told so.
func TestKeepConstants(t *testing.T) {
	for keep, want := range map[bool]string{
		false: "module constant4 constant2 sink sink sink ",
		true:  "module constant2 sink constant2 sink constant4 sink ",
	} {
		m, b := build(context())
		b.Create(sink, []*ir.Value{number(b, 2)}, nil)
		two := number(b, 2)
		b.Create(sink, []*ir.Value{two}, nil)
		sum := b.Value(add, []*ir.Value{two, number(b, 2)}, nil)
		b.Create(sink, []*ir.Value{sum}, nil)
		pattern.ApplyGreedily(m, nil, pattern.Config{Fold: true, KeepConstants: keep})
		if got := shape(m); got != want {
			t.Errorf("keep %v: %q, want %q", keep, got, want)
		}
	}
}

func TestPatternsByLabel(t *testing.T) {
	labelled := dropOdd
	labelled.Labels = []string{"cleanup", "ptest"}
	for _, c := range []struct {
		cfg  pattern.Config
		odds int
	}{
		{pattern.Config{}, 0},
		{pattern.Config{Disabled: []string{"cleanup"}}, 3},
		{pattern.Config{Disabled: []string{"drop-odd"}}, 3},
		{pattern.Config{Enabled: []string{"other"}}, 3},
		{pattern.Config{Enabled: []string{"ptest"}}, 0},
	} {
		m := chain(context(), 3)
		pattern.ApplyGreedily(m, []ir.Pattern{labelled}, c.cfg)
		if n := strings.Count(shape(m), "odd"); n != c.odds {
			t.Errorf("%+v leaves %d", c.cfg, n)
		}
	}
}

func TestLimitGoesOnOverSeveralRuns(t *testing.T) {
	ctx := context()
	ctx.Rewrites = &ir.RewriteControl{Limit: 3}
	a, b := chain(ctx, 2), chain(ctx, 2)
	pattern.ApplyGreedily(a, []ir.Pattern{dropOdd}, pattern.Config{})
	pattern.Walk(b, []ir.Pattern{dropOdd})
	if got := shape(a) + shape(b); strings.Count(got, "odd") != 1 {
		t.Errorf("left %q", got)
	}
}

func TestCheckedModeFindsWhatIsNotTold(t *testing.T) {
	for _, tc := range []struct {
		name, complaint string
		match           func(op *ir.Operation, r ir.Rewriter) bool
	}{
		{"told", "", dropOdd.Match},
		{"no match", "", func(*ir.Operation, ir.Rewriter) bool { return false }},
		{"modified", "", func(op *ir.Operation, r ir.Rewriter) bool {
			if op.Attr("seen") != nil {
				return false
			}
			r.Modify(op, func() { op.SetAttr("seen", op.Context().Unit()) })
			return true
		}},
		{"attribute", "changed or made ptest.odd without telling", func(op *ir.Operation, r ir.Rewriter) bool {
			op.SetAttr("seen", op.Context().Unit())
			return true
		}},
		{"insertion", "changed or made ptest.constant without telling", func(op *ir.Operation, r ir.Rewriter) bool {
			number(ir.Before(op), 7)
			return true
		}},
		{"replacement", "changed or made ptest.sink without telling", func(op *ir.Operation, r ir.Rewriter) bool {
			op.Result(0).ReplaceAllUses(op.Operand(0))
			return true
		}},
		{"erasure", "erased or took out ptest.sink without telling", func(op *ir.Operation, r ir.Rewriter) bool {
			op.Next().Erase()
			return true
		}},
		{"changed but no match", "says that it did not match", func(op *ir.Operation, r ir.Rewriter) bool {
			number(r.Builder(), 7)
			return false
		}},
		{"match but no change", "nothing changed", func(*ir.Operation, ir.Rewriter) bool { return true }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			ctx := context()
			ctx.Rewrites = &ir.RewriteControl{Limit: -1, Checked: true}
			m := chain(ctx, 1)
			defer func() {
				got := fmt.Sprint(recover())
				if tc.complaint == "" && got != "<nil>" || !strings.Contains(got, tc.complaint) {
					t.Errorf("says %q, want %q", got, tc.complaint)
				}
			}()
			pattern.ApplyGreedily(m, []ir.Pattern{{Name: "p", Root: odd, Match: tc.match}}, pattern.Config{})
		})
	}
}

func TestConstantsOfPatternsAreUnified(t *testing.T) {
	m := chain(context(), 0)
	b := ir.AtEnd(m.Context(), m.Region(0).First(), ir.Location{})
	for range 2 {
		b.Create(sink, []*ir.Value{b.Value(odd, []*ir.Value{number(b, 9)}, []ir.Type{b.Context().I32()})}, nil)
	}
	make5 := ir.Pattern{Name: "make-5", Root: odd, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		r.Replace(op, number(r.Builder(), 5))
		return true
	}}
	pattern.ApplyGreedily(m, []ir.Pattern{make5}, pattern.Config{Fold: true})
	if got := shape(m); strings.Count(got, "constant5") != 1 || strings.Count(got, "constant9") != 0 {
		t.Errorf("left %q", got)
	}
}

func TestOnlyEnabledPatterns(t *testing.T) {
	m := chain(context(), 2)
	pattern.ApplyGreedily(m, []ir.Pattern{dropOdd}, pattern.Config{Enabled: []string{"other"}})
	if got := shape(m); strings.Count(got, "odd") != 2 {
		t.Errorf("left %q", got)
	}
}

// heard counts what a listener is told.
type heard map[string]int

func (h heard) Inserted(op *ir.Operation)                { h["inserted "+op.Name().String()]++ }
func (h heard) Modified(op *ir.Operation)                { h["modified "+op.Name().String()]++ }
func (h heard) Replaced(op *ir.Operation, _ []*ir.Value) { h["replaced "+op.Name().String()]++ }
func (h heard) Erased(op *ir.Operation)                  { h["erased "+op.Name().String()]++ }

func TestListeners(t *testing.T) {
	h := heard{}
	touch := ir.Pattern{Name: "touch", Root: sink, Match: func(op *ir.Operation, r ir.Rewriter) bool {
		if op.Attr("seen") != nil {
			return false
		}
		r.Modify(op, func() { op.SetAttr("seen", op.Context().Unit()) })
		number(r.Builder(), 7)
		return true
	}}
	pattern.ApplyGreedily(chain(context(), 2), []ir.Pattern{dropOdd, touch}, pattern.Config{Listener: h})
	for what, n := range map[string]int{"replaced ptest.odd": 2, "erased ptest.odd": 2, "modified ptest.sink": 1, "inserted ptest.constant": 1} {
		if h[what] != n {
			t.Errorf("%s: %d times, want %d", what, h[what], n)
		}
	}
}
