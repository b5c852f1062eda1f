package transforms

import (
	"encoding/binary"

	"tawa/ir"
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
func (p *CSE) Run(root *ir.Operation, _ *pass.State) bool {
	c := &cse{pass: p, ids: map[any]uint64{}}
	for _, r := range root.Regions() {
		c.region(r, nil)
	}
	return true
}

// scope maps keys of ops to the ops that are available; scopes nest as regions do.
type scope struct {
	outer *scope
	known map[string]*ir.Operation
	// reads are the readers seen in this block since the last write.
	reads map[string]*ir.Operation
}

func (s *scope) find(key string) *ir.Operation {
	for ; s != nil; s = s.outer {
		if op := s.known[key]; op != nil {
			return op
		}
	}
	return nil
}

type cse struct {
	pass *CSE
	ids  map[any]uint64 // numbers of values, types and attributes, as they are met
	buf  []byte
}

func (c *cse) region(r *ir.Region, outer *scope) {
	// With several blocks only what dominates the region is available: each
	// block begins with the outer scope. The entry block dominates the others.
	entry := outer
	for b := range r.Blocks() {
		s := &scope{outer: entry, known: map[string]*ir.Operation{}, reads: map[string]*ir.Operation{}}
		c.block(b, s)
		if b == r.First() {
			entry = s
		}
	}
}

func (c *cse) block(b *ir.Block, s *scope) {
	for op := range b.Ops() {
		inner := s
		if op.Has(ir.IsolatedFromAbove) {
			inner = nil
		}
		if !c.simplify(op, s) {
			for _, r := range op.Regions() {
				c.region(r, inner)
			}
		}
	}
}

// simplify erases op if it is dead or an equal op is available.
func (c *cse) simplify(op *ir.Operation, s *scope) bool {
	if op.IsDead() {
		op.Erase()
		c.pass.Dead.Inc()
		return true
	}
	pure := op.IsPure()
	if !pure && !op.OnlyReads() {
		clear(s.reads)
		return false
	}
	if op.Has(ir.Terminator) || op.NumResults() == 0 || op.NumRegions() > 0 {
		return false
	}
	key := c.key(op)
	if pure {
		if old := s.find(key); old != nil {
			op.ReplaceWith(old.Results()...)
			c.pass.Replaced.Inc()
			return true
		}
		s.known[key] = op
		return false
	}
	if old := s.reads[key]; old != nil {
		op.ReplaceWith(old.Results()...)
		c.pass.Replaced.Inc()
		return true
	}
	s.reads[key] = op
	return false
}

// key identifies what op computes.
func (c *cse) key(op *ir.Operation) string {
	b := c.buf[:0]
	b = append(b, op.Name().String()...)
	operands := make([]uint64, op.NumOperands())
	for i := range operands {
		operands[i] = c.id(op.Operand(i))
	}
	if op.Has(ir.Commutative) && len(operands) == 2 && operands[0] > operands[1] {
		operands[0], operands[1] = operands[1], operands[0]
	}
	for _, v := range operands {
		b = binary.AppendUvarint(b, v)
	}
	b = append(b, '|')
	for _, r := range op.Results() {
		b = binary.AppendUvarint(b, c.id(r.Type()))
	}
	for _, list := range [][]ir.NamedAttr{op.Inherent(), op.Discardable()} {
		for _, a := range list {
			b = append(b, '|')
			b = append(b, a.Name...)
			b = binary.AppendUvarint(b, c.id(a.Value))
		}
	}
	c.buf = b
	return string(b)
}

func (c *cse) id(x any) uint64 {
	n, ok := c.ids[x]
	if !ok {
		n = uint64(len(c.ids))
		c.ids[x] = n
	}
	return n
}
