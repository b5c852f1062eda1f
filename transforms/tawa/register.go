package tawa

import "tawa/pass"

// Register adds the passes of this package.
func Register(r *pass.Registry) {
	r.Add(func() pass.Pass { return &Order{} })
	r.Add(func() pass.Pass { return &Persist{SMs: DefaultSMs} })
	r.Add(func() pass.Pass { return &Divide{} })
	r.Add(func() pass.Pass {
		return &Partition{Depth: -1, MaxDepth: -1, MMADepth: -1, Consumers: -1, NumWarps: -1, Transform: -1}
	})
	r.Add(func() pass.Pass { return &Pipeline{Depth: -1, Coarse: -1} })
	r.Add(func() pass.Pass { return &PingPong{} })
	r.Add(func() pass.Pass { return &TakeTurns{} })
	r.Add(func() pass.Pass { return &ArefLower{} })
}
