package driver

import (
	"sync"

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
	if t.observes() {
		var mu sync.Mutex
		sink.OnAdd = func(d *diag.Diagnostic) {
			mu.Lock()
			defer mu.Unlock()
			t.observe(d)
		}
	}
	t.tracker = nil
	defer func() {
		if r := recover(); r != nil {
			t.report(&sink)
			t.crash(r, file, m)
			status = Crashed
		}
	}()
	ok := t.process(file, m, &sink, out)
	if t.checksDiagnostics() {
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
	check := diag.VerifyExpected
	if t.verifyDiagnostics == "only-expected" {
		check = diag.VerifyOnlyExpected
	}
	mismatches := check(file, sink.All())
	for _, d := range mismatches {
		diag.Render(t.stderr, d, t.colored)
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
	if t.oneThread || t.print.any() || t.localReproducer || t.observes() || t.actions != nil || t.counter != nil {
		ctx.Threads = 1 // what these show is in the order of the pipeline
	}
	return ctx
}

func (t *tool) process(file *diag.File, m *pass.Manager, sink *diag.Sink, out *output) bool {
	parsed := t.timer.section("Parser")
	module, ok := parser.Parse(t.newContext(), file, sink)
	parsed()
	if !ok || !t.trustInput && !t.verify(module, sink) {
		return false
	}
	if module, ok = t.root(module, sink); !ok {
		return false
	}
	if t.verifyRoundtrip && !t.roundtrip(module, sink) {
		return false
	}
	if t.alwaysReproducer != "" {
		if err := t.reproduce(t.alwaysReproducer, "written by --mlir-generate-reproducer", nil, file, m); err != nil {
			sink.Errorf(diag.Span{}, "%v", err)
			return false
		}
	}
	undo, err := t.foresee(file, m)
	if err != nil {
		sink.Errorf(diag.Span{}, "%v", err)
		return false
	}
	if t.tuning.show != "" {
		return t.tune(module, sink, out)
	}
	if !m.Run(module, sink, t.instruments(module, sink)...) {
		t.failed(file, m, sink)
		return false
	}
	if err := undo(); err != nil {
		sink.Errorf(diag.Span{}, "%v", err)
		return false
	}
	// what a pass on a function does to its name or type is wrong only for others, which are seen here
	if !m.Empty() && !t.verifyChanged(module, sink) {
		return false
	}
	if t.verifyRoundtrip && !m.Empty() && !t.roundtrip(module, sink) {
		return false
	}
	defer t.timer.section("Output")()
	return t.write(module, sink, out)
}

func (t *tool) verify(module *ir.Operation, sink *diag.Sink) bool {
	defer t.timer.section("Verifier")()
	return verify.Verify(module, sink)
}

// verifyChanged verifies what has changed since the last time, or all if that is wanted or nothing is verified between passes.
func (t *tool) verifyChanged(op *ir.Operation, sink *diag.Sink) bool {
	if t.verifyEach == "full" || !t.verifiesEach() {
		return t.verify(op, sink)
	}
	defer t.timer.section("Verifier")()
	return verify.Changed(op, sink)
}

// root is what passes run on: with --no-implicit-module the one op of the input, else its module.
func (t *tool) root(module *ir.Operation, sink *diag.Sink) (*ir.Operation, bool) {
	implicit := module.Span().End == 0 // what was written has a place
	if !t.noImplicitModule || !implicit {
		return module, true
	}
	body := module.Region(0).First()
	if n := opsIn(body); n != 1 {
		sink.Errorf(module.Span(), "source must contain a single top-level operation, found: %d", n)
		return nil, false
	}
	return body.First(), true
}

func (t *tool) printOptions() printer.Options {
	return printer.Options{
		Generic: t.generic, DebugInfo: t.debugInfo, NoSSANames: !t.ssaNames, Limits: &t.limits,
		PrettyDebugInfo: t.prettyDebugInfo, LocalScope: t.localScope, UniqueSSAIDs: t.uniqueIDs,
		SkipRegions: t.skipRegions, ValueUsers: t.valueUsers, NameLocPrefix: t.nameLocs,
	}
}

// optionsFor is printOptions, but the generic form for a program that may be wrong and is: the custom forms rely on
// what was verified.
func (t *tool) optionsFor(op *ir.Operation) printer.Options {
	opts := t.printOptions()
	opts.Generic = opts.Generic || !t.assumeVerified && !valid(op)
	return opts
}

func valid(op *ir.Operation) bool { return verify.Verify(op, &diag.Sink{}) }

// roundtrip checks that the printed forms parse back to the same program.
func (t *tool) roundtrip(module *ir.Operation, sink *diag.Sink) bool {
	ok := true
	forms := []printer.Options{{DebugInfo: true}, {DebugInfo: true, Generic: true}}
	if t.trustInput && !valid(module) {
		forms = forms[1:]
	}
	for _, form := range forms {
		want := printer.String(module, form)
		var inner diag.Sink
		again, parsed := parser.Parse(t.newContext(), diag.NewFile("<roundtrip>", []byte(want)), &inner)
		if !parsed {
			sink.Merge(&inner)
			sink.Errorf(module.Span(), "the program does not parse back after printing")
			return false
		}
		if again, parsed = t.root(again, sink); !parsed {
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

func opsIn(b *ir.Block) int {
	n := 0
	for range b.Ops() {
		n++
	}
	return n
}
