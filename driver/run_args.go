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

// runData is the memory and the arguments of one run, made anew from the specs.
type runData struct {
	memory  *interp.Memory
	buffers []*interp.Buffer
	args    []interp.Arg
}

// fills say what a buffer holds before the run.
var fills = []string{"randn", "zeros", "ones", "iota", "values"}

// data makes the arguments that --arg asks for; the same each time.
func (r *runner) data() (*runData, error) {
	d := &runData{memory: &interp.Memory{}}
	if r.made == nil {
		r.made = map[string][]byte{}
	}
	for i, spec := range r.specs {
		m := &argMaker{
			runData: d, ctx: r.ctx, name: fmt.Sprintf("arg%d", i), made: r.made,
			rng: rand.New(rand.NewPCG(r.seed, uint64(i))),
		}
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
	*runData
	ctx  *ir.Context
	name string
	rng  *rand.Rand
	made map[string][]byte // what buffers hold at first, by name
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
	case slices.Contains(fills, head):
		b, err := m.buffer(spec)
		return interp.Arg{Buffer: b}, err
	}
	return m.scalar(head, rest)
}

func (m *argMaker) scalar(typeName, text string) (interp.Arg, error) {
	t, err := m.elem(typeName)
	if err != nil {
		if near, ok := diag.Nearest(typeName, slices.Values(append(slices.Clone(fills), "desc", "ptrs"))); ok {
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

// buffer makes FILL:TYPE[SHAPE] or values:TYPE[SHAPE]:V,V,…
func (m *argMaker) buffer(spec string) (*interp.Buffer, error) {
	fill, rest, _ := strings.Cut(spec, ":")
	shaped, values, hasValues := strings.Cut(rest, ":")
	switch {
	case !slices.Contains(fills, fill):
		return nil, fmt.Errorf("'%s' does not fill a buffer; there are: %s", fill, strings.Join(fills, ", "))
	case hasValues != (fill == "values"):
		return nil, fmt.Errorf("expected %s:TYPE[SHAPE]%s", fill, map[bool]string{true: ":V,V,…"}[fill == "values"])
	}
	t, shape, err := m.shaped(shaped)
	if err != nil {
		return nil, err
	}
	b := m.memory.Alloc(m.name, t, shape...)
	m.buffers = append(m.buffers, b)
	if old := m.made[m.name]; old != nil {
		copy(b.Data, old)
		return b, nil
	}
	err = m.fill(b, fill, values)
	m.made[m.name] = slices.Clone(b.Data)
	return b, err
}

// maxElements bounds what a mistyped shape may ask for.
const maxElements = 1 << 32

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

func (m *argMaker) fill(b *interp.Buffer, fill, values string) error {
	list := strings.Split(values, ",")
	switch {
	case fill == "randn" && !b.IsFloat():
		return fmt.Errorf("randn makes floats, not %s", ir.TypeString(b.Elem))
	case fill == "values" && len(list) != b.Len():
		return fmt.Errorf("%s has %d elements, not %d", b, b.Len(), len(list))
	}
	for i := range b.Len() {
		v := 0.0
		switch fill {
		case "randn":
			v = m.rng.NormFloat64()
		case "ones":
			v = 1
		case "iota":
			v = float64(i)
		case "values":
			var err error
			if v, err = strconv.ParseFloat(strings.TrimSpace(list[i]), 64); err != nil {
				return fmt.Errorf("'%s' is no number", list[i])
			}
		}
		if b.IsFloat() {
			b.SetFloat(i, v)
		} else {
			b.SetInt(i, int64(v))
		}
	}
	return nil
}

// pointers makes buffers and an array of their addresses.
func (m *argMaker) pointers(specs []string) (interp.Arg, error) {
	table := m.memory.Alloc(m.name, m.ctx.I64(), int64(len(specs)))
	name := m.name
	for i, s := range specs {
		m.name = fmt.Sprintf("%s.%d", name, i)
		b, err := m.buffer(s)
		if err != nil {
			return interp.Arg{}, err
		}
		table.SetInt(i, b.Address())
	}
	return interp.Arg{Buffer: table}, nil
}
