package llvmir

import (
	"fmt"
	"strconv"
	"strings"
)

// Param is a parameter of a function.
type Param struct {
	Name         string
	Type         *Type
	ByVal        *Type // the pointer stands for a copy of this type, as a kernel's struct argument
	Align        int   // of the pointee, in bytes
	GridConstant bool  // with ByVal: the kernel only reads it, so no local copy is made
	Attrs        []string
}

// Launch holds what a kernel promises of its launches; zero means nothing is
// said. Both spellings are printed, metadata for LLVM 19 and attributes for
// newer ones.
type Launch struct {
	Threads    [3]int // exact CTA size (.reqntid)
	MaxThreads [3]int // largest CTA size (.maxntid)
	MinCTAs    int    // CTAs per multiprocessor (.minnctapersm)
	MaxRegs    int    // registers per thread (.maxnreg)
	Cluster    [3]int // CTAs per cluster (.reqnctapercluster)
}

// Func is a function: with blocks a definition, without a declaration.
type Func struct {
	Name       string
	Kernel     bool
	Linkage    string   // "internal", …; empty for visible to all
	Attrs      []string // function attributes as spelt: nounwind, "key"="value"
	Launch     Launch
	Subprogram Meta // line table, 0 for none

	mod    *Module
	ret    *Type
	params []Param
	blocks []*Block
	next   int64 // number of the next value
	labels map[string]int
}

// Func adds a function; blocks make it a definition.
func (m *Module) Func(name string, ret *Type, params ...Param) *Func {
	m.claim(name)
	f := &Func{Name: name, mod: m, ret: ret, params: params, labels: map[string]int{}}
	m.funcs = append(m.funcs, f)
	return f
}

// Param is the value of parameter i.
func (f *Func) Param(i int) Value {
	p := f.params[i]
	name := p.Name
	if name == "" {
		name = "arg" + strconv.Itoa(i)
	}
	return Value{Type: p.Type, kind: textValue, text: "%" + name}
}

// Addr is the address of the function.
func (f *Func) Addr() Value { return Value{Type: Ptr, kind: textValue, text: "@" + f.Name} }

// Block is a basic block.
type Block struct {
	fn    *Func
	label string
	phis  []*Phi
	text  []byte
	pure  []span // lines of text without effects, in their order
	done  bool   // has its terminator
	seen  map[string]Value
}

// Block appends a block; the first one is the entry. The label is made unique
// by a number.
func (f *Func) Block(label string) *Block {
	n := f.labels[label]
	f.labels[label] = n + 1
	if n > 0 {
		label += "." + strconv.Itoa(n)
	}
	b := &Block{fn: f, label: label, seen: map[string]Value{}}
	f.blocks = append(f.blocks, b)
	return b
}

// Done reports whether the block has its terminator.
func (b *Block) Done() bool { return b.done }

// Label is the block's name.
func (b *Block) Label() string { return b.label }

// Phi is a phi instruction, whose incoming values are added when they are known.
type Phi struct {
	Value
	in    []Value
	preds []*Block
}

// Add says the value when control comes from pred.
func (p *Phi) Add(v Value, pred *Block) {
	if !v.Type.Equal(p.Type) {
		panic("llvmir: phi of " + p.Type.text + " takes " + v.String())
	}
	p.in = append(p.in, v)
	p.preds = append(p.preds, pred)
}

func (p *Phi) print(b []byte) []byte {
	if len(p.in) == 0 {
		panic("llvmir: phi without incoming values")
	}
	b = p.Value.append(append(b, "  "...))
	b = append(append(append(b, " = phi "...), p.Type.text...), ' ')
	for i, v := range p.in {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = v.append(append(b, "[ "...))
		b = append(append(append(b, ", %"...), p.preds[i].label...), " ]"...)
	}
	return append(b, '\n')
}

func (f *Func) append(b []byte) []byte {
	if len(f.blocks) == 0 {
		b = append(b, "declare "...)
	} else {
		b = append(b, "define "...)
	}
	if f.Linkage != "" {
		b = append(append(b, f.Linkage...), ' ')
	}
	if f.Kernel {
		b = append(b, "ptx_kernel "...)
	}
	b = append(append(append(b, f.ret.text...), " @"...), f.Name...)
	b = append(b, '(')
	for i, p := range f.params {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = p.append(b)
		if len(f.blocks) > 0 {
			b = append(append(b, ' '), f.Param(i).text...)
		}
	}
	b = append(b, ')')
	for _, a := range append(f.Attrs[:len(f.Attrs):len(f.Attrs)], f.Launch.attrs()...) {
		b = append(append(b, ' '), a...)
	}
	if f.Subprogram != 0 {
		b = f.Subprogram.appendRef(append(b, " !dbg "...))
	}
	if len(f.blocks) == 0 {
		return append(b, '\n')
	}
	b = append(b, " {\n"...)
	for i, blk := range f.blocks {
		if i > 0 {
			b = append(b, '\n')
		}
		b = blk.append(b)
	}
	return append(b, "}\n"...)
}

func (p Param) append(b []byte) []byte {
	b = append(b, p.Type.text...)
	if p.ByVal != nil {
		b = append(append(append(b, " byval("...), p.ByVal.text...), ')')
	}
	if p.Align != 0 {
		b = fmt.Appendf(b, " align %d", p.Align)
	}
	if p.GridConstant {
		b = append(b, ` "nvvm.grid_constant"`...)
	}
	for _, a := range p.Attrs {
		b = append(append(b, ' '), a...)
	}
	return b
}

func (blk *Block) append(b []byte) []byte {
	if !blk.done {
		panic("llvmir: block " + blk.label + " of @" + blk.fn.Name + " has no terminator")
	}
	b = append(append(b, blk.label...), ":\n"...)
	for _, p := range blk.phis {
		b = p.print(b)
	}
	return append(b, blk.text...)
}

// attrs is the attribute form, which LLVM 20 and newer read.
func (l Launch) attrs() []string {
	var out []string
	dims := func(key string, d [3]int) {
		if d != [3]int{} {
			out = append(out, fmt.Sprintf(`"nvvm.%s"="%s"`, key, dimText(d)))
		}
	}
	number := func(key string, n int) {
		if n != 0 {
			out = append(out, fmt.Sprintf(`"nvvm.%s"="%d"`, key, n))
		}
	}
	dims("reqntid", l.Threads)
	dims("maxntid", l.MaxThreads)
	number("minctasm", l.MinCTAs)
	number("maxnreg", l.MaxRegs)
	dims("cluster_dim", l.Cluster)
	return out
}

func dimText(d [3]int) string {
	var s []string
	for _, n := range d {
		s = append(s, strconv.Itoa(max(n, 1)))
	}
	return strings.Join(s, ",")
}

// annotation is one fact of the metadata form, which LLVM 19 reads.
type annotation struct {
	key string
	n   int
}

func (l Launch) annotations() []annotation {
	var out []annotation
	for _, d := range []struct {
		key  string
		dims [3]int
	}{{"reqntid", l.Threads}, {"maxntid", l.MaxThreads}, {"cluster_dim_", l.Cluster}} {
		if d.dims == [3]int{} {
			continue
		}
		for i, axis := range []string{"x", "y", "z"} {
			out = append(out, annotation{d.key + axis, max(d.dims[i], 1)})
		}
	}
	if l.MinCTAs != 0 {
		out = append(out, annotation{"minctasm", l.MinCTAs})
	}
	if l.MaxRegs != 0 {
		out = append(out, annotation{"maxnreg", l.MaxRegs})
	}
	return out
}
