package arith

import (
	"math"

	"tawa/ir"
)

// conversion turns the bits of an element of one type into those of another, or refuses.
type conversion func(from, to ir.Type, bits uint64) (uint64, bool)

// castConst folds a cast of constants.
func castConst(convert conversion) rule {
	return func(op *ir.Operation, c []ir.Attribute) *ir.FoldResult {
		from, to := ir.ElementType(op.Operand(0).Type()), ir.ElementType(op.Result(0).Type())
		if width(from) > 64 || width(to) > 64 {
			return nil
		}
		return toAttr(Elementwise(op.Result(0).Type(), func(in []uint64) (uint64, bool) {
			return convert(from, to, in[0])
		}, c...))
	}
}

func extendUnsigned(from, _ ir.Type, bits uint64) (uint64, bool) {
	return mask(bits, width(from)), true
}

func resizeSigned(from, _ ir.Type, bits uint64) (uint64, bool) {
	return uint64(signExtend(bits, width(from))), true
}

func sameBits(_, _ ir.Type, bits uint64) (uint64, bool) { return bits, true }

// convertFloat refuses if the value, the sign of a zero or the payload of a NaN
// changes: what truncf rounds to is left to its rounding mode.
func convertFloat(from, to ir.Type, bits uint64) (uint64, bool) {
	f, t := format(from), format(to)
	v := f.Decode(bits)
	if math.IsNaN(v) {
		return convertNaN(f, t, bits)
	}
	out := t.Encode(v)
	w := t.Decode(out)
	return out, v == w && math.Signbit(v) == math.Signbit(w)
}

// convertNaN keeps the sign and the payload; it refuses what has none in the other
// format, and a signalling NaN.
func convertNaN(f, t *ir.FloatFormat, bits uint64) (uint64, bool) {
	sign, payload := bits>>(f.Bits-1)&1, bits&(1<<f.Man-1)
	if f.Kind != ir.IEEE && f.Kind != ir.FN || t.Kind != ir.IEEE || payload < 1<<f.Man/2 || f.Man == 0 {
		return 0, false
	}
	if lost := f.Man - t.Man; lost > 0 {
		if payload&(1<<lost-1) != 0 {
			return 0, false
		}
		payload >>= lost
	} else {
		payload <<= -lost
	}
	return sign<<(t.Bits-1) | uint64(1<<t.Exp-1)<<t.Man | payload, true
}

func signedToFloat(from, to ir.Type, bits uint64) (uint64, bool) {
	v := signExtend(bits, width(from))
	if v < 0 {
		return roundInteger(format(to), uint64(-v), -1), true
	}
	return roundInteger(format(to), uint64(v), 1), true
}

func unsignedToFloat(from, to ir.Type, bits uint64) (uint64, bool) {
	return roundInteger(format(to), mask(bits, width(from)), 1), true
}

// roundInteger rounds once. A magnitude that f64 can't hold is first cut to 53 bits
// of which the last tells whether something was lost, so that narrower formats round it rightly.
func roundInteger(f *ir.FloatFormat, magnitude uint64, sign float64) uint64 {
	v := float64(magnitude)
	if magnitude>>53 != 0 && f.Man < 52 {
		cut := magnitude >> 11
		if magnitude&(1<<11-1) != 0 {
			cut |= 1
		}
		v = math.Ldexp(float64(cut), 11)
	}
	return f.Encode(sign * v)
}

// floatToSigned and floatToUnsigned refuse NaN and what is out of range.
func floatToSigned(from, to ir.Type, bits uint64) (uint64, bool) {
	v := math.Trunc(format(from).Decode(bits))
	limit := math.Ldexp(1, width(to)-1)
	if !(v >= -limit && v < limit) {
		return 0, false
	}
	return uint64(int64(v)), true
}

func floatToUnsigned(from, to ir.Type, bits uint64) (uint64, bool) {
	v := math.Trunc(format(from).Decode(bits))
	if !(v >= 0 && v < math.Ldexp(1, width(to))) {
		return 0, false
	}
	if v >= 1<<63 {
		return uint64(v-1<<63) | 1<<63, true
	}
	return uint64(v), true
}

// extTwice: an extension of an extension is one extension.
func extTwice(name *ir.OpName) rule {
	return func(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
		inner := definedBy(op.Operand(0), name)
		if inner == nil {
			return nil
		}
		op.SetOperand(0, inner.Operand(0))
		return toValue(op.Result(0))
	}
}

// truncOfExt: cutting what was extended gives the original or cuts that.
func truncOfExt(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	for _, name := range []*ir.OpName{ExtUI, ExtSI, TruncI} {
		inner := definedBy(op.Operand(0), name)
		if inner == nil {
			continue
		}
		src := inner.Operand(0)
		switch {
		case src.Type() == op.Result(0).Type():
			return toValue(src)
		case width(ir.ElementType(src.Type())) > width(ir.ElementType(op.Result(0).Type())):
			if name == TruncI {
				op.SetAttr("overflowFlags", Overflow(op.Context(), op.Attr("overflowFlags").(*FlagsAttr).Bits&inner.Attr("overflowFlags").(*FlagsAttr).Bits))
			}
			op.SetOperand(0, src)
			return toValue(op.Result(0))
		}
	}
	return nil
}

// truncOfExtF: rounding what was widened exactly gives the original.
func truncOfExtF(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	if ext := definedBy(op.Operand(0), ExtF); ext != nil && ext.Operand(0).Type() == op.Result(0).Type() {
		return toValue(ext.Operand(0))
	}
	return nil
}

// indexTwice: an integer of at most 64 bits as an index and back is itself; so is an index that was an integer of
// at least as many.
func indexTwice(name *ir.OpName) rule {
	return func(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
		inner := definedBy(op.Operand(0), name)
		if inner == nil || inner.Operand(0).Type() != op.Result(0).Type() {
			return nil
		}
		from, to := ir.ElementType(op.Operand(0).Type()), ir.ElementType(op.Result(0).Type())
		if ir.IsIndex(to) && ir.BitWidth(from) < 64 || !ir.IsIndex(to) && ir.BitWidth(to) > 64 {
			return nil
		}
		return toValue(inner.Operand(0))
	}
}

// bitcastTwice: only the last of several bit casts counts; to the same type it is none.
func bitcastTwice(op *ir.Operation, _ []ir.Attribute) *ir.FoldResult {
	if op.Operand(0).Type() == op.Result(0).Type() {
		return toValue(op.Operand(0))
	}
	inner := definedBy(op.Operand(0), Bitcast)
	if inner == nil {
		return nil
	}
	if inner.Operand(0).Type() == op.Result(0).Type() {
		return toValue(inner.Operand(0))
	}
	op.SetOperand(0, inner.Operand(0))
	return toValue(op.Result(0))
}
