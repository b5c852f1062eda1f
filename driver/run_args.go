package driver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"tawa/diag"
	"tawa/interp"
	"tawa/ir"
)

// Data is the memory and the arguments of a run.
type Data struct {
	Links []Link

	memory  *interp.Memory
	buffers []*interp.Buffer // without tables of pointers
	tables  []*interp.Buffer
	args    []interp.Arg
}

// Link is an element of a table that is the address of a buffer.
type Link struct {
	Table *interp.Buffer
	Index int
	To    *interp.Buffer
}

// clone copies the memory, so that a run leaves the original alone.
func (d *Data) clone() *Data {
	memory, moved := d.memory.Clone()
	out := &Data{memory: memory}
	for _, b := range d.buffers {
		out.buffers = append(out.buffers, moved[b])
	}
	for _, b := range d.tables {
		out.tables = append(out.tables, moved[b])
	}
	for _, a := range d.args {
		a.Buffer = moved[a.Buffer]
		out.args = append(out.args, a)
	}
	for _, l := range d.Links {
		out.Links = append(out.Links, Link{moved[l.Table], l.Index, moved[l.To]})
	}
	return out
}

// data makes the arguments that --arg asks for.
func (r *runner) data() (*Data, error) {
	d := &Data{memory: &interp.Memory{}}
	for i, spec := range r.specs {
		m := &argMaker{Data: d, ctx: r.ctx, name: fmt.Sprintf("arg%d", i), rng: rand.New(rand.NewPCG(r.seed, uint64(i)))}
		arg, err := m.arg(spec)
		if err != nil {
			return nil, fmt.Errorf("--arg=%s: %w", spec, err)
		}
		d.args = append(d.args, arg)
	}
	return d, nil
}

// argMaker makes one argument.
type argMaker struct {
	*Data
	ctx  *ir.Context
	name string
	rng  *rand.Rand
}

func (m *argMaker) arg(spec string) (interp.Arg, error) {
	head, rest, found := strings.Cut(spec, ":")
	switch {
	case !found:
		return interp.Arg{}, fmt.Errorf("expected something like randn:f16[256,128], desc:zeros:f16[256,128] or i32:256")
	case head == "desc":
		b, err := m.buffer(rest)
		return interp.Arg{Buffer: b, Descriptor: true}, err
	case head == "ptrs":
		return m.pointers(strings.Split(rest, ";"))
	case slices.Contains(sources(), head):
		b, err := m.buffer(spec)
		return interp.Arg{Buffer: b}, err
	}
	return m.scalar(head, rest)
}

func (m *argMaker) scalar(typeName, text string) (interp.Arg, error) {
	t, err := m.elem(typeName)
	if err != nil {
		if near, ok := diag.Nearest(typeName, slices.Values(append(sources(), "desc", "ptrs"))); ok {
			return interp.Arg{}, fmt.Errorf("%w; did you mean %s:?", err, near)
		}
		return interp.Arg{}, err
	}
	arg := interp.Arg{Type: t}
	if _, arg.IsFloat = t.(*ir.FloatType); arg.IsFloat {
		arg.Float, err = strconv.ParseFloat(text, 64)
	} else {
		arg.Int, err = strconv.ParseInt(text, 0, 64)
	}
	if err != nil {
		return interp.Arg{}, fmt.Errorf("'%s' is no number of type %s", text, typeName)
	}
	return arg, nil
}

// elem is the element type of that name.
func (m *argMaker) elem(name string) (ir.Type, error) {
	if f := m.ctx.Float(name); f != nil && interp.HasSize(f) {
		return f, nil
	}
	if width, err := strconv.Atoi(strings.TrimPrefix(name, "i")); err == nil && strings.HasPrefix(name, "i") && width > 0 && width <= 64 {
		if t := m.ctx.Integer(width, ir.Signless); interp.HasSize(t) {
			return t, nil
		}
	}
	return nil, fmt.Errorf("'%s' is no element type: f16, bf16, f32, f64, f8E4M3FN, f8E5M2, i1, i8, i16, i32, i64", name)
}

// maxElements bounds what a mistyped shape may ask for.
const maxElements = 1 << 28

func (m *argMaker) shaped(text string) (ir.Type, []int64, error) {
	name, dims, found := strings.Cut(text, "[")
	if !found || !strings.HasSuffix(dims, "]") {
		return nil, nil, fmt.Errorf("expected TYPE[SHAPE], such as f16[256,128], not '%s'", text)
	}
	t, err := m.elem(name)
	if err != nil {
		return nil, nil, err
	}
	var shape []int64
	total := int64(1)
	for _, s := range strings.Split(strings.TrimSuffix(dims, "]"), ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(s), 10, 64)
		if err != nil || n < 1 || n > maxElements/total {
			return nil, nil, fmt.Errorf("'%s' is no shape: positive extents, at most %d elements in all", "["+dims, int64(maxElements))
		}
		shape = append(shape, n)
		total *= n
	}
	return t, shape, nil
}

// alloc makes a buffer of zeros.
func (m *argMaker) alloc(t ir.Type, shape []int64) *interp.Buffer {
	b := m.memory.Alloc(m.name, t, shape...)
	m.buffers = append(m.buffers, b)
	return b
}

// pointers makes buffers and an array of their addresses.
func (m *argMaker) pointers(specs []string) (interp.Arg, error) {
	table := m.memory.Alloc(m.name, m.ctx.I64(), int64(len(specs)))
	m.tables = append(m.tables, table)
	name := m.name
	for i, s := range specs {
		m.name = fmt.Sprintf("%s.%d", name, i)
		b, err := m.buffer(s)
		if err != nil {
			return interp.Arg{}, err
		}
		table.SetInt(i, b.Address())
		m.Links = append(m.Links, Link{table, i, b})
	}
	return interp.Arg{Buffer: table}, nil
}
