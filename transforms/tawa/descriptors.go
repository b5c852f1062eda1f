package tawa

import (
	"slices"

	"tawa/dialects/nvgpu"
	"tawa/dialects/tt"
	"tawa/ir"
)

// Descriptors that the kernel makes go through rings as well: the producer makes all of
// them, those that the consumers store through included, and loads through its own. A
// slot is given back when the consumers have got every tile that was loaded, and have
// stored every tile, through what it holds; then the tensor maps can be overwritten.

// mapSlots are the slots of a ring of descriptors that are made in a loop: those of the
// next iteration are written while copies by the last ones may be under way.
const mapSlots = 2

// onlyAccessed reports whether a descriptor is only loaded and stored through.
func onlyAccessed(desc *ir.Value) bool {
	for u := range desc.Uses() {
		if !u.Owner().Is(tt.DescriptorLoad, tt.DescriptorStore) || u.Index() != 0 {
			return false
		}
	}
	return true
}

// accessedBy reports whether one of the ops loads through the descriptor that op makes.
func accessedBy(op *ir.Operation, ops map[*ir.Operation]bool) bool {
	if !op.Is(tt.MakeTensorDesc) {
		return false
	}
	for user := range op.Result(0).Users() {
		if ops[user] {
			return true
		}
	}
	return false
}

// groupDescriptors puts the descriptors of a block together, unless one is used before
// the next is made. The consumers give them back, who come last in every case.
func (p *plan) groupDescriptors(made []*ir.Operation) {
	last := map[*ir.Block]*group{}
	for _, op := range made {
		if !op.Is(tt.MakeTensorDesc) {
			continue
		}
		g := last[op.Block()]
		if g == nil || g.first.IsBefore(op) {
			g = &group{by: p.producer, to: p.consumer, via: p.transformer}
			p.groups = append(p.groups, g)
			last[op.Block()] = g
		}
		g.makers = append(g.makers, op)
		g.hold(op)
	}
}

// slots is the depth of a ring, where that of deep ones is chosen.
func (r *ring) slots(deep int64) int64 {
	switch g := r.groups[0]; {
	case g.deep():
		return deep
	case g.maps() && enclosingLoop(g.makers[0]) != nil:
		return mapSlots
	}
	return 1
}

// isMap reports whether a ring's type, of what its slots hold, is that of a descriptor.
func isMap(t ir.Type) bool { _, ok := t.(*tt.DescType); return ok }

// slotBytes is the shared memory of the slots of a ring, barriers included. A tensor map
// lies in global memory and takes a template, which all slots share.
func slotBytes(payload []ir.Type, depth int64) int64 {
	bytes := 2 * barrierBytes * depth
	for _, t := range payload {
		if isMap(t) {
			bytes += nvgpu.TensorMapBytes
		} else {
			bytes += tileBytes(t) * depth
		}
	}
	return bytes
}

// checkMaps reports a ring of descriptors that can't be lowered.
func (l *lowering) checkMaps(ch *channel) bool {
	if !slices.ContainsFunc(ch.ring.Payload, isMap) {
		return true
	}
	ch.maps = true
	if slices.ContainsFunc(ch.ring.Payload, func(t ir.Type) bool { return !isMap(t) }) {
		return l.st.Errorf(ch.create, "a slot holds either tiles or descriptors")
	}
	for _, put := range ch.puts {
		for i, v := range put.op.Operands()[2:] {
			switch {
			case v.Def() == nil || !v.Def().Is(tt.MakeTensorDesc) || v.Def().Block() != put.op.Block():
				return l.st.Errorf(put.op, "descriptor #%d is not made beside this put", i)
			case v.Def().Attr("padding") != ch.puts[0].op.Operand(2+i).Def().Attr("padding"):
				return l.st.Errorf(put.op, "descriptor #%d has another padding than in the first put", i)
			}
		}
	}
	return true
}

// allocMaps makes the places of the tensor maps of a ring.
func (ch *channel) allocMaps(b *ir.Builder) {
	for i, t := range ch.ring.Payload {
		attrs := []ir.NamedAttr{ir.A("slots", b.Context().I32Attr(ch.ring.Depth))}
		if len(ch.puts) > 0 {
			attrs = append(attrs, ir.A("padding", ch.puts[0].op.Operand(2+i).Def().Attr("padding")))
		}
		v := b.Value(nvgpu.TensorMapAlloc, nil, []ir.Type{t}, attrs...)
		v.SetName("maps")
		ch.buffers = append(ch.buffers, v)
	}
}

// mapOf is the place of tensor map number i in the slot of the access.
func (e *emitter) mapOf(i int) *ir.Value {
	maps := e.role.see(e.ch.buffers[i])
	v := e.b.Value(nvgpu.TensorMapSlot, []*ir.Value{maps, e.at.slot}, []ir.Type{maps.Type()})
	return v
}

// putMaps writes the tensor maps of an empty slot. The producer's own copies need no
// barrier, only to acquire what it has released.
func (e *emitter) putMaps(op *ir.Operation) {
	made := op.Operands()[2:]
	var places []*ir.Value
	for i, v := range made {
		place := e.mapOf(i)
		place.SetName(v.Name())
		places = append(places, place)
		MakeMap(e.b, place, v.Def())
	}
	e.do(nvgpu.TensorMapRelease, nil)
	e.do(nvgpu.MBarrierExpect, []*ir.Value{e.slot(e.ch.full)}, ir.A("bytes", e.b.Context().I32Attr(0)))
	var ops []*ir.Operation
	for i, v := range made {
		ops = append(ops, v.Def())
		if !v.OneUse() {
			e.do(nvgpu.TensorMapAcquire, []*ir.Value{places[i]})
		}
	}
	op.Erase()
	for i, made := range ops {
		made.Result(0).ReplaceAllUses(places[i])
		made.Erase()
	}
}

// MakeMap writes the tensor map of the descriptor that an op makes.
func MakeMap(b *ir.Builder, place *ir.Value, desc *ir.Operation) {
	shape, strides := desc.NamedOperands("shape"), desc.NamedOperands("strides")
	b.Create(nvgpu.TensorMapMake, slices.Concat([]*ir.Value{place, desc.Operand(0)}, shape, strides), []ir.Type{},
		ir.Segments(b.Context(), 1, 1, int64(len(shape)), int64(len(strides))))
}

// getMaps acquires the tensor maps of a full slot.
func (e *emitter) getMaps(op *ir.Operation) {
	for i, v := range op.Results() {
		if v.Unused() {
			continue
		}
		place := e.mapOf(i)
		place.SetName(v.Name())
		e.do(nvgpu.TensorMapAcquire, []*ir.Value{place})
		v.ReplaceAllUses(place)
	}
}

// storesThrough reports whether a get of the channel gives a descriptor that is stored through.
func (ch *channel) storesThrough() bool {
	for _, a := range ch.gets {
		for _, v := range a.op.Results() {
			for user := range v.Users() {
				if user.Is(tt.DescriptorStore) {
					return true
				}
			}
		}
	}
	return false
}
