package interp

import (
	"fmt"
	"strings"

	"tawa/dialects/tt"
	"tawa/ir"
)

// Arg is an argument of a launch.
type Arg struct {
	Buffer     *Buffer // behind a pointer or descriptor
	Descriptor bool    // a host descriptor of the whole buffer, with the shape and stride arguments that follow it
	Type       ir.Type // of a scalar, nil if any will do
	Int        int64
	Float      float64
	IsFloat    bool
}

// Pointer passes a pointer to the first element of a buffer.
func Pointer(b *Buffer) Arg { return Arg{Buffer: b} }

// Descriptor passes a host descriptor of a buffer. It stands for the kernel's
// descriptor argument and the shapes and strides behind it.
func Descriptor(b *Buffer) Arg { return Arg{Buffer: b, Descriptor: true} }

// Int passes an integer of any width, Float a float of any format.
func Int(v int64) Arg     { return Arg{Int: v} }
func Float(v float64) Arg { return Arg{Float: v, IsFloat: true} }

// Param is what one argument of a launch is for: a parameter of the kernel, or a
// descriptor and the shapes and strides behind it.
type Param struct {
	Name  string
	Type  ir.Type
	Count int // of the kernel's parameters that it stands for
}

// Params lists the parameters of a kernel as a launch sees them.
func Params(kernel *ir.Operation) []Param {
	args := kernel.Region(0).First().Args()
	var out []Param
	for i := 0; i < len(args); {
		p := Param{Name: args[i].Name(), Type: args[i].Type(), Count: 1}
		if d, ok := p.Type.(*tt.DescType); ok {
			p.Count += tail(args[i+1:], len(d.Block.Shape))
		}
		out = append(out, p)
		i += p.Count
	}
	return out
}

// tail counts the shape (i32) and stride (i64) parameters behind a host descriptor.
func tail(args []*ir.Value, rank int) int {
	if len(args) < 2*rank {
		return 0
	}
	for i, v := range args[:2*rank] {
		want := 32
		if i >= rank {
			want = 64
		}
		if _, ok := v.Type().(*ir.IntegerType); !ok || ir.BitWidth(v.Type()) != want {
			return 0
		}
	}
	return 2 * rank
}

// Entry finds the kernel of a module by its name, or the only one if name is empty.
func Entry(module *ir.Operation, name string) (*ir.Operation, error) { return entry(module, name) }

// Signature describes the arguments that a launch of a kernel takes.
func Signature(kernel *ir.Operation) string {
	var list []string
	for _, p := range Params(kernel) {
		text := "%" + p.Name + ": " + ir.TypeString(p.Type)
		if p.Count > 1 {
			text += fmt.Sprintf(" (with %d shapes and strides)", p.Count-1)
		}
		list = append(list, text)
	}
	return fmt.Sprintf("%d arguments: %s", len(list), strings.Join(list, ", "))
}

// bind makes the values of the kernel's parameters.
func bind(kernel *ir.Operation, m *Memory, args []Arg) ([]Value, error) {
	params := Params(kernel)
	if len(args) != len(params) {
		return nil, fmt.Errorf("@%s takes %d arguments, not %d", ir.SymbolName(kernel), len(params), len(args))
	}
	var out []Value
	for i, p := range params {
		values, err := args[i].bind(m, p)
		if err != nil {
			return nil, fmt.Errorf("argument %d, %%%s: %w", i, p.Name, err)
		}
		out = append(out, values...)
	}
	return out, nil
}

func (a Arg) bind(m *Memory, p Param) ([]Value, error) {
	switch t := p.Type.(type) {
	case *tt.DescType:
		if !a.Descriptor {
			return nil, fmt.Errorf("a descriptor is wanted, '%s'", ir.TypeString(t))
		}
		return bindDescriptor(m, a.Buffer, t, p.Count)
	case *tt.PtrType:
		switch {
		case a.Buffer == nil || a.Descriptor:
			return nil, fmt.Errorf("a buffer is wanted, for '%s'", ir.TypeString(t))
		case a.Buffer.Elem != t.Pointee:
			return nil, fmt.Errorf("a buffer of %s is wanted, not of %s", ir.TypeString(t.Pointee), ir.TypeString(a.Buffer.Elem))
		}
		return []Value{intValue(a.Buffer.address)}, nil
	}
	e, ok := elemOf(p.Type)
	switch {
	case !ok:
		return nil, fmt.Errorf("no argument can be given for a parameter of type '%s'", ir.TypeString(p.Type))
	case a.Buffer != nil, a.IsFloat != e.isFloat(), a.Type != nil && a.Type != p.Type:
		return nil, fmt.Errorf("a scalar of type %s is wanted", ir.TypeString(p.Type))
	case e.isFloat():
		return []Value{floatValue(e.round(a.Float))}, nil
	case e.wrap(a.Int) != a.Int && int64(e.unsigned(a.Int)) != a.Int:
		return nil, fmt.Errorf("%d does not fit into %s", a.Int, ir.TypeString(p.Type))
	}
	return []Value{intValue(e.wrap(a.Int))}, nil
}

func bindDescriptor(m *Memory, b *Buffer, t *tt.DescType, count int) ([]Value, error) {
	rank := len(t.Block.Shape)
	elem := t.Tensor().Elem
	switch {
	case b.Elem != elem:
		return nil, fmt.Errorf("a descriptor of %s is wanted, not of %s", ir.TypeString(elem), ir.TypeString(b.Elem))
	case len(b.Shape) != rank:
		return nil, fmt.Errorf("a tensor of rank %d is wanted, not %s", rank, b)
	}
	d := &descriptor{memory: m, elem: b.elem, base: b.address, shape: b.Shape, strides: strides(b.Shape)}
	if err := d.check(); err != nil {
		return nil, err
	}
	out := []Value{{o: d}}
	if count > 1 {
		for _, n := range d.shape {
			out = append(out, intValue(n))
		}
		for _, s := range d.strides {
			out = append(out, intValue(s))
		}
	}
	return out, nil
}

// Check says whether a launch of the kernel can take the arguments.
func Check(kernel *ir.Operation, args []Arg) error {
	_, err := bind(kernel, &Memory{}, args)
	return err
}
