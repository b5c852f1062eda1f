package main

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"tawa/diag"
	"tawa/driver"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/printer"
)

// scope says who can judge a chunk.
type scope int

const (
	foreign scope = iota // it needs a dialect that we do not host
	ours                 // its dialects are hosted; mlir-opt lacks some
	shared               // mlir-opt has all of its dialects that we have
)

func (s scope) String() string { return [...]string{"foreign", "ours", "shared"}[s] }

// result is what came out for a chunk.
type result struct {
	chunk *chunk
	scope scope
	// What the corpus wants: the verdict of mlir-opt or of comments.
	accepted bool // by mlir-opt
	rejected bool // by mlir-opt or by a comment
	cause    string
	sameLine bool // of a chunk that both reject: the error is at the same place
	sameCol  bool
	byMLIR   bool // the place is mlir-opt's, so that the column counts
	// Of an error on the same line, how the columns differ.
	elsewhere string
	weak      bool // of a chunk that passes: reading back the custom form gives another generic form, as in mlir-opt
}

func (r *result) pass() bool { return r.cause == "" }

// Dialects that both have under one name but that are not the same, or not all of which is here.
var notMLIRs = map[string]bool{"nvgpu": true, "test": true, "llvm": true}

var registry = driver.AllDialects()

var hostedDialects = func() map[string]bool {
	set := map[string]bool{}
	for _, d := range registry.Dialects() {
		set[d.Name] = true
	}
	return set
}()

// scopeOf says who can judge a text that spells these dialects.
func scopeOf(dialects []string, mlirs map[string]bool, v *verdict) scope {
	s := shared
	for _, d := range dialects {
		switch {
		case !hostedDialects[d] && (mlirs[d] || v == nil || !v.Accepted):
			return foreign
		case hostedDialects[d] && (!mlirs[d] || notMLIRs[d]):
			s = ours
		}
	}
	return s
}

// judge checks a chunk under a time limit, and holds what comes out against the verdict, which may be nil.
func judge(c *chunk, v *verdict, mlirs map[string]bool, limit time.Duration) *result {
	r := &result{chunk: c, scope: scopeOf(c.dialects, mlirs, v)}
	if v != nil && (v.Crashed || r.scope != shared) {
		v = nil
	}
	finished := make(chan *outcome, 1)
	go func() { finished <- try(c) }()
	select {
	case out := <-finished:
		r.hold(out, v)
	case <-time.After(limit):
		r.cause = fmt.Sprintf("takes longer than %v", limit)
	}
	return r
}

// unknownThere says whether an error only tells that mlir-opt lacks something of a dialect that it does not have.
func unknownThere(message string) bool {
	for _, m := range []string{"is unknown (tried '", "unregistered dialect", "not found for custom op"} {
		if strings.Contains(message, m) {
			return true
		}
	}
	return false
}

func (r *result) hold(out *outcome, v *verdict) {
	r.cause = out.unstable
	if v != nil && unknownThere(v.Message) && out.line != v.Line {
		v = nil
	}
	switch {
	case out.panicked != "":
		r.cause = "panics: " + out.panicked
	case v != nil && v.Accepted:
		r.accepted = true
		r.holdText(out, v)
	case v != nil:
		r.rejected, r.byMLIR = true, true
		r.holdError(out, []int{v.Line}, v.Column, v.Message)
	case len(r.chunk.expected) > 0 && r.chunk.passes:
		if out.message != "" {
			r.rejected = true
			r.holdError(out, r.chunk.expected, 0, "")
		}
	case len(r.chunk.expected) > 0:
		r.rejected = true
		r.holdError(out, r.chunk.expected, 0, "a comment expects an error")
	case out.message != "":
		r.cause = "rejected: " + out.message
	}
}

func (r *result) holdText(out *outcome, v *verdict) {
	switch {
	case out.message != "":
		r.cause = "rejected: " + out.message
	case r.cause != "" && !out.lossy:
	case out.custom != v.Custom:
		r.cause = "custom form differs: " + firstDifference(out.custom, v.Custom)
	case out.generic != v.Generic:
		r.cause = "generic form differs: " + firstDifference(out.generic, v.Generic)
	default:
		r.cause, r.weak = "", out.lossy // a custom form that leaves out a default is mlir-opt's too
	}
}

func (r *result) holdError(out *outcome, lines []int, column int, message string) {
	if out.message == "" {
		r.cause = "accepted, but: " + message
		return
	}
	r.sameLine = slices.Contains(lines, out.line)
	r.sameCol = r.sameLine && (column == 0 || out.column == column)
	if r.sameLine && !r.sameCol {
		r.elsewhere = fmt.Sprintf("error in column %d (%s), not %d (%s)", out.column, out.message, column, message)
	}
	if !r.sameLine {
		r.cause = fmt.Sprintf("error on line %d (%s), not %d (%s)", out.line, out.message, lines[0], message)
	}
}

// outcome is what we make of a chunk.
type outcome struct {
	message         string // of the first error; "" if it is accepted
	line, column    int    // in the chunk
	custom, generic string
	unstable        string // how a text changes when it is read back
	lossy           bool   // only that the custom form leaves out what the generic one had
	panicked        string
}

func try(c *chunk) (out *outcome) {
	out = &outcome{}
	defer func() {
		if p := recover(); p != nil {
			out.panicked = fmt.Sprint(p)
		}
	}()
	op := out.read(c.text)
	if op == nil {
		return out
	}
	out.custom = printer.String(op, printer.Options{NoSSANames: true})
	out.generic = printer.String(op, printer.Options{NoSSANames: true, Generic: true})
	named := printer.String(op, printer.Options{})
	out.back(named, printer.Options{}, named, "custom form")
	out.back(out.generic, printer.Options{NoSSANames: true}, out.custom, "custom form, by the generic one,")
	stable := out.unstable == ""
	out.back(named, printer.Options{NoSSANames: true, Generic: true}, out.generic, "generic form, by the custom one,")
	out.lossy = stable && out.unstable != ""
	return out
}

// read parses and verifies a text, and keeps the first error.
func (out *outcome) read(text string) *ir.Operation {
	var sink diag.Sink
	ctx := ir.NewContext(registry)
	ctx.AllowUnregistered = true
	op, ok := parser.Parse(ctx, diag.NewFile("chunk", []byte(text)), &sink)
	if ok && verify.Verify(op, &sink) {
		return op
	}
	out.message = "no error"
	for _, d := range sink.All() {
		if d.Severity == diag.Error {
			out.message = d.Message
			out.line, out.column = d.Span.Position()
			return nil
		}
	}
	return nil
}

// back reads a text that we printed and prints it again.
func (out *outcome) back(text string, opts printer.Options, want, what string) {
	if out.unstable != "" {
		return
	}
	var again outcome
	op := again.read(text)
	if op == nil {
		line := strings.Split(text, "\n")[max(0, again.line-1)]
		out.unstable = fmt.Sprintf("%s is not read back: %s: %s", what, again.message, strings.TrimSpace(line))
	} else if got := printer.String(op, opts); got != want {
		out.unstable = what + " changes: " + firstDifference(got, want)
	}
}

// firstDifference shows the first line that is not the same.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		l, m := line(a, i), line(b, i)
		if l != m {
			return fmt.Sprintf("%q, not %q", l, m)
		}
	}
	return ""
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return strings.TrimSpace(lines[i])
	}
	return ""
}
