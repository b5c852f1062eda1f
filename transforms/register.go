// Package transforms holds the passes that know no dialect. One pass is one
// file with one lit test beside it, lit/transforms/<pass>.mlir.
//
//	r := pass.NewRegistry()
//	transforms.Register(r)
//	m := pass.ParsePipeline(r, "builtin.module(canonicalize,cse)", sink)
package transforms

import "tawa/pass"

// Register adds the generic passes.
func Register(r *pass.Registry) {
	r.Add(func() pass.Pass { return &Canonicalize{MaxRewrites: -1} })
	r.Add(func() pass.Pass { return &CSE{} })
}
