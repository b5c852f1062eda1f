package driver

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tawa/diag"
	"tawa/interp"
	"tawa/ir"
	"tawa/target/nvptx"
)

// Executor is a way of running kernels, which --on and --compare name.
type Executor interface {
	Name() string
	Form() Form
	Run(l *Launch) error // leaves the results in l.Data
}

// Form is what an executor runs.
type Form int

// The forms: IR itself, PTX, and what the GPU's driver loads, a cubin or PTX.
const (
	IR Form = iota
	PTX
	Cubin
)

// Buffer is a typed piece of memory.
type Buffer = interp.Buffer

// Launch is a kernel and what it runs on.
type Launch struct {
	Program  *Program
	Grid     [3]int // programs
	Data     *Data
	Seed     uint64
	Schedule int    // 0 is the usual one, others are others
	Trace    string // the file for a timeline, from ways that make one; or ""
	Timeout  time.Duration
	runner   *runner
}

// executors are all ways: the driver's own first.
func (r *runner) executors() []Executor {
	return append([]Executor{interpreter{}, emulator{}}, r.reg.Executors...)
}

func (r *runner) ways() string {
	var names []string
	for _, e := range r.executors() {
		names = append(names, e.Name())
	}
	return strings.Join(names, ", ")
}

func (r *runner) find(flag, name string) (Executor, error) {
	list := r.executors()
	i := slices.IndexFunc(list, func(e Executor) bool { return e.Name() == name })
	if i < 0 {
		return nil, fmt.Errorf("--%s=%s: must be one of: %s", flag, name, r.ways())
	}
	return list[i], nil
}

// interpreter runs IR as package interp says what it means.
type interpreter struct{}

func (interpreter) Name() string { return "interp" }
func (interpreter) Form() Form   { return IR }

func (interpreter) Run(l *Launch) error {
	var sink diag.Sink
	orders := []interp.Order{interp.Random, interp.ProducerFirst, interp.ConsumerFirst}
	order := interp.Random
	if l.Schedule < len(orders) {
		order = orders[l.Schedule]
	}
	ok := interp.Run(l.Program.Module, interp.Config{
		Kernel: l.Program.Name(), Grid: l.Grid, Memory: l.Data.memory, Args: l.Data.args, Seed: l.Seed + uint64(l.Schedule), Order: order,
		Output: l.runner.stdout,
	}, &sink)
	l.runner.report(&sink)
	if !ok {
		return reported{errors.New("the program failed")}
	}
	return nil
}

// Param is one parameter of a compiled kernel: the address of a buffer, a tensor map
// of it, or the bytes of a number.
type Param struct {
	Buffer *interp.Buffer
	Map    *nvptx.TensorDesc
	Value  []byte
}

// Params are the values of all parameters in the order of Triton's calling convention: a descriptor is a tensor map, its
// shape (i32) and its strides (i64); global and profile scratch come last.
func (l *Launch) Params() ([]Param, error) {
	if n, x := max(l.Program.Metadata.GridMultiple, 1), l.CTAs()[0]; x%n != 0 {
		return nil, fmt.Errorf("%d programs along x do not come in clusters of %d, for which the kernel is compiled", x, n)
	}
	var out []Param
	descs := l.Program.Metadata.TensorDescs
	for i, a := range l.Data.args {
		switch {
		case a.Descriptor && len(descs) == 0:
			return nil, fmt.Errorf("argument %d is a descriptor, but the metadata describes %d", i, len(l.Program.Metadata.TensorDescs))
		case a.Descriptor && len(descs[0].BlockSize) != len(a.Buffer.Shape):
			return nil, fmt.Errorf("argument %d is a tensor of rank %d, the metadata describes one of rank %d", i, len(a.Buffer.Shape), len(descs[0].BlockSize))
		case a.Descriptor:
			out = append(out, Param{Buffer: a.Buffer, Map: &descs[0]})
			descs = descs[1:]
			if l.Program.extended(i) {
				out = append(out, extents(a.Buffer)...)
			}
		case a.Buffer != nil:
			out = append(out, Param{Buffer: a.Buffer})
		default:
			out = append(out, Param{Value: scalarBytes(a)})
		}
	}
	if len(descs) > 0 {
		return nil, fmt.Errorf("the metadata describes %d descriptors more than the arguments have", len(descs))
	}
	scratch, err := l.scratch()
	return append(out, scratch, null), err
}

var null = Param{Value: make([]byte, 8)}

const maxScratch = 1 << 32 // bytes

// scratch is memory for each program where the kernel wants some.
func (l *Launch) scratch() (Param, error) {
	size := l.Program.Metadata.GlobalScratchSize
	if size == 0 {
		return null, nil
	}
	ctas, room := l.CTAs(), maxScratch/max(size, 1)
	if size < 0 || ctas[0] > room || ctas[1] > room/ctas[0] || ctas[2] > room/ctas[0]/ctas[1] {
		return null, fmt.Errorf("%d bytes of scratch memory for each of %dx%dx%d CTAs: must be from 0 to %d in all", size, ctas[0], ctas[1], ctas[2], maxScratch)
	}
	return Param{Buffer: l.Data.memory.Alloc("scratch", l.runner.ctx.Integer(8, ir.Signless), int64(size*ctas[0]*ctas[1]*ctas[2]))}, nil
}

// CTAs is the grid of the hardware.
func (l *Launch) CTAs() [3]int {
	grid := l.Grid
	grid[0] *= max(l.Program.Metadata.NumCTAs, 1)
	return grid
}

// extents are the shape and the strides behind a descriptor.
func extents(b *interp.Buffer) []Param {
	var out []Param
	for _, n := range b.Shape {
		out = append(out, Param{Value: bytesOf(uint64(n), 4)})
	}
	for _, n := range Strides(b) {
		out = append(out, Param{Value: bytesOf(uint64(n), 8)})
	}
	return out
}

// Strides are those of a buffer's shape, in elements.
func Strides(b *interp.Buffer) []int64 {
	out := make([]int64, len(b.Shape))
	step := int64(1)
	for i, n := range slices.Backward(b.Shape) {
		out[i] = step
		step *= n
	}
	return out
}

func bytesOf(v uint64, size int) []byte {
	out := make([]byte, size)
	for i := range out {
		out[i] = byte(v >> (8 * i))
	}
	return out
}

// scalarBytes is a number as memory holds it.
func scalarBytes(a interp.Arg) []byte {
	b := new(interp.Memory).Alloc("", a.Type, 1)
	if a.IsFloat {
		b.SetFloat(0, a.Float)
	} else {
		b.SetInt(0, a.Int)
	}
	return b.Data
}
