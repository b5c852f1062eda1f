package layout

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// The names of the usual inputs.
const (
	Register = "register" // index into the values that one thread holds
	Lane     = "lane"     // thread within its warp
	Warp     = "warp"     // warp within the CTA, or within its warp group
	Block    = "block"    // CTA within its cluster
	Offset   = "offset"   // element within a shared-memory buffer
)

// Dim returns the name of tensor dimension i: "dim0", "dim1", …
func Dim(i int) string { return "dim" + strconv.Itoa(i) }

// In is an input dimension with the images of its bits: Bases[i][j] is the
// coordinate in output j of input value 1<<i.
type In struct {
	Name  string
	Bases [][]int
}

// Out is an output dimension; Size is a power of two.
type Out struct {
	Name string
	Size int
}

// Layout is an immutable linear map over GF(2). The zero Layout has no inputs and
// no outputs and is the neutral element of Mul.
type Layout struct {
	ins  []input
	outs []output
}

// input holds its bases with all outputs packed into one word: output j takes
// the bits [shift, shift+bits).
type input struct {
	name string
	cols []uint64
}

type output struct {
	name        string
	shift, bits int
}

func (o output) of(col uint64) int { return int(col >> o.shift & (1<<o.bits - 1)) }

// maxBits bounds the input bits and the output bits of a layout.
const maxBits = 62

// New builds a layout from its bases. It is an error when a size is not a power
// of two, a name comes twice, or a basis has the wrong rank or leaves its output.
func New(ins []In, outs []Out) (Layout, error) {
	l, err := newOuts(outs)
	if err != nil {
		return Layout{}, err
	}
	total := 0
	for _, in := range ins {
		if l.in(in.Name) >= 0 {
			return Layout{}, fmt.Errorf("input dimension %q comes twice", in.Name)
		}
		if total += len(in.Bases); total > maxBits {
			return Layout{}, fmt.Errorf("a layout has at most %d input bits", maxBits)
		}
		cols := make([]uint64, len(in.Bases))
		for i, b := range in.Bases {
			if cols[i], err = l.pack(b); err != nil {
				return Layout{}, fmt.Errorf("%s basis %d: %w", in.Name, i, err)
			}
		}
		l.ins = append(l.ins, input{in.Name, cols})
	}
	return l, nil
}

func newOuts(outs []Out) (Layout, error) {
	var l Layout
	shift := 0
	for _, o := range outs {
		if !powerOfTwo(o.Size) {
			return l, fmt.Errorf("size %d of %s is not a power of two", o.Size, o.Name)
		}
		if l.out(o.Name) >= 0 {
			return l, fmt.Errorf("output dimension %q comes twice", o.Name)
		}
		l.outs = append(l.outs, output{o.Name, shift, log2(o.Size)})
		if shift += log2(o.Size); shift > maxBits {
			return l, fmt.Errorf("a layout has at most %d output bits", maxBits)
		}
	}
	return l, nil
}

// Must returns l, or panics if err is set: for parameters known to be right.
func Must(l Layout, err error) Layout {
	if err != nil {
		panic("layout: " + err.Error())
	}
	return l
}

// Identity1D maps input values 0 … size-1 to themselves.
func Identity1D(size int, in, out string) Layout {
	l := Must(newOuts([]Out{{out, size}}))
	cols := make([]uint64, log2(size))
	for i := range cols {
		cols[i] = 1 << i
	}
	l.ins = []input{{in, cols}}
	return l
}

// Zeros1D maps size input values to 0 of an output of size 1: a broadcast.
func Zeros1D(size int, in, out string) Layout {
	l := Must(newOuts([]Out{{out, 1}}))
	if !powerOfTwo(size) {
		panic(fmt.Sprintf("layout: Zeros1D: size %d is not a power of two", size))
	}
	l.ins = []input{{in, make([]uint64, log2(size))}}
	return l
}

// InDims returns the names of the inputs in order.
func (l Layout) InDims() []string {
	names := make([]string, len(l.ins))
	for i, in := range l.ins {
		names[i] = in.name
	}
	return names
}

// OutDims returns the names of the outputs in order.
func (l Layout) OutDims() []string {
	names := make([]string, len(l.outs))
	for i, o := range l.outs {
		names[i] = o.name
	}
	return names
}

// HasIn reports whether the layout has an input of that name.
func (l Layout) HasIn(name string) bool { return l.in(name) >= 0 }

// HasOut reports whether the layout has an output of that name.
func (l Layout) HasOut(name string) bool { return l.out(name) >= 0 }

// InBits returns the number of bits of an input, 0 if there is none of that name.
func (l Layout) InBits(name string) int { return len(l.cols(name)) }

// InSize returns the size of an input, 1 if there is none of that name.
func (l Layout) InSize(name string) int { return 1 << l.InBits(name) }

// OutSize returns the size of an output, 1 if there is none of that name.
func (l Layout) OutSize(name string) int {
	if i := l.out(name); i >= 0 {
		return 1 << l.outs[i].bits
	}
	return 1
}

// TotalInSize returns the number of input points.
func (l Layout) TotalInSize() int { return 1 << len(l.flatCols()) }

// TotalOutSize returns the number of output points.
func (l Layout) TotalOutSize() int { return 1 << l.outBits() }

// Shape returns the sizes of the outputs in order.
func (l Layout) Shape() []int64 {
	shape := make([]int64, len(l.outs))
	for i, o := range l.outs {
		shape[i] = 1 << o.bits
	}
	return shape
}

// Bases returns the bases of an input: one per bit, one coordinate per output.
func (l Layout) Bases(in string) [][]int {
	cols := l.cols(in)
	bases := make([][]int, len(cols))
	for i, c := range cols {
		bases[i] = l.unpack(c)
	}
	return bases
}

// Coords returns, per bit of the input, the coordinate in one output.
func (l Layout) Coords(in, out string) []int {
	o := l.outs[l.mustOut("Coords", out)]
	cols := l.cols(in)
	coords := make([]int, len(cols))
	for i, c := range cols {
		coords[i] = o.of(c)
	}
	return coords
}

// Apply maps named inputs to named outputs; inputs left out are 0.
func (l Layout) Apply(at map[string]int) map[string]int {
	var col uint64
	for name, v := range at {
		col ^= combine(l.ins[l.mustIn("Apply", name)].cols, v)
	}
	res := make(map[string]int, len(l.outs))
	for _, o := range l.outs {
		res[o.name] = o.of(col)
	}
	return res
}

// At maps inputs given in order to outputs in order; trailing inputs may be left out.
func (l Layout) At(at ...int) []int {
	if len(at) > len(l.ins) {
		panic(fmt.Sprintf("layout: At: %d values for %d inputs", len(at), len(l.ins)))
	}
	var col uint64
	for i, v := range at {
		col ^= combine(l.ins[i].cols, v)
	}
	return l.unpack(col)
}

// Equal reports whether names, order, sizes and bases are the same.
func (l Layout) Equal(o Layout) bool {
	return slices.Equal(l.outs, o.outs) && slices.EqualFunc(l.ins, o.ins, func(a, b input) bool {
		return a.name == b.name && slices.Equal(a.cols, b.cols)
	})
}

// String prints the bases of each input and the sizes of the outputs on one line.
func (l Layout) String() string {
	var b strings.Builder
	for i, in := range l.ins {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(in.name + " = [")
		for j, c := range in.cols {
			if j > 0 {
				b.WriteString(", ")
			}
			b.WriteString(strings.ReplaceAll(fmt.Sprint(l.unpack(c)), " ", ", "))
		}
		b.WriteString("]")
	}
	b.WriteString(" ->")
	for i, o := range l.outs {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, " %s = %d", o.name, 1<<o.bits)
	}
	return b.String()
}

func (l Layout) in(name string) int {
	return slices.IndexFunc(l.ins, func(i input) bool { return i.name == name })
}

func (l Layout) out(name string) int {
	return slices.IndexFunc(l.outs, func(o output) bool { return o.name == name })
}

func (l Layout) mustIn(op, name string) int {
	i := l.in(name)
	if i < 0 {
		panic(fmt.Sprintf("layout: %s: no input %q in %v", op, name, l.InDims()))
	}
	return i
}

func (l Layout) mustOut(op, name string) int {
	i := l.out(name)
	if i < 0 {
		panic(fmt.Sprintf("layout: %s: no output %q in %v", op, name, l.OutDims()))
	}
	return i
}

func (l Layout) cols(in string) []uint64 {
	if i := l.in(in); i >= 0 {
		return l.ins[i].cols
	}
	return nil
}

// flatCols returns all bases, those of the first input first.
func (l Layout) flatCols() []uint64 {
	var cols []uint64
	for _, in := range l.ins {
		cols = append(cols, in.cols...)
	}
	return cols
}

func (l Layout) outBits() int {
	n := 0
	for _, o := range l.outs {
		n += o.bits
	}
	return n
}

func (l Layout) pack(coords []int) (uint64, error) {
	if len(coords) != len(l.outs) {
		return 0, fmt.Errorf("%d coordinates for %d output dimensions", len(coords), len(l.outs))
	}
	var col uint64
	for i, o := range l.outs {
		if c := coords[i]; c < 0 || c >= 1<<o.bits {
			return 0, fmt.Errorf("coordinate %d is outside %s of size %d", c, o.name, 1<<o.bits)
		}
		col |= uint64(coords[i]) << o.shift
	}
	return col, nil
}

func (l Layout) unpack(col uint64) []int {
	coords := make([]int, len(l.outs))
	for i, o := range l.outs {
		coords[i] = o.of(col)
	}
	return coords
}

// combine XORs the columns that the bits of v select.
func combine(cols []uint64, v int) uint64 {
	if v < 0 || v >= 1<<len(cols) {
		panic(fmt.Sprintf("layout: input %d is outside size %d", v, 1<<len(cols)))
	}
	var r uint64
	for ; v != 0; v &= v - 1 {
		r ^= cols[bits.TrailingZeros(uint(v))]
	}
	return r
}

func powerOfTwo(n int) bool { return n > 0 && n&(n-1) == 0 }

func log2(n int) int { return bits.Len(uint(n)) - 1 }
