package driver

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"tawa/driver/npy"
	"tawa/interp"
	"tawa/ir"
)

// fill is a way of making the elements of a buffer.
type fill struct {
	name string
	form string // of what follows the shape; in brackets if it may be left out
	make func(m *argMaker, b *interp.Buffer, text string) error
}

var fills = []fill{
	{"randn", "", fillNormal},
	{"zeros", "", func(*argMaker, *interp.Buffer, string) error { return nil }},
	{"ones", "", func(_ *argMaker, b *interp.Buffer, _ string) error {
		return fillNumbers(b, func(int) string { return "1" })
	}},
	{"iota", "", func(_ *argMaker, b *interp.Buffer, _ string) error { return fillNumbers(b, strconv.Itoa) }},
	{"full", ":V", func(_ *argMaker, b *interp.Buffer, text string) error {
		return fillNumbers(b, func(int) string { return text })
	}},
	{"randint", "[:LOW,HIGH]", fillIntegers},
	{"values", ":V,V,…", fillValues},
}

// sources name what buffers are made of.
func sources() []string {
	names := []string{"npy"}
	for _, f := range fills {
		names = append(names, f.name)
	}
	return names
}

// buffer makes FILL:TYPE[SHAPE], FILL:TYPE[SHAPE]:WHAT or npy:FILE[:TYPE].
func (m *argMaker) buffer(spec string) (*interp.Buffer, error) {
	name, rest, _ := strings.Cut(spec, ":")
	if name == "npy" {
		return m.readNPY(rest)
	}
	i := slices.IndexFunc(fills, func(f fill) bool { return f.name == name })
	if i < 0 {
		return nil, fmt.Errorf("'%s' does not fill a buffer; there are: %s", name, strings.Join(sources(), ", "))
	}
	f := fills[i]
	shaped, text, given := strings.Cut(rest, ":")
	if given && f.form == "" || !given && strings.HasPrefix(f.form, ":") {
		return nil, fmt.Errorf("expected %s:TYPE[SHAPE]%s", name, f.form)
	}
	t, shape, err := m.shaped(shaped)
	if err != nil {
		return nil, err
	}
	b := m.alloc(t, shape)
	return b, f.make(m, b, text)
}

func fillNormal(m *argMaker, b *interp.Buffer, _ string) error {
	if !b.IsFloat() {
		return fmt.Errorf("randn makes floats, not %s; randint makes integers", ir.TypeString(b.Elem))
	}
	for i := range b.Len() {
		b.SetFloat(i, m.rng.NormFloat64())
	}
	return nil
}

func fillValues(_ *argMaker, b *interp.Buffer, text string) error {
	list := strings.Split(text, ",")
	if len(list) != b.Len() {
		return fmt.Errorf("%s has %d elements, not %d", b, b.Len(), len(list))
	}
	return fillNumbers(b, func(i int) string { return strings.TrimSpace(list[i]) })
}

// fillNumbers sets element i to what its text says.
func fillNumbers(b *interp.Buffer, text func(i int) string) error {
	for i := range b.Len() {
		s := text(i)
		f, floatErr := strconv.ParseFloat(s, 64)
		n, intErr := strconv.ParseInt(s, 0, 64)
		switch {
		case b.IsFloat() && floatErr == nil:
			b.SetFloat(i, f)
		case !b.IsFloat() && intErr == nil:
			b.SetInt(i, n)
		default:
			return fmt.Errorf("'%s' is no number of type %s", s, ir.TypeString(b.Elem))
		}
	}
	return nil
}

// fillIntegers makes integers, also as floats, which then add up exactly.
func fillIntegers(m *argMaker, b *interp.Buffer, text string) error {
	if text == "" {
		if b.IsFloat() {
			return fmt.Errorf("randint needs a range for %s: randint:TYPE[SHAPE]:LOW,HIGH", ir.TypeString(b.Elem))
		}
		for i := range b.Len() {
			b.SetInt(i, int64(m.rng.Uint64()))
		}
		return nil
	}
	lowText, highText, _ := strings.Cut(text, ",")
	low, err := strconv.ParseInt(lowText, 0, 32)
	high, err2 := strconv.ParseInt(highText, 0, 33)
	if err != nil || err2 != nil || low >= high {
		return fmt.Errorf("'%s' is no range: LOW,HIGH, of which HIGH is not reached", text)
	}
	for i := range b.Len() {
		v := low + m.rng.Int64N(high-low)
		if b.IsFloat() {
			b.SetFloat(i, float64(v))
		} else {
			b.SetInt(i, v)
		}
	}
	return nil
}

// npyTypes are NumPy's names of element types. What NumPy lacks travels as unsigned integers.
var npyTypes = map[string]string{
	"f16": "<f2", "f32": "<f4", "f64": "<f8", "i1": "|b1", "i8": "|i1", "i16": "<i2", "i32": "<i4", "i64": "<i8", "bf16": "<u2",
}

// npyType is the name for a type; floats of 8 bits are bytes.
func npyType(t ir.Type) string {
	if name, ok := npyTypes[ir.TypeString(t)]; ok {
		return name
	}
	return "|u1"
}

// fromNPY is the element type of what a file holds if --arg names none.
func fromNPY(typ string) string {
	for name, t := range npyTypes {
		if t == typ && name != "bf16" {
			return name
		}
	}
	return "i" + strconv.Itoa(8*npy.ElemSize(typ)) // unsigned integers
}

// readNPY makes a buffer of FILE or FILE:TYPE.
func (m *argMaker) readNPY(text string) (*interp.Buffer, error) {
	path, typeName := text, ""
	if i := strings.LastIndexByte(text, ':'); i >= 0 {
		if _, err := os.Stat(text); err != nil {
			path, typeName = text[:i], text[i+1:]
		}
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	a, err := npy.Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if typeName == "" {
		typeName = fromNPY(a.Type)
	}
	t, err := m.elem(typeName)
	if err != nil {
		return nil, err
	}
	b := m.alloc(t, a.Shape)
	if len(b.Data) != len(a.Data) {
		return nil, fmt.Errorf("%s holds '%s', whose size is not that of %s", path, a.Type, typeName)
	}
	copy(b.Data, a.Data)
	return b, nil
}

// save writes the buffers after a run.
func (r *runner) save(d *Data) error {
	if r.out == "" {
		return nil
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	for _, b := range d.buffers {
		a := &npy.Array{Type: npyType(b.Elem), Shape: b.Shape, Data: b.Data}
		if err := os.WriteFile(filepath.Join(r.out, b.Name+".npy"), a.Encode(), 0o644); err != nil {
			return err
		}
	}
	return nil
}
