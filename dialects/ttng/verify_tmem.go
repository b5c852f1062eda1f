package ttng

import (
	"math/bits"
	"slices"

	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
)

func inTensorMemory(a ir.Attribute) bool {
	_, ok := a.(ttg.TensorMemory)
	return ok
}

func verifyTMEMAlloc(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Result(0))
	if !inTensorMemory(m.Encoding) {
		return r.Errorf("requires an encoding of tensor memory, but the result is '%s'", ir.TypeString(m))
	}
	if op.NumOperands() > 0 {
		return ttg.VerifyContents(r, tt.TensorOf(op.Operand(0).Type()), m)
	}
	if !m.Mutable {
		return r.Errorf("has no source, so that the result must be mutable")
	}
	return true
}

func verifyTMEMLoad(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Operand(0))
	if _, ok := m.Encoding.(*TMEMAttr); !ok {
		return r.Errorf("requires a source in tensor memory, but it is '%s'", ir.TypeString(m))
	}
	return ttg.VerifyContents(r, tt.TensorOf(op.Result(0).Type()), m) && verifyReduction(op, r, m.Elem)
}

// verifyReduction checks what tmem_load makes of the rows that it loads: a thread must have all of a row.
func verifyReduction(op *ir.Operation, r ir.Reporter, elem ir.Type) bool {
	for _, name := range []string{"abs", "NaN"} {
		if op.Attr(name) != nil && (op.Attr("redOp") == nil || elem != elem.Context().F32()) {
			return r.Errorf("requires a redOp of f32 where %s is said", name)
		}
	}
	if op.Attr("redOp") == nil {
		return true
	}
	t := tt.TensorOf(op.Result(0).Type())
	l, err := ttg.ToLinear(t.Shape, t.Encoding)
	if err != nil || len(t.Shape) != 2 {
		return true
	}
	if !l.IsZero([]string{layout.Lane, layout.Warp}, []string{layout.Dim(1)}) {
		return r.Errorf("can't reduce rows that several threads share, as in '%s'", ir.TypeString(t))
	}
	return true
}

func verifyTMEMStore(op *ir.Operation, r ir.Reporter) bool {
	m := memDescOf(op.Operand(0))
	if !inTensorMemory(m.Encoding) {
		return r.Errorf("requires a destination in tensor memory, but it is '%s'", ir.TypeString(m))
	}
	return ttg.VerifyMutable(r, m) && ttg.VerifyContents(r, tt.TensorOf(op.NamedOperands("src")[0].Type()), m)
}

// verifyTMEMSubslice checks both spellings: up to 3.8 the offset is called N, is one along the columns of a buffer of
// rank 2, and is a multiple of the size; the result may count as a buffer of its own.
func verifyTMEMSubslice(op *ir.Operation, r ir.Reporter) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Result(0))
	column, older := op.IntAttr("N")
	if _, newer := op.IntAttr("offset"); newer == older {
		return r.Errorf("requires where the slice begins, N or offset")
	}
	rank, dim, offset := len(from.Shape), intOr(op, "dim", 1), intOr(op, "offset", column)
	if !verifySliceTypes(op, r, from, to, older) {
		return false
	}
	if dim < 0 || dim >= int64(rank) {
		return r.Errorf("dim %d is outside of [0, %d)", dim, rank)
	}
	for d := range rank {
		if int64(d) != dim && from.Shape[d] != to.Shape[d] {
			return r.Errorf("requires a result of the extents of the source but along dimension %d, but goes from '%s' to '%s'", dim, ir.TypeString(from), ir.TypeString(to))
		}
	}
	// Up to 3.7 a slice may have blocks or an allocation of its own, and nothing bounds N.
	own := older && (from.Encoding != to.Encoding || slices.Equal(to.Shape, to.AllocShape))
	if offset < 0 || !own && offset+to.Shape[dim] > from.Shape[dim] || older && offset%to.Shape[dim] != 0 {
		return r.Errorf("the slice of %d at offset %d along dimension %d is no part of %d", to.Shape[dim], offset, dim, from.Shape[dim])
	}
	if own || rank == 3 && dim == 0 {
		return true
	}
	return verifyPart(r, from, to, int(dim)-(rank-2), offset)
}

func verifySliceTypes(op *ir.Operation, r ir.Reporter, from, to *ttg.MemDescType, older bool) bool {
	rank := len(from.Shape)
	own := older && slices.Equal(to.Shape, to.AllocShape)
	switch {
	case !inTensorMemory(from.Encoding) || !sameBlocks(from.Encoding, to.Encoding):
		return r.Errorf("requires a source and a result in tensor memory with one encoding, but goes from '%s' to '%s'", ir.TypeString(from), ir.TypeString(to))
	case from.Elem != to.Elem:
		return r.Errorf("requires one element type, but has '%s' and '%s'", ir.TypeString(from.Elem), ir.TypeString(to.Elem))
	case !slices.Equal(from.AllocShape, to.AllocShape) && !own:
		return r.Errorf("requires a result that counts as a part of the allocation of '%s', but it is '%s'", ir.TypeString(from), ir.TypeString(to))
	case len(to.Shape) != rank || rank != 2 && (rank != 3 || older):
		return r.Errorf("requires a source and a result of rank 2, or with offset of rank 3, not of %d and %d", rank, len(to.Shape))
	}
	return true
}

// sameBlocks: in the older spelling the blocks of the slice may be narrower.
func sameBlocks(from, to ir.Attribute) bool {
	a, ok := from.(*TMEMAttr)
	b, too := to.(*TMEMAttr)
	return from == to || ok && too && a.BlockM == b.BlockM && a.ColStride == b.ColStride
}

// verifyPart checks that a slice of one buffer lies in the memory as it would by itself.
func verifyPart(r ir.Reporter, from, to *ttg.MemDescType, dim int, offset int64) bool {
	shape, size := to.Shape[len(to.Shape)-2:], to.Shape[len(to.Shape)-2+dim]
	enc := to.Encoding.(ttg.TensorMemory)
	if a, ok := enc.(*TMEMAttr); ok && shape[0] < a.BlockM*max(1, a.Cluster.SplitM) {
		return r.Errorf("requires a result of whole blocks of %d rows, but it is '%s'", a.BlockM, ir.TypeString(to))
	}
	l, err := from.Encoding.(ttg.TensorMemory).Linear(from.AllocShape[len(from.AllocShape)-2:])
	if err != nil {
		return true
	}
	for _, basis := range l.Bases(layout.Block) {
		if int64(basis[dim]) >= size {
			return r.Errorf("can't take a slice of %d along dimension %d that lies in some CTAs only", size, dim)
		}
	}
	if !contiguous(l, dim, offset, size) {
		return r.Errorf("the slice of %d at offset %d along dimension %d cuts the blocks", size, offset, dim)
	}
	at := map[string]int{layout.Dim(dim): int(offset), layout.Dim(1 - dim): 0}
	if col := l.PseudoInvert().Apply(at)[ttg.Column]; col*ir.BitWidth(from.Elem)%32 != 0 {
		return r.Errorf("the slice at offset %d must begin at a column of 32 bits", offset)
	}
	return true
}

// contiguous reports whether the numbers from offset to offset + size lie one after the other: aligned ones always
// do; others carry, and the bits through which they carry must follow each other in the rows or in the columns.
func contiguous(l layout.Layout, dim int, offset, size int64) bool {
	if offset&(size-1) == 0 {
		return true
	}
	first, last := bits.TrailingZeros64(uint64(offset)), bits.Len64(uint64(offset^(offset+size-1)))
	for _, in := range []string{ttg.Row, ttg.Column} {
		bases := l.Bases(in)
		start := slices.IndexFunc(bases, func(b []int) bool { return b[dim] == 1<<first && b[1-dim] == 0 })
		for bit := first; start >= 0; bit, start = bit+1, start+1 {
			if bit == last {
				return true
			}
			if start == len(bases) || bases[start][dim] != 1<<bit || bases[start][1-dim] != 0 {
				break
			}
		}
	}
	return false
}

func verifyTMEMCopy(op *ir.Operation, r ir.Reporter) bool {
	from, to := memDescOf(op.Operand(0)), memDescOf(op.Operand(1))
	if _, ok := from.Space.(*ttg.SharedMemoryAttr); !ok {
		return r.Errorf("requires a source in shared memory, but it is '%s'", ir.TypeString(from))
	}
	return ttg.VerifyMutable(r, to) && verifyCopyWidth(r, to)
}

// verifyCopyWidth checks that a row has the 128 bits that a copy writes at once next to each other.
func verifyCopyWidth(r ir.Reporter, to *ttg.MemDescType) bool {
	enc, ok := to.Encoding.(*TMEMAttr)
	if !ok || len(to.Shape) != 2 || ir.BitWidth(to.Elem) != 32 {
		return true
	}
	l, err := enc.Linear(to.AllocShape[len(to.AllocShape)-2:])
	if err != nil {
		return true
	}
	cols := l.Bases(ttg.Column)
	for bit := range 2 {
		if bit >= len(cols) || cols[bit][0] == 0 && cols[bit][1] == 0 || int64(cols[bit][0]) >= to.Shape[0] || int64(cols[bit][1]) >= to.Shape[1] {
			return r.Errorf("requires a destination with 128 bits of a row next to each other, but it is '%s'", ir.TypeString(to))
		}
	}
	return true
}
