package tensor

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
)

// Wgmma is one wgmma.mma_async.sync.aligned.m64nNkK.D.A.B, seen by one of its four warps: that
// warp's 16 rows of D = A·B (+ D). A is 64 × K, B is K × N, held as N rows of K.
type Wgmma struct {
	N, K           int
	D, A, B        Elem
	ARegs          bool // A comes from registers
	TransA, TransB bool // the operand is MN-major in shared memory (16-bit types)
	NegA, NegB     bool // imm-scale = -1
	Sat            bool // .satfinite, D in s32
}

// ParseWgmma reads the modifiers after "wgmma", such as
// mma_async.sync.aligned.m64n256k16.f32.f16.f16.
func ParseWgmma(mods []string) (Wgmma, error) {
	var w Wgmma
	want := []string{"mma_async", "sync", "aligned"}
	if len(mods) < 7 || strings.Join(mods[:3], ".") != strings.Join(want, ".") {
		return w, fmt.Errorf("wgmma.%s is not a dense mma_async with a shape and three types", strings.Join(mods, "."))
	}
	shape, mods := mods[3], mods[4:]
	var m int
	if _, err := fmt.Sscanf(shape, "m%dn%dk%d", &m, &w.N, &w.K); err != nil || m != 64 {
		return w, fmt.Errorf("wgmma has no shape .%s", shape)
	}
	if mods[0] == "satfinite" {
		w.Sat, mods = true, mods[1:]
	}
	for i, to := range []*Elem{&w.D, &w.A, &w.B} {
		if i >= len(mods) {
			return w, fmt.Errorf("wgmma needs three types")
		}
		e, err := ParseElem(mods[i])
		if err != nil {
			return w, err
		}
		*to = e
	}
	if len(mods) > 3 {
		if mods[3] != "satfinite" || w.Sat {
			return w, fmt.Errorf("unknown modifier .%s of wgmma", mods[3])
		}
		w.Sat = true
	}
	return w, w.valid()
}

// valid checks that the combination of shape and types exists.
func (w *Wgmma) valid() error {
	accumulators := map[Elem][]Elem{F16: {F32, F16}, BF16: {F32}, TF32: {F32}, E4M3: {F32, F16}, E5M2: {F32, F16}, S8: {S32}, U8: {S32}}
	ok := false
	for _, d := range accumulators[w.A] {
		ok = ok || d == w.D
	}
	same := w.A == w.B || w.A.Bits() == 8 && w.B.Bits() == 8 && w.A.Integer() == w.B.Integer()
	if !ok || !same || w.Sat && w.D != S32 {
		return fmt.Errorf("wgmma has no form .%v.%v.%v", w.D, w.A, w.B)
	}
	step := 8
	if w.D == S32 && w.N > 32 {
		step = 16
	}
	if w.K != rowBytes*8/w.A.Bits() || w.N < 8 || w.N > 256 || w.N%step != 0 {
		return fmt.Errorf("wgmma has no shape .m64n%dk%d of .%v", w.N, w.K, w.A)
	}
	return nil
}

// DRegs returns the registers of D in each thread.
func (w *Wgmma) DRegs() int {
	if w.D == F16 {
		return w.N / 4
	}
	return w.N / 2
}

// AccRow returns the row of D, within the warp's 16, and the column that register i of a lane
// holds; in f16, the register's low half, the high half being the next column.
func (w *Wgmma) AccRow(lane, i int) (row, col int) {
	if w.D == F16 {
		i *= 2
	}
	return lane/4 + i>>1&1*8, i>>2*8 + lane&3*2 + i&1
}

func (w *Wgmma) operand(b bool) Operand {
	if b {
		return Operand{Rows: w.N, Bits: w.B.Bits(), MNMajor: w.TransB}
	}
	return Operand{Rows: 64, Bits: w.A.Bits(), MNMajor: w.TransA}
}

// Check returns what is wrong with the descriptor of A or B, "" if nothing.
func (w *Wgmma) Check(desc uint64, b bool) string {
	d, err := DecodeDescriptor(desc)
	if err != nil {
		return err.Error()
	}
	o := w.operand(b)
	if o.MNMajor && o.Bits != 16 {
		return fmt.Sprintf("an operand of .%v cannot be transposed: only 16-bit types can", w.A)
	}
	return o.Check(d)
}

// Chunks calls yield with the shared address, after the swizzle, of every 16 bytes that the
// warp reads of A (its 16 rows) or of B (all rows). A chunk that two rows share comes twice.
func (w *Wgmma) Chunks(desc uint64, b bool, warp int, yield func(addr uint32)) {
	d, _ := DecodeDescriptor(desc)
	o := w.operand(b)
	lo, hi := 16*warp, 16*warp+16
	if b {
		lo, hi = 0, o.Rows
	}
	o.Chunks(d, lo, hi, func(addr uint32, _, _ int) { yield(addr) })
}

// scratch is the room for one product; it is reused, never shared.
type scratch struct {
	a   rowsOfA
	b   panelsOfB
	acc []uint32
	raw [2][]byte // chunks of B: as now in b, and as just read
	key Wgmma     // what made b out of raw[0]
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// Run computes a warp's rows. smem is indexed by shared address; d is read (if scaleD) and
// written; a holds A's four registers if ARegs, else nil. The error says that an operand leaves
// smem; then d is unchanged.
func (w *Wgmma) Run(warp int, d, a []*Row, aDesc, bDesc uint64, smem []byte, scaleD bool) error {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	s.a.reset(16, w.K)
	if w.ARegs {
		fillA(&s.a, a, w.A)
	} else {
		raw, err := w.operand(false).read(s.raw[1], aDesc, 16*warp, 16*warp+16, smem)
		s.raw[1] = raw
		if err != nil {
			return fmt.Errorf("operand A: %w", err)
		}
		w.operand(false).decode(&s.a, raw, 16, w.A)
	}
	if err := s.loadB(w, bDesc, smem); err != nil {
		return fmt.Errorf("operand B: %w", err)
	}
	if w.NegA != w.NegB {
		s.a.negate()
	}
	s.acc = grow(s.acc, 16*w.N)
	if scaleD {
		gather(s.acc, d, w.N, w.D)
	} else {
		clear(s.acc)
	}
	if w.D == S32 {
		multiplyInt(&s.a, &s.b, 16, w.N, w.Sat, s.acc)
	} else {
		modelOf(w.A).multiply(&s.a, &s.b, 16, w.N, w.D, s.acc)
	}
	scatter(d, s.acc, w.N, w.D)
	return nil
}

// loadB decodes B. The four warps of a group read the same bytes, so those of the last product
// are kept and compared.
func (s *scratch) loadB(w *Wgmma, desc uint64, smem []byte) error {
	o := w.operand(true)
	raw, err := o.read(s.raw[1], desc, 0, w.N, smem)
	s.raw[1] = raw
	if err != nil {
		return err
	}
	key := Wgmma{N: w.N, B: w.B, TransB: w.TransB}
	if key == s.key && bytes.Equal(raw, s.raw[0]) {
		return nil
	}
	s.key, s.raw[0], s.raw[1] = key, raw, s.raw[0]
	s.b.reset(w.N, o.Depth())
	o.decode(&s.b, raw, w.N, w.B)
	return nil
}

// read copies the chunks of rows lo..hi-1, in the order of Chunks, into buf or a larger one.
func (o Operand) read(buf []byte, desc uint64, lo, hi int, smem []byte) (raw []byte, err error) {
	d, _ := DecodeDescriptor(desc)
	raw = grow(buf, (hi-lo)*rowBytes)[:0]
	o.Chunks(d, lo, hi, func(addr uint32, _, _ int) {
		if int(addr)+16 > len(smem) {
			err = fmt.Errorf("matrix descriptor reads shared address 0x%x, beyond the %d bytes there are", addr, len(smem))
			return
		}
		raw = append(raw, smem[addr:][:16]...)
	})
	return raw, err
}

// decode stores the elements that read has copied.
func (o Operand) decode(x operandStore, raw []byte, rows int, e Elem) {
	size := e.Bits() / 8
	each := 16 / size
	for c := 0; len(raw) > 0; c++ {
		for i := range each {
			f := e.decode(little(raw[i*size:], size))
			if o.MNMajor {
				at := 8 * c
				x.set(at%rows+i, at/rows, f)
			} else {
				x.set(c/2, c%2*each+i, f)
			}
		}
		raw = raw[16:]
	}
}

// little reads an element of 1, 2 or 4 bytes.
func little(b []byte, size int) uint32 {
	switch size {
	case 1:
		return uint32(b[0])
	case 2:
		return uint32(b[0]) | uint32(b[1])<<8
	}
	return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 | uint32(b[3])<<24
}

// The fragments of a warp, shared by wgmma and mma.sync; row and column within the warp's tile,
// l a lane, q = l%4, E = 32/bits elements a register:
//
//	A  register r, element e: row l/4 + 8·(r&1), k = (r>>1)·4E + q·E + e
//	B  register r, element e: column l/4,        k = r·4E + q·E + e
//	D  register i (32 bits):  row l/4 + 8·(i>>1&1), column 8·(i>>2) + 2q + (i&1)
//	D  register i (f16 pair): the 32-bit registers 2i and 2i+1

// fillA reads A from its registers.
func fillA(x operandStore, regs []*Row, e Elem) {
	per := 32 / e.Bits()
	for r, reg := range regs {
		for l, v := range reg {
			for i := range per {
				x.set(l/4+r&1*8, r>>1*4*per+l&3*per+i, e.decode(uint32(v)>>(i*e.Bits())))
			}
		}
	}
}

// fillB reads the eight columns of mma.sync's B.
func fillB(x operandStore, regs []*Row, e Elem) {
	per := 32 / e.Bits()
	for r, reg := range regs {
		for l, v := range reg {
			for i := range per {
				x.set(l/4, r*4*per+l&3*per+i, e.decode(uint32(v)>>(i*e.Bits())))
			}
		}
	}
}

// gather copies the registers of D to 16 rows of n.
func gather(acc []uint32, d []*Row, n int, e Elem) {
	for i, reg := range d {
		if e == F16 {
			at := i&1*8*n + i>>1*8
			for l, v := range reg {
				pair := acc[at+l/4*n+l&3*2:][:2]
				pair[0], pair[1] = uint32(v)&0xffff, uint32(v)>>16
			}
			continue
		}
		at := i>>1&1*8*n + i>>2*8 + i&1
		for l := 0; l < 32; l += 4 {
			row := acc[at+l/4*n:][:7]
			row[0], row[2], row[4], row[6] = uint32(reg[l]), uint32(reg[l+1]), uint32(reg[l+2]), uint32(reg[l+3])
		}
	}
}

// scatter is the inverse of gather.
func scatter(d []*Row, acc []uint32, n int, e Elem) {
	for i, reg := range d {
		if e == F16 {
			at := i&1*8*n + i>>1*8
			for l := range reg {
				pair := acc[at+l/4*n+l&3*2:][:2]
				reg[l] = uint64(pair[0] | pair[1]<<16)
			}
			continue
		}
		at := i>>1&1*8*n + i>>2*8 + i&1
		for l := 0; l < 32; l += 4 {
			row := acc[at+l/4*n:][:7]
			reg[l], reg[l+1], reg[l+2], reg[l+3] = uint64(row[0]), uint64(row[2]), uint64(row[4]), uint64(row[6])
		}
	}
}
