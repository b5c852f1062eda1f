package transforms

import (
	"tawa/ir"
	"tawa/pass"
	"tawa/pattern"
)

// DCE erases what nothing needs: ops without effects whose results only dead ops use,
// also in a circle through block arguments, and blocks that nothing leads to.
type DCE struct{}

// Info names the pass.
func (*DCE) Info() pass.Info {
	return pass.Info{Name: "dce", Summary: "erase ops, block arguments and blocks that nothing needs"}
}

// Run works on everything inside root.
func (*DCE) Run(root *ir.Operation, _ *pass.State) bool {
	pattern.SimplifyRegions(root, pattern.Normal, nil)
	return true
}
