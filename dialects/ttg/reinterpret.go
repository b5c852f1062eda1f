package ttg

import (
	"fmt"
	"math/bits"
	"slices"

	"tawa/ir"
	"tawa/layout"
)

// TensorMemory is an encoding of a buffer in tensor memory. It is implemented by ttng.
type TensorMemory interface {
	ir.Attribute
	// NumCTAs is the number of CTAs that share the buffer, 0 if the encoding does not say.
	NumCTAs() int64
	// Ranks are those of the buffers that it fits; one of 3 counts buffers of 2.
	Ranks() (least, most int)
	// Linear maps (Row, Column), columns being of the width of an element, to the
	// coordinates of one buffer of that shape, which has rank 2.
	Linear(shape []int64) (layout.Layout, error)
}

// The names of the inputs of layouts of tensor memory.
const (
	Row    = "row"
	Column = "col"
)

func verifyReinterpret(op *ir.Operation, r ir.Reporter) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Result(0))
	if from.Space != to.Space || from.Mutable != to.Mutable {
		return r.Errorf("requires a result in the same memory and as mutable as the source, but goes from '%s' to '%s'", ir.TypeString(from), ir.TypeString(to))
	}
	if err := samePadding(from, to); err != nil {
		return r.Errorf("%s", err)
	}
	if to.isPart() {
		return r.Errorf("requires a result that counts as a buffer of its own, but it is a part of %s", dims(to.AllocShape))
	}
	if err := covers(from, to); err != nil {
		return r.Errorf("%s", err)
	}
	return true
}

// bufferRank is the rank of one buffer; dimensions before it count buffers.
func (t *MemDescType) bufferRank() int {
	rank := len(t.Shape)
	switch e := t.Encoding.(type) {
	case Shared:
		if n := e.Rank(); n > 0 {
			return min(n, rank)
		}
	case TensorMemory:
		return min(2, rank)
	}
	return rank
}

// buffer is the shape of the whole buffer of which this is a view, or of one of several.
func (t *MemDescType) buffer() []int64 { return t.AllocShape[len(t.AllocShape)-t.bufferRank():] }

// view is the shape of what is seen of one buffer.
func (t *MemDescType) view() []int64 { return t.Shape[len(t.Shape)-t.bufferRank():] }

func (t *MemDescType) isPart() bool { return !slices.Equal(t.view(), t.buffer()) }

// samePadding checks that gaps lie at the same bytes.
func samePadding(from, to *MemDescType) error {
	for _, m := range []*MemDescType{from, to} {
		if _, ok := m.Encoding.(*PartitionedAttr); ok {
			return fmt.Errorf("can't reinterpret a buffer in partitions")
		}
	}
	a, padded := from.Encoding.(*PaddedAttr)
	b, too := to.Encoding.(*PaddedAttr)
	switch {
	case !padded && !too:
		return nil
	case padded != too:
		return fmt.Errorf("can't reinterpret a padded buffer as one without padding, or the other way round")
	case from.isPart():
		return fmt.Errorf("can't reinterpret a part of a padded buffer")
	}
	gaps := func(m *MemDescType, a *PaddedAttr) []Pad {
		var out []Pad
		for _, p := range a.Pads {
			w := int64(ir.BitWidth(m.Elem))
			out = append(out, Pad{p.Interval * w, p.Padding * w})
		}
		return out
	}
	if !slices.Equal(gaps(from, a), gaps(to, b)) {
		return fmt.Errorf("can't reinterpret a padded buffer as one with other padding")
	}
	return nil
}

// covers checks that a view has all the memory that a buffer of another type takes.
func covers(from, to *MemDescType) error {
	x, y := product(from.Shape)*int64(ir.BitWidth(from.Elem)), product(to.Shape)*int64(ir.BitWidth(to.Elem))
	a, errA := from.linear()
	b, errB := to.linear()
	switch {
	case (errA != nil || errB != nil) && y > x: // all that is known are the sizes
		return fmt.Errorf("requires a result that is not larger than the source, but it goes from %d to %d bits", x, y)
	case errA != nil || errB != nil, x == y && !from.isPart(): // up to 3.7 the bits of the elements are what counts
		return nil
	}
	for _, basis := range a.Bases(layout.Block) {
		if !within(basis, from.view()) {
			return fmt.Errorf("can't reinterpret a part of a buffer that lies in some CTAs only")
		}
	}
	if !a.HasIn(Column) {
		return taken(from, a, layout.Offset, 8).covers(taken(to, b, layout.Offset, 8), "bytes")
	}
	if err := coversRows(from, a, b); err != nil {
		return err
	}
	return taken(from, a, Column, 32).covers(taken(to, b, Column, 32), "columns")
}

// linear is the layout of one buffer.
func (t *MemDescType) linear() (layout.Layout, error) {
	if e, ok := t.Encoding.(TensorMemory); ok {
		return e.Linear(t.buffer())
	}
	return ToLinear(t.buffer(), t.Encoding)
}

// within reports whether a step stays in a view of that shape.
func within(basis []int, view []int64) bool {
	for d, n := range basis {
		if int64(n) >= view[d] {
			return false
		}
	}
	return true
}

// memory is what buffers take, in units of bytes or columns.
type memory struct {
	// count buffers of size units each, a power of two, are seen.
	count, size int64
	// owned has for each bit of the number of a unit whether units that differ in it are seen.
	owned []bool
}

func taken(m *MemDescType, l layout.Layout, in string, unit int) memory {
	bases := l.Bases(in)
	// A unit has 1<<sub elements, or an element 1<<-sub units.
	sub := bits.Len(uint(unit)) - bits.Len(uint(max(ir.BitWidth(m.Elem), 8)))
	out := memory{count: product(m.Shape[:len(m.Shape)-m.bufferRank()]), size: 1}
	for j := range max(0, len(bases)-sub) {
		i := j + sub
		out.owned = append(out.owned, i < 0 || within(bases[i], m.view()))
		out.size *= 2
	}
	return out
}

func (a memory) covers(b memory, unit string) error {
	need, have := b.count*b.size, a.count
	for bit, owned := range a.owned {
		if owned {
			have *= 2
		} else if int64(1)<<bit < need {
			return fmt.Errorf("requires a result in what the source has, but it takes %s between those", unit)
		}
	}
	if need > have {
		return fmt.Errorf("requires a result that is not larger than the source, but it goes from %d to %d %s", have, need, unit)
	}
	return nil
}

// coversRows checks the rows of tensor memory. A step of nothing is a row of nothing, but for those of 32 and 64
// rows, on which other warps have the same.
func coversRows(from *MemDescType, a, b layout.Layout) error {
	const broadcast = 5
	empty := func(basis []int) bool { return !slices.ContainsFunc(basis, func(n int) bool { return n != 0 }) }
	source := a.Bases(Row)
	for i, basis := range b.Bases(Row) {
		if empty(basis) && i < broadcast {
			continue
		}
		if i >= len(source) || empty(source[i]) && i < broadcast || !within(source[i], from.view()) {
			return fmt.Errorf("requires a result in what the source has, but it takes rows between those")
		}
	}
	return nil
}
