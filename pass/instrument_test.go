package pass_test

import (
	"fmt"
	"slices"
	"testing"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
)

// counting counts its runs, and runs another pass on the ops inside.
type counting struct {
	Runs  pass.Statistic `stat:"num-runs" help:"runs"`
	Inner pass.Pass
}

func (*counting) Info() pass.Info { return pass.Info{Name: "counting"} }

func (c *counting) Run(op *ir.Operation, st *pass.State) bool {
	c.Runs.Inc()
	if c.Inner == nil {
		return true
	}
	m := pass.NewManager(fn)
	m.Add(c.Inner)
	for inner := range op.Region(0).First().Ops() {
		if !st.RunPipeline(m, inner) {
			return false
		}
	}
	return true
}

func TestHooksSeePassesThatPassesRun(t *testing.T) {
	var log, seen []string
	m := pass.NewManager(module)
	m.Add(&counting{Inner: &mark{Name: "x", Times: 1, log: &log, on: fn}})
	hooks := pass.Hooks{
		OnBefore: func(p pass.Pass, op *ir.Operation) { seen = append(seen, "<"+p.Info().Name) },
		OnAfter: func(p pass.Pass, op *ir.Operation, ok bool) {
			seen = append(seen, fmt.Sprintf("%s %s %v>", p.Info().Name, op.Name(), ok))
		},
	}
	if !m.Run(program(testContext()), &diag.Sink{}, hooks) {
		t.Fatal("the pipeline failed")
	}
	want := []string{"<counting", "<mark-func", "mark-func test.func true>", "<mark-func", "mark-func test.func true>", "counting test.module true>"}
	if !slices.Equal(seen, want) {
		t.Errorf("seen %q, want %q", seen, want)
	}
}

func TestStatisticsAddUpOverOps(t *testing.T) {
	c := &counting{}
	m := pass.NewManager(module)
	m.Nest(fn).Add(c)
	m.Run(program(testContext()), &diag.Sink{})
	m.Run(program(testContext()), &diag.Sink{})
	got := pass.Statistics(c)
	if want := []pass.NamedCount{{Name: "num-runs", Help: "runs", Count: 4}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := pass.Statistics(&mark{}); len(got) > 0 {
		t.Errorf("a pass without statistics has %v", got)
	}
}

// gate lets the first run through.
type gate struct {
	pass.Hooks
	asked int
}

func (g *gate) Skip(pass.Pass, *ir.Operation) bool { g.asked++; return g.asked > 1 }

func TestGateSkipsWithoutAWord(t *testing.T) {
	c, after := &counting{}, 0
	m := pass.NewManager(module)
	m.Nest(fn).Add(c)
	g := &gate{Hooks: pass.Hooks{OnAfter: func(pass.Pass, *ir.Operation, bool) { after++ }}}
	if !m.Run(program(testContext()), &diag.Sink{}, g) || g.asked != 2 || after != 1 || c.Runs.Count() != 1 {
		t.Errorf("asked %d times, %d runs of which hooks heard %d", g.asked, c.Runs.Count(), after)
	}
}

// What is printed is read back as the same pipeline, whatever the text was.
func FuzzPipelineText(f *testing.F) {
	for _, s := range []string{
		"any(mark)", "test.module(mark{name=a},test.func(mark-func{times=3 fail}))", `any(mark{name="a b" times=-1})`,
		`any(mark{name=x{y=z}})`, "any()", "any(any(any(mark)))", `any(mark{name='"'})`, `any(mark{name=""})`, `any(mark{name="}"})`,
		`any(mark{name="a\b"})`, "any(mark{name=\"a\nb\"})",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var log []string
		r := registry(&log)
		var sink diag.Sink
		m := pass.ParsePipeline(r, text, &sink)
		if (m == nil) != (sink.Errors() > 0) {
			t.Fatalf("%d errors, but manager %v", sink.Errors(), m)
		}
		if m == nil {
			return
		}
		again := pass.ParsePipeline(r, m.String(), &sink)
		if again == nil || again.String() != m.String() {
			t.Fatalf("%q prints as %q, which reads as %v", text, m, again)
		}
	})
}
