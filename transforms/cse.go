package transforms

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
	"tawa/ir/verify"
	"tawa/pass"
)

// CSE replaces an op by an equal one that dominates it. Ops without effects are
// equal if name, operands, result types and attributes are; ops that only read
// memory also need that nothing between them, in the same block, may have
// written. Ops with regions are left alone.
type CSE struct {
	Replaced pass.Statistic `stat:"num-cse'd" help:"ops replaced by equal ones"`
	Dead     pass.Statistic `stat:"num-dce'd" help:"ops erased that nothing needs"`
}

// Info names the pass.
func (*CSE) Info() pass.Info {
	return pass.Info{Name: "cse", Summary: "replace ops by equal ones that dominate them"}
}

// Run works on everything inside root.
func (p *CSE) Run(root *ir.Operation, st *pass.State) bool {
	c := &cse{pass: p, heads: make([]int32, 64), dominators: Dominators.Of(root, st)}
	for _, r := range root.Regions() {
		c.region(r)
	}
	st.Preserve(Dominators)
	return true
}

// cse knows the ops that are available where it is: those of the blocks that dominate the place, innermost last. They
// are in one hash table with a chain for each slot, from which scopes go in the reverse of the order in which they came.
type cse struct {
	pass       *CSE
	dominators *verify.Dominators
	known      []available
	heads      []int32 // by hash: 1 more than the last in known, 0 for none
	base       int     // what comes before in known is outside the isolated op

	values []*ir.Value // those met so far; a value's mark is its number here

	reads, lastReads int // the stretch without writes, in one block, that the place is in, and the last one so far
}

// available is an op that may stand for a later one.
type available struct {
	op    *ir.Operation
	hash  uint32
	next  int32 // in the chain, as in heads
	reads int   // of an op that reads memory: the stretch in which what it read holds; else 0
}

func (c *cse) region(r *ir.Region) {
	if r.Empty() {
		return
	}
	outer := c.reads
	defer func() { c.reads = outer }()
	var scopes []int
	enter := func(b *ir.Block) {
		scopes = append(scopes, len(c.known))
		c.write()
		c.block(b)
	}
	leave := func(*ir.Block) {
		c.forget(scopes[len(scopes)-1])
		scopes = scopes[:len(scopes)-1]
	}
	if r.OneBlock() {
		enter(r.First())
		leave(r.First())
		return
	}
	c.dominators.Of(r).Tree(enter, leave)
}

// write begins a new stretch.
func (c *cse) write() {
	c.lastReads++
	c.reads = c.lastReads
}

func (c *cse) block(b *ir.Block) {
	for op := range b.Ops() {
		if c.simplify(op) || op.NumRegions() == 0 {
			continue
		}
		if !op.Has(ir.IsolatedFromAbove) {
			c.regions(op)
			continue
		}
		base, values := c.base, len(c.values)
		c.base = len(c.known)
		c.regions(op)
		c.base, c.values = base, c.values[:values]
	}
}

func (c *cse) regions(op *ir.Operation) {
	for _, r := range op.Regions() {
		c.region(r)
	}
}

// simplify erases op if it is dead or an equal op is available.
func (c *cse) simplify(op *ir.Operation) bool {
	switch {
	case op.IsDead() || isDeadAllocation(op):
		op.Erase()
		c.pass.Dead.Inc()
		return true
	case !op.OnlyReads():
		c.write()
		return false
	case op.Has(ir.Terminator) || op.Def() == nil:
		return false
	case op.NumRegions() > 0:
		return false
	}
	reads := 0
	if !op.IsPure() {
		reads = c.reads
	}
	hash := c.hash(op)
	if old := c.find(op, hash, reads); old != nil {
		op.ReplaceWith(old.Results()...)
		c.pass.Replaced.Inc()
		return true
	}
	c.add(available{op: op, hash: hash, reads: reads})
	return false
}

// isDeadAllocation reports whether all that op does is to make memory that nobody knows of.
func isDeadAllocation(op *ir.Operation) bool {
	if op.NumResults() == 0 || !op.Unused() {
		return false
	}
	alloc, ok := builtin.Allocation.Of(op)
	if !ok {
		return false
	}
	for i := range op.NumResults() {
		if !alloc.Allocates(op, i) {
			return false
		}
	}
	return true
}

func (c *cse) find(op *ir.Operation, hash uint32, reads int) *ir.Operation {
	for i := c.heads[hash&uint32(len(c.heads)-1)]; int(i) > c.base; i = c.known[i-1].next {
		if k := &c.known[i-1]; k.hash == hash && k.reads == reads && same(k.op, op) {
			return k.op
		}
	}
	return nil
}

func (c *cse) add(a available) {
	if len(c.known) == len(c.heads) {
		c.heads = make([]int32, 2*len(c.heads))
		for i := range c.known {
			c.link(i)
		}
	}
	c.known = append(c.known, a)
	c.link(len(c.known) - 1)
}

func (c *cse) link(i int) {
	head := &c.heads[c.known[i].hash&uint32(len(c.heads)-1)]
	c.known[i].next, *head = *head, int32(i+1)
}

// forget drops all known ops but the first n.
func (c *cse) forget(n int) {
	for i := len(c.known) - 1; i >= n; i-- {
		c.heads[c.known[i].hash&uint32(len(c.heads)-1)] = c.known[i].next
	}
	clear(c.known[n:])
	c.known = c.known[:n]
}

// number is a small number of a value, its own inside the isolated op.
func (c *cse) number(v *ir.Value) uint32 {
	if i := int(v.Mark); i >= len(c.values) || c.values[i] != v {
		v.Mark = uint32(len(c.values))
		c.values = append(c.values, v)
	}
	return v.Mark
}

// hash is equal for ops that compute the same.
func (c *cse) hash(op *ir.Operation) uint32 {
	const prime = 0x9e3779b1
	h := uint32(op.Name().ID()) + 1
	if commutes(op) {
		h = h*prime + c.number(op.Operand(0)) + c.number(op.Operand(1))
	} else {
		for i := range op.NumOperands() {
			h = h*prime + c.number(op.Operand(i))
		}
	}
	for _, r := range op.Results() {
		h = h*prime + ir.IDOf(r.Type())
	}
	if def := op.Def(); def != nil {
		for i := range def.Attrs {
			if a := op.InherentAt(i); a != nil {
				h = h*prime + ir.IDOf(a)
			}
		}
	}
	for _, a := range op.Discardable() {
		h = h*prime + ir.IDOf(a.Value)
	}
	h *= prime
	return h ^ h>>16
}

func commutes(op *ir.Operation) bool { return op.Has(ir.Commutative) && op.NumOperands() == 2 }

// same reports whether two ops without regions compute the same.
func same(a, b *ir.Operation) bool {
	if a.Name() != b.Name() || a.NumOperands() != b.NumOperands() || a.NumResults() != b.NumResults() ||
		!slices.Equal(a.Discardable(), b.Discardable()) {
		return false
	}
	for i, r := range a.Results() {
		if r.Type() != b.Result(i).Type() {
			return false
		}
	}
	if def := a.Def(); def != nil {
		for i := range def.Attrs {
			if a.InherentAt(i) != b.InherentAt(i) {
				return false
			}
		}
	}
	for i := range a.NumOperands() {
		if a.Operand(i) != b.Operand(i) {
			return commutes(a) && a.Operand(0) == b.Operand(1) && a.Operand(1) == b.Operand(0)
		}
	}
	return true
}
