package tensor

// rowAVX2 does, eight columns at a time, what model.panel does, where a panel's exponents allow
// it to be done in float32 and int32; the bits of the result are the panels it left undone.
// stride is the distance of panels in bytes, keep the mask of the float64 mantissa that is kept.
//
//go:noescape
func rowAVX2(av *float32, ae *int32, bv *[columns]float32, be *[columns]int32, n, stride, panels int, skip uint32, frac int32, keep uint64, out *uint32) (left uint32)

func cpuid(leaf uint32) (b, c uint32)
func xgetbv() uint32

// hasAVX2 also asks whether the system saves the wide registers.
var hasAVX2 = func() bool {
	const osxsave, avx, avx2, state = 1 << 27, 1 << 28, 1 << 5, 6
	if _, c := cpuid(1); c&osxsave == 0 || c&avx == 0 || xgetbv()&state != state {
		return false
	}
	b, _ := cpuid(7)
	return b&avx2 != 0
}()

// fastRow does what it can of a row faster than panel; bits of what is left.
func (m *model) fastRow(av []float32, ae []int32, b *panelsOfB, k int, skip uint32, out []uint32) uint32 {
	if !hasAVX2 || len(av)%2 != 0 {
		return ^uint32(0)
	}
	return rowAVX2(&av[0], &ae[0], &b.values[k], &b.exps[k], len(av),
		4*columns*b.depth, len(out)/columns, skip, int32(m.frac), ^(uint64(1)<<(52-m.man) - 1), &out[0])
}
