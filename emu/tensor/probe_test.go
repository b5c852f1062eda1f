package tensor

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// testdata/h200.json.gz holds what an H200 gave: bench/gpu/probes.py ran the instructions, and
// pack_probes.py kept, block by block, the CRC-32 and the first four words of each result.
// The inputs are made again here from the seeds in the records.

// record describes the results of one probe.
type record struct {
	What    string
	Name    string
	Kind    string
	Body    string // PTX of an elementwise instruction: %r0 from %r1 (also %f1) and %r2 (%f2)
	Op      string
	Index   int
	Seed    int
	Form    int
	Mn      int
	Operand string
	Variant struct {
		N, K, Regs, Ta, Tb, Neg, Sat int
		D, A, B                      string
	}
	Rows   []*campaign
	Cases  [][]any
	Order  []uint32
	Type   int
	Size   int
	Start  uint32
	Stride uint32
	Map    *probeMap

	Block int    // words a block
	Sums  []byte // of each block: CRC, four words
}

// campaign says how the inputs of sums are drawn: ranges of biased exponents of A, B, C; zeros
// in 128 elements of A and B; mantissas all zero; scale-d.
type campaign struct {
	R      [3][2]int
	Zero   int
	Powers bool
	Scale  *int
}

type probeMap struct {
	Type, Size, Swizzle, Nan, Offset int
	Dims, Strides                    []uint64
	Box                              []uint32
	ElemStrides                      []uint32 `json:"elem_strides"`
	Coords                           []int64
	Mask                             uint32
	Ops                              []string
}

var records = sync.OnceValues(func() ([]record, error) {
	f, err := os.Open("testdata/h200.json.gz")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	var r []record
	return r, json.NewDecoder(z).Decode(&r)
})

// recorded returns the records of a kind.
func recorded(t *testing.T, what string) (r []record) {
	t.Helper()
	all, err := records()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		if x.What == what {
			r = append(r, x)
		}
	}
	if len(r) == 0 {
		t.Fatalf("no records of %q", what)
	}
	return r
}

const sumBytes = 20 // of a block in Sums

// check compares a result, in the order of the record, with it. label names a block.
func (r *record) check(t *testing.T, got []uint32, label func(block int) string) {
	t.Helper()
	blocks := (len(got) + r.Block - 1) / r.Block
	if blocks != len(r.Sums)/sumBytes {
		t.Fatalf("%d blocks computed, %d recorded", blocks, len(r.Sums)/sumBytes)
	}
	for b := range blocks {
		if s := r.differs(b, got[b*r.Block:min((b+1)*r.Block, len(got))]); s != "" {
			t.Errorf("block %d (%s) %s", b, label(b), s)
		}
	}
}

// differs says how a block differs from the record, "" if not at all.
func (r *record) differs(block int, words []uint32) string {
	raw := make([]byte, 4*len(words))
	for i, w := range words {
		binary.LittleEndian.PutUint32(raw[4*i:], w)
	}
	sums := r.Sums[block*sumBytes:][:sumBytes]
	if crc32.ChecksumIEEE(raw) == binary.LittleEndian.Uint32(sums) {
		return ""
	}
	head := raw[:min(16, len(raw))]
	return fmt.Sprintf("differs from the H200; it begins with %x, the H200's with %x", head, sums[4:][:len(head)])
}

func toWords(b []byte) []uint32 {
	w := make([]uint32, len(b)/4)
	for i := range w {
		w[i] = binary.LittleEndian.Uint32(b[4*i:])
	}
	return w
}

// splitmix is element i of the stream of a seed.
func splitmix(seed, i int) uint64 {
	z := (uint64(seed)<<32 + uint64(i) + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func probeElem(name string) Elem {
	e, err := ParseElem(name)
	if err != nil {
		panic(err)
	}
	return e
}

// small is element i of the stream of integers -2…2 (U8: 3, 4, 0, 1, 2).
func small(seed, i int, e Elem) uint32 {
	v := int(splitmix(seed, i)>>40%5) - 2
	if e == U8 {
		return uint32((v + 5) % 5)
	}
	return smallBits(e, v)
}

// randomFloat is element i of a stream of floats with exponents in a range.
func randomFloat(seed, i int, e Elem, r [2]int, zero int, powers bool) uint32 {
	f := *e.format()
	if e == TF32 {
		f.man = 23
	}
	x := splitmix(seed, i)
	exp := uint64(r[0]) + x>>32&0xffff%uint64(r[1]-r[0]+1)
	m := x & (1<<f.man - 1)
	if powers {
		m = 0
	}
	bits := exp<<f.man | m
	if x>>56&127 < uint64(zero) {
		bits = 0
	}
	return uint32(bits | x>>63<<(f.exp+f.man))
}

// pack stores element i of a sequence of elements into little-endian bytes.
func pack(b []byte, i int, e Elem, v uint32) {
	size := e.Bits() / 8
	for j := range size {
		b[i*size+j] = byte(v >> (8 * j))
	}
}

// registers makes rows out of words; order says where a lane's word lies.
func registers(b []byte, regs int, order func(lane, reg int) int) []*Row {
	r := rows(regs)
	for i := range r {
		for l := range 32 {
			r[i][l] = uint64(binary.LittleEndian.Uint32(b[4*order(l, i):]))
		}
	}
	return r
}

func TestRecordedWgmmaSums(t *testing.T) {
	for _, r := range recorded(t, "accumulate") {
		v := r.Variant
		w := Wgmma{N: 8, D: probeElem(v.D), A: probeElem(v.A), B: probeElem(v.B), ARegs: true, Sat: v.Sat != 0}
		w.K = 256 / w.A.Bits()
		t.Run(fmt.Sprintf("%s.%s.%s", v.D, v.A, v.B), func(t *testing.T) {
			var got []uint32
			for i, c := range r.Rows {
				for j := range 4 {
					got = append(got, sumsOf(t, w, 5000+100*r.Form+i, j, c)...)
				}
			}
			r.check(t, got, r.campaign)
		})
	}
}

func (r *record) campaign(i int) string {
	text, _ := json.Marshal(r.Rows[i])
	return string(text)
}

// sumsOf returns D as [register][thread] of case j of a campaign.
func sumsOf(t *testing.T, w Wgmma, seed, j int, c *campaign) []uint32 {
	regs := w.DRegs()
	a, b, acc := make([]byte, 2048), make([]byte, 256), make([]byte, regs*512)
	fillRecorded(a, j, seed, w.A, c, 0)
	fillRecorded(b, j, seed+10000, w.B, c, 1)
	fillRecorded(acc, j, seed+20000, w.D, c, 2)
	scale := c == nil || c.Scale == nil || *c.Scale != 0
	return groupOf(t, w, a, acc, 0, Descriptor{LBO: 128, SBO: 256}.Encode(), b, scale)
}

// groupOf runs the four warps; A's registers are [thread][register], D's [register][thread].
func groupOf(t *testing.T, w Wgmma, a, acc []byte, da, db uint64, smem []byte, scale bool) []uint32 {
	got := make([]uint32, w.DRegs()*128)
	for warp := range 4 {
		ar := registers(a, 4, func(l, r int) int { return (32*warp+l)*4 + r })
		d := registers(acc, w.DRegs(), func(l, r int) int { return r*128 + 32*warp + l })
		if err := w.Run(warp, d, ar, da, db, smem, scale); err != nil {
			t.Fatal(err)
		}
		for reg := range d {
			for l, v := range d[reg] {
				got[reg*128+32*warp+l] = uint32(v)
			}
		}
	}
	return got
}

// fillRecorded makes case j of an operand (which: A, B, C) of a campaign; nil: random words.
func fillRecorded(b []byte, j, seed int, e Elem, c *campaign, which int) {
	if c == nil {
		for i := range len(b) / 4 {
			binary.LittleEndian.PutUint32(b[4*i:], uint32(splitmix(seed, j*len(b)/4+i)))
		}
		return
	}
	n, zero := len(b)/(e.Bits()/8), c.Zero
	if which == 2 {
		zero = 0
	}
	for i := range n {
		pack(b, i, e, randomFloat(seed, j*n+i, e, c.R[which], zero, c.Powers))
	}
}

func TestRecordedLayouts(t *testing.T) {
	for _, r := range recorded(t, "layout") {
		v := r.Variant
		t.Run(fmt.Sprintf("m64n%d.%s.%s.%s.%d.%d%d%d", v.N, v.D, v.A, v.B, v.Regs, v.Ta, v.Tb, v.Neg), func(t *testing.T) { replayLayout(t, r) })
	}
}

func replayLayout(t *testing.T, r record) {
	v := r.Variant
	w := Wgmma{N: v.N, D: probeElem(v.D), A: probeElem(v.A), B: probeElem(v.B), ARegs: v.Regs != 0, TransA: v.Ta != 0, TransB: v.Tb != 0, NegA: v.Neg != 0}
	w.K = 256 / w.A.Bits()
	const split = 8192 // A below, B above
	image, a, acc := make([]byte, 45056), make([]byte, 2048), make([]byte, w.DRegs()*512)
	fill := func(b []byte, seed, from int, e Elem) {
		size := e.Bits() / 8
		for i := from / size; i < len(b)/size; i++ {
			pack(b, i, e, small(seed, i, e))
		}
	}
	accElem := w.D
	if accElem != F16 {
		accElem = TF32
	}
	fill(image[:split], 2*r.Seed, 0, w.A)
	fill(image, 2*r.Seed+1, split, w.B)
	fill(a, 1000+r.Seed, 0, w.A)
	fill(acc, 2000+r.Seed, 0, accElem)
	var got []uint32
	for _, c := range r.Cases {
		got = append(got, groupOf(t, w, a, acc, hex(c[0]), hex(c[1]), image, c[2].(float64) != 0)...)
	}
	r.check(t, got, func(i int) string { return fmt.Sprint(r.Cases[i]) })
}

func hex(x any) uint64 {
	v, err := strconv.ParseUint(strings.TrimPrefix(x.(string), "0x"), 16, 64)
	if err != nil {
		panic(err)
	}
	return v
}

// TestRecordedAddresses compares the address of every element with what the H200 read, for
// aligned and unaligned starts and every base offset.
func TestRecordedAddresses(t *testing.T) {
	for _, r := range recorded(t, "address") {
		o := Operand{Rows: 64, Bits: 16, MNMajor: r.Mn != 0}
		var got bytes.Buffer
		for _, c := range r.Cases {
			d, err := DecodeDescriptor(hex(c[0]))
			if err != nil {
				t.Fatal(err)
			}
			for at := range 8 * 128 {
				reg, thread := at/128, at%128
				mn, k := thread/32*16+thread%32/4+reg>>1&1*8, reg>>2*8+thread%4*2+reg&1
				if r.Operand == "b" {
					mn, k = k, mn%16
				}
				addr := o.Chunk(d, mn, k/8) + uint32(k%8*2)
				if o.MNMajor {
					addr = o.Chunk(d, mn&^7, k) + uint32(mn%8*2)
				}
				got.Write([]byte{byte(addr), byte(addr >> 8)})
			}
		}
		r.check(t, toWords(got.Bytes()), func(i int) string { return fmt.Sprintf("operand %s, MN-major %d: %v", r.Operand, r.Mn, r.Cases[i]) })
	}
}

func TestRecordedMma(t *testing.T) {
	for _, r := range recorded(t, "mma") {
		v := r.Variant
		m := Mma{M: 16, N: 8, K: v.K, D: probeElem(v.D), A: probeElem(v.A), B: probeElem(v.B), C: probeElem(v.D), Sat: v.Sat != 0}
		t.Run(fmt.Sprintf("k%d.%s.%s.%s", v.K, v.D, v.A, v.B), func(t *testing.T) {
			if err := m.valid(); err != nil {
				t.Fatal(err)
			}
			var got []uint32
			for i, c := range r.Rows {
				for j := range 8 {
					got = append(got, mmaOf(m, 40000+100*r.Form+i, j, c)...)
				}
			}
			r.check(t, got, r.campaign)
		})
	}
}

// mmaOf returns D as [register][lane] of case j of a campaign.
func mmaOf(m Mma, seed, j int, c *campaign) (got []uint32) {
	nd, na, nb := m.Regs()
	var in [3][]*Row
	for x, e := range []Elem{m.A, m.B, m.D} {
		n := []int{na, nb, nd}[x]
		b := make([]byte, n*128)
		fillRecorded(b, j, seed+10000*x, e, c, x)
		in[x] = registers(b, n, func(l, r int) int { return r*32 + l })
	}
	d := rows(nd)
	m.Run(d, in[0], in[1], in[2])
	for _, reg := range d {
		for _, v := range reg {
			got = append(got, uint32(v))
		}
	}
	return got
}

// TestRecordedMatrix: the record is 4096 bytes of shared memory, then four registers.
func TestRecordedMatrix(t *testing.T) {
	for _, r := range recorded(t, "matrix") {
		smem, addr := stream(r.Seed, 1024), new(Row)
		regs := registers(stream(r.Seed+100, 128), 4, func(l, r int) int { return 32*r + l })
		for l, a := range r.Order {
			addr[l] = uint64(a)
		}
		m := Matrix{Trans: strings.HasSuffix(r.Name, "trans")}
		if r.Name == "movmatrix" {
			Movmatrix(regs[0], regs[0])
		} else {
			m.Num = int(r.Name[len("ldmatrix_x")] - '0')
		}
		switch r.Name[:2] {
		case "ld":
			m.Load(regs, addr, smem)
		case "st":
			m.Store(regs, addr, smem)
		}
		got := toWords(smem)
		for _, reg := range regs {
			for _, v := range reg {
				got = append(got, uint32(v))
			}
		}
		r.check(t, got, func(int) string { return r.Name })
	}
}
