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

// factor is an operand's element as the multiplier sees it: the value, which float64 holds
// exactly, and the exponent of the element's leading digit position (subnormals: the smallest
// normal exponent), which governs alignment; a zero has none and so never governs. Infinities
// and NaNs are values like others.
type factor struct {
	value float64
	exp   int16
}

// decode splits the low Bits of x.
func (e Elem) decode(x uint32) factor {
	switch e {
	case F16:
		return halves[uint16(x)]
	case BF16:
		return split(float64(BF16ToF32(uint16(x))), &formatBF16)
	case TF32:
		return split(float64(math.Float32frombits(x&^0x1fff)), &formatTF32)
	case E4M3:
		return e4m3Factors[uint8(x)]
	case E5M2:
		return halves[uint16(x)<<8]
	case S8:
		return factor{value: float64(int8(x))}
	case U8:
		return factor{value: float64(uint8(x))}
	}
	panic("tensor: " + e.String() + " is no operand type")
}

func split(v float64, f *format) factor {
	if v == 0 {
		return factor{v, -expBias}
	}
	e := int(math.Float64bits(v)>>52&2047) - 1023
	return factor{v, int16(max(e, 1-f.bias()))}
}

var (
	halves = func() *[65536]factor {
		t := new([65536]factor)
		for i := range t {
			t[i] = split(float64(F16ToF32(uint16(i))), &formatF16)
		}
		return t
	}()
	e4m3Factors = func() *[256]factor {
		t := new([256]factor)
		for i := range t {
			t[i] = split(float64(e4m3Values[i]), &formatE4M3)
		}
		return t
	}()
)
