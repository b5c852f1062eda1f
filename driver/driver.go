// Package driver is the command line as a library: Main is tawa-opt, for any
// set of dialects and passes. It uses no process state, so that tests and tools
// run it in process, several at a time.
//
//	os.Exit(driver.Main(driver.All(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
package driver

import (
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
	t := &tool{reg: reg, stdin: stdin, stdout: stdout, stderr: stderr, color: isTerminal(stderr)}
	cfg, status, ok := t.parseFlags(args)
	if !ok {
		return status
	}
	t.config = cfg
	t.rewrites = t.rewriteControl()
	return t.main()
}

// tool is one run.
type tool struct {
	config
	reg            *Registry
	rewrites       *ir.RewriteControl // nil unless a flag asks for one
	stdin          io.Reader
	stdout, stderr io.Writer
	color          bool
}

// config is the command line.
type config struct {
	input, output          string
	emit, metadata, target string
	remarks                bool
	split                  bool
	verifyDiagnostics      bool
	verifyEach             bool
	arefVerifyEach         bool
	verifyRoundtrip        bool
	allowUnregistered      bool
	printAfterAll          bool
	printBeforeAll         bool
	printAfterFailure      bool
	timing                 bool
	dumpPipeline           bool
	noOutput               bool
	generic, debugInfo     bool
	ssaNames               bool
	elideLarger            int
	reproducer             string
	traceRewrites          bool
	checkRewrites          bool
	rewriteLimit           int
	pipelineText           string
	entries                []any // passes and pipelines, in the order of their flags
}

func (t *tool) main() int {
	manager, ok := t.pipeline()
	if !ok {
		return Usage
	}
	if t.dumpPipeline {
		fmt.Fprintf(t.stderr, "Pass Manager with %d passes:\n%s\n", len(manager.Passes()), manager)
	}
	file, err := t.readInput()
	if err != nil {
		fmt.Fprintf(t.stderr, "error: %v\n", err)
		return Failed
	}
	out := &output{tool: t}
	status := Done
	parts := []*diag.File{file}
	if t.split {
		parts = file.Split("// -----")
	}
	for i, part := range parts {
		if i > 0 && t.printsParts() {
			out.WriteString("// -----\n")
		}
		status = max(status, t.part(part, manager, out))
	}
	if status == Done {
		if err := out.commit(); err != nil {
			fmt.Fprintf(t.stderr, "error: %v\n", err)
			return Failed
		}
	}
	return status
}

// printsParts says whether parts of a split input are printed one after the other.
func (t *tool) printsParts() bool { return t.emit == "mlir" && !t.noOutput && !t.verifyDiagnostics }

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
		if d.Severity != diag.Remark || t.remarks {
			diag.Render(t.stderr, d, t.color)
		}
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
