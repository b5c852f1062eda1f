package nvptx

import (
	"tawa/layout"
	"tawa/llvmir"
)

// convert moves a tensor from one distributed layout to another by the
// cheapest way that the maps allow: registers renamed, values shuffled within
// a warp, or a round trip through shared memory at scratch.
func (g *gen) convert(vals []value, from, to layout.Layout, scratch value) []value {
	plan := layout.ConversionPlan(from, to)
	switch {
	case plan.ThroughMemory(8 * sizeOf(vals[0].Type)):
		return g.convertShared(vals, from, to, scratch)
	case plan.Kind == layout.ConvertShuffle:
		return g.convertLanes(vals, plan)
	}
	return pick(vals, plan.Regs)
}

// convertLanes shuffles every word that a step may need and keeps the one of the
// own lane.
func (g *gen) convertLanes(vals []value, conversion layout.Conversion) []value {
	t := vals[0].Type
	plan := conversion.Shuffles(8 * sizeOf(t))
	lane := g.Xor(g.xorBits(g.lane, plan.Lane), g.xorBits(g.warp, plan.Warp))
	choice := g.Xor(g.xorBits(g.lane, plan.PickLane), g.xorBits(g.warp, plan.PickWarp))
	out := make([]value, conversion.Map.InSize(layout.Register))
	for _, step := range plan.Steps {
		from := g.Xor(lane, ci(step.Lane))
		var word value
		for k, regs := range step.Src {
			w := g.shuffle("idx", g.words(pick(vals, regs))[0], from)
			if k > 0 {
				w = g.Select(g.ICmp(llvmir.EQ, choice, ci(k)), w, word)
			}
			word = w
		}
		for k, v := range g.ofWords([]value{word}, t, len(step.Dst)) {
			out[step.Dst[k]] = v
		}
	}
	return out
}

// convertShared writes the tensor to shared memory and reads it back.
func (g *gen) convertShared(vals []value, from, to layout.Layout, scratch value) []value {
	t := vals[0].Type
	buffer := layout.ScratchFor(from, to, 8*sizeOf(t)).Shared
	g.sync()
	g.storeTensor(vals, from, buffer, scratch)
	g.sync()
	return g.loadTensor(t, to, buffer, scratch)
}
