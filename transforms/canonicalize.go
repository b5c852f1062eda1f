package transforms

import (
	"slices"
	"sync/atomic"

	"tawa/diag"
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// Canonicalize folds, applies the rows' own patterns and erases dead ops until
// nothing changes.
type Canonicalize struct {
	TopDown         bool     `opt:"top-down" help:"begin with the first op, not the last"`
	RegionSimplify  string   `opt:"region-simplify" values:"disabled,normal,aggressive" help:"simplify control flow: normal erases dead blocks and arguments, aggressive merges blocks too"`
	MaxIterations   int      `opt:"max-iterations" help:"turns of patterns and region simplification; -1 is no limit"`
	MaxRewrites     int      `opt:"max-num-rewrites" help:"stop after so many rewrites; -1: it is an error if they do not come to an end"`
	TestConvergence bool     `opt:"test-convergence" help:"fail if a limit comes before the end"`
	Disabled        []string `opt:"disable-patterns" help:"names of patterns that are not applied, or of ops or dialects that have them"`
	Enabled         []string `opt:"enable-patterns" help:"names of the only patterns that are applied, or of ops or dialects that have them"`

	known atomic.Pointer[canonicalizations]
}

type canonicalizations struct {
	registry *ir.Registry
	set      *pattern.Set
}

// NewCanonicalize returns the pass with its defaults: MLIR's, but for the turns, of which
// MLIR makes 10. There is no need, since region simplification only ever erases.
func NewCanonicalize() *Canonicalize {
	return &Canonicalize{TopDown: true, RegionSimplify: "normal", MaxIterations: -1, MaxRewrites: -1}
}

var regionSimplify = map[string]pattern.Regions{"disabled": pattern.Off, "normal": pattern.Normal, "aggressive": pattern.Aggressive}

// Info names the pass.
func (*Canonicalize) Info() pass.Info {
	return pass.Info{
		Name:        "canonicalize",
		Summary:     "fold, apply each op's own patterns, erase what is dead",
		Description: "Runs the folds and canonicalization patterns of all registered ops greedily to a fixpoint.",
	}
}

// patterns are those of all rows, made ready once for all ops that the pass runs on.
func (c *Canonicalize) patterns(r *ir.Registry, cfg *pattern.Config) *pattern.Set {
	if known := c.known.Load(); known != nil && known.registry == r {
		return known.set
	}
	set := pattern.NewSet(pattern.Canonicalizations(r), cfg)
	c.known.Store(&canonicalizations{r, set})
	return set
}

// named reports the first name that is not of a pattern, nor of an op or dialect that has one.
func named(root *ir.Operation, names []string, st *pass.State) bool {
	if len(names) == 0 {
		return true
	}
	var known []string
	for _, p := range pattern.Canonicalizations(root.Context().Registry) {
		known = append(append(known, p.Name), p.Labels...)
	}
	for _, name := range names {
		if slices.Contains(known, name) {
			continue
		}
		hint := "the reference of each op lists its own"
		if near, ok := diag.Nearest(name, slices.Values(known)); ok {
			hint = "did you mean '" + near + "'?"
		}
		st.Errorf(root, "canonicalize has no pattern '%s': %s", name, hint)
		return false
	}
	return true
}

// Run canonicalizes what is inside root.
func (c *Canonicalize) Run(root *ir.Operation, st *pass.State) bool {
	regions, ok := regionSimplify[c.RegionSimplify]
	if !ok {
		return st.Errorf(root, "region-simplify must be disabled, normal or aggressive, not '%s'", c.RegionSimplify)
	}
	if !named(root, slices.Concat(c.Disabled, c.Enabled), st) {
		return false
	}
	if c.MaxRewrites == 0 || c.MaxIterations == 0 {
		return true
	}
	cfg := pattern.Config{
		Fold: true, Disabled: c.Disabled, Enabled: c.Enabled, MaxRewrites: max(c.MaxRewrites, 0),
		Regions: regions, MaxIterations: c.MaxIterations, BottomUp: !c.TopDown,
	}
	var last string // rewrite
	var of *ir.OpName
	cfg.Trace = func(name string, op *ir.Operation) { last, of = name, op.Name() }
	changed, converged := c.patterns(root.Context().Registry, &cfg).Apply(root, cfg)
	if !changed {
		st.PreserveAll()
	}
	switch {
	case !converged && c.TestConvergence:
		return st.Errorf(root, "canonicalize did not converge")
	case !converged && c.MaxRewrites < 0 && c.MaxIterations < 0:
		return st.Errorf(root, "canonicalize does not come to an end: patterns undo each other, or one makes what it matches; the last was '%s' of '%s'", last, of)
	case !converged:
		st.Missedf(root, "stopped by a limit before the end, after '%s' of '%s'", last, of)
	}
	return true
}
