// Package pass runs passes over programs: the pass and its options, the manager
// with nested pipelines, the textual form of pipelines, and instrumentation.
//
// A pass is a struct whose exported fields with an `opt` tag are its options:
//
//	type Unroll struct {
//		Factor int `opt:"factor" help:"how often a body is repeated"`
//	}
//
//	func (*Unroll) Info() pass.Info { return pass.Info{Name: "unroll", Summary: "repeat loop bodies"} }
//	func (u *Unroll) Run(root *ir.Operation, st *pass.State) bool { … }
//
// It is registered by its constructor, which sets the defaults:
//
//	r.Add(func() pass.Pass { return &Unroll{Factor: 4} })
//
// and is then known as the flag `--unroll='factor=8'` and in pipelines as
// `builtin.module(tt.func(unroll{factor=8}))`.
package pass

import (
	"fmt"
	"iter"
	"slices"

	"tawa/diag"
	"tawa/ir"
)

// Info is what a pass says of itself.
type Info struct {
	Name        string
	Summary     string     // one line, for --help
	Description string     // what `--help PASS` adds
	Anchor      *ir.OpName // the op that the pass runs on; nil: any
	SymbolTable bool       // of any: it must be a symbol table
	Dialects    []string   // of the ops that the pass makes and the program need not have
}

// Pass transforms the operation that it runs on and what is inside.
type Pass interface {
	Info() Info
	// Run returns false if the pass failed, having reported why to the sink.
	Run(root *ir.Operation, st *State) bool
}

// Pipeline is a named sequence of passes with options of its own.
type Pipeline interface {
	Info() Info
	// Build adds the passes to the manager.
	Build(m *Manager)
}

// Validator is a pass or pipeline whose options can contradict each other.
type Validator interface {
	// Validate says what of the options can't be met together.
	Validate() error
}

// State is what a running pass has beside the program.
type State struct {
	Sink        *diag.Sink
	name        string
	instruments []Instrument

	facts        *facts // nil outside of a manager
	preserved    []AnyAnalysis
	preservedAll bool
}

// NewState returns a state for calling a pass outside a manager.
func NewState(p Pass, sink *diag.Sink) *State { return &State{Sink: sink, name: p.Info().Name} }

// Remarkf tells the user what the pass found out about op. Passedf and Missedf say more: they can be asked for apart.
func (st *State) Remarkf(op *ir.Operation, format string, args ...any) *diag.Diagnostic {
	return st.remark(diag.Analysis, op, format, args)
}

func (st *State) remark(kind diag.RemarkKind, op *ir.Operation, format string, args []any) *diag.Diagnostic {
	return st.Sink.Add(&diag.Diagnostic{
		Severity: diag.Remark, Kind: kind, Span: op.Span(), Message: fmt.Sprintf(format, args...), Pass: st.name, Op: op,
	})
}

// Print shows text that the user asked the pass for.
func (st *State) Print(text string) { st.Sink.Print(st.name, text) }

// Errorf reports a failure of the pass at op and returns false.
func (st *State) Errorf(op *ir.Operation, format string, args ...any) bool {
	st.Sink.Add(&diag.Diagnostic{Span: op.Span(), Message: fmt.Sprintf(format, args...), Pass: st.name, Op: op})
	return false
}

// Registry knows passes and pipelines by name.
type Registry struct {
	entries map[string]func() any
	names   []string
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{entries: map[string]func() any{}} }

// Add registers a pass by its constructor. A name that is taken panics.
func (r *Registry) Add(make func() Pass) { r.add(make().Info().Name, func() any { return make() }) }

// AddPipeline registers a pipeline by its constructor.
func (r *Registry) AddPipeline(make func() Pipeline) {
	r.add(make().Info().Name, func() any { return make() })
}

func (r *Registry) add(name string, make func() any) {
	if r.entries[name] != nil {
		panic("pass: registered twice: " + name)
	}
	checkOptions(name, make())
	r.entries[name] = make
	i, _ := slices.BinarySearch(r.names, name)
	r.names = slices.Insert(r.names, i, name)
}

// New returns a fresh pass or pipeline of that name, or nil.
func (r *Registry) New(name string) any {
	if make := r.entries[name]; make != nil {
		return make()
	}
	return nil
}

// Names iterates over all names, sorted.
func (r *Registry) Names() iter.Seq[string] { return slices.Values(r.names) }

// InfoOf returns the info of a pass or pipeline.
func InfoOf(entry any) Info { return entry.(interface{ Info() Info }).Info() }
