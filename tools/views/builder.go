package views

import (
	"fmt"
	"go/token"
	"strings"

	"tawa/ir"
)

// param is a parameter of a builder.
type param struct {
	name, typ string
	arity     ir.Arity
}

// builder writes the function that makes an op: operands, then attributes that must be there, successors, result types
// unless the row infers them, and further attributes.
func (g *generator) builder(def *ir.OpDef, handle string) {
	taken := map[string]bool{"b": true, "st": true, "more": true, "results": true}
	var operands, attrs, successors []param
	for i, c := range def.Operands {
		operands = append(operands, param{local(c.Name, "operand", i, taken), valueType(c.Arity), c.Arity})
	}
	for i, a := range def.Attrs {
		if !a.Optional && a.Default == nil && a.Name != ir.OperandSegmentSizes {
			attrs = append(attrs, param{name: local(a.Name, "attr", i, taken), typ: attrType(a.Kind)})
		}
	}
	for i, s := range def.Successors {
		successors = append(successors, param{local(s.Name, "to", i, taken), blockType(s.Arity), s.Arity})
	}
	var params []string
	for _, list := range [][]param{operands, attrs, successors} {
		for _, p := range list {
			params = append(params, ", "+p.name+" "+p.typ)
		}
	}
	view := typeName(handle)
	g.printf("\n// Build%s makes a %s at the builder's place%s.\n", base(handle), def.Name(), resultsNote(def))
	results := ""
	if len(def.Results) > 0 {
		results = ", results []ir.Type"
	}
	g.printf("func Build%s(b *ir.Builder%s%s, more ...ir.NamedAttr) %s {\n", base(handle), strings.Join(params, ""), results, view)
	g.printf("st := &ir.OperationState{Name: %s, Loc: b.Loc, Attrs: more%s}\n", handle, resultsField(def))
	g.gather("Operands", operands)
	if def.Is(ir.AttrSizedOperandSegments) {
		g.segments(operands)
	}
	i := 0
	for _, a := range def.Attrs {
		if !a.Optional && a.Default == nil && a.Name != ir.OperandSegmentSizes {
			g.printf("st.AddAttr(%q, %s)\n", a.Name, attrs[i].name)
			i++
		}
	}
	g.gather("Successors", successors)
	g.printf("return %s{b.CreateState(st)}\n}\n", view)
}

func resultsNote(def *ir.OpDef) string {
	if len(def.Results) == 0 {
		return ""
	}
	return "; nil results are inferred where the row can do so"
}

func resultsField(def *ir.OpDef) string {
	if len(def.Results) == 0 {
		return ", Results: []ir.Type{}"
	}
	return ", Results: results"
}

// gather fills a field of the state.
func (g *generator) gather(field string, params []param) {
	for _, p := range params {
		switch p.arity {
		case ir.Single:
			g.printf("st.%s = append(st.%s, %s)\n", field, field, p.name)
		case ir.Variadic:
			g.printf("st.%s = append(st.%s, %s...)\n", field, field, p.name)
		case ir.Optional:
			g.printf("if %s != nil {\nst.%s = append(st.%s, %s)\n}\n", p.name, field, field, p.name)
		}
	}
}

func (g *generator) segments(operands []param) {
	var sizes, optional []string
	for i, p := range operands {
		switch p.arity {
		case ir.Single:
			sizes = append(sizes, "1")
		case ir.Variadic:
			sizes = append(sizes, "len("+p.name+")")
		case ir.Optional:
			sizes = append(sizes, "0")
			optional = append(optional, fmt.Sprintf("if %s != nil {\nst.SegmentSizes[%d] = 1\n}\n", p.name, i))
		}
	}
	g.printf("st.SegmentSizes = []int{%s}\n%s", strings.Join(sizes, ", "), strings.Join(optional, ""))
}

func valueType(a ir.Arity) string {
	if a == ir.Variadic {
		return "[]*ir.Value"
	}
	return "*ir.Value"
}

func blockType(a ir.Arity) string {
	if a == ir.Variadic {
		return "[]*ir.Block"
	}
	return "*ir.Block"
}

// local is a name for a parameter.
func local(column, kind string, i int, taken map[string]bool) string {
	name := exported(column)
	if name == "" {
		name = fmt.Sprintf("%s%d", kind, i)
	}
	name = strings.ToLower(name[:1]) + name[1:]
	if taken[name] || token.IsKeyword(name) || name == "ir" || name == "append" || name == "len" {
		name = fmt.Sprintf("%s%d", kind, i)
	}
	taken[name] = true
	return name
}
