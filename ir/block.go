package ir

import (
	"cmp"
	"iter"
	"slices"
	"unsafe"
)

// Block is a list of operations with arguments.
type Block struct {
	region      *Region
	args        []*Value
	preds       *blockUse // edges of ops that have the block as a successor, the latest first
	first, last *Operation
	prev, next  *Block
	order       uint32
	ordered     bool // the ops' order holds
	// Verified says that the list of ops and the arguments have not changed since they were found right.
	Verified bool
	// Queued is what Operation.Queued is.
	Queued bool
	// Mark is what Value.Mark is.
	Mark uint32
	// Label is the name it was read with, without `^`.
	Label string
}

// Region is a list of blocks, owned by an operation.
type Region struct {
	owner       *Operation
	first, last *Block
	unordered   bool // the blocks' order does not hold
}

// blockUse is an edge to a successor.
type blockUse struct {
	block      *Block
	owner      *Operation
	prev, next *blockUse
}

func (u *blockUse) link(b *Block) {
	u.block = b
	if b == nil {
		return
	}
	if u.next = b.preds; u.next != nil {
		u.next.prev = u
	}
	b.preds = u
}

func (u *blockUse) unlink() {
	if u.block == nil {
		return
	}
	if u.prev != nil {
		u.prev.next = u.next
	} else {
		u.block.preds = u.next
	}
	if u.next != nil {
		u.next.prev = u.prev
	}
	u.block, u.prev, u.next = nil, nil, nil
}

// NewBlock returns a block without a region.
func NewBlock() *Block { return &Block{} }

// Owner returns the operation that has the region.
func (r *Region) Owner() *Operation { return r.owner }

// Index returns the number of the region in its owner.
func (r *Region) Index() int {
	for i, x := range r.owner.Regions() {
		if x == r {
			return i
		}
	}
	return -1
}

// Empty reports whether the region has no blocks.
func (r *Region) Empty() bool { return r.first == nil }

// First and Last return the ends of the block list, nil if empty.
func (r *Region) First() *Block { return r.first }
func (r *Region) Last() *Block  { return r.last }

// Entry returns the first block, making it if there is none.
func (r *Region) Entry() *Block {
	if r.first == nil {
		r.Append(NewBlock())
	}
	return r.first
}

// OneBlock reports whether the region has exactly one block.
func (r *Region) OneBlock() bool { return r.first != nil && r.first == r.last }

// Blocks iterates over the blocks; the current one may be removed.
func (r *Region) Blocks() iter.Seq[*Block] {
	return func(yield func(*Block) bool) {
		for b := r.first; b != nil; {
			next := b.next
			if !yield(b) {
				return
			}
			b = next
		}
	}
}

// Append adds a block at the end.
func (r *Region) Append(b *Block) {
	b.region, b.prev, b.next = r, r.last, nil
	if r.last != nil {
		r.last.next = b
		b.order = r.last.order + 1
	} else {
		r.first = b
		b.order, r.unordered = 0, false
	}
	r.last = b
}

// InsertAfter adds b after the block at.
func (r *Region) InsertAfter(b, at *Block) {
	if at == r.last {
		r.Append(b)
		return
	}
	b.region, b.prev, b.next = r, at, at.next
	at.next.prev = b
	at.next = b
	r.unordered = true
}

// TakeBlocks moves all blocks of from to the end of r.
func (r *Region) TakeBlocks(from *Region) {
	for b := range from.Blocks() {
		b.Remove()
		r.Append(b)
	}
}

// Contains reports whether the region is r2 or an ancestor of it.
func (r *Region) Contains(r2 *Region) bool {
	for r2 != nil {
		if r2 == r {
			return true
		}
		if r2.owner == nil || r2.owner.block == nil {
			return false
		}
		r2 = r2.owner.block.region
	}
	return false
}

// Region returns the region that holds the block, nil if none.
func (b *Block) Region() *Region { return b.region }

// Parent returns the operation around the block, nil if none.
func (b *Block) Parent() *Operation {
	if b.region == nil {
		return nil
	}
	return b.region.owner
}

// Prev and Next return the neighbours in the region.
func (b *Block) Prev() *Block { return b.prev }
func (b *Block) Next() *Block { return b.next }

// Remove takes the block out of its region, keeping its content.
func (b *Block) Remove() {
	r := b.region
	if r == nil {
		return
	}
	if b.prev != nil {
		b.prev.next = b.next
	} else {
		r.first = b.next
	}
	if b.next != nil {
		b.next.prev = b.prev
	} else {
		r.last = b.prev
	}
	if r.owner != nil {
		r.owner.Verified = false
	}
	b.Verified = false // of the region that it comes into
	b.region, b.prev, b.next = nil, nil, nil
}

// Erase removes the block and all its operations; their values must have no uses outside.
func (b *Block) Erase() {
	b.DropAllReferences()
	for op := range b.Ops() {
		op.Erase()
	}
	b.Remove()
}

// DropAllReferences makes the operations of the block use nothing.
func (b *Block) DropAllReferences() {
	for op := range b.Ops() {
		op.dropReferences()
	}
}

// Args returns the arguments; the slice must not be changed.
func (b *Block) Args() []*Value { return b.args }

// Arg returns argument i.
func (b *Block) Arg(i int) *Value { return b.args[i] }

// AddArg appends an argument.
func (b *Block) AddArg(t Type, loc Location) *Value {
	return b.addArg(&argument{}, t, loc)
}

func (b *Block) addArg(a *argument, t Type, loc Location) *Value {
	*a = argument{Value{typ: t.base(), owner: unsafe.Pointer(b), name: isArg}, len(b.args), loc}
	b.args = append(b.args, &a.Value)
	b.Verified = false
	return &a.Value
}

// InsertArg inserts an argument before number i.
func (b *Block) InsertArg(i int, t Type, loc Location) *Value {
	v := b.AddArg(t, loc)
	copy(b.args[i+1:], b.args[i:])
	b.args[i] = v
	b.renumberArgs()
	return v
}

// EraseArg removes argument i, which must be unused.
func (b *Block) EraseArg(i int) {
	if !b.args[i].Unused() {
		panic("ir: erasing a block argument in use")
	}
	b.args = append(b.args[:i:i], b.args[i+1:]...)
	b.Verified = false
	b.renumberArgs()
}

func (b *Block) renumberArgs() {
	for i, a := range b.args {
		a.argument().index = i
	}
}

// Empty reports whether the block has no operations.
func (b *Block) Empty() bool { return b.first == nil }

// First and Last return the ends of the op list, nil if empty.
func (b *Block) First() *Operation { return b.first }
func (b *Block) Last() *Operation  { return b.last }

// Terminator returns the last op if its row says that it is a terminator.
func (b *Block) Terminator() *Operation {
	if b.last != nil && (b.last.Has(Terminator) || b.last.info.def == nil) {
		return b.last
	}
	return nil
}

// Ops iterates over the operations; the current one may be erased or moved.
func (b *Block) Ops() iter.Seq[*Operation] {
	return func(yield func(*Operation) bool) {
		for op := b.first; op != nil; {
			next := op.next
			if !yield(op) {
				return
			}
			op = next
		}
	}
}

// Append adds a detached operation at the end.
func (b *Block) Append(op *Operation) { b.insert(op, b.last, nil) }

// InsertBefore adds a detached operation before at, at the end if at is nil.
func (b *Block) InsertBefore(op, at *Operation) {
	if at == nil {
		b.Append(op)
		return
	}
	b.insert(op, at.prev, at)
}

func (b *Block) insert(op, prev, next *Operation) {
	if op.block != nil {
		panic("ir: inserting an op that is in a block")
	}
	b.Verified = false
	op.block, op.prev, op.next = b, prev, next
	if prev != nil {
		prev.next = op
	} else {
		b.first = op
	}
	if next != nil {
		next.prev = op
		b.ordered = false
	} else {
		b.last = op
		if prev == nil {
			op.order, b.ordered = 0, true
		} else {
			op.order = prev.order + 1
		}
	}
}

func (b *Block) number() {
	n := uint32(0)
	for op := b.first; op != nil; op = op.next {
		op.order = n
		n++
	}
	b.ordered = true
}

// SplitBefore moves op and what follows it into a new block after b.
func (b *Block) SplitBefore(op *Operation) *Block {
	nb := NewBlock()
	if b.region != nil {
		b.region.InsertAfter(nb, b)
	}
	for op != nil {
		next := op.next
		op.Remove()
		nb.Append(op)
		op = next
	}
	return nb
}

// HasPredecessors reports whether a block of the region ends with a branch to b.
func (b *Block) HasPredecessors() bool {
	for u := b.preds; u != nil; u = u.next {
		if p := u.owner.block; p != nil && p.last == u.owner && p.region == b.region {
			return true
		}
	}
	return false
}

// Edges iterates over the branches to b that end blocks of its region, with the number of the successor that b is; the
// latest comes first. The current one may be changed.
func (b *Block) Edges() iter.Seq2[*Operation, int] {
	return func(yield func(*Operation, int) bool) {
		for u := b.preds; u != nil; {
			next := u.next
			if p := u.owner.block; p != nil && p.last == u.owner && p.region == b.region && !yield(u.owner, u.index()) {
				return
			}
			u = next
		}
	}
}

// index is the number of the successor; edges of an op lie one behind the other.
func (u *blockUse) index() int {
	first := uintptr(unsafe.Pointer(unsafe.SliceData(u.owner.extra.flow.edges)))
	return int((uintptr(unsafe.Pointer(u)) - first) / unsafe.Sizeof(blockUse{}))
}

// Predecessors returns the blocks that end with b among their successors, each once, in the order of the region.
func (b *Block) Predecessors() []*Block {
	var out []*Block
	if b.region == nil {
		return nil
	}
	for u := b.preds; u != nil; u = u.next {
		if p := u.owner.block; p != nil && p.last == u.owner && p.region == b.region {
			out = append(out, p)
		}
	}
	if len(out) < 2 {
		return out
	}
	if b.region.unordered {
		b.region.number()
	}
	slices.SortFunc(out, func(p, q *Block) int { return cmp.Compare(p.order, q.order) })
	return slices.Compact(out)
}

func (r *Region) number() {
	n := uint32(0)
	for b := r.first; b != nil; b = b.next {
		b.order = n
		n++
	}
	r.unordered = false
}
