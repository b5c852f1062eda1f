package lit

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/interp"
	"mvdan.cc/sh/v3/syntax"
)

const (
	statusNotFound = 127 // of the shell
	statusCrash    = 134 // what a shell reports of a process that aborted
)

// executor runs the script of one test file.
type executor struct {
	tools     Tools
	path      string // PATH
	file      string // the test, absolute
	tmp       string // an empty directory of this test
	roundtrip bool

	mu     sync.Mutex
	failed []string // commands of the current RUN line that failed, in the order in which they ended
}

func (e *executor) run(ctx context.Context, s *script) error {
	commands, err := s.commands(e.file, e.tmp)
	if err != nil {
		return err
	}
	var output lockedBuffer
	shell, err := interp.New(
		interp.Env(expand.ListEnviron(append(os.Environ(), "PATH="+e.path)...)),
		interp.Dir(e.tmp),
		interp.StdIO(nil, &output, &output),
		interp.Params("-e", "-o", "pipefail"),
		interp.ExecHandlers(func(next interp.ExecHandlerFunc) interp.ExecHandlerFunc {
			return func(ctx context.Context, args []string) error { return e.exec(ctx, next, args) }
		}),
	)
	if err != nil {
		return err
	}
	for _, c := range commands {
		e.failed = nil
		output.Reset()
		for _, stmt := range c.file.Stmts {
			if err := shell.Run(ctx, stmt); err != nil {
				return e.report(c, stmt, err, output.String())
			}
		}
	}
	return nil
}

func (e *executor) report(c command, stmt *syntax.Stmt, err error, output string) error {
	var text strings.Builder
	fmt.Fprintf(&text, "RUN line failed: %v\n$ %s\n", err, c.expanded)
	for _, f := range e.failed {
		fmt.Fprintf(&text, "failed: %s\n", f)
	}
	if len(c.file.Stmts) > 1 {
		var b strings.Builder
		if syntax.NewPrinter().Print(&b, stmt) == nil {
			fmt.Fprintf(&text, "in: %s\n", b.String())
		}
	}
	if output != "" {
		fmt.Fprintf(&text, "output:\n%s", strings.TrimRight(output, "\n"))
	}
	return errorAt(c.line, "%s", strings.TrimRight(text.String(), "\n"))
}

// exec runs one simple command of a RUN line and notes its failure.
func (e *executor) exec(ctx context.Context, next interp.ExecHandlerFunc, args []string) error {
	args = e.addRoundtrip(args)
	status, err := e.status(ctx, next, args)
	if err != nil || status == 0 {
		return err
	}
	e.mu.Lock()
	e.failed = append(e.failed, fmt.Sprintf("%s: exit status %d", strings.Join(args, " "), status))
	e.mu.Unlock()
	return interp.ExitStatus(status)
}

// addRoundtrip adds --verify-roundtrip to a call of an in-process *-opt.
func (e *executor) addRoundtrip(args []string) []string {
	i := 0
	for i < len(args)-1 && (args[i] == "not" || args[i] == "--crash") {
		i++
	}
	_, inProcess := e.tools[args[i]]
	if !e.roundtrip || !inProcess || !strings.HasSuffix(args[i], "-opt") || slices.Contains(args, "--verify-roundtrip") {
		return args
	}
	return slices.Insert(slices.Clone(args), i+1, "--verify-roundtrip")
}

// status runs a command and returns its exit status; the error is one of the runner itself.
func (e *executor) status(ctx context.Context, next interp.ExecHandlerFunc, args []string) (int, error) {
	hc := interp.HandlerCtx(ctx)
	if args[0] == "not" {
		return e.not(ctx, next, args[1:])
	}
	if tool, ok := e.tools[args[0]]; ok {
		if hc.Dir != e.tmp {
			return 0, fmt.Errorf("%s runs in the process and cannot follow cd", args[0])
		}
		return call(tool, args[0], args[1:], hc), nil
	}
	err := next(ctx, args)
	var status interp.ExitStatus
	if !errors.As(err, &status) {
		return 0, err
	}
	if status == statusNotFound {
		return 0, fmt.Errorf("%s is missing: `make tools` unpacks the external programs into .tools/bin; "+
			"others are looked for in TAWA_TOOLS and PATH", args[0])
	}
	return int(status), nil
}

func call(tool Tool, name string, args []string, hc interp.HandlerContext) (status int) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(hc.Stderr, "%s: panic: %v\n%s", name, r, debug.Stack())
			status = statusCrash
		}
	}()
	status = tool(args, hc.Stdin, hc.Stdout, hc.Stderr)
	if status < 0 || status > 255 {
		fmt.Fprintf(hc.Stderr, "%s: %d is no exit status\n", name, status)
		return statusCrash
	}
	return status
}

// not inverts an exit status. A crash is no way to fail, unless --crash asks for one.
func (e *executor) not(ctx context.Context, next interp.ExecHandlerFunc, args []string) (int, error) {
	stderr := interp.HandlerCtx(ctx).Stderr
	wantCrash := len(args) > 0 && args[0] == "--crash"
	if wantCrash {
		args = args[1:]
	}
	if len(args) == 0 {
		fmt.Fprintln(stderr, "not: no command")
		return 1, nil
	}
	status, err := e.status(ctx, next, args)
	if err != nil {
		return 0, err
	}
	crashed := status >= 128
	switch {
	case status != 0 && crashed == wantCrash:
		return 0, nil
	case crashed:
		fmt.Fprintf(stderr, "not: %s crashed (status %d)\n", args[0], status)
	case wantCrash:
		fmt.Fprintf(stderr, "not: %s did not crash (status %d)\n", args[0], status)
	default:
		fmt.Fprintf(stderr, "not: %s succeeded\n", args[0])
	}
	return 1, nil
}

// lockedBuffer collects what the commands of a pipeline print at the same time.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func (l *lockedBuffer) Reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.b.Reset()
}
