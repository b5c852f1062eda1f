package cluster

import (
	"fmt"

	"tawa/analysis/axis"
	"tawa/dialects/aref"
	"tawa/dialects/builtin"
	"tawa/dialects/scf"
	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/pass"
	"tawa/transforms/tawa"
)

// Multicast marks the tiles that all programs of a cluster load alike. What follows makes rings of them that the
// programs' CTAs fill together: each copies a part of the tile to all. Clusters are successive programs along x, the
// resident ones where tawa-persist has made them.
//
// That programs load the same is proven from their numbers (package axis), and that they take every loop and branch
// around loads together, as a ring that is filled together needs. What is not proven stays as it is.
type Multicast struct {
	Cluster int `opt:"cluster" help:"programs of a cluster, which must divide the programs along x: 2, 4 or 8; 1 for none"`
}

// Info names the pass.
func (*Multicast) Info() pass.Info {
	return pass.Info{
		Name: "tawa-multicast", Anchor: builtin.Module,
		Summary:     "let the programs of a cluster load together what is the same for all of them",
		Description: "A kernel that shares nothing, or whose programs may go different ways, stays as it is; a remark says why.",
	}
}

// Validate refuses sizes that no chip or no proof can have.
func (m *Multicast) Validate() error {
	if n := m.Cluster; n < 1 || n > 8 || n&(n-1) != 0 {
		return fmt.Errorf("cluster=%d: a cluster has 1, 2, 4 or 8 programs", n)
	}
	return nil
}

// Run marks the loads of all kernels.
func (m *Multicast) Run(module *ir.Operation, st *pass.State) bool {
	if m.Cluster == 1 {
		return true
	}
	for fn := range module.Region(0).First().Ops() {
		if tawa.IsKernel(fn) && fn.Region(0).OneBlock() {
			k := kernel{fn: fn, n: int64(m.Cluster), axis: axis.AnalyzeCluster(fn, int64(m.Cluster))}
			k.mark(st)
		}
	}
	return true
}

// kernel is one that is looked at.
type kernel struct {
	fn   *ir.Operation
	n    int64
	axis *axis.Analysis
}

// mark marks what is shared, or says why nothing is.
func (k *kernel) mark(st *pass.State) {
	var loads []*ir.Operation
	var apart *ir.Operation // where programs may part
	k.fn.Walk(func(op *ir.Operation) bool {
		switch {
		case op.Is(tt.DescriptorLoad):
			loads = append(loads, op)
		case apart == nil && op.Is(scf.For, scf.If, scf.While) && tawa.Holds(op, tt.DescriptorLoad, tt.Load) && !k.axis.Together(op):
			apart = op
		}
		return true
	})
	if apart != nil {
		st.Missedf(apart, "no multicast: the %d programs of a cluster can't be shown to take the same way here", k.n)
		return
	}
	shared := 0
	for _, load := range loads {
		if load.ParentOf(scf.For, scf.While) == nil || !k.same(load) {
			continue
		}
		if why := tawa.CannotShare(load, k.n); why != "" {
			st.Missedf(load, "no multicast: %s", why)
			continue
		}
		load.SetAttr(aref.Multicast, k.fn.Context().I32Attr(k.n))
		st.Passedf(load, "the %d programs of a cluster load the same tile here, each a part of it for all", k.n)
		shared++
	}
	if shared == 0 {
		st.Missedf(k.fn, "no multicast: no tile of a loop can be shown to be the same for the %d programs of a cluster", k.n)
	}
}

// same reports whether all programs load the same tile.
func (k *kernel) same(load *ir.Operation) bool {
	for _, v := range load.Operands() {
		if !k.axis.Same(v) {
			return false
		}
	}
	return true
}
