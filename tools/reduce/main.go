package reduce

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tawa/diag"
	"tawa/ir"
	"tawa/parser"
	"tawa/tools/words"
)

// Tool is the program whose crashes are reduced, as a function.
type Tool struct {
	Name     string
	Dialects *ir.Registry
	Run      func(args []string, stdin io.Reader, stdout, stderr io.Writer) int
	Crashed  int // its status after a crash
}

const usage = `usage: tawa-opt reduce [--test=COMMAND] [-o OUTPUT] FILE

Makes a program smaller as long as COMMAND, called with the name of a file that holds the
program, exits with 0. Without --test the file must be a reproducer of a crash: the program
is reduced as long as the command in it crashes with the same message. The output holds the
smallest program so far at any time, so that the run can be interrupted.

`

type flags struct {
	test, output string
	timeout      int
	problem      error // why the command could not be run
}

// Main is `tawa-opt reduce` on the arguments that follow the word; it returns the exit status.
func Main(tool Tool, args []string, stdout, stderr io.Writer) int {
	var c flags
	f := pflag.NewFlagSet("reduce", pflag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&c.test, "test", "", "a `command` that exits with 0 if a program shows what is looked for")
	f.StringVarP(&c.output, "output", "o", "", "write to this `file` (default FILE with .reduced before its suffix)")
	f.IntVar(&c.timeout, "timeout", 60, "stop the command after so many `seconds`; the program then counts as not showing it")
	err := f.Parse(args)
	if errors.Is(err, pflag.ErrHelp) {
		fmt.Fprint(stdout, strings.ReplaceAll(usage, "tawa-opt", tool.Name)+f.FlagUsages())
		return 0
	}
	if err == nil && f.NArg() != 1 {
		err = errors.New("reduce needs one file")
	}
	if err != nil {
		fmt.Fprintf(stderr, "error: %v\nhint: %s reduce --help\n", err, tool.Name)
		return 2
	}
	path := f.Arg(0)
	ext := filepath.Ext(path)
	c.output = cmp.Or(c.output, strings.TrimSuffix(path, ext)+".reduced"+ext)
	return c.run(tool, path, stdout, stderr)
}

func (c *flags) run(tool Tool, path string, stdout, stderr io.Writer) int {
	fail := func(err error) int {
		fmt.Fprintf(stderr, "error: %v\n", err)
		return 1
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return fail(err)
	}
	var sink diag.Sink
	ctx := ir.NewContext(tool.Dialects)
	ctx.AllowUnregistered = true
	module, ok := parser.Parse(ctx, diag.NewFile(path, src), &sink)
	if !ok {
		for _, d := range sink.All() {
			diag.Render(stderr, d, false)
		}
		return 1
	}
	dir, err := os.MkdirTemp("", "tawa-reduce-*")
	if err != nil {
		return fail(err)
	}
	defer os.RemoveAll(dir)
	test, err := c.predicate(tool, dir, string(src))
	if err != nil {
		return fail(fmt.Errorf("%s: %w", path, err))
	}
	o := Options{Test: test, Header: header(string(src)), Keep: func(text string) error { return replaceFile(c.output, text) }}
	text, ok, err := Run(module, o)
	switch {
	case err != nil:
		return fail(err)
	case !ok && c.problem != nil:
		return fail(fmt.Errorf("--test: %w", c.problem))
	case !ok:
		return fail(fmt.Errorf("%s: the program does not pass the test as it is printed", path))
	}
	fmt.Fprintf(stdout, "%s: %d lines of %d\n", c.output, strings.Count(text, "\n"), bytes.Count(src, []byte("\n")))
	return 0
}

// replaceFile writes a file so that at any time there is a whole one.
func replaceFile(path, text string) error {
	if err := os.WriteFile(path+".new", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

var reproduce = regexp.MustCompile(`(?m)^// reproduce: (.*)$`)

// header is what a reproducer says of itself, without the stack.
func header(src string) string {
	if !reproduce.MatchString(src) {
		return ""
	}
	var b strings.Builder
	for line := range strings.Lines(src) {
		if !strings.HasPrefix(line, "//") {
			break
		}
		if !strings.HasPrefix(line, "//   ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

func (c *flags) predicate(tool Tool, dir, src string) (func(string) bool, error) {
	if c.test != "" {
		return c.command(dir)
	}
	m := reproduce.FindStringSubmatch(src)
	if m == nil {
		return nil, errors.New("holds no reproducer's command; give a --test")
	}
	list, err := words.Split(m[1])
	if err != nil || len(list) < 2 {
		return nil, fmt.Errorf("can't read the reproducer's command: %s", m[1])
	}
	// The last word is the reproducer itself; another one is written by every crash.
	args := append(list[1:len(list)-1:len(list)-1], "--allow-unregistered-dialect", "--no-output",
		"--mlir-pass-pipeline-crash-reproducer="+filepath.Join(dir, "crash.mlir"), "-")
	crash := func(text string) string {
		var stderr bytes.Buffer
		if tool.Run(args, strings.NewReader(text), io.Discard, &stderr) != tool.Crashed {
			return ""
		}
		return message(stderr.String())
	}
	want := crash(src)
	if want == "" {
		return nil, fmt.Errorf("does not crash: %s", m[1])
	}
	return func(text string) bool { return crash(text) == want }, nil
}

var digits = regexp.MustCompile(`[0-9]+`)

// message is what a crash is known by: its first line, whatever the numbers in it.
func message(stderr string) string {
	_, text, _ := strings.Cut(stderr, "internal error: ")
	line, _, _ := strings.Cut(text, "\n")
	return "internal error: " + digits.ReplaceAllString(line, "#")
}

// command is the test that --test names.
func (c *flags) command(dir string) (func(string) bool, error) {
	list, err := words.Split(c.test)
	if err != nil || len(list) == 0 {
		return nil, fmt.Errorf("--test=%s: no command", c.test)
	}
	if _, err := os.Stat(list[0]); err == nil { // a script here needs no ./
		if list[0], err = filepath.Abs(list[0]); err != nil {
			return nil, err
		}
	}
	if _, err := exec.LookPath(list[0]); err != nil {
		return nil, fmt.Errorf("--test: %w", err)
	}
	path := filepath.Join(dir, "candidate.mlir")
	return func(text string) bool {
		if c.problem = os.WriteFile(path, []byte(text), 0o644); c.problem != nil {
			return false
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(c.timeout)*time.Second)
		defer cancel()
		err := exec.CommandContext(ctx, list[0], append(list[1:len(list):len(list)], path)...).Run()
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
			c.problem = err
		}
		return err == nil
	}, nil
}
