package ir

import (
	"slices"
	"unsafe"
)

// Mapping tells a clone what stands for values and blocks of the original.
// What is not in it stands for itself.
type Mapping struct {
	values map[*Value]*Value
	blocks map[*Block]*Block
}

// NewMapping returns an empty mapping.
func NewMapping() *Mapping {
	return &Mapping{map[*Value]*Value{}, map[*Block]*Block{}}
}

// Map says that to stands for from.
func (m *Mapping) Map(from, to *Value) { m.values[from] = to }

// MapBlock says that to stands for from.
func (m *Mapping) MapBlock(from, to *Block) { m.blocks[from] = to }

// Lookup returns what stands for v.
func (m *Mapping) Lookup(v *Value) *Value {
	if w, ok := m.values[v]; ok {
		return w
	}
	return v
}

// Contains reports whether something was mapped for v.
func (m *Mapping) Contains(v *Value) bool { _, ok := m.values[v]; return ok }

// Clone returns a detached copy of op, with its regions, under the mapping, to
// which it adds the results and all values inside.
func (op *Operation) Clone(m *Mapping) *Operation {
	c := op.CloneWithoutRegions(m)
	for i, r := range op.Regions() {
		c.Region(i).cloneFrom(r, m)
	}
	return c
}

// CloneWithoutRegions is Clone with empty regions.
func (op *Operation) CloneWithoutRegions(m *Mapping) *Operation {
	st := &OperationState{Name: op.info.name, Loc: op.Loc, Results: op.ResultTypes(), Operands: op.Operands()}
	for i, v := range st.Operands {
		st.Operands[i] = m.Lookup(v)
	}
	for range op.Regions() {
		st.NewRegion()
	}
	for _, s := range op.Successors() {
		if t, ok := m.blocks[s]; ok {
			s = t
		}
		st.Successors = append(st.Successors, s)
	}
	c := Create(op.info.ctx, st)
	if op.inherent != nil {
		c.inherent = unsafe.SliceData(slices.Clone(op.slots()))
	}
	if attrs := op.attrs(); len(attrs) > 0 {
		c.more().attrs = slices.Clone(attrs)
	}
	for i, r := range op.Results() {
		c.Result(i).inherit(r)
		m.Map(r, c.Result(i))
	}
	return c
}

func (r *Region) cloneFrom(from *Region, m *Mapping) {
	for b := range from.Blocks() {
		nb := NewBlock()
		nb.Label = b.Label
		for _, a := range b.args {
			na := nb.AddArg(a.Type(), a.Loc())
			na.inherit(a)
			m.Map(a, na)
		}
		m.MapBlock(b, nb)
		r.Append(nb)
	}
	for b := range from.Blocks() {
		nb := m.blocks[b]
		for op := range b.Ops() {
			nb.Append(op.Clone(m))
		}
	}
	r.fixForwardUses(m)
}

// fixForwardUses maps operands that were used before their definition was cloned.
func (r *Region) fixForwardUses(m *Mapping) {
	if r.first == r.last {
		return
	}
	for b := range r.Blocks() {
		for op := range b.Ops() {
			op.Walk(func(o *Operation) bool {
				uses := o.uses()
				for i := range uses {
					uses[i].Set(m.Lookup(uses[i].value))
				}
				return true
			})
		}
	}
}
