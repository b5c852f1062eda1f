package transforms

import (
	"fmt"
	"slices"
	"strings"

	"tawa/dialects/builtin"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/pass"
	"tawa/transforms/tawa"
	"tawa/transforms/tawa/cost"
)

// Choose settles by the cost model what the options leave open: kernels get the attribute tawa.choice
// with those that are predicted to be clearly faster than what the passes would choose by themselves. It considers
// a role for transformed tiles, coarse-grained pipelines and dots in flight.
type Choose struct {
	NumWarps   int `opt:"num-warps" help:"as of tawa-compile, like all others"`
	Depth      int `opt:"depth" help:"slots D of a ring"`
	MaxDepth   int `opt:"max-depth" help:"bound of the automatic depth"`
	MMADepth   int `opt:"mma-depth" help:"dots P in flight"`
	Coarse     int `opt:"coarse" help:"coarse-grained pipelines"`
	Consumers  int `opt:"consumers" help:"consumer warp groups"`
	Transform  int `opt:"transform" help:"a role for tiles that dots can't read as they are loaded"`
	Persistent int `opt:"persistent" help:"resident programs that walk all tiles"`
	PingPong   int `opt:"ping-pong" help:"consumers take turns at the tensor cores"`
	Cluster    int `opt:"cluster" help:"programs of a cluster that load together what their tiles share"`
	SMs        int `opt:"sms" help:"multiprocessors of the machine"`
}

// chooseMargin is by how much a prediction must be better before it overrules the passes' own
// rules, which were tuned on a GPU: smaller differences the model does not tell apart.
const chooseMargin = 0.03

// Info names the pass.
func (*Choose) Info() pass.Info {
	return pass.Info{
		Name: "tawa-choose", Anchor: builtin.Module,
		Summary: "settle by the cost model what the options of tawa-compile leave open",
		Description: "Sizes that are not constants of the kernel are assumed: 64 iterations of a loop around dots, a grid of multiprocessors by 2. " +
			"What is chosen becomes the attribute tawa.choice of the kernel, which the passes that follow go by; a remark says what was predicted.",
	}
}

// Run chooses for each kernel.
func (p *Choose) Run(module *ir.Operation, st *pass.State) bool {
	if p.SMs < 1 {
		return st.Errorf(module, "sms=%d: at least 1 is needed", p.SMs)
	}
	asked := Compile{
		NumWarps: p.NumWarps, Depth: p.Depth, MaxDepth: p.MaxDepth, MMADepth: p.MMADepth, Coarse: p.Coarse, Consumers: p.Consumers,
		Transform: p.Transform, Persistent: p.Persistent, SMs: p.SMs, PingPong: p.PingPong, Cluster: p.Cluster, WarpSpecialize: true,
	}
	for fn := range module.Region(0).First().Ops() {
		if !tawa.IsKernel(fn) || !tawa.Holds(fn, tt.Dot) {
			continue
		}
		asked.tuning(&cost.H200, cost.Launch{}, module, fn).choose(fn, st)
	}
	return true
}

// choose goes along the axes one after the other, from what is automatic.
func (t *Tuning) choose(fn *ir.Operation, st *pass.State) {
	automatic := t.Evaluate(t.asked)
	if automatic.Why != "" {
		return // the partition says it
	}
	best, second := automatic, Candidate{}
	for _, a := range t.open() {
		from := best
		for _, n := range a.auto {
			if slices.Contains(from.same[a.name], n) {
				continue
			}
			w := from.Options
			*a.at(&w) = n
			c := t.build(w)
			if c.Why != "" || c.Program == from.Program {
				continue
			}
			t.predict(&c)
			switch {
			case c.Prediction.Seconds < best.Prediction.Seconds*(1-chooseMargin):
				best, second = c, best
			case second.Prediction.Seconds == 0 || c.Prediction.Seconds < second.Prediction.Seconds:
				second = c
			}
		}
	}
	t.explain(fn, st, automatic, best, second)
	var entries []ir.NamedAttr
	for _, a := range axes {
		if n := *a.at(&best.Options); n != *a.at(&t.asked) {
			entries = append(entries, ir.A(a.name, fn.Context().I32Attr(int64(n))))
		}
	}
	if len(entries) > 0 {
		fn.SetAttr(tawa.ChoiceAttr, fn.Context().Dict(entries...))
	}
}

// explain says in a remark what was predicted.
func (t *Tuning) explain(fn *ir.Operation, st *pass.State, automatic, best, second Candidate) {
	name := func(c Candidate) string {
		if c.Program == automatic.Program {
			return "what is automatic"
		}
		return c.Text(t.asked)
	}
	text := fmt.Sprintf("%s, predicted %s, bound by %s", name(best), microseconds(best), best.Prediction.Bound())
	if second.Prediction.Seconds > 0 {
		text += fmt.Sprintf("; then %s, %s (%+.1f %%)", name(second), microseconds(second), 100*(second.Prediction.Seconds/best.Prediction.Seconds-1))
	}
	if a := best.Prediction.Assumed; len(a) > 0 {
		text += "; assumed: " + strings.Join(a, ", ")
	}
	if best.Program == automatic.Program {
		st.Remarkf(fn, "cost model: %s", text)
		return
	}
	st.Passedf(fn, "cost model: %s", text)
}

func microseconds(c Candidate) string { return fmt.Sprintf("%.1f µs", 1e6*c.Prediction.Seconds) }
