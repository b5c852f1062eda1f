package ttg

import (
	"fmt"
	"slices"

	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/layout"
)

// Shared is an encoding of a buffer in shared memory.
type Shared interface {
	ir.Attribute
	// Rank is the rank of one buffer, 0 if any fits.
	Rank() int
	// Linear maps (offset) in elements to the coordinates of one buffer of that shape.
	Linear(shape []int64) (layout.Layout, error)
	// IsShared tells it apart from a Distributed one.
	IsShared()
}

// SharedMemoryAttr is `#ttg.shared_memory`, the memory space.
type SharedMemoryAttr struct{ ir.AttrBase }

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*SharedMemoryAttr) AttrName() string    { return "ttg.shared_memory" }
func (*SharedMemoryAttr) Alias() string       { return "smem" }
func (*SharedMemoryAttr) Key(*ir.Key)         {}
func (*SharedMemoryAttr) Print(ir.AsmPrinter) {}

// SharedMemory returns `#ttg.shared_memory`.
func SharedMemory(c *ir.Context) *SharedMemoryAttr { return ir.UniqueAttr(c, &SharedMemoryAttr{}) }

func parseSharedMemory(p ir.AsmParser) (ir.Attribute, bool) { return SharedMemory(p.Context()), true }

// swizzle is how rows along Order[0], groups of Vec elements of which are permuted, change
// from one PerPhase rows to the next, MaxPhase times.
type swizzle struct {
	Vec, PerPhase, MaxPhase int64
	Order                   []int64
	CGA                     CGA
}

func (a *swizzle) Key(k *ir.Key) {
	k.Int(a.Vec).Int(a.PerPhase).Int(a.MaxPhase).Ints(a.Order)
	keyBases(k, a.CGA)
}

func (a *swizzle) Print(p ir.AsmPrinter) {
	p.Str("<")
	printFields(p, a.CGA.field([]field{
		intField("vec", a.Vec), intField("perPhase", a.PerPhase), intField("maxPhase", a.MaxPhase), intsField("order", a.Order),
	})...)
	p.Str(">")
}

// Rank is the rank of one buffer.
func (a *swizzle) Rank() int { return len(a.Order) }

func readSwizzle(p ir.AsmParser) (swizzle, bool) {
	f := openFields(p)
	a := swizzle{
		Vec: f.int("vec"), PerPhase: f.int("perPhase"), MaxPhase: f.int("maxPhase"), Order: f.ints("order"), CGA: f.cga(),
	}
	return a, f.close() && f.check(a.check())
}

func (a *swizzle) check() error {
	if !tt.IsPermutation(a.Order, len(a.Order)) || len(a.Order) == 0 {
		return fmt.Errorf("order must be a permutation of the dimensions")
	}
	if err := checkSizes([]int64{a.Vec, a.PerPhase, a.MaxPhase}, 3); err != nil {
		return fmt.Errorf("vec, perPhase and maxPhase %w", err)
	}
	return a.CGA.Check(len(a.Order))
}

// SwizzledSharedAttr is `#ttg.swizzled_shared<{…}>`: rows with the same permutation again and again.
type SwizzledSharedAttr struct {
	ir.AttrBase
	swizzle
}

// AttrName and Alias implement ir.Attribute and ir.Aliased.
func (*SwizzledSharedAttr) AttrName() string { return "ttg.swizzled_shared" }
func (*SwizzledSharedAttr) Alias() string    { return "shared" }

// SwizzledShared returns a swizzled encoding; vec, perPhase and maxPhase of 1 make it plain.
func SwizzledShared(c *ir.Context, vec, perPhase, maxPhase int64, order []int64) *SwizzledSharedAttr {
	return ir.UniqueAttr(c, &SwizzledSharedAttr{swizzle: swizzle{Vec: vec, PerPhase: perPhase, MaxPhase: maxPhase, Order: order}})
}

func parseSwizzledShared(p ir.AsmParser) (ir.Attribute, bool) {
	a, ok := readSwizzle(p)
	if !ok {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), &SwizzledSharedAttr{swizzle: a}), true
}

// NVMMASharedAttr is `#ttg.nvmma_shared<{…}>`: the form that TMA writes and wgmma reads.
type NVMMASharedAttr struct {
	ir.AttrBase
	// SwizzleBytes is 0, 32, 64 or 128, ElemBits the width of an element, 0 where it is not said.
	SwizzleBytes, ElemBits int64
	// Transposed: the last dimension but one is the contiguous one.
	Transposed bool
	FP4Padded  bool
	rank       int64
	CGA        CGA
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*NVMMASharedAttr) AttrName() string { return "ttg.nvmma_shared" }
func (*NVMMASharedAttr) Alias() string    { return "shared" }
func (a *NVMMASharedAttr) Key(k *ir.Key) {
	k.Int(a.SwizzleBytes).Int(a.ElemBits).Bool(a.Transposed).Bool(a.FP4Padded).Int(a.rank)
	keyBases(k, a.CGA)
}
func (a *NVMMASharedAttr) Print(p ir.AsmPrinter) {
	fs := []field{intField("swizzlingByteWidth", a.SwizzleBytes), boolField("transposed", a.Transposed), intField("elementBitWidth", a.ElemBits)}
	if a.FP4Padded {
		fs = append(fs, boolField("fp4Padded", true))
	}
	if len(a.CGA) == 0 && a.rank != defaultRank {
		fs = append(fs, intField("rank", a.rank))
	}
	p.Str("<")
	printFields(p, a.CGA.field(fs)...)
	p.Str(">")
}

// defaultRank is the rank of an nvmma_shared encoding that does not name it.
const defaultRank = 2

// NVMMAShared returns the encoding of buffers of that rank.
func NVMMAShared(c *ir.Context, swizzleBytes int64, transposed bool, elemBits int64, rank int) *NVMMASharedAttr {
	return ir.UniqueAttr(c, &NVMMASharedAttr{SwizzleBytes: swizzleBytes, Transposed: transposed, ElemBits: elemBits, rank: int64(rank)})
}

func parseNVMMAShared(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	a := &NVMMASharedAttr{
		SwizzleBytes: f.int("swizzlingByteWidth"), Transposed: f.boolOr("transposed", false), ElemBits: f.intOr("elementBitWidth", 0),
		FP4Padded: f.boolOr("fp4Padded", false), CGA: f.cga(),
	}
	a.rank = defaultRank
	if len(a.CGA) > 0 {
		a.rank = int64(len(a.CGA[0]))
	}
	a.rank = f.intOr("rank", a.rank)
	if !f.close() || !f.check(a.check()) {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

func (a *NVMMASharedAttr) check() error {
	switch {
	case !slices.Contains([]int64{0, 32, 64, 128}, a.SwizzleBytes):
		return fmt.Errorf("swizzlingByteWidth must be 0, 32, 64 or 128, but is %d", a.SwizzleBytes)
	case !slices.Contains([]int64{0, 8, 16, 32, 64}, a.ElemBits):
		return fmt.Errorf("elementBitWidth must be 8, 16, 32 or 64, or 0 where it is not said, but is %d", a.ElemBits)
	case a.rank < 1:
		return fmt.Errorf("rank must be positive, but is %d", a.rank)
	}
	return a.CGA.Check(int(a.rank))
}

// SharedLinearAttr is `#ttg.shared_linear<{…}, alignment = N>`: the bases of the map
// from offsets, in elements, to coordinates. Alignment is in bytes.
type SharedLinearAttr struct {
	ir.AttrBase
	Offset, Block [][]int64
	Alignment     int64
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*SharedLinearAttr) AttrName() string { return "ttg.shared_linear" }
func (*SharedLinearAttr) Alias() string    { return "shared" }
func (a *SharedLinearAttr) Key(k *ir.Key) {
	keyBases(k, a.Offset)
	keyBases(k, a.Block)
	k.Int(a.Alignment)
}
func (a *SharedLinearAttr) Print(p ir.AsmPrinter) {
	fs := []field{basesField("offset", a.Offset)}
	if len(a.Block) > 0 {
		fs = append(fs, basesField("block", a.Block))
	}
	p.Str("<")
	printFields(p, fs...)
	p.Str(", alignment = ")
	p.Int(a.Alignment)
	p.Str(">")
}

// SharedLinear returns the encoding with these offset bases.
func SharedLinear(c *ir.Context, offset [][]int64, alignment int64) *SharedLinearAttr {
	return ir.UniqueAttr(c, &SharedLinearAttr{Offset: offset, Alignment: alignment})
}

func parseSharedLinear(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	a := &SharedLinearAttr{Offset: f.bases("offset"), Block: f.basesOr("block")}
	if f.bad || !p.Punct(",") || !p.Keyword("alignment") || !p.Punct("=") {
		return nil, false
	}
	var ok bool
	if a.Alignment, ok = p.Integer(); !ok || !f.close() || !f.check(a.check()) {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

func (a *SharedLinearAttr) check() error {
	if !powerOfTwo(a.Alignment) {
		return fmt.Errorf("alignment must be a power of two, but is %d", a.Alignment)
	}
	if len(a.Offset) == 0 || len(a.Offset[0]) == 0 {
		return fmt.Errorf("offset must have a basis")
	}
	rank := len(a.Offset[0])
	shape := make([]int64, rank)
	for d := range shape {
		shape[d] = 1
	}
	for _, b := range slices.Concat(a.Offset, a.Block) {
		if len(b) != rank {
			return fmt.Errorf("all bases must have the same number of coordinates")
		}
		for d, n := range b {
			for n >= shape[d] {
				shape[d] *= 2
			}
		}
	}
	_, err := layout.SharedLinear(shape, narrow2(a.Offset), narrow2(a.Block))
	return err
}
