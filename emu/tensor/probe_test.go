package tensor

import (
	"archive/zip"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// The files in testdata hold what an H200 gave: bench/gpu/probes.py ran the instructions, pack.py
// beside them chose what is kept. Inputs are made again here from the seeds in the recipes.

// recipe describes one recorded array.
type recipe struct {
	What    string
	Key     string
	Name    string
	Kind    string
	Op      string
	Index   int
	Seed    int
	Form    int
	Mn      int
	Operand string
	Variant struct {
		N, K             int
		D, A, B          string
		Regs             int
		Ta, Tb, Neg, Sat int
	}
	Rows  []*campaign
	Cases [][]any
	Order []uint32
	Type  int
	Size  int
	Map   *probeMap
	Error string
}

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

// recorded opens a file of testdata.
type recorded struct {
	recipes []recipe
	arrays  map[string][]byte
}

func load(t testing.TB, name string) recorded {
	t.Helper()
	dir := "testdata"
	if d := os.Getenv("TAWA_PROBES"); d != "" {
		dir = d
	}
	z, err := zip.OpenReader(filepath.Join(dir, name+".npz"))
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	r := recorded{arrays: map[string][]byte{}}
	for _, f := range z.File {
		rc, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(rc)
		rc.Close()
		if err != nil {
			t.Fatal(err)
		}
		header := 10 + int(binary.LittleEndian.Uint16(b[8:])) // npy 1.0
		r.arrays[strings.TrimSuffix(f.Name, ".npy")] = b[header:]
	}
	if err := json.Unmarshal(r.arrays["recipes"], &r.recipes); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r recorded) words(key string) []uint32 {
	b := r.arrays[key]
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

func registers(b []byte, lanes, regs int, order func(lane, reg int) int) []*Row {
	r := rows(regs)
	for i := range r {
		for l := range lanes {
			r[i][l] = uint64(binary.LittleEndian.Uint32(b[4*order(l, i):]))
		}
	}
	return r
}

func TestRecordedAccumulation(t *testing.T) {
	rec := load(t, "sums")
	for _, r := range rec.recipes {
		if r.What == "accumulate" {
			v := r.Variant
			t.Run(fmt.Sprintf("wgmma.%s.%s.%s", v.D, v.A, v.B), func(t *testing.T) { replayWgmma(t, r, rec.words(r.Key)) })
		}
	}
}

func replayWgmma(t *testing.T, r recipe, want []uint32) {
	v := r.Variant
	w := Wgmma{N: 8, D: probeElem(v.D), A: probeElem(v.A), B: probeElem(v.B), ARegs: true, Sat: v.Sat != 0}
	w.K = 256 / w.A.Bits()
	regs := w.DRegs()
	bad := 0
	for i, c := range r.Rows {
		seed := 5000 + 100*r.Form + i
		wrong := 0
		var first string
		for j := range 4 {
			a, b, acc := make([]byte, 2048), make([]byte, 256), make([]byte, regs*512)
			fillRecorded(a, j, seed, w.A, c, 0)
			fillRecorded(b, j, seed+10000, w.B, c, 1)
			fillRecorded(acc, j, seed+20000, w.D, c, 2)
			scale := c == nil || c.Scale == nil || *c.Scale != 0
			for warp := range 4 {
				ar := registers(a, 32, 4, func(l, r int) int { return (32*warp+l)*4 + r })
				d := registers(acc, 32, regs, func(l, r int) int { return r*128 + 32*warp + l })
				if err := w.Run(warp, d, ar, 0, Descriptor{LBO: 128, SBO: 256}.Encode(), b, scale); err != nil {
					t.Fatal(err)
				}
				for reg := range d {
					for l := range 32 {
						got, want := uint32(d[reg][l]), want[((4*i+j)*regs+reg)*128+32*warp+l]
						if got != want {
							wrong++
							if first == "" {
								first = fmt.Sprintf("case %d warp %d reg %d lane %d: got %08x, H200 %08x (c %08x)", j, warp, reg, l, got, want, binary.LittleEndian.Uint32(acc[4*(reg*128+32*warp+l):]))
							}
						}
					}
				}
			}
		}
		if wrong > 0 {
			bad++
			js, _ := json.Marshal(c)
			t.Errorf("campaign %d %s: %d of %d differ; %s", i, js, wrong, 4*regs*128, first)
		}
	}
}

// fillRecorded makes case j of an operand (which: A, B, C) of a campaign; nil: random words.
func fillRecorded(b []byte, j, seed int, e Elem, c *campaign, which int) {
	if c == nil {
		for i := range len(b) / 4 {
			binary.LittleEndian.PutUint32(b[4*i:], uint32(splitmix(seed, j*len(b)/4+i)))
		}
		return
	}
	n := len(b) / (e.Bits() / 8)
	zero := c.Zero
	if which == 2 {
		zero = 0
	}
	for i := range n {
		pack(b, i, e, randomFloat(seed, j*n+i, e, c.R[which], zero, c.Powers))
	}
}

func TestRecordedLayouts(t *testing.T) {
	rec := load(t, "layouts")
	for _, r := range rec.recipes {
		if r.What == "layout" {
			v := r.Variant
			t.Run(fmt.Sprintf("wgmma.m64n%d.%s.%s.%s.%d.%d%d%d", v.N, v.D, v.A, v.B, v.Regs, v.Ta, v.Tb, v.Neg), func(t *testing.T) { replayLayout(t, r, rec.words(r.Key)) })
		}
	}
}

func replayLayout(t *testing.T, r recipe, want []uint32) {
	v := r.Variant
	w := Wgmma{N: v.N, D: probeElem(v.D), A: probeElem(v.A), B: probeElem(v.B), ARegs: v.Regs != 0, TransA: v.Ta != 0, TransB: v.Tb != 0, NegA: v.Neg != 0}
	w.K = 256 / w.A.Bits()
	image := make([]byte, 45056)
	for i := range 8192 / (w.A.Bits() / 8) {
		pack(image, i, w.A, small(2*r.Seed, i, w.A))
	}
	size := w.B.Bits() / 8
	for i := 8192 / size; i < len(image)/size; i++ {
		pack(image, i, w.B, small(2*r.Seed+1, i, w.B))
	}
	a := make([]byte, 2048)
	for i := range 2048 / (w.A.Bits() / 8) {
		pack(a, i, w.A, small(1000+r.Seed, i, w.A))
	}
	regs := w.DRegs()
	acc, accElem := make([]byte, regs*512), w.D
	if accElem != F16 {
		accElem = TF32
	}
	for i := range len(acc) / (accElem.Bits() / 8) {
		pack(acc, i, accElem, small(2000+r.Seed, i, accElem))
	}
	for i, c := range r.Cases {
		da, _ := strconv.ParseUint(c[0].(string)[2:], 16, 64)
		db, _ := strconv.ParseUint(c[1].(string)[2:], 16, 64)
		for warp := range 4 {
			ar := registers(a, 32, 4, func(l, r int) int { return (32*warp+l)*4 + r })
			d := registers(acc, 32, regs, func(l, r int) int { return r*128 + 32*warp + l })
			if err := w.Run(warp, d, ar, da, db, image, c[2].(float64) != 0); err != nil {
				t.Fatal(err)
			}
			for reg := range d {
				for l := range 32 {
					got, want := uint32(d[reg][l]), want[(i*regs+reg)*128+32*warp+l]
					if got != want {
						t.Fatalf("descriptors %v: warp %d, register %d, lane %d: got %08x, H200 %08x", c, warp, reg, l, got, want)
					}
				}
			}
		}
	}
}

func TestRecordedMma(t *testing.T) {
	rec := load(t, "sums")
	for _, r := range rec.recipes {
		if r.What == "mma" {
			v := r.Variant
			t.Run(fmt.Sprintf("k%d.%s.%s.%s", v.K, v.D, v.A, v.B), func(t *testing.T) { replayMma(t, r, rec.words(r.Key)) })
		}
	}
}

func replayMma(t *testing.T, r recipe, want []uint32) {
	v := r.Variant
	m := Mma{M: 16, N: 8, K: v.K, D: probeElem(v.D), A: probeElem(v.A), B: probeElem(v.B), C: probeElem(v.D), Sat: v.Sat != 0}
	if err := m.valid(); err != nil {
		t.Fatal(err)
	}
	nd, na, nb := m.Regs()
	for i, c := range r.Rows {
		wrong, first := 0, ""
		for j := range 8 {
			var in [3][]*Row
			for x, e := range []Elem{m.A, m.B, m.D} {
				n := []int{na, nb, nd}[x]
				b := make([]byte, n*128)
				fillRecorded(b, j, 40000+100*r.Form+i+10000*x, e, c, x)
				in[x] = registers(b, 32, n, func(l, r int) int { return r*32 + l })
			}
			d := rows(nd)
			m.Run(d, in[0], in[1], in[2])
			for reg := range d {
				for l := range 32 {
					if got, want := uint32(d[reg][l]), want[((8*i+j)*nd+reg)*32+l]; got != want {
						wrong++
						first = fmt.Sprintf("case %d reg %d lane %d: got %08x, H200 %08x (c %08x)", j, reg, l, got, want, in[2][reg][l])
					}
				}
			}
		}
		if wrong > 0 {
			js, _ := json.Marshal(c)
			t.Errorf("campaign %d %s: %d of %d differ; %s", i, js, wrong, 8*nd*32, first)
		}
	}
}

func TestRecordedMatrix(t *testing.T) {
	rec := load(t, "sums")
	for _, r := range rec.recipes {
		if r.What != "matrix" {
			continue
		}
		t.Run(r.Name, func(t *testing.T) { replayMatrix(t, r, rec.words(r.Key)) })
	}
}

// replayMatrix: the record is 4096 bytes of shared memory, then four registers.
func replayMatrix(t *testing.T, r recipe, want []uint32) {
	smem, regs, addr := make([]byte, 4096), rows(4), new(Row)
	for i := range 1024 {
		binary.LittleEndian.PutUint32(smem[4*i:], uint32(splitmix(r.Seed, i)))
	}
	for i := range 128 {
		regs[i/32][i%32] = uint64(uint32(splitmix(r.Seed+100, i)))
	}
	for l, a := range r.Order {
		addr[l] = uint64(a)
	}
	m := Matrix{Trans: strings.HasSuffix(r.Name, "trans")}
	if r.Name != "movmatrix" {
		m.Num = int(r.Name[len("ldmatrix_x")] - '0')
	}
	switch r.Name[:2] {
	case "ld":
		m.Load(regs, addr, smem)
	case "st":
		m.Store(regs, addr, smem)
	default:
		Movmatrix(regs[0], regs[0])
	}
	for i, w := range want {
		got := uint32(0)
		if i < 1024 {
			got = binary.LittleEndian.Uint32(smem[4*i:])
		} else {
			got = uint32(regs[(i-1024)/32][i%32])
		}
		if got != w {
			t.Fatalf("word %d: got %08x, H200 %08x", i, got, w)
		}
	}
}

// TestRecordedAddresses compares the address of every element with what the H200 read, for
// aligned and unaligned starts and every base offset.
func TestRecordedAddresses(t *testing.T) {
	rec := load(t, "layouts")
	for _, r := range rec.recipes {
		if r.What != "address" {
			continue
		}
		got := rec.arrays[r.Key]
		o := Operand{Rows: 64, Bits: 16, MNMajor: r.Mn != 0}
		for i, c := range r.Cases {
			bits, _ := strconv.ParseUint(c[0].(string)[2:], 16, 64)
			d, err := DecodeDescriptor(bits)
			if err != nil {
				t.Fatal(err)
			}
			for at := range 8 * 128 {
				reg, thread := at/128, at%128
				mn, k := thread/32*16+thread%32/4+reg>>1&1*8, reg>>2*8+thread%4*2+reg&1
				if r.Operand == "b" {
					mn, k = k, mn%16
				}
				want := o.Chunk(d, mn, k/8) + uint32(k%8*2)
				if o.MNMajor {
					want = o.Chunk(d, mn&^7, k) + uint32(mn%8*2)
				}
				if h := uint32(binary.LittleEndian.Uint16(got[2*(i*1024+at):])); h != want {
					t.Fatalf("operand %s, descriptor %x: row %d, k %d: computed 0x%x, H200 0x%x", r.Operand, bits, mn, k, want, h)
				}
			}
		}
	}
}
