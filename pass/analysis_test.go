package pass_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
)

// size counts the ops inside, and how often that was asked of it.
var sized atomic.Int64

var size = pass.NewAnalysis("size", func(op *ir.Operation) int { sized.Add(1); return op.Size() })

// asking is a pass that asks for the size of its op, and says what of it holds afterwards.
type asking struct {
	of        func(root *ir.Operation) *ir.Operation
	after     func(root *ir.Operation, st *pass.State)
	on        *ir.OpName
	preserves bool
}

func (a *asking) Info() pass.Info { return pass.Info{Name: "asking", Anchor: a.on} }

func (a *asking) Run(root *ir.Operation, st *pass.State) bool {
	op := root
	if a.of != nil {
		op = a.of(root)
	}
	if got, want := size.Of(op, st), op.Size(); got != want {
		return st.Errorf(root, "the size is %d, the analysis says %d", want, got)
	}
	if a.after != nil {
		a.after(root, st)
	}
	if a.preserves {
		st.Preserve(size)
	}
	return true
}

// grow makes an op inside.
func grow(root *ir.Operation, _ *pass.State) {
	ir.AtEnd(root.Context(), root.Region(0).First(), ir.Location{}).Create(fn, nil, []ir.Type{})
}

func first(root *ir.Operation) *ir.Operation { return root.Region(0).First().First() }

func TestAnalysesAreKeptUntilAPassChangesThem(t *testing.T) {
	nested := func(passes ...pass.Pass) func(*ir.Operation, *pass.State) {
		return func(root *ir.Operation, st *pass.State) {
			m := pass.NewManager(fn)
			for _, p := range passes {
				m.Add(p)
			}
			st.RunPipeline(m, first(root))
		}
	}
	again := func(root *ir.Operation, st *pass.State) { size.Of(root, st) }
	for _, c := range []struct {
		name   string
		passes []pass.Pass
		want   int64
	}{
		{"not preserved", []pass.Pass{&asking{}, &asking{}}, 2},
		{"preserved", []pass.Pass{&asking{preserves: true}, &asking{preserves: true}, &asking{}}, 1},
		{"asked twice in a pass", []pass.Pass{&asking{after: again}}, 1},
		{"changed", []pass.Pass{&asking{after: grow}, &asking{}}, 2},
		{"inside, preserved", []pass.Pass{&asking{of: first, preserves: true}, &asking{of: first}}, 1},
		{"inside, not preserved", []pass.Pass{&asking{of: first}, &asking{of: first}}, 2},
		{"of each function", []pass.Pass{&asking{on: fn, preserves: true}, &asking{on: fn}}, 2},
		{"a function changes", []pass.Pass{&asking{preserves: true}, &asking{on: fn, after: grow, preserves: true}, &asking{}}, 4},
		{"a pass of a pass changes", []pass.Pass{&asking{preserves: true, after: func(root *ir.Operation, st *pass.State) {
			nested(&asking{after: grow})(root, st)
			size.Of(root, st)
		}}, &asking{}}, 3},
		{"erased", []pass.Pass{&asking{of: first, preserves: true, after: func(root *ir.Operation, _ *pass.State) { first(root).Erase() }}, &asking{of: first}}, 2},
	} {
		sized.Store(0)
		m := pass.NewManager(module)
		for _, p := range c.passes {
			m.Add(p)
		}
		sink := &diag.Sink{}
		if !m.Run(program(testContext()), sink) {
			t.Errorf("%s: %s", c.name, sink.All()[0].Message)
		}
		if n := sized.Load(); n != c.want {
			t.Errorf("%s: computed %d times, want %d", c.name, n, c.want)
		}
	}
}

func TestAnalysesInParallel(t *testing.T) {
	sized.Store(0)
	m := pass.NewManager(module)
	m.Add(&asking{on: isolated, preserves: true})
	m.Add(&asking{on: isolated, after: grow})
	m.Add(&asking{on: isolated})
	if sink := (&diag.Sink{}); !m.Run(manyIsolated(4), sink) {
		t.Error(sink.All()[0].Message)
	}
	if n := sized.Load(); n != 200 {
		t.Errorf("computed %d times, want once for each of 100 ops and again after it changed", n)
	}
}

func ExampleAnalysis() {
	size := pass.NewAnalysis("size", (*ir.Operation).Size)
	m := pass.NewManager(module)
	m.Add(&asking{after: func(root *ir.Operation, st *pass.State) { fmt.Println(size, size.Of(root, st)) }})
	m.Run(program(testContext()), &diag.Sink{})
	// Output: size 2
}
