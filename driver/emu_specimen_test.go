package driver

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tawa/diag"
	"tawa/emu"
	"tawa/ptx"
	"tawa/target/nvptx"
)

// specimen is a kernel compiled to PTX with data and with what the interpreter makes of it.
type specimen struct {
	runner        *runner
	program       *Program
	initial, want *Data
	bits          *Data // what the first run gave, as every later one must
	errors        *bytes.Buffer
}

// newSpecimen compiles an example with options of tawa-compile.
func newSpecimen(t testing.TB, name, options, launch string) *specimen {
	t.Helper()
	return textSpecimen(t, name, exampleText(t, name), options, launch)
}

// textSpecimen is newSpecimen of a text.
func textSpecimen(t testing.TB, name string, text []byte, options, launch string) *specimen {
	t.Helper()
	s, err := compileText(t, name, text, options, launch)
	if err == nil {
		s.want, err = s.runner.execute(s.runner.reference, &Launch{Program: s.program, Data: s.initial})
	}
	if err != nil {
		t.Fatalf("%s with %q: %v\n%s", name, options, err, s.errors)
	}
	return s
}

// exampleText is an example. A persistent kernel is made for one program instead of the chip's 132, so that small shapes give a
// program several tiles.
func exampleText(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile("../examples/ttir/" + name + ".ttir")
	if err != nil {
		t.Fatal(err)
	}
	return bytes.ReplaceAll(text, []byte("arith.constant 132 : i32"), []byte("arith.constant 1 : i32"))
}

// compileSpecimen is newSpecimen without the interpreter's results.
func compileSpecimen(t testing.TB, name, options, launch string) (*specimen, error) {
	t.Helper()
	return compileText(t, name, exampleText(t, name), options, launch)
}

func compileText(t testing.TB, name string, text []byte, options, launch string) (*specimen, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), name+".ttir")
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	s := &specimen{errors: &bytes.Buffer{}}
	s.runner = &runner{tool: tool{reg: All(), stdin: strings.NewReader(""), stdout: io.Discard, stderr: s.errors}}
	args := append(strings.Fields(launch), path, "--on=emu", "--compare=interp", "--tawa-compile="+options)
	if status, ok := s.runner.parse(args); !ok {
		t.Fatalf("status %d: %s", status, s.errors)
	}
	s.runner.ctx = s.runner.newContext()
	var err error
	if s.program, err = s.runner.load(path, s.runner.way); err == nil {
		s.initial, err = s.runner.data()
	}
	return s, err
}

// fate says how code with a mistake is noticed: by a report's kind, by another result than the first run's, or not at all.
type fate struct {
	kind    string // "" if nothing is wrong
	details string
}

// run runs code, the specimen's own or a mutant of it, under one schedule.
func (s *specimen) run(module *ptx.Module, meta nvptx.Metadata, schedule int) fate {
	program := *s.program
	program.Metadata = meta
	l := &Launch{Program: &program, Data: s.initial.clone(), Grid: s.runner.size, Schedule: schedule, runner: s.runner}
	cfg, err := emuConfig(l)
	if err != nil {
		return fate{"unsupported", err.Error()}
	}
	cfg.MaxInstructions = 3_000_000
	if result := emu.Run(module, cfg); len(result.Reports) > 0 {
		return fate{result.Reports[0].Kind.String(), result.Reports[0].String()}
	}
	if s.bits == nil {
		s.bits = l.Data
	}
	for i, b := range l.Data.buffers {
		if !bytes.Equal(b.Data, s.bits.buffers[i].Data) {
			return fate{"other result", b.Name + " differs"}
		}
	}
	return fate{}
}

// module is the specimen's code, which must be right.
func (s *specimen) module(t testing.TB) *ptx.Module {
	t.Helper()
	module, problem := parsePTX(s.program.Code)
	if module == nil {
		t.Fatal(problem)
	}
	return module
}

// text is the specimen's code for editing.
func (s *specimen) text(t testing.TB) *kernelText {
	t.Helper()
	return &kernelText{src: s.program.Code, fn: s.module(t).Funcs[0], meta: s.program.Metadata}
}

// accepted reports whether the kernel runs under n schedules, beginning with first, without a report and gives the interpreter's
// numbers; else the test fails.
func (s *specimen) accepted(t testing.TB, options string, first, n int) bool {
	t.Helper()
	module := s.module(t)
	for i := first; i < first+n; i++ {
		if f := s.run(module, s.program.Metadata, i); f.kind != "" {
			t.Errorf("%q under schedule %d: %s\n%s", options, i, f.kind, f.details)
			return false
		}
	}
	if text := s.differs(); text != "" {
		t.Errorf("%q:\n%s", options, text)
		return false
	}
	return true
}

// noticesAll makes each mistake wherever it can be made: there must be a place, and something must show at each.
func (s *specimen) noticesAll(t *testing.T, mistakes []mutation) {
	t.Helper()
	k := s.text(t)
	for _, mistake := range mistakes {
		mutants := mistake.make(k)
		if len(mutants) == 0 {
			t.Errorf("%s: there is no place for it", mistake.name)
		}
		for _, m := range mutants {
			switch f := s.notice(m); f.kind {
			case "", "unreadable":
				t.Errorf("%s at line %d: nothing shows %s", mistake.name, m.line, f.details)
			default:
				t.Logf("%s at line %d: %s", mistake.name, m.line, f.kind)
			}
		}
	}
}

// differs compares with the interpreter: "" or how far it is off.
func (s *specimen) differs() string {
	c := &comparison{initial: s.initial, want: s.want, name: "interp", tolerance: -1, dot: s.program.dot()}
	c.add(s.bits)
	var text bytes.Buffer
	if c.report(&text) {
		return ""
	}
	return text.String()
}

// parsePTX reads code that must be right.
func parsePTX(code []byte) (*ptx.Module, string) {
	var sink diag.Sink
	module, ok := ptx.Parse(diag.NewFile("kernel.ptx", code), &sink)
	if ok && emu.Check(module, &sink) {
		return module, ""
	}
	var text bytes.Buffer
	for _, d := range sink.All() {
		diag.Render(&text, d, false)
	}
	return nil, text.String()
}
