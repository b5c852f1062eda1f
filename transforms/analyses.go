package transforms

import (
	"tawa/analysis/callgraph"
	"tawa/analysis/symbols"
	"tawa/ir/verify"
	"tawa/pass"
)

// The analyses that several passes ask for. Dominators need blocks and branches to stay, CallGraph functions and calls,
// Symbols all that has a name or names it.
var (
	Dominators = pass.NewAnalysis("dominators", verify.NewDominators)
	CallGraph  = pass.NewAnalysis("call-graph", callgraph.New)
	Symbols    = pass.NewAnalysis("symbols", symbols.New)
)
