package pattern

import "tawa/ir"

// Constants finds or makes constants in the entry block of the nearest isolated
// op, so that equal ones of a dialect are one.
type Constants struct {
	// Listener hears of the constants that are made; it may be nil.
	Listener ir.Listener

	known map[constKey]*ir.Operation
	keys  map[*ir.Operation][]constKey
	front map[*ir.Operation]bool // made at, or moved to, the start of their blocks
}

type constKey struct {
	block   *ir.Block
	dialect string
	value   ir.Attribute
	t       ir.Type
}

// NewConstants returns a set that knows no constant yet.
func NewConstants(l ir.Listener) *Constants {
	return &Constants{Listener: l, known: map[constKey]*ir.Operation{}, keys: map[*ir.Operation][]constKey{}, front: map[*ir.Operation]bool{}}
}

// Forget must be called when a constant is erased.
func (c *Constants) Forget(op *ir.Operation) {
	for _, k := range c.keys[op] {
		delete(c.known, k)
	}
	delete(c.keys, op)
	delete(c.front, op)
}

// lift moves a constant to where it reaches all ops of its block.
func (c *Constants) lift(op *ir.Operation) {
	if !c.front[op] {
		c.front[op] = true
		op.MoveBefore(op.Block().Region().First().First())
	}
}

func (c *Constants) remember(k constKey, op *ir.Operation) {
	c.known[k] = op
	c.keys[op] = append(c.keys[op], k)
}

// Get returns a constant that dominates op: of op's dialect, else of arith. It is
// nil if the dialects can't make one.
func (c *Constants) Get(op *ir.Operation, value ir.Attribute, t ir.Type) *ir.Value {
	home := homeBlock(op)
	for _, dialect := range []string{op.Name().Dialect(), "arith"} {
		key := constKey{home, dialect, value, t}
		if k := c.known[key]; k != nil {
			c.lift(k)
			return k.Result(0)
		}
		if k := c.make(op, key); k != nil {
			return k.Result(0)
		}
	}
	return nil
}

func (c *Constants) make(op *ir.Operation, key constKey) *ir.Operation {
	info := op.Context().Registry.LookupDialect(key.dialect)
	if info == nil || info.Constant == nil {
		return nil
	}
	k := info.Constant(ir.AtStart(op.Context(), key.block, op.Loc), key.value, key.t)
	if k == nil {
		return nil
	}
	own := key
	own.dialect = k.Name().Dialect() // a dialect may make constants of another
	if old := c.known[own]; old != nil {
		k.Erase()
		c.lift(old)
		k = old
	} else {
		c.remember(own, k)
		c.front[k] = true
		if c.Listener != nil {
			c.Listener.Inserted(k)
		}
	}
	if own != key {
		c.remember(key, k)
	}
	return k
}

// Unify makes op, a constant, the one of its value, or returns the one that is
// already there and reaches op. A constant in an inner block moves out, to where all can use it.
func (c *Constants) Unify(op *ir.Operation) (other *ir.Value, moved bool) {
	value := op.Attr("value")
	if value == nil || op.NumResults() != 1 || op.NumOperands() > 0 || len(op.Discardable()) > 0 {
		return nil, false
	}
	home := homeBlock(op)
	key := constKey{home, op.Name().Dialect(), value, op.Result(0).Type()}
	known := c.known[key]
	switch {
	case known == op:
	case known == nil:
		c.remember(key, op)
		if op.Block() != home {
			c.front[op] = true
			op.MoveBefore(home.First())
			return nil, true
		}
	case known.Name() == op.Name():
		c.lift(known)
		return known.Result(0), false
	}
	return nil, false
}

// homeBlock is the entry block of the region, in the nearest isolated op, around op.
func homeBlock(op *ir.Operation) *ir.Block {
	b := op.Block()
	for p := b.Parent(); p != nil && !p.Has(ir.IsolatedFromAbove) && p.Block() != nil; p = b.Parent() {
		b = p.Block()
	}
	return b.Region().First()
}
