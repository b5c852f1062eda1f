// Package cluster holds the pass tawa-multicast, for kernels whose CTAs run in clusters.
package cluster

import "tawa/pass"

// Register adds the pass.
func Register(r *pass.Registry) { r.Add(func() pass.Pass { return &Multicast{Cluster: 2} }) }
