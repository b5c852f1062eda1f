package driver

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"tawa/ir"
	"tawa/pass"
)

// actions logs passes and rewrites, for --log-actions-to.
type actions struct {
	mu sync.Mutex
	w  io.Writer
}

func (a *actions) Before(p pass.Pass, op *ir.Operation) {
	a.logf("begins Action `pass-execution` running `%s` on Operation `%s`%s", p.Info().Name, op.Name(), symbolOf(op))
}

func (a *actions) After(p pass.Pass, op *ir.Operation, ok bool) bool {
	result := "completed"
	if !ok {
		result = "failed"
	}
	a.logf("%s `pass-execution` of `%s` on Operation `%s`%s", result, p.Info().Name, op.Name(), symbolOf(op))
	return true
}

func (a *actions) rewrite(n int, pattern string, op *ir.OpName, loc ir.Location) {
	a.logf("Action `apply-pattern` number %d: `%s` on Operation `%s`%s", n, pattern, op, origin(loc))
}

func (a *actions) logf(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	fmt.Fprintf(a.w, format+"\n", args...)
}

func symbolOf(op *ir.Operation) string {
	if name := ir.SymbolName(op); name != "" {
		return " @" + name
	}
	return ""
}

// counter is --mlir-debug-counter: passes are counted, one for each op that they are to run on, the first ones skipped,
// and after the last none are run. Rewrites have an end only.
type counter struct {
	mu               sync.Mutex
	seen             int // passes so far
	skip, count      int // count is -1 without an end
	patterns, passed int // rewrites to make, or -1; passes that ran
}

// Skip is asked for each run of a pass.
func (c *counter) Skip(pass.Pass, *ir.Operation) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seen++
	if c.seen <= c.skip || c.count >= 0 && c.seen > c.skip+c.count {
		return true
	}
	c.passed++
	return false
}

func (*counter) Before(pass.Pass, *ir.Operation)           {}
func (*counter) After(pass.Pass, *ir.Operation, bool) bool { return true }

func (c *counter) print(w io.Writer, rewrites *ir.RewriteControl) {
	fmt.Fprintf(w, "DebugCounter counters:\npass-execution : {seen %d, run %d, skip %d, count %d}\n", c.seen, c.passed, c.skip, c.count)
	if rewrites != nil {
		fmt.Fprintf(w, "apply-pattern  : {made %d, count %d}\n", rewrites.Made(), rewrites.Limit)
	}
}

// parseCounters reads `pass-execution-skip=1` and so on.
func parseCounters(texts []string) (*counter, error) {
	if len(texts) == 0 {
		return nil, nil
	}
	c := &counter{count: -1, patterns: -1}
	known := map[string]*int{"pass-execution-skip": &c.skip, "pass-execution-count": &c.count, "apply-pattern-count": &c.patterns}
	for _, text := range texts {
		name, value, given := strings.Cut(text, "=")
		into := known[name]
		switch {
		case name == "apply-pattern-skip":
			return nil, errors.New("the first rewrites can't be skipped, as later ones build on them")
		case into == nil:
			return nil, fmt.Errorf("no such counter: %q", name)
		case !given:
			return nil, fmt.Errorf("%s needs a number, as in %s=1", name, name)
		}
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("%q is not a number of actions", value)
		}
		*into = n
	}
	return c, nil
}
