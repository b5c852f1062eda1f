package layout

import (
	"fmt"
	"math/bits"
	"slices"
)

// A distributed layout has the inputs register, lane, warp and block, in this
// order, and the outputs dim0 … dimN-1. block has size 1 except in Linear.
//
// An encoding describes a tile. A tensor dimension that is larger repeats the tile
// in more registers; one that is smaller makes the bases beyond it wrap to zero,
// so that registers, lanes or warps hold the same elements.

// Blocked gives each thread sizePerThread consecutive elements per dimension, then
// lays out lanes and warps, each filling dimension order[0] first. Repeats too
// go along order[0] first.
func Blocked(shape []int64, sizePerThread, threadsPerWarp, warpsPerCTA, order []int) (Layout, error) {
	if err := checkBlocked(len(shape), sizePerThread, threadsPerWarp, warpsPerCTA, order); err != nil {
		return Layout{}, err
	}
	tile := identityND(Register, sizePerThread, order).
		Mul(identityND(Lane, threadsPerWarp, order)).
		Mul(identityND(Warp, warpsPerCTA, order))
	return distribute(tile, shape)
}

// Slice is the layout of a tensor that a reduction of dimension dim leaves: that
// dimension is dropped, the later ones move down, and registers that would repeat
// an element are removed. Lanes and warps along dim hold the same elements.
func Slice(dim int, parent Layout) (Layout, error) {
	rank := len(parent.outs)
	if dim < 0 || dim >= rank {
		return Layout{}, fmt.Errorf("slice dimension %d is outside a parent of rank %d", dim, rank)
	}
	outs := slices.Delete(parent.OutDims(), dim, dim+1)
	return parent.Sublayout(parent.InDims(), outs).standardNames().RemoveZeroBasesAlongDim(Register), nil
}

// NvidiaMMAv3 is the accumulator of wgmma, the fragment D of m64nNk* (PTX ISA,
// "Register fragments for wgmma"). instrShape is [m, n, k] with m = 16, the rows of
// one warp; warpsPerCTA counts warps along M and N, those along M are numbered
// first, so four of them are the 64 rows of a warp group. With q = lane, register
// 4j+2h+c is element (16·warp + q/4 + 8h, 8j + 2(q%4) + c). Larger tensors repeat
// along N first: registers come in runs of n/2, one run per instruction.
func NvidiaMMAv3(shape []int64, warpsPerCTA, instrShape []int) (Layout, error) {
	if err := checkMMA(shape, warpsPerCTA, instrShape); err != nil {
		return Layout{}, err
	}
	n := instrShape[1]
	if !powerOfTwo(n) {
		return Layout{}, fmt.Errorf("instrShape has N = %d, which is not a power of two", n)
	}
	tile := fragment(n, 2).Mul(identityND(Warp, warpsPerCTA, []int{0, 1}))
	return distribute(tile.TransposeOuts(Dim(1), Dim(0)), shape)
}

// DotOperand is operand A of wgmma in registers, for the accumulator layout with
// warpsPerCTA and instrShape; shape is that of A, M×K. A register of 32 bits holds
// kWidth elements that follow each other in K: 1 (tf32), 2 (16 bits), 4 (8 bits).
// With q = lane, the four registers of a fragment start at row 16·warp + q/4 and
// k = kWidth·(q%4), then row+8, then k + 4·kWidth, then both. Larger tensors repeat along
// K first. Warps along N hold the same elements. opIdx must be 0: wgmma reads B
// from shared memory only.
func DotOperand(shape []int64, opIdx int, warpsPerCTA, instrShape []int, kWidth int) (Layout, error) {
	if opIdx != 0 {
		return Layout{}, fmt.Errorf("opIdx %d: wgmma takes only operand 0 from registers", opIdx)
	}
	if err := checkMMA(shape, warpsPerCTA, instrShape); err != nil {
		return Layout{}, err
	}
	if kWidth != 1 && kWidth != 2 && kWidth != 4 {
		return Layout{}, fmt.Errorf("kWidth is %d, not 1, 2 or 4", kWidth)
	}
	tile := fragment(8*kWidth, kWidth).
		Mul(Identity1D(warpsPerCTA[0], Warp, Dim(0))).
		Mul(Zeros1D(warpsPerCTA[1], Warp, Dim(1)))
	return distribute(tile.TransposeOuts(Dim(1), Dim(0)), shape)
}

// FMADotOperand is operand opIdx (0: A of M×K, 1: B of K×N) of a dot that is
// computed by plain multiply-adds into a Blocked accumulator with the given
// parameters: each thread holds all of K for its rows or columns, and the lanes and
// warps along the other dimension hold the same elements.
func FMADotOperand(shape []int64, opIdx int, sizePerThread, threadsPerWarp, warpsPerCTA, order []int) (Layout, error) {
	if opIdx != 0 && opIdx != 1 {
		return Layout{}, fmt.Errorf("opIdx is %d, not 0 or 1", opIdx)
	}
	rank := len(shape)
	if rank < 2 {
		return Layout{}, fmt.Errorf("a dot operand has rank 2 or more, not %d", rank)
	}
	k := rank - 1 - opIdx
	if err := checkBlocked(rank, sizePerThread, threadsPerWarp, warpsPerCTA, order); err != nil {
		return Layout{}, err
	}
	if err := checkShape(shape); err != nil {
		return Layout{}, err
	}
	size := slices.Clone(sizePerThread)
	size[k] = int(shape[k])
	along := func(in string, sizes []int) Layout {
		var l Layout
		for _, d := range order {
			if d == k {
				l = l.Mul(Zeros1D(sizes[d], in, Dim(d)))
			} else {
				l = l.Mul(Identity1D(sizes[d], in, Dim(d)))
			}
		}
		return l
	}
	if err := checkTile(size, threadsPerWarp, warpsPerCTA); err != nil {
		return Layout{}, err
	}
	tile := identityND(Register, size, order).Mul(along(Lane, threadsPerWarp)).Mul(along(Warp, warpsPerCTA))
	return distribute(tile, shape)
}

// Linear is a distributed layout given by its bases. The tile's size per dimension
// is the power of two that just holds the bases; a larger shape repeats it along
// the last dimension first, and a smaller one leaves out registers that move beyond it.
func Linear(shape []int64, register, lane, warp, block [][]int) (Layout, error) {
	ins := []In{{Register, register}, {Lane, lane}, {Warp, warp}, {Block, block}}
	outs := make([]Out, len(shape))
	for d := range outs {
		outs[d] = Out{Dim(d), tileSize(ins, d)}
	}
	tile, err := New(ins, outs)
	if err != nil {
		return Layout{}, err
	}
	if tile.outBits() > encodingBits {
		return Layout{}, fmt.Errorf("the bases of the linear layout reach beyond 2^%d elements", encodingBits)
	}
	if !tile.IsSurjective() {
		return Layout{}, fmt.Errorf("the bases of the linear layout do not reach every element of %v", tile.Shape())
	}
	l, err := distribute(tile.TransposeOuts(reversed(tile.OutDims())...), shape)
	if err != nil {
		return l, err
	}
	own := l.ins[0].cols
	kept := make([]uint64, 0, len(own))
	for i, c := range own {
		if c != 0 || i < len(register) && tile.ins[0].cols[i] == 0 {
			kept = append(kept, c)
		}
	}
	l.ins[0].cols = kept
	return l, nil
}

// tileSize returns the power of two above every coordinate of dimension d, or the
// largest that an encoding may have; New reports what is beyond.
func tileSize(ins []In, d int) int {
	top := 0
	for _, in := range ins {
		for _, b := range in.Bases {
			if d < len(b) {
				top = max(top, b[d])
			}
		}
	}
	return 1 << min(bits.Len(uint(top)), encodingBits)
}

// fragment is the part of a matrix with 16 rows and cols columns that one warp
// holds, in the pattern shared by all MMA fragments: run consecutive columns, four
// lanes along columns, eight along rows, then registers over rows and columns.
func fragment(cols, run int) Layout {
	return Identity1D(run, Register, Dim(1)).
		Mul(Identity1D(4, Lane, Dim(1))).
		Mul(Identity1D(8, Lane, Dim(0))).
		Mul(Identity1D(2, Register, Dim(0))).
		Mul(Identity1D(cols/(4*run), Register, Dim(1)))
}

// identityND lays an input over all dimensions, order[0] fastest.
func identityND(in string, sizes, order []int) Layout {
	var l Layout
	for _, d := range order {
		l = l.Mul(Identity1D(sizes[d], in, Dim(d)))
	}
	return l
}

// distribute fits a tile to the shape and puts its dimensions into standard order.
// Repeats run along the outputs of the tile in their order.
func distribute(tile Layout, shape []int64) (Layout, error) {
	l, err := fit(tile, Register, shape)
	if err != nil {
		return Layout{}, err
	}
	if !l.HasIn(Block) {
		l = l.Mul(Layout{ins: []input{{name: Block}}})
	}
	return l.Sublayout([]string{Register, Lane, Warp, Block}, dimNames(len(shape))), nil
}

// fit repeats l along in, or wraps its coordinates, until the outputs have the
// sizes of shape.
func fit(l Layout, in string, shape []int64) (Layout, error) {
	if err := checkShape(shape); err != nil {
		return Layout{}, err
	}
	names := dimNames(len(shape))
	for _, o := range l.OutDims() {
		want, have := int(shape[slices.Index(names, o)]), l.OutSize(o)
		if want > have {
			l = l.Mul(Identity1D(want/have, in, o))
		} else {
			l = l.wrap(o, want)
		}
	}
	return l, nil
}

// dimNames returns dim0 … dimN-1.
func dimNames(rank int) []string {
	names := make([]string, rank)
	for d := range names {
		names[d] = Dim(d)
	}
	return names
}

// wrap reduces an output to the given size by dropping its high bits.
func (l Layout) wrap(out string, size int) Layout {
	small := Layout{outs: slices.Clone(l.outs)}
	i := l.mustOut("wrap", out)
	drop := l.outs[i].bits - log2(size)
	small.outs[i].bits -= drop
	for j := i + 1; j < len(small.outs); j++ {
		small.outs[j].shift -= drop
	}
	return l.mapCols(small.outs, func(c uint64) uint64 {
		var r uint64
		for j, o := range small.outs {
			r |= uint64(l.outs[j].of(c)&(1<<o.bits-1)) << o.shift
		}
		return r
	})
}

// encodingBits bounds the tensor and the tile of an encoding, so that neither the
// tile nor its repeats outgrow a layout.
const encodingBits = maxBits / 2

func checkShape(shape []int64) error {
	total := 0
	for d, n := range shape {
		if n <= 0 || n&(n-1) != 0 {
			return fmt.Errorf("size %d of dimension %d is not a power of two", n, d)
		}
		if total += log2(int(n)); total > encodingBits {
			return fmt.Errorf("a tensor of shape %v has more than 2^%d elements", shape, encodingBits)
		}
	}
	return nil
}

// checkTile bounds the product of sizes that are powers of two.
func checkTile(sizes ...[]int) error {
	total := 0
	for _, n := range slices.Concat(sizes...) {
		total += log2(n)
	}
	if total > encodingBits {
		return fmt.Errorf("the layout's tile has more than 2^%d elements", encodingBits)
	}
	return nil
}

func checkBlocked(rank int, sizePerThread, threadsPerWarp, warpsPerCTA, order []int) error {
	if err := checkOrder(order, rank); err != nil {
		return err
	}
	for _, p := range []struct {
		name  string
		sizes []int
	}{{"sizePerThread", sizePerThread}, {"threadsPerWarp", threadsPerWarp}, {"warpsPerCTA", warpsPerCTA}} {
		if err := checkSizes(p.name, p.sizes, rank); err != nil {
			return err
		}
	}
	return checkTile(sizePerThread, threadsPerWarp, warpsPerCTA)
}

func checkSizes(name string, sizes []int, rank int) error {
	if len(sizes) != rank {
		return fmt.Errorf("%s has %d entries for a tensor of rank %d", name, len(sizes), rank)
	}
	for _, n := range sizes {
		if !powerOfTwo(n) {
			return fmt.Errorf("%s has the entry %d, which is not a power of two", name, n)
		}
	}
	return nil
}

func checkOrder(order []int, rank int) error {
	if len(order) != rank {
		return fmt.Errorf("order has %d entries for a tensor of rank %d", len(order), rank)
	}
	seen := make([]bool, rank)
	for _, d := range order {
		if d < 0 || d >= rank || seen[d] {
			return fmt.Errorf("order %v is not a permutation of the %d dimensions", order, rank)
		}
		seen[d] = true
	}
	return nil
}

func checkMMA(shape []int64, warpsPerCTA, instrShape []int) error {
	if len(shape) != 2 {
		return fmt.Errorf("an mma layout has rank 2, not %d", len(shape))
	}
	if err := checkSizes("warpsPerCTA", warpsPerCTA, 2); err != nil {
		return err
	}
	if err := checkTile(warpsPerCTA, []int{16 * 256}); err != nil {
		return err
	}
	if len(instrShape) != 3 {
		return fmt.Errorf("instrShape has %d entries, not [m, n, k]", len(instrShape))
	}
	if m, n := instrShape[0], instrShape[1]; m != 16 || n < 8 || n > 256 || n%8 != 0 {
		return fmt.Errorf("instrShape is %v; m is 16 and n a multiple of 8 up to 256", instrShape)
	}
	return nil
}
