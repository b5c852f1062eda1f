package pattern

import (
	"slices"

	"tawa/ir"
)

// deadEnd is a pattern of a conversion that is not tried.
type deadEnd struct {
	name        string
	root, makes *ir.OpName
	why         string
}

// usable sorts the patterns by their roots, but for those that say they make what may not stay and is not converted in turn.
func (c *Conversion) usable(patterns []ConversionPattern, ctx *ir.Context) {
	for n := -1; n != len(patterns); {
		n = len(patterns)
		c.byRoot = map[*ir.OpName][]ConversionPattern{}
		for _, p := range patterns {
			c.byRoot[p.Root] = append(c.byRoot[p.Root], p)
		}
		patterns = slices.DeleteFunc(slices.Clone(patterns), func(p ConversionPattern) bool {
			end, yes := c.leadsNowhere(&p, ctx)
			if yes {
				c.useless = append(c.useless, end)
			}
			return yes
		})
	}
}

func (c *Conversion) leadsNowhere(p *ConversionPattern, ctx *ir.Context) (end deadEnd, yes bool) {
	for _, made := range p.Makes {
		r, _ := c.target.rule(made)
		switch {
		case ctx.Registry.Row(made) == nil && !ctx.AllowUnregistered:
			return deadEnd{p.Name, p.Root, made, "no dialect of this tool has"}, true
		case r.never && len(c.byRoot[made]) == 0 && len(c.byRoot[nil]) == 0:
			return deadEnd{p.Name, p.Root, made, "must not stay, and no pattern converts it"}, true
		}
	}
	return deadEnd{}, false
}
