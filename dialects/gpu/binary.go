package gpu

import (
	"slices"
	"strings"

	"tawa/ir"
)

// ObjectAttr is `#gpu.object<target[, properties = {…}][, kernels = <[…]>], [format =] "text">`: a module compiled for a target.
type ObjectAttr struct {
	ir.AttrBase
	Target              ir.Attribute
	Properties, Kernels ir.Attribute // nil if not given
	Format, Text        string
}

// formats are the words before the text; that of the last is not written.
var formats = []string{"offload", "assembly", "bin", "fatbin"}

// AttrName, Key and Print implement ir.Attribute.
func (*ObjectAttr) AttrName() string { return "gpu.object" }
func (a *ObjectAttr) Key(k *ir.Key) {
	k.Attr(a.Target).Attr(a.Properties).Attr(a.Kernels).Str(a.Format).Str(a.Text)
}
func (a *ObjectAttr) Print(p ir.AsmPrinter) {
	p.Str("<")
	p.Attr(a.Target)
	p.Str(", ")
	if a.Properties != nil {
		p.Str("properties = ")
		p.Attr(a.Properties)
		p.Str(", ")
	}
	if a.Kernels != nil {
		p.Str("kernels = ")
		a.Kernels.Print(p)
		p.Str(", ")
	}
	if a.Format != "fatbin" {
		p.Str(a.Format + " = ")
	}
	p.Quoted(a.Text)
	p.Str(">")
}

func parseObject(p ir.AsmParser) (ir.Attribute, bool) {
	a := &ObjectAttr{Format: "fatbin"}
	if !p.Punct("<") {
		return nil, false
	}
	var ok bool
	if a.Target, ok = p.Attr(nil); !ok || !p.Punct(",") {
		return nil, false
	}
	if p.OptionalKeyword("properties") {
		if !p.Punct("=") {
			return nil, false
		}
		if a.Properties, ok = p.Attr(nil); !ok || !p.Punct(",") {
			return nil, false
		}
	}
	if p.OptionalKeyword("kernels") {
		if !p.Punct("=") {
			return nil, false
		}
		if a.Kernels, ok = parseKernelTable(p); !ok || !p.Punct(",") {
			return nil, false
		}
	}
	if a.Format, ok = parseObjectFormat(p); !ok {
		return nil, false
	}
	if a.Text, ok = p.Quoted(); !ok {
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), p.Punct(">")
}

func parseObjectFormat(p ir.AsmParser) (string, bool) {
	for _, f := range formats {
		if p.OptionalKeyword(f) {
			return f, p.Punct("=")
		}
	}
	return "fatbin", true
}

// KernelTableAttr is `#gpu.kernel_table<[#gpu.kernel_metadata<…>, …]>`, by name.
type KernelTableAttr struct {
	ir.AttrBase
	Kernels []ir.Attribute
}

// AttrName, Key and Print implement ir.Attribute.
func (*KernelTableAttr) AttrName() string { return "gpu.kernel_table" }
func (a *KernelTableAttr) Key(k *ir.Key)  { k.Attrs(a.Kernels) }
func (a *KernelTableAttr) Print(p ir.AsmPrinter) {
	p.Str("<[")
	ir.PrintList(p, a.Kernels, p.Attr)
	p.Str("]>")
}

func parseKernelTable(p ir.AsmParser) (ir.Attribute, bool) {
	a := &KernelTableAttr{}
	ok := p.Punct("<") && p.List("[", "]", func() bool {
		span := p.Span()
		kernel, ok := p.Attr(nil)
		if _, is := kernel.(*KernelMetadataAttr); ok && !is {
			p.Errorf(span, "expected #gpu.kernel_metadata")
			return false
		}
		a.Kernels = append(a.Kernels, kernel)
		return ok
	}) && p.Punct(">")
	if !ok {
		return nil, false
	}
	slices.SortStableFunc(a.Kernels, func(x, y ir.Attribute) int {
		return strings.Compare(x.(*KernelMetadataAttr).Name, y.(*KernelMetadataAttr).Name)
	})
	return ir.UniqueAttr(p.Context(), a), true
}

// KernelMetadataAttr is `#gpu.kernel_metadata<"name", (types) -> ()[, arg_attrs = […]][, metadata = {…}]>`.
type KernelMetadataAttr struct {
	ir.AttrBase
	Name               string
	Type               ir.Type
	ArgAttrs, Metadata ir.Attribute // nil if not given
}

// AttrName, Key and Print implement ir.Attribute.
func (*KernelMetadataAttr) AttrName() string { return "gpu.kernel_metadata" }
func (a *KernelMetadataAttr) Key(k *ir.Key) {
	k.Str(a.Name).Type(a.Type).Attr(a.ArgAttrs).Attr(a.Metadata)
}
func (a *KernelMetadataAttr) Print(p ir.AsmPrinter) {
	p.Str("<")
	p.Quoted(a.Name)
	p.Str(", ")
	p.Type(a.Type)
	for _, f := range a.fields() {
		if *f.attr != nil {
			p.Str(", " + f.name + " = ")
			p.Attr(*f.attr)
		}
	}
	p.Str(">")
}

type namedField struct {
	name string
	attr *ir.Attribute
}

func (a *KernelMetadataAttr) fields() []namedField {
	return []namedField{{"arg_attrs", &a.ArgAttrs}, {"metadata", &a.Metadata}}
}

func parseKernelMetadata(p ir.AsmParser) (ir.Attribute, bool) {
	a := &KernelMetadataAttr{}
	if !p.Punct("<") {
		return nil, false
	}
	var ok bool
	if a.Name, ok = p.Quoted(); !ok || !p.Punct(",") {
		return nil, false
	}
	if a.Type, ok = p.Type(); !ok {
		return nil, false
	}
	comma := p.OptionalPunct(",")
	for _, f := range a.fields() {
		if !comma || !p.OptionalKeyword(f.name) {
			continue
		}
		if !p.Punct("=") {
			return nil, false
		}
		if *f.attr, ok = p.Attr(nil); !ok {
			return nil, false
		}
		comma = p.OptionalPunct(",")
	}
	if comma {
		p.Errorf(p.Span(), "expected arg_attrs or metadata, in this order")
		return nil, false
	}
	return ir.UniqueAttr(p.Context(), a), p.Punct(">")
}

// SelectObjectAttr is `#gpu.select_object[<target>]`: which object of a binary is taken, by number or by target.
type SelectObjectAttr struct {
	ir.AttrBase
	Target ir.Attribute // nil: the first
}

// AttrName, Key and Print implement ir.Attribute.
func (*SelectObjectAttr) AttrName() string { return "gpu.select_object" }
func (a *SelectObjectAttr) Key(k *ir.Key)  { k.Attr(a.Target) }
func (a *SelectObjectAttr) Print(p ir.AsmPrinter) {
	if a.Target != nil {
		p.Str("<")
		p.Attr(a.Target)
		p.Str(">")
	}
}

func parseSelectObject(p ir.AsmParser) (ir.Attribute, bool) {
	a := &SelectObjectAttr{}
	if p.OptionalPunct("<") {
		var ok bool
		if a.Target, ok = p.Attr(nil); !ok || !p.Punct(">") {
			return nil, false
		}
	}
	return ir.UniqueAttr(p.Context(), a), true
}

func registerBinary(r *ir.Registry) {
	r.DefineAttr("gpu.object", parseObject)
	r.DefineAttr("gpu.kernel_table", parseKernelTable)
	r.DefineAttr("gpu.kernel_metadata", parseKernelMetadata)
	r.DefineAttr("gpu.select_object", parseSelectObject)
	r.Define(Binary, ir.OpDef{
		Summary: "a module that has been compiled for some targets",
		Attrs: []ir.Attr{{Name: ir.SymName, Kind: ir.SymbolAttrKind},
			{Name: "offloadingHandler", Kind: ir.AnyAttr, Default: func(c *ir.Context) ir.Attribute { return ir.UniqueAttr(c, &SelectObjectAttr{}) }},
			{Name: "objects", Kind: objects}},
		Traits:     ir.Symbol,
		Format:     "$sym_name custom<OffloadingHandler>($offloadingHandler) attr-dict $objects",
		Directives: map[string]ir.Directive{"OffloadingHandler": {Parse: parseHandler, Print: printHandler}},
	})
}

var objects = &ir.AttrConstraint{Summary: "an array of GPU object attributes with at least 1 elements", Ok: func(a ir.Attribute) bool {
	list, ok := a.(*ir.ArrayAttr)
	if !ok || len(list.Values) == 0 {
		return false
	}
	for _, v := range list.Values {
		if _, ok := v.(*ObjectAttr); !ok {
			return false
		}
	}
	return true
}}

func parseHandler(p ir.AsmParser, args ir.DirectiveReader) bool {
	if !p.OptionalPunct("<") {
		return true
	}
	a, ok := p.Attr(nil)
	return ok && args.SetAttr(0, a) && p.Punct(">")
}

// printHandler leaves out the handler that takes the first object.
func printHandler(p ir.AsmPrinter, args ir.DirectiveWriter) {
	a := args.Attr(0)
	if s, ok := a.(*SelectObjectAttr); a == nil || ok && s.Target == nil {
		return
	}
	p.Str("<")
	p.Attr(a)
	p.Str(">")
}
