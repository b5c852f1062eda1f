package ir

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
)

// Attribute is an immutable attribute, unique in its context: equal attributes are ==.
// Implementations embed AttrBase.
type Attribute interface {
	// AttrName is `dialect.mnemonic`; the builtin ones begin with "builtin.".
	AttrName() string
	// Key adds the parameters to a uniquing key.
	Key(*Key)
	// Print writes a builtin attribute whole (with its type), and of a dialect
	// attribute what follows `#dialect.mnemonic`.
	Print(AsmPrinter)
	Context() *Context
	unique() *Unique
	isAttr()
}

// AttrBase is embedded by every attribute.
type AttrBase struct{ Unique }

func (*AttrBase) isAttr() {}

// Aliased is implemented by attributes and types that print behind an alias,
// such as `#blocked`, defined at the top of the file.
type Aliased interface{ Alias() string }

// NamedAttr is an entry of an attribute dictionary.
type NamedAttr struct {
	Name  string
	Value Attribute
}

// IntegerAttr is `7 : i32`; of type i1 it prints as true or false. Value is
// sign-extended from the width of Type (i1: 0 or -1), at most 64 bits.
type IntegerAttr struct {
	AttrBase
	Type  Type
	Value int64
}

// FloatAttr is `1.0 : f32`; Bits is the value in the format of Type.
type FloatAttr struct {
	AttrBase
	Type *FloatType
	Bits uint64
}

// StringAttr is `"text"`.
type StringAttr struct {
	AttrBase
	Value string
}

// UnitAttr is `unit`; in a dictionary only its name is printed.
type UnitAttr struct{ AttrBase }

// TypeAttr is a type as an attribute.
type TypeAttr struct {
	AttrBase
	Type Type
}

// ArrayAttr is `[a, b]`.
type ArrayAttr struct {
	AttrBase
	Values []Attribute
}

// DictAttr is `{a = 1, b}`, sorted by name.
type DictAttr struct {
	AttrBase
	Entries []NamedAttr
}

// SymbolRefAttr is `@root::@nested`.
type SymbolRefAttr struct {
	AttrBase
	Root   string
	Nested []string
}

// DenseArrayAttr is `array<ELT: 1, 2>`; values of a float type are held as their bits.
type DenseArrayAttr struct {
	AttrBase
	Elem   Type
	Values []int64
}

// DenseElementsAttr is `dense<...> : TYPE`. Data holds each element little
// endian in ⌈width/8⌉ bytes (i1: one byte, 0 or 1; index: 8), row-major; Splat
// says that Data holds one element that stands for all.
type DenseElementsAttr struct {
	AttrBase
	Type  Type
	Data  string
	Splat bool
}

// OpaqueAttr is an attribute that is kept as it was read: of a dialect that is
// not registered (`#dialect.body`), or a builtin one without a form of its own,
// such as an affine map (Dialect is then "builtin").
type OpaqueAttr struct {
	AttrBase
	Dialect, Body string
}

func (*IntegerAttr) AttrName() string       { return "builtin.integer" }
func (*FloatAttr) AttrName() string         { return "builtin.float" }
func (*StringAttr) AttrName() string        { return "builtin.string" }
func (*UnitAttr) AttrName() string          { return "builtin.unit" }
func (*TypeAttr) AttrName() string          { return "builtin.type" }
func (*ArrayAttr) AttrName() string         { return "builtin.array" }
func (*DictAttr) AttrName() string          { return "builtin.dictionary" }
func (*SymbolRefAttr) AttrName() string     { return "builtin.symbol_ref" }
func (*DenseArrayAttr) AttrName() string    { return "builtin.dense_array" }
func (*DenseElementsAttr) AttrName() string { return "builtin.dense_elements" }
func (*OpaqueAttr) AttrName() string        { return "builtin.opaque" }

func (a *IntegerAttr) Key(k *Key) { k.Type(a.Type).Int(a.Value) }
func (a *FloatAttr) Key(k *Key)   { k.Type(a.Type).Int(int64(a.Bits)) }
func (a *StringAttr) Key(k *Key)  { k.Str(a.Value) }
func (*UnitAttr) Key(*Key)        {}
func (a *TypeAttr) Key(k *Key)    { k.Type(a.Type) }
func (a *ArrayAttr) Key(k *Key) {
	k.Int(int64(len(a.Values)))
	for _, v := range a.Values {
		k.Attr(v)
	}
}
func (a *DictAttr) Key(k *Key) {
	k.Int(int64(len(a.Entries)))
	for _, e := range a.Entries {
		k.Str(e.Name).Attr(e.Value)
	}
}
func (a *SymbolRefAttr) Key(k *Key) {
	k.Str(a.Root).Int(int64(len(a.Nested)))
	for _, n := range a.Nested {
		k.Str(n)
	}
}
func (a *DenseArrayAttr) Key(k *Key)    { k.Type(a.Elem).Ints(a.Values) }
func (a *DenseElementsAttr) Key(k *Key) { k.Type(a.Type).Str(a.Data).Bool(a.Splat) }
func (a *OpaqueAttr) Key(k *Key)        { k.Str(a.Dialect).Str(a.Body) }

// Int returns the integer attribute v : t, with v wrapped to the width of t.
func (c *Context) Int(t Type, v int64) *IntegerAttr {
	return UniqueAttr(c, &IntegerAttr{Type: t, Value: WrapInt(t, v)})
}

// WrapInt wraps v to the width of an integer type, sign-extended; index is 64 bits wide.
func WrapInt(t Type, v int64) int64 {
	if it, ok := t.(*IntegerType); ok && it.Width < 64 {
		s := 64 - it.Width
		return v << s >> s
	}
	return v
}

// I32Attr returns v : i32.
func (c *Context) I32Attr(v int64) *IntegerAttr { return c.Int(c.i32, v) }

// I64Attr returns v : i64.
func (c *Context) I64Attr(v int64) *IntegerAttr { return c.Int(c.i64, v) }

// Bool returns true or false : i1.
func (c *Context) Bool(v bool) *IntegerAttr {
	if v {
		return c.Int(c.i1, -1)
	}
	return c.Int(c.i1, 0)
}

// FloatBits returns the float attribute with that bit pattern.
func (c *Context) FloatBits(t *FloatType, bits uint64) *FloatAttr {
	return UniqueAttr(c, &FloatAttr{Type: t, Bits: bits})
}

// FloatAttr returns v rounded to nearest even in t.
func (c *Context) FloatAttr(t *FloatType, v float64) *FloatAttr {
	return c.FloatBits(t, t.Format.Encode(v))
}

// Value returns the exact value.
func (a *FloatAttr) Value() float64 { return a.Type.Format.Decode(a.Bits) }

// Str returns "s".
func (c *Context) Str(s string) *StringAttr { return UniqueAttr(c, &StringAttr{Value: s}) }

// Unit returns the unit attribute.
func (c *Context) Unit() *UnitAttr { return UniqueAttr(c, &UnitAttr{}) }

// TypeAttr returns t as an attribute.
func (c *Context) TypeAttr(t Type) *TypeAttr { return UniqueAttr(c, &TypeAttr{Type: t}) }

// Array returns [values].
func (c *Context) Array(values ...Attribute) *ArrayAttr {
	return UniqueAttr(c, &ArrayAttr{Values: values})
}

// Dict returns the dictionary of entries, which it sorts.
func (c *Context) Dict(entries ...NamedAttr) *DictAttr {
	sort.Slice(entries, func(i, j int) bool { return entries[i].Name < entries[j].Name })
	return UniqueAttr(c, &DictAttr{Entries: entries})
}

// SymbolRef returns @root::@nested….
func (c *Context) SymbolRef(root string, nested ...string) *SymbolRefAttr {
	return UniqueAttr(c, &SymbolRefAttr{Root: root, Nested: nested})
}

// DenseArray returns array<elem: values>.
func (c *Context) DenseArray(elem Type, values ...int64) *DenseArrayAttr {
	return UniqueAttr(c, &DenseArrayAttr{Elem: elem, Values: values})
}

// I32Array returns array<i32: values>.
func (c *Context) I32Array(values ...int64) *DenseArrayAttr { return c.DenseArray(c.i32, values...) }

// Opaque returns an attribute kept as text.
func (c *Context) Opaque(dialect, body string) *OpaqueAttr {
	return UniqueAttr(c, &OpaqueAttr{Dialect: dialect, Body: body})
}

// ElementBytes is the size of one element of type t in DenseElementsAttr.Data.
func ElementBytes(t Type) int {
	switch t := t.(type) {
	case *IndexType:
		return 8
	case *ComplexType:
		return 2 * ElementBytes(t.Elem)
	}
	return (BitWidth(t) + 7) / 8
}

// DenseBits returns dense<values> : t from the bit patterns of its elements: one for a splat, or one for each
// element. Equal elements are kept once, so that equal attributes are the same one.
func (c *Context) DenseBits(t Type, bits ...uint64) *DenseElementsAttr {
	elem := ElementType(t)
	if len(bits) > 1 && !slices.ContainsFunc(bits[1:], func(b uint64) bool { return b != bits[0] }) {
		bits = bits[:1]
	}
	n := ElementBytes(elem)
	buf := make([]byte, 0, n*len(bits))
	for _, b := range bits {
		for i := range n {
			buf = append(buf, byte(b>>(8*i)))
		}
	}
	shape, _ := ShapeOf(t)
	splat := len(bits) == 1 && NumElements(shape) >= 1
	return UniqueAttr(c, &DenseElementsAttr{Type: t, Data: string(buf), Splat: splat})
}

// Splat returns dense<v> : t for an integer or float attribute v.
func (c *Context) Splat(t Type, v Attribute) *DenseElementsAttr {
	return c.DenseBits(t, ScalarBits(v))
}

// ScalarBits returns the bit pattern of an integer or float attribute, masked to its width.
func ScalarBits(v Attribute) uint64 {
	switch v := v.(type) {
	case *IntegerAttr:
		return maskBits(uint64(v.Value), BitWidth(v.Type))
	case *FloatAttr:
		return v.Bits
	}
	panic("ir: not a scalar attribute: " + AttrString(v))
}

func maskBits(v uint64, width int) uint64 {
	if width == 0 || width >= 64 {
		return v
	}
	return v & (1<<width - 1)
}

// Len is the number of elements of the type.
func (a *DenseElementsAttr) Len() int {
	shape, _ := ShapeOf(a.Type)
	return int(NumElements(shape))
}

// Bits returns the bit pattern of element i, row-major.
func (a *DenseElementsAttr) Bits(i int) uint64 {
	n := ElementBytes(ElementType(a.Type))
	if a.Splat {
		i = 0
	}
	var v uint64
	for j := range n {
		v |= uint64(a.Data[i*n+j]) << (8 * j)
	}
	return v
}

// At returns element i as an integer or float attribute.
func (a *DenseElementsAttr) At(i int) Attribute {
	c, elem := a.Context(), ElementType(a.Type)
	if f, ok := elem.(*FloatType); ok {
		return c.FloatBits(f, a.Bits(i))
	}
	return c.Int(elem, int64(a.Bits(i)))
}

// SplatValue returns the element that all others equal, or false.
func (a *DenseElementsAttr) SplatValue() (Attribute, bool) {
	if !a.Splat {
		return nil, false
	}
	return a.At(0), true
}

func (a *IntegerAttr) Print(p AsmPrinter) {
	if it, ok := a.Type.(*IntegerType); ok && it.Width == 1 && it.Sign == Signless {
		p.Str(strconv.FormatBool(a.Value != 0))
		return
	}
	a.PrintValue(p)
	p.Str(" : ")
	p.Type(a.Type)
}

// PrintValue writes the number without its type.
func (a *IntegerAttr) PrintValue(p AsmPrinter) {
	it, ok := a.Type.(*IntegerType)
	switch {
	case ok && it.Width == 1 && it.Sign == Signless:
		p.Str(strconv.FormatBool(a.Value != 0))
	case ok && it.Sign == Unsigned:
		p.Str(strconv.FormatUint(maskBits(uint64(a.Value), it.Width), 10))
	default:
		p.Int(a.Value)
	}
}

func (a *FloatAttr) Print(p AsmPrinter) {
	p.Str(FormatFloat(a.Type, a.Bits))
	p.Str(" : ")
	p.Type(a.Type)
}

func (a *StringAttr) Print(p AsmPrinter) { p.Quoted(a.Value) }
func (*UnitAttr) Print(p AsmPrinter)     { p.Str("unit") }
func (a *TypeAttr) Print(p AsmPrinter)   { p.Type(a.Type) }

func (a *ArrayAttr) Print(p AsmPrinter) {
	p.Str("[")
	for i, v := range a.Values {
		if i > 0 {
			p.Str(", ")
		}
		printElided(p, v)
	}
	p.Str("]")
}

// printElided writes an attribute, and of a number the type only if reading would not take it anyway (i64, f64).
func printElided(p AsmPrinter, a Attribute) {
	switch t := TypeOfAttr(a); {
	case t == nil, t != Type(p.Context().I64()) && t != Type(p.Context().F64()):
		p.Attr(a)
	default:
		p.AttrNoType(a)
	}
}

func (a *DictAttr) Print(p AsmPrinter) { PrintDict(p, a.Entries) }

// PrintDict writes {name = value, unit}.
func PrintDict(p AsmPrinter, entries []NamedAttr) {
	p.Str("{")
	for i, e := range entries {
		if i > 0 {
			p.Str(", ")
		}
		p.KeywordOrString(e.Name)
		if _, unit := e.Value.(*UnitAttr); !unit {
			p.Str(" = ")
			p.Attr(e.Value)
		}
	}
	p.Str("}")
}

func (a *SymbolRefAttr) Print(p AsmPrinter) {
	p.Symbol(a.Root)
	for _, n := range a.Nested {
		p.Str("::")
		p.Symbol(n)
	}
}

func (a *DenseArrayAttr) Print(p AsmPrinter) {
	p.Str("array<")
	p.Type(a.Elem)
	if len(a.Values) > 0 {
		p.Str(": ")
	}
	for i, v := range a.Values {
		if i > 0 {
			p.Str(", ")
		}
		if f, ok := a.Elem.(*FloatType); ok {
			p.Str(FormatFloat(f, uint64(v)))
		} else {
			p.Context().Int(a.Elem, v).PrintValue(p)
		}
	}
	p.Str(">")
}

func (a *DenseElementsAttr) Print(p AsmPrinter) {
	p.Str("dense<")
	shape, _ := ShapeOf(a.Type)
	switch {
	case a.Splat:
		a.printElement(p, 0)
	case a.Len() == 0:
	case a.Len() > 100:
		p.Str(fmt.Sprintf("\"0x%X\"", a.packed()))
	default:
		next := 0
		a.printNested(p, shape, &next)
	}
	p.Str("> : ")
	p.Type(a.Type)
}

// packed is Data as it is written in hexadecimal form: elements of one bit take one bit there.
func (a *DenseElementsAttr) packed() string {
	if BitWidth(ElementType(a.Type)) != 1 {
		return a.Data
	}
	out := make([]byte, (len(a.Data)+7)/8)
	for i := range len(a.Data) {
		out[i/8] |= a.Data[i] << (i % 8)
	}
	return string(out)
}

func (a *DenseElementsAttr) printNested(p AsmPrinter, shape []int64, next *int) {
	if len(shape) == 0 {
		a.printElement(p, *next)
		*next++
		return
	}
	p.Str("[")
	for i := range shape[0] {
		if i > 0 {
			p.Str(", ")
		}
		a.printNested(p, shape[1:], next)
	}
	p.Str("]")
}

func (a *DenseElementsAttr) printElement(p AsmPrinter, i int) {
	switch e := a.At(i).(type) {
	case *IntegerAttr:
		e.PrintValue(p)
	case *FloatAttr:
		p.Str(FormatFloat(e.Type, e.Bits))
	}
}

func (a *OpaqueAttr) Print(p AsmPrinter) {
	if a.Dialect == "builtin" {
		p.Str(a.Body)
		return
	}
	p.Str("#" + a.Dialect + "." + a.Body)
}
