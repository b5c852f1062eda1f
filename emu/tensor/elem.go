package tensor

import (
	"fmt"
	"math"
)

// Elem is an element type of a matrix operand.
type Elem uint8

const (
	None Elem = iota
	F16
	BF16
	TF32 // 32-bit storage, the 13 low bits ignored
	E4M3
	E5M2
	S8
	U8
	F32
	S32
	F64
)

var elems = [...]struct {
	name string
	bits int
}{None: {"none", 0}, F16: {"f16", 16}, BF16: {"bf16", 16}, TF32: {"tf32", 32}, E4M3: {"e4m3", 8}, E5M2: {"e5m2", 8}, S8: {"s8", 8}, U8: {"u8", 8},
	F32: {"f32", 32}, S32: {"s32", 32}, F64: {"f64", 64}}

// String is the type's name in PTX.
func (e Elem) String() string { return elems[e].name }

// Bits returns the width of storage.
func (e Elem) Bits() int { return elems[e].bits }

// Integer reports an integer type.
func (e Elem) Integer() bool { return e == S8 || e == U8 || e == S32 }

// ParseElem reads the name of a type as PTX writes it, without the dot.
func ParseElem(name string) (Elem, error) {
	for e, row := range elems {
		if row.name == name && e != int(None) {
			return Elem(e), nil
		}
	}
	return None, fmt.Errorf("unknown element type .%s", name)
}

// format returns the float format of an operand type; nil for integers.
func (e Elem) format() *format {
	switch e {
	case F16:
		return &formatF16
	case BF16:
		return &formatBF16
	case TF32:
		return &formatTF32
	case E4M3:
		return &formatE4M3
	case E5M2:
		return &formatE5M2
	case F32:
		return &formatF32
	}
	return nil
}

// factor is an operand's element as the multiplier sees it: its value, which float32 holds
// exactly, and the exponent of its leading digit position (subnormals: the smallest normal
// exponent), which governs alignment. A zero has none and so never governs; an infinity or NaN
// has one above all others.
type factor struct {
	value float32
	exp   int32
}

const expSpecial = 4096 << 2 // above what two other factors reach

func (f factor) special() bool { return f.exp >= expSpecial }

// decode splits the low Bits of x.
func (e Elem) decode(x uint32) factor {
	switch e {
	case F16:
		return decodeHalf(uint16(x))
	case BF16:
		return split(BF16ToF32(uint16(x)), &formatBF16)
	case TF32:
		return split(math.Float32frombits(x&^0x1fff), &formatTF32)
	case E4M3:
		return e4m3Factors[uint8(x)]
	case E5M2:
		return decodeHalf(uint16(x) << 8)
	case S8:
		return factor{value: float32(int8(x))}
	case U8:
		return factor{value: float32(uint8(x))}
	}
	panic("tensor: " + e.String() + " is no operand type")
}

func split(v float32, f *format) factor {
	if v == 0 {
		return factor{v, expZero}
	}
	e := int32(math.Float32bits(v)>>23&255) - 127
	if e == 128 {
		return factor{v, expSpecial}
	}
	return factor{v, max(e, int32(1-f.bias()))}
}

func decodeHalf(h uint16) factor {
	if e := uint32(h >> 10 & 31); e != 0 && e != 31 {
		return factor{math.Float32frombits(uint32(h&0x8000)<<16 | (uint32(h&0x7fff)<<13 + 112<<23)), int32(e) - 15}
	}
	return split(F16ToF32(h), &formatF16)
}

var e4m3Factors = func() *[256]factor {
	t := new([256]factor)
	for i := range t {
		t[i] = split(e4m3Values[i], &formatE4M3)
	}
	return t
}()
