package ir

import "iter"

// Value is the result of an operation or an argument of a block.
type Value struct {
	typ   Type
	def   *Operation // of a result
	block *Block     // of an argument
	index int32
	// Mark is a number for whoever works on the isolated op around: an index into a table of their own,
	// to be checked there, since nobody clears it.
	Mark uint32
	uses *Use
	// Name is the name it was read with or inherits, without `%`; a hint.
	Name string
	// Loc is the location of a block argument; a result has its op's.
	loc Location
}

// Use is one operand of an operation: an edge from a value to a user.
type Use struct {
	value      *Value
	owner      *Operation
	index      int
	prev, next *Use
}

// Type returns the type of the value.
func (v *Value) Type() Type { return v.typ }

// SetType changes the type of the value.
func (v *Value) SetType(t Type) { v.typ = t }

// Def returns the operation whose result the value is, nil for a block argument.
func (v *Value) Def() *Operation { return v.def }

// IsArg reports whether the value is a block argument.
func (v *Value) IsArg() bool { return v.def == nil }

// ArgBlock returns the block whose argument the value is, nil for a result.
func (v *Value) ArgBlock() *Block { return v.block }

// Index is the number of the result or argument.
func (v *Value) Index() int { return int(v.index) }

// Block returns the block in which the value is defined.
func (v *Value) Block() *Block {
	if v.def != nil {
		return v.def.block
	}
	return v.block
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
	if v.def != nil {
		return v.def.Loc
	}
	return v.loc
}

// SetLoc sets the location of a block argument.
func (v *Value) SetLoc(l Location) { v.loc = l }

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
	if w.Name == "" {
		w.Name = v.Name
	}
	for v.uses != nil {
		v.uses.Set(w)
	}
}

// ReplaceUsesIf is ReplaceAllUses for the uses that keep returns true for.
func (v *Value) ReplaceUsesIf(w *Value, which func(*Use) bool) {
	for u := range v.Uses() {
		if which(u) {
			u.Set(w)
		}
	}
}

// Value returns the used value, Owner the user, Index the operand's number.
func (u *Use) Value() *Value     { return u.value }
func (u *Use) Owner() *Operation { return u.owner }
func (u *Use) Index() int        { return u.index }

// Set makes the operand use v instead.
func (u *Use) Set(v *Value) {
	if u.value == v {
		return
	}
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
