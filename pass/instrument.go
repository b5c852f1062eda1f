package pass

import (
	"tawa/diag"
	"tawa/ir"
)

// Gate is an Instrument that may keep passes from running, as --mlir-debug-counter does.
type Gate interface {
	Instrument
	// Skip is asked before Before, and a pass that is skipped is not announced.
	Skip(p Pass, op *ir.Operation) bool
}

func skipped(p Pass, op *ir.Operation, instruments []Instrument) bool {
	for _, in := range instruments {
		if g, ok := in.(Gate); ok && g.Skip(p, op) {
			return true
		}
	}
	return false
}

// Hooks is an Instrument of functions, each of which may be nil.
type Hooks struct {
	OnBefore func(p Pass, op *ir.Operation)
	OnAfter  func(p Pass, op *ir.Operation, ok bool)
}

// Before calls OnBefore.
func (h Hooks) Before(p Pass, op *ir.Operation) {
	if h.OnBefore != nil {
		h.OnBefore(p, op)
	}
}

// After calls OnAfter and never stops the pipeline.
func (h Hooks) After(p Pass, op *ir.Operation, ok bool) bool {
	if h.OnAfter != nil {
		h.OnAfter(p, op, ok)
	}
	return true
}

// RunPipeline runs passes that the running pass chose, on op, which must be the pass's op or inside it. What watches
// the pass watches these too. It returns whether all went well; what went wrong is reported.
func (st *State) RunPipeline(m *Manager, op *ir.Operation) bool {
	if st.facts == nil {
		return m.Run(op, st.Sink, st.instruments...)
	}
	defer st.facts.afterInside(op)
	return m.run(op, st.facts.at(op), st.Sink, st.instruments)
}

// Each visits the passes of the manager in order; enter and leave surround those of a nested manager.
func (m *Manager) Each(visit func(p Pass), enter, leave func(nested *Manager)) {
	for _, s := range m.steps {
		if s.nested == nil {
			visit(s.pass)
			continue
		}
		enter(s.nested)
		s.nested.Each(visit, enter, leave)
		leave(s.nested)
	}
}

// Anchor is the op that the manager runs on, nil for any.
func (m *Manager) Anchor() *ir.OpName { return m.anchor }

// TextOf writes a pass with those of its options that are not at their defaults, as ParsePipeline reads it.
func TextOf(r *Registry, p Pass) string {
	name := p.Info().Name
	fresh, ok := r.New(name).(Pass)
	if !ok {
		return name
	}
	return name + formatOptions(p, fresh)
}

// Passedf tells the user what the pass did at op.
func (st *State) Passedf(op *ir.Operation, format string, args ...any) *diag.Diagnostic {
	return st.remark(diag.Passed, op, format, args)
}

// Missedf tells the user what the pass could not do at op, and why.
func (st *State) Missedf(op *ir.Operation, format string, args ...any) *diag.Diagnostic {
	return st.remark(diag.Missed, op, format, args)
}
