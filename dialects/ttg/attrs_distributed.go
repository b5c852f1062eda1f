package ttg

import (
	"fmt"

	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/layout"
)

// Distributed is an encoding of a tensor whose elements are held in the registers
// of the threads of a CTA.
type Distributed interface {
	tt.Layout
	// Rank is the rank of the tensors that the encoding fits.
	Rank() int
	// NumThreads, NumWarps and NumCTAs are the threads of a warp, the warps of a CTA and
	// the CTAs that hold the tensor.
	NumThreads() int64
	NumWarps() int64
	NumCTAs() int64
	// Linear maps (register, lane, warp, block) to the coordinates of a tensor of that shape.
	Linear(shape []int64) (layout.Layout, error)
}

// BlockedAttr is `#ttg.blocked<{…}>`: each thread has a block of elements, threads
// make up the tile of a warp and warps that of the CTA, all along Order[0] first.
type BlockedAttr struct {
	ir.AttrBase
	SizePerThread, ThreadsPerWarp, WarpsPerCTA, Order []int64
	CGA                                               CGA
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*BlockedAttr) AttrName() string { return "ttg.blocked" }
func (*BlockedAttr) Alias() string    { return "blocked" }
func (a *BlockedAttr) Key(k *ir.Key) {
	k.Ints(a.SizePerThread).Ints(a.ThreadsPerWarp).Ints(a.WarpsPerCTA).Ints(a.Order)
	keyBases(k, a.CGA)
}
func (a *BlockedAttr) Print(p ir.AsmPrinter) {
	p.Str("<")
	printFields(p, a.CGA.field([]field{
		intsField("sizePerThread", a.SizePerThread), intsField("threadsPerWarp", a.ThreadsPerWarp),
		intsField("warpsPerCTA", a.WarpsPerCTA), intsField("order", a.Order),
	})...)
	p.Str(">")
}

// Blocked returns a blocked encoding of a single CTA.
func Blocked(c *ir.Context, sizePerThread, threadsPerWarp, warpsPerCTA, order []int64) *BlockedAttr {
	return ir.UniqueAttr(c, &BlockedAttr{SizePerThread: sizePerThread, ThreadsPerWarp: threadsPerWarp, WarpsPerCTA: warpsPerCTA, Order: order})
}

func parseBlocked(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	a := &BlockedAttr{
		SizePerThread: f.ints("sizePerThread"), ThreadsPerWarp: f.ints("threadsPerWarp"),
		WarpsPerCTA: f.ints("warpsPerCTA"), Order: f.ints("order"), CGA: f.cga(),
	}
	if !f.close() || !f.check(a.check()) {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

func (a *BlockedAttr) check() error {
	rank := len(a.Order)
	if !tt.IsPermutation(a.Order, rank) {
		return fmt.Errorf("order must be a permutation of the dimensions")
	}
	for _, list := range [][]int64{a.SizePerThread, a.ThreadsPerWarp, a.WarpsPerCTA} {
		if err := checkSizes(list, rank); err != nil {
			return fmt.Errorf("sizePerThread, threadsPerWarp and warpsPerCTA %w", err)
		}
	}
	return a.CGA.Check(rank)
}

func checkSizes(list []int64, rank int) error {
	if len(list) != rank {
		return fmt.Errorf("must have one number for each of %d dimensions", rank)
	}
	for _, n := range list {
		if !powerOfTwo(n) {
			return fmt.Errorf("must be powers of two, but one is %d", n)
		}
	}
	return nil
}

// SliceAttr is `#ttg.slice<{…}>`: what a reduction of dimension Dim leaves of Parent.
type SliceAttr struct {
	ir.AttrBase
	Dim    int64
	Parent Distributed
}

// AttrName, Key and Print implement ir.Attribute.
func (*SliceAttr) AttrName() string { return "ttg.slice" }
func (a *SliceAttr) Key(k *ir.Key)  { k.Int(a.Dim).Attr(a.Parent) }
func (a *SliceAttr) Print(p ir.AsmPrinter) {
	p.Str("<")
	printFields(p, intField("dim", a.Dim), attrField("parent", a.Parent))
	p.Str(">")
}

// Slice returns the encoding that a reduction of dimension dim leaves of parent.
func Slice(dim int64, parent Distributed) *SliceAttr {
	return ir.UniqueAttr(parent.Context(), &SliceAttr{Dim: dim, Parent: parent})
}

func parseSlice(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	dim, parent := f.int("dim"), f.parent()
	if !f.close() {
		return nil, false
	}
	if dim < 0 || dim >= int64(parent.Rank()) {
		f.fail("dim %d is outside of [0, %d)", dim, parent.Rank())
		return nil, false
	}
	if parent.Rank() == 1 {
		f.fail("the parent of a slice must have a rank of at least 2")
		return nil, false
	}
	return Slice(dim, parent), true
}

func (f *fields) parent() Distributed {
	d, ok := f.get("parent").(Distributed)
	if !ok {
		f.fail("'parent' must be a distributed encoding")
	}
	return d
}

// NvidiaMMAAttr is `#ttg.nvidia_mma<{…}>`: the accumulator of the tensor cores'
// instructions, mma.sync for Major 2 and wgmma for Major 3.
type NvidiaMMAAttr struct {
	ir.AttrBase
	Major, Minor            int64
	WarpsPerCTA, InstrShape []int64
	CGA                     CGA
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*NvidiaMMAAttr) AttrName() string { return "ttg.nvidia_mma" }
func (*NvidiaMMAAttr) Alias() string    { return "mma" }
func (a *NvidiaMMAAttr) Key(k *ir.Key) {
	k.Int(a.Major).Int(a.Minor).Ints(a.WarpsPerCTA).Ints(a.InstrShape)
	keyBases(k, a.CGA)
}
func (a *NvidiaMMAAttr) Print(p ir.AsmPrinter) {
	fs := a.CGA.field([]field{
		intField("versionMajor", a.Major), intField("versionMinor", a.Minor), intsField("warpsPerCTA", a.WarpsPerCTA),
	})
	p.Str("<")
	printFields(p, append(fs, intsField("instrShape", a.InstrShape))...)
	p.Str(">")
}

// WGMMA returns the encoding of a wgmma accumulator: warps along M and N, an instruction of 16 rows a warp, n columns and k.
func WGMMA(c *ir.Context, warpsPerCTA []int64, n, k int64) *NvidiaMMAAttr {
	return ir.UniqueAttr(c, &NvidiaMMAAttr{Major: 3, WarpsPerCTA: warpsPerCTA, InstrShape: []int64{16, n, k}})
}

func parseNvidiaMMA(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	a := &NvidiaMMAAttr{
		Major: f.int("versionMajor"), Minor: f.intOr("versionMinor", 0), WarpsPerCTA: f.ints("warpsPerCTA"), CGA: f.cga(), InstrShape: f.ints("instrShape"),
	}
	if !f.close() || !f.check(a.check()) {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

func (a *NvidiaMMAAttr) check() error {
	rank := len(a.WarpsPerCTA)
	switch {
	case a.Major < 1 || a.Major > 5:
		return fmt.Errorf("versionMajor must be that of a tensor core, 1 to 5, but is %d", a.Major)
	case rank < 2:
		return fmt.Errorf("warpsPerCTA must have at least two dimensions")
	}
	if err := checkSizes(a.WarpsPerCTA, rank); err != nil {
		return fmt.Errorf("warpsPerCTA %w", err)
	}
	for _, n := range a.InstrShape {
		if n < 1 {
			return fmt.Errorf("instrShape must be positive")
		}
	}
	return a.CGA.Check(rank)
}

// DotOperandAttr is `#ttg.dot_op<{…}>`: an operand, in registers, of a dot whose result
// has the encoding Parent. KWidth is the number of consecutive elements along K in
// one register, 0 for a blocked parent.
type DotOperandAttr struct {
	ir.AttrBase
	OpIdx  int64
	Parent Distributed
	KWidth int64
}

// AttrName, Key and Print implement ir.Attribute.
func (*DotOperandAttr) AttrName() string { return "ttg.dot_op" }
func (a *DotOperandAttr) Key(k *ir.Key)  { k.Int(a.OpIdx).Attr(a.Parent).Int(a.KWidth) }
func (a *DotOperandAttr) Print(p ir.AsmPrinter) {
	fs := []field{intField("opIdx", a.OpIdx), attrField("parent", a.Parent)}
	if a.KWidth != 0 {
		fs = append(fs, intField("kWidth", a.KWidth))
	}
	p.Str("<")
	printFields(p, fs...)
	p.Str(">")
}

// DotOperand returns the encoding of operand opIdx of a dot with a result of encoding parent.
func DotOperand(opIdx int64, parent Distributed, kWidth int64) *DotOperandAttr {
	return ir.UniqueAttr(parent.Context(), &DotOperandAttr{OpIdx: opIdx, Parent: parent, KWidth: kWidth})
}

func parseDotOperand(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	opIdx, parent, kWidth := f.int("opIdx"), f.parent(), f.intOr("kWidth", 0)
	if !f.close() || !f.check(checkDotOperand(opIdx, parent, kWidth)) {
		return nil, false
	}
	return DotOperand(opIdx, parent, kWidth), true
}

func checkDotOperand(opIdx int64, parent Distributed, kWidth int64) error {
	if opIdx != 0 && opIdx != 1 {
		return fmt.Errorf("opIdx must be 0 or 1, but is %d", opIdx)
	}
	switch m := parent.(type) {
	case *MFMAAttr, *WMMAAttr:
		return checkAMDOperand(parent, kWidth)
	case *NvidiaMMAAttr:
		if m.Major < 2 && kWidth != 0 {
			return fmt.Errorf("kWidth must be 0 for an operand of nvidia_mma of version %d, but is %d", m.Major, kWidth)
		}
		if m.Major >= 2 && !powerOfTwo(kWidth) {
			return fmt.Errorf("kWidth must be a power of two for an operand of nvidia_mma, but is %d", kWidth)
		}
		if m.Major == 3 && opIdx == 1 {
			return fmt.Errorf("opIdx must be 0: wgmma takes its second operand from shared memory only")
		}
	case *BlockedAttr:
		if kWidth != 0 {
			return fmt.Errorf("kWidth must be 0 for an operand of a blocked dot, but is %d", kWidth)
		}
	default:
		return fmt.Errorf("'parent' must be the encoding of the result of a dot")
	}
	return nil
}

// LinearAttr is `#ttg.linear<{…}>`: the bases of the linear map itself, each zero or a step along one dimension, and
// no two the same. Those of `#ttg.generic_linear<{…}>` (from 3.8 on) are any that reach every element.
type LinearAttr struct {
	ir.AttrBase
	Register, Lane, Warp, Block [][]int64
	Generic                     bool
	rank                        int
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (a *LinearAttr) AttrName() string {
	if a.Generic {
		return "ttg.generic_linear"
	}
	return "ttg.linear"
}
func (*LinearAttr) Alias() string { return "linear" }
func (a *LinearAttr) Key(k *ir.Key) {
	k.Int(int64(a.rank)).Bool(a.Generic)
	for _, b := range a.all() {
		keyBases(k, b)
	}
}
func (a *LinearAttr) Print(p ir.AsmPrinter) {
	p.Str("<")
	printFields(p, basesField("register", a.Register), basesField("lane", a.Lane), basesField("warp", a.Warp), basesField("block", a.Block))
	p.Str(">")
}

func (a *LinearAttr) all() [][][]int64 { return [][][]int64{a.Register, a.Lane, a.Warp, a.Block} }

// FromLinear returns the encoding of a distributed layout.
func FromLinear(c *ir.Context, l layout.Layout) *LinearAttr {
	a := &LinearAttr{
		Register: wide2(l.Bases(layout.Register)), Lane: wide2(l.Bases(layout.Lane)),
		Warp: wide2(l.Bases(layout.Warp)), Block: wide2(l.Bases(layout.Block)), rank: len(l.OutDims()),
	}
	a.Generic = a.checkSteps() != nil
	return ir.UniqueAttr(c, a)
}

func parseLinear(p ir.AsmParser) (ir.Attribute, bool)        { return readLinear(p, false) }
func parseGenericLinear(p ir.AsmParser) (ir.Attribute, bool) { return readLinear(p, true) }

func readLinear(p ir.AsmParser, generic bool) (ir.Attribute, bool) {
	f := openFields(p)
	a := &LinearAttr{Register: f.bases("register"), Lane: f.bases("lane"), Warp: f.bases("warp"), Block: f.bases("block"), Generic: generic}
	if !f.close() || !f.check(a.check()) {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

// check finds the rank, and that the bases make a layout.
func (a *LinearAttr) check() error {
	rank := 0
	for _, bases := range a.all() {
		for _, b := range bases {
			if rank == 0 {
				rank = len(b)
			}
			if len(b) != rank || rank == 0 {
				return fmt.Errorf("all bases must have the same number of coordinates")
			}
		}
	}
	if rank == 0 {
		return fmt.Errorf("a linear encoding must have a basis")
	}
	a.rank = rank
	if !a.Generic {
		if err := a.checkSteps(); err != nil {
			return err
		}
	}
	_, err := a.tile()
	return err
}

// checkSteps checks that each basis is zero or moves along one dimension, no two by the same.
func (a *LinearAttr) checkSteps() error {
	steps := stepSet{}
	for _, bases := range a.all() {
		for _, b := range bases {
			d, ok := along(b)
			if !ok {
				return fmt.Errorf("a basis must be zero or a power of two along one dimension, but one is %v", b)
			}
			if d >= 0 && !steps.add(d, b[d]) {
				return fmt.Errorf("the bases must be independent, but for zero ones")
			}
		}
	}
	return nil
}
