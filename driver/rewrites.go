package driver

import (
	"fmt"

	"tawa/ir"
)

// rewriteControl is what --trace-rewrites, --rewrite-limit and --check-rewrites ask for,
// nil if nothing. Numbers go on over all passes and all parts of a split input.
func (t *tool) rewriteControl() *ir.RewriteControl {
	if !t.traceRewrites && !t.checkRewrites && t.rewriteLimit < 0 {
		return nil
	}
	c := &ir.RewriteControl{Limit: t.rewriteLimit, Checked: t.checkRewrites}
	if t.traceRewrites {
		c.Trace = func(n int, pattern string, op *ir.OpName, loc ir.Location) {
			fmt.Fprintf(t.stderr, "rewrite %d: %s on %s%s\n", n, pattern, op, origin(loc))
		}
	}
	return c
}

// origin is ` at file:line:column`, or nothing for an op that a pass made.
func origin(loc ir.Location) string {
	if loc.Span.File == nil {
		return ""
	}
	line, col := loc.Span.File.Position(loc.Span.Start)
	return fmt.Sprintf(" at %s:%d:%d", loc.Span.File.Name, line, col)
}
