package driver

import (
	"fmt"
	"runtime/debug"

	"tawa/diag"
	"tawa/dialects/builtin"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/parser"
	"tawa/pass"
	"tawa/printer"
)

var moduleName = builtin.Module

// part processes one input: parse, verify, run, write. A panic inside becomes a
// diagnostic with a reproducer.
func (t *tool) part(file *diag.File, m *pass.Manager, out *output) (status int) {
	var sink diag.Sink
	defer func() {
		if r := recover(); r != nil {
			t.report(&sink)
			t.crash(r, debug.Stack(), file, m)
			status = Crashed
		}
	}()
	ok := t.process(file, m, &sink, out)
	if t.verifyDiagnostics {
		return t.checkExpected(file, &sink)
	}
	t.report(&sink)
	if !ok || sink.Errors() > 0 {
		return Failed
	}
	return Done
}

// checkExpected holds the diagnostics against the expected-… comments.
func (t *tool) checkExpected(file *diag.File, sink *diag.Sink) int {
	mismatches := diag.VerifyExpected(file, sink.All())
	for _, d := range mismatches {
		diag.Render(t.stderr, d, t.color)
	}
	if len(mismatches) > 0 {
		return Failed
	}
	return Done
}

func (t *tool) newContext() *ir.Context {
	ctx := ir.NewContext(t.reg.Dialects)
	ctx.AllowUnregistered = t.allowUnregistered
	ctx.Rewrites = t.rewrites
	return ctx
}

func (t *tool) process(file *diag.File, m *pass.Manager, sink *diag.Sink, out *output) bool {
	module, ok := parser.Parse(t.newContext(), file, sink)
	if !ok || !verify.Verify(module, sink) {
		return false
	}
	if t.verifyRoundtrip && !t.roundtrip(module, sink) {
		return false
	}
	timer := &timing{}
	if !m.Run(module, sink, t.instruments(module, sink, timer)...) {
		return false
	}
	if t.timing {
		timer.print(t.stderr)
	}
	if !t.verifyEach && !m.Empty() && !verify.Verify(module, sink) {
		return false
	}
	if t.verifyRoundtrip && !m.Empty() && !t.roundtrip(module, sink) {
		return false
	}
	return t.write(module, sink, out)
}

func (t *tool) printOptions() printer.Options {
	return printer.Options{
		Generic: t.generic, DebugInfo: t.debugInfo, NoSSANames: !t.ssaNames, ElideElementsLarger: t.elideLarger,
	}
}

// roundtrip checks that the printed forms parse back to the same program.
func (t *tool) roundtrip(module *ir.Operation, sink *diag.Sink) bool {
	ok := true
	for _, form := range []printer.Options{{DebugInfo: true}, {DebugInfo: true, Generic: true}} {
		want := printer.String(module, form)
		var inner diag.Sink
		again, parsed := parser.Parse(t.newContext(), diag.NewFile("<roundtrip>", []byte(want)), &inner)
		if !parsed {
			sink.Merge(&inner)
			sink.Errorf(module.Span(), "the program does not parse back after printing")
			return false
		}
		got := printer.String(again, form)
		if got != want {
			line, a, b := firstDifference(want, got)
			sink.Errorf(module.Span(), "the program is not the same after printing and parsing (line %d):\n  %s\n  %s", line, a, b)
			ok = false
		}
	}
	return ok
}

// crash reports a bug, with the input and the pipeline that show it.
func (t *tool) crash(value any, stack []byte, file *diag.File, m *pass.Manager) {
	fmt.Fprintf(t.stderr, "error: internal error: %v\n", value)
	path, err := t.writeReproducer(value, stack, file, m)
	if err != nil {
		fmt.Fprintf(t.stderr, "note: no reproducer could be written: %v\n%s", err, stack)
		return
	}
	fmt.Fprintf(t.stderr, "note: this is a bug; %s holds the input, the command and the stack\n", path)
}
