package ttng

import (
	"slices"

	"tawa/dialects/tt"
	"tawa/dialects/ttg"
	"tawa/ir"
	"tawa/layout"
)

func verifyTMALoad(op *ir.Operation, r ir.Reporter) bool {
	m := named(op, "result")
	if !verifyCoords(op, r) {
		return false
	}
	return isBarrier(r, named(op, "barrier")) && tmaBarrier(op, r) && ttg.VerifyMutable(r, m) && tmaEncoding(op, r, m) && multicast(op, r, m)
}

// verifyCoords checks the coordinates, and the offsets of the filter in the mode of
// convolutions (im2col): one for each dimension between the batch and the channels.
func verifyCoords(op *ir.Operation, r ir.Reporter) bool {
	n, offsets := len(op.NamedOperands("coord")), len(op.NamedOperands("offsets"))
	if n < 1 || n > 5 {
		return r.Errorf("requires 1 to 5 coordinates, but has %d", n)
	}
	mode, _ := op.IntAttr("tensorMode")
	switch im2col := mode != 0 || isIm2Col(op.Operand(0).Type()); {
	case !im2col && offsets > 0:
		return r.Errorf("has offsets, which only im2col takes")
	case im2col && n < 3:
		return r.Errorf("requires at least 3 coordinates for im2col, but has %d", n)
	case im2col && offsets != n-2:
		return r.Errorf("requires %d offsets for im2col with %d coordinates, but has %d", n-2, n, offsets)
	}
	return true
}

// descEncoding returns the encoding of the buffers that a descriptor is for, nil if it does not say.
func descEncoding(t ir.Type) ir.Attribute {
	switch t := t.(type) {
	case *tt.DescType:
		return t.Block.Encoding
	case *Im2ColType:
		return t.Encoding
	}
	return nil
}

// tmaEncoding checks that a buffer has the form that TMA writes, and that of the descriptor.
func tmaEncoding(op *ir.Operation, r ir.Reporter, m *ttg.MemDescType) bool {
	enc, ok := m.Encoding.(*ttg.NVMMASharedAttr)
	if !ok {
		return r.Errorf("requires an nvmma_shared destination, but it is '%s'", ir.TypeString(m))
	}
	if enc.Transposed {
		return r.Errorf("can't transpose: the encoding of the destination is '%s'", ir.AttrString(enc))
	}
	if enc.Rank() != len(m.Shape) {
		return r.Errorf("requires an encoding of the rank of the buffer, but it is '%s'", ir.TypeString(m))
	}
	desc, ok := descEncoding(op.Operand(0).Type()).(*ttg.NVMMASharedAttr)
	if !ok {
		return true
	}
	// Ranks may differ: a load may leave out dimensions of one element.
	if desc.SwizzleBytes != enc.SwizzleBytes || desc.ElemBits != enc.ElemBits || desc.Transposed != enc.Transposed || desc.FP4Padded != enc.FP4Padded {
		return r.Errorf("requires a buffer of the encoding of the descriptor, '%s', but it is '%s'", ir.AttrString(desc), ir.TypeString(m))
	}
	return true
}

// tmaBarrier checks, where the module says whether pairs of CTAs work together, that each CTA or each pair has a barrier.
func tmaBarrier(op *ir.Operation, r ir.Reporter) bool {
	m := named(op, "barrier")
	cga, ok := ttg.CGAOf(m.Encoding)
	pairs, declared := ttg.Declared(op, "ttng.two-ctas")
	if !ok || !declared {
		return true
	}
	n := ttg.NumCTAs(op)
	if cga.Equal(ttg.Identity(n)) || pairs != 0 && cga.Equal(append(ttg.CGA{{0}}, ttg.Identity(n/2)...)) {
		return true
	}
	return r.Errorf("requires an mbarrier of its own for each CTA of the cluster, or each pair where ttng.two-ctas is true, but has '%s'", ir.TypeString(m))
}

// multicast checks that there is another CTA with the same part of the buffer.
func multicast(op *ir.Operation, r ir.Reporter, m *ttg.MemDescType) bool {
	if op.Attr("multicast") == nil {
		return true
	}
	if cga, ok := ttg.CGAOf(m.Encoding); ok && !cga.Repeats() {
		return r.Errorf("multicast requires a buffer of which several CTAs have the same, but it is '%s'", ir.TypeString(m))
	}
	return true
}

// sourceInCTA checks that a part of a buffer does not lie in some CTAs only, since TMA reads that of its own.
func sourceInCTA(r ir.Reporter, m *ttg.MemDescType) bool {
	cga, _ := ttg.CGAOf(m.Encoding)
	whole := m.AllocShape[len(m.AllocShape)-len(m.Shape):]
	for _, b := range cga {
		for d, n := range b {
			if i := len(m.Shape) - len(b) + d; n != 0 && i >= 0 && m.Shape[i] != whole[i] {
				return r.Errorf("can't read a part of a buffer that may lie in another CTA: '%s'", ir.TypeString(m))
			}
		}
	}
	return true
}

func verifyTMAStore(op *ir.Operation, r ir.Reporter) bool { return sourceInCTA(r, named(op, "src")) }

func verifyTMAReduce(op *ir.Operation, r ir.Reporter) bool {
	n, _ := op.IntAttr("kind")
	kind := tt.ReduceKind.Enum[n]
	desc, ok := op.Operand(0).Type().(*tt.DescType)
	if ok && !reduces(kind, desc.Block.Elem) {
		return r.Errorf("TMA has no reduction '%s' of '%s'", kind, ir.TypeString(desc.Block.Elem))
	}
	return verifyTMAStore(op, r)
}

// reduces says which reductions TMA has (PTX ISA, cp.reduce.async.bulk.tensor).
func reduces(kind string, elem ir.Type) bool {
	i, integer := elem.(*ir.IntegerType)
	wide := integer && (i.Width == 32 || i.Width == 64)
	half := slices.Contains([]string{"f16", "bf16"}, ir.TypeString(elem))
	switch kind {
	case "add":
		return wide && !(i.Width == 64 && i.Sign == ir.Signed) || half || elem == elem.Context().F32()
	case "min", "max":
		return wide || half
	case "and", "or", "xor":
		return wide
	}
	return false
}

func verifyTMAGather(op *ir.Operation, r ir.Reporter) bool {
	m := named(op, "result")
	return isBarrier(r, named(op, "barrier")) && tmaBarrier(op, r) && ttg.VerifyMutable(r, m) && multicast(op, r, m) && rowsFit(op, r, m)
}

func verifyTMAScatter(op *ir.Operation, r ir.Reporter) bool {
	m := named(op, "src")
	return rowsFit(op, r, m) && sourceInCTA(r, m)
}

// rowsFit checks that a buffer has one row for each offset.
func rowsFit(op *ir.Operation, r ir.Reporter, m *ttg.MemDescType) bool {
	xs := tt.TensorOf(op.NamedOperands("x_offsets")[0].Type())
	desc, ok := op.Operand(0).Type().(*tt.DescType)
	if !ok {
		return verifyXOffsets(op, r, xs, m)
	}
	if n := len(m.Shape); len(xs.Shape) != 1 || n != 2 || m.Shape[0] != xs.Shape[0] || m.Shape[1] != desc.Block.Shape[len(desc.Block.Shape)-1] {
		return r.Errorf("requires a row of the descriptor's block for each offset, but the buffer is '%s'", ir.TypeString(m))
	}
	return verifyXOffsets(op, r, xs, m)
}

// verifyXOffsets checks the rows of a gather or scatter: the instruction takes four that one thread holds, all threads of
// a warp hold the same, and the CTAs share them as they share the rows of the buffer. A module without a target may be
// one whose encodings are not chosen yet.
func verifyXOffsets(op *ir.Operation, r ir.Reporter, xs *ir.RankedTensorType, m *ttg.MemDescType) bool {
	l, err := ttg.ToLinear(xs.Shape, xs.Encoding)
	if err != nil || len(xs.Shape) != 1 || target(op) == "" {
		return true
	}
	if n := l.Contiguity(layout.Dim(0)); n < 4 || !l.IsZero([]string{layout.Lane}, []string{layout.Dim(0)}) {
		return r.Errorf("requires x_offsets of which a thread holds four or more one after the other, the same in all threads of a warp, but they are '%s'", ir.TypeString(xs))
	}
	rows, ok := ttg.CGAOf(m.Encoding)
	cga, too := ttg.CGAOf(xs.Encoding)
	if !ok || !too {
		return true
	}
	if !slices.EqualFunc(rows, cga, func(a, b []int64) bool { return a[0] == b[0] }) {
		return r.Errorf("requires x_offsets that the CTAs share as they share the rows of the buffer, but has '%s' and '%s'", ir.TypeString(xs), ir.TypeString(m))
	}
	return true
}

// vector is the number of elements that lie one after the other in the registers of a thread as well as in a buffer, 0
// if it is not known.
func vector(t *ir.RankedTensorType, m *ttg.MemDescType) int {
	from, errA := ttg.ToLinear(t.Shape, t.Encoding)
	to, errB := ttg.ToLinear(m.AllocShape[len(m.AllocShape)-len(m.Shape):], m.Encoding)
	if errA != nil || errB != nil {
		return 0
	}
	n := 1
	for _, basis := range to.Bases(layout.Offset) {
		if !slices.ContainsFunc(from.Bases(layout.Register), func(b []int) bool { return slices.Equal(b, basis) }) {
			break
		}
		n *= 2
	}
	return n
}
