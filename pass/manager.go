package pass

import (
	"slices"
	"strings"

	"tawa/diag"
	"tawa/ir"
)

// Manager is a sequence of passes and nested managers for one kind of op.
type Manager struct {
	anchor *ir.OpName // nil: any op
	steps  []step
}

// step is a pass or a nested manager.
type step struct {
	pass   Pass
	fresh  Pass // with default options, for printing
	nested *Manager
}

// NewManager returns an empty manager for ops of that name, nil for any.
func NewManager(anchor *ir.OpName) *Manager { return &Manager{anchor: anchor} }

// Empty reports whether there is nothing to run.
func (m *Manager) Empty() bool { return len(m.steps) == 0 }

// Add appends a pass. If the pass runs on another kind of op than the manager,
// it runs on the ops of that kind directly inside.
func (m *Manager) Add(p Pass) { m.AddWithDefaults(p, nil) }

// AddWithDefaults is Add, with a pass whose options are at their defaults, so
// that the pipeline's text shows only what differs.
func (m *Manager) AddWithDefaults(p, fresh Pass) {
	a := p.Info().Anchor
	if a == nil || a == m.anchor {
		m.steps = append(m.steps, step{pass: p, fresh: fresh})
		return
	}
	if n := len(m.steps); n > 0 && m.steps[n-1].nested != nil && m.steps[n-1].nested.anchor == a {
		m.steps[n-1].nested.AddWithDefaults(p, fresh)
		return
	}
	m.Nest(a).AddWithDefaults(p, fresh)
}

// Nest appends and returns a manager for the ops of that name directly inside.
func (m *Manager) Nest(anchor *ir.OpName) *Manager {
	n := NewManager(anchor)
	m.steps = append(m.steps, step{nested: n})
	return n
}

// String returns the pipeline in the form that ParsePipeline reads.
func (m *Manager) String() string {
	var b strings.Builder
	m.print(&b)
	return b.String()
}

func (m *Manager) print(b *strings.Builder) {
	if m.anchor == nil {
		b.WriteString("any(")
	} else {
		b.WriteString(m.anchor.String() + "(")
	}
	for i, s := range m.steps {
		if i > 0 {
			b.WriteString(",")
		}
		if s.nested != nil {
			s.nested.print(b)
			continue
		}
		b.WriteString(s.pass.Info().Name)
		if s.fresh != nil {
			b.WriteString(formatOptions(s.pass, s.fresh))
		}
	}
	b.WriteString(")")
}

// Passes returns all passes of the manager and the nested ones, in order.
func (m *Manager) Passes() []Pass {
	var out []Pass
	for _, s := range m.steps {
		if s.nested != nil {
			out = append(out, s.nested.Passes()...)
		} else {
			out = append(out, s.pass)
		}
	}
	return out
}

// Anchors returns the names of the ops that the manager and the nested ones run on.
func (m *Manager) Anchors() []*ir.OpName {
	var out []*ir.OpName
	if m.anchor != nil {
		out = append(out, m.anchor)
	}
	for _, s := range m.steps {
		if s.nested == nil {
			continue
		}
		for _, a := range s.nested.Anchors() {
			if !slices.Contains(out, a) {
				out = append(out, a)
			}
		}
	}
	return out
}

// Instrument sees each pass before and after it runs on an op. After returns
// false to stop the pipeline; failed passes are not checked further. Passes on different
// ops may run at the same time, on goroutines of their own, and so may their instruments.
type Instrument interface {
	Before(p Pass, op *ir.Operation)
	After(p Pass, op *ir.Operation, ok bool) bool
}

// Run runs the pipeline on op and returns whether all went well. It stops at
// the first failure.
func (m *Manager) Run(op *ir.Operation, sink *diag.Sink, instruments ...Instrument) bool {
	return m.run(op, &facts{op: op}, sink, instruments)
}

func (m *Manager) run(op *ir.Operation, known *facts, sink *diag.Sink, instruments []Instrument) bool {
	if m.anchor != nil && !op.Is(m.anchor) {
		sink.Errorf(op.Span(), "can't run a pipeline for '%s' on '%s'", m.anchor, op.Name()).
			Hint("'%s(%s(…))' runs it on the ops inside", op.Name(), m.anchor)
		return false
	}
	for _, s := range m.steps {
		if s.nested != nil {
			if !s.nested.runInside(op, known, sink, instruments) {
				return false
			}
			known.own = nil
			continue
		}
		if !runPass(s.pass, op, known, sink, instruments) {
			return false
		}
	}
	return true
}

func (m *Manager) runInside(op *ir.Operation, known *facts, sink *diag.Sink, instruments []Instrument) bool {
	if targets := m.targets(op); m.mayRunInParallel(op, targets, sink) {
		return m.runInParallel(targets, known, sink, instruments)
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				if (m.anchor == nil || inner.Is(m.anchor)) && !m.run(inner, known.child(inner), sink, instruments) {
					return false
				}
			}
		}
	}
	return true
}

// fits says whether an op is what a pass runs on, as far as its name does not say, and all dialects are there.
func fits(p Pass, op *ir.Operation, st *State) bool {
	if info := p.Info(); info.SymbolTable && !op.Has(ir.SymbolTable) {
		return st.Errorf(op, "%s was scheduled to run on '%s', which is no symbol table", info.Name, op.Name())
	}
	for _, dialect := range p.Info().Dialects {
		if op.Context().Registry.LookupDialect(dialect) == nil {
			return st.Errorf(op, "%s makes ops of the dialect '%s', which is not registered", p.Info().Name, dialect)
		}
	}
	return true
}

func runPass(p Pass, op *ir.Operation, known *facts, sink *diag.Sink, instruments []Instrument) bool {
	if skipped(p, op, instruments) {
		return true
	}
	for _, in := range instruments {
		in.Before(p, op)
	}
	before := sink.Errors()
	st := NewState(p, sink)
	st.instruments, st.facts = instruments, known
	ok := fits(p, op, st) && p.Run(op, st)
	known.afterPass(st)
	if !ok && sink.Errors() == before {
		st.Errorf(op, "pass '%s' failed", p.Info().Name)
	}
	ok = ok && sink.Errors() == before
	for _, in := range instruments {
		if r, reports := in.(Reporter); reports {
			ok = r.AfterTo(sink, p, op, ok) && ok
		} else {
			ok = in.After(p, op, ok) && ok
		}
	}
	return ok
}
