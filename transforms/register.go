// Package transforms holds the passes that know no dialect. One pass is one
// file with one lit test beside it, lit/transforms/<pass>.mlir.
//
//	r := pass.NewRegistry()
//	transforms.Register(r)
//	m := pass.ParsePipeline(r, "builtin.module(canonicalize,cse)", sink)
package transforms

import (
	"tawa/pass"
	"tawa/transforms/cluster"
	"tawa/transforms/gpu"
	"tawa/transforms/protocol"
	"tawa/transforms/softmax"
	"tawa/transforms/tawa"
)

// Register adds the generic passes, those of the packages below and the pipeline of all.
func Register(r *pass.Registry) {
	r.Add(func() pass.Pass { return NewCanonicalize() })
	r.Add(func() pass.Pass { return &CSE{} })
	r.Add(func() pass.Pass {
		return &Choose{NumWarps: -1, Depth: -1, MaxDepth: -1, MMADepth: -1, Coarse: -1, Consumers: -1, Transform: -1, Persistent: -1, PingPong: -1, SMs: tawa.DefaultSMs, Cluster: 1}
	})
	r.Add(func() pass.Pass { return &DCE{} })
	r.Add(func() pass.Pass { return &Inline{DefaultPipeline: "canonicalize", Threshold: -1, passes: r} })
	r.Add(func() pass.Pass { return &IntRanges{} })
	r.Add(func() pass.Pass { return &LICM{} })
	r.Add(func() pass.Pass { return &PrintOpStats{} })
	r.Add(func() pass.Pass { return &ReconcileCasts{} })
	r.Add(func() pass.Pass { return &RemoveDeadValues{} })
	r.Add(func() pass.Pass { return &SCCP{} })
	r.Add(func() pass.Pass { return &SCFToCF{} })
	r.Add(func() pass.Pass { return &SimplifyCFG{} })
	r.Add(func() pass.Pass { return &StripDebugInfo{} })
	r.Add(func() pass.Pass { return &SymbolDCE{} })
	r.Add(func() pass.Pass { return &SymbolPrivatize{} })
	r.Add(func() pass.Pass { return &TopologicalSort{} })
	protocol.Register(r)
	softmax.Register(r)
	tawa.Register(r)
	cluster.Register(r)
	gpu.Register(r)
	r.AddPipeline(func() pass.Pipeline {
		return &Compile{NumWarps: -1, Depth: -1, MaxDepth: -1, MMADepth: -1, Coarse: -1, Consumers: -1, Transform: -1, Lazy: softmax.DefaultSlack, Persistent: -1, PingPong: -1, SMs: tawa.DefaultSMs, Cluster: 1, Model: true, WarpSpecialize: true}
	})
}
