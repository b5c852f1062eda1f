package ttg

import (
	"fmt"
	"slices"

	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/layout"
)

// Pad is Padding elements after each Interval of them.
type Pad struct{ Interval, Padding int64 }

// PaddedAttr is `#ttg.padded_shared<[128:+4, …] {…}>`: the elements in the order of the
// linear map of Offset and Block, with gaps after them. A map that goes through a shape,
// Order[0] first, is printed as `{order = …, shape = …}`; that of 3.5 has no shape.
type PaddedAttr struct {
	ir.AttrBase
	Pads          []Pad
	Order, Shape  []int64
	Offset, Block [][]int64
	CGA           CGA
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*PaddedAttr) AttrName() string { return "ttg.padded_shared" }
func (*PaddedAttr) Alias() string    { return "shared" }
func (a *PaddedAttr) Key(k *ir.Key) {
	for _, p := range a.Pads {
		k.Int(p.Interval).Int(p.Padding)
	}
	k.Ints(a.Order).Ints(a.Shape)
	keyBases(k, a.Offset)
	keyBases(k, a.Block)
	keyBases(k, a.CGA)
}
func (a *PaddedAttr) Print(p ir.AsmPrinter) {
	p.Str("<[")
	ir.PrintList(p, a.Pads, func(pad Pad) {
		p.Int(pad.Interval)
		p.Str(":+")
		p.Int(pad.Padding)
	})
	p.Str("]")
	var fs []field
	switch {
	case a.Order == nil && a.Shape == nil:
		fs = []field{basesField("offset", a.Offset), basesField("block", a.Block)}
	case a.Shape == nil:
		fs = []field{intsField("order", a.Order)}
	default:
		fs = []field{intsField("order", a.Order), intsField("shape", a.Shape)}
	}
	p.Str(" ")
	printFields(p, a.CGA.field(fs)...)
	p.Str(">")
}

func parsePadded(p ir.AsmParser) (ir.Attribute, bool) {
	a := &PaddedAttr{}
	pad := func() bool {
		interval, ok := p.Integer()
		if !ok || !p.Punct(":") || !p.Punct("+") {
			return false
		}
		padding, ok := p.Integer()
		a.Pads = append(a.Pads, Pad{interval, padding})
		return ok
	}
	if !p.Punct("<") {
		return nil, false
	}
	span := p.Span()
	if !p.List("[", "]", pad) {
		return nil, false
	}
	f := &fields{p: p, span: span}
	v, given, ok := p.OptionalAttr(nil)
	if f.dict, _ = v.(*ir.DictAttr); given && (!ok || f.dict == nil) {
		return nil, false
	}
	if f.dict == nil { // 3.5 may leave out that rows go along the last dimension
		f.dict = p.Context().Dict(ir.A("order", p.Context().Array(p.Context().I32Attr(1), p.Context().I32Attr(0))))
	}
	if f.lookup("order") != nil || f.lookup("shape") != nil {
		a.Order, a.Shape = f.ints("order"), f.optionalInts("shape")
	} else {
		a.Offset, a.Block = f.bases("offset"), f.bases("block")
	}
	a.CGA = f.cga()
	if !f.close() || !f.check(a.check()) {
		return nil, false
	}
	a.shorten()
	return ir.UniqueAttr(p.Context(), a), true
}

func (f *fields) optionalInts(name string) []int64 {
	a := f.lookup(name)
	if a == nil {
		return nil
	}
	return f.list(name, a)
}

func (a *PaddedAttr) check() error {
	if len(a.Pads) == 0 {
		return fmt.Errorf("requires an interval and its padding, such as 128:+4")
	}
	seen := map[int64]bool{}
	for _, pad := range a.Pads {
		if !powerOfTwo(pad.Interval) || !powerOfTwo(pad.Padding) {
			return fmt.Errorf("intervals and paddings must be powers of two, but one is %d:+%d", pad.Interval, pad.Padding)
		}
		if seen[pad.Interval] {
			return fmt.Errorf("the interval %d has two paddings", pad.Interval)
		}
		seen[pad.Interval] = true
	}
	if a.Order != nil || a.Shape != nil {
		return a.checkOrder()
	}
	return a.checkBases()
}

func (a *PaddedAttr) checkOrder() error {
	if !tt.IsPermutation(a.Order, len(a.Order)) {
		return fmt.Errorf("order must be a permutation of the dimensions")
	}
	if a.Shape == nil {
		return a.CGA.Check(len(a.Order))
	}
	if err := checkSizes(a.Shape, len(a.Order)); err != nil {
		return fmt.Errorf("shape %w", err)
	}
	return a.CGA.Check(len(a.Order))
}

// checkBases checks that offsets are one to one with the elements of a CTA, which may have what others have.
func (a *PaddedAttr) checkBases() error {
	if len(a.Offset) == 0 || len(a.Offset[0]) == 0 {
		return fmt.Errorf("offset must have a basis")
	}
	rank := len(a.Offset[0])
	steps := stepSet{}
	for _, b := range slices.Concat(a.Offset, a.Block) {
		if len(b) != rank {
			return fmt.Errorf("all bases must have the same number of coordinates")
		}
	}
	for _, b := range a.Offset {
		if d, ok := along(b); !ok || d < 0 || !steps.add(d, b[d]) {
			return fmt.Errorf("each basis of offset must be a power of two along one dimension, and no two the same")
		}
	}
	for _, b := range a.Block {
		if _, ok := along(b); !ok {
			return fmt.Errorf("each basis of block must be zero or a power of two along one dimension")
		}
	}
	return nil
}

// shorten finds the order and shape of a map that goes through a shape, one dimension after the other.
func (a *PaddedAttr) shorten() {
	if a.Order != nil || len(a.Block) > 0 {
		return
	}
	shape, order := make([]int64, len(a.Offset[0])), []int64(nil)
	for i := range shape {
		shape[i] = 1
	}
	for _, b := range a.Offset {
		d := int64(slices.IndexFunc(b, func(n int64) bool { return n != 0 }))
		if b[d] != shape[d] || slices.Contains(order, d) && order[len(order)-1] != d {
			return
		}
		if !slices.Contains(order, d) {
			order = append(order, d)
		}
		shape[d] *= 2
	}
	for d := int64(len(shape)) - 1; d >= 0; d-- {
		if !slices.Contains(order, d) {
			order = append(order, d)
		}
	}
	a.Order, a.Shape, a.Offset, a.Block = order, shape, nil, nil
}

// Rank, Linear and IsShared implement Shared.
func (a *PaddedAttr) Rank() int {
	if a.Order != nil {
		return len(a.Order)
	}
	return len(a.Offset[0])
}
func (a *PaddedAttr) Linear([]int64) (layout.Layout, error) { return noLinearForm(a) }
func (*PaddedAttr) IsShared()                               {}

// extents is the shape that the map covers, nil of one that fits any.
func (a *PaddedAttr) extents() []int64 {
	if a.Order != nil {
		return a.Shape
	}
	shape := make([]int64, a.Rank())
	for _, b := range slices.Concat(a.Offset, a.Block) {
		for d, n := range b {
			shape[d] = max(shape[d], 1, 2*n)
		}
	}
	return shape
}

// fits says what is wrong with a buffer of that encoding, "" if nothing.
func (a *PaddedAttr) fits(t *MemDescType) string {
	rank := a.Rank()
	if rank != len(t.Shape) && rank != len(t.Shape)-1 {
		return fmt.Sprintf("a padded encoding of rank %d does not fit a buffer of rank %d", rank, len(t.Shape))
	}
	covered := a.extents()
	if covered != nil && !slices.Equal(covered, t.AllocShape[len(t.AllocShape)-rank:]) {
		return fmt.Sprintf("a padded encoding of %s does not fit a buffer of %s", dims(covered), dims(t.AllocShape))
	}
	return ""
}

// PartitionedAttr is `#ttg.partitioned_shared<{…}>`: a buffer cut along a dimension into pieces of encoding Layout.
type PartitionedAttr struct {
	ir.AttrBase
	Partitions, Groups, Dim int64
	Layout                  Shared
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*PartitionedAttr) AttrName() string { return "ttg.partitioned_shared" }
func (*PartitionedAttr) Alias() string    { return "shared" }
func (a *PartitionedAttr) Key(k *ir.Key) {
	k.Int(a.Partitions).Int(a.Groups).Int(a.Dim).Attr(a.Layout)
}
func (a *PartitionedAttr) Print(p ir.AsmPrinter) {
	p.Str("<")
	printFields(p, intField("numPartitions", a.Partitions), intField("numGroups", a.Groups), intField("partitionDim", a.Dim), attrField("partitionLayout", a.Layout))
	p.Str(">")
}

func parsePartitioned(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	a := &PartitionedAttr{Partitions: f.int("numPartitions"), Groups: f.int("numGroups"), Dim: f.int("partitionDim")}
	var ok bool
	if a.Layout, ok = f.get("partitionLayout").(Shared); !ok {
		f.fail("'partitionLayout' must be an encoding of shared memory")
	}
	if !f.close() || !f.check(a.check()) {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

func (a *PartitionedAttr) check() error {
	if !powerOfTwo(a.Partitions) || !powerOfTwo(a.Groups) {
		return fmt.Errorf("numPartitions and numGroups must be powers of two, but are %d and %d", a.Partitions, a.Groups)
	}
	if a.Dim < 0 || a.Dim >= int64(a.Layout.Rank()) {
		return fmt.Errorf("partitionDim %d is outside of [0, %d)", a.Dim, a.Layout.Rank())
	}
	if _, nested := a.Layout.(*PartitionedAttr); nested {
		return fmt.Errorf("partitions can't be cut again")
	}
	return nil
}

// Rank, Linear and IsShared implement Shared.
func (a *PartitionedAttr) Rank() int                             { return a.Layout.Rank() }
func (a *PartitionedAttr) Linear([]int64) (layout.Layout, error) { return noLinearForm(a) }
func (*PartitionedAttr) IsShared()                               {}
