package pattern

import "tawa/ir"

// constants finds or makes constants in the entry block of the nearest isolated
// op, so that equal ones are shared.
type constants struct {
	known map[constKey]*ir.Operation
	keys  map[*ir.Operation]constKey
}

type constKey struct {
	block *ir.Block
	value ir.Attribute
	t     ir.Type
}

func newConstants(*ir.Operation) *constants {
	return &constants{map[constKey]*ir.Operation{}, map[*ir.Operation]constKey{}}
}

func (c *constants) forget(op *ir.Operation) {
	if k, ok := c.keys[op]; ok {
		delete(c.known, k)
		delete(c.keys, op)
	}
}

// get returns a constant that dominates op, or nil if the dialects can't make one.
func (c *constants) get(d *driver, op *ir.Operation, value ir.Attribute, t ir.Type) *ir.Value {
	home := homeBlock(op)
	key := constKey{home, value, t}
	if k := c.known[key]; k != nil {
		if k.Block() == home {
			k.MoveBefore(home.First())
		}
		return k.Result(0)
	}
	b := ir.AtStart(op.Context(), home, op.Loc)
	b.Listener = d
	for _, dialect := range []string{op.Name().Dialect(), "arith"} {
		info := op.Context().Registry.LookupDialect(dialect)
		if info == nil || info.Constant == nil {
			continue
		}
		if k := info.Constant(b, value, t); k != nil {
			c.known[key], c.keys[k] = k, key
			return k.Result(0)
		}
	}
	return nil
}

// homeBlock is the entry block of the region, in the nearest isolated op, around op.
func homeBlock(op *ir.Operation) *ir.Block {
	b := op.Block()
	for p := b.Parent(); p != nil && !p.Has(ir.IsolatedFromAbove) && p.Block() != nil; p = b.Parent() {
		b = p.Block()
	}
	return b.Region().First()
}
