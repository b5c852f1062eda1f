package verify

import "tawa/ir"

// Dominance answers whether a definition reaches a use. It is built for one
// region and holds while its blocks and branches stay as they are. It finds its
// blocks by their marks; where something else has set them, it sets them again.
type Dominance struct {
	blocks   []*ir.Block // the reachable ones, in preorder of a depth-first walk from the entry
	idom     []int32     // by number in blocks; the entry is its own
	pre, end []int32     // the numbers that a block dominates in a preorder of the dominator tree: pre ≤ n < end
}

// NewDominance computes the immediate dominators of the region's blocks by the Semi-NCA
// algorithm (Georgiadis, "Linear-Time Algorithms for Dominators and Related Problems", 2005).
func NewDominance(r *ir.Region) *Dominance {
	d := &Dominance{}
	if r.Empty() {
		return d
	}
	parent := d.walk(r.First())
	d.idom = d.immediate(parent)
	d.interval()
	return d
}

func successors(b *ir.Block) []*ir.Block {
	if b.Last() == nil {
		return nil
	}
	return b.Last().Successors()
}

// walk numbers the blocks reachable from entry in preorder and returns the number from which each was reached.
func (d *Dominance) walk(entry *ir.Block) (parent []int32) {
	type frame struct {
		number int32
		next   int
	}
	visit := func(b *ir.Block, from int32) frame {
		b.Mark = uint32(len(d.blocks))
		d.blocks, parent = append(d.blocks, b), append(parent, from)
		return frame{int32(b.Mark), 0}
	}
	stack := []frame{visit(entry, 0)}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		succs := successors(d.blocks[f.number])
		if f.next == len(succs) {
			stack = stack[:len(stack)-1]
			continue
		}
		f.next++
		if s := succs[f.next-1]; !d.marked(s) {
			stack = append(stack, visit(s, f.number))
		}
	}
	return parent
}

func (d *Dominance) marked(b *ir.Block) bool {
	return int(b.Mark) < len(d.blocks) && d.blocks[b.Mark] == b
}

// immediate computes semidominators in reverse preorder, with path compression, and from them
// the immediate dominators: the nearest ancestor in the walk that is not below the semidominator.
func (d *Dominance) immediate(parent []int32) []int32 {
	n := len(d.blocks)
	first, preds := d.predecessors()
	idom := append([]int32(nil), parent...)
	semi, label, above := make([]int32, n), make([]int32, n), append([]int32(nil), parent...)
	for i := range semi {
		semi[i], label[i] = int32(i), int32(i)
	}
	var path []int32
	for i := int32(n - 1); i > 0; i-- {
		for _, p := range preds[first[i]:first[i+1]] {
			if p > i { // what is processed already is linked to its parent: the least semidominator on the way up to i
				path = path[:0]
				for v := p; above[v] > i; v = above[v] {
					path = append(path, v)
				}
				for k := len(path) - 1; k >= 0; k-- {
					v := path[k]
					if up := above[v]; semi[label[up]] < semi[label[v]] {
						label[v] = label[up]
					}
					above[v] = above[above[v]]
				}
				p = semi[label[p]]
			}
			semi[i] = min(semi[i], p)
		}
	}
	for i := 1; i < n; i++ {
		for idom[i] > semi[i] {
			idom[i] = idom[idom[i]]
		}
	}
	return idom
}

// predecessors lists by number the blocks that branch to block i, at first[i] ≤ k < first[i+1].
func (d *Dominance) predecessors() (first, preds []int32) {
	first = make([]int32, len(d.blocks)+2)
	for _, b := range d.blocks {
		for _, s := range successors(b) {
			first[s.Mark+2]++
		}
	}
	for i := 1; i < len(first); i++ {
		first[i] += first[i-1]
	}
	preds = make([]int32, first[len(first)-1])
	for i, b := range d.blocks {
		for _, s := range successors(b) {
			preds[first[s.Mark+1]] = int32(i)
			first[s.Mark+1]++
		}
	}
	return first, preds
}

// interval numbers the dominator tree, so that dominance is a comparison.
func (d *Dominance) interval() {
	n := len(d.blocks)
	size := make([]int32, n)
	for i := n - 1; i >= 0; i-- { // a block comes after its dominators in the walk
		size[i]++
		if i > 0 {
			size[d.idom[i]] += size[i]
		}
	}
	d.pre, d.end = make([]int32, n), make([]int32, n)
	next := make([]int32, n) // the first number that is free below a block
	for i := range n {
		if i > 0 {
			up := d.idom[i]
			d.pre[i] = next[up]
			next[up] += size[i]
		}
		next[i], d.end[i] = d.pre[i]+1, d.pre[i]+size[i]
	}
}

// Tree calls enter for each reachable block, before those that it dominates, and leave after them.
func (d *Dominance) Tree(enter, leave func(*ir.Block)) {
	order := make([]int32, len(d.blocks))
	for i, n := range d.pre {
		order[n] = int32(i)
	}
	var open []int32
	close := func(until int32) {
		for len(open) > 0 && d.end[open[len(open)-1]] <= until {
			leave(d.blocks[open[len(open)-1]])
			open = open[:len(open)-1]
		}
	}
	for n, i := range order {
		close(int32(n))
		enter(d.blocks[i])
		open = append(open, i)
	}
	close(int32(len(order)))
}

// number gives the number of a reachable block.
func (d *Dominance) number(b *ir.Block) (int, bool) {
	if d.marked(b) {
		return int(b.Mark), true
	}
	for i, own := range d.blocks {
		own.Mark = uint32(i)
	}
	return int(b.Mark), d.marked(b)
}

// Reachable reports whether some way leads from the entry to b.
func (d *Dominance) Reachable(b *ir.Block) bool {
	_, ok := d.number(b)
	return ok
}

// Dominates reports whether every way to b leads through a. A block that cannot
// be reached is dominated by all.
func (d *Dominance) Dominates(a, b *ir.Block) bool {
	nb, ok := d.number(b)
	if !ok {
		return true
	}
	na, ok := d.number(a)
	return ok && d.pre[na] <= d.pre[nb] && d.pre[nb] < d.end[na]
}

// ValueDominates reports whether v is defined wherever op, in the region of the
// dominance or nested in it, may use it.
func (d *Dominance) ValueDominates(v *ir.Value, op *ir.Operation) bool {
	home := v.Block()
	if home == nil {
		return false
	}
	for op != nil && op.Block() != nil && op.Block().Region() != home.Region() {
		op = op.Parent()
	}
	if op == nil || op.Block() == nil {
		return false
	}
	if op.Block() == home {
		return v.IsArg() || v.Def() != op && v.Def().IsBefore(op)
	}
	return d.Dominates(home, op.Block())
}
