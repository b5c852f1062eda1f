package ttg

import (
	"fmt"
	"slices"

	"tawa/dialects/tt"
	"tawa/ir"
	"tawa/layout"
)

// The encodings of AMD's GPUs are read, checked and printed, so that programs for them
// pass through; they have no linear form here.

func noLinearForm(a ir.Attribute) (layout.Layout, error) {
	return layout.Layout{}, fmt.Errorf("'#%s' has no linear form here", a.AttrName())
}

// MFMAAttr is `#ttg.amd_mfma<{…}>`: the accumulator of AMD's matrix instructions, with 64 threads a warp.
type MFMAAttr struct {
	ir.AttrBase
	Version                               int64
	WarpsPerCTA, InstrShape, TilesPerWarp []int64 // TilesPerWarp is nil where each is one
	Transposed                            bool
	ElemBits                              int64
	CGA                                   CGA
}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*MFMAAttr) AttrName() string { return "ttg.amd_mfma" }
func (*MFMAAttr) Alias() string    { return "mma" }
func (a *MFMAAttr) Key(k *ir.Key) {
	k.Int(a.Version).Ints(a.WarpsPerCTA).Ints(a.InstrShape).Ints(a.TilesPerWarp).Bool(a.Transposed).Int(a.ElemBits)
	keyBases(k, a.CGA)
}
func (a *MFMAAttr) Print(p ir.AsmPrinter) {
	fs := a.CGA.field([]field{
		intField("version", a.Version), intsField("warpsPerCTA", a.WarpsPerCTA), intsField("instrShape", a.InstrShape), boolField("isTransposed", a.Transposed),
	})
	if a.TilesPerWarp != nil {
		fs = append(fs, intsField("tilesPerWarp", a.TilesPerWarp))
	}
	if a.ElemBits != 32 {
		fs = append(fs, intField("elementBitWidth", a.ElemBits))
	}
	p.Str("<")
	printFields(p, fs...)
	p.Str(">")
}

func parseMFMA(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	f.lax = true
	a := &MFMAAttr{
		Version: f.intOr("version", 0), WarpsPerCTA: f.ints("warpsPerCTA"), InstrShape: f.ints("instrShape"),
		Transposed: f.boolOr("isTransposed", false), CGA: f.cga(), TilesPerWarp: f.tiles(), ElemBits: f.intOr("elementBitWidth", 32),
	}
	if !f.close() || !f.check(a.check()) {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

// tiles reads tilesPerWarp, nil where each is one.
func (f *fields) tiles() []int64 {
	a := f.lookup("tilesPerWarp")
	if a == nil {
		return nil
	}
	tiles := f.list("tilesPerWarp", a)
	if !slices.ContainsFunc(tiles, func(n int64) bool { return n != 1 }) {
		return nil
	}
	return tiles
}

func (a *MFMAAttr) check() error {
	shapes := [][]int64{{32, 32}, {16, 16}, {64, 4}, {4, 64}}
	known := len(a.InstrShape) >= 2 && slices.ContainsFunc(shapes, func(s []int64) bool { return slices.Equal(s, a.InstrShape[:2]) })
	switch {
	case a.Version < 0 || a.Version > 4:
		return fmt.Errorf("version must be in [0, 4], but is %d", a.Version)
	case !known:
		return fmt.Errorf("no instruction has the shape %v", a.InstrShape)
	case a.ElemBits != 32 && a.ElemBits != 64:
		return fmt.Errorf("elementBitWidth must be 32 or 64, but is %d", a.ElemBits)
	}
	if err := checkSizes(a.WarpsPerCTA, len(a.WarpsPerCTA)); err != nil {
		return fmt.Errorf("warpsPerCTA %w", err)
	}
	return a.CGA.Check(len(a.WarpsPerCTA))
}

const mfmaThreads = 64

// Rank, NumThreads, NumWarps, NumCTAs and Linear implement Distributed.
func (a *MFMAAttr) Rank() int                             { return len(a.WarpsPerCTA) }
func (a *MFMAAttr) NumThreads() int64                     { return mfmaThreads }
func (a *MFMAAttr) NumWarps() int64                       { return product(a.WarpsPerCTA) }
func (a *MFMAAttr) NumCTAs() int64                        { return a.CGA.size() }
func (a *MFMAAttr) Linear([]int64) (layout.Layout, error) { return noLinearForm(a) }

// After, Same and Fits implement tt.Layout.
func (a *MFMAAttr) After(c tt.Change) (ir.Attribute, error) { return after(a, c) }
func (a *MFMAAttr) Same(shape []int64, o ir.Attribute) bool { return same(a, shape, o) }
func (a *MFMAAttr) Fits(op *ir.Operation, s []int64) error  { return fits(a, op, s) }

// WMMAAttr is `#ttg.amd_wmma<{…}>`: the accumulator of AMD's matrix instructions with 32
// threads a warp. Warps are spread by WarpsPerCTA or, from 3.7 on, by the bases in Warps.
type WMMAAttr struct {
	ir.AttrBase
	Version                               int64
	Transposed                            bool
	WarpsPerCTA, InstrShape, TilesPerWarp []int64
	Registers, Warps                      [][]int64
	CGA                                   CGA
}

// defaultWMMA is the instruction's shape that is not printed.
var defaultWMMA = []int64{16, 16, 16}

// AttrName, Key, Alias and Print implement ir.Attribute and ir.Aliased.
func (*WMMAAttr) AttrName() string { return "ttg.amd_wmma" }
func (*WMMAAttr) Alias() string    { return "mma" }
func (a *WMMAAttr) Key(k *ir.Key) {
	k.Int(a.Version).Bool(a.Transposed).Ints(a.WarpsPerCTA).Ints(a.InstrShape).Ints(a.TilesPerWarp)
	keyBases(k, a.Registers)
	keyBases(k, a.Warps)
	keyBases(k, a.CGA)
}
func (a *WMMAAttr) Print(p ir.AsmPrinter) {
	fs := []field{intField("version", a.Version), boolField("isTranspose", a.Transposed)}
	if a.WarpsPerCTA != nil {
		fs = append(fs, intsField("warpsPerCTA", a.WarpsPerCTA))
	} else {
		fs = append(fs, field{"ctaLayout", a.printSpread})
	}
	fs = a.CGA.field(fs)
	if a.TilesPerWarp != nil {
		fs = append(fs, intsField("tilesPerWarp", a.TilesPerWarp))
	}
	if !slices.Equal(a.InstrShape, defaultWMMA) {
		fs = append(fs, intsField("instrShape", a.InstrShape))
	}
	p.Str("<")
	printFields(p, fs...)
	p.Str(">")
}

func (a *WMMAAttr) printSpread(p ir.AsmPrinter) {
	var fs []field
	if len(a.Registers) > 0 {
		fs = append(fs, basesField("register", a.Registers))
	}
	printFields(p, append(fs, basesField("warp", a.Warps))...)
}

func parseWMMA(p ir.AsmParser) (ir.Attribute, bool) {
	f := openFields(p)
	f.lax = true
	a := &WMMAAttr{Version: f.intOr("version", 0), Transposed: f.boolOr("isTranspose", false), TilesPerWarp: f.tiles(), CGA: f.cga(), InstrShape: defaultWMMA}
	if f.lookup("instrShape") != nil {
		a.InstrShape = f.ints("instrShape")
	}
	if spread, ok := f.lookup("ctaLayout").(*ir.DictAttr); ok {
		inner := &fields{p: f.p, span: f.span, dict: spread}
		a.Registers, a.Warps = inner.basesOr("register"), inner.basesOr("warp")
		f.bad = f.bad || inner.bad
	} else {
		a.WarpsPerCTA = f.ints("warpsPerCTA")
	}
	if !f.close() || !f.check(a.check()) {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), true
}

// wmmaShapes are the instructions of each version.
var wmmaShapes = map[int64][][]int64{
	1: {{16, 16, 16}},
	2: {{16, 16, 16}, {16, 16, 32}},
	3: {{16, 16, 4}, {16, 16, 32}, {16, 16, 64}, {16, 16, 128}},
}

func (a *WMMAAttr) check() error {
	shapes, ok := wmmaShapes[a.Version]
	if !ok {
		return fmt.Errorf("version must be in [1, 3], but is %d", a.Version)
	}
	if !slices.ContainsFunc(shapes, func(s []int64) bool { return slices.Equal(s, a.InstrShape) }) {
		return fmt.Errorf("no instruction of version %d has the shape %v", a.Version, a.InstrShape)
	}
	if err := checkSizes(a.WarpsPerCTA, len(a.WarpsPerCTA)); err != nil {
		return fmt.Errorf("warpsPerCTA %w", err)
	}
	return a.CGA.Check(a.Rank())
}

// Rank, NumThreads, NumWarps, NumCTAs and Linear implement Distributed.
func (a *WMMAAttr) Rank() int {
	switch {
	case a.WarpsPerCTA != nil:
		return len(a.WarpsPerCTA)
	case len(a.Warps) > 0:
		return len(a.Warps[0])
	case len(a.Registers) > 0:
		return len(a.Registers[0])
	}
	return 2
}
func (a *WMMAAttr) NumWarps() int64 {
	if a.WarpsPerCTA != nil {
		return product(a.WarpsPerCTA)
	}
	return 1 << len(a.Warps)
}
func (a *WMMAAttr) NumThreads() int64                     { return defaultThreadsPerWarp }
func (a *WMMAAttr) NumCTAs() int64                        { return a.CGA.size() }
func (a *WMMAAttr) Linear([]int64) (layout.Layout, error) { return noLinearForm(a) }

// After, Same and Fits implement tt.Layout.
func (a *WMMAAttr) After(c tt.Change) (ir.Attribute, error) { return after(a, c) }
func (a *WMMAAttr) Same(shape []int64, o ir.Attribute) bool { return same(a, shape, o) }
func (a *WMMAAttr) Fits(op *ir.Operation, s []int64) error  { return fits(a, op, s) }

// checkAMDOperand checks the kWidth of an operand of AMD's instructions.
func checkAMDOperand(parent Distributed, kWidth int64) error {
	widths := map[int64][]int64{1: {8, 16}, 2: {4, 8, 16}, 3: {2, 8, 16}}
	if w, ok := parent.(*WMMAAttr); ok && !slices.Contains(widths[w.Version], kWidth) {
		return fmt.Errorf("kWidth must be one of %v for an operand of amd_wmma of version %d, but is %d", widths[w.Version], w.Version, kWidth)
	}
	if kWidth == 0 {
		return fmt.Errorf("kWidth must be given for an operand of amd_mfma")
	}
	return nil
}

// RotatingSharedAttr is `#ttg.amd_rotating_shared<{…}>`: rows whose permutation also changes with each repetition.
type RotatingSharedAttr struct {
	ir.AttrBase
	swizzle
}

// AttrName, Alias, Linear and IsShared implement ir.Attribute, ir.Aliased and Shared.
func (*RotatingSharedAttr) AttrName() string                        { return "ttg.amd_rotating_shared" }
func (*RotatingSharedAttr) Alias() string                           { return "shared" }
func (a *RotatingSharedAttr) Linear([]int64) (layout.Layout, error) { return noLinearForm(a) }
func (*RotatingSharedAttr) IsShared()                               {}

func parseRotating(p ir.AsmParser) (ir.Attribute, bool) {
	a, ok := readSwizzle(p)
	if !ok {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), &RotatingSharedAttr{swizzle: a}), true
}
