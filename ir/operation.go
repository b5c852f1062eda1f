package ir

import (
	"sort"

	"tawa/diag"
)

// Operation is a node of the program: an op with operands, results, attributes,
// regions and successors.
type Operation struct {
	ctx        *Context
	name       *OpName
	def        *OpDef // nil if the op is not registered
	Loc        Location
	operands   []*Use
	results    []*Value
	inherent   []Attribute // slots in the order of the row
	attrs      []NamedAttr // discardable, sorted by name
	regions    []*Region
	succs      []*Block
	block      *Block
	prev, next *Operation
	order      int
	erased     bool
	// Mark is what Value.Mark is.
	Mark uint32
}

// OperationState is what an operation is made of. Attrs holds inherent and
// discardable attributes together.
type OperationState struct {
	Name       *OpName
	Loc        Location
	Operands   []*Value
	Results    []Type
	Attrs      []NamedAttr
	Regions    []*Region
	Successors []*Block
	// SegmentSizes are the lengths of variadic operands, if the row wants them.
	SegmentSizes []int
}

// AddAttr adds or replaces an attribute of the state.
func (st *OperationState) AddAttr(name string, a Attribute) {
	for i := range st.Attrs {
		if st.Attrs[i].Name == name {
			st.Attrs[i].Value = a
			return
		}
	}
	st.Attrs = append(st.Attrs, NamedAttr{name, a})
}

// Attr returns an attribute of the state, or nil.
func (st *OperationState) Attr(name string) Attribute {
	for _, a := range st.Attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// NewRegion adds an empty region to the state.
func (st *OperationState) NewRegion() *Region {
	r := &Region{}
	st.Regions = append(st.Regions, r)
	return r
}

// Create makes a detached operation. Missing default attributes are filled in,
// and as many empty regions are made as the row has single ones.
func Create(ctx *Context, st *OperationState) *Operation {
	op := &Operation{ctx: ctx, name: st.Name, def: ctx.Registry.Row(st.Name), Loc: st.Loc}
	uses := make([]Use, len(st.Operands))
	op.operands = make([]*Use, len(st.Operands))
	for i, v := range st.Operands {
		u := &uses[i]
		u.owner, u.index = op, i
		u.link(v)
		op.operands[i] = u
	}
	values := make([]Value, len(st.Results))
	op.results = make([]*Value, len(st.Results))
	for i, t := range st.Results {
		values[i] = Value{typ: t, def: op, index: int32(i)}
		op.results[i] = &values[i]
	}
	op.setAttrs(st)
	op.regions = st.Regions
	if len(op.regions) == 0 && op.def != nil {
		for _, r := range op.def.Regions {
			if r.Arity == Single {
				op.regions = append(op.regions, &Region{})
			}
		}
	}
	for _, r := range op.regions {
		r.owner = op
	}
	op.succs = st.Successors
	return op
}

func (op *Operation) setAttrs(st *OperationState) {
	if op.def != nil && len(op.def.Attrs) > 0 {
		op.inherent = make([]Attribute, len(op.def.Attrs))
		for i := range op.def.Attrs {
			op.inherent[i] = op.ctx.DefaultOf(op.def, i)
		}
	}
	for _, a := range st.Attrs {
		op.SetAttr(a.Name, a.Value)
	}
	if st.SegmentSizes != nil {
		sizes := make([]int64, len(st.SegmentSizes))
		for i, n := range st.SegmentSizes {
			sizes[i] = int64(n)
		}
		op.SetAttr(OperandSegmentSizes, op.ctx.I32Array(sizes...))
	}
}

// Context returns the context.
func (op *Operation) Context() *Context { return op.ctx }

// Name returns the handle; Def the row, nil if the op is not registered.
func (op *Operation) Name() *OpName { return op.name }
func (op *Operation) Def() *OpDef   { return op.def }

// Is reports whether op is one of the named ops.
func (op *Operation) Is(names ...*OpName) bool {
	for _, n := range names {
		if op.name == n {
			return true
		}
	}
	return false
}

// Has reports whether the row has all traits of t.
func (op *Operation) Has(t Trait) bool { return op.def.Is(t) }

// NumOperands, Operand, Operands and OperandUse give the operands.
func (op *Operation) NumOperands() int           { return len(op.operands) }
func (op *Operation) Operand(i int) *Value       { return op.operands[i].value }
func (op *Operation) OperandUse(i int) *Use      { return op.operands[i] }
func (op *Operation) SetOperand(i int, v *Value) { op.operands[i].Set(v) }

// Operands returns a new slice of the operand values.
func (op *Operation) Operands() []*Value {
	out := make([]*Value, len(op.operands))
	for i, u := range op.operands {
		out[i] = u.value
	}
	return out
}

// SetOperands replaces all operands.
func (op *Operation) SetOperands(vs []*Value) {
	for _, u := range op.operands {
		u.unlink()
	}
	op.operands = make([]*Use, len(vs))
	for i, v := range vs {
		u := &Use{owner: op, index: i}
		u.link(v)
		op.operands[i] = u
	}
}

// AppendOperand adds an operand at the end.
func (op *Operation) AppendOperand(v *Value) { op.SetOperands(append(op.Operands(), v)) }

// NumResults, Result and Results give the results.
func (op *Operation) NumResults() int     { return len(op.results) }
func (op *Operation) Result(i int) *Value { return op.results[i] }
func (op *Operation) Results() []*Value   { return op.results }

// ResultTypes returns a new slice of the result types.
func (op *Operation) ResultTypes() []Type {
	out := make([]Type, len(op.results))
	for i, r := range op.results {
		out[i] = r.typ
	}
	return out
}

// OperandGroup returns the operands of column i of the row.
func (op *Operation) OperandGroup(i int) []*Value {
	lo, hi := op.OperandBounds(i)
	out := make([]*Value, 0, hi-lo)
	for _, u := range op.operands[lo:hi] {
		out = append(out, u.value)
	}
	return out
}

// OperandBounds gives the numbers lo ≤ n < hi of the operands of column i of the row.
func (op *Operation) OperandBounds(i int) (lo, hi int) {
	return op.groupBounds(op.def.Operands, op.def.Is(AttrSizedOperandSegments), OperandSegmentSizes, len(op.operands), i)
}

// OptionalOperand returns the operand of an optional column, or nil.
func (op *Operation) OptionalOperand(i int) *Value {
	if g := op.OperandGroup(i); len(g) > 0 {
		return g[0]
	}
	return nil
}

// NamedOperands returns the operands of the column with that name.
func (op *Operation) NamedOperands(name string) []*Value {
	for i, c := range op.def.Operands {
		if c.Name == name {
			return op.OperandGroup(i)
		}
	}
	panic("ir: " + op.name.name + " has no operand " + name)
}

// ResultGroup returns the results of column i of the row.
func (op *Operation) ResultGroup(i int) []*Value {
	lo, hi := op.groupBounds(op.def.Results, op.def.Is(AttrSizedResultSegments), ResultSegmentSizes, len(op.results), i)
	return op.results[lo:hi]
}

func (op *Operation) groupBounds(cols []Operand, sized bool, attr string, n, i int) (lo, hi int) {
	if sized {
		sizes, ok := op.Attr(attr).(*DenseArrayAttr)
		if !ok || len(sizes.Values) != len(cols) {
			return 0, 0
		}
		for _, s := range sizes.Values[:i] {
			lo += int(s)
		}
		return clampRange(lo, lo+int(sizes.Values[i]), n)
	}
	extra := n - (len(cols) - 1) // what the one loose column takes
	for j, c := range cols[:i+1] {
		size := 1
		if c.Arity != Single {
			size = max(extra, 0)
		}
		if j == i {
			return clampRange(lo, lo+size, n)
		}
		lo += size
	}
	return lo, lo
}

func clampRange(lo, hi, n int) (int, int) {
	lo, hi = min(max(lo, 0), n), min(max(hi, 0), n)
	return lo, max(lo, hi)
}

// Attr returns the inherent or discardable attribute of that name, or nil.
func (op *Operation) Attr(name string) Attribute {
	if i := op.def.AttrIndex(name); i >= 0 {
		return op.inherent[i]
	}
	for _, a := range op.attrs {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// SetAttr sets an attribute; a nil value removes it.
func (op *Operation) SetAttr(name string, v Attribute) {
	if i := op.def.AttrIndex(name); i >= 0 {
		op.inherent[i] = v
		return
	}
	i := sort.Search(len(op.attrs), func(i int) bool { return op.attrs[i].Name >= name })
	found := i < len(op.attrs) && op.attrs[i].Name == name
	switch {
	case v == nil && found:
		op.attrs = append(op.attrs[:i:i], op.attrs[i+1:]...)
	case v == nil:
	case found:
		op.attrs[i].Value = v
	default:
		op.attrs = append(op.attrs, NamedAttr{})
		copy(op.attrs[i+1:], op.attrs[i:])
		op.attrs[i] = NamedAttr{name, v}
	}
}

// Inherent returns the inherent attributes that are set, in the order of the row. An op without a row has at most one,
// its properties, whose name is "".
func (op *Operation) Inherent() []NamedAttr { return op.AppendInherent(nil) }

// AppendInherent appends them to a list.
func (op *Operation) AppendInherent(to []NamedAttr) []NamedAttr {
	if op.def == nil {
		return append(to, op.attrs[:op.properties()]...)
	}
	for i, v := range op.inherent {
		if v != nil {
			to = append(to, NamedAttr{op.def.Attrs[i].Name, v})
		}
	}
	return to
}

// properties is 1 if attrs begins with the properties of an op without a row, and 0 otherwise.
func (op *Operation) properties() int {
	if len(op.attrs) > 0 && op.attrs[0].Name == "" {
		return 1
	}
	return 0
}

// InherentAt returns the inherent attribute in slot i of the row, or nil.
func (op *Operation) InherentAt(i int) Attribute { return op.inherent[i] }

// Discardable returns the other attributes, sorted by name.
func (op *Operation) Discardable() []NamedAttr { return op.attrs[op.properties():] }

// IntAttr returns the value of an integer attribute.
func (op *Operation) IntAttr(name string) (int64, bool) {
	a, ok := op.Attr(name).(*IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Value, true
}

// StrAttr returns the value of a string attribute, or "".
func (op *Operation) StrAttr(name string) string {
	if a, ok := op.Attr(name).(*StringAttr); ok {
		return a.Value
	}
	return ""
}

// Ints returns the values of a dense array attribute.
func (op *Operation) Ints(name string) []int64 {
	if a, ok := op.Attr(name).(*DenseArrayAttr); ok {
		return a.Values
	}
	return nil
}

// NumRegions, Region and Regions give the regions.
func (op *Operation) NumRegions() int      { return len(op.regions) }
func (op *Operation) Region(i int) *Region { return op.regions[i] }
func (op *Operation) Regions() []*Region   { return op.regions }

// AddRegion appends an empty region.
func (op *Operation) AddRegion() *Region {
	r := &Region{owner: op}
	op.regions = append(op.regions, r)
	return r
}

// Successors returns the successor blocks; SetSuccessor changes one.
func (op *Operation) Successors() []*Block         { return op.succs }
func (op *Operation) SetSuccessor(i int, b *Block) { op.succs[i] = b }

// Block returns the block that holds the op, nil if detached.
func (op *Operation) Block() *Block { return op.block }

// Parent returns the operation around op, nil if none.
func (op *Operation) Parent() *Operation {
	if op.block == nil {
		return nil
	}
	return op.block.Parent()
}

// ParentOf returns the nearest operation of that name around op, or nil.
func (op *Operation) ParentOf(names ...*OpName) *Operation {
	for p := op.Parent(); p != nil; p = p.Parent() {
		if p.Is(names...) {
			return p
		}
	}
	return nil
}

// IsAncestorOf reports whether op is other or around it.
func (op *Operation) IsAncestorOf(other *Operation) bool {
	for ; other != nil; other = other.Parent() {
		if other == op {
			return true
		}
	}
	return false
}

// Prev and Next return the neighbours in the block.
func (op *Operation) Prev() *Operation { return op.prev }
func (op *Operation) Next() *Operation { return op.next }

// IsBefore reports whether op stands before other in the same block.
func (op *Operation) IsBefore(other *Operation) bool {
	if op.block != other.block || op.block == nil {
		panic("ir: IsBefore of ops in different blocks")
	}
	if !op.block.ordered {
		op.block.number()
	}
	return op.order < other.order
}

// Remove takes op out of its block, keeping it alive.
func (op *Operation) Remove() {
	b := op.block
	if b == nil {
		return
	}
	if op.prev != nil {
		op.prev.next = op.next
	} else {
		b.first = op.next
	}
	if op.next != nil {
		op.next.prev = op.prev
	} else {
		b.last = op.prev
	}
	op.block, op.prev, op.next = nil, nil, nil
}

// MoveBefore moves op before other.
func (op *Operation) MoveBefore(other *Operation) {
	if op == other {
		return
	}
	op.Remove()
	other.block.InsertBefore(op, other)
}

// MoveAfter moves op after other.
func (op *Operation) MoveAfter(other *Operation) {
	if op == other {
		return
	}
	op.Remove()
	other.block.InsertBefore(op, other.next)
}

// Erase removes and destroys op with its regions. Its results must be unused.
func (op *Operation) Erase() {
	for _, r := range op.results {
		if !r.Unused() {
			panic("ir: erasing " + op.name.name + ", whose result is used by " + r.uses.owner.name.name)
		}
	}
	op.Remove()
	op.dropReferences()
	for _, r := range op.regions {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				for _, res := range inner.results {
					for res.uses != nil {
						res.uses.unlink()
					}
				}
				inner.Erase()
			}
			b.Remove()
		}
	}
	op.erased = true
}

// Erased reports whether op was destroyed; such an op must not be used.
func (op *Operation) Erased() bool { return op.erased }

func (op *Operation) dropReferences() {
	for _, u := range op.operands {
		u.unlink()
	}
	op.succs = nil
	for _, r := range op.regions {
		for b := range r.Blocks() {
			b.DropAllReferences()
		}
	}
}

// ReplaceWith makes the users of op's results use values, and erases op.
func (op *Operation) ReplaceWith(values ...*Value) {
	for i, r := range op.results {
		r.ReplaceAllUses(values[i])
	}
	op.Erase()
}

// Walk calls f for op and all operations inside, an op before its regions. If f
// returns false the regions of that op are skipped. The current op may be erased.
func (op *Operation) Walk(f func(*Operation) bool) {
	regions := op.regions
	if !f(op) || op.erased {
		return
	}
	for _, r := range regions {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				inner.Walk(f)
			}
		}
	}
}

// HasAtLeast reports whether there are n ops inside; it looks no further.
func (op *Operation) HasAtLeast(n int) bool { return op.count(n) >= n }

// Size is the number of ops inside.
func (op *Operation) Size() int { return op.count(1 << 62) }

func (op *Operation) count(limit int) (n int) {
	for _, r := range op.regions {
		for b := r.first; b != nil; b = b.next {
			for inner := b.first; inner != nil && n < limit; inner = inner.next {
				n += 1 + inner.count(limit-n-1)
			}
		}
	}
	return n
}

// WalkPost calls f for all operations inside op and then op, regions first.
func (op *Operation) WalkPost(f func(*Operation)) {
	for _, r := range op.regions {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				inner.WalkPost(f)
			}
		}
	}
	f(op)
}

// Effects returns the memory traits of op: those of the row, or what its Effects says.
func (op *Operation) Effects() Trait {
	switch {
	case op.def == nil:
		return 0
	case op.def.Effects != nil:
		return op.def.Effects(op)
	}
	return op.def.Traits & (Pure | ReadsMemory | WritesMemory | RecursiveEffects)
}

// IsPure reports whether op has no side effects, looking into its regions.
func (op *Operation) IsPure() bool {
	effects := op.Effects()
	if effects&Pure != 0 || op.def.Is(Terminator) && effects&(ReadsMemory|WritesMemory|RecursiveEffects) == 0 {
		return true
	}
	if effects&RecursiveEffects == 0 {
		return false
	}
	return op.all((*Operation).IsPure)
}

// OnlyReads reports whether op has no effect but reading memory, looking into its regions.
func (op *Operation) OnlyReads() bool {
	effects := op.Effects()
	switch {
	case effects&Pure != 0 || effects&(ReadsMemory|WritesMemory) == ReadsMemory:
		return true
	case effects&RecursiveEffects == 0:
		return op.def.Is(Terminator) && effects&WritesMemory == 0
	}
	return op.all((*Operation).OnlyReads)
}

func (op *Operation) all(f func(*Operation) bool) bool {
	for _, r := range op.regions {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				if !f(inner) {
					return false
				}
			}
		}
	}
	return true
}

// Unused reports whether nothing uses a result of op.
func (op *Operation) Unused() bool {
	for _, r := range op.results {
		if !r.Unused() {
			return false
		}
	}
	return true
}

// IsDead reports whether op may be erased: nothing uses it and it does nothing but read.
func (op *Operation) IsDead() bool {
	return op.Unused() && !op.Has(Terminator) && op.def != nil && op.OnlyReads()
}

// Span returns where op was read, for diagnostics.
func (op *Operation) Span() diag.Span { return op.Loc.Span }
