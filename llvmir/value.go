package llvmir

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type valueKind uint8

const (
	noValue    valueKind = iota
	localValue           // %v<n>
	intConst             // n holds the bits, sign-extended from the type's width
	bitsConst            // a float constant, n holds its bits
	textValue            // text is the whole spelling: a parameter, a global, another constant
)

// Value is an operand: the result of an instruction, a parameter, a global or
// a constant. The zero Value is none.
type Value struct {
	Type *Type
	kind valueKind
	n    int64
	text string
}

// Valid reports whether v is a value at all.
func (v Value) Valid() bool { return v.kind != noValue }

// String is the operand with its type, as in `i32 7`.
func (v Value) String() string { return string(v.appendTyped(nil)) }

func (v Value) append(b []byte) []byte {
	switch v.kind {
	case localValue:
		return strconv.AppendInt(append(b, "%v"...), v.n, 10)
	case intConst:
		if v.Type.bits == 1 {
			return strconv.AppendBool(b, v.n != 0)
		}
		return strconv.AppendInt(b, v.n, 10)
	case bitsConst:
		return appendFloat(b, v.Type, uint64(v.n))
	case textValue:
		return append(b, v.text...)
	}
	panic("llvmir: use of no value")
}

func (v Value) appendTyped(b []byte) []byte {
	if v.Type == nil {
		panic("llvmir: use of no value")
	}
	return v.append(append(append(b, v.Type.text...), ' '))
}

// appendFloat spells a float constant by its bits. LLVM writes a float in the
// bits of the double of the same value, half and bfloat in their own.
func appendFloat(b []byte, t *Type, bits uint64) []byte {
	switch t {
	case Half:
		return fmt.Appendf(b, "0xH%04X", bits)
	case BFloat:
		return fmt.Appendf(b, "0xR%04X", bits)
	case Float:
		return fmt.Appendf(b, "0x%016X", widenFloat(uint32(bits)))
	case Double:
		return fmt.Appendf(b, "0x%016X", bits)
	}
	panic("llvmir: no float type: " + t.text)
}

// widenFloat is the double with the value of a float; a NaN keeps its payload
// and its quiet bit, which a conversion by the CPU would not promise.
func widenFloat(f uint32) uint64 {
	if f&0x7f800000 == 0x7f800000 {
		return uint64(f>>31)<<63 | 0x7ff<<52 | uint64(f&0x7fffff)<<29
	}
	return math.Float64bits(float64(math.Float32frombits(f)))
}

// ConstInt is an integer constant, cut to the type's width.
func ConstInt(t *Type, n int64) Value {
	if !t.IsInt() {
		panic("llvmir: integer constant of type " + t.text)
	}
	return Value{Type: t, kind: intConst, n: signExtend(n, t.bits)}
}

func signExtend(n int64, bits int) int64 {
	if bits >= 64 {
		return n
	}
	if bits == 1 {
		return n & 1
	}
	return n << (64 - bits) >> (64 - bits)
}

// CI32, CI64 and Bool are the common integer constants.
func CI32(n int) Value   { return ConstInt(I32, int64(n)) }
func CI64(n int64) Value { return ConstInt(I64, n) }
func Bool(b bool) Value {
	if b {
		return ConstInt(I1, 1)
	}
	return ConstInt(I1, 0)
}

// ConstBits is the float constant of type t with exactly these bits.
func ConstBits(t *Type, bits uint64) Value {
	if !t.IsFloat() {
		panic("llvmir: float constant of type " + t.text)
	}
	return Value{Type: t, kind: bitsConst, n: int64(bits)}
}

// F32 and F64 are float constants of a Go value.
func F32(f float32) Value { return ConstBits(Float, uint64(math.Float32bits(f))) }
func F64(f float64) Value { return ConstBits(Double, math.Float64bits(f)) }

// Zero is the zero of any type, Undef and Poison its undefined values.
func Zero(t *Type) Value {
	switch t.kind {
	case intKind:
		return ConstInt(t, 0)
	case floatKind:
		return ConstBits(t, 0)
	case ptrKind:
		return Value{Type: t, kind: textValue, text: "null"}
	}
	return Value{Type: t, kind: textValue, text: "zeroinitializer"}
}

func Undef(t *Type) Value  { return Value{Type: t, kind: textValue, text: "undef"} }
func Poison(t *Type) Value { return Value{Type: t, kind: textValue, text: "poison"} }

// ConstVec is a vector of constants, ConstArray an array.
func ConstVec(elems ...Value) Value {
	return Value{Type: Vec(len(elems), elems[0].Type), kind: textValue, text: constList("<", elems, ">")}
}

func ConstArray(elems ...Value) Value {
	return Value{Type: Array(len(elems), elems[0].Type), kind: textValue, text: constList("[", elems, "]")}
}

func constList(open string, elems []Value, end string) string {
	b := []byte(open)
	for i, e := range elems {
		if e.kind == localValue || !e.Type.Equal(elems[0].Type) {
			panic("llvmir: elements of a constant must be constants of one type")
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = e.appendTyped(b)
	}
	return string(append(b, end...))
}

// ConstString is an array of bytes; no zero is added.
func ConstString(s string) Value {
	return Value{Type: Array(len(s), I8), kind: textValue, text: "c" + quote(s)}
}

// quote spells a string in LLVM's quotes: bytes that are not printable, quotes
// and backslashes as two hex digits.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, "\\%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Int is the value of an integer constant.
func (v Value) Int() (n int64, ok bool) { return v.n, v.kind == intConst }

// isInt reports whether v is the integer constant n.
func (v Value) isInt(n int64) bool { return v.kind == intConst && v.n == n }

// Equal reports whether two operands are the same value.
func (v Value) Equal(u Value) bool {
	return v.kind == u.kind && v.n == u.n && v.text == u.text && v.Type.Equal(u.Type)
}
