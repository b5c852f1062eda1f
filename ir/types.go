package ir

import (
	"strconv"
	"strings"
)

// Type is an immutable type, unique in its context: equal types are ==.
// Implementations embed TypeBase.
type Type interface {
	// TypeName is `dialect.mnemonic`; the builtin ones begin with "builtin.".
	TypeName() string
	// Key adds the parameters to a uniquing key.
	Key(*Key)
	// Print writes a builtin type whole, and of a dialect type what follows `!dialect.mnemonic`.
	Print(AsmPrinter)
	Context() *Context
	unique() *Unique
	base() *TypeBase
}

// TypeBase is embedded by every type.
type TypeBase struct {
	Unique
	self Type // the type around it: values hold the base, half as long as an interface
}

func (b *TypeBase) base() *TypeBase { return b }

// Signedness of an integer type.
type Signedness int

// The three spellings i32, si32, ui32.
const (
	Signless Signedness = iota
	Signed
	Unsigned
)

// IntegerType is iN, siN or uiN, 0 ≤ N < 2^24.
type IntegerType struct {
	TypeBase
	Width int
	Sign  Signedness
}

// FloatType is a floating-point type; Format has its parameters.
type FloatType struct {
	TypeBase
	Name   string
	Format *FloatFormat
}

// IndexType is `index`.
type IndexType struct{ TypeBase }

// NoneType is `none`.
type NoneType struct{ TypeBase }

// Dynamic is the extent of a dimension printed as `?`.
const Dynamic = int64(-1 << 63)

// RankedTensorType is `tensor<SHAPExELT, ENCODING>`; Encoding may be nil.
type RankedTensorType struct {
	TypeBase
	Shape    []int64
	Elem     Type
	Encoding Attribute
}

// UnrankedTensorType is `tensor<*xELT>`.
type UnrankedTensorType struct {
	TypeBase
	Elem Type
}

// VectorType is `vector<SHAPExELT>`; Scalable marks dimensions in brackets and may be nil.
type VectorType struct {
	TypeBase
	Shape    []int64
	Scalable []bool
	Elem     Type
}

// MemRefType is `memref<SHAPExELT, LAYOUT, SPACE>`; Layout and Space may be nil.
type MemRefType struct {
	TypeBase
	Shape         []int64
	Elem          Type
	Layout, Space Attribute
}

// UnrankedMemRefType is `memref<*xELT, SPACE>`; Space may be nil.
type UnrankedMemRefType struct {
	TypeBase
	Elem  Type
	Space Attribute
}

// ComplexType is `complex<ELT>`.
type ComplexType struct {
	TypeBase
	Elem Type
}

// TupleType is `tuple<...>`.
type TupleType struct {
	TypeBase
	Types []Type
}

// FunctionType is `(inputs) -> results`.
type FunctionType struct {
	TypeBase
	Inputs, Results []Type
}

// OpaqueType is a type of a dialect that is not registered; Body is the text
// after `!dialect.`, or between < and > of `!dialect<…>`, as read.
type OpaqueType struct {
	TypeBase
	Dialect, Body string
}

// TypeName, Key and Print implement Type.
func (*IntegerType) TypeName() string        { return "builtin.integer" }
func (*FloatType) TypeName() string          { return "builtin.float" }
func (*IndexType) TypeName() string          { return "builtin.index" }
func (*NoneType) TypeName() string           { return "builtin.none" }
func (*RankedTensorType) TypeName() string   { return "builtin.tensor" }
func (*UnrankedTensorType) TypeName() string { return "builtin.unranked_tensor" }
func (*VectorType) TypeName() string         { return "builtin.vector" }
func (*MemRefType) TypeName() string         { return "builtin.memref" }
func (*UnrankedMemRefType) TypeName() string { return "builtin.unranked_memref" }
func (*ComplexType) TypeName() string        { return "builtin.complex" }
func (*TupleType) TypeName() string          { return "builtin.tuple" }
func (*FunctionType) TypeName() string       { return "builtin.function" }
func (*OpaqueType) TypeName() string         { return "builtin.opaque" }

func (t *IntegerType) Key(k *Key)        { k.Int(int64(t.Width)).Int(int64(t.Sign)) }
func (t *FloatType) Key(k *Key)          { k.Str(t.Name) }
func (*IndexType) Key(*Key)              {}
func (*NoneType) Key(*Key)               {}
func (t *RankedTensorType) Key(k *Key)   { k.Ints(t.Shape).Type(t.Elem).Attr(t.Encoding) }
func (t *UnrankedTensorType) Key(k *Key) { k.Type(t.Elem) }
func (t *MemRefType) Key(k *Key)         { k.Ints(t.Shape).Type(t.Elem).Attr(t.Layout).Attr(t.Space) }
func (t *UnrankedMemRefType) Key(k *Key) { k.Type(t.Elem).Attr(t.Space) }
func (t *ComplexType) Key(k *Key)        { k.Type(t.Elem) }
func (t *TupleType) Key(k *Key)          { k.Types(t.Types) }
func (t *FunctionType) Key(k *Key)       { k.Types(t.Inputs).Types(t.Results) }
func (t *OpaqueType) Key(k *Key)         { k.Str(t.Dialect).Str(t.Body) }
func (t *VectorType) Key(k *Key) {
	k.Ints(t.Shape).Type(t.Elem).Int(int64(len(t.Scalable)))
	for _, s := range t.Scalable {
		k.Bool(s)
	}
}

func (t *IntegerType) Print(p AsmPrinter) {
	p.Str([...]string{"i", "si", "ui"}[t.Sign] + strconv.Itoa(t.Width))
}
func (t *FloatType) Print(p AsmPrinter) { p.Str(t.Name) }
func (*IndexType) Print(p AsmPrinter)   { p.Str("index") }
func (*NoneType) Print(p AsmPrinter)    { p.Str("none") }

func (t *RankedTensorType) Print(p AsmPrinter) {
	p.Str("tensor<")
	PrintShape(p, t.Shape)
	p.Type(t.Elem)
	if t.Encoding != nil {
		p.Str(", ")
		p.Attr(t.Encoding)
	}
	p.Str(">")
}

func (t *UnrankedTensorType) Print(p AsmPrinter) {
	p.Str("tensor<*x")
	p.Type(t.Elem)
	p.Str(">")
}

func (t *VectorType) Print(p AsmPrinter) {
	p.Str("vector<")
	for i, n := range t.Shape {
		scalable := i < len(t.Scalable) && t.Scalable[i]
		if scalable {
			p.Str("[")
		}
		p.Int(n)
		if scalable {
			p.Str("]")
		}
		p.Str("x")
	}
	p.Type(t.Elem)
	p.Str(">")
}

func (t *MemRefType) Print(p AsmPrinter) {
	p.Str("memref<")
	PrintShape(p, t.Shape)
	p.Type(t.Elem)
	for _, a := range []Attribute{t.Layout, t.Space} {
		if a != nil {
			p.Str(", ")
			printElided(p, a)
		}
	}
	p.Str(">")
}

func (t *UnrankedMemRefType) Print(p AsmPrinter) {
	p.Str("memref<*x")
	p.Type(t.Elem)
	if t.Space != nil {
		p.Str(", ")
		printElided(p, t.Space)
	}
	p.Str(">")
}

func (t *ComplexType) Print(p AsmPrinter) {
	p.Str("complex<")
	p.Type(t.Elem)
	p.Str(">")
}

// Alias is the name that MLIR gives to long tuples.
func (t *TupleType) Alias() string {
	if len(t.Types) > 16 {
		return "tuple"
	}
	return ""
}

// Print implements Type.
func (t *TupleType) Print(p AsmPrinter) {
	p.Str("tuple<")
	printTypes(p, t.Types)
	p.Str(">")
}

func (t *FunctionType) Print(p AsmPrinter) {
	p.Str("(")
	printTypes(p, t.Inputs)
	p.Str(") -> ")
	PrintResultTypes(p, t.Results)
}

// PrintResultTypes writes the result part of a function type: parentheses
// unless there is exactly one, which is no function type itself.
func PrintResultTypes(p AsmPrinter, ts []Type) {
	if len(ts) == 1 {
		if _, fn := ts[0].(*FunctionType); !fn {
			p.Type(ts[0])
			return
		}
	}
	p.Str("(")
	printTypes(p, ts)
	p.Str(")")
}

func printTypes(p AsmPrinter, ts []Type) {
	for i, t := range ts {
		if i > 0 {
			p.Str(", ")
		}
		p.Type(t)
	}
}

// Print implements Type.
func (t *OpaqueType) Print(p AsmPrinter) { p.Str(opaqueText("!", t.Dialect, t.Body)) }

// opaqueText writes `!dialect.body` where body is a name, perhaps with one <…> behind it, and else `!dialect<body>`. A
// dash at the end would make an arrow of the bracket; MLIR writes what it can't read there, and where there are two <…>.
func opaqueText(prefix, dialect, body string) string {
	i := 0
	for i < len(body) && (isLetter(body[i]) || i > 0 && (isDigit(body[i]) || body[i] == '.' || body[i] == '_')) {
		i++
	}
	if i > 0 && (i == len(body) || oneBracket(body[i:])) || strings.HasSuffix(body, "-") {
		return prefix + dialect + "." + body
	}
	return prefix + dialect + "<" + body + ">"
}

// oneBracket reports whether the text is <…>, the first bracket closed by the last. Brackets in strings and arrows do not count.
func oneBracket(text string) bool {
	if text[0] != '<' {
		return false
	}
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted || c == '>' && text[i-1] == '-':
		case c == '<':
			depth++
		case c == '>':
			if depth--; depth == 0 {
				return i == len(text)-1
			}
		}
	}
	return false
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// PrintShape writes `2x?x`, with the last x.
func PrintShape(p AsmPrinter, shape []int64) {
	for _, n := range shape {
		if n == Dynamic {
			p.Str("?x")
		} else {
			p.Int(n)
			p.Str("x")
		}
	}
}

// Integer returns iN, siN or uiN.
func (c *Context) Integer(width int, s Signedness) *IntegerType {
	return UniqueType(c, &IntegerType{Width: width, Sign: s})
}

// Float returns the type of that name, or nil if there is none.
func (c *Context) Float(name string) *FloatType {
	f := FloatFormats[name]
	if f == nil {
		return nil
	}
	return UniqueType(c, &FloatType{Name: name, Format: f})
}

// I1, I8, I16, I32, I64, F16, BF16, F32, F64, Index and None are the common types.
func (c *Context) I1() *IntegerType  { return c.i1 }
func (c *Context) I8() *IntegerType  { return c.i8 }
func (c *Context) I16() *IntegerType { return c.i16 }
func (c *Context) I32() *IntegerType { return c.i32 }
func (c *Context) I64() *IntegerType { return c.i64 }
func (c *Context) F16() *FloatType   { return c.f16 }
func (c *Context) BF16() *FloatType  { return c.bf16 }
func (c *Context) F32() *FloatType   { return c.f32 }
func (c *Context) F64() *FloatType   { return c.f64 }
func (c *Context) Index() *IndexType { return c.index }
func (c *Context) None() *NoneType   { return UniqueType(c, &NoneType{}) }

// Tensor returns tensor<shape x elem, encoding>; encoding may be nil.
func (c *Context) Tensor(shape []int64, elem Type, encoding Attribute) *RankedTensorType {
	return UniqueType(c, &RankedTensorType{Shape: shape, Elem: elem, Encoding: encoding})
}

// UnrankedTensor returns tensor<*xelem>.
func (c *Context) UnrankedTensor(elem Type) *UnrankedTensorType {
	return UniqueType(c, &UnrankedTensorType{Elem: elem})
}

// Vector returns vector<shape x elem>; scalable may be nil.
func (c *Context) Vector(shape []int64, scalable []bool, elem Type) *VectorType {
	return UniqueType(c, &VectorType{Shape: shape, Scalable: scalable, Elem: elem})
}

// MemRef returns memref<shape x elem, layout, space>; layout and space may be nil. The identity is no layout, and 0 no
// space.
func (c *Context) MemRef(shape []int64, elem Type, layout, space Attribute) *MemRefType {
	space = memorySpace(space)
	if m, ok := layout.(*AffineMapAttr); ok && m.Map.IsIdentity() {
		layout = nil
	}
	return UniqueType(c, &MemRefType{Shape: shape, Elem: elem, Layout: layout, Space: space})
}

func memorySpace(a Attribute) Attribute {
	if i, ok := a.(*IntegerAttr); ok && i.Value == 0 && i.Big == nil {
		return nil
	}
	return a
}

// UnrankedMemRef returns memref<*xelem, space>; space may be nil.
func (c *Context) UnrankedMemRef(elem Type, space Attribute) *UnrankedMemRefType {
	return UniqueType(c, &UnrankedMemRefType{Elem: elem, Space: memorySpace(space)})
}

// Complex returns complex<elem>.
func (c *Context) Complex(elem Type) *ComplexType { return UniqueType(c, &ComplexType{Elem: elem}) }

// Tuple returns tuple<types>.
func (c *Context) Tuple(types []Type) *TupleType { return UniqueType(c, &TupleType{Types: types}) }

// Function returns (inputs) -> results.
func (c *Context) Function(inputs, results []Type) *FunctionType {
	return UniqueType(c, &FunctionType{Inputs: inputs, Results: results})
}

// OpaqueType returns !dialect.body of a dialect that is not registered.
func (c *Context) OpaqueType(dialect, body string) *OpaqueType {
	return UniqueType(c, &OpaqueType{Dialect: dialect, Body: body})
}

// ShapeOf returns the shape of a tensor, vector or memref.
func ShapeOf(t Type) (shape []int64, ok bool) {
	switch t := t.(type) {
	case *RankedTensorType:
		return t.Shape, true
	case *VectorType:
		return t.Shape, true
	case *MemRefType:
		return t.Shape, true
	}
	return nil, false
}

// ElementType returns the element type of a shaped type, and any other type itself.
func ElementType(t Type) Type {
	switch t := t.(type) {
	case *RankedTensorType:
		return t.Elem
	case *UnrankedTensorType:
		return t.Elem
	case *VectorType:
		return t.Elem
	case *MemRefType:
		return t.Elem
	case *UnrankedMemRefType:
		return t.Elem
	}
	return t
}

// WithElement returns t with its element type replaced: of a tensor or vector
// the same shape (and encoding) of elem, of a scalar elem itself.
func WithElement(t Type, elem Type) Type {
	switch t := t.(type) {
	case *RankedTensorType:
		return t.Context().Tensor(t.Shape, elem, t.Encoding)
	case *UnrankedTensorType:
		return t.Context().UnrankedTensor(elem)
	case *VectorType:
		return t.Context().Vector(t.Shape, t.Scalable, elem)
	}
	return elem
}

// NumElements is the product of the extents of a static shape.
func NumElements(shape []int64) int64 {
	n := int64(1)
	for _, d := range shape {
		n *= d
	}
	return n
}

// BitWidth returns the width of an integer or float type in bits, 0 for others (index included).
func BitWidth(t Type) int {
	switch t := t.(type) {
	case *IntegerType:
		return t.Width
	case *FloatType:
		return t.Format.Bits
	}
	return 0
}
