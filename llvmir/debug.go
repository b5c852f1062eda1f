package llvmir

import (
	"fmt"
	"strconv"
	"strings"
)

// Meta refers to a metadata node, the zero Meta to none.
type Meta int32

func (n Meta) appendRef(b []byte) []byte { return strconv.AppendInt(append(b, '!'), int64(n-1), 10) }

// ref is the node as an operand of another node.
func (n Meta) ref() string {
	if n == 0 {
		return "null"
	}
	return string(n.appendRef(nil))
}

// metadata holds a module's nodes; equal nodes are one, distinct ones are not.
type metadata struct {
	nodes []string
	ids   map[string]Meta
	roots map[Meta]Meta // the subprogram that a location belongs to after inlining
	unit  Meta
}

func (d *metadata) add(text string) Meta {
	if id := d.ids[text]; id != 0 {
		return id
	}
	id := d.addDistinct(text)
	if d.ids == nil {
		d.ids = map[string]Meta{}
	}
	d.ids[text] = id
	return id
}

func (d *metadata) addDistinct(text string) Meta {
	d.nodes = append(d.nodes, text)
	return Meta(len(d.nodes))
}

// DebugFile is a source file of the line table.
func (m *Module) DebugFile(name, dir string) Meta {
	return m.meta.add(fmt.Sprintf("!DIFile(filename: %s, directory: %s)", quote(name), quote(dir)))
}

// Subprogram describes a source function for the line table. The first one
// makes the compile unit: only directives (.loc), so that PTX carries lines
// but no debug sections, which would switch off optimization.
func (m *Module) Subprogram(file Meta, name string, line int) Meta {
	d := &m.meta
	if d.unit == 0 {
		d.unit = d.addDistinct(fmt.Sprintf("distinct !DICompileUnit(language: DW_LANG_C, file: %s, producer: \"tawa\", "+
			"isOptimized: true, runtimeVersion: 0, emissionKind: DebugDirectivesOnly)", file.ref()))
	}
	typ := d.add("!DISubroutineType(types: !{})")
	return d.addDistinct(fmt.Sprintf("distinct !DISubprogram(name: %s, linkageName: %s, scope: %s, file: %s, line: %d, type: %s, "+
		"scopeLine: %d, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: %s)",
		quote(name), quote(name), file.ref(), file.ref(), line, typ.ref(), line, d.unit.ref()))
}

// Location is a place in a source function, which may itself be inlined at
// another place.
func (m *Module) Location(line, col int, subprogram, inlinedAt Meta) Meta {
	d := &m.meta
	at := ""
	root := subprogram
	if inlinedAt != 0 {
		at = ", inlinedAt: " + inlinedAt.ref()
		root = d.roots[inlinedAt]
	}
	text := fmt.Sprintf("!DILocation(line: %d, column: %d, scope: %s%s)", line, col, subprogram.ref(), at)
	id := d.add(text)
	if d.roots == nil {
		d.roots = map[Meta]Meta{}
	}
	d.roots[id] = root
	return id
}

// append prints the named nodes and then all nodes by number.
func (d *metadata) append(b []byte, funcs []*Func) []byte {
	nodes := d.nodes[:len(d.nodes):len(d.nodes)]
	node := func(text string) string {
		nodes = append(nodes, text)
		return Meta(len(nodes)).ref()
	}
	var notes []string
	for _, f := range funcs {
		for _, a := range f.Launch.annotations() {
			notes = append(notes, node(fmt.Sprintf("!{ptr @%s, !%s, i32 %d}", f.Name, quote(a.key), a.n)))
		}
		if list := gridConstants(f); list != "" {
			notes = append(notes, node(fmt.Sprintf("!{ptr @%s, !\"grid_constant\", %s}", f.Name, node("!{"+list+"}"))))
		}
	}
	named := func(name string, refs ...string) {
		b = fmt.Appendf(b, "%s = !{%s}\n", name, strings.Join(refs, ", "))
	}
	if len(nodes) > 0 {
		b = append(b, '\n')
	}
	if len(notes) > 0 {
		named("!nvvm.annotations", notes...)
	}
	if d.unit != 0 {
		named("!llvm.dbg.cu", d.unit.ref())
		named("!llvm.module.flags", node(`!{i32 2, !"Debug Info Version", i32 3}`))
	}
	for i, n := range nodes {
		b = append(append(Meta(i+1).appendRef(b), " = "...), n...)
		b = append(b, '\n')
	}
	return b
}

// gridConstants lists the numbers, from 1, of the parameters that are only read.
func gridConstants(f *Func) string {
	var out []string
	for i, p := range f.params {
		if p.GridConstant {
			out = append(out, fmt.Sprintf("i32 %d", i+1))
		}
	}
	return strings.Join(out, ", ")
}
