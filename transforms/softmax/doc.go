// Package softmax holds the pass tawa-lazy-rescale, and in shift.go the proof that it stands on:
// that what a kernel stores does not depend on the reference of its online softmax.
package softmax

import "tawa/pass"

// Register adds the pass.
func Register(r *pass.Registry) {
	r.Add(func() pass.Pass { return &LazyRescale{Slack: DefaultSlack} })
}
