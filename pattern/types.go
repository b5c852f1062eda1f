package pattern

import (
	"slices"

	"tawa/dialects/builtin"
	"tawa/ir"
)

// TypeConverter maps types to none, one or several others.
type TypeConverter struct {
	rules       []func(ir.Type) ([]ir.Type, bool)
	materialize []func(b *ir.Builder, to []ir.Type, from []*ir.Value) []*ir.Value
	cache       map[ir.Type][]ir.Type
}

// NewTypeConverter returns a converter that leaves all types as they are.
func NewTypeConverter() *TypeConverter { return &TypeConverter{cache: map[ir.Type][]ir.Type{}} }

// Add adds a rule: f returns what a type becomes, or false if it has no say. The
// rule added last is asked first.
func (c *TypeConverter) Add(f func(ir.Type) ([]ir.Type, bool)) { c.rules = append(c.rules, f) }

// AddOne is Add for a rule that gives one type; nil is no say.
func (c *TypeConverter) AddOne(f func(ir.Type) ir.Type) {
	c.Add(func(t ir.Type) ([]ir.Type, bool) {
		to := f(t)
		return []ir.Type{to}, to != nil
	})
}

// Materialize adds a way to make values of types `to` of values of other types, where
// a user and a definition do not agree: f returns nil if it can't. Without one there is
// a builtin.unrealized_conversion_cast, which must be gone in the end.
func (c *TypeConverter) Materialize(f func(b *ir.Builder, to []ir.Type, from []*ir.Value) []*ir.Value) {
	c.materialize = append(c.materialize, f)
}

// Convert returns what t becomes, t itself if no rule has a say.
func (c *TypeConverter) Convert(t ir.Type) []ir.Type {
	if c == nil {
		return []ir.Type{t}
	}
	if to, ok := c.cache[t]; ok {
		return to
	}
	to := []ir.Type{t}
	for _, rule := range slices.Backward(c.rules) {
		if ts, ok := rule(t); ok {
			to = ts
			break
		}
	}
	c.cache[t] = to
	return to
}

// ConvertAll converts a list of types into one list.
func (c *TypeConverter) ConvertAll(ts []ir.Type) []ir.Type {
	out := make([]ir.Type, 0, len(ts))
	for _, t := range ts {
		out = append(out, c.Convert(t)...)
	}
	return out
}

// IsLegal reports whether types stay as they are; LegalOp whether those of op's
// operands, results and block arguments do, and of a function its signature.
func (c *TypeConverter) IsLegal(ts ...ir.Type) bool {
	for _, t := range ts {
		if to := c.Convert(t); len(to) != 1 || to[0] != t {
			return false
		}
	}
	return true
}

// LegalOp can be used as a rule of a Target.
func (c *TypeConverter) LegalOp(op *ir.Operation) bool {
	if f := builtin.FunctionType(op); op.Has(ir.FunctionLike) && f != nil && !(c.IsLegal(f.Inputs...) && c.IsLegal(f.Results...)) {
		return false
	}
	for _, v := range op.Operands() {
		if !c.IsLegal(v.Type()) {
			return false
		}
	}
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for _, a := range b.Args() {
				if !c.IsLegal(a.Type()) {
					return false
				}
			}
		}
	}
	return c.IsLegal(op.ResultTypes()...)
}

func (c *TypeConverter) make(b *ir.Builder, to []ir.Type, from []*ir.Value) []*ir.Value {
	if c == nil {
		return nil
	}
	for _, f := range slices.Backward(c.materialize) {
		if vs := f(b, to, from); vs != nil {
			return vs
		}
	}
	return nil
}
