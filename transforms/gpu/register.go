// Package gpu holds the passes that bring a program of dialect tt, after roles and
// rings are lowered, to the form that package target/nvptx takes: layouts of
// tensors, dots and copies in hardware form, shared memory and registers.
package gpu

import "tawa/pass"

// Register adds the passes.
func Register(r *pass.Registry) {
	r.Add(func() pass.Pass { return &DeviceDescriptors{} })
	r.Add(func() pass.Pass { return &Convert{NumWarps: -1} })
	r.Add(func() pass.Pass { return &TMAStore{} })
	r.Add(func() pass.Pass { return &Allocate{} })
}
