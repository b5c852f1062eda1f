package ir

import "sync"

// RewriteControl watches and bounds what the pattern drivers do in a context, so
// that a wrong rewrite can be seen, and found by bisection. It may be shared by goroutines.
type RewriteControl struct {
	// Limit is the number of rewrites after which no more are made; negative is no limit.
	Limit int
	// Trace, if set, hears of each rewrite: its number from 1, the pattern (or "fold",
	// "dead"), the op that it matched and where that came from.
	Trace func(n int, pattern string, op *OpName, loc Location)
	// Checked compares the program before and after each pattern, and panics if the
	// pattern changed what it did not tell the rewriter. It makes rewriting quadratic.
	Checked bool

	mu    sync.Mutex
	count int
}

// Exhausted reports whether the limit is reached. A nil control has none.
func (c *RewriteControl) Exhausted() bool {
	if c == nil || c.Limit < 0 {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count >= c.Limit
}

// Count counts and traces a rewrite.
func (c *RewriteControl) Count(pattern string, op *OpName, loc Location) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.count++
	if c.Trace != nil {
		c.Trace(c.count, pattern, op, loc)
	}
}

// Made is the number of rewrites so far.
func (c *RewriteControl) Made() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.count
}
