package llvmir

import (
	"fmt"
	"io"
	"strconv"
)

// Module is one translation unit. Its parts are printed in the order they
// were made.
type Module struct {
	Name   string // source name, for the reader of the text
	Triple string

	structs   []*Type
	fields    map[string]*Type // named struct by its fields
	globals   []string
	names     map[string]bool // functions and globals
	funcs     []*Func
	intrinsic map[string]*Func
	meta      metadata
}

// NewModule makes an empty module for 64-bit NVPTX.
func NewModule(name string) *Module {
	return &Module{
		Name: name, Triple: "nvptx64-nvidia-cuda",
		fields: map[string]*Type{}, names: map[string]bool{}, intrinsic: map[string]*Func{},
	}
}

// Struct defines a named struct type.
func (m *Module) Struct(name string, fields ...*Type) *Type {
	t := &Type{kind: structKind, elems: fields, text: "%" + name}
	for _, s := range m.structs {
		if s.text == t.text {
			panic("llvmir: struct " + t.text + " is defined twice")
		}
	}
	m.structs = append(m.structs, t)
	return t
}

// resultStruct is the one named struct with these fields.
func (m *Module) resultStruct(fields []*Type) *Type {
	key := structText(fields)
	t := m.fields[key]
	if t == nil {
		t = m.Struct("results."+strconv.Itoa(len(m.fields)), fields...)
		m.fields[key] = t
	}
	return t
}

// Global describes a global variable.
type Global struct {
	Name     string
	Type     *Type
	Space    int    // address space; 3 is shared memory
	Linkage  string // "external" (the default without Init), "internal", "private", …
	Constant bool
	Init     Value // none: defined elsewhere, as dynamic shared memory is
	Align    int   // in bytes, 0 for the type's own
}

// Global adds a global variable and returns its address.
func (m *Module) Global(g Global) Value {
	m.claim(g.Name)
	b := append([]byte("@"+g.Name+" = "), g.Linkage...)
	if g.Linkage == "" && !g.Init.Valid() {
		b = append(b, "external"...)
	}
	if b[len(b)-1] != ' ' {
		b = append(b, ' ')
	}
	if g.Space != 0 {
		b = fmt.Appendf(b, "addrspace(%d) ", g.Space)
	}
	if g.Constant {
		b = append(b, "constant "...)
	} else {
		b = append(b, "global "...)
	}
	b = append(b, g.Type.text...)
	if g.Init.Valid() {
		if !g.Init.Type.Equal(g.Type) {
			panic("llvmir: global @" + g.Name + " has type " + g.Type.text + " and initial value " + g.Init.String())
		}
		b = g.Init.append(append(b, ' '))
	}
	if g.Align != 0 {
		b = fmt.Appendf(b, ", align %d", g.Align)
	}
	m.globals = append(m.globals, string(b))
	return Value{Type: PtrIn(g.Space), kind: textValue, text: "@" + g.Name}
}

func (m *Module) claim(name string) {
	if m.names[name] {
		panic("llvmir: @" + name + " is defined twice")
	}
	m.names[name] = true
}

// Append appends the module's text to b.
func (m *Module) Append(b []byte) []byte {
	b = fmt.Appendf(b, "source_filename = %s\ntarget triple = %s\n", quote(m.Name), quote(m.Triple))
	if len(m.structs) > 0 {
		b = append(b, '\n')
	}
	for _, t := range m.structs {
		b = append(append(append(b, t.text...), " = type "...), structText(t.elems)...)
		b = append(b, '\n')
	}
	if len(m.globals) > 0 {
		b = append(b, '\n')
	}
	for _, g := range m.globals {
		b = append(append(b, g...), '\n')
	}
	for _, f := range m.funcs {
		b = f.append(append(b, '\n'))
	}
	return m.meta.append(b, m.funcs)
}

// String is the module's text.
func (m *Module) String() string { return string(m.Append(nil)) }

// WriteTo writes the module's text.
func (m *Module) WriteTo(w io.Writer) (int64, error) {
	n, err := w.Write(m.Append(nil))
	return int64(n), err
}
