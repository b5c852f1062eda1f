package transforms

import (
	"fmt"

	"tawa/dialects/builtin"
	"tawa/pass"
	"tawa/transforms/cluster"
	"tawa/transforms/gpu"
	"tawa/transforms/protocol"
	"tawa/transforms/softmax"
	"tawa/transforms/tawa"
)

// Compile is the way of a kernel from what Triton's front end printed to the form
// that package target/nvptx takes. Each option is that of the pass that it is
// handed to; -1 chooses automatically.
type Compile struct {
	NumWarps       int  `opt:"num-warps" help:"warps that compute; may raise the automatic number, never lower it"`
	Depth          int  `opt:"depth" help:"slots D of a ring"`
	MaxDepth       int  `opt:"max-depth" help:"bound of the automatic depth"`
	MMADepth       int  `opt:"mma-depth" help:"dots P in flight, less than the depth"`
	Coarse         int  `opt:"coarse" help:"coarse-grained pipelines: 0: none; 1: wherever it is right; -1: where it pays too"`
	Consumers      int  `opt:"consumers" help:"consumer warp groups"`
	Transform      int  `opt:"transform" help:"a role for tiles that dots can't read as they are loaded: 0: none; -1: where there are such tiles"`
	Lazy           int  `opt:"lazy-rescale" help:"bits by which the running maximum of an online softmax may lag; 0: none"`
	Persistent     int  `opt:"persistent" help:"resident programs that walk all tiles: 0: none; 1: wherever it is right; -1: where it pays too"`
	SMs            int  `opt:"sms" help:"multiprocessors of the machine"`
	PingPong       int  `opt:"ping-pong" help:"consumers take turns, at whole tiles or at the dots of an iteration: 0: none; 1: wherever it is right; -1: where it pays too"`
	Cluster        int  `opt:"cluster" help:"programs of a cluster that load together what their tiles share; must divide the programs along x of every grid; 1: none"`
	Model          bool `opt:"model" help:"let the cost model settle what is left open"`
	WarpSpecialize bool `opt:"warp-specialize" help:"split kernels into producer and consumers where there is something to split"`
}

// Info names the pipeline.
func (*Compile) Info() pass.Info {
	return pass.Info{
		Name: "tawa-compile", Summary: "all passes from Triton's IR to what the LLVM back end takes, in their order", Anchor: builtin.Module,
	}
}

// Validate refuses what only a specialized kernel can have.
func (c *Compile) Validate() error {
	if c.PingPong < -1 || c.PingPong > 1 {
		return fmt.Errorf("ping-pong=%d: it is 0, 1, or -1 for an automatic choice", c.PingPong)
	}
	if err := (&cluster.Multicast{Cluster: c.Cluster}).Validate(); err != nil {
		return err
	}
	if c.WarpSpecialize {
		return nil
	}
	for _, o := range []struct {
		name  string
		value int
	}{{"depth", c.Depth}, {"mma-depth", c.MMADepth}, {"consumers", c.Consumers}, {"coarse", c.Coarse}, {"persistent", c.Persistent}, {"ping-pong", c.PingPong}} {
		if o.value > 0 {
			return fmt.Errorf("%s=%d needs a kernel with roles, and warp-specialize=false makes none", o.name, o.value)
		}
	}
	if c.Cluster > 1 {
		return fmt.Errorf("cluster=%d needs a kernel with roles, and warp-specialize=false makes none", c.Cluster)
	}
	return nil
}

// Build adds the passes.
func (c *Compile) Build(m *pass.Manager) {
	c.prepare(m)
	if c.WarpSpecialize {
		// What is left open is settled where loops still are what the kernel's author wrote.
		if c.Model {
			m.Add(&Choose{
				NumWarps: c.NumWarps, Depth: c.Depth, MaxDepth: c.MaxDepth, MMADepth: c.MMADepth, Coarse: c.Coarse,
				Consumers: c.Consumers, Transform: c.Transform, Persistent: c.Persistent, SMs: c.SMs, PingPong: c.PingPong, Cluster: c.Cluster,
			})
		}
		c.roles(m)
		// Once, where the protocol is what will run: these move releases, and a fault of
		// the partition is still there after them.
		m.Add(&protocol.ArefVerify{})
		m.Add(&tawa.ArefLower{})
	}
	// Layouts come when it is settled which warps run what.
	m.Add(&gpu.Convert{NumWarps: c.NumWarps})
	// How a tile is stored depends on the layout that it has.
	m.Add(&gpu.TMAStore{})
	// Index arithmetic was made anew for several layouts, and barrier slots for each
	// access; and what is dead must not be given memory.
	clean(m)
	m.Add(&gpu.Allocate{})
}

func clean(m *pass.Manager) {
	m.Add(NewCanonicalize())
	m.Add(&CSE{})
}

// prepare adds what comes before a kernel is split.
func (c *Compile) prepare(m *pass.Manager) {
	// What can't be copied by TMA is no descriptor load for those that follow.
	m.Add(&gpu.DeviceDescriptors{})
	// The partition compares addresses and counts uses: equal ones must be one.
	clean(m)
	// It follows values through whole loops, before roles and stages cut them up.
	if c.Lazy > 0 {
		m.Add(&softmax.LazyRescale{Slack: c.Lazy})
	}
	// It looks at loops over the whole grid, before roles multiply them.
	m.Add(&tawa.Order{})
}

// roles adds what splits a kernel and sets its schedule.
func (c *Compile) roles(m *pass.Manager) {
	// The loop over tiles is one of those that roles run.
	if c.Persistent != 0 {
		m.Add(&tawa.Persist{Force: c.Persistent > 0, SMs: c.SMs})
	}
	// It looks at the coordinates of tiles, while they are still divided.
	m.Add(&cluster.Multicast{Cluster: c.Cluster})
	// Both roles wait for the coordinates of a tile.
	m.Add(&tawa.Divide{})
	// Roles and rings are made on tensors without layouts, where a tile is one value. Dots
	// go asynchronous while rings are still values, so that a slot is given back
	// after the dot that reads it; then only do rings become buffers and barriers.
	m.Add(&tawa.Partition{Depth: c.Depth, MaxDepth: c.MaxDepth, MMADepth: c.MMADepth, Consumers: c.Consumers, NumWarps: c.NumWarps, Transform: c.Transform})
	m.Add(&tawa.Pipeline{Depth: c.MMADepth, Coarse: c.Coarse})
	// Turns are taken around what the pipeline issues together: tiles in turn where a
	// consumer has registers for one, else the dots of an iteration.
	if c.PingPong != 0 {
		m.Add(&tawa.PingPong{Force: c.PingPong > 0})
		m.Add(&tawa.TakeTurns{Force: c.PingPong > 0})
	}
}
