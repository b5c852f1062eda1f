package pattern

import "tawa/ir"

// Constants finds or makes constants in the entry block of the nearest isolated
// op, so that equal ones of a dialect are one.
type Constants struct {
	// Listener hears of the constants that are made; it may be nil.
	Listener ir.Listener

	known []constant
	heads []int32 // by hash of value and type: 1 more than the last in known, 0 for none
}

// constant is one that may stand for others; op is nil once it is erased.
type constant struct {
	constKey
	op    *ir.Operation
	front bool  // made at, or moved to, the start of its block
	next  int32 // in the chain, as in heads
}

type constKey struct {
	block   *ir.Block
	dialect string
	value   ir.Attribute
	t       ir.Type
}

// NewConstants returns a set that knows no constant yet.
func NewConstants(l ir.Listener) *Constants {
	return &Constants{Listener: l, heads: make([]int32, 64)}
}

func (c *Constants) head(value ir.Attribute, t ir.Type) *int32 {
	h := (ir.IDOf(value)*31 + ir.IDOf(t)) * 0x9e3779b1
	return &c.heads[(h^h>>16)&uint32(len(c.heads)-1)]
}

// find returns what is known of the key, or nil; it holds until another is remembered.
func (c *Constants) find(key constKey) *constant {
	for i := *c.head(key.value, key.t); i > 0; i = c.known[i-1].next {
		if k := &c.known[i-1]; k.value == key.value && k.t == key.t && k.block == key.block && k.dialect == key.dialect &&
			k.op != nil && !k.op.Erased() {
			return k
		}
	}
	return nil
}

func (c *Constants) remember(key constKey, op *ir.Operation, front bool) {
	if len(c.known) == len(c.heads) {
		c.heads = make([]int32, 2*len(c.heads))
		for i := range c.known {
			c.link(i)
		}
	}
	c.known = append(c.known, constant{constKey: key, op: op, front: front})
	c.link(len(c.known) - 1)
}

func (c *Constants) link(i int) {
	head := c.head(c.known[i].value, c.known[i].t)
	c.known[i].next, *head = *head, int32(i+1)
}

// Forget must be called when a constant is erased.
func (c *Constants) Forget(op *ir.Operation) {
	if !op.Has(ir.ConstantLike) || op.Attr("value") == nil {
		return
	}
	for i := *c.head(op.Attr("value"), op.Result(0).Type()); i > 0; i = c.known[i-1].next {
		if c.known[i-1].op == op {
			c.known[i-1].op = nil
		}
	}
}

// lift moves a constant to where it reaches all ops of its block.
func (k *constant) lift() *ir.Operation {
	if !k.front {
		k.front = true
		k.op.MoveBefore(k.op.Block().Region().First().First())
	}
	return k.op
}

// Get returns a constant that dominates op: of op's dialect, else of arith. It is
// nil if the dialects can't make one.
func (c *Constants) Get(op *ir.Operation, value ir.Attribute, t ir.Type) *ir.Value {
	home := homeBlock(op)
	for _, dialect := range []string{op.Name().Dialect(), "arith"} {
		key := constKey{home, dialect, value, t}
		if k := c.find(key); k != nil {
			return k.lift().Result(0)
		}
		if k := c.make(op, key); k != nil {
			return k.Result(0)
		}
	}
	return nil
}

func (c *Constants) make(op *ir.Operation, key constKey) *ir.Operation {
	made := makeConstant(ir.AtStart(op.Context(), key.block, op.Loc), key.dialect, key.value, key.t)
	if made == nil {
		return nil
	}
	own := key
	own.dialect = made.Name().Dialect() // a dialect may make constants of another
	if old := c.find(own); old != nil {
		made.Erase()
		made = old.lift()
	} else {
		c.remember(own, made, true)
		if c.Listener != nil {
			c.Listener.Inserted(made)
		}
	}
	if own != key {
		c.remember(key, made, true)
	}
	return made
}

// makeConstant makes a constant of a dialect at the builder's place, nil if the dialect can't.
func makeConstant(b *ir.Builder, dialect string, value ir.Attribute, t ir.Type) *ir.Operation {
	info := b.Context().Registry.LookupDialect(dialect)
	if info == nil || info.Constant == nil {
		return nil
	}
	return info.Constant(b, value, t)
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
	known := c.find(key)
	switch {
	case known == nil && op.Block() == home:
		c.remember(key, op, false)
	case known == nil:
		c.remember(key, op, true)
		op.MoveBefore(home.First())
		return nil, true
	case known.op != op && known.op.Name() == op.Name():
		return known.lift().Result(0), false
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
