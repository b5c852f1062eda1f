package transforms

import (
	"tawa/ir"
	"tawa/pass"
)

// StripDebugInfo makes all locations unknown. Diagnostics keep their places.
type StripDebugInfo struct{}

// Info names the pass.
func (*StripDebugInfo) Info() pass.Info {
	return pass.Info{Name: "strip-debuginfo", Summary: "make the locations of all ops and arguments unknown"}
}

// Run works on root and everything inside.
func (*StripDebugInfo) Run(root *ir.Operation, st *pass.State) bool {
	st.PreserveAll() // locations are no part of any
	unknown := root.Context().UnknownLoc()
	root.Walk(func(op *ir.Operation) bool {
		op.Loc = op.Loc.WithAttr(unknown)
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				for _, a := range b.Args() {
					a.SetLoc(a.Loc().WithAttr(unknown))
				}
			}
		}
		return true
	})
	return true
}
