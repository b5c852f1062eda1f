package ir

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
	for i, r := range op.regions {
		c.regions[i].cloneFrom(r, m)
	}
	return c
}

// CloneWithoutRegions is Clone with empty regions.
func (op *Operation) CloneWithoutRegions(m *Mapping) *Operation {
	st := &OperationState{Name: op.name, Loc: op.Loc, Results: op.ResultTypes()}
	for _, u := range op.operands {
		st.Operands = append(st.Operands, m.Lookup(u.value))
	}
	for range op.regions {
		st.NewRegion()
	}
	for _, s := range op.succs {
		if t, ok := m.blocks[s]; ok {
			s = t
		}
		st.Successors = append(st.Successors, s)
	}
	c := Create(op.ctx, st)
	copy(c.inherent, op.inherent)
	c.attrs = append([]NamedAttr(nil), op.attrs...)
	for i, r := range op.results {
		c.results[i].Name = r.Name
		m.Map(r, c.results[i])
	}
	return c
}

func (r *Region) cloneFrom(from *Region, m *Mapping) {
	for b := range from.Blocks() {
		nb := NewBlock()
		nb.Label = b.Label
		for _, a := range b.args {
			na := nb.AddArg(a.typ, a.loc)
			na.Name = a.Name
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
				for _, u := range o.operands {
					u.Set(m.Lookup(u.value))
				}
				return true
			})
		}
	}
}
