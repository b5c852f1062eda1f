package pattern

import (
	"slices"

	"tawa/ir"
)

// Set are patterns made ready to be looked up by op: a list for each root, with those for any op, the highest benefit
// first. It may be used by several goroutines.
type Set struct {
	byRoot [][]ir.Pattern // by ir.OpName.ID; nil for ops with no pattern of their own
	any    []ir.Pattern
}

// NewSet makes a set of those patterns that the config does not switch off.
func NewSet(patterns []ir.Pattern, cfg *Config) *Set {
	s := &Set{}
	for _, p := range patterns {
		switch {
		case cfg.off(&p):
		case p.Root == nil:
			s.any = append(s.any, p)
		default:
			id := p.Root.ID()
			if id >= len(s.byRoot) {
				s.byRoot = append(s.byRoot, make([][]ir.Pattern, id+1-len(s.byRoot))...)
			}
			s.byRoot[id] = append(s.byRoot[id], p)
		}
	}
	for i, list := range s.byRoot {
		if list != nil {
			s.byRoot[i] = byBenefit(append(list, s.any...))
		}
	}
	s.any = byBenefit(s.any)
	return s
}

func byBenefit(list []ir.Pattern) []ir.Pattern {
	slices.SortStableFunc(list, func(a, b ir.Pattern) int { return b.Benefit - a.Benefit })
	return list
}

func (s *Set) of(op *ir.Operation) []ir.Pattern {
	if id := op.Name().ID(); id < len(s.byRoot) && s.byRoot[id] != nil {
		return s.byRoot[id]
	}
	return s.any
}

// anyRoot reports whether some op inside root has a pattern.
func (s *Set) anyRoot(root *ir.Operation) bool {
	for _, r := range root.Regions() {
		for b := r.First(); b != nil; b = b.Next() {
			for op := b.First(); op != nil; op = op.Next() {
				if len(s.of(op)) > 0 || op.NumRegions() > 0 && s.anyRoot(op) {
					return true
				}
			}
		}
	}
	return false
}
