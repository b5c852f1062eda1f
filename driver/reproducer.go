package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
	"tawa/printer"
)

// A reproducer is a program with the pipeline that shows a fault, in the form that mlir-opt --run-reproducer reads too:
//
//	{-#
//	  external_resources: {
//	    mlir_reproducer: {
//	      pipeline: "builtin.module(cse)",
//	      disable_threading: true,
//	      verify_each: true
//	    }
//	  }
//	#-}

// reproducerText prints a program that may be wrong.
func reproducerText(module *ir.Operation) string {
	return printer.String(module, printer.Options{Generic: !valid(module)}) + "\n"
}

// reproducerBlock is the part of a reproducer behind the program.
func (t *tool) reproducerBlock(pipeline string) string {
	verify := t.verifyEach != "false" && t.verifyEach != "0"
	return fmt.Sprintf(`
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: %q,
      disable_threading: true,
      verify_each: %t
    }
  }
#-}
`, pipeline, verify)
}

// foresee writes the reproducer, if a file was named for it, before the passes run: of what ends the process at once, such
// as a stack overflow or a lack of memory, nothing else would be left. If all goes well, undo makes the file what it was.
func (t *tool) foresee(file *diag.File, m *pass.Manager) (undo func() error, err error) {
	nothing := func() error { return nil }
	if t.reproducer == "" || t.reproducer == "-" || m.Empty() {
		return nothing, nil
	}
	switch info, err := os.Stat(t.reproducer); {
	case errors.Is(err, fs.ErrNotExist):
		undo = func() error { return os.Remove(t.reproducer) }
	case err != nil || !info.Mode().IsRegular(): // a pipe or device
		return nothing, err
	default:
		before, err := os.ReadFile(t.reproducer)
		if err != nil {
			return nil, err
		}
		undo = func() error { return os.WriteFile(t.reproducer, before, 0o644) }
	}
	return undo, t.reproduce(t.reproducer, "the process ended while passes ran", nil, file, m)
}

// failed is called for a failed pass: if a file was named for reproducers, one is written.
func (t *tool) failed(file *diag.File, m *pass.Manager, sink *diag.Sink) {
	if t.reproducer == "" || t.tracker == nil || t.tracker.doing() == "" {
		return
	}
	path, err := t.writeReproducer("a pass failed: "+t.tracker.doing(), nil, file, m)
	if err != nil {
		sink.Errorf(diag.Span{}, "%v", err)
		return
	}
	d := sink.Errorf(t.tracker.active[len(t.tracker.active)-1].op.Span(), "failures have been detected while processing a pass pipeline")
	d.Note(diag.Span{}, "pipeline failed while executing %s: reproducer generated at `%s`", t.tracker.doing(), path)
}

// crash reports a bug, with the input and the pipeline that show it.
func (t *tool) crash(value any, file *diag.File, m *pass.Manager) {
	stack := debug.Stack()
	if w, ok := value.(*ir.WorkerPanic); ok {
		value, stack = w.Value, w.Stack
	}
	fmt.Fprintf(t.stderr, "error: internal error: %v\n", value)
	if t.tracker != nil && t.tracker.doing() != "" {
		fmt.Fprintf(t.stderr, "note: while executing %s\n", t.tracker.doing())
	}
	path, err := t.writeReproducer(fmt.Sprintf("internal error: %v", value), stack, file, m)
	if err != nil {
		fmt.Fprintf(t.stderr, "note: no reproducer could be written: %v\n%s", err, stack)
		return
	}
	fmt.Fprintf(t.stderr, "note: this is a bug; %s holds the input, the command and the stack\n", path)
}

// writeReproducer writes the program, with the pipeline, what is to be said first and a stack, and returns where.
func (t *tool) writeReproducer(title string, stack []byte, file *diag.File, m *pass.Manager) (string, error) {
	path := t.reproducer
	if path == "" {
		f, err := os.CreateTemp("", "tawa-reproducer-*.mlir")
		if err != nil {
			return "", err
		}
		path = f.Name()
		f.Close()
	}
	return path, t.reproduce(path, title, stack, file, m)
}

func (t *tool) reproduce(path, title string, stack []byte, file *diag.File, m *pass.Manager) error {
	pipeline, program := m.String(), file.Src
	if t.localReproducer && t.tracker != nil && t.tracker.text != "" {
		pipeline, program = t.lastStep(), []byte(t.tracker.text)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n", strings.ReplaceAll(title, "\n", "\n// "))
	fmt.Fprintf(&b, "// reproduce: %s --pass-pipeline='%s' --emit=%s %s\n", t.reg.name(), pipeline, t.emit, path)
	for line := range strings.Lines(string(stack)) {
		b.WriteString("//   " + line)
	}
	b.WriteByte('\n')
	b.Write(program)
	if len(program) > 0 && program[len(program)-1] != '\n' {
		b.WriteByte('\n')
	}
	b.WriteString(t.reproducerBlock(pipeline))
	return writeFiles([]sideFile{{path, b.Bytes()}}, t.stdout)
}

// lastStep is the pipeline of the one pass that began last.
func (t *tool) lastStep() string {
	last := t.tracker.last
	text := pass.TextOf(t.reg.Passes, last.p)
	for op := last.op; op != nil; op = op.Parent() {
		text = fmt.Sprintf("%s(%s)", op.Name(), text)
		if op == t.tracker.module {
			break
		}
	}
	return text
}

var (
	resourceBlock = lazyRegexp(`(?m)^\{-#`)
	reproducerKey = lazyRegexp(`mlir_reproducer[ \t\r\n]*:[ \t\r\n]*\{`)
	pipelineEntry = lazyRegexp(`\bpipeline[ \t\r\n]*:[ \t\r\n]*("(?:[^"\\]|\\.)*")`)
	switchEntry   = lazyRegexp(`\b(disable_threading|verify_each)[ \t\r\n]*:[ \t\r\n]*(true|false)`)
)

// lazyRegexp is compiled when it is first used: most runs have no need of it.
func lazyRegexp(s string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(s) })
}

// openReproducer takes pipeline and settings from a reproducer, and leaves the program.
func (t *tool) openReproducer(file *diag.File, sink *diag.Sink) bool {
	blocks := resourceBlock().FindAllIndex(file.Src, -1)
	if len(blocks) == 0 {
		sink.Errorf(diag.Span{File: file}, "this is no reproducer: it ends in no '{-# … #-}'").
			Hint("--mlir-pass-pipeline-crash-reproducer=FILE writes one when a pass fails")
		return false
	}
	start := blocks[len(blocks)-1][0]
	whole := diag.Span{File: file, Start: start, End: start + len("{-#")}
	block := string(file.Src[start:])
	at := reproducerKey().FindStringIndex(block)
	if at == nil {
		sink.Errorf(whole, "this is no reproducer: it has no 'mlir_reproducer' here")
		return false
	}
	found := pipelineEntry().FindStringSubmatchIndex(block[at[1]:])
	if found == nil {
		sink.Errorf(whole, "the reproducer has no 'pipeline'")
		return false
	}
	quoted := block[at[1]+found[2] : at[1]+found[3]]
	text, err := strconv.Unquote(quoted)
	if err != nil {
		sink.Errorf(diag.Span{File: file, Start: start + at[1] + found[2], End: start + at[1] + found[3]}, "the pipeline is no string: %v", err)
		return false
	}
	t.pipelineText = text
	for _, entry := range switchEntry().FindAllStringSubmatch(block[at[1]:], -1) {
		switch entry[1] {
		case "disable_threading":
			t.oneThread = t.oneThread || entry[2] == "true"
		case "verify_each":
			t.verifyEach = entry[2]
		}
	}
	file.Src = file.Src[:start:start]
	return true
}
