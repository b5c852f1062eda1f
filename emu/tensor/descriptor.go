package tensor

import "fmt"

// Descriptor is a decoded shared-memory matrix descriptor of wgmma. Offsets are in bytes.
//
//	bits 0-13  start address >> 4      bits 16-29 leading dimension offset >> 4
//	bits 32-45 stride offset >> 4      bits 49-51 base offset
//	bits 62-63 swizzle: 0 none, 1 = 128 bytes, 2 = 64, 3 = 32
type Descriptor struct {
	Start, LBO, SBO uint32
	BaseOffset      uint32 // of the swizzle's pattern, in units of 128 bytes
	Swizzle         uint32 // bytes of a row of the pattern: 0, 32, 64, 128
}

const descriptorReserved = 0x3ff1c000c000c000 // bits 14-15, 30-31, 46-48, 52-61

// DecodeDescriptor splits the 64 bits. Reserved bits that are set are an error.
func DecodeDescriptor(bits uint64) (Descriptor, error) {
	field := func(at int) uint32 { return uint32(bits>>at&0x3fff) << 4 }
	d := Descriptor{Start: field(0), LBO: field(16), SBO: field(32), BaseOffset: uint32(bits >> 49 & 7),
		Swizzle: [4]uint32{0, 128, 64, 32}[bits>>62]}
	if bad := bits & descriptorReserved; bad != 0 {
		return d, fmt.Errorf("matrix descriptor 0x%016x sets reserved bits 0x%x", bits, bad)
	}
	return d, nil
}

// Encode is the inverse of DecodeDescriptor.
func (d Descriptor) Encode() uint64 {
	code := map[uint32]uint64{0: 0, 128: 1, 64: 2, 32: 3}[d.Swizzle]
	return uint64(d.Start>>4&0x3fff) | uint64(d.LBO>>4&0x3fff)<<16 | uint64(d.SBO>>4&0x3fff)<<32 | uint64(d.BaseOffset&7)<<49 | code<<62
}

// Modes of the XOR swizzle, as tensor maps number them.
const (
	SwizzleNone = iota
	Swizzle32
	Swizzle64
	Swizzle128
)

// SwizzleAddr applies a swizzle to a shared address: the mode's number of bits from bit 4 up are
// XORed with the bits from 7 up. It is its own inverse.
func SwizzleAddr(addr uint32, mode uint8) uint32 {
	return addr ^ addr>>7&(1<<mode-1)<<4
}

func (d Descriptor) mode() uint8 {
	switch d.Swizzle {
	case 32:
		return Swizzle32
	case 64:
		return Swizzle64
	case 128:
		return Swizzle128
	}
	return SwizzleNone
}

// Operand is the shape of a wgmma operand in shared memory: Rows of M or N, 32 bytes of K each.
// MNMajor (16-bit types only) means that M or N is the contiguous dimension.
type Operand struct {
	Rows    int
	Bits    int // of an element
	MNMajor bool
}

const rowBytes = 32 // of K in every wgmma

// Depth returns the elements of K.
func (o Operand) Depth() int { return rowBytes * 8 / o.Bits }

// Chunk returns the shared address of 16 bytes of the operand: K-major, row mn and half i (0, 1)
// of its K; MN-major, the 8 elements of M or N from mn (a multiple of 8) at K = i.
//
// Formulas (W = swizzle bytes, all in bytes, then the swizzle, its bits 7 and up less the base offset):
//
//	K-major      start + (mn/8)·SBO + (mn%8)·W + 16i
//	   no swizzle  start + (mn/8)·SBO + (mn%8)·16 + i·LBO
//	MN-major     start + (2mn/W)·LBO + 2mn%W + (i/8)·SBO + (i%8)·W
//	   no swizzle  start + (mn/8)·SBO + (i/8)·LBO + (i%8)·16
func (o Operand) Chunk(d Descriptor, mn, i int) uint32 {
	m, k, w := uint32(mn), uint32(i), d.Swizzle
	at := d.Start
	switch {
	case o.MNMajor && w == 0:
		at += m/8*d.SBO + k/8*d.LBO + k%8*16
	case o.MNMajor:
		at += 2*m/w*d.LBO + 2*m%w + k/8*d.SBO + k%8*w
	case w == 0:
		at += m/8*d.SBO + m%8*16 + k*d.LBO
	default:
		at += m/8*d.SBO + m%8*w + 16*k
	}
	return at ^ (at>>7-d.BaseOffset)&(1<<d.mode()-1)<<4
}

// Chunks calls yield for each 16-byte chunk of rows lo..hi-1 (multiples of 8), with its first
// row and i as in Chunk.
func (o Operand) Chunks(d Descriptor, lo, hi int, yield func(addr uint32, mn, i int)) {
	if o.MNMajor {
		for k := range o.Depth() {
			for mn := lo; mn < hi; mn += 8 {
				yield(o.Chunk(d, mn, k), mn, k)
			}
		}
		return
	}
	for mn := lo; mn < hi; mn++ {
		yield(o.Chunk(d, mn, 0), mn, 0)
		yield(o.Chunk(d, mn, 1), mn, 1)
	}
}

// Check returns what breaks the rules of alignment and swizzle for this operand, "" if nothing:
// the start must lie at the phase of the pattern that the base offset names, a K-major slice must
// not leave its row of the pattern, and the strides must be whole patterns.
func (o Operand) Check(d Descriptor) string {
	w := d.Swizzle
	if w == 0 {
		return ""
	}
	pattern := 8 * w
	phases := pattern/128 - 1
	if got := d.Start >> 7 & phases; got != d.BaseOffset&phases {
		return fmt.Sprintf("start address 0x%x is in row group %d of the %d-byte swizzle, its base offset says %d: align the tile to %d bytes",
			d.Start, got, w, d.BaseOffset, pattern)
	}
	if in := d.Start & (w - 1); !o.MNMajor && in+rowBytes > w {
		return fmt.Sprintf("start address 0x%x leaves %d of 32 bytes in its %d-byte row", d.Start, w-in, w)
	}
	if (o.Rows > 8 || o.MNMajor) && d.SBO%pattern != 0 {
		return fmt.Sprintf("stride offset %d is no multiple of the %d bytes of the swizzle's pattern", d.SBO, pattern)
	}
	if o.MNMajor && o.Rows*o.Bits/8 > int(w) && d.LBO%pattern != 0 {
		return fmt.Sprintf("leading dimension offset %d is no multiple of the %d bytes of the swizzle's pattern", d.LBO, pattern)
	}
	return ""
}
