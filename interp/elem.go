package interp

import (
	"math"

	"tawa/dialects/tt"
	"tawa/ir"
)

// elem is an element type: a float with a format, or an integer of a width
// (pointers and index are 64 bits wide).
type elem struct {
	format *ir.FloatFormat
	width  int
	name   string
	limit  float64 // the largest finite value
	unit   float64 // the smallest value above zero
}

func (e elem) isFloat() bool { return e.format != nil }

// elemOf returns the element type of a scalar or tensor type; ok is false for
// other types.
func elemOf(t ir.Type) (e elem, ok bool) {
	t = ir.ElementType(t)
	switch t := t.(type) {
	case *ir.FloatType:
		return floatElem(t.Name, t.Format), t.Format.Bits <= 64
	case *ir.IntegerType:
		return elem{width: t.Width, name: ir.TypeString(t)}, t.Width <= 64
	case *ir.IndexType, *tt.PtrType:
		return elem{width: 64, name: ir.TypeString(t)}, true
	}
	return elem{}, false
}

func floatElem(name string, f *ir.FloatFormat) elem {
	return elem{f, f.Bits, name, maxFinite(f), math.Ldexp(1, 1-f.Bias-f.Man)}
}

// bytes is the size in memory; an i1 takes a byte.
func (e elem) bytes() int64 { return int64(e.width+7) / 8 }

// wrap keeps the low bits of v, sign-extended.
func (e elem) wrap(v int64) int64 {
	s := 64 - e.width
	return v << s >> s
}

// unsigned are the low bits of v, zero-extended.
func (e elem) unsigned(v int64) uint64 {
	s := 64 - e.width
	return uint64(v) << s >> s
}

// truth is a bool as an i1.
func truth(b bool) int64 {
	if b {
		return -1
	}
	return 0
}

// round rounds v to nearest even in the format.
func (e elem) round(v float64) float64 {
	switch e.width {
	case 64:
		return v
	case 32:
		return float64(float32(v))
	}
	return e.roundTo(v, false)
}

// rounded rounds a slice in place.
func (e elem) rounded(v []float64) {
	switch e.width {
	case 64:
	case 32:
		for i, x := range v {
			v[i] = float64(float32(x))
		}
	default:
		for i, x := range v {
			v[i] = e.roundTo(x, false)
		}
	}
}

// roundTo rounds to nearest even, or towards zero, in a format of at most 32
// bits: the low bits of the float64 are rounded away where the result is normal,
// the multiple of the smallest value is rounded where it is not.
func (e elem) roundTo(v float64, toZero bool) float64 {
	f := e.format
	if v == 0 || v-v != 0 || f.Man == 0 { // zeros, infinities, NaNs, scales
		return f.Decode(f.Encode(v))
	}
	b := math.Float64bits(v)
	if exp := int(b>>52)&0x7ff - 1023; exp < 1-f.Bias {
		if toZero {
			v = math.Trunc(v/e.unit) * e.unit
		} else {
			v = math.RoundToEven(v/e.unit) * e.unit
		}
		if v == 0 && f.Kind == ir.FNUZ {
			return 0
		}
		return v
	}
	shift := 52 - f.Man
	if !toZero {
		b += 1<<(shift-1) - 1 + b>>shift&1
	}
	v = math.Float64frombits(b &^ (1<<shift - 1))
	if math.Abs(v) > e.limit {
		if toZero {
			return math.Copysign(e.limit, v)
		}
		return f.Decode(f.Encode(v))
	}
	return v
}

// maxFinite is the largest finite value of a format.
func maxFinite(f *ir.FloatFormat) float64 {
	top := 1<<f.Exp - 1
	switch f.Kind {
	case ir.IEEE:
		return math.Ldexp(2-math.Ldexp(1, -f.Man), top-1-f.Bias)
	case ir.FN:
		return math.Ldexp(2-math.Ldexp(2, -f.Man), top-f.Bias)
	}
	return math.Ldexp(2-math.Ldexp(1, -f.Man), top-f.Bias)
}

// saturate rounds to nearest even with the largest finite value in place of overflow.
func (e elem) saturate(v float64) float64 {
	if math.Abs(v) > e.limit {
		return math.Copysign(e.limit, v)
	}
	return e.round(v)
}

// bits returns the pattern of an integer, or of a float that the format holds exactly.
func (e elem) bits(i int64, f float64) uint64 {
	switch {
	case e.format == nil:
		return e.unsigned(i)
	case e.width == 64:
		return math.Float64bits(f)
	case e.width == 32:
		return uint64(math.Float32bits(float32(f)))
	}
	return exactBits(e.format, f)
}

// exactBits is Encode for values that need no rounding.
func exactBits(f *ir.FloatFormat, v float64) uint64 {
	b := math.Float64bits(v)
	exp := int(b>>52)&0x7ff - 1023 + f.Bias
	if exp < 1 || exp >= 1<<f.Exp || f.Man == 0 {
		return f.Encode(v)
	}
	return b>>63<<(f.Bits-1) | uint64(exp)<<f.Man | b<<12>>(64-f.Man)
}

// value is the integer or float with that pattern.
func (e elem) value(bits uint64) (int64, float64) {
	if e.format == nil {
		return e.wrap(int64(bits)), 0
	}
	return 0, e.format.Decode(bits)
}
