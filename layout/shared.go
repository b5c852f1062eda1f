package layout

import (
	"fmt"
	"slices"
)

// A shared layout has the one input offset, counted in elements from the start of
// the buffer, and the outputs dim0 … dimN-1. It is bijective, but for the holes that
// SharedLinear allows; that of a cluster has the input block too. A leading dimension
// that selects a buffer is the caller's: it multiplies the size of one buffer.

// RowMajor stores the dimension order[0] fastest, without a swizzle.
func RowMajor(shape []int64, order []int) (Layout, error) {
	if err := checkShape(shape); err != nil {
		return Layout{}, err
	}
	if err := checkOrder(order, len(shape)); err != nil {
		return Layout{}, err
	}
	sizes := make([]int, len(shape))
	for d, n := range shape {
		sizes[d] = int(n)
	}
	return identityND(Offset, sizes, order).TransposeOuts(dimNames(len(shape))...), nil
}

// SwizzledShared stores rows along order[0]; in row r (the index along order[1]) the
// groups of vec elements are permuted: group g is stored at g XOR ((r/perPhase) % maxPhase).
func SwizzledShared(shape []int64, vec, perPhase, maxPhase int, order []int) (Layout, error) {
	l, err := RowMajor(shape, order)
	if err != nil {
		return l, err
	}
	for _, p := range []struct {
		name string
		n    int
	}{{"vec", vec}, {"perPhase", perPhase}, {"maxPhase", maxPhase}} {
		if !powerOfTwo(p.n) {
			return Layout{}, fmt.Errorf("%s is %d, which is not a power of two", p.name, p.n)
		}
	}
	if len(shape) < 2 {
		return l, nil
	}
	col := log2(int(shape[order[0]]))
	row := log2(int(shape[order[1]]))
	n := min(log2(maxPhase), row-log2(perPhase), col-log2(vec))
	return xorOffsets(l, xor{log2(vec), col + log2(perPhase), n}), nil
}

// NVMMAShared is the form that TMA writes and wgmma reads, with a swizzle of
// swizzleBytes (0, 32, 64 or 128). The fast dimension is the last one, the last but
// one if transposed; all others together are the rows. A row wider than the swizzle
// is stored as several panels, each rows × swizzleBytes, one after the other: the
// boxes of TMA. Within a panel the 16-byte chunks are permuted by the address: with
// swizzle 128, byte address bits 4-6 are XORed with bits 7-9; 64: 4-5 with 7-8; 32: 4
// with 7. So the buffer must be aligned to 8 × swizzleBytes. Without a swizzle it is
// plain row-major. elemBits is 8, 16, 32 or 64.
func NVMMAShared(shape []int64, swizzleBytes int, transposed bool, elemBits int) (Layout, error) {
	if err := checkNVMMA(shape, swizzleBytes, transposed, elemBits); err != nil {
		return Layout{}, err
	}
	order := make([]int, len(shape))
	for i := range order {
		order[i] = len(shape) - 1 - i
	}
	if transposed {
		order[0], order[1] = order[1], order[0]
	}
	if swizzleBytes == 0 {
		return RowMajor(shape, order)
	}
	inner := int(shape[order[0]])
	span := swizzleBytes * 8 / elemBits
	if inner < span {
		return Layout{}, fmt.Errorf("a row of %d elements of %d bits is narrower than the swizzle of %d bytes", inner, elemBits, swizzleBytes)
	}
	l := Identity1D(span, Offset, Dim(order[0]))
	for _, d := range order[1:] {
		l = l.Mul(Identity1D(int(shape[d]), Offset, Dim(d)))
	}
	l = l.Mul(Identity1D(inner/span, Offset, Dim(order[0]))).TransposeOuts(dimNames(len(shape))...)
	elem := log2(elemBits / 8)
	return xorOffsets(l, xor{4 - elem, 7 - elem, log2(swizzleBytes / 16)}), nil
}

func checkNVMMA(shape []int64, swizzleBytes int, transposed bool, elemBits int) error {
	if err := checkShape(shape); err != nil {
		return err
	}
	if len(shape) == 0 || transposed && len(shape) < 2 {
		return fmt.Errorf("a tensor of rank %d has no row to swizzle", len(shape))
	}
	if !slices.Contains([]int{0, 32, 64, 128}, swizzleBytes) {
		return fmt.Errorf("the swizzle is %d bytes, not 0, 32, 64 or 128", swizzleBytes)
	}
	if !slices.Contains([]int{8, 16, 32, 64}, elemBits) {
		return fmt.Errorf("elements have %d bits, not 8, 16, 32 or 64", elemBits)
	}
	return nil
}

// SharedLinear is a shared layout given by its offset bases and, for a cluster, its
// block bases. Each element has one offset in each CTA that holds it; an offset whose
// basis is zero is a hole.
func SharedLinear(shape []int64, offset, block [][]int) (Layout, error) {
	if err := checkShape(shape); err != nil {
		return Layout{}, err
	}
	outs := make([]Out, len(shape))
	for d, n := range shape {
		outs[d] = Out{Dim(d), int(n)}
	}
	ins := []In{{Offset, offset}}
	if len(block) > 0 {
		ins = append(ins, In{Block, block})
	}
	l, err := New(ins, outs)
	if err != nil {
		return l, err
	}
	dense := l
	for _, in := range l.InDims() {
		dense = dense.RemoveZeroBasesAlongDim(in)
	}
	if !dense.IsInjective() || !l.IsSurjective() {
		return Layout{}, fmt.Errorf("the offsets do not reach every element of %v exactly once", shape)
	}
	return l, nil
}

// xor is a permutation of offsets that is its own inverse: n bits from bit low up
// are XORed with the n bits from bit high up, high >= low + n.
type xor struct{ low, high, n int }

func (x xor) apply(offset int) int {
	return offset ^ offset>>x.high&(1<<x.n-1)<<x.low
}

// xorOffsets permutes the offsets of a shared layout. Bits beyond the buffer count as zero.
func xorOffsets(l Layout, x xor) Layout {
	from := l.cols(Offset)
	cols := slices.Clone(from)
	for i := 0; i < x.n && x.high+i < len(cols); i++ {
		cols[x.high+i] ^= from[x.low+i]
	}
	return Layout{ins: []input{{Offset, cols}}, outs: l.outs}
}
