package ir

import (
	"iter"
	"unsafe"
)

// Value is the result of an operation or an argument of a block.
type Value struct {
	typ   *TypeBase
	owner unsafe.Pointer // *Operation or, of an argument, *Block: two fields would make each value a quarter larger
	uses  *Use
	name  uint32 // number in the context's list, 0 is none; isArg says what the owner is
	// Mark is a number for whoever works on the isolated op around: an index into a table of their own,
	// to be checked there, since nobody clears it.
	Mark uint32
}

// isArg marks the name of a block argument.
const isArg = 1 << 31

// argument is what is allocated of a block argument.
type argument struct {
	Value
	index int
	loc   Location
}

// argument is what is around the value of a block argument: its first field, so that both have one address.
func (v *Value) argument() *argument { return (*argument)(unsafe.Pointer(v)) }

// Use is one operand of an operation: an edge from a value to a user.
type Use struct {
	value      *Value
	owner      *Operation
	prev, next *Use
}

// Type returns the type of the value.
func (v *Value) Type() Type { return v.typ.self }

// TypesOf returns a new slice of the types of values.
func TypesOf(vs []*Value) []Type {
	ts := make([]Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type()
	}
	return ts
}

// SetType changes the type of the value.
func (v *Value) SetType(t Type) {
	v.typ = t.base()
	if v.name&isArg != 0 {
		(*Block)(v.owner).Verified = false
	} else {
		(*Operation)(v.owner).Verified = false
	}
}

// Name is the name that the value was read with or inherits, without `%`, or "": a hint.
func (v *Value) Name() string {
	return v.typ.ctx.names.text(v.name &^ isArg)
}

// SetName changes the name.
func (v *Value) SetName(name string) { v.name = v.name&isArg | v.typ.ctx.names.number(name) }

// Def returns the operation whose result the value is, nil for a block argument.
func (v *Value) Def() *Operation {
	if v.name&isArg != 0 {
		return nil
	}
	return (*Operation)(v.owner)
}

// IsArg reports whether the value is a block argument.
func (v *Value) IsArg() bool { return v.name&isArg != 0 }

// ArgBlock returns the block whose argument the value is, nil for a result.
func (v *Value) ArgBlock() *Block {
	if v.name&isArg == 0 {
		return nil
	}
	return (*Block)(v.owner)
}

// Index is the number of the result or argument.
func (v *Value) Index() int {
	if v.name&isArg != 0 {
		return v.argument().index
	}
	first := uintptr(unsafe.Pointer((*Operation)(v.owner).result)) // results lie one behind the other
	return int((uintptr(unsafe.Pointer(v)) - first) / unsafe.Sizeof(Value{}))
}

// Block returns the block in which the value is defined.
func (v *Value) Block() *Block {
	if v.name&isArg != 0 {
		return (*Block)(v.owner)
	}
	return (*Operation)(v.owner).block
}

// Region returns the region in which the value is defined.
func (v *Value) Region() *Region {
	if b := v.Block(); b != nil {
		return b.region
	}
	return nil
}

// Loc returns the location of the argument or of the defining op.
func (v *Value) Loc() Location {
	if v.name&isArg != 0 {
		return v.argument().loc
	}
	return (*Operation)(v.owner).Loc
}

// SetLoc sets the location of a block argument.
func (v *Value) SetLoc(l Location) { v.argument().loc = l }

// Uses iterates over the uses; the current one may be changed or removed.
func (v *Value) Uses() iter.Seq[*Use] {
	return func(yield func(*Use) bool) {
		for u := v.uses; u != nil; {
			next := u.next
			if !yield(u) {
				return
			}
			u = next
		}
	}
}

// Users iterates over the owners of the uses, one for each use.
func (v *Value) Users() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for u := range v.Uses() {
			if !yield(u.owner) {
				return
			}
		}
	}
}

// Unused reports whether nothing uses the value.
func (v *Value) Unused() bool { return v.uses == nil }

// OneUse reports whether exactly one operand uses the value.
func (v *Value) OneUse() bool { return v.uses != nil && v.uses.next == nil }

// ReplaceAllUses makes every user of v use w. A w without a name inherits v's.
func (v *Value) ReplaceAllUses(w *Value) {
	if v == w {
		return
	}
	w.inherit(v)
	for v.uses != nil {
		v.uses.Set(w)
	}
}

// inherit gives v the name of from if it has none.
func (v *Value) inherit(from *Value) {
	if v.name&^isArg == 0 {
		v.name |= from.name &^ isArg
	}
}

// ReplaceUsesIf is ReplaceAllUses for the uses that which returns true for.
func (v *Value) ReplaceUsesIf(w *Value, which func(*Use) bool) {
	for u := range v.Uses() {
		if which(u) {
			u.Set(w)
		}
	}
}

// Value returns the used value, Owner the user.
func (u *Use) Value() *Value     { return u.value }
func (u *Use) Owner() *Operation { return u.owner }

// Index returns the operand's number. The operands of an op lie one behind the other, so that their places tell it.
func (u *Use) Index() int {
	first := uintptr(unsafe.Pointer(u.owner.operands))
	return int((uintptr(unsafe.Pointer(u)) - first) / unsafe.Sizeof(Use{}))
}

// Set makes the operand use v instead.
func (u *Use) Set(v *Value) {
	if u.value == v {
		return
	}
	u.owner.Verified = false
	u.unlink()
	u.link(v)
}

// link appends, so that uses stand in the order of their making.
func (u *Use) link(v *Value) {
	u.value = v
	u.next = nil
	if v == nil {
		u.prev = nil
		return
	}
	if v.uses == nil {
		v.uses, u.prev = u, u // the head's prev is the tail
		return
	}
	tail := v.uses.prev
	tail.next, u.prev, v.uses.prev = u, tail, u
}

func (u *Use) unlink() {
	v := u.value
	if v == nil {
		return
	}
	switch {
	case v.uses == u && u.next == nil:
		v.uses = nil
	case v.uses == u:
		u.next.prev = u.prev
		v.uses = u.next
	case u.next == nil:
		u.prev.next = nil
		v.uses.prev = u.prev
	default:
		u.prev.next, u.next.prev = u.next, u.prev
	}
	u.value, u.prev, u.next = nil, nil, nil
}
