package interp

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"sync"

	"tawa/ir"
)

// Memory is global memory: buffers, each in an address range of its own, far from
// the others, so that an address tells the buffer and the byte in it, also where
// it lies before or behind.
type Memory struct{ buffers []*Buffer }

// Buffer is a typed piece of memory, row-major, little endian.
type Buffer struct {
	Name  string
	Elem  ir.Type
	Shape []int64
	Data  []byte

	address int64
	elem    elem
}

const (
	rangeBits = 40 // each buffer owns 2^40 addresses and begins in their middle
	rangeBase = int64(1) << (rangeBits - 1)
)

// Alloc makes a buffer of zeros for elements of a scalar type. It panics if the
// type has no size in memory (see HasSize).
func (m *Memory) Alloc(name string, t ir.Type, shape ...int64) *Buffer {
	e, ok := elemOf(t)
	if !ok || !HasSize(t) {
		panic("interp: no memory of " + ir.TypeString(t))
	}
	m.buffers = append(m.buffers, nil)
	n := len(m.buffers)
	b := &Buffer{
		Name: name, Elem: t, Shape: shape, elem: e,
		Data:    make([]byte, ir.NumElements(shape)*e.bytes()),
		address: int64(n)<<rangeBits + rangeBase,
	}
	m.buffers[n-1] = b
	return b
}

// Clone copies memory, with every buffer at the same address, and says where each went.
func (m *Memory) Clone() (*Memory, map[*Buffer]*Buffer) {
	out, moved := &Memory{}, map[*Buffer]*Buffer{}
	for _, b := range m.buffers {
		c := *b
		c.Data = slices.Clone(b.Data)
		out.buffers = append(out.buffers, &c)
		moved[b] = &c
	}
	return out, moved
}

// HasSize reports whether buffers may hold elements of t.
func HasSize(t ir.Type) bool {
	e, ok := elemOf(t)
	return ok && (e.width == 1 || e.width == 8 || e.width == 16 || e.width == 32 || e.width == 64)
}

// Address is what a pointer to the first element holds.
func (b *Buffer) Address() int64 { return b.address }

// Len is the number of elements.
func (b *Buffer) Len() int { return len(b.Data) / int(b.elem.bytes()) }

// IsFloat says which of Float and Int read the elements.
func (b *Buffer) IsFloat() bool { return b.elem.isFloat() }

// Float and Int return element i; SetFloat rounds to nearest even, SetInt wraps.
func (b *Buffer) Float(i int) float64 { var v [1]float64; b.elem.getFloats(v[:], b.at(i)); return v[0] }
func (b *Buffer) Int(i int) int64     { var v [1]int64; b.elem.getInts(v[:], b.at(i)); return v[0] }

// SetFloat sets element i of a float buffer.
func (b *Buffer) SetFloat(i int, v float64) {
	b.elem.putFloats(b.at(i), []float64{b.elem.round(v)})
}

// SetInt sets element i of an integer buffer.
func (b *Buffer) SetInt(i int, v int64) { b.elem.putInts(b.at(i), []int64{v}) }

// Floats returns all elements of a float buffer.
func (b *Buffer) Floats() []float64 {
	out := make([]float64, b.Len())
	b.elem.getFloats(out, b.Data)
	return out
}

func (b *Buffer) at(i int) []byte {
	n := int(b.elem.bytes())
	return b.Data[i*n : i*n+n]
}

// bytes finds n bytes at an address, or says what is wrong with it.
func (m *Memory) bytes(address, n int64) ([]byte, error) { return m.span(address, n, n) }

// span finds n bytes at an address that must be a multiple of align in its buffer.
func (m *Memory) span(address, n, align int64) ([]byte, error) {
	i := address>>rangeBits - 1
	if i < 0 || i >= int64(len(m.buffers)) {
		if address >= 0 && address < 4096 {
			return nil, fmt.Errorf("access through a null pointer (address %d)", address)
		}
		return nil, fmt.Errorf("access to address 0x%x, which is in no buffer", uint64(address))
	}
	b := m.buffers[i]
	off := address - b.address
	switch {
	case off < 0:
		return nil, fmt.Errorf("access %d bytes before the start of buffer %s (%s)", -off, b.Name, b)
	case off+n > int64(len(b.Data)):
		return nil, fmt.Errorf("access to byte %d of buffer %s, which has %d bytes (%s)", off+n-1, b.Name, len(b.Data), b)
	case off%align != 0:
		return nil, fmt.Errorf("access of %d bytes at byte %d of buffer %s is not aligned", n, off, b.Name)
	}
	return b.Data[off : off+n], nil
}

// String is the type, such as f16[256,128].
func (b *Buffer) String() string {
	s := ir.TypeString(b.Elem) + "["
	for i, n := range b.Shape {
		if i > 0 {
			s += ","
		}
		s += fmt.Sprint(n)
	}
	return s + "]"
}

// getFloats decodes len(dst) elements.
func (e elem) getFloats(dst []float64, src []byte) {
	switch e.width {
	case 8:
		table := decodeTable(e.format)
		for i := range dst {
			dst[i] = float64(table[src[i]])
		}
	case 16:
		table := decodeTable(e.format)
		for i := range dst {
			dst[i] = float64(table[binary.LittleEndian.Uint16(src[2*i:])])
		}
	case 32:
		for i := range dst {
			dst[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(src[4*i:])))
		}
	default:
		for i := range dst {
			dst[i] = math.Float64frombits(binary.LittleEndian.Uint64(src[8*i:]))
		}
	}
}

// putFloats encodes values that the format holds exactly.
func (e elem) putFloats(dst []byte, src []float64) {
	for i, v := range src {
		e.putBits(dst, i, e.bits(0, v))
	}
}

func (e elem) putBits(dst []byte, i int, b uint64) {
	switch e.bytes() {
	case 1:
		dst[i] = byte(b)
	case 2:
		binary.LittleEndian.PutUint16(dst[2*i:], uint16(b))
	case 4:
		binary.LittleEndian.PutUint32(dst[4*i:], uint32(b))
	default:
		binary.LittleEndian.PutUint64(dst[8*i:], b)
	}
}

func (e elem) getInts(dst []int64, src []byte) {
	for i := range dst {
		var b uint64
		switch e.bytes() {
		case 1:
			b = uint64(src[i])
		case 2:
			b = uint64(binary.LittleEndian.Uint16(src[2*i:]))
		case 4:
			b = uint64(binary.LittleEndian.Uint32(src[4*i:]))
		default:
			b = binary.LittleEndian.Uint64(src[8*i:])
		}
		dst[i] = e.wrap(int64(b))
	}
}

func (e elem) putInts(dst []byte, src []int64) {
	for i, v := range src {
		e.putBits(dst, i, e.unsigned(v))
	}
}

// decodeTables caches all values of the formats of 8 and 16 bits.
var decodeTables sync.Map

func decodeTable(f *ir.FloatFormat) []float32 {
	if t, ok := decodeTables.Load(f); ok {
		return t.([]float32)
	}
	t := make([]float32, 1<<f.Bits)
	for i := range t {
		t[i] = float32(f.Decode(uint64(i)))
	}
	decodeTables.Store(f, t)
	return t
}
