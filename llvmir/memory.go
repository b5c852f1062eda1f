package llvmir

// Access says how memory is accessed; the zero Access is plain with the
// type's own alignment.
type Access struct {
	Align    int // in bytes
	Volatile bool
	// Invariant promises that nothing writes the memory while the kernel runs.
	Invariant bool
}

// Load reads a value of type t.
func (b *Builder) Load(t *Type, p Value, a Access) Value {
	if !p.Type.IsPtr() {
		fail("load through %s", p)
	}
	text := p.appendTyped(append(append(volatile(b.begin("load"), a), t.text...), ", "...))
	if a.Align != 0 {
		text = appendInt(append(text, ", align "...), a.Align)
	}
	if a.Invariant {
		text = b.mod.meta.add("!{}").appendRef(append(text, ", !invariant.load "...))
	}
	return b.define(t, text)
}

// Store writes v.
func (b *Builder) Store(v, p Value, a Access) {
	if !p.Type.IsPtr() {
		fail("store through %s", p)
	}
	text := p.appendTyped(append(v.appendTyped(volatile(b.begin("store"), a)), ", "...))
	if a.Align != 0 {
		text = appendInt(append(text, ", align "...), a.Align)
	}
	b.effect(text)
}

func volatile(text []byte, a Access) []byte {
	if a.Volatile {
		return append(text, "volatile "...)
	}
	return text
}

// GEP is the address p + idx[0]*sizeof(t), and further indices into t. With
// inBounds the caller promises that the address stays inside the object.
func (b *Builder) GEP(t *Type, p Value, inBounds bool, idx ...Value) Value {
	if !p.Type.IsPtr() {
		fail("getelementptr of %s", p)
	}
	zero := true
	for _, i := range idx {
		if !i.Type.IsInt() {
			fail("getelementptr indexed by %s", i)
		}
		zero = zero && i.isInt(0)
	}
	if zero {
		return p
	}
	text := b.begin("getelementptr")
	if inBounds {
		text = append(text, "inbounds "...)
	}
	text = p.appendTyped(append(append(text, t.text...), ", "...))
	for _, i := range idx {
		text = i.appendTyped(append(text, ", "...))
	}
	return b.pure(p.Type, text)
}

// ExtractValue is member i of an aggregate, InsertValue the aggregate with it replaced.
func (b *Builder) ExtractValue(agg Value, i int) Value {
	t := agg.Type.field(i)
	return b.pure(t, appendInt(append(agg.appendTyped(b.begin("extractvalue")), ", "...), i))
}

func (b *Builder) InsertValue(agg, v Value, i int) Value {
	if !agg.Type.field(i).Equal(v.Type) {
		fail("insertvalue of %s into %s at %d", v, agg.Type, i)
	}
	text := v.appendTyped(append(agg.appendTyped(b.begin("insertvalue")), ", "...))
	return b.pure(agg.Type, appendInt(append(text, ", "...), i))
}

// ExtractElement is element i of a vector, InsertElement the vector with it replaced.
func (b *Builder) ExtractElement(vec, i Value) Value {
	if !vec.Type.IsVec() || !i.Type.IsInt() {
		fail("extractelement of %s at %s", vec, i)
	}
	return b.pure(vec.Type.Elem(), i.appendTyped(append(vec.appendTyped(b.begin("extractelement")), ", "...)))
}

func (b *Builder) InsertElement(vec, v, i Value) Value {
	if !vec.Type.IsVec() || !i.Type.IsInt() || !vec.Type.Elem().Equal(v.Type) {
		fail("insertelement of %s into %s at %s", v, vec, i)
	}
	text := v.appendTyped(append(vec.appendTyped(b.begin("insertelement")), ", "...))
	return b.pure(vec.Type, i.appendTyped(append(text, ", "...)))
}

// Pack is the vector of the given elements.
func (b *Builder) Pack(elems ...Value) Value {
	v := Poison(Vec(len(elems), elems[0].Type))
	for i, e := range elems {
		v = b.InsertElement(v, e, CI32(i))
	}
	return v
}

// Unpack is the elements of a vector.
func (b *Builder) Unpack(vec Value) []Value {
	out := make([]Value, vec.Type.Len())
	for i := range out {
		out[i] = b.ExtractElement(vec, CI32(i))
	}
	return out
}

// AtomicRMW changes memory by op (add, xchg, umax, fadd, …) and gives the old
// value. The order is LLVM's (monotonic, acquire, release, acq_rel, seq_cst),
// the scope "" for the system, "device" for the GPU, "block" for the CTA.
func (b *Builder) AtomicRMW(op string, p, v Value, order, scope string, align int) Value {
	if !p.Type.IsPtr() {
		fail("atomicrmw through %s", p)
	}
	text := append(append(b.begin("atomicrmw"), op...), ' ')
	text = v.appendTyped(append(p.appendTyped(text), ", "...))
	return b.define(v.Type, appendAlign(appendOrder(text, scope, order), align))
}

// CmpXchg writes v if memory holds old, and gives what it held and whether it wrote.
func (b *Builder) CmpXchg(p, old, v Value, order, failure, scope string, align int) (held, wrote Value) {
	if !p.Type.IsPtr() || !old.Type.Equal(v.Type) {
		fail("cmpxchg of %s and %s through %s", old, v, p)
	}
	text := append(p.appendTyped(b.begin("cmpxchg")), ", "...)
	text = v.appendTyped(append(old.appendTyped(text), ", "...))
	text = append(append(appendOrder(text, scope, order), ' '), failure...)
	pair := b.define(Struct(v.Type, I1), appendAlign(text, align))
	return b.ExtractValue(pair, 0), b.ExtractValue(pair, 1)
}

func appendOrder(text []byte, scope, order string) []byte {
	if scope != "" {
		text = append(append(append(text, ` syncscope("`...), scope...), `")`...)
	}
	return append(append(text, ' '), order...)
}

func appendAlign(text []byte, align int) []byte {
	if align == 0 {
		return text
	}
	return appendInt(append(text, ", align "...), align)
}
