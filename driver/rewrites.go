package driver

import (
	"fmt"

	"tawa/ir"
)

// rewriteControl is what --trace-rewrites, --rewrite-limit, --check-rewrites, the log of actions and the debug counters
// ask for, nil if nothing. Numbers go on over all passes and all parts of a split input.
func (t *tool) rewriteControl() *ir.RewriteControl {
	limit := t.rewriteLimit
	if t.counter != nil && t.counter.patterns >= 0 {
		limit = t.counter.patterns
	}
	if !t.traceRewrites && !t.checkRewrites && limit < 0 && t.actions == nil && t.counter == nil {
		return nil
	}
	c := &ir.RewriteControl{Limit: limit, Checked: t.checkRewrites}
	if t.traceRewrites || t.actions != nil {
		c.Trace = func(n int, pattern string, op *ir.OpName, loc ir.Location) {
			if t.traceRewrites {
				fmt.Fprintf(t.stderr, "rewrite %d: %s on %s%s\n", n, pattern, op, origin(loc))
			}
			if t.actions != nil {
				t.actions.rewrite(n, pattern, op, loc)
			}
		}
	}
	return c
}

// origin is ` at file:line:column`, or nothing for an op that a pass made.
func origin(loc ir.Location) string {
	if !loc.Span().Known() {
		return ""
	}
	line, col := loc.Span().Position()
	return fmt.Sprintf(" at %s:%d:%d", loc.Span().File.Name, line, col)
}
