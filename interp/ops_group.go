package interp

import (
	"fmt"

	"tawa/dialects/ttg"
	"tawa/ir"
)

func groupOps() map[*ir.OpName]meaning {
	return map[*ir.OpName]meaning{
		ttg.WarpSpecialize: {compile: compileSpecialize, carries: all},
		ttg.Mask:           plain(compileIf),
		ttg.PredicateStage: plain(compilePredicateStage),
		ttg.Barrier:        plain(nothing),
		ttg.LocalBarrier:   plain(nothing),
	}
}

func compileSpecialize(c *compiler, op *ir.Operation) step {
	holder := op.Region(1).First()
	if holder == nil || holder.First() == nil || !holder.First().Is(ttg.WarpSpecializePartitions) {
		return c.errorf(op, "'%s' without partitions can't be interpreted", op.Name())
	}
	body := c.region(op.Region(0))
	var partitions []*region
	for _, r := range holder.First().Regions() {
		partitions = append(partitions, c.region(r))
	}
	warps := op.Ints(ttg.PartitionNumWarpsAttr)
	return func(a *agent, in, out []Value) error {
		if len(a.cta.agents) > 1 {
			return fmt.Errorf("'%s' inside a warp group", op.Name())
		}
		captures := append([]Value(nil), in...)
		outer := a.name
		a.name = "the default region"
		for i, r := range partitions {
			a.cta.spawn(fmt.Sprintf("partition%d", i), warps[i], a.frame, func(p *agent) error {
				_, err := p.run(r, captures...)
				return err
			})
		}
		values, err := a.run(body)
		if err != nil {
			return err
		}
		err = a.await(&wait{
			op:    op,
			ready: a.othersDone,
			what:  func() string { return fmt.Sprintf("'%s' for the partitions to end", op.Name()) },
		})
		a.cta.agents = a.cta.agents[:1]
		a.name = outer
		copy(out, values)
		return err
	}
}

// othersDone is whether all agents that the first one spawned have ended.
func (a *agent) othersDone() bool {
	for _, other := range a.cta.agents[1:] {
		if !other.done {
			return false
		}
	}
	return true
}

// compilePredicateStage: stage s of n runs in iterations s to trips-1+s, counted from the loop's start.
func compilePredicateStage(_ *compiler, op *ir.Operation) step {
	maxStage, _ := op.IntAttr("maxStage")
	stage, _ := op.IntAttr("stage")
	return func(_ *agent, in, out []Value) error {
		iv, upper, by := in[0].i[0], in[1].i[0], in[2].i[0]
		out[0] = intValue(truth(iv < upper-by*(maxStage-stage)))
		return nil
	}
}
