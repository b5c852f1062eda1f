package driver

import (
	"fmt"
	"io"
	"time"

	"tawa/diag"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/pass"
	"tawa/printer"
	"tawa/transforms/tawa"
)

func (t *tool) instruments(module *ir.Operation, sink *diag.Sink, timer *timing) []pass.Instrument {
	list := []pass.Instrument{timer}
	if t.printBeforeAll || t.printAfterAll || t.printAfterFailure {
		list = append(list, &printing{t, module})
	}
	if t.verifyEach {
		list = append(list, &verifying{sink})
	}
	if t.arefVerifyEach {
		list = append(list, &provingRings{sink})
	}
	return list
}

// verifying checks the program after each pass.
type verifying struct{ sink *diag.Sink }

func (*verifying) Before(pass.Pass, *ir.Operation) {}

func (v *verifying) After(p pass.Pass, op *ir.Operation, ok bool) bool {
	if !ok {
		return false
	}
	if verify.Verify(op, v.sink) {
		return true
	}
	v.sink.Errorf(op.Span(), "the program is wrong after the pass '%s': this is a bug of the pass", p.Info().Name)
	return false
}

// provingRings runs aref-verify after each other pass on modules.
type provingRings struct{ sink *diag.Sink }

func (*provingRings) Before(pass.Pass, *ir.Operation) {}

func (r *provingRings) After(p pass.Pass, op *ir.Operation, ok bool) bool {
	check := &tawa.ArefVerify{}
	if !ok || !op.Is(moduleName) || p.Info().Name == check.Info().Name {
		return true
	}
	if check.Run(op, pass.NewState(check, r.sink)) {
		return true
	}
	r.sink.Errorf(op.Span(), "the rings are wrong after the pass '%s'", p.Info().Name)
	return false
}

// printing writes the program before or after passes, to stderr.
type printing struct {
	tool   *tool
	module *ir.Operation
}

func (p *printing) Before(x pass.Pass, op *ir.Operation) {
	if p.tool.printBeforeAll {
		p.dump("Before", x, op)
	}
}

func (p *printing) After(x pass.Pass, op *ir.Operation, ok bool) bool {
	switch {
	case !ok && (p.tool.printAfterFailure || p.tool.printAfterAll):
		p.dump("After failed", x, op)
	case p.tool.printAfterAll:
		p.dump("After", x, op)
	}
	return true
}

func (p *printing) dump(when string, x pass.Pass, op *ir.Operation) {
	fmt.Fprintf(p.tool.stderr, "// -----// IR Dump %s %s //----- //\n", when, x.Info().Name)
	printer.Print(p.tool.stderr, op, p.tool.printOptions())
	fmt.Fprintln(p.tool.stderr)
}

// timing measures each pass.
type timing struct {
	start time.Time
	rows  []timingRow
}

type timingRow struct {
	name string
	took time.Duration
}

func (m *timing) Before(pass.Pass, *ir.Operation) { m.start = time.Now() }

func (m *timing) After(p pass.Pass, _ *ir.Operation, _ bool) bool {
	m.rows = append(m.rows, timingRow{p.Info().Name, time.Since(m.start)})
	return true
}

func (m *timing) print(w io.Writer) {
	total := time.Duration(0)
	for _, r := range m.rows {
		total += r.took
	}
	fmt.Fprintln(w, "===- pass execution timing -===")
	for _, r := range m.rows {
		fmt.Fprintf(w, "%10.3f ms  %5.1f%%  %s\n", r.took.Seconds()*1e3, 100*r.took.Seconds()/max(total.Seconds(), 1e-12), r.name)
	}
	fmt.Fprintf(w, "%10.3f ms  100.0%%  total\n", total.Seconds()*1e3)
}
