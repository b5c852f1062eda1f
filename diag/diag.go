// Package diag carries what the compiler has to say to its user: source files and spans in them, diagnostics
// with notes and hints, the sink that collects them, their rendering with the source line and a caret, near
// names for misspelt ones, and the matching of `expected-error` comments behind --verify-diagnostics.
//
// Everything that checks the user's input reports to a *Sink and returns ok or not; so one run can find
// several mistakes. Go errors and panics are for the outside world and for broken invariants.
package diag

import (
	"fmt"
	"slices"
	"sync"
)

// Severity says how bad a diagnostic is.
type Severity uint8

const (
	Error   Severity = iota // the input or a pass failed; the exit status is 1
	Warning                 // suspicious, but compiled
	Remark                  // what a pass did or chose not to do, and why
	Output                  // text that the user asked a pass for; shown as it is
)

// String implements fmt.Stringer.
func (s Severity) String() string {
	return [...]string{"error", "warning", "remark", "output"}[s]
}

// RemarkKind says what a remark is about.
type RemarkKind uint8

const (
	Analysis RemarkKind = iota // what was found out
	Passed                     // what was done
	Missed                     // what was not done, and why
)

func (k RemarkKind) String() string { return [...]string{"analysis", "passed", "missed"}[k] }

// Note adds to a diagnostic: another place, or with Hint a way to mend it. Its span may be unknown.
type Note struct {
	Span    Span
	Message string
	Hint    bool
}

// Diagnostic is one message about one place of the input.
type Diagnostic struct {
	Severity Severity
	Span     Span
	Message  string
	Notes    []Note
	Pass     string     // the pass that speaks; empty for parser and verifier
	Kind     RemarkKind // of a remark
	Op       any        // the operation that is spoken of, where one is at hand
}

// Note appends a note and returns d, so that calls chain.
func (d *Diagnostic) Note(span Span, format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Note{Span: span, Message: fmt.Sprintf(format, args...)})
	return d
}

// Hint appends a hint on how to mend the mistake and returns d.
func (d *Diagnostic) Hint(format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, Note{Message: fmt.Sprintf(format, args...), Hint: true})
	return d
}

// Sink collects diagnostics in the order in which they arrive. It may be used from several goroutines at once;
// notes are added by the goroutine that made the diagnostic. Parallel work that wants a fixed order gives
// each part its own Sink and merges them in order. The zero Sink is ready to use.
type Sink struct {
	// OnAdd, if set, sees each diagnostic as it arrives, while the program is as the diagnostic says.
	OnAdd func(*Diagnostic)

	mu     sync.Mutex
	all    []*Diagnostic
	errors int
}

// Add appends a ready diagnostic and returns it.
func (s *Sink) Add(d *Diagnostic) *Diagnostic {
	if s.OnAdd != nil {
		s.OnAdd(d)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, d)
	if d.Severity == Error {
		s.errors++
	}
	return d
}

// Errorf reports a mistake of the user at span.
func (s *Sink) Errorf(span Span, format string, args ...any) *Diagnostic {
	return s.Add(&Diagnostic{Severity: Error, Span: span, Message: fmt.Sprintf(format, args...)})
}

// Warningf reports something suspicious at span.
func (s *Sink) Warningf(span Span, format string, args ...any) *Diagnostic {
	return s.Add(&Diagnostic{Severity: Warning, Span: span, Message: fmt.Sprintf(format, args...)})
}

// Remarkf reports what the named pass did, or why it did not.
func (s *Sink) Remarkf(pass string, span Span, format string, args ...any) *Diagnostic {
	return s.Add(&Diagnostic{Severity: Remark, Span: span, Message: fmt.Sprintf(format, args...), Pass: pass})
}

// Print passes on text that the user asked the named pass for.
func (s *Sink) Print(pass, text string) {
	s.Add(&Diagnostic{Severity: Output, Message: text, Pass: pass})
}

// Errors is the number of errors so far.
func (s *Sink) Errors() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.errors
}

// All is a snapshot of the diagnostics so far, in order.
func (s *Sink) All() []*Diagnostic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// Merge appends all diagnostics of other.
func (s *Sink) Merge(other *Sink) {
	for _, d := range other.All() {
		s.Add(d)
	}
}
