package pattern

import (
	"fmt"
	"slices"
	"strings"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// Regions is how much SimplifyRegions does.
type Regions int

// Off does nothing here; the greedy driver erases blocks that nothing leads to all the same. Normal erases blocks that nothing leads to, ops that only dead
// ops use (also around loops) and block arguments that nothing needs. Aggressive also
// replaces arguments that always get the same value and makes one of equal blocks;
// it never adds an argument.
const (
	Off Regions = iota
	Normal
	Aggressive
)

// SimplifyRegions simplifies the control flow of all regions inside root and returns
// whether anything changed. The listener, which may be nil, hears of what is erased and modified.
func SimplifyRegions(root *ir.Operation, how Regions, l ir.Listener) (changed bool) {
	if how == Off {
		return false
	}
	if l == nil {
		l = deaf{}
	}
	s := &simplifier{l: l}
	s.allUnreachable(root)
	s.eraseDead(root)
	if how == Aggressive {
		root.WalkPost(func(op *ir.Operation) {
			for _, r := range op.Regions() {
				if !r.Empty() && !r.OneBlock() {
					s.equalBlocks(r)
					s.sameArguments(r)
				}
			}
		})
	}
	return s.changed
}

type simplifier struct {
	l       ir.Listener
	reached []*ir.Block // in one region; a block's mark is its number here
	changed bool
}

// droppable reports whether arguments of b may go: all that leads to it is a known branch.
func droppable(b *ir.Block) bool {
	for from := range b.Edges() {
		if _, ok := builtin.BranchOp.Of(from); !ok {
			return false
		}
	}
	return b != b.Region().First()
}

// deaf is a listener that listens to nothing.
type deaf struct{}

func (deaf) Inserted(*ir.Operation)              {}
func (deaf) Modified(*ir.Operation)              {}
func (deaf) Replaced(*ir.Operation, []*ir.Value) {}
func (deaf) Erased(*ir.Operation)                {}

// allUnreachable erases the unreachable blocks of all regions inside root.
func (s *simplifier) allUnreachable(root *ir.Operation) {
	root.Walk(func(op *ir.Operation) bool {
		for _, r := range op.Regions() {
			s.unreachable(r)
		}
		return true
	})
}

// unreachable erases the blocks that no branch from the entry leads to.
func (s *simplifier) unreachable(r *ir.Region) {
	if r.Empty() || r.OneBlock() {
		return
	}
	s.reached = s.reached[:0]
	s.reach(r.First())
	for i := 0; i < len(s.reached); i++ {
		if last := s.reached[i].Last(); last != nil {
			for _, to := range last.Successors() {
				s.reach(to)
			}
		}
	}
	s.eraseBlocks(r, func(b *ir.Block) bool { return !s.isReached(b) })
}

func (s *simplifier) reach(b *ir.Block) {
	if !s.isReached(b) {
		b.Mark = uint32(len(s.reached))
		s.reached = append(s.reached, b)
	}
}

func (s *simplifier) isReached(b *ir.Block) bool {
	return int(b.Mark) < len(s.reached) && s.reached[b.Mark] == b
}

// eraseBlocks erases blocks that may use each other's values, so all uses go first.
func (s *simplifier) eraseBlocks(r *ir.Region, gone func(*ir.Block) bool) {
	for b := range r.Blocks() {
		if gone(b) {
			for op := range b.Ops() {
				s.l.Erased(op)
			}
			b.DropAllReferences()
			s.changed = true
		}
	}
	for b := range r.Blocks() {
		if gone(b) {
			b.Erase()
		}
	}
}

// eraseDead finds what is needed, starting from effects, and erases the rest: an op
// or an argument whose value only goes around a loop is needed by nothing.
func (s *simplifier) eraseDead(root *ir.Operation) {
	n := &needs{root: root}
	defer n.forget()
	root.Walk(func(op *ir.Operation) bool {
		if op == root || !op.Has(ir.Terminator) && !removable(op) { // a block's end is needed where the op around is
			n.op(op)
		}
		return true
	})
	for i := 0; i < len(n.ops); i++ {
		n.operands(n.ops[i])
	}
	var dead []*ir.Operation
	root.WalkPost(func(op *ir.Operation) {
		for _, r := range op.Regions() {
			for b := range r.Blocks() {
				s.eraseArguments(b, n)
			}
		}
		if !op.Needed {
			dead = append(dead, op)
		}
	})
	s.eraseAll(dead)
}

func (s *simplifier) eraseAll(dead []*ir.Operation) {
	for _, op := range dead {
		s.l.Erased(op)
		s.changed = true
	}
	for _, op := range dead {
		op.SetOperands(nil)
	}
	for _, op := range dead {
		if !op.Erased() {
			op.Erase()
		}
	}
}

// removable reports whether op is worth something only by its results.
func removable(op *ir.Operation) bool {
	return op.Def() != nil && op.OnlyReads() && !op.Has(ir.Symbol)
}

// needs marks the ops and block arguments that something needs.
type needs struct {
	root *ir.Operation
	ops  []*ir.Operation
	args []*ir.Value // an argument's mark is its number here
	may  map[*ir.Block]bool
}

// droppable is the function droppable, asked once for each block, since many branches may lead to it.
func (n *needs) droppable(b *ir.Block) bool {
	may, known := n.may[b]
	if !known {
		may = droppable(b)
		if n.may == nil {
			n.may = map[*ir.Block]bool{}
		}
		n.may[b] = may
	}
	return may
}

// forget takes the marks away.
func (n *needs) forget() {
	for _, op := range n.ops {
		op.Needed = false
	}
}

func (n *needs) op(op *ir.Operation) {
	if op != nil && !op.Needed {
		op.Needed = true
		n.ops = append(n.ops, op)
	}
}

func (n *needs) hasArgument(v *ir.Value) bool {
	return int(v.Mark) < len(n.args) && n.args[v.Mark] == v
}

func (n *needs) value(v *ir.Value) {
	if def := v.Def(); def != nil {
		n.op(def)
		return
	}
	if n.hasArgument(v) {
		return
	}
	v.Mark = uint32(len(n.args))
	n.args = append(n.args, v)
	n.op(v.ArgBlock().Parent())
	for from, i := range v.ArgBlock().Edges() {
		if given := builtin.SuccessorOperand(from, i, v.Index()); given != nil {
			n.value(given)
		}
	}
}

// operands marks what a needed op takes, apart from what it hands to arguments that nothing needs.
func (n *needs) operands(op *ir.Operation) {
	if op != n.root { // what is around it may be in use elsewhere
		n.op(op.Parent())
	}
	if branch, ok := builtin.BranchOp.Of(op); ok {
		n.branchOperands(op, branch)
	} else {
		for i := range op.NumOperands() {
			n.value(op.Operand(i))
		}
	}
	for _, r := range op.Regions() { // an op that stays keeps what its blocks end with
		for b := range r.Blocks() {
			n.op(b.Last())
		}
	}
}

// branchOperands marks the operands that decide where a branch goes, and those handed to arguments that can't go.
func (n *needs) branchOperands(op *ir.Operation, branch builtin.Branch) {
	next := 0 // ranges are in the order of the successors
	for j, to := range op.Successors() {
		lo, hi := branch.SuccessorRange(op, j)
		if lo < hi && n.droppable(to) {
			for i := next; i < lo; i++ {
				n.value(op.Operand(i))
			}
			next = max(next, hi)
		}
	}
	for i := next; i < op.NumOperands(); i++ {
		n.value(op.Operand(i))
	}
}

func (s *simplifier) eraseArguments(b *ir.Block, n *needs) {
	if len(b.Args()) == 0 || !droppable(b) {
		return
	}
	for i := len(b.Args()) - 1; i >= 0; i-- {
		if a := b.Arg(i); !n.hasArgument(a) {
			for u := range a.Uses() { // the users are dead or hand it to what is
				s.l.Modified(u.Owner())
			}
			s.dropArgument(b, i, nil)
		}
	}
}

// dropArgument removes argument i of b and what branches hand to it; its uses become with.
func (s *simplifier) dropArgument(b *ir.Block, i int, with *ir.Value) {
	s.changed = true
	for from, j := range b.Edges() {
		builtin.EraseSuccessorOperand(from, j, i)
		s.l.Modified(from)
	}
	if with != nil {
		for u := range b.Arg(i).Users() {
			s.l.Modified(u)
		}
		b.Arg(i).ReplaceAllUses(with)
	}
	for u := range b.Arg(i).Uses() {
		u.Set(nil)
	}
	b.EraseArg(i)
}

// sameArguments replaces arguments to which every branch hands the same value, or the argument itself.
func (s *simplifier) sameArguments(r *ir.Region) {
	for b := range r.Blocks() {
		if !droppable(b) {
			continue
		}
		for i := len(b.Args()) - 1; i >= 0; i-- {
			if v := s.onlyValue(b, i); v != nil {
				s.dropArgument(b, i, v)
			}
		}
	}
}

// onlyValue returns what every branch to b hands to argument i, apart from the
// argument itself, or nil. Such a value dominates b, since it does all of its
// predecessors outside the loop around b.
func (s *simplifier) onlyValue(b *ir.Block, i int) *ir.Value {
	var only *ir.Value
	for from, j := range b.Edges() {
		switch v := builtin.SuccessorOperand(from, j, i); {
		case v == b.Arg(i) || v == only:
		case only != nil:
			return nil
		default:
			only = v
		}
	}
	return only
}

// equalBlocks redirects branches to the first of blocks that do the same with the same values.
func (s *simplifier) equalBlocks(r *ir.Region) {
	gone, alike := map[*ir.Block]bool{}, map[string][]*ir.Block{}
	for b := range r.Blocks() {
		if b == r.First() {
			continue
		}
		key := outline(b)
		i := slices.IndexFunc(alike[key], func(first *ir.Block) bool { return sameBlock(first, b) })
		if i < 0 {
			alike[key] = append(alike[key], b)
			continue
		}
		gone[b] = true
		s.redirect(b, alike[key][i])
	}
	if len(gone) > 0 {
		s.eraseBlocks(r, func(b *ir.Block) bool { return gone[b] })
	}
}

func (s *simplifier) redirect(from, to *ir.Block) {
	for branch, j := range from.Edges() {
		branch.SetSuccessor(j, to)
		s.l.Modified(branch)
	}
}

// outline is equal for equal blocks, and seldom for others.
func outline(b *ir.Block) string {
	var text strings.Builder
	for op := range b.Ops() {
		text.WriteString(op.Name().String())
		for _, v := range op.Operands() {
			if v.Block() != b {
				fmt.Fprintf(&text, " %p", v)
			}
		}
		for _, to := range op.Successors() {
			fmt.Fprintf(&text, " %p", to)
		}
		for _, a := range op.Inherent() {
			fmt.Fprintf(&text, " %p", a.Value)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// sameBlock reports whether two blocks are equal up to their own values, none of which is used outside.
func sameBlock(a, b *ir.Block) bool {
	if len(a.Args()) != len(b.Args()) {
		return false
	}
	stands := map[*ir.Value]*ir.Value{}
	for i, v := range a.Args() {
		if v.Type() != b.Arg(i).Type() || usedOutside(v, a) || usedOutside(b.Arg(i), b) {
			return false
		}
		stands[v] = b.Arg(i)
	}
	x, y := a.First(), b.First()
	for ; x != nil && y != nil; x, y = x.Next(), y.Next() {
		if !sameOp(x, y, stands) {
			return false
		}
		for i, v := range x.Results() {
			if usedOutside(v, a) || usedOutside(y.Result(i), b) {
				return false
			}
			stands[v] = y.Result(i)
		}
	}
	return x == nil && y == nil
}

func usedOutside(v *ir.Value, b *ir.Block) bool {
	for u := range v.Users() {
		if u.Block() != b {
			return true
		}
	}
	return false
}

// sameOp reports whether two ops without regions do the same, where values of the one stand for those of the other.
func sameOp(x, y *ir.Operation, stands map[*ir.Value]*ir.Value) bool {
	if x.Name() != y.Name() || x.NumRegions()+y.NumRegions() > 0 || x.NumOperands() != y.NumOperands() ||
		!slices.Equal(x.Successors(), y.Successors()) || !slices.Equal(x.ResultTypes(), y.ResultTypes()) ||
		!slices.Equal(x.Inherent(), y.Inherent()) || !slices.Equal(x.Discardable(), y.Discardable()) {
		return false
	}
	for i := range x.NumOperands() {
		want, inside := stands[x.Operand(i)]
		if !inside {
			want = x.Operand(i)
		}
		if y.Operand(i) != want {
			return false
		}
	}
	return true
}
