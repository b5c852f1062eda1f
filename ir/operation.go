package ir

import (
	"slices"
	"unsafe"

	"tawa/diag"
)

// Operation is a node of the program: an op with operands, results, attributes,
// regions and successors.
//
// Its layout is what building, walking and collecting a program cost: with two operands and a result an op takes
// 192 bytes (size_test.go). So what most ops lack is behind extra, lengths are apart from pointers, and
// an op whose inherent attributes all have their defaults shares them with the others.
type Operation struct {
	info        *opInfo
	Loc         Location
	operands    *Use       // the first of numOperands
	result      *Value     // the only one; of several the first
	inherent    *Attribute // the first of the slots in the order of the row; nil: the defaults
	extra       *opExtra   // nil if the op has nothing of it
	block       *Block
	prev, next  *Operation
	order       uint32
	numOperands uint32
	numResults  uint32
	erased      bool
	// Queued says that the op is on the list of the driver that rewrites what is around it.
	Queued bool
	// Needed says that the op is not dead, while dead ops are being found; otherwise it is false.
	Needed bool
	// Verified says that the op was found right and has not changed since: what changes it clears it, but for names and
	// locations. So does its block's for what stands in it.
	Verified bool
}

// opExtra is what only some ops have.
type opExtra struct {
	attrs   []NamedAttr // without a slot, sorted by name
	regions []*Region
	flow    *opFlow
	results []*Value // if there are several
}

// opFlow are the successors of an op, each with the edge that its block knows.
type opFlow struct {
	succs []*Block
	edges []blockUse
}

// opInfo is what a context knows of the ops of one name.
type opInfo struct {
	ctx      *Context
	name     *OpName
	def      *OpDef      // nil if the op is not registered
	defaults []Attribute // of the inherent attributes, in the order of the row; nil where there is none
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

// Context returns the context.
func (op *Operation) Context() *Context { return op.info.ctx }

// Name returns the handle; Def the row, nil if the op is not registered.
func (op *Operation) Name() *OpName { return op.info.name }
func (op *Operation) Def() *OpDef   { return op.info.def }

// Is reports whether op is one of the named ops.
func (op *Operation) Is(names ...*OpName) bool {
	name := op.info.name
	for _, n := range names {
		if name == n {
			return true
		}
	}
	return false
}

// Has reports whether the row has all traits of t.
func (op *Operation) Has(t Trait) bool { return op.info.def.Is(t) }

// NumOperands, Operand, Operands and OperandUse give the operands, SetOperand changes one.
func (op *Operation) NumOperands() int           { return int(op.numOperands) }
func (op *Operation) Operand(i int) *Value       { return op.uses()[i].value }
func (op *Operation) OperandUse(i int) *Use      { return &op.uses()[i] }
func (op *Operation) SetOperand(i int, v *Value) { op.uses()[i].Set(v) }

// uses are the operands. A pointer and a length of 32 bits make a smaller op than a slice does.
func (op *Operation) uses() []Use { return unsafe.Slice(op.operands, int(op.numOperands)) }

// Operands returns a new slice of the operand values.
func (op *Operation) Operands() []*Value {
	uses := op.uses()
	out := make([]*Value, len(uses))
	for i := range uses {
		out[i] = uses[i].value
	}
	return out
}

// SetOperands replaces all operands.
func (op *Operation) SetOperands(vs []*Value) {
	old := op.uses()
	for i := range old {
		old[i].unlink()
	}
	op.Verified = false
	op.linkOperands(make([]Use, len(vs)), vs)
}

// AppendOperand adds an operand at the end.
func (op *Operation) AppendOperand(v *Value) { op.SetOperands(append(op.Operands(), v)) }

// NumResults, Result and Results give the results.
func (op *Operation) NumResults() int     { return int(op.numResults) }
func (op *Operation) Result(i int) *Value { return op.Results()[i] }

// Results returns the results; the slice must not be changed.
func (op *Operation) Results() []*Value {
	if op.numResults > 1 {
		return op.extra.results
	}
	return unsafe.Slice(&op.result, int(op.numResults)) // of length 0 or 1, without an allocation
}

// ResultTypes returns a new slice of the result types.
func (op *Operation) ResultTypes() []Type { return TypesOf(op.Results()) }

// OperandGroup returns the operands of column i of the row.
func (op *Operation) OperandGroup(i int) []*Value {
	lo, hi := op.OperandBounds(i)
	out := make([]*Value, 0, hi-lo)
	for k := lo; k < hi; k++ {
		out = append(out, op.Operand(k))
	}
	return out
}

// OperandBounds gives the numbers lo ≤ n < hi of the operands of column i of the row.
func (op *Operation) OperandBounds(i int) (lo, hi int) {
	return op.groupBounds(op.info.def.Operands, op.Has(AttrSizedOperandSegments), OperandSegmentSizes, op.NumOperands(), i)
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
	for i, c := range op.info.def.Operands {
		if c.Name == name {
			return op.OperandGroup(i)
		}
	}
	panic("ir: " + op.info.name.name + " has no operand " + name)
}

// ResultGroup returns the results of column i of the row.
func (op *Operation) ResultGroup(i int) []*Value {
	lo, hi := op.groupBounds(op.info.def.Results, op.Has(AttrSizedResultSegments), ResultSegmentSizes, op.NumResults(), i)
	return op.Results()[lo:hi]
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
	if i := op.info.def.AttrIndex(name); i >= 0 {
		return op.slots()[i]
	}
	for _, a := range op.attrs() {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// slots are the inherent attributes, for reading.
func (op *Operation) slots() []Attribute {
	if op.inherent == nil {
		return op.info.defaults
	}
	return unsafe.Slice(op.inherent, len(op.info.defaults)) // see uses
}

// setSlot changes an inherent attribute.
func (op *Operation) setSlot(i int, v Attribute) {
	if op.inherent == nil {
		if v == op.info.defaults[i] {
			return
		}
		op.inherent = unsafe.SliceData(append([]Attribute(nil), op.info.defaults...))
	}
	op.slots()[i] = v
}

func (op *Operation) more() *opExtra {
	if op.extra == nil {
		op.extra = &opExtra{}
	}
	return op.extra
}

// SetAttr sets an attribute; a nil value removes it.
func (op *Operation) SetAttr(name string, v Attribute) {
	op.Verified = false
	if i := op.info.def.AttrIndex(name); i >= 0 {
		op.setSlot(i, v)
		return
	}
	attrs := op.attrs()
	i := 0
	for i < len(attrs) && attrs[i].Name < name {
		i++
	}
	found := i < len(attrs) && attrs[i].Name == name
	switch {
	case v == nil && found:
		op.extra.attrs = append(attrs[:i:i], attrs[i+1:]...)
	case v == nil:
	case found:
		attrs[i].Value = v
	default:
		op.more().attrs = slices.Insert(attrs, i, NamedAttr{name, v})
	}
}

// Inherent returns the inherent attributes that are set, in the order of the row. An op without a row has at most one,
// its properties, whose name is "".
func (op *Operation) Inherent() []NamedAttr { return op.AppendInherent(nil) }

// AppendInherent appends them to a list.
func (op *Operation) AppendInherent(to []NamedAttr) []NamedAttr {
	if op.info.def == nil {
		return append(to, op.attrs()[:op.properties()]...)
	}
	for i, v := range op.slots() {
		if v != nil {
			to = append(to, NamedAttr{op.info.def.Attrs[i].Name, v})
		}
	}
	return to
}

// properties is 1 if attrs begins with the properties of an op without a row, and 0 otherwise.
func (op *Operation) properties() int {
	if attrs := op.attrs(); len(attrs) > 0 && attrs[0].Name == "" {
		return 1
	}
	return 0
}

// attrs are the attributes that have no slot, sorted by name.
func (op *Operation) attrs() []NamedAttr {
	if op.extra == nil {
		return nil
	}
	return op.extra.attrs
}

// InherentAt returns the inherent attribute in slot i of the row, or nil.
func (op *Operation) InherentAt(i int) Attribute { return op.slots()[i] }

// Discardable returns the other attributes, sorted by name.
func (op *Operation) Discardable() []NamedAttr { return op.attrs()[op.properties():] }

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
func (op *Operation) NumRegions() int      { return len(op.Regions()) }
func (op *Operation) Region(i int) *Region { return op.extra.regions[i] }

// Regions returns the regions; the slice must not be changed.
func (op *Operation) Regions() []*Region {
	if op.extra == nil {
		return nil
	}
	return op.extra.regions
}

// AddRegion appends an empty region.
func (op *Operation) AddRegion() *Region {
	r := &Region{owner: op}
	op.more().regions = append(op.Regions(), r)
	op.Verified = false
	return r
}

// Successors returns the successor blocks; the slice must not be changed.
func (op *Operation) Successors() []*Block {
	if op.extra == nil || op.extra.flow == nil {
		return nil
	}
	return op.extra.flow.succs
}

// SetSuccessor changes a successor.
func (op *Operation) SetSuccessor(i int, b *Block) {
	f := op.extra.flow
	op.Verified = false
	f.edges[i].unlink()
	f.succs[i] = b
	f.edges[i].link(b)
}

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
	b.Verified = false
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
	for _, r := range op.Results() {
		if !r.Unused() {
			panic("ir: erasing " + op.info.name.name + ", whose result is used by " + r.uses.owner.info.name.name)
		}
	}
	op.Remove()
	op.dropReferences()
	for _, r := range op.Regions() {
		for b := range r.Blocks() {
			for inner := range b.Ops() {
				for _, res := range inner.Results() {
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
	op.Verified = false
	uses := op.uses()
	for i := range uses {
		uses[i].unlink()
	}
	if op.extra == nil {
		return
	}
	if f := op.extra.flow; f != nil {
		for i := range f.edges {
			f.edges[i].unlink()
		}
		op.extra.flow = nil
	}
	for _, r := range op.extra.regions {
		for b := range r.Blocks() {
			b.DropAllReferences()
		}
	}
}

// ReplaceWith makes the users of op's results use values, and erases op.
func (op *Operation) ReplaceWith(values ...*Value) {
	for i, r := range op.Results() {
		r.ReplaceAllUses(values[i])
	}
	op.Erase()
}

// Walk calls f for op and all operations inside, an op before its regions. If f
// returns false the regions of that op are skipped. The current op may be erased.
func (op *Operation) Walk(f func(*Operation) bool) {
	regions := op.Regions()
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
	for _, r := range op.Regions() {
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
	for _, r := range op.Regions() {
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
	def := op.info.def
	switch {
	case def == nil:
		return 0
	case def.Effects != nil:
		return def.Effects(op)
	}
	return def.Traits & (Pure | ReadsMemory | WritesMemory | RecursiveEffects)
}

// IsPure reports whether op has no side effects, looking into its regions.
func (op *Operation) IsPure() bool {
	effects := op.Effects()
	if effects&Pure != 0 || op.Has(Terminator) && effects&(ReadsMemory|WritesMemory|RecursiveEffects) == 0 {
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
		return op.info.def.Is(Terminator) && effects&WritesMemory == 0
	}
	return op.all((*Operation).OnlyReads)
}

func (op *Operation) all(f func(*Operation) bool) bool {
	for _, r := range op.Regions() {
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
	for _, r := range op.Results() {
		if !r.Unused() {
			return false
		}
	}
	return true
}

// IsDead reports whether op may be erased: nothing uses it and it does nothing but read.
func (op *Operation) IsDead() bool {
	return op.Unused() && !op.Has(Terminator) && op.info.def != nil && op.OnlyReads()
}

// Span returns where op was read, for diagnostics.
func (op *Operation) Span() diag.Span { return op.Loc.Span() }
