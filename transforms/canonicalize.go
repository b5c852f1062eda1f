package transforms

import (
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// Canonicalize folds, applies the rows' own patterns and erases dead ops until
// nothing changes.
type Canonicalize struct {
	MaxRewrites int      `opt:"max-num-rewrites" help:"stop after so many rewrites; -1 is no limit"`
	Disabled    []string `opt:"disable-patterns" help:"names of patterns that are not applied"`
}

// Info names the pass.
func (*Canonicalize) Info() pass.Info {
	return pass.Info{
		Name:        "canonicalize",
		Summary:     "fold, apply each op's own patterns, erase what is dead",
		Description: "Runs the folds and canonicalization patterns of all registered ops greedily to a fixpoint.",
	}
}

// Run canonicalizes what is inside root.
func (c *Canonicalize) Run(root *ir.Operation, st *pass.State) bool {
	cfg := pattern.Config{Fold: true, Disabled: c.Disabled, MaxRewrites: max(c.MaxRewrites, 0)}
	if c.MaxRewrites == 0 {
		return true
	}
	_, converged := pattern.ApplyGreedily(root, pattern.Canonicalizations(root.Context().Registry), cfg)
	if !converged && c.MaxRewrites < 0 {
		return st.Errorf(root, "canonicalize does not come to an end: two patterns may undo each other")
	}
	return true
}
