package tensor

import (
	"encoding/binary"
	"fmt"
	"math"
)

// ReduceOps names the operations of cp.reduce.async.bulk.tensor.
var ReduceOps = []string{"add", "min", "max", "inc", "dec", "and", "or", "xor"}

// Reduce does dst = dst op src on the elements of a reducing bulk store, which must be whole
// elements of the map's type: integers wrap; inc and dec are those of PTX atom; floats round to
// nearest; f16 and bf16 min and max prefer a number to a NaN. The error says that the type does
// not have the operation.
func (t *TensorMap) Reduce(op string, dst, src []byte) error {
	f := reduction(op, t.Type)
	if f == nil {
		return fmt.Errorf("tensor map: elements of data type %d cannot be reduced by .%s", t.Type, op)
	}
	for i := 0; i+t.ElemSize <= len(dst); i += t.ElemSize {
		a, b := word(dst[i:], t.ElemSize), word(src[i:], t.ElemSize)
		putWord(dst[i:], t.ElemSize, f(a, b))
	}
	return nil
}

func word(b []byte, size int) uint64 {
	if size == 8 {
		return binary.LittleEndian.Uint64(b)
	}
	return uint64(little(b, size))
}

func putWord(b []byte, size int, v uint64) {
	for i := range size {
		b[i] = byte(v >> (8 * i))
	}
}

// reduction returns the function on bits; nil if there is none.
func reduction(op string, kind uint8) func(a, b uint64) uint64 {
	switch kind {
	case MapU32, MapS32, MapU64, MapS64:
		return reduceInt(op, kind)
	case MapF16:
		return reduceHalf(op, func(x uint64) float64 { return float64(F16ToF32(uint16(x))) }, &formatF16)
	case MapBF16:
		return reduceHalf(op, func(x uint64) float64 { return float64(BF16ToF32(uint16(x))) }, &formatBF16)
	case MapF32, MapF32FTZ:
		if op == "add" {
			return func(a, b uint64) uint64 {
				x, y := math.Float32frombits(uint32(a)), math.Float32frombits(uint32(b))
				ftz := kind == MapF32FTZ
				return uint64(math.Float32bits(canonical(flush(flush(x, ftz)+flush(y, ftz), ftz))))
			}
		}
	}
	return nil
}

func reduceInt(op string, kind uint8) func(a, b uint64) uint64 {
	signed := kind == MapS32 || kind == MapS64
	less := func(a, b uint64) bool {
		switch kind {
		case MapS32:
			return int32(a) < int32(b)
		case MapS64:
			return int64(a) < int64(b)
		}
		return a < b
	}
	switch op {
	case "add":
		return func(a, b uint64) uint64 { return a + b }
	case "min":
		return func(a, b uint64) uint64 {
			if less(b, a) {
				return b
			}
			return a
		}
	case "max":
		return func(a, b uint64) uint64 {
			if less(a, b) {
				return b
			}
			return a
		}
	case "and":
		return func(a, b uint64) uint64 { return a & b }
	case "or":
		return func(a, b uint64) uint64 { return a | b }
	case "xor":
		return func(a, b uint64) uint64 { return a ^ b }
	}
	if signed || kind != MapU32 {
		return nil
	}
	switch op {
	case "inc":
		return func(a, b uint64) uint64 {
			if a >= b {
				return 0
			}
			return a + 1
		}
	case "dec":
		return func(a, b uint64) uint64 {
			if a == 0 || a > b {
				return b
			}
			return a - 1
		}
	}
	return nil
}

func reduceHalf(op string, value func(uint64) float64, f *format) func(a, b uint64) uint64 {
	pick := func(a, b uint64, first bool) uint64 {
		if first {
			return a
		}
		return b
	}
	order := func(wantLess bool) func(a, b uint64) uint64 {
		return func(a, b uint64) uint64 {
			x, y := value(a), value(b)
			switch {
			case x != x && y != y:
				return f.nan
			case x != x || y != y:
				return pick(a, b, x == x)
			case x == y:
				return pick(a, b, math.Signbit(x) == wantLess)
			}
			return pick(a, b, (x < y) == wantLess)
		}
	}
	switch op {
	case "add":
		return func(a, b uint64) uint64 { return f.encode(value(a)+value(b), RN, false) }
	case "min":
		return order(true)
	case "max":
		return order(false)
	}
	return nil
}
