package llvm

import "tawa/ir"

// PtrType is `!llvm.ptr<SPACE>`; address space 0 is not printed.
type PtrType struct {
	ir.TypeBase
	Space int64
}

// ArrayType is `!llvm.array<N x T>`.
type ArrayType struct {
	ir.TypeBase
	Size int64
	Elem ir.Type
}

// StructType is `!llvm.struct<(T, …)>`.
type StructType struct {
	ir.TypeBase
	Packed bool
	Fields []ir.Type
}

// FuncType is `!llvm.func<T (T, …)>`; an ellipsis ends the parameters of a variadic function.
type FuncType struct {
	ir.TypeBase
	Params   []ir.Type
	Result   ir.Type
	Variadic bool
}

// VoidType is `!llvm.void`, the result of a function that gives nothing.
type VoidType struct{ ir.TypeBase }

// TypeName implements ir.Type.
func (*PtrType) TypeName() string    { return "llvm.ptr" }
func (*ArrayType) TypeName() string  { return "llvm.array" }
func (*StructType) TypeName() string { return "llvm.struct" }
func (*FuncType) TypeName() string   { return "llvm.func" }
func (*VoidType) TypeName() string   { return "llvm.void" }

// Key implements ir.Type.
func (t *PtrType) Key(k *ir.Key)    { k.Int(t.Space) }
func (t *ArrayType) Key(k *ir.Key)  { k.Int(t.Size).Type(t.Elem) }
func (t *StructType) Key(k *ir.Key) { k.Bool(t.Packed).Types(t.Fields) }
func (t *FuncType) Key(k *ir.Key)   { k.Bool(t.Variadic).Type(t.Result).Types(t.Params) }
func (*VoidType) Key(*ir.Key)       {}

// Print implements ir.Type.
func (t *PtrType) Print(p ir.AsmPrinter) {
	if t.Space != 0 {
		p.Str("<")
		p.Int(t.Space)
		p.Str(">")
	}
}

func (t *ArrayType) Print(p ir.AsmPrinter) {
	p.Str("<")
	p.Int(t.Size)
	p.Str(" x ")
	printInner(p, t.Elem)
	p.Str(">")
}

func (t *StructType) Print(p ir.AsmPrinter) {
	p.Str("<")
	if t.Packed {
		p.Str("packed ")
	}
	p.Str("(")
	printInners(p, t.Fields)
	p.Str(")>")
}

func (t *FuncType) Print(p ir.AsmPrinter) {
	p.Str("<")
	printInner(p, t.Result)
	p.Str(" (")
	printInners(p, t.Params)
	if t.Variadic {
		if len(t.Params) > 0 {
			p.Str(", ")
		}
		p.Str("...")
	}
	p.Str(")>")
}

func (*VoidType) Print(ir.AsmPrinter) {}

// printInner writes a type inside another: those of this dialect without their `!llvm.`.
func printInner(p ir.AsmPrinter, t ir.Type) {
	name, ok := inner[t.TypeName()]
	if !ok {
		p.Type(t)
		return
	}
	p.Str(name)
	p.ShortType(t)
}

func printInners(p ir.AsmPrinter, ts []ir.Type) {
	ir.PrintList(p, ts, func(t ir.Type) { printInner(p, t) })
}

var inner = map[string]string{
	"llvm.ptr": "ptr", "llvm.array": "array", "llvm.struct": "struct", "llvm.func": "func", "llvm.void": "void",
}

// Ptr returns the pointer type of an address space.
func Ptr(c *ir.Context, space int64) *PtrType { return ir.UniqueType(c, &PtrType{Space: space}) }

// Void returns `!llvm.void`.
func Void(c *ir.Context) *VoidType { return ir.UniqueType(c, &VoidType{}) }

func parseVoid(p ir.AsmParser) (ir.Type, bool) { return Void(p.Context()), true }

func parsePtr(p ir.AsmParser) (ir.Type, bool) {
	if !p.OptionalPunct("<") {
		return Ptr(p.Context(), 0), true
	}
	space, ok := p.Integer()
	return Ptr(p.Context(), space), ok && p.Punct(">")
}

// parseInner takes a type inside another, of this dialect with or without `!llvm.`.
func parseInner(p ir.AsmParser) (ir.Type, bool) {
	for word, parse := range map[string]ir.TypeParser{
		"ptr": parsePtr, "array": parseArray, "struct": parseStruct, "func": parseFunc, "void": parseVoid,
	} {
		if p.OptionalKeyword(word) {
			return parse(p)
		}
	}
	return p.Type()
}

func parseArray(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	size, ok := p.Integer()
	if !ok || !p.Keyword("x") {
		return nil, false
	}
	elem, ok := parseInner(p)
	if !ok || !p.Punct(">") {
		return nil, false
	}
	return ir.UniqueType(p.Context(), &ArrayType{Size: size, Elem: elem}), true
}

func parseStruct(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	t := &StructType{Packed: p.OptionalKeyword("packed")}
	field := func() bool {
		f, ok := parseInner(p)
		t.Fields = append(t.Fields, f)
		return ok
	}
	if !p.List("(", ")", field) || !p.Punct(">") {
		return nil, false
	}
	return ir.UniqueType(p.Context(), t), true
}

func parseFunc(p ir.AsmParser) (ir.Type, bool) {
	if !p.Punct("<") {
		return nil, false
	}
	t := &FuncType{}
	var ok bool
	if t.Result, ok = parseInner(p); !ok {
		return nil, false
	}
	param := func() bool {
		span := p.Span()
		if t.Variadic {
			p.Errorf(span, "'...' must be the last of the parameters")
			return false
		}
		if t.Variadic = p.OptionalPunct("..."); t.Variadic {
			return true
		}
		f, ok := parseInner(p)
		t.Params = append(t.Params, f)
		return ok
	}
	if !p.List("(", ")", param) || !p.Punct(">") {
		return nil, false
	}
	return ir.UniqueType(p.Context(), t), true
}
