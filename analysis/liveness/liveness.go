// Package liveness tells where values are still to be used: per block and op (New), and
// whether at all (NewValues).
package liveness

import (
	"slices"

	"tawa/ir"
)

// Liveness is which values are live at the ends of blocks. A use in a nested region
// counts as one of the op that holds it. It holds while ops stay where they are.
type Liveness struct {
	in, out map[*ir.Block]map[*ir.Value]bool
}

// New analyses the regions of root and all that are nested in them.
func New(root *ir.Operation) *Liveness {
	l := &Liveness{map[*ir.Block]map[*ir.Value]bool{}, map[*ir.Block]map[*ir.Value]bool{}}
	root.Walk(func(op *ir.Operation) bool {
		for _, r := range op.Regions() {
			l.region(r)
		}
		return true
	})
	return l
}

// region iterates over the blocks from the last until nothing changes: a value is live into a block
// that uses it before, or without, defining it, and out of what leads there.
func (l *Liveness) region(r *ir.Region) {
	blocks := slices.Collect(r.Blocks())
	for _, b := range blocks {
		l.in[b], l.out[b] = usesFromOutside(b), map[*ir.Value]bool{}
	}
	for changed := true; changed; {
		changed = false
		for _, b := range slices.Backward(blocks) {
			if b.Last() == nil {
				continue
			}
			for _, s := range b.Last().Successors() {
				for v := range l.in[s] {
					if l.out[b][v] {
						continue
					}
					l.out[b][v], changed = true, true
					if v.Block() != b {
						l.in[b][v] = true
					}
				}
			}
		}
	}
}

// usesFromOutside are the values that ops of b, and what is in them, use and that b does not hold.
func usesFromOutside(b *ir.Block) map[*ir.Value]bool {
	used := map[*ir.Value]bool{}
	for op := range b.Ops() {
		op.Walk(func(inner *ir.Operation) bool {
			for _, v := range inner.Operands() {
				if !within(v.Block(), b) {
					used[v] = true
				}
			}
			return true
		})
	}
	return used
}

// within reports whether a block is b or nested in it.
func within(inner, b *ir.Block) bool {
	for inner != nil {
		if inner == b {
			return true
		}
		if inner.Parent() == nil {
			return false
		}
		inner = inner.Parent().Block()
	}
	return false
}

// IsLiveIn and IsLiveOut report whether v, of outside or of another block, is used from
// the start of b on, and whether it is used behind b.
func (l *Liveness) IsLiveIn(v *ir.Value, b *ir.Block) bool  { return l.in[b][v] }
func (l *Liveness) IsLiveOut(v *ir.Value, b *ir.Block) bool { return l.out[b][v] }

// LiveIn and LiveOut return the values in the order in which b's region first uses them.
func (l *Liveness) LiveIn(b *ir.Block) []*ir.Value  { return ordered(l.in[b], b) }
func (l *Liveness) LiveOut(b *ir.Block) []*ir.Value { return ordered(l.out[b], b) }

func ordered(set map[*ir.Value]bool, b *ir.Block) (out []*ir.Value) {
	if len(set) == 0 {
		return nil
	}
	seen := map[*ir.Value]bool{}
	b.Region().Owner().Walk(func(op *ir.Operation) bool {
		for _, v := range op.Operands() {
			if set[v] && !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
		return true
	})
	return out
}

// IsDeadAfter reports whether nothing uses v any more once op, in a block where v is
// live or defined, is done.
func (l *Liveness) IsDeadAfter(v *ir.Value, op *ir.Operation) bool {
	b := op.Block()
	if l.out[b][v] {
		return false
	}
	for user := range v.Users() {
		for user != nil && user.Block() != b {
			user = user.Parent()
		}
		if user != nil && op.IsBefore(user) {
			return false
		}
	}
	return true
}
