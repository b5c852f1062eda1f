package pass_test

import (
	"fmt"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
)

var (
	module = ir.Op("test.module")
	fn     = ir.Op("test.func")
)

func testContext() *ir.Context {
	r := ir.NewRegistry()
	r.Define(module, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.NoTerminator})
	r.Define(fn, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.NoTerminator})
	return ir.NewContext(r)
}

// mark records where it ran.
type mark struct {
	Name  string `opt:"name" help:"what is recorded"`
	Times int    `opt:"times" help:"how often"`
	Fail  bool   `opt:"fail" help:"fail"`
	log   *[]string
	on    *ir.OpName
}

func (m *mark) Info() pass.Info {
	n := "mark"
	if m.on != nil {
		n = "mark-func"
	}
	return pass.Info{Name: n, Summary: "record", Anchor: m.on}
}

func (m *mark) Run(op *ir.Operation, st *pass.State) bool {
	for range m.Times {
		*m.log = append(*m.log, m.Name+"@"+op.Name().String())
	}
	return !m.Fail
}

func registry(log *[]string) *pass.Registry {
	r := pass.NewRegistry()
	r.Add(func() pass.Pass { return &mark{Name: "m", Times: 1, log: log} })
	r.Add(func() pass.Pass { return &mark{Name: "f", Times: 1, log: log, on: fn} })
	return r
}

func program(ctx *ir.Context) *ir.Operation {
	m := ir.Create(ctx, &ir.OperationState{Name: module})
	b := ir.AtEnd(ctx, m.Region(0).Entry(), ir.Location{})
	b.Create(fn, nil, []ir.Type{})
	b.Create(fn, nil, []ir.Type{})
	return m
}

func TestPipelineRunsInOrderAndPrintsBack(t *testing.T) {
	for _, c := range []struct{ text, prints, runs string }{
		{"test.module(mark)", "test.module(mark)", "m@test.module"},
		{"test.module(mark{name=a times=2},test.func(mark))", "test.module(mark{name=a times=2},test.func(mark))",
			"a@test.module a@test.module m@test.func m@test.func"},
		{" test.module ( mark-func , mark{ name=\"x y\" } ) ", "test.module(test.func(mark-func),mark{name=\"x y\"})",
			"f@test.func f@test.func x y@test.module"},
	} {
		var log []string
		var sink diag.Sink
		m := pass.ParsePipeline(registry(&log), c.text, &sink)
		if m == nil {
			t.Fatalf("%s: %v", c.text, sink.All()[0].Message)
		}
		if m.String() != c.prints {
			t.Errorf("%s prints as %s, want %s", c.text, m.String(), c.prints)
		}
		if again := pass.ParsePipeline(registry(&log), m.String(), &sink); again.String() != m.String() {
			t.Errorf("%s is not a fixpoint", c.text)
		}
		if ok := m.Run(program(testContext()), &sink); !ok || strings.Join(log, " ") != c.runs {
			t.Errorf("%s ran %q (ok %v), want %q", c.text, log, ok, c.runs)
		}
	}
}

func TestPipelineErrors(t *testing.T) {
	for _, c := range []struct {
		text, message, hint string
		at                  int
	}{
		{"test.module(merk)", "unknown pass 'merk'", "did you mean 'mark'?", 12},
		{"test.module(mark{nane=a})", "'mark' has no option 'nane'", "did you mean 'name'?", 17},
		{"test.module(mark{times=many})", `option 'times' of 'mark': "many" is not a number`, "", 17},
		{"test.module(mark", "expected ',' or ')'", "", 16},
		{"test.module(mark{)", "'{' is not closed", "", 16},
		{"test.module(mark))", "expected the end of the pipeline", "", 17},
		{"", "expected a pipeline such as 'builtin.module(canonicalize,cse)'", "", 0},
	} {
		var log []string
		var sink diag.Sink
		if pass.ParsePipeline(registry(&log), c.text, &sink) != nil || sink.Errors() == 0 {
			t.Errorf("%s: accepted", c.text)
			continue
		}
		d := sink.All()[0]
		if d.Message != c.message || d.Span.Start != c.at {
			t.Errorf("%s: %q at %d, want %q at %d", c.text, d.Message, d.Span.Start, c.message, c.at)
		}
		if c.hint != "" && (len(d.Notes) == 0 || d.Notes[0].Message != c.hint) {
			t.Errorf("%s: notes %v, want %q", c.text, d.Notes, c.hint)
		}
	}
}

func TestFailureStopsThePipeline(t *testing.T) {
	var log []string
	var sink diag.Sink
	m := pass.ParsePipeline(registry(&log), "test.module(mark{fail},mark)", &sink)
	if m.Run(program(testContext()), &sink) || len(log) != 1 {
		t.Errorf("ran %v", log)
	}
	if sink.Errors() != 1 || sink.All()[0].Message != "pass 'mark' failed" {
		t.Errorf("a silent failure must be reported: %v", sink.All())
	}
}

type counter struct{ before, after int }

func (c *counter) Before(pass.Pass, *ir.Operation)                  { c.before++ }
func (c *counter) After(_ pass.Pass, _ *ir.Operation, ok bool) bool { c.after++; return c.after < 2 }

func TestInstrumentsSeePassesAndCanStop(t *testing.T) {
	var log []string
	var sink diag.Sink
	m := pass.ParsePipeline(registry(&log), "test.module(mark,mark,mark)", &sink)
	c := &counter{}
	if m.Run(program(testContext()), &sink, c) || c.before != 2 || c.after != 2 {
		t.Errorf("before %d after %d", c.before, c.after)
	}
}

// needy is a pass that makes ops of a dialect.
type needy struct{ dialect string }

func (n *needy) Info() pass.Info {
	return pass.Info{Name: "needy", Dialects: []string{"test", n.dialect}}
}

func (*needy) Run(*ir.Operation, *pass.State) bool { return true }

func TestPassesNeedTheirDialects(t *testing.T) {
	r := ir.NewRegistry()
	r.Dialect(ir.DialectInfo{Name: "test"})
	r.Define(module, ir.OpDef{Regions: []ir.RegionDef{{Name: "body"}}, Traits: ir.NoTerminator})
	top := ir.Create(ir.NewContext(r), &ir.OperationState{Name: module})
	for dialect, want := range map[string]string{"test": "", "other": "needy makes ops of the dialect 'other', which is not registered"} {
		m, sink, got := pass.NewManager(module), &diag.Sink{}, ""
		m.Add(&needy{dialect})
		if !m.Run(top, sink) {
			got = sink.All()[0].Message
		}
		if got != want {
			t.Errorf("%s: %q, want %q", dialect, got, want)
		}
	}
}

func Example() {
	var log []string
	var sink diag.Sink
	m := pass.ParsePipeline(registry(&log), "test.module(mark{name=hello})", &sink)
	m.Run(program(testContext()), &sink)
	fmt.Println(log, m)
	// Output: [hello@test.module] test.module(mark{name=hello})
}
