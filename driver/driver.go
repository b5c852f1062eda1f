// Package driver is the command line as a library: Main is tawa-opt, for any
// set of dialects and passes. It uses no process state, so that tests and tools
// run it in process, several at a time.
//
//	os.Exit(driver.Main(driver.All(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
package driver

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
)

// Exit statuses.
const (
	Done    = 0
	Failed  = 1   // the input or a pass failed; diagnostics are on stderr
	Usage   = 2   // the command line was wrong
	Crashed = 134 // a bug: a reproducer was written
)

// Version is what --version prints and caches are keyed with.
const Version = "tawa 0.1.0"

// Registry is what a tool knows.
type Registry struct {
	Name      string // the program's, in its messages; "" is tawa-opt
	Dialects  *ir.Registry
	Passes    *pass.Registry
	Executors []Executor // of tawa-run, beside the driver's own
	// Instruments make what is to watch the passes of each program, beside the driver's own.
	Instruments []func(module *ir.Operation, sink *diag.Sink) pass.Instrument
	// OnInput, if set, sees the input before anything is made of it.
	OnInput func(text []byte)
}

func (r *Registry) name() string {
	if r.Name == "" {
		return "tawa-opt"
	}
	return r.Name
}

// Main runs the tool on its arguments, without the program's name, and returns
// the exit status.
func Main(reg *Registry, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if status, ok := reg.subcommand(args, stdin, stdout, stderr); ok {
		return status
	}
	t := &tool{reg: reg, stdin: stdin, stdout: stdout, stderr: stderr, colored: isTerminal(stderr)}
	cfg, status, ok := t.parseFlags(args)
	if !ok {
		return status
	}
	t.config = cfg
	return t.main()
}

// tool is one run.
type tool struct {
	config
	reg            *Registry
	rewrites       *ir.RewriteControl // nil unless a flag asks for one
	stdin          io.Reader
	stdout, stderr io.Writer
	colored        bool

	timer   *timer
	ran     *ran
	actions *actions
	tracker *tracker // of the part being run
	parts   int      // so far
	yamlOut bytes.Buffer
	abouts  map[*diag.Diagnostic]about
}

// config is the command line.
type config struct {
	input, output          string
	emit, metadata, target string
	pipelineText           string
	entries                []any // passes and pipelines, in the order of their flags
	tuning                 tuneFlags

	split, outputMarker string // markers; no split is ""
	noImplicitModule    bool
	noOutput, bytecode  bool
	allowUnregistered   bool
	color               string

	print                    printConfig
	generic, debugInfo       bool
	prettyDebugInfo          bool
	ssaNames, nameLocs       bool
	uniqueIDs, localScope    bool
	skipRegions, valueUsers  bool
	assumeVerified           bool
	limits                   ir.Limits
	verifyDiagnostics        string // all, only-expected, or "" and false
	verifyEach               string
	trustInput               bool
	arefVerifyEach           bool
	verifyRoundtrip          bool
	opOnDiagnostic, noNotes  bool
	stackOnDiagnostic        bool
	oneThread                bool
	timing, statistics       bool
	timingDisplay            string
	statisticsDisplay        string
	dumpPipeline             bool
	reproducer               string
	localReproducer          bool
	alwaysReproducer         string
	runReproducer            bool
	remarks                  string // text, yaml or ""
	remarkFormat, remarkFile string
	remarkFilters            []string
	remarkKinds              remarkKinds
	traceRewrites            bool
	checkRewrites            bool
	rewriteLimit             int
	actionsTo                string
	counters                 []string
	counter                  *counter
	printCounters            bool
}

// checksDiagnostics says whether diagnostics are held against the comments of the input.
func (c *config) checksDiagnostics() bool {
	return c.verifyDiagnostics == "all" || c.verifyDiagnostics == "only-expected"
}

const defaultMarker = "// -----"

func (t *tool) main() int {
	t.colored = t.color == "always" || t.color == "auto" && t.colored
	t.abouts = map[*diag.Diagnostic]about{}
	t.ran = &ran{times: map[pass.Pass]int{}}
	file, err := t.readInput()
	if err != nil {
		fmt.Fprintf(t.stderr, "error: %v\n", err)
		return Failed
	}
	if t.reg.OnInput != nil {
		t.reg.OnInput(file.Src)
	}
	if t.runReproducer {
		var sink diag.Sink
		if !t.openReproducer(file, &sink) {
			t.report(&sink)
			return Failed
		}
	}
	manager, ok := t.pipeline()
	if !ok {
		return Usage
	}
	if t.dumpPipeline {
		fmt.Fprintf(t.stderr, "Pass Manager with %d passes:\n%s\n", len(manager.Passes()), manager)
	}
	out := &output{tool: t}
	t.openActions(out)
	t.rewrites = t.rewriteControl()
	t.timer = newTimer(manager)
	status := t.eachPart(file, manager, out)
	return t.finish(status, manager, out)
}

// eachPart runs the parts of the input and returns the worst status.
func (t *tool) eachPart(file *diag.File, m *pass.Manager, out *output) int {
	status := Done
	parts := []*diag.File{file}
	if t.split != "" {
		parts = file.Split(t.split)
	}
	for i, part := range parts {
		if i > 0 && t.printsParts() {
			out.WriteString(t.outputMarker + "\n")
		}
		t.parts++
		status = max(status, t.part(part, m, out))
	}
	return status
}

// finish writes the reports and the output.
func (t *tool) finish(status int, m *pass.Manager, out *output) int {
	err := out.commit(status == Done)
	if err != nil {
		fmt.Fprintf(t.stderr, "error: %v\n", err)
		status = max(status, Failed)
	}
	if status == Done && !t.checksDiagnostics() {
		t.warnIdle(m)
	}
	if t.statistics {
		printStatistics(t.stderr, m, t.statisticsDisplay)
	}
	if t.timing {
		t.timer.print(t.stderr, t.timingDisplay)
	}
	if t.printCounters && t.counter != nil {
		t.counter.print(t.stderr, t.rewrites)
	}
	return status
}

// printsParts says whether parts of a split input are printed one after the other.
func (t *tool) printsParts() bool { return t.emit == "mlir" && !t.noOutput }

// pipeline builds the pass manager from --pass-pipeline or the pass flags.
func (t *tool) pipeline() (*pass.Manager, bool) {
	var sink diag.Sink
	if t.pipelineText != "" {
		m := pass.ParsePipeline(t.reg.Passes, t.pipelineText, &sink)
		ok := m != nil && t.checkAnchors(m, &sink)
		t.report(&sink)
		return m, ok
	}
	m := pass.NewManager(moduleName)
	if t.noImplicitModule {
		m = pass.NewManager(nil)
	}
	for _, e := range t.entries {
		m.AddEntry(t.reg.Passes, e)
	}
	return m, true
}

// checkAnchors reports the ops that a pipeline is to run on and no dialect defines: it would run on nothing.
func (t *tool) checkAnchors(m *pass.Manager, sink *diag.Sink) bool {
	if t.allowUnregistered {
		return true
	}
	ok := true
	for _, anchor := range m.Anchors() {
		if t.reg.Dialects.Lookup(anchor.String()) != nil {
			continue
		}
		ok = false
		at := max(0, strings.Index(t.pipelineText, anchor.String()))
		file := diag.NewFile("<pipeline>", []byte(t.pipelineText))
		d := sink.Errorf(diag.Span{File: file, Start: at, End: at + len(anchor.String())}, "no dialect has an op '%s' to run passes on", anchor)
		if near, found := diag.Nearest(anchor.String(), t.opNames()); found {
			d.Hint("did you mean '%s'?", near)
		}
	}
	return ok
}

func (t *tool) opNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, def := range t.reg.Dialects.Ops() {
			if !yield(def.Name().String()) {
				return
			}
		}
	}
}

func (t *tool) readInput() (*diag.File, error) {
	if t.input == "-" || t.input == "" {
		src, err := io.ReadAll(t.stdin)
		return diag.NewFile("<stdin>", src), err
	}
	src, err := os.ReadFile(t.input)
	return diag.NewFile(t.input, src), err
}

// report writes diagnostics; remarks only if they were asked for.
func (t *tool) report(sink *diag.Sink) {
	for _, d := range sink.All() {
		if t.noNotes {
			d.Notes = nil
		}
		if d.Severity == diag.Remark {
			t.remark(d)
			continue
		}
		diag.Render(t.stderr, d, t.colored)
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("NO_COLOR") == ""
}
