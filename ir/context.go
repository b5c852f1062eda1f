package ir

import (
	"encoding/binary"
	"math"
	"sync"
	"sync/atomic"
)

// Context owns types and attributes, unique within it, and the registry.
// It may be used from several goroutines.
type Context struct {
	Registry *Registry
	// AllowUnregistered lets operations without a row and dialect types and
	// attributes without a hook be parsed.
	AllowUnregistered bool
	// Threads bounds the goroutines that work on the program; 0 is one for each processor.
	Threads int
	// Rewrites, if set, watches and bounds the rewrites of all pattern drivers.
	Rewrites *RewriteControl

	table *interner
	names *names
	infos []atomic.Pointer[opInfo] // by number of the name
	later sync.Map                 // those of names that are younger than the context
	// aliased is set once a type or attribute exists that may want an alias.
	aliased atomic.Bool
	// distinct counts the distinct attributes.
	distinct  atomic.Uint64
	resources resources

	i1, i8, i16, i32, i64 *IntegerType
	f16, bf16, f32, f64   *FloatType
	index                 *IndexType
	unit                  *UnitAttr
	unknown               *UnknownLoc
	ints                  [512]atomic.Pointer[IntegerAttr] // used not long ago, by value and type
}

// NewContext makes a context and freezes the registry.
func NewContext(r *Registry) *Context {
	r.freeze()
	c := &Context{Registry: r, table: newInterner(), names: newNames(), infos: make([]atomic.Pointer[opInfo], len(r.rows))}
	c.i1, c.i8, c.i16 = c.Integer(1, Signless), c.Integer(8, Signless), c.Integer(16, Signless)
	c.i32, c.i64 = c.Integer(32, Signless), c.Integer(64, Signless)
	c.f16, c.bf16, c.f32, c.f64 = c.Float("f16"), c.Float("bf16"), c.Float("f32"), c.Float("f64")
	c.index = UniqueType(c, &IndexType{})
	c.unit, c.unknown = UniqueAttr(c, &UnitAttr{}), UniqueAttr(c, &UnknownLoc{})
	return c
}

// DefaultOf returns the default of attribute i of a row, nil if it has none.
func (c *Context) DefaultOf(def *OpDef, i int) Attribute {
	if def.Attrs[i].Default == nil {
		return nil
	}
	return c.opInfo(def.name).defaults[i]
}

// opInfo returns what the context knows of the ops of that name.
func (c *Context) opInfo(n *OpName) *opInfo {
	if n.id >= len(c.infos) {
		if info, ok := c.later.Load(n); ok {
			return info.(*opInfo)
		}
		info, _ := c.later.LoadOrStore(n, &opInfo{ctx: c, name: n})
		return info.(*opInfo)
	}
	if info := c.infos[n.id].Load(); info != nil {
		return info
	}
	info := &opInfo{ctx: c, name: n, def: c.Registry.Row(n)}
	if info.def != nil {
		info.defaults = make([]Attribute, len(info.def.Attrs))
		for i, a := range info.def.Attrs {
			if a.Default != nil {
				info.defaults[i] = a.Default(c)
			}
		}
	}
	c.infos[n.id].CompareAndSwap(nil, info)
	return c.infos[n.id].Load()
}

// Unique is the identity that a context gives to a type or attribute.
type Unique struct {
	ctx *Context
	id  uint32
}

func (u *Unique) unique() *Unique { return u }

// Context returns the owner.
func (u *Unique) Context() *Context { return u.ctx }

// Key collects what makes a type or attribute itself.
type Key struct{ b []byte }

// Int adds a number.
func (k *Key) Int(v int64) *Key { k.b = binary.AppendVarint(k.b, v); return k }

// Float adds the bits of v.
func (k *Key) Float(v float64) *Key { return k.Int(int64(math.Float64bits(v))) }

// Bool adds a truth value.
func (k *Key) Bool(v bool) *Key {
	if v {
		return k.Int(1)
	}
	return k.Int(0)
}

// Ints adds a list of numbers.
func (k *Key) Ints(v []int64) *Key {
	k.Int(int64(len(v)))
	for _, x := range v {
		k.Int(x)
	}
	return k
}

// Str adds a string.
func (k *Key) Str(s string) *Key { k.Int(int64(len(s))); k.b = append(k.b, s...); return k }

// Type adds a type, which may be nil.
func (k *Key) Type(t Type) *Key {
	if t == nil {
		return k.Int(-1)
	}
	return k.Int(int64(t.unique().id))
}

// Attr adds an attribute, which may be nil.
func (k *Key) Attr(a Attribute) *Key {
	if isNil(a) {
		return k.Int(-1)
	}
	return k.Int(int64(a.unique().id))
}

// Types adds a list of types.
func (k *Key) Types(ts []Type) *Key {
	k.Int(int64(len(ts)))
	for _, t := range ts {
		k.Type(t)
	}
	return k
}

// Attrs adds a list of attributes.
func (k *Key) Attrs(as []Attribute) *Key {
	k.Int(int64(len(as)))
	for _, a := range as {
		k.Attr(a)
	}
	return k
}

func isNil(a Attribute) bool {
	if a == nil {
		return true
	}
	switch l := a.(type) { // typed nils of the optional fields
	case *DictAttr:
		return l == nil
	}
	return false
}

var keys = sync.Pool{New: func() any { return &Key{b: make([]byte, 0, 128)} }}

// uniqueable is a type or an attribute before it is unique.
type uniqueable interface {
	Uniqued
	Key(*Key)
}

func intern(c *Context, sigil byte, name string, v uniqueable) any {
	k := keys.Get().(*Key)
	k.b = append(append(k.b[:0], sigil), name...)
	k.b = append(k.b, 0)
	v.Key(k)
	found := c.table.get(k.b, func(id uint32) any {
		*v.unique() = Unique{c, id}
		if t, ok := v.(Type); ok {
			t.base().self = t
		}
		if _, aliased := v.(Aliased); aliased {
			c.aliased.Store(true)
		}
		return v
	})
	keys.Put(k)
	return found
}

// UniqueType returns the type of the context that equals t. Constructors of
// dialect types end with it; t must not be changed afterwards.
func UniqueType[T Type](c *Context, t T) T { return intern(c, '!', t.TypeName(), t).(T) }

// UniqueAttr returns the attribute of the context that equals a.
func UniqueAttr[T Attribute](c *Context, a T) T { return intern(c, '#', a.AttrName(), a).(T) }

// IDOf is a small number of a type or attribute, its own in its context.
func IDOf(x Uniqued) uint32 { return x.unique().id }

// Uniqued is a type or attribute.
type Uniqued interface{ unique() *Unique }

// MayAlias reports whether the context has a type or attribute that may want an alias; WantAlias says so of a
// location that is used as an attribute.
func (c *Context) MayAlias() bool { return c.aliased.Load() }
func (c *Context) WantAlias()     { c.aliased.Store(true) }
